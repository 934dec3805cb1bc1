"""A small list of things to do, changed whole under the home's lock, each change counted by the list's version.

It is not memory: nothing is learned from it, and no context, search, reflection, export or sync takes it along. A title is
screened like everything that is kept: no secret, no orders to a machine, nothing that was erased. Titles and ids: `task_words.py`; where it lies:
`store/tasks.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from cm.errors import Conflict, RefusedByGate, Usage
from cm.flows.env import Env
from cm.flows.recovery import complete_erasures
from cm.flows.remember import in_a_project
from cm.flows.requests import Request, hash_of, is_past, used_before, used_otherwise
from cm.flows.task_words import fit, named, new_id, open_as, printable, whole_ids
from cm.llm.own_call import refuse_own_call
from cm.model.ids import short_hash
from cm.model.task import TASK_STATES, Task, TaskState
from cm.store.files import LOCK_SECONDS, lock
from cm.store.tasks import TaskList, read_tasks, write_tasks

_SHOWN: Final = 8  # open ones that a conflict names


@dataclass(frozen=True, slots=True)
class Listing:
    """The tasks that were asked for, in the order in which they were put down."""

    version: int
    project: str
    tasks: tuple[Task, ...]
    closed: int = 0  # done or dropped ones that were left out
    elsewhere: int = 0  # open ones of other projects that were left out


@dataclass(frozen=True, slots=True)
class Noted:
    """What became of a change of the list."""

    action: str  # add, done, drop
    version: int
    tasks: tuple[Task, ...]  # those it was about, as they are after it
    unchanged: tuple[str, ...] = ()  # ids of those among them that stood so already
    dry_run: bool = False
    replayed: bool = False  # it was answered before; nothing was done now


@dataclass(frozen=True, slots=True)
class Wanted:
    """A task from elsewhere. Of one `key` (where it comes from and its name there) there is never a second one."""

    title: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Taken:
    """What was taken in from elsewhere."""

    added: tuple[Task, ...]
    known: tuple[Task, ...]  # that were here already
    refused: tuple[tuple[str, str], ...]  # which (its key, else its number), and why
    version: int


def tasks(env: Env, *, everywhere: bool = False, states: Sequence[TaskState] = ("open",)) -> Listing:
    """The tasks of this project and those of none; of all projects with `everywhere`. Raises BadState, NewerSchema."""
    return _listing(env, read_tasks(env.home), everywhere, states)


def states_named(state: str) -> tuple[TaskState, ...]:
    """The states that a word asks for: one of them, or all. Raises Usage."""
    if state == "all":
        return TASK_STATES
    found = tuple(each for each in TASK_STATES if each == state)
    if not found:
        raise Usage(f"there is no state `{state}`", hint=f"one of {', '.join(TASK_STATES)}, all")
    return found


def add(
    env: Env, titles: Sequence[str], *, everywhere: bool = False, if_version: int | None = None, request_id: str = "",
    dry_run: bool = False,
) -> Noted:  # fmt: skip
    """Puts tasks down for this project, or for none. Raises Usage, RefusedByGate, Conflict; then nothing changed.

    One that is open under the same title already is not put down twice.
    """
    project = env.project if not everywhere and in_a_project(env) else ""
    said = tuple(fit(env, title) for title in titles)
    if not said:
        raise Usage("say what there is to do", hint='cm tasks add "Ask Amal about the port"')
    request = Request.of(request_id, "tasks add", {"titles": said, "project": project})

    def put(held: TaskList) -> tuple[TaskList, list[str], list[str]]:
        items, about, known = list(held.tasks), [], []
        for title in said:
            same = open_as(items, title, project)
            if same is None:
                name = new_id(items, env, title)
                same = Task(name, title, "open", project, env.stamp, env.agent or env.by)
                items.append(same)
            else:
                known.append(same.id)
            about.append(same.id)
        return replace(held, tasks=tuple(items)), about, known

    return _changed(env, "add", put, if_version, request, dry_run)


def close(
    env: Env, ids: Sequence[str], state: TaskState, *, if_version: int | None = None, request_id: str = "",
    dry_run: bool = False,
) -> Noted:  # fmt: skip
    """Says that tasks are done, or dropped. Raises NotFound, Ambiguous, Usage, Conflict; then nothing changed."""
    verb = "done" if state == "done" else "drop"
    if not ids:
        raise Usage("say which tasks", hint=f"cm tasks {verb} k-…  (cm tasks lists them)")
    asked = tuple(dict.fromkeys(each.strip() for each in ids))
    request = Request.of(request_id, f"tasks {verb}", {"tasks": whole_ids(read_tasks(env.home).tasks, asked)})

    def put(held: TaskList) -> tuple[TaskList, list[str], list[str]]:
        about = list(dict.fromkeys(named(held.tasks, each).id for each in asked))
        known = [each.id for each in held.tasks if each.id in about and each.state == state]
        items = tuple(
            replace(each, state=state, done_at=env.stamp)
            if each.id in about and each.id not in known
            else each
            for each in held.tasks
        )
        return replace(held, tasks=items), about, known

    return _changed(env, verb, put, if_version, request, dry_run)


def take(env: Env, wanted: Iterable[Wanted], *, dry_run: bool = False) -> Taken:
    """Takes tasks in from elsewhere, each once; what may not be kept is refused and named. Raises BadState, Busy, Unwritable."""
    refused: list[tuple[str, str]] = []
    found: list[Wanted] = []
    for number, one in enumerate(wanted, 1):
        try:
            found.append(replace(one, title=fit(env, one.title)))
        except (RefusedByGate, Usage) as error:
            refused.append((one.key or str(number), error.message))

    def put(held: TaskList) -> tuple[TaskList, list[str], list[str]]:
        items, about, known = list(held.tasks), [], []
        there = {each.id for each in items}
        for one in found:
            name = f"k-{short_hash(8, 'key', one.key)}" if one.key else ""
            same = next((each for each in items if each.id == name), None) or open_as(items, one.title, "")
            if same is None:
                name = name or new_id(items, env, one.title)
                same = Task(name, one.title, "open", "", env.stamp, "import")
                items.append(same)
            elif same.id in there:
                known.append(same.id)
            about.append(same.id)
        return replace(held, tasks=tuple(items)), list(dict.fromkeys(about)), list(dict.fromkeys(known))

    if not found:
        return Taken((), (), tuple(refused), read_tasks(env.home).version)
    done = _changed(env, "take", put, None, None, dry_run)
    return Taken(
        tuple(each for each in done.tasks if each.id not in done.unchanged),
        tuple(each for each in done.tasks if each.id in done.unchanged), tuple(refused), done.version,
    )  # fmt: skip


def task_named(env: Env, asked: str) -> Task:
    """One task of any project and state. Raises NotFound, Ambiguous."""
    return printable(env, named(read_tasks(env.home).tasks, asked))


# --- changing the list


def _changed(
    env: Env, action: str, put: Callable[[TaskList], tuple[TaskList, list[str], list[str]]], if_version: int | None,
    request: Request | None, dry_run: bool,
) -> Noted:  # fmt: skip
    def decided(held: TaskList) -> tuple[TaskList, Noted]:
        name = hash_of(env, request, dry_run=dry_run) if request is not None else ("", "")
        known = held.requests.get(name[0]) if request is not None else None
        if request is not None and known is not None and not is_past(env, str(known.get("at", ""))):
            if known.get("content") != name[1]:
                raise used_otherwise(
                    request, str(known.get("verb", "tasks")), str(known.get("at", "")), str(known.get("content", "")), name[1]
                )  # fmt: skip
            return held, _as_then(action, held, known)
        if request is not None and (rules := used_before(env, name[0])) is not None:
            raise used_otherwise(request, rules.verb, rules.at, rules.content, name[1])
        if if_version is not None and if_version != held.version:
            raise _stale(env, held, if_version)
        after, about, same = put(held)
        version = held.version + (after.tasks != held.tasks)
        items = {each.id: each for each in after.tasks}
        noted = Noted(action, version, tuple(items[each] for each in about), tuple(same), dry_run)
        requests = {
            key: each for key, each in held.requests.items() if not is_past(env, str(each.get("at", "")))
        }
        if request is not None:
            requests[name[0]] = _receipt(env, request, name[1], noted)
        return replace(after, version=version, requests=requests), noted

    def told(noted: Noted) -> Noted:
        return replace(noted, tasks=tuple(printable(env, each) for each in noted.tasks))

    if dry_run:
        return told(decided(read_tasks(env.home))[1])
    refuse_own_call(env.environ, "a change of tasks")
    complete_erasures(env, LOCK_SECONDS)
    with lock(env.home.lock):
        held = read_tasks(env.home)
        after, noted = decided(held)
        if after != held:
            write_tasks(env.home, after)
    return told(noted)


def _receipt(env: Env, request: Request, content: str, noted: Noted) -> Mapping[str, Any]:
    """What is kept of an answer: ids and states, no title."""
    about = [[each.id, each.state, each.done_at] for each in noted.tasks]
    return {
        "verb": request.verb, "content": content, "at": env.stamp, "version": noted.version, "tasks": about,
        "unchanged": list(noted.unchanged),
    }  # fmt: skip


def _as_then(action: str, held: TaskList, known: Mapping[str, Any]) -> Noted:
    """The answer that was given then; titles are those of today."""
    items = {each.id: each for each in held.tasks}
    found = [
        replace(items[name], state=state, done_at=done_at)
        for name, state, done_at in known.get("tasks", ())
        if name in items
    ]
    return Noted(
        action,
        int(known.get("version", 0)),
        tuple(found),
        tuple(known.get("unchanged", ())),
        replayed=True,
    )


def _stale(env: Env, held: TaskList, expected: int) -> Conflict:
    now = _listing(env, held, False, ("open",))
    told = "; ".join(f"{each.id} {each.title}" for each in now.tasks[:_SHOWN])
    more = f"; and {len(now.tasks) - _SHOWN} more" if len(now.tasks) > _SHOWN else ""
    return Conflict(
        f"the list of tasks is at version {held.version}, not {expected}",
        hint=f"open here now: {told or 'nothing'}{more}. Look at it (cm tasks), then say it again with --if-version {held.version}",
        version=held.version, expected=expected, tasks=now.tasks,
    )  # fmt: skip


# --- what is meant


def _listing(env: Env, held: TaskList, everywhere: bool, states: Sequence[TaskState]) -> Listing:
    project = env.project if in_a_project(env) else ""
    here = [
        each
        for each in held.tasks
        if everywhere or not each.project or (project and env.is_here(each.project))
    ]
    found = tuple(printable(env, each) for each in here if each.state in states)
    open_ones = sum(each.state == "open" for each in held.tasks) - sum(each.state == "open" for each in here)
    closed = sum(each.state != "open" for each in here) - sum(each.state != "open" for each in found)
    return Listing(held.version, project, found, closed, open_ones)
