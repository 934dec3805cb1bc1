"""Every agent that asks before a command is told so in its own settings, answers, and is told nothing any more."""

import json
import os
import stat

import pytest

from cm.errors import NeedsAHuman, Unwritable
from cm.flows.guard_places import (
    MARK,
    guarded_hosts,
    hosts_here,
    ours_of,
    script_words,
    targets,
    words_of,
)
from cm.flows.guard_removing import remove
from cm.flows.guard_test import payload_of, question, understood
from cm.flows.guarding import install
from cm.flows.scripts import script_of
from cm.store.shipped import shipped_dir
from tests.kit.world import repository, world

HOSTS = [host.name for host in guarded_hosts()]
SETTINGS = (
    b'\xef\xbb\xbf{\r\n\t// mine\r\n\t"env": {"TOKEN": "x",},\r\n\t"hooks": { /* theirs */ "Stop": [] },\r\n}'
)


def at(tmp_path, **more):
    """A user whose home has a space, an apostrophe and umlauts in its name, in a repository below it."""
    home = tmp_path / "Jürgen's Büro"
    shop = home / "shop"
    if not shop.exists():
        repository(shop)
    told = {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "CM_HOME": str(home / "my .cm"),
        "PATH": "/usr/bin:/bin",
    }
    return world(tmp_path, cwd=shop, **{**told, **more})


def everything(root):
    """Every file below a folder that is not of cm's home, with its bytes and mode."""
    return {
        str(path.relative_to(root)): (
            os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None,
            stat.S_IMODE(path.lstat().st_mode),
        )
        for path in root.rglob("*")
        if path.relative_to(root).parts[0] != "my .cm"
    }


def files_of(env, host, where="user"):
    return targets(env, next(each for each in guarded_hosts() if each.name == host), where)


@pytest.mark.parametrize("where", ["user", "project"])
@pytest.mark.parametrize("host", HOSTS)
def test_installed_asked_and_removed(tmp_path, host, where):
    env = at(tmp_path)
    project = where == "project"
    for target in files_of(env, host, where):
        if not target.is_whole:
            target.path.parent.mkdir(parents=True, exist_ok=True)
            target.path.write_bytes(SETTINGS)
            target.path.chmod(0o600)
    before = everything(env.user_home)

    planned = install(env, [host], project=project, dry_run=True)
    assert everything(env.user_home) == before
    assert not env.home.root.exists()

    done = install(env, [host], project=project)
    assert (done.ok, done.hosts[0].trouble, done.hosts[0].proof.heard) == (True, "", "denied")
    assert [file.diff for file in done.hosts[0].files] == [file.diff for file in planned.hosts[0].files]
    for target in files_of(env, host, where):
        if not target.is_whole:
            assert target.path.read_bytes().startswith(b"\xef\xbb\xbf{\r\n\t// mine\r\n")
            assert stat.S_IMODE(target.path.stat().st_mode) == 0o600
    tested = question(env, [host]).tried
    assert [each.heard for each in tested[:2]] == ["denied", "let go"]
    assert tested[2].heard.startswith("let go")
    assert all(each.ok for each in tested)

    stood = everything(env.user_home)
    again = install(env, [host], project=project)
    assert {file.action for file in again.hosts[0].files} == {"unchanged"}
    assert everything(env.user_home) == stood

    with pytest.raises(NeedsAHuman):
        remove(at(tmp_path, CLAUDECODE="1"), [host], project=project, yes=True)
    with pytest.raises(NeedsAHuman):
        remove(env, [host], project=project)
    assert everything(env.user_home) == stood
    assert remove(env, [host], project=project, yes=True).ok
    assert everything(env.user_home) == before
    assert not env.home.guards.exists()


@pytest.mark.parametrize("host", HOSTS)
def test_where_nothing_was_nothing_is_left(tmp_path, host):
    env = at(tmp_path)
    before = everything(env.user_home)
    install(env, [host])
    assert everything(env.user_home) != before
    remove(env, [host], yes=True)
    assert everything(env.user_home) == before


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_is_found_by_its_folder_and_by_its_program(tmp_path, host):
    env = at(tmp_path)
    assert hosts_here(env) == ()
    held = next(each for each in guarded_hosts() if each.name == host)
    (env.user_home / held.folders[0]).mkdir(parents=True)
    assert host in [each.name for each in hosts_here(env)]
    (tmp_path / "bin").mkdir()
    other = tmp_path / "other"
    other.mkdir()
    for name in held.programs:
        program = tmp_path / "bin" / name
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
        assert host in [each.name for each in hosts_here(at(other, PATH=str(tmp_path / "bin")))]
        program.unlink()


@pytest.mark.parametrize("host", HOSTS)
def test_only_an_answer_of_the_hosts_own_dialect_is_a_denial(host):
    guard = next(each for each in guarded_hosts() if each.name == host).guard
    assert understood(guard, guard.deny.exit, guard.deny.out.replace("{reason}", '"why"')) == "denied"
    assert understood(guard, guard.allow.exit, guard.allow.out) == "let go"
    for code, out in (
        (1, ""),
        (127, "not found"),
        (0, "{"),
        (0, "[]"),
        (2, "words") if guard.deny.out else (3, ""),
    ):
        assert understood(guard, code, out) == "not understood"
    assert payload_of(guard, "ls", "/w") != payload_of(guard, "", "/w")


def test_every_file_of_ours_says_so(tmp_path):
    for host in HOSTS:
        for target in files_of(at(tmp_path), host):
            if target.is_whole:
                shim = shipped_dir("guards") / "shims" / target.registrations[0].template
                assert MARK in shim.read_text()


@pytest.mark.parametrize("spot", ["user", "project"])
def test_secrets_around_the_entry_are_not_in_the_diff(tmp_path, spot):
    env = at(tmp_path)
    token = "sk-ant-api03-" + "Zq7" * 30
    path = files_of(env, "claude-code", spot)[0].path
    path.parent.mkdir()
    path.write_text(json.dumps({"env": {"ANTHROPIC_API_KEY": token}}, indent=2))
    planned = install(env, ["claude-code"], project=spot == "project", dry_run=True)
    assert '"PreToolUse"' in planned.hosts[0].files[0].diff
    assert token not in planned.hosts[0].files[0].diff


def test_a_process_that_died_between_record_and_file_is_no_harm(tmp_path, monkeypatch):
    env = at(tmp_path)
    path = files_of(env, "claude-code")[0].path
    path.parent.mkdir()
    path.write_text('{"a": 1} // mine\n')

    def dies(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("cm.flows.guarding.apply", dies)
        with pytest.raises(KeyboardInterrupt):
            install(env, ["claude-code"])
    path.write_text('{"a": 2} // mine\n')
    install(env, ["claude-code"])
    remove(env, ["claude-code"], yes=True)
    assert path.read_text() == '{"a": 2} // mine\n'


def test_a_living_guard_of_another_home_is_somebody_elses(tmp_path):
    env, other = at(tmp_path), at(tmp_path, CM_HOME=str(tmp_path / "other"))
    install(env, ["claude-code"])
    path = files_of(env, "claude-code")[0].path
    alone = path.read_text()
    install(other, ["claude-code"])
    assert path.read_text().count("claude-code.py") == 2
    remove(other, ["claude-code"], yes=True)
    assert path.read_text() == alone


@pytest.mark.parametrize("host", ["opencode", "cline"])
def test_a_plugin_of_another_living_home_is_not_replaced(tmp_path, host):
    env, other = at(tmp_path), at(tmp_path, CM_HOME=str(tmp_path / "other"))
    install(env, [host])
    path = files_of(env, host)[0].path
    alone = path.read_bytes()
    if host == "opencode":
        with pytest.raises(Unwritable, match="is there and not ours"):
            install(other, [host])
    else:
        assert install(other, [host]).ok  # it has a second place
        assert files_of(other, host)[0].path != path
        remove(other, [host], yes=True)
    assert path.read_bytes() == alone
    env.home.root.rename(tmp_path / "moved")
    assert (
        install(at(tmp_path, CM_HOME=str(tmp_path / "moved")), [host]).hosts[0].files[0].action == "renewed"
    )


def test_a_script_of_ours_is_known_in_any_quoting(tmp_path):
    script = script_of(at(tmp_path), "codex")
    ours = ours_of(script)
    assert ours(script.command)
    assert ours("& '" + str(script.path).replace("'", "''") + "'")
    assert not ours("echo codex.py")
    assert not ours("/usr/bin/python3 -I -S -E /elsewhere/codex.py")
    assert ours("/usr/bin/python3 -I -S -E /gone/.cm/guards/codex.py")
    assert not ours("/usr/bin/python3 -I -S -E /gone/.cm/guards/droid.py")


def test_command_lines_are_read_as_the_system_reads_them():
    assert words_of("py -I 'a b/c.py'", windows=False) == ["py", "-I", "a b/c.py"]
    assert words_of('"C:\\Program Files\\py.exe" -I "C:\\u\\guards\\codex.py"', windows=True) == [
        "C:\\Program Files\\py.exe", "-I", "C:\\u\\guards\\codex.py",
    ]  # fmt: skip
    assert words_of("& 'py' '-I'", windows=True) == ["py", "-I"]
    assert script_words("py -I -S -E '/a b/guards/codex.py' x") == ["/a b/guards/codex.py"]
    assert script_words("py -I -S -E 'unclosed") == []
