"""What a page of documentation says is so: standing statements that can be checked, each with its exact place; never an order.

Read from instruction files and documents of a project (`flows/file_facts.py`). Code, tables, badges, licences, adverts, steps to
follow and what only passes give nothing. Not here: what a user says in talk (`core/reading/directives.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cm.core.language.grammar import VERBS, bans, gives_orders
from cm.core.language.text import fingerprint
from cm.core.reading.visible import visible

SHORTEST: Final = 4  # words
LONGEST: Final = 34
MOST_CHARS: Final = 240
MOST_OF_A_PARAGRAPH: Final = (
    3000  # characters; what is longer was written by no hand, and would cost its square
)
ENOUGH: Final = 2.0
"""The weight from which a sentence is kept: it says what is so, and something in it can be looked up."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence that says what is so, and where it stands in its passage."""

    text: str  # without marks of lists, emphasis and links
    start: int
    end: int
    weight: float


@dataclass(frozen=True, slots=True)
class _Block:
    """A paragraph or an item of a list."""

    start: int
    end: int
    item: bool


def statements_of(passage: str) -> tuple[Statement, ...]:
    """The statements of one section of a page, in their order."""
    passage, _ = visible(passage)
    title = _title(passage)
    if _UNWANTED.search(title):
        return ()
    laid_out = _LAYOUT.search(title) is not None
    found = []
    for block in _blocks(passage):
        if block.end - block.start > MOST_OF_A_PARAGRAPH:
            continue
        for start, end in _sentences(passage, block):
            text = plain(passage[start:end])
            weight = _weight(text, item=block.item, laid_out=laid_out)
            if weight >= ENOUGH:
                found.append(Statement(text, start, end, weight))
    return tuple(found)


def chosen(statements: Iterable[tuple[int, Statement]], most: int) -> tuple[tuple[int, Statement], ...]:
    """The weightiest of a file's statements, each once, in the order of the file; the number is that of its passage."""
    once: dict[str, tuple[int, Statement]] = {}
    for number, statement in statements:
        once.setdefault(fingerprint(statement.text), (number, statement))
    best = sorted(once.values(), key=lambda item: (-item[1].weight, item[0], item[1].start))[: max(0, most)]
    return tuple(sorted(best, key=lambda item: (item[0], item[1].start)))


def plain(text: str) -> str:
    """A sentence as a rule says it: one line, no marks of lists, emphasis or links."""
    text = _LINK.sub(lambda found: found[1] or "", text)
    text = _AUTOLINK.sub(r"\1", text)
    text = _LEAD.sub("", text)
    text = "".join(
        part if part.startswith("`") else _EMPHASIS.sub("", part) for part in re.split(r"(`[^`\n]*`)", text)
    )
    text = re.sub(r"\n[ \t]*>[ \t]?", " ", text)
    return " ".join(text.split()).strip(" -*_").rstrip(";,")


# --- the page


_ITEM: Final = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+")
_STEP: Final = re.compile(r"[ \t]*\d{1,3}[.)][ \t]+")
_HEADING: Final = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+(.*)")
_RULER: Final = re.compile(r"[ \t]*(?:[-=*_][ \t]*){3,}$")
_SKIPPED: Final = re.compile(r"[ \t]*(?:\||<|!\[|\[!|>|\[[^\]]+\]:|\$ |:::|\.\. |!!!|=\"|- \[[ xX]\])")
_LEAD: Final = re.compile(r"^\s*(?:(?:[-*+•]|\d{1,3}[.)]|#{1,6})\s+)+")
_LINK: Final = re.compile(
    r"!?\[((?:[^\[\]\n]|\n(?!\n)){0,200})\](?:\([^)\s]{0,400}(?: \"[^\"]*\")?\)|\[[^\]\n]{0,80}\])"
)
_AUTOLINK: Final = re.compile(r"<(https?://[^>\s]+)>")
_EMPHASIS: Final = re.compile(r"\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<!\w)_{1,3}(?=\w)|(?<=[\w.`])_{1,3}(?!\w)")
_UNWANTED: Final = re.compile(
    r"\b(?:licen[cs]e|licensing|copyright|sponsor\w*|donat\w+|support us|backers|thanks|acknowledg\w+|credits|contributors|authors|changelog"
    r"|change log|release notes|what'?s new|news|roadmap|to-?do|future|table of contents|contents|index|faq|testimonials|quotes|citation|cit(?:e|ing)|badges"
    r"|screenshots?|demo|benchmarks?|comparison|alternatives|star history|security polic\w+|code of conduct|see also|links|further reading|references"
    r"|disclaimer|warranty|history|v?\d+\.\d+[\w.]*|\d{4}-\d\d(?:-\d\d)?|unreleased|upgrad\w+|migrat\w+|example\w*|tutorial|lizenz|danksagung|mitwirkende|licencia|agradecimientos)\b",
    re.IGNORECASE,
)
_LAYOUT: Final = re.compile(
    r"\b(?:layout|structure|architecture|director(?:y|ies)|folders|modules|packages|components|services|stack|overview|where|ports?|environments?|infrastructure"
    r"|deploy\w*|owners?|ownership|contacts?|people|team|conventions|repositor\w+|map|aufbau|struktur|estructura|arquitectura)\b",
    re.IGNORECASE,
)


def _title(passage: str) -> str:
    first = passage.lstrip("\ufeff\n\r ").partition("\n")[0]
    found = _HEADING.match(first)
    return found[1] if found else ""


def _blocks(passage: str) -> Iterator[_Block]:
    """Paragraphs and items, wrapped lines together; everything that is no prose is left out."""
    front = False
    start = -1
    item = False
    end = place = 0
    before_blank = True
    for number, line in enumerate(passage.splitlines(keepends=True)):
        here, place = place, place + len(line)
        bare = line.strip()
        if number == 0 and bare == "---":
            front = True
            continue
        if front:
            front = bare not in ("---", "...")
            continue
        indented = line.startswith(("    ", "\t")) and start < 0 and before_blank and not _ITEM.match(line)
        stops = not bare or _HEADING.match(line) or _RULER.match(bare) or _SKIPPED.match(line) or indented
        begins = bool(_ITEM.match(line))
        if (stops or begins) and start >= 0:
            yield _Block(start, end, item)
            start = -1
        before_blank = not bare
        if stops or (begins and _STEP.match(line)):
            continue
        if start < 0:
            start, item = here, begins
        end = here + len(line.rstrip())
    if start >= 0:
        yield _Block(start, end, item)


_END: Final = re.compile(r"(?<=[.!?])[\"')\]*_]*\s+(?=[\"'(\[*_]*(?:`|[A-ZÀ-ÞĀ-Ž0-9]))|(?<=[。！？])")
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp|No|Dr|Mr|Ms|St|z\.B|bzw|ca)|\b[A-Z])\.$"
)


def _sentences(passage: str, block: _Block) -> Iterator[tuple[int, int]]:
    """The places of the sentences of a block."""
    lead = _ITEM.match(passage, block.start, block.end)
    start = lead.end() if lead else block.start
    for found in _END.finditer(passage, start, block.end):
        before = passage[start : found.start()]
        if _ABBREVIATION.search(before) or before.count("`") % 2 or before.count("(") > before.count(")"):
            continue
        yield from _trimmed(passage, start, found.start())
        start = found.end()
    yield from _trimmed(passage, start, block.end)


def _trimmed(passage: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    text = passage[start:end]
    start += len(text) - len(text.lstrip())
    end -= len(text) - len(text.rstrip())
    if start < end:
        yield start, end


# --- the sentence


_SAYS: Final = re.compile(
    r"\b(?:is|are|was|isn[’']t|aren[’']t|has|have|lives?|lies?|sits?|resides?|runs?|listens?|binds?|uses?|stores?|holds?|keeps?|contains?|owns?|maintains?|belongs?"
    r"|depends?|relies|requires?|needs?|supports?|targets?|provides?|exposes?|serves?|reads?|writes?|returns?|accepts?|generates?|builds?|compiles?|deploys?|publishes"
    r"|ships?|defaults?|means?|stands for|refers?|maps?|points?|connects?|talks? to|comes? from|goes? to|works? on|starts?|implements?|defines?|describes?|manages?|handles?"
    r"|tracks?|follows?|extends?|wraps?|consists?|includes?|covers?|excludes?|expires?|rotates?|caches?|logs?|emits?|sends?|receives?|polls?|retries"
    r"|ist|sind|liegt|liegen|läuft|laufen|nutzt|nutzen|verwendet|verwenden|gehört|enthält|heißt|steht|braucht|benötigt"
    r"|est|sont|utilise|utilisent|contient|se trouve|écoute|appartient|es|son|usa|usan|utiliza|contiene|está|están|vive|pertenece|escucha|è|sono|é|são)\b"
    r"|[はがも][^。]{1,60}(?:です|である|ます|いる|ある|する)|(?:是|位于|使用|运行在|负责|属于|存放在|基于)",
    re.IGNORECASE,
)
_KEYED: Final = re.compile(
    r"(?:`[^`\n]{1,80}`|\*\*[^*\n]{1,60}\*\*|[A-Z][\w /.&-]{1,40})\s*(?::|—|–|->|→|\s-\s)\s*\S"
)
_POINTS_AWAY: Final = re.compile(
    r"^(?:it|its|this|that|these|those|they|their|he|she|here|there|such|both|either|also|and|but|or|so|then|thus|hence|however|otherwise|instead|if|when|where|what|how|why|who|while|once|unless|among|similarly|[a-z]+ly,|secondly|users|people|on \d{4}|for (?:a|the|any|each)|to|in order|with|without|using|by"
    r"|because|since|although|for example|for instance|e\.g|i\.e|note|nb|tip|warning|see|as|in this case|in that case|in addition|additionally|finally|first|second|next|which"
    r"|dies(?:e[rsmn]?)?|er|sie|es|das|wenn|falls|außerdem|esto|esta|este|si|cela|ceci|ce|cette|il|elle)\b(?! (?:project|repo(?:sitory)?|package|library|codebase|service|app(?:lication)?|module"
    r"|tool|crate|plugin|workspace|monorepo|site|server|api|cli|folder|directory|projekt|repository|paket|dienst|proyecto|projet)\b)",
    re.IGNORECASE,
)
_OURSELVES: Final = re.compile(
    r"^this (?:project|repo(?:sitory)?|package|library|codebase|service|app(?:lication)?|module|tool|crate|plugin|workspace|monorepo|site|server|api|cli)\b",
    re.IGNORECASE,
)
_SPEAKS_TO: Final = re.compile(
    r"\b(?:you|your|yours|you'?re|i|i'?m|i'?ve|my|me|let'?s|feel free|thank\w*|welcome|happy to|excited|hope|sorry|du|dein\w*|sie können|usted|tú|vous|votre)\b|[?!]$",
    re.IGNORECASE,
)
_GRANTS: Final = re.compile(
    r"\b(?:agents?|assistants?|ais?|llms?|copilot|claude|codex|gemini|cursor)\b[^.]{0,20}\b(?:has|have|is|are|gets?)\b[^.]{0,20}"
    r"\b(?:approval|permission|approved|permitted|authori[sz]\w+|allowed|cleared|clearance|entitled|exempt\w*|trusted|granted|free) (?:to|from|by)\b",
    re.IGNORECASE,
)
"""What gives an agent leave is no fact of a project; nobody but the user gives it."""
_PASSES: Final = re.compile(
    r"\b(?:todo|fixme|wip|work in progress|coming soon|not yet|for now|at the moment|at this time|soon|tomorrow|yesterday|recently|planned|will be|is being|are being|to be done|tbd"
    r"|currently|as of writing|beta|alpha|experimental|deprecated|obsolete|no longer|used to|previously|formerly|in the future|next release|upcoming|vorerst|demnächst|bald"
    r"|actualmente|próximamente|bientôt)\b",
    re.IGNORECASE,
)
_PRAISE: Final = re.compile(
    r"\b(?:fast(?:er|est)?|simple|simply|easy|easily|powerful|elegant|beautiful|modern|lightweight|blazing\w*|robust|flexible|awesome|great|best|amazing|seamless\w*|intuitive|rich|popular"
    r"|battle-tested|production-ready|enterprise-grade|state-of-the-art|cutting-edge|delightful|comprehensive|world'?s|trusted|loved|highly|extremely|effortless\w*|friendly|million|thousands)\b",
    re.IGNORECASE,
)
_MAY: Final = re.compile(
    r"\b(?:can|could|may|might|would|probably|perhaps|maybe|sometimes|usually|often|typically|generally|kann|könnte|puede|peut)\b",
    re.IGNORECASE,
)
_HANGS: Final = re.compile(
    r"\b(?:above|below|following|as follows|described|shown|section|chapter|figure|click|read more|learn more|see the|see also|refer to|check out|docs? for)\b|:$",
    re.IGNORECASE,
)
_LEGAL: Final = re.compile(
    r"\b(?:licen[cs]ed?|copyright|warrant\w+|©|all rights|spdx|trademark\w*|redistribut\w+)\b", re.IGNORECASE
)
_PATH: Final = re.compile(
    r"(?<![\w/:])(?:\.{0,2}/)?[\w.@-]+/(?:[\w.@*-]+/?)+|\b[\w-]+\.(?:py|ts|tsx|js|go|rs|rb|java|toml|ya?ml|json|sql|sh|md|cfg|ini|lock|proto|env)\b"
)
_NUMBER: Final = re.compile(r"(?<![\w.])v?\d+(?:[.:]\d+)*(?:\s?%|\+|[kKMG]i?B|ms|s|h|d)?\b")
_CODE: Final = re.compile(r"`[^`\n]+`")
_URL: Final = re.compile(r"https?://\S+")
_NAME: Final = re.compile(r"(?<!^)(?<![.!?] )\b[A-Z][\w+.#-]*[a-z0-9+#]\b")
_OWNERS: Final = re.compile(
    r"\b(?:port|owner|owned|owns|maintain\w*|responsible|on-?call|deploy\w*|hosted|database|postgres\w*|mysql|redis|queue|branch|region|cluster|staging|production"
    r"|written in|built (?:with|on|by)|based on|entry ?point|source of truth|generated|schema|migrations?|python|node|rust|java|version|endpoint|bucket|channel|slack|tests? (?:live|are|lie)"
    r"|timezone|utc|currency|monorepo|workspace|namespace|package manager)\b",
    re.IGNORECASE,
)
_NEWS: Final = re.compile(
    r"^(?:add(?:ed|s)?|fix(?:ed|es)?|dropp?(?:ed|s)?|remov(?:e|ed|es)|updat(?:e|ed|es)|chang(?:e|ed|es)|improv(?:e|ed|es)|renam(?:e|ed|es)|deprecat(?:e|ed|es)|bump(?:ed|s)?"
    r"|replac(?:e|ed|es)|introduc(?:e|ed|es)|implement(?:ed|s)?|support(?:s|ed)?|stopp(?:ed|s)|start(?:ed|s)|migrat(?:e|ed|es)|refactor(?:ed|s)?|optional|explicit|new|now|\w+(?:ing|ed))\b"
    r"|\(#\d+|(?<!\w)#\d{2,}|\bby @|\bpull/\d|\bhas been\b|\bhave been\b|\bis now\b|\bare now\b|\bnow \w+s?\b|\badded in\b",
    re.IGNORECASE,
)
_LATER_ORDER: Final = re.compile(
    r"(?:,|[→:]|->)\s(?:then |and |or )?([a-z]+) (?=X|the |an? |it |them |this |only )", re.IGNORECASE
)
_CROWDED: Final = re.compile(r"[;{}\[\]≥≤→=|…]|->")
_MADE: Final = re.compile(r":=|\{\"|\bNaN\b|[→⇒]|\s::\s")
_OPENS: Final = re.compile(r"^(?:the|our|all|each|every|`|\*\*|we\b|[A-Z])")


def _weight(text: str, *, item: bool, laid_out: bool) -> float:
    """How well a sentence can stand as a fact; below `ENOUGH` it is none."""
    words = text.split()
    if not SHORTEST <= len(words) <= LONGEST or len(text) > MOST_CHARS:
        return 0.0
    bare = _CODE.sub("X", text)
    if (
        text.count("`") % 2
        or text.count("(") != text.count(")")
        or "|" in bare
        or "](" in text
        or "<" in bare
    ):
        return 0.0
    keyed = _KEYED.match(text) is not None
    if not (keyed and item) and not text.endswith((".", "。")) and not item:
        return 0.0
    tail = re.split(r"(?::|—|–|->|→|\s-\s)\s*", bare, maxsplit=1)[-1] if keyed else bare
    if (
        gives_orders(text)
        or bans(text)
        or gives_orders(tail)
        or (keyed and _opens_with_order(tail))
        or _turns_to_order(bare)
        or _GRANTS.search(bare)
    ):
        return 0.0
    if _SPEAKS_TO.search(bare) or _PASSES.search(bare) or _LEGAL.search(bare) or _HANGS.search(bare):
        return 0.0
    if _POINTS_AWAY.match(bare) or not _OPENS.match(text) or "``" in text or "`_" in text:
        return 0.0
    if _NEWS.search(bare) or len(_CROWDED.findall(bare)) > 2 or _MADE.search(text):
        return 0.0
    said = _SAYS.search(bare.partition(" ")[2]) is not None
    if not said and not keyed:
        return 0.0
    weight = 1.0 if said else 0.4
    weight += min(1.2, 0.6 * len(_CODE.findall(text)))
    weight += (
        0.7 * bool(_PATH.search(text)) + 0.5 * bool(_NUMBER.search(bare)) + 0.3 * bool(_URL.search(text))
    )
    weight += min(0.6, 0.3 * len(_NAME.findall(bare))) + 0.7 * bool(_OWNERS.search(bare))
    weight += 0.6 * laid_out + 0.5 * bool(_OURSELVES.match(text)) + 0.3 * (keyed and item)
    weight -= 0.6 * len(_PRAISE.findall(bare)) + 0.5 * bool(_MAY.search(bare))
    weight -= 0.4 * (len(words) > 24) + 0.3 * max(0, bare.count(",") - 2)
    return round(weight, 2)


def _turns_to_order(bare: str) -> bool:
    """Whether a later clause tells the reader to do something: "`X`, if it is set, use the other one"."""
    return any(found[1].casefold() in VERBS for found in _LATER_ORDER.finditer(bare))


def _opens_with_order(tail: str) -> bool:
    """Whether what is said of a key is a task: "`make test` — run the tests"."""
    words: Sequence[str] = tail.split()
    return bool(words) and gives_orders(tail[0].upper() + tail[1:])
