"""`cm top`: the rules that stand best here: by score, then by how their marks and the commands of sessions speak for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cm.flows.counted import Counted, counted
from cm.flows.env import Env
from cm.flows.heard import Heard
from cm.flows.listing import CURRENT, Listed, Wanted, list_rules
from cm.model.rule import Layer, Rule
from cm.model.standing import Standing

MOST: Final = 10


@dataclass(frozen=True, slots=True)
class Best:
    """A rule and what speaks for it."""

    rule: Rule
    layer: Layer
    standing: Standing
    withheld: str  # "" = an agent at work here would be given it
    shown: int
    followed: int
    ignored: int
    last_command: str = ""  # the newest that kept to it or went against it


@dataclass(frozen=True, slots=True)
class Top:
    """The best rules, best first."""

    project: str
    rules: tuple[Best, ...]
    more: int  # that something speaks for, too, over the asked number
    untried: int  # rules in force that nothing speaks for or against yet


def top(env: Env, *, most: int = MOST, here: bool = False, kind: str = "") -> Top:
    """Ranks the rules in force that were marked, followed or ignored."""
    listed = list_rules(env, Wanted(states=CURRENT, here=here, kind=kind)).rules
    # what a stranger wrote is not in force, whatever else keeps it back
    found = [item for item in listed if item.layer == "user" or env.trusted]
    counts = counted(Heard(env))
    tried = [item for item in found if _tried(item, counts.get(item.rule.id))]
    tried.sort(key=lambda item: _rank(item, counts.get(item.rule.id, Counted())))
    kept = tried[:most] if most else tried
    return Top(
        project=env.project,
        rules=tuple(_best(item, counts.get(item.rule.id, Counted())) for item in kept),
        more=len(tried) - len(kept),
        untried=len(found) - len(tried),
    )


def _tried(item: Listed, counts: Counted | None) -> bool:
    standing = item.standing
    return bool(standing.n_plus or standing.n_minus or (counts and (counts.followed or counts.ignored)))


def _rank(item: Listed, counts: Counted) -> tuple[float, int, int, str]:
    """The higher the score, the more sessions followed it, the fewer ignored it."""
    return (-item.standing.score, counts.ignored - counts.followed, -counts.shown, item.rule.id)


def _best(item: Listed, counts: Counted) -> Best:
    return Best(
        item.rule, item.layer, item.standing, item.withheld, counts.shown, counts.followed, counts.ignored,
        counts.last_command,
    )  # fmt: skip
