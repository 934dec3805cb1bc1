import pytest

from cm.core.guards.lines import counting, is_lifted, loosens
from cm.model.trauma import Story, Trauma


def trauma(**more):
    return Trauma(
        **{"id": "t", "pattern": "rm", "story": Story("it hurt"), "at": "2026-01-01T00:00:00Z", **more}
    )


def test_of_one_id_the_latest_counts_and_of_the_same_moment_the_last():
    one, two, same = (
        trauma(),
        trauma(at="2026-01-02T00:00:00Z"),
        trauma(at="2026-01-02T00:00:00Z", pattern="x"),
    )
    assert counting([two, one]) == {"t": two}
    assert counting([two, same, one]) == {"t": same}


@pytest.mark.parametrize(
    "new, now, loose",
    [
        (trauma(), None, False),
        (trauma(status="healed"), None, True),
        (trauma(status="retired"), trauma(), True),
        (trauma(pattern="zzz"), trauma(), True),
        (trauma(scope="raw"), trauma(), True),
        (trauma(flags="i"), trauma(), True),
        (trauma(severity="caution"), trauma(), True),
        (trauma(severity="fatal"), trauma(), False),
        (trauma(story=Story("told better")), trauma(), False),
        (trauma(pattern="zzz"), trauma(status="retired"), False),
        (trauma(pattern="zzz"), trauma(status="healed", healed="x"), False),
        (trauma(pattern="zzz"), trauma(status="healed", until="2027-01-01T00:00:00Z"), True),
    ],
)
def test_a_line_loosens_when_it_takes_something_away_that_is_denied_or_will_be(new, now, loose):
    assert loosens(new, now) is loose


def test_what_is_lifted_for_a_time_is_lifted_until_then():
    healed = trauma(status="healed", until="2026-06-01T00:00:00Z")
    assert is_lifted(healed, "2026-05-31T23:59:59Z")
    assert not is_lifted(healed, "2026-06-01T00:00:00Z")
