"""What became of events is kept in one line a session; later lines count, and a long file is cleared of those that do not."""

from cm.core.reading.disposed import SAYS, Disposition, coded, read_code
from cm.store import dispositions
from cm.store.dispositions import (
    Disposed,
    append_dispositions,
    criteria_of,
    dispositions_path,
    read_dispositions,
)
from cm.store.home import Home


def test_the_last_line_of_a_session_counts_and_lines_of_single_events_add_to_it(tmp_path):
    home = Home(tmp_path)
    append_dispositions(home, [Disposed("h/s1", "t1", 1, {"e-1": "task", "e-2": "question"})])
    append_dispositions(home, [Disposed("h/s1", events={"e-9": "supported r-1"}, more=True)])
    assert read_dispositions(home, "h/s1").events == {
        "e-1": "task",
        "e-2": "question",
        "e-9": "supported r-1",
    }
    append_dispositions(home, [Disposed("h/s1", "t2", 2, {"e-1": "became r-2"})])
    found = read_dispositions(home, "h/s1")
    assert (found.at, found.criteria, found.events) == ("t2", 2, {"e-1": "became r-2"})
    assert criteria_of(home) == {"h/s1": 2}
    assert read_dispositions(home, "h/s") is None


def test_a_long_file_is_cleared_of_lines_that_count_no_more(tmp_path, monkeypatch):
    home = Home(tmp_path)
    monkeypatch.setattr(dispositions, "COMPACT", 400)
    for number in range(30):
        append_dispositions(home, [Disposed("h/s1", f"t{number}", 2, {"e-1": "task"})], known=True)
    assert dispositions_path(home).stat().st_size < 500
    assert read_dispositions(home, "h/s1").at == "t29"


def test_a_long_file_whose_lines_count_is_not_written_anew(tmp_path, monkeypatch):
    home = Home(tmp_path)
    monkeypatch.setattr(dispositions, "COMPACT", 400)
    append_dispositions(home, [Disposed(f"h/s{number}", "t", 2, {"e-1": "task"}) for number in range(30)])
    before = dispositions_path(home).stat()
    append_dispositions(home, [Disposed("h/s1", "t2", 2, {"e-1": "task"})], known=True)
    after = dispositions_path(home).stat()
    assert (after.st_ino, after.st_size > before.st_size) == (before.st_ino, True)


def test_a_session_of_which_nothing_is_to_be_said_is_known_all_the_same(tmp_path):
    home = Home(tmp_path)
    append_dispositions(home, [Disposed("h/s1", "t1", 2, {}), Disposed("h/s2", more=True)])
    assert read_dispositions(home, "h/s1") == Disposed("h/s1", "t1", 2, {})
    assert read_dispositions(home, "h/s2") is None


def test_every_code_is_read_as_it_was_written():
    for code in SAYS:
        said = Disposition(code, ("r-1", "r-2"), "not-lasting" if code == "refused" else "")
        assert read_code(coded(said)) == said
    assert read_code("") is None


def test_what_a_newer_version_wrote_down_is_told_to_be_so():
    assert read_code("made-up r-1") == Disposition("newer")
    assert read_code("refused made-up r-1") == Disposition("refused", ("r-1",))
