"""Who is let in over HTTP is said by path and headers alone."""

import anyio
import pytest

from cm.flows.serving import Terms
from cm.mcp import gate
from cm.mcp.gate import Access, Refusal, judge

TOKEN = "a-token-of-some-length"


def terms(address="127.0.0.1", port=8426, token=TOKEN, far=False, **more):
    return Terms(address, port, token, far, False, **more)


def came(on, path="/mcp", **headers):
    said = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    return judge(on, path, said)


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8426", "localhost:8426", "LOCALHOST:8426", "[::1]:8426", "127.0.0.2:8426"]
)
def test_a_program_of_this_machine_is_let_in(host):
    assert came(terms(), host=host) == Access(False)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "evil.example:8426", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8426:8426", "localhost.evil.example:8426",
        "127.0.0.1.nip.io:8426", "127.0.0.1:8426@evil.example", "192.168.1.5:8426", "[::1]:842x", "[::1", "", "127.0.0.1:",
        "0.0.0.0:8426", "2130706433:8426", "127.1:8426", "localhost:08426x", "localhost.:8426", "[::1%lo]:8426x",
    ],
)  # fmt: skip
def test_a_page_that_has_its_name_point_here_is_sent_away(host):
    assert came(terms(), host=host).status == 421


def test_no_host_and_two_hosts_are_sent_away():
    assert came(terms()).status == 421
    twice = [(b"host", b"127.0.0.1:8426"), (b"Host", b"evil.example")]
    assert judge(terms(), "/mcp", twice).status == 421


def test_on_port_80_the_port_may_be_left_out():
    assert came(terms(port=80), host="localhost") == Access(False)


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example", "null", "http://localhost:3000", "https://127.0.0.1:8426", "http://127.0.0.1:8426.evil.example",
        "http://127.0.0.1", "http://localhost:8426", "file://", "",
    ],
)  # fmt: skip
def test_a_web_page_of_another_origin_is_sent_away(origin):
    assert came(terms(), host="127.0.0.1:8426", origin=origin).status == 403


def test_a_page_that_the_user_named_is_let_in_and_our_own():
    on = terms(origins=("https://tool.example",))
    assert came(on, host="127.0.0.1:8426", origin="https://tool.example") == Access(False)
    assert came(on, host="127.0.0.1:8426", origin="http://127.0.0.1:8426") == Access(False)


def test_two_origins_are_sent_away():
    said = [
        (b"host", b"127.0.0.1:8426"),
        (b"origin", b"http://127.0.0.1:8426"),
        (b"origin", b"http://evil.example"),
    ]
    assert judge(terms(), "/mcp", said).status == 403


@pytest.mark.parametrize("path", ["/", "/mcp/", "/mcp/../state", "/MCP", "//mcp", "/mcp/x", ""])
def test_there_is_one_path(path):
    assert came(terms(), path, host="127.0.0.1:8426").status == 404


def test_the_token_makes_one_known():
    assert came(terms(), host="127.0.0.1:8426", authorization=f"Bearer {TOKEN}") == Access(True)
    assert came(terms(), host="127.0.0.1:8426", authorization=f"bearer  {TOKEN} ") == Access(True)


@pytest.mark.parametrize(
    "shown",
    [
        "Bearer wrong",
        "Bearer ",
        "Bearer",
        "",
        f"Basic {TOKEN}",
        TOKEN,
        f"Bearer {TOKEN}x",
        f"Bearer {TOKEN[:-1]}",
        "Bearer \xe9",
    ],
)
def test_a_wrong_token_is_sent_away_and_not_taken_for_none(shown):
    assert came(terms(), host="127.0.0.1:8426", authorization=shown).status == 401


def test_two_tokens_are_sent_away():
    said = [(b"host", b"127.0.0.1:8426")] + [(b"authorization", f"Bearer {TOKEN}".encode())] * 2
    assert judge(terms(), "/mcp", said).status == 401


@pytest.mark.parametrize("shown", ["", "x", "Bearer "])
def test_where_there_is_no_token_nobody_has_it(shown):
    assert not gate.is_token(terms(token=""), shown)


def test_tokens_are_compared_in_constant_time(monkeypatch):
    asked = []
    monkeypatch.setattr(gate.hmac, "compare_digest", lambda *pair: bool(asked.append(pair)))
    assert not gate.is_token(terms(), "guess")
    assert asked == [(b"guess", TOKEN.encode())]


def test_beyond_this_machine_all_need_the_token():
    on = terms("192.168.1.5", far=True)
    assert came(on, host="192.168.1.5:8426") == Refusal(401, "the token is missing: Authorization: Bearer …")
    assert came(on, host="192.168.1.5:8426", authorization=f"Bearer {TOKEN}") == Access(True)
    assert came(on, host="evil.example:8426", authorization=f"Bearer {TOKEN}").status == 421


def test_beyond_this_machine_a_name_that_the_user_gave_is_ours():
    on = terms("0.0.0.0", far=True, names=("memory.example",))
    for host in ("memory.example:8426", "memory.example", "10.0.0.7:8426", "[fd00::7]:8426"):
        assert came(on, host=host, authorization=f"Bearer {TOKEN}") == Access(True)
    assert came(on, host="localhost:8426", authorization=f"Bearer {TOKEN}").status == 421


def test_the_token_is_the_one_that_lies_there_when_somebody_comes(tmp_path):
    path = tmp_path / "serve.token"
    sent = []

    async def app(scope, receive, send):
        sent.append(scope[gate.ACCESS])

    async def receive():
        return {"type": "http.request", "body": b""}

    async def send(message):
        sent.append(message.get("status"))

    async def come():
        said = [(b"host", b"127.0.0.1:8426"), (b"authorization", f"Bearer {TOKEN}".encode())]
        sent.clear()
        await gate.Gate(app, terms(token_file=str(path)))(
            {"type": "http", "path": "/mcp", "headers": said}, receive, send
        )
        return sent[0]

    path.touch(0o600)
    for lies, found in ((TOKEN, Access(True)), ("another-token-of-some-length", 401), ("", 401)):
        path.write_text(lies)
        assert anyio.run(come) == found
