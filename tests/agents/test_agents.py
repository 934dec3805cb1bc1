"""Every program that is here: told a rule, kept from a command, left its other commands, given our tools, learned from, and let go."""

import os

import pytest

from cm.llm.stand_in import Call, Script, Shell, Step
from cm.llm.stand_in_words import ToolCall, offered
from tests.agents import life
from tests.agents.clients import CLIENTS, path_of

pytestmark = pytest.mark.agents
SEEN = {}


@pytest.fixture
def seen(request, tmp_path_factory):
    """What was seen of the life of `cm` in one program; it is lived once."""
    client = request.param
    if not os.environ.get("CM_AGENTS"):
        pytest.skip(
            "CM_AGENTS names no folder with the programs of agents: tests/agents/install.sh makes one, `make agents` uses it"
        )
    if path_of(client) is None:
        pytest.skip(
            f"{client.program} is not in {os.environ['CM_AGENTS']}/bin: tests/agents/install.sh {client.host}"
        )
    if client.host not in SEEN:
        SEEN[client.host] = life.live(client, tmp_path_factory.mktemp(client.host))
    return SEEN[client.host]


each_client = pytest.mark.parametrize("seen", CLIENTS, ids=[client.host for client in CLIENTS], indirect=True)


def told(body):
    """A request as text, without the quotes that JSON puts into it."""
    return str(body)


@each_client
def test_it_is_set_up_and_everything_that_is_registered_answers(seen):
    assert seen["setup"]["exit"] == 0, seen["setup"]["out"] + seen["setup"]["err"]
    asked = [each for each in seen["tried"] if not each["what"].startswith("program's")]
    assert all(each["ok"] for each in asked), asked
    assert {each["what"] for each in asked} >= {"guard", "MCP server", "end hook", "program"}


@each_client
def test_the_doctor_starts_the_program_and_tells_what_its_hooks_did(seen):
    asked = {each["what"].removeprefix("program's "): each for each in seen["tried"] if "'s" in each["what"]}
    assert asked["run"]["ok"], asked["run"]
    if seen["host"] == "codex":  # nobody has trusted the hooks, and to say so is what the doctor is for
        assert not asked["hooks"]["ok"]
        assert not asked["guard"]["ok"]
        assert "once you have trusted it" in asked["hooks"]["say"]
    else:
        assert all(each["ok"] for each in asked.values()), asked
        assert asked["context"]["say"].endswith("reached the model")
    assert not [line for line in seen["hook_log"] if line.get("trial") and line.get("moment") == "reflect"]


@each_client
def test_a_rule_reaches_the_model_by_a_hook(seen):
    assert seen["ended"] == 0, seen["err"][-2000:]
    before_our_tool = seen["bodies"][:2]
    assert any("make check-all" in told(body) and "<cm-context" in told(body) for body in before_our_tool), (
        seen["hook_log"]
    )


@each_client
def test_a_command_with_a_trauma_did_not_run_and_the_model_knows_why(seen):
    assert not seen["forbidden"]
    assert any("wiped the release folder" in told(body) for body in seen["bodies"][1:])
    assert any(kind == "denied" and name.startswith("t-") for kind, name in seen["guard_log"])


@each_client
def test_an_ordinary_command_runs(seen):
    assert seen["allowed"]


@each_client
def test_our_tool_is_called_and_answers(seen):
    assert not seen["lost"]
    before, after = (told(body).count("<cm-context id=") for body in seen["bodies"][-2:])
    assert after > before, told(seen["bodies"][-1])[-2000:]


@each_client
def test_the_session_is_reflected_and_its_rule_is_in_the_playbook(seen):
    assert [line.get("outcome") for line in seen["hook_log"] if line.get("moment") == "reflect"] == [
        "reflected"
    ], seen["hook_log"]
    assert "pnpm" in seen["rules"]["out"]


@each_client
def test_nothing_of_ours_is_left(seen):
    assert seen["removed"]["exit"] == 0, seen["removed"]["out"] + seen["removed"]["err"]
    assert seen["left"] == {}
    assert seen["empty_folders"] == []


# --- the model itself, without any program


def test_the_scripted_model_finds_the_tool_for_commands():
    tools = [
        {"name": "Read", "input_schema": {}},
        {"name": "Bash", "input_schema": {"properties": {"command": {"type": "string"}}}},
    ]
    script = Script((Step("First.", (Shell("ls"),)), Step("Then.", (Call("^nothing$", {}),))))
    assert script.answer({"tools": tools}) == (
        "First.",
        [ToolCall("call_0_0", "Bash", {"command": "ls"})],
    )
    assert script.answer({"tools": []}) == ("A title", [])
    assert script.answer({"tools": tools}) == ("Then.", [])
    assert script.lost


def test_tools_in_a_namespace_are_offered_too():
    body = {
        "tools": [
            {
                "type": "namespace",
                "name": "mcp__cm",
                "tools": [{"type": "function", "name": "context", "parameters": {}}],
            }
        ]
    }
    assert offered(body) == {"context": ({}, "mcp__cm")}
    script = Script((Step("", (Call("^mcp__cm__context$", {"task": "x"}),)),))
    assert script.answer(body) == ("", [ToolCall("call_0_0", "context", {"task": "x"}, "mcp__cm")])
