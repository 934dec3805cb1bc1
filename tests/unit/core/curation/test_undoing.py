"""The way back from a decision."""

from dataclasses import replace

import pytest

from cm.core.curation.undoing import Step, in_force, loosens, marks_to_weigh, way_back
from cm.model.decision import Decision
from cm.model.rule import Retirement
from tests.kit import book, mark, rule, ts

ONE = rule("Run the tests.")
TWO, THREE = replace(ONE, text="Run all tests."), replace(ONE, text="Run all tests twice.")
GONE = replace(ONE, state="retired", retired=Retirement(ts(), "human", "no"))


def made(name, *after, tx="", undoes="", source="human", at=None):
    verdict = "undone" if undoes else "replaced"
    return Decision(
        verdict, "asked", name, at or ts(), source, after=after, id=name, tx=tx or f"t-{name}", undoes=undoes
    )


def test_a_rule_becomes_what_it_was_before_the_first_of_them():
    log = [made("a", ONE), made("b", TWO, tx="t"), made("c", THREE, tx="t")]
    (step,) = way_back(log, {"b", "c"}, book(THREE)).steps
    assert (step.to, step.decision.id) == (ONE, "c")
    assert way_back(log, {"a", "b", "c"}, book(THREE)).steps[0].to is None


def test_what_stands_on_it_is_found():
    log = [made("a", ONE), made("b", TWO)]
    (later,) = way_back(log, {"a"}, book(TWO)).later
    assert later.changed_by.id == "b"
    assert way_back(log[:1], {"a"}, book(TWO)).later[0].changed_by is None, "a hand edit"


def test_taking_back_lifts_what_lay_on_top_and_taking_that_back_puts_it_on_again():
    log = [made("a", ONE), made("b", TWO), made("u", ONE, undoes="b")]
    assert way_back(log, {"b"}, book(ONE)).undone == (ONE.id,)
    assert way_back(log, {"a"}, book(ONE)).steps[0].to is None
    log.append(made("v", TWO, undoes="u"))
    assert way_back(log, {"u"}, book(TWO)).undone == (ONE.id,)
    assert way_back(log, {"b"}, book(TWO)).steps[0].to == ONE
    log.append(made("w", ONE, undoes="v"))
    assert way_back(log, {"b"}, book(ONE)).undone == (ONE.id,)
    assert way_back(log, {"u"}, book(ONE)).steps == (Step(log[2], ONE, TWO),)


def test_a_whole_change_that_was_taken_back_is_taken_back_in_all_its_decisions():
    log = [made("a", ONE), made("b", TWO, tx="t"), made("c", THREE, tx="t"), made("u", ONE, undoes="c")]
    assert [log[place].id for place in in_force(log, ONE.id)] == ["a", "u"]
    alone = [*log[:3], made("u", TWO, undoes="c")]
    assert [alone[place].id for place in in_force(alone, ONE.id)] == ["a", "b", "u"]


def test_a_checkpoint_tells_what_was_before_it():
    log = [made("a", ONE), made("b", TWO)]
    (step,) = way_back(log, {"b"}, book(TWO), checkpoint=book(THREE), since=1).steps
    assert step.to == THREE


@pytest.mark.parametrize(
    "now, to, loose",
    [
        (GONE, ONE, True),
        (ONE, GONE, False),
        (ONE, None, False),
        (TWO, ONE, False),
        (replace(ONE, state="draft"), ONE, True),
        (GONE, replace(ONE, state="contested"), True),
        (replace(ONE, state="contested"), ONE, True),
        (ONE, replace(ONE, state="contested"), False),
        (replace(ONE, pinned="mine"), ONE, True),
        (replace(ONE, pinned="mine"), None, True),
        (replace(ONE, stale="old"), ONE, True),
        (ONE, replace(ONE, pinned="mine"), False),
    ],
)
def test_bringing_back_and_stripping_of_protection_loosen(now, to, loose):
    assert loosens(Step(made("a", now), now, to)) is loose


def test_marks_condemn_no_more_once_a_person_took_their_consequence_back():
    old, new = mark(ONE.id, "harmful", 5), mark(ONE.id, "harmful", 1, session="s/2")
    swept = made("s", GONE, source="sweep", at=ts(4))
    pardon = made("u", ONE, undoes="s", at=ts(3))
    assert marks_to_weigh([old, new], [swept]) == (old, new)
    assert marks_to_weigh([old, new], [swept, pardon]) == (new,)
    assert marks_to_weigh([old, new], [swept, pardon, made("v", GONE, undoes="u")]) == (old, new)
