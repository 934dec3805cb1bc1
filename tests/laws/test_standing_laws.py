"""The laws of standing: the same marks, however often and in whatever order, give the same standing."""

from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from cm.core.serving.serve import Reader, Served, Withheld, serve
from cm.core.serving.standing import effective_marks, standings
from cm.model.settings import StandingPolicy
from cm.model.standing import NO_MARKS, Shelved
from tests.laws.strategies import NOW, books, marks

POLICY = StandingPolicy()
law = settings(max_examples=200, deadline=None)
plain = marks.map(lambda found: tuple({one.id: one for one in found if not one.undoes}.values()))


@law
@given(marks)
def test_a_log_read_twice_is_the_same_log(log):
    assert standings(log + log, POLICY, NOW) == standings(log, POLICY, NOW)


@law
@given(plain, st.randoms())
def test_order_does_not_matter(log, chance):
    shuffled = list(log)
    chance.shuffle(shuffled)
    assert standings(shuffled, POLICY, NOW) == standings(log, POLICY, NOW)


@law
@given(marks)
def test_numbers_stay_in_their_bounds(log):
    for standing in standings(log, POLICY, NOW).values():
        assert 0 <= standing.helpful <= 2 * len(log)
        assert 0 <= standing.harmful <= 2 * len(log)
        assert standing.n_plus + standing.n_minus <= len(log)
        assert standing.stage in ("candidate", "established", "proven")


@law
@given(plain, st.integers(0, 30))
def test_taking_a_mark_back_is_as_if_it_had_never_been_given(log, which):
    if not log:
        return
    gone = log[which % len(log)]
    undo = type(gone)(id="m-undo", rule=gone.rule, verdict=gone.verdict, at=gone.at, undoes=gone.id)
    rest = [one for one in log if one.id != gone.id]
    assert set(effective_marks([*log, undo])) == set(effective_marks(rest))


@law
@given(books, marks, st.integers(-5, 400))
def test_the_predicate_answers_for_every_rule(shelf, log, days):
    found = standings(log, POLICY, NOW)
    for rule in shelf:
        answer = serve(
            Shelved(rule, standing=found.get(rule.id, NO_MARKS)),
            Reader("context"),
            NOW + timedelta(days=days),
        )
        assert isinstance(answer, Served | Withheld)
        assert isinstance(answer, Withheld) or rule.state == "active"
