"""Every agent is told what it can take, in its own files, and none of it is left when it is taken back."""

import json
import os
import stat
import tomllib

import pytest

from cm.core.serving.export import put_block
from cm.errors import NeedsAHuman, NotFound, Usage
from cm.flows import hooking
from cm.flows.doctor import examine
from cm.flows.guard_removing import remove
from cm.flows.guarding import install
from cm.flows.live import try_all
from cm.flows.set_up_state import told_hosts
from cm.flows.setting_up import set_up
from cm.flows.setup_places import OURS, hosts_to_tell, places, registrations_of
from cm.flows.setup_removing import unset
from cm.store.hostfiles import read_exports
from tests.kit.world import repository, world

HOSTS = [host.name for host in hosts_to_tell()]
WITH_SERVER = [host.name for host in hosts_to_tell() if host.mcp]
THEIRS = {
    "json": b'\xef\xbb\xbf{\r\n\t// mine\r\n\t"env": {"TOKEN": "x",},\r\n\t"mcpServers": { /* theirs */ "other": {} },\r\n}',
    "toml": b'# mine\r\nmodel = "x"\r\n\r\n[mcp_servers.other]\r\ncommand = "y" # theirs',
    "yaml": b"# mine\nGOOSE_MODEL: x\nextensions:\n    other: {enabled: true} # theirs\n\n# the end",
    "block": b"# How I like it\n\n- short answers",
}


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
    """Every file and folder below a folder that is not of cm's home, with its bytes and mode."""
    return {
        str(path.relative_to(root)): (
            os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None,
            stat.S_IMODE(path.lstat().st_mode),
        )
        for path in root.rglob("*")
        if path.relative_to(root).parts[0] != "my .cm"
    }


def written(env, host, where):
    """The files of somebody else's that are there before we come."""
    found = next(each for each in hosts_to_tell() if each.name == host)
    for place in places(env, found, where):
        if not place.is_whole:
            place.path.parent.mkdir(parents=True, exist_ok=True)
            place.path.write_bytes(THEIRS[place.first.shape])
            place.path.chmod(0o600)


@pytest.mark.parametrize("there", [True, False], ids=["files", "nothing"])
@pytest.mark.parametrize("where", ["user", "project"])
@pytest.mark.parametrize("host", HOSTS)
def test_set_up_twice_and_taken_back(tmp_path, host, where, there):
    env = at(tmp_path)
    project = where == "project"
    if there:
        written(env, host, where)
    before = everything(env.user_home)

    set_up(env, [host], project=project, dry_run=True)
    assert everything(env.user_home) == before
    assert not env.home.root.exists()

    done = set_up(env, [host], project=project)
    assert [(each.trouble, each.guard and each.guard.trouble) for each in done.hosts] == [
        ("", done.hosts[0].guard and "")
    ]
    held = everything(env.user_home)
    again = set_up(env, [host], project=project)
    assert everything(env.user_home) == held
    assert {file.action for file in again.hosts[0].files} <= {"unchanged"}

    unset(env, [host], project=project, yes=True)
    assert everything(env.user_home) == before
    assert not [each for each in read_exports(env.home.exports).files.values() if each.pieces]


@pytest.mark.parametrize("order", ["guard first", "guard last"])
def test_the_guard_may_go_before_or_after(tmp_path, order):
    env = at(tmp_path)
    place = env.user_home / ".gemini/settings.json"
    place.parent.mkdir()
    for text in (
        "{}",
        '{"a": 1}',
        '{\n  "hooks": {}\n}\n',
        '{"mcpServers": {"x": {}}, "hooks": {"SessionStart": []}}',
    ):
        place.write_text(text)
        if order == "guard first":
            set_up(env, ["gemini-cli"])
        else:
            set_up(env, ["gemini-cli"], guard=False)
            install(env, ["gemini-cli"])
        remove(env, ["gemini-cli"], yes=True)
        assert "guards" not in place.read_text()
        unset(env, ["gemini-cli"], yes=True)
        assert place.read_text() == text
        set_up(env, ["gemini-cli"])
        unset(env, ["gemini-cli"], guard=False, yes=True)
        assert "hook_start" not in place.read_text()
        remove(env, ["gemini-cli"], yes=True)
        assert json.loads(place.read_text()) == json.loads(text)


def test_what_the_agent_wrote_meanwhile_stays(tmp_path):
    env = at(tmp_path)
    config = env.user_home / ".codex/config.toml"
    config.parent.mkdir()
    config.write_text('model = "x"\n')
    set_up(env, ["codex"])
    config.write_text(config.read_text() + '\n[projects."/w"]\ntrust_level = "trusted"\n')
    settings = env.user_home / ".claude.json"
    set_up(env, ["claude-code"])
    value = json.loads(settings.read_text())
    settings.write_text(json.dumps({"numStartups": 1, **value}))
    unset(env, yes=True)
    assert tomllib.loads(config.read_text()) == {"model": "x", "projects": {"/w": {"trust_level": "trusted"}}}
    assert json.loads(settings.read_text()) == {"numStartups": 1}


@pytest.mark.parametrize("host", WITH_SERVER)
def test_a_server_of_ours_starts_in_no_strangers_folder(tmp_path, host):
    env = at(tmp_path)
    set_up(env, [host], guard=False)
    found = next(each for each in hosts_to_tell() if each.name == host)
    texts = [place.path.read_text() for place in places(env, found, "user") if "mcp" in place.parts]
    assert texts
    for text in texts:
        assert '"-P"' in text  # nothing is taken out of the folder it is started in
        assert str(env.home.root).replace("\\", "\\\\") in text  # a home elsewhere travels with it


def test_every_line_of_ours_is_known_as_ours(tmp_path):
    env = at(tmp_path)
    for host in hosts_to_tell():
        assert OURS(hooking.command_of(env, "start", host.name))
        assert any(OURS.member(word) for word in hooking.server_words(env))
        for part, each in registrations_of(host):
            assert each.where in ("user", "project")
            assert part != "mcp" or "cm" in each.at


def test_without_a_server_and_without_the_guard(tmp_path):
    env = at(tmp_path)
    set_up(env, ["gemini-cli"], mcp=False, guard=False)
    held = json.loads((env.user_home / ".gemini/settings.json").read_text())
    assert sorted(held["hooks"]) == ["BeforeAgent", "SessionEnd", "SessionStart"]
    assert "mcpServers" not in held
    set_up(env, ["gemini-cli"])
    assert "mcpServers" in json.loads((env.user_home / ".gemini/settings.json").read_text())
    set_up(env, ["gemini-cli"], mcp=False)  # leaves it alone, and takes nothing away
    assert "mcpServers" in json.loads((env.user_home / ".gemini/settings.json").read_text())


def test_a_file_that_cannot_be_read_is_left_alone_and_the_others_are_done(tmp_path):
    env = at(tmp_path)
    (env.user_home / ".codex").mkdir()
    (env.user_home / ".claude").mkdir()
    broken = env.user_home / ".codex/config.toml"
    broken.write_text("model = \n")
    done = set_up(env)
    told = {each.host: each for each in done.hosts}
    assert not done.ok
    assert "config.toml:1:9" in told["codex"].trouble
    assert "nothing was written" in told["codex"].trouble
    assert broken.read_text() == "model = \n"
    assert told["claude-code"].ok


def test_a_link_stays_a_link_and_a_read_only_file_is_not_written(tmp_path):
    env = at(tmp_path)
    real = env.user_home / "dotfiles/claude.json"
    real.parent.mkdir()
    real.write_text("{}\n")
    (env.user_home / ".claude.json").symlink_to(real)
    (env.user_home / ".claude").mkdir()
    locked = env.user_home / ".claude/CLAUDE.md"
    locked.write_text("mine\n")
    locked.chmod(0o400)
    done = set_up(env, ["claude-code"])
    assert "read-only" in done.hosts[0].trouble
    assert locked.read_text() == "mine\n"
    assert (env.user_home / ".claude.json").is_symlink()
    assert "mcpServers" in json.loads(real.read_text())
    unset(env, ["claude-code"], yes=True)
    assert real.read_text() == "{}\n"


def test_one_page_of_rules_and_the_block_do_not_meet(tmp_path):
    env = at(tmp_path)
    place = env.user_home / ".codex/AGENTS.md"
    place.parent.mkdir()
    body = b"theirs\n"
    place.write_bytes(body)
    set_up(env, ["codex"])
    text = place.read_text()
    assert text.startswith("theirs\n")
    assert "cm context" in text
    place.write_text(text + "more of mine\n")
    unset(env, ["codex"], yes=True)
    assert place.read_text() == "theirs\nmore of mine\n"


def test_a_block_of_rules_and_an_edited_one_are_left_alone(tmp_path):
    env = at(tmp_path)
    place = env.user_home / ".codex/AGENTS.md"
    set_up(env, ["codex"], guard=False)
    text = place.read_text()
    place.write_text(text.replace("Before a task", "Never before a task"))
    assert "somebody edited" in set_up(env, ["codex"], guard=False).hosts[0].trouble
    assert "Never before a task" in place.read_text()
    place.write_bytes(put_block(b"mine\n", "## What earlier sessions taught\n\n- a rule\n"))
    held = place.read_bytes()
    done = set_up(env, ["codex"], guard=False)
    assert "another block of cm is there" in done.hosts[0].trouble
    assert place.read_bytes() == held
    unset(env, ["codex"], guard=False, yes=True)
    assert place.read_bytes() == held


def test_who_may_take_it_back(tmp_path):
    env = at(tmp_path)
    set_up(env, ["codex"])
    inside = at(tmp_path, CLAUDECODE="1")
    assert set_up(inside, ["codex"]).by_agent == "claude-code"
    with pytest.raises(NeedsAHuman):
        unset(inside, ["codex"], yes=True)
    with pytest.raises(NeedsAHuman):
        unset(env, ["codex"])
    assert unset(env, ["codex"], yes=True).by == "script"
    with pytest.raises(NotFound):
        unset(env, ["codex"], yes=True)


def test_nobody_here_and_nobody_by_that_name(tmp_path):
    env = at(tmp_path, PATH="")
    with pytest.raises(NotFound, match="no coding agent"):
        set_up(env)
    with pytest.raises(NotFound, match="no host called"):
        set_up(env, ["klaude"])
    with pytest.raises(NotFound, match="neither hooks nor a server"):
        set_up(env, ["aider"])
    outside = world(tmp_path, cwd=tmp_path, HOME=str(tmp_path), CM_HOME=str(tmp_path / ".cm"))
    with pytest.raises(Usage, match="no repository"):
        set_up(outside, ["codex"], project=True)


def test_every_piece_is_in_the_exports_by_its_hash(tmp_path):
    env = at(tmp_path)
    set_up(env, ["gemini-cli"])
    files = {
        os.path.basename(path): item
        for path, item in read_exports(env.home.exports).files.items()
        if item.pieces
    }
    assert [name for name, _ in files["settings.json"].pieces] == [
        "hooks.SessionStart", "hooks.BeforeAgent", "hooks.SessionEnd", "mcpServers.cm",
    ]  # fmt: skip
    assert all(len(digest) == 64 for item in files.values() for _, digest in item.pieces)
    assert "GEMINI.md" in files


def test_the_doctor_says_what_stands_and_what_does_not(tmp_path):
    env = at(tmp_path)
    set_up(env, ["codex", "cursor"])
    told = {each.host: each for each in told_hosts(env)}
    assert set(told["codex"].told) == {"start", "prompt", "end", "mcp", "guide"}
    assert told["codex"].trust == "not trusted"
    assert told["cursor"].lacks
    codes = {each.code: each for each in examine(env).findings}
    assert "guard-not-trusted" in codes  # one question to the user, told once
    assert not {"hooks-not-trusted", "setup-changed"} & set(codes)
    remove(env, ["codex"], yes=True)
    assert "hooks-not-trusted" in {each.code for each in examine(env).findings}
    (env.user_home / ".codex/config.toml").write_text("")
    found = [each for each in examine(env).findings if each.code == "setup-changed"]
    assert len(found) == 1
    assert "mcp_servers.cm" in found[0].say
    assert found[0].todo == "cm setup codex, or cm setup --remove codex"


def test_what_is_tried_answers_and_what_is_gone_does_not(tmp_path):
    env = at(tmp_path)
    set_up(env, ["claude-code"])
    tried = {each.what: each for each in try_all(env)}
    assert {what: each.ok for what, each in tried.items()} == {
        "guard": True, "start hook": True, "prompt hook": True, "end hook": True, "MCP server": True,
    }, tried  # fmt: skip
    assert not (env.home.root / "ledger/shown.jsonl").exists()  # nothing was handed to anybody
    settings = env.user_home / ".claude/settings.json"
    settings.write_text(settings.read_text().replace("hook_start.py start", "hook_start.py nothing"))
    broken = {each.what: each for each in try_all(env)}
    assert not broken["start hook"].ok
    assert broken["prompt hook"].ok
