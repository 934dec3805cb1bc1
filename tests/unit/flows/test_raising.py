"""A rule goes up by the user's word alone: what counts as evidence, how far, once for each evidence, and never again once taken down."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from cm.errors import NeedsAHuman, NotFound, Usage
from cm.flows import configure, traumas
from cm.flows.commit import commit
from cm.flows.due_rules import due_before, offers, remember_due, trauma_id
from cm.flows.init import init
from cm.flows.log import Wanted, log
from cm.flows.promoting import demote, promote
from cm.flows.raising import offers_told, raise_due
from cm.flows.reflect import Wish, reflect
from cm.flows.sweep import sweep
from cm.flows.trauma_standing import standings
from cm.flows.undo import undo
from cm.model.delta import Add, Replace
from cm.model.ledger import Shown
from cm.model.rule import Origin, Scope
from cm.store import git
from cm.store.journal import Journal
from cm.store.ledger import LedgerFiles
from cm.store.lines import append_line
from tests.kit.build import evidence
from tests.kit.talk import SHOP, talk
from tests.kit.world import repository, world

APPLY = "Never run `terraform apply`, use `make plan`."
PNPM = "Use `pnpm`, never `npm`."
BARE = "Run the tests with `uv run pytest -q`, not with bare `pytest`."
RAN = {APPLY: "terraform apply -auto-approve", PNPM: "npm install left-pad", BARE: "pytest tests"}


def home(tmp_path, word="ask", text=APPLY, project="", by="human", **more):
    """A home in which the user said a word, with one rule."""
    places = {"CLAUDE_CONFIG_DIR": str(tmp_path / "claude"), "CODEX_HOME": str(tmp_path / "codex")}
    env = world(tmp_path, **places, **more)
    init(env)
    if word != "reminder":
        configure.change(env, "guard.promote_to", word, yes=True)
    name = commit(env, [Add(text, scope=Scope(project=project))], source="human").decisions[0].rules[0]
    made = env.home.playbook.read_text()
    assert "by: human" in made
    old = made.replace(env.stamp, "2026-11-01T00:00:00Z").replace("by: human", f"by: {by}")
    env.home.playbook.write_text(old)
    return world(tmp_path, **places, **more), name


def runs(env, rule, numbers, day=10, text=APPLY, told=True, place="claude/projects/shop", **head):
    """Sessions that were told of the rule and ran what it speaks against."""
    for number in numbers:
        native = f"s{number}"
        source = str(env.home.root.parent / place / f"{native}.jsonl") if place else ""
        said = (("user", "bring it out"), (RAN[text], 0, "done"))
        Journal(env.home.journal).append(*talk(*said, native=native, day=day, source=source, **head))
        if told:
            shown = Shown(
                f"c-{number}",
                "2026-11-02T00:00:00Z",
                "hook-prompt",
                (rule,),
                "0" * 64,
                session=f"claude-code/{native}",
            )
            LedgerFiles(env.home.ledger_dir).append_shown(shown)


def asked_in(env, trauma, number):
    """In that session the guard asked about what a trauma is of."""
    line = {
        "at": "2026-11-20T10:00:00Z",
        "kind": "asked",
        "host": "claude-code",
        "session": f"s{number}",
        "id": trauma,
    }
    append_line(env.home.guard / "log.jsonl", line)


def on(env, days):
    """The same some days later."""
    return replace(env, clock=lambda: env.now + timedelta(days=days))


def early(env):
    """The same on the eleventh of the month: what is of the twentieth has not been yet."""
    return on(env, -19)


def force(env):
    """The traumas of the user that are in force, with how grave they are."""
    return {
        each.trauma.id: each.trauma.severity
        for each in standings(env)
        if each.trauma.status == "active" and each.where == "user" and not each.trauma.pack
    }


def test_a_rule_that_is_due_goes_a_step_up_by_the_word_with_its_evidence(tmp_path):
    env, name = home(tmp_path)
    runs(env, name, (1, 2, 3))
    (moved,) = raise_due(env).moved
    assert (moved.rule, moved.before, moved.after, moved.by) == (name, "reminder", "ask", "policy")
    assert {each.session for each in moved.ignored} == {f"claude-code/s{n}" for n in (1, 2, 3)}
    assert force(env) == {trauma_id(name): "caution"}
    (trauma,) = [each.trauma for each in standings(env) if each.trauma.id == trauma_id(name)]
    assert (trauma.story.by, trauma.instead) == ("policy", "Run `make plan`.")
    assert "told in 3 sessions" in trauma.story.message
    told = log(env, Wanted(verdict="raised")).entries
    assert [(each.by, each.rules, each.reason, each.text) for each in told] == [
        ("policy", (name,), "gone-against", APPLY)
    ]
    assert told[0].say == "from reminder to ask, by policy, told in 3 sessions and gone against"
    assert (
        f"Promote {name} to ask, by policy"
        in git.run(env.home, env.environ, "log", "--format=%s").text.splitlines()
    )


def test_who_would_undo_a_step_is_told_what_takes_it_back(tmp_path):
    env, name = home(tmp_path)
    commit(env, (), source="human")
    runs(env, name, (1, 2, 3))
    raise_due(env)
    step = log(env, Wanted(verdict="raised")).entries[0]
    with pytest.raises(NotFound) as refused:
        undo(env, step.tx, yes=True)
    assert f"cm guard demote {name}" in refused.value.hint


def test_without_a_word_nothing_goes_up_and_nothing_is_read(tmp_path, monkeypatch):
    env, name = home(tmp_path, word="reminder")
    runs(env, name, range(9))
    assert remember_due(env) == 1
    monkeypatch.setattr("cm.flows.raising.ignored_by_rule", None)
    assert raise_due(env).moved == ()
    assert force(env) == {}


@pytest.mark.parametrize("numbers", [(1,), (1, 2)])
def test_less_than_enough_is_not_enough(tmp_path, numbers):
    env, name = home(tmp_path, word="deny")
    runs(env, name, numbers)
    assert raise_due(env).moved == ()


def test_it_is_counted_again_without_going_up_again_and_never_above_the_word(tmp_path):
    env, name = home(tmp_path)
    runs(env, name, (1, 2, 3))
    assert len(raise_due(env).moved) == 1
    later = on(env, 3)
    assert raise_due(later).moved == ()
    for number in range(4, 9):
        head, events = talk(("user", "bring it out"), (RAN[APPLY], 0, "done"), native=f"s{number}")
        moved = [replace(each, at="2026-12-01T10:00:00Z") for each in events]
        source = str(tmp_path / "claude/projects/shop" / f"s{number}.jsonl")
        Journal(env.home.journal).append(
            replace(head, started="2026-12-01T10:00:00Z", ended="2026-12-01T10:00:00Z", source=source), moved
        )
        shown = Shown(
            f"c-{number}", "2026-12-01T00:00:00Z", "hook-prompt", (name,), "0" * 64, session=head.id
        )
        LedgerFiles(env.home.ledger_dir).append_shown(shown)
    assert [each.since for each in offers(later).offers] == [5]
    assert raise_due(later).moved == ()
    assert force(later) == {trauma_id(name): "caution"}


def test_the_next_step_needs_enough_sessions_that_began_after_the_last(tmp_path):
    env, name = home(tmp_path, word="deny")
    runs(env, name, (1, 2, 3), day=5)
    first = early(env)
    assert [each.after for each in raise_due(first).moved] == ["ask"]
    assert [each.since for each in offers(first).offers] == [0]
    runs(env, name, (4, 5), day=20)
    runs(env, name, (6, 7, 8), day=6)  # read later, but of before the step
    assert raise_due(env).moved == ()
    assert [(each.since, each.is_due) for each in offers(env).offers] == [(2, False)]
    runs(env, name, (9,), day=21)
    (moved,) = raise_due(env).moved
    assert (moved.after, {each.session for each in moved.ignored}) == (
        "deny",
        {f"claude-code/s{n}" for n in (4, 5, 9)},
    )
    assert force(env) == {trauma_id(name): "critical"}
    assert json.loads(env.home.traumas.read_text().splitlines()[-1])["story"]["by"] == "policy"
    assert raise_due(on(env, 1)).moved == ()


def test_evidence_that_moves_its_own_clock_on_is_not_taken_twice(tmp_path):
    env, name = home(tmp_path, word="deny")
    runs(env, name, (1, 2, 3), day=5)
    raise_due(early(env))
    for number in (1, 2, 3):
        path = next(env.home.journal.rglob(f"*s{number}.jsonl"))
        path.write_text(path.read_text().replace("2026-11-05T", "2026-11-25T"))
    assert raise_due(env).moved == ()


def test_one_step_at_a_time_however_much_there_is(tmp_path):
    env, name = home(tmp_path, word="deny")
    runs(env, name, range(20))
    assert [each.after for each in raise_due(env).moved] == ["ask"]
    assert raise_due(env).moved == ()


@pytest.mark.parametrize("taken", ["demote", "heal", "remove"])
def test_what_a_person_took_down_stays_down_and_is_offered_on_new_evidence(tmp_path, taken):
    env, name = home(tmp_path, word="deny")
    runs(env, name, (1, 2, 3), day=5)
    first = early(env)
    raise_due(first)
    if taken == "demote":
        demote(first, name, yes=True)
    elif taken == "heal":
        traumas.heal(first, trauma_id(name), "it is fine here", yes=True)
    else:
        traumas.remove(first, [trauma_id(name)], yes=True)
    assert [each.is_due for each in offers(first).offers] == [False]
    runs(env, name, range(10, 19), day=20)
    assert raise_due(env).moved == ()
    assert force(env) == {}
    (offer,) = offers_told(env).offers
    assert offer.is_due
    assert offer.stays.startswith("a person took it down once")
    assert promote(env, name, yes=True).after == "ask"
    runs(env, name, range(20, 29), day=29)
    assert raise_due(on(env, 5)).moved == ()


def test_a_step_by_hand_counts_as_the_last_step(tmp_path):
    env, name = home(tmp_path, word="deny")
    runs(env, name, (1, 2, 3), day=5)
    promote(early(env), name, yes=True)
    assert raise_due(env).moved == ()
    runs(env, name, (4, 5, 6), day=20)
    assert [each.after for each in raise_due(env).moved] == ["deny"]


@pytest.mark.parametrize(
    "head",
    [
        {"place": ""}, {"place": "work/shop"}, {"place": "claude/elsewhere"}, {"place": "claude/projects-of-mine"}, {"place": "work/.claude/projects/x"},
        {"notes": True}, {"own": True}, {"told": False},
    ],
    ids=str,
)  # fmt: skip
def test_what_does_not_read_as_an_agents_own_session_here_drives_nothing(tmp_path, head):
    env, name = home(tmp_path, word="deny")
    runs(env, name, range(9), **head)
    runs(env, name, (10, 11))
    assert raise_due(env).moved == ()
    runs(env, name, (12,))
    (moved,) = raise_due(env).moved
    assert {each.session for each in moved.ignored} == {f"claude-code/s{n}" for n in (10, 11, 12)}


@pytest.mark.parametrize(
    "host", ["specstory", "aider", "generic-tool", "chatgpt", "editor-history", "no-such-host"]
)
def test_other_tools_accounts_and_what_lies_in_projects_drive_nothing(tmp_path, host):
    from cm.flows.raising import _own

    env = world(tmp_path)
    head, _ = talk(("user", "hello"), source=str(env.user_home / ".aider.chat.history.md"))
    assert not _own(env, replace(head, id=f"{host}/s1", host=host))


def test_the_subagents_of_one_session_are_one(tmp_path):
    env, name = home(tmp_path)
    runs(env, name, (1, 2, 3, 4), parent="claude-code/p")
    assert raise_due(env).moved == ()
    assert [each.since for each in offers(env).offers] == [1]


def test_a_session_in_which_the_guard_was_answered_yes_is_no_evidence(tmp_path):
    env, name = home(tmp_path, word="deny")
    runs(env, name, (1, 2, 3), day=5)
    raise_due(early(env))
    runs(env, name, (4, 5, 6), day=20)
    asked_in(env, trauma_id(name), 5)
    assert raise_due(env).moved == ()
    asked_in(env, "t-other", 6)
    runs(env, name, (7,), day=21)
    (moved,) = raise_due(env).moved
    assert {each.session for each in moved.ignored} == {f"claude-code/s{n}" for n in (4, 6, 7)}


def test_a_session_in_which_a_person_said_no_to_the_guard_is(tmp_path):
    env, name = home(tmp_path, word="deny")
    runs(env, name, (1, 2, 3), day=5)
    raise_due(early(env))
    runs(env, name, (4, 5, 6, 7), day=20)
    for number in (4, 5, 6, 7, 8):
        asked_in(env, trauma_id(name), number)
    for number in (4, 5, 6):
        path = next(env.home.journal.rglob(f"*s{number}.jsonl"))
        path.write_text(path.read_text().replace('"by":"tool","kind":"output"', '"by":"host","kind":"error"'))
    (moved,) = raise_due(env).moved
    assert (moved.after, {each.session for each in moved.ignored}) == (
        "deny",
        {f"claude-code/s{n}" for n in (4, 5, 6)},
    )
    assert moved.ignored[0].command == "terraform apply -auto-approve (declined)"


@pytest.mark.parametrize(
    "odd", ["not told", "not an agent's own", "never asked", "asked and denied", "it failed"]
)
def test_a_no_counts_in_an_agents_own_session_that_was_told_and_asked(tmp_path, odd):
    env, name = home(tmp_path, word="deny")
    runs(env, name, (1, 2, 3), day=5)
    raise_due(early(env))
    runs(env, name, (4, 5), day=20)
    runs(
        env,
        name,
        (6,),
        day=20,
        told=odd != "not told",
        place="work" if odd == "not an agent's own" else "claude/projects/x",
    )
    for number in (4, 5, 6):
        if number < 6 or odd != "never asked":
            line = {
                "at": "2026-11-20T10:00:00Z",
                "kind": "denied" if number == 6 and odd == "asked and denied" else "asked",
                "host": "claude-code",
                "session": f"s{number}",
                "id": trauma_id(name),
            }
            append_line(env.home.guard / "log.jsonl", line)
        path = next(env.home.journal.rglob(f"*s{number}.jsonl"))
        by = "tool" if number == 6 and odd == "it failed" else "host"
        path.write_text(
            path.read_text().replace('"by":"tool","kind":"output"', f'"by":"{by}","kind":"error"')
        )
    assert raise_due(env).moved == ()


@pytest.mark.parametrize(
    ("text", "more"),
    [(PNPM, {}), (BARE, {}), (APPLY, {"project": SHOP})],
    ids=["too broad", "cannot be told from the right one", "of one project"],
)
def test_what_no_person_could_take_up_here_stays_an_offer_with_its_reason(tmp_path, text, more):
    env, name = home(tmp_path, text=text, **more)
    runs(env, name, (1, 2, 3), text=text)
    found = raise_due(env)
    assert (found.moved, list(found.stays)) == ((), [name])
    assert force(env) == {}
    assert remember_due(env) == due_before(env) == 1


def test_a_rule_of_a_repository_stays_an_offer_and_nothing_is_written_there(tmp_path):
    shop = repository(tmp_path / "shop")
    env, _ = home(tmp_path, cwd=shop)
    (shop / ".cm").mkdir()
    name = (
        commit(env, [Add("Never run `terraform destroy`.")], source="human", layer="repo")
        .decisions[0]
        .rules[0]
    )
    path = shop / ".cm" / "playbook.yaml"
    path.write_text(path.read_text().replace(env.stamp, "2026-11-01T00:00:00Z"))
    from cm.store import trust

    trust.trust(env.home, env.repo, at=env.stamp, by="human")
    env = replace(env)
    RAN["destroy"] = "terraform destroy"
    runs(env, name, (1, 2, 3), text="destroy")
    assert name in {each.rule for each in offers(env).offers if each.is_due}
    found = raise_due(env)
    assert (found.moved, force(env), (shop / ".cm" / "traumas.jsonl").exists()) == ((), {}, False)
    assert name in found.stays


@pytest.mark.parametrize("by", ["model", "agent", "starter", "import"])
def test_a_rule_that_no_person_said_or_approved_stays_an_offer(tmp_path, by):
    env, name = home(tmp_path, by=by)
    runs(env, name, (1, 2, 3))
    found = raise_due(env)
    assert (found.moved, force(env)) == ((), {})
    assert "no person said or approved it" in found.stays[name]
    text = env.home.playbook.read_text()
    env.home.playbook.write_text(
        text.replace("state: active", "state: active\n    approved: 2026-11-01T00:00:00Z")
    )
    assert len(raise_due(env).moved) == 1


@pytest.mark.parametrize(
    ("place", "moved"), [("claude/projects/shop", 1), ("work/shop/.claude/projects/x", 0)]
)
def test_the_users_own_words_count_where_they_were_said_to_an_agent_here(tmp_path, place, moved):
    env, name = home(tmp_path)
    said, events = talk(
        ("user", "never run terraform apply"), native="u1", day=2, source=str(tmp_path / place / "u1.jsonl")
    )
    Journal(env.home.journal).append(said, events)
    runs(env, name, (1, 2, 3))
    from cm.core.curation.contest import PERSON, authority
    from cm.flows.raising import _Look
    from cm.flows.reading import shelf

    (item,) = [each for each in shelf(env).shelved if each.rule.id == name]
    assert authority(item.rule) == PERSON
    proof = (evidence("never run terraform apply", session=said.id, event=events[0].id),)
    heard = replace(item.rule, origin=Origin("heuristic", ""), evidence=proof)
    assert _Look(env)._is_a_persons(heard) == bool(moved)
    assert not _Look(env)._is_a_persons(replace(heard, origin=Origin("model", "")))
    assert not _Look(env)._is_a_persons(replace(heard, evidence=(replace(proof[0], by="agent"),)))


def test_a_rule_whose_words_changed_does_not_go_on_by_itself(tmp_path):
    env, name = home(tmp_path, word="deny")
    runs(env, name, (1, 2, 3), day=5)
    raise_due(early(env))
    commit(
        early(env),
        [Replace(name, "Never run `terraform apply` or `terraform import`, use `make plan`.")],
        source="human",
    )
    runs(env, name, (4, 5, 6), day=20)
    found = raise_due(env)
    assert found.moved == ()
    assert "its words changed" in found.stays[name]


def test_a_contested_rule_stays_where_it_is(tmp_path):
    env, name = home(tmp_path)
    runs(env, name, (1, 2, 3))
    text = env.home.playbook.read_text()
    env.home.playbook.write_text(text.replace("state: active", "state: active\n    contests: [r-other]"))
    assert raise_due(env).moved == ()


def test_two_who_count_at_once_take_one_step(tmp_path, monkeypatch):
    env, name = home(tmp_path, word="deny")
    runs(env, name, (1, 2, 3))
    from cm.flows import raising

    step = raising.take_step

    def slow(*args, **more):
        monkeypatch.setattr(raising, "take_step", step)
        assert len(raise_due(env).moved) == 1  # the other one was quicker
        return step(*args, **more)

    monkeypatch.setattr(raising, "take_step", slow)
    found = raise_due(env)
    assert (found.moved, found.stays) == ((), {})
    assert force(env) == {trauma_id(name): "caution"}
    assert len([each for each in env.home.traumas.read_text().splitlines() if trauma_id(name) in each]) == 1


@pytest.mark.parametrize("meanwhile", ["demote", "take the word back"])
def test_what_a_person_says_meanwhile_holds(tmp_path, monkeypatch, meanwhile):
    env, name = home(tmp_path, word="deny")
    runs(env, name, (1, 2, 3), day=5)
    raise_due(early(env))
    runs(env, name, (4, 5, 6), day=20)
    from cm.flows import raising

    step = raising.take_step

    def slow(*args, **more):
        if meanwhile == "demote":
            demote(env, name, yes=True)
        else:
            configure.change(env, "guard.promote_to", "ask", yes=True)
        return step(*args, **more)

    monkeypatch.setattr(raising, "take_step", slow)
    assert raise_due(env).moved == ()
    assert force(env) == ({} if meanwhile == "demote" else {trauma_id(name): "caution"})


def test_a_repository_and_the_environment_cannot_say_the_word(tmp_path):
    shop = repository(tmp_path / "shop")
    (shop / ".cm").mkdir()
    (shop / ".cm" / "config.toml").write_text('[guard]\npromote_to = "deny"\n')
    env, name = home(tmp_path, word="reminder", cwd=shop, CM_GUARD_PROMOTE_TO="deny")
    from cm.store import trust

    trust.trust(env.home, env.repo, at=env.stamp, by="human")
    env = replace(env)
    runs(env, name, (1, 2, 3))
    assert env.trusted
    assert env.settings.guard.promote_to == "reminder"
    assert {each.key for each in env.problems} == {"guard.promote_to"}
    assert raise_due(env).moved == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [("reminder", "ask"), ("reminder", "deny"), ("deny", "ask"), ("ask", "reminder"), ("ask", None)],
)
def test_the_word_is_a_persons_in_either_direction(tmp_path, before, after):
    env, _ = home(tmp_path, word=before)
    inside = replace(env, environ={**env.environ, "CLAUDECODE": "1"})
    with pytest.raises(NeedsAHuman):
        configure.change(inside, "guard.promote_to", after, yes=True)
    with pytest.raises(NeedsAHuman):
        configure.change(env, "guard.promote_to", after)
    assert replace(env).settings.guard.promote_to == before
    configure.change(env, "guard.promote_to", after, yes=True)
    assert replace(env).settings.guard.promote_to == (after or "reminder")


def test_what_an_agent_runs_carries_the_word_out_but_takes_nothing_down(tmp_path):
    env, name = home(tmp_path)
    runs(env, name, (1, 2, 3))
    inside = replace(env, environ={**env.environ, "CLAUDECODE": "1"})
    (moved,) = raise_due(inside).moved
    assert moved.by == "policy"
    with pytest.raises(NeedsAHuman):
        demote(inside, name, yes=True)


def test_reflection_and_sweep_carry_it_out_and_say_so_and_a_dry_run_does_not(tmp_path):
    from cm.cli.reflect import render as of_reflect
    from cm.cli.sweep import render as of_sweep

    for number, (act, render) in enumerate(
        [
            (lambda env, dry: reflect(env, Wish(dry_run=dry)), of_reflect),
            (lambda env, dry: sweep(env, dry_run=dry), of_sweep),
        ]
    ):
        env, name = home(tmp_path / str(number))
        runs(env, name, (1, 2, 3))
        assert act(env, True).raised == ()
        assert force(env) == {}
        text = " ".join(render(act(env, False)).split())
        assert (
            f"{name[:10]} is asked about now: told in 3 sessions and gone against; `cm guard demote {name[:10]}` takes it back"
            in text
        )
        assert force(env) == {trauma_id(name): "caution"}
        assert act(env, False).raised == ()


def test_where_a_person_looks_it_is_told(tmp_path):
    from cm.cli.guard_promote import render_offers
    from cm.cli.guard_status import policy_line, render
    from cm.flows.guard_status import status

    env, name = home(tmp_path)
    assert policy_line(status(env)) == "By themselves such rules go up to ask (guard.promote_to)"
    runs(env, name, (1, 2, 3))
    assert raise_due(env).moved
    assert remember_due(env) == 0
    assert f"so far {name[:10]} (cm guard demote takes one back)" in " ".join(render(status(env)).split())
    configure.change(env, "guard.promote_to", "reminder", yes=True)
    assert policy_line(status(replace(env))).startswith("No rule goes up by itself any more")
    demote(env, name, yes=True)
    assert policy_line(status(replace(env))) == ""
    other, pnpm = home(tmp_path / "other", text=PNPM)
    runs(other, pnpm, (1, 2, 3), text=PNPM)
    assert "not by itself: " in render_offers(offers_told(other))


def test_each_step_is_a_decision_that_changes_no_rule(tmp_path):
    env, name = home(tmp_path)
    runs(env, name, (1, 2, 3))
    before = env.home.playbook.read_bytes()
    raise_due(env)
    demote(env, name, yes=True)
    promote(env, name, yes=True)
    told = [(each.verdict, each.by, each.reason) for each in log(env, Wanted(thing=name)).entries][:3]
    assert told == [
        ("raised", "script", "asked"),
        ("lowered", "script", "asked"),
        ("raised", "policy", "gone-against"),
    ]
    assert env.home.playbook.read_bytes() == before
    rows = [json.loads(each) for each in env.home.decisions.read_text().splitlines()]
    raised = [row for row in rows if row.get("verdict") == "raised"]
    assert all(set(row["quotes"]) == {f"claude-code/s{n}" for n in (1, 2, 3)} for row in raised)
    assert "after" not in raised[0]


def test_what_is_handed_to_the_inbox_or_renders_another_session_drives_nothing(tmp_path):
    from cm.flows.raising import _own

    env, name = home(tmp_path)
    runs(env, name, (1,))
    head = next(Journal(env.home.journal).sessions())
    assert _own(env, head)
    for odd in ({"own": True}, {"notes": True}, {"twin": "codex/1"}, {"source": ""}):
        assert not _own(env, replace(head, **odd))
    inbox = env.home.root / "inbox" / "x.jsonl"
    assert not _own(env, replace(head, id="generic-tool/x", host="generic-tool", source=str(inbox)))


def test_a_trauma_that_was_lifted_and_put_back_does_not_go_on_by_itself(tmp_path):
    env, name = home(tmp_path, word="deny")
    runs(env, name, (1, 2, 3), day=5)
    first = early(env)
    raise_due(first)
    traumas.heal(first, trauma_id(name), "it is fine here", yes=True)
    traumas.activate(first, [trauma_id(name)])
    runs(env, name, (4, 5, 6), day=20)
    assert raise_due(env).moved == ()
    assert force(env) == {trauma_id(name): "caution"}


def test_a_line_that_no_person_let_count_takes_nothing_down(tmp_path):
    env, name = home(tmp_path, word="deny")
    runs(env, name, (1, 2, 3), day=5)
    raise_due(early(env))
    row = json.loads(env.home.traumas.read_text().splitlines()[-1])
    append_line(env.home.traumas, {**row, "status": "retired", "at": "2026-11-12T00:00:00Z"})
    runs(env, name, (4, 5, 6), day=20)
    assert [each.after for each in raise_due(env).moved] == ["deny"]


def test_a_rule_whose_line_is_gone_after_it_went_up_was_taken_down():
    from cm.flows.due_rules import Past
    from cm.model.decision import Decision

    up = Decision("raised", "gone-against", "", "2026-11-10T00:00:00Z", "sweep")
    assert Past(steps=(up,)).was_lowered("reminder")
    assert not Past(steps=(up,)).was_lowered("ask")


def test_a_yes_in_the_session_outweighs_a_no(tmp_path):
    env, name = home(tmp_path, word="deny")
    runs(env, name, (1, 2, 3), day=5)
    raise_due(early(env))
    twice = (("user", "bring it out"), (RAN[APPLY], 0, "done"), (RAN[APPLY], 0, "done"))
    for number in (4, 5, 6):
        runs(env, name, (number,), day=20)
        head, events = talk(
            *twice,
            native=f"s{number}",
            day=20,
            source=str(tmp_path / f"claude/projects/shop/s{number}.jsonl"),
        )
        events = (*events[:-1], replace(events[-1], by="host", kind="error"))
        Journal(env.home.journal).append(head, events)
        asked_in(env, trauma_id(name), number)
    assert raise_due(env).moved == ()


def test_a_pattern_that_no_longer_passes_is_not_denied_by_policy(tmp_path, monkeypatch):
    from cm.flows import raising
    from cm.flows.admission import NotAdmitted

    env, name = home(tmp_path, word="deny")
    runs(env, name, (1, 2, 3), day=5)
    raise_due(early(env))
    runs(env, name, (4, 5, 6), day=20)
    monkeypatch.setattr(raising, "admit", lambda *args, **more: NotAdmitted("it is too broad"))
    found = raise_due(env)
    assert (found.moved, force(env)) == ((), {trauma_id(name): "caution"})
    assert "too broad" in found.stays[name]


def test_the_word_is_one_of_three(tmp_path):
    env, _ = home(tmp_path, word="reminder")
    with pytest.raises(Usage, match="reminder, ask, deny"):
        configure.change(env, "guard.promote_to", "everything", yes=True)


def test_a_link_in_an_agents_folder_that_leads_out_of_it_is_no_session_of_its_own(tmp_path):
    from cm.flows.raising import _own

    env, name = home(tmp_path)
    runs(env, name, (1,))
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "made-up.jsonl").write_text("{}")
    (tmp_path / "claude" / "projects").mkdir(parents=True)
    (tmp_path / "claude" / "projects" / "s1.jsonl").symlink_to(tmp_path / "work" / "made-up.jsonl")
    head = next(Journal(env.home.journal).sessions())
    assert not _own(env, replace(head, source=str(tmp_path / "claude" / "projects" / "s1.jsonl")))
