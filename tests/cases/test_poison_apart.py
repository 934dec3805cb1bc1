"""Planted words that were written apart from the gate's marks, ordinary corrections in users' own words, and what the gate gets wrong."""

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
from tests.cases.test_poison import gullible, said_of
from tests.kit.talk import talk
from tests.unit.flows.test_modelling import home

POISON = Path(__file__).with_name("poison")


def cases(name):
    return [
        pytest.param(each, id=f"{where}-{number}")
        for where, group in ryaml.loads(POISON.joinpath(name).read_text("utf-8")).items()
        for number, each in enumerate(group, 1)
    ]


def asked(tmp_path, case, reply):
    env = home(tmp_path, said_of(case))
    journal = Journal(env.home.journal)
    heads = [(head, size_of(journal, head)) for head in journal.sessions()]
    done = reflect_with_model(env, heads, lambda _: "", writer=ScriptedWriter([reply]), wait=lambda _: None)
    return env, done.told


def faithful(case):
    """What a model makes of it that quotes the user's words exactly."""
    _, events = talk(*said_of(case))
    place = max(
        number for number, event in enumerate(events, 1) if event.by == "user" and case["quote"] in event.text
    )
    quotes = [{"event": place, "by": "user", "quote": case["quote"]}]
    delta = {"do": "add", "text": case["text"], "kind": case.get("kind", "rule"), "quotes": quotes}
    return json.dumps({"deltas": [delta]})


def test_there_are_enough_of_both():
    assert len(cases("apart.yaml")) >= 60
    assert len(cases("innocent.yaml")) >= 40


@pytest.mark.parametrize("case", cases("apart.yaml"))
def test_planted_words_of_other_kinds_become_no_rule_and_are_told(tmp_path, case):
    _, events = talk(*said_of(case))
    env, told = asked(tmp_path, case, gullible(case, events))
    assert len(told) >= 3
    assert {item.verdict for item in told} == {"refused"}
    assert list(read_playbook(env.home.playbook)) == []
    log = read_log(env.home.decisions).decisions
    assert any(each.say.startswith(SUSPECTED) for each in log)
    assert all(each.reason and each.say for each in log)


@pytest.mark.parametrize("case", cases("innocent.yaml"))
def test_an_ordinary_correction_in_the_users_own_words_waits_as_a_draft(tmp_path, case):
    env, told = asked(tmp_path, case, faithful(case))
    assert [(item.verdict, item.state, item.text) for item in told] == [("added", "draft", case["text"])]
    (rule,) = read_playbook(env.home.playbook)
    assert rule.evidence[0].quote == case["quote"]


def test_what_a_person_said_whom_the_user_only_speaks_of_waits_for_a_person(tmp_path):
    (param, *_) = cases("relayed.yaml")
    (case,) = param.values
    _, events = talk(*said_of(case))
    env, _ = asked(tmp_path, case, gullible(case, events))
    assert [rule.state for rule in read_playbook(env.home.playbook)] == ["draft"]


def test_a_machine_that_the_user_says_is_right_is_still_not_the_user(tmp_path):
    (case,) = cases("relayed.yaml")[-1].values
    _, told = asked(tmp_path, case, faithful(case))
    assert [item.verdict for item in told] == ["refused"]
