"""Every kind of fault is told with its line; a whole journal has none, and looking changes nothing."""

import json

import pytest

from cm.core.secrets.scrub import VERSION
from cm.model.session import Event, SessionHead
from cm.store.journal import Journal
from cm.store.journal_check import Found, look_over

HEAD = SessionHead("codex/s1", "codex", "s1", started="2026-10-03T08:00:00Z")


def event(number, text="hello", **fields):
    return Event(f"e-{number}", HEAD.id, number, "", "user", "message", text, scrubbed=VERSION, **fields)


@pytest.fixture
def journal(tmp_path):
    journal = Journal(tmp_path)
    journal.append(HEAD, [event(1), event(2)])
    return journal


@pytest.fixture
def file(journal):
    return journal.path_of(HEAD)


def faults(journal):
    return [(item.fault, item.line) for item in look_over(Journal(journal.root)) if isinstance(item, Found)]


def add(file, *lines):
    with file.open("ab") as out:
        out.writelines(
            line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines
        )


def line(**fields):
    return {
        "t": "e",
        "id": "e-9",
        "seq": 9,
        "by": "user",
        "kind": "message",
        "text": "x",
        "scrubbed": VERSION,
    } | fields


def test_a_whole_journal_has_no_fault_and_is_not_touched(journal, file):
    before = file.read_bytes()
    assert faults(journal) == []
    [looked] = look_over(journal)
    assert (looked.events, looked.bytes, looked.older) == (2, len(before), 0)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "bad, fault",
    [
        (b'{"t":"e","id":"e-', "torn-tail"),
        (b"not json\n", "not-json"),
        (b"\xff\xfe\n", "not-json"),
        (b"[]\n", "unknown-line"),
        ({"t": "x"}, "unknown-line"),
        (line(id="e-1"), "duplicate-id"),
        (line(by="nobody"), "bad-event"),
        (line(kind="song"), "bad-event"),
        (line(text=3), "bad-event"),
        (line(id=""), "bad-event"),
        ({"t": "s", "id": "codex/s2", "host": "codex", "native": "s2"}, "wrong-session"),
        ({"t": "s", "id": "codex/s1", "host": "cursor", "native": "s1"}, "wrong-session"),
        ({"t": "s", "host": "codex"}, "bad-head"),
        (line(text="my key is ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8", scrubbed=0), "secret"),
    ],
)
def test_a_fault_is_told_with_its_line(journal, file, bad, fault):
    add(file, bad)
    assert faults(journal) == [(fault, 4)]


def test_good_lines_after_a_bad_one_are_looked_at(journal, file):
    add(file, b"not json\n", line(), line())
    assert faults(journal) == [("not-json", 4), ("duplicate-id", 6)]


def test_events_before_a_head_belong_to_nobody(journal, file):
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[1:]))
    assert faults(journal) == [("no-head", 1), ("no-head", 2)]


def test_a_session_in_two_places_is_told(journal, file):
    twin = journal.root / "2026/11" / file.name
    twin.parent.mkdir()
    twin.write_bytes(file.read_bytes())
    assert faults(journal) == [("two-files", 0)]


def test_text_cleaned_by_older_rules_is_counted_and_no_fault(journal, file):
    add(file, line(scrubbed=VERSION - 1))
    assert faults(journal) == []
    assert [item.older for item in look_over(journal)] == [1]


def test_a_session_can_be_removed_with_its_empty_folders(journal, file):
    assert journal.remove(HEAD.id)
    assert not journal.remove(HEAD.id)
    assert list(journal.root.iterdir()) == []
    assert journal.append(HEAD, [event(1)]) == 1


def test_a_session_shrinks_to_the_events_that_are_to_stay(journal, file):
    size = file.stat().st_size
    freed = journal.shrink(HEAD.id, ["e-2"])
    assert file.stat().st_size == size - freed
    assert [each.id for each in journal.read(HEAD.id)[1]] == ["e-2"]
    assert journal.append(HEAD, [event(2), event(3)]) == 1
    assert faults(journal) == []
