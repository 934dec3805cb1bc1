"""What a person is asked of the two layers: a rule of their own and one of the trusted repository that contradict each other here.

A wider one of theirs gives way here and asks nothing. Not here: finding them (`flows/across.py`), what an answer does (`flows/reviewing.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cm.flows.across import across_of
from cm.flows.env import Env
from cm.flows.reading import shelf
from cm.model.standing import Shelved


@dataclass(frozen=True, slots=True)
class Dispute:
    """Two rules about the same situations, told as a marked pair until a person says more."""

    mine: Shelved
    theirs: Shelved
    say: str  # how they contradict each other, in one clause


def disputes_across(env: Env, shelved: Sequence[Shelved] | None = None) -> tuple[Dispute, ...]:
    """The disputes between the user's own rules and the trusted repository's; `shelved` is read where it is not given."""
    known = shelf(env).shelved if shelved is None else shelved
    mine, theirs = (
        {item.rule.id: item for item in known if item.layer == layer} for layer in ("user", "repo")
    )
    return tuple(
        Dispute(mine[each.mine], theirs[each.theirs], each.say)
        for each in across_of(env, known)
        if each.lies in ("same", "crossing")
    )
