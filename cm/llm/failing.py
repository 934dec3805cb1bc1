"""What a provider's error means: one of a closed list of kinds, a sentence, the next step, and when to ask again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from cm.model.writing import NOT_WORKED_ON, Failure, FailureKind

_HINTS: Final[Mapping[str, str]] = {
    "refused-key": "check the key: cm config show llm.key_variable",
    "no-such-model": "check the name, and the address if it is one of your own: cm config show llm",
    "no-credit": "the provider's account has to be topped up, or its limit raised",
    "too-long": "send less at once: cm config set llm.tokens_in 8000",
    "unreachable": "check that it runs and the address: cm config show llm.base_url",
    "timed-out": "cm config set llm.seconds gives it longer",
}
_SCHEMA: Final = re.compile(
    r"response_format|json_schema|structured output|output_config|output_format|text\.format|grammar",
    re.IGNORECASE,
)
_LONG: Final = re.compile(
    r"context (?:length|window|size)|maximum context|too many tokens|prompt is too long|reduce the length|request_too_large",
    re.IGNORECASE,
)
_CREDIT: Final = re.compile(
    r"insufficient_quota|credit balance|billing|exceeded your current quota|payment", re.IGNORECASE
)
_NO_MODEL: Final = re.compile(
    r"model\b.{0,80}\b(?:not found|does not exist|not exist|unknown)|unknown model|no such model",
    re.IGNORECASE | re.DOTALL,
)
_NO_PROVIDER: Final = re.compile(r"LLM Provider NOT provided", re.IGNORECASE)
_NOBODY: Final = frozenset(
    ("ConnectError", "ConnectTimeout", "ConnectionRefusedError", "gaierror", "ClientConnectorError")
)
_BROKE: Final = frozenset(
    ("RemoteProtocolError", "ReadError", "IncompleteRead", "ServerDisconnectedError", "ConnectionResetError")
)
_PREFIX: Final = re.compile(r"^(?:(?:litellm\.)?\w*(?:Error|Exception|Timeout)(?::| -)\s*)+")
_CUT: Final = re.compile(
    r"incomplete chunked|peer closed|incompleteread|incomplete read|payload is not completed|server disconnected",
    re.IGNORECASE,
)


def failure_of(answer: Mapping[str, Any], name: str, clean: Callable[[str], str]) -> Failure:
    """Names a failure that the process told of; `clean` takes the key and other secrets out of what is said."""
    status = answer.get("status") if isinstance(answer.get("status"), int) else None
    said = f"{answer.get('message') or ''} {answer.get('body') or ''}"
    chain = [str(each) for each in answer.get("chain") or ()]
    kind = _kind(status, said, chain, answer)
    words = clean(_first_line(str(answer.get("message") or "")))
    raw = clean(str(answer.get("part") or answer.get("body") or answer.get("message") or ""))
    turned_away = (kind in NOT_WORKED_ON and _said_by_http(chain)) or kind == "unreachable"
    if _NO_PROVIDER.search(said):  # it was never sent
        kind, turned_away, words = "no-such-model", True, "there is no such provider"
    code = f" (HTTP {status})" if kind != "timed-out" and _said_by_http(chain) else ""
    return Failure(
        kind, f"{name}: {_SAYS[kind]}{code}" + (f": {words}" if words else ""), _HINTS.get(kind, ""),
        status, seconds_of(str(answer.get("retry_after") or "")), raw, turned_away=turned_away,
    )  # fmt: skip


_SAYS: Final[Mapping[FailureKind, str]] = {
    "no-key": "there is no key", "refused-key": "the key is not taken", "no-such-model": "there is no such model",
    "bad-request": "the request is not taken", "no-schema": "it cannot keep to a schema", "too-long": "it is too long for the model",
    "declined": "it declined to answer", "rate-limited": "too many requests", "no-credit": "there is no credit left",
    "overloaded": "the provider is overloaded or broken", "timed-out": "no answer in time", "unreachable": "it cannot be reached",
    "cut-off": "the connection broke off", "empty": "an empty answer", "garbled": "the answer is not what the protocol asks for",
    "stopped": "the program stopped", "no-program": "there is no such program", "over-budget": "over the budget",
}  # fmt: skip


LONGEST: Final = 1e9
"""Seconds: whoever asks to wait longer asks for this."""


def seconds_of(text: str) -> float | None:
    """The seconds that a provider asks to wait; None for none, or nonsense."""
    try:
        seconds = float(text)
    except ValueError:
        return None
    return min(seconds, LONGEST) if seconds >= 0 else None


def _kind(status: int | None, said: str, chain: list[str], answer: Mapping[str, Any]) -> FailureKind:
    if "Timeout" in chain or "APITimeoutError" in chain or status == 408:
        return "timed-out"
    if status in (401, 403):
        return "refused-key"
    if status == 402 or (status in (400, 429) and _CREDIT.search(said)):
        return "no-credit"
    if status == 429:
        return "rate-limited"
    if "ContextWindowExceededError" in chain or status == 413 or (status == 400 and _LONG.search(said)):
        return "too-long"
    if "ContentPolicyViolationError" in chain:
        return "declined"
    if status == 404 or (status == 400 and _NO_MODEL.search(said)):
        return "no-such-model"
    if status is not None and 300 <= status < 400 and _said_by_http(chain):
        return "unreachable"  # it lies elsewhere by now, and nothing is sent on
    if status in (400, 415, 422):
        return "no-schema" if _SCHEMA.search(said) else "bad-request"
    if status is not None and 400 <= status < 500 and status not in (409, 425) and _said_by_http(chain):
        return "bad-request"
    if not _is_of_server(status, chain, answer):
        broke = _BROKE & set(chain) or answer.get("broken")
        if _NOBODY & set(chain) and not broke:
            return "unreachable"
        return "cut-off" if broke or _CUT.search(said) else "garbled"
    return "overloaded" if status is not None and status >= 500 else "garbled"


def _is_of_server(status: int | None, chain: list[str], answer: Mapping[str, Any]) -> bool:
    """Whether a server sent this status: the client makes a 500 of whatever it cannot read."""
    if status is None or answer.get("broken"):
        return False
    return status < 500 or bool(answer.get("body")) or any(name.endswith("HTTPStatusError") for name in chain)


def _said_by_http(chain: list[str]) -> bool:
    """Whether the status came as one: an error that is told within a reply of 200 may have cost something."""
    return any(name.endswith("HTTPStatusError") for name in chain)


def _first_line(text: str) -> str:
    text = _PREFIX.sub("", text.strip())
    text = _message(text) or text
    line = next((part.strip() for part in text.splitlines() if part.strip()), "")
    return line if len(line) <= 200 else line[:199] + "…"


def _message(text: str) -> str:
    """What a document of an error says in words."""
    start, end = text.find("{"), text.rfind("}")
    if start not in (0, 2):  # also b'{...}'
        return ""
    try:
        found = json.loads(text[start : end + 1])
    except (ValueError, RecursionError):
        return ""
    error = found.get("error", found)
    said = error.get("message") if isinstance(error, dict) else error
    return said if isinstance(said, str) else ""
