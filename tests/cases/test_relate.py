from pathlib import Path

import pytest
from ruamel.yaml import YAML

from cm.core.language.relation import relate

FILES = sorted((Path(__file__).parent / "relate").glob("*.yaml"))
CASES = [YAML(typ="safe").load(file.read_text("utf-8")) for file in FILES]
PAIRS = [(kind, *pair) for cases in CASES for kind, pairs in cases.items() for pair in pairs]


@pytest.mark.parametrize(
    "kind, a, b, more", [(*pair[:3], pair[3:]) for pair in PAIRS], ids=lambda value: str(value)[:40]
)
def test_two_rules_relate_as_people_read_them(kind, a, b, more):
    for found in (relate(a, b), relate(b, a)):
        assert found.kind == kind, found
        if more:
            assert found.cause == more[0]
            assert found.strong == ("strong" in more)
        assert bool(found.say) == (kind != "unrelated")


@pytest.mark.parametrize(
    "a, b",
    [
        ("Reset the test database with `pnpm db:reset`.", "Never run `pnpm db:reset` against staging."),
        ("Deploy staging with `pnpm deploy:staging`.", "Never run `pnpm db:reset` against staging."),
        ("Install packages with pnpm.", "Never run `pnpm publish` by hand."),
    ],
)
def test_who_forbids_one_command_of_a_tool_does_not_forbid_the_tool(a, b):
    assert "contradiction" not in {relate(a, b).kind, relate(b, a).kind}
    assert relate("Install packages with pnpm.", "Never use `pnpm`.").kind == "contradiction"


def test_a_word_that_a_rule_names_in_passing_puts_it_on_no_side():
    assert (
        relate("Never squash commits before merging.", "Always run the linter before committing.").kind
        != "contradiction"
    )
