import os
from pathlib import Path

import pytest

from cm.errors import Usage
from cm.flows.env import open_env
from cm.flows.search import search
from cm.model.ledger import Blocked
from cm.model.session import Event, SessionHead
from cm.store.index import Index
from cm.store.journal import Journal
from cm.store.ledger import LedgerFiles
from tests.kit import NOW, ts


@pytest.fixture
def env(own_world, tmp_path):
    Path(os.environ["CM_HOME"]).mkdir()
    return open_env(cwd=tmp_path, clock=lambda: NOW)


@pytest.fixture(autouse=True)
def journal(env):
    kept = Journal(env.home.journal)
    head = SessionHead("host/a1", "host", "a1", project="github.com/acme/shop", started=ts(9))
    said = [
        ("user", "message", "the flaky upload test fails again", 9),
        ("agent", "message", "I pinned the clock, the upload passes now", 9),
        ("agent", "command", "pytest -k upload", 2),
    ]
    kept.append(head, [Event(f"e-a{n}", "host/a1", n, ts(days), by, kind, text) for n, (by, kind, text, days) in enumerate(said)])  # fmt: skip
    other = SessionHead("host/b1", "host", "b1", project="elsewhere", started=ts(1))
    kept.append(other, [Event("e-b0", "host/b1", 0, ts(1), "user", "message", "upload the 部署脚本 there")])
    return kept


def events(found):
    return [hit.event for hit in found.hits]


def test_all_of_the_words_come_first_and_any_of_them_otherwise(env):
    found = search(env, "flaky upload")
    assert (events(found), found.every_word) == (["e-a0"], True)
    found = search(env, "flaky deployment")
    assert (events(found), found.every_word) == (["e-a0"], False)


def test_filters(env):
    assert set(events(search(env, "upload"))) == {"e-a0", "e-a1", "e-a2", "e-b0"}
    assert events(search(env, "upload", project="elsewhere")) == ["e-b0"]
    assert events(search(env, "upload", kind="command")) == ["e-a2"]
    assert set(events(search(env, "upload", since="5d"))) == {"e-a2", "e-b0"}
    assert events(search(env, "upload", by="agent", kind="message")) == ["e-a1"]
    assert events(search(env, "", session="a1")) == ["e-a0", "e-a1", "e-a2"]


def test_chinese_is_found(env):
    assert events(search(env, "部署")) == ["e-b0"]


def test_the_index_is_made_from_the_journal_when_it_is_gone(env):
    search(env, "upload")
    Index.delete(env.home.index)
    assert len(search(env, "upload").hits) == 4


def test_withdrawn_words_are_counted_and_not_shown(env):
    LedgerFiles(env.home.ledger_dir).append_blocked(
        Blocked("b-1", "r-x", "the flaky upload test fails again", ts(), "human")
    )
    found = search(env, "flaky upload")
    assert (found.hits, found.withheld) == ((), 1)


def test_no_words_and_an_unreadable_age_are_usage_errors(env):
    with pytest.raises(Usage):
        search(env, "  ")
    with pytest.raises(Usage, match="since"):
        search(env, "upload", since="soon")
