"""What is and once was in a repository, asked without running anything of it."""

import os
import subprocess

import pytest

from cm.store.repo_files import RepoFiles


@pytest.fixture
def repo(tmp_path):
    """A repository with a history: `scripts/old.sh` was there once."""

    def git(*words):
        names = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        subprocess.run(["git", *names, *words], cwd=tmp_path, check=True, capture_output=True)

    for name, text in {
        "Makefile": "SHELL := sh\nlint fmt: src\n\truff check\n.PHONY: lint\n", "web/package.json": '{"scripts": {"build": "vite"}}',
        "scripts/old.sh": "", "src/shop/dates.py": "",
    }.items():  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "one")
    git("rm", "-q", "scripts/old.sh")
    git("commit", "-q", "-m", "two")
    return tmp_path


def test_a_path_that_was_there_once_is_gone_and_one_that_never_was_cannot_be_told(repo):
    files = RepoFiles(repo, os.environ)
    assert files.has("src/shop/dates.py") is True
    assert files.has("shop/dates.py") is True  # said from a folder within
    assert files.has("src/shop") is True
    assert files.has("scripts/old.sh") is False
    assert files.has("src/new.py") is None
    assert files.has("src/new.py", stated=True) is False


def test_scripts_are_those_of_any_file_that_names_them(repo):
    files = RepoFiles(repo, os.environ)
    assert [files.runs("make", name) for name in ("lint", "fmt", "deploy")] == [True, True, False]
    assert [files.runs("node", name) for name in ("build", "test")] == [True, False]
    assert files.runs("just", "deploy") is None


@pytest.mark.parametrize("text", ["include more.mk\n", "%.o: %.c\n\tcc\n", "$(NAMES):\n\ttrue\n"])
def test_a_makefile_whose_targets_are_not_all_written_in_it_tells_nothing(repo, text):
    (repo / "Makefile").write_text("lint:\n\truff\n" + text)
    assert RepoFiles(repo, os.environ).runs("make", "deploy") is None


def test_a_broken_manifest_tells_nothing(repo):
    (repo / "web" / "package.json").write_text("{")
    assert RepoFiles(repo, os.environ).runs("node", "test") is None


def test_a_file_that_is_too_large_or_cannot_be_read_tells_nothing(repo):
    (repo / "Makefile").write_text("deploy:\n\ttrue\n" + "# so on\n" * 200_000)
    assert RepoFiles(repo, os.environ).runs("make", "deploy") is None
    (repo / "Makefile").unlink()
    (repo / "Makefile").symlink_to("elsewhere")
    assert RepoFiles(repo, os.environ).runs("make", "deploy") is None


def test_without_a_history_only_what_looks_like_a_file_in_a_folder_is_gone(tmp_path):
    files = RepoFiles(tmp_path, os.environ)
    assert files.has("src/a.py") is False
    assert [files.has(name) for name in ("a.py", "origin/main", "github.com/acme")] == [None, None, None]
