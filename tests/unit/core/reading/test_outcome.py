import itertools

import pytest

from cm.core.reading.ends import marks_of, marks_of_status
from cm.core.reading.outcome import judge, marks_at_end, shares, status_of
from cm.core.reading.turns import turns_of
from cm.core.reading.words.ends import MOODS, STATUSES, mood_table, status_table
from cm.model.session import Event

NUMBERS = itertools.count(1)


def said(by, text, *, kind="message", exit=None, of=""):
    number = next(NUMBERS)
    return Event(f"e-{number}", "s", number, "", by, kind, text, exit=exit, of=of)


def run(command, output, exit):
    asked = said("agent", command, kind="command")
    return [asked, said("tool", output, kind="output", exit=exit, of=asked.id)]


def test_nothing_at_all_has_no_outcome():
    assert judge([]).status == "unknown"


def test_an_interruption_with_nothing_after_it_tells_nothing():
    events = [said("user", "fix it"), *run("pytest", "3 passed", 0), said("user", "stop", kind="interrupt")]
    assert judge(events).status == "unknown"


def test_a_doubt_is_enough_against_success():
    sure = {"failure": 0.3, "mixed": 0.05, "success": 0.6, "unknown": 0.05}
    assert status_of(sure) == "unknown"
    assert status_of(sure | {"failure": 0.05, "mixed": 0.3}) == "success"


def test_a_status_that_hardly_stands_out_is_not_said():
    assert status_of({"failure": 0.4, "mixed": 0.3, "success": 0.1, "unknown": 0.2}) == "unknown"


def test_shares_make_up_the_whole():
    whole = shares({"place reply closed", "said quit"}, status_table(), STATUSES)
    assert sum(whole.values()) == pytest.approx(1)
    assert set(whole) == set(STATUSES)


def test_every_signal_names_an_event_of_the_session_or_none_and_quotes_it():
    events = [
        said("user", "make the menu open on hover"),
        said("agent", "Done."),
        said("user", "it opens, and closes at once. useless"),
    ]
    judged = judge(events)
    assert judged.signals
    texts = {event.id: event.text.lower() for event in events} | {"": ""}
    assert all(signal.event in texts for signal in judged.signals)
    quoted = [signal for signal in judged.signals if signal.name == "user's word"]
    assert all(signal.quote.split()[0] in texts[signal.event] for signal in quoted)


def test_signals_against_a_good_end_weigh_less_than_nothing():
    events = [said("user", "fix it"), said("agent", "Fixed."), said("user", "still broken, I give up")]
    judged = judge(events)
    assert judged.status == "failure"
    assert any(signal.weight < 0 for signal in judged.signals)


def test_the_words_of_a_task_that_was_worked_on_judge_nothing():
    events = [
        said("user", "add the page"),
        *run("npm test", "12 passed", 0),
        said("agent", "Added."),
        said("user", "the other page still fails to load, look at it too"),
        *run("npm test", "1 failed, 11 passed", 1),
        *run("npm test", "14 passed", 0),
        said("agent", "Both pages load now."),
    ]
    turns = turns_of(events, {event.id: event.text for event in events if event.kind == "command"})
    assert any(mark.startswith("u:") for mark in marks_of(turns))
    assert not any(mark.startswith("u:") for mark in marks_of_status(turns))
    assert judge(events).status == "success"


def test_what_the_user_takes_back_counts_though_commands_ran_after_it():
    events = [
        said("user", "speed up the list"),
        *run("npm test", "12 passed", 0),
        said("agent", "It is cached now."),
        said("user", "it shows stale rows. revert everything, I'll do it myself"),
        *run("git reset --hard", "HEAD is now at 1f2e", 0),
        said("agent", "Reverted."),
    ]
    assert judge(events).status == "failure"


def test_a_long_report_gives_no_single_words():
    long = said("agent", "Added. " + "More about the table and its columns. " * 40)
    marks = marks_at_end([said("user", "add a table"), long])
    assert not any(mark.startswith("a:") for mark in marks)


def test_a_session_of_thousands_of_events_is_read_at_its_end_only():
    early = [event for n in range(2000) for event in run("pytest", f"{n} failed", 1)]
    end = [said("user", "thanks, all good"), said("agent", "Glad to hear.")]
    turns = turns_of([*early[-380:], *end], {})
    assert sum(len(turn.work) for turn in turns) < 200
    assert judge([*early, *end]).mood == "positive"


def test_tables_have_a_weight_for_each_class():
    assert all(len(weights) == len(STATUSES) for weights in status_table().values())
    assert all(len(weights) == len(MOODS) for weights in mood_table().values())


def test_clauses_that_judge_two_things_are_told_apart_in_their_order():
    events = [
        said("user", "fix both"),
        said("agent", "Done."),
        said("user", "the menu is great, the list is broken"),
    ]
    assert "clauses content then cross" in marks_at_end(events)
    events[-1] = said("user", "the list was broken, now it works")
    assert "clauses content then cross" not in marks_at_end(events)


def test_a_request_and_a_bare_claim_prove_nothing():
    events = [said("user", "can you update the version everywhere"), said("agent", "Updated in both files.")]
    judged = judge(events)
    assert judged.status == "unknown"
    assert judged.signals[0].name == "nothing but a claim"
