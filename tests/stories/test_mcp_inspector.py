"""A second official client, the command line of MCP's inspector, over stdio and HTTP.

It is a program for node, from the npm package `@modelcontextprotocol/inspector`; it is found on the path, or named by CM_INSPECTOR.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit import run_cm
from tests.kit.loopback import open_loopback, serving

INSPECTOR = os.environ.get("CM_INSPECTOR") or shutil.which("mcp-inspector") or ""
pytestmark = [
    pytest.mark.story,
    pytest.mark.skipif(
        not INSPECTOR,
        reason="no mcp-inspector: npm install @modelcontextprotocol/inspector, then CM_INSPECTOR=…/mcp-inspector",
    ),
]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def shop(own_world, tmp_path):
    root = tmp_path / "shop"
    (root / ".git").mkdir(parents=True)
    run_cm("init", cwd=root)
    run_cm("remember", "Run the tests with `uv run pytest -q`.", cwd=root)
    return root


def inspect(shop, place, *words):
    world = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [INSPECTOR, "--cli", *place, *words],
        capture_output=True,
        text=True,
        cwd=shop,
        env=world,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def session(shop, place):
    tools = inspect(shop, place, "--method", "tools/list")["tools"]
    assert {"context", "mark", "remember", "reflect"} <= {tool["name"] for tool in tools}
    found = inspect(
        shop, place, "--method", "tools/call", "--tool-name", "context", "--tool-arg", "task=run the tests"
    )
    assert "uv run pytest -q" in found["content"][0]["text"]
    rule = found["_meta"]["cm.document"]["data"]["rules"][0]["id"]
    asked = ("--tool-arg", f"rule={rule}", "verdict=helpful", "session=s1")
    marked = inspect(shop, place, "--method", "tools/call", "--tool-name", "mark", *asked)
    assert marked["structuredContent"]["data"]["by"] == "agent"
    listed = inspect(shop, place, "--method", "resources/list")["resources"]
    assert {"cm://playbook", "cm://diary", "cm://decisions", "cm://stats"} <= {each["uri"] for each in listed}
    read = inspect(shop, place, "--method", "resources/read", "--uri", f"cm://rule/{rule}")
    assert json.loads(read["contents"][0]["text"])["schema"] == "cm.show/1"
    assert inspect(shop, place, "--method", "resources/templates/list")["resourceTemplates"]
    assert len(inspect(shop, place, "--method", "prompts/list")["prompts"]) == 4
    words = ("--prompt-name", "before_task", "--prompt-args", "task=run the tests")
    prompt = inspect(shop, place, "--method", "prompts/get", *words)
    assert "uv run pytest -q" in prompt["messages"][0]["content"]["text"]


def test_a_session_over_stdio(shop):
    session(shop, [sys.executable, "-m", "cm", "mcp"])


def test_a_session_over_http(shop, monkeypatch):
    open_loopback(monkeypatch)
    run_cm("config", "set", "serve.open_writes", "true", cwd=shop)  # it sends no token
    with serving(cwd=shop) as (_, told):
        session(shop, [told["url"], "--transport", "http"])
