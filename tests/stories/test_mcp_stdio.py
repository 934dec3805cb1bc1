"""A whole session over stdio with the SDK's own client, in both eras of the protocol; and how it ends."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from filelock import FileLock
from mcp import Client, MCPError, StdioServerParameters, stdio_client
from mcp_types import ElicitResult

from cm.mcp.tools import TOOLS
from tests.kit import run_cm

pytestmark = pytest.mark.story

ROOT = Path(__file__).resolve().parents[2]
HELLO = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "codex-mcp-client", "version": "1"}},
}  # fmt: skip
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}


@pytest.fixture
def shop(own_world, tmp_path):
    root = tmp_path / "shop"
    (root / ".git").mkdir(parents=True)
    run_cm("init", cwd=root)
    run_cm(
        "remember",
        "Run the tests with `uv run pytest -q`.",
        "--why",
        "it has the right environment",
        cwd=root,
    )
    return root


def started(shop):
    world = {**os.environ, "PYTHONPATH": str(ROOT)}
    return StdioServerParameters(command=sys.executable, args=["-m", "cm", "mcp"], env=world, cwd=shop)


def talk(shop, say, mode="legacy", **more):
    async def main():
        async with Client(stdio_client(started(shop)), mode=mode, **more) as client:
            return await say(client)

    return asyncio.run(asyncio.wait_for(main(), 60))


def document(result):
    return result.structured_content or result.meta["cm.document"]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_session(shop, mode):
    async def say(client):
        assert len((await client.list_tools()).tools) == len(TOOLS)
        found = await client.call_tool("context", {"task": "run the tests"})
        rule = document(found)["data"]["rules"][0]["id"]
        assert found.content[0].text.startswith("<cm-context")
        assert found.structured_content is None
        marked = await client.call_tool("mark", {"rule": rule, "verdict": "helpful", "session": "s1"})
        assert document(marked)["data"]["by"] == "agent"
        kept = await client.call_tool("remember", {"text": "Name branches after the ticket."})
        assert document(kept)["data"]["told"][0]["state"] == "draft"
        refused = await client.call_tool(
            "review", {"action": "approve", "rules": [document(kept)["data"]["told"][0]["rule"]]}
        )
        assert refused.is_error
        assert "terminal" in refused.content[0].text
        wrong = await client.call_tool("context", {"tsk": "x"})
        assert wrong.is_error
        assert document(wrong)["error"]["hint"] == "did you mean task?"
        assert (
            json.loads((await client.read_resource("cm://playbook")).contents[0].text)["schema"]
            == "cm.list/1"
        )
        assert json.loads((await client.read_resource(f"cm://rule/{rule}")).contents[0].text)["ok"]
        with pytest.raises(MCPError, match="there is no resource"):
            await client.read_resource("cm://diary/../../etc/passwd")
        assert {each.name for each in (await client.list_prompts()).prompts} >= {"before_task", "after_task"}
        text = (await client.get_prompt("before_task", {"task": "run the tests"})).messages[0].content.text
        assert "uv run pytest -q" in text
        with pytest.raises(MCPError, match="needs task"):
            await client.get_prompt("before_task", {})
        heard = []

        async def far(done, total, message):
            heard.append(done)

        assert not (await client.call_tool("status", {}, progress_callback=far)).is_error
        assert heard
        assert heard == sorted(set(heard))
        return rule

    rule = talk(shop, say, mode)
    assert [mark["by"] for mark in run_cm("why", rule, "--json", cwd=shop).data["life"]["marks"]] == ["agent"]


def test_what_the_command_line_changes_is_there_at_the_next_call(shop):
    async def say(client):
        async def texts(task):
            return [
                rule["text"]
                for rule in document(await client.call_tool("context", {"task": task}))["data"]["rules"]
            ]

        told = "Deploy to staging with `make deploy-staging`."
        assert told not in await texts("deploy to staging")
        done = run_cm("remember", told, "--json", cwd=shop)
        assert told in await texts("deploy to staging")
        run_cm("forget", done.data["told"][0]["rule"], "--reason", "gone", cwd=shop)
        assert told not in await texts("deploy to staging")
        said = await client.call_tool("search", {"query": "staging"})
        assert not [hit for hit in document(said)["data"]["hits"] if "deploy-staging" in json.dumps(hit)]

    talk(shop, say)


@pytest.mark.parametrize("answer, gone", [("accept", True), ("decline", False), ("cancel", False)])
def test_who_can_ask_the_user_is_had_to_ask_before_a_rule_is_forgotten(shop, answer, gone):
    asked = []

    async def ask(_, params):
        asked.append(params.message)
        return ElicitResult(action=answer, content={} if answer == "accept" else None)

    async def say(client):
        found = document(await client.call_tool("context", {"task": "run the tests"}))["data"]["rules"][0][
            "id"
        ]
        wanted = {"rule": found, "reason": "a one-off", "request_id": "q1"}
        done = document(await client.call_tool("forget", wanted))
        again = document(await client.call_tool("forget", wanted))
        assert again["data"]["tx"] == done["data"]["tx"]
        assert again["data"]["replayed"] is gone
        return done

    done = talk(shop, say, elicitation_callback=ask)
    assert "uv run pytest -q" in asked[0]
    assert len(asked) == (1 if gone else 2), "what was done is not asked about again"
    assert bool(done["data"]["tx"]) is gone
    listed = run_cm("list", "--json", cwd=shop).data["rules"]
    assert [item["rule"]["text"] for item in listed] == (
        [] if gone else ["Run the tests with `uv run pytest -q`."]
    )


def test_a_yes_is_for_the_words_that_the_user_was_shown(shop):
    name = []

    async def ask(_, params):
        run_cm("correct", name[0], "Feed the cat twice a day.", cwd=shop)
        return ElicitResult(action="accept", content={})

    async def say(client):
        found = document(await client.call_tool("context", {"task": "run the tests"}))
        name.append(found["data"]["rules"][0]["id"])
        return document(await client.call_tool("forget", {"rule": name[0][:9], "reason": "a one-off"}))

    assert talk(shop, say, elicitation_callback=ask)["error"]["code"] == "conflict"
    assert run_cm("list", "--json", cwd=shop).data["rules"][0]["rule"]["text"] == "Feed the cat twice a day."


def many(shop, *lines, wait=30, **more):
    world = {**os.environ, "PYTHONPATH": str(ROOT)}
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    return subprocess.run(
        [sys.executable, "-m", "cm", "mcp"], input=text.encode(), capture_output=True, cwd=shop, env=world, timeout=wait, check=False, **more
    )  # fmt: skip


def call(number, name, **said):
    return {
        "jsonrpc": "2.0",
        "id": number,
        "method": "tools/call",
        "params": {"name": name, "arguments": said},
    }


def test_a_client_that_closes_its_side_still_gets_its_answers(shop):
    done = many(shop, HELLO, READY, *(call(n, "context", task="run the tests") for n in range(2, 8)))
    answers = {json.loads(line)["id"]: json.loads(line) for line in done.stdout.splitlines()}
    assert sorted(answers) == [1, 2, 3, 4, 5, 6, 7]
    assert all("result" in answer for answer in answers.values())
    assert (done.returncode, done.stderr) == (0, b"")


def test_garbage_ends_nothing(shop):
    done = many(
        shop,
        "garbage",
        "[1,2",
        HELLO,
        "{}",
        '{"jsonrpc": "2.0"}',
        "\x00",
        READY,
        '"x"',
        call(2, "context", task="run the tests"),
        "x" * 9_000_000,
        call(3, "status"),
    )
    answers = {json.loads(line).get("id") for line in done.stdout.splitlines()}
    assert answers >= {1, 2, 3}
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_with_nothing_said_it_ends(shop):
    done = many(shop)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send")
def test_control_c_ends_it_at_once_and_without_a_trace(shop):
    world = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONFAULTHANDLER": "1"}
    pipe = subprocess.PIPE
    running = subprocess.Popen(
        [sys.executable, "-m", "cm", "mcp"], stdin=pipe, stdout=pipe, stderr=pipe, cwd=shop, env=world
    )
    running.stdin.write(json.dumps(HELLO).encode() + b"\n")
    running.stdin.flush()
    assert running.stdout.readline()
    running.send_signal(signal.SIGINT)
    try:
        code = running.wait(20)
    except subprocess.TimeoutExpired:
        running.send_signal(signal.SIGABRT)  # where every thread of it stands
        pytest.fail(f"it goes on after ^C:\n{running.communicate()[1].decode()}")
    assert code == 130
    _, said = running.communicate()
    assert said == b"\ncm: interrupted; what was finished is kept\n"


STUBBORN = """
import anyio, sys
from cm.mcp import stdio

async def never_ends(*_):
    stdio._hear_control_c()
    print("ready", file=sys.stderr, flush=True)
    while True:
        try:
            await anyio.sleep(60)
        except anyio.get_cancelled_exc_class():
            pass

stdio._serve, stdio.LAST_SECONDS = never_ends, 0.2
stdio.serve({}, ".")
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send")
def test_control_c_ends_also_what_will_not_be_called_off(shop):
    world = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    running = subprocess.Popen(
        [sys.executable, "-c", STUBBORN], stdin=pipe, stdout=pipe, stderr=pipe, cwd=shop, env=world
    )
    assert running.stderr.readline() == b"ready\n"
    running.send_signal(signal.SIGINT)
    assert running.wait(20) == 130
    assert running.communicate()[1] == b"\ncm: interrupted; what was finished is kept\n"


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send")
def test_control_c_waits_for_no_call_that_waits_for_somebody_else(shop):
    """The home is locked by another process: `remember` waits for it, ^C does not."""
    world = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    with FileLock(str(Path(os.environ["CM_HOME"]) / "state/lock")):
        running = subprocess.Popen(
            [sys.executable, "-m", "cm", "mcp"], stdin=pipe, stdout=pipe, stderr=pipe, cwd=shop, env=world
        )
        for message in (HELLO, READY, call(2, "remember", text="Name branches after the ticket.")):
            running.stdin.write(json.dumps(message).encode() + b"\n")
        running.stdin.flush()
        assert running.stdout.readline()
        time.sleep(2)
        running.send_signal(signal.SIGINT)
        assert running.wait(8) == 130
        _, said = running.communicate()
    assert b"Traceback" not in said


def test_many_calls_at_once_lose_nothing(shop):
    """One connection, and the command line beside it."""

    async def say(client):
        calls = [
            client.call_tool("remember", {"text": f"Deploy service number {n} with `make deploy-{n}`."})
            for n in range(8)
        ]
        beside = asyncio.to_thread(run_cm, "remember", "Name branches after the ticket.", cwd=shop)
        return await asyncio.gather(beside, *calls)

    ran, *told = talk(shop, say)
    assert ran.code == 0
    assert [document(each)["data"]["told"][0]["verdict"] for each in told].count("added") >= 1
    listed = {
        item["rule"]["text"] for item in run_cm("list", "--state", "all", "--json", cwd=shop).data["rules"]
    }
    for n, each in enumerate(told):
        one = document(each)["data"]["told"][0]
        assert (f"Deploy service number {n} with `make deploy-{n}`." in listed) is (one["verdict"] == "added")
    assert "Name branches after the ticket." in listed


def test_what_a_call_prints_does_not_get_into_the_wire(shop):
    """An agent of no known name is asked of nothing at the terminal, and every line that comes out is a message."""
    done = many(shop, HELLO, READY, call(2, "reflect", action="run"), call(3, "status"))
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in done.stdout.splitlines())
    assert len(done.stdout.splitlines()) == 3


def test_which_agent_calls_is_known_by_its_name(shop):
    done = many(shop, HELLO, READY, call(2, "context", task="run the tests"))
    assert done.returncode == 0
    shown = [
        json.loads(line)
        for line in (Path(os.environ["CM_HOME"]) / "ledger/shown.jsonl").read_text().splitlines()
    ]
    assert (shown[-1]["door"], shown[-1]["host"]) == ("mcp", "codex")
