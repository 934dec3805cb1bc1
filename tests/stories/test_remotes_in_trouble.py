"""A remote that is hostile, broken, rewritten or closed: nothing of it does harm here, and nothing that is here gets lost."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from cm.errors import Unwritable
from cm.flows import sync as flow
from cm.flows.env import open_env
from tests.stories.test_two_machines import ASK, TABS, TESTS, Machine, git, machines  # noqa: F401

pytestmark = [
    pytest.mark.story,
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed"),
]
PERSON = "Ingrid Example"


@pytest.fixture
def pushed(tmp_path, machines):  # noqa: F811
    """Pushes what a stranger made of the history; returns how."""
    clone = tmp_path / "stranger"

    def push(change):
        git("clone", "--quiet", str(tmp_path / "remote.git"), str(clone), cwd=tmp_path)
        change(clone)
        git("add", "--all", "--force", cwd=clone)
        git("commit", "--quiet", "-m", "mine", cwd=clone)
        git("push", "--quiet", "origin", "HEAD:main", cwd=clone)

    return push


def tree(tmp_path):
    return git("ls-tree", "-r", "--name-only", "main", cwd=tmp_path / "remote.git").stdout.decode().split()


def holds(home, words):
    """Whether any object of the home's git has them, reached or not."""
    said = git("cat-file", "--batch-all-objects", "--batch", "--unordered", cwd=home).stdout
    return words.encode() in said


def put(clone, path, text):
    (clone / path).parent.mkdir(parents=True, exist_ok=True)
    (clone / path).write_text(text)


def test_a_remote_fills_no_inbox_and_unhides_nothing_that_is_this_machines_own(machines, pushed, tmp_path):  # noqa: F811
    one, other = machines
    (one.home / "config.toml").write_text("[context]\nbudget = 901\n")
    (one.home / "journal").mkdir(exist_ok=True)
    (one.home / "journal" / "x.jsonl").write_text("a talk\n")

    def change(clone):
        for path in (
            "inbox/s.jsonl",
            "state/trust.json",
            "journal/x.jsonl",
            "Config.toml",
            "config.toml",
            "starters/.git/x",
        ):
            if "/.git/" not in path:  # git itself refuses that one
                put(clone, path, '{"evil": 1}')
        put(clone, ".gitignore", "cache/\n!state/\n!journal/\n!inbox/\n")

    pushed(change)
    one.cm("sync")
    one.cm("remember", TABS)
    one.cm("sync")
    assert not list((one.home / "inbox").glob("*"))
    assert not (one.home / "Config.toml").exists()
    assert "evil" not in (one.home / "config.toml").read_text()
    assert "!state/" not in (one.home / ".gitignore").read_text()
    assert not [
        path for path in tree(tmp_path) if path.startswith(("state", "journal", "inbox", "onfig", "config"))
    ]
    history = git("log", "-p", "--all", cwd=tmp_path / "remote.git").stdout.decode()
    assert "= 901" not in history
    assert "a talk" not in history
    other.cm("sync")
    assert TABS in other.rules("active")


def test_what_the_remote_lost_is_not_lost_here(machines, pushed):  # noqa: F811
    one, _ = machines
    one.cm("forget", one.id_of(ASK), "--reason", "not any more")
    one.cm("sync")
    pushed(
        lambda clone: [(clone / "ledger/blocked.jsonl").unlink(), (clone / "decisions.jsonl").write_text("")]
    )
    one.cm("sync")
    assert "blocked" in one.cm("remember", ASK, code=3).err
    assert len((one.home / "decisions.jsonl").read_text().splitlines()) > 2


@pytest.mark.parametrize("gone", [True, False])
def test_a_remote_without_a_readable_playbook_changes_nothing(machines, pushed, gone):  # noqa: F811
    one, _ = machines
    before = (one.home / "playbook.yaml").read_bytes()

    def change(clone):
        path = clone / "playbook.yaml"
        path.unlink() if gone else path.write_text(path.read_text().replace("kind: rule", "kind: rulee", 1))

    pushed(change)
    one.cm("remember", TABS)
    assert "playbook" in one.cm("sync", code=5).err
    assert (one.home / "playbook.yaml").read_bytes().startswith(before)
    assert set(one.rules("active")) == {TESTS, ASK, TABS}


def test_a_rule_that_cannot_be_read_here_is_not_taken_out_there(machines):  # noqa: F811
    one, other = machines
    book = one.home / "playbook.yaml"
    book.write_text(book.read_text().replace("kind: rule", "kind: rulee", 1))
    assert "playbook.yaml:4" in one.cm("sync", code=5).err.replace("\n    ", "")
    other.cm("sync")
    assert set(other.rules("active")) == {TESTS, ASK}


def test_a_starter_that_was_deleted_there_is_deleted_here(machines):  # noqa: F811
    one, other = machines
    put(one.home, "starters/mine.yaml", "schema: 1\nname: mine\nrules: []\n")
    one.cm("sync")
    other.cm("sync")
    assert (other.home / "starters/mine.yaml").exists()
    (other.home / "starters/mine.yaml").unlink()
    other.cm("sync")
    one.cm("sync")
    assert not (one.home / "starters/mine.yaml").exists()
    assert "Nothing new" in other.cm("sync").out


def test_a_folder_here_is_not_overwritten_by_a_file_there(machines, pushed):  # noqa: F811
    one, _ = machines
    put(one.home, "notes/mine.md", "mine")
    pushed(lambda clone: put(clone, "notes", "a file"))
    done = one.cm("sync")
    assert "notes differs there" in done.out
    assert (one.home / "notes/mine.md").read_text() == "mine"


def test_what_was_erased_here_is_not_sent_back_by_a_machine_that_has_it_still(machines, tmp_path):  # noqa: F811
    one, other = machines
    one.cm("remember", f"Ask {PERSON} before you rename a column.")
    one.cm("sync")
    other.cm("sync")
    one.cm("erase", PERSON, "--reason", "asked", "--yes")
    for more in ((), ("--dry-run",)):
        assert "push --force origin main" in " ".join(one.cm("sync", *more, code=3).err.split())
        assert not holds(one.home, PERSON)
    git("push", "--force", "--quiet", "origin", "main", cwd=one.home)
    before = git("rev-parse", "main", cwd=tmp_path / "remote.git").stdout
    other.cm("remember", TABS)
    for _ in range(2):
        assert "written anew" in " ".join(other.cm("sync", code=5).err.split())
    assert "not done for an agent" in " ".join(
        other.cm(
            "sync", "--remote", str(tmp_path / "remote.git"), "--yes", code=3, env={"CLAUDECODE": "1"}
        ).err.split()
    )
    assert git("rev-parse", "main", cwd=tmp_path / "remote.git").stdout == before
    other.cm("erase", PERSON, "--reason", "asked", "--yes")
    other.cm("sync")
    one.cm("sync")
    assert one.rules() == other.rules()
    assert len(one.rules("active")) == 4
    assert PERSON not in git("log", "-p", "--all", cwd=tmp_path / "remote.git").stdout.decode()


def test_erased_words_in_the_message_of_a_commit_keep_a_history_out(machines, pushed, tmp_path):  # noqa: F811
    one, _ = machines
    one.cm("remember", f"Ask {PERSON} before you rename a column.")
    one.cm("erase", PERSON, "--reason", "asked", "--yes")
    pushed(lambda clone: put(clone, "notes.md", "a note"))
    clone = tmp_path / "stranger"
    git("commit", "--quiet", "--allow-empty", "-m", f"as {PERSON} said", cwd=clone)
    git("push", "--quiet", "origin", "HEAD:main", cwd=clone)
    one.cm("sync", code=3)
    assert not (one.home / "notes.md").exists()


def test_a_remote_is_kept_only_once_it_was_reached_and_looked_at_without_being_kept(machines, tmp_path):  # noqa: F811
    one, other = machines
    one.cm("sync", "--remote", str(tmp_path / "nowhere.git"), "--yes", code=7)
    git("init", "--quiet", "--bare", "--initial-branch=main", "second.git", cwd=tmp_path)
    third = Machine(tmp_path, "third")
    third.cm("remember", TABS)
    third.cm("sync", "--remote", str(tmp_path / "second.git"), "--yes")
    seen = one.cm("sync", "--remote", str(tmp_path / "second.git"), "--yes", "--dry-run", "--json").data
    assert seen["came"] == [third.id_of(TABS)]
    other.cm("remember", "Never edit fonts by hand.")
    other.cm("sync")
    assert "1 rule came in" in one.cm("sync").out
    assert TABS not in one.rules()


def test_what_logs_in_to_a_remote_is_not_printed(machines, tmp_path):  # noqa: F811
    one, _ = machines
    address = "https://kim:t0ken@git.invalid/memory.git"
    world = {"GIT_CONFIG_GLOBAL": str(tmp_path / "gitconfig")}
    (tmp_path / "gitconfig").write_text(f'[url "{tmp_path}/remote.git"]\n\tinsteadOf = {address}\n')
    for args in (("--remote", address, "--yes"), (), ("--dry-run",), ("--json",)):
        done = one.cm("sync", *args, env=world)
        assert "git.invalid/memory.git" in done.out
        assert "t0ken" not in done.out + done.err
    assert "t0ken" not in one.cm("sync", "--json", code=7).out
    one.cm("sync", "--remote", "https://git.invalid/memory.git", "--yes", env=world)  # as it was told
    kept = git("config", "remote.origin.url", cwd=one.home).stdout.decode().strip()
    assert kept == address


def test_a_server_that_declines_is_told_as_what_it_is(machines, tmp_path):  # noqa: F811
    one, _ = machines
    hook = tmp_path / "remote.git/hooks/pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    one.cm("remember", TABS)
    assert "hook declined" in " ".join(one.cm("sync", code=7).err.split())
    hook.unlink()
    one.cm("sync")


def test_many_syncs_at_once_all_end_well(machines):  # noqa: F811
    one, other = machines
    for at in range(3):
        one.cm("remember", f"Never edit {('fonts', 'icons', 'schemas')[at]} by hand.")
        other.cm("remember", f"Never delete {('fonts', 'icons', 'schemas')[at]} on fridays.")
    world = [{"cwd": machine.place, "env": {"CM_HOME": str(machine.home)}} for machine in (one, other) * 3]
    started = [start(**each) for each in world]
    codes = [process.wait(timeout=90) for process in started]
    assert set(codes) <= {0, 6}, codes  # Busy is honest: another was quicker three times
    for machine in (one, other, one):
        machine.cm("sync")
    assert one.rules() == other.rules()
    assert len(one.rules("active")) == 8
    for machine in (one, other):
        lines = (machine.home / "decisions.jsonl").read_text().splitlines()
        assert len(lines) == len(set(lines))
        assert all(json.loads(line) for line in lines)


def start(cwd, env):
    import os

    world = {**os.environ, **env, "PYTHONPATH": os.getcwd()}
    return subprocess.Popen(
        [sys.executable, "-m", "cm", "sync"],
        cwd=cwd,
        env=world,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def test_a_sync_that_was_cut_short_is_no_hand_edit_and_is_made_good_by_the_next(machines, monkeypatch):  # noqa: F811
    one, other = machines
    other.cm("remember", TABS)
    other.cm("forget", other.id_of(ASK), "--reason", "not any more")
    other.cm("sync")
    real = flow.replace

    def full(path, data, **more):
        if path.name == "playbook.yaml":
            raise Unwritable("the disk is full", hint="make room")
        real(path, data, **more)

    monkeypatch.setattr(flow, "replace", full)
    with pytest.raises(Unwritable):
        flow.sync(open_env({**os.environ, "CM_HOME": str(one.home)}, one.place))
    assert "blocked" in one.cm("remember", ASK, code=3).err
    one.cm("sync")
    other.cm("sync")
    assert one.rules() == other.rules() == {TESTS: "active", ASK: "retired", TABS: "active"}
    assert "taken out of the file" not in (one.home / "decisions.jsonl").read_text()
