"""What comes from another machine and says the opposite is marked on both, never served beside it."""

import pytest

from cm.core.curation.meeting import meet
from cm.core.curation.nearby import Nearby
from cm.core.language.relation import Relation
from cm.model.rule import Scope
from tests.kit import book, rule

NPM, PNPM = "Use npm to install packages.", "Use pnpm to install packages."
OPPOSITE = Relation("contradiction", 0.9, "tool", True, "one says npm, the other pnpm")


def nearby(rules):
    def relate(a, b):
        return OPPOSITE if {a.text, b.text} == {NPM, PNPM} else Relation("unrelated")

    return Nearby(rules.rules, relation=relate)


def met(*rules, came=("r-there",)):
    whole = book(*rules)
    found, pairs = meet(whole, came, nearby(whole))
    return found.rules, pairs


def test_opposites_of_two_machines_contest_each_other_whichever_came():
    here, there = rule(NPM, id="r-here"), rule(PNPM, id="r-there")
    one, pairs = met(here, there)
    other, _ = met(here, there, came=("r-here",))
    assert one == other
    assert one["r-here"].state == one["r-there"].state == "contested"
    assert (one["r-here"].contests, one["r-there"].contests) == (("r-there",), ("r-here",))
    assert pairs == (("r-here", "r-there"),)


def test_a_narrower_one_holds_in_place_of_the_wider():
    rules, pairs = met(rule(NPM, id="r-here"), rule(PNPM, id="r-there", scope=Scope(path="web")))
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
    rules, pairs = met(here, there)
    assert rules == {"r-here": here, "r-there": there}
    assert pairs == ()
