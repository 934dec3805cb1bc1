"""The door at which hosts ask, as whole processes: it answers in the host's words, never twice, and never with a bad status."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cm.flows.env import open_env
from cm.flows.refresh import refresh
from cm.store.hook_log import read_hook_log

ROOT = Path(__file__).parents[3]
HOOK = str(ROOT / "cm" / "cli" / "hook_start.py")
TESTS, SHORT = "r-aaaaaaaaaaaaa", "r-bbbbbbbbbbbbb"
BOOK = f"""schema: 1
rules:
  - id: {TESTS}
    text: Run the tests with `uv run pytest -q`.
    kind: rule
    state: active
    origin: {{by: import, at: 2026-11-01T00:00:00Z}}
  - id: {SHORT}
    text: Answer in <short> sentences.
    kind: preference
    state: active
    origin: {{by: human, at: 2026-11-01T00:00:00Z}}
"""


@pytest.fixture
def home(own_world, tmp_path):
    folder = Path(os.environ["CM_HOME"])
    folder.mkdir()
    write_book(folder, BOOK)
    return folder


def write_book(folder, text):
    (folder / "playbook.yaml").write_text(text)
    os.utime(folder / "playbook.yaml", (1_700_000_000, 1_700_000_000 + len(text)))


def ask(moment, payload, host="claude-code", cwd=None, env=None, words=None):
    text = payload if isinstance(payload, (str, bytes)) else json.dumps(payload)
    done = subprocess.run(
        [sys.executable, "-I", HOOK, *(words if words is not None else (moment, "--host", host))],
        input=text if isinstance(text, bytes) else text.encode(),
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def told(out):
    return json.loads(out)["hookSpecificOutput"]["additionalContext"] if out else ""


def log(home, wait="", seconds=30):
    end = time.monotonic() + seconds
    while True:
        lines = list(read_hook_log(str(home)))
        if not wait or any(line["moment"] == wait for line in lines) or time.monotonic() > end:
            return lines
        time.sleep(0.1)


def payload(tmp_path, session="s1", **more):
    return {"session_id": session, "cwd": str(tmp_path), **more}


def test_a_start_tells_preferences_in_the_envelope_and_the_ledger_knows_the_very_bytes(home, tmp_path):
    text = told(ask("start", payload(tmp_path, source="startup")))
    assert text.startswith("<cm-context id=")
    assert "&lt;short&gt;" in text
    assert TESTS not in text  # what came from elsewhere and proved nothing waits for a task
    line = json.loads((home / "ledger" / "shown.jsonl").read_text())
    assert (line["door"], line["rules"], line["session"]) == ("hook-start", [SHORT], "claude-code/s1")
    from hashlib import sha256

    assert sha256(text.encode()).hexdigest() == line["sha256"]


def test_a_prompt_tells_what_matches_and_nothing_twice_in_a_session(home, tmp_path):
    said = payload(tmp_path, prompt="please run the tests")
    assert TESTS in told(ask("prompt", said))
    assert ask("prompt", said) == ""
    assert TESTS in told(ask("prompt", payload(tmp_path, "s2", prompt="please run the tests")))


def test_a_session_that_is_resumed_is_not_told_its_start_again_but_after_a_compaction_all_of_it(
    home, tmp_path
):
    assert SHORT in told(ask("start", payload(tmp_path, source="startup")))
    assert TESTS in told(ask("prompt", payload(tmp_path, prompt="please run the tests")))
    assert ask("start", payload(tmp_path, source="resume")) == ""
    assert SHORT in told(ask("start", payload(tmp_path, source="compact")))
    assert TESTS in told(ask("prompt", payload(tmp_path, prompt="please run the tests")))


def test_a_host_that_forgets_its_start_on_resuming_is_told_again(home, tmp_path):
    assert SHORT in told(ask("start", payload(tmp_path, source="startup"), host="qwen-code"))
    assert SHORT in told(ask("start", payload(tmp_path, source="resume"), host="qwen-code"))


def test_a_start_that_is_told_again_does_not_make_prompts_forget(home, tmp_path):
    ask("start", payload(tmp_path, source="startup"), host="qwen-code")
    assert TESTS in told(ask("prompt", payload(tmp_path, prompt="please run the tests"), host="qwen-code"))
    ask("start", payload(tmp_path, source="resume"), host="qwen-code")
    assert ask("prompt", payload(tmp_path, prompt="please run the tests"), host="qwen-code") == ""


def test_a_host_that_forgets_everything_on_resuming_is_told_everything_again(home, tmp_path):
    write_book(
        home, BOOK.replace("kind: preference", "kind: rule\n    scope: {task: review}")
    )  # a start has nothing to tell
    assert ask("start", payload(tmp_path, source="startup"), host="gemini-cli") == ""
    assert TESTS in told(ask("prompt", payload(tmp_path, prompt="please run the tests"), host="gemini-cli"))
    assert ask("prompt", payload(tmp_path, prompt="please run the tests"), host="gemini-cli") == ""
    time.sleep(1.1)  # the log tells seconds
    ask("start", payload(tmp_path, source="resume"), host="gemini-cli")
    assert TESTS in told(ask("prompt", payload(tmp_path, prompt="please run the tests"), host="gemini-cli"))


def test_where_a_compaction_is_told_apart_the_next_prompt_tells_the_start_again(home, tmp_path):
    said = {"sessionId": "s1", "cwd": str(tmp_path)}
    assert (
        SHORT in json.loads(ask("start", {**said, "source": "new"}, host="copilot-cli"))["additionalContext"]
    )
    assert ask("prompt", {**said, "prompt": "thanks for that"}, host="copilot-cli") == ""
    time.sleep(1.1)  # the log tells seconds
    assert ask("compact", said, host="copilot-cli") == ""
    assert (
        SHORT
        in json.loads(ask("prompt", {**said, "prompt": "thanks for that"}, host="copilot-cli"))[
            "additionalContext"
        ]
    )
    assert ask("prompt", {**said, "prompt": "thanks for that"}, host="copilot-cli") == ""


@pytest.mark.parametrize(
    "prompt",
    [
        "",
        "   ",
        "/clear",
        "/review run the tests",
        "<task-notification>run the tests</task-notification>",
        "<local-command-stdout>run the tests",
    ],
)
def test_what_is_no_prompt_of_the_users_is_answered_by_silence(home, tmp_path, prompt):
    assert ask("prompt", payload(tmp_path, prompt=prompt)) == ""
    assert log(home)[-1]["outcome"] == "silent"


def test_a_path_is_no_command_of_the_hosts(home, tmp_path):
    assert TESTS in told(ask("prompt", payload(tmp_path, prompt="/usr/bin/env: please run the tests")))


def test_the_prompt_of_a_sub_agent_is_answered_by_silence(home, tmp_path):
    assert ask("prompt", payload(tmp_path, prompt="please run the tests", agent_id="a1"), host="codex") == ""


def test_two_hosts_that_fire_for_one_session_tell_its_start_once(home, tmp_path):
    assert told(ask("start", payload(tmp_path, source="startup")))
    assert ask("start", {"sessionId": "s1", "cwd": str(tmp_path), "source": "new"}, host="copilot-cli") == ""


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b'{"session_id": 7, "cwd": ["x"], "prompt": {}}',
    ],
)
def test_whatever_is_sent_the_agent_goes_on(home, tmp_path, sent):
    for moment in ("start", "prompt", "compact", "end", "post", "pre-command"):
        ask(moment, sent, cwd=tmp_path)


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("start",),
        ("never", "--host", "codex"),
        ("start", "--host"),
        ("start", "--host", "nobody"),
        ("--json",),
    ],
)
def test_a_bad_command_line_is_silence_and_a_line_in_the_log(home, tmp_path, words):
    assert ask("", "{}", cwd=tmp_path, words=words) == ""
    assert [line["outcome"] for line in log(home)] == ["fault"]


def test_without_a_home_nothing_is_said_and_none_is_made(own_world, tmp_path):
    assert ask("start", payload(tmp_path, source="startup")) == ""
    assert not Path(os.environ["CM_HOME"]).exists()


def test_inside_a_question_of_ours_nothing_is_told_and_nothing_is_learned(home, tmp_path):
    for moment in ("start", "prompt", "end"):
        assert ask(moment, payload(tmp_path, prompt="please run the tests"), env={"CM_OWN_CALL": "1"}) == ""
    assert log(home) == []


def test_a_damaged_playbook_is_silence_and_a_line_in_the_log(home, tmp_path):
    write_book(home, "schema: 1\nrules: [\n")
    assert ask("prompt", payload(tmp_path, prompt="please run the tests")) == ""
    assert log(home)[-1]["outcome"] == "fault"


def test_the_log_holds_no_word_of_the_prompt_and_no_variable(home, tmp_path):
    ask(
        "prompt",
        payload(tmp_path, prompt="please run the tests with hunter2hunter2"),
        env={"SECRET_TOKEN": "hunter3hunter3"},
    )
    assert "hunter" not in (home / "state" / "hooks.jsonl").read_text()


def test_a_pipe_that_stays_open_is_not_waited_for(home, tmp_path):
    ask("prompt", payload(tmp_path, prompt="please run the tests"))
    with subprocess.Popen(
        [sys.executable, "-I", HOOK, "prompt", "--host", "claude-code"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        process.stdin.write(json.dumps(payload(tmp_path, "s2", prompt="please run the tests")).encode())
        process.stdin.flush()
        assert TESTS in told(process.stdout.readline().decode())
        assert process.wait(10) == 0


def test_a_payload_that_never_comes_ends_in_silence_within_the_limit(home):
    begun = time.monotonic()
    with subprocess.Popen(
        [sys.executable, "-I", HOOK, "prompt", "--host", "claude-code"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout.read() == b""
        assert process.wait(20) == 0
        assert time.monotonic() - begun < 9
    assert log(home)[-1]["outcome"] == "late"


def test_a_change_is_taken_in_after_the_answer_and_what_is_known_is_told_meanwhile(home, tmp_path):
    ask("prompt", payload(tmp_path, prompt="please run the tests"))
    write_book(
        home,
        BOOK
        + "  - id: r-ccccccccccccc\n    text: Deploy with `make ship`.\n    state: active\n    origin: {by: human, at: 2026-11-01T00:00:00Z}\n",
    )
    assert TESTS in told(ask("prompt", payload(tmp_path, "s2", prompt="please run the tests")))
    lines = log(home, wait="refresh")
    assert [line for line in lines if line["moment"] == "prompt"][-1]["behind"] is True
    assert [line["outcome"] for line in lines if line["moment"] == "refresh"] == ["refreshed"]
    assert "r-ccccccccccccc" in told(ask("prompt", payload(tmp_path, "s3", prompt="deploy with make")))


def test_what_was_withdrawn_is_not_told_by_an_index_that_is_late(home, tmp_path):
    ask("prompt", payload(tmp_path, prompt="please run the tests"))
    (home / "ledger").mkdir(exist_ok=True)
    blocked = {
        "id": "b-1",
        "rule": TESTS,
        "text": "run the tests with uv run pytest -q.",
        "at": "2026-11-30T00:00:00Z",
        "by": "human",
    }
    (home / "ledger" / "blocked.jsonl").write_text(json.dumps(blocked) + "\n")
    assert TESTS not in told(ask("prompt", payload(tmp_path, "s2", prompt="please run the tests")))


def test_a_hook_writes_its_line_even_when_the_log_is_full(home, tmp_path):
    path = home / "state" / "hooks.jsonl"
    path.parent.mkdir()
    path.write_text('{"at":"2026-11-01T00:00:00Z","moment":"start"}\n' * 6_000)
    ask("prompt", payload(tmp_path, prompt="/clear"))
    assert len(path.read_text().splitlines()) == 1
    assert len(log(home)) > 1_000


def test_the_start_is_told_from_an_index_that_another_door_made(home, tmp_path):
    refresh(open_env(cwd=tmp_path))
    assert SHORT in told(ask("start", payload(tmp_path, source="startup")))
