"""How often each rule was handed out, and how often the commands of sessions kept to it or went against it."""

from __future__ import annotations

from dataclasses import dataclass

from cm.flows.followed import totals
from cm.flows.heard import Heard


@dataclass(slots=True)
class Counted:
    """The counts of one rule."""

    shown: int = 0
    last_shown: str = ""
    followed: int = 0
    ignored: int = 0
    last_command: str = ""  # the newest that told; "" where it may not be printed


def counted(heard: Heard) -> dict[str, Counted]:
    """The counts of every rule that was handed out, followed or ignored."""
    found: dict[str, Counted] = {}
    for delivery in heard.shown:
        for rule in dict.fromkeys(delivery.rules):
            each = found.setdefault(rule, Counted())
            each.shown += 1
            each.last_shown = max(each.last_shown, delivery.at)
    for rule, total in totals(heard).items():
        each = found.setdefault(rule, Counted())
        each.followed, each.ignored = total.followed, total.ignored
        each.last_command = total.last
    return found
