"""What is true of one moment only: to-dos, today, states of pull requests and branches, who is away, how full a disk is.

A condition is no moment: "until the health check passes", "frozen until 5.0", "if main is red, do not merge" may be rules.
"""

from __future__ import annotations

from typing import Final

from cm.core.screening.screens.check import Check

CONDITION: Final = (
    r"\b(?:if|when|whenever|while|unless|once|after|before|until|till|where|whether|as soon as|as long as|in case|even|because|since|wenn|falls|sobald|solange|"
    r"bevor|nachdem|ob|weil|si|cuando|mientras|antes|después|porque|must|should|never|always|only|may|make sure|ensure)\b|如果|当|若|时|前|后|とき|場合|なら|たら|まで|時"
)
_DAY: Final = (
    r"(?:(?:next |this |coming )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?:next|this|the coming|the end of the) (?:week|weekend|month|sprint|year|quarter)|tomorrow|tonight|today|noon|lunch|"
    r"midnight|eod|end of (?:the )?(?:day|week|month|sprint|year|quarter)|(?:early |mid |late |the end of )?(?:january|february|march|april|may|june|july|august|september|"
    r"october|november|december)|christmas|easter|new year|q[1-4]|the (?:\d{1,2}(?:st|nd|rd|th)|holidays?|weekend)|\d{1,2}(?:st|nd|rd|th)\b|"
    r"\d{1,2}[:.]\d\d|(?:one|two|three|four|five|six|\d{1,2}) ?(?:am|pm|o'clock)|20\d\d-\d\d(?:-\d\d)?)"
)
_THING: Final = (
    r"(?:review|pr|mr|pull request|merge|freeze|code freeze|incident|migration|demo|launch|audit|rollout|release (?!train|branch|candidate)|deploy(?:ment)?|outage|"
    r"meeting|holidays?|vacation|maintenance|upgrade|rewrite|refactor(?:ing)?|ticket|approval|hotfix|fix|rebase|sprint|experiment|investigation|trial)"
)
_OVER: Final = r"(?:is|are|has been|have been|was|gets|get)\s+(?:\w+ )?(?:through|over|done|finished|complete[d]?|merged|approved|in|out|back|resolved|closed|lifted|landed|fixed|gone|signed off|available|ready|deployed|released)"
_ITEM: Final = r"(?:(?:pr|mr|pull request|merge request|issue|ticket|story|task|bug|build|run|job|pipeline|deploy(?:ment)?)\s*[#!№]?\s*\d+|[#!]\d{1,6}|\b[a-z]{2,8}-\d{2,6})"
_BUSY: Final = (
    r"(?:waits?|waiting|awaits?|awaiting|needs? (?:approval|review|a review|another|to be (?:rebased|merged|reviewed|approved|finished))|(?:is|are|was|were|has been|have been|got|gets|"
    r"will be|still|is still|remains?|stays?)\s+(?:still |now |already |currently |just |almost |not yet )?(?:open|merged|closed|blocked|approved|reviewed|pending|draft|red|green|broken|failing|"
    r"failed|stuck|running|queued|in review|in progress|on hold|rejected|reverted|ready|done|stale|assigned|under review|up for review|down|flaky|finished|deployed)|failed|fails)"
)

_DATE: Final = r"(?:(?:next |this |coming )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|tomorrow|today|tonight|next (?:week|month)|(?:the )?\d{1,2}(?:st|nd|rd|th)|(?:january|february|march|april|june|july|august|september|october|november|december)(?: \d+)?)"

_GUIDES: Final = r"\b(?:never|always|do not|don't|must|only|use|run|avoid|keep|make sure|ensure|check|instead|should|nie|niemals|immer|nur|nicht mehr|muss|nunca|siempre|hay que|jamais|toujours|sempre)\b"
"""A past occasion is no moment when it is told as the reason of a guidance: "never run it there, last week it wiped the tenant"."""

CHECKS: Final[tuple[Check, ...]] = (
    Check(
        "not-lasting",
        "yesterday last other ago gestern ayer",
        r"\b(?:yesterday|last (?:night|week|weekend|month|monday|tuesday|wednesday|thursday|friday)|the other day|(?:a few |a couple of |\d+ |an? |two |three )(?:moments?|minutes?|hours?|days?|weeks?|while) ago|gestern|ayer)\b(?!['’]s\b|-)",
        _GUIDES
        + r"|(?:^|\s)[\"'“‘«][^\"'”’»]{0,20}$|\b(?:date|timestamp|column|partition|label|button|word|relative)\b",
        prose=True,
        anywhere=True,
    ),
    Check(
        "not-lasting",
        "ships ship starts launches due scheduled planned happens live meeting demo release launch audit version sprint standup",
        r"\b(?:(?:release|version|sprint|v|milestone|iteration) ?v?\d[\d.]*|the (?:next )?(?:demo|launch|release|meeting|audit|review|deploy(?:ment)?|migration|workshop|interview|freeze|sprint))\s+(?:\w+ )?(?:ships?|starts?|launches|goes live|is|happens|takes place|begins|ends|was moved|moved|is (?:due|scheduled|planned)|will (?:be|start|ship|happen))\s+"
        r"(?:\w+ )?(?:on|at|by|for|until|to)?\s*"
        + _DATE
        + r"(?=\W|$)|\bafter (?:the |our )?(?:standup|stand-up|meeting|lunch|call|demo)\b[^.\n]{0,40}\bwill\b|\bwill\b[^.\n]{0,40}\bafter (?:the |our )?(?:standup|stand-up|meeting|lunch|call|demo)\b",
        r"\b(?:every|each|always|if|when)\b",
    ),
    Check(
        "not-lasting",
        "yet off still todo next remaining pending open left wip status progress then follow fixme offen nächste nächster noch siguiente pendiente pendientes falta próximo continue resume pick",
        r"^\W*(?:to-?dos?|fixme|wip|next(?: steps?| up| task| action)?|remaining(?: work| tasks?| steps?)?|pending|open (?:points?|tasks?|items?|questions?)|left to do|still (?:to do|open|todo)|"
        r"status|current (?:status|state|task|step)|progress|follow-?ups?|nächste[rs]? schritte?|als nächstes|noch offen|noch zu tun|offene punkte|stand|zwischenstand|"
        r"siguientes? pasos?|próximos? pasos?|pendientes?|falta|estado(?: actual)?|tareas? pendientes?)\s*(?:[:：–—]|\b(?:is|are|ist|es|step|wird)\b)"
        r"|^\W*(?:next,|then,|now,|als nächstes|continue (?:with|at|from|by|the)|resume (?:with|at|from|work)|pick up (?:where|at|from|with)|carry on (?:with|at))"
        r"|\b(?:next step|next up|next task) (?:is|will be|would be|:)|\bremains to be (?:done|fixed|written|tested|implemented|seen)\b|\bstill (?:to do|has to be|have to be|needs? to be|need to)\b"
        r"|\b(?:i|we|you|they) still (?:have|need|must|want) (?:to )?|\b(?:has|have) yet to\b|\bleft off\b|\bon (?:my|the|our) to-?do list\b|\bwe (?:still )?(?:need|have) to finish\b|\bmuss(?:t)? noch\b|\bes fehlt noch\b|\bqueda por\b|\bpor hacer\b",
        r"\btodo comments?\b",
        prose=True,
    ),
    Check(
        "not-lasting",
        "right now currently moment present present presently momentarily temporarily meanwhile being today tomorrow tonight recently just "
        "morning afternoon evening week lately minute minutes hours far already shortly soon nowadays",
        r"\b(?:right now|just now|(?<!until )(?<!till )for now|as of now|as of today|currently(?! (?:supported|selected|focused|active|open|logged|checked|running|used|displayed|installed|visible|deployed|signed|playing|pinned)\b)|at the moment|at this (?:moment|point|time)|at present|presently|for the (?:time being|moment)|"
        r"temporarily|in the meantime|meanwhile|so far today|today|tonight|tomorrow|this (?:morning|afternoon|evening|week|weekend|month|sprint|minute)|"
        r"(?:we|i|the user|they|she|he) (?:have |has |'ve )?just (?:\w+ed|merged|began|sent|went|left|ran)|"
        r"earlier today|later today|soon to be)\b(?!['’]s\b|-)",
        r"\b(?:currently|today) (?:supported|selected|focused|active|open|logged|checked|running|used|displayed|installed|visible|deployed|signed|playing|pinned)\b|"
        r"\b(?:the|a|each|every|whatever|which|what|is|are|was|be|that)\s+(?:\w+\s+)?currently (?:in|on|at) (?:use|main|production|staging)\b|(?:^|\s)[\"'“‘«][^\"'”’»]{0,20}$|"
        r"\b(?:date|timestamp|column|partition|label|button|word|say|says|written|write|relative|words?)\b",
        prose=True,
    ),
    Check(
        "not-lasting",
        "until till by before after",
        r"\b(?:until|till|'til)\s+"
        + _DAY
        + r"(?=\W|$)|\b(?:by|before)\s+(?!noon|lunch|midnight|\d|the)"
        + _DAY
        + r"(?=\W|$)"
        r"|\b(?:until|till)\s+(?:the |our |this |that |his |her |their |its |a |my |[a-z]+['’]s )?(?:new |old |current |big |last |next |open |\w+ )?"
        + _THING
        + r"\b[^.;\n]{0,40}?\b"
        + _OVER
        + r"|\b(?:until|till)\s+(?:the |our |that |this )?(?:code freeze|freeze|incident|outage|holidays?|vacation|demo|launch|audit|review|meeting|hotfix|maintenance window)\b"
        r"|\b(?:until|till)\s+(?:further notice|then|now|later|the new one|a new one|[a-z]+ (?:is|are) back|(?:he|she|i|we|they|[a-z]+)\s+(?:returns?|comes? back|repl(?:y|ies)|answers?|gets? back|approves?|reviews?|"
        r"fix(?:es)?|decides?|responds?|has (?:approved|reviewed|answered|replied|fixed|decided)))\b"
        r"|\b(?:until|till)\s+(?:the |a |our )?(?:new|fixed|patched)\b[^.;\n]{0,30}\b(?:arrives?|lands?|ships?|comes?|is (?:there|out|in|here|released|delivered|installed|ready|available))\b"
        r"|\b(?:until|till)\s+(?:" + _ITEM + r")",
        r"\b(?:user|human|owner|reviewer|author|customer|client|server|caller|consumer|service|someone|team|worker|callback|promise)\s+(?:replies|answers|responds|returns|approves|reviews|decides|"
        r"has (?:approved|reviewed|answered|replied|decided))\b|\bno (?:ddl|deploy\w*|release\w*|backups?)\b[^.]{0,20}\bbefore\b|\b(?:every|each|daily|nightly|always)\b|[s]\b before (?:noon|lunch)|"
        r"\bbefore (?:a|the|every|each|any)\b",
        prose=True,
    ),
    Check(
        "not-lasting",
        "pr mr pull merge issue ticket story task bug build run job pipeline deploy deployment # ! -9",
        r"(?:^|[\s(])"
        + _ITEM
        + r"(?:\s*\([^)]{0,60}\))?\s+"
        + _BUSY
        + r"\b|\b(?:wait(?:s|ing)? (?:for|on)|blocked (?:by|on)|depends on) "
        + _ITEM
        + r"|\b(?:reviewing|merging|rebasing|finishing|fixing|review|merge|rebase|finish|approve|close) "
        + _ITEM
        + r"(?:\W|$)",
        CONDITION + r"|\b(?:utf|sha|iso|rfc|es|cve|http|tls|ipv|python|java|jdk|node|ssd|arm|x86)-\d",
    ),
    Check(
        "not-lasting",
        "wait* awai* bloc* pend*",
        r"\b(?:is|are|we are|i am|still|currently|now)?\s*(?:waiting (?:for|on)|awaiting)\s+(?:the |an? |his |her |their |our |your |\w+['’]s )?(?:\w+ )?(?:approval|review|reviews|reply|answer|feedback|sign-?off|response|"
        r"decision|merge|ci|build|confirmation|access|permission|credentials|clarification|input)\b|^\W*wait (?:for|until)\b[^.\n]{0,40}(?:approval|review|reply|answer|feedback|decision)\b"
        r"[^.\n]{0,20}\b(?:of|from|by|on)\b[^.\n]{0,20}\b(?:pr|mr|\d+|amal)\b|\b(?:is|are) (?:still |currently )?blocked (?:by|on)\b|\b(?:approval|review|decision|answer|merge) (?:is|are) (?:still )?(?:pending|outstanding|open)\b",
        CONDITION,
    ),
    Check(
        "not-lasting",
        "pr prs pull requests branch branches commit head tree worktree stash rebase merge main master ahead behind changes index",
        r"\bon (?:the )?branch `?[\w/.-]+`? (?:until|for now|at|and)|\b(?:current(?:ly)?|working) (?:branch|commit|head) (?:is|:)|\bcurrently on (?:branch|commit)\b"
        r"|\b(?:branch|head|main|master|develop|worktree|working tree|work tree|tree|stash|index) (?:`[^`]*` |\S+ )?(?:is|are|was|has|have|contains|sits|points)\s+(?:now |still |currently |already |\d+ commits? |been |at )?"
        r"(?:dirty|clean|ahead|behind|merged|rebased|deleted|pushed|stale|broken|red|green|uncommitted|unpushed|detached|diverged|out of date|up to date|ready|rebasing|at [0-9a-f]{7}|[0-9a-f]{7,40})\b"
        r"|\b(?:commit|sha|revision) `?[0-9a-f]{7,40}`?|\b(?:branch|branches|pr|prs|pull requests?|mr) (?:`[^`]*` |\S+ )?(?:still )?(?:needs?|lacks?|waits?|wants?) (?:an? |to be |for |another |its )?(?:rebase\w*|review\w*|approv\w*|merg\w*|fix\w*|second)\b|\b\d+ commits? (?:ahead|behind)\b|\bin the middle of (?:a|the) (?:rebase|merge|bisect|migration|refactor\w*|deploy\w*)\b"
        r"|\b(?:there are|has|have|with) (?:\d+ )?(?:uncommitted|unstaged|staged|unpushed|untracked) (?:changes?|commits?|files?)\b|\b(?:was|were|has been|have been|got) (?:merged|pushed|committed|reverted|rebased|cherry-picked|"
        r"deployed|released|rolled back)(?:\s+(?:to|into|in|on|as|with|at|by|from|yesterday|today)\b|\W*$)",
        CONDITION
        + r"|\bpinned\b|\b(?:which|that|what|already|commits that)\s+(?:was|were|has been|have been)\b",
    ),
    Check(
        "not-lasting",
        "tasks steps items tickets modules screens pages endpoints again user out credits quota tokens resets backlog rate last latest run tests test specs checks cases files errors warnings failures failing todo suite build ci main pipeline deploy server service container cluster queue migration job "
        "process pid port staging production prod database db api last latest run",
        r"\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|half|most|some|several)(?: of (?:the |these |those |our )?(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve)?)?(?: \w+)? (?:tests?|specs?|checks|cases|files|errors|warnings|failures|tasks|steps|modules|migrations|items|tickets)\s+(?:are |is |were |was |still |have |now )*"
        r"(?:fail(?:s|ing|ed)?|pass(?:es|ing|ed)?|left|remain(?:s|ing)?|red|green|broken|open|done|missing|to go|pending|skipped|unfinished|migrated|converted|to (?:fix|do|port|migrate))\b"
        r"|\b(?:the )?(?:tests?|test suite|suite|build|ci|main|master|pipeline|nightly|deploy(?:ment)?|server|dev server|service|site|cluster|queue|staging|production|prod|api|registry|vpn|proxy|database|db|runner|runners|"
        r"migration|import|export|job|container)\s+(?:is|are|has been|have been|keeps?)\s+(?:currently |now |still |again |all |already |completely |totally |partly |down since|being |half |\d+ ?% )*"
        r"(?:red|green|broken|down|failing|failed|passing|offline|unreachable|unavailable|running (?:in the background|on my|on pid)|hanging|stuck|flaky since|overloaded|migrated|done|finished|complete|in progress|"
        r"paused|back up|restarting|deployed|rolled out|being (?:migrated|rebuilt|restored|deployed))\b(?! (?:if|when|by|with|only|through|via|from|to|automatically|every|on (?:sundays|weekends))\b)"
        r"|\b(?:queue|backlog|build|run|wait|deploy|pipeline) (?:is|takes) (?:\w+ )?\d+ (?:minutes?|hours?|days?|jobs?) (?:long|behind|late|deep)|\bout of (?:credits|quota|tokens|budget|disk|space)\b[^.]{0,15}(?:,|until|;|$)|\b(?:quota|limit|credits|tokens) (?:is |are )?(?:used up|exhausted|reset\w*|gone|hit)\b|\bresets? (?:at|on|in) (?:\d|noon|midnight|about|\w+day\b)|\brate[- ]limited (?:until|for|now|again)|\b(?:hangs?|crash(?:es|ed)|fails?|failed|broke|breaks|stuck|down|red|blocked|failing|broken) again\b|\bthe user (?:is|seems|looks|feels|got) (?:\w+ )?(?:tired|hungry|angry|upset|stressed|busy|annoyed|frustrated|happy|impatient|in a hurry|about to|leaving|late|bored|waiting|gone)\b|\bthe user (?:wants|needs|has|plans|hopes|prefers|would like) to (?:\w+ ){1,5}(?:soon|now|today|tonight|tomorrow|first|this (?:week|evening|afternoon)|next)\b|\bpid \d+\b|\bprocess (?:id )?\d{3,}\b|\bin progress\b|\bhalf(?:way)?[- ](?:done|finished|through|migrated|ported|complete)\b|\b(?:step|phase|part) \d+ (?:of|/) \d+\b|\bnot (?:yet )?(?:finished|done|complete|merged|deployed) yet\b"
        r"|\bnot yet (?:merged|done|finished|deployed|reviewed|approved|pushed|released|tested|implemented|started|fixed|written)\b|\bis still (?:running|open|failing|broken|missing|red|down|in progress|not|waiting|unresolved|pending|compiling|being)\b"
        r"|\b(?:last|latest|previous|most recent) (?:run|build|deploy|deployment|test run|attempt|release) (?:took|failed|passed|was|is|broke|ended|crashed|finished)\b|\bbroken since\b|\b(?:down|red|failing|flaky) since\b",
        CONDITION + r"|\bcount(?:s)? as\b|\b(?:no|zero|0) (?:tests|errors|warnings|failures)\b|\bfeature\b",
    ),
    Check(
        "not-lasting",
        "lunch off away vacation holiday holidays leave office ooo sick ill meeting back travelling traveling asleep offline break unavailable busy trip parental weekend bed gone commuting call returns arrives answers available",
        r"\b(?:is|are|am|was|will be|'s|be)\s+(?:\w+ )?(?:at (?:lunch|the doctor|the dentist|a conference|dinner|the airport)|on (?:vacation|holiday|holidays|leave|(?:sick|parental|maternity|paternity) leave|a (?:break|call|trip|plane|train)|pto|the train|"
        r"the road)|out (?:of (?:the )?office|sick|today|for)|ooo|off (?:until|till|this|next|for the|today|sick|on|work|from)|away (?:until|till|this|next|for|from|today|on)|sick|ill|in (?:a meeting|bed|hospital|a call)|"
        r"back (?:on|at|in|by|from|tomorrow|next|after|later|soon)|travell?ing|asleep|unavailable (?:until|this|next|today)|gone (?:for|until)|commuting|home sick|not (?:available|reachable|around|in)(?: today| until| this| before)?)\b",
        CONDITION
        + r"|\b(?:feature|flag|mode|setting|server|service|node|host|api|endpoint|machine|device|system|app|database|by default)\b",
    ),
    Check(
        "not-lasting",
        "will would ll returns comes arrives leaves left gone back",
        r"\b(?:will|would|'ll)\s+(?:\w+ )?(?:answer|reply|respond|return|be back|review|decide|look|check|call back|get back|come back|write|confirm)\s+(?:\w+ ){0,4}?(?:after|at|by|later|tomorrow|tonight|in|on|next|when|once|soon|this)\b"
        r"|\b(?:returns?|comes? back|arrives?|leaves?) (?:on|at|in|from)?\s*"
        + _DAY
        + r"(?=\W|$)|\b(?:user|he|she|[a-z]+) (?:has )?(?:left|gone) for (?:the day|today|lunch|home)\b",
        r"\b(?:if|when|whenever|unless|server|service|node|host|api|endpoint|machine|client|system|app|database|job|worker|handler|function|call|cache|user may)\b",
    ),
    Check(
        "not-lasting",
        "% full free used usage left disk memory cpu load quota space gb mb tb",
        r"(?:\b(?:disk|partition|volume|drive|filesystem|memory|ram|swap|cpu|quota|storage|space|load|cache|log|heap|bucket|battery)\b|/dev/\w+|/var\b|/home\b|/tmp\b)[^.\n]{0,40}?\b(?:is|are|at|ist|sind|hat|has|to)\b[^.\n]{0,20}?"
        r"\b\d+(?:[.,]\d+)?\s*(?:%|percent|gb|mb|tb|gib|mib)[^.\n]{0,20}(?:full|used|free|left|available|remaining|in use|usage|belegt|voll|frei|occupied)"
        r"|\b(?:disk|partition|volume|memory|cpu|load|battery|swap|coverage|usage)\b(?:[^.\n]{0,20})? (?:is|are|stands|sits) (?:now |currently |already )?at \d+(?:[.,]\d+)?\s*(?:%|percent)?"
        r"|\b(?:only )?\d+(?:[.,]\d+)?\s*(?:gb|mb|tb|gib|%)\s+(?:of )?(?:disk|space|memory|ram|quota)?\s*(?:is |are )?(?:free|left|remaining)\b[^.\n]{0,30}(?:on|in|$)|\b\d+\s*% (?:of (?:the |my |our )?(?:weekly |monthly |daily )?(?:quota|tokens|budget|limit|context) )"
        r"(?:is |are |has been |were )?(?:used|left|gone|remaining|spent)",
        r"\b(?:if|when|whenever|above|below|over|under|exceeds?|least|most|than|until|alerts?|warn|threshold|limit(?:ed)? to|must|keep|should|wenn|ab|unter|über)\b",
    ),
    Check(
        "not-lasting",
        "heut* morg* gest* derz* zurz* mome* geg* gerade aktuell vorerst jetzt eben bis noch läuft wart* urla* kran* unte* paus* vor seit belegt voll frei komm* diese "
        "mittag gleich später",
        r"\b(?:heute|morgen früh|morgen (?:um|abend|mittag|früh|wieder)|ab morgen|bis morgen|derzeit|zurzeit|zur zeit|momentan|im moment|im augenblick|gegenwärtig|vorerst|vorläufig|fürs erste|bis auf weiteres|(?:wird|werden|wurde) gerade|gerade (?:dabei|nicht|in|im|am|auf|eben|rot|kaputt)|"
        r"aktuell(?! (?:halten|gehalten|ist|sein))|diese woche|nächste woche|letzte woche|gestern abend|soeben|eben erst|jetzt gerade|vor (?:\d+|einer|einem|ein paar|wenigen) (?:minuten?|stunden?|tag(?:en)?)|seit (?:heute|gestern|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag))\b"
        r"|\bbis (?:zum (?:merge|ende|start) (?:von|des|der)|(?:zum |zur |ende |anfang |mitte |kommenden |nächsten |nächste )?(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|woche|wochenende|monat|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|mittag|abend|feierabend|"
        r"weihnachten|ostern|release|demo|freeze|review|abnahme)|\d{1,2}(?:\.|:| uhr)|[a-zäöü]+ (?:zurück|wieder da|fertig|da) ist)"
        r"|\b(?:ist|sind|bin)\s+(?:\w+ ){0,3}?(?:im urlaub|krank|in der pause|beim mittag\w*|unterwegs|nicht da|in (?:einem )?(?:meeting|besprechung)|in elternzeit|auf dienstreise|außer haus|weg bis|erst (?:am|ab|um|morgen|nächste)|wieder da)\b"
        r"|\b(?:läuft|wartet|hängt|fehlt|fehlen|schlägt|ist|sind) (?:\w+ )?noch (?:nicht|auf|immer|fehl|offen|rot|kaputt|im|in arbeit|am)?\b[^.\n]{0,30}|\bwartet (?:\w+ )?auf\b|\bnoch (?:\d+|ein\w*|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|einige|ein paar|wenige) [\wäöü]+ (?:zu|offen|übrig|fehlen|bis)\b|\bnoch nicht (?:fertig|gemergt|gemerged|freigegeben|reviewt|deployt|getestet|abgeschlossen)\b"
        r"|\b(?:zu|bei) \d+(?:[.,]\d+)?\s*(?:%|prozent) (?:belegt|voll|ausgelastet|frei|fertig)|\b\d+(?:[.,]\d+)?\s*(?:gb|mb|%) (?:frei|belegt|übrig)\b|\b(?:build|pipeline|ci|server|main|suite|staging) ist (?:\w+ )?(?:rot|grün|kaputt|down|tot|weg|offline|gebrochen)\b",
        r"\b(?:wenn|falls|sobald|solange|bevor|nachdem|ob|jeden|immer)\b|\b(?:nie|niemals) (?:bis|vor)\b",
        prose=True,
    ),
    Check(
        "not-lasting",
        "hoy ayer mañana ahora actu* mome* prov* temp* hasta toda* aún está están sigue siguen espe* vaca* baja fuera hace semana tarde noche pendiente falta lleno ocupado curso",
        r"\b(?:hoy|anoche|mañana (?:por|a|se|el|es|hay|vuelve|lo)|hasta mañana|ahora (?:mismo|estamos|estoy|está|trabajamos|toca)|estamos (?:en la rama|a mitad|esperando|migrando)|por ahora|por el momento|de momento|en este momento|actualmente|provisionalmente|temporalmente|esta (?:mañana|tarde|noche|semana)|la semana (?:que viene|próxima|pasada)|hace (?:\d+|una?|unos|unas|pocos) "
        r"(?:minutos?|horas?|rato|días?)|mientras tanto|hasta nuevo aviso)\b"
        r"|\bhasta (?:el |la |que (?:el |la )?)?(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|fin de (?:semana|mes|año)|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|próxim\w+|navidad|demo|lanzamiento|auditoría|revisión|"
        r"\w+ (?:vuelva|regrese|termine|apruebe|revise|responda|conteste))\b"
        r"|\best[áa]n?\s+(?:\w+ )?(?:de (?:vacaciones|baja|viaje|permiso)|fuera(?: de la oficina)?|enferm[oa]s?|en una reunión|comiendo|esperando|en curso|pendientes?|caíd[oa]s?|rot[oa]s?|llen[oa]s?|al \d+|en rojo|fallando|bloquead[oa]s?|a medias|abiert[oa]s? (?:el|la) pr)\b|\bsiguen? (?:fallando|abiert\w+|"
        r"pendientes?|sin|rot\w+|en)\b|\b(?:todavía|aún) (?:no|falta|queda|está|sigue)\b|\b(?:espera|esperando) (?:la |el |a |al |por )?(?:aprobación|revisión|respuesta|que)\b|\bqueda[n]? (?:\d+|por|solo)\b|\b(?:está|al) (?:al )?\d+\s*% (?:de|lleno|ocupado|usado)",
        r"\b(?:si|cuando|mientras|antes de|después de|cada)\b",
        prose=True,
    ),
    Check(
        "not-lasting",
        "今 明 昨 现 目 正 暂 刚 待 下 还 尚 未 等 直 到 先 休 请 出 开 午 占 用 已 当",
        r"今天|今晚|今早|明天|后天|昨天|昨晚|本周|这周|下周|上周|刚刚|刚才|目前|眼下|现在(?!的?(?:时间|日期|时刻))|此刻|暂时|当前(?:分支|任务|状态|进度|步骤|提交|构建)|正在(?!运行的|使用的|进行的)|(?:^|[：:，,。])\s*(?:下一步|接下来|待办|未完成|剩余|剩下)|下一步(?:是|：|:|要)|待办|"
        r"(?:还没|还没有|尚未|还未)(?:完成|合并|审核|审批|修复|部署|提交|测试|通过|回复)|还(?:在|差|剩|需要|有)\d*|等(?:待)?[^。\n]{0,12}(?:审批|审核|批准|回复|评审|合并|回来|确认)|"
        r"(?:直到|到|等到)[^。\n]{0,10}(?:周[一二三四五六日末]|月底|年底|下周|明天|回来|评审|合并)|(?:在|去)(?:休假|请假|出差|开会|吃饭|午休|度假)|(?:休假|请假|出差|开会|午休|生病)(?:中|了|到|至)|"
        r"(?:磁盘|硬盘|内存|空间|分区|cpu)[^。\n]{0,20}\d+\s*%|\d+\s*个?(?:测试|用例)(?:失败|未通过|没过)|(?:pr|mr|合并请求|工单|分支|提交)\s*#?[\w/-]*\s*(?:等待|正在|已(?:经)?(?:合并|关闭|批准|部署)|待|还|尚|被)|(?:构建|流水线|服务器|服务|主分支|部署)(?:目前|现在|已经|又)?(?:挂了|失败了|坏了|红了|是红的|宕机)",
        r"如果|当[^前]|时(?:候)?[，,]|一旦|之前不|不要|时必须",
        prose=True,
    ),
    Check(
        "not-lasting",
        "今 明 昨 現 先 次 残 待 い 曜 中 ま 一 来 休 出 会 席 空 使 済 た さ 翌 当",
        r"今日|本日|明日|昨日|今朝|今夜|今週|来週|先週|先ほど|さっき|たった今|現在(?!時刻|日時|地|の(?:時刻|日時|日付|ユーザー?|ディレクトリ|バージョン|値|設定|状態|ページ|行|選択))|今のところ|今は(?!なき)|(?:いま|今)(?!後|回|まで|のところ|日)[^。\n]{0,15}(?:中(?:です|だ|。|$)|ています|てます|ている)|いまは|曜日?に[^。\n]{0,12}(?:戻|来ます|さん|再開|公開)|とりあえず|一時的に|当面|当分|しばらく|暫定|"
        r"次のステップ|次(?:は|に)[^。\n]{0,20}(?:する予定|やる|予定|実装する|取り掛か)|(?:^|[：:、。])\s*(?:残り|未完了|やること|todo)|残り(?:は|の作業|のタスク)|(?:レビュー|承認|返信|回答|返事|確認|マージ|リリース|デプロイ)待ち|(?:作業|対応|進行|実行|調査|確認|レビュー|修正|休暇|出張|会議|外出|離席|休憩|停止|移行|デプロイ)中(?:です|だ|。|$|の(?:ため|ので))|"
        r"まだ[^。\n]{0,20}(?:ない|ません|いる|ています|失敗|中)|(?:さん|彼|彼女|ユーザー|担当者)[は が][^。\n]{0,15}(?:休み|不在|休暇|出張|会議|席を外|昼食|病欠|外出|早退)|(?:月|火|水|木|金|土|日)曜(?:日)?まで(?!に)|(?:来週|月末|年末|\d+月|\d+時)まで(?!に)|"
        r"(?:ディスク|メモリ|容量|cpu)[^。\n]{0,20}\d+\s*[%％]|\d+\s*件?(?:の)?テスト(?:が|は)?[^。\n]{0,6}(?:失敗|落ち)|(?:pr|mr|プルリク\w*|チケット|ブランチ|コミット)\s*#?[\w/-]*\s*(?:は|が)[^。\n]{0,12}(?:待ち|マージ(?:済|され)|未|オープン|レビュー中|止まって|クローズ|済み)|(?:ビルド|ci|サーバー?|本番|パイプライン|main)(?:は|が)[^。\n]{0,8}(?:落ちて|壊れて|失敗して|止まって|赤)",
        r"場合|とき|時は|なら|たら|前に|後に|しない|禁止|ないこと",
        prose=True,
    ),
    Check(
        "not-lasting",
        "user asked requested wants wanted reported i we fixed implemented updated added deployed merged finished",
        r"\b(?:the )?user (?:just |then |now |also )?(?:asked|requested|wanted|reported|told|said that|pasted|complained|interrupted|confirmed|rejected)\b"
        r"|^\W*(?:i|we)(?:['’]ve| have)? (?:just |now |already |also )?(?:fixed|implemented|updated|added|deployed|merged|finished|refactored|renamed|moved|changed|created|removed|investigated|ran|reverted|started|tried|found|pushed|committed|wrote)\b"
        r"|\b(?:was|were) (?:just |successfully )(?:fixed|implemented|updated|added|deployed|merged|refactored|renamed|removed|completed|created)\b",
        r"\basked (?:for|to) (?:be|approve|confirm)\b|\buser (?:asked|requested) (?:data|resource|page)\b|"
        + CONDITION,
    ),
)
