from datetime import UTC, datetime
from pathlib import Path

import pytest

from cm.errors import NoHome, Unparsable, Usage
from cm.flows.env import open_env


@pytest.fixture
def world(tmp_path):
    return {"HOME": str(tmp_path / "u"), "CM_HOME": str(tmp_path / "u" / ".cm")}


def test_it_opens_without_a_home_on_disk_and_makes_nothing(world, tmp_path):
    env = open_env(world, tmp_path, tty=False)
    assert env.home.root == tmp_path / "u" / ".cm"
    assert env.repo is None
    assert env.settings.context.budget == 1500
    assert list(tmp_path.iterdir()) == []


def test_no_home_at_all_says_what_to_set(tmp_path):
    with pytest.raises(NoHome) as caught:
        open_env({}, tmp_path)
    assert "HOME" in caught.value.message
    assert open_env({"CM_HOME": str(tmp_path)}, tmp_path).home.root == tmp_path


def test_settings_come_from_all_layers(world, tmp_path):
    repo = tmp_path / "repo"
    (repo / ".git").mkdir(parents=True)
    (repo / ".cm").mkdir()
    (repo / ".cm" / "config.toml").write_text('[admission]\nagent = "refuse"\n[llm]\nmodel = "evil"\n')
    home = tmp_path / "u" / ".cm"
    home.mkdir(parents=True)
    (home / "config.toml").write_text("[context]\nbudget = 900\nmax_rules = 3\n")
    env = open_env({**world, "CM_CONTEXT_MAX_RULES": "4"}, repo, flags={"context.history": 0})
    assert env.settings.context.budget == 900
    assert env.settings.context.max_rules == 4
    assert env.settings.context.history == 0
    assert env.settings.curation.admission.agent == "refuse"
    assert env.settings.llm.model == ""
    assert env.origins["context.budget"] == f"{home / 'config.toml'}:2"
    assert env.origins["admission.agent"] == f"{repo / '.cm' / 'config.toml'}:2"
    assert [str(each) for each in env.problems] == [
        f"{repo / '.cm' / 'config.toml'}:4: llm.model: a repository may only tighten this (it is ''); ignored"
    ]


def test_broken_settings_do_not_stop_the_env_from_opening(world, tmp_path):
    home = tmp_path / "u" / ".cm"
    home.mkdir(parents=True)
    (home / "config.toml").write_text("[context\n")
    env = open_env(world, tmp_path)
    with pytest.raises(Unparsable, match=r"config.toml:1:"):
        _ = env.settings


def test_the_clock_can_be_stopped(world, tmp_path):
    assert open_env({**world, "CM_NOW": "2026-11-30T12:00:00Z"}, tmp_path).stamp == "2026-11-30T12:00:00Z"
    at = datetime(2020, 1, 1, tzinfo=UTC)
    assert open_env(world, tmp_path, clock=lambda: at).now == at
    assert abs((open_env(world, tmp_path).now - datetime.now(UTC)).total_seconds()) < 60
    with pytest.raises(Usage):
        open_env({**world, "CM_NOW": "noon"}, tmp_path)


def test_who_acts_is_an_agent_a_human_or_a_script(world, tmp_path):
    assert open_env({**world, "CLAUDECODE": "1"}, tmp_path, tty=True).by == "agent"
    assert open_env({**world, "CLAUDECODE": "1"}, tmp_path).agent == "claude-code"
    assert open_env({**world, "AI_AGENT": "some-agent"}, tmp_path).agent == "some-agent"
    assert open_env(world, tmp_path, tty=True).by == "human"
    assert open_env(world, tmp_path, tty=False).by == "script"


def test_every_nonce_is_another(world, tmp_path):
    env = open_env(world, tmp_path)
    assert env.nonce() != env.nonce()


def test_a_folder_without_a_repository_is_its_own_project(world, tmp_path):
    assert open_env(world, tmp_path).project == str(Path(tmp_path).resolve())
    assert open_env({**world, "CM_PROJECT": "mine"}, tmp_path).project == "mine"
