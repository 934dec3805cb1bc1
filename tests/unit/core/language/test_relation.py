"""What two rules are to each other, beyond the plain cases of `tests/cases/relate`."""

import pytest

from cm.core.language.relation import Nearness, overlap, relate, relate_rules
from cm.core.language.similar import compare
from cm.model.rule import Scope
from tests.kit import rule


def test_rules_that_never_meet_are_unrelated_however_opposed():
    one = rule("Use npm.", scope={"project": "github.com/acme/shop"})
    other = rule("Use pnpm.", scope={"project": "github.com/acme/blog"})
    assert relate_rules(one, other).kind == "unrelated"
    assert relate_rules(rule("Use npm."), rule("Use pnpm.")).kind == "contradiction"


def test_a_rule_of_a_narrower_place_is_an_exception_and_no_contradiction():
    wide, narrow = rule("Use npm."), rule("Use pnpm.", scope={"path": "web"})
    found = relate_rules(wide, narrow)
    assert (found.kind, found.cause) == ("narrower", "scope")


def test_the_same_words_in_another_scope_are_only_a_suggestion():
    wide, narrow = rule("Use tabs."), rule("Use tabs.", scope={"path": "web"})
    assert relate_rules(wide, narrow).kind == "likely-same"


def test_an_anti_pattern_forbids_what_it_names():
    found = relate_rules(rule("Use moment for dates."), rule("Use moment for dates.", kind="anti-pattern"))
    assert found.kind == "contradiction"


def test_only_what_similar_calls_a_duplicate_is_the_same():
    a, b = "Never log passwords or access tokens.", "Never write access tokens or passwords to the log."
    assert not compare(a, b).duplicate
    assert relate(a, b, closeness=0.99).kind != "same"
    assert relate(a, b, closeness=Nearness(0.99, 0.9, 0.9, 0.9, 0.9)).kind != "same"


@pytest.mark.parametrize("closeness", [None, 0.9, Nearness(0.9, 0.8, 0.8, 0.6, 0.6, 0.3, 0.3)])
def test_a_contradiction_stays_one_however_near_the_words_are(closeness):
    assert relate("Use npm.", "Never use npm.", closeness=closeness).kind == "contradiction"


def test_closeness_lets_rules_with_hardly_a_shared_word_be_suggested():
    a, b = "Migrations must be reversible.", "Write a down step for each schema change."
    near = Nearness(0.6, 0.56, 0.56, 0.4, 0.4, 0.5, 0.5, 1, 1)
    far = Nearness(0.1, 0.3, 0.3, 0.1, 0.1, 0.5, 0.5, 3, 3)
    assert relate(a, b).kind == "unrelated"
    assert relate(a, b, closeness=near).kind == "likely-same"
    assert relate(a, b, closeness=far).kind != "likely-same"


@pytest.mark.parametrize(
    "a, b, reach",
    [
        ({}, {}, "same"),
        ({}, {"path": "web"}, "wider"),
        ({"path": "web"}, {"path": "web/src"}, "wider"),
        ({"path": "web/src"}, {"path": "./web/"}, "narrower"),
        ({"path": "web"}, {"path": "website"}, "apart"),
        ({"path": "api"}, {"path": "web"}, "apart"),
        ({"project": "p"}, {"project": "q"}, "apart"),
        ({"project": "p"}, {"language": "go"}, "crossing"),
        ({"language": "Go"}, {"language": "go"}, "same"),
        ({"language": "go"}, {"language": "python"}, "apart"),
        ({"host": "codex"}, {"host": "cursor"}, "apart"),
        ({"task": "testing"}, {"task": "review"}, "crossing"),
        ({"path": "web/**/*.ts"}, {"path": "web/src"}, "crossing"),
        ({"path": "web/*.ts"}, {"path": "api"}, "apart"),
    ],
)
def test_scopes_lie_to_each_other(a, b, reach):
    turned = {"wider": "narrower", "narrower": "wider"}.get(reach, reach)
    assert overlap(Scope(**a), Scope(**b)) == reach
    assert overlap(Scope(**b), Scope(**a)) == turned
