"""What every host in the table must hold, tried on recorded shapes with invented content.

A fixture `<name>.jsonl` has its items beside it in `<name>.expect.json`; a new host brings a folder of them.
"""

import json
from collections import Counter

import pytest

from cm.hosts.registry import HOSTS, host_of, recognise
from cm.model.host import Record
from cm.model.session import Event
from cm.store.transcripts import Transcript
from tests.hosts.kit import FIXTURES, events, head, lines, plain, read, skips

CASES = [
    pytest.param(path.relative_to(FIXTURES).parts[0], path, id=f"{path.relative_to(FIXTURES).parts[0]}/{path.stem}")
    for path in sorted(FIXTURES.glob("*/**/*.jsonl"))
]  # fmt: skip
HEAD = (
    "id",
    "cwd",
    "branch",
    "started",
    "ended",
    "version",
    "model",
    "title",
    "parent",
    "tokens_in",
    "tokens_out",
    "own",
)


def test_every_host_that_reads_sessions_has_recorded_shapes():
    folders = {path.name for path in FIXTURES.iterdir()}
    assert folders == {name for name, host in HOSTS.items() if host.sessions is not None}


@pytest.mark.parametrize("name", sorted(HOSTS))
def test_a_host_is_complete(name):
    host = host_of(name)
    assert host.name == name
    assert host.title
    assert host.markers
    assert host.instructions is None or host.instructions.files
    if host.sessions is not None:
        assert host.sessions.env
        assert host.sessions.roots
        assert all(pattern.endswith(".jsonl") for pattern in host.sessions.globs)


@pytest.mark.parametrize("host, path", CASES)
def test_a_recorded_session_becomes_the_expected_items(host, path):
    items = read(host, path)
    known = head(items)
    got = {
        "head": {name: getattr(known, name) for name in HEAD if getattr(known, name)},
        "events": lines(items),
        "skipped": dict(sorted(Counter(skips(items)).items())),
    }
    assert got == json.loads(path.with_name(path.name.replace(".jsonl", ".expect.json")).read_text())


@pytest.mark.parametrize("host, path", CASES)
def test_first_records_tell_the_host(host, path):
    values = [record.value for record in Transcript(path).records()][:8]
    assert recognise(values) is HOSTS[host]


@pytest.mark.parametrize("host, path", CASES)
def test_ids_are_unique_and_what_ends_something_names_what_it_ends(host, path):
    got = events(read(host, path))
    ids = [event.id for event in got]
    assert len(set(ids)) == len(ids)
    assert [event.seq for event in got] == list(range(len(got)))
    for event in got:
        assert not event.of or event.of in ids[: event.seq]


@pytest.mark.parametrize("host, path", CASES)
def test_reading_may_stop_and_go_on_after_any_record(host, path):
    sessions = HOSTS[host].sessions
    source = sessions.describe(path.as_posix(), "")
    records = list(Transcript(path).records())
    whole = read(host, path)
    for cut in range(1, len(records)):
        first = sessions.fold(source, None)
        items = [item for record in records[:cut] for item in first.feed(record)]
        list(first.finish())
        second = sessions.fold(source, plain(first.carry()))
        items += [item for record in records[cut:] for item in second.feed(record)]
        assert [*items, *second.finish()] == whole


@pytest.mark.parametrize("host, path", CASES)
def test_every_record_gives_something_to_count(host, path):
    sessions = HOSTS[host].sessions
    fold = sessions.fold(sessions.describe(path.as_posix(), ""), None)
    for record in Transcript(path).records():
        assert list(fold.feed(record)), record


@pytest.mark.parametrize("host", [name for name, host in HOSTS.items() if host.sessions])
def test_unknown_records_are_counted_by_their_name(host):
    sessions = HOSTS[host].sessions
    fold = sessions.fold(sessions.describe("/x/s.jsonl", ""), None)
    (skipped,) = fold.feed(Record({"type": "brand New/thing", "payload": {}}, 3))
    assert (skipped.reason, skipped.line) == ("unknown-type:brand-new-thing", 3)
    for value in (None, 1, "x", [], [{}], True):
        (skipped,) = fold.feed(Record(value, 4))
        assert skipped.reason == "not-object"


@pytest.mark.parametrize(
    "value", [{}, {"type": "user"}, {"type": "session", "id": "x"}, {"sessionId": 1, "type": "user"}, "x"]
)
def test_records_of_nobody_are_recognised_as_nobodys(value):
    assert recognise([value]) is None


def test_a_long_output_keeps_its_end():
    long = "line\n" * 5_000 + "3 failed"
    for host, records in {
        "claude-code": [
            {"type": "assistant", "uuid": "a", "message": {"content": [{"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "x"}}]}},
            {"type": "user", "uuid": "b", "message": {"content": [{"type": "tool_result", "tool_use_id": "t", "content": long}]}},
        ],
        "codex": [
            {"type": "response_item", "payload": {"type": "function_call", "name": "shell", "arguments": '{"command":"x"}', "call_id": "c"}},
            {"type": "response_item", "payload": {"type": "function_call_output", "call_id": "c", "output": long}},
        ],
    }.items():  # fmt: skip
        sessions = HOSTS[host].sessions
        fold = sessions.fold(sessions.describe("/x/s.jsonl", ""), None)
        got = [item for record in records for item in fold.feed(Record(record, 1)) if isinstance(item, Event)]
        assert got[1].text.endswith("3 failed")
        assert len(got[1].text) <= 4_000
