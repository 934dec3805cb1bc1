"""Real coding agents answer a question of ours in print mode: no hook of theirs runs, no session is left, nothing feeds itself.

Needs `CM_AGENTS`, a folder with `box.sh RUN SECONDS`, which runs `RUN/inner.sh` without a network and without an environment beside
a scripted model, and with the agents in `bin`.
"""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from cm.store.journal import Journal
from tests.kit.talk import talk
from tests.stories.test_reflection_with_a_model import ANSWER, SAID

AGENTS = os.environ.get("CM_AGENTS", "")
URL = "http://127.0.0.1:8399"
pytestmark = [
    pytest.mark.story,
    pytest.mark.skipif(not AGENTS, reason="CM_AGENTS names no folder with real coding agents"),
]
CODEX = f"""model = "fake-model"
model_provider = "fake"
check_for_update_on_startup = false
[model_providers.fake]
name = "fake"
base_url = "{URL}/v1"
env_key = "NAMED_API_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
[analytics]
enabled = false
"""
CLAUDE = {
    "ANTHROPIC_BASE_URL": URL, "ANTHROPIC_API_KEY": "k-named", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1", "DISABLE_TELEMETRY": "1", "DISABLE_ERROR_REPORTING": "1",
}  # fmt: skip
EVENTS = ("SessionStart", "UserPromptSubmit", "Stop")


def hooks(run, program):
    """A hook on every event, which tells that it ran and asks cm to read what is new."""
    script = run / "hook.sh"
    cm = f"{shlex.quote(sys.executable)} -m cm"
    script.write_text(f"#!/bin/sh\necho ran >> {run}/hooks.log\n{cm} reflect >> {run}/fed.log 2>&1\nexit 0\n")
    script.chmod(0o755)
    entry = [{"hooks": [{"type": "command", "command": str(script), "timeout": 60}]}]
    folder, name = {"claude": (".claude", "settings.json"), "codex": (".codex", "hooks.json")}[program]
    (run / "home" / folder).mkdir(parents=True)
    (run / "home" / folder / name).write_text(json.dumps({"hooks": dict.fromkeys(EVENTS, entry)}))
    if program == "codex":
        (run / "home" / folder / "config.toml").write_text(CODEX)


def boxed(run, inner, **environ):
    for name in ("home", "proj", "tmp"):
        (run / name).mkdir(exist_ok=True)
    said = {"PYTHONPATH": os.getcwd(), "CM_HOME": str(run / "cm"), "OPENAI_API_KEY": "k-stray", **environ}
    lines = [f"export {name}={shlex.quote(value)}" for name, value in said.items()]
    (run / "script.json").write_text(json.dumps({"aux_text": ANSWER, "steps": [{"text": ANSWER}] * 9}))
    (run / "inner.sh").write_text("\n".join([*lines, inner, ""]))
    (run / "requests.jsonl").unlink(missing_ok=True)
    subprocess.run(
        ["bash", str(Path(AGENTS, "box.sh")), str(run), "150"], check=False, timeout=200, env={"PATH": os.environ["PATH"]}
    )  # fmt: skip
    asked = run / "requests.jsonl"
    return (
        (run / "stdout.txt").read_text() + (run / "stderr.txt").read_text(),
        asked.read_text() if asked.exists() else "",
    )


@pytest.mark.parametrize(
    "command, program, key, named, plain",
    [
        ("claude-code", "claude", "ANTHROPIC_API_KEY", CLAUDE, "claude -p hello --model fake-model"),
        (
            "codex", "codex", "NAMED_API_KEY", {"NAMED_API_KEY": "k-named"},
            "codex exec --skip-git-repo-check --dangerously-bypass-hook-trust hello",
        ),
    ],
)  # fmt: skip
def test_an_agent_answers_with_its_hooks_off_and_leaves_nothing_behind(
    tmp_path, command, program, key, named, plain
):
    if not Path(AGENTS, "bin", program).exists():
        pytest.skip(f"there is no {program} in CM_AGENTS")
    run = tmp_path
    hooks(run, program)
    boxed(run, plain, **named)
    assert "ran" in (run / "hooks.log").read_text(), (
        "the hooks of this test must run where nobody switches them off"
    )
    (run / "hooks.log").unlink()
    (run / "fed.log").unlink()
    before = {path for path in (run / "home").rglob("*.jsonl") if "history" not in path.name}
    assert before, "and a session of its own must be kept"

    Journal(run / "cm" / "journal").append(*talk(*SAID))
    cm = f"{shlex.quote(sys.executable)} -m cm"
    config = {
        "provider": "command", "command": command, "model": "fake-model", "key_variable": key, "price_in": "1", "price_out": "1",
        "daily_usd": "9", "monthly_usd": "9",
    }  # fmt: skip
    lines = [f"{cm} init >/dev/null"]
    lines += [f"{cm} config set llm.{name} {value} --yes >/dev/null" for name, value in config.items()]
    lines += [f"{cm} reflect --model --session claude-code/s1 --json"]
    told, asked = boxed(run, "\n".join(lines), **named)
    done = json.loads(next(line for line in told.splitlines() if line.startswith('{"schema')))
    assert done["ok"], told
    modelled = done["data"]["modelled"]
    assert (modelled["answered"], modelled["troubles"]) == (1, []), told
    assert "cm-prompt" in asked
    assert "k-stray" not in asked
    assert not (run / "hooks.log").exists(), "a hook ran in a call of ours"
    assert not (run / "fed.log").exists()
    after = {path for path in (run / "home").rglob("*.jsonl") if "history" not in path.name}
    assert after == before, "a session of our call was kept"
