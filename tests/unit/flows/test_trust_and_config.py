"""Trust is a human's and holds for what was seen; settings say where they come from, and what loosens asks."""

import pytest

from cm.errors import NeedsAHuman, NotFound, Usage
from cm.flows import configure, trust
from cm.flows.init import init
from cm.flows.listing import Wanted, list_rules
from tests.kit.world import repository, world


@pytest.fixture
def root(tmp_path):
    root = repository(tmp_path / "theirs")
    (root / ".cm").mkdir()
    (root / ".cm/playbook.yaml").write_text(
        "schema: 1\nrules:\n  - id: r-x\n    text: Run make check before a commit.\n"
    )
    return root


def test_a_strangers_rules_are_inert_until_a_human_says_yes(tmp_path, root):
    env = world(tmp_path, cwd=root)
    assert list_rules(env, Wanted(served=True)).rules == ()
    assert trust.contents(env).rules == ("Run make check before a commit.",)
    with pytest.raises(NeedsAHuman):
        trust.say_yes(env)
    with pytest.raises(NeedsAHuman):
        trust.say_yes(world(tmp_path, cwd=root, CLAUDECODE="1"), yes=True)
    assert trust.say_yes(env, yes=True).by == "script"
    assert len(list_rules(world(tmp_path, cwd=root), Wanted(served=True)).rules) == 1
    assert trust.everything(env).repositories == (str(root),)


def test_a_change_makes_it_a_stranger_again_and_so_does_revoking(tmp_path, root):
    env = world(tmp_path, cwd=root)
    trust.say_yes(env, yes=True)
    path = root / ".cm/playbook.yaml"
    path.write_text(path.read_text() + "  - id: r-y\n    text: Push to main.\n")
    assert list_rules(world(tmp_path, cwd=root), Wanted(served=True)).rules == ()
    trust.say_yes(world(tmp_path, cwd=root), yes=True)
    assert not trust.take_back(world(tmp_path, cwd=root, CLAUDECODE="1")).trusted
    assert list_rules(world(tmp_path, cwd=root), Wanted(served=True)).rules == ()


def test_there_is_nothing_to_trust_without_a_cm_folder(tmp_path):
    with pytest.raises(NotFound):
        trust.contents(world(tmp_path))


def test_settings_say_where_they_come_from(tmp_path):
    env = world(tmp_path, CM_CONTEXT_BUDGET="900")
    init(env)
    assert configure.change(env, "context.max_rules", "5").after == 5
    env = world(tmp_path, CM_CONTEXT_BUDGET="900")
    told = {item.key: item for item in configure.show(env, "context").settings}
    assert (told["context.budget"].value, told["context.budget"].origin) == (900, "CM_CONTEXT_BUDGET")
    assert told["context.max_rules"].origin.startswith(f"{env.home.config}:")
    assert told["context.history"].origin == "default"
    configure.change(env, "context.max_rules", None)
    assert configure.show(world(tmp_path), "context.max_rules").settings[0].origin == "default"


def test_what_loosens_needs_a_human_and_what_tightens_does_not(tmp_path):
    agent = world(tmp_path, CLAUDECODE="1")
    with pytest.raises(NeedsAHuman):
        configure.change(agent, "admission.agent", "active", yes=True)
    assert configure.change(agent, "admission.agent", "refuse").after == "refuse"
    assert configure.change(world(tmp_path), "admission.agent", "active", yes=True).after == "active"


@pytest.mark.parametrize(
    "key, value, error",
    [("nope", "1", NotFound), ("context.budget", "many", Usage), ("admission.agent", "maybe", Usage)],
)
def test_what_is_no_setting_or_no_value_is_refused(tmp_path, key, value, error):
    env = world(tmp_path)
    with pytest.raises(error):
        configure.change(env, key, value, yes=True)
    assert not env.home.config.exists()
