"""The frame around a shell's output, and what of a user's parts was typed."""

import pytest

from cm.hosts.gemini_parts import framed, typed_words


@pytest.mark.parametrize(
    "text, done, expected",
    [
        ("Output: ok\nProcess Group PGID: 4", True, ("ok", 0)),
        ("Output: ok\nProcess Group PGID: 4", False, ("ok", None)),
        ("Output: a\nb\nExit Code: 3\nProcess Group PGID: 4", True, ("a\nb", 3)),
        ("<untrusted_context>\nOutput: ok\nExit Code: 2\n</untrusted_context>", True, ("ok", 2)),
        (
            "Command: ls\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: 0\nSignal: (none)",
            True,
            ("", 0),
        ),
        (
            "Command: ls\nDirectory: /w\nStdout: a\nStderr: no\nError: (none)\nExit Code: 1",
            True,
            ("a\nno", 1),
        ),
        (
            "Command: cat <<E\nOutput: x\nE\nDirectory: /w\nOutput: y",
            True,
            ("x\nE\nDirectory: /w\nOutput: y", 0),
        ),
        ("Output: Error: in the text\nstays\nExit Code: 1", True, ("Error: in the text\nstays", 1)),
        ("Output: (empty)\nError: spawn sh ENOENT", True, ("spawn sh ENOENT", None)),
        ("guard: never", False, ("guard: never", None)),
        ("", True, ("", None)),
    ],
)
def test_a_frame_is_read(text, done, expected):
    ended = framed(text, done=done)
    assert (ended.text, ended.code) == expected


@pytest.mark.parametrize(
    "content, shown, expected",
    [
        ("use tabs", None, ("use tabs", ())),
        ([{"text": "a"}, {"text": "b"}, {"thought": True, "text": "c"}, {"inlineData": {}}], None, ("a\nb", ())),
        ("/clear", None, ("", ("command-wrapper",))),
        ("?", None, ("", ("command-wrapper",))),
        ("/home/me/a.py is broken", None, ("/home/me/a.py is broken", ())),
        ("/plan keep the old names", None, ("/plan keep the old names", ())),
        ("expanded by the host", [{"text": "typed"}], ("typed", ())),
        ("expanded by the host", [{"functionResponse": {}}], ("", ("host-context",))),
        ("see @a\n--- Content from referenced files ---\nx\n--- End of content ---", None, ("see @a", ("file-content",))),
        ("see @a\n--- Content from referenced files ---\nnever ends", None, ("see @a", ("file-content",))),
        (None, None, ("", ())),
    ],
)  # fmt: skip
def test_what_was_typed_is_told_from_what_was_put_there(content, shown, expected):
    assert typed_words(content, shown) == expected
