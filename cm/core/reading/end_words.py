"""Words at the end of a session beside those of mood and claims: undoing, handing over, putting off, counting parts.

Wide groups of words in several languages, none of which decides alone: `core/reading/ends.py` makes marks of them, and
`core/reading/words/ends.py` says what a mark is worth. Not here: acceptance and complaint (`core/reading/mood.py`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final, TypeAlias

Cues: TypeAlias = Mapping[str, str]
"""Names of groups of words, and the pattern of each."""

_NUMBER: Final = (
    r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|ein\w*|zwei|drei|vier|fünf|sechs|sieben|acht|neun"
    r"|zehn|elf|zwölf|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez)"
)
BY_USER: Final[Cues] = {
    "undoes": r"\b(?:revert\w*|undo\w*|undid|roll(?:ed|ing)? (?:\w+ )?back|put (?:\w+ ){1,3}back|tak(?:e|ing) (?:\w+ ){1,3}out|took (?:\w+ ){1,3}(?:out|down)|pulled (?:it|that)|switched (?:it|that) off|get rid of (?:it|that)|git (?:reset|checkout|restore)|back to the old|old (?:one|version|layout)|rückgängig|zurück\w*|(?:wieder|bau\w*) \w* ?aus|ausgebaut|alte version|deshaz\w*|deshacer|revier\w*|vuelve|annule\w*|remets|desfa\w+|annulla\w*)\b|还原|恢复|撤销|回滚|改回|去掉吧|戻して|元に戻|되돌려",
    "drops": r"\b(?:drop(?:ped)? (?:it|this|that|the (?:idea|plan|change|feature))|bin (?:it|this|that)|into the bin|throw\w* (?:it|this|that)? ?away|scrap\w*|abandon\w*|forget (?:it|that|this)|laisse tomber|tant pis|lascia perdere|déjalo|lo dejamos|dejarlo|lassen (?:wir )?(?:es|das)|(?:wir )?lassen (?:das|es)|lass (?:es|das)|dann eben nicht|desisto|deixa pra lá|never ?mind|let'?s not|not worth|no go|not usable|decided against|cancel\w*|verw(?:erf|orf)\w*|i'm (?:out|done)|i give up|gave up|had enough|stay (?:on|with|where))\b|算了|不弄了|放弃|諦め|見送|もういい|그만",
    "hands over": r"\b(?:i'll|i will|i'd|let me|i can|we'll|she'll|he'll|will) (?:\w+ )?(?:do|take|write|ask|talk|call|look|handle|assign|order|fix|tell|discuss|check|draw|buy|get)\b|\b(?:myself|by hand|on my own|for me|is mine)\b|\b(?:ich|mach\w*) (?:\w+ ){0,3}(?:selbst|selber|dann)\b|\b(?:lo hago yo|la (?:pongo|hago) yo|la faccio io|je (?:le |la )?ferai)\b|我(?:自己)?来|自分で|別で対応|제가",
    "later": r"\b(?:tomorrow|tonight|later|next (?:week|month|time|sprint)|some (?:other )?(?:day|time)|another (?:day|time)|this weekend|over the weekend|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|wait(?:s)?|for now|for the moment|yet|morgen|später|nächste\w*|mañana|luego|después|otro día|demain|plus tard|domani|dopo|amanhã|depois)\b|明天|以后|下次|回头|明日|後で|また今度|나중에|내일",
    "will try": r"\b(?:will|i'll|i'd|let me|going to|gonna|we'll|let's) (?:\w+ )?(?:test|try|check|see|know|think|sleep|run|look|ask the)\b|\b(?:probier\w*|teste?) (?:ich|wir)\b|\blo pruebo\b|\b(?:think about|sleep on)\b|试试|試して|試し|확인해",
    "a part": r"\b(?:first|second|third|fourth|fifth|sixth|last one|other one|the others?|others|rest|half|part|both|one of|two of|except|apart|without|only|just|everywhere|erste\w*|zweite\w*|dritte\w*|zwölfte\w*|letzte\w*|hälfte|rest|außer|nur|primer\w*|segund\w*|tercer\w*|último|resto|mitad|premi(?:er|ère)|second\w*|troisième|derni\w+|terza|ultim\w+)\b|第[一二三四五六七八九十]|一半|剩|其他|最后|残り|最後の|半分",
    "closes": r"\b(?:clos(?:e|ing|ed)|ticket|wrap(?:ping)? up|feierabend|going home|bye|schließ\w*|cierra|cerrar|fermer?)\b|收工|关(?:掉|闭)|閉じ",
    "blames": r"\b(?:you(?:'ve| have| just| also| only)* (?!can|could|may|might|should|will|would|are|were|do|did|know|think|rock|want|need|see|for|saved|the|and|so\b)\w+(?:ed|t|d|ke|te|ew|en|nk|ose|ot|id|ave)\b|(?:du|ihr) (?:hast|habt)\b|has \w+[ai]do\b|tu as\b|your (?:change|fix|optimi[sz]ation|index|cache|patch|version))|你(?:把|又|删|改)",
    "others say": r"\b(?:client|customers?|users?|boss|reviewer|team|qa|management|everyone|everybody|nobody|people|colleague|kunde\w*|chef|cliente\w*|jefe)\b|客户|老板|用户|顧客|お客",
    "plea": r"!{2,}|\?{2,}",
    "marvels": r"\b(?:omg|wow|whoa|woo+|hooray|hurray|yay|phew|amazing|awesome|finally|at last|love[ds]?|!!)(?!\w)|🎉|❤|😍|🥳|💯|😀|😊|🙌|🚀|✨|🔥|👏|:\)|:-\)|<3",
    "groans": r"🤦|😡|😠|🙄|👎|😤|🤬|😞|😢|:\(|:-\(|\b(?:damn|ugh|argh|grr+|hmpf|ffs|wtf|jesus|christ|honestly|come on|unbelievable|insane|joke|waste\w*|useless|pointless|hopeless|ridiculous|hate|worst|horrible|terrible|awful|unacceptable|not (?:amused|happy|acceptable)|getting old)\b|\.\.\.$|…$|唉|气|烦|ったく",
    "stays same": r"\b(?:still|same|again|as before|unchanged|no (?:change|effect|gain|difference|sound)|nach wie vor|immer noch|wieder|unverändert|sigue\w*|otra vez|igual|toujours|encore|même|ainda|continua|ancora)\b|还是|仍|又|一样|まだ|同じ|また|変わ|아직|여전히",
    "proof": r"\b(?:works?|working|passes|passed|green|gone|loads?|runs|boots|matche?s?|compiles|confirmed|verified|approved|signed|merged|live|funktioniert|läuft|geht|klappt|passt|stimmt|funciona|va bien|carga|se ve|marche|s'affiche|funcion\w+|funziona)\b|好了|可以|能用|对上|正常|動き|直り|表示され|돼요|됩니다|되네요",
    "denies": r"\b(?:no|not|nope|nothing|none|never|isn't|aren't|doesn't|don't|didn't|hasn't|haven't|can't|won't|nicht|kein\w*|nie|nein|nada|nunca|pas|plus rien|não|non)\b|不|没|沒|未|ない|ません|안 ",
    "but": r"\b(?:but|though|although|however|yet|only|while|and now|except|without|aber|dafür|nur|pero|aunque|mais|mas|ma)\b|但|可是|不过|就是|ですが|ましたが|けど",
    "praise then stop": r"^\W*(?:oh |well |so )?(?:great|wonderful|fantastic|lovely|brilliant|bravo|nice|perfect|super|toll|klasse|spitze|prima|genial|qué bien|真棒|太好了|おかげで)[ ,.!、，]+(?!job|work|thank|catch|one\b|danke|gracias)\w+ \w+",
    "praise last": r"(?<=[.!?,;] )(?:really |just |oh )?(?:great|wonderful|brilliant|lovely|fantastic|super|toll|klasse|bravo|well done|great job|really great job|super gemacht|bargain|great deal|just great|perfect)\W*$",
}
AGENT_CUES: Final[Cues] = {
    "regrets": r"\b(?:sorry|apologi[sz]e|unfortunately|tut mir leid|leider|lo siento|perdón|désolé|desculpe|mi dispiace)\b|抱歉|对不起|申し訳|すみません|죄송",
    "glad": r"^\W*(?:glad|good|great|nice|happy|my pleasure|you're welcome|no (?:problem|worries)|thank|gern|freut|de nada|avec plaisir|de rien|prego|danke)\b|不客气|どういたしまして|よかった|다행",
    "nods": r"^\W*(?:understood|ok(?:ay)?|i see|sure|alright|noted|verstanden|alles klar|gut|de acuerdo|vale|entendido|got it|anything else)\b|^(?:好的?|明白|了解|承知|네)",
    "undid": r"\b(?:undone|revert\w*|rolled? ?back|rollback|restored?|taken out|took out|reset to|dropped|discarded|removed again|zurück\w*|ausgebaut|verworfen|revertid[oa]|deshecho|restaurad[oa]|annulé|remise|desfeito)\b|已?(?:恢复|还原|回滚|撤销|改回)|戻し|되돌렸",
    "offers": r"\b(?:i can|i could|i'll|i will|let me|i'd|ich (?:kann|schaue|prüfe|setze|nehme|korrigiere)|voy a|puedo|lo miro|je (?:vais|regarde|corrige)|vou)\b|我(?:看看|马上|会)|可以(?:修|改)|確認します",
    "asks": r"\?\s*$|\b(?:shall|should) i\b|which \w+ should|吗|ですか",
    "stopped": r"^\W*(?:stopped|paused|stopping|angehalten|gestoppt|parado)|\b(?:stopped|aborted|gave up|ended) (?:at|the|after|it)\b",
    "not": r"\b(?:not|no|none|nothing|never|cannot|isn't|aren't|doesn't|don't|didn't|hasn't|haven't|can't|couldn't|won't|wasn't|lacks?|refuse[sd]|nicht|kein\w*|nie|nada|pas|não|non)\b|不|没|未|ない|ません|できず|안 |없",
    "rest": r"\b(?:the (?:rest|others?|remaining|second|third|fourth|last|sixth|fifth)|still|left|except|but|only|except|rest|übrig|noch|queda\w*|falta\w*|menos|dernier|dernière|seconde|terza|ultimo)\b|其余|剩|还有|第[二三四五]|最后|残り|最後|하나는",
    "needs": r"\b(?:needs?|need|depends?|requires?|would have to|have to|lacks?|without|permission|access|license|key|library|braucht|fehlt|necesita|falta|permiso)\b|需要|权限|缺|必要|権限|권한",
    "numbers of": rf"\b{_NUMBER} (?:\w+ )?(?:of|von|de|out of|/) (?:the |den |los |las )?{_NUMBER}\b|\b(?:all but|most of|both)\b",
    "counts": rf"\b{_NUMBER} (?:\w+ )?(?:are|were|have|is|need|left|still|sind|ist|fertig|fehlt|quedan?|done|in|did|tables?|answered)\b|[两三四五六七八九十]个|[一二三四五六七八九]つ",
    "plans": r"\b(?:running|continuing|reading|working on|in the background|will take|hours?|waiting|review|pending|still running|epoch|started|im hintergrund|ich lese|estoy)\b|正在|中です",
    "not run": r"\b(?:haven't run|have not run|didn't run|not (?:run|executed|applied|tested)|reasoned|should (?:work|be|go)|you(?:'ll)? need to|copy it|put it|nothing (?:has been|was|applied))\b|应该|はずです",
    "worse": r"\b(?:slower|worse|below|missed|drops?|too (?:big|slow|large)|plateaus?|not enough|langsamer|schlechter|peor)\b|更慢|更差",
}
OUTPUT_CUES: Final[Cues] = {
    "trial": r"\b(?:dry[- ]?run|would (?:be )?\w+|preview|plan:)",
    "pending": r"\b(?:pending|required|queued|waiting|in progress|running|started|epoch 0?\d/|step \d+/|uploaded|-> )",
    "trouble": r"\b(?:missing|corrupt\w*|skipped|lost|conflict\w*|invalid|rejected|bounced|aborted|deadlock|leaks?|unreadable|refused|forbidden|failed|failures?|error|denied|timeout|not found|limit|exceeded|overflow\w*)\b",
    "parts": r"\b(\d+) (?:of|von|de|/|out of) (?!\1\b)\d+\b|\b\d+ \w+, [1-9]\d* \w+|\buntil\b",
    "files only": r"^(?:[mad?]{1,2} \S+|total \d+|\S+\.(?:md|txt)|src\b)|\bformatted\b",
    "tests": r"\b(?:passed|tests?|passing|specs?|ok\b)",
    "build": r"\b(?:build|built|compiled|finished|done in|vite)\b",
    "undone": r"\b(?:head is now at|rolled back|rollback|reverted|drop (?:index|table)|restored?|undone)\b",
    "zero": r"(?<![\d.,])(?:0|no|zero) (?:\w+)",
    "measure": r"\d\s?(?:ms|s\b|m\b|kb|mb|gb|%|mb/s|bytes|rpm)|\bp9\d\b|\bp50\b",
}


@dataclass(frozen=True, slots=True)
class Words:
    """The words and pairs of words of a text, and how many words it has."""

    found: tuple[str, ...]
    length: int


_NEAR: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+")
_WORD: Final = re.compile(
    r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+|[!?]+|[\U0001F300-\U0001FAFF\u2600-\u27bf]|:\)|:\(", re.UNICODE
)


def plain(text: str) -> str:
    """The text in one spelling: compatibility forms, quotes and letters alike."""
    return unicodedata.normalize("NFKC", text).replace("’", "'").lower()


def words_of(low: str) -> Words:
    """The words and pairs of a plain text; scripts without spaces are read by one and two characters."""
    found: dict[str, None] = {}
    length = 0
    for run in _NEAR.findall(low):
        length += max(1, len(run) // 2)
        found |= dict.fromkeys(run[at : at + 2] for at in range(len(run) - 1))
        found |= dict.fromkeys(char for char in run if char > "\u3400")
    words = ["0" if word.isdigit() else word for word in _WORD.findall(_NEAR.sub(" ", low))]
    found |= dict.fromkeys(words)
    found |= dict.fromkeys(f"{one} {two}" for one, two in pairwise(words))
    return Words(tuple(found), length + len(words))


def cues_in(cues: Cues, low: str) -> Iterator[tuple[str, str]]:
    """The names of the groups of which the plain text has a word, each with that word."""
    for name, pattern in cues.items():
        found = _compiled(pattern).search(low)
        if found:
            yield name, found[0].strip()


def clauses(text: str) -> list[str]:
    """The parts of a message that may each judge another thing."""
    return [part for part in _CLAUSE.split(text) if part.strip()]


_CLAUSE: Final = re.compile(
    r"[.;:!?\n]+(?=\s|$)|, |[，。；！？、]+|\b(?:but|though|although|and now|aber|dafür|pero|aunque|mais)\b|但是?|可是|不过|(?<=[すただる])(?:が|けど)",
    re.IGNORECASE,
)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.MULTILINE)
