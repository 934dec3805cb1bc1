"""Feedback marks in what a session writes are kept beside the path of the edit; what stood there before is not its own."""

import json

import pytest

from cm.core.reading.inline_marks import inline_marks
from cm.hosts.remarks import remarks_in
from cm.model.host import Record
from cm.model.session import Event
from tests.hosts.kit import events, fold, new_fold

MARK = "# [cm: helpful r-7k2m9q4d] the lock was needed"
PATCH = (
    f"*** Begin Patch\n*** Update File: app.py\n@@\n # [cm: helpful r-old00000] kept\n+{MARK}\n*** End Patch"
)


def assistant(block):
    return {
        "type": "assistant", "sessionId": "5c2b0c52-7f5e-4f2e-9b1f-000000000001", "uuid": "u1", "timestamp": "2026-11-20T10:00:00.000Z",
        "message": {"role": "assistant", "content": [block]},
    }  # fmt: skip


@pytest.mark.parametrize(
    "given, kept",
    [
        ({"file_path": "a.py", "content": f"import os\n{MARK}\n"}, MARK),
        ({"file_path": "a.py", "old_string": "x", "new_string": f"x\n    {MARK}"}, f"    {MARK}"),
        ({"file_path": "a.py", "old_string": MARK, "new_string": f"{MARK}\ny = 1"}, ""),
        ({"edits": [{"old_string": "a", "new_string": MARK}, {"old_string": "b", "new_string": "c"}]}, MARK),
        ({"patchText": PATCH}, MARK),
        (PATCH, MARK),
        (
            {
                "path": "a",
                "diff": f"<<<<<<< SEARCH\n# [cm: harmful r-1111] x\n=======\n{MARK}\n>>>>>>> REPLACE",
            },
            MARK,
        ),
        ({"content": "nothing to see"}, ""),
        (None, ""),
        ({"content": 7, "edits": [None]}, ""),
    ],
)
def test_only_the_lines_that_an_edit_adds_are_its_own(given, kept):
    assert remarks_in(given) == kept


def said(items):
    return [
        (item.by, item.kind, item.text) for item in items if isinstance(item, Event) and item.by == "file"
    ]


def test_an_edit_of_claude_code_says_its_marks():
    block = {
        "type": "tool_use",
        "id": "t1",
        "name": "Write",
        "input": {"file_path": "/w/app.py", "content": f"{MARK}\n"},
    }
    assert said(fold("claude-code", assistant(block))) == [("file", "message", f"/w/app.py\n{MARK}")]


HEAD = {
    "timestamp": "2026-11-20T10:00:00.000Z", "type": "session_meta",
    "payload": {"id": "0199f0c0-0000-7000-8000-000000000001", "cwd": "/w", "timestamp": "2026-11-20T10:00:00.000Z"},
}  # fmt: skip


def response(kind, **payload):
    return {
        "timestamp": "2026-11-20T10:00:01.000Z", "type": "response_item", "payload": {"type": kind, **payload},
    }  # fmt: skip


def test_a_patch_of_codex_says_its_marks():
    call = response("custom_tool_call", name="apply_patch", call_id="c1", input=PATCH)
    assert said(fold("codex", HEAD, call)) == [("file", "message", f"app.py\n{MARK}")]


WRITE = assistant(
    {"type": "tool_use", "id": "t1", "name": "Write", "input": {"file_path": "/w/app.py", "content": MARK}}
)
SCRIPT = f"await tools.apply_patch({json.dumps(PATCH)});"
REFUSED = "The user doesn't want to proceed with this tool use. The tool use was rejected."


def answered(text, error=True):
    block = {"type": "tool_result", "tool_use_id": "t1", "content": text, "is_error": error}
    return {**assistant(block), "type": "user", "uuid": "u2", "message": {"role": "user", "content": [block]}}


def shell(patch):
    return response(
        "function_call", name="shell", call_id="c1", arguments=json.dumps({"command": ["apply_patch", patch]})
    )


def put_out(text, kind="custom_tool_call_output"):
    return response(kind, call_id="c1", output=text)


DECLINED = {
    "timestamp": "2026-11-20T10:00:02.000Z", "type": "event_msg",
    "payload": {"type": "patch_apply_end", "call_id": "c1", "success": False, "status": "declined", "changes": {}},
}  # fmt: skip
DROID = [
    {"type": "session_start", "id": "5e550000-0000-4000-8000-000000000001"},
    {
        "type": "message", "id": "a1", "timestamp": "2026-09-14T10:00:01.000Z",
        "message": {"role": "assistant", "content": [
            {"type": "tool_use", "id": "t1", "name": "Edit", "input": {"file_path": "a.py", "old_str": "x", "new_str": MARK}},
        ]},
    },
]  # fmt: skip


def droid(text):
    block = {"type": "tool_result", "tool_use_id": "t1", "content": text, "is_error": True}
    return [
        *DROID,
        {"type": "message", "id": "u1", "message": {"role": "user", "content": [block]}},
    ]


@pytest.mark.parametrize(
    "host, records",
    [
        ("claude-code", [WRITE, answered(REFUSED)]),
        ("claude-code", [WRITE, answered("<tool_use_error>File has not been read yet.</tool_use_error>")]),
        ("claude-code", [WRITE, answered("[Request interrupted by user for tool use]")]),
        ("codex", [HEAD, response("custom_tool_call", name="apply_patch", call_id="c1", input=PATCH), put_out("apply_patch verification failed: no")]),
        ("codex", [HEAD, response("custom_tool_call", name="apply_patch", call_id="c1", input=PATCH), put_out("patch rejected by user")]),
        ("codex", [HEAD, shell(PATCH), put_out("apply_patch verification failed: no", "function_call_output")]),
        ("codex", [HEAD, response("custom_tool_call", name="exec", call_id="c1", input=SCRIPT), put_out("Script failed\nOutput:\nno such file")]),
        ("codex", [HEAD, response("custom_tool_call", name="apply_patch", call_id="c1", input=PATCH), DECLINED]),
        ("droid", droid("User rejected the change")),
        ("droid", droid("old_str not found in the file")),
    ],
)  # fmt: skip
def test_what_refuses_or_fails_an_edit_names_the_event_of_its_marks(host, records):
    for carried in (False, True):
        items = events(in_two(host, records) if carried else fold(host, *records))
        (mark,) = [item for item in items if item.by == "file"]
        assert [item.of for item in items if item.kind in ("error", "interrupt")] == [mark.id]
        assert inline_marks(items) == ()


def in_two(host, records):
    """The last record comes in a later run."""
    first = new_fold(host)
    items = [item for line, value in enumerate(records[:-1], 1) for item in first.feed(Record(value, line))]
    second = new_fold(host, carry=json.loads(json.dumps(first.carry())))
    return [*items, *second.feed(Record(records[-1], len(records)))]


def test_an_edit_that_went_in_keeps_its_marks():
    items = events(fold("claude-code", WRITE, answered("The file was written.", error=False)))
    assert [(mark.verdict, mark.rule) for mark in inline_marks(items)] == [("helpful", "r-7k2m9q4d")]
