"""What an erased text leaves behind: keyed hashes of its words, from which nobody reads it, and by which it is known again.

Not here: finding it in another text (`tombstones.py`), where the hashes lie (`store/tombstones.py`). Without the key, which lies
outside of every history, they say nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from cm.core.language.windows import WINDOW, Words, fold, weighs, windows, words_of

NAME: Final = 6  # a single word of fewer letters is looked for as a whole word only


@dataclass(frozen=True, slots=True)
class Buried:
    """One erased text, as hashes."""

    whole: str  # of all its words
    words: int
    first: int  # letters of the first word
    last: int  # letters of the last one
    mark: int  # eight bits of a hash of its first word: where it is worth looking
    inside: bool = False  # it may begin and end inside of words
    alone: bool = False  # it counts only where it is all that is said, or in `events`
    lead: int = 0  # punctuation before and behind that belongs to it
    tail: int = 0
    exact: str = ""  # of its characters, where words alone are too little ("C++")
    rows: tuple[str, ...] = ()  # windows of all words
    full: tuple[str, ...] = ()  # windows of content words
    common: tuple[str, ...] = ()  # those of both that texts which stay have too: they alone prove nothing
    bag: str = ""  # its content words in any order
    events: tuple[str, ...] = ()  # the events whose words these were


@dataclass(frozen=True, slots=True)
class Tombstone:
    """One erasure: what must not come back."""

    id: str  # "e-…"
    at: str
    texts: tuple[Buried, ...] = ()
    events: tuple[str, ...] = ()  # keyed
    sessions: tuple[str, ...] = ()  # keyed
    rules: tuple[str, ...] = ()  # ids as they were


def keyed(key: bytes, *parts: str) -> str:
    """A hash that only the key's owner can make."""
    data = "\x1f".join(parts).encode("utf-8", "surrogatepass")
    return blake2b(data, key=key[:64], digest_size=12).hexdigest()


def bury(
    key: bytes, text: str, *, typed: bool = False, events: Iterable[str] = (), beside: Iterable[str] = ()
) -> Buried | None:
    """The hashes of a text that is erased; None when it has no words.

    `typed`: somebody named these very words, so they count wherever they stand; else words too few to be known again count
    only where they are all that is said, or in the `events` that said them. Nothing is a copy of it that holds no more of it
    than these other texts (`beside`) do: they stay.
    """
    words = words_of(text)
    if not words.keys:
        return None
    long = weighs(words) >= WINDOW
    bare = text.strip()
    lead = len(bare) - len(text.strip()[words.starts[0] - (len(text) - len(text.lstrip())) :])
    tail = len(text.rstrip()) - words.ends[-1]
    few = sum(map(len, words.keys)) < NAME
    strict = typed and few and (lead or tail or not bare.isalnum())
    single = len(words) == 1 and words.keys[0].isalpha() and few
    full = words.full()
    rows, wide = set(hashes_of(key, "row", words)), set(hashes_of(key, "full", full))
    others = [words_of(each) for each in beside]
    common = {each for other in others for each in hashes_of(key, "row", other)} & rows
    if common == rows:  # else nothing but the whole of it would tell a copy
        common = set()
    else:
        common |= {each for other in others for each in hashes_of(key, "full", other.full())} & wide
    return Buried(
        whole=keyed(key, "whole", *words.keys),
        words=len(words),
        first=len(words.keys[0]),
        last=len(words.keys[-1]),
        mark=mark_of(key, words.keys[0]),
        inside=typed and not single,
        alone=not typed and not long,
        lead=lead if strict else 0,
        tail=tail if strict else 0,
        exact=keyed(key, "exact", plain(bare)) if strict else "",
        rows=tuple(sorted(rows)),
        full=tuple(sorted(wide)),
        common=tuple(sorted(common)),
        bag="" if typed or not full.keys else keyed(key, "bag", *sorted(full.keys)),
        events=tuple(sorted({keyed(key, "event", each) for each in events})),
    )


def hashes_of(key: bytes, kind: str, words: Words) -> Iterator[str]:
    for first, last in windows(words):
        yield row(key, kind, words.keys[first : last + 1])


def row(key: bytes, kind: str, words: tuple[str, ...]) -> str:
    """A hash of words in a row, led by eight bits of the first word's own: most places need no hash of the row then."""
    return f"{mark_of(key, words[0]):02x}{keyed(key, kind, *words)}"


@lru_cache(maxsize=1 << 16)
def mark_of(key: bytes, word: str) -> int:
    return int(keyed(key, "mark", word)[:2], 16)


def plain(text: str) -> str:
    return " ".join(fold(part) for part in text.split())


def as_data(stone: Tombstone) -> dict[str, object]:
    """A tombstone as the object of its line; what says nothing is left out."""
    texts = []
    for each in stone.texts:
        values = {name: getattr(each, name) for name in Buried.__slots__}
        texts.append({name: list(v) if isinstance(v, tuple) else v for name, v in values.items() if v})
    lists = {name: list(getattr(stone, name)) for name in ("events", "sessions", "rules")}
    return {"id": stone.id, "at": stone.at, "texts": texts, **{k: v for k, v in lists.items() if v}}


def of_data(data: Mapping[str, object]) -> Tombstone | None:
    """Reads one; None when it is none."""
    texts = data.get("texts")
    if not isinstance(data.get("id"), str) or not isinstance(texts, list):
        return None
    buried = []
    for each in texts:
        if not isinstance(each, dict):
            return None
        known = {name: each[name] for name in Buried.__slots__ if name in each}
        known = {name: tuple(v) if isinstance(v, list) else v for name, v in known.items()}
        buried.append(Buried(**{"whole": "", "words": 1, "first": 0, "last": 0, "mark": 0, **known}))

    def listed(name: str) -> tuple[str, ...]:
        value = data.get(name)
        return tuple(map(str, value)) if isinstance(value, list) else ()

    return Tombstone(
        str(data["id"]),
        str(data.get("at", "")),
        tuple(buried),
        listed("events"),
        listed("sessions"),
        listed("rules"),
    )
