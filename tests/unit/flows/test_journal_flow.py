"""What leaves the journal by its limits: never what a live rule quotes, nothing before it was learned from."""

import json
import os
from dataclasses import replace

import pytest

from cm.errors import ConflictMarkers
from cm.flows.env import open_env
from cm.flows.ingest import ingest
from cm.flows.journal import prune, size, verify
from cm.flows.reflect import Wish, reflect
from cm.flows.search import search
from cm.store.journal import Journal
from tests.kit import NOW

OLD, YOUNG = "5f0c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f", "6a0c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f"
RULE = "From now on always run the tests with `uv run pytest -q` here."


def transcript(home, session, day, *texts):
    path = home / f".claude/projects/-srv-gone-shop/{session}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        for number, text in enumerate(texts):
            said = {"role": "user", "content": text}
            record = {
                "type": "user",
                "uuid": f"{number:04d}{session[:4]}-{day[5:7]}{day[8:]}-4000-8000-000000000000",
                "sessionId": session,
                "cwd": "/srv/gone/shop",
            }
            file.write(
                json.dumps(record | {"timestamp": f"{day}T08:00:{number % 60:02d}.000Z", "message": said})
                + "\n"
            )
    return path


@pytest.fixture
def env(own_world):
    return at(own_world)


def at(own_world, **limits):
    flags = {f"journal.{name}": value for name, value in limits.items()}
    return open_env(dict(os.environ), own_world, clock=lambda: NOW, nonce=lambda: "n", tty=False, flags=flags)


@pytest.fixture
def sessions(own_world, env):
    transcript(own_world, OLD, "2026-03-01", "please add a zebra test", RULE, "and a walrus")
    transcript(own_world, YOUNG, "2026-11-20", "please add a yak test")
    reflect(env, Wish())
    return env


def ids(env):
    return {head.native for head in Journal(env.home.journal).sessions()}


def texts(env, session):
    return [event.text for event in Journal(env.home.journal).read(f"claude-code/{session}")[1]]


def hits(env, word):
    return [hit for hit in search(env, word).hits if getattr(hit, "source", "event") == "event"]


def test_without_a_limit_nothing_leaves(sessions):
    assert prune(sessions).left == ()
    assert ids(sessions) == {OLD, YOUNG}


def test_a_dry_run_says_what_would_leave_and_leaves_it(sessions):
    done = prune(sessions, days=90, dry_run=True)
    assert [(item.id, item.kept_events) for item in done.left] == [(f"claude-code/{OLD}", 1)]
    assert len(texts(sessions, OLD)) == 3


def test_an_event_that_a_live_rule_quotes_stays_and_the_rest_leaves_the_index_too(sessions):
    assert hits(sessions, "zebra")
    assert hits(sessions, "walrus")
    done = prune(sessions, days=90)
    assert done.freed > 0
    assert texts(sessions, OLD) == [RULE]
    assert not hits(sessions, "zebra")
    assert not hits(sessions, "walrus")
    assert hits(sessions, "yak")
    assert verify(sessions).faults == ()
    assert prune(sessions, days=90).left == ()


def test_what_a_withdrawn_rule_quotes_may_leave(sessions):
    text = sessions.home.playbook.read_text()
    assert "state: active" in text
    sessions.home.playbook.write_text(text.replace("state: active", "state: retired"))
    prune(sessions, days=90)
    assert ids(sessions) == {YOUNG}


def test_what_left_is_not_read_or_reflected_on_again(sessions, own_world):
    prune(sessions, days=90)
    again = reflect(sessions, Wish())
    assert (again.read.total.events, again.sessions) == (0, 0)
    transcript(own_world, OLD, "2026-11-29", "now a heron")
    assert ingest(sessions).total.events == 1
    assert texts(sessions, OLD) == [RULE, "now a heron"]


def test_a_session_nothing_was_learned_of_waits(own_world, env):
    transcript(own_world, OLD, "2026-03-01", "please add a zebra test")
    ingest(env)
    done = prune(env, days=90)
    assert (done.left, done.waiting) == ((), 1)
    assert len(prune(env, days=90, waiting=True).left) == 1
    assert ids(env) == set()


def test_the_oldest_leave_until_the_rest_fits(sessions):
    assert len(prune(sessions, max_mb=1).left) == 0
    transcript(sessions.user_home, YOUNG, "2026-11-21", *(f"{n} " + "yak " * 1500 for n in range(200)))
    reflect(sessions, Wish())
    done = prune(sessions, max_mb=1)
    assert [item.id for item in done.left] == [f"claude-code/{OLD}", f"claude-code/{YOUNG}"]


def test_limits_in_the_settings_hold_after_new_sessions_were_read(sessions, own_world):
    transcript(own_world, YOUNG, "2026-11-21", "go on")
    ingest(at(own_world, retention_days=90))
    assert texts(sessions, OLD) == [RULE]
    assert len(texts(sessions, YOUNG)) == 2


def test_a_playbook_that_cannot_be_read_may_hold_evidence_so_nothing_leaves(sessions, own_world):
    sessions.home.playbook.write_text("<<<<<<< HEAD\n=======\n>>>>>>> x\n")
    with pytest.raises(ConflictMarkers):
        prune(sessions, days=90)
    transcript(own_world, YOUNG, "2026-11-21", "go on")
    assert ingest(at(own_world, retention_days=90)).total.events == 1
    assert len(texts(sessions, OLD)) == 3


def test_evidence_of_a_repository_where_a_session_ran_counts(own_world, env):
    shop = own_world / "shop"
    (shop / ".git").mkdir(parents=True)
    (shop / ".cm").mkdir()
    path = transcript(own_world, OLD, "2026-03-01", "please add a zebra test")
    path.write_text(path.read_text().replace("/srv/gone/shop", str(shop)))
    reflect(env, Wish())
    [event] = Journal(env.home.journal).read(f"claude-code/{OLD}")[1]
    (shop / ".cm/playbook.yaml").write_text(
        "schema: 1\nrules:\n  - id: r-x\n    text: Add a zebra test.\n    kind: rule\n    state: active\n    evidence:\n"
        f"      - {{session: claude-code/{OLD}, event: {event.id}, by: user, quote: zebra, span: [13, 18]}}\n"
        "    origin: {by: human, at: 2026-11-01T00:00:00Z}\n"
    )
    assert prune(env, days=90).left == ()


def test_the_size_is_told_by_host_and_by_month(sessions, own_world):
    told = size(at(own_world, retention_days=90))
    assert (told.sessions, told.due) == (2, 1)
    assert [(part.name, part.sessions) for part in told.months] == [("2026-03", 1), ("2026-11", 1)]
    assert sum(part.bytes for part in told.hosts) == told.bytes > 0


def test_verify_finds_nothing_in_what_ingest_wrote(sessions):
    seen = verify(sessions)
    assert (seen.files, seen.events, seen.faults) == (2, 4, ())
    assert replace(seen, files=0).by_fault == {}
