"""Observations from commands: what a project runs with success again and again.

An observation states what was seen and never orders; its evidence is the commands themselves. Not here: which commands
ended how (`core/reading/runs.py`), what failed and passed afterwards (`core/reading/repairs.py`), what the user said
(`core/reading/directives.py`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cm.core.reading.categories import FAMILIES
from cm.core.reading.commands import Family
from cm.core.reading.runs import PROJECT_FAMILIES, Run, is_telling, quote_command, runs_of
from cm.model.delta import Add
from cm.model.rule import Evidence, Origin, Scope
from cm.model.session import Event, SessionHead

MIN_SESSIONS: Final = 3
_FORMS: Final = re.compile(r"(?:^|[\s/:-])(?:\w*fmt|format|prettier|black|isort|clang-format)(?=[\s:]|$)")
_MENDS: Final = re.compile(r"\s--(?:fix|write|autocorrect)\b|[:-]fix\b")
_ASKS: Final = re.compile(
    r"\s--?(?:check\S*|verify\S*|list-different|diff|dry-run|set-exit\S*)|\s-[ld](?=\s|$)|[:-]check\b"
)
_SAID: Final[Mapping[str, str]] = {
    "test": "runs the tests here",
    "build": "builds here",
    "lint": "checks the code here",
}


@dataclass(frozen=True, slots=True)
class CommandHistory:
    """What is known of one command in one project, over sessions."""

    project: str
    command: str  # its normal spelling
    family: Family
    passed: tuple[str, ...]  # sessions in which it passed
    failed: tuple[str, ...]  # sessions in which it only failed
    evidence: tuple[Evidence, ...]


def command_histories(
    sessions: Iterable[tuple[SessionHead, Sequence[Event]]],
) -> Mapping[str, CommandHistory]:
    """Counts over sessions how the commands of the test, build and lint families ended, per project and command."""
    runs: dict[tuple[str, str], list[Run]] = defaultdict(list)
    for head, events in sessions:
        if head.own or not head.project:
            continue
        for run in runs_of(events):
            if run.family in PROJECT_FAMILIES and is_telling(run.normal):
                runs[head.project, run.normal].append(run)
    return {
        f"{project}\x1f{command}": _history(project, command, of) for (project, command), of in runs.items()
    }


def _history(project: str, command: str, runs: Sequence[Run]) -> CommandHistory:
    passed = tuple(dict.fromkeys(run.command.session for run in runs if run.passed))
    failed = tuple(dict.fromkeys(run.command.session for run in runs if run.command.session not in passed))
    shown = {run.command.session: run for run in runs if run.passed}
    evidence = tuple(quote_command(run.command) for run in list(shown.values())[-5:])
    return CommandHistory(project, command, runs[0].family, passed, failed, evidence)


def observe_commands(
    histories: Mapping[str, CommandHistory], *, min_sessions: int = MIN_SESSIONS, at: str = ""
) -> tuple[Add, ...]:
    """Returns an observation for each command that passed in enough sessions of its project."""
    found = []
    for history in histories.values():
        times = len(history.passed)
        if times < min_sessions or len(history.failed) > times or history.family not in PROJECT_FAMILIES:
            continue
        found.append(
            Add(
                text=f"`{history.command}` {_said(history)}.",  # how often is evidence: a count would make a new rule of each
                kind="fact",
                category=FAMILIES[history.family],
                scope=Scope(project=history.project),
                evidence=history.evidence,
                origin=Origin("heuristic", at),
            )
        )
    return tuple(found)


def _said(history: CommandHistory) -> str:
    """What a command is for: one that changes the code does not just check it."""
    if history.family == "lint" and not _ASKS.search(history.command):
        if _FORMS.search(history.command):
            return "formats the code here"
        if _MENDS.search(history.command):
            return "checks and fixes the code here"
    return _SAID[history.family]
