"""Runs the stanzas of `statements/`: what a page says is so, and what is no statement at all."""

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from cm.core.language.grammar import gives_orders
from cm.core.reading.statements import chosen, plain, statements_of

CASES = Path(__file__).parent / "statements"
KEPT = YAML(typ="safe").load((CASES / "kept.yaml").read_text("utf-8"))
LEFT = YAML(typ="safe").load((CASES / "left.yaml").read_text("utf-8"))


@pytest.mark.parametrize(
    "stanza", [pytest.param(each, id=each["page"][:40].replace("\n", " ")) for each in KEPT]
)
def test_a_page_says_what_the_stanza_says_and_each_statement_stands_where_it_claims(stanza):
    found = statements_of(stanza["page"])
    assert [each.text for each in found] == stanza["says"]
    for each in found:
        assert plain(stanza["page"][each.start : each.end]) == each.text
        assert not gives_orders(each.text)


@pytest.mark.parametrize("stanza", [pytest.param(each, id=each["why"]) for each in LEFT])
def test_what_is_no_statement_gives_nothing(stanza):
    assert statements_of(stanza["page"]) == ()


def test_of_many_the_weightiest_are_chosen_in_the_order_of_the_page():
    page = (
        "\n".join(f"- `core/part{n}.py` holds part {n}." for n in range(30)) + "\nThe word of the day is mud."
    )
    found = [(0, each) for each in statements_of(page)]
    taken = chosen(found, 5)
    assert len(taken) == 5
    assert [each.start for _, each in taken] == sorted(each.start for _, each in taken)
    assert chosen(reversed(found), 5) == taken
    assert chosen(found, 0) == ()


def test_said_twice_it_is_chosen_once():
    (one,) = statements_of("The deploy target is Fly.io.\n")
    assert len(chosen([(0, one), (3, one)], 9)) == 1


@pytest.mark.parametrize("piece", ["A. ", "(", "` A. ", "<a-", "<div hidden", "`", "[a](", "word "])
def test_a_page_that_no_hand_wrote_costs_no_more_than_its_length(piece):
    assert statements_of(f"# Page\n\n{piece * (120_000 // len(piece))}") == ()
