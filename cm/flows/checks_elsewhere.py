"""What `cm doctor` says of other programs' folders: a store that was not taken over, a page for agents that is an old one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cm.flows.checks import Check, Finding
from cm.flows.env import Env
from cm.flows.migrated import waits
from cm.flows.migrating import stores_here
from cm.flows.skills import old_pages


def look_at_stores(env: Env) -> Iterator[Finding]:
    """Is there a store of another program that could be taken over?"""
    for folder in stores_here(env):
        if waits(env, folder):
            yield Finding(
                "note", "store-found", f"{folder} holds rules of another program that were not taken over (as they are now)",
                "cm import --from-cass --dry-run says what would come in; the store is only read",
            )  # fmt: skip


def look_at_pages(env: Env) -> Iterator[Finding]:
    """Does every page that tells an agent how to onboard say what it would say now?"""
    for page in old_pages(env):
        hosts = " ".join(f"--host {name}" for name in page.hosts)
        where = " --repo, in that project" if page.project else ""
        yield Finding(
            "note", "old-page", f"{page.path}: an earlier cm wrote it", f"cm onboard skill {hosts}{where}"
        )


ALL: Final[tuple[Check, ...]] = (Check("stores", look_at_stores), Check("pages", look_at_pages))
