from collections import Counter

import pytest

from cm.core.language import relevance
from cm.core.language.relevance import rarity, read_task, rule_terms, standing_factor


def ranked(task, texts):
    rules = {text: rule_terms([(text, 1.0)]) for text in texts}
    found_in = Counter(term for each in rules.values() for term in each)
    query = read_task(task)
    scored = {text: relevance.score(query, each, found_in, len(texts)) for text, each in rules.items()}
    return sorted(scored.items(), key=lambda pair: -pair[1])


RULES = [
    "Run the tests with `uv run pytest -q`.",
    "Every schema change is an alembic revision.",
    "Commit messages have no trailers.",
    "Overlays are made with kit/Dialog.",
    "Prices are integer cents.",
]


@pytest.mark.parametrize(
    "task, first",
    [
        ("the pytest run is red", 0),
        ("add a nullable column to the orders table", 1),
        ("commit it", 2),
        ("the popover loses focus", 3),
        ("round the invoice total", 4),
        ("neue Spalte für die Migration", 1),
    ],
)
def test_the_rule_that_fits_comes_first(task, first):
    (best, value), *_ = ranked(task, RULES)
    assert best == RULES[first]
    assert value > 0


def test_a_rare_word_counts_more_than_a_common_one():
    assert rarity(1, 1000) > rarity(300, 1000) > 0
    assert 0.9 < rarity(1, 10_000) <= 1.0


def test_a_small_playbook_has_no_rare_words_yet_and_still_finds_them():
    assert rarity(1, 1) > 0.5


@pytest.mark.parametrize(
    "task",
    ["what is a semaphore", "difference between tabs and spaces?", "was ist eine Monade", "互斥锁是什么"],
)
def test_a_question_of_general_knowledge_is_one(task):
    assert read_task(task).lookup


@pytest.mark.parametrize(
    "task",
    [
        "what does our deploy script do",
        "which tests fail here?",
        "fix the login",
        "why is `make test` red",
        "add a what-if view",
    ],
)
def test_a_question_about_our_work_is_not(task):
    assert not read_task(task).lookup


def test_a_general_question_gets_a_rule_that_answers_nearly_all_of_it():
    text = "Staging Postgres listens on port 5439."
    found = dict(ranked("what port does staging postgres listen on", [text, *RULES]))
    assert found[text] > relevance.FLOOR
    assert dict(ranked("what is a port in the history of sailing", [text, *RULES]))[text] == 0


def test_standing_moves_a_rule_a_little_only():
    assert 0.6 <= standing_factor(-1000, "candidate") < 1 < standing_factor(1000, "proven") <= 1.4


def test_a_pasted_log_of_any_size_is_read_quickly():
    query = read_task("error: cannot find module\n" * 100_000)
    assert len(query.words) < 20
