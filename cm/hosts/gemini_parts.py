"""Messages made of Gemini's parts, as Gemini CLI and Qwen Code write them: words, calls, results, the user's shell.

Not here: the records around them (`gemini_cli_fold.py`, `qwen_code_fold.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from cm.hosts.calls import Ended
from cm.hosts.injected import cut_injected, is_prose
from cm.hosts.shapes import table, text_of, word
from cm.hosts.threads import Thread
from cm.model.session import Event

_FILES: Final = re.compile(
    r"\n*--- Content from referenced files ---.*?(?:--- End of content ---|\Z)", re.DOTALL
)
_SLASH: Final = re.compile(r"[/?][A-Za-z?][\w:.-]*(?:\s+|\Z)|[/?]\Z")
_OWN_SHELL: Final = re.compile(
    r"I ran the following shell command:\s*```(?:sh|bash|powershell)?\n(.*?)\n```\s*This produced the following result:\s*"
    r"```\n?(.*?)\n?```\s*\Z",
    re.DOTALL,
)
_WRAPPED: Final = re.compile(r"\s*<untrusted_context>\n?(.*?)\n?</untrusted_context>\s*\Z", re.DOTALL)
_FRAMED: Final = re.compile(r"(?:Command: .*?\n)?(?:Directory: .*?\n)?(?:Output|Stdout): ?", re.DOTALL)
_TRAILER: Final = re.compile(
    r"\n(?:Stderr|Error|Exit Code|Signal|Background PIDs|Process Group PGID): ?[^\n]*", re.MULTILINE
)
_CODE: Final = re.compile(r"^Exit Code: ?(-?\d{1,6})[ \t]*$", re.MULTILINE)
_ERROR: Final = re.compile(r"^(?:Stderr|Error): ?(.*)$", re.MULTILINE)
_NONE: Final = frozenset(("", "(none)", "(empty)"))


def parts_of(content: Any) -> Iterator[dict[str, Any]]:
    """A message's parts, a bare text as one of them; what the model only thought is left out."""
    for part in content if isinstance(content, list) else [content]:
        if isinstance(part, str):
            yield {"text": part}
        elif isinstance(part, dict) and not part.get("thought"):
            yield part


def spoken(content: Any) -> str:
    """The words among a message's parts."""
    return "\n".join(text for part in parts_of(content) if (text := word(part.get("text"))).strip())


def typed_words(content: Any, shown: Any) -> tuple[str, tuple[str, ...]]:
    """What of a user message was typed, and why the rest was cut.

    Where the host keeps what it showed (`shown`), that is what was typed; else the files that it read into the
    message are cut out of it.
    """
    text = spoken(content)
    if shown is not None:
        seen = spoken(shown)
        if not seen.strip() and text.strip():
            return "", ("host-context",)
        text = seen
    without = _FILES.sub("", text) if "--- Content from" in text else text
    words, reasons = cut_injected(without)
    if without != text:
        reasons = (*reasons, "file-content")
    command = _SLASH.match(words)
    if command is not None and not is_prose(words[command.end() :]):
        return "", (*reasons, "command-wrapper")
    return words, reasons


def own_shell(thread: Thread, text: str, key: tuple[str, ...], at: str) -> list[Event]:
    """The user's own `!` command, as the model was told of it."""
    found = _OWN_SHELL.match(text.strip())
    if found is None or not found[1].strip():
        return []
    command = thread.event((*key, "shell"), at, "user", "command", found[1].strip(), tool="!")
    ended = framed(found[2])
    printed = thread.event(
        (*key, "printed"), at, "tool", "output", ended.text, of=command.id, code=ended.code, tool="!"
    )
    return [command, printed]


def response_of(part: dict[str, Any]) -> tuple[str, str, str, bool]:
    """A result among the parts: the call's id, its name, the text, and whether it is an error."""
    response = table(part.get("functionResponse"))
    given = table(response.get("response"))
    failed = "error" in given and not given.get("output")
    text = text_of(given.get("error") if failed else given.get("output"))
    return word(response.get("id")), word(response.get("name")), text, failed


def framed(text: str, *, done: bool = False) -> Ended:
    """Reads the frame that the shell tool puts around an output; `done`: the host says that the command ended well.

    Newer versions tell an exit status only when it is not zero.
    """
    if wrapped := _WRAPPED.match(text):
        text = wrapped[1]
    codes = _CODE.findall(text)
    begins = _FRAMED.match(text)
    if begins is None:
        return Ended(text, int(codes[-1]) if codes else None)
    trailer = _first_trailer(text, begins.end())
    printed = text[begins.end() : trailer]
    errors = [found for found in _ERROR.findall(text[trailer:]) if found.strip() not in _NONE]
    printed = "" if printed.strip() in _NONE else printed
    whole = "\n".join(part for part in (printed, *errors) if part)
    if codes:
        return Ended(whole, int(codes[-1]))
    return Ended(whole, 0 if done and not errors else None)


def _first_trailer(text: str, start: int) -> int:
    """Where the run of lines begins that the tool adds below the output."""
    end = len(text)
    place = end
    for found in reversed(list(_TRAILER.finditer(text, max(start - 1, 0)))):
        if text[found.end() : place].strip():
            break
        place = found.start()
    return max(place, start)
