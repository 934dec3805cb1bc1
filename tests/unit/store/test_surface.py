import os

import pytest

from cm.store import surface
from cm.store.surface import file_names, texts_of


def lay(root, *names):
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)


def test_names_come_level_by_level_without_what_is_installed_or_hidden(tmp_path):
    lay(
        tmp_path,
        "b.py",
        "a.py",
        "src/x.py",
        "src/deep/y.py",
        ".nvmrc",
        ".git/HEAD",
        "node_modules/r/package.json",
    )
    lay(tmp_path, "web/node_modules/r/package.json", "web/package.json", "venv/lib/z.py")
    assert file_names(tmp_path) == (".nvmrc", "a.py", "b.py", "src/x.py", "web/package.json", "src/deep/y.py")


def test_links_are_not_followed(tmp_path):
    lay(tmp_path / "repo", "a.py")
    lay(tmp_path / "elsewhere", "secret.tf")
    os.symlink(tmp_path / "elsewhere", tmp_path / "repo/link")
    os.symlink(tmp_path / "elsewhere/secret.tf", tmp_path / "repo/main.tf")
    assert file_names(tmp_path / "repo") == ("a.py",)


def test_there_are_limits_in_number_and_depth(tmp_path, monkeypatch):
    monkeypatch.setattr(surface, "MOST_FILES", 3)
    lay(tmp_path, *(f"{n}.py" for n in range(9)), "below/x.py")
    assert file_names(tmp_path) == ("0.py", "1.py", "2.py")
    monkeypatch.setattr(surface, "MOST_FILES", 99)
    monkeypatch.setattr(surface, "DEEPEST", 1)
    assert "below/x.py" not in file_names(tmp_path)


def test_only_so_many_folders_are_opened(tmp_path, monkeypatch):
    monkeypatch.setattr(surface, "MOST_FOLDERS", 3)
    lay(tmp_path, *(f"d{n}/x.py" for n in range(5)))
    assert file_names(tmp_path) == ("d0/x.py", "d1/x.py")


def test_a_folder_that_is_gone_has_no_names(tmp_path):
    assert file_names(tmp_path / "nothing") == ()


def test_texts_leave_out_what_is_too_large_or_gone(tmp_path, monkeypatch):
    monkeypatch.setattr(surface, "LARGEST", 10)
    lay(tmp_path, "small", "much-larger-than-that")
    assert texts_of(tmp_path, ["small", "much-larger-than-that", "gone"]) == {"small": "small"}


@pytest.mark.skipif(os.name == "nt", reason="no pipes in folders")
def test_a_pipe_under_a_manifests_name_holds_nothing_up(tmp_path):
    os.mkfifo(tmp_path / "package.json")
    assert file_names(tmp_path) == ()
    assert texts_of(tmp_path, ["package.json"]) == {}


def test_only_so_many_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr(surface, "MOST_READ", 2)
    lay(tmp_path, "a", "b", "c")
    assert list(texts_of(tmp_path, ["a", "b", "c"])) == ["a", "b"]
