"""Erasing from files that a person handed over, where looking at their bytes does not do.

A transcript of speech breaks off wherever a caption is full, a calendar folds its lines; an export holds many sessions, the
history of a file lies in copies beside it. What is said there, and whose it is, is known by reading it as its host does. Not
here: cutting words out of bytes (`store/leftovers.py`).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

from cm.core.serving.tombstones import ERASED
from cm.flows.env import Env
from cm.hosts.registry import HANDED, HOSTS
from cm.model.host import Record, Sessions
from cm.model.session import Event, SessionHead
from cm.store.documents import copies_beside
from cm.store.elements import is_archive
from cm.store.files import replace
from cm.store.journal import Journal
from cm.store.knife import Knife
from cm.store.lines import writing
from cm.store.transcripts import reader


def says(host: str, path: Path, knife: Knife) -> bool:
    """Whether a file of a host of `HANDED`, read anew, says something that is to be erased."""
    recipe = HOSTS[host].sessions if host in HANDED else None
    if recipe is None:
        return False
    fold = recipe.fold(recipe.describe(str(path), ""), None)
    with suppress(OSError):
        for record in reader(HOSTS[host], path).records():
            for item in fold.feed(record) if isinstance(record, Record) else ():
                if isinstance(item, Event) and knife.text(item.text) != item.text:
                    return True
    return False


def handed_that_say(env: Env, knife: Knife) -> Iterator[Path]:
    """Those of the inbox that say it still, of sessions that words were or are to be erased from."""
    journal = Journal(env.home.journal)
    inbox = env.home.root / "inbox"
    for head in journal.sessions():
        path = Path(head.source)
        if head.host not in HANDED or inbox not in path.parents or not path.is_file():
            continue
        with suppress(OSError):
            data = journal.path_of(head).read_bytes()
            if (ERASED.encode() in data or knife.held(data)) and says(head.host, path, knife):
                yield path


def take_out_of_handed(env: Env, names: Collection[str]) -> Iterator[bool]:
    """Takes whole sessions out of the files of the inbox that hold others too, and removes the copies beside one; tells of each
    file whether it went whole. An archive, and what cannot be read again, goes whole. Raises Unwritable."""
    journal = Journal(env.home.journal)
    heads = [head for name in names if (head := journal.head(name)) is not None]
    for source, host in {(head.source, head.host) for head in heads if head.host in HANDED}:
        path, recipe = Path(source), HOSTS[host].sessions
        if recipe is None or env.home.root / "inbox" not in path.parents or not path.is_file():
            continue
        gone: list[Path] = []
        if recipe.copies is not None:
            with suppress(OSError):
                gone = copies_beside(path, reader(HOSTS[host], path).records(), recipe.copies)
        elif recipe.archive:
            whole = is_archive(HOSTS[host], path) or path.is_symlink()  # what a link leads to is not ours
            left = None if whole else _without(recipe, path, names)
            if left is None:
                gone = [path]
            else:
                replace(path, left)
                yield False
        for each in gone:
            with writing(each):
                each.unlink(missing_ok=True)
            yield True


def _without(recipe: Sessions, path: Path, names: Collection[str]) -> bytes | None:
    """An array of sessions without some of them; None when it is none, or nothing is left."""
    try:
        listed = json.loads(path.read_bytes().decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(listed, list):
        return None
    fold = recipe.fold(recipe.describe(str(path), ""), None)
    left = [value for value in listed if not any(
        isinstance(item, SessionHead) and item.id in names for item in fold.feed(Record(value, 1))
    )]  # fmt: skip
    return json.dumps(left, ensure_ascii=False).encode("utf-8", "surrogatepass") if left else None
