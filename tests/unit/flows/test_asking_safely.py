"""What leaves and what stays: secrets in questions and errors, a look without a key, ^C with several on their way."""

import json
import os
import signal
import subprocess
import sys

import pytest

from cm.cli.reflect_model import render
from cm.errors import NoModel
from cm.flows.modelling import reflect_with_model, would_ask
from cm.flows.reflect import Wish, reflect
from cm.llm.scripted import ScriptedWriter
from cm.model.writing import Failure, Reply
from cm.store.replies import replies_dir
from cm.store.usage import read_usage
from tests.kit.alive import wait_for
from tests.kit.model_server import Fail, Say, Slow, model_server
from tests.kit.run import run_cm
from tests.unit.flows.test_modelling import SAID, UV, answer, chosen, home

SHAPED = {
    "github": "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
    "aws": "AKIA" + "QWERTYUIOPASDFGH",
    "openai": "sk-proj-" + "Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2Yz3",
    "url": "postgres://shop:tr0ub4dor-and-3@db.internal/shop",
}
VALUES = {
    "SHOP_DB_PASSWORD": "correct horse battery",
    "MY_KEY": "plainlookingvalue",
    "DEPLOY_TOKEN": "zebra-lantern-42",
}
LEAKY = (
    ("user", "the login is " + " and ".join([*SHAPED.values(), *VALUES.values()])),
    ("env", 0, "\n".join([*SHAPED.values(), *VALUES.values()])),
    ("user", "no, we run the tests with `uv run pytest -q` here"),
)


def everything_kept(env):
    return "".join(
        path.read_text("utf-8", "replace")
        for path in env.home.root.rglob("*")
        if path.is_file() and "journal" not in path.parts and path.suffix not in (".db", ".sqlite")
    )


def test_no_secret_by_its_shape_or_by_a_variable_reaches_a_question_a_log_or_a_dry_run(tmp_path):
    env = home(tmp_path, LEAKY, environ=VALUES, key_variable="MY_KEY")
    secrets = [*SHAPED.values(), *VALUES.values()]
    shown = would_ask(env, chosen(env))
    said = answer({**UV, "why": f"they said {' '.join(SHAPED.values())}"})
    writer = ScriptedWriter([Failure("overloaded", "busy"), said])
    done = reflect_with_model(env, chosen(env), lambda _: "", writer=writer, wait=lambda _: None)
    asked = "".join(message.text for call in writer.asked for message in call.messages)
    assert "we run the tests with" in asked
    assert "[secret:environment]" in asked
    for secret in secrets:
        assert secret not in asked
        assert secret not in shown.would[0].work + shown.would[0].system
        assert secret not in render(shown, dry_run=True)
        assert secret not in repr(done)
    for secret in SHAPED.values():
        assert secret not in everything_kept(env)
    assert done.scrubbed >= len(VALUES)


@pytest.mark.parametrize("named", [{"key_variable": "NOT_SET"}, {"key_keyring": "cm/nobody"}])
def test_a_look_at_what_would_be_sent_needs_no_key_and_says_that_it_is_missing(tmp_path, named):
    env = home(tmp_path, SAID, **named)
    shown = reflect(env, Wish(model=True, dry_run=True)).modelled
    assert len(shown.would) == 1
    assert shown.usd_at_most > 0
    assert next(iter(named.values())) in shown.lacks or "keyring" in shown.lacks
    text = render(shown, dry_run=True)
    assert "Before it can be asked:" in text
    assert max(map(len, text.splitlines())) <= 80
    with pytest.raises(NoModel):
        reflect(env, Wish(model=True))
    assert read_usage(env.home) == {}


def test_a_look_with_the_key_there_lacks_nothing(tmp_path):
    env = home(tmp_path, SAID, key_variable="MY_KEY", environ={"MY_KEY": "k-0123456789"})
    shown = would_ask(env, chosen(env))
    assert shown.lacks == ""
    assert "Before it can be asked" not in render(shown, dry_run=True)


def test_what_a_run_costs_is_never_more_than_the_look_said(tmp_path):
    env = home(tmp_path, SAID, SAID, reflect_rounds=3)
    most = would_ask(env, chosen(env)).usd_at_most
    lines = [
        answer(*({**UV, "text": f"Rule {n} of {at}: " + "x" * 3000} for n in range(5))) for at in range(9)
    ]
    reflect_with_model(env, chosen(env), lambda _: "", writer=ScriptedWriter([Reply(line) for line in lines]))
    calls = read_usage(env.home).values()
    assert len(calls) == 6
    assert sum(call.nano for call in calls) <= most * 1e9


@pytest.fixture
def server():
    with model_server() as script:
        yield script


def test_an_interruption_keeps_what_came_in_behind_a_session_that_is_still_asked(tmp_path, server):
    others = [
        (
            ("user", f"fix number {n}"),
            ("make", 0, "ok"),
            ("user", f"no, we always call the {name} script with --dry here"),
        )
        for n, name in enumerate(("north", "south"))
    ]
    env = home(
        tmp_path, (("user", "the slow one"),), *others, base_url=server.url + "/v1", parallel=2, daily_usd=5.0,
        key_variable="MY_KEY",
    )  # fmt: skip
    server.by = lambda body: (
        Slow(60) if "the slow one" in json.dumps(body) else Say('{"deltas": []}', 3000, 5)
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "cm", "reflect", "--model"],
        env={**env.environ, "PYTHONPATH": os.getcwd(), "MY_KEY": "k-0123456789"},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    wait_for(lambda: sum(call.settled is not None for call in read_usage(env.home).values()) >= 2, 60)
    wait_for(lambda: len(list(replies_dir(env.home).glob("q-*.json"))) >= 2)
    wait_for(lambda: any("the slow one" in json.dumps(each.body) for each in server.asked), 60)  # it was sent
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert "interrupted after 2 of 3 sessions" in " ".join(err.split())
    calls = list(read_usage(env.home).values())
    assert sorted(call.settled is None or call.settled.how == "unknown" for call in calls) == [
        False,
        False,
        True,
    ]
    server.by = None
    server.says('{"deltas": []}')
    run_cm("reflect", "--model", env={**env.environ, "MY_KEY": "k-0123456789"})
    assert ["the slow one" in json.dumps(each.body) for each in server.asked] == [True]


def test_a_server_that_repeats_the_key_and_the_question_gets_neither_into_what_is_told(tmp_path, server):
    key = "k-nothing-that-has-a-shape"
    env = home(tmp_path, LEAKY, base_url=server.url + "/v1", key_variable="MY_KEY", attempts=1, daily_usd=5.0)
    world = {**env.environ, **VALUES, "MY_KEY": key}
    for line in (
        Fail(401, {}, f"Incorrect API key provided: {key}"),
        Fail(500, {}, f"Traceback: headers={{'Authorization': 'Bearer {key}'}}"),
        Fail(400, {}, f"bad header {key}"),
        Say(f"I was given {key} and will not answer in JSON", 9000, 20),
    ):
        server.says(line)
        done = run_cm("reflect", "--model", "--again", env=world)
        assert done.code == 7, done.err
        assert key not in done.out + done.err
        assert key not in done.out.replace("\n", "").replace(" ", "")
        assert key not in everything_kept(env)
    told = json.dumps([request.body for request in server.asked])
    assert not [value for value in (*SHAPED.values(), VALUES["DEPLOY_TOKEN"], key) if value in told]


@pytest.mark.parametrize("key", ["two words", "line\nend", "k-ключ-0123456789", "“quoted”"])
def test_a_key_that_no_header_can_hold_is_refused_before_anything_starts_and_not_repeated(tmp_path, key):
    env = home(tmp_path, SAID, key_variable="MY_KEY", environ={"MY_KEY": key})
    with pytest.raises(NoModel) as caught:
        reflect(env, Wish(model=True))
    assert "MY_KEY" in caught.value.message
    assert key not in caught.value.message + caught.value.hint
