"""Which sentences have the frame of what is so and stays so."""

import pytest

from cm.core.reading.directives import find_directives
from cm.core.reading.holding import holds, names_what_is_so


@pytest.mark.parametrize(
    "said",
    [
        "the invoicing worker is maintained by a freelancer in Porto",
        "the mail gateway is hosted on a box in the office",
        "staging runs on an old laptop under my desk",
        "there is no second cluster",
        "we don't have a test database",
        "since may 2026 the checkout service needs a licence key",
        "my boss is called rosa",
        "i work from a train most days of the week",
        "in april we switched to another registry",
        "seabird is short for the search backend",
    ],
)
def test_what_stays_so_is_known_by_its_frame(said):
    assert holds(said)


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("für die rechnungen ist seit juni ein team in wien zuständig", "de"),
        ("die datenbank läuft auf einem alten rechner im keller", "de"),
        ("la base de datos de pruebas es una copia de mayo", "es"),
        ("la boutique tourne sur un serveur à lyon", "fr"),
        ("支付服务由小王负责", "zh"),
    ],
)
def test_other_languages_have_frames_of_their_own(said, language):
    assert holds(said, (language,))
    assert not holds(said, ("en",))


@pytest.mark.parametrize(
    "said",
    [
        "the server is down",
        "the staging db is half restored",
        "my branch is two commits ahead of main",
        "the button is placed at the bottom of the form",
        "it is deployed by hand",
        "the api should listen on another port",
        "the user has a name and an address",
        "i think the database is on another box",
        "is the gateway hosted in the office?",
    ],
)
def test_the_moment_the_product_and_guesses_have_none(said):
    assert not holds(said)


def test_a_name_or_an_amount_in_the_present_says_what_is_so():
    assert names_what_is_so("letters go out through postpigeon", "Letters go out through PostPigeon")
    assert not names_what_is_so("letters go out through a queue", "Letters go out through a queue")
    assert not names_what_is_so("postpigeon fails with an error", "The PostPigeon job fails with an error")


def test_a_statement_of_a_person_or_a_place_is_found_and_is_a_fact():
    (found,) = find_directives("fyi the invoicing worker is maintained by Rosalind, she is in Porto.")
    assert (found.kind, found.scope_hint) == ("fact", "project")
