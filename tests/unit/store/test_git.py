import os
import subprocess

import pytest

from cm.store import git
from cm.store.home import Home

AT = "2026-11-30T12:00:00Z"


def asked(home, *args):
    done = subprocess.run(["git", "-C", str(home.root), *args], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def home(tmp_path):
    home = Home(tmp_path / "a höme" / ".cm")
    assert git.prepare_home(home)
    return home


def test_the_home_is_a_repository_of_its_own_with_what_is_derived_left_out(home):
    for folder in (home.cache, home.state, home.journal, home.diary):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "x").write_text("x")
    home.playbook.write_text("schema: 1\n")
    assert git.commit_home(home, "Added r-1 (new): Keep ünïcode\n\nbody\n", at=AT) == ""
    assert asked(home, "ls-files").split() == [".gitattributes", ".gitignore", "playbook.yaml"]
    assert asked(home, "log", "-1", "--format=%s|%an|%as|%D") == (
        "Added r-1 (new): Keep ünïcode|cm|2026-11-30|HEAD -> main"
    )
    assert asked(home, "check-attr", "merge", "decisions.jsonl", "ledger/feedback.jsonl").count("union") == 2


def test_nothing_changed_is_no_commit(home):
    git.commit_home(home, "one\n", at=AT)
    assert git.commit_home(home, "two\n", at=AT) == ""
    assert asked(home, "rev-list", "--count", "HEAD") == "1"


def test_a_git_hook_around_us_does_not_draw_the_commit_into_another_repository(home, tmp_path, monkeypatch):
    other = tmp_path / "other"
    subprocess.run(["git", "init", "-q", str(other)], check=True)
    evil = tmp_path / "evil"
    evil.write_text("#!/bin/sh\ntouch '%s'\nexit 1\n" % (tmp_path / "hooked"))
    evil.chmod(0o755)
    config = tmp_path / "gitconfig"
    config.write_text(
        f"[core]\n\thooksPath = {tmp_path}\n[commit]\n\tgpgsign = true\n[gpg]\n\tprogram = {evil}\n"
    )
    for name in ("pre-commit", "commit-msg", "post-commit"):
        (home.git / "hooks").mkdir(exist_ok=True)
        (home.git / "hooks" / name).write_text(evil.read_text())
        (home.git / "hooks" / name).chmod(0o755)
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / "index"))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Somebody Else")
    home.playbook.write_text("schema: 1\n")
    assert git.commit_home(home, "mine\n", at=AT) == ""
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_CONFIG_GLOBAL"):
        monkeypatch.delenv(name)
    assert asked(home, "log", "--format=%s|%an") == "mine|cm"
    assert not (tmp_path / "hooked").exists()
    assert list(other.iterdir()) == [other / ".git"]


def test_without_git_the_home_works_and_says_that_it_has_no_history(tmp_path):
    home = Home(tmp_path / ".cm")
    assert not git.prepare_home(home, {"PATH": str(tmp_path)})
    assert home.root.is_dir()
    assert "no history" in git.commit_home(home, "x\n", at=AT, environ={"PATH": str(tmp_path)})


def test_a_home_inside_another_repository_is_still_its_own(tmp_path):
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    home = Home(tmp_path / ".cm")
    git.prepare_home(home)
    home.playbook.write_text("schema: 1\n")
    assert git.commit_home(home, "mine\n", at=AT) == ""
    assert asked(home, "log", "--format=%s") == "mine"


def test_what_the_user_ignores_stays_ignored_and_our_lines_are_added_once(tmp_path):
    home = Home(tmp_path / ".cm")
    home.root.mkdir()
    (home.root / ".gitignore").write_text("mine\ncache/")
    git.prepare_home(home)
    git.prepare_home(home)
    lines = (home.root / ".gitignore").read_text().splitlines()
    assert lines[:2] == ["mine", "cache/"]
    assert len(lines) == len(set(lines))
    assert set(git.IGNORED) <= set(lines)


def test_the_lock_of_a_killed_git_is_removed_only_when_asked(home):
    (home.git / "index.lock").write_text("")
    home.playbook.write_text("schema: 1\n")
    assert "index.lock" in git.commit_home(home, "x\n", at=AT) or "failed" in git.commit_home(
        home, "x\n", at=AT
    )
    assert git.unlock(home)
    assert not git.unlock(home)
    assert git.commit_home(home, "x\n", at=AT) == ""


def test_the_environment_that_is_passed_in_is_the_one_that_is_used(home):
    home.playbook.write_text("schema: 1\n")
    assert "not installed" in git.commit_home(home, "x\n", at=AT, environ={"PATH": "/nowhere"})
    assert git.commit_home(home, "x\n", at=AT, environ={"PATH": os.environ["PATH"], "HOME": "/nowhere"}) == ""


@pytest.mark.parametrize(
    "said, left",
    [
        ("https://kim:t0ken@example.org/m.git", "https://example.org/m.git"),
        ("https://t0ken@example.org/m@2.git", "https://example.org/m@2.git"),
        ("it failed at 'HTTPS://kim:t0ken@example.org/m.git', try again", "it failed at 'HTTPS://example.org/m.git', try again"),
        ("https://example.org/team/a@b.git", "https://example.org/team/a@b.git"),
        ("git@example.org:me/m.git", "git@example.org:me/m.git"),
        ("ssh://git@example.org/me/m.git", "ssh://git@example.org/me/m.git"),
        ("/srv/kim@home/m.git", "/srv/kim@home/m.git"),
    ],
)  # fmt: skip
def test_an_address_is_told_without_what_logs_in(said, left):
    assert git.without_login(said) == left
