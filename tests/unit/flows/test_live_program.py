"""An agent's program asked once: what its hooks did, what reached the model, how it ended. The program here is a small script."""

import json
import os
import stat
import sys
import urllib.request
from dataclasses import replace

import pytest

from cm.flows.add import Wish
from cm.flows.doctor import examine
from cm.flows.guard_log import WantedLines, guard_log
from cm.flows.init import init
from cm.flows.live import try_all
from cm.flows.live_program import Registered, try_program
from cm.flows.remember import plain, remember
from cm.flows.setting_up import set_up
from cm.hosts.registry import HOSTS
from cm.llm.stand_in import Script, Shell, Step, standing_in
from cm.store.hook_log import read_hook_log
from tests.kit.loopback import open_loopback
from tests.kit.world import world

HOST = "claude-code"
RULE = "Run the tests with make check-all, never with bare pytest."
PROGRAM = '''#!{python}
"""Speaks one interface, and runs the hooks of its settings, as far as MODE says."""
import json, os, subprocess, sys, time, urllib.request

MODE = "{mode}"
if "--version" in sys.argv:
    print("9.9.9")
    sys.exit()
if MODE == "dies":
    print("no such luck, key sk-ant-REDACTED", file=sys.stderr)
    sys.exit(3)
if MODE == "waits":
    time.sleep(60)
prompt = sys.argv[sys.argv.index("-p") + 1]
home = os.path.join(os.environ["HOME"], ".claude")
seen = {{"environ": dict(os.environ), "cwd": os.getcwd(), "prompt": prompt}}
with open(os.path.join(home, "seen.json"), "w") as file:
    json.dump(seen, file)


def hooks(event, **more):
    told = []
    with open(os.path.join(home, "settings.json")) as file:
        groups = json.load(file).get("hooks", {{}}).get(event, [])
    for hook in [hook for group in groups for hook in group["hooks"]] if MODE != "hookless" else []:
        heard = {{"session_id": "s-9", "cwd": os.getcwd(), "hook_event_name": event, **more}}
        done = subprocess.run(hook["command"], shell=True, input=json.dumps(heard).encode(), capture_output=True)
        told.append(json.loads(done.stdout or b"{{}}").get("hookSpecificOutput", {{}}))
    return told


def ask(messages):
    body = {{"model": "m", "messages": messages, "tools": [{{"name": "Bash", "input_schema": {{"properties": {{"command": {{}}}}}}}}]}}
    url = os.environ["ANTHROPIC_BASE_URL"] + "/v1/messages"
    if MODE == "elsewhere":
        url = "http://models.example.com/v1/messages"
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode())) as answer:
        return json.load(answer)["content"]


told = [each.get("additionalContext", "") for each in hooks("SessionStart", source="startup") + hooks("UserPromptSubmit", prompt=prompt)]
messages = ["" if MODE == "deaf" else " ".join(told), prompt]
while calls := [block for block in ask(messages) if block["type"] == "tool_use"]:
    denied = [each.get("permissionDecisionReason", "") for each in hooks("PreToolUse", tool_name="Bash", tool_input=calls[0]["input"])]
    messages.append("" if MODE == "deaf" else " ".join(denied) or "not found")
hooks("SessionEnd", reason="other")
'''


@pytest.fixture
def env(tmp_path):
    for name in ("bin", "user/.claude"):
        (tmp_path / name).mkdir(parents=True)
    env = world(
        tmp_path, HOME=str(tmp_path / "user"), USERPROFILE=str(tmp_path / "user"), PATH=f"{tmp_path / 'bin'}:/usr/bin:/bin",
        ANTHROPIC_API_KEY="sk-ant-of-the-user",
    )  # fmt: skip
    init(env)
    return env


def program(env, mode="well"):
    path = env.home.root.parent / "bin/claude"
    path.write_text(PROGRAM.format(python=sys.executable, mode=mode))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def tried(env):
    return {each.what: each for each in try_all(env) if each.what.startswith("program")}


def asked(env, mode, seconds=30.0, told=None):
    settings = env.user_home / ".claude/settings.json"
    settings.write_text(settings.read_text() if settings.exists() else "{}")
    told = told or Registered(frozenset({"start", "prompt", "end"}), guard=True, hooks_need="Say yes to it.")
    found = try_program(env, HOSTS[HOST], program(env, mode), told, seconds=seconds)
    return {each.what.removeprefix("program's "): each for each in found}


def files(root):
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_its_hooks_run_what_they_say_arrives_and_the_guard_denies(env):
    remember(env, Wish(plain(RULE)))
    set_up(env, [HOST])
    program(env)
    user = env.user_home
    before = files(user)
    found = tried(replace(env, environ={**env.environ, "CLAUDECODE": "1"}))
    assert all(each.ok for each in found.values()), found
    assert found["program's run"].say == "asked a model of ours 2 times and ended by itself"
    assert found["program's hooks"].say == "it ran those of start, prompt and end"
    assert found["program's context"].say == "what was handed over at the start reached the model"
    assert found["program's guard"].say == "denied the canary, and the model was told why"
    seen = json.loads((user / ".claude/seen.json").read_text())
    assert "sk-ant-of-the-user" not in json.dumps(seen["environ"])  # no key goes along
    assert "CLAUDECODE" not in seen["environ"]
    assert seen["environ"]["HTTPS_PROXY"] == seen["environ"]["ANTHROPIC_BASE_URL"]
    assert not os.path.exists(seen["cwd"])
    # nothing is written but what the program writes itself, and nothing is counted
    after = files(user)
    assert {name for name in after if after[name] != before.get(name)} == {".claude/seen.json"}
    assert not (env.home.root / "ledger/shown.jsonl").exists()
    assert not (env.home.root / "state/reflect-queue.jsonl").exists()
    lines = [line for line in read_hook_log(str(env.home.root)) if line.get("trial")]
    assert [line["outcome"] for line in lines] == ["told", "silent", "noted"]
    assert guard_log(env, WantedLines()).lines == ()


def test_nobody_waits_for_the_hook_of_a_moment_that_does_not_come(env, monkeypatch):
    set_up(env, [HOST])
    monkeypatch.delattr("cm.flows.live_program.sleep")  # this program waits for all of its hooks
    told = Registered(frozenset({"start", "prompt", "compact", "end"}))
    assert asked(env, "well", told=told)["hooks"].ok


def test_without_the_programs_none_is_started(env):
    set_up(env, [HOST])
    program(env)
    assert not [each for each in try_all(env, programs=False) if each.what.startswith("program")]
    assert not [
        each for each in examine(env, live=True, programs=False).tried if each.what.startswith("program")
    ]
    assert {each.host for each in try_all(env, ("codex",))} == set()


def test_a_program_that_runs_no_hooks_is_told_with_what_it_needs(env):
    found = asked(env, "hookless")
    assert found["run"].ok
    assert (found["hooks"].ok, found["guard"].ok) == (False, False)
    assert found["hooks"].say == "it ran none of them, though they are registered. Say yes to it."
    assert found["guard"].say.startswith("the canary was not denied")
    assert "context" not in found


def test_what_does_not_reach_the_model_is_told(env):
    remember(env, Wish(plain(RULE)))
    set_up(env, [HOST])
    found = asked(env, "deaf")
    assert found["context"].say == "what the start hook handed over did not reach the model"
    assert found["guard"].say == "denied the canary, but the model was not told why"
    assert not found["context"].ok
    assert not found["guard"].ok


def test_silence_is_no_failure(env):
    set_up(env, [HOST])
    found = asked(env, "well")
    assert found["context"].ok
    assert found["context"].say == "there was nothing to hand over (nothing holds here), and nothing was"


def test_a_program_that_dies_is_told_with_its_last_word_and_no_key(env):
    found = asked(env, "dies")
    assert not found["run"].ok
    assert found["run"].say.startswith("ended with status 3 and never asked our model: no such luck")
    assert "abcdefghij" not in found["run"].say


def test_a_program_that_does_not_end_is_ended(env):
    found = asked(env, "waits", seconds=0.3)
    assert found["run"].say.startswith("did not come to an end within 0 seconds and was ended")
    assert found["run"].ms < 5_000


def test_what_it_wants_from_elsewhere_is_refused_and_named(env):
    found = asked(env, "elsewhere", told=Registered(guard=True))
    assert found["run"].say.startswith(
        "wanted to ask models.example.com, which was refused, and never asked our model"
    )


def test_nothing_is_started_where_nothing_is_registered_or_below_a_call_of_ours(env, tmp_path):
    assert asked(env, "well", told=Registered()) == {}
    assert try_program(
        world(tmp_path, CM_OWN_CALL="1"), HOSTS[HOST], program(env), Registered(guard=True)
    ) == []  # fmt: skip


def test_a_program_that_needs_settings_in_the_folder_is_not_asked_in_a_project(env):
    told = Registered(frozenset({"start"}), in_project=True)
    (row,) = try_program(env, HOSTS["gemini-cli"], "/bin/false", told)
    assert row.ok
    assert row.say.startswith("cannot be asked here without writing into the settings of this project")


# --- the stand-in

TOOLS = {"properties": {"command": {"type": "string"}}}


@pytest.mark.parametrize(
    "path, tools, stream, names",
    [
        ("/v1/messages", [{"name": "Bash", "input_schema": TOOLS}], True, ("toolu_call_0_0", "message_stop")),
        ("/v1/messages", [{"name": "Bash", "input_schema": TOOLS}], False, ("toolu_call_0_0", "end_turn")),
        ("/v1/chat/completions", [{"type": "function", "function": {"name": "bash", "parameters": TOOLS}}], True, ("call_0_0", "[DONE]")),
        ("/v1/responses", [{"type": "function", "name": "shell", "parameters": TOOLS}], True, ("call_0_0", "response.completed")),
        ("/v1beta/models/m:streamGenerateContent?alt=sse", [{"functionDeclarations": [{"name": "run_shell_command", "parameters": TOOLS}]}], True, ("functionCall", "STOP")),
    ],
)  # fmt: skip
def test_it_speaks_the_interfaces_streamed_or_not(path, tools, stream, names, monkeypatch):
    open_loopback(monkeypatch)
    script = Script((Step("First.", (Shell("ls"),)), Step("Done.")))
    with standing_in(script) as url:
        said = ""
        for _ in range(2):
            body = {"tools": tools, "stream": stream, "messages": []}
            with urllib.request.urlopen(
                urllib.request.Request(url + path, json.dumps(body).encode())
            ) as answer:
                said += answer.read().decode()
    assert all(name in said for name in names), said
    assert len(script.bodies) == 2
