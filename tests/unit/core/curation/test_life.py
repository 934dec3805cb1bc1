"""The biography of one rule."""

from dataclasses import replace

from cm.core.curation.life import life
from cm.core.serving.serve import Served, Withheld
from cm.model.decision import Decision
from cm.model.ledger import Shown
from cm.model.standing import Standing
from tests.kit import mark, rule, ts

RULE = rule(id="r-1")
BORN = Decision("added", "new", "a new rule", ts(9), "human", rules=("r-1",), after=(RULE,), id="d-1")
OTHER = Decision(
    "added", "new", "another", ts(8), "human", rules=("r-2",), after=(rule("Else", id="r-2"),), id="d-2"
)
SHOWN = Shown("c-1", ts(7), "context", ("r-1", "r-2"), "00", task="fix tests")


def test_a_life_is_told_in_order():
    harmful = mark("r-1", "harmful", 6, reason="wrong", note="the venv was missing")
    undone = mark("r-1", "helpful", 5, session="s9")
    undo = replace(undone, id="m-undo", at=ts(4), undoes=undone.id)
    told = life(
        "r-1",
        [BORN, OTHER],
        [undone, undo, harmful, mark("r-2")],
        [SHOWN],
        Served(RULE, Standing(score=-4.0), "user"),
    )
    assert [(one.what, one.ref) for one in told.moments] == [
        ("added", "d-1"),
        ("shown", "c-1"),
        ("marked harmful", harmful.id),
    ]
    assert told.moments[2].say == "by human in claude-code/s1: wrong · the venv was missing"
    assert (told.times_shown, told.last_shown, told.seen, told.why_not) == (1, ts(7), True, "")
    assert told.standing.score == -4.0


def test_a_rule_that_is_withheld_says_why():
    told = life("r-1", [BORN], [], [], Withheld(RULE, "draft", "it is a draft"))
    assert (told.seen, told.why_not, told.why_not_say) == (False, "draft", "it is a draft")


def test_a_rule_that_is_gone_is_known_from_its_decisions():
    told = life("r-1", [BORN], [], [], None)
    assert (told.rule, told.why_not) == (RULE, "unknown-rule")
