"""What `cm doctor` says of files that are others': a store that was not taken over, an old page for agents, documents read for facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cm.flows.checks import Check, Finding
from cm.flows.env import Env
from cm.flows.file_facts import behind
from cm.flows.migrated import waits
from cm.flows.migrating import stores_here
from cm.flows.skills import old_pages
from cm.store.documents_named import refused_pattern

MOST: Final = 5  # documents that are named one by one


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


def look_at_documents(env: Env) -> Iterator[Finding]:
    """Are the facts of documents those of the documents as they are, and does every pattern name some?"""
    for pattern in env.settings.facts.files:
        if why := refused_pattern(pattern):
            yield Finding(
                "warning", "document-pattern", f"facts.files: {pattern!r} names nothing: {why}",
                'write it as a path below the project: cm config set facts.files "docs/*.md"',
            )  # fmt: skip
    found = behind(env)
    for path, why in found[:MOST]:
        yield Finding("note", "document-changed", f"{path}: {why}", "cm reflect --files")
    if len(found) > MOST:
        say = f"{len(found) - MOST} more documents changed since they were read for facts"
        yield Finding("note", "document-changed", say, "cm reflect --files")


ALL: Final[tuple[Check, ...]] = (
    Check("stores", look_at_stores),
    Check("pages", look_at_pages),
    Check("documents", look_at_documents),
)
