import os
from pathlib import Path

import pytest

from tests.bench.guard import armed, score

CORPORA = os.environ.get("CM_CORPORA", "")
pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not CORPORA, reason="CM_CORPORA names no folder with corpora"),
]
TRAUMAS = armed()
FLOORS = {
    "adversarial_own.jsonl": {"deny core": 0.97, "deny evasion": 0.8},
    "adversarial_generated.jsonl": {"deny core": 0.97},
    "labelled_public.jsonl": {"deny core": 0.94, "deny evasion": 0.8},
}


@pytest.mark.parametrize("name", FLOORS)
def test_what_does_damage_is_denied_and_what_does_not_goes_through(name):
    sums = score(Path(CORPORA, "guard/dev", name), TRAUMAS)["sums"]
    for key, floor in FLOORS[name].items():
        assert sums[key]["share"] >= floor
    assert sums["allow core"]["share"] <= 0.01


def test_ordinary_commands_go_through():
    kinds = score(Path(CORPORA, "guard/benign.jsonl.xz"), TRAUMAS)["kinds"]
    assert sum(kind["denied"] for kind in kinds.values()) <= 10
    assert sum(kind.get("unjudged", 0) for kind in kinds.values()) == 0
