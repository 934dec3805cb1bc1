"""Reads what a host's hook is sent at a moment, and says an answer in the host's words. Pure, quick, and never raises on any JSON value.

The words of each host are `cm/hosts/<host>_hooks.py`; what is done at a moment is `cm/flows/hooked.py`.
"""

from __future__ import annotations

import json
from importlib import import_module

from cm.model.moments import Heard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cm.model.moments import Words

# name -> the module beside this one; kept apart from the registry so that a hook imports its own host alone
_TABLE = {
    "claude-code": "claude_code_hooks", "codex": "codex_hooks", "gemini-cli": "gemini_cli_hooks", "qwen-code": "qwen_code_hooks",
    "copilot-cli": "copilot_cli_hooks", "opencode": "opencode_hooks", "pi": "pi_hooks", "oh-my-pi": "oh_my_pi_hooks", "cline": "cline_hooks",
    "cursor": "cursor_hooks", "droid": "droid_hooks", "goose": "goose_hooks",
}  # fmt: skip
TEXT = 100_000  # characters of any one field that are looked at


def speaking() -> tuple[str, ...]:
    """The hosts that speak at moments."""
    return tuple(_TABLE)


def words_of(host: str) -> Words | None:
    """The words of a host, None for one that has no such hooks."""
    name = _TABLE.get(host)
    if name is None:
        return None
    found: Words = import_module(f"cm.hosts.{name}").WORDS
    return found


def hear(words: Words, payload: Any) -> Heard:
    """What a payload says; what is not as the words tell is not there."""
    value = payload if isinstance(payload, dict) else {}
    event = _text(_first(value, words.event))
    given = _first(value, words.call)
    if isinstance(given, str):
        given = _parsed(given)
    given = given if isinstance(given, dict) else {}
    commands = [_command(given[key]) for key in words.commands if given.get(key)]
    return Heard(
        agent=_text(_first(value, words.agent)),
        command=next((each for each in commands if each), ""),
        event=event,
        failed=event in words.failures,
        folder=_text(_first(value, words.folder)),
        prompt=_text(_first(value, words.prompt)),
        session=_text(_first(value, words.session))[:200],
        source=_text(_first(value, words.source))[:40],
        tool=_text(_first(value, words.tool))[:200],
        transcript=_text(_first(value, words.transcript)),
    )


def say(words: Words, moment: str, text: str) -> str:
    """The answer that hands a text to the model; "" where the host takes none at this moment, or there is nothing to say."""
    form = dict(words.answers).get(moment, "")
    if not text or not form:
        return ""
    return form.replace("{text}", json.dumps(text, ensure_ascii=True)) + "\n"


def takes(words: Words, moment: str) -> bool:
    """Whether a host takes context at a moment."""
    return any(name == moment for name, _ in words.answers)


def room(words: Words, text: str) -> bool:
    """Whether a text is within what the host hands on whole."""
    return not (
        (words.limit_chars and len(text) > words.limit_chars)
        or (words.limit_bytes and len(text.encode("utf-8", "replace")) > words.limit_bytes)
    )


def _first(value: dict[str, Any], paths: tuple[str, ...]) -> Any:
    for path in paths:
        found: Any = value
        for key in path.split("."):
            found = found.get(key) if isinstance(found, dict) else None
        if found is not None:
            return found
    return None


def _text(value: Any) -> str:
    if isinstance(value, list):
        value = value[0] if value else ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return str(value)[:TEXT].replace("\0", "")


def _command(value: Any) -> str:
    if isinstance(value, str) and value.lstrip()[:1] == "[":
        held = _parsed(value)
        value = held if isinstance(held, list) else value
    if isinstance(value, list):
        return "\n".join(each[:TEXT] for each in value if isinstance(each, str))
    return _text(value)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
