"""After an upgrade of cm the scripts of every guard are those of the new one, whoever comes by first."""

import json
import shutil
import subprocess

import pytest

from cm.flows.arming import arm, is_behind
from cm.flows.checks_guard import mend_guards
from cm.flows.guarding import install
from cm.flows.renewing import renew
from tests.kit.world import world

SCRIPTS = ("cm_guard.py", "cm_start.py", "claude-code.py", "cm_git_hook.py", "cm_staged.py", "git.py")


@pytest.fixture
def env(tmp_path):
    if shutil.which("git") is None:
        pytest.skip("needs git")
    (tmp_path / ".claude").mkdir()
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    env = world(tmp_path, cwd=tmp_path, HOME=str(tmp_path), USERPROFILE=str(tmp_path))
    install(env, ["claude-code"], git=True)
    return env


def of_an_older_cm(env):
    """The home as a cm before this one left it; what its scripts hold now."""
    whole = {name: (env.home.guards / name).read_bytes() for name in SCRIPTS}
    for name in SCRIPTS:
        (env.home.guards / name).write_text("# of an older cm\n")
    record = env.home.guard / "armed.json"
    record.write_text(json.dumps({**json.loads(record.read_text()), "engine": "older", "stamp": "older"}))
    return whole


def held(env):
    return {name: (env.home.guards / name).read_bytes() for name in SCRIPTS}


def test_the_first_arming_after_an_upgrade_renews_every_script(env):
    whole = of_an_older_cm(env)
    assert is_behind(env)
    arm(env)
    assert held(env) == whole
    assert renew(env) == ()


def test_an_arming_without_an_upgrade_leaves_the_scripts_alone(env):
    (env.home.guards / "git.py").write_text("# edited\n")
    arm(env)
    assert (env.home.guards / "git.py").read_text() == "# edited\n"


@pytest.mark.parametrize("verb", [lambda env: install(env, ["claude-code"]), mend_guards])
def test_installing_one_and_mending_renew_those_of_the_others_too(env, verb):
    whole = of_an_older_cm(env)
    verb(env)
    assert held(env) == whole


def test_where_nothing_is_registered_nothing_is_written(tmp_path):
    env = world(tmp_path)
    assert renew(env) == ()
    assert not env.home.guards.exists()
