"""A process that stays answers with the model itself, what `cm context` would, and says so where it cannot."""

import json
import os

import pytest

from cm.flows import meaning, warm
from cm.flows.callers import as_stranger
from cm.flows.context import context
from cm.flows.env import open_env
from cm.flows.warm import Ahead, Warm
from cm.mcp.caller import Caller
from cm.mcp.tools import call
from tests.kit import run_cm
from tests.unit.flows.test_evaluate import Parrot

ASKED = "zzz terraformish apply"  # no word of it is in a rule; the model knows what is meant


@pytest.fixture
def env(own_world, tmp_path, monkeypatch):
    monkeypatch.setattr(meaning, "embedder_of", lambda _: Parrot())
    monkeypatch.setattr(warm, "embedder_of", lambda _: Parrot())
    monkeypatch.setenv("CM_EMBEDDER", "off")  # what other processes would read with
    run_cm("init")
    run_cm("remember", "-e", "Run the tests before a push.")
    run_cm("remember", "-e", "Have every terraform plan approved.")
    return open_env(os.environ, tmp_path)


def texts(found):
    return [rule.text for rule in found.rules]


def test_the_loaded_model_finds_what_words_do_not(env):
    asked = Warm(env)
    asked.ready()
    found = asked.context(ASKED)
    assert texts(found) == ["Have every terraform plan approved."]
    assert found.degraded == ()
    assert texts(context(open_env(os.environ, env.cwd), ASKED)) == []


def test_before_the_model_has_read_the_rules_words_decide_and_it_is_said(env):
    found = Warm(env).context("approve the terraform plan")
    assert texts(found) == ["Have every terraform plan approved."]
    assert found.degraded == (warm.OTHER,)


def test_without_a_model_it_is_said_and_words_decide(env, monkeypatch):
    monkeypatch.setattr(warm, "embedder_of", lambda _: None)
    cold = Warm(env)
    assert cold.model == ""
    found = cold.context("approve the terraform plan")
    assert (texts(found), found.degraded) == (["Have every terraform plan approved."], (warm.NO_MODEL,))


def test_a_rule_that_the_model_has_not_read_is_found_by_its_words_and_it_is_said(env):
    asked = Warm(env)
    asked.ready()
    run_cm("remember", "-e", "Tag every terraform module.")
    found = asked.context("tag the terraform module")
    assert "Tag every terraform module." in texts(found)
    assert [each.startswith("semantic: 1 rule") for each in found.degraded] == [True]
    asked.ready()
    assert asked.context("tag the terraform module").degraded == ()


def test_deliveries_are_logged_as_those_of_the_door_and_may_be_left_out(env):
    asked = Warm(env)
    asked.ready()
    asked.context(ASKED, log=False)
    assert not env.home.shown.exists()
    found = asked.context(ASKED, door="mcp", session="s1")
    (line,) = map(json.loads, env.home.shown.read_text().splitlines())
    assert (line["id"], line["door"], line["session"]) == (found.envelope, "mcp", "s1")


def test_it_answers_for_the_folder_that_is_asked_from(env, tmp_path):
    shop = tmp_path / "shop"
    (shop / ".git").mkdir(parents=True)
    (shop / ".git" / "config").write_text('[remote "origin"]\n\turl = https://github.com/acme/shop\n')
    run_cm("remember", "Name terraform modules after fish.", cwd=shop)
    asked = Warm(env)
    asked.ready()
    assert len(texts(asked.context(ASKED))) == 1
    assert len(texts(asked.context(ASKED, cwd=shop))) == 2


def test_the_model_is_loaded_beside_the_answers_and_only_where_it_has_read_the_rules(env):
    ahead = Ahead(os.environ, str(env.cwd))
    ahead.load()
    assert ahead.warm() is None  # no rule was read
    Warm(env).ready()
    assert ahead.warm() is None
    ahead.begin().join(10)
    assert texts(ahead.warm().context(ASKED)) == ["Have every terraform plan approved."]
    (env.home.cache / "near.db").unlink()
    assert ahead.warm() is None


def test_a_model_that_cannot_be_loaded_stops_nobody(env, monkeypatch):
    def broken(_):
        raise OSError("the file of the model is cut")

    monkeypatch.setattr(warm, "embedder_of", broken)
    ahead = Ahead(os.environ, str(env.cwd))
    ahead.begin().join(10)
    assert ahead.warm() is None


def test_who_asks_over_http_is_answered_by_the_loaded_model_as_the_agent_that_it_is(env):
    Warm(env).ready()
    ahead = Ahead(os.environ, str(env.cwd))
    environ = {**as_stranger(os.environ, ""), "HOME": os.environ["HOME"]}
    plain = call(Caller(environ, str(env.cwd)), "context", {"task": ASKED, "format": "json"})
    ahead.load()
    found = call(Caller(environ, str(env.cwd), mind=ahead), "context", {"task": ASKED, "format": "json"})
    assert [rule["text"] for rule in plain.document["data"]["rules"]] == []
    assert [rule["text"] for rule in found.document["data"]["rules"]] == [
        "Have every terraform plan approved."
    ]
    assert json.loads(env.home.shown.read_text().splitlines()[-1])["door"] == "mcp"
    run_cm("forget", found.document["data"]["rules"][0]["id"], "--reason", "not any more")
    gone = call(Caller(environ, str(env.cwd), mind=ahead), "context", {"task": ASKED, "format": "json"})
    assert gone.document["data"]["rules"] == []
