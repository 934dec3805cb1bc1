"""How private a rule is, by what it says or by its kind, and which readers may hear it."""

import pytest

from cm.core.serving.audience import as_private_as, fewer, may_hear, visibility_of
from cm.core.serving.serve import Reader, Served, Withheld, serve
from cm.model.delta import Add
from cm.model.standing import Shelved
from tests.kit import NOW, rule


@pytest.mark.parametrize(
    ("fields", "seen"),
    [
        ({}, "team"),
        ({"kind": "anti-pattern"}, "team"),
        ({"kind": "fact"}, "team"),
        ({"kind": "fact", "about": "project:shop, org:Acme"}, "team"),
        ({"kind": "fact", "about": "Amal"}, "team"),  # of a bare name nobody knows that it is a person's
        ({"kind": "fact", "about": "project:shop, Person: Amal"}, "private"),
        ({"kind": "fact", "about": "user"}, "private"),
        ({"kind": "fact", "about": "user", "visibility": "public"}, "public"),
        ({"kind": "preference"}, "private"),
        ({"kind": "preference", "visibility": "team"}, "team"),
        ({"kind": "rule", "about": "person:Amal"}, "team"),
        ({"kind": "rule", "visibility": "private"}, "private"),
    ],
)
def test_a_rule_is_as_private_as_it_says_or_as_its_kind(fields, seen):
    assert visibility_of(rule(**fields)) == seen
    assert visibility_of(Add("Use tabs.", **fields)) == seen


def test_what_lies_in_a_repository_is_private_only_where_it_says_so():
    liking = rule(kind="preference")
    assert visibility_of(liking, "repo") == "team"
    assert visibility_of(rule(kind="preference", visibility="private"), "repo") == "private"


def test_each_audience_hears_what_is_for_it_and_what_is_for_more():
    heard = {
        audience: [seen for seen in ("private", "team", "public") if may_hear(audience, seen)]
        for audience in ("private", "team", "public")
    }
    assert heard == {
        "private": ["private", "team", "public"],
        "team": ["team", "public"],
        "public": ["public"],
    }
    assert (fewer("private", "team"), fewer("public", "team")) == ("team", "public")


def test_the_predicate_holds_back_what_is_more_private_and_says_how_that_is_changed():
    liking = Shelved(rule("I like small commits.", kind="preference"))
    assert isinstance(serve(liking, Reader("list"), NOW), Served)
    held = serve(liking, Reader("export", audience="team"), NOW)
    assert isinstance(held, Withheld)
    assert held.reason == "private"
    assert "--visibility team" in held.say
    team = serve(Shelved(rule()), Reader("export", audience="public"), NOW)
    assert (team.reason, "public" in team.say) == ("private", True)


def test_what_is_made_of_a_private_rule_is_as_private():
    liking, team = rule("I like tabs.", kind="preference"), rule("Use tabs.")
    assert as_private_as(team, (liking, team)).visibility == "private"
    assert as_private_as(team, (team,)) == team
    assert as_private_as(liking, (team,)) == liking
    assert as_private_as(team, (liking,), "repo") == team
    assert as_private_as(rule(visibility="public"), (team,)).visibility == "team"
