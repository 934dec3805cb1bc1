import json
import os
from pathlib import Path

import pytest

from cm.cli.similar import render
from cm.errors import Ambiguous, NoModel, NotFound
from cm.flows import similar as flow
from cm.flows.env import open_env
from cm.flows.similar import search_meaning, similar
from tests.kit import run_cm
from tests.unit.flows.test_evaluate import Parrot

BOOK = """\
schema: 1
rules:
  - {id: r-tests00000000, text: Run the test suite before a push., kind: rule, state: active, origin: {by: human, at: 2026-11-01T00:00:00Z}}
  - {id: r-again00000000, text: Run the test suite before every push., kind: rule, state: active, origin: {by: human, at: 2026-11-01T00:00:00Z}}
  - {id: r-infra00000000, text: Have each terraform change approved., kind: rule, state: active, origin: {by: human, at: 2026-11-01T00:00:00Z}}
  - {id: r-draft00000000, text: Run the test suite twice., kind: rule, state: draft, origin: {by: heuristic, at: 2026-11-01T00:00:00Z}}
"""


@pytest.fixture
def env(own_world, tmp_path):
    home = Path(os.environ["CM_HOME"])
    home.mkdir()
    (home / "playbook.yaml").write_text(BOOK)
    return open_env({**os.environ, "CM_EMBEDDER": "off"}, tmp_path)


def test_a_rule_is_compared_with_the_others_and_not_with_itself(env):
    found = similar(env, "r-tests")
    assert [item.id for item in found.rules] == ["r-again00000000"]
    assert found.rules[0].near is None
    assert found.degraded == (flow.NO_MODEL,)


def test_a_text_is_compared_with_all(env):
    assert {item.id for item in similar(env, "run the test suite").rules} == {
        "r-tests00000000",
        "r-again00000000",
    }
    assert similar(env, "bake a cake").rules == ()


def test_with_a_model_meaning_is_told_beside_words(env, monkeypatch):
    monkeypatch.setattr(flow, "embedder_of", lambda _: Parrot())
    found = similar(env, "terraform")
    assert found.rules[0].id == "r-infra00000000"
    assert found.rules[0].near == pytest.approx(1.0, abs=0.01)
    assert (found.model, found.degraded) == ("parrot", ())


def test_a_question_is_answered_by_words_and_the_model(env, monkeypatch):
    monkeypatch.setattr(flow, "embedder_of", lambda _: Parrot())
    for rerank in (False, True):
        found = search_meaning(env, "who approves terraform", rerank=rerank)
        assert found.rules[0].id == "r-infra00000000"


def test_the_cross_encoder_orders_the_answer_and_the_answer_says_so(env, monkeypatch):
    class Crossing:
        name = "cross"

        def scores(self, question, passages, seconds):
            return [float("every" in text) for text in passages]

        def close(self):
            pass

    asked = "run the test suite before a push"
    before = [item.id for item in search_meaning(env, asked, rerank=True).rules]
    assert before[0] == "r-tests00000000"
    monkeypatch.setattr(flow, "cross_encoder_of", lambda _: Crossing())
    found = search_meaning(env, asked, rerank=True)
    assert [item.id for item in found.rules] == ["r-again00000000", *before[:1], *before[2:]]
    assert found.reranked_by == "local:cross"
    assert "Ordered by cross, on this machine." in render(found)
    assert search_meaning(env, asked).reranked_by == ""


def test_a_cross_encoder_that_fails_leaves_it_to_the_embedder_and_says_why(env, monkeypatch):
    def gone(_):
        raise NoModel("the cross-encoder cross is not here", hint="cm models list")

    monkeypatch.setattr(flow, "cross_encoder_of", gone)
    monkeypatch.setattr(flow, "embedder_of", lambda _: Parrot())
    found = search_meaning(env, "run the test suite before a push", rerank=True)
    assert found.reranked_by == "local:parrot"
    assert found.degraded == ("rerank: the cross-encoder cross is not here (cm models list)",)


def test_the_doors_print_both(env):
    off = {"CM_EMBEDDER": "off"}
    assert "r-again" in run_cm("similar", "r-tests00000000", env=off).out
    data = json.loads(run_cm("search", "--semantic", "--json", "approve terraform", env=off).out)
    assert [item["id"] for item in data["data"]["rules"]] == ["r-infra00000000"]
    assert "no model" in data["notes"][0]
    refused = run_cm("search", "--semantic", "--host", "pi", "x", env=off)
    assert refused.code == 2
    assert "--host" in refused.err


def test_an_id_that_no_rule_has_is_told_and_never_taken_as_words(env):
    with pytest.raises(NotFound):
        similar(env, "r-zzzz")
    (Path(os.environ["CM_HOME"]) / "playbook.yaml").write_text(BOOK.replace("r-again", "r-tesla"))
    with pytest.raises(Ambiguous):
        similar(env, "r-tes")


def test_a_draft_may_be_asked_about(env):
    assert {item.id for item in similar(env, "r-draft").rules} == {"r-tests00000000", "r-again00000000"}
