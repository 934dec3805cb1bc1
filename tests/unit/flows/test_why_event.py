"""What `cm why e-…` says of an event: the rule it became, why nothing came of it, and what was decided with its words."""

import pytest

from cm.cli import why as door
from cm.errors import NotAllowed, NotFound
from cm.flows.commit import commit
from cm.flows.erase import erase
from cm.flows.init import init
from cm.flows.purge import purge
from cm.flows.reflect import Wish, reflect
from cm.flows.scrub import Wanted, scrub
from cm.flows.why_event import why_event
from cm.model.delta import Add
from cm.model.ids import event_id
from cm.model.rule import Evidence
from cm.model.session import Event, SessionHead
from cm.store.dispositions import (
    Disposed,
    append_dispositions,
    dispositions_path,
    forget_dispositions,
    read_dispositions,
)
from cm.store.journal import Journal
from tests.kit.world import world
from tests.unit.flows.test_reflect import ALWAYS, session

DUE = "For the record: the release is due on Monday."


def event(number, native="s1"):
    return event_id(f"claude-code/{native}", str(number))


@pytest.fixture
def env(tmp_path):
    env = world(tmp_path, CLAUDE_CONFIG_DIR=str(tmp_path / "none"), CODEX_HOME=str(tmp_path / "none"))
    init(env)
    session(
        env,
        "s1",
        ("user", ALWAYS),
        ("agent", "The API listens on port 8081."),
        ("user", DUE),
        ("user", "what is a monad?"),
    )
    return env


def test_it_names_the_rule_with_the_decision_that_made_it(env):
    reflect(env, Wish())
    found = why_event(env, event(0))
    assert (found.code, [rule.state for rule in found.rules]) == ("became", ["active"])
    assert [entry.verdict for entry in found.decisions] == ["added"]
    text = door.render_event(found)
    assert "became: it founded a rule" in text
    assert max(map(len, text.splitlines())) <= 80


def test_it_says_why_nothing_came_of_it(env):
    reflect(env, Wish())
    refused, asked = why_event(env, event(2)), why_event(env, event(3))
    assert (refused.code, refused.reason, refused.decisions[0].verdict) == (
        "refused",
        "not-lasting",
        "refused",
    )
    assert (asked.code, asked.rules, asked.decisions) == ("question", (), ())


def test_words_of_others_are_told_to_found_nothing_until_a_rule_quotes_them(env):
    reflect(env, Wish())
    assert why_event(env, event(1)).code == "not-the-user"
    proof = Evidence("agent", "The API listens on port 8081", "claude-code/s1", event(1))
    _, events = Journal(env.home.journal).read("claude-code/s1")
    commit(
        env,
        [Add("The API listens on port 8081.", kind="fact", evidence=(proof,))],
        source="heuristic",
        events={each.id: each for each in events},
    )
    found = why_event(env, event(1))
    assert (found.code, len(found.rules)) == ("became", 1)


def test_before_a_reflection_it_says_so_and_what_to_do(env):
    found = why_event(env, event(0))
    assert (found.code, found.reflected_at) == ("not-reflected", "")
    assert "cm reflect --session claude-code/s1" in door.render_event(found)


def test_what_was_judged_by_other_criteria_says_how_to_have_it_judged_anew(env, monkeypatch):
    reflect(env, Wish())
    monkeypatch.setattr("cm.flows.why_event.CRITERIA", 99)
    assert "cm reflect --again" in door.render_event(why_event(env, event(0)))


def test_of_a_scrubbed_session_nothing_counts(env):
    reflect(env, Wish())
    scrub(env, Wanted(session="claude-code/s1"), yes=True)
    assert why_event(env, event(0)).code == "scrubbed"


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ({"parent": "claude-code/s1"}, "subagent"),
        ({"own": True}, "memory-tool"),
        ({"notes": True}, "kept-to-be-found"),
        ({"twin": "claude-code/s1"}, "twin"),
        ({"twin": "codex/nowhere"}, "became"),
    ],
)
def test_of_a_session_that_nothing_is_learned_from_it_says_why_and_asks_for_no_reflection(env, head, code):
    session(env, "s9", ("user", "From now on always pin the base image."), day=21, **head)
    reflect(env, Wish())
    found = why_event(env, event(0, "s9"))
    assert found.code == code
    assert "cm reflect" not in door.render_event(found)


def test_a_passage_of_a_document_that_gave_no_fact_is_not_said_to_be_kept_from_learning(env):
    name = "instruction-files/d1"
    said = Event(event_id(name, "0"), name, 0, "2026-11-21T10:00:00Z", "file", "message", "Hello there.")
    Journal(env.home.journal).append(SessionHead(name, "instruction-files", "d1", notes=True), [said])
    assert why_event(env, said.id).code == "not-the-user"


def test_a_command_that_the_user_ran_is_not_told_to_wait_for_a_reflection(env):
    name = "claude-code/s8"
    said = Event(event_id(name, "0"), name, 0, "2026-11-21T10:00:00Z", "user", "command", "ls", tool="!")
    Journal(env.home.journal).append(SessionHead(name, "claude-code", "s8", project="p"), [said])
    reflect(env, Wish())
    assert why_event(env, said.id).code == "command"


def test_a_code_of_a_newer_version_is_told_as_that(env):
    reflect(env, Wish())
    append_dispositions(
        env.home, [Disposed("claude-code/s1", events={event(3): "pondered r-1 x"}, more=True)], known=True
    )
    found = why_event(env, event(3))
    assert (found.code, found.rules) == ("newer", ())


def test_another_agents_words_are_not_told_inside_an_agent(env, tmp_path):
    reflect(env, Wish())
    inside = world(tmp_path, CODEX_SANDBOX="1", CODEX_THREAD_ID="t", CODEX_HOME=str(tmp_path / "none"))
    assert inside.agent == "codex"
    with pytest.raises(NotAllowed):
        why_event(inside, event(0))


def test_what_is_taken_out_leaves_no_disposition(env):
    reflect(env, Wish())
    session(env, "s2", ("user", ALWAYS), day=21)
    reflect(env, Wish())
    assert forget_dispositions(env.home, {"claude-code/s1"})
    assert read_dispositions(env.home, "claude-code/s1") is None
    assert "claude-code/s1" not in dispositions_path(env.home).read_text()
    assert read_dispositions(env.home, "claude-code/s2").events
    assert not forget_dispositions(env.home, {"claude-code/s1"})
    head, _ = Journal(env.home.journal).read("claude-code/s2")
    purge(env, [head])
    assert read_dispositions(env.home, "claude-code/s2") is None


def test_an_erased_session_leaves_no_disposition(env):
    reflect(env, Wish())
    erase(env, "claude-code/s1", "a test", yes=True)
    assert read_dispositions(env.home, "claude-code/s1") is None


def test_an_event_that_is_not_there_is_not_found(env):
    with pytest.raises(NotFound):
        why_event(env, "e-nothing")
