import json
import os

import pytest

from cm.cli.eval import render
from cm.errors import NoModel, Usage
from cm.flows import evaluate as evaluation
from cm.flows.env import open_env
from cm.flows.evaluate import evaluate
from tests.kit import run_cm

RUBRIC = {
    "schema": 1,
    "rules": [
        {"id": "uv", "text": "Run the tests with `uv run pytest -q`.", "project": "shop", "tags": ["tests"]},
        {
            "id": "tf",
            "text": "Have every terraform plan approved before it is applied.",
            "tags": ["terraform"],
        },
    ],
    "queries": [
        {"id": "1", "task": "run the tests", "project": "shop", "relevant": ["uv"], "must": ["uv run"]},
        {"id": "2", "task": "apply the terraform plan", "relevant": ["tf"], "must_not": ["pytest"]},
        {"id": "3", "task": "tell me a joke", "none": True},
    ],
}


class Parrot:
    """An embedder of three words."""

    name, revision, likely = "parrot", "1", 0.3

    def embed(self, texts):
        return [self._one(text.lower()) for text in texts]

    def _one(self, text):
        found = [0.1, float("test" in text), float("terraform" in text)]
        size = sum(value * value for value in found) ** 0.5
        return [value / size for value in found]

    def vocabulary(self, most):
        return ["test", "tests", "terraform", "other"][:most]

    def near(self, pairs):
        from cm.core.language.nearness import Nearness

        return [Nearness(sum(a * b for a, b in zip(*self.embed(pair), strict=True))) for pair in pairs]


@pytest.fixture
def file(own_world, tmp_path):
    path = tmp_path / "rubric.json"
    path.write_text(json.dumps(RUBRIC))
    return path


def env(tmp_path, **more):
    return open_env({**os.environ, **more}, tmp_path)


def test_words_alone_are_asked_without_a_model_and_the_rest_is_said_to_be_left_out(file, tmp_path):
    found = evaluate(env(tmp_path, CM_EMBEDDER="off"), file)
    assert [run.mode for run in found.runs] == ["lexical"]
    assert "cm models list" in found.skipped["fused"]
    scores = found.runs[0].scores
    assert (scores.recall["5"], scores.mrr, scores.silence, scores.kept) == (1.0, 1.0, 1.0, 1.0)


def test_every_way_is_asked_side_by_side_where_a_model_is(file, tmp_path, monkeypatch):
    monkeypatch.setattr("cm.flows.evaluate.embedder_of", lambda _: Parrot())
    found = evaluate(env(tmp_path), file)
    assert [run.mode for run in found.runs] == ["lexical", "table", "semantic", "fused", "ranks", "reranked"]
    assert all(run.scores.recall["5"] == 1.0 for run in found.runs)
    assert all(run.scores.silence == 1.0 for run in found.runs)


class Crossing:
    """A cross-encoder that knows what a plan is, and for whom plans come last."""

    name, revision = "cross", "1"

    def __init__(self, fails=False):
        self.fails, self.closed = fails, False

    def scores(self, question, passages, seconds):
        if self.fails and len(passages) > 1:
            raise NoModel("cross was too slow")
        return [-float("plan" in text) for text in passages]

    def close(self):
        self.closed = True


BOTH = {"id": "4", "task": "run the tests on the terraform plan", "project": "shop", "relevant": ["uv"]}


def reciprocal(found):
    return {run.mode: run.scores.mrr for run in found.runs}


def test_a_cross_encoder_orders_anew_and_the_answer_says_so(file, tmp_path, monkeypatch):
    file.write_text(json.dumps({**RUBRIC, "queries": [{**BOTH, "relevant": ["tf"]}, RUBRIC["queries"][2]]}))
    cross = Crossing()
    monkeypatch.setattr(evaluation, "cross_encoder_of", lambda _: cross)
    found = evaluate(env(tmp_path, CM_EMBEDDER="off"), file)
    assert [run.mode for run in found.runs] == ["lexical", "reranked"]
    assert (found.reranked_by, found.model, found.notes, cross.closed) == ("local:cross", "", (), True)
    assert all(run.scores.silence == 1.0 for run in found.runs)  # what is good enough was decided before
    turned = reciprocal(found)
    monkeypatch.setattr(Crossing, "scores", lambda self, _, texts, __: [float("plan" in text) for text in texts])  # fmt: skip
    straight = reciprocal(evaluate(env(tmp_path, CM_EMBEDDER="off"), file))
    assert (turned["reranked"], straight["reranked"]) == (0.5, 1.0)
    assert turned["lexical"] == straight["lexical"]
    assert "by cross, on this machine" in render(found)


def test_without_the_cross_encoder_the_embedder_orders_anew_and_it_is_told(file, tmp_path, monkeypatch):
    monkeypatch.setattr(evaluation, "embedder_of", lambda _: Parrot())
    assert evaluate(env(tmp_path), file).reranked_by == "local:parrot"

    def gone(_):
        raise NoModel("the cross-encoder cross is not here", hint="cm models list")

    monkeypatch.setattr(evaluation, "cross_encoder_of", gone)
    found = evaluate(env(tmp_path), file)
    assert (found.reranked_by, len(found.notes)) == ("local:parrot", 1)
    assert "is not here" in " ".join(render(found).split())


def test_a_cross_encoder_that_fails_on_the_way_has_no_column(file, tmp_path, monkeypatch):
    file.write_text(json.dumps({**RUBRIC, "queries": [BOTH]}))
    monkeypatch.setattr(evaluation, "cross_encoder_of", lambda _: Crossing(fails=True))
    found = evaluate(env(tmp_path, CM_EMBEDDER="off"), file)
    assert [run.mode for run in found.runs] == ["lexical"]
    assert (found.skipped["reranked"], found.reranked_by) == ("cross was too slow", "")


def test_a_way_that_does_not_exist_is_refused(file, tmp_path):
    with pytest.raises(Usage):
        evaluate(env(tmp_path), file, modes=["psychic"])


def test_the_user_s_own_rules_are_asked_when_the_rubric_brings_none(own_world, tmp_path):
    home = tmp_path / "home"
    done = run_cm("init", env={"CM_HOME": str(home)})
    done = run_cm("remember", "Never deploy on a Friday.", env={"CM_HOME": str(home)})
    assert done.code == 0, done.err
    rule = json.loads(run_cm("list", "--json", env={"CM_HOME": str(home)}).out)["data"]["rules"][0]
    rule_id = rule.get("id") or rule["rule"]["id"]
    path = tmp_path / "own.json"
    path.write_text(json.dumps({"queries": [{"task": "deploy on Friday", "relevant": [rule_id]}]}))
    done = run_cm("eval", str(path), "--mode", "lexical", env={"CM_HOME": str(home)})
    assert done.code == 0, done.err
    assert "recall@5" in done.out
    assert "1.00" in done.out
    assert (
        not (home / "ledger" / "shown.jsonl").exists()
        or "deploy on Friday" not in (home / "ledger" / "shown.jsonl").read_text()
    )
