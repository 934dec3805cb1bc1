"""Files that a person handed over in which words stand that their bytes do not hold in one piece.

A transcript of speech breaks off wherever a caption is full, a calendar folds its lines: what is heard there is only known by
reading it as its host does. Not here: cutting words out of bytes (`store/leftovers.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from cm.core.serving.tombstones import ERASED
from cm.flows.env import Env
from cm.hosts.registry import HANDED, HOSTS
from cm.model.host import Record
from cm.model.session import Event
from cm.store.journal import Journal
from cm.store.knife import Knife
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
