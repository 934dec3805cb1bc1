"""What an agent is told when its session starts: the rules that hold here whatever the task, within a few hundred tokens.

Which rules those are was found when the folder was surveyed (`flows/always.py`); here they are packed, rendered and noted. A quick door.
"""

from __future__ import annotations

import os

from cm.core.serving import render, select
from cm.flows.delivering import note_delivery
from cm.flows.fitting import gone_among
from cm.flows.told import START
from cm.store import index_rules as rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from cm.flows.surroundings import Surroundings
    from cm.store.index import Index

BUDGET = 600  # tokens
MOST = 12


class Started:
    """What is told at a start."""

    __slots__ = ("envelope", "ids", "text")

    def __init__(self, text: str = "", envelope: str = "", ids: tuple[str, ...] = ()) -> None:
        self.text = text
        self.envelope = envelope
        self.ids = ids


def start(
    index: Index,
    here: Surroundings,
    *,
    host: str,
    session: str,
    without: frozenset[str],
    anew: bool,
    room: Callable[[str], bool],
    budget: int = BUDGET,
) -> Started:
    """Packs what holds here into the budget and notes the delivery; nothing where there is nothing."""
    cards = rows.cards(index, here.always) if here.always else {}
    stages = {n: stage for n, (stage, _) in rows.terms_of(index, here.always).items()} if cards else {}
    gone = gone_among(here, list(cards))
    fits = [
        select.Fit(key=n, relevance=1.0, value=1.0, stage=stages.get(n, "candidate"), terms={})
        for n in here.always
        if n in cards and cards[n]["id"] not in without and n not in gone
    ]
    pack = select.select(fits, cards, budget=min(budget, here.budget), max_rules=MOST)
    if not pack.ids:
        return Started()
    envelope = f"c-{os.urandom(8).hex()}"
    text = render.render(
        "text",
        envelope=envelope,
        project=here.project,
        rules=pack.rules,
        anti_patterns=pack.anti_patterns,
        history=(),
        notices=(),
        searches=(),
        degraded=(),
        left_out=0,
    )
    if not room(text):
        return Started()
    more: dict[str, Any] = {"anew": True} if anew else {}
    note_delivery(here, envelope, START, pack.ids, text, host=host, session=session, **more)
    return Started(text, envelope, pack.ids)
