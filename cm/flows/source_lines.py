"""The lines of the source around a hit: of an event its own lines and those of its neighbours, of a diary its own, of a rule or a fact the
words that prove it, as the journal keeps them.

A file that was read is told as it was then, never as it lies there now. Screened like everything: withdrawn lines and secrets do not show.
Not here: what is found (`flows/search.py`). A quick door imports this where lines are asked for.
"""

from __future__ import annotations

import json

from cm.core.language.snippet import spans
from cm.flows.found import Found, SourceLine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cm.core.language.snippet import Sought
    from cm.flows.history import Blocked
    from cm.flows.surroundings import Surroundings
    from cm.store.index import Index

WIDE = 400  # characters of one line


def with_lines(
    index: Index, here: Surroundings, reader: int, hits: Sequence[Found], many: int, wanted: Sequence[Sequence[Sought]],
    blocked: Blocked | None,
) -> list[Found]:  # fmt: skip
    """The same hits, each with so many lines of its source on either side."""
    told = []
    for hit in hits:
        if hit.source == "diary":
            lines = _of_diary(index, hit, many, wanted, blocked)
        elif hit.source == "event":
            lines = _of_event(index, hit.id, many, wanted, "", blocked, hit.start)
        else:
            lines = _of_proof(index, here, reader, hit.id, many, blocked)
        told.append(hit.but(lines=tuple(lines)))
    return told


def _of_proof(
    index: Index, here: Surroundings, reader: int, rule: str, many: int, blocked: Blocked | None
) -> list[SourceLine]:
    """Where the words stand that prove a rule; of another agent's session nothing, where those are not told."""
    row = index.db.execute(
        "select r.n, r.card from rules r join served v on v.reader = ? and v.n = r.n where r.id = ?", (reader, rule)
    ).fetchone()  # fmt: skip
    if row is None:
        return []
    shown = json.loads(row[1]).get("evidence") or [{}]
    first = shown[0].get("event", "")
    events = index.db.execute(
        "select e.id, s.host from rule_proof p join events e on e.id = p.event join sessions s on s.n = e.session where p.n = ?"
        " order by e.id <> ?, e.at, e.id",
        (row[0], first),
    ).fetchall()
    for event, host in events:
        if here.only in ("", host):
            return _of_event(
                index, event, many, (), shown[0].get("quote", "") if event == first else "", blocked
            )
    return []


def _of_event(
    index: Index, event: str, many: int, wanted: Sequence[Sequence[Sought]], quote: str, blocked: Blocked | None,
    start: int = 0,
) -> list[SourceLine]:  # fmt: skip
    rows = index.db.execute(
        "select e.id, e.by, e.scrubbed, t.text from events e join texts t on t.n = e.n join events h on h.id = ?"
        " where e.session = h.session and e.seq between h.seq - ? and h.seq + ? order by e.seq, e.n",
        (event, many, many),
    ).fetchall()
    lines: list[SourceLine] = []
    found = 0
    for name, by, scrubbed, text in rows:
        if name == event:
            found = len(lines) + _line_of(text, wanted, quote, start)
        shown = _allowed(index, text, scrubbed, blocked).split("\n")
        lines += [SourceLine(event=name, by=by, hit=False, text=_cut(line)) for line in shown]
    return _around(lines, found, many)


def _of_diary(
    index: Index, diary: Found, many: int, wanted: Sequence[Sequence[Sought]], blocked: Blocked | None
) -> list[SourceLine]:
    row = index.db.execute("select text from diaries where id = ?", (diary.id,)).fetchone()
    text = row[0] if row else ""
    shown = _allowed(index, text, None, blocked).split("\n")
    lines = [SourceLine(event="", by="", hit=False, text=_cut(line)) for line in shown]
    return _around(lines, _line_of(text, wanted, "", diary.start), many)


def _line_of(text: str, wanted: Sequence[Sequence[Sought]], quote: str, start: int = 0) -> int:
    """The line in which the first of the words stands within what is shown, or a quote."""
    if quote:
        at = max(0, text.find(quote))
    else:
        places = spans(text, wanted) if wanted else []
        at = next((place[0] for place in places if place[0] >= start), places[0][0] if places else 0)
    return text.count("\n", 0, at)


def _around(lines: list[SourceLine], found: int, many: int) -> list[SourceLine]:
    if not lines:
        return []
    found = min(found, len(lines) - 1)
    lines[found] = lines[found].but(hit=True)
    return lines[max(0, found - many) : found + many + 1]


def _allowed(index: Index, text: str, scrubbed: int | None, blocked: Blocked | None) -> str:
    """What may be shown of a text; as many lines as it had."""
    clean = scrubbed is None or str(scrubbed) == index.meta("scrub", "?")
    if clean and blocked is None:
        return text
    from cm.flows.transcript import allowed

    shown = allowed(text, clean, blocked)
    missing = text.count("\n") - shown.count("\n")
    return shown + "\n" * max(0, missing)


def _cut(line: str) -> str:
    return line if len(line) <= WIDE else line[:WIDE] + " …"
