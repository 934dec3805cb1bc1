import os
import sqlite3
import stat
import time

import pytest

from cm.model.session import Event, SessionHead
from cm.store import index_rules as rows
from cm.store.index import YOUNG_NS, Broken, Index, Locked, ReadOnly, fingerprint
from cm.store.index_events import match_words
from cm.store.index_words import parts

HEAD = SessionHead("host/s1", "host", "s1", project="p", started="2026-11-01T10:00:00Z")


def event(n, text, by="user", kind="message", **fields):
    return Event(
        f"e-{n:04d}",
        fields.pop("session", "host/s1"),
        n,
        f"2026-11-01T10:00:{n:02d}Z",
        by,
        kind,
        text,
        **fields,
    )


@pytest.fixture
def path(tmp_path):
    return tmp_path / "cache" / "index.db"


@pytest.fixture
def index(path):
    with Index.open(path, write=True) as opened:
        yield opened


def texts(hits):
    return [hit.text for hit in hits]


def test_a_missing_index_is_broken_for_a_reader_and_made_by_a_writer(path):
    with pytest.raises(Broken):
        Index.open(path)
    Index.open(path, write=True).close()
    Index.open(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("damage", [b"", b"no database at all" * 400, None])
def test_a_damaged_index_or_one_of_another_version_is_broken(path, damage):
    Index.open(path, write=True).close()
    if damage is None:
        with sqlite3.connect(path) as db:
            db.execute("pragma user_version = 1")
    elif damage:
        path.write_bytes(damage)
    else:
        path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(Broken):
        Index.open(path)
    with pytest.raises(Broken):
        Index.open(path, write=True)
    Index.delete(path)
    Index.open(path, write=True).close()


def test_a_reader_is_not_held_up_by_a_writer(path):
    with Index.open(path, write=True) as writer:
        writer.set_meta("a", "before")
        with writer.write():
            writer.set_meta("a", "during")
            with Index.open(path) as reader:
                assert reader.meta("a") == "before"


def test_a_second_writer_is_told_at_once_that_it_is_locked(path):
    with (
        Index.open(path, write=True) as first,
        first.write(),
        Index.open(path, write=True, wait_ms=10) as second,
    ):
        start = time.monotonic()
        with pytest.raises(Locked), second.write():
            pass
        assert time.monotonic() - start < 1


def test_what_fails_in_a_transaction_leaves_nothing(index):
    def half():
        with index.write():
            index.set_meta("a", "1")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half()
    assert index.meta("a") == ""


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_an_index_in_a_folder_that_cannot_be_written_is_read_only(path):
    Index.open(path, write=True).close()
    path.parent.chmod(0o500)
    try:
        with pytest.raises(ReadOnly):
            Index.open(path, write=True)
        Index.open(path).close()
    finally:
        path.parent.chmod(0o700)


def test_a_name_with_odd_characters_is_a_name(tmp_path):
    path = tmp_path / "a b#c?d%41é" / "index.db"
    Index.open(path, write=True).close()
    Index.open(path).close()


def test_a_settled_file_is_not_read_again_and_a_changed_one_is(tmp_path):
    path = tmp_path / "f"
    path.write_text("one")
    os.utime(path, (1_700_000_000, 1_700_000_000))
    now = time.time_ns()
    first = fingerprint(str(path), "playbook", None, now)
    assert fingerprint(str(path), "playbook", first, now + 1) is first
    path.write_text("two")
    second = fingerprint(str(path), "playbook", first, now + 2)
    assert not first.same_content(second)


def test_a_change_of_the_same_size_within_the_same_tick_is_noticed(tmp_path):
    path = tmp_path / "f"
    path.write_text("one")
    tick = path.stat().st_mtime_ns
    first = fingerprint(str(path), "playbook", None, tick + 1)
    path.write_text("two")
    os.utime(path, ns=(tick, tick))
    second = fingerprint(str(path), "playbook", first, tick + 2)
    assert not first.same_content(second)


def test_a_touched_file_with_the_same_bytes_has_the_same_content(tmp_path):
    path = tmp_path / "f"
    path.write_text("one")
    first = fingerprint(str(path), "playbook", None, time.time_ns() + YOUNG_NS)
    os.utime(path, (1, 1))
    assert first.same_content(fingerprint(str(path), "playbook", first, time.time_ns()))


def test_a_missing_file_stays_missing_without_a_write(tmp_path):
    first = fingerprint(str(tmp_path / "none"), "playbook", None, 1)
    assert fingerprint(str(tmp_path / "none"), "playbook", first, 2) is first


def put(index, n, terms, source="user"):
    rows.put_rule(
        index, source=source, id=f"r-{n}", sha=str(n), state="active", card='{"id": "r"}', rule="{}", terms=terms,
        blocked_by="", screened="",
    )  # fmt: skip


def found(index, reader, *terms):
    return sorted(row[0] for row in rows.candidates(index, reader, dict.fromkeys(terms, 1.0)))


def test_candidates_are_the_rules_that_a_reader_may_see_and_that_share_a_term(index):
    put(index, 1, {"run": 1.0, "#test": 1.0})
    put(index, 2, {"run": 1.0, "uv.lock": 1.0})
    put(index, 3, {"other": 1.0})
    reader = rows.put_verdicts(index, "k", 100.0, [(1, 0), (3, 0)])
    assert found(index, reader, "run") == [1]
    assert found(index, reader, "#test", "uv.lock") == [1]
    assert found(index, rows.put_verdicts(index, "all", 100.0, [(1, 0), (2, 0), (3, 0)]), "uv.lock") == [2]


def test_verdicts_hold_until_their_moment(index):
    number = rows.put_verdicts(index, "k", 100.0, [])
    assert rows.reader_of(index, "k", 99.0) == number
    assert rows.reader_of(index, "k", 100.0) == 0
    assert rows.reader_of(index, "other", 1.0) == 0


def test_a_rule_that_changes_is_found_by_its_new_words_only(index):
    put(index, 1, {"old": 1.0})
    put(index, 1, {"new": 1.0})
    reader = rows.put_verdicts(index, "k", 100.0, [(1, 0)])
    assert found(index, reader, "old") == []
    assert found(index, reader, "new") == [1]
    rows.drop_rule(index, 1)
    assert found(index, reader, "new") == []


def test_terms_are_counted_over_all_rules(index):
    put(index, 1, {"run": 1.0, "#test": 1.0})
    put(index, 2, {"run": 1.0})
    rows.count_terms(index)
    assert rows.how_common(index, ["run", "#test", "none"]) == {"run": 2, "#test": 1}


def test_events_are_added_once_and_known_by_id(index):
    events = [event(1, "run the linter"), event(2, "done")]
    assert index.add_events(HEAD, events) == 2
    assert index.add_events(HEAD, [*events, event(3, "more")]) == 1
    assert index.known(["e-0001", "e-0003", "e-9999"]) == {"e-0001", "e-0003"}


def test_events_are_found_by_inflected_words_name_parts_and_pairs_of_characters(index):
    index.add_events(
        HEAD,
        [
            event(1, "the retries failed in fetchUserProfile"),
            event(2, "部署脚本在测试环境失败"),
            event(3, "nothing"),
        ],
    )
    assert texts(index.search_events("retry")) == ["the retries failed in fetchUserProfile"]
    assert texts(index.search_events("profile")) == ["the retries failed in fetchUserProfile"]
    assert texts(index.search_events("测试环境")) == ["部署脚本在测试环境失败"]


def test_filters_narrow_the_search(index):
    other = SessionHead("host/s2", "host", "s2", project="q", parent="host/s1")
    index.add_events(HEAD, [event(1, "deploy now"), event(2, "deploy later", by="agent")])
    index.add_events(other, [event(3, "deploy elsewhere", session="host/s2")])
    assert len(index.search_events("deploy")) == 3
    assert texts(index.search_events("deploy", project="q")) == ["deploy elsewhere"]
    assert texts(index.search_events("deploy", by=("agent",))) == ["deploy later"]
    assert len(index.search_events("deploy", main_only=True)) == 2
    assert texts(index.search_events("deploy", since="2026-11-01T10:00:03Z")) == ["deploy elsewhere"]
    assert texts(index.search_events("", session="host/s1")) == ["deploy now", "deploy later"]


def test_sessions_of_our_own_are_not_found(index):
    index.add_events(
        SessionHead("host/own", "host", "own", own=True), [event(1, "deploy", session="host/own")]
    )
    assert index.search_events("deploy") == []


def test_a_forgotten_session_is_gone_from_the_words_too(index):
    index.add_events(HEAD, [event(1, "deployTheThing 部署")])
    assert index.forget_session("host/s1") == 1
    assert index.search_events("thing") == index.search_events("部署") == []
    assert index.known(["e-0001"]) == set()
    assert index.add_events(HEAD, [event(1, "again")]) == 1
    assert texts(index.search_events("again")) == ["again"]


@pytest.mark.parametrize(
    "query", ['"', "a AND OR NOT", "x*", "NEAR(a b)", "col:val", "(", "\x00", "-", "é ü ñ 日本"]
)
def test_no_query_breaks_the_search(index, query):
    index.add_events(HEAD, [event(1, "text")])
    assert isinstance(index.search_events(query), list)


def test_parts_are_only_what_the_tokenizer_would_miss():
    assert parts("plain words_and paths/here.py") == ""
    assert parts("fooBar and fooBar") == "foo Bar"
    assert parts("日本語") == "日本 本語 語"
    assert parts("部署React组件 abc") == "部署 署 React 组件 件"


def test_match_words_put_the_longest_first():
    assert match_words("a flaky upload") == ["upload", "flaky", "a"]


def test_half_a_character_in_a_text_costs_neither_it_nor_its_neighbours(index):
    assert index.add_events(HEAD, [event(1, "before"), event(2, "half \ud83d here"), event(3, "after")]) == 3
    assert texts(index.search_events("half")) == ["half ? here"]
    assert index.forget_session("host/s1") == 3


def test_a_command_is_known_by_the_exit_of_its_output_also_when_that_comes_later(index):
    index.add_events(HEAD, [event(1, "make", "agent", "command"), event(2, "make all", "agent", "command")])
    index.add_events(HEAD, [event(3, "oops", "tool", "output", of="e-0001", exit=2)])
    rows = index.db.execute("select id, exit from events order by n").fetchall()
    assert rows == [("e-0001", 2), ("e-0002", None), ("e-0003", 2)]
