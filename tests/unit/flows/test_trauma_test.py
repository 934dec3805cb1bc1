import json

import pytest

from cm.errors import NotFound, Usage
from cm.flows.trauma_exchange import import_file
from cm.flows.trauma_test import commands_of, judge_commands
from cm.flows.traumas import heal
from tests.kit.world import world


@pytest.fixture
def env(tmp_path):
    row = {"id": "t-wipe", "pattern": "wipe-it(?= |$)", "story": "It was all gone.", "instead": "Ask first."}
    (tmp_path / "t.jsonl").write_text(json.dumps(row))
    made = world(tmp_path)
    import_file(made, str(tmp_path / "t.jsonl"))
    return made


def one(env, command, **more):
    return judge_commands(env, [command], **more).judged[0]


def test_what_is_armed_here_denies_with_its_story(env):
    found = one(env, "sudo wipe-it now")
    assert (found.action, found.id, found.line) == ("deny", "t-wipe", "wipe-it now")
    assert "It was all gone." in found.says
    assert "Ask first." in found.says
    assert str(env.home.traumas) in found.place


def test_packs_that_are_on_count_and_those_that_are_off_do_not(env):
    assert one(env, "rm -rf /").action == "deny"
    assert one(env, "git reset --hard").action == "allow"
    assert one(env, "git reset --hard", only="git-reset-hard").action == "deny"


def test_what_was_lifted_allows_until_it_is_asked_about_by_name(env):
    heal(env, "t-wipe", "retired the tool", yes=True)
    assert one(env, "wipe-it").action == "allow"
    assert one(env, "wipe-it", only="t-wipe").action == "deny"


def test_explained_it_shows_how_it_was_read_and_all_that_it_meets(env):
    found = one(env, "bash -c 'wipe-it; rm -rf /' && psql -c 'select 1'", explain=True)
    assert "wipe-it" in found.view.canonical
    assert ("sql", "select 1") in found.view.payloads
    assert {each.id for each in found.met} == {"t-wipe", "core-rm-root"}


def test_the_folder_and_the_shell_are_those_that_are_named(env):
    assert one(env, "Remove-Item -Recurse -Force C:\\", shell="powershell").action == "deny"
    assert one(env, "del /s /q C:\\*", shell="cmd").action == "deny"


def test_secrets_are_not_repeated(env):
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    assert token not in repr(one(env, f"wipe-it {token}", explain=True))


def test_many_commands_are_judged_in_one_go(env, tmp_path):
    (tmp_path / "c.txt").write_text("ls\n\nwipe-it\n")
    done = judge_commands(env, commands_of(env, "c.txt"))
    assert [each.action for each in done.judged] == ["allow", "deny"]
    assert done.stopped == 1


def test_without_a_home_the_packs_are_asked_and_none_is_made(tmp_path):
    bare = world(tmp_path / "bare")
    assert one(bare, "rm -rf /").action == "deny"
    assert not bare.home.root.exists()


def test_what_is_not_there_is_named(env):
    with pytest.raises(NotFound, match="t-none"):
        one(env, "ls", only="t-none")
    with pytest.raises(NotFound, match=r"none\.txt"):
        commands_of(env, "none.txt")
    with pytest.raises(Usage):
        commands_of(env, str(env.cwd))
