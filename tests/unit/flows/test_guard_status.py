"""Whether what should guard does: every link of the chain that can break is named, with what to do."""

import json
from datetime import timedelta

import pytest

from cm.flows.checks_guard import look_at_guards, mend_guards
from cm.flows.checks_guard import look_at_traumas as waiting_traumas
from cm.flows.guard_removing import remove
from cm.flows.guard_status import status
from cm.flows.guarding import install
from cm.hosts.codex_trust import hash_of
from cm.model.stamp import stamp
from cm.store.lines import append_line
from tests.kit.world import repository, world


@pytest.fixture
def env(tmp_path):
    home = tmp_path / "user"
    for folder in (".claude", ".codex", ".gemini/tmp"):
        (home / folder).mkdir(parents=True)
    return at(tmp_path)


def at(tmp_path, **more):
    home = tmp_path / "user"
    told = {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "CM_HOME": str(home / ".cm"),
        "PATH": "/usr/bin:/bin",
    }
    return world(tmp_path, cwd=home, **{**told, **more})


def of(env, host):
    return next(each for each in status(env).hosts if each.host == host)


def codes(env, host):
    return [each.code for each in of(env, host).troubles]


def test_before_anything_is_installed_nothing_is_amiss(env):
    found = status(env)
    assert [host.host for host in found.hosts] == ["claude-code", "codex", "gemini-cli"]
    assert not any(host.is_registered for host in found.hosts)
    assert found.ok
    assert list(look_at_guards(env)) == []


def test_what_is_installed_guards(env):
    install(env, ["claude-code", "gemini-cli"])
    found = status(env)
    assert found.ok
    assert [host.host for host in found.hosts if host.is_registered] == ["claude-code", "gemini-cli"]
    assert of(env, "claude-code").places[0].line.startswith(of(env, "claude-code").interpreter)
    assert found.patterns.armed > 10
    assert found.patterns.packs == ("agent", "core")


def test_an_entry_that_somebody_took_out_is_missed(env):
    install(env, ["claude-code"])
    (env.user_home / ".claude/settings.json").write_text("{}")
    assert codes(env, "claude-code") == ["guard-entry-gone"]
    assert not status(env).ok
    (env.user_home / ".claude/settings.json").unlink()
    assert codes(env, "claude-code") == ["guard-entry-gone"]
    remove(env, ["claude-code"], yes=True)
    assert codes(env, "claude-code") == []


def test_settings_that_cannot_be_read_any_more_are_told(env):
    install(env, ["claude-code"])
    (env.user_home / ".claude/settings.json").write_text("{,}")
    assert codes(env, "claude-code") == ["guard-unreadable"]


def test_a_script_that_is_gone_or_edited_is_told_and_mended(env):
    install(env, ["claude-code"])
    script = env.home.guards / "claude-code.py"
    script.write_text(script.read_text() + "\nDATA = {}\n")
    assert codes(env, "claude-code") == ["guard-script-stale"]
    assert status(env).ok  # an older one guards, too
    script.unlink()
    assert codes(env, "claude-code") == ["guard-script-missing"]
    (env.home.guards / "cm_guard.py").unlink()
    assert codes(env, "claude-code") == ["guard-script-missing", "guard-script-stale"]
    assert {item.level for item in look_at_guards(env)} == {"fault"}
    mend_guards(env)
    assert list(look_at_guards(env)) == []


def test_an_interpreter_that_is_gone_is_told(env):
    install(env, ["claude-code"])
    path = env.user_home / ".claude/settings.json"
    path.write_text(path.read_text().replace(of(env, "claude-code").interpreter, "/gone/python3"))
    assert codes(env, "claude-code") == ["guard-no-interpreter"]
    install(env, ["claude-code"])
    assert codes(env, "claude-code") == []


def test_an_entry_of_another_version_guards_and_is_named(env):
    install(env, ["claude-code"])
    path = env.user_home / ".claude/settings.json"
    path.write_text(path.read_text().replace('"timeout": 10', '"timeout": 9'))
    assert codes(env, "claude-code") == ["guard-entry-stale"]
    assert status(env).ok


@pytest.mark.parametrize(
    "host, file, text",
    [
        ("claude-code", ".claude/settings.local.json", '{"disableAllHooks": true}'),
        ("gemini-cli", ".gemini/settings.json", None),
        ("codex", ".codex/config.toml", "[features]\nhooks = false\n"),
    ],
)
def test_a_switch_that_keeps_all_hooks_from_running_is_told(env, tmp_path, host, file, text):
    install(env, [host])
    path = env.user_home / file
    if text is None:
        text = path.read_text().replace("{", '{"hooksConfig": {"enabled": false},', 1)
    repository(env.user_home)  # so that the folder's own settings count
    path.write_text(text)
    there = at(tmp_path)
    assert "guard-switched-off" in codes(there, host)
    assert {i.level for i in look_at_guards(there) if i.code == "guard-switched-off"} == {"warning"}


def test_a_hook_that_its_user_did_not_trust_does_not_guard(env):
    install(env, ["codex"])
    assert (of(env, "codex").trust, codes(env, "codex")) == ("not trusted", ["guard-not-trusted"])
    path = env.user_home / ".codex/hooks.json"
    entry = json.loads(path.read_text())["hooks"]["PreToolUse"][0]
    kept = hash_of("pre_tool_use", entry, entry["hooks"][0])
    (env.user_home / ".codex/config.toml").write_text(
        f'[hooks.state."{path}:pre_tool_use:0:0"]\ntrusted_hash = "{kept}"\n'
    )
    assert (of(env, "codex").trust, codes(env, "codex")) == ("trusted", [])
    path.write_text(path.read_text().replace('"timeout": 10', '"timeout": 9'))
    assert "changed since" in [each.say for each in of(env, "codex").troubles][-1]
    install(env, ["codex"])
    assert of(env, "codex").trust == "trusted"  # renewed in its place


def test_an_entry_that_names_another_home_is_put_right_by_installing_again(env, tmp_path):
    install(env, ["claude-code"])
    env.home.root.rename(tmp_path / "moved")
    moved = world(tmp_path, HOME=str(env.user_home), CM_HOME=str(tmp_path / "moved"))
    (trouble,) = [each for each in status(moved).hosts[0].troubles if each.code == "guard-script-missing"]
    assert (trouble.todo, trouble.fixable) == ("cm guard install claude-code", False)


def line(env, ago, **more):
    at = stamp(env.now - timedelta(days=ago))
    append_line(env.home.guard / "log.jsonl", {"at": at, "kind": "unjudged", "host": "claude-code", **more})


def test_the_log_tells_what_was_not_judged_and_what_was_last_denied(env):
    install(env, ["claude-code"])
    line(env, 8)
    line(env, 2)
    line(env, 1, session="cm-guard-test")
    line(env, 1, kind="denied", id="core-rm-root", line="rm -rf /")
    line(env, 0, kind="denied", id="agent-canary", line="cm-guard-canary")
    line(env, 0, kind="fault", line="the log cannot be written")
    found = status(env)
    assert (found.unjudged, found.faults) == (1, 1)
    assert found.hosts[0].denied.say == "core-rm-root"
    assert found.hosts[0].fault.say == "the log cannot be written"
    assert {"guard-unjudged", "guard-fault"} <= {item.code for item in look_at_guards(env)}


def test_two_guards_for_one_call_are_named(env):
    install(env, ["claude-code", "cursor"])
    told = [each.say for each in status(env).troubles]
    assert told == ["Cursor reads the settings of Claude Code too, so both guards are asked about its calls"]
    assert status(env).ok
    remove(env, ["cursor"], yes=True)
    assert status(env).troubles == ()


def test_a_registry_that_changed_since_is_told_and_armed_anew(env):
    install(env, ["claude-code"])
    row = {"id": "t-x", "pattern": "(", "at": env.stamp, "severity": "critical", "story": {"message": "x"}}
    append_line(env.home.traumas, row)
    assert "guard-behind" in [each.code for each in status(env).troubles]
    mend_guards(env)
    assert status(env).troubles == ()
    assert status(env).patterns.quarantined == 1
    told = [item for item in waiting_traumas(env) if item.code == "trauma-quarantined"]
    assert len(told) == 1
    assert f"{env.home.traumas}:1: t-x is not armed" in told[0].say


def test_without_a_pattern_nothing_is_denied_and_that_is_told(env):
    install(env, ["claude-code"])
    for path in env.home.guard.glob("*"):
        if path.name != "installed.json":
            path.unlink()
    assert [each.code for each in status(env).troubles] == ["guard-not-armed"]
    mend_guards(env)
    assert status(env).ok
