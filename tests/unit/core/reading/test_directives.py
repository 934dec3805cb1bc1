import inspect
import re
import time

import pytest

from cm.core.reading import shapes as core_shapes
from cm.core.reading.directives import find_directives, takes_back, weigh
from cm.core.reading.weights import WEIGHTS
from cm.core.reading.words import LATIN, UNSPACED


def one(text, **fields):
    found = find_directives(text, **fields)
    assert len(found) == 1, found
    return found[0]


def test_a_directive_quotes_the_exact_slice_of_the_message():
    text = "ok, next: fix the tests. From now on never push to main. Thanks!"
    found = one(text)
    assert text[slice(*found.span)] == "From now on never push to main."
    assert found.text == "From now on never push to main."
    assert found.standing_words
    assert "standing" in found.signals


def test_sentences_about_one_thing_stay_one_rule_with_its_reason():
    found = one(
        "Ports in this repo start at 7400. Anything lower belongs to the printer service, it breaks otherwise."
    )
    assert "7400" in found.text
    assert "printer" in found.text


def test_bullets_become_rules_of_their_own():
    found = find_directives("rules for this repo from now on:\n- never use tabs\n- always sign commits\n")
    assert [rule.text for rule in found][-2:] == ["Never use tabs.", "Always sign commits."]


def test_a_rule_that_would_be_too_long_is_cut_at_a_sentence():
    text = " ".join(f"Never touch module number {number} in this repo." for number in range(20))
    found = find_directives(text)
    assert len(found) > 1
    assert all(len(rule.text) <= 500 for rule in found)


@pytest.mark.parametrize(
    "text",
    ["", " ", "ok", "???", "\x00\x01", "`" * 100, "👍", "a" * 50000],
)
def test_nothing_comes_of_nothing(text):
    assert find_directives(text) == ()


def test_address_words_insults_and_politeness_are_taken_off_and_the_rest_is_kept():
    assert one("no, please never commit the `dist/` folder in this repo, thanks").text == (
        "Never commit the `dist/` folder in this repo."
    )


def test_the_users_language_is_kept():
    assert one("以后一律用 pnpm，不要用 npm。").text == "以后一律用 pnpm，不要用 npm。"


def test_a_later_sentence_makes_a_rule_of_what_was_just_asked():
    found = one("can you please answer in bullet points. I'd like that for every conversation")
    assert "bullet points" in found.text


def test_a_retraction_in_the_same_message_leaves_nothing():
    assert find_directives("Always use tabs from now on. Scratch that, forget it.") == ()


@pytest.mark.parametrize(
    "text, about",
    [
        ("scratch that", frozenset()),
        ("forget what I said about tabs", frozenset({"tabs"})),
        ("never mind", frozenset()),
        ("add a test", None),
        ("", None),
    ],
)
def test_a_message_that_takes_back_says_what(text, about):
    assert takes_back(text) == about


def test_every_weight_is_of_a_sign_that_exists():
    cues = {name for language in (*LATIN.values(), *UNSPACED.values()) for name in language}
    shapes = {
        "topic", "generic", "figure", "emphatic", "extended", "stated", "code", "framed", "describes", "code-spec",
        "specified", "document", "listed", "retracted", "bare-order", "question", "definite", "definite-soft", "quotes", "tiny", "holds",
    }  # fmt: skip
    built = set(re.findall(r'"([\w^-]+)"', inspect.getsource(core_shapes)))
    built |= {f"with-{name}" for name in built}
    assert set(WEIGHTS) <= cues | shapes | built


def test_a_decision_can_be_explained():
    weighed = weigh("Never push to main. Fix the typo in the readme.")
    assert weighed[0].score > weighed[1].score
    assert "^always" in weighed[0].signs
    assert "^task" in weighed[1].signs


@pytest.mark.parametrize(
    "piece",
    [
        "for ",
        "never ",
        "a bs for ",
        "`x",
        "no no ",
        "the thing always ",
        "don't a any ",
        "kein x ",
        "x: ",
        "i told ",
        "( ",
        "a-",
        "不要",
        "ないで",
    ],
)
def test_hostile_repetition_is_read_in_time(piece):
    began = time.perf_counter()
    find_directives(piece * (20000 // len(piece)))
    find_directives("use things " + piece * (1400 // len(piece)))
    assert time.perf_counter() - began < 2


def test_a_long_message_is_read_quickly():
    text = ("We never deploy on Friday because nobody is here. Fix the thing in `a.py` please, " * 100)[:8000]
    find_directives(text)
    began = time.perf_counter()
    find_directives(text)
    assert time.perf_counter() - began < 0.5


def test_an_amount_is_no_lasting_word_but_a_time_is():
    (found,) = find_directives("From now on write a changelog line for any new setting we need in this repo.")
    assert found.standing_words
    for now in find_directives(
        "Design a client in src/ and read any new settings we need in this repo from it."
    ):
        assert not now.standing_words


def test_shouting_is_not_repeated():
    (found,) = find_directives("never open PRs against the release branch!!!!!!!")
    assert found.text == "Never open PRs against the release branch."
