"""What was learned on a branch waits for the merge, and a process that nobody waits for sees it."""

import json
import subprocess
import time

import pytest

from tests.kit import run_cm

pytestmark = pytest.mark.story

BRANCH = "feature/jobs"
TASK = "cargo test jobs fails with mismatched types"
FAILED = "error[E0308]: mismatched types\\n --> src/jobs.rs:3:9"


def git(root, *words):
    subprocess.run(
        ["git", "-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false", *words],
        cwd=root, capture_output=True, check=True,
    )  # fmt: skip


def committed(root, path):
    (root / path).write_text("fn jobs() {}\n" * 5)
    git(root, "add", "-A")
    git(root, "commit", "-qm", path)


def test_a_lesson_of_a_branch_is_everybodys_after_a_squash_merge(own_world, tmp_path):
    root, inbox = tmp_path / "shop", own_world / ".cm/inbox"
    root.mkdir()
    git(root, "init", "-qb", "main")
    committed(root, "lib.rs")
    git(root, "checkout", "-qb", BRANCH)
    committed(root, "jobs.rs")
    inbox.mkdir(parents=True)
    for number in (1, 2):
        lines = [
            {"schema": "cm.session/1", "session": f"s{number}", "tool": "t", "cwd": str(root), "branch": BRANCH, "ended": "2099-01-01T00:00:00Z"},
            {"kind": "command", "id": f"a{number}", "text": "cargo test -q jobs"},
            {"kind": "output", "of": f"a{number}", "exit": 101, "text": FAILED.replace("\\n", "\n")},
            {"kind": "edit", "id": f"b{number}", "text": str(root / "jobs.rs")},
            {"kind": "command", "id": f"c{number}", "text": "cargo test -q jobs"},
            {"kind": "output", "of": f"c{number}", "exit": 0, "text": "test result: ok. 4 passed"},
        ]  # fmt: skip
        (inbox / f"s{number}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert run_cm("reflect", cwd=root).code == 0
    playbook = own_world / ".cm/playbook.yaml"
    assert f"branch: {BRANCH}" in playbook.read_text()
    assert "E0308" in run_cm("context", TASK, cwd=root).out
    git(root, "checkout", "-q", "main")
    git(root, "merge", "-q", "--squash", BRANCH)
    git(root, "commit", "-qm", "jobs (#7)")
    git(root, "branch", "-qD", BRANCH)
    assert "E0308" not in run_cm("context", TASK, cwd=root).out
    until = time.monotonic() + 20
    while "unmerged" in playbook.read_text() and time.monotonic() < until:
        time.sleep(0.05)
    assert "E0308" in run_cm("context", TASK, cwd=root).out
    (told,) = [
        each for each in run_cm("log", "--json", cwd=root).data["entries"] if each["verdict"] == "promoted"
    ]
    assert "reached main" in told["say"]
