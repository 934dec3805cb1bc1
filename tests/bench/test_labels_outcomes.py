"""The floors of the label sets, when CM_CORPORA names the corpora."""

import os
from pathlib import Path

import pytest

from tests.bench import label_outcomes, label_rejections

pytestmark = pytest.mark.corpus


@pytest.fixture
def labels():
    if not os.environ.get("CM_CORPORA"):
        pytest.skip("set CM_CORPORA to the folder of the corpora")
    return Path(os.environ["CM_CORPORA"]) / "labels" / "dev"


def test_outcomes_are_judged_well_and_failure_is_not_called_success(labels):
    found = label_outcomes.score(labels / "outcomes.jsonl")
    assert found["answered_accuracy"] >= 0.75
    assert found["abstained"] <= 0.30
    assert found["failure_called_success"] == 0


def test_no_sentence_that_may_never_be_a_rule_passes_and_good_rules_do(labels):
    found = label_rejections.score(labels / "rejections.jsonl")
    assert found["accepted_ids"] == []
    assert all(part["refused"] <= 0.01 for part in found["good_rules"].values())
