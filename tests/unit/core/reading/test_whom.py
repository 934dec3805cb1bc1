"""Whom a fact is of, by the frame of its sentence."""

import pytest

from cm.core.facts import entities_of
from cm.core.reading.whom import about_of

SHOP = "github.com/acme/shop"


@pytest.mark.parametrize(
    ("said", "about"),
    [
        (
            "The invoicing worker is maintained by Rosalind Oyelaran.",
            f"person:Rosalind Oyelaran, project:{SHOP}",
        ),
        ("Rosalind owns the invoicing worker.", f"person:Rosalind, project:{SHOP}"),
        ("My manager is Teodor.", "person:Teodor, user"),
        ("Mein Chef heißt Teodor.", "person:Teodor, user"),
        ("Für das Lager ist Teodor zuständig.", f"person:Teodor, project:{SHOP}"),
        ("Our customer is called Harbour & Sons.", f"org:Harbour & Sons, project:{SHOP}"),
        ("The `legacy/` folder belongs to the data team.", f"org:data team, project:{SHOP}"),
        ("I live in Recife.", "user"),
        ("The worker is built by Jenkins.", f"project:{SHOP}"),
        ("The gateway listens on port 8081.", f"project:{SHOP}"),
        ("Releases happen on Monday.", f"project:{SHOP}"),
    ],
)
def test_a_fact_names_whom_it_is_of(said, about):
    assert about_of(said, "fact", project=SHOP) == about


def test_a_preference_is_of_the_user_and_a_rule_of_nobody():
    assert about_of("Short answers, please.", "preference", project=SHOP) == "user"
    assert about_of("Rosalind owns it, so ask Rosalind first.", "rule", project=SHOP) == ""


def test_without_a_project_nothing_is_guessed():
    assert about_of("The gateway listens on port 8081.", "fact") == ""


def test_a_name_with_a_comma_in_a_list_stays_one_entity_each():
    names = entities_of(about_of("The payments team is Rosalind, Teodor and Wu.", "fact", project=SHOP))
    assert [entity.name for entity in names if entity.kind == "person"] == ["Rosalind", "Teodor", "Wu"]
