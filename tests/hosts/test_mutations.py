"""Recorded sessions, spoiled in many small ways: no fold raises, and what stands between the spoiled records is not lost.

Each host's own recorded shapes are the seed, so the damage reaches where invented JSON would not. `CM_FUZZ` says how many
records are spoiled per host (20,000 for a thorough look).
"""

import copy
import json
import os
import random

import pytest

from cm.hosts.registry import HOSTS, recognise
from cm.model.host import Record
from cm.model.session import Event, SessionHead, Skipped
from tests.hosts.kit import FIXTURES, new_fold, plain, records, said
from tests.hosts.test_conformance import CASES
from tests.hosts.test_laws import good, hears

ROUNDS = int(os.environ.get("CM_FUZZ", "600"))
FOLDS = [name for name, host in HOSTS.items() if host.sessions is not None and (FIXTURES / name).is_dir()]
AGENTS_SPEAK = ("session_meta", "session_init", "subagent", "ordinal", "Task Tool", "calling")
ODD = [
    None,
    True,
    0,
    -1,
    10**30,
    1.5,
    float("nan"),
    "",
    " ",
    "x",
    "\ud800",
    "<cm-context>",
    "{",
    [],
    {},
    [None],
    {"a": 1},
    [[[]]],
]


def places(value, found=None):
    """Every container in a value."""
    found = [] if found is None else found
    if isinstance(value, dict | list):
        found.append(value)
        for part in value.values() if isinstance(value, dict) else value:
            places(part, found)
    return found


def spoiled(value, dice):
    """A copy of a record with one to three small wounds."""
    value = copy.deepcopy(value)
    for _ in range(dice.randint(1, 3)):
        container = dice.choice(places(value) or [[0]])
        keys = list(container) if isinstance(container, dict) else list(range(len(container)))
        if not keys:
            continue
        key, other = dice.choice(keys), dice.choice(keys)
        match dice.randrange(5):
            case 0:
                container[key] = copy.deepcopy(dice.choice(ODD))
            case 1:
                del container[key]
            case 2:
                container[key] = copy.deepcopy(
                    container.get(other) if isinstance(container, dict) else container[other]
                )
            case 3:
                container[key] = [container[key]]
            case 4:
                text = container[key]
                container[key] = (
                    text[: dice.randrange(len(text) + 1)] if isinstance(text, str) else {"text": text}
                )
    return value


def seeds(host):
    return [
        item.value
        for case in CASES
        if case.values[0] == host
        for item in records(host, case.values[1])
        if isinstance(item, Record)
    ]


@pytest.mark.parametrize("host", FOLDS)
def test_spoiled_records_never_raise_and_all_that_is_said_can_be_stored(host):
    dice = random.Random(f"{host} one")
    sound = seeds(host)
    fold = new_fold(host)
    for number in range(ROUNDS):
        if number % 12 == 0:
            fold = new_fold(host, carry=plain(fold.carry()) if number % 24 else None)
        value = spoiled(dice.choice(sound), dice)
        recognise([value])
        items = list(fold.feed(Record(value, number)))
        assert items, value
        for item in items:
            assert isinstance(item, Event | SessionHead | Skipped)
            if isinstance(item, Event):
                json.dumps([item.text, item.agent, item.tool, item.at, item.of], ensure_ascii=False).encode()
        json.dumps(fold.carry())
        for head in (item for item in fold.finish() if isinstance(item, SessionHead)):
            json.dumps([head.id, head.cwd, head.branch, head.title, head.parent], ensure_ascii=False).encode()


@pytest.mark.parametrize("host", [host for host in FOLDS if hears(host)])
def test_good_records_between_spoiled_ones_are_not_lost(host):
    dice = random.Random(f"{host} two")
    sound = [value for value in seeds(host) if not spoils_session(value)]
    for number in range(ROUNDS // 6):
        fold = new_fold(host)
        items = []
        wanted = []
        for place in range(3):
            for _ in range(2):
                items += fold.feed(Record(spoiled(dice.choice(sound), dice), 1))
            text, record = good(host, place)
            wanted.append(text)
            items += fold.feed(Record(record, 1))
        assert [text for text in said(items) if text in wanted] == wanted, number


def spoils_session(value):
    """Whether a sound record says that all that follows was said by agents, or belongs to another session."""
    text = json.dumps(value)
    return any(mark in text for mark in AGENTS_SPEAK)
