"""Laws of what the index keeps of playbooks: it says what the files say, however it came to be what it is."""

import json
import tempfile
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from cm.flows.reading import shelf
from cm.flows.refresh import refresh
from cm.model.ledger import Blocked
from cm.model.playbook import playbook_of
from cm.model.rule import EMPTY
from cm.store import pieces
from cm.store.index import Index
from cm.store.index_books import kept_rows
from cm.store.ledger import LedgerFiles
from cm.store.playbook import document_of
from cm.store.playbook_writer import spliced
from cm.store.whole import rule_of_whole, whole_json
from tests.kit import ts
from tests.kit.world import world
from tests.laws import strategies, strategies_store

law = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
plain = strategies_store.rules().map(lambda rule: replace(rule, extra=EMPTY))
# states of one book: rules come, go, change their words and their place, most stay what they are
steps = st.lists(plain | strategies.rules | strategies.rules, min_size=1, max_size=8).flatmap(
    lambda pool: st.lists(
        st.tuples(
            st.lists(st.sampled_from(pool), max_size=6, unique_by=lambda rule: rule.id).map(
                lambda found: playbook_of(*found)
            ),
            strategies.marks,
        ),
        min_size=1,
        max_size=4,
    )
)
withdrawals = st.lists(st.sampled_from(strategies.TEXTS[:8]), max_size=2)


@contextmanager
def home_of():
    with tempfile.TemporaryDirectory() as place:
        env = world(Path(place))
        env.home.root.mkdir()
        yield env


def put(env, book, marks=(), blocked=()):
    path = env.home.playbook
    path.write_bytes(spliced(document_of(path, ""), book).encode())
    ledger = LedgerFiles(env.home.ledger_dir)
    ledger.append_all(
        marks=marks,
        blocked=[Blocked(f"x-{at}-{text}", "r-0", text, ts(2), "human") for at, text in enumerate(blocked)],
    )


def held(env):
    """All that the index says of rules, but for the numbers it gave them."""
    with Index.open(env.home.index) as index:
        rows = index.db.execute(
            "select r.source, r.id, r.sha, r.state, r.card, r.rule, r.terms, r.blocked_by, r.screened, r.helpful, r.harmful,"
            " r.plus, r.minus, r.stage, r.last, r.until, b.place, b.block from rules r join books b on b.n = r.n"
        ).fetchall()
        terms = index.db.execute("select term, n from found_in order by term").fetchall()
        wholes = [row[:-1] for row in kept_rows(index, "user")]  # not the moment: of nothing it may be any
        found = {}
        for n, rule_id, words in index.db.execute("select n, id, terms from rules").fetchall():
            for term in json.loads(words):
                quoted = '"' + term.replace('"', "") + '"'
                hits = index.db.execute("select rowid from rules_fts where rules_fts match ?", (quoted,))
                found[rule_id, term] = (n,) in hits.fetchall()
        return sorted(rows), terms, wholes, found


@given(plain)
@law
def test_a_rule_that_is_kept_comes_back_whole(rule):
    assert rule_of_whole(whole_json(rule)) == rule


@given(steps, withdrawals)
@law
def test_changes_piece_by_piece_leave_the_index_that_reading_all_at_once_makes(changes, blocked):
    with patch.object(pieces, "_SMALL", 0), home_of() as env:
        for at, (book, marks) in enumerate(changes):
            put(env, book, marks, blocked if at == len(changes) - 1 else ())
            refresh(env)
        by_pieces = held(env)
        Index.delete(env.home.index)
        refresh(env)
        assert by_pieces == held(env)


@given(steps, withdrawals)
@law
def test_the_shelf_is_the_same_from_the_index_and_from_the_files(changes, blocked):
    with patch.object(pieces, "_SMALL", 0), home_of() as env:
        for at, (book, marks) in enumerate(changes):
            put(env, book, marks, blocked if at == 0 else ())
            refresh(env)
        assert shelf(env) == shelf(env, kept=False)
        assert shelf(env, whole=True) == shelf(env, whole=True, kept=False)
