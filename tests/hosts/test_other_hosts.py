"""Traps of the hosts beside the two large ones, each met once. What their records are is in the fixtures."""

import pytest

from cm.hosts.injected import CANARY_PROMPT
from cm.hosts.registry import HOSTS, recognise
from cm.hosts.shapes import UUID
from tests.hosts.kit import events, fold, head, lines, said, skips
from tests.hosts.test_laws import good

ONE = "5e550000-0000-4000-8000-000000000001"
TWO = "5e550000-0000-4000-8000-000000000002"
SMALLER = ("gemini-cli", "qwen-code", "copilot-cli", "pi", "oh-my-pi", "cursor", "droid")


def saying(host, text):
    """One record in which the user says something."""
    said_before, record = good(host, 0)
    return replaced(record, said_before, text)


def replaced(value, old, new):
    if isinstance(value, dict):
        return {key: replaced(part, old, new) for key, part in value.items()}
    if isinstance(value, list):
        return [replaced(part, old, new) for part in value]
    return new if value == old else value


@pytest.mark.parametrize("host", SMALLER)
def test_prompts_of_our_own_and_of_memory_observers_mark_the_session(host):
    for text in (
        "<cm-prompt id='x'>distil</cm-prompt>",
        CANARY_PROMPT,
        "You are a memory agent. Distill the session.",
    ):
        items = fold(host, saying(host, text))
        assert head(items).own, text
        assert not text.startswith("<cm-prompt") or not said(items)
    assert not head(fold(host, saying(host, "run the tests"))).own


@pytest.mark.parametrize("host", SMALLER)
def test_what_memory_tools_and_we_inject_is_cut(host):
    text = (
        '<cm-context id="c-1">never push</cm-context>\nuse tabs\n<system-reminder>be brief</system-reminder>'
    )
    items = fold(host, saying(host, text))
    assert said(items) == ["use tabs"]
    assert {"injected:cm", "injected:reminder"} <= set(skips(items))


@pytest.mark.parametrize("host", SMALLER)
def test_the_same_words_said_twice_are_two_events(host):
    first, second = good(host, 0)[1], good(host, 1)[1]
    text = good(host, 0)[0]
    items = fold(host, first, replaced(second, good(host, 1)[0], text))
    assert said(items) == [text, text]
    assert len({event.id for event in events(items)}) == 2


@pytest.mark.parametrize(
    "host, path, agent, parent",
    [
        ("gemini-cli", f"/h/.gemini/tmp/shop/chats/{ONE}/{TWO}.jsonl", TWO, ONE),
        ("gemini-cli", "C:/Users/u/.gemini/tmp/shop/chats/session-2026-09-14T10-00-5e550000.json", "", ""),
        (
            "qwen-code",
            f"/mnt/c/Users/u/.qwen/projects/-w/subagents/{ONE}/agent-list-c1.jsonl",
            "list-c1",
            ONE,
        ),
        ("qwen-code", f"C:/Users/u/.qwen/projects/c--w/chats/{ONE}.jsonl", "", ""),
        ("cursor", f"/h/.cursor/projects/w/agent-transcripts/{ONE}/subagents/{TWO}.jsonl", TWO, ONE),
        ("cursor", f"/Users/u/.cursor/projects/w/agent-transcripts/{ONE}/{ONE}.jsonl", "", ""),
        ("copilot-cli", f"/h/.copilot/session-state/{ONE}/events.jsonl", "", ""),
        ("pi", f"/h/.pi/agent/sessions/--w--/2026-09-14T10-00-00-000Z_{ONE}.jsonl", "", ""),
        ("droid", f"/h/.factory/sessions/-w/{ONE}.jsonl", "", ""),
    ],
)
def test_a_place_tells_the_session_the_subagent_and_its_parent(host, path, agent, parent):
    source = HOSTS[host].sessions.describe(path, "/h")
    assert (source.agent, source.parent, source.host) == (agent, parent, host)
    items = fold(host, good(host, 0)[1], path=path)
    known = head(items)
    assert known.parent == (f"{host}/{parent}" if parent else "")
    assert bool(said(items)) is not bool(agent)
    if host != "gemini-cli":
        assert UUID.search(known.native) or known.native.startswith(ONE)


def test_a_copilot_session_is_known_by_its_folder_when_its_header_is_lost():
    items = fold(
        "copilot-cli", good("copilot-cli", 0)[1], path=f"/h/.copilot/session-state/{ONE}/events.jsonl"
    )
    assert head(items).id == f"copilot-cli/{ONE}"


def test_a_copied_pi_history_has_the_ids_of_the_original():
    entry = {
        "type": "message",
        "timestamp": "2026-09-14T10:00:00Z",
        "message": {"role": "user", "content": "use tabs"},
    }
    header = {"type": "session", "timestamp": "2026-09-14T10:00:00Z", "cwd": "/w"}
    one, two = (fold("pi", {**header, "id": name}, entry, name=f"{name}.jsonl") for name in (ONE, TWO))
    assert head(one).id != head(two).id
    assert [event.id for event in events(one)] == [event.id for event in events(two)]


def test_short_ids_are_their_sessions_own():
    record = {"type": "message", "id": "m1", "message": {"role": "user", "content": "use tabs"}}
    one, two = (
        fold("droid", {"type": "session_start", "id": name, "cwd": "/w"}, record) for name in ("a", "b")
    )
    assert events(one)[0].id != events(two)[0].id


def test_a_gemini_message_that_changed_is_kept_in_both_forms():
    first = {"type": "gemini", "id": "m" * 30, "content": "Running."}
    items = fold("gemini-cli", first, first, {**first, "content": "Running them now."})
    assert lines(items) == ["agent message: Running.", "agent message: Running them now."]
    assert "empty" in skips(items)


def test_a_cursor_result_without_a_name_belongs_to_the_one_command_that_waits():
    def use(command):
        return {
            "role": "assistant",
            "message": {"content": [{"type": "tool_use", "name": "Shell", "input": {"command": command}}]},
        }

    result = {
        "role": "user",
        "message": {"content": [{"type": "tool_result", "content": "done", "is_error": True}]},
    }
    assert lines(fold("cursor", use("a"), result, result)) == [
        "agent command: a",
        "tool output: done [exit 1] [of 0]",
    ]
    assert lines(fold("cursor", use("a"), use("b"), result))[2] == "tool output: done [exit 1] [of 1]"


@pytest.mark.parametrize(
    "values, expected",
    [
        ([{"type": "message", "id": "a", "message": {"role": "user", "content": "x"}}], None),
        ([{"role": "user", "content": "x"}], None),
        ([{"role": "user", "message": {"role": "user", "content": "x"}}], None),
        ([{"sessionId": "s", "messages": []}], None),
        ([{"type": "user.said", "data": "x", "id": "a"}], None),
        ([{"type": "title", "v": 1, "title": "x"}], None),
        (
            [{"uuid": "u", "sessionId": "s", "type": "system", "subtype": "x", "provenance": "system"}],
            "qwen-code",
        ),
        (
            [{"type": "title", "v": 1}, {"type": "session", "id": "s", "timestamp": "t", "cwd": "/w"}],
            "oh-my-pi",
        ),
        ([{"type": "session", "id": "s", "timestamp": "t", "cwd": "/w"}], "pi"),
        ([{"type": ["x"], "role": ["y"], "message": [], "data": [], "id": {}}], None),
    ],
)
def test_a_file_is_known_by_what_only_its_host_writes(values, expected):
    found = recognise(values)
    assert (found.name if found else None) == expected


def test_after_a_cline_task_of_pictures_alone_the_agents_words_are_not_the_users():
    task = {
        "ts": 1757840400000,
        "type": "say",
        "say": "text",
        "text": "",
        "images": ["data:image/png;base64,AA"],
    }
    answer = {"ts": 1757840401000, "type": "say", "say": "text", "text": "Always use tabs."}
    more = {"ts": 1757840402000, "type": "say", "say": "user_feedback", "text": "run the tests"}
    assert lines(fold("cline", task, answer, more)) == [
        "agent message: Always use tabs.",
        "user message: run the tests",
    ]


def test_a_slash_command_in_a_rendered_sidechain_is_not_the_users():
    words = "<command-name>/fix</command-name>\n<command-args>use tabs in every file</command-args>\n"
    assert said(fold("specstory", f"_**User (2026-09-14 10:00Z)**_\n\n{words}")) == ["use tabs in every file"]
    assert said(fold("specstory", f"_**User - sidechain (2026-09-14 10:00Z)**_\n\n{words}")) == []
