"""Runs the stanzas of `propose/`: what lasts, what passes, and whole sessions."""

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from cm.core.reading.directives import find_directives
from cm.core.reading.propose import propose
from cm.model.diary import Diary
from cm.model.session import Event, SessionHead
from tests.kit import NOW, ts

CASES = Path(__file__).parent / "propose"
PROJECT = "github.com/acme/shop"
HEAD = SessionHead(id="host/s1", host="host", native="s1", project=PROJECT)
DIARY = Diary(
    "y-1", "host/s1", PROJECT, "", "", "", "unknown", "neutral", (), (), (), (), (), (), (), (), (), 0
)


def load(name):
    return YAML(typ="safe").load((CASES / name).read_text("utf-8"))


def named(stanzas):
    return [pytest.param(stanza, id=stanza["text"][:50].replace("\n", " ")) for stanza in stanzas]


# of the messages here so many may be missed, and so many wrongly taken: the model is weighed, not tuned to a line
MISSED_AT_MOST = 0.12
TAKEN_AT_MOST = 0.03


def holds(stanza, found):
    return any(all(term.casefold() in rule.text.casefold() for term in stanza["says"]) for rule in found)


def test_most_of_what_should_last_is_found_in_one_rule_that_keeps_the_particulars():
    stanzas = load("lasting.yaml")
    missed = [stanza["text"] for stanza in stanzas if not holds(stanza, find_directives(stanza["text"]))]
    assert len(missed) <= MISSED_AT_MOST * len(stanzas), missed


def test_hardly_anything_that_only_passes_is_taken():
    stanzas = load("passing.yaml")
    taken = [stanza["text"] for stanza in stanzas if find_directives(stanza["text"])]
    assert len(taken) <= TAKEN_AT_MOST * len(stanzas), taken


@pytest.mark.parametrize(
    "stanza", named(s for s in load("passing.yaml") if s["trap"] in ("injected", "pasted", "quote"))
)
def test_words_that_are_not_the_users_own_never_become_a_rule(stanza):
    assert find_directives(stanza["text"]) == ()


@pytest.mark.parametrize("text", load("injected.yaml"), ids=lambda text: text[:40].replace("\n", " "))
def test_planted_text_never_becomes_a_rule(text):
    assert find_directives(text) == ()


def test_kind_and_scope_are_judged_well():
    stanzas = [s for s in load("lasting.yaml") if "kind" in s or "scope" in s]
    judged = [(stanza, rule) for stanza in stanzas for rule in find_directives(stanza["text"])[:1]]
    wrong = [
        (stanza["text"], rule.kind, rule.scope_hint)
        for stanza, rule in judged
        if stanza.get("kind", rule.kind) != rule.kind
        or stanza.get("scope", rule.scope_hint) != rule.scope_hint
    ]
    assert len(wrong) <= 0.12 * len(stanzas), wrong


def events_of(lines):
    """`[who, text]` or `[$, command, exit, output]` per line."""
    made = []
    for number, line in enumerate(lines):
        who, text, *rest = line
        event_id = f"e-{number}"
        if who == "$":
            made.append(Event(event_id, HEAD.id, len(made), ts(1), "agent", "command", text))
            made.append(
                Event(
                    f"{event_id}o",
                    HEAD.id,
                    len(made),
                    ts(1),
                    "tool",
                    "output",
                    rest[1],
                    of=event_id,
                    exit=rest[0],
                )
            )
        elif who == "edit":
            made.append(Event(event_id, HEAD.id, len(made), ts(1), "agent", "edit", text))
        else:
            made.append(Event(event_id, HEAD.id, len(made), ts(1), who, "message", text))
    return made


@pytest.mark.parametrize("stanza", [pytest.param(s, id=s["case"]) for s in load("sessions.yaml")])
def test_a_session_proposes_what_the_stanza_says(stanza):
    events = events_of(stanza["events"])
    adds = propose(HEAD, events, DIARY, project=PROJECT, now=NOW, instructions=stanza.get("instructions", ""))
    assert [add.text for add in adds] == [wanted["text"] for wanted in stanza["adds"]]
    for add, wanted in zip(adds, stanza["adds"], strict=True):
        for field in ("kind", "category", "standing_words", "about"):
            if field in wanted:
                assert getattr(add, field) == wanted[field]
        if "since" in wanted:
            assert add.valid.since == wanted["since"]
        if "project" in wanted:
            assert bool(add.scope.project) is wanted["project"]
        if "quotes" in wanted:
            assert len(add.evidence) == wanted["quotes"]
        by_id = {event.id: event for event in events}
        for item in add.evidence:
            event = by_id[item.event]
            assert event.by == item.by
            assert event.text[slice(*item.span)] == item.quote
