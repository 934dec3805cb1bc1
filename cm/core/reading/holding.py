"""Whether a sentence tells of a project, an organisation or a person what is so and stays so: who looks after what, where things run,
what there is and is not, since when, who somebody is.

By frames of a sentence in a few languages, on its plain form (`core/reading/prose.py`). One sign among others
(`core/reading/signs.py`): what a state of the moment, a product or a question is, other signs tell. Whom it is about: `core/reading/whom.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from cm.core.reading.since import MONTH

_WHEN: Final = rf"(?:(?:{MONTH})(?: (?:1st|\d{{1,2}}(?:st|nd|rd|th)?,?))?(?: \d{{4}})?|(?:19|20)\d\d(?:-\d\d(?:-\d\d)?)?|q[1-4](?: \d{{4}})?|version \d[\d.]*|v\d[\d.]*)"
_PLACE: Final = (
    r"(?:prod(?:uction)?|staging|stage|preprod|pre-production|sandbox|live|qa|uat|dev|test|ci|main|primary|master|default|legacy|internal|public|private|shared|whole|mobile|web"
    r"|android|ios|desktop|marketing|billing|payments?|search|auth|login|data|platform|infra(?:structure)?|deploy(?:ment)?|release|nightly|on-call|support|design|error|feature|api)"
)
_THING: Final = (
    r"(?:data ?bases?|dbs?|apis?|services?|servers?|clusters?|sites?|web ?sites?|apps?|back-?ends?|front-?ends?|pipelines?|repos?(?:itor(?:y|ies))?|monorepo|configs?|configuration|logs?|backups?|secrets?"
    r"|tokens?|flags?|docs?|documentation|urls?|hosts?|domains?|buckets?|queues?|cache|caches|trackers?|targets?|builds?|releases?|invoices?|customers?|clients?|tenants?|users?|jobs?|crons?|tests?|boxes|box|vpn"
    r"|environments?|envs?|instances?|accounts?|images?|packages?|registry|gateway|proxy|broker|migrations?|metrics|alerts|dashboards?|contracts?|sla|slo|budgets?|year|sprints?|teams?|department|departments"
    r"|office|company|agency|vendor|provider|ids?|keys?|ports?|modules?|director(?:y|ies)|folders?|file|version|versions|branch|runtime|compiler|stack|licen[cs]e|scheme|format|encoding|schema)"
)
_LOOKED_AFTER: Final = (
    r"(?:owned|maintained|run|managed|operated|handled|signed off|reviewed|administered|looked after|hosted|deployed|built|served|generated|stored|kept|billed|paid|released|published|backed up|versioned|cut"
    r"|written|compiled|synced|mirrored|provisioned|monitored|supported|sponsored|funded|licensed|rotated|scheduled|tested|shipped|tracked|configured|encrypted|cached|routed|exposed|translated)"
)
_BY: Final = r"(?:by|on|at|in|from|with|via|through|to|every|only|as|under|using|behind|out of|once|twice|weekly|daily|nightly|monthly|quarterly)"
_NOT_A_FACT: Final = (
    r"(?:half|almost|nearly|about to|partly|down|up|broken|slow|fast|faster|slower|red|green|empty|full|wrong|missing|failing|ready|done|back|still|too|very|so|now|again|right|correct|better|worse|fine|ok|okay|good|bad|great|nice|off|gone|just"
    r"|unreachable|offline|online|running|loading|getting|not (?:working|responding|found|there|showing|ready|visible|correct|right)|unavailable|stuck|flaky|dead|weird|strange|ugly|long|short|messy|clean|cleaner)\b"
)
_OF_OURS: Final = r"(?:the|our|my|this|all|every|each|both|most|a|an)"
_SUBJECT: Final = rf"(?:{_OF_OURS} )?(?:[\w./@-]+ ){{0,2}}?(?:{_PLACE} )*(?:{_THING}|{_PLACE})(?: (?:of|for|against|with|to|in) (?:the |our )?(?:[\w./-]+ ){{0,2}}?[\w./-]+)?"
_STAYS: Final = (
    r"(?:runs?|lives?|listens?|sits?|comes?|speaks?|resets?|restarts?|works?|expires?|starts?|ends?|belongs?|points?|goes|go|ships?|syncs?|reports?|boots?|builds?)"
    r" (?:only )?(?:on|in|at|from|behind|every|until|to|under|with|through|as|over|inside|against|once|via)"
)

_ENGLISH: Final = (
    # who looks after what, how it is made and kept
    rf"(?:is|are|isn't|aren't|get|gets) (?:not |only |now |also |all )?{_LOOKED_AFTER} {_BY}\b",
    r"(?:is|are) (?:responsible for|in charge of|on call for|the (?:\w+ )?(?:owner|maintainer|lead|manager|contact|boss|admin|dba|architect|reviewer|designer|tester|cto|ceo|po|customer|client)s?\b)",
    rf"(?:owns|maintains|looks after|took over|takes care of|signs off|administers|leads) (?:on )?(?:the|our|all|his|her|their|every|`x`|[\w-]+ {_THING})\b",
    r"(?:belongs?|belonging) to (?:the|our|[\w-]+'s) (?:[\w-]+ )?(?:team|department|group|company|customer|client|people|squad)",
    # where things are, what they are, with what
    rf"^{_SUBJECT} (?:is|are|isn't|aren't|was always) (?!{_NOT_A_FACT})(?!\w+ing\b)(?:not |only |all |still on |now on )?\S",
    rf"^{_SUBJECT} {_STAYS}\b",
    rf"^(?!(?:the |a |each |every |our )?(?:user|customer|client|tenant|account)s? ){_SUBJECT} (?:requires?|needs?|uses?|takes|has|have|contains?|supports?|targets?|exposes?|expects?) (?:about |around |only |at least |no |a |an |the )?[\w`/~\d]",
    r"(?:lives?|is kept|are kept|sits?) in (?:another|a different|its own|a separate|the) (?:repo|repository|project|folder|package|account|cluster|place)",
    # what there is and is not
    rf"^there (?:is|are|'s) (?:no|only|exactly|two|three|four|five|one|\d+|a separate|a second|another) (?:\w+ ){{0,2}}?{_THING}\b",
    rf"^(?:we|i) (?:don't have|do not have|have no|have|only have|have only) (?:a|an|any|no|one|two|three|four|\d+|only|our own) (?:[\w-]+ ){{0,2}}?{_THING}\b",
    r"we(?:'re| are) (?:a |an |only |just )?(?:team|company|startup|agency|non-profit|group|bank|hospital|university|two|three|four|five|six|\d+) (?:of|people|devs|developers|engineers|with|that|who)\b",
    rf"(?:we|customers|clients|users) (?:are |get )?(?:bill(?:ed)?|charged?|deploy|host|ship|release|store|support|target|track|pay|paid|run) (?:everything |it |all of it |only )?(?:in|on|to|with|from|at|every|by|to|only|`x`|{_THING})\b",
    # since when, until when
    rf"(?:since|as of|from|until|till|up to|starting(?: in| on)?|effective) (?:the (?:start|beginning|end|middle) of |early |mid |late |end of )?{_WHEN}(?: on(?:wards?)?)?\b.{{0,80}}\b(?:is|are|lives?|runs?|requires?|uses?|owns?|we|has|have|needs?|takes|costs|gets|no longer|only|must|works?)\b",
    rf"\b(?:is|are|runs?|lives?|owns?|has been|works?|requires?|uses?|lasts|holds)\b.{{0,80}}\b(?:since|as of|until|till|from) (?:the (?:start|beginning|end|middle) of |early |mid |late |end of )?{_WHEN}\b",
    rf"(?:in|since|on) {_WHEN} we (?:\w+ )?(?:decided|agreed|moved|switched|migrated|dropped|renamed|stopped|started|replaced|adopted|froze|signed|changed|went|chose)\b",
    rf"we (?:\w+ )?(?:moved|switched|migrated|renamed|changed) (?:\w+ ){{0,3}}?(?:from|to|off|over to) .{{1,60}}\b(?:in|since|on) {_WHEN}\b",
    # who somebody is
    r"^(?:i|we) (?:live|work|sit|am based|are based|'m based) (?:in|at|on|from|for|with)\b(?! (?:it|this|that)\b)",
    r"^i(?:'m| am) (?:the (?:only|sole)|a|an|the|one of the) (?:\w+ ){0,2}?(?:maintainer|developer|dev|designer|student|scientist|engineer|admin|owner|manager|contractor|freelancer|teacher|researcher|founder|analyst|beginner|lead)\b",
    r"^my (?:name|boss|manager|team|employer|job|role|title|company|pronouns|colleague|co-founder|time ?zone|laptop|machine|keyboard|shell|editor|locale|wife|husband|partner) (?:\w+ ){0,2}?(?:is|are|runs?|has|uses?|signs|reads)\b",
    r"\b(?:left|joined|has left|has joined) (?:the |our )?(?:company|team|project|organi[sz]ation)\b",
    # what words mean
    r"\b(?:is|are) (?:short for|spelled|spelt|pronounced|called|named|known as|another (?:name|word) for|our (?:name|word|error|issue|code|main|only|own|internal|primary)\b)",
    r"\b(?:stands for|means|refers to) (?!that|you|i|we|it)\S",
    r"^(?:everything|all of it|the code|the whole thing) (?:in|under|below|behind) .{1,40} (?:is|belongs|comes|was) \S",
)  # fmt: skip
_GERMAN: Final = (
    r"\b(?:ist|sind) (?:[\wäöüß-]+ ){0,4}?(?:zuständig|verantwortlich)\b", r"\b(?:läuft|laufen|liegt|liegen|hängt|sitzt) (?:bei|auf|in|im|unter|hinter|nur|am)\b",
    r"\b(?:gehört|gehören) (?:dem|der|den|zum|zur|zu)\b", r"\b(?:wird|werden) (?:[\wäöüß-]+ ){0,4}?(?:von|bei|auf|über|mit|durch) .{1,60}(?:betreut|gewartet|gehostet|betrieben|verwaltet|gepflegt|ausgeliefert|gebaut|deployt|deployed|erzeugt|gespeichert)\b",
    rf"\b(?:seit|ab|bis(?: ende| anfang)?) (?:dem |anfang |mitte |ende )?(?:\d{{1,2}}\. )?{_WHEN}\b.{{0,80}}\b(?:ist|sind|läuft|gilt|gelten|haben|hat|wir|betreut|macht|nutzen|verwenden)\b",
    r"\bmeine? (?:chef|chefin|name|team|firma|kollegin|kollege|rechner|zeitzone|rolle) (?:ist|heißt|sind|hat|läuft)\b", r"^ich (?:wohne|arbeite|sitze|bin) (?:in|bei|als|der|die|im)\b",
    r"\b(?:unsere?|die) (?:[\wäöüß-]+ ){0,2}?(?:produktion|datenbank|staging|testumgebung|umgebung|api|server|pipeline|cluster|kunden?|rechnungen|ids?) (?:ist|sind|hat|haben|heißt|heißen|lauscht|hört) (?!kaputt|rot|weg|down|langsam|wieder|noch|gerade|nicht da)\S",
    r"\bwir (?:haben|sind) (?:keine?n?|nur|zwei|drei|vier|ein|eine)\b",
)  # fmt: skip
_SPANISH: Final = (
    r"\b(?:es|son) (?:el |la |los |las )?(?:responsables?|encargad[oa]s?|dueñ[oa]s?) (?:de|del)\b", r"\b(?:corre|corren|vive|viven|está alojad[oa]|se despliega|se despliegan|se hospeda) (?:en|con|desde)\b",
    r"\bla base de datos (?:de (?:producción|pruebas|staging) )?es\b", r"\b(?:el|la|nuestr[oa]) (?:\w+ )?(?:producción|servidor|api|equipo|clúster|entorno|cliente)(?: de \w+)? (?:es|usa|tiene|pertenece|escucha) (?!lento|lenta|roto|rota|caíd)",
    r"\bmi (?:jefe|jefa|nombre|equipo|empresa|zona horaria) (?:es|se llama)\b", r"\b(?:vivo|trabajo) en\b", rf"\b(?:desde|a partir de|hasta) {_WHEN}\b.{{0,80}}\b(?:es|son|usamos|está|están|se)\b", r"\b(?:somos un equipo de|no tenemos)\b",
)  # fmt: skip
_FRENCH: Final = (
    r"\b(?:est|sont) (?:le |la |les )?(?:responsables?|hébergée?s?|déployée?s?|gérée?s?|maintenue?s?) (?:de|du|par|sur|chez|des|avec)\b", r"\b(?:tourne|tournent|se trouve|habite) (?:sur|chez|à|en|dans)\b",
    r"\b(?:la|notre) base de (?:données )?(?:de )?(?:production|prod|test) est\b", r"\bmon (?:chef|nom|équipe|entreprise) (?:est|s'appelle)\b", r"\bj'habite\b",
)  # fmt: skip
_ASIAN: Final = (
    r"(?:生产|线上|测试|预发|数据库|服务|接口|后端|前端|网站|代码|日志)[^，。？?]{0,12}(?:跑在|部署在|放在|托管在|是用|用的是|由|是(?!不是|否|什么))", r"由[^，。]{1,12}(?:负责|维护|管理)", r"[^，。]{1,8}(?:负责|管着)[^，。]{2,}", r"我(?:住在|在[^，。]{1,8}(?:工作|上班)|的老板|的时区)",
    r"(?:本番|ステージング|開発環境|データベース|db|api|サーバー?|ログ|ビルド)[^。？?]{0,10}は[^。？?]{1,40}(?:です|だ|にある|にあります|で動い|上にあ)", r"(?:の担当|の責任者|の管理者)は", r"が(?:担当|管理|メンテ)して",
)  # fmt: skip

_HOLDS: Final[Mapping[str, tuple[re.Pattern[str], ...]]] = {
    language: tuple(map(re.compile, frames))
    for language, frames in (
        ("en", _ENGLISH), ("de", _GERMAN), ("es", _SPANISH), ("fr", _FRENCH), ("zh", _ASIAN), ("ja", _ASIAN),
    )
}  # fmt: skip
_POINTS: Final = re.compile(
    r"^(?:this|that|it|it's|these|those|he|she|they|they're|here|the (?:list|dialog|button|menu|modal|page|screen|form|field|label|icon|table|row|column|response|request|output|error|result|test on|diff|animation|game|player|function|method|class|loop"
    r"|fix|change|issue|bug|typo|branch|pr|mr|commit|diff|stash|checkout|patch|second|first|last|next|other|new|old|current|approach)\b|(?:my|your|this) (?:branch|changes?|prs?|mr|commits?|diff|stash|checkout|patch|code|tests?)\b)|\b(?:should|could|would|might|maybe|perhaps|let's|please|want|wants|will be|i think|i guess|seems?|looks? like|says?|said)\b"
    r"|\b(?:bitte|vielleicht|soll|sollte|müsste)\b|\b(?:quizás?|debería)\b|吗|？|\?$"
)
LONGEST: Final = 300


def holds(plain: str, languages: Iterable[str] = ("en",)) -> bool:
    """Whether a sentence has the frame of what stays so, of a thing that can be named."""
    text = _OPENS.sub("", plain[:LONGEST])
    if (text.count(" ") < 2 and text.isascii()) or _POINTS.search(text):
        return False
    return any(frame.search(text) for language in languages for frame in _HOLDS.get(language, ()))


_NAME: Final = re.compile(
    r"(?<=[\w,;(] )(?!I\b|I'|OK\b|PR\b|TODO\b|FYI\b|NOT\b|NEVER\b|ALWAYS\b|ONLY\b|MUST\b|ALL\b|NO\b)[A-Z][\w.&+-]*[\w+]|\b\w+\.(?:com|org|net|io|dev|example|internal|local)\b"
    r"|\b\d[\d.,]*\s?(?:GB|MB|TB|kB|GHz|%|rps|euros?|dollars?|tenants?|customers?|users?|people|accounts?|instances?|nodes?|replicas?|rows?|countries|languages)\b"
)
_STATES: Final = re.compile(
    r"(?:^|[,;:] )(?!(?:i|you|he|she|it|they|this|that|these|those|there|here|can|could|let|if|when|why|how|what|where|which|who|chrome|firefox|safari|docker|typescript|eslint|mypy|npm|pip)\b)"
    r"(?:[\w`\"'./@&-]+ ){1,6}?(?:is|are|isn't|aren't|has|have|goes|go|comes?|gets?|keeps?|uses?|needs?|owns?|reviews?|approves?|handles?|pays?|means|runs?|lives?|belongs?|speaks?|supports?|requires?|stays?|sits?|wrote|left|signs?|answers?|changes?|starts?"
    r"|ends?|happens?|can approve|may approve|can only|may only)\b(?! (?:to be|going|not working|been|failed|crash|throw|error))"
)
_I_HAVE: Final = re.compile(
    r"^(?:i|we) (?:have|use|run|work on|own|only have|don't have|do not have) (?:a|an|two|three|\d+|only|about|one|no|around)\b"
)
_FAULT: Final = re.compile(
    r"\b(?:error|errors|exception|fails?|failing|failed|crash\w*|bug|bugs|broken|wrong|null|undefined|missing|blank|empty|stuck|hangs?|timeouts?|warning|warnings|mess|conflict|conflicts|question|idea|problem|issue|4\d\d|500|outdated|unused)\b"
)


def names_what_is_so(plain: str, said: str) -> bool:
    """Whether a sentence says of something with a name or an amount, in the present, how it is."""
    text = _OPENS.sub("", plain[:LONGEST])
    if _POINTS.search(text) or _FAULT.search(text) or re.search(r"\b(?:is|are) " + _NOT_A_FACT, text):
        return False
    return bool(_NAME.search(said[:LONGEST])) and bool(_STATES.search(text) or _I_HAVE.search(text))


_OPENS: Final = re.compile(
    r"^(?:(?:fyi|btw|by the way|for (?:the record|context|your information|info)|note|reminder|also|and|but|so|ok|well|remember|just so you know|context|übrigens|nur zur info|zur info|por cierto|au fait)[,:;.… –—-]+(?:that )?)+"
)
