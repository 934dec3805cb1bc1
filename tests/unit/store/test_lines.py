import os

import pytest

from cm.errors import BadState, Unwritable
from cm.store.lines import append_line, append_lines, iter_lines, make_dirs, read_lines


def test_lines_come_back_as_they_went_in(tmp_path):
    path = tmp_path / "deep" / "er" / "log.jsonl"
    objs = [{"a": "ü\u2028\n"}, {"b": [1, None]}, {"c": "\ud800"}]
    append_line(path, objs[0])
    append_lines(path, objs[1:])
    assert read_lines(path) == (objs, [])
    assert path.read_bytes().count(b"\n") == 3


def test_what_it_makes_is_for_the_user_alone(tmp_path):
    path = tmp_path / "private" / "log.jsonl"
    append_line(path, {})
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_a_tail_left_torn_is_closed_before_the_next_line(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(b'{"a":1}\n{"b":')
    append_line(path, {"c": 3})
    objs, skipped = read_lines(path)
    assert objs == [{"a": 1}, {"c": 3}]
    assert [(each.reason, each.line) for each in skipped] == [("not-json", 2)]


def test_damage_is_named_and_never_fatal(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(
        b'\xef\xbb\xbf{"a":1}\r\n\n[1]\n<<<<<<< HEAD\n{"b":2}\n=======\n>>>>>>> x\n\x00\x00\xff\n"text"\n'
        + b"[" * 9000
        + b'\n{"z":'
    )
    objs, skipped = read_lines(path)
    assert objs == [{"a": 1}, {"b": 2}]
    assert [each.reason for each in skipped] == [
        "not-an-object", "conflict-marker", "conflict-marker", "conflict-marker", "not-json", "not-an-object", "not-json",
        "unfinished-last-line",
    ]  # fmt: skip


def test_a_last_line_that_is_whole_but_for_its_newline_counts(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(b'{"a":1}')
    assert read_lines(path) == ([{"a": 1}], [])


def test_a_log_that_is_missing_is_empty(tmp_path):
    assert read_lines(tmp_path / "none.jsonl") == ([], [])


def test_a_full_disk_is_unwritable_with_what_to_do():
    if not os.path.exists("/dev/full"):
        pytest.skip("needs /dev/full")
    from pathlib import Path

    with pytest.raises(Unwritable, match="disk is full") as caught:
        append_line(Path("/dev/full"), {"a": 1})
    assert "free some space" in caught.value.hint


def test_a_file_where_a_folder_should_be_is_unwritable(tmp_path):
    (tmp_path / "file").write_text("")
    for action in (
        lambda: make_dirs(tmp_path / "file"),
        lambda: make_dirs(tmp_path / "file" / "x"),
        lambda: append_line(tmp_path / "file" / "x.jsonl", {}),
        lambda: append_line(tmp_path, {}),
    ):
        with pytest.raises(Unwritable):
            action()


def test_a_log_that_cannot_be_read_is_named(tmp_path):
    (tmp_path / "home").write_text("a file")
    with pytest.raises(BadState, match=r"cannot read .*ledger/feedback\.jsonl: a part of the path is a file"):
        list(iter_lines(tmp_path / "home" / "ledger" / "feedback.jsonl"))
