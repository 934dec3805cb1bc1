from cm.model.ledger import Blocked, Mark, Outcome, Shown
from cm.store.ledger import LedgerFiles
from cm.store.lines import append_line


def test_every_kind_of_line_comes_back_as_it_went_in(tmp_path):
    ledger = LedgerFiles(tmp_path / "ledger")
    mark = Mark("m-1", "r-1", "harmful", "2026-11-30T12:00:00Z", "h/s", "agent", "stale", "näh", 0.5, "m-0")
    plain = Mark("m-2", "r-1", "helpful", "2026-11-30T12:00:00Z")
    outcome = Outcome("o-1", "h/s", "mixed", "2026-11-30T12:00:00Z", ("r-1",), "human", "positive", "ok")
    shown = Shown("c-1", "2026-11-30T12:00:00Z", "context", ("r-1", "r-2"), "ab", "task", "p", "h", "h/s")
    blocked = Blocked("b-1", "r-1", "words", "2026-11-30T12:00:00Z", "human", "wrong")
    for each in (mark, plain):
        ledger.append_mark(each)
    ledger.append_outcome(outcome)
    ledger.append_shown(shown)
    ledger.append_blocked(blocked)
    assert ledger.marks() == (mark, plain)
    assert ledger.outcomes() == (outcome,)
    assert ledger.shown() == (shown,)
    assert ledger.blocked() == (blocked,)
    assert ledger.skipped() == {}


def test_an_empty_ledger_holds_nothing(tmp_path):
    ledger = LedgerFiles(tmp_path / "none")
    assert (ledger.marks(), ledger.outcomes(), ledger.shown(), ledger.blocked()) == ((), (), (), ())


def test_a_line_that_cannot_be_used_is_left_out_and_named(tmp_path):
    ledger = LedgerFiles(tmp_path)
    good = {"id": "m-1", "rule": "r-1", "verdict": "helpful", "at": "2026-11-30T12:00:00Z"}
    for bad in (
        {"verdict": "great"},
        {"id": 7},
        {"rule": ""},
        {"weight": "much"},
        {"weight": True},
        {"at": None},
    ):
        append_line(tmp_path / "feedback.jsonl", {**good, **bad})
    append_line(tmp_path / "feedback.jsonl", {**good, "note": 3, "future": {"x": 1}})
    append_line(tmp_path / "blocked.jsonl", {"id": "b-1", "rule": "r-1"})
    assert ledger.marks() == (Mark("m-1", "r-1", "helpful", "2026-11-30T12:00:00Z"),)
    assert ledger.blocked() == ()
    skipped = ledger.skipped()
    assert {name: len(lines) for name, lines in skipped.items()} == {"feedback.jsonl": 6, "blocked.jsonl": 1}
