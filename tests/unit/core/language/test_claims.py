"""How a rule is read: what it is for, what it is against, and what it counts."""

import pytest

from cm.core.language.claims import claim_of
from cm.core.language.phrases import phrase_tables
from cm.core.language.tongues import in_english


def wanted(text):
    """The tools that a rule is for, and those it is against."""
    members = phrase_tables().members
    tools = claim_of(text).tools
    return (
        {members[hit.line, hit.member] for hit in tools if hit.sign > 0},
        {members[hit.line, hit.member] for hit in tools if hit.sign < 0},
    )


@pytest.mark.parametrize(
    "text, liked, shunned",
    [
        ("Use pnpm, not npm.", {"pnpm"}, {"npm"}),
        ("Use pnpm instead of yarn.", {"pnpm"}, {"yarn"}),
        ("Instead of yarn, use pnpm.", {"pnpm"}, {"yarn"}),
        ("Replace yarn with pnpm.", {"pnpm"}, {"yarn"}),
        ("Prefer pnpm over yarn.", {"pnpm"}, {"yarn"}),
        ("Migrate from yarn to pnpm.", {"pnpm"}, {"yarn"}),
        ("yarn is banned; pnpm is used.", {"pnpm"}, {"yarn"}),
        ("yarn must not be used.", set(), {"yarn"}),
        ("Don't use yarn.", set(), {"yarn"}),
        ("Avoid yarn.", set(), {"yarn"}),
        ("yarn has to go.", set(), {"yarn"}),
        ("Never install without pnpm.", {"pnpm"}, set()),
        ("Keep yarn out of the build.", set(), {"yarn"}),
        ("Use pnpm because npm is not fast.", {"pnpm"}, {"npm"}),
        ("Do not avoid pnpm.", {"pnpm"}, set()),
        ("Verwende pnpm statt yarn.", {"pnpm"}, {"yarn"}),
        ("Usa pnpm, nunca yarn.", {"pnpm"}, {"yarn"}),
        ("N'utilise pas yarn.", set(), {"yarn"}),
        ("yarnではなくpnpmを使うこと。", {"pnpm"}, {"yarn"}),
        ("不要使用 yarn。", set(), {"yarn"}),
    ],
)
def test_each_tool_of_a_rule_has_the_sign_that_the_rule_gives_it(text, liked, shunned):
    found = wanted(text)
    assert found[0] >= liked
    assert found[1] >= shunned
    assert not found[0] & shunned
    assert not found[1] & liked


def test_a_tool_named_like_an_everyday_word_needs_to_be_meant():
    assert "make" not in wanted("Make small commits.")[0]
    assert "make" in wanted("Run everything through `make`.")[0]
    assert "fetch" not in wanted("Never fetch secrets in tests.")[1]


@pytest.mark.parametrize(
    "text, values",
    [
        ("Retry three times.", {("3", "tim")}),
        ("Wait 800ms.", {("800", "ms")}),
        ("Use Python 3.12.", {("3.12", ":python")}),
        ("Compile with -O2.", {("2", "-o")}),
        ("Keep it at 0,5 seconds.", {("0.5", "second")}),
    ],
)
def test_numbers_are_read_with_what_they_count(text, values):
    assert {(value.number, value.unit) for value in claim_of(text).values} == values


def test_rules_of_other_tongues_come_out_in_rough_english():
    assert in_english("Use the logger.") == "Use the logger."
    assert "not" in in_english("No borres ficheros.").split()
    assert "never" in in_english("Niemals direkt auf main pushen.").split()
    assert "chinese" in in_english("回复请用中文。")
    assert in_english("テストを書かないこと。").strip().startswith("not")


def test_synonyms_have_one_name_and_aliases_of_a_tool_too():
    one, other = claim_of("Search the code with rg."), claim_of("Search the code with ripgrep.")
    assert one.ideas.keys() == other.ideas.keys()
    assert claim_of("Delete the folder.").ideas.keys() == claim_of("Remove the directory.").ideas.keys()
