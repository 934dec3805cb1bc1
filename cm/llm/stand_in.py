"""A model on loopback that says what it was told to say: an agent's own program runs against it, nothing is paid, no prompt leaves.

A step is a text and the calls that come with it: `Shell` is run with whatever tool for commands the program offers, `Call` with the
first tool whose name fits. A request without tools (a title, a summary) is answered aside and takes no step. The server is a proxy as
well, one that lets nothing through: what a program wants from elsewhere is written down and refused. The words of the interfaces are
`stand_in_words.py`; who is asked what, `flows/live_program.py`.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from cm.llm.stand_in_words import MODEL, USAGE_IN, Answer, Said, ToolCall, interface_of, offered

SHELLS: Final = (
    "exec_command", "shell_command", "shell", "bash", "run_shell_command", "run_commands", "execute_command"
)  # fmt: skip
LARGEST: Final = 64_000_000


@dataclass(frozen=True, slots=True)
class Shell:
    """A command, run with the tool for commands."""

    command: str


@dataclass(frozen=True, slots=True)
class Call:
    """A tool by a pattern of its name; `named` is the name to call it by when the program keeps it back."""

    pattern: str
    arguments: Mapping[str, Any]
    named: str = ""


Wanted: TypeAlias = Shell | Call


@dataclass(frozen=True, slots=True)
class Step:
    """What is said once."""

    text: str
    calls: tuple[Wanted, ...] = ()


@dataclass
class Script:
    """What the model says, request by request, and what it was asked."""

    steps: Sequence[Step]
    bodies: list[dict[str, Any]] = field(
        default_factory=list
    )  # of the requests that took a step, as they came
    taken: int = 0
    aside: int = 0
    lost: list[str] = field(default_factory=list)  # calls for which there was no tool
    refused: list[str] = field(default_factory=list)  # hosts elsewhere that the program wanted to reach
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, body: dict[str, Any]) -> tuple[str, list[ToolCall]]:
        """The text and the calls of a request."""
        tools = offered(body)
        with self.lock:
            if not tools:
                self.aside += 1
                return _aside(body), []
            number, self.taken = self.taken, self.taken + 1
            self.bodies.append(body)
        step = self.steps[number] if number < len(self.steps) else Step("Done.")
        calls: list[ToolCall] = []
        for wanted in step.calls:
            found = as_call(wanted, tools)
            if found is None:
                self.lost.append(f"{wanted} among {', '.join(sorted(tools))}")
            else:
                calls.append(ToolCall(f"call_{number}_{len(calls)}", *found))
        return step.text, calls


def as_call(
    wanted: Wanted, tools: Mapping[str, tuple[Mapping[str, Any], str]]
) -> tuple[str, Mapping[str, Any], str] | None:
    """The name, the arguments and the namespace by which what is wanted is called; None where there is no such tool."""
    if isinstance(wanted, Shell):
        by_small = {name.lower(): name for name in tools}
        name = next((by_small[shell] for shell in SHELLS if shell in by_small), None)
        if name is None:
            return None
        return name, shell_arguments(wanted.command, tools[name][0]), tools[name][1]
    for name, (_, space) in tools.items():
        if re.search(wanted.pattern, name) or (space and re.search(wanted.pattern, f"{space}__{name}")):
            return name, wanted.arguments, space
    return (wanted.named, wanted.arguments, "") if wanted.named else None


def shell_arguments(command: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments that a tool for commands wants, by its schema."""
    known = schema.get("properties", {})
    key = next((key for key in ("cmd", "commands", "command") if key in known), "command")
    kind = known.get(key, {})
    given: dict[str, Any] = {key: [command] if key == "commands" else command}
    if kind.get("type") == "array":
        objects = kind.get("items", {}).get("type") == "object"
        plain = [command] if key == "commands" else ["bash", "-lc", command]
        given = {key: [{"command": command}] if objects else plain}
    for name in [*schema.get("required", ()), *(("description",) if "description" in known else ())]:
        if name not in given:
            kind_of = known.get(name, {}).get("type")
            given[name] = {"boolean": False, "integer": 10, "number": 10}.get(kind_of, "as scripted")
    return given


def _aside(body: Mapping[str, Any]) -> str:
    """A router that asks in JSON gets JSON."""
    config = body.get("generationConfig")
    if isinstance(config, dict) and "json" in str(config.get("responseMimeType", "")):
        return json.dumps({"reasoning": "as scripted", "next_speaker": "user", "model_choice": "pro"})
    return "A title"


@contextmanager
def standing_in(script: Script) -> Iterator[str]:
    """The address at which the model answers for as long as this lasts. Raises OSError where nothing can be served."""
    server = serve(script)
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def serve(script: Script, port: int = 0) -> ThreadingHTTPServer:
    """Starts the model; the `server_address` of what is returned says where."""
    server = ThreadingHTTPServer(("127.0.0.1", port), type("Door", (_Door,), {"script": script}))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    return server


class _Door(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    script: Script

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""

    def do_CONNECT(self) -> None:
        self._refuse(self.path.rpartition(":")[0] or self.path)

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        if self._is_elsewhere():
            return
        model = {
            "id": MODEL, "object": "model", "type": "model", "display_name": MODEL, "owned_by": "cm", "created": 1
        }  # fmt: skip
        self._json({"object": "list", "data": [model], "has_more": False})

    def do_POST(self) -> None:
        data = self._body()
        if self._is_elsewhere():
            return
        try:
            body = json.loads(data or b"{}")
        except ValueError:
            body = None
        path = self.path.partition("?")[0]
        if path.endswith(("/count_tokens", ":countTokens")):
            self._json({"input_tokens": USAGE_IN, "totalTokens": USAGE_IN})
            return
        speak = interface_of(path)
        if speak is None or not isinstance(body, dict):
            self._json({"error": {"message": "no such path", "type": "not_found"}}, 404)
            return
        text, calls = self.script.answer(body)
        self._say(speak(body, Said(self.script.taken + self.script.aside, text, calls), path))

    def _is_elsewhere(self) -> bool:
        """Whether we are asked as a proxy; then that is refused."""
        if self.path.startswith("/"):
            return False
        self._refuse(urlsplit(self.path).hostname or self.path[:100])
        return True

    def _refuse(self, host: str) -> None:
        self.script.refused.append(host)
        self._json({"error": {"message": "nothing leaves this machine here", "type": "refused"}}, 403)
        self.close_connection = True

    def _body(self) -> bytes:
        if "chunked" not in (self.headers.get("transfer-encoding") or ""):
            return self.rfile.read(min(int(self.headers.get("content-length") or 0), LARGEST))
        parts = []
        while size := int(self.rfile.readline(100).strip() or b"0", 16):
            parts.append(self.rfile.read(min(size, LARGEST)))
            self.rfile.readline(100)
        self.rfile.readline(100)
        return b"".join(parts)

    def _json(self, value: Mapping[str, Any], status: int = 200) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _say(self, answer: Answer) -> None:
        if not answer.events:
            self._json(answer.document)
            return
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for name, value in answer.events:
            head = f"event: {name}\n" if name else ""
            text = value if isinstance(value, str) else json.dumps(value)
            self.wfile.write(f"{head}data: {text}\n\n".encode())
        self.wfile.flush()
        self.close_connection = True
