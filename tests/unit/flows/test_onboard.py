"""Onboarding: what is missing, which sessions may have it, and progress that survives."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from cm.errors import CmError, NotFound
from cm.flows.onboard import mark_done, onboarding, read_session, reset
from cm.flows.prepared import in_envelope
from cm.flows.purge import purge
from cm.flows.reflect import Wish, hand_out, take_answer
from cm.flows.scrub import Wanted, scrub
from cm.flows.sessions import Filter
from cm.flows.skills import skill
from cm.store.journal import Journal
from cm.store.onboarding import read_done
from tests.kit.run import run_cm
from tests.kit.talk import SHOP, talk
from tests.kit.world import world
from tests.unit.flows.test_modelling import SAID, UV, home

QUIET = (("user", "what time is it in Rome at the moment?"), ("agent", "noon"))
TALK = (
    ("user", "please never force push to main again, we rebase our branches here"),
    ("git push", 0, "ok"),
    ("user", "no, commit messages are always in English"),
)


@pytest.fixture
def env(tmp_path, monkeypatch):
    monkeypatch.setenv("CM_PROJECT", SHOP)
    return home(tmp_path, SAID, QUIET, TALK, environ={"CM_PROJECT": SHOP})


def test_kinds_that_came_up_and_have_no_rule_are_gaps(env):
    found = onboarding(env)
    assert (found.project, found.sessions, found.done) == (SHOP, 3, 0)
    assert {gap.kind for gap in found.gaps} >= {"git", "testing"}
    assert all(gap.rules == 0 for gap in found.gaps)


def test_sessions_in_which_the_user_wished_for_something_come_first_and_idle_ones_not_at_all(env):
    found = onboarding(env)
    assert found.sample[0].session == "claude-code/s3"
    assert "git" in found.sample[0].kinds
    assert "claude-code/s2" not in {item.session for item in found.sample}


def test_an_answered_session_is_done_and_gives_its_rule_the_credit(env):
    handed = read_session(env, "claude-code/s1")
    taken = take_answer(env, None, json.dumps({"question": handed.question, "deltas": [UV]}))
    assert taken.told[0].evidence[0].session == "claude-code/s1"
    found = onboarding(env)
    assert found.done == 1
    assert found.drafts == 1
    assert "claude-code/s1" not in {item.session for item in found.sample}


def test_what_is_marked_as_done_stays_so_until_it_is_reset(env):
    mark_done(env, ["claude-code/s3"])
    assert onboarding(env).done == 1
    assert onboarding(env).sample[0].session == "claude-code/s1"
    assert reset(env).sessions == ("claude-code/s3",)
    assert onboarding(env).done == 0
    with pytest.raises(NotFound):
        mark_done(env, ["claude-code/none"])


def test_a_session_that_grew_since_it_was_done_is_to_be_looked_at_again(env):
    mark_done(env, ["claude-code/s3"])
    assert onboarding(env).done == 1
    head, events = talk(*TALK, ("user", "and always squash before you merge"), native="s3", day=13)
    Journal(env.home.journal).append(head, events[-1:])
    assert onboarding(env).done == 0


def test_a_reset_is_of_one_project(env):
    Journal(env.home.journal).append(*talk(*TALK, native="other", project="github.com/acme/bank"))
    mark_done(env, ["claude-code/s3", "claude-code/other"])
    assert reset(env, project="github.com/acme/bank").sessions == ("claude-code/other",)
    assert onboarding(env).done == 1


def test_a_question_names_the_gaps_and_keeps_its_own_name(env):
    handed = read_session(env, "claude-code/s3")
    assert {"git", "testing"} <= set(handed.gaps)
    assert f"look for these first: {', '.join(handed.gaps)}." in in_envelope(handed)
    assert hand_out(env, Wish(session="claude-code/s3", filter=Filter())).question == handed.question


def test_without_a_name_the_most_promising_session_is_read(env):
    assert read_session(env, "").session == "claude-code/s3"


def test_commands_say_it(env):
    outside = {
        name: env.environ[name] for name in ("CM_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "CM_PROJECT")
    }
    status = run_cm("onboard", env=outside)
    assert status.code == 0, status.err
    assert "0 of 3 sessions gone through" in status.out
    assert "wishes without a rule" in run_cm("onboard", "gaps", env=outside).out
    assert "claude-code/s3" in run_cm("onboard", "sample", env=outside).out
    assert "<cm-prompt-work" in run_cm("onboard", "read", env=outside).out
    assert run_cm("onboard", "done", "claude-code/s3", env=outside).code == 0
    assert run_cm("onboard", "done", env=outside).code == 2
    assert run_cm("onboard", "dance", env=outside).code == 2
    assert run_cm("onboard", "skill", env=outside).out == skill()


def test_a_wish_that_a_rule_quotes_fills_its_gap_and_is_none_any_more(env):
    before = {gap.kind: gap for gap in onboarding(env).gaps}["testing"]
    handed = read_session(env, "claude-code/s1")
    take_answer(env, None, json.dumps({"question": handed.question, "deltas": [UV]}))
    reset(env)
    after = {gap.kind: gap for gap in onboarding(env).gaps}["testing"]
    assert (before.wishes, after.wishes) == (1, 0)


def test_sessions_of_other_projects_and_withdrawn_ones_are_neither_counted_nor_told(tmp_path, env):
    Journal(env.home.journal).append(*talk(*TALK, native="other", project="github.com/acme/bank"))
    handed = read_session(env, "claude-code/s1")
    take_answer(env, None, json.dumps({"question": handed.question, "deltas": [UV]}))
    scrub(env, Wanted(session="claude-code/s1"), yes=True)
    found = onboarding(env)
    assert found.sessions == 2
    assert {item.session for item in found.sample} == {"claude-code/s3"}
    assert onboarding(env, project="github.com/acme/bank").sample[0].session == "claude-code/other"


def test_inside_an_agent_sessions_of_others_are_counted_as_closed_and_not_told(tmp_path):
    outside = home(tmp_path, SAID, environ={"CM_PROJECT": SHOP})
    head, events = talk(*TALK, native="c1")
    head = replace(head, id="codex/c1", host="codex")
    Journal(outside.home.journal).append(head, tuple(replace(each, session="codex/c1") for each in events))
    inside = world(tmp_path, CM_PROJECT=SHOP, CLAUDECODE="1")
    found = onboarding(inside)
    assert (found.sessions, found.closed) == (1, 1)
    assert {item.session for item in found.sample} == {"claude-code/s1"}
    with pytest.raises(CmError):
        mark_done(inside, ["codex/c1"])
    assert "another agent's" in read_session(inside, "codex/c1").why


def test_two_that_mark_at_once_lose_nothing(env):
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda each: mark_done(env, [f"claude-code/{each}"]), ("s1", "s2", "s3")))
    assert onboarding(env).done == 3


def test_a_project_without_sessions_says_so(env):
    found = onboarding(env, project="github.com/acme/none")
    assert (found.sessions, found.gaps, found.sample) == (0, (), ())


def test_a_denied_session_is_forgotten_and_its_question_takes_no_answer(env):
    mark_done(env, ["claude-code/s3"])
    handed = read_session(env, "claude-code/s1")
    purge(env, [head for head in Journal(env.home.journal).sessions() if head.native != "s2"], hosts=())
    assert read_done(env.home) == {}
    assert onboarding(env).sessions == 1
    with pytest.raises(NotFound):
        take_answer(env, None, json.dumps({"question": handed.question, "deltas": [UV]}))
