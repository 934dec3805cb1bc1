from hypothesis import given, settings
from hypothesis import strategies as st

from cm.model.decision import Decision
from cm.model.playbook import playbook_of
from cm.model.rule import Rule
from cm.store.decisions import (
    append_checkpoint,
    append_decisions,
    append_void,
    decision_of,
    decision_to_data,
    decisions_about,
    read_decisions,
    read_log,
)
from cm.store.lines import append_line
from tests.laws.strategies_store import rules

AT = "2026-11-30T12:00:00Z"


def added(rule_id, tx="t-1", **fields):
    rule = Rule(rule_id, "text", **fields)
    return Decision(
        "added", "new", "a new rule", AT, "human", "text", (rule_id,), (rule,), ("s#e",), f"d-{rule_id}", tx
    )


@given(st.lists(rules(), max_size=2))
@settings(max_examples=30, deadline=None)
def test_a_decision_survives_being_written_and_read(after):
    decision = Decision(
        "merged", "asked", "sö", AT, "agent", "p", ("r-1",), tuple(after), ("q",), "d-1", "t-1"
    )
    assert decision_of(decision_to_data(decision)) == decision


def test_decisions_come_back_in_order_and_by_rule(tmp_path):
    path = tmp_path / "decisions.jsonl"
    refused = Decision("refused", "secret", "no", AT, "model", id="d-9", tx="t-2")
    append_decisions(path, [added("r-1"), added("r-2")])
    append_decisions(path, [refused])
    assert read_decisions(path) == (added("r-1"), added("r-2"), refused)
    assert decisions_about(read_decisions(path), "r-2") == (added("r-2"),)
    assert read_decisions(tmp_path / "none.jsonl") == ()


def test_a_checkpoint_holds_what_came_before_it(tmp_path):
    path = tmp_path / "decisions.jsonl"
    append_decisions(path, [added("r-1"), added("r-2")])
    append_checkpoint(path, playbook_of(Rule("r-2", "text")), at=AT, tx="t-2")
    append_decisions(path, [added("r-3", "t-3")])
    log = read_log(path)
    assert list(log.checkpoint.rules) == ["r-2"]
    assert log.later() == (added("r-3", "t-3"),)
    assert len(log.decisions) == 3


def test_a_change_that_was_rolled_back_counts_no_more(tmp_path):
    path = tmp_path / "decisions.jsonl"
    append_decisions(path, [added("r-1", "t-1"), added("r-2", "t-2")])
    append_checkpoint(path, playbook_of(Rule("r-1", "text")), at=AT, tx="t-2")
    append_void(path, "t-2", at=AT)
    append_decisions(path, [added("r-3", "t-3")])
    log = read_log(path)
    assert [each.tx for each in log.decisions] == ["t-1", "t-3"]
    assert [each.tx for each in log.later()] == ["t-3"]


def test_lines_of_a_newer_version_and_damage_are_named_and_left_out(tmp_path):
    path = tmp_path / "decisions.jsonl"
    append_line(path, {"verdict": "transcended", "reason": "new", "source": "human"})
    append_line(path, {**decision_to_data(added("r-1")), "after": [{"id": "r-1"}]})
    append_line(path, {"checkpoint": 1, "rules": [{"id": "x"}]})
    with open(path, "ab") as file:
        file.write(b'{"torn')
    append_decisions(path, [added("r-2")])
    log = read_log(path)
    assert log.decisions == (added("r-2"),)
    assert log.checkpoint is None
    assert [each.reason for each in log.skipped] == [
        "unknown-decision",
        "damaged-decision",
        "damaged-checkpoint",
        "not-json",
    ]
