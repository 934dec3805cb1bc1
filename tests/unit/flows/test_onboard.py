"""Onboarding: what is missing, which sessions may have it, and progress that survives."""

import json

import pytest

from cm.errors import NotFound
from cm.flows.onboard import mark_done, onboarding, read_session, reset
from cm.flows.prepared import in_envelope
from cm.flows.reflect import Wish, hand_out, take_answer
from cm.flows.sessions import Filter
from cm.flows.skills import skill
from tests.kit.run import run_cm
from tests.kit.talk import SHOP
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
    assert "wishes of the user" in run_cm("onboard", "gaps", env=outside).out
    assert "claude-code/s3" in run_cm("onboard", "sample", env=outside).out
    assert "<cm-prompt-work" in run_cm("onboard", "read", env=outside).out
    assert run_cm("onboard", "done", "claude-code/s3", env=outside).code == 0
    assert run_cm("onboard", "done", env=outside).code == 2
    assert run_cm("onboard", "dance", env=outside).code == 2
    assert run_cm("onboard", "skill", env=outside).out == skill()
