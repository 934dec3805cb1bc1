"""The line of a failed command's output that says why, and how much it says.

An order never comes out of here as words to repeat, nor a path of one machine, nor a count, nor that one value is not
another. Not here: what made it pass (`core/reading/repairs.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cm.core.language.grammar import gives_orders

SURROUNDINGS: Final = 3  # what it ran with: a missing tool, a version, a variable
ERROR: Final = 2  # a compiler's or a program's own words
FINDING: Final = 1  # a linter's
_LONGEST: Final = 100
_REACH: Final = 3_000  # characters of an output's end

_MISSING: Final = (
    r"command not found|not found|no such (?:file or directory|command|subcommand|option|task|target|module)|no module named|modulenotfounderror|"
    r"cannot find (?:module|package)|importerror|is not (?:recognized|installed)|missing script|no rule to make target|could not (?:find|locate|determine)|"
    r"unable to (?:find|locate)|cannot open|does not exist|enoent|no tests (?:ran|found|collected)|not a (?:valid|git)"
)
_MISUSED: Final = r"unknown (?:option|command|argument|flag|subcommand)|unrecognized (?:option|arguments?|subcommand)|unexpected argument|invalid (?:option|choice|argument)|usage:"
_NUMBER: Final = r"[<>=~^v\"' ]*\d+(?:\.\d+)*"
_VERSIONS: Final = (
    rf"\brequires? (?:at least |an? )?[\w.@/+-]+(?: version)? ?{_NUMBER}|\brequires? (?:a )?(?:newer|different|later|older) |\brequires? (?:python|node|java|go)\b|"
    rf"\bsupporting [\w.+-]+ {_NUMBER}|\b{_NUMBER} is not supported\b|\bnot (?:supported|compatible) (?:by|with)\b|unsupported (?:engine|\w+ version|version|platform)|\bincompatible\b|"
    r"version (?:mismatch|conflict)|\btoo old\b|minimum supported|toolchain \S+ is not installed|exec format error|wrong architecture"
)
_ENVIRON: Final = (
    r"(?:environment )?variable\b.{0,40}\b(?:not set|missing|required|undefined|unset)|\bis not set\b|unbound variable|permission denied|operation not permitted|"
    r"externally[- ]managed|out of memory|no space left|address already in use|daemon running|keyerror: '[A-Z_]{4,}'"
)
SURROUNDED: Final = re.compile("|".join((_MISSING, _MISUSED, _VERSIONS, _ENVIRON)), re.IGNORECASE)
"""A failure of how it was run, not of the code that was being worked on."""
PASSING: Final = re.compile(
    r"resolve host|could not resolve|network|timed? ?out|connection (?:refused|reset|closed)|temporar(?:y|ily)|spurious|rate.?limit|etimedout|econn|\b50[234]\b|try again",
    re.IGNORECASE,
)
"""A failure of a moment."""
_ADVICE: Final = re.compile(
    r"\s*(?:where|either|try|hint|help|note|tip|see|did you|perhaps|maybe|for more|run|use|to )\b",
    re.IGNORECASE,
)

_PLACE: Final = r"(?:[\w./@\\\[\]-]+\.\w+)(?::\d+(?::\d+)?:?|\(\d+,\d+\):)"
# each gives the message in its group `said`, and may give a code
_ERRORS: Final = (
    re.compile(r"\s*error\[(?P<code>\w+)\]: (?P<said>.+)"),
    re.compile(rf"\s*(?:{_PLACE}\s*(?:- )?)?(?:fatal )?error (?P<code>[A-Z]+\d+): (?P<said>.+)"),
    re.compile(r"(?:E\s+)?(?P<code>(?:\w+\.)*[A-Z]\w*(?:Error|Exception)): (?P<said>.+)"),
    re.compile(rf"\s*{_PLACE}\s*(?:fatal )?error: (?P<said>.+)"),
    re.compile(r"\s*(?:\w+ )?panic: (?P<said>.+)"),
    re.compile(r"\s*(?:fatal|error|Error|ERROR|npm (?:ERR!|error)): ?(?P<said>.+)"),
    re.compile(rf"\s*(?:vet: )?{_PLACE}\s*(?P<said>(?!warning|note|help|info)\S.*)"),
)
_FINDINGS: Final = (re.compile(r"\s*\d+:\d+\s+error\s+(?P<said>.+?)(?:\s{2,}\S+)?\s*"),)
_PANICKED: Final = re.compile(r"thread '.*' (?:\(\d+\) )?panicked at \S+:\d+:\d+:\s*")
_EMPTY: Final = re.compile(
    r"tests? failed|could not compile|aborting due|(?:build|compil\w+|command|process|script|job|task|lint\w*|check) (?:\S+ )?(?:failed|exited)|failed to compile|exit(?:ed)?\b.*\b(?:code|status|with)\b|"
    r"\b\d+ (?:errors?|failures?|problems?|failed|tests?)\b|e?lifecycle|recipe for target|error \d+$|previous errors?|see above|for more info|backtrace|0x[0-9a-f]{6,}",
    re.IGNORECASE,
)
_COMPARES: Final = re.compile(
    r"assert|\bexpect(?:ed)?\b|\bleft\b.*\bright\b|[!=]=|\bto(?:Be|Equal| equal| be)\b|\bwant(?:ed)?\b|\bgot\b",
    re.IGNORECASE,
)
_BARE_WORDS: Final = """
assert assertion asserted assertionerror expect expected expecting got received actual actually left right want wanted failed
to equal equals be but was is not true false none null undefined nil error in of the and have values value should deeply
strictly strict equality same as match matches with a an
"""
_BARE: Final = frozenset(_BARE_WORDS.split())
_STATED: Final = re.compile(
    r"[A-Z]{1,4}\d{3,5}: \S+ .*\b(?:is|are|has|have|does|do|cannot|can't) (?:not? )?.*"
)
"""A compiler's finding by its number; its first word may look like a verb ("Type 'string' is not assignable …")."""
_MARK: Final = "'"
_OWN_PATH: Final = re.compile(r"(?:^|[\s'\"(=:])(?:~|/|[A-Za-z]:\\)[\w.-]+[/\\]")


@dataclass(frozen=True, slots=True)
class Reason:
    """A line of an output, where it stands, and what is worth repeating of it ("" for nothing)."""

    start: int
    end: int
    said: str
    rank: int


def of_surroundings(text: str) -> Reason | None:
    """The line that says what was missing around the command; None when it failed for another reason."""
    told = [
        (start, end) for start, end in _lines(text, len(text) - _REACH)
        if SURROUNDED.search(text, start, end)
    ]  # fmt: skip
    plain = [span for span in told if not _ADVICE.match(text, *span) and text[span[1] - 1] != ":"]
    if not told:
        return None
    start, end = (plain or told)[-1]
    if PASSING.search(text, start, end):
        return None
    return Reason(start, end, _repeatable(text[start:end].replace("`", _MARK)), SURROUNDINGS)


def why_failed(text: str) -> Reason | None:
    """The line that says most about why a command failed, with words to repeat; None when no line does."""
    best: Reason | None = None
    panicked = False
    for start, end in _lines(text, 0):
        line = text[start:end]
        found = _PANICKED.match(line)
        reason = _reason(line, start, end, panicked)
        panicked = bool(found and found.end() == len(line))
        if reason is not None and (best is None or reason.rank > best.rank):
            best = reason
    return best


def _reason(line: str, start: int, end: int, panicked: bool) -> Reason | None:
    said, rank = "", ERROR
    for pattern in (*_ERRORS, *_FINDINGS):
        hit = pattern.fullmatch(line)
        if hit is not None:
            code = hit.groupdict().get("code")
            said = f"{code}: {hit['said']}" if code else hit["said"]
            rank = FINDING if pattern in _FINDINGS else ERROR
            break
    else:
        said = line if panicked else ""
    said = said.strip()
    if not said or PASSING.search(said) or _EMPTY.search(said) or _only_compares(said):
        return None
    if _STATED.fullmatch(said) and gives_orders(said):
        said = _repeatable(f"`{said.replace('`', _MARK)}`")
    else:
        said = _repeatable(said.replace("`", _MARK))
    if not said:
        return None
    return Reason(start, end, said, SURROUNDINGS if SURROUNDED.search(line) else rank)


def _only_compares(said: str) -> bool:
    """Whether it says no more than that one value is not another."""
    if not _COMPARES.search(said):
        return False
    plain = re.sub(r"`[^`]*`|'[^']*'|\"[^\"]*\"|[\[{(][^\])}]*[\])}]", " ", said)
    words = [word for word in re.findall(r"[^\W\d_]{2,}", plain) if word.casefold() not in _BARE]
    return len(words) < 3


def _repeatable(line: str) -> str:
    """The words of a line that a rule may repeat, "" when it may not."""
    said = " ".join(line.split()).rstrip(".:; ")
    if len(said) > _LONGEST or "\x1b" in said or gives_orders(said) or _OWN_PATH.search(said):
        return ""
    return said


def _lines(text: str, least: int) -> Iterator[tuple[int, int]]:
    """Where the lines with something in them stand, without the space around it, from a place on."""
    for match in re.compile(r"[^\s].*").finditer(text, max(0, least)):
        end = match.end()
        while text[end - 1].isspace():
            end -= 1
        yield match.start(), end
