"""The predicate: may this reader see this rule now? Every way out of the playbook asks `serve`; nothing else makes a `Served`.

Not here: which of the served rules matter for a task (`core/select.py`), how a shelf is read (`flows/reading.py`).
The quick doors import this module: standard library only (`shelve` alone reaches for the content screen).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias, assert_never

from cm.core.blocklist import Blocklist
from cm.core.text import normalise, tokens
from cm.model.rule import Layer, Rule, Stage
from cm.model.settings import StandingPolicy
from cm.model.stamp import moment
from cm.model.standing import NO_MARKS, Shelved, Standing

WithheldReason: TypeAlias = Literal[
    "retired", "superseded", "draft", "contested", "blocked", "quarantined", "untrusted", "private",
    "not-yet-valid", "expired", "out-of-scope", "low-standing", "stage",
]  # fmt: skip

STAGES: Final[tuple[Stage, ...]] = ("candidate", "established", "proven")
DEFAULT_STANDING: Final = StandingPolicy()


@dataclass(frozen=True, slots=True)
class Reader:
    """Who asks. A facet left empty is unknown, not "none"."""

    door: str  # context, hook, mcp, export, list, prompt
    project: str = ""
    paths: tuple[str, ...] = ()  # what is worked on, relative to the project's root
    languages: tuple[str, ...] = ()
    frameworks: tuple[str, ...] = ()
    host: str = ""
    task: str = ""
    user_rules: bool = True  # False: the user's own rules stay at home (an export into a repository)
    min_stage: Stage | None = None


@dataclass(frozen=True, slots=True)
class Served:
    """A rule that this reader may see now."""

    rule: Rule
    standing: Standing
    layer: Layer
    matched_facets: tuple[str, ...] = ()
    unknown_facets: tuple[str, ...] = ()  # set on the rule, not known of the reader: they rank it lower


@dataclass(frozen=True, slots=True)
class Withheld:
    """A rule that this reader may not see now, and why."""

    rule: Rule
    reason: WithheldReason
    say: str
    standing: Standing = NO_MARKS
    layer: Layer = "user"


def shelve(
    rule: Rule,
    layer: Layer,
    trusted: bool,
    standing: Standing,
    blocked: Blocklist,
    *,
    screen: Callable[[str], str | None] | None = None,
) -> Shelved:
    """Puts beside a rule all that the predicate has to know of it; hand edits and merges meet the content screen here."""
    if screen is None:
        from cm.core.screen import screen as own_screen

        screen = own_screen
    return Shelved(
        rule=rule,
        layer=layer,
        trusted=trusted,
        standing=standing,
        blocked_by=blocked.hit(rule.text),
        screened=screen(rule.text) or "",
    )


def serve(
    shelved: Shelved, reader: Reader, now: datetime, *, policy: StandingPolicy = DEFAULT_STANDING
) -> Served | Withheld:
    """Answers for one rule and one reader: served, or withheld with one reason from the closed list."""
    rule = shelved.rule
    refusal = (
        _by_state(rule)
        or _by_content(shelved)
        or _by_layer(shelved, reader)
        or _by_time(rule, now)
        or _by_standing(shelved, reader, policy)
    )
    matched, unknown, wrong = fit(rule, reader)
    if refusal is None and wrong:
        refusal = ("out-of-scope", wrong)
    if refusal is not None:
        return Withheld(rule, refusal[0], refusal[1], shelved.standing, shelved.layer)
    return Served(rule, shelved.standing, shelved.layer, matched, unknown)


Refusal: TypeAlias = tuple[WithheldReason, str] | None


def _by_state(rule: Rule) -> Refusal:
    match rule.state:
        case "retired":
            why = f": {rule.retired.reason}" if rule.retired and rule.retired.reason else ""
            return "retired", f"it is retired{why}"
        case "superseded":
            return "superseded", f"{rule.replaced_by or 'another rule'} took its place"
        case "draft":
            return "draft", "it is a draft: a second session or a person has to support it"
        case "contested":
            return (
                "contested",
                f"it is contested by {', '.join(rule.contests) or 'another rule'}: review decides",
            )
        case "active":
            return None
        case _:
            assert_never(rule.state)


def _by_content(shelved: Shelved) -> Refusal:
    if shelved.blocked_by:
        return "blocked", f"its content was withdrawn ({shelved.blocked_by})"
    if shelved.screened:
        return "quarantined", f"the gate would refuse its text now ({shelved.screened})"
    return None


def _by_layer(shelved: Shelved, reader: Reader) -> Refusal:
    if shelved.layer == "repo" and not shelved.trusted:
        return "untrusted", "it comes from a repository that you have not trusted (`cm trust`)"
    if shelved.layer == "user" and not reader.user_rules:
        return "private", "it is one of your own rules, and this reader gets only those of the repository"
    return None


def _by_time(rule: Rule, now: datetime) -> Refusal:
    if rule.valid is None:
        return None
    since, until = _moment(rule.valid.since), _moment(rule.valid.until, whole_day=True)
    if since is not None and now < since:
        return "not-yet-valid", f"it holds from {rule.valid.since}"
    if until is not None and now >= until:
        return "expired", f"it held until {rule.valid.until}"
    return None


def _by_standing(shelved: Shelved, reader: Reader, policy: StandingPolicy) -> Refusal:
    standing, rule = shelved.standing, shelved.rule
    reviewed = bool(rule.pinned) or (rule.approved and rule.approved >= standing.last)
    if standing.score < policy.retire_score and not reviewed:
        return "low-standing", f"its score is {standing.score:.1f}: it waits for review"
    if reader.min_stage is not None and STAGES.index(standing.stage) < STAGES.index(reader.min_stage):
        return "stage", f"it is {standing.stage}, this reader asks for {reader.min_stage}"
    return None


def _moment(text: str, *, whole_day: bool = False) -> datetime | None:
    """A moment of validity; a bare date as an end includes that day; what cannot be read limits nothing."""
    if not text:
        return None
    try:
        read = moment(text)
        return read + timedelta(days=1) if whole_day and len(text.strip()) == 10 else read
    except (ValueError, OverflowError):
        return None


def fit(rule: Rule, reader: Reader) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """How a rule's scope fits a reader: facets that hold, facets the reader does not know, and what excludes it ('' = nothing).

    A project must be the reader's project. Any other facet that the reader does not know leaves the rule in.
    """
    matched: list[str] = []
    unknown: list[str] = []
    for facet, value in rule.scope.facets():
        match facet:
            case "project":
                holds: bool | None = reader.project == value
            case "path":
                holds = _path_holds(value, reader.paths)
            case "language":
                holds = _any_of(_language(value), tuple(_language(known) for known in reader.languages))
            case "framework":
                holds = _any_of(normalise(value), tuple(normalise(known) for known in reader.frameworks))
            case "task":
                holds = _task_holds(value, reader.task)
            case _:
                holds = _any_of(normalise(value), (normalise(reader.host),) if reader.host else ())
        if holds is False:
            return tuple(matched), tuple(unknown), f"it is about {facet} {value}"
        (matched if holds else unknown).append(facet)
    return tuple(matched), tuple(unknown), ""


def _any_of(value: str, known: tuple[str, ...]) -> bool | None:
    return None if not known else value in known


LANGUAGES: Final = {
    "py": "python", "python3": "python", "ts": "typescript", "tsx": "typescript", "js": "javascript", "jsx": "javascript",
    "golang": "go", "rs": "rust", "rb": "ruby", "c++": "cpp", "c#": "csharp", "cs": "csharp", "sh": "shell", "bash": "shell",
    "kt": "kotlin", "yml": "yaml", "md": "markdown",
}  # fmt: skip


def _language(name: str) -> str:
    low = normalise(name)
    return LANGUAGES.get(low, low)


def _task_holds(value: str, task: str) -> bool | None:
    """A kind of task holds when the task speaks of it in any inflection: `testing` fits "fix the failing tests"."""
    if not task.strip():
        return None
    said = {_root(word) for word in tokens(task)}
    return any(_root(word) in said for word in tokens(value.replace("-", " ").replace("_", " ")))


def _root(word: str) -> str:
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


def _plain(path: str) -> str:
    return path.replace("\\", "/").strip().removeprefix("./").strip("/")


def _path_holds(value: str, paths: tuple[str, ...]) -> bool | None:
    """A rule's folder, file or glob holds for what lies in it; work on a folder above it may come to it: unknown."""
    wanted = _plain(value)
    known = tuple(plain for plain in (_plain(path) for path in paths) if plain not in ("", "."))
    if not known or wanted in ("", "."):
        return None if wanted not in ("", ".") else True
    if any(mark in wanted for mark in "*?["):
        return any(_glob(wanted).match(path) for path in known) or (None if _above(wanted, known) else False)
    if any(path == wanted or path.startswith(wanted + "/") for path in known):
        return True
    return None if _above(wanted, known) else False


def _above(wanted: str, known: tuple[str, ...]) -> bool:
    return any(wanted.startswith(path + "/") for path in known)


def _glob(pattern: str) -> re.Pattern[str]:
    """`**` crosses folders, `*` and `?` do not; a pattern without a folder fits at any depth."""
    parts = re.split(r"(\*\*/?|\*|\?)", pattern)
    shapes = {"**": ".*", "**/": "(?:.*/)?", "*": "[^/]*", "?": "[^/]"}
    body = "".join(shapes.get(part, re.escape(part)) for part in parts)
    return re.compile(("" if "/" in pattern else r"(?:.*/)?") + body + r"(?:/.*)?\Z")
