from cm.core.reading.digest import digest
from cm.model.session import Event, SessionHead
from cm.store.diaries import Diaries, read_diary, write_diary

HEAD = SessionHead("h/s1", "h", "s1", started="2026-11-02T10:00:00Z")
EVENTS = [
    Event("e-0", "h/s1", 0, "", "user", "message", "Rename the größe field, 以后用英文。"),
    Event("e-1", "h/s1", 1, "", "agent", "edit", "/w/a.py"),
    Event("e-2", "h/s1", 2, "", "agent", "command", "pytest"),
    Event("e-3", "h/s1", 3, "", "tool", "output", "1 passed", of="e-2", exit=0),
    Event("e-4", "h/s1", 4, "", "agent", "message", "Renamed the field."),
]


def test_what_is_written_is_read_again(tmp_path):
    diary = digest(HEAD, EVENTS)
    path = write_diary(tmp_path, diary)
    assert path == tmp_path / "2026" / "11" / f"{diary.id}.json"
    assert read_diary(tmp_path, HEAD) == diary
    assert list(Diaries(tmp_path).all()) == [diary]


def test_a_diary_is_found_when_the_start_was_not_known(tmp_path):
    diary = digest(HEAD, EVENTS)
    write_diary(tmp_path, diary)
    assert Diaries(tmp_path).read("h/s1") == diary


def test_a_session_has_one_diary_whatever_its_start_was_said_to_be(tmp_path):
    write_diary(tmp_path, digest(SessionHead("h/s1", "h", "s1"), EVENTS))
    diary = digest(HEAD, EVENTS)
    write_diary(tmp_path, diary)
    assert list(Diaries(tmp_path).all()) == [diary]


def test_a_damaged_diary_is_none_and_is_told(tmp_path):
    path = write_diary(tmp_path, digest(HEAD, EVENTS))
    path.write_text('{"id": "y-', encoding="utf-8")
    assert read_diary(tmp_path, HEAD) is None
    assert list(Diaries(tmp_path).damaged()) == [path]


def test_fields_of_a_newer_version_do_not_hinder_reading(tmp_path):
    path = write_diary(tmp_path, digest(HEAD, EVENTS))
    path.write_text(
        path.read_text("utf-8").replace('"schema": 1', '"schema": 1, "weather": "fine"'), encoding="utf-8"
    )
    assert read_diary(tmp_path, HEAD) is not None


def test_no_diary_is_none(tmp_path):
    assert read_diary(tmp_path / "nowhere", HEAD) is None
