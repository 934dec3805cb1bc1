"""Withdrawing: what goes along, what is only named, what may not be done."""

import pytest

from cm.cli.envelope import as_data
from cm.errors import RefusedByGate, Usage
from cm.flows.commit import commit
from cm.flows.context import Wish, quick_context
from cm.flows.env import open_env
from cm.flows.forget import forget
from cm.flows.reading import shelf
from cm.flows.undo import undo
from cm.model.delta import Add, Pin
from cm.model.rule import Evidence, Scope
from cm.store.ledger import LedgerFiles
from cm.store.playbook import read_playbook
from cm.store.trust import trust
from tests.kit.world import repository, world

NPM = "Always use npm to install the packages of the shop."


@pytest.fixture
def env(tmp_path):
    return world(tmp_path, cwd=repository(tmp_path / "shop"))


def put(env, text=NPM, layer="user", **fields):
    return commit(env, [Add(text, **fields)], source="human", layer=layer).decisions[0].after[0].id


def by_agent(env):
    return open_env({**env.environ, "CLAUDECODE": "1"}, env.cwd, clock=env.clock, nonce=env.nonce, tty=False)


def states(env):
    return {rule.id: rule.state for rule in read_playbook(env.home.playbook)}


def asked(env):
    """All that `cm context --json` would say."""
    return str(as_data(quick_context(env.environ, str(env.cwd), "install the packages of the shop", Wish())))


def test_near_copies_at_home_go_along_and_a_teams_is_named(env):
    mine = put(env)
    near = put(env, "Please always use npm to install the packages of the shop!", scope=Scope(path="web"))
    other = put(env, "Always use npm to install the packages of the office.")
    theirs = put(env, "Use npm always to install the packages of the shop.", layer="repo")
    trust(env.home, env.repo, at=env.stamp, by="human")
    env = open_env(env.environ, env.cwd, clock=env.clock, nonce=env.nonce, tty=False)
    done = forget(env, mine, "we moved")
    assert done.also_retired == (near,)
    assert set(done.also_withheld) <= {theirs}
    assert states(env)[near] == "retired"
    assert states(env)[other] == "active"
    assert {each.rule.id for each in shelf(env).shelved if each.blocked_by} >= {
        mine,
        near,
        *done.also_withheld,
    }
    undo(env, done.tx, yes=True)
    assert states(env)[near] == "active"


def test_a_quote_that_was_withdrawn_is_not_shown_with_another_rule(env):
    put(
        env,
        "Install the packages of the shop with `make packages`.",
        evidence=(Evidence("user", NPM, "codex/1", "e-1"),),
    )
    assert NPM in asked(env)
    forget(env, text=NPM, reason="we moved")
    shown = asked(env)
    assert "make packages" in shown
    assert NPM not in shown
    put(env, "Keep the build green.")
    assert NPM not in asked(env)


def test_an_agent_does_not_take_a_pinned_rule_away_and_leaves_a_pinned_copy(env):
    mine, near = put(env), put(env, NPM, scope=Scope(path="web"))
    commit(env, [Pin(near, "mine")], source="human")
    agent = by_agent(env)
    with pytest.raises(RefusedByGate, match="pinned"):
        forget(agent, near, "no")
    assert LedgerFiles(env.home.ledger_dir).blocked() == ()
    done = forget(agent, mine, "no")
    assert (done.also_retired, done.also_withheld) == ((), (near,))
    assert states(env)[near] == "active"


def test_what_an_agent_leaves_to_avoid_waits_for_a_person(env):
    mine = put(env)
    done = forget(by_agent(env), mine, "the lock file is pnpm's", avoid=True)
    assert states(env)[done.avoid] == "draft"
    assert done.change.told[0].verdict == "inverted"


def test_a_reason_that_may_not_be_kept_stops_it_before_anything_is_written(env):
    mine = put(env)
    before = env.home.decisions.read_bytes()
    with pytest.raises(RefusedByGate, match="secret"):
        forget(env, mine, "the token ghp_16C7e42F292c6912E7710c838347Ae178B4a was in it")
    assert LedgerFiles(env.home.ledger_dir).blocked() == ()
    assert env.home.decisions.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    ["The token is ghp_16C7e42F292c6912E7710c838347Ae178B4a.", "The database password is wombat-77-Xk."],
)
def test_a_secret_is_not_written_down_to_be_withdrawn(env, text):
    with pytest.raises(RefusedByGate, match="secret") as refused:
        forget(env, reason="it leaked", text=text)
    assert "cm erase -" in refused.value.hint
    assert LedgerFiles(env.home.ledger_dir).blocked() == ()


@pytest.mark.parametrize(
    "words",
    [{}, {"rule": "r-x", "text": "a text"}, {"text": " … "}, {"text": "Use tabs.", "avoid": True}],
)
def test_it_takes_a_rule_or_a_text(env, words):
    with pytest.raises(Usage):
        forget(env, reason="x", **words)


def test_what_forbids_already_leaves_nothing_to_avoid(env):
    ban = put(env, "Never use npm to install packages.")
    with pytest.raises(Usage, match="forbids"):
        forget(env, ban, "wrong", avoid=True)
    assert states(env)[ban] == "active"


def test_a_second_time_changes_nothing(env):
    mine = put(env)
    forget(env, mine, "we moved")
    lines = len(LedgerFiles(env.home.ledger_dir).blocked())
    again = forget(env, mine, "we moved")
    assert (again.tx, again.blocked) == ("", ())
    assert len(LedgerFiles(env.home.ledger_dir).blocked()) == lines
