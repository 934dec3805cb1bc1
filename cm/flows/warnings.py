"""The trauma warnings that match a task: commands that once did damage and that this task is heading for.

One function for every door: `cm context` and whoever else hands an answer for a task to an agent. It reads the index; which traumas
are in it and what of them may be told is `refresh_traumas.py`, how well one fits `core/serving/warn.py`. Silence is an answer.
A quick door imports this, and only when a trauma is armed at all.
"""

from __future__ import annotations

import json
import re

from cm.core.language.terms import fold, stem
from cm.core.serving import warn
from cm.core.serving.select import cost
from cm.model.light import Light
from cm.store import index_traumas as rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cm.core.language.relevance import Query
    from cm.flows.surroundings import Surroundings
    from cm.store.index import Index

_WORD = re.compile(r"[A-Za-z0-9]+")
MOST = 3
SHARE = 0.5  # of the budget; the rest is for rules


class Warned(Light):
    """A trauma that a task is heading for."""

    __slots__ = ("because", "guarded", "id", "instead", "line", "severity", "why")
    id: str
    line: str  # a command that it denies
    severity: str
    why: str
    instead: str
    guarded: bool  # whether a guard would deny it to whoever asks
    because: tuple[str, ...]  # the words of the task that led to it, and what they stand for

    @property
    def price(self) -> int:
        """About how many tokens it takes."""
        return 14 + sum(cost(text) for text in (self.id, self.line, self.why, self.instead) if text)


def trauma_warnings(
    index: Index, here: Surroundings, task: str, query: Query, *, budget: int, most: int = MOST
) -> tuple[Warned, ...]:
    """The armed traumas that a task is heading for, best first, those of this user or repository before the shipped ones."""
    if not int(index.meta(rows.COUNT, "0")):
        return ()
    heading = warn.heading(task, query.words)
    sources = ["user", *([here.repo] if here.repo and here.trusted else [])]
    found: dict[str, tuple[dict[str, Any], warn.Matched]] = {}
    for name, card, keys in rows.led_to(index, heading.leads(), sources, here.now):
        told = json.loads(card)
        matched = warn.match(heading, warn.keys_from(keys), own=told["own"])
        if matched and (name not in found or matched.score > found[name][1].score):
            found[name] = (told, matched)
    order = [(told["own"], name, matched) for name, (told, matched) in found.items()]
    hosts = json.loads(index.meta("guarded", "[]"))
    guarded = here.agent in hosts if here.agent else bool(hosts)
    words = {stem(fold(word)): word for word in _WORD.findall(task[:4000])}
    chosen: list[Warned] = []
    left = int(budget * SHARE)
    for name in warn.chosen(order, most):
        told, matched = found[name]
        one = Warned(
            id=name,
            line=told["line"],
            severity=told["severity"],
            why=told["why"],
            instead=told["instead"],
            guarded=guarded,
            because=tuple(dict.fromkeys(words.get(each, each) for each in matched.because)),
        )
        if one.price <= left:
            left -= one.price
            chosen.append(one)
    return tuple(chosen)
