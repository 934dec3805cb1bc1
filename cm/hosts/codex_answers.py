"""Questions that Codex asks in the middle of a turn, and the answers: a chosen label is no word of the user's.

Not here: which call an answer belongs to (`codex_runs.py`).
"""

from __future__ import annotations

from typing import Any, Final

from cm.hosts.codex_shell import arguments_of
from cm.hosts.injected import cut_injected
from cm.hosts.shapes import table, text_of, word

_NOTE: Final = "user_note:"
_NONE: Final = "None of the above"


def offered_labels(given: dict[str, Any]) -> list[str]:
    """The labels that the agent offered, of all its questions."""
    options = [_list(table(question).get("options")) for question in _list(given.get("questions"))]
    return [word(table(option).get("label")) for group in options for option in group]


def typed_answers(output: Any, labels: list[Any]) -> list[str]:
    """The answers that were none of the offered labels: what the user typed."""
    typed: list[str] = []
    answers = table(arguments_of(output if isinstance(output, dict) else text_of(output)).get("answers"))
    for answer in answers.values():
        given = answer.get("answers") if isinstance(answer, dict) else answer
        for text in given if isinstance(given, list) else [given]:
            if not isinstance(text, str) or text in labels or not text.strip():
                continue
            words, _ = cut_injected(text.removeprefix(_NOTE))
            if words and words != _NONE:
                typed.append(words)
    return typed


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
