"""What `cm diary` says of the signs by which an end was judged."""

import pytest

from cm.cli.diary import one
from cm.flows.diary import Told
from cm.model.diary import Diary, Signal
from cm.model.session import SessionHead

SIGNS = (
    Signal("reply praise", 0.8, "e-1", "thanks"),
    Signal("reply weak", 0.5, "e-1", "thanks"),
    Signal("user's word", 0.6, "e-1", "the"),
    Signal("after all green", 0.5, ""),
    Signal("after spoke last", 0.4, ""),
    Signal("after all red", -1.3, ""),
    Signal("reply reject", -0.9, "e-2", "that is wrong"),
    Signal("said tiny", -0.1, "e-2", "hm"),
)


@pytest.mark.parametrize(
    "status, told",
    [
        ("success", "  judged by “thanks”, what ran and passed"),
        ("failure", "  judged by what ran and failed, “that is wrong”"),
        ("unknown", ""),
    ],
)
def test_an_end_is_explained_by_what_a_reader_can_check(status, told):
    diary = Diary("y-1", "host/a1", "", "", "", "", status, "neutral", SIGNS, *[()] * 8, 1)
    lines = one(Told(SessionHead("host/a1", "host", "a1"), "", diary)).splitlines()
    assert [line for line in lines if "judged" in line] == ([told] if told else [])
