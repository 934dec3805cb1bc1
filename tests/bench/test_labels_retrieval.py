"""Retrieval on the labelled tasks stays above its floor (needs the corpora)."""

import os
from pathlib import Path

import pytest

from tests.bench.label_retrieval import score


@pytest.mark.corpus
def test_retrieval_stays_above_its_floor():
    if not os.environ.get("CM_CORPORA"):
        pytest.skip("set CM_CORPORA to the folder of corpora")
    found = score(Path(os.environ["CM_CORPORA"]) / "labels" / "dev" / "retrieval.json")
    assert found["recall@5"] >= 0.60
    assert found["mrr"] >= 0.55
    assert found["silence_on_none"] >= 0.75
    assert found["wrongly_silent"] <= 0.10
