"""When a fact holds, by how its ends are spelled."""

from datetime import UTC, datetime

import pytest

from cm.core.serving.validity import begins, ends, holds_at, meet_in_time, precision_of, said, until_before
from cm.model.rule import Valid
from tests.kit import rule


def at(*parts):
    return datetime(*parts, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "start", "end", "precision"),
    [
        ("2026", at(2026, 1, 1), at(2027, 1, 1), "year"),
        ("2026-03", at(2026, 3, 1), at(2026, 4, 1), "month"),
        ("2026-12", at(2026, 12, 1), at(2027, 1, 1), "month"),
        ("2024-02-29", at(2024, 2, 29), at(2024, 3, 1), "day"),
        (" 2026-03-05 ", at(2026, 3, 5), at(2026, 3, 6), "day"),
        ("2026-03-05T10:30:00Z", at(2026, 3, 5, 10, 30), at(2026, 3, 5, 10, 30), "moment"),
        ("2026-03-05T10:30:00+02:00", at(2026, 3, 5, 8, 30), at(2026, 3, 5, 8, 30), "moment"),
    ],
)
def test_a_spelling_names_its_first_moment_and_the_first_after_it(text, start, end, precision):
    assert (begins(text), ends(text), precision_of(text)) == (start, end, precision)


@pytest.mark.parametrize(
    "text",
    ["", "soon", "2026-13", "2026-00", "0000", "2026-3", "2026-02-30", "9999", "9999-12", "٢٠٢٦", "-2026"],
)
def test_what_names_no_time_limits_nothing(text):
    assert (begins(text), ends(text), precision_of(text)) == (None, None, "")
    assert holds_at(rule("x", valid=Valid(text, text)), at(2026, 1, 1))


def test_a_month_as_an_end_is_whole():
    march = rule("x", valid=Valid("2026-03", "2026-03"))
    assert not holds_at(march, at(2026, 2, 28, 23, 59))
    assert holds_at(march, at(2026, 3, 1))
    assert holds_at(march, at(2026, 3, 31, 23, 59))
    assert not holds_at(march, at(2026, 4, 1))


@pytest.mark.parametrize(
    ("since", "until"),
    [
        ("2026", "2025"),
        ("2026-03", "2026-02"),
        ("2026-01", "2025-12"),
        ("2026-03-01", "2026-02-28"),
        ("2026-03-05T10:30:00Z", "2026-03-05T10:30:00Z"),
        ("soon", ""),
        ("0001", ""),
    ],
)
def test_what_ends_where_another_begins_leaves_no_gap(since, until):
    assert until_before(since) == until
    if until:
        assert ends(until) == begins(since)


def test_facts_that_follow_one_another_do_not_meet():
    old, new = rule("a", valid=Valid("2025", "2026-02")), rule("b", valid=Valid("2026-03-01"))
    assert not meet_in_time(old, new)
    assert not meet_in_time(new, old)
    assert meet_in_time(rule("a", valid=Valid("", "2026-03")), new)
    assert meet_in_time(rule("a"), new)


def test_a_validity_is_said_as_it_is_spelled():
    assert said(Valid("2026-03", "")) == "since 2026-03"
    assert said(Valid("", "2026-05-04")) == "until 2026-05-04"
    assert said(Valid("2026", "2026-05")) == "2026 to 2026-05"
    assert said(None) == said(Valid()) == ""
