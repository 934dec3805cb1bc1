from collections import Counter
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from cm.core.guards.accidents import accidents_of
from cm.core.guards.dangers import dangers_by
from cm.model.session import Event
from cm.store.catalogue import read_catalogue
from cm.store.guard_engine import engine

CASES = YAML(typ="safe").load((Path(__file__).parent / "trauma_scan.yaml").read_text("utf-8"))
PACKS = [trauma.row() for pack in read_catalogue() for trauma in pack.traumas]


@pytest.fixture(scope="module")
def dangers():
    return dangers_by(engine(), PACKS, home="/home/me")


def events_of(lines):
    """u, a: messages; c: a command that ended with 0, c1: with 1; x: one that was held back; o: what the last command printed."""
    events = []

    def add(by, kind, text, **fields):
        events.append(Event(f"e-{len(events)}", "claude-code/s", len(events), "", by, kind, text, **fields))
        return events[-1].id

    for line in lines:
        ((who, text),) = line.items()
        if who in ("u", "a"):
            add({"u": "user", "a": "agent"}[who], "message", text)
        elif who == "x":
            add(
                "host",
                "error",
                "The user doesn't want to proceed with this tool use.",
                of=add("agent", "command", text),
            )
        elif who == "o":
            ended = events.pop()
            add("tool", "output", text, of=ended.of, exit=ended.exit)
        else:
            add("tool", "output", "", of=add("agent", "command", text), exit=int(who[1:] or 0))
    return events  # fmt: skip


def found_in(case, dangers):
    return [each.command.text for each in accidents_of(events_of(case["events"]), dangers)]


@pytest.mark.parametrize("case", CASES, ids=[case["is"] for case in CASES])
def test_a_session_shows_its_accident_and_no_other(case, dangers):
    wanted = [] if case["accident"] == "none" else [case["accident"]]
    assert found_in(case, dangers) == wanted


def test_there_are_enough_cases_both_ways_in_both_halves():
    halves = Counter((bool(case.get("apart")), case["accident"] == "none") for case in CASES)
    assert len(CASES) >= 60
    assert min(halves.values()) >= 10


def test_what_was_said_is_told_with_who_said_it(dangers):
    case = next(case for case in CASES if case["is"] == "the user accuses")
    (accident,) = accidents_of(events_of(case["events"]), dangers)
    first = accident.regrets[0]
    assert (first.by, first.sign, first.quote) == (
        "user",
        "accused",
        "what did you do?? you deleted all my uploads",
    )
    assert accident.kind == "files"
