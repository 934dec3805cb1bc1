"""litellm over real HTTP against a scripted server: what is sent, what comes back, and what every kind of trouble is called."""

import json
import os
import subprocess
import sys
import time

import pytest

from cm.core.reflection.answer import is_item
from cm.core.reflection.brief import SCHEMA as ANSWERS
from cm.core.reflection.replies import Read, Unreadable, read_reply
from cm.core.spending import Price, Reserved, settle
from cm.llm.litellm_writer import LitellmWriter
from cm.model.writing import Failure, Limits, Message, Reply, Used
from tests.kit.alive import is_running, wait_for
from tests.kit.model_server import Cut, Drip, Early, Fail, Huge, Raw, Say, Slow, model_server

KEY = "k-0123456789abcdef"
STRAY = {
    "OPENAI_API_KEY": "sk-stray-openai", "ANTHROPIC_API_KEY": "sk-stray-anthropic", "OPENAI_BASE_URL": "http://127.0.0.1:9",
    "OPENAI_ORGANIZATION": "org-stray", "LITELLM_LOG": "DEBUG", "AWS_ACCESS_KEY_ID": "AKIASTRAYSTRAY", "GEMINI_API_KEY": "stray-gemini",
}  # fmt: skip
ASK = (Message("system", "You answer in JSON."), Message("user", "What was said?"))
SCHEMA = {
    "title": "answer",
    "type": "object",
    "properties": {"deltas": {"type": "array"}},
    "required": ["deltas"],
}
LIMITS = Limits(tokens_out=321, seconds=20)


@pytest.fixture(scope="module")
def server():
    with model_server() as script:
        yield script


@pytest.fixture(scope="module")
def elsewhere():
    with model_server() as script:
        yield script.says("{}")


def writer_of(provider, url, **more):
    more = {"key": KEY, "base_url": url, "environ": {**os.environ, **STRAY}, **more}
    return LitellmWriter(provider, "local", **more)


@pytest.fixture(scope="module")
def chat(server):
    writer = writer_of("openai-compatible", server.url + "/v1")
    yield writer
    writer.close()


@pytest.fixture(scope="module")
def streaming(server):
    writer = writer_of("openai-compatible", server.url + "/v1", stream=True)
    yield writer
    writer.close()


def test_a_reply_comes_with_its_tokens(server, chat):
    server.says(Say('{"deltas": []}', 120, 9, cached=40))
    reply = chat.ask(ASK, SCHEMA, LIMITS)
    assert reply == Reply('{"deltas": []}', "local", Used(120, 9, 40), True)


def test_the_request_holds_the_messages_the_limits_and_the_schema_and_no_key_but_the_one_named(server, chat):
    server.says("{}")
    chat.ask(ASK, SCHEMA, LIMITS)
    (request,) = server.asked
    assert request.path == "/v1/chat/completions"
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert [item["content"] for item in request.body["messages"]] == [item.text for item in ASK]
    assert 321 in (request.body.get("max_tokens"), request.body.get("max_completion_tokens"))
    assert request.body["response_format"]["json_schema"]["schema"]["required"] == ["deltas"]
    told = json.dumps([request.headers, request.body]).lower()
    assert not [name for name, value in STRAY.items() if value.lower() in told]


def test_a_server_without_keys_is_sent_none_of_the_users(server):
    writer = writer_of("openai-compatible", server.url + "/v1", key="")
    try:
        server.says("{}")
        assert isinstance(writer.ask(ASK, None, LIMITS), Reply)
        assert server.asked[0].headers["authorization"] == "Bearer none"
        assert "response_format" not in server.asked[0].body
    finally:
        writer.close()


def test_a_streamed_reply_is_the_same_reply(server, streaming):
    server.says(Say('{"deltas": ["a", "b"]}', 50, 8))
    reply = streaming.ask(ASK, SCHEMA, LIMITS)
    assert (reply.text, reply.used.tokens_in, reply.used.tokens_out) == ('{"deltas": ["a", "b"]}', 50, 8)
    assert server.asked[0].body["stream"] is True


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    "provider, path, base", [("openai-responses", "/v1/responses", "/v1"), ("anthropic", "/v1/messages", "")]
)
def test_other_protocols_give_the_same_reply(server, provider, path, base, stream):
    writer = writer_of(provider, server.url + base, stream=stream)
    try:
        server.says(Say('{"deltas": [1, 2, 3]}', 30, 5))
        reply = writer.ask(ASK, SCHEMA, LIMITS)
        assert isinstance(reply, Reply), reply
        assert reply.text.strip() == '{"deltas": [1, 2, 3]}'
        assert (reply.used.tokens_in, reply.used.tokens_out) == (30, 5)
        assert server.asked[0].path.split("?")[0] == path
        told = json.dumps([server.asked[0].headers, server.asked[0].body]).lower()
        assert KEY in told
        assert "stray" not in told
    finally:
        writer.close()


@pytest.mark.parametrize(
    "line, kind",
    [
        (Fail(429, {"Retry-After": "17"}), "rate-limited"),
        (Fail(429, {}, "You exceeded your current quota, please check your plan (insufficient_quota)"), "no-credit"),
        (Fail(500), "overloaded"),
        (Fail(503), "overloaded"),
        (Fail(401), "refused-key"),
        (Fail(404, {}, "The model `local` does not exist"), "no-such-model"),
        (Fail(400, {}, "Unknown parameter: response_format"), "no-schema"),
        (Fail(400, {}, "This model's maximum context length is 4096 tokens"), "too-long"),
        (Fail(400, {}, "unexpected field"), "bad-request"),
        (Raw(b"<html>Bad gateway</html>", "text/html"), "garbled"),
        (Raw(b'{"choices": 7, "usage": "many"}'), "garbled"),
        (Raw(b'{"id": "x", "object": "chat.completion", "choices": []}'), "garbled"),
        (Raw(b""), "garbled"),
        (Fail(402), "no-credit"),
        (Fail(403), "refused-key"),
        (Fail(405), "bad-request"),
        (Fail(413), "too-long"),
        (Fail(529), "overloaded"),
        (Cut(), "cut-off"),
        (Say(""), "empty"),
    ],
)  # fmt: skip
def test_every_trouble_has_its_name_and_says_what_happened(server, chat, line, kind):
    server.says(line)
    failure = chat.ask(ASK, SCHEMA, LIMITS)
    assert isinstance(failure, Failure), failure
    assert failure.kind in ({kind, "empty"} if kind == "garbled" else {kind}), failure
    assert "openai-compatible/local" in failure.say
    assert len(server.asked) == 1  # nothing is asked again behind our back


def test_the_wait_that_is_asked_for_is_told(server, chat):
    server.says(Fail(429, {"Retry-After": "17"}))
    assert chat.ask(ASK, None, LIMITS).retry_after == 17


def test_a_wait_that_is_a_date_is_told_in_seconds(server, chat):
    server.says(Fail(503, {"Retry-After": "Fri, 01 Jan 2100 00:00:00 GMT"}))
    assert chat.ask(ASK, None, LIMITS).retry_after > 1e6


def test_a_stream_that_breaks_off_is_no_reply(server, streaming):
    server.says(Cut('{"deltas": [{"text": "only the beginning of it"}]}'))
    assert streaming.ask(ASK, None, LIMITS).kind == "cut-off"


def test_a_slow_server_is_given_up_on(server, chat):
    server.says(Slow(4))
    assert chat.ask(ASK, None, Limits(seconds=1)).kind == "timed-out"


def test_a_reply_that_reached_the_limit_says_so_and_an_over_long_one_is_taken_whole(server, chat):
    long = "x" * 2_000_000
    server.says(Say("half an ans", finish="length"), Say(long, 5, 500_000))
    assert chat.ask(ASK, None, LIMITS).whole is False
    reply = chat.ask(ASK, None, LIMITS)
    assert (len(reply.text), reply.used.tokens_out) == (2_000_000, 500_000)


@pytest.mark.parametrize("tokens", [None, "many", -4, 1.5])
def test_tokens_that_are_no_numbers_are_not_known(server, chat, tokens):
    server.says(Say("{}", tokens, tokens))
    answer = chat.ask(ASK, None, LIMITS)
    assert answer.used is None if isinstance(answer, Reply) else answer.kind == "garbled"


def test_nobody_there_is_told_as_such(free_port):
    writer = writer_of("openai-compatible", f"http://127.0.0.1:{free_port}/v1")
    try:
        failure = writer.ask(ASK, None, LIMITS)
        assert failure.kind == "unreachable"
        assert "llm.base_url" in failure.hint
    finally:
        writer.close()


def test_a_key_that_a_server_repeats_is_not_told_on(server, chat):
    server.says(Fail(401, {}, f"Incorrect API key provided: {KEY}"))
    failure = chat.ask(ASK, None, LIMITS)
    assert KEY not in failure.say + failure.raw


def test_an_env_file_and_the_accounts_of_the_machine_are_not_found(server, tmp_path, monkeypatch):
    (tmp_path / ".env").write_text("OPENAI_API_KEY=sk-from-dotenv\nOPENAI_API_BASE=http://127.0.0.1:9\n")
    monkeypatch.chdir(tmp_path)
    writer = writer_of("openai-compatible", server.url + "/v1", key="")
    try:
        server.says("{}")
        assert isinstance(writer.ask(ASK, None, LIMITS), Reply)
        assert "dotenv" not in json.dumps(server.asked[0].headers)
    finally:
        writer.close()


@pytest.fixture
def free_port():
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


WAYS = [
    (name, stream)
    for name in ("openai-compatible", "openai-responses", "anthropic")
    for stream in (False, True)
]


@pytest.fixture(scope="module", params=WAYS, ids=lambda way: f"{way[0]}-{'streamed' if way[1] else 'whole'}")
def way(server, request):
    """A writer for every protocol and both ways of answering."""
    name, stream = request.param
    writer = writer_of(name, server.url if name == "anthropic" else server.url + "/v1", stream=stream)
    yield writer, stream
    writer.close()


NONSENSE = [
    b"<html>Bad gateway</html>", b"", b"null", b"[]", b'"x"', b"{", b'{"choices": 7, "usage": "many"}', b"\xff\xfe\x00 no text",
    b'{"choices": [{"message": {"content": "caf\xe9"}}]}', b'data: {"x": 1}\n\ndata: not json\n\n', b'{"a":' * 3000,
    b'{"error": {"message": "try later", "code": 429}}', b'{"content": {}, "output": {}, "choices": {}}',
]  # fmt: skip


def test_whatever_a_server_sends_with_a_200_is_a_failure_that_counts_in_full(server, way):
    writer, _ = way
    for body in NONSENSE:
        for kind in ("application/json", "text/event-stream"):
            server.says(Raw(body, kind))
            failure = writer.ask(ASK, SCHEMA, LIMITS)
            assert isinstance(failure, Failure), (body, failure)
            assert (failure.turned_away, failure.used) == (False, None), (body, failure)
            assert KEY not in failure.say + failure.raw
            assert "Traceback" not in failure.say
            assert len(server.asked) == 1, body


def test_errors_of_http_have_the_same_names_whatever_is_spoken(server, way):
    writer, _ = way
    kinds = {
        400: "bad-request", 401: "refused-key", 402: "no-credit", 403: "refused-key", 404: "no-such-model", 413: "too-long",
        422: "bad-request", 429: "rate-limited", 500: "overloaded", 503: "overloaded", 529: "overloaded",
    }  # fmt: skip
    for status, kind in kinds.items():
        server.says(Fail(status, {}, f"what a pity about {KEY}"))
        failure = writer.ask(ASK, SCHEMA, LIMITS)
        assert (failure.kind, failure.turned_away) == (kind, kind != "overloaded"), failure
        assert f"(HTTP {status}): " in failure.say
        assert status == 422 or "what a pity about [secret:key]" in failure.say
        assert KEY not in failure.say + failure.raw
        assert len(server.asked) <= (2 if status == 422 else 1)


WAITS = [
    ("17", 17, 17), ("0", 0, 0), ("0.5", 0.5, 0.5), ("Thu, 01 Jan 2100 00:00:00 GMT", 1e8, 1e9), ("Thu, 01 Jan 1970 00:00:00 GMT", 0, 0),
    ("inf", 1e9, 1e9), ("1e400", 1e9, 1e9), ("99999999999999", 1e9, 1e9), ("-3", None, None), ("nan", None, None), ("soon", None, None),
]  # fmt: skip


def test_nothing_is_sent_on_to_another_place_than_the_one_that_was_named(server, way, elsewhere):
    writer, _ = way
    server.says(Fail(307, {"Location": f"{elsewhere.url}/elsewhere"}))
    failed = writer.ask(ASK, None, LIMITS)
    assert (failed.kind, failed.status) == ("unreachable", 307)
    assert "base_url" in failed.hint
    assert len(server.asked) == 1
    assert not elsewhere.asked


def test_a_wait_is_understood_however_it_is_written_and_never_shorter_than_it_was_meant(server, way):
    writer, _ = way
    for text, least, most in WAITS:
        server.says(Fail(429, {"Retry-After": text}))
        found = writer.ask(ASK, None, LIMITS).retry_after
        assert found is None if least is None else least <= found <= most, (text, found)


def test_a_stream_that_stops_before_its_end_is_no_reply(server, way):
    writer, stream = way
    server.says(Early('{"deltas": [{"text": "only the beginning of it"}]}'))
    failure = writer.ask(ASK, None, LIMITS)
    assert failure.kind in ("cut-off", "garbled")
    assert not stream or "only" not in failure.say
    server.says(Cut('{"deltas": [{"text": "only the beginning of it"}]}'))
    assert writer.ask(ASK, None, LIMITS).kind == "cut-off"


def test_three_parts_and_then_silence_is_given_up_on_in_time(server, way):
    writer, stream = way
    server.says(Drip('{"deltas": [{"text": "only the beginning of it"}]}', 6))
    began = time.monotonic()
    failure = writer.ask(ASK, None, Limits(seconds=1.5))
    assert failure.kind in (("timed-out", "cut-off") if stream else ("timed-out", "garbled")), failure
    assert time.monotonic() - began < 6
    server.says(Say("{}", 30, 5))
    assert isinstance(writer.ask(ASK, None, LIMITS), Reply)  # and the next question is answered


@pytest.mark.parametrize("tokens", [None, "many", -4, 10**30, True])
def test_no_tokens_are_known_where_a_provider_names_none(server, way, tokens):
    writer, stream = way
    server.says(Say("{}", tokens, tokens))
    answer = writer.ask(ASK, None, LIMITS)
    sent = Reserved("u-1", "", "", "", "", 2000, 300, 10**9)
    price = Price(3 * 10**9, 15 * 10**9, 0)
    assert settle(sent, answer, price, "").nano == sent.nano, (answer, stream)


ITEM = '{"do": "add", "text": "Run the tests with `uv run pytest -q`.", "kind": "rule", "quotes": []}'
WRAPPED = {
    "plain": f'{{"deltas": [{ITEM}]}}',
    "fence": f'```json\n{{"deltas": [{ITEM}]}}\n```',
    "thoughts": f'<think>first I look at {{"deltas": []}}</think>{{"deltas": [{ITEM}]}}',
    "prose": f'Sure! Here it is:\n\n{{"deltas": [{ITEM}]}}\n\nAnything else?',
    "trailing comma": f'{{"deltas": [{ITEM},],}}',
    "cut array": f'{{"deltas": [{ITEM}, {{"do": "add", "text": "half of',
    "bare list": f"[{ITEM}]",
    "one for a list": f'{{"deltas": {ITEM}}}',
    "bare item": ITEM,
    "schema echoed": json.dumps({**SCHEMA, "deltas": [json.loads(ITEM)]}),
    "umlauts": f'Größe: ✓ 漢字\n{{"deltas": [{ITEM}]}}',
}


def test_every_wrapping_is_read_the_same_whatever_is_spoken(server, way):
    writer, _ = way
    for name, text in WRAPPED.items():
        server.says(Say(text, 300, 40))
        reply = writer.ask(ASK, SCHEMA, LIMITS)
        assert isinstance(reply, Reply), (name, reply)
        found = read_reply(reply.text, "deltas", is_item)
        assert isinstance(found, Read), (name, found)
        assert [item["text"] for item in found.items] == [json.loads(ITEM)["text"]], name


@pytest.mark.parametrize(
    "text", ["no", "I cannot help with that.", json.dumps(ANSWERS), "<think>never ending", "{", "```\n```"]
)
def test_what_is_no_answer_is_never_an_empty_one(server, way, text):
    writer, _ = way
    server.says(Say(text, 300, 40))
    reply = writer.ask(ASK, SCHEMA, LIMITS)
    assert isinstance(reply, Failure) or isinstance(read_reply(reply.text, "deltas", is_item), Unreadable)


def test_a_server_on_this_machine_is_asked_in_its_own_way(server):
    for provider, url, path in (
        ("ollama", server.url, "/api/chat"),
        ("vllm", server.url + "/v1", "/v1/chat/completions"),
        ("lm_studio", server.url + "/v1", "/v1/chat/completions"),
        ("openrouter", server.url + "/v1", "/v1/chat/completions"),
        (
            "v0",
            server.url + "/v1",
            "/v1/chat/completions",
        ),  # of which litellm says that it knows no limit of tokens
        ("xinference", server.url + "/v1", "/v1/chat/completions"),
    ):
        writer = writer_of(provider, url, key="")
        try:
            server.says(Say('{"deltas": []}', 30, 5))
            reply = writer.ask((*ASK, Message("user", "x" * 60_000)), SCHEMA, LIMITS)
            assert isinstance(reply, Reply), reply
            assert reply.used == Used(30, 5)
            (request,) = server.asked
            assert request.path == path
            told = json.dumps(request.body)
            assert provider in ("v0", "xinference") or '"deltas"' in told  # the schema goes along
            assert provider == "ollama" or 321 in (
                request.body.get("max_tokens"),
                request.body.get("max_completion_tokens"),
            )
            assert "stray" not in told + json.dumps(request.headers).lower()
            if provider == "ollama":  # which else reads only the end of what is sent
                assert request.body["options"]["num_ctx"] >= 20_000
                assert request.body["options"]["num_predict"] == 321
        finally:
            writer.close()


def test_a_provider_that_nobody_knows_is_named_and_nothing_is_sent(server):
    writer = writer_of("no-such-provider", server.url)
    try:
        server.says("{}")
        failure = writer.ask(ASK, None, LIMITS)
        assert (failure.kind, failure.turned_away, server.asked) == ("no-such-model", True, [])
        assert "there is no such provider" in failure.say
    finally:
        writer.close()


def test_a_name_that_nobody_has_is_told_as_such():
    writer = writer_of("openai-compatible", "http://nobody.invalid/v1")
    try:
        failure = writer.ask(ASK, None, LIMITS)
        assert (failure.kind, failure.turned_away) == ("unreachable", True)
    finally:
        writer.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there memory is bounded")
def test_a_reply_without_end_is_an_error_and_not_the_machines_trouble(server):
    writer = writer_of("openai-compatible", server.url + "/v1")
    try:
        server.says(Huge(3000))
        failure = writer.ask(ASK, None, Limits(seconds=60))
        assert isinstance(failure, Failure)
        assert failure.turned_away is False
        server.says(Say("x" * 6_000_000))
        long = writer.ask(ASK, None, Limits(seconds=60))
        assert isinstance(long, Reply), long
        assert (len(long.text), long.whole) == (4_000_000, False)
    finally:
        writer.close()


STARTER = """
import os, sys
sys.path.insert(0, {root!r})
from cm.llm.litellm_writer import LitellmWriter
from cm.model.writing import Limits, Message
writer = LitellmWriter("openai-compatible", "local", base_url=sys.argv[1], environ=dict(os.environ))
process = writer._take()
print(process._run.pid, process._folder.name, flush=True)
writer._idle.append(process)
writer.ask((Message("user", "?"),), None, Limits(seconds=60))
"""


def test_litellm_does_not_outlive_whoever_asked_it(server):
    server.says(Slow(30))
    code = STARTER.format(root=os.getcwd())
    asking = subprocess.Popen(
        [sys.executable, "-c", code, server.url + "/v1"], stdout=subprocess.PIPE, text=True
    )
    pid, folder = asking.stdout.readline().rstrip("\n").split(" ", 1)
    child = int(pid)
    wait_for(lambda: server.asked)
    assert is_running(child)
    assert os.path.isdir(folder)
    asking.kill()
    asking.wait()
    asking.stdout.close()
    wait_for(lambda: not is_running(child), seconds=5)
    assert not os.path.exists(folder)
