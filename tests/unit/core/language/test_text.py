"""The normal form, quotes found again, ids and words."""

import pytest

from cm.core.language.text import fingerprint, locate, normalise, rule_id, tokens, weighs
from cm.model.ids import rule_birth_id
from cm.model.rule import Scope


@pytest.mark.parametrize(
    "text, normal",
    [
        ("**Use** `uv run pytest`", "use uv run pytest"),
        ("> - [ ] # Heading", "heading"),
        ("line one\n  * line   two\n2. line three", "line one line two 2. line three"),
        ("src/**/*.ts, *.py and rel-*", "src/**/*.ts, *.py and rel-*"),
        ("user_id is _not_ __userid__", "user_id is not userid"),
        ("“Don’t” – ‘ever’", "\"don't\" - 'ever'"),
        ("SELECT * FROM t", "select * from t"),
        ("ﬁle Ａ １ ß ①", "file a 1 ss 1"),
        ("cafe\u0301 = caf\u00e9", "caf\u00e9 = caf\u00e9"),
        ("in\u200bvisible\u00adword\ufeff", "invisibleword"),
        ("C# and issue #12 with x > y", "c# and issue #12 with x > y"),
        ("한국어 \u1112\u1161\u11ab", "한국어 한"),
        ("", ""),
    ],
)
def test_the_normal_form_leaves_out_how_it_is_written(text, normal):
    assert normalise(text) == normal


def test_a_fingerprint_has_no_full_stop():
    assert fingerprint("Use tabs.") == fingerprint("use tabs") == fingerprint("**Use tabs**!")
    assert fingerprint("使用 pnpm。") == fingerprint("使用 pnpm")


@pytest.mark.parametrize(
    "quote, said, found",
    [
        ("use uv", "No, use uv now", "use uv"),
        ("USE uv", "No, use   **uv** now", "use   **uv"),
        ("use `uv` now", "No, use uv\n> now please", "use uv\n> now"),
        ("don't do that", "I said: don’t do that", "don’t do that"),
        ("Use uv run.", "please use uv run, thanks", "use uv run"),
        ('"use uv run"', "please use uv run, thanks", "use uv run"),
        (
            "never use … in this repo",
            "Never use npm, really, in this repo!",
            "Never use npm, really, in this repo",
        ),
        ("never use [...] in this repo", "Never use npm in this repo!", "Never use npm in this repo"),
        ("wait… what", "wait… what? again", "wait… what"),
        ("不要使用NPM", "请不要使用npm。", "不要使用npm"),
        ("caf\u00e9 first", "the cafe\u0301 first", "cafe\u0301 first"),
        ("straße", "die STRASSE lang", "STRASSE"),
        ("ﬁx it now", "please fix it now", "fix it now"),
    ],
)
def test_a_quote_is_found_and_the_span_holds_the_exact_words(quote, said, found):
    span = locate(quote, said)
    assert span is not None
    assert said[slice(*span)] == found


@pytest.mark.parametrize(
    "quote, said",
    [
        ("use npm", "use uv"),
        ("", "use uv"),
        ("   ", "use uv"),
        ("**", "use uv"),
        ("use uv run npm", "use uv run"),
        ("in this repo … never use", "Never use npm in this repo"),
        ("never use … in this repo", "Never use npm. " + "x " * 400 + "in this repo"),
        ("a … e", "a b c d e"),
        ("user_id", "userid"),
    ],
)
def test_words_that_were_not_said_are_not_found(quote, said):
    assert locate(quote, said) is None


def test_the_narrowest_place_of_an_elided_quote_is_taken():
    said = "please use tabs. please use spaces, always in python"
    span = locate("please use … always in python", said)
    assert span is not None
    assert said[slice(*span)] == "please use spaces, always in python"


@pytest.mark.parametrize("quote", ["use it", "USE it"])
def test_a_place_where_a_word_begins_is_preferred(quote):
    assert locate(quote, "because it can; use it") == (16, 22)
    assert locate(quote, "because it can") == (4, 10)


@pytest.mark.parametrize(
    "text, enough", [("o", False), ("pnpm", False), ("use pnpm", True), ("prettier", True), ("不要", True)]
)
def test_a_quote_needs_weight(text, enough):
    assert weighs(text) is enough


def test_scripts_without_spaces_are_read_in_pairs():
    assert tokens("请使用 pnpm") == ("请使", "使用", "pnpm")
    assert tokens("Don't use user_id!") == ("don't", "use", "user_id")


def test_an_id_comes_from_kind_scope_and_normal_text_and_steps_aside():
    scope = Scope(project="github.com/acme/shop")
    born = rule_id("rule", scope, "Use **tabs**", ())
    assert (
        born
        == rule_birth_id("rule", "project=github.com/acme/shop", "use tabs")
        == rule_id("rule", scope, "use  tabs", [])
    )
    assert rule_id("rule", scope, "Use tabs", {born}) == f"{born}-2"
    assert rule_id("rule", scope, "Use tabs", {born, f"{born}-2"}) == f"{born}-3"
    assert rule_id("fact", scope, "Use tabs", ()) != born != rule_id("rule", Scope(), "Use tabs", ())
