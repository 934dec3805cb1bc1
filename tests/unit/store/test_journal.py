import json
import os
import stat
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cm.errors import NotFound
from cm.model.session import Event, SessionHead
from cm.store.journal import Journal, event_line, event_to_data, file_name, merge_heads
from cm.store.lines import json_line

HEAD = SessionHead(
    "claude-code/s1", "claude-code", "s1", started="2026-10-03T08:00:00Z", cwd="/srv/shop", project="p"
)


def event(number, text="hello", **fields):
    fields.setdefault("by", "user")
    fields.setdefault("kind", "message")
    return Event(id=f"e-{number:016d}", session=HEAD.id, seq=number, at="", text=text, **fields)


@pytest.fixture
def journal(tmp_path):
    return Journal(tmp_path / "journal")


def path_of(journal):
    return journal.root / "2026" / "10" / "claude-code-s1.jsonl"


def test_what_is_appended_is_read_again_in_order(journal):
    events = [
        event(0),
        event(1, "ls", by="agent", kind="command", tool="Bash"),
        event(2, "x\ny", by="tool", kind="output", of="e-1", exit=2, scrubbed=1),
    ]
    assert journal.append(HEAD, events) == 3
    assert Journal(journal.root).read(HEAD.id) == (HEAD, tuple(events))


def test_an_event_is_written_once_whoever_appends_it(journal):
    journal.append(HEAD, [event(0), event(1)])
    assert journal.append(HEAD, [event(1), event(2), event(2)]) == 1
    assert Journal(journal.root).append(HEAD, [event(0), event(3)]) == 1
    assert [item.seq for item in Journal(journal.root).read(HEAD.id)[1]] == [0, 1, 2, 3]
    assert path_of(journal).read_text().count("e-0000000000000001") == 1


def test_defaults_are_left_out_and_the_head_is_written_only_when_it_changed(journal):
    journal.append(HEAD, [event(0)])
    journal.append(HEAD, [event(1)])
    later = replace(HEAD, ended="2026-10-03T09:00:00Z")
    journal.append(later, [event(2)])
    lines = [json.loads(line) for line in path_of(journal).read_text().splitlines()]
    assert [line["t"] for line in lines] == ["s", "e", "e", "s", "e"]
    assert lines[1] == {
        "t": "e",
        "id": "e-0000000000000000",
        "seq": 0,
        "at": "",
        "by": "user",
        "kind": "message",
        "text": "hello",
    }
    assert journal.head(HEAD.id) == later


def test_what_is_known_of_a_session_grows_and_its_project_stays():
    now = SessionHead(
        "claude-code/s1",
        "claude-code",
        "s1",
        started="2026-10-04T08:00:00Z",
        ended="2026-10-04T09:00:00Z",
        project="other",
        model="m",
    )
    merged = merge_heads(HEAD, now)
    assert (merged.started, merged.ended, merged.project, merged.model, merged.cwd) == (
        "2026-10-03T08:00:00Z", "2026-10-04T09:00:00Z", "p", "m", "/srv/shop",
    )  # fmt: skip


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_torn_last_line_is_mended_by_the_next_write_and_its_event_comes_again(journal, cut):
    journal.append(HEAD, [event(0), event(1)])
    data = path_of(journal).read_bytes()
    path_of(journal).write_bytes(data[:-cut])
    again = Journal(journal.root)
    assert again.append(HEAD, [event(0), event(1), event(2)]) == 2
    assert [item.seq for item in again.read(HEAD.id)[1]] == [0, 1, 2]
    assert [item.reason for item in again.check()] in ([], ["damaged"])


def test_damaged_lines_are_passed_over_and_told(journal):
    journal.append(HEAD, [event(0)])
    with open(path_of(journal), "ab") as file:
        file.write(b'not json\n{"t":"e","id":"e-1"}\n\n{"t":"x"}\n{"t":"e","id":"e-2"')
    assert [item.id for item in journal.read(HEAD.id)[1]] == ["e-0000000000000000"]
    assert [(item.line, item.reason) for item in journal.check()] == [
        (3, "not-json"), (4, "damaged"), (6, "unknown-line"), (7, "unfinished-last-line"),
    ]  # fmt: skip


def test_a_session_lies_in_the_month_it_began_and_stays_there(journal):
    undated = replace(HEAD, started="")
    journal.append(undated, [event(0)])
    journal.append(HEAD, [event(1)])
    assert (journal.root / "undated" / "claude-code-s1.jsonl").exists()
    assert not path_of(journal).exists()
    assert len(Journal(journal.root).read(HEAD.id)[1]) == 2


def test_an_unknown_session_is_not_found(journal):
    with pytest.raises(NotFound):
        journal.read("claude-code/none")
    assert journal.head("claude-code/none") is None
    assert list(journal.sessions()) == []


def test_all_sessions_and_events_are_told_one_at_a_time(journal):
    other = replace(HEAD, id="codex/s2", host="codex", native="s2")
    journal.append(HEAD, [event(0)])
    journal.append(other, [replace(event(1), session="codex/s2")])
    assert {head.id for head in journal.sessions()} == {HEAD.id, "codex/s2"}
    assert {head.id: len(events) for head, events in journal.events()} == {HEAD.id: 1, "codex/s2": 1}
    assert [head.id for head, _ in journal.events(["codex/s2"])] == ["codex/s2"]
    assert set(journal.all_ids()) == {"e-0000000000000000", "e-0000000000000001"}


@pytest.mark.skipif(os.name == "nt", reason="modes are of POSIX")
def test_the_journal_is_for_the_user_alone(journal):
    journal.append(HEAD, [event(0)])
    assert stat.S_IMODE(path_of(journal).stat().st_mode) == 0o600
    assert stat.S_IMODE(path_of(journal).parent.stat().st_mode) == 0o700


@given(st.text(max_size=200), st.text(max_size=200))
def test_two_sessions_never_share_a_file_and_names_are_safe(one, two):
    names = {file_name("codex", one), file_name("codex", two)}
    assert (len(names) == 1) == (one == two)
    for name in names:
        assert len(name) < 160
        assert name == name.lower()
        assert not set('/\\:*?"<>|\0 \n').intersection(name)


@given(st.lists(st.text(), min_size=1, max_size=5))
@settings(max_examples=60, deadline=None)
def test_any_text_comes_back_as_it_was(tmp_path_factory, texts):
    journal = Journal(tmp_path_factory.mktemp("j"))
    events = [event(number, text) for number, text in enumerate(texts)]
    journal.append(HEAD, events)
    assert Journal(journal.root).read(HEAD.id)[1] == tuple(events)


@given(
    event=st.builds(
        Event,
        id=st.text(max_size=8), session=st.just(""), seq=st.integers(0, 10**9), at=st.text(max_size=5), by=st.text(max_size=5),
        kind=st.text(max_size=5), text=st.text(st.characters(), max_size=30), of=st.text(max_size=3),
        exit=st.none() | st.integers(-9, 300), tool=st.text(max_size=3), agent=st.text(max_size=3), scrubbed=st.integers(0, 3),
    )
)  # fmt: skip
def test_the_short_way_writes_what_the_long_one_does(event):
    assert json.loads(event_line(event)) == event_to_data(event)
    assert event_line(event) == json_line(event_to_data(event))
