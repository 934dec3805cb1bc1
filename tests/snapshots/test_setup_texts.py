"""How setting up, taking back, and what the doctor says of both look, wide and narrow."""

from dataclasses import replace

import pytest

from cm.cli import doctor, setup
from cm.flows.checks import Finding
from cm.flows.doctor import Examined
from cm.flows.guarding import FileDone, HostDone
from cm.flows.live import Tried
from cm.flows.set_up_state import HostTold
from cm.flows.setting_up import HostSetUp, SetUp
from cm.flows.setup_removing import HostTaken, Unset

SETTINGS, CONFIG = "/home/u/.claude/settings.json", "/home/u/.codex/config.toml"
DIFF = f"""--- {CONFIG}
+++ {CONFIG}
@@ -1,1 +1,5 @@
 model = "x"
+
+[mcp_servers.cm]
+command = "/usr/bin/python3"
+args = ["-P", "-m", "cm", "mcp"]
"""
TRUST = "Codex runs it once you have trusted it: start `codex` and say yes, or open /hooks there."
GUARD = HostDone(
    "claude-code", "Claude Code", (FileDone(SETTINGS, "", "created", "", "/home/u/.cm/backups/x"),)
)
CLAUDE = HostSetUp(
    "claude-code", "Claude Code", ("start", "prompt", "end", "mcp", "guide"),
    (FileDone(SETTINGS, "", "added", ""), FileDone("/home/u/.claude.json", "/home/u/dotfiles/claude.json", "added", "")),
    ("A session that is open takes it up when it is started anew.",), guard=GUARD, page="/home/u/.claude/skills/cm-onboard/SKILL.md",
)  # fmt: skip
CODEX = HostSetUp("codex", "Codex CLI", ("mcp",), (FileDone(CONFIG, "", "added", DIFF),), (TRUST,))
CURSOR = HostSetUp(
    "cursor", "Cursor", ("start", "end", "mcp"), (FileDone("/w/shop/.cursor/hooks.json", "", "unchanged", "", shared=True),), (),
    ("what matches a prompt: Cursor takes no context there",),
)  # fmt: skip
BROKEN = HostSetUp(
    "qwen-code", "Qwen Code", (), (), trouble="/home/u/.qwen/settings.json:3:3: expected a comma or `}`, not '\"', so nothing was written",
    hint="mend that place, then run it again; comments and trailing commas are fine",
)  # fmt: skip
DONE = SetUp(False, "user", "", (CLAUDE, CODEX, CURSOR, BROKEN), "claude-code")


@pytest.fixture(params=["80", "44"], autouse=True)
def columns(request, monkeypatch):
    monkeypatch.setenv("COLUMNS", request.param)


def test_set_up(snapshot):
    assert setup.render(DONE) == snapshot


def test_a_dry_run(snapshot):
    assert setup.render(SetUp(True, "user", "", (CODEX,))) == snapshot


def test_taken_back(snapshot):
    files = tuple(replace(file, action="removed") for file in CLAUDE.files)
    gone = (
        HostTaken("claude-code", "Claude Code", (*files, replace(files[0], action="deleted", backup="/home/u/.cm/backups/x"))),
        HostTaken("qwen-code", "Qwen Code", (), BROKEN.trouble, BROKEN.hint),
    )  # fmt: skip
    assert (
        setup.render_removed(Unset(False, gone, ("/home/u/.agents/skills/cm-onboard/SKILL.md",), "human"))
        == snapshot
    )


def test_what_the_doctor_says(snapshot):
    told = (
        HostTold(
            "codex", "Codex CLI", ("mcp", "guide", "end", "start"), (), (TRUST,), (), True, "not trusted"
        ),
        HostTold("cursor", "Cursor", ("start", "mcp"), (), (), CURSOR.lacks, False),
    )
    tried = (
        Tried("codex", "Codex CLI", "guard", True, "denied the canary", 17.2, CONFIG),
        Tried("codex", "Codex CLI", "start hook", False, "ended with status 127: /bin/sh: 1: /opt/python: not found", 3.0, CONFIG),
    )  # fmt: skip
    finding = Finding(
        "warning", "setup-changed", f"Codex CLI: what cm setup put there is not as it was ({CONFIG}: mcp_servers.cm)",
        "cm setup codex, or cm setup --remove codex",
    )  # fmt: skip
    assert (
        doctor.render(Examined("/home/u/.cm", "/w/shop", (finding,), (), told=told, tried=tried)) == snapshot
    )
