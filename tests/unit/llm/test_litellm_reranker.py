"""A reranker over real HTTP against a scripted server: what is sent, and what comes of every kind of answer."""

import json
import os

import pytest

from cm.llm.litellm_reranker import LitellmReranker, Scored, _order
from cm.model.writing import Failure
from tests.kit.model_server import Fail, Raw, Slow, model_server

KEY = "k-0123456789abcdef"


@pytest.fixture(scope="module")
def server():
    with model_server() as script:
        yield script


def asked(server, *lines, seconds=10.0, key=KEY, provider="openai-compatible"):
    server.says(*lines)
    environ = {**os.environ, "COHERE_API_KEY": "stray-key", "HOSTED_VLLM_API_KEY": "stray-key"}
    reranker = LitellmReranker(provider, "local", key=key, base_url=server.url, environ=environ)
    return reranker.ask("who owns billing", ["the weather", "Ana owns billing", "nothing"], seconds)


def results(*pairs, **more):
    rows = [{"index": index, "relevance_score": score} for index, score in pairs]
    return Raw(json.dumps({"id": "x", "results": rows, **more}).encode())


@pytest.mark.parametrize("provider, path", [("openai-compatible", "/rerank"), ("cohere", "/v2/rerank")])
def test_the_question_and_the_texts_are_sent_with_the_one_key_and_the_order_comes_back(
    server, provider, path
):
    units = {"meta": {"billed_units": {"total_tokens": 42}, "tokens": {"input_tokens": 42}}}
    found = asked(
        server, results((1, 0.9), (0, 0.2), (2, 0.1), usage={"total_tokens": 42}, **units), provider=provider
    )
    assert found == Scored((1, 0, 2), 42)
    (request,) = server.asked
    assert request.path == path
    assert request.headers["authorization"].lower() == f"bearer {KEY}"
    assert request.body["query"] == "who owns billing"
    assert request.body["documents"] == ["the weather", "Ana owns billing", "nothing"]
    assert "stray" not in json.dumps([request.headers, request.body])


@pytest.mark.parametrize(
    "line, kind",
    [
        (Fail(401, message=f"bad key {KEY}"), "refused-key"),
        (Raw(b'{"results": []}'), "garbled"),
        (Slow(4), "timed-out"),
    ],
)
def test_trouble_has_a_name_and_no_key_is_told(server, line, kind):
    found = asked(server, line, seconds=0.5 if isinstance(line, Slow) else 10.0)
    assert isinstance(found, Failure)
    assert found.kind == kind
    assert KEY not in found.say + found.raw


def test_nothing_is_sent_on_to_another_place_than_the_one_that_was_named(server):
    with model_server() as elsewhere:
        elsewhere.says("{}")
        found = asked(server, Fail(307, {"Location": f"{elsewhere.url}/rerank"}))
        assert isinstance(found, Failure)
        assert not elsewhere.asked
    found = asked(server, Fail(307, {"Location": "/v1/rerank"}), results((1, 0.9), (0, 0.2)))
    assert found == Scored((1, 0, 2), None)
    assert [each.path for each in server.asked] == ["/rerank", "/v1/rerank"]


@pytest.mark.parametrize(
    "pairs, order",
    [
        ([[1, 0.5], [0, 0.9]], (0, 1, 2)),
        ([[0, 10**400], [1, 1]], ()),
        ([[0, -(10**400)], [1, 1]], ()),
        ([[2, 1]], (2, 0, 1)),  # what was not scored keeps its order, behind
        ([[3, 0.5]], ()),
        ([[0, 0.5], [0, 0.6]], ()),
        ([[0, float("nan")]], ()),
        ([[0, "high"]], ()),
        ([[True, 0.5]], ()),
        ([0.5], ()),
        ("x", ()),
        (None, ()),
    ],
)
def test_what_is_no_order_of_these_texts_is_none(pairs, order):
    assert _order(pairs, 3) == order
