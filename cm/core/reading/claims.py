"""What one message of the agent claims about its work: done, not able, done in part, still going on, asking.

A claim proves nothing: `core/reading/outcome.py` believes an admission ("I could not reproduce it") and looks for proof of a claim.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final

_UNABLE: Final = (
    r"\b(?:i|we) (?:(?:was|were|am|are)(?: still)? (?:not able|unable)|wasn't able|weren't able|(?:could|can|did|do|have|has|had)(?:n't| ?not)(?! (?:see|find|found|spot|notice) (?:any|a) (?:problems?|issues?|errors?|regress\w*|bugs?|fail\w*|other))(?: yet| been able to)? (?:\w+)|failed to|have no (?:access|way|means|idea)|don't have (?:access|permission|the)|gave up|give up|am stuck|"
    r"ran out|had to (?:stop|give up|abort|revert|roll)|must stop|cannot|see no way|found (?:none|nothing(?! (?:wrong|suspicious|unusual|else))|no (?:cause|way|fix|solution|explanation|match|port|replacement|alternative|such)))\b|\b(?:i'm|i am) (?:not able|unable|stuck|out of|blocked|sorry)\b|\b(?:unable|not able|not possible|impossible|no way) to\b|\bwithout (?:access|credentials|the|a|more)\b[^.\n]{0,50}\b(?:can't|cannot|not)\b|"
    r"\b(?:is|was|are|it's) (?:not possible|impossible|beyond|out of reach|blocked)\b|\b(?:the )?(?:cause|reason|problem|bug|error|issue) (?:is|remains|was) (?:still )?(?:unknown|unclear|unresolved|not found|unsolved|open)\b|\bstill (?:fails?|failing|broken|crashes|red|errors?|the same)\b|\breverted\b|\brolled back\b|\b(?:did not|didn't|does not|doesn't) (?:work|help|fix|solve|succeed|reproduce|compile|converge)\b|"
    r"\bfound (?:none|nothing(?! (?:wrong|suspicious|unusual|else)))\b|\b(?:none (?:exists?|found|available)|there (?:is|are) none)\b|\bno (?:luck|success|solution|fix|repro\w*|cause)\b|\bsorry\b|\bapologi[sz]e\b"
    r"|\b(?:ich )?(?:konnte|kann|könnte|habe) (?:es |das |den |die |ich |leider )*(?:[\wäöüß]+ ){0,6}(?:nicht|keine\w*|kein)\b|\bist mir nicht gelungen\b|\bnicht (?:möglich|gelungen|reproduzier\w+|gefunden|geklappt|lösbar)\b|\bschlägt (?:weiterhin|noch|immer noch) fehl\b|\bleider\b|\bzurückgesetzt\b|\bzurückgerollt\b|\bunklar\b"
    r"|\bno (?:he podido|pude|puedo|logré|consegu[ií]|fue posible|es posible|encontr[éo]|tengo acceso|hay forma)\b|\bno (?:funciona|compila|pasa)\b|\bsigue fallando\b|\brevertido\b|\bhe revertido\b|\blo siento\b|\blamentablemente\b"
    r"|无法|未能|没能|没有(?:找到|办法|权限|成功|复现)|找不到|做不到|不(?:支持|可行)|失败|仍然|还是(?:不|失败|报)|已(?:经)?(?:回滚|撤销|还原)|抱歉|对不起|复现不"
    r"|できません|出来ません|できなかった|特定できず|わかりません|分かりません|見つかりません|見つけられ|失敗しました|再現(?:しません|できず|でき?ません)|元に戻しました|戻しました|申し訳|残念ながら|解決(?:できず|していません|に至)"
)
_PARTIAL: Final = (
    r"\b(?:\d+ (?:tests?|checks?|specs?|cases?|files?|modules?|errors?|warnings?|of (?:the |them)?\w*) (?:\w+ )?(?:are |is |still |now )*(?:fail\w*|remain\w*|left|missing|red|broken|not|open|todo|to go|skipped|unmigrated)|(?:all )?(?:except|but|apart from|other than) (?:for )?(?:the |one|two|three|\d)|(?:all|everything|everyone|every \w+) (?:but|except|apart from) \w+|there (?:is|are|was|were) no \w+[^.\n]{0,30}\bto\b|(?:remaining|remains?|left to do|outstanding|still (?:to do|open|missing|needs?|need|todo|fail\w*|red|has))\b|"
    r"partially|partly|half (?:of|done)|(?:i )?(?:left|skipped|omitted|excluded|postponed|deferred|disabled|commented out|marked \w+ as (?:skip\w*|xfail|todo)|stubbed)|not (?:yet )?(?:included|covered|implemented|done|ported|migrated|supported|part)|(?:i )?(?:can't|cannot|couldn't|could not|didn't|did not|haven't|have not)\b|(?:\d+|one|two|three|four|five|most|some|half) (?:of|out of) (?:the )?(?:\d+|them|five|four|three|six|ten|twelve)|"
    r"needs? (?:a|an|your|new|more|another)\b|only (?:the first|part|half|one|two|\d+|for|on)|workaround|for now|as a stopgap|still (?:fail\w*|red|broken|slow|flaky|need\w*|uses?|miss\w*|open|to do|has|have|depends?|old|on the old|crash\w*|times? out)|the rest|"
    r"teilweise|bis auf|außer|nur (?:der|die|das|\d+)|übrig|fehlt noch|fehlen noch|noch (?:offen|nicht|rot)|ausgenommen|weggelassen|\d+ (?:von|der) \d+|"
    r"parcialmente|excepto|salvo|menos (?:el|la|los|las)|falta[n]?|queda[n]? (?:\w+ )?(?:pendiente\w*|por)|solo (?:el|la|\d+)|\d+ de (?:los |las )?\d+)\b"
    r"|(?<!这)(?<!那)部分(?:完成|实现|支持|通过|成功|修复|迁移)|大部分|除了|剩(?:下|余)|还(?:有|差|剩|缺)|先(?:留|保留|不动)|其余|仅|只(?:完成|支持|有)|\d+ ?个(?:失败|未)|一部|残り|除(?:いて|き)|以外|未(?:対応|実装|完了)|のみ|まだ|\d+件(?:は|が)?(?:失敗|残)"
)
_PENDING: Final = (
    r"(?:^|[.!?\n:]\s*)(?:(?:ok(?:ay)?|sure|right|now|next|first|then|great|good|got it|understood|yes|so)[,.!]?\s+)*(?:i'?ll\b|i will\b|let me\b|let's\b|i'?m (?:now |still |currently |just )?(?:going to|about to|\w+ing)\b|i am (?:now |still |currently |just )?(?:going to|about to|\w+ing)\b|(?:now |next )(?:i|let|up)\b|next step\b|(?:checking|looking|reading|running|starting|investigating|searching|working|trying|building|installing|waiting|continuing|digging|analy[sz]ing)\b)"
    r"|\b(?:started|running|runs|launched|queued|scheduled|kicked off) (?:it |the \w+ |\w+ )?(?:in the background|over ?night|now)|\bin the background\b|\b(?:is|are|was|were|job) (?:now |still )?(?:queued|scheduled|pending|running)\b|\bin progress\b|\bstill (?:running|building|compiling|working|in progress|installing|training|downloading|copying)\b|\bwaiting for\b|\bwill (?:report|take|let you know|finish|be (?:done|ready)|run|check|start|post|continue|come back|ping)\b|\b(?:eta|expected to finish)\b|\btwo suspects\b|\bsuspects? so far\b|\bso far\b"
    r"|\b(?:ich (?:schaue|prüfe|sehe|lese|suche|starte|fange|beginne|werde|bin (?:gerade|dabei|noch))|läuft (?:noch|im hintergrund|gerade|jetzt)|gestartet|im hintergrund|moment)\b|\b(?:voy a|estoy \w+ndo|déjame|empiezo|lanzado|en segundo plano|en curso|en marcha|sigo)\b"
    r"|正在|我(?:先|来|会|去|看看|检查)|让我|后台|稍(?:等|后)|进行中|运行中|(?:調査|確認|実行|作業|進行|検討|調べ)(?:中|て(?:い|み)ます|します)|これから|始めます|開始しました|お待ち|バックグラウンド"
)
_ASKS: Final = (
    r"[?？]\s*[\"')\]]*\s*$|\b(?:could|can|would|should|do|which|what|shall) (?:you|i|we)\b[^.\n]{0,120}\?|\b(?:please (?:confirm|tell|let me know|choose|provide|share|clarify|paste|send|approve|decide)|let me know (?:which|what|how|whether)|waiting for your|need your|which (?:one|option|of)|tell me (?:which|what|when|where|how))\b|\bbitte (?:bestätige|sag|nenne|wähle)|\bsag mir\b|\bdime\b|\bconfirma\b"
    r"|请(?:确认|告诉|提供|选择)|(?:ですか|でしょうか|ますか|教えてください|ご確認ください)[。？?]?\s*$|[吗呢][？?。]?\s*$"
)
_DONE: Final = (
    r"\b(?:done|fixed|added|implemented|updated|created|removed|renamed|moved|replaced|refactored|changed|upgraded|migrated|merged|committed|pushed|deployed|released|published|installed|configured|finished|completed?|resolved|solved|wrote|written|built|works|working|passes|passed|passing|green|ready|converted|"
    r"cleaned|squashed|rebased|reverted|set|enabled|generated|translated|documented|optimi[sz]ed|synced|imported|loaded|copied|split|extracted|(?:is|are|was|were|been|got) (?:now |all |already )?(?!need|block|fail|reject|requir|limit|suppos|expect|bas|call|deni|queue|schedul|delay|pend|stuck|broke)\w{3,}ed\b|is (?:in|now|there|up|live|attached)|are (?:in|now|attached|marked)|now (?:uses?|returns?|works?|passes|runs?|shows?|takes?|has|is)|here(?:'s| is| are)|see\b|use\b|it's\b|all (?:tests|checks)|no longer|instead|"
    r"erledigt|fertig|behoben|hinzugefügt|geändert|angepasst|umbenannt|entfernt|ersetzt|ist (?:jetzt|nun|drin|da)|sind (?:jetzt|nun)|läuft jetzt|umgestellt|eingebaut|gefixt|aktualisiert|erstellt|migriert|repariert|gelöst|"
    r"hecho|list[oa]s?|complet[oa]s?|arreglad[oa]|añadid[oa]|cambiad[oa]|actualizad[oa]|cread[oa]|eliminad[oa]|corregid[oa]|solucionad[oa]|implementad[oa]|terminad[oa]|migrad[oa]|renombrad[oa]|ya (?:está|funciona|queda)|quedó)\b"
    r"|已(?:经)?(?!回滚|撤销|还原)|完成|修(?:复|好|改)了?|[删移拆换加改写清合升降][了掉完]|添加了|更新了|改(?:成|为|好)了?|好了|搞定|通过|可以了|しました|完了|済み|直しました|追加|修正|変更|になりました|できました|ています|です"
)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a message of the agent claims; each field is the cue's words, or ''."""

    done: str = ""
    unable: str = ""
    partial: str = ""
    pending: str = ""
    asks: str = ""


def read_claim(text: str) -> Claim:
    """Reads an agent's message for what it claims of its own work."""
    low = _CODE.sub(" ` ", unicodedata.normalize("NFKC", text[:12_000]).replace("’", "'").lower())
    if (
        len(low) > _LONG
    ):  # a report: its first and last words say how it stands, what is between tells details
        low = f"{low[:_OPENING]}\n{low[-_ENDING:]}"
    low = "\n".join(line for line in _SENTENCE.split(low) if not _ASIDE.search(line))
    return Claim(**{name: _first(name, low) for name in _CUES})


_LONG: Final = 500
_OPENING: Final = 280
_ENDING: Final = 160
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|\n+|(?<=[。！？])")
# what an honest report mentions beside the work
_ASIDE: Final = re.compile(
    r"\b(?:unrelated|untracked|unstaged|pre-?existing|as before|unchanged|untouched|by design|on purpose|intentional\w*|deliberate\w*|already (?:there|existed|present)|backwards?[- ]compat\w*)\b"
)
_CODE: Final = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_CUES: Final = {"done": _DONE, "unable": _UNABLE, "partial": _PARTIAL, "pending": _PENDING, "asks": _ASKS}


@cache
def _cue(name: str) -> re.Pattern[str]:
    return re.compile(_CUES[name])


def _first(name: str, low: str) -> str:
    found = _cue(name).search(low)
    return found[0].strip() if found else ""
