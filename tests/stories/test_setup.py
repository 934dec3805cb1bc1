"""A person sets up every agent, works, changes their own settings meanwhile, and takes `cm` back: not a byte of it is left."""

import json
import os
import subprocess
import sys

import pytest

from cm.store.jsonc import parse
from tests.kit.run import run_cm
from tests.kit.world import repository

pytestmark = pytest.mark.story
FILES = {
    ".claude/settings.json": '{\n\t"permissions": {"allow": ["Bash(ls)"]}, // mine\n\t"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "date"}]}]},\n}\n',
    ".claude.json": '{"numStartups": 3, "mcpServers": {"db": {"command": "db-mcp"}}}',
    ".claude/CLAUDE.md": "# Me\r\n\r\nShort answers.\r\n",
    ".codex/config.toml": '# codex\nmodel = "gpt-6"\n\n[mcp_servers.db]\ncommand = "db-mcp"\n',
    ".gemini/settings.json": '{"security": {"auth": {"selectedType": "gemini-api-key"}}}',
    ".qwen/settings.json": "{}",
    ".copilot/mcp-config.json": '{"mcpServers": {}}\n',
    ".config/opencode/opencode.jsonc": '// here\n{\n  "mcp": {}, /* none */\n}\n',
    ".config/goose/config.yaml": "GOOSE_PROVIDER: x\nextensions:\n  developer:\n    enabled: true # yes\n    type: builtin\n",
    ".pi/agent/settings.json": "{}\n",
    ".cline/data/settings/cline_mcp_settings.json": '{\n  "mcpServers": {}\n}',
    ".cursor/mcp.json": '{"mcpServers":{"db":{"command":"db-mcp"}}}',
    ".factory/mcp.json": "{}",
    ".omp/agent/AGENTS.md": "mine\n",
}  # fmt: skip


@pytest.fixture
def home(tmp_path):
    home = tmp_path / "home"
    for name, text in FILES.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    repository(home / "shop")
    return home


def everything(home):
    return {
        str(path.relative_to(home)): path.read_bytes() if path.is_file() else None
        for path in home.rglob("*")
        if path.relative_to(home).parts[0] not in (".cm", "shop")
    }


def cm(home, *words, **more):
    env = {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "CM_HOME": str(home / ".cm"),
        "PATH": "/usr/bin:/bin",
        **more,
    }
    return run_cm(*words, cwd=home / "shop", env=env, timeout=300)


def test_every_agent_is_set_up_and_let_go(home):
    before = everything(home)
    planned = cm(home, "setup", "--dry-run")
    assert planned.code == 0, planned.err
    assert "+[mcp_servers.cm]" in planned.out
    assert "Nothing was written." in planned.out
    assert everything(home) == before
    assert not (home / ".cm").exists()

    done = cm(home, "setup", "--json")
    assert done.code == 0, done.out
    hosts = {each["host"]: each for each in done.data["hosts"]}
    assert len(hosts) == 12
    assert {name for name, each in hosts.items() if "mcp" not in each["parts"]} == set()
    held = everything(home)
    again = cm(home, "setup")
    assert again.code == 0
    assert everything(home) == held

    settings = home / ".claude/settings.json"
    settings.write_text(settings.read_text().replace("Bash(ls)", "Bash(cat)"))
    gone = cm(home, "setup", "--remove", "--yes")
    assert gone.code == 0, gone.out
    after = everything(home)
    assert after.pop(".claude/settings.json") == before[".claude/settings.json"].replace(
        b"Bash(ls)", b"Bash(cat)"
    )
    before.pop(".claude/settings.json")
    assert after == before


def test_inside_an_agent_it_sets_up_and_takes_nothing_back(home):
    done = cm(home, "setup", "codex", CLAUDECODE="1")
    assert done.code == 0
    assert "set up from inside claude-code" in done.out
    refused = cm(home, "setup", "--remove", "codex", "--yes", CLAUDECODE="1")
    assert refused.code == 3
    assert "not done for an agent" in refused.err
    assert "hook_start" in (home / ".codex/hooks.json").read_text()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("setup", "--user", "--project"), 2, "two places"),
        (("setup", "--yes"), 2, "--remove"),
        (("setup", "--remove", "--no-mcp"), 2, "--no-guard"),
        (("setup", "klaude"), 4, "there is no host called 'klaude'"),
        (("setup", "--remove", "codex", "--yes"), 4, "nothing of cm is set up for codex"),
    ],
)
def test_what_cannot_be_done_is_said_with_what_can(home, words, code, said):
    told = cm(home, *words)
    assert told.code == code, told.out + told.err
    assert said in told.err
    assert told.out == ""


def test_a_hook_that_is_registered_answers_as_its_agent_starts_it(home):
    cm(home, "init")
    cm(home, "add", "Run the tests with `make check-all`.")
    assert cm(home, "setup", "claude-code").code == 0
    held = json.loads((home / ".claude.json").read_text())
    assert held["mcpServers"]["db"] == {"command": "db-mcp"}
    entries = parse((home / ".claude/settings.json").read_text()).value_at(("hooks", "SessionStart"))
    line = entries[-1]["hooks"][0]["command"]
    payload = {
        "session_id": "s1",
        "hook_event_name": "SessionStart",
        "source": "startup",
        "cwd": str(home / "shop"),
    }
    said = subprocess.run(
        line, shell=True, input=json.dumps(payload).encode(), capture_output=True, cwd=home / "shop",
        env={"HOME": str(home), "CM_HOME": str(home / ".cm"), "PATH": os.environ["PATH"]},
    )  # fmt: skip
    assert said.returncode == 0, said.stderr
    assert "make check-all" in json.loads(said.stdout)["hookSpecificOutput"]["additionalContext"]


def test_a_folder_with_a_module_of_our_name_is_not_believed(home):
    evil = home / "shop" / "cm"
    evil.mkdir()
    (evil / "__init__.py").write_text("")
    (evil / "__main__.py").write_text(f"open({str(home / 'owned')!r}, 'w')")
    words = [sys.executable, "-P", "-m", "cm"]
    env = {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONPATH": os.getcwd()}
    for more in (["setup", "claude-code"], ["doctor", "--live", "--json"]):
        done = subprocess.run([*words, *more], cwd=home / "shop", env=env, capture_output=True, timeout=120)
    what = {
        each["what"]: each["ok"]
        for each in json.loads(done.stdout)["data"]["tried"]
        if each["what"] != "program"
    }
    assert what == {
        "guard": True,
        "start hook": True,
        "prompt hook": True,
        "end hook": True,
        "MCP server": True,
    }
    assert not (home / "owned").exists()
