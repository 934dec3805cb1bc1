"""A rule that agents were told of and went against goes a step up by a person's yes, and down again."""

from dataclasses import replace

import pytest

from cm.errors import NeedsAHuman, NotFound, RefusedByGate
from cm.flows.commit import commit
from cm.flows.due_rules import offers, pattern_for, trauma_id
from cm.flows.init import init
from cm.flows.promoting import demote, promote
from cm.flows.reminders import forbids
from cm.flows.trauma_standing import standings
from cm.model.delta import Add
from cm.model.ledger import Shown
from cm.model.rule import Scope
from cm.store.guard_engine import engine
from cm.store.journal import Journal
from cm.store.ledger import LedgerFiles
from tests.kit.build import rule
from tests.kit.talk import SHOP, talk
from tests.kit.world import repository, world

PNPM = "Use `pnpm`, never `npm`."
APPLY = "Never run `terraform apply`, use `make plan`."
BAD = (("user", "bring it out"), ("terraform apply -auto-approve", 0, "Apply complete!"))


def home(tmp_path, sessions=3, told=3, text=APPLY, project="", **more):
    env = world(tmp_path, CLAUDE_CONFIG_DIR=str(tmp_path / "none"), CODEX_HOME=str(tmp_path / "none"), **more)
    init(env)
    name = commit(env, [Add(text, scope=Scope(project=project))], source="human").decisions[0].rules[0]
    changed = env.home.playbook.read_text().replace(env.stamp, "2026-11-01T00:00:00Z")
    env.home.playbook.write_text(changed)
    for number in range(1, sessions + 1):
        Journal(env.home.journal).append(*talk(*BAD, native=f"s{number}", day=10 + number))
    shown = [
        Shown(
            f"c-{n}",
            "2026-11-12T00:00:00Z",
            "hook-prompt",
            (name,),
            "0" * 64,
            host="claude-code",
            session=f"claude-code/s{n}",
        )
        for n in range(1, told + 1)
    ]
    for each in shown:
        LedgerFiles(env.home.ledger_dir).append_shown(each)
    return env, name


def force(env):
    return {
        each.trauma.id: each.trauma.severity
        for each in standings(env)
        if each.trauma.status == "active" and each.trauma.pack == ""
    }


def test_a_rule_that_three_sessions_were_told_of_and_ignored_is_due_with_its_evidence(tmp_path):
    env, name = home(tmp_path)
    (offer,) = offers(env).offers
    assert (offer.rule, offer.step, offer.next, offer.is_due) == (name, "reminder", "ask", True)
    assert [each.session for each in offer.ignored] == [f"claude-code/s{n}" for n in (3, 2, 1)]
    assert "terraform apply" in offer.ignored[0].command


def test_a_session_that_was_not_told_does_not_count(tmp_path):
    env, _ = home(tmp_path, sessions=3, told=2)
    (offer,) = offers(env).offers
    assert (len(offer.ignored), offer.is_due) == (2, False)
    env, _ = home(tmp_path / "other", sessions=3, told=0)
    assert offers(env).offers == ()


def test_it_goes_up_and_down_step_by_step_each_by_a_yes(tmp_path):
    env, name = home(tmp_path)
    assert (promote(env, name, yes=True).after, force(env)) == ("ask", {trauma_id(name): "caution"})
    assert (promote(env, name, yes=True).after, force(env)) == ("deny", {trauma_id(name): "critical"})
    with pytest.raises(RefusedByGate):
        promote(env, name, yes=True)
    assert (demote(env, name, yes=True).after, force(env)) == ("ask", {trauma_id(name): "caution"})
    assert (demote(env, name, yes=True).after, force(env)) == ("reminder", {})
    with pytest.raises(RefusedByGate):
        demote(env, name, yes=True)
    assert promote(env, name, yes=True).after == "ask"


def test_the_trauma_tells_the_rule_and_what_to_run_instead(tmp_path):
    env, name = home(tmp_path)
    promote(env, name, yes=True)
    (trauma,) = [each.trauma for each in standings(env) if each.trauma.id == trauma_id(name)]
    assert APPLY in trauma.story.message
    assert name in trauma.story.message
    assert "make plan" in trauma.instead


@pytest.mark.parametrize("move", [promote, demote])
def test_an_agent_moves_no_rule_and_a_script_only_with_yes(tmp_path, move):
    env, name = home(tmp_path)
    promote(env, name, yes=True)
    with pytest.raises(NeedsAHuman):
        move(env, name)
    inside = replace(env, environ={**env.environ, "CLAUDECODE": "1"})
    with pytest.raises(NeedsAHuman):
        move(inside, name, yes=True)
    assert force(env) == {trauma_id(name): "caution"}


def test_a_dry_run_writes_nothing(tmp_path):
    env, name = home(tmp_path)
    before = {
        path: path.read_bytes()
        for path in env.home.root.rglob("*")
        if path.is_file() and path.suffix == ".jsonl"
    }
    moved = promote(env, name, dry_run=True)
    assert (moved.after, moved.pattern) == ("ask", pattern_for(forbids(rule(APPLY))))
    assert before == {path: path.read_bytes() for path in before}
    assert force(env) == {}


def test_a_rule_of_which_no_command_tells_cannot_go_up(tmp_path):
    env, name = home(tmp_path, text="Keep functions short.")
    with pytest.raises(RefusedByGate):
        promote(env, name, yes=True)
    with pytest.raises(NotFound):
        promote(env, "r-nothing", yes=True)


def test_a_command_that_the_guard_cannot_tell_from_the_right_one_is_refused(tmp_path):
    env, name = home(tmp_path, text="Run the tests with `uv run pytest -q`, not with bare `pytest`.")
    with pytest.raises(RefusedByGate):
        promote(env, name, yes=True)
    assert force(env) == {}


def test_a_pattern_that_would_stop_everyday_work_is_refused(tmp_path):
    env, name = home(tmp_path, text=PNPM)
    with pytest.raises(RefusedByGate, match="too broad"):
        promote(env, name, yes=True)


def test_what_is_about_one_project_goes_up_in_its_repository_alone(tmp_path):
    env, name = home(tmp_path, project=SHOP)
    with pytest.raises(RefusedByGate, match="everywhere"):
        promote(env, name, yes=True)
    with pytest.raises(RefusedByGate, match="and this is"):
        promote(env, name, repo=True, yes=True)
    shop = repository(tmp_path / "shop")
    there = world(tmp_path, cwd=shop)
    (shop / ".cm").mkdir()
    assert promote(there, name, repo=True, yes=True).after == "ask"
    assert "terraform" in (shop / ".cm" / "traumas.jsonl").read_text()
    assert force(there) == {trauma_id(name): "caution"}
    assert demote(there, name, yes=True).after == "reminder"
    assert force(there) == {}


@pytest.mark.parametrize(
    ("text", "denied", "let_go"),
    [
        (PNPM, ["npm install x", "sudo npm ci", "cd web && npm run build"], ["pnpm install x", "pnpm exec npm-check"]),
        ("Never run `git push --force`.", ["git push --force", "git push origin main --force"], ["git push", "git push --force-with-lease"]),
        ("Never run `terraform apply` or `terraform destroy`.", ["terraform apply -auto-approve", "terraform -chdir=x destroy"], ["terraform plan"]),
    ],
)  # fmt: skip
def test_the_pattern_of_a_rule_denies_what_it_forbids(text, denied, let_go):
    row = {"id": "t-x", "pattern": pattern_for(forbids(rule(text)))}
    for command in denied:
        assert engine().judge(command, [engine().Trauma(row)]).action == "deny", command
    for command in let_go:
        assert engine().judge(command, [engine().Trauma(row)]).action == "allow", command


def test_the_commands_say_what_they_do(tmp_path):
    from cm.cli.guard_promote import render, render_offers

    env, name = home(tmp_path)
    assert f"due: cm guard promote {name[:10]}" in render_offers(offers(env))
    text = render(promote(env, name, yes=True))
    assert "from reminder to ask" in text
    assert "cm guard demote" in text
    assert "from ask to reminder" in render(demote(env, name, yes=True))


def test_what_is_due_is_remembered_and_told_where_a_person_looks(tmp_path):
    from cm.cli.guard_status import due_line
    from cm.cli.review import render
    from cm.flows.due_rules import remember_due
    from cm.flows.guard_status import status
    from cm.flows.review import queue

    env, name = home(tmp_path)
    assert (status(env).due, due_line(0)) == (0, "")
    assert remember_due(env) == 1
    assert status(env).due == queue(env).due == 1
    assert "cm guard promote" in render(queue(env))
    for _ in range(2):
        promote(env, name, yes=True)
    assert remember_due(env) == 0
    (env.home.guard / "due.json").write_text("{torn")
    assert status(env).due == 0
