"""From when and until when a statement says that it holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cm.core.reading.since import valid_of
from cm.core.serving.validity import begins, ends
from cm.model.rule import Valid

SAID = "2026-11-20T10:00:00Z"


@pytest.mark.parametrize(
    ("said", "since", "until"),
    [
        ("Since March the gateway is on port 8081.", "2026-03", ""),
        ("Since December the gateway is on port 8081.", "2025-12", ""),
        ("Since the 5th of March 2024 it needs a key.", "2024-03-05", ""),
        ("As of 2026-03-01 the app requires Android 10.", "2026-03-01", ""),
        ("Ab Januar ist Teodor zuständig.", "2027-01", ""),
        ("Seit Mai 2025 nutzen wir pnpm.", "2025-05", ""),
        ("Desde el 3 de mayo usamos otra base.", "2026-05-03", ""),
        ("From June onwards releases are monthly.", "2026-06", ""),
        ("In February 2026 we moved to another registry.", "2026-02", ""),
        ("We moved to another registry in February 2026.", "2026-02", ""),
        ("The contract runs until the end of 2027.", "", "2027"),
        ("The freeze lasts until June.", "", "2027-06"),
        ("Since 2024 and until 2026-12-24 it is rented.", "2024", "2026-12-24"),
    ],
)
def test_the_words_say_when_as_exactly_as_they_are(said, since, until):
    assert valid_of(said, SAID) == Valid(since, until)


@pytest.mark.parametrize(
    "said",
    [
        "The data from March to May is wrong.",
        "Since version 4 the config is TOML.",
        "It may be that nothing changed.",
        "Since Rosalind left nobody knows.",
        "As of 2026-13-45 it is odd.",
        "Until it is fixed, use the other one.",
    ],
)
def test_what_names_no_time_says_nothing(said):
    assert valid_of(said, SAID) is None


def test_a_month_without_year_says_nothing_where_the_day_is_unknown():
    assert valid_of("Since March the gateway is on port 8081.", "") is None
    assert valid_of("Since March 2025 the gateway is on port 8081.", "") == Valid("2025-03")


def test_an_end_before_its_beginning_is_no_validity():
    assert valid_of("Since 2026 and until 2024 it was rented.", SAID) is None


@given(
    st.text(max_size=80),
    st.sampled_from(["since ", "until ", "as of ", "ab ", ""]),
    st.sampled_from(["March", "2026", "31 February 2026", "99th of May"]),
)
def test_no_words_give_an_end_that_cannot_be_read(words, frame, date):
    valid = valid_of(f"{words} {frame}{date} {words}", SAID)
    if valid is not None:
        assert not valid.since or begins(valid.since) is not None
        assert not valid.until or ends(valid.until) is not None
