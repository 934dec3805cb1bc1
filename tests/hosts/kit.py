"""Feeds records to a host's fold and shows what came out, one short line per event."""

import json
import sqlite3
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from cm.hosts.registry import HOSTS
from cm.model.host import Record
from cm.model.session import Event, SessionHead, Skipped
from cm.store.databases import DATABASES, Guest, Rows
from cm.store.transcripts import first_values, reader

FIXTURES = Path(__file__).parent / "fixtures"


def fold(host, *records, name="s.jsonl", path="", carry=None, finish=True):
    """All items of the records, in order; the head comes last."""
    fold = new_fold(host, name=name, path=path, carry=carry)
    items = [item for line, value in enumerate(records, 1) for item in fold.feed(Record(value, line))]
    return [*items, *fold.finish()] if finish else items


def new_fold(host, *, name="s.jsonl", path="", carry=None):
    sessions = HOSTS[host].sessions
    return sessions.fold(sessions.describe(path or f"/h/projects/p/{name}", "/h"), carry)


def read(host, path):
    """All items of a file, as the ingest would get them."""
    items = []
    for fold_from, values in runs(host, path):
        fold = fold_from(None)
        for record in values:
            items += fed(fold, record)
        items += fold.finish()
    return items


def fed(fold, record):
    """What comes of a record; what the reader itself left out is already an item."""
    return fold.feed(record) if isinstance(record, Record) else [record]


def runs(host, path):
    """What is read of a file in one go: how a fold for it is made, and the records. A database has a run per session."""
    sessions = HOSTS[host].sessions
    source = sessions.describe(place(path), "")
    if path.suffix == ".sql" or path.suffix in DATABASES:
        recipe = sessions.database
        with built(path) as name, Guest(name) as guest:
            return [
                (partial(recipe.fold or sessions.fold, source), list(Rows(guest, recipe, session).records()))
                for session, _ in guest.sessions(recipe)
            ]
    return [(partial(sessions.fold, source), list(reader(HOSTS[host], path).records()))]


def records(host, path):
    """All records of a file and of what lies beside it."""
    return [record for _, values in runs(host, path) for record in values]


def shown(path):
    """What the hosts are shown of a file to recognise it."""
    if path.suffix != ".sql":
        return first_values(path)
    with built(path) as name:
        return first_values(name)


def place(path):
    """Where a file is said to lie: a fixture lies at the same place on every machine."""
    return f"/f/{path.relative_to(FIXTURES).as_posix()}" if path.is_relative_to(FIXTURES) else path.as_posix()


@contextmanager
def built(path):
    """A database, made from its SQL."""
    if path.suffix != ".sql":
        yield path
        return
    with TemporaryDirectory() as folder:
        name = Path(folder, "fixture.db")
        db = sqlite3.connect(name)
        db.executescript(path.read_text("utf-8"))
        db.close()
        yield name


def events(items):
    return [item for item in items if isinstance(item, Event)]


def skips(items):
    return [item.reason for item in items if isinstance(item, Skipped)]


def head(items):
    return next(item for item in reversed(items) if isinstance(item, SessionHead))


def lines(items):
    """Events as `by kind text` with what is special about them behind."""
    out = []
    order = {event.id: place for place, event in enumerate(events(items))}
    for event in events(items):
        line = f"{event.by} {event.kind}: {event.text}"
        if event.kind == "output":
            line += f" [exit {event.exit}]"
        if event.of:
            line += f" [of {order.get(event.of, 'nothing')}]"
        if event.agent:
            line += f" [agent {event.agent}]"
        out.append(line)
    return out


def said(items, by="user"):
    return [event.text for event in events(items) if event.by == by and event.kind == "message"]


def plain(value):
    """A value as JSON brings it back."""
    return json.loads(json.dumps(value))
