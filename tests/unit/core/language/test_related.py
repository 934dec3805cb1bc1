"""The index of rules that are worth comparing."""

import random

from cm.core.language.related import COMMON, Neighbours

NOUNS = [
    f"{a}{b}"
    for a in ["kiwi", "plum", "pear", "fig", "lime", "date", "nut", "oat", "rye", "pea"]
    for b in ["box", "jar", "tin", "cup", "pot", "bag"]
]


def test_a_rule_finds_those_that_share_a_tool_a_job_or_a_rare_word():
    index = Neighbours(
        [("r-1", "Use npm."), ("r-2", "Brew coffee."), ("r-3", "The kiwibox holds ten pears.")]
    )
    assert index.of("Use pnpm for packages.") == ("r-1",)
    assert index.of("Never open a kiwibox.") == ("r-3",)
    assert index.of("Sing.") == ()


def test_a_rule_that_was_dropped_or_reworded_is_not_found_by_its_old_words():
    index = Neighbours([("r-1", "Use npm."), ("r-2", "Use npm in CI.")])
    index.drop("r-2")
    index.put("r-1", "Brew coffee.")
    index.drop("r-9")
    assert len(index) == 1
    assert index.of("Use pnpm.") == ()
    assert index.of("Coffee is brewed.") == ("r-1",)


def test_an_opponent_is_found_among_thousands_and_a_question_looks_at_few():
    draw = random.Random(3)
    rules = [
        (f"r-{at}", f"Keep the {draw.choice(NOUNS)} beside the {draw.choice(NOUNS)} {at % 97}.")
        for at in range(4000)
    ]
    index = Neighbours([*rules, ("r-x", "Store secrets in Vault.")])
    assert index.of("Secrets are kept in SOPS.")[0] == "r-x"
    assert len(index.of(rules[7][1], 10)) == 10
    assert max(len(found) for found in index._lists.values()) > COMMON  # "keep", "beside": passed over
