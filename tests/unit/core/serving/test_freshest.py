"""How old a rule's newest proof is orders equals, and no more."""

from cm.core.serving.select import Fit, age_factor, freshest

NOW = "2026-11-30T12:00:00Z"


def fit(key, value):
    return Fit(key=key, relevance=value, value=value, stage="candidate", terms={})


def order(values, dates):
    cards = {key: {"proved": at} for key, at in dates.items()}
    return [each.key for each in freshest([fit(key, value) for key, value in values.items()], cards, NOW)]


def test_of_two_that_fit_alike_what_was_proved_lately_comes_first():
    assert order({1: 1.0, 2: 1.0}, {1: "2023-01-01T00:00:00Z", 2: "2026-11-29T00:00:00Z"}) == [2, 1]


def test_age_never_outweighs_a_clearly_better_fit():
    assert order({1: 1.2, 2: 1.0}, {1: "2010-01-01T00:00:00Z", 2: NOW}) == [1, 2]


def test_the_factor_is_bounded_and_falls_with_age():
    dates = (NOW, "2026-06-01", "2026-01-01", "2020-01-01", "1970-01-01")
    factors = [age_factor(at, NOW) for at in dates]
    assert factors == sorted(factors, reverse=True)
    assert (factors[0], round(factors[-1], 3)) == (1.05, 0.95)


def test_what_has_no_date_or_one_of_the_future_is_not_punished():
    assert age_factor("", NOW) == age_factor("soon", NOW) == 1.0
    assert age_factor("2027-11-30T12:00:00Z", NOW) == 1.05
    assert order({1: 1.0, 2: 1.0}, {}) == [1, 2]
