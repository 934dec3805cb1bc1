"""litellm over real HTTP against a scripted server: what is sent, what comes back, and what every kind of trouble is called."""

import json
import os

import pytest

from cm.llm.litellm_writer import LitellmWriter
from cm.model.writing import Failure, Limits, Message, Reply, Used
from tests.kit.model_server import Cut, Fail, Raw, Say, Slow, model_server

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
