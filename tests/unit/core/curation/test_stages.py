"""Rises and falls of the computed stage: reported once, pinned to the counts behind them."""

from cm.core.curation.stages import moves, stages
from cm.model.standing import Shelved, Standing
from tests.kit import rule


def shelved(stage, name="r-1", **fields):
    return Shelved(
        rule("Use tabs.", id=name, **fields), standing=Standing(stage=stage, n_plus=4, n_minus=1, score=0.5)
    )


def test_a_rule_that_was_never_reported_was_a_candidate():
    (move,) = moves([shelved("established")], {})
    assert (move.was, move.now, move.helpful, move.harmful, move.rises) == (
        "candidate",
        "established",
        4,
        1,
        True,
    )


def test_what_was_reported_already_is_not_reported_again_and_rises_come_first():
    items = [shelved("candidate", "r-1"), shelved("proven", "r-2"), shelved("established", "r-3")]
    before = {"r-1": "established", "r-2": "established", "r-3": "established"}
    assert [(move.rule, move.rises) for move in moves(items, before)] == [("r-2", True), ("r-1", False)]
    assert moves(items, stages(items)) == ()


def test_rules_out_of_service_have_no_stage_to_report():
    items = [shelved("proven", state="retired"), shelved("proven", "r-2", state="draft")]
    assert (moves(items, {}), stages(items)) == ((), {})
