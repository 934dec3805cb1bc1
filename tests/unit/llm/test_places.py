import json

import pytest

from cm.errors import BadState, NotFound
from cm.llm.places import checked, cross_place, kind_of, places, pull, pulled, with_pulled
from tests.kit.toy_cross import toy_cross


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "minilm"
    (folder / "onnx").mkdir(parents=True)
    (folder / "onnx" / "model.onnx").write_bytes(b"weights")
    (folder / "tokenizer.json").write_text("{}")
    (folder / "run.py").write_text("print('no part of a model')")
    return folder


def test_a_model_is_copied_with_the_hashes_of_its_files_and_taken_into_use(source, tmp_path):
    models = tmp_path / "models"
    assert pull(source, models).in_use
    assert pulled(models) == models / "minilm"
    assert not (models / "minilm" / "run.py").exists()
    assert [each.whole for each in checked(models)] == [True]
    assert with_pulled({}, models)["CM_EMBEDDER"] == str(models / "minilm")
    assert with_pulled({"CM_EMBEDDER": "off"}, models)["CM_EMBEDDER"] == "off"


def test_a_file_that_changed_is_named(source, tmp_path):
    models = tmp_path / "models"
    pull(source, models)
    (models / "minilm" / "tokenizer.json").write_text("[]")
    (found,) = checked(models)
    assert (found.whole, found.wrong) == (False, ("tokenizer.json",))


def test_a_dry_run_copies_nothing(source, tmp_path):
    pull(source, tmp_path / "models", dry_run=True)
    assert not (tmp_path / "models").exists()


def test_a_folder_that_is_no_model_is_refused(source, tmp_path):
    with pytest.raises(NotFound):
        pull(tmp_path / "gone", tmp_path / "models")
    (source / "tokenizer.json").unlink()
    with pytest.raises(BadState, match="tokenizer"):
        pull(source, tmp_path / "models")
    assert not (tmp_path / "models").exists()


def test_the_folder_that_the_variable_names_goes_before_all(source, tmp_path):
    found = places({"CM_EMBEDDER": str(source)}, tmp_path / "models")
    assert found[0].by == "variable"
    assert all(not each.in_use for each in found[1:])


def test_off_is_off(tmp_path):
    assert not any(each.in_use for each in places({"CM_EMBEDDER": "off"}, tmp_path / "models"))


CLASSIFIES = {"architectures": ["BertForSequenceClassification"]}


def test_a_cross_encoder_is_copied_and_not_taken_for_an_embedder(source, tmp_path):
    models = tmp_path / "models"
    pull(source, models)
    found = pull(toy_cross(tmp_path / "cross", config=CLASSIFIES), models)
    assert (found.kind, found.in_use) == ("cross-encoder", False)
    assert pulled(models) == models / "minilm"
    assert [(each.name, each.whole) for each in checked(models)] == [("cross", True), ("minilm", True)]
    kinds = {each.name: each.kind for each in places({}, models) if each.by == "home"}
    assert kinds == {"cross": "cross-encoder", "minilm": "embedder"}
    assert not any(each.in_use for each in places({}, models) if each.kind == "cross-encoder")


def test_one_that_does_not_say_what_it_is_can_be_called_a_cross_encoder(tmp_path):
    models = tmp_path / "models"
    assert kind_of(toy_cross(tmp_path / "cross")) == "embedder"
    pull(tmp_path / "cross", models, kind="cross-encoder")
    assert kind_of(models / "cross") == "cross-encoder"
    assert pulled(models) is None


def test_an_embedder_whose_name_another_kind_took_is_no_longer_in_use(source, tmp_path):
    models = tmp_path / "models"
    pull(source, models)
    pull(source, models, kind="cross-encoder")
    assert pulled(models) is None


def test_a_cross_encoder_of_transformers_is_copied_without_its_pickle(tmp_path):
    folder = tmp_path / "cross"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(CLASSIFIES))
    with pytest.raises(BadState, match="no cross-encoder"):
        pull(folder, tmp_path / "models")
    for name in ("model.safetensors", "pytorch_model.bin", "vocab.txt", "modelling.py"):
        (folder / name).write_text("x")
    pull(folder, tmp_path / "models")
    copied = {each.name for each in (tmp_path / "models" / "cross").iterdir()}
    assert copied == {"config.json", "model.safetensors", "vocab.txt", "manifest.json"}


def test_the_named_cross_encoder_is_one_that_was_pulled_or_a_whole_path(tmp_path):
    models = tmp_path / "models"
    pull(toy_cross(tmp_path / "cross", config=CLASSIFIES), models)
    assert cross_place("", models) is None
    assert cross_place("cross", models).path == str(models / "cross")
    assert cross_place(str(tmp_path / "cross"), models).path == str(tmp_path / "cross")
    assert cross_place("other", models).missing == ("a pulled model of this name",)
    assert cross_place(str(tmp_path / "gone"), models).missing == ("the folder",)
    listed = [each for each in places({}, models, "cross") if each.kind == "cross-encoder"]
    assert [each.by for each in listed] == ["config"]


@pytest.mark.parametrize("named", ["./cross", "sub/cross", ".", "..", "../cross"])
def test_what_lies_below_the_working_folder_is_never_opened(named, tmp_path, monkeypatch):
    toy_cross(tmp_path / "cross", config=CLASSIFIES)
    toy_cross(tmp_path / "sub" / "cross", config=CLASSIFIES)
    monkeypatch.chdir(tmp_path)
    found = cross_place(named, tmp_path / "models")
    assert (found.usable, found.in_use, found.path) == (False, False, "")
