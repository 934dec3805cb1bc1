"""What a stand-in model says, in the words of four interfaces: Anthropic Messages, Chat Completions, Responses, Gemini.

Pure: a text and calls become one document, or the events of a stream. Which text and calls, and the server: `stand_in.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

MODEL: Final = "scripted"
USAGE_IN, USAGE_OUT = 100, 10

Asked: TypeAlias = Mapping[str, Any]
Event: TypeAlias = tuple[str, Any]
"""The name of an event, "" for none, and what it holds: a text goes out as it is."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One tool call, by an id of ours."""

    key: str
    name: str
    arguments: Mapping[str, Any]
    space: str = ""  # the namespace in which the tool was offered


@dataclass(frozen=True, slots=True)
class Said:
    """What is answered: the number of the answer, its text and its calls."""

    number: int
    text: str
    calls: Sequence[ToolCall] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """One document, or where the program wants a stream its events."""

    document: Mapping[str, Any]
    events: Sequence[Event] = ()


def anthropic(body: Asked, said: Said, path: str) -> Answer:
    """Anthropic Messages."""
    content: list[dict[str, Any]] = [{"type": "text", "text": said.text}] if said.text else []
    content += [
        {"type": "tool_use", "id": f"toolu_{call.key}", "name": call.name, "input": dict(call.arguments)}
        for call in said.calls
    ]
    stop = "tool_use" if said.calls else "end_turn"
    usage = {
        "input_tokens": USAGE_IN, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": USAGE_OUT
    }  # fmt: skip
    message = {
        "id": f"msg_{said.number}", "type": "message", "role": "assistant", "model": body.get("model", MODEL), "content": content,
        "stop_reason": stop, "stop_sequence": None, "usage": usage,
    }  # fmt: skip
    if not body.get("stream"):
        return Answer(message)
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    ]
    for index, block in enumerate(content):
        empty: dict[str, Any]
        delta: dict[str, Any]
        if block["type"] == "text":
            empty, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": said.text}
        else:
            empty = {**block, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        events += [
            {"type": "content_block_start", "index": index, "content_block": empty},
            {"type": "content_block_delta", "index": index, "delta": delta},
            {"type": "content_block_stop", "index": index},
        ]
    ended = {"stop_reason": stop, "stop_sequence": None}
    events += [{"type": "message_delta", "delta": ended, "usage": usage}, {"type": "message_stop"}]
    return Answer(message, [(event["type"], event) for event in events])


def chat(body: Asked, said: Said, path: str) -> Answer:
    """Chat Completions."""
    base = {"id": f"chatcmpl-{said.number}", "created": 1, "model": body.get("model", MODEL)}
    asked = [
        {"id": call.key, "type": "function", "function": {"name": call.name, "arguments": json.dumps(call.arguments)}}
        for call in said.calls
    ]  # fmt: skip
    stop = "tool_calls" if asked else "stop"
    usage = {
        "prompt_tokens": USAGE_IN, "completion_tokens": USAGE_OUT, "total_tokens": USAGE_IN + USAGE_OUT
    }  # fmt: skip
    message = {
        "role": "assistant",
        "content": said.text or None,
        **({"tool_calls": asked} if asked else {}),
    }
    choice = {"index": 0, "message": message, "finish_reason": stop}
    document = {**base, "object": "chat.completion", "choices": [choice], "usage": usage}
    if not body.get("stream"):
        return Answer(document)
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": said.text}]
    deltas += [{"tool_calls": [{**call, "index": index}]} for index, call in enumerate(asked)]
    chunk = {**base, "object": "chat.completion.chunk"}
    chunks: list[Any] = [
        {**chunk, "choices": [{"index": 0, "delta": delta, "finish_reason": end}]}
        for delta, end in [*((delta, None) for delta in deltas), ({}, stop)]
    ]
    return Answer(
        document, [("", each) for each in [*chunks, {**chunk, "choices": [], "usage": usage}, "[DONE]"]]
    )


def responses(body: Asked, said: Said, path: str) -> Answer:
    """Responses."""
    items: list[dict[str, Any]] = []
    if said.text:
        part = {"type": "output_text", "text": said.text, "annotations": []}
        items.append(
            {"type": "message", "id": f"msg_{said.number}", "role": "assistant", "status": "completed", "content": [part]}
        )  # fmt: skip
    for call in said.calls:
        item = {
            "type": "function_call", "id": f"fc_{call.key}", "call_id": call.key, "status": "completed", "name": call.name,
            "arguments": json.dumps(call.arguments),
        }  # fmt: skip
        items.append({**item, **({"namespace": call.space} if call.space else {})})
    usage = {
        "input_tokens": USAGE_IN, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": USAGE_OUT,
        "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": USAGE_IN + USAGE_OUT,
    }  # fmt: skip
    whole = {
        "id": f"resp_{said.number}", "object": "response", "created_at": 1, "model": body.get("model", MODEL), "status": "completed",
        "output": items, "usage": usage, "error": None, "incomplete_details": None,
    }  # fmt: skip
    if not body.get("stream"):
        return Answer(whole)
    begun = {**whole, "status": "in_progress", "output": [], "usage": None}
    events: list[dict[str, Any]] = [{"type": "response.created", "response": begun}]
    for index, item in enumerate(items):
        place = {"output_index": index}
        events.append(
            {"type": "response.output_item.added", **place, "item": {**item, "status": "in_progress"}}
        )
        if item["type"] == "message":
            told = {"item_id": item["id"], "content_index": 0, "delta": said.text}
            events.append({"type": "response.output_text.delta", **place, **told})
        events.append({"type": "response.output_item.done", **place, "item": item})
    events.append({"type": "response.completed", "response": whole})
    return Answer(
        whole, [(each["type"], {**each, "sequence_number": number}) for number, each in enumerate(events)]
    )


def gemini(body: Asked, said: Said, path: str) -> Answer:
    """Gemini; whether it is a stream stands in the path."""
    parts: list[dict[str, Any]] = [{"text": said.text}] if said.text else []
    parts += [
        {"functionCall": {"id": call.key, "name": call.name, "args": dict(call.arguments)}}
        for call in said.calls
    ]
    answer = {
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": USAGE_IN, "candidatesTokenCount": USAGE_OUT, "totalTokenCount": USAGE_IN + USAGE_OUT},
        "modelVersion": MODEL, "responseId": f"resp_{said.number}",
    }  # fmt: skip
    return Answer(answer, [("", answer)] if "stream" in path.lower() else [])


INTERFACES: Final[Mapping[str, Callable[[Asked, Said, str], Answer]]] = {
    "/messages": anthropic,
    "/chat/completions": chat,
    "/responses": responses,
    "enerateContent": gemini,  # generateContent and streamGenerateContent
}
"""How a path ends -> the interface that is spoken there."""


def interface_of(path: str) -> Callable[[Asked, Said, str], Answer] | None:
    """The interface by which a path is asked, None where it is none."""
    return next((speak for ending, speak in INTERFACES.items() if path.endswith(ending)), None)


def offered(body: Asked) -> dict[str, tuple[Mapping[str, Any], str]]:
    """The tools of a request by name: the schema of the arguments, and the namespace."""
    found: dict[str, tuple[Mapping[str, Any], str]] = {}

    def take(tool: Any, space: str = "") -> None:
        if not isinstance(tool, dict):
            return
        if tool.get("type") == "namespace":
            for inner in _listed(tool.get("tools")):
                take(inner, str(tool.get("name", "")))
            return
        told = tool["function"] if isinstance(tool.get("function"), dict) else tool
        name = told.get("name") or told.get("type")
        schema = told.get("parameters") or told.get("input_schema") or told.get("parametersJsonSchema") or {}
        if name:
            found[str(name)] = (schema if isinstance(schema, dict) else {}, space)

    for tool in _listed(body.get("tools")):
        if isinstance(tool, dict) and "functionDeclarations" in tool:
            for each in _listed(tool["functionDeclarations"]):
                take(each)
        else:
            take(tool)
    return found


def _listed(value: Any) -> Iterable[Any]:
    return value if isinstance(value, list) else ()
