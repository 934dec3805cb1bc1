"""Old sessions leave first; what evidence points at stays, what nothing was learned of waits."""

from cm.core.curation.pruning import Held, due
from tests.kit import NOW, ts


def ids(sessions, **limits):
    limits = {"days": 0, "most_bytes": 0, **limits}
    return [(item.id, why.split()[0]) for item, why in due(sessions, NOW, **limits)]


OLD, YOUNG, YOUNGEST = Held("old", ts(100), 10), Held("young", ts(20), 10), Held("youngest", ts(1), 10)
ALL = (YOUNG, YOUNGEST, OLD)


def test_without_a_limit_nothing_leaves():
    assert ids(ALL) == []


def test_what_is_older_than_is_kept_leaves():
    assert ids(ALL, days=30) == [("old", "older")]


def test_the_oldest_leave_until_the_rest_fits():
    assert ids(ALL, most_bytes=20) == [("old", "more")]
    assert ids(ALL, most_bytes=19) == [("old", "more"), ("young", "more")]
    assert ids(ALL, most_bytes=30) == []


def test_both_limits_count_together():
    assert ids(ALL, days=30, most_bytes=15) == [("old", "older"), ("young", "more")]


def test_a_session_with_quoted_events_gives_back_only_the_rest():
    quoted = Held("old", ts(100), 10, stays=8)
    assert ids((quoted, YOUNG, YOUNGEST), most_bytes=20) == [("old", "more"), ("young", "more")]
    assert ids((Held("old", ts(100), 10, stays=10),), days=30) == []


def test_what_nothing_was_learned_of_waits_unless_told_otherwise():
    fresh = Held("old", ts(100), 10, waits=True)
    assert ids((fresh, YOUNG, YOUNGEST), days=30) == []
    assert ids((fresh, YOUNG, YOUNGEST), days=30, waiting=True) == [("old", "older")]


def test_a_session_without_a_date_is_never_too_old_but_counts_for_the_size():
    undated = Held("undated", "", 10)
    assert ids((undated,), days=1) == []
    assert ids((undated, YOUNG), most_bytes=10) == [("undated", "more")]
