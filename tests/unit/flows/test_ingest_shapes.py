"""Databases, trees, Markdown with many sessions, notes: read once, read on, and never twice."""

import json
import os
import shutil
import sqlite3
from dataclasses import replace

import pytest

from cm.flows.env import open_env
from cm.flows.ingest import ingest
from cm.flows.ingested import read_so_far
from cm.store.journal import Journal
from tests.hosts.kit import FIXTURES
from tests.kit import NOW


@pytest.fixture
def env(own_world):
    return open_env(dict(os.environ), own_world, clock=lambda: NOW, nonce=lambda: "n", tty=False)


def texts(env, session, by="user"):
    return [event.text for event in Journal(env.home.journal).read(session)[1] if event.by == by]


def sessions(env, host):
    return sorted(head.id for head in Journal(env.home.journal).sessions() if head.host == host)


def everything(env):
    return {path.name: path.read_bytes() for path in env.home.journal.rglob("*.jsonl")}


def database(path, fixture):
    path.parent.mkdir(parents=True, exist_ok=True)
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript((FIXTURES / fixture).read_text("utf-8"))
    return db


def nothing_new(env):
    before = everything(env)
    done = ingest(env)
    assert (done.total.read, done.total.records, done.total.events, done.failed) == (0, 0, 0, ())
    assert everything(env) == before
    return True


# --- databases


@pytest.fixture
def opencode(own_world):
    return database(own_world / ".local" / "share" / "opencode" / "opencode.db", "opencode/sessions-1.18.sql")


FIRST, SECOND = "opencode/ses_01aaaaaaaaaaaaaaaaaaaaaa", "opencode/ses_02bbbbbbbbbbbbbbbbbbbbbb"


def test_each_session_of_a_database_is_one_in_the_journal(env, opencode):
    done = ingest(env)
    assert done.failed == ()
    assert sorted(done.new_sessions) == sessions(env, "opencode") == [FIRST, SECOND]
    assert texts(env, FIRST) == ["always round the total down", "aborted"]
    head = Journal(env.home.journal).head(SECOND)
    assert (head.parent, head.cwd) == (FIRST, "/w/shop")
    assert (done.total.files, read_so_far(env).total.files) == (1, 1)
    assert nothing_new(env)


def test_only_the_session_that_changed_is_read_again(env, opencode):
    ingest(env)
    opencode.execute("update session set time_updated = time_updated + 1 where id like '%02b%'")
    opencode.execute(
        "insert into message values ('msg_20bbbbbbbbbbbbbbbbbbbbbb', 'ses_02bbbbbbbbbbbbbbbbbbbbbb', 1789380070000, 0, "
        '\'{"role":"assistant","time":{"created":1789380070000,"completed":1789380071000}}\')'
    )
    opencode.execute(
        "insert into part values ('prt_20bbbbbbbbbbbbbbbbbbbbbb', 'msg_20bbbbbbbbbbbbbbbbbbbbbb', "
        '\'ses_02bbbbbbbbbbbbbbbbbbbbbb\', 1789380070000, 0, \'{"type":"text","text":"Reported."}\')'
    )
    done = ingest(env)
    assert (done.sessions, done.total.events) == ((SECOND,), 1)
    assert texts(env, SECOND, "agent") == ["Look around and report", "Reported."]
    assert nothing_new(env)


def test_what_was_still_being_written_is_taken_when_it_is_done(env, opencode):
    ingest(env)
    assert "Still writing." not in texts(env, FIRST, "agent")
    opencode.execute(
        'update part set time_updated = 5, data = \'{"type":"text","text":"Still writing.","time":{"start":1,"end":2}}\' '
        "where id = 'prt_15aaaaaaaaaaaaaaaaaaaaaa'"
    )
    ingest(env)
    assert "Still writing." in texts(env, FIRST, "agent")


def test_what_stands_only_in_a_live_databases_log_is_read(env, opencode):
    opencode.execute("pragma journal_mode = wal")
    ingest(env)
    opencode.execute("begin immediate")
    opencode.execute(
        "update session set time_updated = 2000000000000, title = 'Renamed' where id like '%01a%'"
    )
    opencode.execute("commit")
    opencode.execute("begin immediate")  # its owner goes on writing
    assert ingest(env).failed == ()
    assert Journal(env.home.journal).head(FIRST).title == "Renamed"
    opencode.execute("rollback")


def test_a_database_that_refuses_is_told_and_tried_again(env, opencode, own_world):
    path = own_world / ".local" / "share" / "goose" / "sessions" / "sessions.db"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"SQLite format 3\0" + b"\1garbage" * 300)
    done = ingest(env)
    (failed,) = done.failed
    assert (failed.host, failed.path) == ("goose", str(path))
    assert sessions(env, "opencode") == [FIRST, SECOND]
    path.unlink()
    database(path, "goose/sessions-v5.sql")
    assert ingest(replace(env, clock=lambda: NOW.replace(year=NOW.year + 1))).failed == ()
    assert sessions(env, "goose") == ["goose/20260914_1", "goose/20260914_2"]


def test_a_session_that_moved_into_the_database_is_not_doubled(env, own_world):
    folder = own_world / ".local" / "share" / "goose" / "sessions"
    folder.mkdir(parents=True)
    shutil.copy(FIXTURES / "goose" / "20250914_100000.jsonl", folder)
    ingest(env)
    before = Journal(env.home.journal).read("goose/20250914_100000")[1]
    db = database(folder / "sessions.db", "goose/sessions-v5.sql")
    db.execute("delete from messages")
    lines = (folder / "20250914_100000.jsonl").read_text().splitlines()[1:]
    db.execute("insert into sessions (id, name, working_dir) values ('20250914_100000', 'Older', '/w/shop')")
    for line in map(json.loads, lines):
        db.execute(
            "insert into messages (session_id, role, content_json, created_timestamp) values ('20250914_100000', ?, ?, ?)",
            (line["role"], json.dumps(line["content"]), line["created"]),
        )
    done = ingest(env)
    assert (done.failed, done.total.events) == ((), 0)
    assert Journal(env.home.journal).read("goose/20250914_100000")[1] == before


def test_an_export_of_a_session_that_is_in_the_database_adds_nothing(env, opencode, tmp_path):
    ingest(env)
    rows = opencode.execute("select id, data from message where session_id like '%01a%'").fetchall()
    messages = [
        {
            "info": {**json.loads(data), "id": name, "sessionID": "ses_01aaaaaaaaaaaaaaaaaaaaaa"},
            "parts": [
                {**json.loads(part), "id": part_id}
                for part_id, part in opencode.execute(
                    "select id, data from part where message_id = ? order by id", (name,)
                )
            ],
        }
        for name, data in rows
    ]
    export = tmp_path / "export.json"
    info = {"id": "ses_01aaaaaaaaaaaaaaaaaaaaaa", "directory": "/w/shop", "time": {"created": 1789380000000}}
    export.write_text(json.dumps({"info": info, "messages": messages}, indent=2))
    done = ingest(env, paths=[export])
    assert (done.unrecognised, done.total.events, done.total.repeated) == ((), 0, 14)


# --- trees


def test_a_part_that_changes_in_a_tree_is_seen_though_the_sessions_own_file_is_not_touched(env, own_world):
    root = own_world / ".local" / "share" / "opencode" / "storage"
    shutil.copytree(FIXTURES / "opencode" / "tree" / "storage", root)
    ingest(env)
    (session,) = sessions(env, "opencode")
    assert texts(env, session) == ["no, not there"]
    assert nothing_new(env)
    part = {"id": "prt_03d", "messageID": "msg_01d", "type": "text", "text": "but here"}
    (root / "part" / "msg_01dddddddddddddddddddddd" / "prt_03d.json").write_text(json.dumps(part))
    done = ingest(env)
    assert (done.sessions, done.total.events) == ((session,), 1)
    assert texts(env, session) == ["no, not there", "but here"]


def test_of_two_accounts_of_one_task_the_better_is_read(env, own_world):
    folder = own_world / ".config" / "Code" / "User" / "globalStorage" / "saoudrizwan.claude-dev"
    shutil.copytree(FIXTURES / "cline" / "tasks", folder / "tasks")
    older = FIXTURES / "cline" / "older" / "tasks" / "1789380000002" / "api_conversation_history.json"
    shutil.copy(older, folder / "tasks" / "1789380000001")
    ingest(env)
    assert sessions(env, "cline") == ["cline/1789380000001"]
    assert "run the tests" not in texts(env, "cline/1789380000001")
    (folder / "tasks" / "2").mkdir()
    shutil.copy(older, folder / "tasks" / "2")
    ingest(env)
    assert texts(env, "cline/2") == ["run the tests", "not in a.py"]


# --- Markdown


@pytest.fixture
def shop(own_world):
    folder = own_world / "shop"
    folder.mkdir()
    return folder


def test_a_history_that_grows_is_read_on_and_every_chat_is_a_session(own_world, shop):
    env = open_env(dict(os.environ), shop, clock=lambda: NOW, nonce=lambda: "n", tty=False)
    path = shop / ".aider.chat.history.md"
    shutil.copy(FIXTURES / "aider" / "shop" / ".aider.chat.history.md", path)
    done = ingest(env)
    assert done.failed == ()
    chats = sessions(env, "aider")
    assert [chat.split("/")[1].split("-")[0] for chat in chats] == [
        "20260914100000", "20260914110000", "20260914120000", "undated",
    ]  # fmt: skip
    assert texts(env, chats[0])[0] == "round the total down\n\nand keep two digits"
    assert Journal(env.home.journal).head(chats[0]).cwd == str(shop)
    assert nothing_new(env)
    with path.open("a") as file:
        file.write(
            "\n#### one more thing  \n\nYes?\n\n# aider chat started at 2026-09-15 09:00:00\n\n#### hello  \n"
        )
    done = ingest(env)
    assert done.total.events == 3
    assert texts(env, chats[2]) == ["still there?", "one more thing"]
    assert len(sessions(env, "aider")) == 5
    assert nothing_new(env)


def test_a_rendering_counts_for_nothing_where_the_session_itself_is_read(own_world, shop):
    env = open_env(dict(os.environ), shop, clock=lambda: NOW, nonce=lambda: "n", tty=False)
    history = shop / ".specstory" / "history"
    shutil.copytree(FIXTURES / "specstory" / "shop" / ".specstory" / "history", history)
    (history / "2026-09-14_10-00-00Z-total.expect.json").unlink()
    native = "5e550000-0000-4000-8000-0000000000aa"
    record = {"type": "user", "uuid": "00000001-0000-4000-8000-000000000000", "sessionId": native, "cwd": str(shop),
              "timestamp": "2026-09-14T10:00:05.000Z", "message": {"content": "round the total down"}}  # fmt: skip
    own = own_world / ".claude" / "projects" / "shop" / f"{native}.jsonl"
    own.parent.mkdir(parents=True)
    own.write_text(json.dumps(record) + "\n")
    done = ingest(env)
    assert sessions(env, "specstory") == []
    assert done.hosts["specstory"].skipped["held-natively"] == 11
    assert sessions(env, "claude-code") == [f"claude-code/{native}"]


def test_a_rendering_whose_session_is_not_there_is_kept_and_names_it(own_world, shop):
    env = open_env(dict(os.environ), shop, clock=lambda: NOW, nonce=lambda: "n", tty=False)
    history = shop / ".specstory" / "history"
    history.mkdir(parents=True)
    name = "2026-09-14_10-00-00Z-total.md"
    text = (FIXTURES / "specstory" / "shop" / ".specstory" / "history" / name).read_text()
    turns = text.index("_**User (2026-09-14 10:01:00Z)**_")
    (history / name).write_text(text[:turns])
    ingest(env)
    (session,) = sessions(env, "specstory")
    (history / name).write_text(text)
    ingest(env)
    head = Journal(env.home.journal).head(session)
    assert (head.twin, head.cwd) == ("claude-code/5e550000-0000-4000-8000-0000000000aa", str(shop))
    assert texts(env, session)[:2] == ["round the total down", "no, never round negative totals"]
    assert nothing_new(env)


def test_instruction_files_are_notes_by_file_and_what_cm_wrote_is_none(own_world, shop):
    env = open_env(dict(os.environ), shop, clock=lambda: NOW, nonce=lambda: "n", tty=False)
    shutil.copy(FIXTURES / "instruction-files" / "shop" / "AGENTS.md", shop)
    ingest(env)
    (note,) = sessions(env, "instruction-files")
    head, events = Journal(env.home.journal).read(note)
    assert (head.notes, head.cwd, head.title) == (True, str(shop), "AGENTS.md")
    assert {event.by for event in events} == {"file"}
    assert not any("cm wrote" in event.text for event in events)
    with (shop / "AGENTS.md").open("a") as file:
        file.write("# More\n\nNew words.\n")
    done = ingest(env)
    assert done.total.events == 1
    assert nothing_new(env)


def test_another_tool_hands_its_sessions_over_in_the_inbox(env):
    for name in ("session-1.jsonl", "session-2.md"):
        place = env.home.root / "inbox" / "helpmate" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(FIXTURES / "generic-tool" / name, place)
    ingest(env)
    assert sessions(env, "generic-tool") == ["generic-tool/s-77", "generic-tool/s-78"]
    assert texts(env, "generic-tool/s-78") == [
        "round the total down",
        "no, never round negative totals\n\n## users and other words\n\nbelong to what was said before",
    ]
    assert nothing_new(env)
