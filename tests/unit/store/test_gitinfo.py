import os
import subprocess

import pytest

from cm.store.gitinfo import repo_facts


def git(folder, *args):
    env = {
        **os.environ,
        "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@example.org",
    }
    done = subprocess.run(
        ["git", "-C", str(folder), *args], env=env, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture
def repo(tmp_path):
    folder = tmp_path / "shop"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    for number in range(3):
        (folder / "file").write_text(str(number))
        git(folder, "add", "file")
        git(folder, "commit", "-q", "-m", f"c{number}")
    return folder


def first_commit(folder):
    return git(folder, "rev-list", "--max-parents=0", "HEAD")


def test_outside_any_repository_there_is_nothing_to_know(tmp_path):
    assert repo_facts(tmp_path) is None
    assert repo_facts(tmp_path / "gone" / "deep") is None


def test_a_repository_is_known_from_any_folder_in_it(repo):
    git(repo, "remote", "add", "origin", "git@github.com:acme/shop.git")
    (repo / "a" / "b").mkdir(parents=True)
    facts = repo_facts(repo / "a" / "b")
    assert (facts.root, facts.remote, facts.branch) == (
        repo.resolve(),
        "git@github.com:acme/shop.git",
        "main",
    )
    assert facts.root_commit is None  # not looked up where there is a remote


def test_only_origin_counts_and_comments_do_not(repo):
    config = repo / ".git" / "config"
    text = config.read_text()
    config.write_text(
        text
        + '[remote "fork"]\n\turl = x\n[remote "origin"] ; ours\n\t# url = no\n\tURL = "https://example.org/a#b" ; say\n'
    )
    assert repo_facts(repo).remote == "https://example.org/a#b"


def test_without_a_remote_the_first_commit_is_found_without_git(repo, monkeypatch):
    monkeypatch.setenv("PATH", "")
    expected = (repo / ".git" / "logs" / "HEAD").read_text().split()[1]
    assert repo_facts(repo).root_commit == expected


def test_a_packed_history_is_asked_of_git_whatever_a_hook_has_set(repo, monkeypatch, tmp_path):
    git(repo, "gc", "-q")
    expected = first_commit(repo)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    assert repo_facts(repo, {"GIT_DIR": str(tmp_path / "elsewhere")}).root_commit == expected
    assert repo_facts(repo).root_commit == expected


def test_a_worktree_is_the_same_project(repo):
    git(repo, "remote", "add", "origin", "git@github.com:acme/shop.git")
    git(repo, "worktree", "add", "-q", "../shop-fix", "-b", "fix")
    facts = repo_facts(repo.parent / "shop-fix")
    assert (facts.remote, facts.branch) == ("git@github.com:acme/shop.git", "fix")
    git(repo, "remote", "remove", "origin")
    assert repo_facts(repo.parent / "shop-fix").root_commit == first_commit(repo)


def test_a_submodule_is_a_project_of_its_own(repo, tmp_path):
    other = tmp_path / "lib"
    git(tmp_path, "clone", "-q", str(repo), str(other))
    git(repo, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(other), "lib")
    git(repo / "lib", "remote", "set-url", "origin", "https://example.org/lib")
    assert repo_facts(repo / "lib").remote == "https://example.org/lib"


def test_a_detached_head_has_no_branch_and_a_fresh_repository_no_commit(repo, tmp_path):
    git(repo, "checkout", "-q", "--detach")
    assert repo_facts(repo).branch == ""
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    git(fresh, "init", "-q", "-b", "main")
    facts = repo_facts(fresh)
    assert (facts.root, facts.remote, facts.root_commit, facts.branch) == (
        fresh.resolve(),
        None,
        None,
        "main",
    )


def test_a_shallow_clone_does_not_pretend_to_know_the_first_commit(repo, tmp_path):
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{repo}", "shallow")
    git(tmp_path / "shallow", "remote", "remove", "origin")
    assert repo_facts(tmp_path / "shallow").root_commit is None


def test_a_broken_git_folder_is_passed_over(repo):
    inner = repo / "inner"
    (inner / ".git").mkdir(parents=True)
    assert repo_facts(inner).root == repo.resolve()
    (repo / ".git" / "config").write_bytes(b'\xff\xfe[remote "origin\n= =\n')
    assert repo_facts(repo).remote is None


def test_a_folder_behind_a_link_is_the_real_one(repo, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(repo)
    assert repo_facts(link).root == repo.resolve()


def test_a_damaged_repository_does_not_borrow_the_history_of_the_one_around_it(tmp_path):
    quiet = ["git", "-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false", "-C", str(tmp_path)]  # fmt: skip
    for words in (["init", "-q"], ["commit", "--allow-empty", "-q", "-m", "one"], ["pack-refs", "--all"]):
        subprocess.run([*quiet, *words], check=True, capture_output=True)
    inner = tmp_path / "inner"
    (inner / ".git").mkdir(parents=True)
    (inner / ".git" / "HEAD").write_text("2" * 40 + "\n")
    assert repo_facts(inner).root_commit is None
