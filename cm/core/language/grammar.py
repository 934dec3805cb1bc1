"""The mood of a sentence: does it tell somebody to do something, does it forbid, and how is its "Avoid …" spelled.

The gate asks, because what a tool printed may become an observation and never an order; the sweep asks, to turn a rule
that failed into a warning. Grammar by word lists: English first, the commands of German, Spanish, French, Chinese,
Japanese and Korean by their particles. Not here: finding directives in talk (`core/reading/directives.py`).
"""

from __future__ import annotations

import re
from typing import Final

from cm.core.language.text import CJK

_VERBS: Final = """
accept access activate adapt add address adjust adopt align allow annotate answer append apply approve archive ask assert
assign assume attach audit authenticate automate avoid await back backup base batch be begin benchmark bind block branch
break bring build bump bundle bypass cache calculate call cancel capture carry cast catch change chain check checkout choose
clean clear click clone close collect combine come commit compare compile complete compose compress compute configure
confirm connect consider construct consult contact contain continue convert copy cover create curl cut debug declare decode
decorate default defer define delegate delete deliver deny depend deploy deprecate derive describe design destroy detect
determine develop diff disable discard discuss display distinguish divide do document download drain draw drop dump duplicate
echo edit eliminate embed emit employ empty enable encapsulate enclose encode encrypt end enforce enter erase escape
establish estimate evaluate examine exclude execute exempt exit expand expect explain export expose extend extract fail fall
favor favour feed fetch fill filter find finish fix flag flush follow force forget fork format forward free freeze generate
get give go grant group guard guarantee halt handle hash hide hold host identify ignore implement import improve include
increase indent index inform inherit initialise initialize inject inline insert inspect install instrument integrate invoke
isolate iterate join keep kill label launch leave let lint list load localise localize lock log look loop lower maintain make
manage map mark mask match measure mention merge migrate minimise minimize mock modify monitor mount move name narrow
negate normalise normalize note notify number obey omit open optimise optimize order organise organize output override
overwrite pack paginate parse partition pass paste patch pay pick pin ping pipe place plan point poll populate post prefer
prefix prepare prepend preserve press prevent print prioritise prioritize process produce profile prompt propagate propose
protect prove provide provision prune publish pull purge push put query queue quit quote raise rate read reboot rebase rebuild
recommend record recover recreate redirect reduce refactor refer refine reformat refresh refuse regenerate register reject
release rely reload remember remind remove rename render repeat replace reply report request require rerun reserve reset
resolve respect respond restart restore restrict retain retry return reuse revert review revise revoke rewrite roll rotate
round route run sanitise sanitize save scale scan schedule scope scroll search secure see seed select send separate serialise
serialize serve set share ship shorten show sign silence simplify skip sort source specify spell split squash stage start
state stay stick stop store stream strip structure stub style submit subscribe substitute sudo suggest summarise summarize
suppress swap switch sync tag take target tell terminate test throw tidy time toggle touch trace track translate treat trigger
trim truncate trust try turn type unify uninstall unset update upgrade upload use validate verify version view visit wait
warn watch wipe wrap write yield
"""
VERBS: Final = frozenset(_VERBS.split())

LEAD: Final = re.compile(
    r"^(?:please|always|also|just|simply|first|then|next|now|instead|so|and|but|ok(?:ay)?|kindly|remember to|make sure to|"
    r"be sure to|(?!(?:app|rep|re|supp|multip|comp|imp|f)ly)\w+ly(?=,?\s)|you (?:should|must|have to|need to)|we (?:should|must|always)|in (?:this|the) (?:repo|project|codebase),?)[\s,:]+",
    re.IGNORECASE,
)
FOR_GOOD: Final = re.compile(
    r"(?:from (?:now|here|today|this point) on(?:wards?)?|going forward|in (?:the )?future|henceforth|as a rule|always|every time)[\s,:]+",
    re.IGNORECASE,
)
_NEAR: Final = 40  # characters in which what says that an order lasts stands
BAN: Final = re.compile(
    r"^(?:never|do not|don[’']?t|avoid|no(?!\W*(?:such|more than)\b)\s|not\s|must not|mustn[’']?t|should not|stop\s|forbid|without\s|nie(?:mals)?\s|"
    r"kein\w*\s|nicht\s|vermeide\w*\s|nunca\s|no\s|evit\w+\s|jamais\s|ne\s|不要|不得|不能|禁止|严禁|请勿|請勿|勿|别|避免)",
    re.IGNORECASE,
)
BAN_LATER: Final = re.compile(
    r"\b(?:must not|mustn[’']?t|should not|shouldn[’']?t|may not|cannot|can[’']?t|is (?:forbidden|banned|prohibited)|"
    r"are (?:forbidden|banned|prohibited)|is not allowed|are not allowed|verboten|darf nicht|dürfen nicht|prohibido|interdit)\b"
    r"|しないこと|しないで|ないでください|てはいけない|てはならない|禁止|不要|不得|하지 마",
    re.IGNORECASE,
)
ORDER: Final = re.compile(
    r"\b(?:must|shall|should|ought to|have to|has to|need to|needs to|never|always|do not|don[’']?t|make sure|be sure|ensure|"
    r"required to|remember to|is mandatory|are mandatory|you can(?:not|'t)?|you may|please|"
    r"muss|müssen|soll(?:te)?n?|immer|niemals?|bitte|darf nicht|debe[ns]?|siempre|nunca|hay que|"
    r"doit|doivent|toujours|jamais|il faut)\b"
    r"|必须|必須|务必|務必|不要|不得|请|請|应该|應該|应当|禁止|严禁|勿|总是|一律|避免"
    r"|てください|しないで|べき|なければ|すること|しなさい|必ず|常に|하세요|마세요|해야|십시오",
    re.IGNORECASE,
)
_FOREIGN: Final = (
    "verwende verwenden nutze nutzen benutze schreibe lösche führe starte installiere setze prüfe vermeide nimm mach "
    "deaktiviere aktiviere ignoriere usa use utiliza ejecuta escribe borra elimina instala evita haz pon desactiva ignora "
    "utilise utilisez exécute exécutez écris écrivez supprime supprimez installe installez évite évitez désactive ignore"
)
FOREIGN: Final = frozenset(_FOREIGN.split())
CLAUSE: Final = re.compile(
    r"(?<=[.!?;:])\s+|(?<=[。！？；])\s*|\n+|\s[–—]\s|,\s+(?:then|and|so|but|please)\s+", re.IGNORECASE
)
CODE_SPAN: Final = re.compile(r"`([^`]*)`")
PROSE: Final = re.compile(r"(?:[^\W\d_]+[ ,]+){3,}[^\W\d_]+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{3}")


def gives_orders(text: str) -> bool:
    """Whether any clause tells the reader to do or not to do something; a command in code marks does not count."""
    plain = CODE_SPAN.sub(
        lambda code: f" {code[1]} " if PROSE.search(code[1]) and ORDER.search(code[1]) else " X ", text
    )
    if ORDER.search(plain):
        return True
    return any(_begins_with_a_verb(clause) for clause in CLAUSE.split(plain))


def orders_for_good(text: str) -> bool:
    """Whether it opens with an order that is meant to last: "from now on always run …"."""
    plain, lasts = _after_lead(text.strip(" \t\n*_>-")), "always" in text[:_NEAR].casefold()
    while found := FOR_GOOD.match(plain):
        plain, lasts = _after_lead(plain[found.end() :]), True
    return lasts and _is_order(plain)


def bans(text: str) -> bool:
    """Whether a rule already says what not to do."""
    plain = _after_lead(text.strip(" \t\n*_>-"))
    return bool(BAN.match(plain) or BAN_LATER.search(plain))


def _begins_with_a_verb(clause: str) -> bool:
    """Whether a clause opens with an order, be it after "before you commit, …"."""
    plain = _after_lead(clause.strip(" \t\n*_>-#•"))
    if CONDITION.match(plain):
        inner = INNER_ORDER.finditer(plain)
        if any(found[2].casefold() in VERBS and found[1].casefold() not in NO_SUBJECT for found in inner):
            return True
    while not _is_order(plain):
        if not CONDITION.match(plain) or "," not in plain:
            return False
        plain = _after_lead(plain.split(",", 1)[1].strip(" \t\n*_>-#•"))
    return True


def _after_lead(plain: str) -> str:
    """The text after "please", "and then" and the like."""
    while lead := LEAD.match(plain):
        plain = plain[lead.end() :]
    return plain


def _is_order(plain: str) -> bool:
    """Whether the first word is a verb that tells somebody what to do."""
    word = re.match(r"[^\W\d_]+(?:'[a-z]+)?", plain)
    if not word:
        return False
    low, rest = word.group().casefold(), plain[word.end() :].lstrip()
    return low in FOREIGN or (low in VERBS and not REPORT.match(rest))


CONDITION: Final = re.compile(
    r"(?:before|after|when|whenever|if|once|while|for|to|in|on|with|instead of|as)\b", re.IGNORECASE
)
INNER_ORDER: Final = re.compile(r"\b(?=(\w+)\s+(\w+)\s+(?:X|the|an?)\b)")
_NO_SUBJECT: Final = "is was be been are were to the a an of this that not by in it they i we you"
NO_SUBJECT: Final = frozenset(_NO_SUBJECT.split())
"""Words after which a verb's form is no order of its own: "is run", "to build", "the test"."""
REPORT: Final = re.compile(
    r"(?:\w+\s)?(?:is|are|was|were|has|had|failed|fails|passed|passes|takes|took|ran|needs|needed|exited|succeeded|returned|works|"
    r"worked|means|lives?|lie|lies)\b",
    re.IGNORECASE,
)
"""What follows a noun that looks like a verb: "Build failed", "Release notes are in …"."""


def gerund(text: str) -> str:
    """Turns an English order into what to avoid ("Run X." gives "running X"), or '' when it is not a plain one."""
    plain = _after_lead(text.strip().rstrip(".!"))
    word = re.match(r"[A-Za-z]+(?=\s)", plain)
    one_clause = not re.search(r"[.!?;:]\s|\n", plain) and not CJK.search(plain)
    if (
        not word
        or not one_clause
        or word.group().casefold() not in VERBS
        or re.search(r"\bnot\b|n't\b|\bnever\b", plain)
    ):
        return ""
    low = word.group().casefold()
    if low == "be":
        return ""
    return _ing(low) + plain[word.end() :]


_DOUBLES: Final = """
run set put get cut commit submit begin stop drop plan log tag skip pin grep wrap let ship map stub trim strip
swap split omit plot scan step squat chop flag fit hit plug pop prefer refer defer rebut reset rerun shut sit
spin stir sum tap tip top unset unpin zip debug bin embed emit quit scrub scrap nag rig commit recommit control
"""
DOUBLES: Final = frozenset(_DOUBLES.split())


def _ing(verb: str) -> str:
    if verb in DOUBLES:
        return verb + verb[-1] + "ing"
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return verb[:-1] + "ing"
    return verb + "ing"
