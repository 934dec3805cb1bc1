"""What a session showed of commands that failed and then passed: another way of running it, a fixer, or an edit.

A statement of what was seen, in time and not in cause; it orders nothing. Its evidence is the line that says why it
failed, the commands, and the edits. Not here: what a project runs again and again (`core/reading/observations.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cm.core.language.grammar import gives_orders
from cm.core.reading.categories import FAMILIES, GENERAL
from cm.core.reading.failing import SURROUNDINGS, Reason, of_surroundings, why_failed
from cm.core.reading.runs import Step, quote_of, runs_of, steps_of
from cm.model.delta import Add
from cm.model.rule import Evidence, Origin, Scope
from cm.model.session import Event, SessionHead

MAX_REPAIRS: Final = 3  # per session
NEAR: Final = 12  # commands between a failure and what passed instead
MAX_FILES: Final = 4  # an edit of more says nothing of any one
_NAMED: Final = 2
_ANOTHER_WAY: Final = 5
_FIXER: Final = 4
_SETTINGS: Final = re.compile(
    r"(?:\.(?:toml|ya?ml|json|jsonc|ini|cfg|lock|gradle|mod|sum|env\S*|mk|cmake|nix|config\.\w+)|(?:^|/)(?:Makefile|Dockerfile\S*|justfile|Gemfile|conftest\.py|\.\w+rc))\Z"
)


@dataclass(frozen=True, slots=True)
class _Seen:
    """An observation with the place it has in the session and how telling it is."""

    rank: int
    number: int
    key: str
    text: str
    family: str
    evidence: tuple[Evidence, ...]


def observe_repairs(head: SessionHead, events: Sequence[Event], *, project: str, at: str) -> tuple[Add, ...]:
    """Returns the most telling of what failed and passed afterwards, one per command, in the order it was seen."""
    steps = [step for run in runs_of(events) if not run.command.agent for step in steps_of(run)]
    edits = [event for event in events if event.kind == "edit" and not event.agent]
    seen = [*_other_ways(steps), *_fixed(steps, edits), *_edited(steps, edits, head.cwd)]
    kept: dict[str, _Seen] = {}
    for one in sorted(seen, key=lambda one: (-one.rank, one.number)):
        if len(kept) < MAX_REPAIRS and not gives_orders(one.text) and one.text not in (
            other.text for other in kept.values()
        ):  # fmt: skip
            kept.setdefault(one.key, one)
    return tuple(
        Add(
            text=one.text,
            kind="fact",
            category=FAMILIES.get(one.family, GENERAL),
            scope=Scope(project=project),
            evidence=one.evidence,
            origin=Origin("heuristic", at),
        )
        for one in sorted(kept.values(), key=lambda one: one.number)
    )


# --- another command passed -----------------------------------------------------------------------------------


def _other_ways(steps: Sequence[Step]) -> list[_Seen]:
    """Commands that failed of how they were run, where another spelling passed."""
    found = []
    for index, failed in enumerate(steps):
        reason = None if failed.passed else of_surroundings(failed.run.output.text)
        if reason is None:
            continue
        for passed in steps[index + 1 : index + 1 + NEAR]:
            if passed.normal == failed.normal:
                break  # the same command again: the work went on, nothing was learned of commands
            if not passed.passed or not _are_related(failed, passed):
                continue
            said = f" ({reason.said})" if reason.said else ""
            text = f"`{failed.normal}` failed{said}; `{passed.normal}` passed."
            evidence = (_line(failed, reason), _command(failed), _command(passed))
            found.append(_Seen(_ANOTHER_WAY, index, failed.key, text, passed.family, evidence))
            break
    return found


def _are_related(failed: Step, passed: Step) -> bool:
    """Whether the second is another way of doing what the first tried, and not a part of it or something else."""
    if passed.family != failed.family or passed.key == failed.key:
        return False
    tried, done = _words(failed.normal), _words(passed.normal)
    program = failed.normal.split(" ", 1)[0] == passed.normal.split(" ", 1)[0]
    if program and any(
        "/" in word or "." in word[1:] or "::" in word for word in (done - tried) if word[0] != "+"
    ):
        return False  # a smaller part of it
    names, others = ({word.rsplit("/", 1)[-1] for word in words} for words in (tried, done))
    if names - others and others - names:
        return _target(failed.normal) == _target(passed.normal)
    return program or bool(names & others) or _target(failed.normal) == _target(passed.normal)


_RUNNERS_WORDS: Final = (
    "run exec test build lint check install add python python3 python3.11 -m npx uv uvx poetry npm "
    "pnpm yarn bun sudo env make just task ./ the"
)
_RUNNERS: Final = frozenset(_RUNNERS_WORDS.split())


def _words(command: str) -> frozenset[str]:
    """The programs and arguments that say what is run, without runners and options."""
    return frozenset(
        word
        for word in re.split(r"[\s;&|]+", command)
        if word and not word.startswith("-") and word.rsplit("/", 1)[-1] not in _RUNNERS and "=" not in word
    )


def _target(command: str) -> str:
    return command.split(" ", 1)[-1] if " " in command else command


# --- a fixer ran ----------------------------------------------------------------------------------------------

_CHECKS: Final = re.compile(
    r"--?(?:check\S*|verify\S*|list-different|set-exit-if-changed|dry-run|diff|lint|Werror)|-[ldc]|check|verify|lint",
    re.IGNORECASE,
)
_FIXES: Final = re.compile(
    r"--?(?:fix\S*|write|apply|autocorrect\S*|auto-correct\S*|in-place|unsafe-fixes)|-[wiaAF]|fix"
)
_CHECK_ONLY: Final = re.compile(
    r"--?(?:check\S*|verify\S*|list-different|set-exit-if-changed|dry-run|diff)|-[ld]", re.IGNORECASE
)


def _fixed(steps: Sequence[Step], edits: Sequence[Event]) -> list[_Seen]:
    """Checks that failed, and passed after the program that mends what they check had run."""
    found = []
    for index, failed in enumerate(steps):
        if failed.passed or failed.family != "lint":
            continue
        fixer: Step | None = None
        for step in steps[index + 1 : index + 1 + NEAR]:
            if step.key == failed.key:
                if not step.passed:
                    fixer = None
                elif fixer is not None and not _explained_by_edits(failed, step, edits):
                    text = f"`{failed.normal}` failed; after `{fixer.normal}` it passed."
                    evidence = (*_shown(failed), _command(failed), _command(fixer), _command(step))
                    found.append(_Seen(_FIXER, index, failed.key, text, failed.family, evidence))
                if step.passed:
                    break
            elif step.passed and _mends(step.normal, failed.normal):
                fixer = step
    return found


def _mends(fixer: str, check: str) -> bool:
    """Whether a command is the same program as a check, told to change what the check only reports."""
    doing, asking = _parts(fixer), _parts(check)
    told_to_fix = any(map(_FIXES.fullmatch, doing)) and not any(map(_FIXES.fullmatch, asking))
    only_asked = any(map(_CHECKS.fullmatch, asking)) and not any(map(_CHECK_ONLY.fullmatch, doing))
    if not (told_to_fix or (only_asked and len(doing) <= len(asking))):
        return False
    return _stem(doing) == _stem(asking) and bool(_stem(doing))


def _parts(command: str) -> list[str]:
    """The words of a command, those of a script's name each for itself."""
    parts: list[str] = []
    for word in command.split(" "):
        parts += [word] if word.startswith("-") or "/" in word or "." in word else re.split(r"[:-]", word)
    return parts


def _stem(parts: Sequence[str]) -> tuple[str, ...]:
    """The program and what it is to do, without options, files, and the words that ask or order."""
    end = parts.index("--") if "--" in parts else len(parts)
    kept = [
        part
        for part in parts[:end]
        if part and part[0] not in "-+'\"{" and not re.search(r"[./*]", part)
        and not _FIXES.fullmatch(part) and not re.fullmatch(r"check|verify", part)
    ]  # fmt: skip
    return tuple(kept)


def _explained_by_edits(failed: Step, passed: Step, edits: Sequence[Event]) -> bool:
    """Whether files were edited meanwhile, where the check is about more than their form."""
    form = any(map(_CHECK_ONLY.fullmatch, _parts(failed.normal)))
    return not form and any(_between(failed, edit, passed) for edit in edits)


# --- the same command passed after an edit --------------------------------------------------------------------


def _edited(steps: Sequence[Step], edits: Sequence[Event], cwd: str) -> list[_Seen]:
    """Commands that failed for a reason their output tells, and passed after an edit of a few files."""
    found = []
    failures: dict[str, list[tuple[int, Step, Reason]]] = {}
    for index, step in enumerate(steps):
        if not step.passed:
            reason = why_failed(step.run.output.text)
            if reason is not None:
                failures.setdefault(step.key, []).append((index, step, reason))
            continue
        told = failures.pop(step.key, [])
        for number, failed, reason in sorted(told, key=lambda one: (-one[2].rank, -one[0])):
            files = _files([edit for edit in edits if _between(failed, edit, step)], failed, cwd)
            if not files or len(files) > MAX_FILES:
                continue
            named = [f"`{name}`" for name in list(files)[:_NAMED]]
            more = ["others"] if len(files) > _NAMED else []
            listed = (
                named[0]
                if len(files) == 1
                else f"{', '.join([*named, *more][:-1])} and {[*named, *more][-1]}"
            )
            what = "an edit of" if len(files) == 1 else "edits of"
            shorter = min(failed.normal, step.normal, key=len)
            text = f"`{shorter}` failed ({reason.said}); it passed after {what} {listed}."
            shown = [quote_of(edit, edit.text) for edit in list(files.values())[:_NAMED]]
            settings = any(_SETTINGS.search(name) for name in files)
            rank = reason.rank + int(settings and reason.rank == SURROUNDINGS)
            evidence = (_line(failed, reason), _command(failed), *shown, _command(step))
            found.append(_Seen(rank, number, step.key, text, step.family, evidence))
            break
    return found


def _between(first: Step, event: Event, last: Step) -> bool:
    return first.run.output.seq < event.seq < last.run.command.seq


def _files(edits: Sequence[Event], failed: Step, cwd: str) -> dict[str, Event]:
    """The edited files below the working folder: those the output names first, then the latest."""
    files: dict[str, Event] = {}
    for edit in reversed(edits):
        name = _below(edit.text, cwd)
        if name:
            files.setdefault(name, edit)
    output = failed.run.output.text
    return dict(sorted(files.items(), key=lambda item: item[0] not in output))


def _below(path: str, cwd: str) -> str:
    path, folder = path.strip().replace("\\", "/"), cwd.replace("\\", "/").rstrip("/")
    if folder and path.startswith(folder + "/"):
        path = path[len(folder) + 1 :]
    outside = path.startswith(("/", "~", "../")) or path[1:2] == ":"
    return "" if outside or "`" in path or "\n" in path or len(path) > 100 else path


# --- evidence -------------------------------------------------------------------------------------------------


def _line(failed: Step, reason: Reason) -> Evidence:
    output = failed.run.output
    end = min(reason.end, reason.start + 200)
    quote = output.text[reason.start : end].rstrip()
    return Evidence(
        "tool", quote, output.session, output.id, (reason.start, reason.start + len(quote)), output.at
    )


def _shown(failed: Step) -> tuple[Evidence, ...]:
    """The first line of a check's output."""
    found = re.search(r"\S[^\n]{0,199}", failed.run.output.text)
    if found is None:
        return ()
    quote, output = found[0].rstrip(), failed.run.output
    span = (found.start(), found.start() + len(quote))
    return (Evidence("tool", quote, output.session, output.id, span, output.at),)


def _command(step: Step) -> Evidence:
    return quote_of(step.run.command, step.raw.split("\n", 1)[0])
