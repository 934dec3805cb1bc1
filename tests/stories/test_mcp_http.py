"""MCP over HTTP: a whole session with the SDK's own client, and everybody who is not let in."""

import asyncio
import json
import os
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from cm.mcp.tools import TOOLS
from tests.kit import run_cm
from tests.kit.loopback import open_loopback, serving

pytestmark = pytest.mark.story

CALL = {
    "jsonrpc": "2.0", "id": 1, "method": "tools/call",
    "params": {
        "name": "context", "arguments": {"task": "run the tests"},
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}},
    },
}  # fmt: skip
HEAD = {
    "Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": "tools/call", "Mcp-Name": "context",
}  # fmt: skip


@pytest.fixture
def shop(own_world, tmp_path, monkeypatch):
    open_loopback(monkeypatch)
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


@pytest.fixture
def token(shop):
    made = run_cm("serve", "--new-token", "--json", cwd=shop).data
    return Path(made["file"]).read_text().strip()


def talk(url, token, say, mode="legacy"):
    async def main():
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=20) as http,
            Client(streamable_http_client(url, http_client=http), mode=mode) as client,
        ):
            return await say(client)

    return asyncio.run(asyncio.wait_for(main(), 60))


def document(result):
    return result.structured_content or result.meta["cm.document"]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_session(shop, token, mode):
    async def say(client):
        heard = []

        async def far(done, total, message):
            heard.append(done)

        assert not (await client.call_tool("status", {}, progress_callback=far)).is_error
        assert heard
        assert heard == sorted(set(heard))
        assert len((await client.list_tools()).tools) == len(TOOLS)
        found = document(await client.call_tool("context", {"task": "run the tests", "cwd": str(shop)}))
        rule = found["data"]["rules"][0]["id"]
        marked = document(await client.call_tool("mark", {"rule": rule, "verdict": "helpful"}))
        counted = json.loads((await client.read_resource("cm://stats")).contents[0].text)
        assert (
            "uv run"
            in (await client.get_prompt("before_task", {"task": "run the tests"})).messages[0].content.text
        )
        would = document(await client.call_tool("forget", {"rule": rule, "reason": "a one-off"}))
        assert would["data"]["dry_run"]
        asked = {"text": "Name branches after the ticket.", "request_id": "q1"}
        said = [document(await client.call_tool("remember", asked))["data"] for _ in range(2)]
        assert [each["replayed"] for each in said] == [False, True]
        assert said[0]["told"] == said[1]["told"]
        other = document(await client.call_tool("remember", {**asked, "text": "Another."}))
        assert other["error"]["code"] == "conflict"
        return marked, counted

    with serving(cwd=shop) as (_, told):
        marked, counted = talk(told["url"], token, say, mode)
    assert (marked["data"]["by"], counted["data"]["helpful"]) == ("agent", 1)


def test_without_the_token_what_is_there_may_be_read_and_nothing_changed(shop, token):
    async def say(client):
        assert document(await client.call_tool("context", {"task": "run the tests"}))["data"]["rules"]
        refused = await client.call_tool("remember", {"text": "Name branches after the ticket."})
        assert refused.is_error
        return document(refused)["error"]["code"]

    with serving(cwd=shop) as (_, told):
        assert told["token"].endswith("serve.token")
        assert talk(told["url"], "", say) == "not-allowed"
    assert len(run_cm("list", "--state", "all", "--json", cwd=shop).data["rules"]) == 1


def test_the_users_own_file_opens_writes(shop):
    run_cm("config", "set", "serve.open_writes", "true", cwd=shop)

    async def say(client):
        return document(await client.call_tool("remember", {"text": "Name branches after the ticket."}))

    with serving(cwd=shop) as (_, told):
        assert told["open_writes"]
        assert talk(told["url"], "", say)["data"]["told"][0]["state"] == "draft"


def test_who_comes_without_the_token_is_nobodys_agent_whatever_it_says(shop, token):
    """The name of a client opens that agent's sessions; without the token it is not believed."""
    from mcp_types import Implementation

    async def call(url, shown):
        headers = {"Authorization": f"Bearer {shown}"} if shown else {}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=20) as http,
            Client(
                streamable_http_client(url, http_client=http),
                mode="legacy",
                client_info=Implementation(name="codex", version="1"),
            ) as client,
        ):
            await client.call_tool("context", {"task": "run the tests"})

    with serving(cwd=shop, env={"CLAUDECODE": "1"}) as (_, told):
        asyncio.run(call(told["url"], ""))
        asyncio.run(call(told["url"], token))
    lines = (Path(os.environ["CM_HOME"]) / "ledger/shown.jsonl").read_text().splitlines()
    assert [json.loads(line).get("host") for line in lines] == ["mcp", "codex"]


def post(url, headers=(), body=None, path="/mcp", method="POST"):
    """One request with exactly these headers; the status of the answer."""
    place = urlsplit(url)
    data = json.dumps(CALL).encode() if body is None else body
    said = {"Host": place.netloc, **HEAD, "Content-Length": str(len(data)), **dict(headers)}
    with socket.create_connection((place.hostname, place.port), 15) as wire:
        lines = [
            f"{method} {path} HTTP/1.1",
            *(f"{name}: {value}" for name, value in said.items() if value is not None),
            "",
            "",
        ]
        wire.sendall("\r\n".join(lines).encode("latin-1") + data)
        wire.settimeout(15)
        answer = wire.recv(65536)
    return int(answer.split()[1]) if answer else 0


def test_who_is_not_let_in(shop, token):
    with serving(cwd=shop) as (_, told):
        url = told["url"]
        port = urlsplit(url).port
        assert post(url) == 200
        assert post(url, {"Authorization": f"Bearer {token}"}) == 200
        assert post(url, {"Authorization": "Bearer wrong"}) == 401
        assert post(url, {"Host": f"evil.example:{port}"}) == 421
        assert post(url, {"Host": None}) in (400, 421)
        assert post(url, {"Origin": "http://evil.example"}) == 403
        assert post(url, {"Origin": "http://localhost:3000"}) == 403
        assert post(url, {"Origin": f"http://127.0.0.1:{port}"}) == 200
        assert post(url, path="/mcp/../../etc/passwd") == 404
        assert post(url, path="/") == 404
        assert post(url, {"Content-Type": "text/plain"}) == 400  # what a web form can send
        assert post(url, method="OPTIONS", headers={"Origin": "http://evil.example"}) == 403
        assert post(url, body=b"{" * 100) == 400
        assert post(url) == 200


def test_what_is_too_large_is_refused_before_it_is_read(shop):
    with serving(cwd=shop) as (_, told):
        assert post(told["url"], body=b" " * 3_000_000) in (413, 0)  # 0: it was closed while we still sent
        assert post(told["url"], {"X-Long": "x" * 1_000_000}) in (400, 431, 0)
        assert post(told["url"]) == 200


def test_a_client_that_is_slow_holds_up_nobody_and_is_sent_away(shop):
    with serving(cwd=shop) as (_, told):
        place = urlsplit(told["url"])
        slow_head, slow_body = (socket.create_connection((place.hostname, place.port), 5) for _ in range(2))
        slow_head.sendall(b"POST /mcp HTTP/1.1\r\nHost:")
        slow_body.sendall(
            f"POST /mcp HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Length: 10\r\n\r\n{{".encode()
        )
        began = time.monotonic()
        assert post(told["url"]) == 200
        assert time.monotonic() - began < 5
        for wire, words in ((slow_head, (b"",)), (slow_body, (b"HTTP/1.1 408", b""))):
            wire.settimeout(20)
            try:
                answer = wire.recv(100)
            except ConnectionResetError:
                answer = b""
            assert answer[:12] in words
            wire.close()
        assert 5 < time.monotonic() - began < 20


def test_many_at_once_are_answered_or_told_to_wait(shop):
    with serving(cwd=shop) as (_, told):
        with ThreadPoolExecutor(40) as pool:
            found = list(pool.map(lambda _: post(told["url"]), range(40)))
        assert set(found) <= {200, 503}
        assert found.count(200) > 20
        held = [socket.create_connection(("127.0.0.1", urlsplit(told["url"]).port), 5) for _ in range(80)]
        assert post(told["url"]) == 503
        for wire in held:
            wire.close()
        time.sleep(0.3)
        assert post(told["url"]) == 200


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6 loopback")
def test_ipv6(shop, token):
    with serving("--address", "::1", cwd=shop) as (_, told):
        assert told["url"].startswith("http://[::1]:")
        assert post(told["url"], {"Authorization": f"Bearer {token}"}) == 200
        assert post(told["url"], {"Host": "[::2]:80"}) == 421


def test_beyond_this_machine(shop):
    """Refused without a token, and without a yes; then every call needs the token and tells no word of a session."""
    refused = run_cm("serve", "--address", "0.0.0.0", "--port", "0", "--yes", "--json", cwd=shop)
    assert (refused.code, refused.json["error"]["code"]) == (5, "bad-state")
    run_cm("serve", "--new-token", cwd=shop)
    refused = run_cm("serve", "--address", "0.0.0.0", "--port", "0", "--json", cwd=shop)
    assert (refused.code, refused.json["error"]["code"]) == (3, "needs-a-human")
    refused = run_cm("serve", "--address", "0.0.0.0", "--yes", "--json", cwd=shop, env={"CLAUDECODE": "1"})
    assert (refused.code, refused.json["error"]["code"]) == (3, "needs-a-human")
    token = (Path(os.environ["CM_HOME"]) / "state/serve.token").read_text().strip()

    async def say(client):
        found = await client.call_tool("context", {"task": "run the tests"})
        return document(found)["data"], document(await client.call_tool("search", {"query": "tests"}))[
            "error"
        ]["code"]

    with serving("--address", "0.0.0.0", "--yes", cwd=shop) as (_, told):
        assert told["far"]
        url = told["url"].replace("0.0.0.0", "127.0.0.1")
        assert post(url) == 401
        data, code = talk(url, token, say)
    assert ([item["evidence"] for item in data["rules"]], data["history"], code) == (
        [[]],
        [],
        "needs-a-human",
    )


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send")
def test_control_c_ends_it_also_while_a_client_is_there(shop):
    with serving(cwd=shop) as (running, told):

        async def say(client):
            running.send_signal(signal.SIGINT)
            await asyncio.to_thread(running.wait, 10)

        with suppress(Exception, BaseExceptionGroup):  # the client is left alone, and says so in its own way
            talk(told["url"], "", say)
        assert running.returncode == 130
        assert b"Traceback" not in running.stderr.read()


def test_a_port_that_is_taken_is_told(shop):
    with serving(cwd=shop) as (_, told):
        again = run_cm("serve", "--port", str(urlsplit(told["url"]).port), "--json", cwd=shop)
    assert (again.code, again.json["error"]["code"]) == (7, "outside")
