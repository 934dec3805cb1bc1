"""A user with a few sessions read and rules made of them, and one who calls over MCP beside the command line."""

import json
import os
import shutil
from pathlib import Path

import pytest

from cm.cli.app import main
from cm.mcp.caller import Caller

EXAMPLES = Path(__file__).resolve().parents[3] / "examples/sessions"
NOW = "2026-11-30T12:00:00Z"


@pytest.fixture
def shop(tmp_path, monkeypatch):
    """The repository at work, in an agent's environment, at a stopped clock."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(EXAMPLES / "claude"))
    monkeypatch.setenv("CODEX_HOME", str(EXAMPLES / "codex"))
    monkeypatch.setenv("CM_PROJECT", "/home/dev/shop")
    monkeypatch.setenv("CM_NOW", NOW)
    root = tmp_path / "shop"
    (root / ".git").mkdir(parents=True)
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def cm(capsys):
    """Runs a command in this process and gives its JSON document."""

    def run(*words, code=(0, 1, 3)):
        capsys.readouterr()
        done = main([*words, "--json"])
        said = capsys.readouterr()
        assert done in code if isinstance(code, tuple) else done == code, said.out + said.err
        return json.loads(said.out)

    return run


@pytest.fixture(scope="session")
def made_before(tmp_path_factory):
    return tmp_path_factory.mktemp("made") / "home"


@pytest.fixture
def used(shop, cm, monkeypatch, made_before):
    """A home with rules, drafts, diaries and a trauma; from now on an agent is at work."""
    home = Path(os.environ["CM_HOME"])
    if made_before.exists():
        shutil.copytree(made_before, home, symlinks=True)
    else:
        cm("init")
        cm("reflect")
        cm("remember", "Run the database migrations with `make migrate`.", "--why", "they need the proxy")
        cm("trauma", "add", r"git\s+reset\s+--hard", "--why", "it threw away a day's work")
        shutil.copytree(home, made_before, symlinks=True)
    monkeypatch.setenv("CLAUDECODE", "1")
    return home


@pytest.fixture
def caller(shop):
    return Caller(dict(os.environ) | {"CLAUDECODE": "1"}, str(shop))


@pytest.fixture
def twice(used):
    """Does two things to the same home: what the first one changed is put back before the second."""

    def both(first, second):
        kept = used.with_name("kept")
        shutil.copytree(used, kept, symlinks=True)
        one = first()
        shutil.rmtree(used)
        shutil.move(kept, used)
        return one, second()

    return both
