"""Secrets that are known because they stand in the environment: variables whose name says so, and their values in a text.

Not here: secrets known by shape, name or place in the text itself (`scrub.py`), which is asked first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

_NAME: Final = re.compile(
    r"(?:^|_)(?:KEY|KEYS|TOKEN|TOKENS|SECRET|SECRETS|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|PAT)(?:_|$)|APIKEY|PGPASS",
    re.IGNORECASE,
)
_SHORTEST: Final = 8
_MARK: Final = "[secret:environment]"


def is_secret_variable(name: str) -> bool:
    """Whether a variable of this name holds a secret."""
    return _NAME.search(name) is not None


def secret_values(environ: Mapping[str, str], named: Iterable[str] = ()) -> tuple[str, ...]:
    """The values that no text may hold, the longest first; `named` are variables that hold one whatever they are called."""
    sure = set(named)
    found = {
        text
        for name, value in environ.items()
        if (name in sure or is_secret_variable(name))
        and len(text := value.strip()) >= _SHORTEST
        and not text.startswith(("/", "~", "."))  # where it lies, and not what it is
    }
    return tuple(sorted(found, key=lambda text: (-len(text), text)))


def without(text: str, values: Iterable[str]) -> tuple[str, int]:
    """The text with a placeholder for every one of these values, and how many there were."""
    count = 0
    for value in values:
        if value in text:
            count += text.count(value)
            text = text.replace(value, _MARK)
    return text, count
