"""Feedback marks in what a session writes are kept beside the path of the edit; what stood there before is not its own."""

import pytest

from cm.hosts.remarks import remarks_in
from cm.model.session import Event
from tests.hosts.kit import fold

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


def test_a_patch_of_codex_says_its_marks():
    head = {
        "timestamp": "2026-11-20T10:00:00.000Z", "type": "session_meta",
        "payload": {"id": "0199f0c0-0000-7000-8000-000000000001", "cwd": "/w", "timestamp": "2026-11-20T10:00:00.000Z"},
    }  # fmt: skip
    call = {
        "timestamp": "2026-11-20T10:00:01.000Z", "type": "response_item",
        "payload": {"type": "custom_tool_call", "name": "apply_patch", "call_id": "c1", "input": PATCH},
    }  # fmt: skip
    assert said(fold("codex", head, call)) == [("file", "message", f"app.py\n{MARK}")]
