"""A model provider on loopback that says what it was told to say: Chat Completions, Responses, Anthropic Messages, streaming or not.

It keeps every request as it came in. Standard library only.
"""

import json
import socket
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Say:
    """A well-formed reply with this text."""

    text: str
    tokens_in: object = 11
    tokens_out: object = 7
    cached: int = 0
    finish: str = "stop"


@dataclass(frozen=True)
class Fail:
    """An HTTP error."""

    status: int
    headers: dict = field(default_factory=dict)
    message: str = "not now"


@dataclass(frozen=True)
class Raw:
    """A 200 with exactly this body."""

    body: bytes
    kind: str = "application/json"


@dataclass(frozen=True)
class Slow:
    """Nothing for so many seconds."""

    seconds: float


@dataclass(frozen=True)
class Cut:
    """The beginning of a reply, then the connection is gone."""

    text: str = "half of an ans"


@dataclass(frozen=True)
class Early:
    """A stream that ends in good order before it is done: no reason, no last event."""

    text: str = "half of an ans"


@dataclass(frozen=True)
class Drip:
    """Three parts of a stream, then nothing for so many seconds."""

    text: str = "half of an ans"
    seconds: float = 30


@dataclass(frozen=True)
class Huge:
    """So many megabytes within a reply that is well-formed until then."""

    megabytes: int


@dataclass(frozen=True)
class Request:
    path: str
    headers: dict
    body: dict


class Script:
    """What the server says, one thing per request and the last one again, and what it was asked."""

    def __init__(self):
        self.lines = []
        self.asked = []
        self.url = ""
        self.by = None  # what is said by what is asked, where several ask at once
        self._guard = threading.Lock()

    def says(self, *lines):
        with self._guard:
            self.lines = list(lines)
            self.asked = []
        return self

    def next(self, request):
        with self._guard:
            self.asked.append(request)
            if self.by is not None:
                return self.by(request.body)
            line = self.lines.pop(0) if len(self.lines) > 1 else self.lines[0]
        return Say(line) if isinstance(line, str) else line


@contextmanager
def model_server():
    """A running server's Script."""
    script = Script()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(script))
    server.daemon_threads = True
    script.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()


def _handler(script):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def handle(self):
            with suppress(ConnectionResetError):  # whoever asked is gone
                super().handle()

        def do_POST(self):
            raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            with suppress(ValueError):
                body = json.loads(raw or b"{}")
                headers = {name.lower(): value for name, value in self.headers.items()}
                line = script.next(Request(self.path, headers, body))
                with suppress(BrokenPipeError, ConnectionResetError):
                    if self.path.endswith("/api/show"):  # what a model can do, nothing of what is asked
                        script.asked.pop()
                        self.put(200, b'{"model_info": {}, "template": ""}', "application/json")
                    else:
                        self.answer(line, body)

        def answer(self, line, body):
            stream = bool(body.get("stream"))
            if isinstance(line, Fail):
                error = {"error": {"message": line.message, "type": "error", "code": line.status}}
                return self.put(line.status, json.dumps(error).encode(), "application/json", line.headers)
            if isinstance(line, Slow):
                time.sleep(line.seconds)
                return self.put(200, b"{}", "application/json")
            if isinstance(line, Raw):
                return self.put(200, line.body, line.kind)
            if isinstance(line, Cut):
                return self.cut(line, stream)
            if isinstance(line, Huge):
                return self.huge(line)
            shape = _SHAPES[self.path.split("?")[0].rsplit("/", 1)[-1]]
            if isinstance(line, Early | Drip):
                events = shape.streamed(Say(line.text)).split(b"\n\n")
                return self.begin(b"\n\n".join(events[:3]) + b"\n\n", getattr(line, "seconds", 0))
            if stream:
                return self.put(200, shape.streamed(line), "text/event-stream")
            return self.put(200, json.dumps(shape.whole(line)).encode(), "application/json")

        def put(self, status, data, kind, headers=None):
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def begin(self, data, seconds):
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(data)
            self.wfile.flush()
            time.sleep(seconds)
            self.close_connection = True

        def huge(self, line):
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(
                b'{"id": "c-1", "object": "chat.completion", "choices": [{"message": {"content": "'
            )
            for _ in range(line.megabytes):
                self.wfile.write(b"x" * 1_000_000)
            self.wfile.write(b'"}}]}')
            self.close_connection = True

        def cut(self, line, stream):
            shape = _SHAPES[self.path.rsplit("/", 1)[-1]]
            data = (
                shape.streamed(Say(line.text)) if stream else json.dumps(shape.whole(Say(line.text))).encode()
            )
            part = data[: len(data) * 2 // 3] if stream else data[: len(data) // 2]
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream" if stream else "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(part)
            self.wfile.flush()
            with suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True

    return Handler


def _events(*items, named=False, done=True):
    out = []
    for item in items:
        name = f"event: {item['type']}\n" if named else ""
        out.append(f"{name}data: {json.dumps(item)}\n\n")
    if done:
        out.append("data: [DONE]\n\n")
    return "".join(out).encode()


def _parts(text):
    size = max(1, len(text) // 5)
    return [text[at : at + size] for at in range(0, len(text), size)]


class _Chat:
    @staticmethod
    def whole(say):
        return {
            "id": "c-1", "object": "chat.completion", "created": 1, "model": "local",
            "choices": [{"index": 0, "message": {"role": "assistant", "content": say.text}, "finish_reason": say.finish}],
            "usage": _Chat.usage(say),
        }  # fmt: skip

    @staticmethod
    def usage(say):
        if say.tokens_in is None:
            return None
        total = say.tokens_in + say.tokens_out if isinstance(say.tokens_in, int) else 0
        return {
            "prompt_tokens": say.tokens_in, "completion_tokens": say.tokens_out, "total_tokens": total,
            "prompt_tokens_details": {"cached_tokens": say.cached},
        }  # fmt: skip

    @staticmethod
    def streamed(say):
        def part(delta, finish=None, **more):
            choices = [{"index": 0, "delta": delta, "finish_reason": finish}] if delta is not None else []
            return {
                "id": "c-1",
                "object": "chat.completion.chunk",
                "created": 1,
                "model": "local",
                "choices": choices,
                **more,
            }

        said = [part({"role": "assistant", "content": text}) for text in _parts(say.text)]
        return _events(*said, part({}, say.finish), part(None, usage=_Chat.usage(say)))


class _Responses:
    @staticmethod
    def whole(say):
        return {
            "id": "r-1", "object": "response", "created_at": 1, "model": "local", "status": "completed", "error": None,
            "output": [
                {"type": "message", "id": "m-1", "role": "assistant", "status": "completed",
                 "content": [{"type": "output_text", "text": say.text, "annotations": []}]}
            ],
            "usage": {
                "input_tokens": say.tokens_in, "output_tokens": say.tokens_out,
                "total_tokens": (say.tokens_in or 0) + (say.tokens_out or 0),
                "input_tokens_details": {"cached_tokens": say.cached}, "output_tokens_details": {"reasoning_tokens": 0},
            },
            "parallel_tool_calls": False, "tool_choice": "auto", "tools": [], "temperature": 0, "top_p": 1, "metadata": {},
            "instructions": None, "incomplete_details": None,
        }  # fmt: skip

    @staticmethod
    def streamed(say):
        whole = _Responses.whole(say)
        said = [
            {
                "type": "response.output_text.delta",
                "item_id": "m-1",
                "output_index": 0,
                "content_index": 0,
                "delta": text,
            }
            for text in _parts(say.text)
        ]
        return _events(
            {"type": "response.created", "response": {**whole, "output": [], "status": "in_progress"}},
            *said,
            {"type": "response.completed", "response": whole},
            named=True, done=False,
        )  # fmt: skip


class _Messages:
    @staticmethod
    def whole(say):
        return {
            "id": "m-1", "type": "message", "role": "assistant", "model": "local", "stop_sequence": None,
            "content": [{"type": "text", "text": say.text}],
            "stop_reason": {"stop": "end_turn", "length": "max_tokens"}[say.finish],
            "usage": {"input_tokens": say.tokens_in, "output_tokens": say.tokens_out, "cache_read_input_tokens": say.cached},
        }  # fmt: skip

    @staticmethod
    def streamed(say):
        whole = _Messages.whole(say)
        said = [
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}
            for text in _parts(say.text)
        ]
        return _events(
            {"type": "message_start", "message": {**whole, "content": [], "usage": {"input_tokens": say.tokens_in, "output_tokens": 1}}},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            *said,
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": whole["stop_reason"], "stop_sequence": None},
             "usage": {"output_tokens": say.tokens_out}},
            {"type": "message_stop"},
            named=True, done=False,
        )  # fmt: skip


class _Ollama:
    @staticmethod
    def whole(say):
        said = {"response": say.text, "message": {"role": "assistant", "content": say.text}}
        reason = {"done": True, "done_reason": say.finish}
        return {"model": "local", "created_at": "2026-11-30T12:00:00Z", **said, **reason,
                "prompt_eval_count": say.tokens_in, "eval_count": say.tokens_out}  # fmt: skip

    @staticmethod
    def streamed(say):
        last = {**_Ollama.whole(say), "response": "", "message": {"role": "assistant", "content": ""}}
        said = [
            {
                "model": "local",
                "created_at": "2026-11-30T12:00:00Z",
                "response": text,
                "message": {"role": "assistant", "content": text},
                "done": False,
            }
            for text in _parts(say.text)
        ]
        return "".join(json.dumps(item) + "\n" for item in (*said, last)).encode()


_SHAPES = {
    "completions": _Chat, "responses": _Responses, "messages": _Messages, "generate": _Ollama, "chat": _Ollama, "show": _Ollama,
}  # fmt: skip
