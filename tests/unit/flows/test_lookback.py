"""The past replayed: what is known counts from the end of the session that proved it, and only corrections after the first words count."""

import os
from pathlib import Path

import pytest

from cm.flows.env import open_env
from cm.flows.lookback import last_lookback, look_back
from cm.model.session import Event, SessionHead
from cm.store.journal import Journal
from tests.kit import run_cm

PROJECT = "github.com/acme/shop"
RULE = "r-uvtests000000"
BOOK = f"""\
schema: 1
rules:
  - id: {RULE}
    text: Run the tests with `uv run pytest`, never with bare pytest.
    kind: rule
    state: active
    scope: {{project: {PROJECT}}}
    evidence:
      - {{session: pi/s1, event: e-s1-2, by: user, quote: "always run the tests with `uv run pytest`, never with bare pytest"}}
    origin: {{by: heuristic, at: 2026-11-20T00:00:00Z}}
  - id: r-unused0000000
    text: Write release notes for readers, without ticket numbers.
    kind: rule
    state: active
    origin: {{by: human, at: 2026-01-01T00:00:00Z}}
"""
CORRECTION = "No, always run the tests with `uv run pytest`, never with bare pytest."


@pytest.fixture
def env(own_world, tmp_path):
    home = Path(os.environ["CM_HOME"])
    home.mkdir()
    (home / "playbook.yaml").write_text(BOOK)
    return open_env(os.environ, tmp_path)


def keep(env, name, day, prompt, *later, by="user"):
    head = SessionHead(
        f"pi/{name}",
        "pi",
        name,
        project=PROJECT,
        started=f"2026-11-{day:02}T10:00:00Z",
        ended=f"2026-11-{day:02}T11:00:00Z",
    )
    said = [("user", prompt), ("agent", "I ran pytest."), *((by, text) for text in later)]
    events = [
        Event(
            f"e-{name}-{place}", head.id, place, f"2026-11-{day:02}T10:{place:02}:00Z", who, "message", text
        )
        for place, (who, text) in enumerate(said)
    ]
    Journal(env.home.journal).append(head, events)


def test_a_correction_after_the_rule_was_known_might_have_been_spared(env):
    keep(env, "s1", 1, "run the tests", CORRECTION)
    keep(env, "s2", 5, "run the tests please", CORRECTION)
    found = look_back(env)
    assert (found.sessions, found.corrections) == (2, 2)
    assert found.spared == 1  # the first one is where it was learned
    assert found.examples[0].session == "pi/s2"
    assert found.share == 0.5
    assert found.tokens > 0


def test_a_rule_that_was_known_and_not_found_for_the_task_is_told_apart(env):
    keep(env, "s1", 1, "run the tests", CORRECTION)
    keep(env, "s2", 5, "paint the fence", CORRECTION)
    found = look_back(env)
    assert (found.spared, found.known, found.repeated) == (0, 1, 1)


def test_first_words_and_the_agent_s_words_are_no_corrections(env):
    keep(env, "s1", 1, CORRECTION, CORRECTION, by="agent")
    assert look_back(env).corrections == 0


def test_rules_that_would_never_have_been_shown_are_counted(env):
    keep(env, "s1", 1, "run the tests", CORRECTION)
    keep(env, "s2", 5, "run the tests", CORRECTION)
    assert look_back(env).never_shown == 1


def test_without_sessions_it_says_so_and_the_number_stands_in_stats(env):
    assert "no session" in run_cm("eval", "--replay").out
    keep(env, "s1", 1, "run the tests", CORRECTION)
    keep(env, "s2", 5, "run the tests please", CORRECTION)
    told = run_cm("eval", "--replay")
    assert told.code == 0, told.err
    assert "spared" in told.out
    assert last_lookback(env).spared == 1
    assert "1 of 2 corrections" in " ".join(run_cm("stats").out.split())


def test_a_rubric_and_the_past_are_not_asked_together(env):
    assert run_cm("eval", "x.json", "--replay").code == 2
    assert run_cm("eval").code == 2
