"""How installing, removing, the state and the test of guards look, wide and narrow."""

from dataclasses import replace

import pytest

from cm.cli import guard_install, guard_remove, guard_status, guard_test
from cm.flows.guard_removing import Removed
from cm.flows.guard_status import HostState, Last, Patterns, Place, Status, Trouble
from cm.flows.guard_test import Tested, Tried
from cm.flows.guarding import FileDone, HostDone, Installed

PY = "/usr/bin/python3.11 -I -S -E /home/u/.cm/guards/claude-code.py"
DIFF = f'''--- /home/u/.claude/settings.json
+++ /home/u/.claude/settings.json
@@ -1,3 +1,16 @@
 {{
-	"model": "x" // mine
+	"model": "x", // mine
+	"hooks": {{
+		"PreToolUse": [
+			{{
+				"hooks": [
+					{{
+						"command": "{PY}"
+					}}
+				]
+			}}
+		]
+	}}
 }}
'''
PROOF = Tried(
    "claude-code", "Claude Code", "user", "/home/u/.claude/settings.json", PY, "cm-guard-canary", "denied",
    ("denied",), 2, "{}", "Denied by trauma agent-canary (agent): cm-guard-canary", 17.4,
)  # fmt: skip
CLAUDE = HostDone(
    "claude-code", "Claude Code",
    (FileDone("/home/u/.claude/settings.json", "/home/u/dotfiles/claude.json", "added", DIFF, "/home/u/.cm/backups/claude-code.settings.json.2026-11-30T120000Z"),),
    ("A session that is open takes it up when it is started anew.",), (), PROOF,
)  # fmt: skip
CODEX = HostDone(
    "codex", "Codex CLI", (FileDone("/w/shop/.codex/hooks.json", "", "created", "", shared=True),),
    ("Codex runs it once you have trusted it: start `codex` and say yes, or open /hooks there.",), (), PROOF,
)  # fmt: skip
BROKEN = HostDone(
    "qwen-code", "Qwen Code", (), trouble="/home/u/.qwen/settings.json:3:3: expected a comma or `}`, not '\"', so nothing was written",
    hint="mend that place, then run it again; comments and trailing commas are fine",
)  # fmt: skip
INSTALLED = Installed(
    False, "user", "", (CLAUDE, CODEX, BROKEN), ("a.py",), ("core", "git"), ("git",), 41, 1, 2, "claude-code"
)
TROUBLE = Trouble(
    "guard-not-trusted", "Codex CLI skips the hook in /home/u/.codex/hooks.json without a word: not trusted",
    "Codex runs it once you have trusted it: start `codex` and say yes, or open /hooks there.",
)  # fmt: skip
OLD = Trouble("guard-entry-stale", "/home/u/.claude/settings.json: the entry is not what this cm would write", "cm guard install claude-code renews it in its place", grave=False)  # fmt: skip
STATUS = Status(
    (
        HostState(
            "claude-code", "Claude Code", True, (Place("user", "/home/u/.claude/settings.json", PY),), "/usr/bin/python3.11", "", (OLD,),
            Last("2026-11-29T10:00:00Z", "core-rm-root"), Last("2026-11-28T10:00:00Z", "the log cannot be written"), 3,
        ),
        HostState("codex", "Codex CLI", True, (Place("user", "/home/u/.codex/hooks.json", PY),), "/usr/bin/python3.11", "not trusted", (TROUBLE,)),
        HostState("pi", "pi", True, (), "/usr/bin/python3.11", "", ()),
    ),
    Patterns(("agent", "core"), 32, 2, 1, 1, 1, 1), (), 3, 1,
)  # fmt: skip


@pytest.fixture(params=["80", "44"], autouse=True)
def columns(request, monkeypatch):
    monkeypatch.setenv("COLUMNS", request.param)


def test_installed(snapshot):
    assert guard_install.render(INSTALLED) == snapshot


def test_a_dry_run(snapshot):
    plan = replace(INSTALLED, dry_run=True, hosts=(replace(CLAUDE, proof=None),), by_agent="", packs_added=())
    assert guard_install.render(plan) == snapshot


def test_removed(snapshot):
    gone = replace(CLAUDE, files=(replace(CLAUDE.files[0], action="removed"),), proof=None, needs=())
    assert guard_remove.render(Removed(False, (gone,), ("a.py", "b.py"), "human")) == snapshot


def test_the_state(snapshot):
    assert guard_status.render(STATUS) == snapshot


def test_nothing_is_guarded(snapshot):
    none = Status(STATUS.hosts[2:], Patterns(("agent", "core"), 0, 0, 0, 0, 0, 0), (), 0, 0)
    assert guard_status.render(none) == snapshot


def test_tested(snapshot):
    tried = (
        PROOF,
        replace(PROOF, asked="ls", heard="let go", expected=("let go",), exit=0, out="", err="", ms=9.0),
        replace(
            PROOF, asked="", heard="not understood", expected=("let go",), exit=1, err="Traceback", ms=9.0
        ),
    )
    assert guard_test.render(Tested(tried, ("pi: nothing of ours stands in /home/u/x.ts",))) == snapshot
