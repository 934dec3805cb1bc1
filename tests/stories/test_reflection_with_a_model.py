"""`cm reflect --model` as a user runs it: a model on loopback, an agent's program, limits, ^C, erased words."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cm.store.journal import Journal
from cm.store.usage import read_usage
from tests.kit.alive import wait_for
from tests.kit.model_server import Fail, Say, Slow, model_server
from tests.kit.run import run_cm
from tests.kit.talk import talk
from tests.kit.world import world

pytestmark = pytest.mark.story
AGENT = Path(__file__).parents[1] / "kit" / "fake_agent.py"
SAID = (
    ("user", "fix the cart, its total is wrong"),
    ("pytest -q", 1, "ModuleNotFoundError: no module named cart"),
    ("user", "no, we run the tests with `uv run pytest -q` here"),
    ("uv run pytest -q", 0, "14 passed in 0.8s"),
)
TEXT = "Run the tests with `uv run pytest -q`, not with bare `pytest`."
UV = {
    "do": "add",
    "text": TEXT,
    "kind": "rule",
    "quotes": [{"event": 4, "by": "user", "quote": "we run the tests with `uv run pytest -q` here"}],
}
ANSWER = json.dumps({"deltas": [UV]})
KEYS = {"MY_KEY": "k-secret-0123456789", "OPENAI_API_KEY": "sk-stray", "ANTHROPIC_API_KEY": "sk-ant-stray"}


@pytest.fixture(scope="module")
def server():
    with model_server() as script:
        yield script


@pytest.fixture
def home(tmp_path, server):
    env = {
        "CM_HOME": str(tmp_path / "home"),
        "CLAUDE_CONFIG_DIR": str(tmp_path / "none"),
        "CODEX_HOME": str(tmp_path / "none"),
        **KEYS,
    }
    assert run_cm("init", env=env).code == 0
    config = {
        "llm.provider": "openai-compatible", "llm.model": "local", "llm.base_url": server.url + "/v1", "llm.key_variable": "MY_KEY",
        "llm.price_in": "1", "llm.price_out": "2", "llm.daily_usd": "1", "llm.monthly_usd": "1", "llm.parallel": "1",
    }  # fmt: skip
    for key, value in config.items():
        assert run_cm("config", "set", key, value, "--yes", env=env).code == 0
    return env


def put(home, *sessions):
    for number, said in enumerate(sessions, 1):
        Journal(Path(home["CM_HOME"]) / "journal").append(*talk(*said, native=f"s{number}", day=10 + number))


def test_a_model_is_asked_its_rule_is_a_draft_and_the_money_is_told(home, server):
    put(home, SAID)
    server.says(Say(f"<think>hm</think>\n```json\n{ANSWER}\n```", 2000, 100))
    shown = run_cm("reflect", "--model", "--dry-run", env=home)
    assert (shown.code, server.asked) == (0, [])
    assert "would be sent 1 question about 1 session" in shown.out
    done = run_cm("reflect", "--model", env=home)
    assert done.code == 0, done.err
    assert TEXT.split(",")[0] in done.out
    assert "New drafts" in done.out
    (request,) = server.asked
    assert request.headers["authorization"] == f"Bearer {KEYS['MY_KEY']}"
    told = json.dumps([request.headers, request.body])
    assert "stray" not in told
    assert request.body["messages"][0]["content"].startswith("<cm-prompt")
    usage = run_cm("usage", "--json", env=home).data
    assert (usage["total"]["tokens_in"], usage["total"]["tokens_out"], usage["total"]["usd"]) == (
        2000,
        100,
        0.0022,
    )
    again = run_cm("reflect", "--model", env=home)
    assert "was asked nothing" in again.out
    assert len(server.asked) == 1


def test_a_provider_that_is_busy_is_asked_again_and_one_that_fails_is_told_with_exit_7(home, server):
    put(home, SAID)
    server.says(Fail(429, {"Retry-After": "0"}), Fail(500), ANSWER)
    done = run_cm("reflect", "--model", "--json", env=home)
    assert done.code == 0, done.err
    assert len(server.asked) == 3
    assert [item["verdict"] for item in done.data["modelled"]["told"]] == [
        "replaced"
    ]  # found without it, too
    server.says(Fail(401))
    failed = run_cm("reflect", "--model", "--again", env=home)
    assert failed.code == 7
    assert "the key is not taken" in failed.out
    assert KEYS["MY_KEY"] not in failed.out + failed.err


def test_a_limit_stops_it_before_anything_is_sent(home, server):
    put(home, SAID)
    server.says(ANSWER)
    assert run_cm("config", "set", "llm.daily_usd", "0.001", env=home).code == 0
    done = run_cm("reflect", "--model", env=home)
    assert (done.code, server.asked) == (7, [])
    assert "cm config set llm.daily_usd" in " ".join(done.out.split())


def test_an_agent_can_neither_name_a_model_nor_raise_a_limit_and_a_repository_cannot_either(home, tmp_path):
    inside = {**home, "CLAUDECODE": "1"}
    for key, value in (
        ("llm.daily_usd", "100"),
        ("llm.base_url", "http://evil"),
        ("llm.model", "dear"),
        ("llm.price_in", "0"),
    ):
        assert run_cm("config", "set", key, value, "--yes", env=inside).code == 3
    repo = tmp_path / "repo"
    (repo / ".cm").mkdir(parents=True)
    (repo / ".git").mkdir()
    (repo / ".cm" / "config.toml").write_text('[llm]\nbase_url = "http://evil"\ndaily_usd = 100.0\n')
    shown = {
        item["key"]: item["value"]
        for item in run_cm("config", "show", "llm", "--json", env=home, cwd=repo).data["settings"]
    }
    assert shown["llm.daily_usd"] == 1.0
    assert "evil" not in shown["llm.base_url"]


def test_what_was_answered_before_it_was_interrupted_is_kept(home, server):
    put(home, SAID, (("user", "and this one is slow"),))
    server.says(ANSWER, Slow(30))
    process = subprocess.Popen(
        [sys.executable, "-m", "cm", "reflect", "--model"], env={**os.environ, **home, "PYTHONPATH": os.getcwd()},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while len(server.asked) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert "interrupted after 1 of 2 sessions" in " ".join(err.split())
    rules = run_cm("list", "--json", "--state", "draft", env=home).data["rules"]
    assert TEXT in [item["rule"]["text"] for item in rules]
    server.says(json.dumps({"deltas": []}))
    run_cm("reflect", "--model", env=home)
    assert len(server.asked) == 1


def test_killed_at_any_point_the_ledger_says_no_less_than_what_was_sent(home, server):
    put(home, SAID, SAID, SAID)
    state = Path(home["CM_HOME"]) / "state"
    server.by = lambda body: (time.sleep(0.3), Say('{"deltas": []}', 3000, 50))[1]
    server.asked.clear()
    bill = 3000 * 1000 + 50 * 2000  # what the provider takes for each

    def lines(kind):
        path = state / "usage.jsonl"
        return path.read_text().count(f'"t":"{kind}"') if path.exists() else 0

    points = (
        lambda: lines("reserved") >= 1,
        lambda: len(server.asked) >= 1,
        lambda: lines("settled") >= 1,
        lambda: any((state / "replies").glob("q-*.json")),
        lambda: lines("reserved") > lines("settled"),
    )
    try:
        for point in points:
            process = subprocess.Popen(
                [sys.executable, "-m", "cm", "reflect", "--model"], env={**os.environ, **home, "PYTHONPATH": os.getcwd()},
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
            wait_for(lambda point=point, process=process: point() or process.poll() is not None, 60)
            process.kill()
            process.wait()
            calls = read_usage(world(Path(home["CM_HOME"]).parent).home).values()
            assert len(calls) >= len(server.asked)
            assert sum(call.nano for call in calls) >= len(server.asked) * bill
        assert run_cm("reflect", "--model", env=home).code == 0
        spent = run_cm("usage", "--json", env=home).data["total"]
        assert spent["calls"] >= len(server.asked) >= 3
        assert spent["usd"] * 1e9 >= len(server.asked) * bill
        assert "asked nothing" in run_cm("reflect", "--model", env=home).out
    finally:
        server.by = None


def test_erased_words_leave_kept_replies_too(home, server):
    put(home, SAID)
    server.says("the launch of project Heliotrope Falcon is in May and nothing else was said")
    assert run_cm("reflect", "--model", env=home).code == 7
    kept = list((Path(home["CM_HOME"]) / "state" / "replies").glob("*.json"))
    assert "Heliotrope Falcon" in kept[0].read_text()
    done = run_cm(
        "erase",
        "--text",
        "the launch of project Heliotrope Falcon is in May",
        "--reason",
        "secret",
        "--yes",
        env=home,
    )
    assert done.code == 0, done.err
    assert "Heliotrope" not in "".join(path.read_text() for path in kept if path.exists())


def test_an_agents_own_program_is_the_model_and_never_feeds_itself(home, tmp_path):
    put(home, SAID)
    log = tmp_path / "log"
    for key, value in (
        ("llm.provider", "command"),
        ("llm.command", f"{sys.executable} {AGENT}"),
        ("llm.model", "default"),
    ):
        assert run_cm("config", "set", key, value, "--yes", env=home).code == 0
    agent = {**home, "FAKE_AGENT_LOG": str(log), "FAKE_AGENT_TEXT": ANSWER}
    done = run_cm("reflect", "--model", env=agent)
    assert done.code == 0, done.err + done.out
    said = json.loads(log.read_text().splitlines()[0])
    assert said["stdin"].startswith("<cm-prompt")
    assert "MY_KEY" in said["env"]
    assert "OPENAI_API_KEY" not in said["env"]
    inner = run_cm("reflect", env={**home, "CM_OWN_CALL": "1"})
    assert inner.code == 3
    assert "CM_OWN_CALL" in inner.err


def test_an_agent_answers_by_prepare_and_apply(home, tmp_path):
    put(home, SAID)
    asked = run_cm("reflect", "--prepare", env=home)
    assert asked.code == 0, asked.err
    assert '<cm-context id="c-' in asked.out
    question = next(word for word in asked.out.split() if word.startswith("q-")).strip(",")
    path = tmp_path / "answer.json"
    path.write_text(
        json.dumps(
            {"question": question, "deltas": [UV, {"do": "add", "text": "Deploy on Fridays.", "quotes": []}]}
        )
    )
    taken = run_cm("reflect", "--apply", str(path), env=home)
    assert taken.code == 0, taken.err
    assert "New drafts" in taken.out
    assert "no-evidence" in taken.out
    missing = run_cm("reflect", "--apply", str(tmp_path / "none.json"), env=home)
    assert missing.code == 4
    assert run_cm("reflect", "--apply", str(path), "--model", env=home).code == 2
