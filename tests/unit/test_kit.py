from cm.model.stamp import tidy_stamp
from tests.kit import NOW, book, rule, ts


def test_builders_make_what_they_say():
    assert len(book("a", rule("b"))) == 2
    assert ts(1) < ts(0) == "2026-11-30T12:00:00Z"
    assert NOW.tzinfo is not None


def test_a_stamp_of_any_host_becomes_the_stored_form():
    assert tidy_stamp("2026-08-20T10:00:00.123Z") == "2026-08-20T10:00:00Z"
    assert tidy_stamp(1760000000000) == tidy_stamp(1760000000) == "2025-10-09T08:53:20Z"
    assert tidy_stamp("soon") == tidy_stamp(None) == tidy_stamp(True) == ""
