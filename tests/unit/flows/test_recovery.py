"""Changes that touch several files and were cut short: all of it, or none."""

from dataclasses import replace

import pytest

from cm.core.serving.standing import effective_marks, lines_that_hold
from cm.errors import RefusedByGate
from cm.flows.commit import Lines, Part, change, commit, mend, replayed
from cm.flows.env import open_env
from cm.flows.reading import shelf
from cm.model.delta import Add, Approve, Retire
from cm.model.ledger import Blocked, Mark, Outcome
from cm.store import changes, intents
from cm.store.decisions import append_decisions, read_log
from cm.store.ledger import LedgerFiles
from cm.store.playbook import read_playbook, rule_hash
from cm.store.trust import trust
from tests.kit.world import repository, world

TABS, GREEN = "Indent with tabs, not with spaces.", "Keep the build green."


@pytest.fixture
def env(tmp_path):
    env = world(tmp_path, cwd=repository(tmp_path / "shop"))
    commit(env, [Add(TABS)], source="human")
    commit(env, [Add(GREEN)], source="human", layer="repo")
    trust(env.home, env.repo, at=env.stamp, by="human")
    return open_env(env.environ, env.cwd, clock=env.clock, nonce=env.nonce, tty=False)


def only(env, layer="user"):
    return next(iter(read_playbook((env.home if layer == "user" else env.repo).playbook)))


def blocked(name, text, **more):
    return Blocked(name, "r-x", text, "2026-11-30T12:00:00Z", "human", **more)


def lines_of(env):
    return Lines(
        (Mark("m-1", only(env).id, "helpful", env.stamp, "s/1"),), (Outcome("o-1", "s/1", "success", env.stamp),),
        (blocked("b-1", "use spaces"),),
    )  # fmt: skip


def holding(env):
    ledger = LedgerFiles(env.home.ledger_dir)
    found = (
        *effective_marks(ledger.marks()),
        *lines_that_hold(ledger.outcomes()),
        *lines_that_hold(ledger.blocked()),
    )
    return {line.id for line in found}


def cut(env, *, decisions=0, lines=NotImplemented, marks=()):
    """Leaves what a killed process would: an intent over both layers, and as much of it as is said."""
    parts, layers = [], []
    for layer in ("user", "repo"):
        files = env.home if layer == "user" else env.repo
        rule = only(env, layer)
        done = commit(env, [Approve(rule.id)], source="human", layer=layer, dry_run=True).decisions[0]
        after = done.after[0]
        parts.append(
            (files, replace(done, id=f"d-{layer}", tx="t-cut", marks=marks if layer == "user" else ()))
        )
        layers.append(
            intents.InLayer(str(files.playbook), 1, {rule.id: rule_hash(rule)}, {rule.id: rule_hash(after)})
        )
    meant = lines_of(env).of("t-cut")
    logs = {
        str(env.home.feedback): ("m-1",),
        str(env.home.outcomes): ("o-1",),
        str(env.home.blocked): ("b-1",),
    }
    intents.begin(env.home, intents.Intent("t-cut", env.stamp, tuple(layers), logs))
    told = meant if lines is NotImplemented else lines
    LedgerFiles(env.home.ledger_dir).append_all(
        marks=told.marks, outcomes=told.outcomes, blocked=told.blocked
    )
    for files, decision in parts[:decisions]:
        append_decisions(files.decisions, [decision])


def test_a_change_over_two_layers_is_one_change(env):
    def plan(ground):
        return [
            Part("user", (Retire(only(env).id, "old"),), lines_of(env)),
            Part(
                "repo",
                (Retire(only(env, "repo").id, "old"),),
                Lines(blocked=(blocked("b-2", "keep it red"),)),
            ),
        ]

    done = change(env, plan, source="human")
    assert [each.decisions[0].tx for each in done.parts] == [done.tx, done.tx]
    assert only(env).state == only(env, "repo").state == "retired"
    assert holding(env) == {"m-1", "o-1", "b-1"}
    assert [line.tx for line in LedgerFiles(env.repo.ledger_dir).blocked()] == [done.tx]
    assert changes.read(env.home)[-1].layers == ("user", "repo")
    assert changes.read(env.home)[-1].repo == str(env.repo.root)


@pytest.mark.parametrize("decisions", [0, 1])
def test_without_all_of_its_decisions_it_never_happened_in_any_layer(env, decisions):
    before = only(env), only(env, "repo")
    cut(env, decisions=decisions)
    assert holding(env) == {"m-1", "o-1", "b-1"}
    assert "never happened" in mend(env)[0]
    assert (only(env), only(env, "repo")) == before
    assert holding(env) == set()
    assert not [each for each in read_log(env.home.decisions).decisions if each.tx == "t-cut"]
    assert {line.by for line in LedgerFiles(env.home.ledger_dir).blocked() if line.undoes} == {"recovery"}
    assert dict(replayed(env).rules) == dict(read_playbook(env.home.playbook).rules)
    assert mend(env) == ()


def test_without_all_of_its_lines_it_never_happened_either(env):
    cut(env, lines=Lines(blocked=lines_of(env).of("t-cut").blocked))
    mend(env)
    assert holding(env) == set()


def test_whole_it_is_completed_in_every_layer_and_marks_of_its_decisions_are_said(env):
    judged = Mark("m-2", only(env).id, "harmful", env.stamp, "s/2")
    cut(env, decisions=2, marks=(judged,))
    assert "complete now" in mend(env)[0]
    assert only(env).approved
    assert only(env, "repo").approved
    assert holding(env) == {"m-1", "o-1", "b-1", "m-2"}
    assert [mark.tx for mark in LedgerFiles(env.home.ledger_dir).marks() if mark.id == "m-2"] == ["t-cut"]
    assert dict(replayed(env, "repo").rules) == dict(read_playbook(env.repo.playbook).rules)


def test_what_it_took_back_holds_again(env):
    ledger = LedgerFiles(env.home.ledger_dir)
    ledger.append_blocked(blocked("b-0", "use spaces"))
    back = blocked("b-9", "", undoes="b-0", tx="t-cut")
    layer = intents.InLayer(str(env.home.playbook), 1, {}, {})
    intents.begin(env.home, intents.Intent("t-cut", env.stamp, (layer,), {str(env.home.blocked): ("b-9",)}))
    ledger.append_blocked(back)
    assert holding(env) == set()
    mend(env)
    assert holding(env) == {"b-0"}


def test_a_line_that_others_said_too_stays_said(env):
    ledger = LedgerFiles(env.home.ledger_dir)
    mark = Mark("m-1", only(env).id, "helpful", env.stamp, "s/1")
    ledger.append_mark(mark)
    cut(env)
    mend(env)
    assert holding(env) == {"m-1"}


def test_a_mark_that_stands_already_is_not_said_again_by_a_change(env):
    for _ in range(2):
        commit(env, [], source="human", lines=Lines(marks=lines_of(env).marks))
    assert len(LedgerFiles(env.home.ledger_dir).marks()) == 1
    assert shelf(env).shelved[0].standing.n_plus == 1


def test_a_change_of_lines_alone_says_what_they_were(env):
    import subprocess

    commit(env, [], source="human", lines=lines_of(env))
    done = subprocess.run(
        ["git", "-C", str(env.home.root), "log", "-1", "--format=%B"],
        capture_output=True,
        text=True,
        check=True,
    )
    head, *rest = done.stdout.strip().splitlines()
    assert head == "1 marked, 1 outcomes, 1 withdrawn"
    assert f"Mark {only(env).id} helpful (human)" in rest
    assert "Withdraw r-x (b-1)" in rest
    assert "use spaces" not in done.stdout


def test_a_refusal_stops_a_change_that_is_done_whole_or_not_at_all(env):
    before = env.home.decisions.read_bytes(), env.home.playbook.read_bytes()
    parts = [Part("user", (Add("Write short sentences."), Retire("r-none", "x")))]
    with pytest.raises(RefusedByGate):
        change(env, lambda _: parts, source="human", all_or_none=True)
    assert (env.home.decisions.read_bytes(), env.home.playbook.read_bytes()) == before


def test_an_intent_of_the_first_schema_is_read(env):
    from cm.store.files import replace_json

    path = env.home.intents / "t-old.json"
    replace_json(path, {"schema": 1, "tx": "t-old", "at": env.stamp, "playbook": str(env.home.playbook), "count": 2, "before": {}, "after": {}})  # fmt: skip
    (found,) = intents.pending(env.home)
    assert found.layers == (intents.InLayer(str(env.home.playbook), 2, {}, {}),)
    assert found.lines == {}
    assert "never happened" in mend(env)[0]
