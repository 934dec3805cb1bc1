"""A rule that is to be looked at again from a day: it is served, waits for a person, and a yes moves or ends that."""

import pytest

from cm.cli.review import render
from cm.errors import Usage
from cm.flows import reviewing
from cm.flows.add import Wish, add
from cm.flows.checks_facts import look_at_reviews, look_at_times
from cm.flows.listing import Wanted, list_rules
from cm.flows.review import cards_of, deck, queue
from cm.flows.sitting import Sitting
from cm.flows.stale import stale
from cm.flows.stats import stats
from cm.model.delta import Add
from cm.model.rule import Valid
from tests.kit.world import world

PORT = Add("The gateway listens on port 4101.", kind="fact", review_after="2026-11")
LATER = Add("The freeze ends with the year.", kind="fact", review_after="2027-01-01")


@pytest.fixture
def env(tmp_path):
    env = world(tmp_path, tty=True)
    add(env, [Wish(PORT), Wish(LATER)])
    return world(tmp_path, tty=True)


def the(env, text):
    return next(item.rule for item in list_rules(env, Wanted()).rules if item.rule.text == text)


def test_it_is_served_and_waits_everywhere_that_tells_what_waits(env):
    (served, later) = list_rules(env, Wanted()).rules
    assert (served.withheld, later.withheld) == ("", "")
    assert [(item.rule.text, item.due) for item in queue(env).waiting] == [(PORT.text, True)]
    assert [card.kind for card in deck(env, likely=()).cards] == ["review-due"]
    (found,) = stale(env, cause="review-due").rules
    assert "--until DATE" in found.reasons[0].do
    assert stats(env).due == 1
    (finding,) = look_at_reviews(env)
    assert served.rule.id in finding.say
    assert "--until DATE" in render(queue(env))


@pytest.mark.parametrize(("until", "kept"), [("", ""), ("2027-06", "2027-06")])
def test_a_yes_ends_or_moves_it(env, until, kept):
    rule = the(env, PORT.text)
    reviewing.approve(env, [rule.id], until=until, yes=True)
    after = the(env, PORT.text)
    assert (after.review_after, bool(after.approved), after.id) == (kept, True, rule.id)
    assert queue(env).waiting == ()


def test_a_yes_before_its_day_leaves_the_day(env):
    reviewing.approve(env, [the(env, LATER.text).id], yes=True)
    assert the(env, LATER.text).review_after == "2027-01-01"


@pytest.mark.parametrize("until", ["soon", "2026-11-29", "2026-13"])
def test_a_day_that_is_none_or_past_is_refused_before_anything_changes(env, until):
    rule = the(env, PORT.text)
    with pytest.raises(Usage):
        reviewing.approve(env, [rule.id], until=until, yes=True)
    assert the(env, PORT.text) == rule


def test_in_the_dialogue_the_day_stands_behind_the_yes(env):
    desk = Sitting(env, "human")
    (card,) = cards_of(env, the(env, PORT.text).id).cards
    desk.answer(card, "accept", "2027-06")
    assert the(env, PORT.text).review_after == "2027-06"


def test_a_day_in_words_is_told_by_the_doctor(tmp_path):
    env = world(tmp_path)
    add(env, [Wish(Add("Ship on Mondays.", review_after="next spring"))])
    (finding,) = look_at_reviews(env)
    assert "names no day" in finding.say


@pytest.mark.parametrize(
    ("since", "until", "code"),
    [("2026-13-45", "", "no-time"), ("", "later", "no-time"), ("2026-12", "2026-01", "ends-first"), ("2026", "2026", "")],
)  # fmt: skip
def test_times_that_say_nothing_are_told_by_the_doctor(tmp_path, since, until, code):
    env = world(tmp_path)
    add(env, [Wish(Add("Ship on Mondays.", valid=Valid(since, until)))])
    assert [finding.code for finding in look_at_times(env)] == ([code] if code else [])
