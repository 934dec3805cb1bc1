"""What was said and done in a session, as it may be shown: the whole of it, or the place around one event.

From the journal; withdrawn content and secrets are left out on the way. Not here: finding (`flows/search.py`), looks
(`cli/transcript.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cm.core.secrets.scrub import VERSION, scrub
from cm.errors import NotFound, Usage
from cm.flows.env import Env
from cm.flows.history import Blocked, blocked_of, repeats
from cm.flows.named import session_named, several
from cm.flows.permission import require_open
from cm.flows.refresh import Refreshed, answered
from cm.model.session import Author, Event, EventKind, SessionHead
from cm.store.diaries import read_diary
from cm.store.files import replace as replace_file
from cm.store.index import Index
from cm.store.journal import Journal, event_to_data, head_to_data

WITHHELD = "[withheld: forgotten content]"


@dataclass(frozen=True, slots=True)
class Line:
    """One event as it is shown."""

    id: str
    seq: int
    at: str
    by: Author
    kind: EventKind
    text: str
    of: str = ""
    exit: int | None = None  # of a command: how it ended, as its output says
    tool: str = ""
    agent: str = ""


@dataclass(frozen=True, slots=True)
class SessionShown:
    """A session with all of its events, or some of them around one."""

    session: SessionHead
    status: str  # by its diary, "" without one
    lines: tuple[Line, ...]
    event: str = ""  # the one that was asked for
    before: int = 0  # events of the session ahead of the first line
    after: int = 0


def session_shown(env: Env, name: str) -> SessionShown:
    """One session to be read. Raises NotFound, Ambiguous, NotAllowed."""
    journal = Journal(env.home.journal)
    head = session_named(journal.sessions(), name)
    require_open(env, head.id, "show")
    return _shown(env, journal, head.id)


def event_shown(env: Env, name: str, around: int = 3) -> SessionShown:
    """One event with so many neighbours on each side. Raises NotFound, Ambiguous, NotAllowed."""
    event, session = _event_named(env, name)
    require_open(env, session, "show")
    whole = _shown(env, Journal(env.home.journal), session)
    place = next((at for at, line in enumerate(whole.lines) if line.id == event), None)
    if place is None:
        raise NotFound(f"{event} is no longer in the journal", hint="`cm search` brings the index up to date")
    begin, end = max(0, place - around), place + around + 1
    return SessionShown(
        whole.session, whole.status, whole.lines[begin:end], event, begin, max(0, len(whole.lines) - end)
    )


def _event_named(env: Env, name: str) -> tuple[str, str]:
    asked = name.strip()

    def ask(index: Index, _: Refreshed) -> list[tuple[str, str]]:
        return index.db.execute(
            "select e.id, s.id from events e join sessions s on s.n = e.session where e.id >= ? and e.id < ? limit 6",
            (asked, asked + "~"),
        ).fetchall()

    found = answered(env, ask, events=True)
    exact = [pair for pair in found if pair[0] == asked]
    if exact or len(found) == 1:
        return (exact or found)[0]
    if found:
        raise several(asked, "events", (event for event, _ in found))
    raise NotFound(f"there is no event `{asked}`", hint="`cm search` shows events with their ids")


def _shown(env: Env, journal: Journal, session: str) -> SessionShown:
    head, events = journal.read(session)
    diary = read_diary(env.home.diary, head)
    return SessionShown(head, diary.status if diary else "", _lines(env, events))


def _lines(env: Env, events: Sequence[Event]) -> tuple[Line, ...]:
    ended = {event.of: event.exit for event in events if event.kind == "output" and event.of}
    blocked = _blocked(env)
    return tuple(
        Line(
            event.id, event.seq, event.at, event.by, event.kind, _allowed(event, blocked), event.of,
            ended.get(event.id) if event.kind == "command" else event.exit, event.tool, event.agent,
        )
        for event in events
    )  # fmt: skip


def shown_words(env: Env) -> Callable[[str], str]:
    """What tells of words of a session whether they may be shown: they themselves, or that they are withheld."""
    blocked = _blocked(env)
    return lambda text: WITHHELD if blocked is not None and text.strip() and repeats(blocked, text) else text


def _blocked(env: Env) -> Blocked | None:
    repo = [str(env.repo.ledger_dir)] if env.repo is not None and env.trusted else []
    found = blocked_of([str(env.home.ledger_dir), *repo])
    return found if found.texts else None


def _allowed(event: Event, blocked: Blocked | None) -> str:
    return allowed(event.text, event.scrubbed == VERSION, blocked)


def allowed(text: str, clean: bool, blocked: Blocked | None) -> str:
    """What may be shown of an event: secrets that an older scrubber let pass are taken out unless it is clean, withdrawn lines too."""
    text = text if clean else scrub(text)[0]
    if blocked is None or not repeats(blocked, text):
        return text
    lines = [WITHHELD if line.strip() and repeats(blocked, line) else line for line in text.split("\n")]
    kept = "\n".join(lines)
    return WITHHELD if repeats(blocked, kept.replace(WITHHELD, " ")) else kept


# --- exports


def exported(shown: SessionShown, form: str) -> str:
    """A session as one document: `md` to be read, `jsonl` as the journal keeps it."""
    if form == "jsonl":
        return "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in _records(shown))
    if form == "md":
        return "\n\n".join(_markdown(shown)) + "\n"
    raise Usage(f"a session cannot be exported as {form!r}", hint="one of md, jsonl")


def _records(shown: SessionShown) -> Iterable[dict[str, object]]:
    yield head_to_data(shown.session)
    for line in shown.lines:
        event = Event(
            line.id, shown.session.id, line.seq, line.at, line.by, line.kind, line.text, line.of,
            line.exit if line.kind == "output" else None, line.tool, line.agent, VERSION,
        )  # fmt: skip
        yield event_to_data(event)


def _markdown(shown: SessionShown) -> Iterable[str]:
    head = shown.session
    yield f"# {' '.join(head.title.split()) or head.id}"
    facts = {
        "session": head.id, "project": head.project, "branch": head.branch, "model": head.model, "started": head.started,
        "ended": head.ended, "outcome": shown.status,
    }  # fmt: skip
    yield "\n".join(f"- {name}: {value}" for name, value in facts.items() if value)
    for line in shown.lines:
        when = f" · {line.at[11:16]}" if line.at else ""
        part = f" · subagent {line.agent}" if line.agent else ""
        ended = f" · exit {line.exit}" if line.exit is not None else ""
        if line.kind == "edit":
            yield f"**{line.by}** edited `{line.text}`{when}{part}"
        elif line.kind == "message":
            yield f"## {line.by}{when}{part}\n\n{line.text}"
        else:
            yield f"**{line.by}** {line.kind}{ended}{when}{part}\n\n{_fenced(line.text)}"


def _fenced(text: str) -> str:
    """A block of code whose fence is longer than any in the text."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}\n{text}\n{fence}"


def save(path: Path, text: str) -> Path:
    """Writes an export into a new file. Raises Usage when there is one already, Unwritable."""
    if path.exists():
        raise Usage(f"{path} is there already", hint="name a file that does not exist yet")
    replace_file(path, text.encode("utf-8", "replace"))
    return path
