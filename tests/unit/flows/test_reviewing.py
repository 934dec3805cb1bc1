"""What waits for a person, as questions, and what each answer does to the rules."""

import pytest

from cm.core.language.relation import Relation
from cm.errors import NeedsAHuman, NotFound, RefusedByGate, Usage
from cm.flows import reviewing
from cm.flows.add import Wish, add
from cm.flows.commit import commit
from cm.flows.likeness import Suggestion
from cm.flows.merge import merge
from cm.flows.parts import Lines
from cm.flows.pin import pin, unpin
from cm.flows.reading import shelf
from cm.flows.remember import plain, remember
from cm.flows.review import cards_of, deck, queue
from cm.flows.split import split
from cm.flows.undo import undo
from cm.model.delta import Take
from cm.model.rule import Origin
from cm.store.decisions import read_decisions
from cm.store.trust import trust
from tests.kit.build import evidence, mark, rule, ts
from tests.kit.world import repository, world

NPM, PNPM = "Install packages with npm.", "Install packages with pnpm, not npm."
RUN, BEFORE = "Run the unit tests before every commit.", "Before you commit, run the unit tests."


def keep(env, text):
    return remember(env, Wish(plain(text))).told[0].rule


def draft(tmp_path, text):
    return add(world(tmp_path, CLAUDECODE="1"), [Wish(plain(text))]).told[0].rule


def take(env, one):
    commit(env, [Take(one, live=True)], source="import")
    return one.id


def states(env):
    return {item.rule.id: item.rule.state for item in shelf(env).shelved}


def asked(env, **more):
    return [
        (card.kind, tuple(side.rule.id for side in card.sides)) for card in deck(env, likely=(), **more).cards
    ]


def test_every_kind_of_doubt_is_a_question_and_disputes_come_first(tmp_path):
    env = world(tmp_path)
    proposal = draft(tmp_path, "Prefer httpx over requests in new code.")
    npm, pnpm = keep(env, NPM), keep(env, PNPM)
    low = keep(env, "Use tabs in Makefiles.")
    marks = tuple(mark(low, "harmful", 1, f"s{n}") for n in range(2))
    commit(env, [], source="human", lines=Lines(marks=marks))
    old = take(env, rule("Cache wheels in CI.", id="r-old", stale="nobody used it", evidence=(evidence(),)))
    bare = take(env, rule("Squash fixups.", id="r-bare", origin=Origin("heuristic", ts())))
    found = asked(env)
    assert found[0] == ("contested", tuple(sorted((npm, pnpm))))
    assert set(found[1:]) == {
        ("draft", (proposal,)),
        ("low-standing", (low,)),
        ("stale", (old,)),
        ("orphan", (bare,)),
    }
    assert cards_of(env, npm).cards[0].kind == "contested"
    with pytest.raises(NotFound, match="nothing about"):
        cards_of(env, keep(env, "Name branches after tickets."))


def test_what_was_put_off_comes_last(tmp_path):
    env = world(tmp_path)
    one, two = draft(tmp_path, "Prefer httpx over requests."), draft(tmp_path, "Name branches after tickets.")
    first = asked(env)[0]
    reviewing.put_off(env, [f"draft:{first[1][0]}"])
    assert asked(env)[-1] == first
    assert deck(env, likely=()).put_off == 1
    assert {one, two} == {ids[0] for _, ids in asked(env)}


def test_a_draft_of_a_repository_that_is_not_trusted_waits_for_nobody(tmp_path):
    env = world(tmp_path, cwd=repository(tmp_path / "shop"))
    theirs = env.repo.playbook
    theirs.parent.mkdir()
    theirs.write_text("schema: 1\nrules:\n  - {id: r-theirs, text: Use make for everything., state: draft}\n")
    assert (queue(env).waiting, deck(env).cards) == ((), ())
    trust(env.home, env.repo, at=env.stamp, by="human")
    assert [item.rule.id for item in queue(world(tmp_path, cwd=env.cwd)).waiting] == ["r-theirs"]


def test_a_yes_says_that_a_person_gave_it_and_by_which_road(tmp_path):
    env = world(tmp_path)
    name = draft(tmp_path, "Prefer httpx over requests in new code.")
    reviewing.approve(world(tmp_path, tty=True), [name], yes=True)
    (item,) = shelf(env).shelved
    assert (item.rule.state, item.rule.approved) == ("active", ts())
    last = read_decisions(env.home.decisions)[-1]
    assert (last.source, last.by, last.verdict) == ("review", "human", "approved")


def test_a_stale_rule_that_still_holds_is_served_again(tmp_path):
    env = world(tmp_path)
    take(env, rule("Cache wheels in CI.", id="r-old", stale="nobody used it"))
    reviewing.accept(env, "r-old", "human")
    assert shelf(env).shelved[0].rule.stale == ""
    assert asked(env) == []


def test_other_words_for_a_draft_are_a_yes_to_them(tmp_path):
    env = world(tmp_path)
    name = draft(tmp_path, "Prefer httpx over requests in new code.")
    reviewing.edit(env, name, "Prefer httpx over requests in new services.", "human")
    item = shelf(env).shelved[0].rule
    assert (item.state, item.text) == ("active", "Prefer httpx over requests in new services.")
    assert item.was[0].text == "Prefer httpx over requests in new code."
    with pytest.raises(Usage):
        reviewing.edit(env, name, " ", "human")


def test_one_of_two_holds_or_both_do_and_nobody_asks_again(tmp_path):
    env = world(tmp_path)
    npm, pnpm = keep(env, NPM), keep(env, PNPM)
    done = reviewing.settle(env, npm, pnpm, pnpm, "human")
    assert states(env) == {npm: "superseded", pnpm: "active"}
    undo(world(tmp_path, tty=True), done.tx, yes=True)
    assert set(states(env).values()) == {"contested"}
    reviewing.settle(env, npm, pnpm, "both", "human")
    assert set(states(env).values()) == {"active"}
    assert asked(env) == []


def test_rules_that_may_be_one_are_merged_in_the_words_of_the_better(tmp_path):
    env = world(tmp_path)
    one = take(env, rule(RUN, id="r-1", origin=Origin("heuristic", ts(9)), evidence=(evidence("run them"),)))
    two = keep(env, BEFORE)
    pair = Suggestion(one, two, Relation("likely-same", 0.9, say="one rule"), near=0.9)
    (card,) = deck(env, likely=[pair]).cards
    assert (card.kind, [side.rule.id for side in card.sides]) == ("duplicate", [two, one])
    done = reviewing.merge(env, one, two, "human")
    kept = next(item.rule for item in shelf(env).shelved if item.rule.id == two)
    assert (kept.text, states(env)[one]) == (BEFORE, "superseded")
    assert "run them" in [item.quote for item in kept.evidence]
    assert deck(env, likely=[pair]).cards == ()
    undo(world(tmp_path, tty=True), done.tx, yes=True)
    assert states(env) == {one: "active", two: "active"}


def test_of_two_that_hold_in_different_places_the_wider_stays_or_none_is_merged(tmp_path):
    env = world(tmp_path)
    here = take(env, rule(RUN, id="r-1", approved=ts(), scope={"project": "github.com/acme/shop"}))
    wide = take(env, rule("Before every commit the tests are run.", id="r-2"))
    pair = Suggestion(here, wide, Relation("likely-same", 0.9, say="one rule"), near=0.9)
    assert [side.rule.id for side in deck(env, likely=[pair]).cards[0].sides] == [wide, here]
    beside = take(env, rule("Please run all tests before a commit.", id="r-3", scope={"language": "go"}))
    with pytest.raises(RefusedByGate, match="neither of them can stand for both"):
        reviewing.merge(env, here, beside, "human")
    reviewing.merge(env, here, wide, "human")
    assert (states(env)[wide], states(env)[here]) == ("active", "superseded")


def test_an_agent_gives_no_answers(tmp_path):
    env = world(tmp_path, CLAUDECODE="1")
    with pytest.raises(NeedsAHuman):
        reviewing.person(env, "settle", yes=True)
    assert reviewing.person(world(tmp_path, tty=True), "settle") == "human"
    assert reviewing.person(world(tmp_path), "settle", yes=True) == "script"
    with pytest.raises(NeedsAHuman):
        reviewing.person(world(tmp_path), "settle")


# --- pin, merge, split


def test_a_pin_needs_a_reason_and_taking_it_away_a_humans_yes(tmp_path):
    env = world(tmp_path)
    name = keep(env, RUN)
    with pytest.raises(Usage):
        pin(env, name, " ")
    assert pin(env, name, "the auditors ask for it", dry_run=True).told[0].verdict == "pinned"
    assert shelf(env).shelved[0].rule.pinned == ""
    pin(env, name, "the auditors ask for it")
    assert shelf(env).shelved[0].rule.pinned == "the auditors ask for it"
    with pytest.raises(NeedsAHuman):
        unpin(env, name)
    with pytest.raises(NeedsAHuman):
        unpin(world(tmp_path, CLAUDECODE="1"), name, yes=True)
    assert unpin(env, name, yes=True).told[0].verdict == "unpinned"


def test_several_rules_become_one_that_has_the_marks_of_all(tmp_path):
    env = world(tmp_path)
    one, two, three = keep(env, RUN), keep(env, BEFORE), keep(env, "Test units, then commit.")
    commit(
        env,
        [],
        source="human",
        lines=Lines(marks=(mark(two, "helpful", 1, "s1"), mark(three, "helpful", 1, "s2"))),
    )
    assert merge(env, [one, two], dry_run=True).told[0].verdict == "merged"
    assert set(states(env).values()) == {"active"}
    done = merge(env, [one, two, three], text="Run the unit tests, then commit.")
    kept = next(item for item in shelf(env).shelved if item.rule.state == "active")
    assert kept.rule.text == "Run the unit tests, then commit."
    assert kept.standing.n_plus == 2
    assert {was.text for was in kept.rule.was} >= {RUN, BEFORE}
    undo(world(tmp_path, tty=True), done.tx, yes=True)
    assert set(states(env).values()) == {"active"}
    with pytest.raises(Usage):
        merge(env, [one, one])
    with pytest.raises(NeedsAHuman):
        merge(world(tmp_path, CLAUDECODE="1"), [one, two])


def test_one_rule_becomes_several_and_the_first_keeps_the_name(tmp_path):
    env = world(tmp_path)
    name = keep(env, "Use tabs in Makefiles and keep recipes short.")
    done = split(env, name, ["Use tabs in Makefiles.", "Keep the recipes of a Makefile short."])
    assert done.told[0].rule == name
    assert sorted(item.rule.text for item in shelf(env).shelved) == [
        "Keep the recipes of a Makefile short.", "Use tabs in Makefiles.",
    ]  # fmt: skip
    with pytest.raises(Usage):
        split(env, name, ["Only one."])
    with pytest.raises(RefusedByGate):
        split(env, name, ["Use tabs.", "use tabs"])
    with pytest.raises(NeedsAHuman):
        split(world(tmp_path, CLAUDECODE="1"), name, ["Use tabs.", "Use spaces."])
