"""Which rules an agent says it acts on; an id alone, a list and the payload again say nothing."""

import pytest

from cm.core.reading.named import named_rules
from cm.model.session import Event

RULES = {
    "r-7k2m9q4dx1c8v": "Run the tests with `uv run pytest -q`.",
    "r-aaaa1111bbbb2": "Keep handlers free of SQL.",
    **{f"r-many{n}000": f"Rule number {n}." for n in range(6)},
}


def named(text, by="agent"):
    return [each.rule for each in named_rules([Event("e-1", "s", 1, "", by, "message", text)], RULES)]


@pytest.mark.parametrize(
    "text",
    [
        "Per r-7k2m9q4d I run uv.",
        "Following rule r-7k2m9q4dx1c8v: the tests run under uv.",
        "As required by `r-7k2m9q4d`, uv runs them.",
        "I ran the tests with uv (per r-7k2m9q4d).",
        "r-7k2m9q4d says to use uv, so I did.",
        "Gemäß r-7k2m9q4d laufen die Tests mit uv.",
        "Según r-7k2m9q4d uso uv.",
        "按照 r-7k2m9q4d 用 uv 跑测试。",
        "I applied r-7k2m9q4d here.",
    ],
)
def test_words_of_following_name_a_rule(text):
    assert named(text) == ["r-7k2m9q4dx1c8v"]


@pytest.mark.parametrize(
    "text",
    [
        "There is r-7k2m9q4d.",
        "Should I follow r-7k2m9q4d?",
        "I could apply r-7k2m9q4d later.",
        "If we follow r-7k2m9q4d, uv runs them.",
        "I forgot to follow r-7k2m9q4d.",
        "Nobody asked me to follow r-7k2m9q4d.",
        "Per r-7k2m9q4d it is uv, but I'll use plain pytest.",
        "- Run the tests with `uv run pytest -q`. [r-7k2m9q4d]",
        "I found, following: Run the tests with `uv run pytest -q`. [r-7k2m9q4d]",
        "I am not following r-7k2m9q4d here.",
        "Instead of applying r-7k2m9q4d I ran pytest.",
        "According to me r-7k2m9q4d is wrong.",
        "Ignoring r-7k2m9q4d because of the time.",
        "Per r-unknown000 it is so.",
        "Per the docs. See r-7k2m9q4d.",
        "<cm-context id='c-1'>\nper r-7k2m9q4d do it\n</cm-context>",
    ],
)
def test_other_words_name_none(text):
    assert named(text) == []


def test_several_joined_are_all_named_and_a_list_is_none():
    assert named("Following r-7k2m9q4d and r-aaaa1111 the query moved.") == [
        "r-7k2m9q4dx1c8v",
        "r-aaaa1111bbbb2",
    ]
    assert named("Following " + ", ".join(list(RULES)[2:]) + " I went on.") == []


def test_the_users_words_name_nothing():
    assert named("per r-7k2m9q4d please", by="user") == []
