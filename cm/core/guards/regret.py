"""Regret: what a session shows when a command did damage, said by the user, admitted by the agent, or seen in a repair.

One event is read at a time; which command it is about, and whether it is enough, is worked out in `accidents.py`. How people
speak of work in general is `core/reading/mood.py`, which is asked for anger that names nothing.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from cm.core.guards.dangers import NOUNS, Kind
from cm.core.reading.mood import read_mood
from cm.model.session import Event

Sign: TypeAlias = Literal["accused", "lost", "angry", "confessed", "sorry", "restored", "looked"]
"""accused: the user says that the agent did it, or asks why. lost: the user says that something is gone, or wants it back.
angry: the user speaks against the work. confessed: the agent says that it did it and should not have. sorry: an apology that names nothing.
restored: a command that brings something back. looked: one that looks for what is gone."""

WEIGHTS: Final = {
    "accused": 3, "lost": 2, "angry": 1, "confessed": 3, "sorry": 1, "restored": 2, "looked": 1,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Regret:
    """One sign of regret, and the words it was seen in."""

    sign: Sign
    by: str
    event: str
    at: str
    seq: int
    quote: str
    text: str = ""  # the sentence, for what it names
    kinds: tuple[Kind, ...] = ()  # of repairs: what they bring back
    agent: str = ""
    loud: bool = False

    @property
    def weight(self) -> int:
        """How much it says by itself."""
        return WEIGHTS[self.sign] + (self.loud and self.sign == "lost")


_MOST: Final = 6000
_LONG: Final = 800  # characters of a clause; a longer one is no sentence
_REMARK: Final = 1500  # characters of a message that may be an outburst
_LOUD: Final = re.compile(
    r"(?i:\b(?:oh (?:my )?god|oh no|omg|wtf|fuck\w*|shit|jesus|damn|scheiße|verdammt|mierda|joder|merde|cazzo|porra)\b)|卧槽|妈的|[!?！？]{2,}|\b[A-Z]{4,}\b|\b[A-Z]{2,}\b\W+\b[A-Z]{2,}\b"
)
_THANKS: Final = re.compile(
    r"\b(?:thanks|thank you|thx|danke|gracias|merci|grazie|obrigad[oa])\b(?! (?:for nothing|a lot for|für nichts|por nada|pour rien))|谢谢|ありがとう|고마",
    re.IGNORECASE,
)
_OWNED: Final = re.compile(
    r"\b(?:my|our|mine|ours|everything|all|mein\w*|unser\w*|alles|mis?|todo|mes|mon|ma|tout|mio|tutto|meus?|tudo)\b|我|全|私|내|다",
    re.IGNORECASE,
)
_SHORT: Final = 200  # characters of a message that is quoted whole
_ABOUT: Final = 800  # characters of a user's message that say what it is about
_CODE: Final = re.compile(r"```.*?(?:```|\Z)|^\s*>[^\n]*$", re.DOTALL | re.MULTILINE)
_CLAUSE: Final = re.compile(r"(?<=[.!?;])\s+|\n+|(?<=[。！？；])")
_LOST: Final = (
    r"(?:deleted|removed|wiped(?: out)?|erased|destroyed|nuked|dropped|truncated|over ?wr(?:ote|itten)|clobbered|trashed|blown away|blew away|killed|"
    r"reset|reverted|discarded|thr(?:ew|own) (?:away|out)|lost|ruined|corrupted|published|leaked|purged|emptied|undid|undone|took down|taken down|force[- ]?pushed(?: over)?|rolled back|stashed|"
    r"cleared|cleaned|flushed|pushed|rewrote|rewritten|terminated|shut down|messed up|screwed up|broke|fucked up|unpublished|revoked|uninstalled|stopped|replaced|downgraded|migrated|wrote over|copied over|rebased away)"
)
_LOSE: Final = (
    r"(?:delete|remove|wipe|erase|destroy|nuke|drop|truncate|overwrite|clobber|trash|kill|reset|revert|discard|throw|lose|publish|leak|purge|empty|undo|force[- ]?push|"
    r"push|roll back|stash|clear|clean|flush|move|replace|rewrite|terminate|shut|rm|checkout|check out|restore|run (?:that|this|it|a|the|`|git|rm|drop|terraform|chmod|chown|kubectl|docker|npm|kill|dd|find|mv|truncate|aws|gcloud|helm)|do (?:that|this|it))"
)
_MINE: Final = r"(?:my|our|the|all|every|everything|half|both|that|those|these|this|it|them|a whole|an entire|hours|days|weeks|prod\w*|uncommitted|unsaved|an? (?:\w+ ){1,2}of|[a-z]+'s|\d+|two|three|`[^`\n]+`|[\w./-]*\.[a-z]{1,5}(?=\W|$))"
_SOFT: Final = r"(?:\w+(?:'\w+)? ){0,3}?"

_USER: Final[tuple[tuple[Sign, str], ...]] = (
    ("accused", r"\b(?:what|wtf|wth)(?: the (?:hell|heck|fuck))? (?:did|have|had|are|were) (?:you|u)(?: just| even| actually)? (?:do(?:ne|ing)?)\b(?! (?:so far|today|next|about|to (?:fix|improve|make|solve|verify|test|get)|with|for|differently|here is))"),
    ("accused", r"\bwhy (?:the (?:hell|heck|fuck) )?(?:did|would|have|were|are|on earth) " + r"(?:did |would )?(?:you|u) " + _SOFT + rf"(?:{_LOSE}|{_LOST}|deleting|removing|dropping|wiping)\b"),
    ("accused", rf"(?<!if )(?<!have )(?<!unless )(?<!until )(?<!before )(?<!when )\b(?:you|u)(?:'ve|'d|'re)? (?!(?:\w+ )?(?:not|never|haven't|didn't|should|could|can|may|might|need|must|will|would)\b)(?:(?:have|had|just|literally|actually|also|accidentally|apparently|really|fucking|seem to have|went and|somehow|completely|even|simply|only) ){{0,3}}{_LOST} {_MINE}\b"),
    ("accused", rf"\bdid (?:you|u) (?:just|really|actually|seriously|fucking|accidentally|by any chance)? ?{_LOSE} {_MINE}\b[^.\n]{{0,60}}[?!]"),
    ("accused", r"\b(?:i|we)(?: (?:didn't|did not|never|had not|hadn't)) (?:ask(?:ed)?|tell|told|want(?:ed)?|say|said|authori[sz]ed?|allow(?:ed)?|approved?) " + rf"(?:(?:you|u|it|that|for|to|anyone) ){{0,3}}(?:to )?(?:be )?(?:{_LOSE}|{_LOST})"),
    ("accused", rf"\b(?:you|u) (?:should(?:n't| not| never)(?: have)?|weren't supposed to|were not supposed to|weren't allowed to|had no (?:right|business|permission) to|were told not to) (?:have )?(?:just )?(?:{_LOST}|{_LOSE}|run|ran|touched|deleting|dropping)\b"),
    ("accused", rf"\b(?:i|we) (?:told|said to|asked) you (?:not to|never to|explicitly not to) (?:\w+ )?{_LOSE}\b"),
    ("accused", rf"\b(?:your|that|the|this) (?:\w+ )?(?:command|reset|rm|checkout|script|cleanup|clean|migration|push|drop|delete|prune|destroy|rebase|restore)(?: \S+)? (?:just |has |have )?{_LOST} {_MINE}\b"),
    ("accused", rf"\bhave (?:you|u) (?:just|really|seriously|actually|fucking) {_LOST} {_MINE}\b|\bhave (?:you|u) {_LOST} (?:my|our|everything|all (?:of )?(?:my|our))\b"),
    ("accused", rf"\b(?:that|this|it)(?: has)? (?:just |also |completely )?{_LOST} (?:my|our|all (?:of )?(?:my|our|the)|everything)\b"),
    ("accused", rf"\bwho (?:the (?:hell|fuck) )?(?:told|asked|allowed|said) (?:you|u)(?: to| could| can)? {_LOSE}\b|\b(?:you|u)(?:'ve| have)? (?:just )?moved (?:everything|all (?:of )?(?:my|our|the))\b"),
    ("accused", r"\b(?:you|u)(?:'ve| have)? (?:just )?(?:ran|executed|used|did) [^.?!\n]{1,60} (?:on|in|against) (?:the )?(?:prod\w*|live|wrong|main|master|shared|customer\w*)\b"),
    ("lost", r"\b(?:that|those|these|this|it) (?:was|were) (?:the |my |our )?[\w' -]{2,40}, not (?:the|my|our|a|an)\b|\bnot (?:the|my|our) [\w -]{2,30}, (?:that|those) (?:was|were)\b"),
    ("lost", r"\b(?:repo|repository|folder|directory|project|database|db|table|tables|bucket|volume|disk|branch) (?:is|are|was) (?:now |all |completely |suddenly )*empty\b|\b(?:my|our|all (?:of )?(?:my|our|the)) [\w -]{1,40} (?:was|were|is|are|lived) (?:in|on|inside) (?:there|(?:that|those|these|this)(?: \w+)?|it|them)\b"),
    ("lost", r"\b(?:my|our|all (?:of )?(?:my|our|the)|the|everything)(?: [\w`./*-]+){0,5} (?:is|are|'s|has been|have been|were|was|got) (?:all |just |now |completely |suddenly |also )?(?:gone|deleted|wiped|erased|destroyed|vanished|overwritten|nuked)\b(?! (?:from the (?:list|plan|docs)|as (?:planned|requested|expected)))"),
    ("lost", r"\b(?:everything(?:'s| is)|it(?:'s| is) all|they(?:'re| are) all|all) gone\b|\bwhere (?:did|have|has|are|is|the (?:hell|fuck) (?:are|is|did)) (?:all )?(?:my|our|the) (?:[\w./-]+ ){1,4}(?:go|gone)\b|\bwhere(?:'s| is| are) (?:all )?(?:my|our) [\w./-]+"),
    ("lost", r"\b(?:i|we)(?: have|'ve)? (?:just |now )?lost (?:all|my|our|everything|the|\d+|hours|days|two|three|a (?:day|week|month)|half)\b"),
    ("lost", r"\b(?:get|bring|put|give) (?:me )?(?:it|that|them|my|our|the|everything|those|this)(?: \w+){0,5} back\b(?! (?:to|into|in|up)\b)|\b(?:restore|recover|undelete) (?:it|that|them|my|our|everything|those|the (?:deleted|lost|old|previous|missing|dropped|table|database|db|data|files?|folder|branch|volume|namespace|bucket|backup))\b|\bundo (?:that|this|it|what you)\b|\bcan (?:you|we|it|they|this) (?:be )?(?:recover|restor|undelet)\w*|\bis there (?:a|any) (?:backup|way to (?:recover|restore|get))"),
    ("lost", r"\b(?:that|this|it)(?:'s| was| is) (?:prod(?:uction)?|(?:our|my|the) (?:live|real|only|prod\w*)|live)\b|\bthat was (?:our|my|customer)\b|\bget me (?:the|a|my|our) (?:\w+ )?(?:backup|files?|data|database)\b|\b(?:it|that|those|they|this) (?:was|were)(?:n't| not| never) (?:committed|pushed|backed up|saved|in git|tracked)\b|\b(?:uncommitted|unpushed|unsaved) (?:work|changes|files|edits)\b|\bno backup\b|\bhad no backup\b"),
    # German
    ("accused", r"\bwas (?:hast|habt|machst|tust) (?:du|ihr)(?: \w+){0,3} (?:getan|gemacht|angestellt|angerichtet)\b(?! (?:um|damit|bisher|heute))|\bwas (?:machst|soll|tust) (?:du|das) (?:da|denn da)\b"),
    ("accused", r"\b(?:warum|wieso|weshalb) (?:hast|habt|löschst|hattest) (?:du|ihr)?[^.?\n]{0,80}\b(?:gelöscht|entfernt|überschrieben|zurückgesetzt|weggeworfen|gedroppt|gepusht|verworfen|ausgeführt|veröffentlicht|geleert|gekillt|plattgemacht|abgeschossen|kaputt ?gemacht)\b"),
    ("accused", r"(?<!wenn )(?<!falls )\b(?:du hast|hast du|habt ihr|ihr habt)(?! nicht)[^.?\n]{0,80}\b(?:gelöscht|überschrieben|weggeworfen|zurückgesetzt|gedroppt|plattgemacht|zerstört|verworfen|geleert|zerschossen|vernichtet|weggeschmissen)\b"),
    ("lost", r"\b(?:ist|sind|war|waren) (?:jetzt |nun |alle |alles |komplett |einfach )?(?:weg|futsch|verloren|gelöscht|hin)\b|\balles weg\b|\bwo (?:ist|sind) (?:mein|meine|die|der|das|unsere|unser)\b[^.?\n]{0,50}\bhin\b|\bstell\w* [^.\n]{0,40}wieder her\b|\b(?:hol|bring)\w* [^.\n]{0,30}zurück\b|\bmach (?:das|es) (?:sofort )?rückgängig\b|\bdas war (?:die )?(?:produktion|prod|live)\w*"),
    # Spanish
    ("accused", r"\bqu[eé] (?:has hecho|hiciste|acabas de hacer|coño has hecho|demonios hiciste)\b(?! (?:para|hasta|hoy))|\bpor qu[eé] (?:has |me has |lo |la |los |las )?(?:\w+ )?(?:borrad|eliminad|sobrescrit|tirad|resetead|borraste|eliminaste|sobrescribiste|tiraste|reseteaste|ejecutaste|hiciste eso|publicaste|publicad)"),
    ("accused", r"(?<!si )\b(?:me )?(?:has|habéis) (?:borrado|eliminado|sobrescrito|destruido|machacado|perdido|tirado|cargado)\b|\b(?:borraste|eliminaste|sobrescribiste|destruiste|tiraste|machacaste|te cargaste|te has cargado)\b"),
    ("lost", r"\bse (?:ha|han) (?:borrado|perdido|ido) (?:todo|mis?|las?|los)\b|\b(?:he|hemos) perdido (?:todo|mi|los|las|el|la)\b|\bd[oó]nde est[aá]n? (?:mis?|todos? (?:los|las))\b|\b(?:recupera|restaura|devu[eé]lve(?:me)?|deshaz) (?:eso|lo|los|las|mis?|todo|la|el)\b|\bera (?:la de )?producci[oó]n\b"),
    # French
    ("accused", r"\bqu['’]?(?:est[- ]ce que )?(?:tu as|t['’]as|as[- ]tu) (?:encore )?(?:fait|foutu|fichu)\b(?! (?:pour|jusqu))|\bpourquoi (?:tu as|t['’]as|as[- ]tu|avoir) [^.?\n]{0,50}(?:supprim|effac|écras|détrui|vir|jet|réinitialis|perd|publi|lanc)\w*"),
    ("accused", r"(?<!si )\b(?:tu (?:m['’])?(?:as|viens de)|t['’]as) (?!pas\b)[^.?\n]{0,40}\b(?:supprim(?:é|er)|effac(?:é|er)|écras(?:é|er)|détrui(?:t|re)|perdu|jet(?:é|er)|vir(?:é|er)|bousill(?:é|er))\w*"),
    ("lost", r"\b(?:tout|mes \w+|mon \w+|ma \w+|nos \w+|la \w+|les \w+|le \w+) (?:a|ont|est|sont) (?:tou[ts]e?s? )?(?:disparu|perdu|effacé|supprimé)\w*|\b(?:restaure|récupère|annule|remets|rends)(?:[- ]moi)? (?:ça|tout|mes|mon|ma|la|le|les|moi)\b|\boù (?:sont|est) (?:passé\w* )?(?:mes|mon|ma|nos)\b|\bc['’]était (?:la )?prod"),
    # Italian, Portuguese
    ("accused", r"\b(?:che|cosa|che cosa|che cazzo) hai (?:fatto|combinato)\b|\bperch[eé] (?:lo |la |li |mi )?hai [^.?\n]{0,30}(?:cancellat|eliminat|sovrascritt|rimoss|resettat)|(?<!se )\b(?:mi )?hai (?:cancellato|eliminato|sovrascritto|distrutto|perso|rimosso)\b"),
    ("accused", r"\bo que (?:é que )?(?:voc[eê]|vc|tu) (?:fez|fizeste|aprontou)\b|\bpor ?qu[eê] (?:voc[eê]|vc|tu) [^.?\n]{0,20}(?:apag|delet|exclu|remov|sobrescrev|reset)\w*|(?<!se )\b(?:voc[eê]|vc|tu) (?:apagou|deletou|excluiu|sobrescreveu|destruiu|perdeu|apagaste|removeu)\b"),
    ("lost", r"\b(?:è|sono) (?:sparit|andat[oi] persi?|cancellat)\w*|\b(?:ripristina|recupera|annulla) (?:tutto|i|il|la|le|lo|quello)\b|\b(?:sumiu|sumiram)\b|\bperdi (?:tudo|meu|minha|os|as)\b|\b(?:restaura|recupera|desfaz|reverte) (?:isso|tudo|os|as|o|a|meu|minha)\b"),
    # Chinese, Japanese, Korean
    ("accused", r"你(?:刚才?|到底|都|究竟)*(?:干|做|搞)了(?:什么|啥)|(?:为什么|怎么|谁让|干嘛|凭什么)你?[^。！？\n]{0,14}(?:删|清空|覆盖|重置|丢弃|毁|强推|发布|格式化|干掉|回退|撤销|移走|移动|推送|执行)|你(?:把|居然|竟然|直接|怎么)?[^。！？\n]{0,16}(?:删(?:了|掉|光|除了)|清空了|覆盖了|弄没|搞没|弄丢|重置了|毁了)"),
    ("lost", r"(?:数据|文件|代码|改动|修改|表|库|东西|工作|分支|配置|全部?|都)[^。！？\n]{0,6}(?:没了|不见了|丢了|被删|被清空|没有了|消失了)|(?:帮我|赶紧|马上|快|立刻|请)?(?:恢复|还原|找回)(?:一下|回来|数据|文件|代码|我)|那是(?:生产|线上)"),
    ("accused", r"何(?:を|て)?(?:こと)?(?:した|してくれた|してるん|やった|やってるん|しでかした)(?:の|ん|ですか|[?？!！])|(?:なぜ|なんで|どうして|勝手に)[^。！？\n]{0,24}(?:消し|消した|削除|上書き|リセット|ドロップ|プッシュ|破棄|公開)|(?:消し|削除し|上書きし|破棄し|飛ばし)(?:ちゃった|てしまった|たの|たんですか|やがった)(?:[のねよ]|[?？!！]|$)"),
    ("lost", r"(?:全部|データ|ファイル|コード|変更|作業|ブランチ|テーブル)(?:が|は|も)?[^。！？\n]{0,8}(?:消え(?:た|て|ました|ちゃ)|なくな(?:った|って|りました)|失われ)|(?:復元|復旧|元に戻)(?:して|せ|してください)|本番(?:だった|でした|なのに)"),
    ("accused", r"(?:뭐|무슨 ?짓|뭘)[^.!?\n]{0,6}(?:한 ?거|했|하는 ?거|한거)|왜[^.!?\n]{0,18}(?:지웠|지운|삭제|날렸|날린|덮어|초기화|리셋|푸시)|(?:지워|날려|삭제해|덮어써) ?버(?:렸|린)"),
    ("lost", r"(?:데이터|파일|코드|작업|변경)[^.!?\n]{0,8}(?:날아갔|사라졌|없어졌|다 ?없)|(?:복구|복원|되돌려)[^.!?\n]{0,4}(?:해|줘|놔)"),
)  # fmt: skip

_SORRY: Final = (
    r"\b(?:i(?:'m| am)? )?(?:so |very |deeply |really |truly |terribly |extremely |sincerely )*sorry\b(?! (?:to (?:hear|interrupt)|for (?:the|that|my|any) (?:\w+ )?(?:confusion|delay|inconvenience|wait|trouble|noise|late|slow|misunderstanding|typo|interruption)))|\bi (?:sincerely |deeply |do )*apologi[sz]e\b|\bmy (?:sincere |deepest |sincerest )?apologies\b|\bmy (?:mistake|fault|bad|error)\b|"
    r"\bi(?:'ve| have)? (?:just )?(?:made|make) an? (?:\w+ ){0,2}(?:mistake|error|blunder)\b|\bi (?:messed|screwed|fucked) up\b|\boops\b|\bwhoops\b|\buh[- ]oh\b|\boh no\b|\bi panicked\b|"
    r"\b(?:tut mir (?:sehr |wirklich |aufrichtig )?leid|entschuldig\w*|verzeihung|mein fehler)\b|\b(?:lo siento|perdón|disculpa\w*|mis disculpas|error mío|fue mi error|mi error)\b|\b(?:désolé\w*|je m'excuse|toutes mes excuses|mes excuses|mon erreur)\b|\b(?:mi dispiace|scusa\w*|mi scuso|errore mio)\b|\b(?:desculp\w+|sinto muito|peço desculpas|erro meu)\b|"
    r"抱歉|对不起|我的错|我错了|失误|申し訳|すみません|ごめんなさい|私のミス|죄송|미안|제 실수"
)
_BY_ACCIDENT: Final = (
    r"(?:accidentally|inadvertently|mistakenly|unintentionally|wrongly|wrongfully|carelessly|by (?:mistake|accident)|without (?:asking|checking|permission|your permission|looking|a backup|confirmation|realizing|realising|stashing|committing)|unfortunately|"
    r"versehentlich|aus versehen|leider|ohne zu (?:fragen|prüfen)|accidentalmente|por (?:error|accidente|equivocación)|sin (?:preguntar|querer)|par (?:erreur|inadvertance|accident)|accidentellement|per (?:errore|sbaglio)|acidentalmente|por engano|sem querer)"
)
_OWN_LOSS: Final = (
    rf"\b(?:i|we)(?:'ve| have|'d| had)? (?:\w+ ){{0,3}}{_LOST}\b|\b(?:i|we)(?:'ve| have| had)? (?:\w+ ){{0,2}}(?:ran|run|executed|used|issued) (?:an? |the |that |`)?(?:\w+ ){{0,2}}(?:`|git|rm|drop|reset|terraform|docker|command|destructive|kubectl|find|chmod|migration)"
    rf"|\b(?:my|the|that|this|which) (?:`[^`\n]+`|(?:\w+ ){{0,2}}(?:command|reset|rm|checkout|script|migration|cleanup|clean|push|restore|stash|rebase|prune))? ?(?:also |just |has |have |actually )?{_LOST} (?:your|all|the|my|every|everything|both|our)\b"
    r"|\bich habe?[^.\n]{0,80}(?:gelöscht|überschrieben|verworfen|zurückgesetzt|ausgeführt|entfernt|gedroppt|geleert)|\b(?:he|hemos) (?:\w+ ){0,2}(?:borrado|eliminado|sobrescrito|ejecutado|descartado|perdido)|\b(?:borré|eliminé|ejecuté|sobrescribí|descarté)\b|\bj['’]ai (?:\w+ ){0,3}(?:supprimé|effacé|écrasé|exécuté|lancé|perdu|détruit)|\bho (?:\w+ ){0,2}(?:cancellato|eliminato|sovrascritto|eseguito|perso)|\b(?:apaguei|exclu[ií]|deletei|executei|sobrescrevi|removi|perdi)\b"
    r"|我[^。！？\n]{0,16}(?:删(?:了|除了|掉)|清空了|覆盖了|执行了|误删|重置了|丢弃了)|误删|(?:誤って|間違って|うっかり)[^。！？\n]{0,30}(?:削除|消し|上書き|実行|破棄|リセット)|(?:実수로|실수로)[^.!?\n]{0,20}(?:삭제|지웠|실행|덮어)|(?:削除|上書き|破棄)してしまいました|소실|삭제해 ?버렸"
)
_CONFESSED: Final = (
    rf"\b(?:i|we)(?:'ve| have)? (?:also |just |had )?(?:accidentally|inadvertently|mistakenly|unintentionally|wrongly|wrongfully|carelessly) (?:\w+ ){{0,2}}(?:{_LOST}|{_LOSE}|ran|run|executed|used)\b",
    rf"\bi (?:should(?:n't| not| never)|never should|ought not to) have (?:\w+ ){{0,2}}(?:{_LOST}|run|executed|used|done (?:that|this)|issued|touched|restored|checked out|stashed)\b",
    r"\b(?:your|all|all the|the user's|my|our|these|those|uncommitted|unsaved|unstaged|local|previous|earlier|other)(?: \w+){0,3} (?:changes|work|edits|files|data|modifications|commits|code|rows|tables?|database|history|stash|settings|config\w*|notes|records)(?: \w+){0,2} (?:are|were|have been|was|got|is|has been) (?:now |all |also |unfortunately |completely |permanently |irrecoverably )?(?:lost|gone|discarded|wiped|overwritten|deleted|destroyed|reverted|unrecoverable|not recoverable|erased)\b",
    r"\b(?:i|we)(?:'ve| have)? (?:just |now |also )?lost (?:everything|(?:all |some )?(?:of )?(?:my|your|the|our|those|these)(?: \w+){0,3} (?:changes|work|edits|files?|data|code|modifications|commits?|progress|branch|stash|history|table|database|folder|rows))\b",
    r"\b(?:this|that) (?:was|is) (?:a (?:catastrophic|serious|critical|terrible|destructive|grave) (?:failure|mistake|error|action)|entirely my fault|my fault)\b",
    rf"\b(?:that|this|which|it|the (?:command|reset|checkout|restore|stash|clean|script)|`[^`\n]+`) (?:has |have |just |also |actually |unfortunately |accidentally |apparently )*(?:{_LOST}) (?:all |some )?(?:of )?(?:my|your|our|the (?:uncommitted|user's|production|live|other|earlier|previous)|uncommitted|everything|more than)\b",
    r"\b(?:the|that|my|this) (?:command|reset|checkout|restore|stash|clean|script|move|copy|delete|removal|push|prune|migration)(?: \w+)? (?:destroyed|wiped|discarded|overwrote|erased|deleted all|threw away|lost) (?:it|them|everything|each|every)\b",
)  # fmt: skip
_NO_SUCH: Final = re.compile(
    r"\b(?:if|would|could|might|may|avoid|prevent|without|never|nothing|not|no|won't|don't|doesn't|didn't|wasn't|weren't|hasn't|haven't|isn't|in case|so that|before|ensure|make sure|unless|whether|risk|example|e\.g|suppose|imagine|test|tests|warn\w*|rule|always)\b"
)

_REPAIRS: Final[tuple[tuple[Sign, Kind, str], ...]] = (
    ("looked", "git", r"\bgit (?:-\S+ \S+ )*(?:reflog(?! (?:expire|delete))|fsck\b.*(?:--lost-found|--unreachable|--no-reflogs|--dangling)|log\b.*(?:-g\b|--walk-reflogs))"),
    ("restored", "git", r"\bgit (?:-\S+ \S+ )*(?:reset --hard|checkout|branch|switch|cherry-pick|merge|show|restore)\b.*(?:@\{\d+\}|ORIG_HEAD)|\bgit stash (?:apply|pop|store|branch) .*\b[0-9a-f]{7,40}\b|\bgit update-ref refs/stash\b|\bgit push\b.*@\{\d+\}"),
    ("restored", "files", r"\b(?:testdisk|extundelete|ext4magic|photorec|foremost|scalpel|debugfs|undelete|trash-restore|gio trash --restore|restore-trash)\b|\btmutil restore\b|\b(?:restic restore|borg extract|duplicity restore|rsnapshot)\b|\b(?:cp|mv|rsync|tar|unzip)\b.*(?:\.bak\b|backups?[/\\. _-]|\.orig\b|\.old\b|/\.snapshot|/Trash|\.Trash|\.history/|Code/User/History|Local History)"),
    ("restored", "files", r"\bgit (?:-\S+ \S+ )*(?:checkout|restore)\b(?: \S+)* (?:--|--source\S*|HEAD\S*|\S*[./]\S*)|\bgit show \S+:\S+ *>"),
    ("looked", "files", r"\b(?:lsof|grep|find|ls)\b.*(?:deleted|\.Trash|/Trash|\.local/share/Trash|Code/User/History|lost\+found|Local History)"),
    ("restored", "data", r"\bpg_restore\b|\b(?:psql|mysql|mariadb|sqlite3|cockroach|clickhouse-client)\b.*<.*(?:dump|backup|\.sql|\.bak)|\bpsql\b.*-f \S*(?:dump|backup|restore)\S*|\b(?:mongorestore|redis-cli .*restore|wal-g|pgbackrest|barman)\b.*|\baws rds restore\S*|\bgcloud sql backups restore\b|\bsqlite3 \S+ ['\"]?\.restore\b"),
    ("looked", "data", r"\b(?:ls|find)\b.*(?:\.dump|\.sql|backup|\.bak)"),
    ("restored", "containers", r"\bvelero restore\b|\bhelm rollback\b|\bkubectl rollout undo\b|\bdocker (?:volume create|run .*(?:restore|backup))\b|\betcdctl snapshot restore\b"),
    ("restored", "infra", r"\bterraform (?:import|state push)\b|\baws \S+ (?:restore\S*|undelete\S*)|\bgcloud projects undelete\b|\baz \S+ (?:recover|undelete|restore)\b|\bheroku (?:pg:backups:restore|releases:rollback)\b|\bvercel rollback\b"),
    ("restored", "publish", r"\b(?:npm|pnpm|yarn npm) (?:unpublish|deprecate)\b|\b(?:cargo|gem) yank\b|\btwine delete\b|\bgh release delete\b|\bgit push (?:\S+ )*(?:--delete|-d)\b.*v?\d"),
    ("restored", "permissions", r"\b(?:chmod|chown|setfacl --restore\S*|restorecon|icacls .* /reset|getfacl)\b"),
)  # fmt: skip

_USER_RULES: Final = tuple((sign, re.compile(pattern, re.MULTILINE)) for sign, pattern in _USER)
_SAID_SORRY: Final = re.compile(_SORRY)
_ACCIDENT: Final = re.compile(_BY_ACCIDENT)
_OWN: Final = re.compile(_OWN_LOSS)
_SURE: Final = tuple(re.compile(pattern, re.MULTILINE) for pattern in _CONFESSED)
_REPAIR_RULES: Final = tuple((sign, kind, re.compile(pattern, re.DOTALL)) for sign, kind, pattern in _REPAIRS)
_KIND_NOUNS: Final = {
    kind: re.compile(rf"(?<![A-Za-z])(?:{words})(?![A-Za-z])", re.IGNORECASE) for kind, words in NOUNS.items()
}

_AGENT_HINTS: Final = (
    "sorry", "apolog", "mistake", "fault", "my bad", "error", "messed up", "screwed up", "fucked up", "oops", "uh oh", "uh-oh", "oh no", "panicked",
    "accident", "inadvert", "unintention", "wrong", "careless", "without", "unfortunately", "have run", "have used", "lost", "gone", "wiped", "overw", "discarded", "destroyed",
    "erased", "leid", "schuld", "verzeih", "fehler", "versehen", "siento", "perdón", "disculp", "désol", "excuse", "erreur", "inadvertance", "dispiace", "scus",
    "sbaglio", "desculp", "sinto", "erro", "engano", "sem querer", "equivoc", "抱歉", "对不起", "错", "失误", "误", "誤", "申し訳", "すみません", "ごめん", "ミス", "うっかり",
    "しまいました", "죄송", "미안", "실수", "소실", "버렸",
)  # fmt: skip
"""One of these stands in whatever an agent may say that it is sorry for."""
_REPAIR_HINTS: Final = (
    "reflog", "fsck", "log", "@{", "ORIG_HEAD", "stash", "update-ref", "restore", "Restore", "testdisk", "undelete", "ext4magic", "photorec", "foremost", "scalpel",
    "debugfs", "trash", "Trash", "extract", "rsnapshot", ".bak", "backup", ".orig", ".old", "snapshot", "History", "checkout", "git show", "deleted", "lost+found", "dump",
    ".sql", "wal-g", "pgbackrest", "barman", "rollback", "rollout undo", "volume create", "docker run", "import", "state push", "publish", "deprecate", "yank", "delete",
    " -d", "chmod", "chown", "setfacl", "getfacl", "/reset", "recover",
)  # fmt: skip


def regrets_of(event: Event) -> tuple[Regret, ...]:
    """The signs of regret in one event that name something: of a message by the user or the agent, or of a command that mends."""
    if event.kind == "message" and event.by == "user":
        return _of_user(event)
    if event.kind == "message" and event.by == "agent":
        return _of_agent(event)
    if event.kind == "command":
        return _of_command(event)
    return ()


def anger_of(event: Event) -> tuple[Regret, ...]:
    """What a user's message says against the work, without naming a loss; costs more than the others, so it is asked last."""
    if event.kind != "message" or event.by != "user" or len(event.text) >= _REMARK:
        return ()
    said = read_mood(event.text)
    words = said.damage or said.sarcasm or said.shout or said.reject
    return (_regret("angry", event, words, _plain(event.text)[:_ABOUT]),) if words else ()


def names_kind(text: str, kind: Kind) -> bool:
    """Whether a text names something of the kind that would be lost."""
    return bool(_KIND_NOUNS[kind].search(text))


def _of_user(event: Event) -> tuple[Regret, ...]:
    low = _plain(event.text)
    found: dict[Sign, Regret] = {}
    for sign, rule in _USER_RULES:
        if sign in found or not rule.search(low):
            continue
        for clause in _CLAUSE.split(low):
            if len(clause) <= _LONG and (hit := rule.search(clause)):
                found[sign] = _regret(sign, event, hit[0], low[:_ABOUT])
                break
    if found and _pleased(event.text):
        return ()
    if _LOUD.search(event.text[:_ABOUT]):
        return tuple(replace(each, loud=True) for each in found.values())
    return tuple(found.values())


def _pleased(text: str) -> bool:
    """Whether somebody thanks or praises and is not being bitter."""
    said = read_mood(text)
    if _THANKS.search(text):
        return not (said.sarcasm or said.shout)
    # "perfect, the demo is gone" is meant as it is said; "perfect, all my notes are gone" is not
    return bool(said.praise) and not (said.damage or said.shout or _OWNED.search(text))


def _of_agent(event: Event) -> tuple[Regret, ...]:
    low = _plain(event.text)
    if not any(hint in low for hint in _AGENT_HINTS):
        return ()
    sorry = _SAID_SORRY.search(low)
    rules = [rule for rule in _SURE if rule.search(low)]
    own = _OWN.search(low) is not None
    for clause in _CLAUSE.split(low) if rules or own else ():
        if len(clause) > _LONG:
            continue
        for rule in rules:
            hit = rule.search(clause)
            if hit and not _NO_SUCH.search(clause[: hit.start()]) and not clause.rstrip().endswith("?"):
                return (_regret("confessed", event, hit[0], clause),)
        hit = _OWN.search(clause) if own and (sorry or _ACCIDENT.search(clause)) else None
        if hit and not _NO_SUCH.search(clause[: hit.start()].rpartition(",")[2]):
            return (_regret("confessed", event, hit[0], clause),)
    return (_regret("sorry", event, sorry[0], low[max(0, sorry.start() - 200) : sorry.end() + 300]),) if sorry else ()  # fmt: skip


def _of_command(event: Event) -> tuple[Regret, ...]:
    text = event.text[:_MOST]
    if not any(hint in text for hint in _REPAIR_HINTS):
        return ()
    found = []
    for sign, kind, rule in _REPAIR_RULES:
        if hit := rule.search(text):
            line = text[text.rfind("\n", 0, hit.start()) + 1 :].split("\n", 1)[0]
            found.append(Regret(sign, event.by, event.id, event.at, event.seq, line[:300], text, (kind,), event.agent))  # fmt: skip
    return tuple(found)


def _plain(text: str) -> str:
    """The words of a message, without pasted code and quotes, in lower case; the same length is not kept."""
    text = unicodedata.normalize("NFKC", text[:_MOST]).replace("’", "'")
    return _CODE.sub(" ", text).lower()


def _regret(sign: Sign, event: Event, words: str, clause: str) -> Regret:
    return Regret(sign, event.by, event.id, event.at, event.seq, _as_said(event.text, words), clause, (), event.agent)  # fmt: skip


def _as_said(text: str, words: str) -> str:
    """The sentence around the words as it stands in the event, so that it can be quoted; a short message whole."""
    if len(text.strip()) <= _SHORT:
        return " ".join(text.split())
    low = text.lower().replace("’", "'")
    at = low.find(words)
    if at < 0:
        return " ".join(text.split())[:200]
    start = max((text.rfind(end, 0, at) for end in ("\n", ". ", "! ", "? ", "。")), default=-1) + 1
    ends = [end for mark in ("\n", ". ", "! ", "? ", "。") if (end := text.find(mark, at + len(words))) >= 0]
    return text[start : min(ends, default=len(text)) + 1].strip()[:240]
