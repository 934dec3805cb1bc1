"""What holds of credit whatever a session was like."""

from hypothesis import given
from hypothesis import strategies as st

from cm.core.curation.credit import DEFAULT, credit, mark_id, reconcile, weigh
from cm.core.serving.standing import effective_marks
from cm.model.ledger import Mark, Outcome
from tests.kit import ts

RULES = [f"r-{number}" for number in range(12)]
SOME = st.sets(st.sampled_from(RULES))
OUTCOMES = st.builds(
    Outcome,
    id=st.just("o-1"),
    session=st.sampled_from(["h/1", "h/2"]),
    status=st.sampled_from(["success", "failure", "mixed", "partial", "unknown"]),
    at=st.just(ts(3)),
    sentiment=st.sampled_from(["positive", "negative", "neutral"]),
    seconds=st.integers(0, 100_000),
    errors=st.integers(0, 50),
    retries=st.booleans(),
)


def words(rules):
    return dict.fromkeys(rules, "said so")


@given(OUTCOMES)
def test_a_weight_stays_between_its_bounds_and_silence_weighs_nothing(outcome):
    found = weigh(outcome)
    assert (found.verdict is None) == (found.weight == 0.0)
    if found.verdict:
        assert DEFAULT.least <= found.weight <= DEFAULT.most


@given(OUTCOMES, SOME, SOME, SOME, SOME, SOME)
def test_no_rule_gets_a_mark_for_being_shown_or_for_being_left_aside(
    outcome, named, followed, ignored, shown, judged
):
    found = credit(outcome, words(named), words(followed), words(ignored), shown, judged=judged)
    marked = {mark.rule for mark in found.marks}
    assert marked <= (named | followed) - ignored - judged
    assert marked.isdisjoint(rule for rule, _ in found.passed_over)
    assert marked | {rule for rule, _ in found.passed_over} == named | followed | ignored | shown
    if len(named - followed) > DEFAULT.most_at_once:
        assert marked <= followed
    if len(named | followed) > DEFAULT.most_at_once:
        assert all(mark.verdict == "helpful" for mark in found.marks)


def given_marks(outcome, rules):
    return credit(outcome, {}, words(rules), {}).marks


@given(
    st.lists(st.tuples(OUTCOMES, SOME), max_size=6),
    st.lists(st.tuples(st.sampled_from(RULES), st.booleans()), max_size=4),
)
def test_the_ledger_ends_with_what_the_last_reading_says_whatever_came_before(readings, by_people):
    log = [
        Mark(
            mark_id(rule, "helpful" if good else "harmful", "h/1"),
            rule,
            "helpful" if good else "harmful",
            ts(9),
            "h/1",
            "human",
        )
        for rule, good in by_people
    ]
    for outcome, rules in readings:
        theirs = {mark.rule for mark in log if mark.by == "human" and mark.session == outcome.session}
        wanted = [mark for mark in given_marks(outcome, rules) if mark.rule not in theirs]
        log += reconcile(wanted, log, effective_marks(log), {outcome.session}, ts(1))
        held = effective_marks(log)
        assert {(m.id, m.weight) for m in held if m.by == "outcome" and m.session == outcome.session} == {
            (m.id, m.weight) for m in wanted
        }
        assert not reconcile(wanted, log, held, {outcome.session}, ts(0))
        assert {m.id for m in log if m.by == "human"} <= {m.id for m in held}


@given(OUTCOMES, st.sets(st.sampled_from(RULES), min_size=1))
def test_a_mark_that_a_person_took_back_is_not_given_again(outcome, rules):
    marks = list(given_marks(outcome, rules))
    undone = [
        Mark(f"m-u{n}", m.rule, m.verdict, ts(0), m.session, "human", undoes=m.id)
        for n, m in enumerate(marks)
    ]
    log = [*marks, *undone]
    assert reconcile(marks, log, effective_marks(log), {outcome.session}, ts(0)) == ()
