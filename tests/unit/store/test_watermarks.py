import os
import sqlite3
import stat
from dataclasses import replace
from datetime import timedelta

import pytest

from cm.errors import BadState, Unwritable
from cm.model.stamp import moment
from cm.store import watermarks
from cm.store.watermarks import Watermark, Watermarks, look, prefix_sum, retry_at
from tests.kit import NOW


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state" / "watermarks.db"


@pytest.fixture
def transcript(tmp_path):
    file = tmp_path / "t.jsonl"
    file.write_text('{"a":1}\n{"b":2}\n')
    return file


def mark_of(file, offset=None, **fields):
    seen = file.stat()
    offset = seen.st_size if offset is None else offset
    return Watermark(
        str(file),
        "codex",
        seen.st_size,
        seen.st_mtime_ns,
        seen.st_ino,
        offset,
        2,
        prefix_sum(file, offset),
        **fields,
    )


def change(file, known, now=NOW):
    return look(file, known, now)[0]


def test_what_is_put_is_there_for_the_next_run(path):
    mark = Watermark(
        "/t",
        "codex",
        10,
        20,
        30,
        5,
        1,
        99,
        '{"x":1}',
        "codex/s",
        3,
        2,
        1,
        {"empty": 4},
        "p",
        2,
        "e",
        "b",
        "r",
    )
    with Watermarks.open(path) as marks:
        marks.put(mark, replace(mark, path="/u"))
    with Watermarks.open(path) as marks:
        assert marks.get("/t") == mark
        assert marks.get("/none") is None
        assert [item.path for item in marks.all()] == ["/t", "/u"]


def test_looking_without_writing_makes_nothing(path):
    with Watermarks.open(path, write=False) as marks:
        assert list(marks.all()) == []
        assert marks.get("/t") is None
    assert not path.parent.exists()


def test_a_damaged_table_is_put_aside_and_begun_anew(path):
    path.parent.mkdir()
    path.write_bytes(b"this is no database, whatever its name says" * 100)
    with Watermarks.open(path, write=False) as marks:
        assert list(marks.all()) == []
    with Watermarks.open(path) as marks:
        marks.put(Watermark("/t", "codex"))
    assert path.with_name("watermarks.db.damaged").exists()


def test_a_table_of_a_newer_version_is_refused(path):
    with Watermarks.open(path):
        pass
    db = sqlite3.connect(path)
    db.execute("pragma user_version = 99")
    db.close()
    with pytest.raises(BadState, match="newer"):
        Watermarks.open(path)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_cannot_be_written_is_told(path):
    path.parent.mkdir()
    path.parent.chmod(0o500)
    with pytest.raises(Unwritable):
        Watermarks.open(path)


@pytest.mark.skipif(os.name == "nt", reason="modes are of POSIX")
def test_the_table_is_for_the_user_alone(path):
    with Watermarks.open(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_never_seen_is_new(transcript):
    assert change(transcript, None) == "new"


def test_a_file_as_it_was_is_unchanged_also_when_only_its_time_moved(transcript):
    mark = mark_of(transcript)
    assert change(transcript, mark) == "unchanged"
    os.utime(transcript, (1, 1))
    assert change(transcript, mark) == "unchanged"


def test_a_file_with_more_at_its_end_has_grown_also_when_it_was_copied_anew(transcript):
    mark = mark_of(transcript)
    with open(transcript, "a") as file:
        file.write('{"c":3}\n')
    assert change(transcript, mark) == "grown"
    text = transcript.read_text()
    transcript.unlink()
    transcript.write_text(text)
    assert change(transcript, mark) == "grown"


@pytest.mark.parametrize(
    "text",
    [
        '{"a":9}\n{"b":2}\n',
        '{"a":1}\n',
        "",
        '{"a":9}\n{"b":2}\n{"c":3}\n',
        '{"a":1}\n{"b":3}\n{"c":3}\n{"d":4}\n',
    ],
)
def test_a_file_whose_beginning_changed_was_rewritten(transcript, text):
    mark = mark_of(transcript)
    transcript.write_text(text)
    os.utime(transcript, (1, 1))
    assert change(transcript, mark) == "rewritten"


def test_a_change_in_the_midst_of_a_very_large_file_is_noticed_near_its_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(watermarks, "_WHOLE", 1000)
    monkeypatch.setattr(watermarks, "_PART", 100)
    file = tmp_path / "t.jsonl"
    file.write_bytes(b"x" * 5000)
    mark = mark_of(file)
    file.write_bytes(b"x" * 4950 + b"y" + b"x" * 60)
    assert change(file, mark) == "rewritten"
    file.write_bytes(b"x" * 5011)
    assert change(file, mark) == "grown"


def test_a_compressed_file_that_changed_is_read_anew(tmp_path):
    file = tmp_path / "t.jsonl.zst"
    file.write_bytes(b"abc")
    mark = mark_of(file)
    assert change(file, mark) == "unchanged"
    file.write_bytes(b"abcd")
    assert change(file, mark) == "rewritten"


def test_a_file_that_failed_waits_longer_each_time_unless_it_changed(transcript):
    pauses = [moment(retry_at(failures, NOW)) - NOW for failures in range(1, 15)]
    assert pauses == sorted(pauses)
    assert pauses[0] == timedelta(minutes=5)
    assert pauses[-1] == timedelta(days=1)
    mark = mark_of(transcript, failures=1, not_before=retry_at(1, NOW))
    assert change(transcript, mark) == "waiting"
    assert change(transcript, mark, NOW + timedelta(minutes=6)) == "grown"
    with open(transcript, "a") as file:
        file.write('{"c":3}\n')
    assert change(transcript, mark) == "grown"


def test_a_checksum_goes_on_from_an_earlier_one(transcript):
    assert prefix_sum(transcript, 16, (8, prefix_sum(transcript, 8))) == prefix_sum(transcript, 16)
    assert prefix_sum(transcript, 0) == 0


def test_a_file_that_is_gone_is_the_systems_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        look(tmp_path / "none", None, NOW)
