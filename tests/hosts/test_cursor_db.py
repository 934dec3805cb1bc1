"""Cursor's database: sessions without a transcript, in the order the composer gives."""

import shutil

from cm.flows.ingest import ingest
from cm.store.journal import Journal
from tests.hosts.kit import FIXTURES, built
from tests.unit.flows.test_ingest_shapes import database, env, nothing_new, sessions  # noqa: F401 - fixtures

FIRST = "5e550000-0000-4000-8000-0000000000c1"


def place(home):
    return home / ".config" / "Cursor" / "User" / "globalStorage" / "state.vscdb"


def test_a_composer_is_a_session_with_what_is_known_of_it(env, own_world):  # noqa: F811
    database(place(own_world), "cursor/state.sql")
    assert ingest(env).failed == ()
    assert sessions(env, "cursor") == [
        f"cursor/{FIRST}.database",
        "cursor/5e550000-0000-4000-8000-0000000000c2.database",
    ]
    head = Journal(env.home.journal).head(f"cursor/{FIRST}.database")
    assert (head.cwd, head.branch, head.model, head.title) == ("/w/shop", "main", "large", "Round the total")
    assert (head.twin, head.tokens_in, head.tokens_out) == (f"cursor/{FIRST}", 10, 3)
    assert (head.started, head.ended) == ("2026-09-14T10:00:00Z", "2026-09-14T10:00:09Z")
    assert nothing_new(env)


def test_a_bubble_that_is_written_anew_makes_its_session_read_again(env, own_world):  # noqa: F811
    db = database(place(own_world), "cursor/state.sql")
    ingest(env)
    db.execute(
        f'insert into cursorDiskKV values (\'bubbleId:{FIRST}:gone\', \'{{"type":2,"text":"Found."}}\')'
    )
    done = ingest(env)
    assert (done.sessions, done.total.events) == ((f"cursor/{FIRST}.database",), 1)


def test_where_there_is_a_transcript_the_database_gives_way(env, own_world):  # noqa: F811
    folder = own_world / ".cursor" / "projects" / "w-shop" / "agent-transcripts" / FIRST
    folder.mkdir(parents=True)
    line = '{"role":"user","message":{"content":[{"type":"text","text":"<user_query>\\nrun the tests\\n</user_query>"}]}}\n'
    with built(FIXTURES / "cursor" / "state.sql") as name:
        place(own_world).parent.mkdir(parents=True)
        shutil.copy(name, place(own_world))
    (folder / f"{FIRST}.jsonl").write_text(line)
    done = ingest(env)
    assert sessions(env, "cursor") == [
        f"cursor/{FIRST}",
        "cursor/5e550000-0000-4000-8000-0000000000c2.database",
    ]
    assert done.hosts["cursor"].skipped["held-natively"] == 6
