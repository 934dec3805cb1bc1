"""What is done once an agent has its answer: one reflection at a time, none lost, and what came of it in the log."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cm.flows import afterwards
from cm.store.hook_log import read_hook_log
from tests.unit.cli.test_quick_hook import HOOK, ask

SAID = "From now on always run the tests with uv run pytest -q in this repo."


@pytest.fixture
def home(own_world):
    folder = Path(os.environ["CM_HOME"])
    folder.mkdir()
    (folder / "playbook.yaml").write_text("schema: 1\nrules: []\n")
    return folder


def transcript(own_world, work, native):
    """A session of Claude Code as it lies on disk."""
    folder = own_world / ".claude" / "projects" / "-w-shop"
    folder.mkdir(parents=True, exist_ok=True)
    base = {
        "sessionId": native,
        "cwd": str(work),
        "version": "2.1.332",
        "isSidechain": False,
        "userType": "external",
    }
    rows = [
        {**base, "type": "user", "uuid": f"{native}-u", "parentUuid": None, "timestamp": "2026-11-30T10:00:00.000Z", "message": {"role": "user", "content": SAID}},
        {**base, "type": "assistant", "uuid": f"{native}-a", "parentUuid": f"{native}-u", "timestamp": "2026-11-30T10:00:05.000Z", "requestId": "r", "message": {"id": "m", "type": "message", "role": "assistant", "model": "x", "content": [{"type": "text", "text": "I will."}], "usage": {"input_tokens": 1, "output_tokens": 1}}},
    ]  # fmt: skip
    path = folder / f"{native}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def ended(work, path, native, **more):
    return {
        "session_id": native,
        "transcript_path": str(path),
        "cwd": str(work),
        "hook_event_name": "SessionEnd",
        **more,
    }


def lines(home, moment, count=1, seconds=40):
    end = time.monotonic() + seconds
    while True:
        found = [line for line in read_hook_log(str(home)) if line["moment"] == moment]
        if len(found) >= count or time.monotonic() > end:
            return found
        time.sleep(0.1)


def test_the_end_of_a_session_answers_at_once_and_its_rule_is_in_the_playbook_afterwards(
    home, own_world, tmp_path
):
    path = transcript(own_world, tmp_path, "aaaa-1")
    assert ask("end", ended(tmp_path, path, "aaaa-1")) == ""
    (line,) = lines(home, "reflect")
    assert (line["outcome"], line["session"], line["sessions"], line["added"]) == (
        "reflected",
        "claude-code/aaaa-1",
        1,
        1,
    )
    assert "uv run pytest -q" in (home / "playbook.yaml").read_text()
    assert [each["outcome"] for each in lines(home, "end")] == ["begun"]


def test_sessions_that_end_together_are_read_one_after_the_other_and_none_is_lost(home, own_world, tmp_path):
    for number in range(3):
        path = transcript(own_world, tmp_path, f"aaaa-{number}")
        ask("end", ended(tmp_path, path, f"aaaa-{number}"))
    found = lines(home, "reflect", count=3)
    assert {line["session"] for line in found} == {f"claude-code/aaaa-{number}" for number in range(3)}
    assert {line["outcome"] for line in found} == {"reflected"}
    assert not (home / "state" / afterwards.QUEUE).exists()


def test_a_session_that_cannot_be_read_is_a_line_and_the_next_one_is_read(home, own_world, tmp_path):
    path = transcript(own_world, tmp_path, "aaaa-2")
    queue = home / "state" / afterwards.QUEUE
    queue.parent.mkdir()
    gone = {
        "host": "claude-code",
        "session": "none",
        "path": str(tmp_path / "gone.jsonl"),
        "cwd": str(tmp_path),
    }
    queue.write_text(json.dumps(gone) + "\n{torn\n")
    ask("end", ended(tmp_path, path, "aaaa-2"))
    found = {line["session"]: line for line in lines(home, "reflect", count=2)}
    assert found["claude-code/none"]["outcome"] == "failed"
    assert "NotFound" in found["claude-code/none"]["why"]
    assert found["claude-code/aaaa-2"]["outcome"] == "reflected"


def test_an_end_that_comes_with_every_turn_waits_a_while_and_the_end_itself_does_not(
    home, own_world, tmp_path
):
    path = transcript(own_world, tmp_path, "aaaa-3")
    stop = ended(tmp_path, path, "aaaa-3", hook_event_name="Stop")
    ask("end", stop, host="qwen-code")
    assert len(lines(home, "reflect")) == 1
    ask("end", stop, host="qwen-code")
    time.sleep(3)
    assert len(lines(home, "reflect")) == 1
    ask("end", ended(tmp_path, path, "aaaa-3"), host="qwen-code")
    assert len(lines(home, "reflect", count=2)) == 2


def test_of_two_ends_of_one_session_the_earlier_moment_holds():
    one = {"host": "pi", "session": "s", "path": "", "cwd": "/"}
    assert afterwards._merged([{**one, "due": 50.0}], [{**one, "due": 80.0}]) == [{**one, "due": 50.0}]
    assert afterwards._merged([{**one, "due": 50.0}], [{**one, "due": 0.0}]) == [{**one, "due": 0.0}]


def test_the_end_of_a_sub_agent_begins_nothing(home, own_world, tmp_path):
    path = transcript(own_world, tmp_path, "aaaa-4")
    ask("end", ended(tmp_path, path, "aaaa-4", agent_id="a1"))
    assert [line["outcome"] for line in lines(home, "end")] == ["silent"]
    assert not (home / "state" / afterwards.QUEUE).exists()


def test_a_user_who_said_no_to_this_agent_is_heeded(home, own_world, tmp_path):
    path = transcript(own_world, tmp_path, "aaaa-5")
    done = subprocess.run(
        [sys.executable, "-c", "from cm.cli.quick import main; raise SystemExit(main())", "privacy", "deny", "claude-code", "--yes"],
        capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(Path(HOOK).parents[2])}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    ask("end", ended(tmp_path, path, "aaaa-5"))
    (line,) = lines(home, "reflect")
    assert line["outcome"] != "reflected"
    assert "uv run" not in (home / "playbook.yaml").read_text()


def test_a_lock_of_a_process_that_is_gone_holds_nobody(tmp_path):
    path = str(tmp_path / "state" / "hook-reflect.lock")
    assert afterwards._take(path) == path
    assert afterwards._take(path) == ""
    Path(path).write_text("999999999")
    assert afterwards._take(path) == path
    afterwards._let_go(path)
    assert not os.path.exists(path)


def test_a_home_that_is_not_there_is_not_made_by_an_end(own_world, tmp_path):
    path = transcript(own_world, tmp_path, "aaaa-6")
    ask("end", ended(tmp_path, path, "aaaa-6"))
    assert not Path(os.environ["CM_HOME"]).exists()


def test_a_folder_that_is_gone_does_not_keep_a_session_from_being_read(home, own_world, tmp_path):
    work = tmp_path / "work"
    work.mkdir()
    path = transcript(own_world, work, "aaaa-7")
    shutil.rmtree(work)
    ask("end", ended(work, path, "aaaa-7"), cwd=tmp_path)
    assert [line["outcome"] for line in lines(home, "reflect")] == ["reflected"]
