"""What every host in the table must hold, tried on recorded shapes with invented content.

A fixture `<name>.jsonl` (or `.json`, …) has its items beside it in `<name>.expect.json`; a new host brings a folder of
them.
"""

import json
from collections import Counter

import pytest

from cm.hosts.registry import HOSTS, host_of, recognise
from cm.model.host import Record
from cm.model.session import Event
from tests.hosts.kit import FIXTURES, events, fed, head, lines, plain, read, runs, shown, skips

EXPECT = ".expect.json"


def recorded():
    """The host and the transcript of every expectation."""
    for expected in sorted(FIXTURES.glob(f"*/**/*{EXPECT}")):
        stem = expected.name.removesuffix(EXPECT)
        (path,) = (
            path for path in expected.parent.glob(f"{stem}.*") if path.name.count(".") == stem.count(".") + 1
        )
        yield expected.relative_to(FIXTURES).parts[0], path


CASES = [pytest.param(host, path, id=f"{host}/{path.stem}") for host, path in recorded()]
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
    assert host.instructions is None or host.instructions.files
    if host.sessions is not None:
        assert host.handed or host.sessions.globs or host.sessions.places or host.sessions.in_projects


@pytest.mark.parametrize("host, path", CASES)
def test_a_recorded_session_becomes_the_expected_items(host, path):
    items = read(host, path)
    known = head(items)
    got = {
        "head": {name: getattr(known, name) for name in HEAD if getattr(known, name)},
        "events": lines(items),
        "skipped": dict(sorted(Counter(skips(items)).items())),
    }
    assert got == json.loads(path.with_name(path.stem + EXPECT).read_text("utf-8"))


@pytest.mark.parametrize("host, path", CASES)
def test_first_records_tell_the_host(host, path):
    known_by_place = HOSTS[host].sessions.in_projects and not HOSTS[host].sessions.looks_like(shown(path))
    assert recognise(shown(path)) is (None if known_by_place else HOSTS[host])


@pytest.mark.parametrize("host, path", CASES)
def test_ids_are_unique_and_what_ends_something_names_what_it_ends(host, path):
    got = events(read(host, path))
    ids = [event.id for event in got]
    assert len(set(ids)) == len(ids)
    for session in {event.session for event in got}:
        own = [event for event in got if event.session == session]
        assert [event.seq for event in own] == list(range(len(own)))
        for event in own:
            assert not event.of or event.of in {other.id for other in own[: event.seq]}


@pytest.mark.parametrize("host, path", CASES)
def test_reading_may_stop_and_go_on_after_any_record(host, path):
    for fold_from, values in runs(host, path):
        fold = fold_from(None)
        whole = [item for record in values for item in fed(fold, record)]
        whole += fold.finish()
        for cut in range(1, len(values)):
            first = fold_from(None)
            items = [item for record in values[:cut] for item in fed(first, record)]
            list(first.finish())
            second = fold_from(plain(first.carry()))
            again = int(
                isinstance(values[0], Record) and isinstance(values[0].value, str)
            )  # the last section of a text is read once more
            more = [item for record in values[cut - again :] for item in fed(second, record)]
            items += [*more, *second.finish()]
            if again:
                known = {event.id: event for event in events(items)}
                assert known == {event.id: event for event in events(whole)}
                assert head(items) == head(whole)
            else:
                assert items == whole


@pytest.mark.parametrize("host, path", CASES)
def test_every_record_gives_something_to_count(host, path):
    for fold_from, values in runs(host, path):
        fold = fold_from(None)
        for record in values:
            assert list(fed(fold, record)), record


@pytest.mark.parametrize("host", [name for name, host in HOSTS.items() if host.sessions])
def test_unknown_records_are_counted_by_their_name(host):
    sessions = HOSTS[host].sessions
    fold = sessions.fold(sessions.describe("/x/s.jsonl", ""), None)
    (skipped,) = fold.feed(Record({"type": "brand New/thing", "payload": {}}, 3))
    assert (skipped.reason, skipped.line) == ("unknown-type:brand-new-thing", 3)
    for value in (None, 1, *([] if sessions.markdown else ["x"]), [], [{}], True):
        (skipped,) = fold.feed(Record(value, 4))
        assert skipped.reason == "not-object"


@pytest.mark.parametrize(
    "value", [{}, {"type": "user"}, {"type": "session", "id": "x"}, {"sessionId": 1, "type": "user"}, "x"]
)
def test_records_of_nobody_are_recognised_as_nobodys(value):
    assert recognise([value]) is None


def test_a_long_output_keeps_its_end():
    long = "line\n" * 5_000 + "3 failed"
    parts = {
        "functionResponse": {
            "id": "c",
            "name": "run_shell_command",
            "response": {"output": f"Output: {long}"},
        }
    }
    call = {"id": "c", "name": "run_shell_command", "args": {"command": "x"}}
    use = {"type": "tool_use", "id": "c", "name": "Shell", "input": {"command": "x"}}
    result = {"type": "tool_result", "tool_use_id": "c", "content": long}
    for host, values in {
        "claude-code": [
            {"type": "assistant", "uuid": "a", "message": {"content": [{"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "x"}}]}},
            {"type": "user", "uuid": "b", "message": {"content": [{"type": "tool_result", "tool_use_id": "t", "content": long}]}},
        ],
        "codex": [
            {"type": "response_item", "payload": {"type": "function_call", "name": "shell", "arguments": '{"command":"x"}', "call_id": "c"}},
            {"type": "response_item", "payload": {"type": "function_call_output", "call_id": "c", "output": long}},
        ],
        "gemini-cli": [{"type": "gemini", "id": "a", "toolCalls": [{**call, "status": "success", "result": [parts]}]}],
        "qwen-code": [
            {"type": "assistant", "uuid": "a", "message": {"parts": [{"functionCall": call}]}},
            {"type": "tool_result", "uuid": "b", "message": {"parts": [parts]}, "toolCallResult": {}},
        ],
        "copilot-cli": [
            {"type": "tool.execution_start", "data": {"toolCallId": "c", "toolName": "bash", "arguments": {"command": "x"}}},
            {"type": "tool.execution_complete", "data": {"toolCallId": "c", "success": True, "result": {"content": long}}},
        ],
        "pi": [
            {"type": "message", "id": "a", "message": {"role": "assistant", "content": [{"type": "toolCall", "id": "c", "name": "bash", "arguments": {"command": "x"}}]}},
            {"type": "message", "id": "b", "message": {"role": "toolResult", "toolCallId": "c", "content": long}},
        ],
        "cursor": [{"role": "assistant", "message": {"content": [use]}}, {"role": "user", "message": {"content": [result]}}],
        "droid": [
            {"type": "message", "id": "a", "message": {"role": "assistant", "content": [use]}},
            {"type": "message", "id": "b", "message": {"role": "user", "content": [result]}},
        ],
    }.items():  # fmt: skip
        sessions = HOSTS[host].sessions
        fold = sessions.fold(sessions.describe("/x/s.jsonl", ""), None)
        got = [item for value in values for item in fold.feed(Record(value, 1)) if isinstance(item, Event)]
        assert got[1].text.endswith("3 failed")
        assert len(got[1].text) <= 4_000
