"""Feedback written where the work is: `[cm: helpful r-7k2m9q4d] reason` in a comment of an edited file, or in talk.

Found in the journal's events of any host: what the agent and the user said, what a command wrote into a file, and the
comments of an edit (`hosts/remarks.py` keeps those). The sentence around a mark is its why. A mention of the syntax is no mark:
in quotes, in a code span, behind "e.g.", in a paste, in what `cm` itself put there. Not here: which marks count (`flows/outcome.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cm.core.reading.mood import read_mood
from cm.model.envelope import ENVELOPE, EXPORT_BEGIN, EXPORT_END
from cm.model.ledger import Verdict
from cm.model.session import Event

_EDITS: Final = re.compile(r"edit|write|patch|replace|create|insert|update|editor", re.IGNORECASE)
_SOME: Final = re.compile(r"\[\s*(?:cm|cass)\s*:", re.IGNORECASE)
_MARK: Final = re.compile(
    r"\[\s*(?:cm|cass)\s*:\s*(?P<verdict>helpful|harmful)[\s:]+(?P<ids>[A-Za-z][\w.:-]*(?:…|\.\.\.)?(?:\s*,\s*[A-Za-z][\w.:-]*(?:…|\.\.\.)?)*)\s*\]",
    re.IGNORECASE,
)
_EXPORTED: Final = re.compile(re.escape(EXPORT_BEGIN) + rf".*?(?:{re.escape(EXPORT_END)}|\Z)", re.DOTALL)
_FENCE: Final = re.compile(r"^[ \t>]*(?:```|~~~)")
_EXAMPLE: Final = re.compile(
    r"(?:\b(?:e\.?g\.?|for (?:example|instance)|such as|syntax|format|spelled|spelt|template|placeholder|looks? like|written as|write it as|"
    r"z\.\s?b\.|zum beispiel|por ejemplo|par exemple)|例如|比如|例えば)[\s:,(-]*$",
    re.IGNORECASE,
)
# words of which the mark is the object: it is spoken of ("write [cm: …]", "without the comment [cm: …]", "the syntax is: [cm: …]")
_OBJECT: Final = re.compile(
    r"\b(?:(?:re)?writ(?:e|es|ing|ten)|wrote|add(?:s|ed|ing)?|put(?:s|ting)?|us(?:e|es|ed|ing)|insert(?:s|ed|ing)?|append(?:s|ed|ing)?|type[sd]?|"
    r"leav(?:e|es|ing)|plac(?:e|es|ed|ing)|remov(?:e|es|ed|ing)|delet(?:e|es|ed|ing)|drop(?:s|ped|ping)?|find(?:s|ing)?|found|see|saw|match(?:es|ed|ing)?|"
    r"document(?:s|ed|ing)?|explain(?:s|ed|ing)?|mention(?:s|ed|ing)?|quot(?:e|es|ed|ing)|support(?:s|ed|ing)?|pars(?:e|es|ed|ing)|read(?:s|ing)?|"
    r"with|without|like|as|the|an?|this|that|these|those|of|called|named|comments?|lines?|marks?|markers?|tags?|annotations?|strings?|text|"
    r"schreib\w*|mit|ohne|wie|den|die|das|der|eine?n?|kommentar\w*|escrib\w*|con|sin|como|el|la|un|una|écri\w*|avec|sans|comme|le|une)\s*$"
    r"|\b(?:is|are|marks?|comments?|lines?|ist|sind|es|son|est|sont)\s*:\s*$|(?:写|加上?|添加|使用|删除|像)\s*$",
    re.IGNORECASE,
)
_SPOKEN_OF: Final = re.compile(
    r"\s*(?:syntax|format|notation|spelling|placeholders?|marks?|markers?|comments?|annotations?|tags?|lines?)\b",
    re.IGNORECASE,
)
# what begins a comment; the words before it must not hold an open quote, or it stands in a string
_LEADER: Final = re.compile(
    r"(?:#+|//+|/\*+|<!--|--+|;+|%+|\{#|\bREM\b|'|^\s*\*|\"\"\"|''')[\s!*-]*$", re.IGNORECASE
)
_IN_PROSE: Final = re.compile(r"<!--\s*$")
_PROSE_FILE: Final = re.compile(r"\.(?:md|mdx|markdown|rst|txt|adoc|html?)$", re.IGNORECASE)
_CLOSER: Final = re.compile(r"\s*(?:-->|\*+/|#\}|\"\"\"|''').*$")
_SHELL_WRITES: Final = re.compile(
    r"<<-?\s*['\"]?\w|(?:^|[;&|]\s*)(?:echo|printf|sed\s+-i|perl\s+-|git\s+commit|tee)\b"
)
_PRINTS: Final = re.compile(r"^\s*(?:echo|printf)\b(?!.*(?:>|\btee\b))", re.DOTALL)
_SOUGHT: Final = re.compile(r"\bsed\b[^;&|\n]*['\"\s]s([/|,#@])(?:(?!\1).)*$")
_TARGET: Final = re.compile(r">\s*['\"]?([^\s'\"<>|;&]+)")
_SHELL_LOOKS: Final = re.compile(r"(?:^|[;&|]\s*)(?:cm|git\s+(?:grep|log)|grep|rg|ag|ack)\b[^;&|\n]*$")
_ARGUMENT: Final = re.compile(r"['\"]\s*(?:>|&&|\|\||;|\||\)|$)")
_SENTENCE: Final = re.compile(r"(?<=[.!?。！？])\s+")
_REASON: Final = 300
_WHY: Final = 240


@dataclass(frozen=True, slots=True)
class Inline:
    """One mark as it was written: the rule's name may be shortened, and may be nobody's."""

    verdict: Verdict
    rule: str
    reason: str
    why: str  # the sentence around it
    event: str
    at: str
    by: str  # user, agent
    where: str = ""  # the file it was written into


@dataclass(frozen=True, slots=True)
class Resolved:
    """Marks with whole ids, one per rule and verdict; and the names that no rule has, or several."""

    marks: tuple[Inline, ...]
    unknown: tuple[str, ...]


def inline_marks(events: Sequence[Event]) -> tuple[Inline, ...]:
    """Returns every mark that these events set, in order; a mention of the syntax, a paste or a printed file sets none.

    Nor does an edit or a command that was refused, or failed by its tool: it wrote nothing.
    """
    undone = {event.of for event in events if event.kind in ("error", "interrupt") and event.of}
    return tuple(
        mark
        for event in events
        if event.id not in undone and _SOME.search(event.text)
        for mark in _of_event(event)
    )


def resolve_marks(found: Iterable[Inline], known: Iterable[str]) -> Resolved:
    """Gives each mark the whole id of the one rule it can mean; the first of a rule and verdict stands."""
    ids = sorted(set(known))
    kept: dict[tuple[str, str], Inline] = {}
    unknown: dict[str, None] = {}
    for mark in found:
        whole = whole_id(mark.rule, ids)
        if not whole:
            unknown[mark.rule] = None
            continue
        kept.setdefault((whole, mark.verdict), replace(mark, rule=whole))
    return Resolved(tuple(kept.values()), tuple(unknown))


def whole_id(name: str, ids: Sequence[str]) -> str:
    """The one id that a name is or begins; "" for nobody's and for several."""
    if name in ids:
        return name
    tail = name.partition("-")[2] or name
    if len(tail) < 3:
        return ""
    near = [each for each in ids if each.startswith((name, f"r-{name}"))]
    return near[0] if len(near) == 1 else ""


def _of_event(event: Event) -> Iterator[Inline]:
    if event.kind == "message" and event.by in ("user", "agent"):
        yield from _of_talk(event)
    elif event.kind == "message" and event.by == "file" and _EDITS.search(event.tool):
        path, _, body = event.text.partition("\n")
        yield from _of_comments(event, body, path)
    elif event.kind == "command" and event.by == "agent":
        yield from _of_command(event)


def _of_talk(event: Event) -> Iterator[Inline]:
    text = ENVELOPE.sub("\n", event.text)
    if EXPORT_BEGIN in text:
        text = _EXPORTED.sub("\n", text)
    fenced = replaced = False
    for line in text.split("\n"):
        if _FENCE.match(line):
            fenced, replaced = not fenced, False
            continue
        if (
            fenced
        ):  # a block is a paste, except for the new half of an edit that the agent's words themselves make
            if line.startswith("======="):
                replaced = True
            elif line.startswith((">>>>>>>", "<<<<<<<")):
                replaced = False
            elif replaced and event.by == "agent":
                yield from _in_line(event, line, comment=True)
            continue
        if not line.lstrip().startswith(">"):
            yield from _in_line(event, line, comment=False)


def _of_comments(event: Event, body: str, path: str) -> Iterator[Inline]:
    prose = bool(_PROSE_FILE.search(path.strip()))
    for line in body.split("\n"):
        yield from _in_line(event, line, comment=True, prose=prose, where=path.strip())


def _of_command(event: Event) -> Iterator[Inline]:
    """What a command writes into a file or a commit; what it looks for is no mark."""
    written = _SHELL_WRITES.search(event.text)
    if written is None:
        return
    here = "<<" in event.text
    first = event.text.split("\n", 1)[0]
    prose = here and any(_PROSE_FILE.search(path) for path in _TARGET.findall(first))
    if _PRINTS.search(event.text):
        return  # it is shown, and written nowhere
    start = 0
    for line in event.text.split("\n"):
        opening = event.text[: start + len(line)]
        start += len(line) + 1
        before = opening[: opening.rfind("[")]
        if not _MARK.search(line) or (not here and (_SHELL_LOOKS.search(before) or _SOUGHT.search(before))):
            continue
        yield from _in_line(event, line, comment=here and start > len(line) + 1, prose=prose, quoted=True)


def _in_line(
    event: Event, line: str, *, comment: bool, prose: bool = False, quoted: bool = False, where: str = ""
) -> Iterator[Inline]:
    marks = list(_MARK.finditer(line))
    verdicts = {mark["verdict"].lower() for mark in marks}
    if len(verdicts) > 1 and len({mark["ids"].lower() for mark in marks}) == 1:
        return  # "[cm: helpful r-x] reason / [cm: harmful r-x] reason": both spellings of one thing explain it
    for number, mark in enumerate(marks):
        before = line[: mark.start()]
        first = number == 0
        if not quoted and _mentioned(before, line[mark.end() :]):
            continue
        if _object(before, line[mark.end() :]):
            continue
        if comment and first and (not _leads(before, prose) or _in_string(before, line[mark.end() :])):
            continue
        end = marks[number + 1].start() if number + 1 < len(marks) else len(line)
        after = line[mark.end() : end]
        reason = _reason(_ARGUMENT.split(after, maxsplit=1)[0] if quoted else after)
        by = event.by if event.by != "file" else "agent"
        if by == "user" and mark["verdict"].lower() == "helpful" and _mocks(reason):
            continue
        names = (name.rstrip(".…:") for name in re.split(r"\s*,\s*", mark["ids"]))
        for name in names:
            if len(name) < 4:
                continue  # "r-…" stands for any rule
            yield Inline(
                "helpful" if mark["verdict"].lower() == "helpful" else "harmful",
                name,reason, _around(line, mark.start(), mark.end()), event.id, event.at, by, where,
            )  # fmt: skip


def _mentioned(before: str, after: str) -> bool:
    """Whether the mark is only spoken of: in a code span, in quotes, or as an example."""
    if before.count("`") % 2 and "`" in after:
        return True
    if before[-1:] in "\"'“„‘‚«「" and before[-1:] and after[:1] in "\"'”“’‘»」" and after[:1]:
        return True
    if before.rstrip().endswith("|") and after.lstrip().startswith("|"):
        return True  # a cell of a table
    return bool(_EXAMPLE.search(before))


def _object(before: str, after: str) -> bool:
    """Whether the words around a mark speak of it: "write …", "the comment …", "… syntax"."""
    said = _LEADER.sub("", before)
    return bool(_OBJECT.search(said) or _EXAMPLE.search(said) or _SPOKEN_OF.match(after))


def _mocks(reason: str) -> bool:
    """Whether praise is meant the other way round: "yeah right, it broke prod"."""
    said = read_mood(reason)
    earnest = said.sarcasm.endswith(("helpful", "useful")) and not (
        said.damage or said.unresolved or said.reject
    )
    return bool(said.sarcasm) and not earnest


def _in_string(before: str, after: str) -> bool:
    """Whether a single quote opens before the comment's sign and closes behind the mark: `'# …'` in a test."""
    leader = _LEADER.search(before)
    code = before[: leader.start()] if leader else before
    return code.count("'") % 2 == 1 and "'" in after and leader is not None


def _leads(before: str, prose: bool) -> bool:
    """Whether a comment begins before the mark: outside of a string, and in prose by an HTML comment only."""
    leader = (_IN_PROSE if prose else _LEADER).search(before)
    if leader is None:
        return _opened(before, prose)
    code = before[: leader.start()]
    return code.count('"') % 2 == 0 and code.count("`") % 2 == 0


def _opened(before: str, prose: bool) -> bool:
    """The mark may stand behind other words of the comment: "# faster now. [cm: helpful r-…]"."""
    opening = re.search(r"<!--" if prose else r"(?:^|\s)(?:#|//|/\*|<!--|--|;|%|\*)\s", before)
    if opening is None:
        return False
    code = before[: opening.start()]
    return code.count('"') % 2 == 0 and code.count("'") % 2 == 0 and code.count("`") % 2 == 0


def _reason(after: str) -> str:
    text = _CLOSER.sub("", after)
    return " ".join(text.strip(" \t-–—:,'\"`").split())[:_REASON]


def _around(line: str, start: int, end: int) -> str:
    """The sentence that holds the mark, and the one before it when the mark opens its own."""
    text = " ".join(_CLOSER.sub("", line).split())
    if len(text) <= _WHY:
        return text
    pieces = _SENTENCE.split(line)
    place = 0
    for number, piece in enumerate(pieces):
        found = line.find(piece, place)
        place = found + len(piece)
        if found <= start < place or end <= place:
            near = " ".join([*pieces[max(0, number - 1) : number], piece])
            return " ".join(near.split())[:_WHY]
    return text[:_WHY]
