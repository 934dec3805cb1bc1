"""How often each rule was handed out, and how often the commands of a session kept to it or went against it."""

from __future__ import annotations

from dataclasses import dataclass

from cm.flows.heard import Heard


@dataclass(slots=True)
class Counted:
    """The counts of one rule."""

    shown: int = 0
    last_shown: str = ""
    followed: int = 0
    ignored: int = 0


def counted(heard: Heard) -> dict[str, Counted]:
    """The counts of every rule that was handed out, followed or ignored."""
    found: dict[str, Counted] = {}
    for delivery in heard.shown:
        for rule in dict.fromkeys(delivery.rules):
            each = found.setdefault(rule, Counted())
            each.shown += 1
            each.last_shown = max(each.last_shown, delivery.at)
    for outcome in heard.outcomes:
        for rule in dict.fromkeys(outcome.followed):
            found.setdefault(rule, Counted()).followed += 1
        for rule in dict.fromkeys(outcome.ignored):
            found.setdefault(rule, Counted()).ignored += 1
    return found
