"""What is written in several ways is one word, both ways; and no word is taken for another that only looks like it."""

import pytest

from cm.core.language import concepts, relevance
from cm.core.language.terms import stem, terms


def words(text):
    return {term.text for term in terms(text)}


@pytest.mark.parametrize("short", sorted(concepts.ALIASES))
def test_every_entry_meets_its_word_both_ways(short):
    whole = concepts.ALIASES[short]
    if whole in concepts.STOP:
        pytest.skip("its word says too little to be looked for")
    assert stem(whole) in words(short)
    assert words(whole) & words(short)


def test_no_entry_leads_to_another_and_none_is_an_everyday_word():
    keys = set(concepts.ALIASES)
    assert not keys & set(concepts.ALIASES.values())
    assert not keys & (concepts.STOP | concepts.GENERIC)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rss feed", "rust"),
        ("the feedback update", "backup"),
        ("the runtime output", "timeout"),
        ("min value", "minute"),
        ("dst switch", "destination"),
        ("reset upstream", "setup"),
        ("a sec", "security"),
        ("css", "c#"),
        ("torchlight", "pytorch"),
    ],
)
def test_what_only_looks_alike_does_not_meet(one, other):
    assert not words(one) & words(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GitHub Actions", "gha"),
        ("photos", "images"),
        ("back-end", "backend"),
        ("regular expressions", "regex"),
        ("tests of utils", "utility"),
    ],
)
def test_several_words_and_plurals_meet_their_word(one, other):
    assert words(one) & words(other)


def test_a_rule_is_found_by_an_abbreviation_it_does_not_use():
    rule = relevance.rule_terms([("Validate certificates of every service.", 1.0)])
    found_in = dict.fromkeys(rule, 1)
    assert relevance.score(relevance.read_task("svc certs rejected"), rule, found_in, 100) >= relevance.FLOOR
