"""What a session's end gives its rules, stanza by stanza."""

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from cm.core.curation.credit import credit, weigh
from cm.model.ledger import Outcome
from tests.kit import ts

FOLDER = Path(__file__).parent / "credit"
WEIGHTS = YAML(typ="safe").load((FOLDER / "weights.yaml").read_text("utf-8"))
RULES = YAML(typ="safe").load((FOLDER / "rules.yaml").read_text("utf-8"))


@pytest.mark.parametrize("case", WEIGHTS, ids=[str(case["outcome"]) for case in WEIGHTS])
def test_an_outcome_weighs_what_its_signals_say(case):
    found = weigh(Outcome("o-1", "h/s", at=ts(), **case["outcome"]))
    assert (f"{found.verdict} {found.weight}" if found.verdict else "nothing") == case["weighs"], found


@pytest.mark.parametrize("case", RULES, ids=[case["case"] for case in RULES])
def test_credit_goes_to_what_was_named_or_followed(case):
    words = {
        name: dict.fromkeys(case.get(name, ()), f"{name} words") for name in ("named", "followed", "ignored")
    }
    found = credit(
        Outcome("o-1", "h/s", case.get("status", "success"), ts()),
        **words,
        shown=case.get("shown", ()),
        judged=case.get("judged", ()),
    )
    assert {mark.rule: "+" if mark.verdict == "helpful" else "-" for mark in found.marks} == case.get(
        "marks", {}
    )
    passed = dict(found.passed_over)
    for rule, why in case.get("passed", {}).items():
        assert passed[rule].startswith(why)
    assert all(mark.reason for mark in found.marks)
