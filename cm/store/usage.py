"""The usage ledger: one line before a call is sent, one when its end is known. Append-only; nothing is ever taken back.

A line that is torn off is of no harm: a call is sent only after its line is whole and on the disk, and an end that was not
written leaves the call counted in full. A line that is damaged otherwise hides what was spent, and is an error.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, TypeVar

from cm.core.spending import Call, Reserved, Settled, calls_of
from cm.errors import BadState
from cm.store.files import lock
from cm.store.home import Home
from cm.store.lines import append_line, read_bytes, unreadable

LOCK_SECONDS: Final = 30.0
_HOW: Final = ("reply", "unsaid", "refused", "unknown")
_START: Final = b'{"t":"'
T = TypeVar("T")


def usage_path(home: Home) -> Path:
    """Where it is kept: outside git, for it tells of this machine."""
    return home.state / "usage.jsonl"


def read_usage(home: Home) -> dict[str, Call]:
    """Every call by its id, in order. Raises BadState for a line that hides what was spent."""
    path = usage_path(home)
    try:
        data = read_bytes(path)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise unreadable(path, error) from error
    lines: list[Reserved | Settled] = []
    for number, text in enumerate(data.split(b"\n"), 1):
        found = _line_of(text)
        if found is not None:
            lines.append(found)
        elif text.strip() and not _is_torn(text):
            raise BadState(
                f"{path}:{number}: this line of the usage ledger cannot be read, so nobody knows what was spent",
                hint="mend the line, or take it out when you know what it stood for; no model is called until then",
                path=str(path),
                line=number,
            )
    return calls_of(lines)


def reserve(home: Home, wanted: Callable[[dict[str, Call]], tuple[Reserved | None, T]]) -> T:
    """Asks `wanted` with all calls so far, and writes down the call that it gives, as one step for all processes.

    When it returns, the line is on the disk. Raises Busy, Unwritable, BadState: then nothing may be sent.
    """
    with lock(home.state / "usage.lock", LOCK_SECONDS, who="a model call"):
        line, answer = wanted(read_usage(home))
        if line is not None:
            append_line(usage_path(home), {"t": "reserved", **asdict(line)})
    return answer


def settle(home: Home, line: Settled) -> None:
    """Writes down what a call did cost. Raises Unwritable: then it counts in full."""
    append_line(usage_path(home), {"t": "settled", **asdict(line)})


def _is_torn(text: bytes) -> bool:
    """Whether it is the beginning of a line without its end: what it was about was not done."""
    return b"}" not in text and (text.startswith(_START) or _START.startswith(text))


def _line_of(text: bytes) -> Reserved | Settled | None:
    """The record of a line; None when it is none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict):
        return None
    match data.get("t"):
        case "reserved":
            texts = [data.get(name) for name in ("id", "at", "run", "verb", "model")]
            numbers = [data.get(name) for name in ("tokens_in", "tokens_out", "nano")]
            if all(isinstance(text, str) for text in texts) and all(map(_is_count, numbers)):
                return Reserved(*texts, *numbers)  # type: ignore[arg-type]
        case "settled":
            texts = [data.get(name) for name in ("of", "at")]
            numbers = [data.get(name) for name in ("tokens_in", "tokens_out", "cached", "nano")]
            if (
                all(isinstance(text, str) for text in texts)
                and all(map(_is_count, numbers))
                and data.get("how") in _HOW
            ):
                return Settled(*texts, *numbers, how=data["how"])  # type: ignore[arg-type, misc]
    return None


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
