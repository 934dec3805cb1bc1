"""What comes from another machine and says the opposite is marked on both, never served beside it."""

import pytest

from cm.core.curation.apply import replay
from cm.core.curation.meeting import meet, met
from cm.core.curation.nearby import Nearby
from cm.core.language.relation import Relation
from cm.model.decision import Decision
from cm.model.rule import Scope
from tests.kit import book, rule
from tests.kit.relation import opposing

NPM, PNPM = "Use npm to install packages.", "Use pnpm to install packages."
OPPOSITE = Relation("contradiction", 0.9, "tool", True, "one says npm, the other pnpm")


def nearby(rules):
    def relate(a, b):
        return OPPOSITE if {a.text, b.text} == {NPM, PNPM} else Relation("unrelated")

    return Nearby(rules.rules, relation=relate)


def after(*rules, came=("r-there",)):
    whole = book(*rules)
    found, pairs = meet(whole, came, nearby(whole))
    return found.rules, pairs


def test_opposites_of_two_machines_contest_each_other_whichever_came():
    here, there = rule(NPM, id="r-here"), rule(PNPM, id="r-there")
    one, pairs = after(here, there)
    other, _ = after(here, there, came=("r-here",))
    assert one == other
    assert one["r-here"].state == one["r-there"].state == "contested"
    assert (one["r-here"].contests, one["r-there"].contests) == (("r-there",), ("r-here",))
    assert pairs == (("r-here", "r-there"),)


def test_a_narrower_one_holds_in_place_of_the_wider():
    rules, pairs = after(rule(NPM, id="r-here"), rule(PNPM, id="r-there", scope=Scope(path="web")))
    assert rules["r-there"].overrules == ("r-here",)
    assert {each.state for each in rules.values()} == {"active"}
    assert pairs == ()


@pytest.mark.parametrize(
    "fields",
    [{"state": "draft"}, {"state": "retired"}, {"settled": ("r-here",)}, {"scope": Scope(host="codex")}],
)
def test_what_is_not_in_service_settled_or_apart_stays_as_it_is(fields):
    here = rule(NPM, id="r-here", scope=Scope(host="claude-code") if "scope" in fields else Scope())
    there = rule(PNPM, id="r-there", **fields)
    rules, pairs = after(here, there)
    assert rules == {"r-here": here, "r-there": there}
    assert pairs == ()


def told(*rules, came, against, fit=lambda _: True):
    whole = book(*rules)
    found, meetings = met(whole, came, Nearby(whole.rules, relation=opposing(against)), fit)
    assert (
        replay(
            whole,
            [Decision("contested", "contradicts", each.say, "", "", after=each.after) for each in meetings],
        )
        == found
    )
    assert all(name in each.say for each in meetings for name in (each.one, each.other))
    return found.rules, [each.how for each in meetings]


def test_what_is_pinned_stays_and_the_other_waits_whichever_came():
    pinned, loose = rule(NPM, id="r-a", pinned="for good"), rule(PNPM, id="r-b", approved="2026-11-01")
    for came in (["r-a"], ["r-b"], ["r-a", "r-b"]):
        rules, how = told(pinned, loose, came=came, against=[(NPM, PNPM)])
        assert how == ["waits"]
        assert rules["r-a"] == pinned
        assert (rules["r-b"].state, rules["r-b"].approved, rules["r-b"].contests) == ("draft", "", ("r-a",))


def test_two_that_are_pinned_are_contested():
    sides = [rule(text, id=name, pinned="for good") for text, name in ((NPM, "r-a"), (PNPM, "r-b"))]
    rules, how = told(*sides, came=["r-a"], against=[(NPM, PNPM)])
    assert how == ["contested"]
    assert [each.contests for each in rules.values()] == [("r-b",), ("r-a",)]


def test_a_rule_that_now_waits_leaves_its_old_opponent_free():
    rules, how = told(
        rule(NPM, id="r-a", state="contested", contests=("r-b",)),
        rule(PNPM, id="r-b", state="contested", contests=("r-a",)),
        rule("Install packages with cargo.", id="r-c", pinned="for good"),
        came=["r-c"], against=[(NPM, "Install packages with cargo.")],
    )  # fmt: skip
    assert how == ["waits"]
    assert [(each.state, each.contests) for each in rules.values()] == [
        ("draft", ("r-b", "r-c")), ("active", ()), ("active", ()),
    ]  # fmt: skip


def test_what_may_not_be_served_contests_nothing():
    rules, how = told(
        rule(NPM, id="r-a"), rule(PNPM, id="r-b"), came=["r-b"], against=[(NPM, PNPM)], fit=lambda rule: rule.id != "r-b",
    )  # fmt: skip
    assert how == []
    assert {each.state for each in rules.values()} == {"active"}


def test_what_one_machine_withdrew_contests_nothing_that_the_other_set_against_it():
    rules, pairs = after(
        rule(NPM, id="r-here", state="retired", contests=("r-there",)),
        rule(PNPM, id="r-there", state="contested", contests=("r-here",)),
    )
    assert (rules["r-there"].state, rules["r-there"].contests) == ("active", ())
    assert pairs == ()


def test_what_one_machine_freed_is_contested_by_what_the_other_set_against_it():
    rules, _ = after(
        rule(NPM, id="r-here", contests=("r-there",)),
        rule(PNPM, id="r-there", state="contested", contests=("r-here",)),
    )
    assert {each.state for each in rules.values()} == {"contested"}


def test_what_one_machine_freed_names_nothing_any_more_that_the_other_withdrew():
    rules, _ = after(
        rule(NPM, id="r-here", contests=("r-there",)),
        rule(PNPM, id="r-there", state="retired"),
    )
    assert (rules["r-here"].state, rules["r-here"].contests) == ("active", ())


def test_what_is_contested_from_another_book_stays_as_it_is():
    rules, _ = after(
        rule(NPM, id="r-here", state="contested", contests=("r-gone",)), rule("Run the tests.", id="r-b")
    )
    assert (rules["r-here"].state, rules["r-here"].contests) == ("contested", ("r-gone",))


def test_what_only_one_of_two_says_is_asked_again():
    one = rule(NPM, id="r-here", state="contested", contests=("r-there",))
    rules, _ = after(one, rule("Run the tests before you push.", id="r-there"))
    assert [(each.state, each.contests) for each in rules.values()] == [("active", ())] * 2
    rules, pairs = after(one, rule(PNPM, id="r-there"))
    assert {each.state for each in rules.values()} == {"contested"}
    assert pairs == (("r-here", "r-there"),)


def test_a_rule_that_nothing_contests_is_not_contested():
    rules, _ = after(rule(NPM, id="r-here", state="contested"), rule("Run the tests.", id="r-b"))
    assert rules["r-here"].state == "active"


def test_a_rule_that_a_hand_wrote_down_as_its_own_opponent_waits_like_another():
    whole = book(
        rule(NPM, id="r-here", pinned="for good"),
        rule(PNPM, id="r-there", state="contested", contests=("r-there",)),
    )
    found, _ = met(whole, ["r-there"], nearby(whole))
    assert [each.state for each in found] == ["active", "draft"]
    alone, _ = after(rule(PNPM, id="r-there", state="contested", contests=("r-there",)))
    assert (alone["r-there"].state, alone["r-there"].contests) == ("active", ())
