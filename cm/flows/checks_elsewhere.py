"""What `cm doctor` says of stores of other programs: one that was not taken over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cm.flows.checks import Check, Finding
from cm.flows.env import Env
from cm.flows.migrated import waits
from cm.flows.migrating import stores_here


def look_at_stores(env: Env) -> Iterator[Finding]:
    """Is there a store of another program that could be taken over?"""
    for folder in stores_here(env):
        if waits(env, folder):
            yield Finding(
                "note", "store-found", f"{folder} holds rules of another program that were not taken over (as they are now)",
                "cm import --from-cass --dry-run says what would come in; the store is only read",
            )  # fmt: skip


ALL: Final[tuple[Check, ...]] = (Check("stores", look_at_stores),)
