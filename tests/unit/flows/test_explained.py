import json
import os
from pathlib import Path

import pytest

from cm.core.language import relevance
from cm.flows.context import Wish, quick_context
from cm.flows.env import open_env
from cm.flows.explained import explain_context
from tests.kit import run_cm

BOOK = """\
schema: 1
rules:
  - {id: r-given00000000, text: Have every terraform plan approved before you apply it., kind: rule, state: active, origin: {by: human, at: 2026-11-01T00:00:00Z}}
  - {id: r-copy000000000, text: Have every terraform plan approved before you apply it!, kind: rule, state: active, origin: {by: human, at: 2026-11-01T00:00:00Z}}
  - {id: r-behind0000000, text: Apply stickers with care., kind: rule, state: active, origin: {by: human, at: 2026-11-01T00:00:00Z}}
  - {id: r-draft00000000, text: Run terraform apply with a saved plan., kind: rule, state: draft, origin: {by: heuristic, at: 2026-11-01T00:00:00Z}}
"""
TASK = "apply the terraform plan"


@pytest.fixture
def env(own_world, tmp_path):
    home = Path(os.environ["CM_HOME"])
    home.mkdir()
    (home / "playbook.yaml").write_text(BOOK)
    os.utime(home / "playbook.yaml", (1_700_000_000, 1_700_000_000))
    return open_env(os.environ, tmp_path)


def reasons(found):
    return {each.id: each.reason for each in found.rules}


def test_every_candidate_is_in_or_out_with_its_reason(env):
    assert reasons(explain_context(env, TASK)) == {
        "r-given00000000": "given",
        "r-copy000000000": "alike",
        "r-behind0000000": "floor",
        "r-draft00000000": "draft",
    }


def test_what_is_explained_as_given_is_what_context_gives(env, tmp_path):
    explained = [each.id for each in explain_context(env, TASK).rules if each.given]
    assert tuple(explained) == quick_context(os.environ, str(tmp_path), TASK, Wish()).ids


def test_the_terms_add_up_to_what_the_words_give(env):
    for each in explain_context(env, TASK).rules:
        assert sum(each.terms.values()) * each.breadth == pytest.approx(each.words, abs=0.05)


def test_a_limit_and_a_budget_are_told(env):
    found = explain_context(env, TASK, budget=61)
    assert reasons(found)["r-given00000000"] == "budget"
    assert not any(each.given for each in found.rules)


def test_nothing_is_logged(env):
    explain_context(env, TASK)
    assert not (env.home.ledger_dir / "shown.jsonl").exists()


def test_the_door_prints_it_as_text_and_as_json(env):
    told = run_cm("context", "--explain", TASK)
    assert told.code == 0, told.err
    assert "Given (1)" in told.out
    assert "says the same" in told.out
    data = json.loads(run_cm("context", "--json", "--explain", TASK).out)
    assert data["schema"] == "cm.context-explained/1"
    assert data["data"]["rules"][0]["terms"]["terraform"] > 0


def test_gains_and_score_are_one_sum():
    query = relevance.read_task("rotate the deploy key of the staging cluster")
    rule = relevance.rule_terms([("Keys of a cluster are rotated by the pipeline.", 1.0)])
    found, factor = relevance.gains(query, rule, {}, 5)
    assert sum(found.values()) * factor == pytest.approx(relevance.score(query, rule, {}, 5))
