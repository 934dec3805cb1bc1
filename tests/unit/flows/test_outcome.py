"""Outcomes over a journal: what sessions give their rules, whose word holds, and that saying it twice changes nothing."""

from dataclasses import replace

import pytest

from cm.errors import NotFound, Usage
from cm.flows.add import Wish as Wanted
from cm.flows.add import add
from cm.flows.followed import followed, totals
from cm.flows.heard import Heard
from cm.flows.init import init
from cm.flows.marking import mark
from cm.flows.outcome import apply, outcomes, record
from cm.flows.reading import shelf
from cm.flows.reflect import Wish, reflect
from cm.model.delta import Add
from cm.model.ids import event_id
from cm.model.ledger import Outcome, Shown
from cm.model.rule import Scope
from cm.model.session import Event, SessionHead
from cm.store.journal import Journal
from cm.store.ledger import LedgerFiles
from tests.kit.world import world

SHOP = "github.com/acme/shop"
PNPM = "Use pnpm, not npm, in this repo."
DONE = "thanks, it works now, all green, closing this"
BROKEN = "no, it is still broken, forget it, I give up"


def session(env, native, *said, project=SHOP, minute=0, **head):
    """Puts a session after the rules into the journal; a pair is (author, words), a triple a command, its exit and output."""
    name = f"claude-code/{native}"
    events = []
    for item in said:
        n = len(events)
        at = f"2026-11-30T13:{minute + n:02}:00Z"
        if len(item) == 2:
            events.append(Event(event_id(name, str(n)), name, n, at, item[0], "message", item[1]))
            continue
        command, code, out = item
        run = Event(event_id(name, str(n)), name, n, at, "agent", "command", command, tool="Bash")
        end = Event(event_id(name, f"{n}o"), name, n + 1, at, "tool", "output", out, of=run.id, exit=code)
        events += [run, end]
    known = SessionHead(
        name, "claude-code", native, project=project, started=events[0].at, ended=events[-1].at, **head
    )
    Journal(env.home.journal).append(known, events)
    return name


WORK = (("user", "add the receipt"), ("pnpm install", 0, "done in 3s"), ("pnpm test", 0, "12 tests passed"))


@pytest.fixture
def env(tmp_path):
    env = world(
        tmp_path, tty=True, CLAUDE_CONFIG_DIR=str(tmp_path / "none"), CODEX_HOME=str(tmp_path / "none")
    )
    init(env)
    return env


@pytest.fixture
def rule(env):
    return new_rule(env, PNPM)


def new_rule(env, text, **more):
    return add(env, [Wanted(Add(text, **more))]).told[0].rule


def standing(env, rule):
    return next(item.standing for item in shelf(env).shelved if item.rule.id == rule)


def ledger(env):
    files = LedgerFiles(env.home.ledger_dir)
    return files.marks(), files.outcomes()


def test_a_rule_that_was_shown_followed_and_ended_well_rises(env, rule):
    name = session(env, "s1", *WORK, ("user", DONE))
    LedgerFiles(env.home.ledger_dir).append_shown(
        Shown("c-1", env.stamp, "context", (rule,), "x", session=name)
    )
    done = reflect(env, Wish())
    assert dict(done.outcomes) == {"success": 1}
    (given,) = done.applied.given
    assert (given.rule, given.verdict, given.by, given.session) == (rule, "helpful", "outcome", name)
    assert "session ended in success" in given.reason
    assert "`pnpm test` ran 2 times" in given.reason
    assert standing(env, rule).score > 1
    assert totals(Heard(env))[rule] == (2, 0, "pnpm test")


def test_a_rule_that_was_not_followed_gets_no_credit_and_no_blame(env, rule):
    session(env, "s1", ("user", "add the receipt"), ("npm install", 0, "added 3 packages"), ("user", DONE))
    session(env, "s2", ("user", "add a page"), ("npm test", 1, "3 failed"), ("user", BROKEN), minute=20)
    done = reflect(env, Wish())
    assert dict(done.outcomes) == {"success": 1, "failure": 1}
    assert done.applied.given == ()
    assert standing(env, rule).score == 0
    assert totals(Heard(env))[rule] == (0, 2, "npm test")
    (row,) = followed(env, rule).rows
    assert (row.ignored, row.sessions, row.against) == (2, 2, "npm test")


def test_being_shown_is_not_being_obeyed(env, rule):
    name = session(env, "s1", ("user", "add the receipt"), ("make test", 0, "12 passed"), ("user", DONE))
    LedgerFiles(env.home.ledger_dir).append_shown(
        Shown("c-1", env.stamp, "context", (rule,), "x", session=name)
    )
    done = reflect(env, Wish())
    assert done.applied.given == ()
    assert dict(done.applied.passed_over) == {"only shown": 1}


def test_sarcasm_does_not_please(env, rule):
    session(env, "s1", *WORK, ("user", "oh great, now you deleted my branch. wonderful job"))
    done = reflect(env, Wish())
    assert "success" not in done.outcomes
    assert all(mark.verdict == "harmful" for mark in done.applied.given)


def test_a_rule_that_the_agent_names_is_credited(env):
    rule = new_rule(env, "Keep handlers free of SQL.")
    session(
        env, "s1", ("user", "add the receipt"), ("agent", f"Per {rule} the query goes into the store."),
        ("make test", 0, "12 passed"), ("user", DONE),
    )  # fmt: skip
    (given,) = reflect(env, Wish()).applied.given
    assert given.rule == rule
    assert "the query goes into the store" in given.reason


def test_an_echo_of_what_was_handed_out_names_nothing(env):
    rule = new_rule(env, "Keep handlers free of SQL.")
    echo = f"I found these rules: Keep handlers free of SQL. [{rule}]"
    session(
        env, "s1", ("user", "add the receipt"), ("agent", echo), ("make test", 0, "12 passed"), ("user", DONE)
    )
    assert reflect(env, Wish()).applied.given == ()


def test_marks_in_talk_count_once_and_the_end_is_not_added(env, rule):
    said = f"[cm: harmful {rule[:10]}] pnpm is not installed here"
    name = session(env, "s1", *WORK, ("agent", said), ("agent", "[cm: helpful r-nobody00] x"), ("user", DONE))
    done = reflect(env, Wish())
    assert [(each.rule, each.verdict, each.by, each.session) for each in done.inline] == [
        (rule, "harmful", "inline", name)
    ]
    assert done.inline[0].reason == "pnpm is not installed here"
    assert done.unknown_rules == ("r-nobody00",)
    assert done.applied.given == ()
    assert (standing(env, rule).n_plus, standing(env, rule).n_minus) == (0, 1)


def test_reflecting_and_applying_again_changes_nothing(env, rule):
    session(env, "s1", *WORK, ("agent", f"[cm: helpful {rule}] yes"), ("user", DONE))
    session(env, "s2", *WORK, ("user", DONE), minute=20)
    reflect(env, Wish())
    before = ledger(env)
    reflect(env, Wish(again=True))
    done = apply(env)
    assert (done.given, done.taken_back) == ((), ())
    assert ledger(env) == before


def test_a_session_that_grows_is_read_anew(env, rule):
    session(env, "s1", *WORK, ("user", DONE))
    reflect(env, Wish())
    assert standing(env, rule).score > 0
    session(env, "s1", *WORK, ("user", DONE), ("pnpm test", 1, "3 failed"), ("user", BROKEN))
    done = reflect(env, Wish())
    assert [mark.verdict for mark in done.applied.taken_back] == ["helpful"]
    assert [mark.verdict for mark in done.applied.given] == ["harmful"]
    assert (standing(env, rule).n_plus, standing(env, rule).n_minus) == (0, 1)
    (row,) = outcomes(env).rows
    assert row.outcome.status == "failure"


def test_a_dry_run_says_what_would_be_given_and_writes_nothing(env, rule):
    session(env, "s1", *WORK, ("user", DONE))
    done = reflect(env, Wish(dry_run=True))
    assert [mark.rule for mark in done.applied.given] == [rule]
    assert ledger(env) == ((), ())
    assert apply(env, dry_run=True).given == ()


def test_a_persons_word_beats_what_was_read_and_both_are_kept(env, rule):
    name = session(env, "s1", *WORK, ("user", DONE))
    reflect(env, Wish())
    said = record(env, "failure", session="s1", notes="it broke the next day")
    assert said.outcome.session == name
    (row,) = outcomes(env).rows
    assert (row.outcome.status, row.outcome.notes, len(row.says)) == ("failure", "it broke the next day", 2)
    done = apply(env)
    assert [mark.verdict for mark in done.given] == ["harmful"]
    assert reflect(env, Wish(again=True)).applied.given == ()
    assert record(env, "failure", session="s1", notes="it broke the next day").already
    assert record(env, "success", session="s1").before == "failure"
    assert [mark.verdict for mark in apply(env).given] == ["helpful"]


def test_an_agents_praise_of_its_own_work_settles_nothing_against_the_session(env, rule):
    session(env, "s1", *WORK, ("pnpm test", 1, "3 failed"), ("user", BROKEN))
    reflect(env, Wish())
    agent = replace(env, environ={**env.environ, "CLAUDECODE": "1"}, tty=False)
    record(agent, "success", session="s1")
    done = apply(env)
    assert [mark.verdict for mark in done.taken_back] == ["harmful"]
    assert done.given == ()


def test_what_a_person_took_back_is_not_given_again(env, rule):
    name = session(env, "s1", *WORK, ("user", DONE))
    reflect(env, Wish())
    mark(env, rule, "helpful", session=name, undo=True)
    assert apply(env).given == ()
    assert reflect(env, Wish(again=True)).applied.given == ()
    assert standing(env, rule).score == 0


def test_a_mark_that_somebody_sets_later_takes_the_place_of_the_end(env, rule):
    name = session(env, "s1", *WORK, ("user", DONE))
    reflect(env, Wish())
    mark(env, rule, "harmful", session=name, reason="it cost an hour")
    done = apply(env)
    assert [each.verdict for each in done.taken_back] == ["helpful"]
    assert (standing(env, rule).n_plus, standing(env, rule).n_minus) == (0, 1)


def test_rules_named_with_an_outcome_are_credited_but_a_long_list_is_not(env):
    rules = [new_rule(env, text) for text in TEXTS]
    record(env, "success", rules=rules[:2])
    record(env, "failure", rules=rules, session="claude-code/unread")
    done = apply(env)
    assert {(each.rule, each.verdict) for each in done.given} == {(each, "helpful") for each in rules[:2]}


TEXTS = (
    "Keep handlers free of SQL.", "Write dates in UTC.", "Name tests as sentences.", "Round money to cents.",
    "Log with structlog.", "Sort imports with isort.",
)  # fmt: skip


def test_a_subagents_work_counts_for_the_session_that_started_it(env, rule):
    name = session(env, "s1", ("user", "add the receipt"), ("make test", 0, "12 passed"), ("user", DONE))
    session(env, "part", *WORK[1:], parent=name)
    done = reflect(env, Wish())
    assert [(mark.rule, mark.session) for mark in done.applied.given] == [(rule, name)]
    record(env, "failure", session="claude-code/part")
    assert {mark.session for mark in apply(env).given} == {name}
    assert len(outcomes(env).rows) == 1


def test_a_session_that_a_rule_was_learned_from_does_not_prove_it(env):
    name = session(
        env, "s1", ("user", "From now on use pnpm, not npm, in this repo."), *WORK[1:], ("user", DONE)
    )
    first = reflect(env, Wish())
    assert [told.state for told in first.of("added")] == ["active"]
    later = ("pnpm build", 0, "built"), ("user", DONE)
    session(
        env, "s1", ("user", "From now on use pnpm, not npm, in this repo."), *WORK[1:], ("user", DONE), *later
    )
    assert reflect(env, Wish()).applied.given == ()
    assert name


def test_rules_of_other_projects_and_later_rules_are_not_looked_for(env, rule):
    session(env, "s1", *WORK, ("user", DONE), project="github.com/acme/other")
    new_rule(env, "Use yarn, not pnpm.", scope=Scope(project=SHOP))
    done = reflect(env, Wish())
    assert {mark.rule for mark in done.applied.given} <= {rule}


def test_words_that_are_no_status_and_rules_that_nobody_has_are_told(env):
    with pytest.raises(Usage):
        record(env, "great")
    with pytest.raises(NotFound):
        record(env, "success", rules=["r-nobody00"])
    assert outcomes(env).rows == ()


def test_the_agents_own_session_is_meant_where_its_environment_names_it(env):
    agent = replace(env, environ={**env.environ, "CODEX_THREAD_ID": "0199-abc"}, tty=False)
    assert record(agent, "success").outcome.session == "codex/0199-abc"
    assert record(env, "success").outcome.session == ""


def test_an_outcome_that_a_person_took_back_takes_its_marks_along_and_stays_away(env, rule):
    session(env, "s1", *WORK, ("user", DONE))
    reflect(env, Wish())
    files = LedgerFiles(env.home.ledger_dir)
    (line,) = files.outcomes()
    files.append_outcome(Outcome("o-undo", line.session, line.status, env.stamp, by="human", undoes=line.id))
    assert [each.rule for each in apply(env).taken_back] == [rule]
    done = reflect(env, Wish(again=True))
    assert (done.applied.given, outcomes(env).rows) == ((), ())
    assert standing(env, rule).score == 0


@pytest.mark.parametrize(
    "words, mood",
    [
        ("danke, läuft jetzt super, perfekt", "positive"),
        ("gracias, perfecto, ya funciona", "positive"),
        ("太好了，现在可以了，谢谢", "positive"),
        ("toll gemacht, jetzt ist alles kaputt", "negative"),
    ],
)
def test_the_users_mood_is_read_in_their_language(env, rule, words, mood):
    session(env, "s1", *WORK, ("user", words))
    reflect(env, Wish())
    (row,) = outcomes(env).rows
    assert row.outcome.sentiment == mood
    if mood == "positive":
        assert "user pleased" in LedgerFiles(env.home.ledger_dir).marks()[0].reason


def test_an_agent_is_told_only_of_sessions_that_it_may_see(env, rule):
    session(env, "s1", *WORK, ("user", DONE))
    reflect(env, Wish())
    other = replace(env, environ={**env.environ, "CODEX_CI": "1"}, tty=False)
    assert outcomes(other).rows == ()
    assert totals(Heard(other))[rule] == (2, 0, "")
    assert [(row.followed, row.did) for row in followed(other).rows] == [(2, "")]


def test_a_rule_that_a_narrower_one_overrules_there_is_neither_credited_nor_blamed(env, rule):
    new_rule(env, "Use npm, not pnpm, in this repo.", scope=Scope(project=SHOP))
    session(env, "s1", *WORK, ("user", DONE))
    done = reflect(env, Wish())
    assert done.applied.given == ()
    session(env, "s2", *WORK, ("user", DONE), project="github.com/acme/other", minute=20)
    assert [given.rule for given in reflect(env, Wish()).applied.given] == [rule]


def test_a_mark_that_a_subagent_gave_takes_the_place_of_the_end_of_the_session_that_started_it(env, rule):
    name = session(env, "s1", *WORK, ("user", DONE))
    session(env, "part", *WORK[1:], parent=name)
    reflect(env, Wish())
    mark(env, rule, "helpful", session="claude-code/part")
    assert [each.session for each in apply(env).taken_back] == [name]
    assert standing(env, rule).n_plus == 1
