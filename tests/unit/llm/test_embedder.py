"""Which embedder is found, and what it gives; the models themselves only where they are installed."""

import pytest

from cm.llm import embedder
from cm.llm.embedder import find_embedder


def without(monkeypatch, *packages):
    real = embedder.find_spec
    monkeypatch.setattr(embedder, "find_spec", lambda name: None if name in packages else real(name))


@pytest.mark.parametrize("word", ["off", "none", "NO", "0"])
def test_an_embedder_can_be_switched_off(word):
    assert find_embedder({"CM_EMBEDDER": word}) is None


def test_without_the_extra_there_is_none(monkeypatch):
    without(monkeypatch, "numpy", "onnxruntime", "tokenizers", "sentence_transformers")
    assert find_embedder({}) is None


def test_a_folder_that_is_no_model_gives_none(tmp_path):
    assert find_embedder({"CM_EMBEDDER": str(tmp_path)}) is None
    assert find_embedder({"CM_EMBEDDER": str(tmp_path / "gone")}) is None


@pytest.fixture
def onnx():
    for package in ("numpy", "onnxruntime", "tokenizers"):
        pytest.importorskip(package, reason="the `semantic` extra is not installed")
    from cm.llm.onnx_embedder import open_installed

    found = open_installed()
    if found is None:
        pytest.skip("no package with MiniLM's weights and tokenizer is installed")
    return found


def test_minilm_gives_unit_vectors_that_tell_meaning(onnx):
    texts = ["Delete unused imports.", "Remove imports nobody needs.", "The server listens on port 80."]
    one, same, other = onnx.embed(texts)
    assert sum(x * x for x in one) == pytest.approx(1.0, abs=1e-4)
    assert dot(one, same) > 0.5 > dot(one, other)
    assert onnx.revision == onnx.revision != ""


def test_nearness_sees_which_side_says_more(onnx):
    (found,) = onnx.near(
        [("Write tests.", "Write tests with table-driven cases and one message for each assertion.")]
    )
    assert found.met_a > found.met_b
    (turned,) = onnx.near(
        [("Write tests with table-driven cases and one message for each assertion.", "Write tests.")]
    )
    assert turned.met_b == pytest.approx(found.met_a, abs=1e-3)


def test_texts_without_words_do_not_stop_it(onnx):
    assert onnx.embed([]) == []
    assert len(onnx.near([("…", "Use tabs."), ("", "")])) == 2


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))
