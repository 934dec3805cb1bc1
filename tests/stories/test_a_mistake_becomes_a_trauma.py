"""A command that did damage is denied from the next moment on; only a person lifts it; what another hand wrote changes nothing."""

import json

import pytest

from tests.kit import run_cm
from tests.kit.world import repository, world
from tests.unit.flows.test_arming import judged

pytestmark = pytest.mark.story
AGENT = {"CLAUDECODE": "1"}


@pytest.fixture
def shop(tmp_path):
    return repository(tmp_path / "shop")


@pytest.fixture
def here(tmp_path, shop):
    """Runs cm in the shop and gives the env of the same home."""

    def run(*args, agent=False, stdin=""):
        return run_cm(
            *args, cwd=shop, env={"CM_HOME": str(tmp_path / "home"), **(AGENT if agent else {})}, stdin=stdin
        )

    run.env = lambda: world(tmp_path, cwd=shop)
    return run


def test_a_mistake_is_denied_until_a_person_lifts_it(here):
    added = here(
        "trauma",
        "add",
        "--command",
        "dropdb --force shop",
        "--why",
        "the shop was down for a day",
        "--json",
        agent=True,
    )
    assert added.code == 0, added.err
    name = added.data["trauma"]["id"]
    assert added.data["trauma"]["story"]["by"].startswith("agent ")
    assert judged(here.env(), "sudo dropdb shop --force") == "deny"

    lifted = here("trauma", "heal", name, "--reason", "it is fine", "--yes", agent=True)
    assert lifted.code == 3
    assert "not done for an agent" in " ".join(lifted.err.split())
    assert here("trauma", "remove", name, "--yes", agent=True).code == 3
    assert here("config", "set", "guard.packs", "", agent=True).code != 0
    assert judged(here.env(), "dropdb --force shop") == "deny"

    assert here("trauma", "heal", name, "--reason", "there is a backup now", "--yes").code == 0
    assert judged(here.env(), "dropdb --force shop") == "allow"
    assert "there is a backup now" in here("trauma", "list").out
    assert here("trauma", "activate", name, agent=True).code == 0
    assert judged(here.env(), "dropdb --force shop") == "deny"


def test_a_lifting_line_that_an_agent_echoes_into_the_registry_does_nothing(here):
    here("trauma", "add", "zap --all", "--id", "t-zap")
    env = here.env()
    line = json.loads(env.home.traumas.read_text())
    with env.home.traumas.open("a") as file:
        file.write(
            json.dumps({**line, "status": "healed", "healed": "oh", "at": "2027-01-01T00:00:00Z"}) + "\n"
        )
    assert judged(env, "zap --all") == "deny"
    listed = here("trauma", "list")
    assert "it lifts a trauma, and nobody was asked" in " ".join(listed.out.split())
    assert judged(env, "zap --all") == "deny"
    assert here("trauma", "activate", "--waiting", "--yes", agent=True).code == 3
    assert judged(env, "zap --all") == "deny"


def test_a_line_that_was_edited_is_not_armed_before_it_was_looked_at(here):
    here("trauma", "add", "zap --all", "--id", "t-zap")
    env = here.env()
    text = env.home.traumas.read_text()
    env.home.traumas.write_text(text.replace("zap --all", "(z+)+$"))
    assert judged(env, "zzzz") == "allow"
    found = here("trauma", "list", "--json").data
    assert [each["id"] for each in found["waiting"]] == ["t-zap"]
    assert [each["id"] for each in found["gone"]] == ["t-zap"]
    assert judged(env, "zzzz") == "allow"


def test_a_strangers_repository_arms_and_lifts_nothing_until_it_is_trusted(here, shop):
    rows = [
        {
            "id": "t-theirs",
            "pattern": "zap --all",
            "story": {"message": "their story"},
            "at": "2026-01-01T00:00:00Z",
        },
        {"id": "core-root", "pattern": "rm", "status": "retired", "at": "2026-02-01T00:00:00Z"},
    ]
    (shop / ".cm").mkdir()
    (shop / ".cm" / "traumas.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    listed = here("trauma", "list", agent=True)
    assert "t-theirs" not in listed.out
    here("trauma", "add", "zip --all")
    assert judged(here.env(), "zap --all") == "allow"
    assert here("trust", "yes", "--yes").code == 0 or here("trust", "--yes").code == 0
    assert judged(here.env(), "zap --all") == "deny"
    assert judged(here.env(), "rm -rf /") == "deny"


def test_what_is_refused_says_why_and_where_and_what_to_do(here):
    refused = here("trauma", "add", r"rm (\S+\s?)*;", "--json")
    assert refused.code == 3
    error = refused.json["error"]
    assert "slow" in error["message"]
    assert "again and again" in error["context"]["shown_by"]
    assert here("trauma", "add", "zap", "--severity", "dire").code == 2
    assert here("trauma", "add").code == 2
    near = here("trauma", "lst")
    assert near.code == 2
    assert "cm trauma list" in near.err
    assert not here.env().home.traumas.exists()


def test_what_a_person_lifted_on_one_machine_is_lifted_where_a_person_syncs(tmp_path):
    from tests.stories.test_two_machines import Machine, git

    git("init", "--bare", "--quiet", "--initial-branch=main", str(tmp_path / "hub.git"), cwd=tmp_path)
    one, two = Machine(tmp_path, "one"), Machine(tmp_path, "two")
    one.cm("init")
    one.cm("trauma", "add", "zap --all", "--id", "t-zap")
    one.cm("sync", "--remote", str(tmp_path / "hub.git"), "--yes")
    two.cm("init")
    two.cm("sync", "--remote", str(tmp_path / "hub.git"), "--yes")

    def state(machine):
        found = machine.cm("trauma", "list", "--json").data
        waits = [each["id"] for each in found["waiting"]]
        return [row["state"] for row in found["traumas"] if row["trauma"]["id"] == "t-zap"], waits

    assert state(two) == (["armed"], [])
    one.cm("trauma", "heal", "t-zap", "--reason", "there is a backup", "--yes")
    one.cm("sync")
    two.cm("sync", env=AGENT)
    assert state(two) == (["armed"], ["t-zap"])
    two.cm("trauma", "activate", "--waiting", "--yes")
    assert state(two) == (["healed"], [])
    one.cm("trauma", "activate", "t-zap")
    one.cm("sync")
    two.cm("sync", env=AGENT)
    assert state(two) == (["armed"], [])
    one.cm("trauma", "heal", "t-zap", "--reason", "again", "--yes")
    one.cm("sync")
    two.cm("sync")
    assert state(two) == (["healed"], [])


def test_at_a_terminal_a_person_sees_the_replay_and_says_yes_or_no(tmp_path, shop):
    from tests.kit.terminal import at_terminal

    env = {"CM_HOME": str(tmp_path / "home")}
    for key, code in (("n", 1), ("y", 0)):
        seen = at_terminal(
            "trauma", "add", "zap --all", "--id", "t-zap", keys=[key], cwd=shop, env=env, prompt="[y/N] "
        )
        assert (seen.code, "arm it?" in seen.text) == (code, True)
        assert (tmp_path / "home" / "traumas.jsonl").exists() == (key == "y")
    seen = at_terminal(
        "trauma", "heal", "t-zap", "--reason", "x", keys=["y"], cwd=shop, env=env, prompt="[y/N] "
    )
    assert (seen.code, "lifted for good: x" in seen.text) == (0, True)
    assert "By: human" in run_cm("trauma", "show", "t-zap", cwd=shop, env=env).out
