"""What the model does, request by request, in the words of four interfaces: Anthropic, Chat Completions, Responses, Gemini.

A step is a text and the calls that come with it: `Shell` is run with whatever tool for commands the program offers, `Call` with the
first tool whose name fits, offered or not. Requests without tools (titles, summaries) are answered aside and take no step.
"""

import json
import re
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SHELLS = (
    "exec_command",
    "shell_command",
    "shell",
    "bash",
    "run_shell_command",
    "run_commands",
    "execute_command",
)
USAGE_IN, USAGE_OUT = 100, 10


@dataclass(frozen=True)
class Shell:
    command: str


@dataclass(frozen=True)
class Call:
    """A tool by a pattern of its name; `named` is the name to call it by when the program keeps it back."""

    pattern: str
    arguments: dict
    named: str = ""


@dataclass(frozen=True)
class Step:
    text: str
    calls: tuple = ()


@dataclass
class Script:
    steps: tuple
    bodies: list = field(default_factory=list)  # of the requests that took a step, as they came
    taken: int = 0
    aside: int = 0
    lost: list = field(default_factory=list)  # calls for which there was no tool
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, kind, body):
        """(text, [(id, name, arguments, namespace)]) of a request."""
        tools = offered(kind, body)
        with self.lock:
            if not tools:
                self.aside += 1
                return aside(body), []
            number, self.taken = self.taken, self.taken + 1
            self.bodies.append(body)
        step = self.steps[number] if number < len(self.steps) else Step("Done.")
        calls = []
        for wanted in step.calls:
            found = as_call(wanted, tools)
            if found is None:
                self.lost.append(f"{wanted} among {', '.join(sorted(tools))}")
            else:
                calls.append((f"call_{number}_{len(calls)}", *found))
        return step.text, calls


def aside(body):
    """A router that asks in JSON gets JSON."""
    if "json" in str(body.get("generationConfig", {}).get("responseMimeType", "")):
        return json.dumps({"reasoning": "as scripted", "next_speaker": "user", "model_choice": "pro"})
    return "A title"


def offered(kind, body):
    """Name -> (schema of the arguments, namespace) of the tools of a request."""
    found = {}

    def take(tool, space=""):
        if tool.get("type") == "namespace":
            for inner in tool.get("tools", ()):
                take(inner, tool.get("name", ""))
            return
        told = tool["function"] if isinstance(tool.get("function"), dict) else tool
        name = told.get("name") or told.get("type")
        schema = told.get("parameters") or told.get("input_schema") or told.get("parametersJsonSchema") or {}
        if name:
            found[name] = (schema, space)

    for tool in body.get("tools") or ():
        if kind == "gemini":
            for each in tool.get("functionDeclarations") or ():
                take(each)
        else:
            take(tool)
    return found


def as_call(wanted, tools):
    if isinstance(wanted, Shell):
        by_small = {name.lower(): name for name in tools}
        name = next((by_small[shell] for shell in SHELLS if shell in by_small), None)
        return (
            None if name is None else (name, shell_arguments(wanted.command, tools[name][0]), tools[name][1])
        )
    for name, (_, space) in tools.items():
        if re.search(wanted.pattern, name) or (space and re.search(wanted.pattern, f"{space}__{name}")):
            return name, wanted.arguments, space
    return (wanted.named, wanted.arguments, "") if wanted.named else None


def shell_arguments(command, schema):
    """The arguments that a tool for commands wants, by its schema."""
    known = schema.get("properties", {})
    key = next((key for key in ("cmd", "commands", "command") if key in known), "command")
    kind = known.get(key, {})
    if kind.get("type") == "array":
        objects = kind.get("items", {}).get("type") == "object"
        given = {
            key: [{"command": command}]
            if objects
            else [command]
            if key == "commands"
            else ["bash", "-lc", command]
        }
    else:
        given = {key: [command] if key == "commands" else command}
    for name in [*schema.get("required", ()), *(("description",) if "description" in known else ())]:
        if name not in given:
            given[name] = {"boolean": False, "integer": 10, "number": 10}.get(
                known.get(name, {}).get("type"), "as scripted"
            )
    return given


def serve(script, port=0):
    """Starts the model; returns the server, whose `server_address` says where."""
    server = ThreadingHTTPServer(("127.0.0.1", port), type("Door", (_Door,), {"script": script}))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class _Door(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    script = None

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        model = {
            "id": "scripted",
            "object": "model",
            "type": "model",
            "display_name": "scripted",
            "owned_by": "test",
            "created": 1,
        }
        self._json({"object": "list", "data": [model], "has_more": False})

    def do_POST(self):
        body = json.loads(self._body() or b"{}")
        path = self.path.partition("?")[0]
        if path.endswith(("/count_tokens", ":countTokens")):
            return self._json({"input_tokens": USAGE_IN, "totalTokens": USAGE_IN})
        for ending, kind in (
            ("/messages", "anthropic"), ("/chat/completions", "chat"), ("/responses", "responses"), ("enerateContent", "gemini")
        ):  # fmt: skip
            if path.endswith(ending):
                text, calls = self.script.answer(kind, body)
                number = self.script.taken + self.script.aside
                return getattr(self, f"_{kind}")(body, text, calls, number, "stream" in path.lower())
        return self._json({"error": {"message": "no such path", "type": "not_found"}}, 404)

    def _body(self):
        if "chunked" not in (self.headers.get("transfer-encoding") or ""):
            return self.rfile.read(int(self.headers.get("content-length") or 0))
        parts = []
        while size := int(self.rfile.readline().strip() or b"0", 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def _json(self, value, status=200):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _events(self, events):
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for name, value in events:
            head = f"event: {name}\n" if name else ""
            self.wfile.write(
                f"{head}data: {value if isinstance(value, str) else json.dumps(value)}\n\n".encode()
            )
        self.wfile.flush()
        self.close_connection = True

    def _anthropic(self, body, text, calls, number, _):
        content = [{"type": "text", "text": text}] if text else []
        content += [
            {"type": "tool_use", "id": f"toolu_{key}", "name": name, "input": given}
            for key, name, given, _ in calls
        ]
        stop = "tool_use" if calls else "end_turn"
        usage = {
            "input_tokens": USAGE_IN,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "output_tokens": USAGE_OUT,
        }
        message = {
            "id": f"msg_{number}", "type": "message", "role": "assistant", "model": body.get("model", "scripted"), "content": content,
            "stop_reason": stop, "stop_sequence": None, "usage": usage,
        }  # fmt: skip
        if not body.get("stream"):
            return self._json(message)
        events = [{"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}]
        for index, block in enumerate(content):
            if block["type"] == "text":
                empty, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": text}
            else:
                empty = {**block, "input": {}}
                delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
            events += [
                {"type": "content_block_start", "index": index, "content_block": empty},
                {"type": "content_block_delta", "index": index, "delta": delta},
                {"type": "content_block_stop", "index": index},
            ]
        events += [
            {"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None}, "usage": usage},
            {"type": "message_stop"},
        ]
        return self._events((event["type"], event) for event in events)

    def _chat(self, body, text, calls, number, _):
        base = {"id": f"chatcmpl-{number}", "created": 1, "model": body.get("model", "scripted")}
        asked = [
            {"id": key, "type": "function", "function": {"name": name, "arguments": json.dumps(given)}} for key, name, given, _ in calls
        ]  # fmt: skip
        stop = "tool_calls" if calls else "stop"
        usage = {
            "prompt_tokens": USAGE_IN,
            "completion_tokens": USAGE_OUT,
            "total_tokens": USAGE_IN + USAGE_OUT,
        }
        if not body.get("stream"):
            message = {
                "role": "assistant",
                "content": text or None,
                **({"tool_calls": asked} if asked else {}),
            }
            choice = {"index": 0, "message": message, "finish_reason": stop}
            return self._json({**base, "object": "chat.completion", "choices": [choice], "usage": usage})
        deltas = [({"role": "assistant", "content": text}, None)]
        deltas += [({"tool_calls": [{**call, "index": index}]}, None) for index, call in enumerate(asked)]
        chunk = {**base, "object": "chat.completion.chunk"}
        chunks = [
            {**chunk, "choices": [{"index": 0, "delta": delta, "finish_reason": end}]} for delta, end in [*deltas, ({}, stop)]
        ]  # fmt: skip
        return self._events(
            (None, each) for each in [*chunks, {**chunk, "choices": [], "usage": usage}, "[DONE]"]
        )

    def _responses(self, body, text, calls, number, _):
        items = []
        if text:
            part = {"type": "output_text", "text": text, "annotations": []}
            items.append(
                {
                    "type": "message",
                    "id": f"msg_{number}",
                    "role": "assistant",
                    "status": "completed",
                    "content": [part],
                }
            )
        for key, name, given, space in calls:
            item = {
                "type": "function_call", "id": f"fc_{key}", "call_id": key, "status": "completed", "name": name,
                "arguments": json.dumps(given),
            }  # fmt: skip
            items.append({**item, **({"namespace": space} if space else {})})
        usage = {
            "input_tokens": USAGE_IN, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": USAGE_OUT,
            "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": USAGE_IN + USAGE_OUT,
        }  # fmt: skip
        whole = {
            "id": f"resp_{number}", "object": "response", "created_at": 1, "model": body.get("model", "scripted"), "status": "completed",
            "output": items, "usage": usage, "error": None, "incomplete_details": None,
        }  # fmt: skip
        if not body.get("stream"):
            return self._json(whole)
        begun = {**whole, "status": "in_progress", "output": [], "usage": None}
        events = [{"type": "response.created", "response": begun}]
        for index, item in enumerate(items):
            place = {"output_index": index}
            events.append(
                {"type": "response.output_item.added", **place, "item": {**item, "status": "in_progress"}}
            )
            if item["type"] == "message":
                events.append(
                    {
                        "type": "response.output_text.delta",
                        **place,
                        "item_id": item["id"],
                        "content_index": 0,
                        "delta": text,
                    }
                )
            events.append({"type": "response.output_item.done", **place, "item": item})
        events.append({"type": "response.completed", "response": whole})
        return self._events((each["type"], {**each, "sequence_number": n}) for n, each in enumerate(events))

    def _gemini(self, body, text, calls, number, stream):
        parts = [{"text": text}] if text else []
        parts += [{"functionCall": {"id": key, "name": name, "args": given}} for key, name, given, _ in calls]
        answer = {
            "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
            "usageMetadata": {"promptTokenCount": USAGE_IN, "candidatesTokenCount": USAGE_OUT, "totalTokenCount": USAGE_IN + USAGE_OUT},
            "modelVersion": "scripted", "responseId": f"resp_{number}",
        }  # fmt: skip
        return self._events([(None, answer)]) if stream else self._json(answer)
