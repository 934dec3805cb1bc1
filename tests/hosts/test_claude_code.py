"""Traps of Claude Code's records, one by one; whole sessions are in the fixtures."""

import pytest

from cm.hosts.registry import HOSTS
from tests.hosts.kit import events, fold, head, lines, said, skips

SESSION = "5e550000-0000-4000-8000-0000000000aa"


def user(content, uuid="u1", **more):
    return {
        "type": "user",
        "uuid": uuid,
        "sessionId": SESSION,
        "message": {"role": "user", "content": content},
        **more,
    }


def agent(*blocks, uuid="a1", **more):
    return {"type": "assistant", "uuid": uuid, "message": {"id": "m", "content": list(blocks)}, **more}


def bash(command, call="t1"):
    return {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": command}}


def result(content, call="t1", uuid="r1", **more):
    error = more.pop("is_error", None)
    block = {"type": "tool_result", "tool_use_id": call, "content": content}
    return user([block if error is None else {**block, "is_error": error}], uuid, **more)


def run(*records, **more):
    return fold("claude-code", *records, **more)


def test_a_record_read_twice_is_kept_once():
    assert said(run(user("go"), user("go"), user("go", uuid="u2"))) == ["go", "go"]


def test_one_name_for_two_texts_keeps_both():
    items = run(user("first words"), user("quite other words"))
    assert said(items) == ["first words", "quite other words"]
    assert len({event.id for event in events(items)}) == 2


@pytest.mark.parametrize(
    "content, expected",
    [
        ("plain", ["plain"]),
        ([{"type": "text", "text": "in a block"}], ["in a block"]),
        (["bare string in a list"], ["bare string in a list"]),
        ([{"type": "image", "source": {}}, {"type": "text", "text": "look"}], ["look"]),
        ([{"type": "text", "text": "two"}, {"type": "text", "text": "blocks"}], ["two\n\nblocks"]),
        ([{"type": "text", "text": "<ide_selection>x</ide_selection>"}, {"type": "text", "text": "rename it"}], ["rename it"]),
        ({"type": "text", "text": "one block"}, ["one block"]),
        (None, []),
        ({}, []),
        ([], []),
        (7, []),
        ("   ", []),
    ],
)  # fmt: skip
def test_the_users_words_are_found_in_every_shape_of_content(content, expected):
    items = run(user(content))
    assert said(items) == expected
    assert bool(skips(items)) or expected


def test_the_agents_one_block_need_not_stand_in_a_list():
    block = {"type": "text", "text": "one block"}
    (event,) = events(run({"type": "assistant", "uuid": "a", "message": {"content": block}}))
    assert (event.by, event.kind, event.text) == ("agent", "message", "one block")


def test_a_message_that_is_a_bare_string_is_still_words():
    assert said(run({"type": "user", "uuid": "u", "message": "bare"})) == ["bare"]


@pytest.mark.parametrize(
    "marks, reason",
    [
        ({"isMeta": True}, "injected:meta"),
        ({"origin": {"kind": "task-notification"}}, "injected:task-notification"),
        ({"origin": {"kind": "peer", "from": "x"}}, "injected:peer"),
        ({"origin": "channel"}, "injected:channel"),
        ({"promptSource": "system"}, "injected:system"),
        ({"isVisibleInTranscriptOnly": True}, "injected:transcript-only"),
    ],
)
def test_what_the_flags_say_was_not_typed_is_not_the_users(marks, reason):
    items = run(user("Always use yarn.", **marks))
    assert said(items) == []
    assert skips(items) == [reason]


@pytest.mark.parametrize(
    "content, marks, code, text",
    [
        ("Exit code 2\nboom", {"is_error": True}, 2, "boom"),
        ("Error: Exit code 127\nnot found", {"is_error": True}, 127, "not found"),
        ("Exit code 137", {"is_error": True}, 137, ""),
        ("lsd: 3: No such file", {"is_error": True}, 1, "lsd: 3: No such file"),
        ("fine", {}, 0, "fine"),
        ("fine", {"is_error": False}, 0, "fine"),
        ([{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}], {}, 0, "a\nb"),
        ({"type": "text", "text": "as an object"}, {}, 0, "as an object"),
        (None, {}, 0, ""),
        ("", {"toolUseResult": {"interrupted": True}}, None, ""),
        ("", {"toolUseResult": {"returnCodeInterpretation": "No matches found"}}, 0, ""),
        ("", {"toolUseResult": "a string"}, 0, ""),
        ("", {"toolUseResult": ["a", "list"]}, 0, ""),
        ("Command running in background with ID: b1", {}, None, "Command running in background with ID: b1"),
    ],
)
def test_how_a_command_ended_is_read_from_every_shape(content, marks, code, text):
    command, output = events(run(agent(bash("make")), result(content, **marks)))
    assert (output.kind, output.exit, output.text, output.of) == ("output", code, text, command.id)


@pytest.mark.parametrize(
    "text",
    [
        "The user doesn't want to take this action right now. STOP what you are doing.",
        "Claude requested permissions to use Bash, but you haven't granted it yet.",
        "<tool_use_error>Sibling tool call errored</tool_use_error>",
        "Hook PreToolUse:Bash denied this tool",
        "PreToolUse:Bash hook blocking error from command: guard",
    ],
)
def test_a_command_that_was_not_run_has_not_failed(text):
    items = run(agent(bash("make")), result(text, is_error=True))
    assert [event.kind for event in events(items)] == ["command", "error"]
    assert events(items)[1].by == "host"


def test_an_interruption_inside_a_result_is_the_users():
    items = run(agent(bash("make")), result("[Request interrupted by user for tool use]", is_error=True))
    assert lines(items)[1].startswith("user interrupt")


def test_the_reason_of_a_refusal_is_the_users_own_message_to_the_letter():
    text = "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nnot here:\n  use `uv`"
    items = run(agent(bash("pip install x")), result(text, is_error=True))
    assert said(items) == ["not here:\n  use `uv`"]


def test_what_a_host_puts_behind_an_answer_or_a_refusal_is_not_the_users():
    reminder = "<system-reminder>always commit</system-reminder>"
    text = f"The user doesn't want to proceed with this tool use. The user said:\nuse `uv`\n\n{reminder}"
    refused = run(
        agent(bash("pip install x")), result(text.replace("The user s", "the user s"), is_error=True)
    )
    assert said(refused) == ["use `uv`"]
    asked = agent({"type": "tool_use", "id": "q1", "name": "AskUserQuestion", "input": {}})
    given = {
        **result("ok", "q1"),
        "toolUseResult": {"questions": [], "answers": {"a": f"both\n{reminder}", "b": reminder}},
    }
    assert said(run(asked, given)) == ["both"]


def test_an_edit_counts_when_it_was_made():
    edit = {
        "type": "tool_use",
        "id": "e1",
        "name": "Write",
        "input": {"file_path": "/w/a.py", "content": "x"},
    }
    assert [event.kind for event in events(run(agent(edit)))] == []
    assert lines(run(agent(edit), result("ok", "e1"))) == ["agent edit: /w/a.py"]
    assert lines(run(agent(edit), result("<tool_use_error>no</tool_use_error>", "e1", is_error=True))) == [
        "tool error: no"
    ]


def test_a_result_without_its_call_is_counted_and_dangles_nowhere():
    items = run(result("x", call="never-seen"))
    assert events(items) == []
    assert skips(items) == ["tool-result"]


def queue(operation, content=None, second=0):
    return {
        "type": "queue-operation",
        "operation": operation,
        "content": content,
        "sessionId": SESSION,
        "timestamp": f"2026-09-14T10:00:{second:02d}.000Z",
    }


def queued(prompt, **more):
    attachment = {"type": "queued_command", "prompt": prompt, "origin": {"kind": "human"}, **more}
    return {"type": "attachment", "uuid": f"q-{prompt}", "sessionId": SESSION, "attachment": attachment}


@pytest.mark.parametrize(
    "records",
    [
        [queue("enqueue", "use tabs"), queue("remove")],
        [queue("enqueue", "use tabs"), queue("remove", "use tabs")],
        [queue("enqueue", "use tabs"), queue("remove"), queued("use tabs")],
        [queue("enqueue", "use tabs"), queue("remove", "use tabs"), queued("use tabs")],
        [queue("enqueue", "use tabs"), queued("use tabs"), queue("remove")],
        [queue("enqueue", "use tabs"), queued([{"type": "text", "text": "use tabs"}])],
        [queue("enqueue", "use tabs"), queue("dequeue"), user("use tabs")],
        [queue("enqueue", "use tabs"), queue("remove"), user("use tabs")],
        [queued("use tabs")],
        [
            queue("enqueue", "<task-notification>x</task-notification>"),
            queue("enqueue", "use tabs"),
            queue("remove"),
            queue("remove"),
        ],
    ],
)
def test_a_message_typed_in_mid_turn_is_kept_once(records):
    assert said(run(*records)) == ["use tabs"]


def test_messages_taken_back_before_they_were_sent_are_not_kept():
    assert said(run(queue("enqueue", "use tbas"), queue("popAll"), queue("remove"))) == []


def test_the_same_words_queued_twice_are_two_messages():
    again = [
        queue("enqueue", "go on", 1),
        queue("remove", None, 2),
        queue("enqueue", "go on", 3),
        queue("remove", None, 4),
    ]
    assert said(run(*again)) == ["go on", "go on"]
    assert said(run(*again, queued("go on"), {**queued("go on"), "uuid": "other"})) == ["go on", "go on"]


@pytest.mark.parametrize(
    "marks", [{"origin": {"kind": "peer"}}, {"commandMode": "task-notification"}, {"isMeta": True}]
)
def test_queued_words_of_others_are_not_the_users(marks):
    items = run(queued("Never merge.", **marks))
    assert said(items) == []
    assert skips(items)[0].startswith("injected:")


def usage(mid, request, uuid, given, taken=100):
    use = {"input_tokens": taken, "cache_read_input_tokens": 50, "output_tokens": given}
    return {
        "type": "assistant",
        "uuid": uuid,
        "requestId": request,
        "message": {"id": mid, "content": [], "usage": use},
    }


def test_tokens_are_counted_once_per_message_and_request():
    known = head(
        run(
            usage("m1", "r1", "1", 5),
            usage("m1", "r1", "2", 20),
            usage("m1", "r1", "3", 20),
            usage("m2", "r2", "4", 7),
        )
    )
    assert (known.tokens_in, known.tokens_out) == (300, 27)


def test_moments_that_go_backwards_still_give_begin_and_end():
    known = head(
        run(
            user("b", "1", timestamp="2026-09-14T10:00:05.000Z"),
            user("a", "2", timestamp="2026-09-14T09:00:00.000Z"),
        )
    )
    assert (known.started, known.ended) == ("2026-09-14T09:00:00Z", "2026-09-14T10:00:05Z")


def test_a_session_is_named_by_its_file_when_older_records_were_copied_in():
    items = run(user("old"), name="01d00000-0000-4000-8000-00000000000b.jsonl")
    assert events(items)[0].session == "claude-code/01d00000-0000-4000-8000-00000000000b"


def test_a_subagents_file_knows_its_parent_by_place_or_by_its_records():
    place = f"/h/projects/p/{SESSION}/subagents/agent-a1.jsonl"
    record = user("List files", isSidechain=True, agentId="a1")
    for path in (place, "/h/projects/p/agent-a1.jsonl"):
        items = run(record, path=path)
        assert head(items).parent == f"claude-code/{SESSION}"
        assert head(items).native == f"{SESSION}.agent-a1"
        assert lines(items) == ["agent message: List files [agent a1]"]


def test_titles_given_by_hand_beat_others_and_titles_of_other_sessions_do_not_count():
    def title(kind, key, text):
        return {"type": kind, key: text, "sessionId": SESSION}

    items = run(title("custom-title", "customTitle", "mine"), title("ai-title", "aiTitle", "guess"))
    assert head(items).title == "mine"
    items = run(
        {"type": "summary", "summary": "elsewhere", "leafUuid": "far"},
        user("x", "u9"),
        {"type": "summary", "summary": "here", "leafUuid": "u9"},
    )
    assert head(items).title == "here"


@pytest.mark.parametrize(
    "first",
    [
        user("You are a Claude-Mem, a specialized observer tool", promptSource="sdk"),
        user("what changed?", cwd="/home/u/.claude-mem/observer-sessions"),
        user("You are a judge. Respond with a JSON object.", entrypoint="sdk-cli"),
    ],
)
def test_sessions_of_other_memory_tools_are_marked_as_own(first):
    assert head(run(first)).own


def test_a_headless_session_of_the_user_is_not_own():
    assert not head(run(user("run the unit tests", promptSource="sdk", entrypoint="sdk-cli"))).own


def test_half_characters_are_mended_before_anything_is_stored():
    (event,) = events(run(user("a \ud83d\ude00 b \ud83d c")))
    assert event.text == "a 😀 b \ufffd c"


def test_unknown_attachments_and_system_records_are_named():
    items = run(
        {"type": "attachment", "uuid": "1", "attachment": {"type": "new_thing"}},
        {"type": "attachment", "uuid": "2", "attachment": ["odd"]},
        {"type": "system", "uuid": "3", "subtype": "new_thing"},
        {"type": "system", "uuid": "4"},
    )
    assert skips(items) == [
        "unknown-type:attachment-new-thing",
        "unknown-type:attachment-none",
        "unknown-type:system-new-thing",
        "unknown-type:system-none",
    ]


def test_it_knows_its_own_by_content_and_not_by_name():
    looks_like = HOSTS["claude-code"].sessions.looks_like
    assert looks_like([{"type": "file-history-snapshot", "isSnapshotUpdate": False}])
    assert looks_like([{"type": "summary", "summary": "x", "leafUuid": "y"}])
    assert looks_like([user("x")])
    assert looks_like([{"type": "user", "timestamp": "2026-09-14T10:00:00Z", "message": {"content": "x"}}])
    parts = {
        "type": "user",
        "uuid": "1",
        "sessionId": "s",
        "message": {"role": "user", "parts": [{"text": "x"}]},
    }
    assert not looks_like([parts, {**parts, "type": "system", "systemPayload": {}}])
    assert not looks_like([{"role": "user", "message": {"content": "x"}}])
    assert not looks_like([{"type": ["user"], "sessionId": "s"}])
    assert not looks_like([{"type": "message", "id": "1", "message": {"role": "user"}}])
