import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cm.store.walk import walk


def tree(root, *names):
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}\n")


def below(root, *patterns):
    return sorted(os.path.relpath(path, os.path.realpath(root)) for path in walk(str(root), patterns))


def test_patterns_of_one_root_are_followed_together_and_each_file_comes_once(tmp_path):
    tree(
        tmp_path,
        "projects/a/1.jsonl",
        "projects/a/b/2.jsonl",
        "projects/3.jsonl",
        "projects/a/1.txt",
        "x/4.jsonl",
    )
    assert below(tmp_path, "projects/**/*.jsonl", "projects/*/*.jsonl") == [
        "projects/3.jsonl", "projects/a/1.jsonl", "projects/a/b/2.jsonl",
    ]  # fmt: skip


def test_every_file_comes_with_its_stat(tmp_path):
    tree(tmp_path, "a.json")
    (seen,) = walk(str(tmp_path), ["*.json"]).values()
    real = (tmp_path / "a.json").stat()
    assert (seen.st_size, seen.st_mtime_ns, seen.st_ino) == (real.st_size, real.st_mtime_ns, real.st_ino)


def test_a_root_that_is_missing_or_a_file_holds_nothing(tmp_path):
    tree(tmp_path, "a.json")
    assert walk(str(tmp_path / "none"), ["**/*.json"]) == {}
    assert walk(str(tmp_path / "a.json"), ["**/*.json", "b.json"]) == {}


def test_links_lead_to_real_files_and_a_ring_of_links_ends(tmp_path):
    tree(tmp_path, "real/s/1.jsonl", "other/2.jsonl")
    root = tmp_path / "root"
    root.mkdir()
    (root / "projects").symlink_to(tmp_path / "real")
    (tmp_path / "real/s/up").symlink_to(tmp_path / "real")
    (tmp_path / "real/s/2.jsonl").symlink_to(tmp_path / "other/2.jsonl")
    (tmp_path / "real/s/dead.jsonl").symlink_to(tmp_path / "nothing")
    (tmp_path / "real/s/dir.jsonl").mkdir()
    found = {
        os.path.relpath(path, os.path.realpath(tmp_path)) for path in walk(str(root), ["projects/**/*.jsonl"])
    }
    assert found == {"real/s/1.jsonl", "other/2.jsonl"}
    ring = walk(str(root), ["projects/s/up/s/up/s/*.jsonl"])
    assert {os.path.basename(path) for path in ring} == {"1.jsonl", "2.jsonl"}


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a user whom a mode can stop")
def test_a_folder_that_may_not_be_listed_hides_only_its_own_files(tmp_path):
    tree(tmp_path, "open/1.jsonl", "shut/2.jsonl")
    os.chmod(tmp_path / "shut", 0)
    try:
        assert below(tmp_path, "**/*.jsonl") == ["open/1.jsonl"]
    finally:
        os.chmod(tmp_path / "shut", 0o700)


NAMES = ["a", "b", ".c", "a.jsonl", "b.jsonl", "b.json"]
SEGMENTS = ["a", "*", "**", "*.jsonl", "b*", ".c", "?"]


@given(
    files=st.lists(st.lists(st.sampled_from(NAMES[:3]), max_size=3), max_size=8, unique_by=tuple),
    patterns=st.lists(
        st.tuples(st.lists(st.sampled_from(SEGMENTS), max_size=3), st.sampled_from(["*.jsonl", "a.jsonl", "b*"])),
        min_size=1, max_size=3,
    ),
)  # fmt: skip
def test_it_finds_what_globbing_finds(tmp_path_factory, files, patterns):
    root = Path(os.path.realpath(tmp_path_factory.mktemp("walk")))
    for folders in files:
        for name in NAMES[3:]:
            tree(root, "/".join([*folders, name]))
    wanted = ["/".join([*folders, last]) for folders, last in patterns]
    globbed = {str(path) for pattern in wanted for path in root.glob(pattern) if path.is_file()}
    assert set(walk(str(root), wanted)) == globbed
