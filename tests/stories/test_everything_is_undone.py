"""Every change of a book is taken back by `cm undo`, and the book is what it was."""

import os
import sys

import pytest

from tests.kit import run_cm

pytestmark = pytest.mark.story


def cm(*words, code=0, **more):
    done = run_cm(*words, **more)
    assert done.code == code, done.out + done.err
    assert "Traceback" not in done.err
    return done


def book():
    return {item["rule"]["id"]: item["rule"] for item in cm("list", "--state", "all", "--json").data["rules"]}


def standing(rule):
    return cm("show", rule, "--json").data["standing"]["n_plus"]


def test_each_verb_is_taken_back(own_world):
    cm("init")
    first = cm("add", "Read the migration guide before touching the schema.", "--json").data["told"][0][
        "rule"
    ]
    second = cm("add", "Keep the changelog in step with every release.", "--json").data["told"][0]["rule"]
    draft = cm("add", "Name branches after their ticket.", "--json", env={"CLAUDECODE": "1"}).data["told"][0][
        "rule"
    ]
    before = book()
    verbs = [
        ("add", "Write one sentence per commit message."),
        ("correct", first, "Read the migration guide before touching any table."),
        ("forget", first, "--reason", "no schema any more"),
        ("forget", second, "--reason", "releases stopped", "--avoid"),
        ("remove", second, "--reason", "releases stopped"),
        ("review", "approve", draft, "--yes"),
        ("review", "reject", draft, "--reason", "a one-off"),
    ]
    for words in verbs:
        cm(*words)
        assert book() != before, words
        shown = cm("undo", "--dry-run", "--json").data
        assert shown["back"], words
        done = cm("undo", "--yes", "--json").data
        now = book()
        assert {name: now[name] for name in before} == before, words
        assert {rule["state"] for name, rule in now.items() if name not in before} <= {"retired"}, words
        # and what was taken back comes again, and goes again
        again = cm("undo", done["tx"], "--yes", "--json").data
        assert book() != now, words
        cm("undo", again["tx"], "--yes")
        assert {name: rule for name, rule in book().items() if name in before} == before, words
    given = cm("mark", first, "--helpful", "--session", "s/1", "--json").data["mark"]
    assert standing(first) == 1
    cm("undo", given)
    assert standing(first) == 0
    assert "taken back already" in cm("undo", given, code=1).out
    log = cm("why", first).out
    assert "undone" in log or "taken back" in log


def test_what_stands_on_it_is_named(own_world):
    rule = cm("add", "Read the migration guide before touching the schema.", "--json").data["told"][0]["rule"]
    first = cm("correct", rule, "Read the migration guide before touching any table.", "--json").data
    second = cm("correct", rule, "Read the whole migration guide before touching any table.", "--json").data
    said = cm("undo", first["tx"], code=5).err
    assert second["told"][0]["decision"] in said
    cm("undo", second["tx"])
    cm("undo", first["tx"])
    assert book()[rule]["text"] == "Read the migration guide before touching the schema."


def test_sessions_that_should_not_have_counted_are_scrubbed(own_world, tmp_path, monkeypatch):
    from tests.stories.test_forgotten_stays_forgotten import EXAMPLES

    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(EXAMPLES / "claude"))
    monkeypatch.setenv("CODEX_HOME", str(EXAMPLES / "codex"))
    cm("reflect")
    before = book()
    codex = {
        name
        for name, rule in before.items()
        if any(item["session"].startswith("codex/") for item in rule["evidence"])
    }
    assert codex
    rule = min(codex)
    session = next(
        item["session"] for item in before[rule]["evidence"] if item["session"].startswith("codex/")
    )
    cm("mark", rule, "--harmful", "--session", session)
    dry = cm("scrub", "--host", "codex", "--dry-run", "--json").data
    assert book() == before
    done = cm("scrub", "--host", "codex", "--json").data
    assert {item["id"] for item in done["rules"]} == {item["id"] for item in dry["rules"]} == codex
    assert done["harmful_kept"] == 1
    after = book()
    assert not any(
        item["session"].startswith("codex/") for each in after.values() for item in each["evidence"]
    )
    orphans = {item["id"] for item in done["rules"] if item["state"] == "draft" and item["left"] == 0}
    waiting = {item["rule"]["id"] for item in cm("review", "--json").data["waiting"]}
    assert orphans <= waiting
    assert cm("scrub", "--host", "codex", code=1).out.startswith("Nothing")
    assert "needs-a-human" in cm("scrub", "--host", "codex", "--json", code=3, env={"CLAUDECODE": "1"}).out
    cm("undo", done["tx"], "--yes")
    assert book() == before


@pytest.mark.skipif(os.name == "nt", reason="needs a terminal of its own")
def test_at_a_terminal_it_is_shown_and_asked(own_world):
    rule = cm("add", "Read the migration guide before touching the schema.", "--json").data["told"][0]["rule"]
    said, code = at_terminal("undo", answer="n")
    assert "would take back t-" in said
    assert "active → retired" in said
    assert code == 3
    assert book()[rule]["state"] == "active"
    said, code = at_terminal("undo", answer="y")
    assert code == 0
    assert book()[rule]["state"] == "retired"


def at_terminal(*words, answer):
    """Runs `cm` with a terminal of its own, and answers its question."""
    import pty

    world = {**os.environ, "PYTHONPATH": os.getcwd()}
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(sys.executable, [sys.executable, "-m", "cm", *words], world)
    said, asked = b"", False
    while True:
        try:
            part = os.read(fd, 4096)
        except OSError:
            break
        if not part:
            break
        said += part
        if b"[y/N]" in said and not asked:
            os.write(fd, answer.encode() + b"\n")
            asked = True
    _, status = os.waitpid(pid, 0)
    os.close(fd)
    return said.decode(), os.waitstatus_to_exitcode(status)
