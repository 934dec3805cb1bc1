import pytest

from cm.errors import BadState, NotFound
from cm.llm.places import checked, places, pull, pulled, with_pulled


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
