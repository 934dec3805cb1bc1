"""Whom facts are of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cm.core.facts import (
    Entity,
    about_text,
    are_about_one,
    entities_of,
    is_asked_for,
    names_in,
    same_entity,
    spelled,
)
from tests.kit import rule


def test_an_about_names_entities_with_commas_between_them():
    assert entities_of("project:shop, person:Amal Diaz,user, Redis") == (
        Entity("project", "shop"),
        Entity("person", "Amal Diaz"),
        Entity("user"),
        Entity("thing", "Redis"),
    )


def test_kinds_are_read_however_they_are_written_and_others_are_part_of_the_name():
    assert entities_of("Organisation: Acme") == (Entity("org", "Acme"),)
    assert entities_of("localhost:5432") == (Entity("thing", "localhost:5432"),)
    assert entities_of("person:") == (Entity("thing", "person:"),)
    assert entities_of("org:Acme, ORG: acme ,,") == (Entity("org", "Acme"),)


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("person:José  Álvarez", "person:jose alvarez", True),
        ("Amal", "person:AMAL", True),
        ("person:Mercury", "project:mercury", False),
        ("user", "user", True),
        ("user", "user:Amal", True),
        ("user", "person:Amal", False),
        ("org:Straße", "org:STRASSE", True),
    ],
)
def test_entities_are_one_when_name_and_kind_are(a, b, same):
    (one,), (other,) = entities_of(a), entities_of(b)
    assert same_entity(one, other) is same_entity(other, one) is same


def test_a_project_may_be_asked_for_by_its_last_name():
    whole = Entity("project", "github.com/acme/shop")
    assert is_asked_for(Entity("thing", "Shop"), whole)
    assert is_asked_for(Entity("project", "shop"), whole)
    assert not is_asked_for(Entity("thing", "acme"), whole)
    assert not is_asked_for(Entity("project", "other/shop"), whole)
    assert not same_entity(Entity("project", "shop"), whole)


def test_a_repository_with_its_first_commit_for_a_name_may_be_asked_for_by_its_beginning():
    whole = Entity("project", "root:" + "e709c903" * 5)
    assert is_asked_for(Entity("project", "root:e709c903"), whole)
    assert is_asked_for(Entity("thing", "root:e709c90"), whole)
    assert not is_asked_for(Entity("thing", "root:e"), whole)
    assert not is_asked_for(Entity("project", "root:e709c904"), whole)


def test_facts_without_an_entity_may_be_about_any():
    assert are_about_one(rule("a"), rule("b", about="person:Amal"))
    assert are_about_one(rule("a", about="org:Acme, Amal"), rule("b", about="person:amal"))
    assert not are_about_one(rule("a", about="person:Ben"), rule("b", about="person:Amal"))


def test_a_tag_gives_whom_the_fact_is_about_another_name():
    amal = rule("Amal goes by Ami.", kind="fact", about="person:Amal Diaz", tags=("alias:Ami", "alias:AD"))
    names = names_in([amal, rule("Redis caches.", kind="fact", about="Amal Diaz")])
    assert (
        names.one(Entity("person", "ami"))
        == names.one(Entity("thing", "AD"))
        == Entity("person", "Amal Diaz")
    )
    assert names.one(Entity("thing", "amal diaz")) == Entity("person", "Amal Diaz")
    assert names.one(Entity("person", "Ben")) == Entity("person", "Ben")
    assert names.all_of(Entity("person", "Amal Diaz")) == ("ad", "ami")


def test_a_bare_name_of_two_kinds_stays_bare():
    names = names_in([rule("a", about="person:Mercury"), rule("b", about="project:Mercury")])
    assert names.one(Entity("thing", "Mercury")) == Entity("thing", "Mercury")


def test_names_that_point_at_each_other_come_to_an_end():
    facts = [
        rule("a", kind="fact", about="person:A", tags=("alias:B",)),
        rule("b", kind="fact", about="person:B", tags=("alias:A",)),
    ]
    assert names_in(facts).one(Entity("person", "A")).kind == "person"


@given(st.text(max_size=40))
def test_what_is_spelled_is_read_again(about):
    entities = entities_of(about)
    again = entities_of(about_text(entities))
    assert again == entities_of(about_text(again))
    assert len(again) <= len(entities)
    assert all(spelled(entity) for entity in entities)
