"""Finds the rule or session that a shortened id means; says which ones when it means several."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from cm.errors import Ambiguous, NotFound
from cm.model.session import SessionHead
from cm.model.standing import Shelved

SHORTEST = 3  # characters of a shortened id, without the "r-"
MOST_NAMED = 20

OTHERS: Final = ("d-", "t-", "k-", "e-", "y-")
"""How ids of decisions, changes and traumas, tasks, events and diaries begin."""
_SHORTENED: Final = re.compile(r"[a-z]-[a-z2-7]{8,}")


def shelved_named(shelf: Iterable[Shelved], text: str) -> Shelved:
    """The one rule whose id is `text` or begins with it; a stranger's only where no other is meant. Raises NotFound, Ambiguous."""
    items = list(shelf)
    asked = text.strip()
    long_enough = len(asked.removeprefix("r-")) >= SHORTEST
    for known in ([item for item in items if item.trusted], items):
        exact = [item for item in known if item.rule.id == asked]
        if exact:
            return exact[0]
        near = [item for item in known if long_enough and item.rule.id.startswith((asked, f"r-{asked}"))]
        if len(near) == 1:
            return near[0]
        if near:
            raise several(asked, "rules", (item.rule.id for item in near))
    hint = "`cm list --state all` shows every rule with its id"
    if asked.startswith(OTHERS):
        hint = f"{asked[:2]}… begins no rule's id: `cm read {asked[:40]}` reads what it names"
    raise NotFound(f"there is no rule `{asked}`", hint=hint)


def names_rule(ids: Iterable[str], text: str) -> bool:
    """Whether a word is the id of one of these rules: any of ours, or one that came along from elsewhere and looks like a word."""
    asked = text.strip()
    if asked.startswith("r-") and " " not in asked:
        return True
    shortened = _SHORTENED.fullmatch(asked) is not None  # as they are printed
    return any(each == asked or (shortened and each.startswith(asked)) for each in ids)


def session_named(heads: Iterable[SessionHead], text: str) -> SessionHead:
    """The one session whose id or native id is `text` or begins with it. Raises NotFound, Ambiguous."""
    asked = text.strip()
    near = [
        head
        for head in heads
        if head.id == asked or (asked and (head.id.startswith(asked) or head.native.startswith(asked)))
    ]
    exact = [head for head in near if asked in (head.id, head.native)]
    if len(exact) == 1 or len(near) == 1:
        return (exact or near)[0]
    if near:
        raise several(asked, "sessions", (head.id for head in near))
    raise NotFound(f"there is no session `{asked}`", hint="`cm sessions` reads new ones and lists them")


def several(asked: str, what: str, ids: Iterable[str]) -> Ambiguous:
    """The error for a shortened id that means several of a kind."""
    known = list(ids)
    some = ", ".join(sorted(known)[:5]) + (f" and {len(known) - 5} more" if len(known) > 5 else "")
    return Ambiguous(
        f"`{asked}` fits {len(known)} {what}: {some}",
        hint="give more characters of the id",
        ids=known[:MOST_NAMED],
    )
