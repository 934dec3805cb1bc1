"""What `cm doctor` says of stores of other programs: one that was not taken over, and what came from one and does nothing yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cm.flows.checks import Check, Finding
from cm.flows.env import Env
from cm.flows.migrated import waits
from cm.flows.migrating import stores_here
from cm.store.lines import iter_lines


def look_at_stores(env: Env) -> Iterator[Finding]:
    """Is there a store of another program that could be taken over?"""
    for folder in stores_here(env):
        if waits(env, folder):
            yield Finding(
                "note", "store-found", f"{folder} holds rules of another program that were not taken over (as they are now)",
                "cm import --from-cass --dry-run says what would come in; the store is only read",
            )  # fmt: skip


def look_at_traumas(env: Env) -> Iterator[Finding]:
    """Did commands that must not run again come along, which nothing guards yet?"""
    places = [env.home.traumas, *([env.repo.traumas] if env.repo and env.trusted else [])]
    for path in places:
        count = sum(isinstance(line, dict) and line.get("status") == "imported" for line in iter_lines(path))
        if count:
            number = "1 trauma that came" if count == 1 else f"{count} traumas that came"
            yield Finding(
                "note", "traumas-not-armed", f"{path}: {number} with another store: kept as written, armed by nothing",
                "look at the patterns; no command is denied by them",
            )  # fmt: skip


ALL: Final[tuple[Check, ...]] = (Check("stores", look_at_stores), Check("traumas", look_at_traumas))
