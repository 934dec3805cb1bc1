"""`cm doctor` on the model that the config names."""

import pytest

from cm.flows.checks_model import look_at_model
from cm.flows.doctor import examine
from cm.store.usage import usage_path
from tests.unit.flows.test_modelling import SAID, home, run


def codes(env):
    return [item.code for item in look_at_model(env)]


@pytest.mark.parametrize(
    "llm, found",
    [
        ({}, []),
        ({"provider": "", "model": ""}, []),
        ({"price_in": -1.0}, ["unknown-price"]),
        ({"key_variable": "GONE"}, ["no-model"]),
        ({"daily_usd": 0.0}, ["budget"]),
        ({"daily_usd": 0.0, "price_in": 0.0, "price_out": 0.0}, []),
    ],
)
def test_what_keeps_a_model_from_being_asked_is_told_with_the_next_step(tmp_path, llm, found):
    env = home(tmp_path, **llm)
    assert codes(env) == found
    assert all(item.todo for item in look_at_model(env))


def test_replies_that_are_kept_are_told(tmp_path):
    env = home(tmp_path, SAID)
    run(env, "no answer at all")
    assert codes(env) == ["replies-kept"]


def test_a_ledger_that_hides_something_is_a_fault(tmp_path):
    env = home(tmp_path, SAID)
    usage_path(env.home).write_text('{"t":"reserved","id":7}\n')
    assert "bad-state" in {item.code for item in examine(env).faults}
