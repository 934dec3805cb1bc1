"""The commands of a session that ended with a clear result, and the steps that a chain of them is made of.

Not here: which family a command is of (`core/reading/commands.py`), whether it passed (`core/reading/results.py`), what follows from it
(`core/reading/repairs.py`, `core/reading/observations.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cm.core.reading.commands import Family, core_of, family, normal_command, without_quoted
from cm.core.reading.results import read_result
from cm.model.rule import Evidence
from cm.model.session import Event

LONGEST: Final = 120  # characters of a command worth remembering
PROJECT_FAMILIES: Final[frozenset[Family]] = frozenset({"test", "build", "lint"})
TELLING: Final[frozenset[Family]] = PROJECT_FAMILIES | {"install"}


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a command, its end, and the events of both."""

    command: Event
    output: Event
    normal: str
    family: Family
    passed: bool
    verdict: bool = True  # the output says so itself, not the exit status alone


@dataclass(frozen=True, slots=True)
class Step:
    """One command of a run whose own end is known: of a chain, the one that failed, or each that passed."""

    run: Run
    raw: str  # as it stands in the event
    normal: str
    family: Family
    passed: bool
    key: str  # what the same command shares with this, however much it was told to say


def runs_of(events: Sequence[Event]) -> tuple[Run, ...]:
    """The test, build, lint and install commands of a session that ended with a clear result, in order."""
    commands = {event.id: event for event in events if event.kind == "command"}
    runs: list[Run] = []
    for event in events:
        command = commands.get(event.of) if event.kind == "output" else None
        if command is None or command.agent != event.agent:
            continue
        kind = family(command.text)
        if kind not in TELLING:
            continue
        result = read_result(event.text, event.exit)
        if result.colour == "none" or (event.exit is None and not result.verdict):
            continue
        green = result.colour == "green"
        runs.append(Run(command, event, normal_command(command.text), kind, green, result.verdict))
    return tuple(runs)


def is_telling(command: str) -> bool:
    """Whether a command in its normal spelling is short and whole."""
    return len(command) <= LONGEST and "…" not in command


# --- the steps of a chain -------------------------------------------------------------------------------------

_BETWEEN: Final = re.compile(r"&&|\|\||;|\n")
_LOUDNESS: Final = re.compile(
    r"-v+|-q+|-s|-r[A-Za-z]+|--(?:verbose|quiet|silent|nocapture|no-capture|show-output|no-header|no-color|no-colour|--)|"
    r"--(?:colou?r|tb|verbosity|reporter|message-format)(?:=\S+)?|2>&1|--"
)
_TESTED: Final = re.compile(
    r"test result:|^--- fail|panicked at|\b\d+ (?:tests? )?(?:passed|failed|passing|failing)\b|^failed \S|\btests:\s+\d",
    re.IGNORECASE | re.MULTILINE,
)


def steps_of(run: Run) -> tuple[Step, ...]:
    """The steps of a run of which the end can be told; none of what is too long to be remembered."""
    core = core_of(run.command.text)
    if "<<" in core:
        return ()
    hidden = without_quoted(core)
    parts: list[str] = []
    signs: list[str] = []
    start = 0
    for sign in _BETWEEN.finditer(hidden):
        parts.append(core[start : sign.start()])
        signs.append(sign[0])
        start = sign.end()
    parts.append(core[start:])
    if "||" in signs:
        return ()
    if run.passed and not run.verdict and "|" in without_quoted(run.command.text):
        return ()  # the status is that of the last in the pipe
    if any(sign != "&&" for sign in signs):  # what came before did not decide
        if run.output.exit is None or (run.output.exit == 0) != run.passed:
            return ()
        last = max(number for number, sign in enumerate(signs) if sign != "&&")
        parts = parts[last + 1 :]
    steps = [step for part in parts if (step := _step(run, part)) is not None]
    if run.passed:
        return tuple(steps)
    return tuple(_decided(steps, run.output.text)[:1])


def _step(run: Run, part: str) -> Step | None:
    raw = core_of(part)
    kind = family(raw)
    normal = normal_command(raw)
    if not raw or kind not in TELLING or not is_telling(normal):
        return None
    key = " ".join(word for word in normal.split(" ") if not _LOUDNESS.fullmatch(word))
    return Step(run, raw, normal, kind, run.passed, key)


def _decided(steps: Sequence[Step], output: str) -> list[Step]:
    """The one that failed, when the output can only be its own."""
    if len(steps) > 1 and _TESTED.search(output):
        steps = [step for step in steps if step.family == "test"]
    return list(steps) if len(steps) == 1 else []


# --- evidence -------------------------------------------------------------------------------------------------


def quote_of(event: Event, text: str) -> Evidence:
    """What an event says in these words, which stand in it; else its beginning."""
    start = event.text.find(text) if text else -1
    quote = text[:400] if start >= 0 else event.text[:200]
    start = max(start, 0)
    by = (
        "tool" if event.by == "host" else event.by
    )  # `host` proves nothing: the gate then finds no such author
    return Evidence(by, quote, event.session, event.id, (start, start + len(quote)), event.at)


def quote_command(event: Event) -> Evidence:
    """The command as it was given, or the first line of it that does the work."""
    return quote_of(event, core_of(event.text).split("\n", 1)[0])
