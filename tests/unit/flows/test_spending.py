"""Calls in the ledger: before they are sent, shared by all processes, and in full whenever their end is not known."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack

import pytest

from cm.errors import BadState, NoModel, UnknownPrice, Unwritable
from cm.flows.env import open_env
from cm.flows.init import init
from cm.flows.spending import Metered, price_of
from cm.llm.scripted import ScriptedWriter
from cm.model.settings import LlmSettings
from cm.model.writing import Failure, Limits, Message, Reply, Used
from cm.store.usage import read_usage, usage_path
from tests.kit.world import world

ASK = (Message("user", "x" * 1000),)
LIMITS = Limits(tokens_out=100)


def config(tmp_path, **llm):
    told = {"provider": "openai-compatible", "model": "local", "base_url": "http://127.0.0.1:1/v1", "price_in": 3.0, "price_out": 15.0,
            "daily_usd": 1.0, "monthly_usd": 1.0, **llm}  # fmt: skip
    env = world(tmp_path)
    if not env.home.root.exists():
        init(env)
    env.home.config.write_text(
        "[llm]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in told.items())
    )
    return world(tmp_path)


def test_the_line_is_on_the_disk_before_anything_is_sent(tmp_path):
    env = config(tmp_path)
    seen = []

    def look(_):
        seen.extend(call for call in read_usage(env.home).values())
        return Reply("yes", used=Used(300, 5))

    Metered(env, ScriptedWriter([look]), verb="reflect", run="r1").ask(ASK, None, LIMITS)
    assert [call.settled for call in seen] == [None]
    assert seen[0].tokens_in > 1000
    (call,) = read_usage(env.home).values()
    assert (call.tokens_in, call.tokens_out, call.nano) == (300, 5, 300 * 3000 + 5 * 15000)
    assert call.nano < seen[0].nano


def test_over_a_limit_nothing_is_sent_and_the_answer_says_which(tmp_path):
    env = config(tmp_path, daily_usd=0.001)
    writer = ScriptedWriter(["yes"])
    failure = Metered(env, writer, verb="reflect", run="r1").ask(ASK, None, LIMITS)
    assert failure.kind == "over-budget"
    assert "llm.daily_usd" in failure.say
    assert "cm config set llm.daily_usd" in failure.hint
    assert writer.asked == []
    assert read_usage(env.home) == {}


def test_what_is_free_needs_no_limit(tmp_path):
    env = config(tmp_path, price_in=0.0, price_out=0.0, daily_usd=0.0, monthly_usd=0.0)
    assert isinstance(
        Metered(env, ScriptedWriter(["yes"]), verb="reflect", run="r1").ask(ASK, None, LIMITS), Reply
    )


@pytest.mark.parametrize(
    "llm",
    [
        LlmSettings("openai", "no-such-model-x"),
        LlmSettings("command", "gpt-5"),
        LlmSettings("openai", "gpt-5", base_url="http://gateway/v1"),
        LlmSettings("openai", "gpt-5x", price_in=1.0),
    ],
)
def test_a_price_that_nobody_names_is_an_error(llm):
    with pytest.raises(UnknownPrice) as caught:
        price_of(llm)
    assert "llm.price_in" in caught.value.hint


def test_a_call_that_is_broken_off_counts_in_full(tmp_path):
    env = config(tmp_path)

    def stop(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Metered(env, ScriptedWriter([stop]), verb="reflect", run="r1").ask(ASK, None, LIMITS)
    (call,) = read_usage(env.home).values()
    assert call.settled is None
    assert call.nano > 0


def test_failed_calls_are_written_down_too(tmp_path):
    env = config(tmp_path)
    metered = Metered(
        env,
        ScriptedWriter([Failure("rate-limited", "", turned_away=True), Failure("timed-out", "")]),
        verb="reflect",
        run="r1",
    )
    metered.ask(ASK, None, LIMITS)
    metered.ask(ASK, None, LIMITS)
    first, second = read_usage(env.home).values()
    assert (first.nano, second.settled.how) == (0, "unknown")
    assert second.nano == second.reserved.nano


def test_a_torn_line_hides_nothing_and_a_damaged_one_stops_everything(tmp_path):
    env = config(tmp_path)
    writer = ScriptedWriter(["yes"])
    metered = Metered(env, writer, verb="reflect", run="r1")
    metered.ask(ASK, None, LIMITS)
    path = usage_path(env.home)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"t":"reserved","id":"u-tor')
    metered.ask(ASK, None, LIMITS)
    assert len(read_usage(env.home)) == 2
    for damaged in (
        whole.replace(b'"nano":', b'"nano":x', 1),
        b"\0" * 200 + b"\n" + whole,
        b"what was this\n" + whole,
        whole.replace(b'"t":"reserved"', b'"t":"reversed"', 1),
        whole.replace(b'"nano":', b'"nano":-', 1),
    ):
        path.write_bytes(damaged)
        sent = len(writer.asked)
        with pytest.raises(BadState, match=r"usage\.jsonl:1"):
            metered.ask(ASK, None, LIMITS)
        assert len(writer.asked) == sent


@pytest.mark.skipif(os.name == "nt", reason="limits of files are of POSIX")
@pytest.mark.parametrize("how", ["full", "folder", "closed"])
def test_a_ledger_that_cannot_be_written_lets_nothing_be_sent(tmp_path, how):
    import resource

    env = config(tmp_path)
    writer = ScriptedWriter(["yes"])
    metered = Metered(env, writer, verb="reflect", run="r1")
    metered.ask(ASK, None, LIMITS)
    path = usage_path(env.home)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with ExitStack() as after:
        if how == "full":  # the line goes in by half
            after.callback(resource.setrlimit, resource.RLIMIT_FSIZE, before)
            after.callback(signal.signal, signal.SIGXFSZ, signal.signal(signal.SIGXFSZ, signal.SIG_IGN))
            resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 30, before[1]))
        elif how == "folder":
            path.rename(tmp_path / "old")
            path.mkdir()
        else:
            path.write_bytes(path.read_bytes()[:-1] + b"\0}\n")
        with pytest.raises((Unwritable, BadState)):
            metered.ask(ASK, None, LIMITS)
    assert len(writer.asked) == 1
    if how == "full":  # what went in by half hides nothing
        metered.ask(ASK, None, LIMITS)
        assert len(read_usage(env.home)) == 2


def test_an_answer_that_was_paid_for_is_not_lost_when_its_end_cannot_be_written(tmp_path, monkeypatch):
    env = config(tmp_path)

    def full(*_):
        raise Unwritable("the disk is full")

    monkeypatch.setattr("cm.store.usage.settle", full)
    answer = Metered(env, ScriptedWriter(["yes"]), verb="reflect", run="r1").ask(ASK, None, LIMITS)
    assert answer.text == "yes"
    (call,) = read_usage(env.home).values()
    assert (call.settled, call.nano) == (None, call.reserved.nano)


def test_a_writer_that_cannot_be_started_costs_nothing(tmp_path):
    env = config(tmp_path)

    def missing(_):
        raise NoModel("litellm cannot be used", hint="install it")

    with pytest.raises(NoModel):
        Metered(env, ScriptedWriter([missing]), verb="reflect", run="r1").ask(ASK, None, LIMITS)
    (call,) = read_usage(env.home).values()
    assert (call.nano, call.settled.how) == (0, "refused")


def test_a_variable_that_stops_the_clock_opens_no_new_day(tmp_path):
    config(tmp_path, daily_usd=0.007, monthly_usd=1.0)
    kinds = []
    for day in ("2031-01-01", "2031-01-02", "2031-02-03"):
        env = open_env(
            {**os.environ, "CM_HOME": str(tmp_path / "home"), "CM_NOW": f"{day}T12:00:00Z"}, tmp_path
        )
        answer = Metered(env, ScriptedWriter(["yes"]), verb="reflect", run=day).ask(ASK, None, LIMITS)
        kinds.append(getattr(answer, "kind", "sent"))
    assert kinds == ["sent", "over-budget", "over-budget"]
    assert {call.reserved.at[:4] for call in read_usage(env.home).values()} != {"2031"}


CHILD = """
import os, sys, time
sys.path.insert(0, {root!r})
from pathlib import Path
from cm.flows.env import open_env
from cm.flows.spending import Metered
from cm.model.writing import Limits, Message, Reply, Used

sent = os.open(sys.argv[2], os.O_WRONLY | os.O_APPEND | os.O_CREAT)

class Writer:
    name = "p/m"
    def ask(self, messages, schema, limits):
        os.write(sent, b"x")
        time.sleep(float(sys.argv[3]))
        return Reply("yes", used=Used(1000, 50))
    def close(self):
        pass

metered = Metered(open_env({{**os.environ, "CM_HOME": sys.argv[1]}}), Writer(), verb="reflect", run=sys.argv[4])
print("ready", flush=True)
for _ in range(int(sys.argv[5])):
    answer = metered.ask((Message("user", "x" * 1000),), None, Limits(tokens_out=100))
    if not isinstance(answer, Reply):
        print(answer.kind, flush=True)
"""


def child(env, sent, *, seconds=0.0, run="r1", times=10**6):
    code = CHILD.format(root=os.getcwd())
    words = [str(env.home.root), str(sent), str(seconds), run, str(times)]
    return subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.PIPE, text=True)


def test_a_process_killed_at_any_instant_has_never_sent_more_than_the_ledger_says(tmp_path):
    env = config(tmp_path, daily_usd=1000.0, monthly_usd=1000.0)
    sent = tmp_path / "sent"
    cost = 1000 * 3000 + 50 * 15000  # what the provider bills for each
    for number in range(12):
        process = child(env, sent)
        process.stdout.readline()
        time.sleep(0.01 + 0.017 * number)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        calls = read_usage(env.home).values()
        times = len(sent.read_bytes()) if sent.exists() else 0
        assert len(calls) >= times
        assert sum(call.nano for call in calls) >= times * cost
    assert times > 12, "the story must really have sent"


def test_runs_at_the_same_time_share_one_budget(tmp_path):
    env = config(tmp_path, daily_usd=0.05, monthly_usd=1.0)
    sent = tmp_path / "sent"
    racing = [child(env, sent, run=f"r{n}", times=25) for n in range(3)]
    for process in racing:
        process.communicate(timeout=60)
    calls = read_usage(env.home).values()
    assert len(sent.read_bytes()) == len(calls) >= 8
    assert sum(call.nano for call in calls) <= 50_000_000
