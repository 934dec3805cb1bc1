"""A host's database is read as a guest reads: it is not changed, not locked, and its log counts."""

import os
import shutil
import sqlite3

import pytest

from cm.model.host import Database, Query, Record
from cm.model.session import Skipped
from cm.store import databases
from cm.store.databases import Guest, Rows, is_database, log_stamp

RECIPE = Database(
    tables={"talk": frozenset(("session", "text"))},
    sessions=(
        "select session, max(newer) from talk group by session",
        "select session, max(rowid) from talk group by session order by session",
    ),
    rows=(
        (Query("newer", "select newer from talk where session = :session"),),
        (Query("talk", "select rowid as n, text, data from talk where session = :session", ("data",)),),
    ),
)


def made(path, *, wal=False):
    db = sqlite3.connect(path, isolation_level=None)
    if wal:
        db.execute("pragma journal_mode = wal")
    db.execute("create table talk (session text, text text, data)")
    db.execute(
        "insert into talk values ('a', 'one', '{\"x\": 1}'), ('b', 'two', 'no json'), ('a', 'three', null)"
    )
    return db


def read(path, session="a"):
    with Guest(path) as guest:
        return [item.value for item in Rows(guest, RECIPE, session).records()]


def sessions(path):
    with Guest(path) as guest:
        return dict(guest.sessions(RECIPE))


def state(folder):
    return {item.name: (item.read_bytes(), item.stat().st_mtime_ns) for item in folder.iterdir()}


def test_rows_are_objects_with_json_decoded(tmp_path):
    path = tmp_path / "x.db"
    made(path).close()
    assert read(path) == [
        {"table": "talk", "n": 1, "text": "one", "data": {"x": 1}},
        {"table": "talk", "n": 3, "text": "three", "data": None},
    ]
    assert read(path, "b")[0]["data"] == "no json"
    assert read(path, "'; drop table talk; --") == []


def test_the_first_wording_that_the_database_understands_is_taken(tmp_path):
    path = tmp_path / "x.db"
    db = made(path)
    before = sessions(path)
    db.execute("alter table talk add column newer integer default 7")
    assert read(path) == [{"table": "newer", "newer": 7}, {"table": "newer", "newer": 7}]
    assert sessions(path) != before


def test_a_session_has_another_number_when_it_changed_and_only_then(tmp_path):
    path = tmp_path / "x.db"
    db = made(path)
    before = sessions(path)
    db.execute("insert into talk values ('b', 'more', null)")
    after = sessions(path)
    assert after["a"] == before["a"]
    assert after["b"] != before["b"]


def test_what_stands_only_in_the_log_is_read_while_its_owner_writes(tmp_path):
    path = tmp_path / "x.db"
    db = made(path, wal=True)
    db.execute("begin immediate")
    db.execute("insert into talk values ('a', 'not yet', null)")
    assert [row["text"] for row in read(path)] == ["one", "three"]
    db.execute("commit")
    assert [row["text"] for row in read(path)] == ["one", "three", "not yet"]
    assert log_stamp(path)


def test_the_owner_can_write_while_a_guest_is_there(tmp_path):
    path = tmp_path / "x.db"
    db = made(path)  # no log: a reader's lock would stop the owner
    with Guest(path) as guest:
        records = Rows(guest, RECIPE, "a").records()
        next(records)
        db.execute("insert into talk values ('a', 'meanwhile', null)")
        assert len(list(records)) == 1


@pytest.mark.parametrize("wal", [False, True])
def test_nothing_beside_or_in_the_database_is_changed(tmp_path, wal):
    path = tmp_path / "x.db"
    made(path, wal=wal).close()
    before = state(tmp_path)
    read(path)
    assert state(tmp_path) == before


def test_a_database_left_with_its_log_is_read_from_a_copy(tmp_path):
    path = tmp_path / "x.db"
    db = made(path, wal=True)
    db.execute("pragma wal_autocheckpoint = 0")
    db.execute("insert into talk values ('a', 'in the log', null)")
    left = tmp_path / "left"
    left.mkdir()
    for suffix in ("", "-wal"):
        shutil.copy(f"{path}{suffix}", left / f"x.db{suffix}")
    before = state(left)
    assert [row["text"] for row in read(left / "x.db")] == ["one", "three", "in the log"]
    assert {name: what[0] for name, what in state(left).items()} == {
        name: what[0] for name, what in before.items()
    }


def test_what_the_database_refuses_is_an_error_of_the_system(tmp_path):
    path = tmp_path / "x.db"
    path.write_bytes(databases.MAGIC + b"garbage" * 400)
    with pytest.raises(OSError, match="cannot be read"):
        read(path)
    with pytest.raises(OSError):
        read(tmp_path / "missing.db")
    assert not (tmp_path / "missing.db").exists()
    other = tmp_path / "other.db"
    sqlite3.connect(other).execute("create table unlike (x)").connection.close()
    with pytest.raises(OSError, match="no such table"):
        sessions(other)
    with Guest(other) as guest:
        assert [type(item) for item in Rows(guest, RECIPE, "a").records()] == [Skipped]
        assert guest.tables() == {"unlike": frozenset("x")}


def test_a_locked_database_is_an_error_soon_and_not_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(databases, "_WAIT", 0.05)
    path = tmp_path / "x.db"
    db = made(path)
    db.execute("begin exclusive")
    with pytest.raises(OSError, match="locked"):
        read(path)


def test_long_cells_and_bytes_that_are_no_text_harm_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(databases, "MAX_VALUE", 50)
    path = tmp_path / "x.db"
    db = made(path)
    db.execute("insert into talk values ('c', ?, null), ('c', cast(x'ff41' as text), x'7b7d')", ("x" * 60,))
    with Guest(path) as guest:
        got = list(Rows(guest, RECIPE, "c").records())
    assert isinstance(got[0], Skipped)
    assert isinstance(got[1], Record)
    assert (got[1].value["text"], got[1].value["data"]) == ("\ufffdA", {})


def test_names_with_signs_are_names(tmp_path):
    folder = tmp_path / "a?b#c%20"
    folder.mkdir()
    path = folder / "x.db"
    made(path).close()
    assert is_database(path)
    assert len(read(path)) == 2
    assert sorted(os.listdir(folder)) == ["x.db"]
