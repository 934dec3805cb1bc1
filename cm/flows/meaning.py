"""Has an installed model read the rules and a table of words, so that the quick doors know of meaning without it.

Runs by `cm models index`, which is slow once (the words); then after every change of rules, in a process of its own and only for what
changed. Nothing is downloaded. Not here: a model that stays loaded (`flows/warm.py`), finding the model (`llm/embedder.py`), asking the table (`flows/near.py`).
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cm.core.language.concepts import ALIASES, STOP, TOPICS
from cm.core.serving.fuse import meant
from cm.errors import CmError, NoHome, Unwritable
from cm.flows.env import Env, open_env
from cm.flows.likeness import embedder_of, vectors_file
from cm.flows.refresh import answered
from cm.store.detached import start_detached
from cm.store.files import lock
from cm.store.index import Index
from cm.store.near import NAME, Near
from cm.store.vectors import Vectors, sha_of

if TYPE_CHECKING:
    from cm.llm.embedder import Embedder

COMMON: Final = 10_000  # words of the model's own list
BATCH: Final = 256
READ: Final = "from cm.flows.meaning import read_in_background; read_in_background()"
ROUNDS: Final = 5  # what changed while it was reading is read too
FOR_THE_MEAN: Final = 1000
UNUSABLE: Final = (OSError, sqlite3.Error, Unwritable)  # a cache that cannot be used costs time, nothing else
_WORD: Final = re.compile(r"[a-z]{2,20}")


@dataclass(frozen=True, slots=True)
class Read:
    """What the model has read now."""

    model: str  # "" when none is installed
    revision: str = ""
    rules: int = 0  # in the table
    read: int = 0  # of them just now
    words: int = 0
    new_words: int = 0
    unfinished: bool = False  # time was up; what is done is kept


def read_rules(
    env: Env,
    *,
    out_of_time: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] | None = None,
) -> Read:
    """Brings the table of meanings up to date with the rules of the index; without a model nothing happens.

    Raises NoHome, Unwritable.
    """
    embedder = embedder_of(env)
    if embedder is None:
        return Read("")
    if not env.home.root.is_dir():
        raise NoHome(f"there is no home at {env.home.root}", hint="cm init makes it", path=str(env.home.root))
    rules = answered(env, lambda index, _: _rules(index))
    env.home.cache.mkdir(mode=0o700, exist_ok=True)
    path = env.home.cache / NAME
    try:
        with Near.open_to_write(str(path)) as table:
            return _bring_up(env, embedder, table, rules, out_of_time, progress)
    except (OSError, sqlite3.Error) as error:
        raise Unwritable(
            f"{path} cannot be written: {error}",
            hint="look at the permissions and the room on the disk",
            path=str(path),
        ) from error


def keep_up(env: Env) -> None:
    """The same by a process of its own, where the model has read before: as the last thing of whatever changed rules."""
    if (env.home.cache / NAME).exists():
        start_detached(READ, env.environ, env.cwd)


def read_in_background() -> None:
    """Reads until nothing new is there; the whole of a process that nobody waits for. One at a time does."""
    env = open_env()
    busy = env.home.cache / "reading.lock"
    with suppress(CmError, sqlite3.Error, OSError), lock(busy, timeout=0, who="reading"):
        for _ in range(ROUNDS):
            if not read_rules(env).read:
                return


def _bring_up(
    env: Env,
    embedder: Embedder,
    table: Near,
    rules: Mapping[int, tuple[str, str]],
    out_of_time: Callable[[], bool],
    progress: Callable[[int, int], None] | None,
) -> Read:
    named = {"model": embedder.name, "revision": embedder.revision}
    if any(table.meta(key) != value for key, value in named.items()):
        table.clear()
    before = table.shas()
    stale = {n: text for n, (sha, text) in rules.items() if before.get(n) != sha}
    vectors = vectors_of_texts(env, embedder, list(stale.values()))
    gone = [n for n in before if n not in rules]
    if stale or gone or not table.meta("model"):
        table.put_rules({n: (rules[n][0], vectors[text]) for n, text in stale.items()}, gone, named)
    known = table.known_words()
    wanted = [word for word in words_for(embedder, (text for _, text in rules.values())) if word not in known]
    mean = mean_of(embedder) if wanted else []
    made, late = 0, False
    for at in range(0, len(wanted), BATCH):
        if late := out_of_time():
            break
        some = wanted[at : at + BATCH]
        table.put_words(dict(zip(some, centred(embedder, some, mean), strict=True)))
        made += len(some)
        if progress is not None:
            progress(made, len(wanted))
    return Read(embedder.name, embedder.revision, len(rules), len(stale), len(known) + made, made, late)


def words_for(embedder: Embedder, texts: object = ()) -> list[str]:
    """The words of the table: those of the rules, those of the trade, then the commonest of the model's own."""
    own = (word for text in texts for word in _WORD.findall(text.lower())) if texts else ()  # type: ignore[attr-defined]
    trade = _WORD.findall(" ".join((TOPICS, *ALIASES, *ALIASES.values())))
    every = dict.fromkeys((*own, *trade, *embedder.vocabulary(COMMON)))
    return [word for word in every if word not in STOP and len(word) > 1]


def mean_of(embedder: Embedder) -> list[float]:
    """The middle of all words: what every vector has in common says nothing."""
    vectors = embedder.embed(list(embedder.vocabulary(FOR_THE_MEAN)))
    return [sum(column) / len(vectors) for column in zip(*vectors, strict=True)]


def centred(embedder: Embedder, words: Sequence[str], mean: Sequence[float]) -> list[list[float]]:
    """The vectors of single words, seen from their middle."""
    return [[a - b for a, b in zip(vector, mean, strict=True)] for vector in embedder.embed(list(words))]


def _rules(index: Index) -> dict[int, tuple[str, str]]:
    """Every rule that may be served to somebody: its state, and what the model reads of it."""
    rows = index.db.execute(
        "select n, sha, card from rules where state in ('active', 'contested') and blocked_by = '' and screened = ''"
    )
    found = {}
    for n, sha, card in rows:
        shown = json.loads(card)
        found[n] = (sha, meant(shown["text"], shown["tags"]))
    return found


def vectors_of_texts(env: Env, embedder: Embedder, texts: Sequence[str]) -> dict[str, Sequence[float]]:
    """The vectors of texts, from the cache where they are in it; what is made is kept batch by batch, if it can be."""
    names = {sha_of(text): text for text in texts}
    found: dict[str, Sequence[float]] = {}
    place = vectors_file(env)
    with suppress(*UNUSABLE), Vectors.open(place, embedder.name, embedder.revision) as cache:
        found = {names[name]: vector for name, vector in cache.get(names).items()}
    missing = [text for text in dict.fromkeys(texts) if text not in found]
    for at in range(0, len(missing), BATCH):
        some = missing[at : at + BATCH]
        made = dict(zip(some, embedder.embed(some), strict=True))
        found.update(made)
        with suppress(*UNUSABLE), Vectors.open(place, embedder.name, embedder.revision) as cache:
            cache.put({sha_of(text): vector for text, vector in made.items()})
    return found
