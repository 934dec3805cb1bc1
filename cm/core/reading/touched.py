"""Which files a rule wants left alone, and whether a session wrote one of them: the part of a rule that edits tell of.

"Never edit `gen/`", "do not touch `src/api.ts` by hand", "`*.lock` files are not to be changed". Where it is said on a condition that
a path cannot show, nothing is read from it. Not here: what commands tell (`core/reading/checks.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from cm.core.language.grammar import BAN_LATER
from cm.core.language.meaning import CODE
from cm.model.rule import Kind
from cm.model.session import Event

_WRITES: Final = re.compile(
    r"(?<!\w)(?:edit(?:s|ed|ing)?|touch(?:es|ed|ing)?|chang(?:e|es|ed|ing)|modif(?:y|ies|ied|ying)|overwrit\w+|write to|hand-edit\w*|alter(?:s|ed|ing)?"
    r"|bearbeite\w*|änder\w*|anfass\w*|fass\w* an|tocar|toques|edit(?:ar|es)|modifi(?:car|ques|er|ez?)|toucher|touche[rz]?|éditer|alterar|modificare|toccare)(?!\w)"
    r"|編集|変更|修改|编辑|改动",
    re.IGNORECASE,
)
_BANS: Final = re.compile(
    r"(?<!\w)(?:never|do not|don['’]t|not|no|stop|avoid|leave|must not|nie(?:mals)?|nicht|kein\w*|nunca|no|jamais|ne|não|mai|non)(?!\w)|不要|别|勿|禁止|しない|ない",
    re.IGNORECASE,
)
_CONDITION: Final = re.compile(
    r"(?<!\w)(?:unless|except|without|only (?:if|when|with)|until|before|after|if|when|außer|ohne|wenn|bevor|salvo|sin|si|sauf|sans|avant)(?!\w)",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?<=[.!?;:])\s+|(?<=[。；])|\n+")
_PATH: Final = re.compile(r"(?=.*[/.*])[\w.*/@+-]{3,120}")


def left_alone(text: str, kind: Kind = "rule") -> tuple[str, ...]:
    """The paths in code marks that a rule forbids to write."""
    found: list[str] = []
    for sentence in _SENTENCE.split(text):
        plain = CODE.sub(" X ", sentence)
        banned = kind == "anti-pattern" or _BANS.search(plain) or BAN_LATER.search(plain)
        if not banned or not _WRITES.search(plain) or _CONDITION.search(plain):
            continue
        behind = _WRITES.search(sentence)
        for span in CODE.finditer(sentence):
            bare = span[1].strip().removeprefix("./")
            if behind and _PATH.fullmatch(bare) and not bare.startswith(("-", "..")):
                found.append(bare)
    return tuple(dict.fromkeys(found))


def wrote(events: Sequence[Event], paths: Iterable[str]) -> tuple[str, ...]:
    """The files among these that the agent wrote, one entry per edit."""
    shapes = [_shape(path) for path in paths]
    return tuple(
        event.text
        for event in events
        if event.kind == "edit"
        and event.by == "agent"
        and any(shape.search(event.text.replace("\\", "/")) for shape in shapes)
    )


def _shape(path: str) -> re.Pattern[str]:
    """A path, or a folder with all that lies in it, wherever the project lies."""
    parts = re.split(r"(\*\*/|\*\*|\*)", path.rstrip("/"))
    whole = "".join(
        "(?:.*/)?" if part == "**/" else ".*" if part == "**" else "[^/]*" if part == "*" else re.escape(part)
        for part in parts
    )
    inside = "(?:/|$)" if path.endswith("/") or "." not in path.rsplit("/", 1)[-1] else "$"
    return re.compile(rf"(?:^|/){whole}{inside}")
