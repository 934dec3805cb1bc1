"""Values whose type drifts between versions of a host, read as what they mean: words, moments, ids, paths.

Every function takes any JSON value and never raises. Not here: what a record is about (the host files).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from cm.model.stamp import tidy_stamp

TAIL: Final = 4_000  # characters of a command's output that a fold hands on
UUID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", re.IGNORECASE)
_DEPTH: Final = 4
_WORDY: Final = ("text", "content", "output", "message")
_KEBAB: Final = re.compile(r"[^a-z0-9]+")


def names(words: str) -> frozenset[str]:
    """A set of names, written as one line of words."""
    return frozenset(words.split())


def table(value: Any) -> dict[str, Any]:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def word(value: Any) -> str:
    """The value if it is a string, else nothing."""
    return value if isinstance(value, str) else ""


def address(url: str) -> str:
    """The address of a repository without a user's name and password, and without a query."""
    return re.sub(r"^(\w[\w+.-]*://)[^/?#]*@", r"\1", url.strip().split("?", 1)[0].split("#", 1)[0])[:500]


def number(value: Any) -> int | None:
    """The value if it is a whole number (and not a truth value), else None."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def amount(value: Any) -> int:
    """A count of something: a whole number of zero or more, else 0."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10**15 else 0


def texts(value: Any, depth: int = 0) -> Iterator[str]:
    """Every text in a string, a list of blocks, or a block; pictures and unknown blocks have none."""
    if isinstance(value, str):
        if value:
            yield value
    elif depth < _DEPTH:
        if isinstance(value, list):
            for part in value:
                yield from texts(part, depth + 1)
        elif isinstance(value, dict):
            for name in _WORDY:
                if value.get(name):
                    yield from texts(value[name], depth + 1)
                    return


def text_of(value: Any) -> str:
    """All words of a value, one block per line."""
    return value if isinstance(value, str) else "\n".join(texts(value))


def whole(text: str) -> str:
    """The text with every half of a split character mended or replaced, so that it can be stored as UTF-8."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def tail(text: str) -> str:
    """The end of an output, where commands say how they ended."""
    return text.strip("\n") if len(text) <= TAIL else text[-TAIL:].strip("\n")


def moment_of(value: Any) -> str:
    """A host's timestamp in the stored form, or nothing."""
    if (
        isinstance(value, str)
        and len(value) == 24
        and value[10] == "T"
        and value[23] == "Z"
        and value[19] == "."
    ):
        return value[:19] + "Z" if value[:4].isdigit() else ""
    return tidy_stamp(value)


def kebab(value: Any) -> str:
    """A host's own name for something as part of a reason: short, lower case, no surprises."""
    return _kebab(value[:48]) if isinstance(value, str) else "none"


@lru_cache(maxsize=1024)
def _kebab(text: str) -> str:
    return _KEBAB.sub("-", text.lower()).strip("-") or "none"


def same_words(text: str) -> str:
    """A text as two streams of one host would agree on it: white space and empty blocks do not count."""
    return " ".join(text.split())


def shell_text(value: Any) -> str:
    """A command as a person would type it: a string as it is, an argument list without its `bash -lc`."""
    if isinstance(value, str):
        return value
    if not isinstance(value, list):
        return ""
    words = [part for part in value if isinstance(part, str)]
    if len(words) >= 3 and words[1] in ("-lc", "-c", "-Command", "-NoProfile") and _is_shell(words[0]):
        return words[-1]
    return " ".join(part if part and not re.search(r"[\s\"'$`\\]", part) else _quoted(part) for part in words)


def _is_shell(program: str) -> bool:
    name = program.replace("\\", "/").rsplit("/", 1)[-1].lower().removesuffix(".exe")
    return name in ("bash", "sh", "zsh", "dash", "fish", "pwsh", "powershell")


def _quoted(part: str) -> str:
    return "'" + part.replace("'", "'\"'\"'") + "'"
