import json
import os
from pathlib import Path

import pytest

from cm.cli.envelope import as_data
from cm.core.secrets.scrub import VERSION
from cm.errors import Ambiguous, NotAllowed, NotFound, Usage
from cm.flows.diary import diary, diary_with_id
from cm.flows.env import open_env
from cm.flows.sessions import Filter, sessions
from cm.flows.show import kind_of
from cm.flows.transcript import WITHHELD, event_shown, exported, save, session_shown
from cm.model.ledger import Blocked
from cm.model.session import Event, SessionHead
from cm.store.journal import Journal
from cm.store.ledger import LedgerFiles
from tests.kit import NOW, ts


@pytest.fixture
def env(own_world, tmp_path):
    Path(os.environ["CM_HOME"]).mkdir()
    return open_env(cwd=tmp_path, clock=lambda: NOW, tty=True)


@pytest.fixture(autouse=True)
def journal(env):
    kept = Journal(env.home.journal)
    said = [
        ("user", "message", "run the tests", {}),
        ("agent", "command", "pytest -q", {}),
        ("tool", "output", "1 failed", {"of": "e-ab1", "exit": 1}),
        ("agent", "edit", "src/shop/cart.py", {}),
        ("user", "message", "never push to main, please", {}),
    ]
    events = [
        Event(f"e-ab{n}", "host/a1", n, ts(2), by, kind, text, scrubbed=VERSION, **more)
        for n, (by, kind, text, more) in enumerate(said)
    ]
    kept.append(
        SessionHead("host/a1", "host", "a1", project="p", started=ts(9), ended=ts(2), tokens_in=10), events
    )
    kept.append(
        SessionHead("host/b1", "host", "b1", project="q", started=ts(1), title="Café", tokens_in=900),
        [Event("e-b0", "host/b1", 0, ts(1), "user", "message", "hello there", scrubbed=VERSION)],
    )
    return kept


def test_an_event_is_shown_with_its_neighbours_and_a_command_with_how_it_ended(env):
    shown = event_shown(env, "e-ab1", 1)
    assert [line.id for line in shown.lines] == ["e-ab0", "e-ab1", "e-ab2"]
    assert (shown.event, shown.before, shown.after, shown.lines[1].exit) == ("e-ab1", 0, 2, 1)
    assert event_shown(env, "e-b", 5).event == "e-b0"


def test_an_id_that_is_none_or_several_is_told(env):
    with pytest.raises(NotFound):
        event_shown(env, "e-zz")
    with pytest.raises(Ambiguous):
        event_shown(env, "e-ab")
    with pytest.raises(NotFound):
        session_shown(env, "nobody")
    with pytest.raises(NotFound):
        diary_with_id(env, "y-*")


def test_every_kind_of_id_is_known(env):
    told = diary(env, "a1")
    ids = {
        "e-ab1": "event",
        "host/a1": "session",
        "a1": "session",
        told.diary.id: "diary",
        "r-nothing": "rule",
        "nothing": "rule",
    }
    assert {name: kind_of(env, name) for name in ids} == ids
    assert diary_with_id(env, told.diary.id[:8]).diary.id == told.diary.id


def test_withdrawn_lines_and_secrets_are_left_out(env, journal):
    LedgerFiles(env.home.ledger_dir).append_blocked(
        Blocked("b-1", "r-x", "never push to main, please", ts(), "human")
    )
    assert session_shown(env, "a1").lines[4].text == WITHHELD
    text = "first ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6" + " last\nnever push to main, please\nend"
    journal.append(
        SessionHead("host/c1", "host", "c1"), [Event("e-c0", "host/c1", 0, ts(1), "user", "message", text)]
    )
    shown = session_shown(env, "c1").lines[0].text
    assert "ghp_" not in shown
    assert (shown.startswith("first [secret:"), "never push" in shown, shown.endswith("end")) == (
        True,
        False,
        True,
    )


def test_what_was_withdrawn_is_in_no_diary_and_no_list_of_sessions(env, journal):
    said = "From now on never push to main, please."
    journal.append(
        SessionHead("host/c1", "host", "c1"), [Event("e-c0", "host/c1", 0, ts(1), "user", "message", said)]
    )
    told = json.dumps(as_data(diary(env, "host/c1"))), repr(sessions(env, Filter(), read=False).sessions)
    assert all("never push" in each for each in told)
    LedgerFiles(env.home.ledger_dir).append_blocked(
        Blocked("b-1", "r-x", "never push to main, please", ts(), "human")
    )
    told = json.dumps(as_data(diary(env, "host/c1"))), repr(sessions(env, Filter(), read=False).sessions)
    assert not any("never push" in each for each in told)
    assert all(WITHHELD in each for each in told)


def test_a_session_as_markdown_and_as_it_is_kept(env, journal):
    text = exported(session_shown(env, "a1"), "md")
    assert text.startswith("# host/a1\n")
    assert "## user · 12:00\n\nrun the tests" in text
    assert "**agent** command · exit 1 · 12:00\n\n```\npytest -q\n```" in text
    head, *lines = map(json.loads, exported(session_shown(env, "a1"), "jsonl").splitlines())
    kept = [
        json.loads(line)
        for line in journal.path_of(SessionHead("host/a1", "host", "a1")).read_text().splitlines()
    ]
    assert [head, *lines] == kept
    with pytest.raises(Usage):
        exported(session_shown(env, "a1"), "pdf")


def test_a_fence_is_longer_than_any_in_the_text(env, journal):
    event = Event("e-d0", "host/d1", 0, ts(1), "tool", "output", "```\ncode\n```", scrubbed=VERSION)
    journal.append(SessionHead("host/d1", "host", "d1"), [event])
    assert "````\n```\ncode\n```\n````" in exported(session_shown(env, "d1"), "md")


def test_an_agent_is_not_shown_the_sessions_of_another_before_a_human_allows_it(env, tmp_path):
    inside = open_env({**os.environ, "CODEX_SANDBOX": "1"}, tmp_path, clock=lambda: NOW)
    with pytest.raises(NotAllowed):
        event_shown(inside, "e-ab1")
    with pytest.raises(NotAllowed):
        session_shown(inside, "a1")


def test_an_export_overwrites_nothing(env, tmp_path):
    assert save(tmp_path / "new.md", "text").read_text() == "text"
    with pytest.raises(Usage, match="already"):
        save(tmp_path / "new.md", "other")


def listed(env, sort="", **wanted):
    return [row.id for row in sessions(env, Filter(**wanted), read=False, sort=sort).sessions]


def test_the_end_of_a_projects_name_is_enough_to_list_its_sessions(env, journal):
    journal.append(SessionHead("host/c1", "host", "c1", project="github.com/acme/Shop", started=ts(3)), [])
    journal.append(SessionHead("host/d1", "host", "d1", project="/home/dev/workshop", started=ts(4)), [])
    assert listed(env, project="github.com/acme/Shop") == ["host/c1"]
    assert listed(env, project="shop") == listed(env, project="acme/shop/") == ["host/c1"]
    assert listed(env, project="p") == ["host/a1"]
    assert listed(env, project="/") == listed(env, project="hop") == []


def test_sessions_are_sorted_and_filtered(env):
    diary(env, "a1")
    assert listed(env) == ["host/b1", "host/a1"]
    assert listed(env, "events") == listed(env, "errors") == ["host/a1", "host/b1"]
    assert listed(env, "tokens") == listed(env, "started") == ["host/b1", "host/a1"]
    assert listed(env, text="pytest") == ["host/a1"]
    assert listed(env, text="café") == ["host/b1"]
    assert listed(env, status="none") == ["host/b1"]
    assert listed(env, status="success", project="q") == []
    for bad in ({"sort": "size"}, {"status": "done"}, {"text": "kind:nothing"}):
        with pytest.raises(Usage):
            listed(env, **bad)
