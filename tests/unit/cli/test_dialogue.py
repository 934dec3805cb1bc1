"""The review dialogue without a terminal: which screen follows which line, and what is carried out."""

import pytest

from cm.cli.dialogue import Dialogue
from cm.errors import RefusedByGate
from cm.flows.review import Card, Waiting
from cm.flows.telling import Change, Told
from tests.kit import evidence, rule


def card(kind, *names, **fields):
    sides = tuple(
        Waiting(rule(f"Words of {name}.", id=name, evidence=(evidence(),)), "user", True, 1) for name in names
    )
    return Card(f"{kind}:{':'.join(names)}", kind, sides, "why it is asked", **fields)


class Desk:
    """Questions in a list; an answer takes one away until it is taken back."""

    def __init__(self, *cards, later=(), refuses=()):
        self.cards = {each.key: each for each in (*cards, *later)}
        self.first, self.later = [each.key for each in cards], [each.key for each in later]
        self.done, self.log, self.refuses = {}, [], refuses

    def names(self):
        return tuple(self.first)

    def more(self):
        self.log.append("more")
        return tuple(self.later)

    def card(self, name):
        return None if name in self.done.values() else self.cards[name]

    def answer(self, card, verb, text):
        if verb in self.refuses:
            raise RefusedByGate("refused (pinned): r-9 is pinned", hint="unpin it first")
        tx = f"t-{len(self.log)}"
        self.done[tx] = card.key
        self.log.append((verb, card.sides[0].rule.id, text))
        name = card.sides[1].rule.id if verb == "second" else card.sides[0].rule.id
        return Change((Told("approved", "asked", "it is so", name, "words", "rule", "active", ""),), tx)

    def skip(self, card):
        self.log.append(("skip", card.key))

    def undo(self, tx):
        del self.done[tx]
        self.log.append(("undo", tx))


def sit(desk, *lines):
    """Types the lines; returns the dialogue and everything that it showed."""
    talk, shown = Dialogue(desk), []
    for line in lines:
        shown.append(talk.screen())
        reply = talk.take(line)
        shown.append(reply.text)
        if reply.finished:
            return talk, "".join(shown)
    shown.append(talk.screen())
    return talk, "".join(shown)


DRAFT, OTHER = card("draft", "r-1"), card("draft", "r-2")
PAIR = card("contested", "r-3", "r-4")
TWINS = card("duplicate", "r-5", "r-6")


@pytest.mark.parametrize(
    "question, line, did",
    [
        (DRAFT, "a", ("accept", "r-1", "")),
        (DRAFT, "yes", ("accept", "r-1", "")),
        (DRAFT, " A ", ("accept", "r-1", "")),
        (DRAFT, "r a one-off", ("reject", "r-1", "a one-off")),
        (card("stale", "r-1"), "a", ("accept", "r-1", "")),
        (card("stale", "r-1"), "r we moved", ("retire", "r-1", "we moved")),
        (card("low-standing", "r-1"), "a", ("accept", "r-1", "")),
        (card("orphan", "r-1"), "r nobody said so", ("retire", "r-1", "nobody said so")),
        (PAIR, "1", ("first", "r-3", "")),
        (PAIR, "2 the newer one", ("second", "r-3", "the newer one")),
        (PAIR, "b", ("both", "r-3", "")),
        (card("contradiction", "r-3", "r-4"), "both", ("both", "r-3", "")),
        (TWINS, "m", ("merge", "r-5", "")),
        (TWINS, "d", ("both", "r-5", "")),
    ],
)  # fmt: skip
def test_each_key_is_one_answer_done_at_once(question, line, did):
    desk = Desk(question)
    talk, _ = sit(desk, line)
    assert desk.log[0] == did
    assert [each.card for each in talk.answers] == [question.key]


def test_a_no_without_words_asks_for_them_and_nothing_said_changes_nothing():
    desk = Desk(DRAFT)
    _, shown = sit(desk, "r", "", "r", "a one-off")
    assert desk.log[0] == ("reject", "r-1", "a one-off")
    assert shown.count("Why? ") == 2
    assert "nothing was changed" in shown


def test_an_edit_asks_for_the_words_that_stand_and_takes_what_comes_of_them():
    desk = Desk(DRAFT)
    talk = Dialogue(desk)
    assert talk.take("e").edit == "Words of r-1."
    assert "nothing was changed" in talk.edited("  ").text
    talk.edited("Better words.")
    assert desk.log == [("edit", "r-1", "Better words.")]


def test_without_an_editor_the_next_line_is_the_text():
    desk = Desk(DRAFT)
    talk = Dialogue(desk)
    talk.take("e")
    talk.ask_words()
    assert "new words" in talk.screen()
    talk.take("Better words.")
    assert desk.log == [("edit", "r-1", "Better words.")]


def test_an_answer_is_taken_back_and_asked_again():
    desk = Desk(DRAFT, OTHER)
    talk, shown = sit(desk, "a", "u")
    assert desk.log == [("accept", "r-1", ""), ("undo", "t-0")]
    assert talk.answers == []
    assert shown.count("1 of 2") == 2
    _, shown = sit(Desk(DRAFT), "u")
    assert "nothing to take back" in shown


def test_skipping_puts_off_and_is_taken_back_without_undoing_a_change():
    desk = Desk(DRAFT, OTHER)
    talk, _ = sit(desk, "s", "u", "a")
    assert desk.log == [("skip", "draft:r-1"), ("accept", "r-1", "")]
    assert talk.left == 1


def test_the_last_answer_can_be_taken_back_after_the_last_question():
    desk = Desk(DRAFT)
    talk, shown = sit(desk, "a", "u", "a", "")
    assert "That was all." in shown
    assert desk.log == [("accept", "r-1", ""), "more", ("undo", "t-0"), ("accept", "r-1", "")]
    assert talk.left == 0


def test_pairs_are_looked_for_once_when_everything_else_has_its_answer():
    desk = Desk(DRAFT, later=(TWINS,))
    _, shown = sit(desk, "a", "m", "q")
    assert desk.log == [("accept", "r-1", ""), "more", ("merge", "r-5", "")]
    assert "2 of 2" in shown


def test_what_was_answered_elsewhere_meanwhile_is_not_asked():
    desk = Desk(DRAFT, OTHER)
    desk.done["t-x"] = "draft:r-1"
    assert "r-2" in Dialogue(desk).screen()


@pytest.mark.parametrize("line", ["", "x", "1", "m", "approve it"])
def test_a_line_that_is_no_answer_does_nothing_and_names_the_keys(line):
    desk = Desk(DRAFT)
    _, shown = sit(desk, line)
    assert desk.log == []
    assert "a, e, r" in shown
    assert shown.count("Words of r-1.") == 1  # the question is not told twice


def test_help_says_what_every_key_does_for_this_question():
    _, shown = sit(Desk(TWINS), "?")
    for words in ("both hold", "the marks of both", "comes after everything else", "every answer is kept"):
        assert words in " ".join(shown.split())


def test_a_refusal_is_told_with_its_hint_and_the_question_stays():
    talk, shown = sit(Desk(DRAFT, refuses=("accept",)), "a")
    assert "r-9 is pinned" in shown
    assert "unpin it first" in shown
    assert talk.answers == []
    assert talk.left == 1


def test_quitting_keeps_what_was_answered():
    talk, _ = sit(Desk(DRAFT, OTHER), "a", "q")
    assert (len(talk.answers), talk.left) == (1, 1)


@pytest.mark.parametrize("columns", [32, 44, 60, 80, 100])
def test_no_line_is_wider_than_the_terminal_and_two_rules_stand_abreast_where_there_is_room(
    monkeypatch, columns
):
    monkeypatch.setenv("COLUMNS", str(columns))
    long = rule("Keep the words of this long rule within the width of any terminal, 日本語 too, `a/very/long/path/indeed.py`.", id="r-1", evidence=(evidence("no " * 60),))  # fmt: skip
    sides = (Waiting(long, "user", True, 1), Waiting(rule("Short.", id="r-2"), "repo", True, 0))
    screen = Dialogue(
        Desk(Card("contested:r-1:r-2", "contested", sides, "they say opposite things"))
    ).screen()
    from cm.cli.say import cells

    assert max(cells(line) for line in screen.split("\n")[:-2]) <= columns
    assert (" | " in screen) == (columns >= 76)
