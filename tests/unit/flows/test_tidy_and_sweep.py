"""Plans of what could be put in order, and sweeps: what is written, what is refused, what is only said."""

from dataclasses import replace
from datetime import timedelta

import pytest

from cm.core.language.relation import Relation
from cm.errors import NeedsAHuman, NotFound, RefusedByGate, Usage
from cm.flows import tidy as flow
from cm.flows.add import Wish
from cm.flows.commit import commit
from cm.flows.correct import correct
from cm.flows.init import init
from cm.flows.likeness import Suggestion
from cm.flows.parts import Lines
from cm.flows.project import project
from cm.flows.reading import shelf
from cm.flows.remember import plain, remember
from cm.flows.sweep import sweep
from cm.flows.undo import undo
from cm.model.delta import Take
from cm.model.ledger import Outcome, Shown
from cm.model.rule import Origin
from cm.store.ledger import LedgerFiles
from tests.kit.build import NOW, evidence, mark, rule, ts
from tests.kit.world import repository, world

SHOP = "github.com/acme/shop"


def keep(env, text, **more):
    return remember(env, Wish(plain(text)), **more).told[0].rule


def take(env, *rules):
    commit(env, [Take(one, live=True) for one in rules], source="import")


def states(env):
    return {item.rule.id: item.rule.state for item in shelf(env).shelved}


def copies(env):
    """Two rules that say the same, as an edit by hand leaves them."""
    keep(env, "Use tabs in Makefiles.")
    text = env.home.playbook.read_text()
    env.home.playbook.write_text(text + "  - {id: r-hand, text: use tabs in makefiles, state: active}\n")
    return "r-hand"


@pytest.fixture(autouse=True)
def no_embedder(monkeypatch):
    monkeypatch.setattr("cm.flows.likeness.embedder_of", lambda env: None)


def test_a_plan_has_ids_and_hashes_and_no_sentence_of_a_rule(tmp_path):
    env = world(tmp_path)
    copies(env)
    made = flow.tidy(env)
    assert [(item.number, item.kind, item.deed) for item in made.items] == [(1, "merge", "merge")]
    (file,) = env.home.plans.glob("p-*.json")
    assert file.stem == made.plan
    assert "tabs" not in file.read_text().lower()
    assert flow.tidy(env).plan == made.plan  # the same finding is the same plan
    assert [each.plan for each in flow.plans(env).plans] == [made.plan]


def test_a_dry_run_writes_nothing(tmp_path):
    env = world(tmp_path)
    copies(env)
    made = flow.tidy(env, dry_run=True)
    assert (made.plan, len(made.items)) == ("", 1)
    assert not env.home.plans.exists()
    name = flow.tidy(env).plan
    before = env.home.playbook.read_bytes()
    done = flow.apply(env, name, dry_run=True)
    assert [item.verdict for item in done.change.told] == ["merged"]
    assert env.home.playbook.read_bytes() == before
    assert flow.plans(env).plans


def test_applying_does_what_the_plan_says_and_is_taken_back_as_one_change(tmp_path):
    env = world(tmp_path)
    copy = copies(env)
    name = flow.tidy(env).plan
    with pytest.raises(NeedsAHuman):
        flow.apply(env, name)
    with pytest.raises(NeedsAHuman, match="not done for an agent"):
        flow.apply(world(tmp_path, CLAUDECODE="1"), name, yes=True)
    done = flow.apply(env, name[:8], yes=True)
    assert states(env)[copy] == "superseded"
    assert (done.numbers, done.left, flow.plans(env).plans) == ((1,), 0, ())
    undo(world(tmp_path, tty=True), done.change.tx, yes=True)
    assert set(states(env).values()) == {"active"}


def test_a_plan_is_refused_when_the_ground_moved_and_names_the_rule(tmp_path):
    env = world(tmp_path)
    copy = copies(env)
    name = flow.tidy(env).plan
    correct(env, copy, "Keep Makefiles short.")
    assert flow.plans(env).plans[0].moved == (copy,)
    with pytest.raises(RefusedByGate, match=copy) as caught:
        flow.apply(env, name, yes=True)
    assert (caught.value.exit, caught.value.context["reason"]) == (3, "changed-since")
    assert set(states(env).values()) == {"active"}


def test_items_may_be_applied_one_by_one_and_an_agent_may_retire(tmp_path, monkeypatch):
    env = world(tmp_path)
    copies(env)
    take(env, rule("Squash fixups.", id="r-bare", origin=Origin("heuristic", ts())))
    made = flow.tidy(env)
    assert [item.kind for item in made.items] == ["merge", "unproved"]
    agent = world(tmp_path, CLAUDECODE="1")
    with pytest.raises(NeedsAHuman):
        flow.apply(agent, made.plan)
    done = flow.apply(agent, made.plan, only=(2,))
    assert (states(env)["r-bare"], done.left) == ("retired", 1)
    with pytest.raises(Usage, match="no item 2"):
        flow.apply(env, made.plan, only=(2,), yes=True)
    assert flow.apply(env, made.plan, only=(1,), yes=True).left == 0


def test_a_contradiction_is_shown_and_left_to_a_person(tmp_path, monkeypatch):
    env = world(tmp_path)
    take(
        env,
        rule("Cache wheels in CI.", id="r-1", evidence=(evidence(),)),
        rule("Name branches after tickets.", id="r-2", evidence=(evidence(),)),
    )
    found = Suggestion("r-1", "r-2", Relation("contradiction", 0.9, say="npm against yarn"))
    monkeypatch.setattr("cm.flows.likeness.suggestions", lambda env, rules, **more: (found,) if rules else ())
    made = flow.tidy(env)
    assert [(item.kind, item.deed, item.say) for item in made.items] == [
        ("contradiction", "look", "npm against yarn")
    ]
    with pytest.raises(RefusedByGate, match="saying which"):
        flow.apply(env, made.plan, yes=True)


def test_plans_are_dropped_by_name_and_by_age(tmp_path):
    env = world(tmp_path)
    copies(env)
    name = flow.tidy(env).plan
    assert flow.drop(env, name).plan == name
    with pytest.raises(NotFound):
        flow.drop(env, name)
    flow.tidy(env)
    later = replace(env, clock=lambda: NOW + timedelta(days=31))
    sweep(later, dry_run=True)
    assert flow.plans(env).plans
    sweep(later)
    assert flow.plans(env).plans == ()


def test_a_rule_that_the_repository_says_too_leaves_and_its_marks_count_there(tmp_path):
    repo = repository(tmp_path / "shop")
    env = world(tmp_path, cwd=repo)
    init(env, repo=True)
    mine = keep(env, "Pin every action to a commit.")
    (repo / ".cm" / "playbook.yaml").write_text(
        "schema: 1\nrules:\n  - {id: r-team, text: Pin every action to a commit., state: active}\n"
    )
    from cm.flows.trust import say_yes

    say_yes(world(tmp_path, cwd=repo, tty=True), yes=True)
    env = world(tmp_path, cwd=repo)
    commit(env, [], source="human", lines=Lines(marks=(mark(mine, "helpful", 1),)))
    made = flow.tidy(env)
    assert [(item.kind, [each.id for each in item.rules]) for item in made.items] == [
        ("elsewhere", ["r-team", mine])
    ]
    (tmp_path / "elsewhere").mkdir()
    elsewhere = world(tmp_path, cwd=tmp_path / "elsewhere")
    with pytest.raises(RefusedByGate, match="shop") as caught:
        flow.apply(elsewhere, made.plan, yes=True)
    assert str(repo) in caught.value.hint
    told = [(each.plans[0].moved, each.plans[0].repo) for each in (flow.plans(elsewhere), flow.plans(env))]
    assert told == [((), str(repo / ".cm")), ((), "")]
    flow.apply(env, made.plan, yes=True)
    at = {item.rule.id: item for item in shelf(env).shelved}
    assert (at[mine].rule.state, at[mine].rule.replaced_by) == ("superseded", "r-team")
    assert at["r-team"].standing.n_plus == 1


# --- the sweep


def test_a_sweep_says_why_writes_nothing_when_dry_and_is_done_once(tmp_path):
    env = world(tmp_path)
    take(
        env,
        rule(
            "Cache wheels in CI.", id="r-1", origin=Origin("model", ts(400)), evidence=(evidence(at=ts(400)),)
        ),
    )
    would = sweep(env, dry_run=True)
    assert [(item.verdict, item.rule) for item in would.change.told] == [("stale", "r-1")]
    assert "400 days" in would.change.told[0].say
    assert shelf(env).shelved[0].rule.stale == ""
    done = sweep(env)
    assert done.change.tx
    assert shelf(env).shelved[0].rule.stale
    assert sweep(env).change.told == ()
    undo(world(tmp_path, tty=True), done.change.tx, yes=True)
    assert sweep(env).change.told == ()  # a person said that it holds


def test_what_stands_in_an_exported_file_is_seen_to_this_day(tmp_path):
    repo = repository(tmp_path / "shop")
    env = world(tmp_path, cwd=repo)
    take(
        env,
        rule("Cache wheels.", id="r-1", scope={"project": SHOP}, origin=Origin("model", ts(400)), evidence=(evidence(at=ts(400)),)),
    )  # fmt: skip
    project(env)
    assert "r-1" in (repo / "AGENTS.md").read_text()
    assert sweep(env).change.told == ()


def test_what_was_handed_out_or_named_in_a_session_is_in_use(tmp_path):
    env = world(tmp_path)
    told = ("Cache wheels in CI.", "Name branches after tickets.", "Keep the changelog in order.")
    names = ("r-1", "r-2", "r-3")
    take(
        env,
        *(rule(text, id=name, origin=Origin("model", ts(400)), evidence=(evidence(at=ts(400)),)) for text, name in zip(told, names, strict=True)),
    )  # fmt: skip
    ledger = LedgerFiles(env.home.ledger_dir)
    ledger.append_shown(Shown("c-1", ts(3), "context", ("r-1",), "0"))
    ledger.append_all(outcomes=[Outcome("o-1", "claude-code/s1", "success", ts(3), followed=("r-2",))])
    assert [item.rule for item in sweep(env).change.told] == ["r-3"]


def test_a_sweep_names_files_that_are_out_of_date_and_leaves_them(tmp_path):
    repo = repository(tmp_path / "shop")
    env = world(tmp_path, cwd=repo)
    name = keep(env, "Run the tests with bare pytest.")
    project(env)
    before = (repo / "AGENTS.md").read_bytes()
    marks = tuple(mark(name, "harmful", 1, f"s{n}", note="The venv was missing.") for n in range(4))
    commit(env, [], source="human", lines=Lines(marks=marks), sweeping=False)
    done = sweep(env)
    (item,) = done.change.told
    assert item.verdict == "inverted"
    assert "4 harmful marks against 0 helpful" in item.say
    assert [str(repo / "AGENTS.md") in file for file in done.exports] == [True]
    assert (repo / "AGENTS.md").read_bytes() == before


def test_stages_are_reported_once_and_anew_when_the_report_is_lost(tmp_path):
    env = world(tmp_path)
    name = keep(env, "Use tabs in Makefiles.")
    commit(
        env, [], source="human", lines=Lines(marks=tuple(mark(name, "helpful", 1, f"s{n}") for n in range(3)))
    )
    assert [(move.rule, move.now) for move in sweep(env, dry_run=True).moved] == [(name, "established")]
    assert not env.home.stages.exists()
    assert len(sweep(env).moved) == 1
    assert sweep(env).moved == ()
    env.home.stages.write_text("{")
    assert len(sweep(env).moved) == 1
