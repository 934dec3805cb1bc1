"""How a generated guard script and the guard log look."""

import re

import pytest

from cm.cli import guard_log
from cm.flows.guard_log import GuardLog, TriedAgain
from cm.flows.scripts import script_of
from cm.model.host import Answer, Host, PreCommand
from cm.store.guard_log import GuardLine
from tests.kit.world import world

LINES = (
    GuardLine("2026-11-30T10:09:00Z", "fault", "codex", line="policy.json: not there"),
    GuardLine("2026-11-30T10:06:00Z", "again", "claude-code", cwd="/work/shop", id="git-reset-hard", line="/work/shop/undo.sh: git reset --hard"),
    GuardLine("2026-11-30T10:05:00Z", "denied", "claude-code", cwd="/work/shop", id="git-reset-hard", line="git reset --hard HEAD~3", doubts=("nested too deep",)),
    GuardLine("2026-11-30T10:04:00Z", "unjudged", "gemini-cli", line="the payload is not JSON", doubts=("the payload is not JSON",)),
    GuardLine("2026-11-30T10:03:00Z", "asked", "claude-code", cwd="/work/shop", id="git-stash-clear", line="git stash clear"),
    GuardLine("2026-11-30T10:02:00Z", "protected", "claude-code", cwd="/work/shop", line="Write ~/.claude/settings.json"),
)  # fmt: skip
AGAIN = TriedAgain("git-reset-hard", "2026-11-30T10:05:00Z", "2026-11-30T10:06:00Z", 1, ("git reset --hard HEAD~3", "/work/shop/undo.sh: git reset --hard"))  # fmt: skip
FOUND = GuardLog(LINES, 3, {"denied": 4, "fault": 1, "again": 1, "unjudged": 1, "asked": 1, "protected": 1}, {"git-reset-hard": 5}, (AGAIN,), 2)  # fmt: skip


@pytest.mark.parametrize("columns", ["80", "40"])
def test_the_guard_log(snapshot, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    assert guard_log.render(FOUND) == snapshot


def test_an_empty_guard_log(snapshot):
    assert guard_log.render(GuardLog((), 0)) == snapshot
    assert guard_log.render(GuardLog((), 0), narrowed=True) == snapshot
    assert guard_log.render(GuardLog((), 0, tests=9)) == snapshot


def test_the_script_of_a_host(snapshot, tmp_path, monkeypatch):
    dialect = PreCommand(
        tool=("tool_name",), input=("tool_input",), shells={"Bash": "sh"}, commands=("command",), folder=("cwd",), session=("session_id",),
        call=(), deny=Answer('{"deny":{reason}}', 2, True), ask=None, allow=Answer(),
    )  # fmt: skip
    host = Host("parrot", "Parrot", ("PARROT",), guard=dialect)
    monkeypatch.setattr("cm.flows.scripts.HOSTS", {"parrot": host})
    env = world(tmp_path)
    text = script_of(env, "parrot").launcher_text
    for path, name in ((env.home.root.resolve(), "{home}"), (env.home.root, "{home}"), (env.user_home, "{user}")):  # fmt: skip
        text = text.replace(str(path), name)
    assert re.sub(r"(Made by cm |'cm': ')[0-9.a-z]+", r"\1{version}", text) == snapshot
