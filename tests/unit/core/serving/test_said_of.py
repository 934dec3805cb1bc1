"""What is said behind a fact: when it holds, and of whom."""

import pytest

from cm.core.serving import render, select
from cm.core.serving.export import body_of
from cm.core.serving.said_of import day_said, said_of, span_said
from cm.model.rule import Valid
from tests.kit import rule


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2026", "2026"), ("2026-03", "March 2026"), ("2026-03-05", "5 March 2026"), ("2026-03-05T10:00:00Z", "5 March 2026"),
        ("2026-13", "2026-13"), ("spring\n2026", "spring 2026"), ("", ""),
    ],
)  # fmt: skip
def test_a_time_is_said_as_exactly_as_it_is_written(text, said):
    assert day_said(text) == said


def test_a_validity_is_said_by_the_ends_it_has():
    assert span_said("2026-03", "") == "since March 2026"
    assert span_said("", "2026-10") == "until October 2026"
    assert span_said("2025", "2026-10-02") == "2025 to 2 October 2026"
    assert span_said("", "") == ""


def test_whom_a_fact_is_about_is_said_where_its_words_do_not():
    assert said_of("Owns the billing service.", "person:Amal", "", "") == ("about Amal",)
    assert said_of("Amal owns billing.", "person:amal, user, project:shop", "", "") == ()
    assert said_of("It moved.", "org: Acme  Ltd, Zoe", "2026-03", "") == (
        "about Acme Ltd, Zoe",
        "since March 2026",
    )


def card(**more):
    return {
        "id": "r-1",
        "text": "Deploys go to Oslo.",
        "kind": "fact",
        "category": "general",
        "scope": {},
        **more,
    }


def shown(fmt, **more):
    fit = select.Fit(key=1, relevance=1.0, value=1.0, terms={})
    pack = select.select([fit], {1: card(**more)}, budget=500, max_rules=3)
    text = render.render(
        fmt, envelope="c-1", project="", rules=pack.rules, anti_patterns=(), history=(), notices=(), searches=(),
        degraded=(), left_out=0,
    )  # fmt: skip
    return text, pack.used


def test_an_agent_reads_it_behind_the_fact_and_it_is_paid_for():
    plain, price = shown("text")
    told, more = shown("text", valid=["2026-03", ""])
    assert "Deploys go to Oslo. (fact)\n" in plain
    assert "Deploys go to Oslo. (fact, since March 2026)\n" in told
    assert more > price
    assert 'holds="since March 2026"' in shown("xml", valid=["2026-03", ""])[0]


def test_a_file_of_a_project_says_it_too_and_changes_for_no_other_rule():
    dated = rule("Deploys go to Oslo.", kind="fact", id="r-1", valid=Valid("2026-03", ""))
    assert "- Deploys go to Oslo. (since March 2026) [r-1]" in body_of([dated])
    assert "- Deploys go to Oslo. [r-1]" in body_of(
        [rule("Deploys go to Oslo.", kind="fact", id="r-1", about="user")]
    )
