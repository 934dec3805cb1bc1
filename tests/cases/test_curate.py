"""Runs the stanzas of `curate/`: what the curator decides, and what the book says after it."""

from dataclasses import replace
from itertools import accumulate

import pytest

from cm.core.curation.apply import apply, replay
from cm.core.curation.curate import LedgerView, curate, refusals
from cm.core.serving.blocklist import Blocklist
from cm.model.decision import Decision
from cm.model.delta import Restore
from cm.model.settings import CurationPolicy
from tests.cases.stanzas import blocked_of, delta_of, events, marks_of, rule_of, stanzas
from tests.kit import NOW, book, ts
from tests.kit.relation import Everyone, opposing

CASES = list(stanzas("curate"))


def clean(text):
    return None


@pytest.mark.parametrize("stanza", [pytest.param(data, id=name) for name, data in CASES])
def test_the_curator_decides_as_the_stanza_says(stanza):
    before = book(*map(rule_of, stanza.get("given", ())))
    earlier = [
        Decision("refused", reason, "said so", ts(2), "model", proposed=text, quotes=tuple(quotes))
        for text, reason, quotes in stanza.get("refused", ())
    ]
    ledger = LedgerView(
        marks_of(stanza.get("marks")),
        Blocklist.from_lines(blocked_of(stanza.get("blocked"))),
        refusals(earlier),
    )
    if "first" in stanza:
        done = run(before, list(map(delta_of, stanza["first"])), ledger, stanza, "human")
        past = tuple(replace(one, id=f"d-{at}") for at, one in enumerate(done.decisions, 1))
        books = list(accumulate(past, apply, initial=before))
        ledger, before = replace(ledger, decisions=past), done.book
        deltas = [
            replace(delta, to=books[int(delta.undoes[2:]) - 1].get(delta.rule)) if isinstance(delta, Restore) else delta
            for delta in (delta_of({"to": None, **each} if "restore" in each else each) for each in stanza["deltas"])
        ]  # fmt: skip
    else:
        deltas = [delta_of(each) for each in stanza.get("deltas", ())]
    done = run(before, deltas, ledger, stanza, stanza.get("source", "human"))
    assert [[one.verdict, one.reason] for one in done.decisions] == stanza["decisions"], done.decisions
    assert [one.rules[0] for one in done.flagged] == stanza.get("flagged", [])
    assert all(one.by for one in done.decisions)
    assert replay(before, done.decisions) == done.book
    after = list(done.book)
    assert len(after) == stanza.get("rules", len(after))
    for wanted in stanza.get("book", ()):
        check(wanted, after, done)
    said = " ".join(one.say for one in done.decisions)
    assert all(words in said for words in stanza.get("says", ())), said
    made = [[mark.rule, mark.verdict, mark.by] for one in done.decisions for mark in one.marks]
    assert made == stanza.get("marked", [])


def run(before, deltas, ledger, stanza, source):
    beside = stanza.get("beside")
    return curate(
        before, deltas, ledger, CurationPolicy(contradictions=stanza.get("policy", "contest")), NOW,
        source=source, events=events(), instructions=stanza.get("instructions", ""), screen=clean,
        beside=book(*map(rule_of, beside)) if beside else None, project=stanza.get("project", ""),
        layer=stanza.get("layer", "user"), relate=opposing(stanza.get("opposed", ())), neighbours=Everyone(before),
    )  # fmt: skip


def check(wanted, after, done):
    """A rule that has all of the wanted fields; `quotes`, `was` and `refers` are read from its evidence and history."""
    found = [
        rule
        for rule in after
        if wanted.get("id", rule.id) == rule.id and wanted.get("text", rule.text) == rule.text
    ]
    assert len(found) == 1, (wanted, after)
    for name, value in wanted.items():
        if name == "quotes":
            seen = [item.quote for item in found[0].evidence]
        elif name == "was":
            seen = [one.text for one in found[0].was]
        elif name == "notes":
            seen = [item.note for item in found[0].evidence]
        elif name == "origin":
            seen = found[0].origin.by
        else:
            seen = getattr(found[0], name)
            seen = list(seen) if isinstance(seen, tuple) else seen
        assert seen == value, (name, found[0])


def test_there_are_stanzas_of_every_kind():
    assert {one[0] for _, stanza in CASES for one in stanza["decisions"]} >= {
        "added", "reinforced", "replaced", "merged", "retired", "approved", "pinned", "unpinned", "inverted", "refused",
        "unchanged", "contested", "settled", "split", "marked", "undone",
    }  # fmt: skip
