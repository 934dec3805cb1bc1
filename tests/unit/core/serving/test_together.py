"""Rules beside one another: what gives way, what is served as a marked pair, what waits."""

import pytest

from cm.core.serving.serve import Reader, Served, Withheld, serve
from cm.core.serving.together import together
from cm.model.standing import Shelved
from tests.kit import NOW, rule

SHOP = "github.com/acme/shop"
WIDE = rule("Use npm.", id="r-wide")
NARROW = rule("Use pnpm.", id="r-narrow", scope={"project": SHOP}, overrules=("r-wide",))
IN_WEB = rule("Use pnpm.", id="r-web", scope={"path": "web"}, overrules=("r-wide",))
ONE = rule("Use tabs.", id="r-one", state="contested", contests=("r-two",))
TWO = rule("Use spaces.", id="r-two", state="contested", contests=("r-one",))


def told(*rules, reader=None):
    reader = reader or Reader("context", project=SHOP)
    answers = [serve(Shelved(item), reader, NOW) for item in rules]
    return {answer.rule.id: answer for answer in together(answers, reader)}


def reasons(found):
    return {name: answer.reason for name, answer in found.items() if isinstance(answer, Withheld)}


def test_a_narrower_rule_takes_the_place_of_the_wider_one_and_the_reason_names_it():
    found = told(WIDE, NARROW)
    assert reasons(found) == {"r-wide": "overruled"}
    assert found["r-wide"].say == f"r-narrow, which is about project {SHOP}, holds here in its place"


def test_where_the_narrower_rule_does_not_hold_the_wider_one_is_served_unmarked():
    found = told(WIDE, NARROW, reader=Reader("context", project="github.com/acme/other"))
    assert reasons(found) == {"r-narrow": "out-of-scope"}
    assert found["r-wide"].except_for == ()


def test_where_the_narrower_rule_may_hold_both_are_served_and_the_wider_one_says_so():
    found = told(WIDE, IN_WEB)
    assert reasons(found) == {}
    assert found["r-wide"].except_for == ("r-web",)


@pytest.mark.parametrize(
    "paths, reason", [(("web/a.ts",), "overruled"), (("web/a.ts", "api/b.py"), ""), (("api/b.py",), "")]
)
def test_of_several_paths_the_narrower_rule_has_to_hold_for_each(paths, reason):
    found = told(WIDE, IN_WEB, reader=Reader("context", paths=paths))
    assert reasons(found).get("r-wide", "") == reason


def test_contested_rules_are_served_together_and_each_names_the_other():
    found = told(ONE, TWO)
    assert {name: answer.contested_with for name, answer in found.items()} == {
        "r-one": ("r-two",),
        "r-two": ("r-one",),
    }


@pytest.mark.parametrize("other", ["gone", "draft", "retired", "elsewhere"])
def test_a_contested_rule_alone_waits(other):
    beside = {
        "gone": [],
        "draft": [rule("Use spaces.", id="r-two", state="draft", contests=("r-one",))],
        "retired": [rule("Use spaces.", id="r-two", state="retired")],
        "elsewhere": [rule("Use spaces.", id="r-two", state="contested", scope={"project": "elsewhere"})],
    }[other]
    assert reasons(told(ONE, *beside))["r-one"] == "contested"


def test_a_draft_that_contests_a_rule_does_not_mark_it():
    found = told(WIDE, rule("Use pnpm.", id="r-draft", state="draft", contests=("r-wide",)))
    assert found["r-wide"] == Served(WIDE, found["r-wide"].standing, "user")


def test_one_side_saying_so_is_enough():
    found = told(rule("Use tabs.", id="r-one", contests=("r-two",)), rule("Use spaces.", id="r-two"))
    assert found["r-two"].contested_with == ("r-one",)


def test_what_a_person_settled_is_no_dispute():
    settled = rule("Use spaces.", id="r-two", settled=("r-one",))
    found = told(rule("Use tabs.", id="r-one", contests=("r-two",)), settled)
    assert found["r-one"].contested_with == found["r-two"].contested_with == ()


def test_an_export_gets_no_side_of_a_dispute():
    sides = rule("Use tabs.", id="r-one", contests=("r-two",)), rule("Use spaces.", id="r-two")
    for pair in (sides, (ONE, TWO)):
        assert reasons(told(*pair, reader=Reader("export"))) == {"r-one": "contested", "r-two": "contested"}


def test_rules_without_ties_pass_as_they_are():
    answers = [serve(Shelved(WIDE), Reader("context"), NOW)]
    assert together(answers, Reader("context")) == tuple(answers)
