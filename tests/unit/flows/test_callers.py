"""Whoever asks over a wire is an agent; which one says its environment, else its name."""

import pytest

from cm.flows.callers import UNKNOWN, agent_named, as_child, as_stranger, env_for, hears_nothing
from cm.hosts.registry import HOSTS, markers


@pytest.mark.parametrize("name", HOSTS)
def test_a_host_is_known_by_its_own_name_and_by_longer_ones(name):
    assert agent_named(name) == name
    assert agent_named(f"{name.title()} MCP client") == name


@pytest.mark.parametrize("client", ["", "inspector", "claude", "codexx", "my codex", "../codex", "💥"])
def test_a_client_that_nobody_knows_is_of_no_name(client):
    assert agent_named(client) == UNKNOWN


def test_the_longer_name_of_two_is_meant():
    assert agent_named("gemini-cli-mcp-client-cm") == "gemini-cli"


def test_a_child_of_an_agent_is_of_that_agent_whatever_it_calls_itself():
    said = as_child({"CLAUDECODE": "1", "HOME": "/h"}, "codex-mcp-client")
    assert dict(said) == {"CLAUDECODE": "1", "HOME": "/h"}
    assert as_child({"HOME": "/h"}, "codex-mcp-client")["AI_AGENT"] == "codex"
    assert as_child({"HOME": "/h", "AI_AGENT": " "}, "who")["AI_AGENT"] == UNKNOWN


def test_for_a_stranger_nothing_of_the_agent_around_the_server_holds():
    environ = {name: "1" for each in markers().values() for name in each}
    environ |= {"HOME": "/h", "CM_OWN_CALL": "1", "CLAUDE_CODE_SESSION_ID": "s", "AI_AGENT": "x"}
    assert dict(as_stranger(environ)) | {"CLAUDE_CODE_SESSION_ID": "s"} == {
        "HOME": "/h", "AI_AGENT": UNKNOWN, "CLAUDE_CODE_SESSION_ID": "s",
    }  # fmt: skip
    assert "CLAUDE_CODE_SESSION_ID" not in as_stranger(environ, "claude-code")
    assert not hears_nothing(as_stranger(environ))


def test_nobody_is_at_a_terminal(tmp_path, own_world):
    env = env_for(as_stranger({"HOME": str(tmp_path), "CM_HOME": str(tmp_path / "h")}), str(tmp_path))
    assert (env.by, env.tty, env.agent, env.session) == ("agent", False, UNKNOWN, "")
