"""Erasing from files that a person handed over, where looking at their bytes does not do.

A transcript of speech breaks off wherever a caption is full, a calendar folds its lines; an export holds many sessions, the
history of a file lies in copies beside it. A later export holds what an earlier one did, and a copy has another name. What
is said there, and whose it is, is known by reading it as its host does. Not here: cutting words out of bytes
(`store/leftovers.py`).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from cm.core.serving.tombstones import ERASED
from cm.flows.env import Env
from cm.flows.ingested import found_files
from cm.hosts.registry import HANDED, HOSTS, INBOX
from cm.model.host import Host, Record
from cm.model.session import Event, SessionHead
from cm.store.documents import copies_beside
from cm.store.elements import is_archive
from cm.store.files import replace
from cm.store.journal import Journal
from cm.store.knife import Knife
from cm.store.leftovers import Done
from cm.store.lines import writing
from cm.store.transcripts import reader


def says(host: str, path: Path, knife: Knife) -> bool:
    """Whether a file of a host of `HANDED`, read anew, says something that is to be erased, or what a session said that is."""
    return host in HANDED and any(
        knife.stones.holds_event(event.id) or knife.text(event.text) != event.text
        for event in _events(HOSTS[host], path)
    )


def handed_that_say(env: Env, knife: Knife) -> Iterator[Path]:
    """Those of the inbox that say it still; looked for where words or sessions of their hosts were or are to be erased."""
    journal = Journal(env.home.journal)
    hosts = _hosts_of(knife.sessions)
    for head in journal.sessions():
        if head.host in HANDED and head.host not in hosts:
            with suppress(OSError):
                data = journal.path_of(head).read_bytes()
                if ERASED.encode() in data or knife.held(data):
                    hosts.add(head.host)
    return (path for host, path in _handed(env, hosts) if says(host.name, path, knife))


def take_out_of_handed(
    env: Env, names: Collection[str], *, dry_run: bool = False
) -> Iterator[tuple[Path, Done]]:
    """Takes whole sessions out of all lists of sessions in the inbox, and removes the copies beside one; tells of each file
    what becomes of it. What else says it, and a list of nothing else, is told by `handed_that_say`. Raises Unwritable."""
    for host, path in _handed(env, _hosts_of(names)):
        recipe = host.sessions
        if recipe is None or not (recipe.copies or recipe.archive) or is_archive(host, path):
            continue
        if not any(event.session in names for event in _events(host, path)):
            continue  # found out in the memory of one conversation
        if recipe.copies is not None:
            gone: list[Path] = []
            with suppress(OSError):
                gone = copies_beside(path, reader(host, path).records(), recipe.copies)
            for each in gone:
                if not dry_run:
                    with writing(each):
                        each.unlink(missing_ok=True)
                yield each, "removed"
        else:
            fold, listed = recipe.fold(recipe.describe(str(path), ""), None), _listed(path)
            left = [value for value in listed if not any(
                isinstance(item, SessionHead) and item.id in names for item in fold.feed(Record(value, 1))
            )]  # fmt: skip
            if 0 < len(left) < len(listed):
                if not dry_run:
                    replace(path, json.dumps(left, ensure_ascii=False).encode("utf-8", "surrogatepass"))
                yield path, "rewritten"


def _hosts_of(names: Collection[str]) -> set[str]:
    return {name.partition("/")[0] for name in names} & HANDED


def _handed(env: Env, hosts: Collection[str]) -> Iterator[tuple[Host, Path]]:
    """The files of the inbox that are of these hosts, by what is in them."""
    inbox = env.home.root / "inbox"
    for host, path in found_files(env, (INBOX, *sorted(hosts))) if hosts else ():
        if host.name in hosts and inbox in path.parents and path.is_file() and not path.is_symlink():
            yield host, path


def _events(host: Host, path: Path) -> Iterator[Event]:
    """What a file says when it is read anew, as far as it can be."""
    recipe = host.sessions
    if recipe is None:
        return
    fold = recipe.fold(recipe.describe(str(path), ""), None)
    with suppress(OSError):
        for record in reader(host, path).records():
            for item in fold.feed(record) if isinstance(record, Record) else ():
                if isinstance(item, Event):
                    yield item


def _listed(path: Path) -> list[Any]:
    """The sessions of a list of them; none where it cannot be read whole."""
    try:
        listed = json.loads(path.read_bytes().decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return []
    return listed if isinstance(listed, list) else []
