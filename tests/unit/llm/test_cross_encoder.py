"""Which cross-encoder is opened and how, and which of its numbers count; a toy model where the extra is installed."""

import json
import math
import os
import sys
from types import SimpleNamespace

import pytest

from cm.errors import NoModel
from cm.llm import cross_encoder, cross_process
from cm.llm.cross_encoder import BoxedCrossEncoder, backend_of
from cm.llm.cross_process import longest, positive, refuse_strangers, scored, weights_in, worth
from tests.kit.toy_cross import toy_cross

HITS = ["the gateway moved", "the nightly build of upload", "upload fails"]


@pytest.fixture
def extra():
    for package in ("numpy", "onnxruntime", "tokenizers"):
        pytest.importorskip(package, reason="the `semantic` extra is not installed")


def installed(monkeypatch, *packages):
    monkeypatch.setattr(cross_encoder, "find_spec", lambda name: name if name in packages else None)


def test_onnx_weights_go_first_and_what_is_missing_is_named(tmp_path, monkeypatch):
    toy_cross(tmp_path / "toy", config={"architectures": ["BertForSequenceClassification"]})
    installed(monkeypatch, *cross_encoder.ONNX, "sentence_transformers")
    assert backend_of(tmp_path / "toy") == ("onnx", ())
    installed(monkeypatch, "numpy")
    assert backend_of(tmp_path / "toy") == ("onnx", ("onnxruntime", "tokenizers"))
    (tmp_path / "toy" / "model.safetensors").write_bytes(b"")
    installed(monkeypatch, "sentence_transformers")
    assert backend_of(tmp_path / "toy") == ("sentence-transformers", ())


def test_a_pickle_is_no_model(tmp_path, monkeypatch):
    installed(monkeypatch, "sentence_transformers")
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "pytorch_model.bin").write_bytes(b"")
    assert backend_of(tmp_path) == ("sentence-transformers", ("model.safetensors",))
    (tmp_path / "config.json").unlink()
    assert backend_of(tmp_path)[1] != ()
    assert backend_of(tmp_path / "gone") == ("", ("the folder",))


def test_weights_of_another_name_are_found_below_onnx(tmp_path):
    (tmp_path / "onnx").mkdir()
    assert weights_in(tmp_path) is None
    for name in ("model_quantized.onnx", "model_O2.onnx"):
        (tmp_path / "onnx" / name).write_bytes(b"")
    assert weights_in(tmp_path).name == "model_O2.onnx"
    (tmp_path / "model.onnx").write_bytes(b"")
    assert weights_in(tmp_path) == tmp_path / "model.onnx"


@pytest.mark.parametrize(
    "labels, names, at",
    [
        (1, {"0": "LABEL_0"}, 0),
        (2, {"0": "LABEL_0", "1": "LABEL_1"}, 1),
        (2, {"0": "relevant", "1": "not_relevant"}, 0),
        (2, {0: "Yes", 1: "No"}, 0),
        (3, {"0": "contradiction", "1": "entailment", "2": "neutral"}, 1),
        (3, {"0": "true", "1": "yes", "2": "other"}, 2),
        (2, None, 1),
    ],
)
def test_the_class_that_says_yes_is_named_or_the_last(labels, names, at):
    assert positive(labels, names) == at


def test_more_classes_are_no_cross_encoder():
    with pytest.raises(ValueError, match="4 numbers"):
        positive(4, None)


def test_a_pair_is_worth_how_far_that_class_stands_above_the_others():
    assert worth([2.5], 0) == 2.5
    assert worth([5.0, 5.0], 1) == 0.0
    assert worth([-900.0, 900.0], 1) > worth([9.0, 9.5], 1) > worth([0.0, 0.0, 0.0], 2)
    assert math.isnan(worth([math.inf, 1.0], 1))


def test_no_more_of_a_pair_is_read_than_the_model_can(tmp_path):
    assert longest(tmp_path) == 512
    for said, many in (
        ({"max_position_embeddings": 8192}, 512),
        ({"max_position_embeddings": 64}, 64),
        ({"model_type": "xlm-roberta", "max_position_embeddings": 130, "pad_token_id": 1}, 128),
    ):
        (tmp_path / "config.json").write_text(json.dumps(said))
        assert longest(tmp_path) == many
    (tmp_path / "tokenizer_config.json").write_text('{"model_max_length": 100}')
    assert longest(tmp_path) == 100


def test_code_and_pickles_of_a_folder_are_refused(tmp_path):
    refuse_strangers(tmp_path)
    (tmp_path / "modules.json").write_text('[{"type": "shutil.rmtree", "path": ""}]')
    with pytest.raises(ValueError, match=r"shutil\.rmtree"):
        refuse_strangers(tmp_path)
    (tmp_path / "modules.json").write_text(
        '[{"type": "sentence_transformers.models.Dense", "path": "2_Dense"}]'
    )
    refuse_strangers(tmp_path)
    (tmp_path / "2_Dense").mkdir()
    (tmp_path / "2_Dense" / "pytorch_model.bin").write_bytes(b"")
    with pytest.raises(ValueError, match="pickle"):
        refuse_strangers(tmp_path)


def test_sentence_transformers_may_fetch_and_run_nothing(tmp_path, monkeypatch):
    pytest.importorskip("numpy", reason="the `semantic` extra is not installed")
    import numpy

    opened = []

    class Model:
        def __init__(self, folder, **options):
            opened.append((folder, options))

        def predict(self, pairs, **_):
            return numpy.array([[0.0, float(len(passage))] for _, passage in pairs], dtype=numpy.float32)

    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(nn=SimpleNamespace(Identity=object)))
    monkeypatch.setitem(sys.modules, "sentence_transformers", SimpleNamespace(CrossEncoder=Model))
    with pytest.raises(ValueError, match="judges no pairs"):
        cross_process.opened("sentence-transformers", str(tmp_path))
    (tmp_path / "config.json").write_text('{"architectures": ["BertModel"]}')
    with pytest.raises(ValueError, match="BertModel"):  # an embedder, which would get a head of chance
        cross_process.opened("sentence-transformers", str(tmp_path))
    assert opened == []
    (tmp_path / "config.json").write_text('{"architectures": ["BertForSequenceClassification"]}')
    model = cross_process.opened("sentence-transformers", str(tmp_path))
    assert scored(model, "how", ["a", "abc"]) == [1.0, 3.0]
    ((folder, options),) = opened
    assert folder == str(tmp_path)
    assert options["local_files_only"] is True
    assert options["trust_remote_code"] is False
    assert options["model_kwargs"] == {"use_safetensors": True}


def test_question_and_passage_are_read_together(extra, tmp_path):
    model = cross_process.opened("onnx", str(toy_cross(tmp_path / "toy")))
    assert scored(model, "upload nightly", HITS) == [0.0, 2.0, 1.0]
    assert scored(model, "gateway", HITS) == [1.0, 0.0, 0.0]
    assert scored(model, "gateway", []) == []


def test_a_model_of_two_classes_orders_by_the_one_that_is_named(extra, tmp_path):
    labels = {"id2label": {"0": "entailment", "1": "other"}}
    model = cross_process.opened("onnx", str(toy_cross(tmp_path / "toy", classes=(1.0, -1.0), config=labels)))
    assert scored(model, "upload nightly", HITS) == [0.0, 4.0, 2.0]


def test_a_long_passage_is_cut_and_the_question_stays(extra, tmp_path):
    model = cross_process.opened(
        "onnx", str(toy_cross(tmp_path / "toy", config={"max_position_embeddings": 12}))
    )
    assert scored(model, "upload nightly", ["upload " + "the " * 30 + "nightly", "the " * 30 + "nightly upload"]) == [1.0, 0.0]  # fmt: skip


def test_an_embedder_is_no_cross_encoder(extra, tmp_path):
    model = cross_process.opened("onnx", str(toy_cross(tmp_path / "toy", states=True)))
    with pytest.raises(ValueError, match="no cross-encoder"):
        scored(model, "upload", HITS)


def test_it_runs_in_a_process_of_its_own_which_is_ended_when_it_is_late(extra, tmp_path):
    model = BoxedCrossEncoder(toy_cross(tmp_path / "toy"), "onnx", os.environ)
    with pytest.raises(NoModel, match=r"did not read 3 hits within 0 seconds"):
        model.scores("upload", HITS, 0)
    assert model.scores("upload nightly", HITS, 60) == [0.0, 2.0, 1.0]
    assert model.scores("gateway", HITS, 60) == [1.0, 0.0, 0.0]
    (tmp_path / "toy" / "model.onnx").write_bytes(b"no weights")
    model.close()
    with pytest.raises(NoModel, match="toy cannot be used: ") as error:
        model.scores("upload", HITS, 60)
    assert error.value.hint == "cm models verify"
    model.close()


class Box:
    """Stands for the process, with an answer."""

    is_late, is_alive = False, True
    answer: object = None

    def __init__(self, *_, **__):
        pass

    def ask(self, call, seconds):
        return self.answer

    def kill(self):
        pass


@pytest.mark.parametrize(
    "answer, say",
    [
        ({"ok": True, "scores": [1.0, math.nan, 2.0]}, "no numbers that can be compared"),
        ({"ok": True, "scores": [1.0, 2.0]}, "no numbers that can be compared"),
        ({"ok": True, "scores": "high"}, "no numbers that can be compared"),
        ({"ok": True, "scores": [0.5, 0.5, 0.5]}, "every hit the same number"),
        ({"ok": False, "message": "MemoryError"}, "cannot be used: MemoryError"),
        (None, "the process that read with it ended"),
    ],
)
def test_what_orders_nothing_is_told(tmp_path, monkeypatch, answer, say):
    monkeypatch.setattr(cross_encoder, "Boxed", Box)
    monkeypatch.setattr(Box, "answer", answer)
    with pytest.raises(NoModel, match=say):
        BoxedCrossEncoder(tmp_path / "toy", "onnx", {}).scores("upload", HITS, 1)


def test_hits_that_are_the_same_may_get_the_same_number(tmp_path, monkeypatch):
    monkeypatch.setattr(cross_encoder, "Boxed", Box)
    monkeypatch.setattr(Box, "answer", {"ok": True, "scores": [0.5, 0.5]})
    assert BoxedCrossEncoder(tmp_path / "toy", "onnx", {}).scores("a", ["b", "b"], 1) == [0.5, 0.5]
