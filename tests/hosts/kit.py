"""Feeds records to a host's fold and shows what came out, one short line per event."""

import json
from pathlib import Path

from cm.hosts.registry import HOSTS
from cm.model.host import Record
from cm.model.session import Event, SessionHead, Skipped
from cm.store.transcripts import Transcript

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
    sessions = HOSTS[host].sessions
    reader = sessions.fold(sessions.describe(path.as_posix(), ""), None)
    items = []
    for record in Transcript(path).records():
        items += reader.feed(record) if isinstance(record, Record) else [record]
    return [*items, *reader.finish()]


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
