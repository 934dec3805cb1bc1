"""A user of two coding agents says once who may be read, later says no to one, and finds nothing of it at home."""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.kit import run_cm

pytestmark = pytest.mark.story

EXAMPLES = Path(__file__).resolve().parents[2] / "examples/sessions"


@pytest.fixture
def user(own_world, tmp_path, monkeypatch):
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(EXAMPLES / "claude"))
    monkeypatch.setenv("CODEX_HOME", str(EXAMPLES / "codex"))
    monkeypatch.setenv("CM_PROJECT", "/home/dev/shop")
    return tmp_path


def at_a_terminal(user, answer, *words):
    """Runs `cm` on a terminal of its own, types the answer, and returns all that stood there."""
    import pty

    child, fd = pty.fork()
    if child == 0:
        os.chdir(user)
        os.environ["PYTHONPATH"] = str(Path(__file__).resolve().parents[2])
        os.execv(sys.executable, [sys.executable, "-m", "cm", *words])
    os.write(fd, answer.encode())
    seen = b""
    try:
        while piece := os.read(fd, 4096):
            seen += piece
    except OSError:  # the terminal is gone when the program is
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, seen
    return seen.decode()


def tables_with(path, word):
    with closing(sqlite3.connect(path)) as db:
        names = [name for (name,) in db.execute("select name from sqlite_master where type = 'table'")]
        return {
            name
            for name in names
            if any(word in str(value) for row in db.execute(f'select * from "{name}"') for value in row)
        }


@pytest.mark.skipif(os.name == "nt", reason="needs a terminal of Unix")
def test_a_human_is_asked_once_and_a_no_leaves_no_trace(user, own_world):
    home = own_world / ".cm"
    said = at_a_terminal(user, "\n", "reflect")
    assert "Which may be read?" in said
    assert "Reflected on 4 sessions" in said
    assert "Which may be read?" not in at_a_terminal(user, "", "sessions")
    inside = {"CLAUDECODE": "1"}
    assert run_cm("search", "alembic", "--json", cwd=user, env=inside).data["hits"]
    assert "search for claude-code: 1 session of codex" in run_cm("privacy", "audit", cwd=user).out

    refused = run_cm("privacy", "deny", "--host", "codex", cwd=user, env=inside)
    assert (refused.code, "not done for an agent" in " ".join(refused.err.split())) == (3, True)
    done = run_cm("privacy", "deny", "codex", "--json", cwd=user).data
    assert len(done["purged"]["sessions"]) == 1
    assert done["purged"]["rules"]
    native = done["purged"]["sessions"][0].partition("/")[2].encode()
    left = [
        path
        for folder in ("journal", "diary", "cache", "state")
        for path in (home / folder).rglob("*")
        if path.is_file()
    ]
    assert left
    assert {path.name for path in left if native in path.read_bytes()} <= {"index.db"}
    assert tables_with(home / "cache/index.db", native.decode()) <= {
        "books",
        "rule_proof",
    }  # the playbook's own word
    for rule in done["purged"]["rules"]:
        assert run_cm("erase", rule["id"], "--reason", "not theirs", "--yes", cwd=user).code == 0
    run_cm("list", cwd=user)
    assert not [path for path in left if path.is_file() and native in path.read_bytes()]
    assert run_cm("reflect", "--json", cwd=user).data["read"]["total"]["events"] == 0
    assert run_cm("journal", "verify", cwd=user).code == 0

    assert run_cm("privacy", "allow", "--host", "codex", cwd=user).code == 3
    assert run_cm("privacy", "allow", "--host", "codex", "--yes", cwd=user).code == 0
    assert run_cm("sessions", "--json", cwd=user).data["total"] == 4


def test_an_agent_on_its_own_reads_its_own(user):
    inside = {"CODEX_SANDBOX": "seatbelt"}
    done = run_cm("reflect", cwd=user, env=inside)
    assert (done.code, "Reflected on 1 session" in done.out) == (0, True)
    assert "Claude Code: not read inside another agent" in done.err
    assert run_cm("reflect", "--host", "claude-code", cwd=user, env=inside).code == 3
    assert run_cm("privacy", "enable", "--yes", cwd=user, env=inside).code == 3
    assert run_cm("privacy", "--json", cwd=user, env=inside).data["only"] == "codex"


def test_a_damaged_journal_fails_its_check(user, own_world):
    run_cm("sessions", cwd=user)
    assert run_cm("journal", "verify", cwd=user).code == 0
    [file, *_] = sorted((own_world / ".cm/journal").rglob("*.jsonl"))
    with file.open("ab") as out:
        out.write(b'{"t":"e","id":"e-')
    done = run_cm("journal", "verify", "--json", cwd=user)
    assert (done.code, [item["fault"] for item in done.data["faults"]]) == (1, ["torn-tail"])
    assert file.name[-20:] in run_cm("journal", "verify", cwd=user).out
    assert run_cm("journal", "prune", "--older", "x", cwd=user).code == 2
