"""Every starter that travels with the package: its size, its form, the gate's answer, and how it stands beside the others."""

import tomllib
from itertools import combinations
from pathlib import Path

import pytest

from cm.core.language.similar import compare
from cm.core.reading.form import screen_proposal
from cm.core.screening.screen import screen
from cm.flows import starters
from cm.flows.listing import Wanted, list_rules
from cm.model.rule import STATES
from cm.store.home import Home
from cm.store.shipped import all_starters, shipped_dir
from tests.kit.world import world

SHIPPED = all_starters(Home(Path("/nowhere/at/all")))
NAMES = {
    "general", "python", "typescript", "react", "node", "go", "rust", "java", "django", "fastapi", "sql",
    "docker-kubernetes", "terraform", "git", "security", "testing", "data-science",
}  # fmt: skip
RULES = [(starter.name, rule) for starter in SHIPPED for rule in starter.rules]


def test_all_of_them_are_there_and_whole():
    assert {each.name for each in SHIPPED} == NAMES
    assert not [each.name for each in SHIPPED if each.trouble or each.flaws]


@pytest.mark.parametrize("starter", SHIPPED, ids=lambda each: each.name)
def test_a_starter_is_small_described_and_knows_where_it_fits(starter):
    assert 8 <= len(starter.rules) <= 15
    assert 20 <= len(starter.description) <= 90
    assert starter.anywhere or starter.clues


@pytest.mark.parametrize("rule", [rule for _, rule in RULES], ids=lambda rule: rule.id)
def test_a_rule_has_its_reason_its_place_and_its_length(rule):
    assert rule.why
    assert rule.why.endswith(".")
    assert rule.category
    assert 20 <= len(rule.text) <= 220
    assert len(rule.why) <= 160
    assert screen(rule.text) is None
    assert screen(rule.why) is None
    assert screen_proposal(rule.text) is None
    forbids = rule.text.startswith(("Never ", "Do not ", "Avoid "))
    assert (rule.kind == "anti-pattern") == forbids


def test_ids_are_of_the_starter_and_in_order():
    for starter in SHIPPED:
        wanted = [f"r-{starter.name}-{n:02}" for n in range(1, len(starter.rules) + 1)]
        assert [rule.id for rule in starter.rules] == wanted


def test_no_two_rules_of_any_starters_say_the_same():
    alike = [
        (one.id, other.id)
        for (_, one), (_, other) in combinations(RULES, 2)
        if compare(one.text, other.text).duplicate
    ]
    assert alike == []


def test_all_of_them_together_pass_the_gate_and_none_contests_another(tmp_path):
    env = world(tmp_path)
    done = starters.add(env, sorted(NAMES))
    told = [each for taken in done.starters for each in (*taken.refused, *taken.known)]
    assert [(each.reason, each.text) for each in told] == []
    rules = [item.rule for item in list_rules(env, Wanted(states=STATES)).rules]
    assert len(rules) == len(RULES)
    assert [rule.id for rule in rules if rule.state != "active" or rule.contests or rule.overrules] == []


def test_the_wheel_carries_the_folder_where_the_package_looks_for_it():
    root = Path(__file__).resolve().parents[3]
    built = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert built["wheel"]["force-include"]["starters"] == "cm/shipped/starters"
    assert "/starters" in built["sdist"]["include"]
    assert shipped_dir("starters") in (root / "starters", root / "cm/shipped/starters")
