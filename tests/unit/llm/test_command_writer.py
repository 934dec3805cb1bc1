"""A coding agent's own program as the model: what it is given, what it may not see, what its answers and failures are."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cm.errors import NoModel
from cm.hosts.registry import HOSTS
from cm.llm.command_writer import MOST_BYTES, CommandWriter
from cm.llm.own_call import MARK
from cm.model.writing import Failure, Limits, Message, Reply, Used
from tests.kit.alive import is_running, wait_for

AGENT = Path(__file__).parents[2] / "kit" / "fake_agent.py"
ASK = (Message("system", "<cm-prompt version=1>\nBe exact."), Message("user", "What was said?"))


@pytest.fixture
def agent(tmp_path):
    """Puts the fake on a PATH of its own under the name of every agent, and gives what a call of it looks like."""
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    for name in ("claude", "codex", "other"):
        (bin_ / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" "{AGENT}" "$@"\n')
        (bin_ / name).chmod(0o755)
    log = tmp_path / "log"

    def call(command, how="say", model="sonnet", seconds=20.0, variables=(), **environ):
        world = {
            **os.environ,
            "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}",
            "FAKE_AGENT": how,
            "FAKE_AGENT_LOG": str(log),
            **environ,
        }
        answer = CommandWriter(command, model, environ=world, variables=variables).ask(
            ASK, {"type": "object"}, Limits(seconds=seconds)
        )
        said = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
        return answer, said

    return call


def test_a_template_gets_the_question_on_stdin_and_prints_the_answer(agent):
    answer, (said,) = agent("other --print --model {model}")
    assert answer == Reply('{"deltas": []}\n', "other/sonnet", None)
    assert said["argv"] == ["--print", "--model", "sonnet"]
    assert said["stdin"] == "<cm-prompt version=1>\nBe exact.\n\nWhat was said?"


def test_it_runs_in_an_empty_folder_below_the_mark_and_sees_no_key(agent):
    keys = {
        "OPENAI_API_KEY": "sk-1",
        "GITHUB_TOKEN": "t",
        "DB_PASSWORD": "p",
        "CM_HOME": "/x",
        "MY_KEY": "named",
        "CLAUDECODE": "1",
        "KEYBOARD": "de",
    }
    _, (said,) = agent("other", variables=("MY_KEY",), **keys)
    assert said["files"] == []
    assert said["env"][MARK] == "1"
    assert said["env"]["MY_KEY"] == "named"
    assert said["env"]["KEYBOARD"] == "de"
    assert not {"OPENAI_API_KEY", "GITHUB_TOKEN", "DB_PASSWORD", "CM_HOME", "CLAUDECODE"} & set(said["env"])


def test_the_agents_that_are_known_run_without_hooks_tools_and_stored_sessions(agent):
    answer, (said,) = agent("claude-code", "json")
    assert answer == Reply('{"deltas": []}', "claude-code/sonnet", Used(22, 20, 5, 12_500_000))
    assert json.loads(said["argv"][said["argv"].index("--settings") + 1]) == {"disableAllHooks": True}
    assert {"-p", "--no-session-persistence", "--strict-mcp-config"} <= set(said["argv"])
    assert said["argv"][said["argv"].index("--model") + 1] == "sonnet"


def test_an_answer_in_a_file_is_taken_from_there(agent):
    answer, (said,) = agent("codex", "file")
    assert answer.text == '{"deltas": []}'
    assert {"exec", "--ephemeral", "features.hooks=false"} <= set(said["argv"])


def test_the_agents_own_choice_of_model_needs_no_option(agent):
    _, (said,) = agent("codex", "file", model="default")
    assert "--model" not in said["argv"]
    assert "default" not in said["argv"]


@pytest.mark.parametrize("how, kind", [("error", "refused-key"), ("is_error", "rate-limited")])
def test_a_program_that_fails_says_why(agent, how, kind):
    answer, _ = agent("other", how)
    assert isinstance(answer, Failure)
    assert answer.kind == kind


def test_a_slow_program_is_ended_with_all_that_it_started(agent):
    answer, _ = agent("other", "slow", seconds=1.5)
    assert answer.kind == "timed-out"


def test_a_program_that_prints_nothing_gave_no_answer(agent):
    assert agent("other", FAKE_AGENT_TEXT="")[0].kind == "empty"


def test_a_program_that_is_not_there_is_named(agent):
    answer, _ = agent("no-such-agent --print")
    assert (answer.kind, answer.turned_away) == ("no-program", True)
    assert "no-such-agent" in answer.say


@pytest.mark.parametrize(
    "command", ["", "'unclosed", next(name for name, host in HOSTS.items() if host.prints is None)]
)
def test_a_command_that_cannot_be_run_is_refused_before_anything_is_sent(command):
    with pytest.raises(NoModel) as caught:
        CommandWriter(command, "m", environ={})
    assert caught.value.hint


def test_an_agent_whose_hooks_were_not_switched_off_cannot_start_a_reflection_of_its_own(agent):
    answer, _ = agent("other", "reflect", PYTHONPATH=os.getcwd())
    told = json.loads(answer.text)
    assert told["code"] == 3
    assert "not done inside a model call" in " ".join(told["err"].split())


def test_what_asks_for_context_below_a_call_of_ours_is_handed_nothing(tmp_path):
    from cm.cli.quick import OWN_CALL
    from tests.kit.run import run_cm

    assert OWN_CALL == MARK
    env = {"CM_HOME": str(tmp_path / "home")}
    run_cm("init", env=env)
    rule = "Run the tests with uv run pytest."
    assert run_cm("add", rule, env=env).code == 0
    open_, shut = (run_cm("context", "run the tests", env={**env, **more}).out for more in ({}, {MARK: "1"}))
    assert (rule in open_, shut) == (True, "")
    said = run_cm("context", "run the tests", "--json", env=env)
    below = run_cm("context", "run the tests", "--json", env={**env, MARK: "1"})
    assert (below.code, below.err) == (0, "")
    assert [rule in each.out for each in (said, below)] == [True, False]
    assert {"text", *below.data} == {"text", *said.data}  # a document like any other, with nothing in it
    assert not any(below.data[name] for name in below.data if name != "task")
    assert MARK in below.json["notes"][0]


@pytest.mark.parametrize(
    "words",
    [
        ("add", "Always deploy on Fridays."), ("mark", "r-abcdefghjklmn", "--helpful"), ("search", "tests"), ("reflect",),
        ("reflect", "--prepare"), ("reflect", "--apply", "-"), ("sessions",), ("diary",),
    ],
)  # fmt: skip
def test_below_a_call_of_ours_nothing_is_read_learned_marked_or_found(tmp_path, words):
    from tests.kit.run import run_cm

    env = {"CM_HOME": str(tmp_path / "home"), MARK: "1"}
    run_cm("init", env={**env, MARK: ""})
    before = sorted(
        (str(path), path.read_bytes()) for path in (tmp_path / "home").rglob("*") if path.is_file()
    )
    done = run_cm(*words, env=env, stdin='{"deltas": []}')
    assert done.code == 3, done.out + done.err
    assert "not done inside a model call" in " ".join(done.err.split())
    after = sorted(
        (str(path), path.read_bytes()) for path in (tmp_path / "home").rglob("*") if path.is_file()
    )
    assert after == before


STARTER = """
import os, sys, threading, time
sys.path.insert(0, {root!r})
from cm.llm.command_writer import CommandWriter
from cm.model.writing import Limits, Message
writer = CommandWriter(sys.argv[1], "default", environ=dict(os.environ))
writer.ask((Message("user", "?"),), None, Limits(seconds=60))
"""


@pytest.mark.skipif(os.name == "nt", reason="sessions of processes are of POSIX")
def test_a_program_does_not_outlive_whoever_asked_it(tmp_path):
    log = tmp_path / "log"
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    world = {**os.environ, "FAKE_AGENT": "slow", "FAKE_AGENT_LOG": str(log), "TMPDIR": str(temporary)}
    code = STARTER.format(root=os.getcwd())
    process = subprocess.Popen([sys.executable, "-c", code, f"{sys.executable} {AGENT}"], env=world)
    agent = wait_for(lambda: log.exists() and log.read_text().strip() and json.loads(log.read_text())["pid"])
    assert is_running(agent)
    assert list(temporary.iterdir())
    process.kill()
    process.wait()
    wait_for(lambda: not is_running(agent))
    assert not list(temporary.iterdir())


def test_a_program_that_prints_without_end_takes_no_more_than_is_read(agent):
    answer, _ = agent("other", "flood", seconds=30)
    assert len(answer.text) <= MOST_BYTES
