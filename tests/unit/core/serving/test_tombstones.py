"""What was erased is known again by hashes alone, however it is written, and ordinary text is not taken for it."""

import json

import pytest

from cm.core.serving.blocklist import Blocklist
from cm.core.serving.buried import Tombstone, as_data, bury, of_data
from cm.core.serving.tombstones import NOTHING_ERASED, Tombstones, erased_whole

KEY = b"k" * 32
LONG = "Always run the database migrations with `alembic upgrade head` before you start the server."


def stones(*texts, typed=True, events=()):
    buried = tuple(bury(KEY, each, typed=typed, events=events) for each in texts)
    return Tombstones(KEY, (Tombstone("e-1", "2026-11-30T12:00:00Z", buried),))


@pytest.mark.parametrize(
    ("erased", "said", "left"),
    [
        ("Ingrid Müller", "Ask INGRID \n müller today", "Ask [erased] today"),
        ("Ingrid Müller", "Ask Ingrid Mu\u0308ller.", "Ask [erased]."),
        ("Ingrid Müller", 'say: "Ingrid M\\u00fcller"', 'say: "[erased]"'),
        ("Ingrid Müller", 'twice: \\"Ingrid\\\\nM\\\\u00fcller\\"', 'twice: \\"[erased]\\"'),
        ("Ingrid Müller", "/users/ingrid%20m%C3%BCller/x", "/users/[erased]/x"),
        ("Ingrid Müller", "Ingrid asked Müller", "Ingrid asked Müller"),
        ("sk-live-abc123", "key=sk-live-abc123def", "key=[erased]def"),
        ("hunter2hunter2", "pw:Xhunter2hunter2X", "pw:X[erased]X"),
        ("Bob", "Bobby and bob went bobbing", "Bobby and [erased] went bobbing"),
        ("C++", "C++ is not C, c++17", "[erased] is not C, [erased]17"),
        (".env", "read .env, not env", "read [erased], not env"),
        ("李明", "我问李明了，李 明", "我问[erased]了，[erased]"),
        ("Łukasz", "ŁUKASZ zna Łukasza", "[erased] zna [erased]a"),
    ],
)
def test_a_text_that_somebody_named_is_cut_wherever_it_stands(erased, said, left):
    assert stones(erased).cut(said).text == left


@pytest.mark.parametrize(
    "copy",
    [
        LONG,
        LONG.upper(),
        "Note: always run the database migrations\n  with **alembic upgrade head** before you start the server!",
        "Never run the database migrations with alembic upgrade head before you start the server.",
        "Always run database migrations with the `alembic upgrade head` before you start a server",
        "Added r-7k2m9q4d (new): Always run the database migrations with `alembic upgrade hea…",
    ],
)
def test_a_copy_is_known_whatever_little_words_it_has_and_also_when_it_is_negated(copy):
    found = stones(LONG, typed=False)
    assert found.hit(copy) == "e-1"
    assert "database" not in found.cut(copy).text.casefold()


@pytest.mark.parametrize(
    "other",
    [
        "Always run the database tests with `pytest -q` before you push.",
        "Run migrations before you start the server.",
        "Start the server, then run alembic.",
        "",
    ],
)
def test_other_text_of_the_same_field_is_no_copy(other):
    assert stones(LONG, typed=False).hit(other) == ""


def test_a_short_rule_counts_where_it_is_all_that_is_said_or_in_the_event_that_said_it():
    found = stones("Use pnpm.", typed=False, events=("e-9",))
    assert found.hit("use  PNPM") == "e-1"
    assert found.hit("please use pnpm") == "e-1"
    assert found.hit("never use pnpm") == ""
    assert found.hit("use pnpm workspaces for the monorepo") == ""
    assert found.cut("no, use pnpm here", "e-9").text == "no, [erased] here"
    assert found.cut("no, use pnpm here", "e-8").text == "no, use pnpm here"


def test_the_hashes_say_nothing_of_the_words_and_survive_the_disk():
    stone = Tombstone("e-1", "", (bury(KEY, LONG),), events=("a",), sessions=("b",), rules=("r-1",))
    text = json.dumps(as_data(stone))
    assert not [word for word in LONG.lower().split() if len(word) > 3 and word in text]
    assert of_data(json.loads(text)) == stone
    assert of_data({"id": 3}) is None
    assert Tombstones(b"o" * 32, (stone,)).hit(LONG) == ""  # another key


def test_the_blocklist_asks_it_too_also_when_nothing_else_was_withdrawn():
    listed = Blocklist.from_lines(()).with_erased(stones(LONG, typed=False))
    assert (bool(listed), len(listed)) == (True, 0)
    assert listed.hit(LONG) == "e-1"
    assert not Blocklist.from_lines(()).with_erased(NOTHING_ERASED)


def test_what_has_no_words_cannot_be_erased_and_what_has_none_left_is_told():
    assert bury(KEY, " … ") is None
    assert erased_whole("[erased].")
    assert not erased_whole("[erased] and more")
    assert not erased_whole("...")


def test_pieces_far_apart_are_no_copy():
    long = " ".join(f"word{n} in the root of the" for n in range(12))
    scattered = " ".join(
        f"other{n} and so in the root of the thing{n} far away from all of this here" for n in range(12)
    )
    assert stones(long).hit(scattered) == ""


STAYS = "The staging database listens on port 7000."


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (STAYS, STAYS),
        ("said: the staging database listens on port 6543!", "said: [erased]!"),
        (f"{STAYS} Before: the staging database listens on port 6543.", f"{STAYS} Before: [erased]."),
        (f"Until May the staging database listens on port 6543. {STAYS}", f"Until May [erased]. {STAYS}"),
        ("The mail relay listens on port 6543.", "The mail relay listens on port 6543."),
        ("The staging database listens on port 8000.", "The staging database listens on port 8000."),
    ],
)
def test_of_what_a_text_that_stays_says_too_nothing_is_a_copy_and_of_the_rest_no_more_than_else(said, left):
    single = bury(KEY, "The staging database listens on port 6543.", beside=(STAYS,))
    found = Tombstones(KEY, (Tombstone("e-1", "", (single,)),))
    assert found.cut(said).text == left
    assert bool(found.hit(said)) is (said != left)


def test_of_a_text_that_another_one_holds_whole_every_part_tells_a_copy():
    assert bury(KEY, LONG, beside=(f"{LONG} Then look at the log.",)) == bury(KEY, LONG)
