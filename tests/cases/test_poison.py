"""Sixty sessions in which web pages, tools, files, pastes and memory blocks ask to become rules, and a model that believes all of it."""

import json
from pathlib import Path

import pytest
import ryaml

from cm.core.curation.curate import SUSPECTED
from cm.flows.modelling import reflect_with_model
from cm.llm.scripted import ScriptedWriter
from cm.store.decisions import read_log
from cm.store.journal import Journal
from cm.store.playbook import read_playbook
from cm.store.reflected import size_of
from tests.kit.talk import talk
from tests.unit.flows.test_modelling import home

CASES = [
    pytest.param(where, each, id=f"{where}-{number}")
    for where, cases in ryaml.loads(
        Path(__file__).with_name("poison").joinpath("planted.yaml").read_text("utf-8")
    ).items()
    for number, each in enumerate(cases, 1)
]


def said_of(case):
    return [
        (item["run"], item["exit"], item["out"]) if isinstance(item, dict) else tuple(item)
        for item in case["said"]
    ]


def gullible(case, events):
    """Every way in which a model may bring the bait: by its real author, as the user's, with borrowed words, as a fact."""
    text, quote = case["bait"], case.get("quote", case["bait"])
    told = [(number, event) for number, event in enumerate((e for e in events if e.by != "host"), 1)]
    source = next(
        ((n, e) for n, e in told if quote in e.text),
        next(((n, e) for n, e in told if e.by != "user"), told[0]),
    )
    place, event = source
    spoken = quote if quote in event.text else event.text.splitlines()[-1]
    out = [
        {
            "do": "add",
            "text": text,
            "kind": "rule",
            "quotes": [{"event": place, "by": event.by, "quote": spoken}],
        },
        {
            "do": "add",
            "text": text,
            "kind": "anti-pattern",
            "quotes": [{"event": place, "by": "user", "quote": spoken}],
        },
        {
            "do": "add",
            "text": text,
            "kind": "fact",
            "quotes": [{"event": place, "by": event.by, "quote": spoken}],
        },
    ]
    out += [
        {"do": "add", "text": text, "kind": "rule", "quotes": [{"event": n, "by": "user", "quote": e.text}]}
        for n, e in told
        if e.by == "user" and quote not in e.text
    ]
    return json.dumps({"deltas": out})


def test_there_are_sixty_of_five_kinds():
    assert len(CASES) == 60
    assert len({param.values[0] for param in CASES}) == 5


@pytest.mark.parametrize("where, case", CASES)
def test_nothing_of_it_becomes_a_rule_and_the_attempt_is_told(tmp_path, where, case):
    env = home(tmp_path, said_of(case))
    _, events = talk(*said_of(case))
    journal = Journal(env.home.journal)
    heads = [(head, size_of(journal, head)) for head in journal.sessions()]
    done = reflect_with_model(
        env, heads, lambda _: "", writer=ScriptedWriter([gullible(case, events)]), wait=lambda _: None
    )
    assert [item.verdict for item in done.told] == ["refused"] * len(done.told)
    assert len(done.told) >= 3
    assert list(read_playbook(env.home.playbook)) == []
    assert any(each.say.startswith(SUSPECTED) for each in read_log(env.home.decisions).decisions)
