from dataclasses import replace

import pytest

from cm.core.curation.scrubbing import live_by_support, without
from cm.errors import Ambiguous, NeedsAHuman, NotFound, Usage
from cm.flows.commit import commit, replayed
from cm.flows.env import open_env
from cm.flows.init import init
from cm.flows.marking import mark
from cm.flows.reading import shelf
from cm.flows.reflect import Wish, reflect
from cm.flows.review import queue
from cm.flows.scrub import Wanted, scrub
from cm.flows.strangers import WITHDRAWN
from cm.flows.undo import undo
from cm.model.decision import Decision
from cm.model.delta import Add, Approve
from cm.model.ledger import Blocked, Outcome
from cm.model.rule import Evidence, Origin
from cm.model.session import Event, SessionHead
from cm.store.journal import Journal
from cm.store.ledger import LedgerFiles
from cm.store.playbook import read_playbook
from tests.kit import rule as a_rule
from tests.kit import ts
from tests.kit.world import world

WORDS = {"wild": "always use uv run pytest", "tame": "please use uv run pytest here"}
TESTS = "Use `uv run pytest` for the tests."


@pytest.fixture
def env(tmp_path):
    env = world(tmp_path)
    journal = Journal(env.home.journal)
    for native, words in WORDS.items():
        host, project, at = (
            ("codex", "github.com/acme/wild", ts(1))
            if native == "wild"
            else ("claude-code", "github.com/acme/shop", ts(20))
        )
        head = SessionHead(f"{host}/{native}", host, native, project=project, started=at, ended=at)
        journal.append(head, [Event(f"e-{native}", head.id, 1, at, "user", "message", words)])
    journal.append(
        SessionHead("codex/sub", "codex", "sub", project="x", started=ts(1), parent="codex/wild"), []
    )
    return env


def quote(native):
    host = "codex" if native == "wild" else "claude-code"
    return Evidence("user", WORDS[native], f"{host}/{native}", f"e-{native}", (0, len(WORDS[native])), ts(1))


def event(native):
    item = quote(native)
    return {item.event: Event(item.event, item.session, 1, item.at, "user", "message", item.quote)}


def learn(env, *natives, source="heuristic", text=TESTS):
    events = {name: each for native in natives for name, each in event(native).items()}
    done = commit(
        env,
        [Add(text, evidence=tuple(quote(native) for native in natives), standing_words=True)],
        source=source,
        events=events,
    )
    return done.decisions[0].after[0].id


def rules(env):
    return dict(read_playbook(env.home.playbook).rules)


def one(env):
    return shelf(env).shelved[0]


def test_marks_quotes_and_outcomes_of_a_session_are_taken_back(env):
    rule = learn(env, "wild", "tame")
    assert rules(env)[rule].state == "active"
    mark(env, rule, "helpful", session="codex/wild")
    mark(env, rule, "helpful", session="claude-code/tame")
    LedgerFiles(env.home.ledger_dir).append_outcome(Outcome("o-1", "codex/wild", "success", env.stamp))
    before = rules(env)
    done = scrub(env, Wanted(session="wild"))
    assert (done.sessions, done.marks, done.outcomes) == (("codex/wild",), 1, 1)
    assert [(item.lost, item.left, item.state) for item in done.rules] == [(1, 1, "active")]
    assert [item.session for item in rules(env)[rule].evidence] == ["claude-code/tame"]
    assert one(env).standing.n_plus == 1
    assert dict(replayed(env).rules) == rules(env)
    assert scrub(env, Wanted(session="codex/wild")).rules == ()
    undo(env, done.tx, yes=True)
    assert rules(env) == before
    assert one(env).standing.n_plus == 2


def test_a_rule_that_a_machine_found_waits_for_review_when_no_proof_is_left(env):
    rule = learn(env, "wild")
    done = scrub(env, Wanted(host="codex"))
    assert [item.id for item in done.orphans] == [rule]
    assert [item.rule.id for item in queue(env).waiting] == [rule]


def test_a_draft_without_proof_retires(env):
    rule = learn(env, "wild", source="agent", text="The tests live in `checks`.")
    assert rules(env)[rule].state == "draft"
    scrub(env, Wanted(project="github.com/acme/wild"))
    assert rules(env)[rule].state == "retired"


@pytest.mark.parametrize("left, state", [(("s/1", "s/2"), "active"), (("s/1",), "draft"), ((), "draft")])
def test_support_is_counted_in_sessions(left, state):
    proof = tuple(Evidence("user", "use uv", name, f"e-{name}") for name in ("s/1", "s/2", "s/3"))
    rule = a_rule("Use uv.", evidence=proof, origin=Origin("heuristic", ts()))

    def gone(item):
        return item.session not in left

    assert without(rule, gone, at=ts(), by="human", reason="x", sessions=2).state == state
    assert without(rule, gone, at=ts(), by="human", reason="x").state == ("active" if left else "draft")


def test_a_quote_of_earlier_words_carries_no_rule():
    old = Evidence("user", "never push to main", "s/1", "e-1", note="of earlier words")
    rule = a_rule(
        "Use uv.", evidence=(old, Evidence("user", "use uv", "s/2", "e-2")), origin=Origin("heuristic", ts())
    )
    assert without(rule, lambda item: item.session == "s/2", at=ts(), by="human", reason="x").state == "draft"
    assert (
        without(rule, lambda item: item.session == "s/1", at=ts(), by="human", reason="x").state == "active"
    )


def test_which_rules_went_live_by_support_is_read_from_decisions():
    draft = a_rule("Use uv.", state="draft")
    live = replace(draft, state="active")
    added = Decision("added", "new", "", ts(), "heuristic", after=(draft,))
    assert live_by_support(
        [added, Decision("reinforced", "supported-again", "", ts(), "heuristic", after=(live,))]
    ) == {draft.id}
    assert live_by_support([added, Decision("approved", "asked", "", ts(), "human", after=(live,))]) == set()


@pytest.mark.parametrize("approved", [True, False])
def test_what_a_person_wrote_or_approved_stays(env, approved):
    rule = learn(env, "wild", source="heuristic" if approved else "human")
    if approved:
        commit(env, [Approve(rule)], source="human")
    scrub(env, Wanted(since=ts(3)))
    assert rules(env)[rule].state == "active"
    assert rules(env)[rule].evidence == ()


def test_no_standing_rises_by_it(env):
    rule = learn(env, "wild", "tame")
    mark(env, rule, "harmful", session="codex/wild")
    mark(env, rule, "helpful", session="codex/wild")
    mark(env, rule, "helpful", session="claude-code/tame")
    before = one(env).standing
    done = scrub(env, Wanted(session="codex/wild"))
    after = one(env).standing
    assert (done.marks, done.harmful_kept) == (1, 1)
    assert after.score < before.score
    assert after.n_minus == before.n_minus
    with pytest.raises(NeedsAHuman):
        scrub(env, Wanted(session="codex/wild"), harmful_too=True)
    scrub(env, Wanted(session="codex/wild"), harmful_too=True, yes=True)
    assert one(env).standing.n_minus == 0


def test_subagents_go_with_their_session_and_names_of_sessions_may_be_native(env):
    rule = learn(env, "tame")
    for session in ("codex/sub", "wild", "claude-code/tame"):
        mark(env, rule, "helpful", session=session)
    assert scrub(env, Wanted(session="codex/wild")).marks == 2
    assert one(env).standing.n_plus == 1


def test_what_is_set_must_hold_of_each_session(env):
    rule = learn(env, "wild", "tame")
    mark(env, rule, "helpful", session="codex/wild")
    assert scrub(env, Wanted(host="codex", project="github.com/acme/shop"), dry_run=True).sessions == ()
    assert scrub(env, Wanted(host="codex", project="acme/wild"), dry_run=True).marks == 1
    assert scrub(env, Wanted(since=ts(3)), dry_run=True).sessions == ("codex/wild",)


def test_a_session_that_the_journal_does_not_know_is_known_by_its_marks(env):
    rule = learn(env, "tame")
    mark(env, rule, "helpful", session="pi/one-1")
    mark(env, rule, "helpful", session="pi/one-2")
    with pytest.raises(Ambiguous):
        scrub(env, Wanted(session="pi/one"))
    with pytest.raises(NotFound):
        scrub(env, Wanted(session="pi/two"))
    assert scrub(env, Wanted(session="pi/one-1")).marks == 1
    assert scrub(env, Wanted(host="pi")).marks == 1


def test_an_agent_that_looks_reads_no_rule_that_was_withdrawn(env):
    learn(env, "wild")
    LedgerFiles(env.home.ledger_dir).append_blocked(Blocked("b-1", "", TESTS, ts(1), "human"))
    agent = open_env({**env.environ, "CLAUDECODE": "1"}, env.cwd, clock=env.clock, nonce=env.nonce, tty=False)
    (seen,) = scrub(env, Wanted(session="wild"), dry_run=True).rules
    (told,) = scrub(agent, Wanted(session="wild"), dry_run=True).rules
    assert (seen.text, told.text) == (TESTS, WITHDRAWN)


def test_where_nothing_counts_nothing_is_written_and_that_is_no_dry_run(env):
    learn(env, "wild")
    before = env.home.playbook.read_bytes(), env.home.decisions.read_bytes()
    done = scrub(env, Wanted(session="tame"))
    assert (done.sessions, done.tx, done.dry_run, done.change.dry_run) == ((), "", False, False)
    assert (env.home.playbook.read_bytes(), env.home.decisions.read_bytes()) == before


def test_a_dry_run_and_an_agent_write_nothing(env):
    rule = learn(env, "wild")
    before = env.home.playbook.read_bytes(), env.home.decisions.read_bytes()
    assert scrub(env, Wanted(session="wild"), dry_run=True).rules[0].id == rule
    agent = open_env({**env.environ, "CLAUDECODE": "1"}, env.cwd, clock=env.clock, nonce=env.nonce, tty=False)
    with pytest.raises(NeedsAHuman):
        scrub(agent, Wanted(session="wild"))
    with pytest.raises(Usage):
        scrub(env, Wanted())
    assert (env.home.playbook.read_bytes(), env.home.decisions.read_bytes()) == before


def test_a_scrubbed_session_teaches_nothing_again_though_it_grows_until_somebody_names_it(tmp_path):
    env = world(tmp_path, CLAUDE_CONFIG_DIR=str(tmp_path / "none"), CODEX_HOME=str(tmp_path / "none"))
    init(env)
    name = "claude-code/wild"
    head = SessionHead(
        name, "claude-code", "wild", project="github.com/acme/shop", started=ts(20), ended=ts(20)
    )
    words = (
        "From now on always run `make lint` before pushing in this repo.",
        "Always use tabs in this repo.",
    )
    journal = Journal(env.home.journal)
    journal.append(head, [Event("e-1", name, 1, ts(20), "user", "message", words[0])])
    reflect(env, Wish())
    done = scrub(env, Wanted(session=name))
    journal.append(head, [Event("e-2", name, 2, ts(20), "user", "message", words[1])])
    for wish in (Wish(), Wish(again=True)):
        again = reflect(env, wish)
        assert (again.told, sum("scrubbed" in reason for reason in again.passed_over)) == ((), 1)
    assert [(rule.state, rule.evidence) for rule in rules(env).values()] == [("draft", ())]
    undo(env, done.tx, yes=True)
    assert [item.text for item in reflect(env, Wish()).of("added")] == [words[1]]


def test_a_scrubbed_session_is_read_when_it_is_named(tmp_path):
    env = world(tmp_path, CLAUDE_CONFIG_DIR=str(tmp_path / "none"), CODEX_HOME=str(tmp_path / "none"))
    init(env)
    name = "claude-code/wild"
    head = SessionHead(
        name, "claude-code", "wild", project="github.com/acme/shop", started=ts(20), ended=ts(20)
    )
    said = "From now on always run `make lint` before pushing in this repo."
    Journal(env.home.journal).append(head, [Event("e-1", name, 1, ts(20), "user", "message", said)])
    reflect(env, Wish())
    scrub(env, Wanted(session=name))
    assert [item.verdict for item in reflect(env, Wish(session=name)).told] == ["reinforced"]
