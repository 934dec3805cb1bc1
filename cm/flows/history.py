"""What earlier sessions said about a task: a few short snippets of the journal, screened as rules are.

From this project only, never a subagent's, never of sessions that `cm` or another memory tool ran. A snippet is shown as
what was said, not as an instruction. Searching at length is `flows/search.py`.
"""

from __future__ import annotations

import re

from cm.core.language.terms import telling_words
from cm.core.serving.select import cost, shorten
from cm.model.light import Light

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cm.core.language.relevance import Query
    from cm.store.index import Index
    from cm.store.index_events import Hit

CHARS = 240
TELLING = ("message", "summary", "error")
# what a screen may find in talk without harm: talk is transient and speaks of paths, rules may not
_HARMLESS = frozenset({"not-lasting", "path-noise", "self-reference", "refusal-text"})
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n+")


class Snippet(Light):
    """A piece of one event."""

    __slots__ = ("at", "by", "event", "session", "text")
    event: str
    session: str
    at: str
    by: str
    text: str


def snippets(
    index: Index,
    task: str,
    query: Query,
    *,
    project: str,
    also: Sequence[str] = (),
    most: int,
    tokens: int,
    session: str = "",
    host: str = "",
    blocked: Blocked | None = None,
) -> list[Snippet]:
    """The best pieces of earlier talk in this project, by all its names (of one `host` alone), that share enough words with the task."""
    words = telling_words(task)
    if not project or not most or not words or query.lookup:
        return []
    hits = index.search_events(
        "", words=words, project=project, also=also, host=host, kinds=TELLING, main_only=True, limit=24
    )
    scored = [(_worth(hit, words), hit) for hit in hits if hit.session != session]
    clean = known_clean(index, [hit.id for worth, hit in scored if worth > 0])
    fresh: list[str] = []
    found: list[Snippet] = []
    for worth, hit in sorted(scored, key=lambda pair: -pair[0]):
        if worth <= 0 or len(found) >= most:
            break
        text = excerpt(hit.text, words)
        if (
            any(text == other.text for other in found)
            or [one.session for one in found].count(hit.session) >= 2
        ):
            continue
        if hit.id not in clean:
            if not passes_screen(text):
                continue
            fresh += [hit.id] if passes_screen(hit.text) else []
        if blocked is not None and repeats(blocked, text):
            continue
        price = cost(text) + 20
        if price > tokens:
            continue
        tokens -= price
        found.append(Snippet(event=hit.id, session=hit.session, at=hit.at, by=hit.by, text=text))
    if fresh:
        _remember(index, fresh)
    return found


def known_clean(index: Index, ids: Sequence[str]) -> set[str]:
    """Events whose whole text passed the content screen of this version before: waking the screen costs more than searching."""
    from cm import __version__

    if not ids or index.meta("screen") != __version__:
        return set()
    spots = ",".join("?" * len(ids))
    return {row[0] for row in index.db.execute(f"select id from screened where id in ({spots})", list(ids))}


def screen_ahead(index: Index, project: str, most: int = 300) -> None:
    """Screens the newest talk of a project that was not screened yet, so that the quick doors need not."""
    with index.write():
        _this_screen(index)
        last = int(index.meta(f"screened:{project}", "0"))
        spots = ",".join("?" * len(TELLING))
        rows = index.db.execute(
            "select e.n, e.id, t.text from events e join texts t on t.n = e.n join sessions s on s.n = e.session"
            " where s.project = ? and s.own = 0"
            f" and s.parent = '' and e.agent = '' and e.kind in ({spots}) and e.n > ? order by e.n desc limit ?",
            (project, *TELLING, last, most),
        ).fetchall()
        clean = [(event_id,) for _, event_id, text in rows if passes_screen(text)]
        index.db.executemany("insert or ignore into screened values (?, '')", clean)
        if rows:
            index.set_meta(f"screened:{project}", str(rows[0][0]))


def _this_screen(index: Index) -> None:
    """Forgets what another version's screen let pass."""
    from cm import __version__

    if index.meta("screen") != __version__:
        index.db.execute("delete from screened")
        index.db.execute("delete from meta where key like 'screened:%'")
        index.set_meta("screen", __version__)


def _remember(index: Index, ids: Sequence[str]) -> None:
    from cm.store.index import Broken, Locked, ReadOnly
    from cm.store.index import Index as Opened

    if index.path == ":memory:":
        return
    try:
        with Opened.open(index.path, write=True, wait_ms=0) as writable, writable.write():
            _this_screen(writable)
            writable.db.executemany(
                "insert or ignore into screened values (?, '')", [(each,) for each in ids]
            )
    except (Broken, Locked, ReadOnly):
        return  # it is only not remembered


def _worth(hit: Hit, words: Sequence[str]) -> float:
    """How much a hit says: the share of the task's words in it, and who said it; 0 = too little."""
    low = hit.text.lower()
    found = [word for word in words if word in low or (len(word) > 5 and word[:-2] in low)]
    share = sum(map(len, found)) / sum(map(len, words))
    needed = 1 if len(words) == 1 else 2
    if len(found) < needed or share < 0.34:
        return 0.0
    return share * (1.25 if hit.by == "user" else 1.0) * (0.7 + 0.3 * min(1.0, 600 / (len(hit.text) + 1)))


def excerpt(text: str, words: Sequence[str], most: int = CHARS) -> str:
    """The part of a text around the sentences that hold most of the words, on one line."""
    if len(text) <= most:
        return shorten(text, most)
    pieces = [piece for piece in _SENTENCE.split(text) if piece.strip()]
    counts = [sum(word in piece.lower() for word in words) for piece in pieces]
    best = max(range(len(pieces)), key=lambda at: (counts[at], -at))
    piece = pieces[best]
    if len(piece) > most:
        low = piece.lower()
        first = min((low.find(word) for word in words if word in low), default=0)
        start = max(0, first - most // 3)
        return shorten(("…" if start else "") + piece[start:], most)
    for following in pieces[best + 1 :]:
        if len(piece) + len(following) >= most:
            break
        piece += " " + following
    return shorten(piece, most)


class Blocked(Light):
    """What was withdrawn, asked about talk."""

    __slots__ = ("hit", "texts")
    texts: tuple[str, ...]
    hit: object


def passes_screen(text: str) -> bool:
    """Whether a piece of talk passes the content screen; of several reasons the screen tells a harmful one first."""
    from cm.core.screening.screen import screen

    reason = screen(text)
    return reason is None or reason in _HARMLESS


def repeats(blocked: Blocked, text: str) -> bool:
    """Whether a text repeats withdrawn content: as a whole, in one of its sentences, or somewhere inside."""
    from cm.core.language.text import normalise

    ask = blocked.hit
    if not callable(ask):
        return False
    flat = normalise(text)
    if any(old and old in flat for old in blocked.texts):
        return True
    return any(ask(piece) for piece in (text, *_SENTENCE.split(text)) if piece.strip())


def blocked_of(paths: Sequence[str]) -> Blocked:
    """Reads the withdrawn content of these ledgers."""
    from pathlib import Path

    from cm.core.language.text import normalise
    from cm.core.serving.blocklist import Blocklist
    from cm.store.ledger import LedgerFiles

    lines = [line for path in paths for line in LedgerFiles(Path(path)).blocked()]
    held = Blocklist.from_lines(lines)
    return Blocked(texts=tuple(normalise(line.text) for line in held.lines.values()), hit=held.hit)
