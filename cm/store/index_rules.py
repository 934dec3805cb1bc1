"""Rules in the index: put there with all that was computed of them, found again as candidates for a task.

The verdicts of the predicate are remembered per reader with the moment until which they hold, so that the quick doors need
not ask it again. Not here: computing any of it (`flows/refresh.py`), ranking (`core/language/relevance.py`).
"""

from __future__ import annotations

import json

from cm.store.index_words import parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from cm.store.index import Index

HOLD_SECONDS = 3600.0  # verdicts are asked anew after this long: scores decay
READ_AT_MOST = 3000  # postings; what only common words would still find cannot stand above the floor
# what a verdict's number tells; above these bits stands how many facets the reader does not know
PROJECT_MATCHED = 1
ASK_WITH_TASK = 2
ASK_WITH_PATHS = 4
TIED = 8  # another rule overrules it, is overruled by it, or contests it
CONTESTED = 16
ELSEWHERE = 32  # it is about another path than the one we stand at: held back, but for a task about that path
UNKNOWN = 64
_COLUMNS = "n, source, id, sha, state, blocked_by, screened"


class Row:
    """A rule of the index, as far as refreshing needs it."""

    __slots__ = ("blocked_by", "id", "n", "screened", "sha", "source", "state")

    def __init__(
        self, n: int, source: str, id: str, sha: str, state: str, blocked_by: str, screened: str
    ) -> None:
        self.n = n
        self.source = source
        self.id = id
        self.sha = sha
        self.state = state
        self.blocked_by = blocked_by
        self.screened = screened


def rows_of(index: Index, source: str) -> dict[str, Row]:
    """Every rule of one playbook, by id."""
    found = index.db.execute(f"select {_COLUMNS} from rules where source = ?", (source,))
    return {row[2]: Row(*row) for row in found}


def put_rule(
    index: Index,
    *,
    source: str,
    id: str,
    sha: str,
    state: str,
    card: str,
    rule: str,
    terms: Mapping[str, float],
    blocked_by: str,
    screened: str,
) -> int:
    """Adds a rule or puts it in the place of its earlier form, its standing stays; returns its number."""
    db = index.db
    old = db.execute("select n, terms, card from rules where source = ? and id = ?", (source, id)).fetchone()
    written = json.dumps(terms, ensure_ascii=False, separators=(",", ":"))
    if old:
        _unindex(index, *old)
        db.execute(
            "update rules set sha = ?, state = ?, card = ?, rule = ?, terms = ?, blocked_by = ?, screened = ? where n = ?",
            (sha, state, card, rule, written, blocked_by, screened, old[0]),
        )
        n = old[0]
    else:
        made = db.execute(
            "insert into rules values (null, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, 'candidate', '', 0, 0)",
            (source, id, sha, state, card, rule, written, blocked_by, screened),
        )
        n = made.lastrowid or 0
    db.execute("insert into rules_fts (rowid, terms) values (?, ?)", (n, " ".join(terms)))
    said = said_in(json.loads(card))
    db.execute("insert into rules_words (rowid, text, parts) values (?, ?, ?)", (n, said, parts(said)))
    return int(n)


def drop_rule(index: Index, n: int) -> None:
    """Takes a rule out."""
    row = index.db.execute("select terms, card from rules where n = ?", (n,)).fetchone()
    if row:
        _unindex(index, n, *row)
        index.db.execute("delete from rules where n = ?", (n,))
        index.db.execute("delete from served where n = ?", (n,))
        from cm.store.index_facets import drop_facets

        drop_facets(index, n)


def _unindex(index: Index, n: int, terms: str, card: str) -> None:
    words = " ".join(json.loads(terms))
    index.db.execute("insert into rules_fts (rules_fts, rowid, terms) values ('delete', ?, ?)", (n, words))
    said = said_in(json.loads(card))
    index.db.execute(
        "insert into rules_words (rules_words, rowid, text, parts) values ('delete', ?, ?, ?)",
        (n, said, parts(said)),
    )


def said_in(card: Mapping[str, Any]) -> str:
    """What `cm search` finds a rule by: its sentence, its reason, its tags, whom it is about; as one text, the sentence first."""
    lines = (card.get("text", ""), card.get("why", ""), " ".join(card.get("tags", ())), card.get("about", ""))
    return "\n".join(line for line in lines if line)


def set_content_checks(index: Index, n: int, blocked_by: str, screened: str) -> None:
    """Remembers what speaks against a rule's content."""
    index.db.execute("update rules set blocked_by = ?, screened = ? where n = ?", (blocked_by, screened, n))


def set_standing(index: Index, source_and_id: tuple[str, str], values: Sequence[Any]) -> None:
    """Remembers a standing: helpful, harmful, plus, minus, stage, last, the moment it is of, and until when counts hold."""
    index.db.execute(
        "update rules set helpful = ?, harmful = ?, plus = ?, minus = ?, stage = ?, last = ?, ref = ?, until = ?"
        " where source = ? and id = ?",
        (*values, *source_and_id),
    )


def clear_standings(index: Index, source: str) -> None:
    """Forgets every standing of one playbook."""
    index.db.execute(
        "update rules set helpful = 0, harmful = 0, plus = 0, minus = 0, stage = 'candidate', last = '', ref = 0,"
        " until = 0 where source = ? and ref > 0",
        (source,),
    )


def count_terms(index: Index) -> None:
    """Counts anew in how many rules each term is found, among the rules that may be served at all.

    What is written in a repository that nobody trusted makes no word common, however much there is of it.
    """
    db = index.db
    db.execute("delete from found_in")
    db.execute("insert into found_in select term, doc from rules_vocab")
    strangers = "select substr(key, 9) from meta where key like 'trusted:%' and value = 'False'"
    theirs: dict[str, int] = {}
    rules = db.execute(f"select terms from rules where source in ({strangers})").fetchall()
    for (terms,) in rules:
        for term in json.loads(terms):
            theirs[term] = theirs.get(term, 0) + 1
    db.executemany(
        "update found_in set n = n - ? where term = ?", [(many, term) for term, many in theirs.items()]
    )
    db.execute("delete from found_in where n <= 0")
    total = db.execute("select count(*) from rules").fetchone()[0]
    index.set_meta("rules", str(total - len(rules)))


def reader_of(index: Index, key: str, now: float) -> int:
    """The number of a reader whose verdicts still hold, 0 when the predicate has to be asked anew."""
    row = index.db.execute("select reader, until from readers where key = ?", (key,)).fetchone()
    return int(row[0]) if row and row[1] > now >= row[1] - HOLD_SECONDS else 0


def shadow_verdicts(index: Index) -> None:
    """Lets this process remember verdicts for itself in an index that it cannot write."""
    index.db.execute(
        "create temp table if not exists readers (reader integer primary key, key text unique, until real)"
    )
    index.db.execute(
        "create temp table if not exists served (reader integer, n integer, facets integer, primary key (reader, n))"
    )
    index.db.execute(
        "create temp table if not exists ties (reader integer, a integer, b integer, over integer)"
    )


def put_verdicts(
    index: Index,
    key: str,
    until: float,
    served: Iterable[tuple[int, int]],
    ties: Iterable[tuple[int, int, bool]] = (),
) -> int:
    """Remembers which rules a reader may see (number, bits), until when, and which of them cannot all be told at once.

    A tie is a narrower rule with the wider one that gives way to it (True), or two that contest each other (False). Returns
    the reader's number.
    """
    db = index.db
    for table in ("served", "ties"):
        db.execute(f"delete from {table} where reader in (select reader from readers where key = ?)", (key,))
    db.execute("delete from readers where key = ?", (key,))
    made = db.execute("insert into readers values (null, ?, ?)", (key, until))
    reader = int(made.lastrowid or 0)
    db.executemany("insert into served values (?, ?, ?)", [(reader, n, facets) for n, facets in served])
    db.executemany("insert into ties values (?, ?, ?, ?)", [(reader, *tie) for tie in {*ties}])
    return reader


class Ties:
    """Rules that cannot all be told at once, with what a reader's verdicts say of them."""

    __slots__ = ("opposes", "overrules", "served")

    def __init__(self) -> None:
        self.served: dict[int, int] = {}  # each rule with its bits
        self.overrules: set[tuple[int, int]] = set()
        self.opposes: set[tuple[int, int]] = set()


def ties_of(index: Index, reader: int, numbers: Iterable[int]) -> Ties:
    """These rules with all that is tied to them, and to those in turn."""
    found = Ties()
    fresh = set(numbers)
    seen = set(fresh)
    while fresh:
        some = list(fresh)[:400]
        fresh.difference_update(some)
        marks = ",".join("?" * len(some))
        found.served.update(
            index.db.execute(
                f"select n, facets from served where reader = ? and n in ({marks})", (reader, *some)
            )
        )
        rows = index.db.execute(
            f"select a, b, over from ties where reader = ? and a in ({marks})"
            f" union select a, b, over from ties where reader = ? and b in ({marks})",
            (reader, *some, reader, *some),
        )
        for a, b, over in rows.fetchall():
            (found.overrules if over else found.opposes).add((a, b))
            fresh.update({a, b} - seen)
            seen.update((a, b))
    return found


def beside(
    index: Index, reader: int, numbers: Sequence[int]
) -> dict[int, tuple[tuple[str, ...], tuple[str, ...]]]:
    """For a reader who stands nowhere: the ids of those that say otherwise, and of narrower rules, for each of these rules."""
    if not numbers:
        return {}
    ties = ties_of(index, reader, numbers)
    names = names_of(index, ties.served)
    against: dict[int, list[str]] = {}
    narrower: dict[int, list[str]] = {}
    for a, b in sorted(ties.opposes):
        if a in names and b in names:
            against.setdefault(a, []).append(names[b])
            against.setdefault(b, []).append(names[a])
    for a, b in sorted(ties.overrules):
        if a in names and b in names and names[a] not in against.get(b, ()):
            narrower.setdefault(b, []).append(names[a])
    return {n: (tuple(against.get(n, ())), tuple(narrower.get(n, ()))) for n in numbers}


def names_of(index: Index, numbers: Iterable[int]) -> dict[int, str]:
    """The ids of rules by their numbers."""
    some = list(numbers)
    return dict(index.db.execute(f"select n, id from rules where n in ({','.join('?' * len(some))})", some))


def terms_of(index: Index, numbers: Iterable[int]) -> dict[int, tuple[str, str]]:
    """Stage and terms (as JSON) of rules by their numbers."""
    some = list(numbers)
    rows = index.db.execute(
        f"select n, stage, terms from rules where n in ({','.join('?' * len(some))})", some
    )
    return {n: (stage, terms) for n, stage, terms in rows}


def forget_verdicts(index: Index) -> None:
    """Makes every reader ask the predicate again."""
    index.db.execute("delete from served")
    index.db.execute("delete from ties")
    index.db.execute("delete from readers")
    index.db.execute("delete from meta where key like 'withheld:%'")


def how_common(index: Index, terms: Sequence[str]) -> dict[str, int]:
    """In how many rules each term is found; terms found nowhere are absent."""
    marks = ",".join("?" * len(terms))
    rows = index.db.execute(f"select term, n from found_in where term in ({marks})", list(terms))
    return dict(rows.fetchall())


def candidates(
    index: Index, reader: int, weights: Mapping[str, float], most: int = 150
) -> list[tuple[Any, ...]]:
    """The likeliest rules that a reader may see: (n, facets, terms as JSON, standing columns).

    Term by term, the weightiest first: ranking inside the full-text table would weigh every match of every common word.
    """
    db = index.db
    sums: dict[int, float] = {}
    read = 0
    for term, weight in sorted(weights.items(), key=lambda pair: -pair[1]):
        quoted = '"' + term.replace('"', "") + '"'
        found = db.execute("select rowid from rules_fts where rules_fts match ?", (quoted,)).fetchall()
        for (n,) in found:
            sums[n] = sums.get(n, 0.0) + weight
        read += len(found)
        if read > READ_AT_MOST:
            break
    likeliest = sorted(sums, key=lambda n: (-sums[n], n))
    rows: list[tuple[Any, ...]] = []
    for at in range(0, len(likeliest), most):  # nearly always the first so many may all be seen
        rows += served_rows(index, reader, likeliest[at : at + most])
        if len(rows) >= most:
            break
    rows.sort(key=lambda row: (-sums[row[0]], row[0]))
    return rows[:most]


def served_rows(index: Index, reader: int, numbers: Sequence[int]) -> list[tuple[Any, ...]]:
    """Those of a few rules that a reader may see, as candidates."""
    if not numbers:
        return []
    return index.db.execute(
        "select r.n, v.facets, r.terms, r.helpful, r.harmful, r.stage, r.ref, r.source from served v"
        f" join rules r on r.n = v.n where v.reader = ? and v.n in ({','.join('?' * len(numbers))})",
        (reader, *numbers),
    ).fetchall()


def cards(index: Index, numbers: Sequence[int]) -> dict[int, dict[str, Any]]:
    """What is shown of rules, by number."""
    marks = ",".join("?" * len(numbers))
    rows = index.db.execute(f"select n, card from rules where n in ({marks})", list(numbers))
    return {n: json.loads(card) for n, card in rows}
