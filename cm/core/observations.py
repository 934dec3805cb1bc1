"""Observations from commands: what failed and what passed instead, and what a project runs again and again.

An observation states what was seen and never orders; its evidence is the tool's output and the commands themselves.
Not here: which family a command is of (`core/commands.py`), whether it passed (`core/results.py`), what the user said
(`core/directives.py`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cm.core.categories import FAMILIES, GENERAL
from cm.core.commands import Family, core_of, family, normal_command
from cm.core.grammar import gives_orders
from cm.core.results import read_result
from cm.model.delta import Add
from cm.model.rule import Evidence, Origin, Scope
from cm.model.session import Event, SessionHead

MAX_REPAIRS: Final = 3  # per session
NEAR: Final = 12  # commands between a failure and what passed instead
MIN_SESSIONS: Final = 3
LONGEST: Final = 120  # characters of a command worth remembering
_PROJECT_FAMILIES: Final[frozenset[Family]] = frozenset({"test", "build", "lint"})
_TELLING: Final[frozenset[Family]] = _PROJECT_FAMILIES | {"install"}
_SAID: Final[Mapping[str, str]] = {
    "test": "runs the tests here",
    "build": "builds here",
    "lint": "checks the code here",
}


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a command, its end, and the events of both."""

    command: Event
    output: Event
    normal: str
    family: Family
    passed: bool


@dataclass(frozen=True, slots=True)
class CommandHistory:
    """What is known of one command in one project, over sessions."""

    project: str
    command: str  # its normal spelling
    family: Family
    passed: tuple[str, ...]  # sessions in which it passed
    failed: tuple[str, ...]  # sessions in which it only failed
    evidence: tuple[Evidence, ...]


def runs_of(events: Sequence[Event]) -> tuple[Run, ...]:
    """The test, build, lint and install commands of a session that ended with a clear result, in order."""
    commands = {event.id: event for event in events if event.kind == "command"}
    runs: list[Run] = []
    for event in events:
        command = commands.get(event.of) if event.kind == "output" else None
        if command is None or command.agent != event.agent:
            continue
        kind = family(command.text)
        if kind not in _TELLING:
            continue
        result = read_result(event.text, event.exit)
        if result.colour == "none" or (event.exit is None and not result.verdict):
            continue
        runs.append(Run(command, event, normal_command(command.text), kind, result.colour == "green"))
    return tuple(runs)


# --- what failed, and what passed instead ---------------------------------------------------------------------


def observe_repairs(head: SessionHead, events: Sequence[Event], *, project: str, at: str) -> tuple[Add, ...]:
    """Returns what a session showed of commands that failed where a related one passed."""
    runs = [run for run in runs_of(events) if not run.command.agent]
    found: list[Add] = []
    seen: set[str] = set()
    for index, failed in enumerate(runs):
        if failed.passed or not _is_telling(failed):
            continue
        for passed in runs[index + 1 : index + 1 + NEAR]:
            if passed.normal == failed.normal:
                break  # the same command again: the work went on, nothing was learned of commands
            if not passed.passed or not _are_related(failed, passed):
                continue
            add = _repair(head, failed, passed, project, at)
            if add is not None and add.text not in seen:
                seen.add(add.text)
                found.append(add)
            break
        if len(found) >= MAX_REPAIRS:
            break
    return tuple(found)


def _is_telling(run: Run) -> bool:
    return len(run.normal) <= LONGEST and "…" not in run.normal


_ENVIRONMENT: Final = re.compile(
    r"command not found|not found|no such file or directory|no module named|modulenotfounderror|cannot find (?:module|package)|importerror|is not (?:recognized|installed)|missing script|unknown (?:option|command|argument|flag)"
    r"|unrecognized (?:option|arguments?)|no rule to make target|permission denied|requires? (?:python|node|java|go)|unsupported engine|could not (?:find|resolve|locate)|enoent|connection refused|not a (?:valid|git)|invalid (?:option|choice|argument)"
    r"|no tests (?:ran|found|collected)|usage:|externally[- ]managed|unable to (?:find|locate|resolve)|cannot open|does not exist|out of memory|timed? ?out|killed",
    re.IGNORECASE,
)
"""A failure of how it was run, not of the code that was being worked on."""


def _are_related(failed: Run, passed: Run) -> bool:
    """Whether the second is another way of doing what the first tried."""
    if passed.family != failed.family or len(passed.normal) > LONGEST or "…" in passed.normal:
        return False
    if not _ENVIRONMENT.search(failed.output.text[-3000:]):
        return False
    tried, done = _words(failed.normal), _words(passed.normal)
    same_program = failed.normal.split(" ", 1)[0] == passed.normal.split(" ", 1)[0]
    return same_program or bool(tried & done) or _target(failed.normal) == _target(passed.normal)


_RUNNERS_WORDS: Final = (
    "run exec test build lint check install add python python3 python3.11 -m npx uv uvx poetry npm "
    "pnpm yarn bun sudo env make just task ./ the"
)
_RUNNERS: Final = frozenset(_RUNNERS_WORDS.split())


def _words(command: str) -> frozenset[str]:
    """The programs and arguments that say what is run, without runners and options."""
    return frozenset(
        word.rsplit("/", 1)[-1]
        for word in re.split(r"[\s;&|]+", command)
        if word and not word.startswith("-") and word not in _RUNNERS and "=" not in word
    )


def _target(command: str) -> str:
    return command.split(" ", 1)[-1] if " " in command else command


def _repair(head: SessionHead, failed: Run, passed: Run, project: str, at: str) -> Add | None:
    reason = _reason(failed.output)
    if reason is None:
        return None
    quotable = len(reason.quote) <= 90 and "`" not in reason.quote and not gives_orders(reason.quote)
    said = f" ({reason.quote})" if quotable else ""
    return Add(
        text=f"`{failed.normal}` failed{said}; `{passed.normal}` passed.",
        kind="fact",
        category=FAMILIES.get(passed.family, GENERAL),
        scope=Scope(project=project),
        evidence=(reason, _whole_command(failed.command), _whole_command(passed.command)),
        origin=Origin("heuristic", at),
    )


def _reason(output: Event) -> Evidence | None:
    """The line of an output that says why it failed, as evidence."""
    text = output.text
    lines = [match.span() for match in re.finditer(r"[^\n]*\S[^\n]*", text)]
    told = [span for span in lines if _ENVIRONMENT.search(text, *span)]
    if not told:
        return None
    start, end = told[-1]
    while start < end and text[start].isspace():
        start += 1
    end = min(end, start + 200)
    return Evidence(
        "tool",
        text[start:end].rstrip(),
        output.session,
        output.id,
        (start, start + len(text[start:end].rstrip())),
        output.at,
    )


def _whole_command(event: Event) -> Evidence:
    """The command as it was given, or the first line of it that does the work."""
    core = core_of(event.text).split("\n", 1)[0]
    start = event.text.find(core)
    start, core = (start, core) if start >= 0 and core else (0, event.text[:200])
    return Evidence(event.by, core[:400], event.session, event.id, (start, start + len(core[:400])), event.at)  # type: ignore[arg-type]


# --- what a project runs again and again ----------------------------------------------------------------------


def command_histories(
    sessions: Iterable[tuple[SessionHead, Sequence[Event]]],
) -> Mapping[str, CommandHistory]:
    """Counts over sessions how the commands of the test, build and lint families ended, per project and command."""
    runs: dict[tuple[str, str], list[Run]] = defaultdict(list)
    for head, events in sessions:
        if head.own or not head.project:
            continue
        for run in runs_of(events):
            if run.family in _PROJECT_FAMILIES and _is_telling(run):
                runs[head.project, run.normal].append(run)
    return {
        f"{project}\x1f{command}": _history(project, command, of) for (project, command), of in runs.items()
    }


def _history(project: str, command: str, runs: Sequence[Run]) -> CommandHistory:
    passed = tuple(dict.fromkeys(run.command.session for run in runs if run.passed))
    failed = tuple(dict.fromkeys(run.command.session for run in runs if run.command.session not in passed))
    shown = {run.command.session: run for run in runs if run.passed}
    evidence = tuple(_whole_command(run.command) for run in list(shown.values())[-5:])
    return CommandHistory(project, command, runs[0].family, passed, failed, evidence)


def observe_commands(
    histories: Mapping[str, CommandHistory], *, min_sessions: int = MIN_SESSIONS, at: str = ""
) -> tuple[Add, ...]:
    """Returns an observation for each command that passed in enough sessions of its project."""
    found = []
    for history in histories.values():
        times = len(history.passed)
        if times < min_sessions or len(history.failed) > times or history.family not in _PROJECT_FAMILIES:
            continue
        found.append(
            Add(
                text=f"`{history.command}` {_SAID[history.family]}.",  # how often is evidence: a count would make a new rule of each
                kind="fact",
                category=FAMILIES[history.family],
                scope=Scope(project=history.project),
                evidence=history.evidence,
                origin=Origin("heuristic", at),
            )
        )
    return tuple(found)
