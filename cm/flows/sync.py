"""The home travels: what another machine learned comes in, what this one learned goes out, by a git remote that a person named.

Playbooks merge by rule and field, ledgers and decisions by line; settings, privacy and the list of exports stay each machine's
own. Rules from there meet the same predicate as all others; a history that would bring back what was erased is refused.
Nothing is fetched inside the lock. A repository's `.cm/` travels with the repository: for that git is given a merge driver
(`flows/driver.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cm.core.curation.meeting import meet
from cm.core.curation.merge3 import Conflict, Merged, merge3
from cm.core.curation.unions import union_lines
from cm.errors import BadState, Busy, NotFound, RefusedByGate, Usage
from cm.flows.commit import commit, mend, put_merged
from cm.flows.consent import require_human
from cm.flows.env import Env
from cm.flows.project import outdated_exports
from cm.flows.refresh import refresh
from cm.model.playbook import Playbook
from cm.store import git, syncing
from cm.store.files import lock, replace
from cm.store.playbook import Document, document_of
from cm.store.syncing import Heads

TRIES: Final = 3
PLAYBOOK: Final = "playbook.yaml"
OWN: Final = ("config.toml", "privacy.json", "exports.json")
"""Files that say something about one machine; they leave the history once the home travels."""


@dataclass(frozen=True, slots=True)
class Synced:
    """What came in, what went out, and what a person may want to look at."""

    remote: str
    came: tuple[str, ...]  # rules that are new here, or different
    went: int  # commits that the remote did not have
    folded: tuple[tuple[str, str], ...]
    conflicts: tuple[Conflict, ...]
    kept_own: tuple[str, ...]  # files that differ there and were left as they are here
    outdated: tuple[str, ...]  # exports
    pushed: bool
    dry_run: bool = False
    notes: tuple[str, ...] = ()


def sync(
    env: Env, *, remote: str = "", push: bool = True, dry_run: bool = False, yes: bool = False
) -> Synced:
    """Merges with the remote and gives it what it does not have.

    Raises Usage without a remote, Outside when it cannot be reached, RefusedByGate when it would bring back what was erased,
    BadState when its playbook cannot be read; then nothing changed here.
    """
    address = _remote(env, remote, yes, dry_run)
    notes: list[str] = []
    came: dict[str, None] = {}
    merged = Merged(Playbook())
    own: tuple[str, ...] = ()
    if not dry_run:
        mend(env)
        with lock(env.home.lock):
            syncing.leave_out(env.home, env.environ, OWN)
            git.commit_home(env.home, "Marks and deliveries\n", at=env.stamp, environ=env.environ)
    pushed = False
    went = 0
    for _ in range(TRIES):
        syncing.fetch(env.home, env.environ)
        if dry_run:
            heads = syncing.heads(env.home, env.environ)
            found = _merged(env, heads) if heads.behind else None
            new = _news(env, found) if found else ()
            return Synced(
                address, new, _ahead(env, heads), found.book.folded if found else (), found.book.conflicts if found else (),
                found.own if found else (), (), False, True,
            )  # fmt: skip
        with lock(env.home.lock):
            heads = syncing.heads(env.home, env.environ)
            if heads.behind:
                found = _merged(env, heads)
                came |= dict.fromkeys(_news(env, found))
                merged, own = found.book, found.own
                _take(env, found, heads, address)
        if heads.behind:
            done = commit(env, [], source="sync", by=env.by)
            notes += done.notes
        if not push:
            break
        heads = syncing.heads(env.home, env.environ)
        went = _ahead(env, heads)
        if not went or syncing.push(env.home, env.environ):
            pushed = bool(went)
            break
    else:
        raise Busy(
            "the remote changes faster than it can be merged", hint="run `cm sync` again; nothing was lost"
        )
    refresh(env)
    return Synced(
        address, tuple(came), went, merged.folded, merged.conflicts, own, outdated_exports(env) if came else (), pushed, notes=tuple(notes)
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Found:
    """What the home's files become: the playbook as a document and a book, every other file as bytes."""

    document: Document
    book: Merged
    files: Mapping[str, bytes]
    own: tuple[str, ...]
    whole: bytes | None = None  # the playbook as it is there, when nothing changed here


def _remote(env: Env, wanted: str, yes: bool, dry_run: bool) -> str:
    """The remote to use; a new one is a person's word. Raises Usage, NotFound."""
    if not env.home.git.exists():
        if dry_run:
            raise NotFound("the home is no git repository yet", hint="`cm init` makes one")
        with lock(env.home.lock):
            if not git.prepare_home(env.home, env.environ):
                raise BadState(
                    "the home is no git repository and git did not make one", hint="is git installed?"
                )
    known = syncing.remote_of(env.home, env.environ)
    if wanted and wanted != known:
        if wanted.startswith("-"):
            raise Usage(f"{wanted!r} is no address", hint="cm sync --remote git@host:me/memory.git")
        require_human(env, f"keep this home at {wanted}: every rule and decision in it goes there", yes)
        if dry_run:
            return wanted if known else _missing()
        with lock(env.home.lock):
            syncing.set_remote(env.home, env.environ, wanted)
        return wanted
    return known or _missing()


def _missing() -> str:
    raise Usage(
        "this home has no remote yet",
        hint="make an empty private repository, then: cm sync --remote git@host:me/memory.git",
    )


def _merged(env: Env, heads: Heads) -> _Found:
    """Works out every file; writes nothing. Raises BadState, RefusedByGate."""
    _refuse_erased(env, heads)
    base, theirs = (syncing.files_at(env.home, env.environ, each) for each in (heads.base, heads.theirs))
    known = syncing.files_at(env.home, env.environ, heads.ours)
    files: dict[str, bytes] = {}
    own: list[str] = []
    document = document_of(env.home.playbook, _text(_here(env, PLAYBOOK)))
    book = Merged(document.playbook)
    whole: bytes | None = None
    for path in sorted({*theirs, *base}):
        if not _is_plain(path):
            continue
        was, there = (syncing.content(env.home, env.environ, side.get(path, "")) for side in (base, theirs))
        here = _here(env, path)
        if theirs.get(path) == known.get(path) or there == here:
            continue
        if path == PLAYBOOK:
            other = document_of(Path(f"{PLAYBOOK} of the remote"), _text(there)).playbook
            book = merge3(document_of(env.home.playbook, _text(was)).playbook, document.playbook, other)
            whole = there if here == was else None
            if whole is None:
                book = _met(document.playbook, book)
        elif path in OWN:
            continue
        elif here == was or (not here and path not in base):
            files[path] = there
        elif path.endswith(".jsonl") or path.startswith(".git"):
            files[path] = union_lines(was, here, there)
        elif there != was:
            own.append(path)
    return _Found(document, book, files, tuple(own), whole)


def _met(here: Playbook, merged: Merged) -> Merged:
    """The merged book, in which what came from there has met what stands here."""
    came = [rule.id for rule in merged.book if here.rules.get(rule.id) != rule]
    book, pairs = meet(merged.book, came)
    met = tuple(
        Conflict(one, "text", f"it contradicts {other}: a contested pair, review decides")
        for one, other in pairs
    )
    return Merged(book, merged.conflicts + met, merged.folded)


def _take(env: Env, found: _Found, heads: Heads, address: str) -> None:
    """Writes what was worked out: what withdraws first, the playbook last, then one commit with both as parents.

    Killed in between, the next sync merges again: merging what is merged changes nothing.
    """
    for path in sorted(found.files, key=lambda path: (not path.endswith("blocked.jsonl"), path)):
        replace(env.home.root / path, found.files[path])
    if found.whole is not None:
        replace(env.home.playbook, found.whole)
    else:
        put_merged(env, found.document, found.book.book)
    if heads.follows:
        syncing.follow(env.home, env.environ, heads)
        return
    syncing.join(env.home, env.environ, heads, f"Sync with {_plain(address)}\n", at=env.stamp)


def _news(env: Env, found: _Found) -> tuple[str, ...]:
    before = found.document.playbook.rules
    return tuple(rule.id for rule in found.book.book if before.get(rule.id) != rule)


def _ahead(env: Env, heads: Heads) -> int:
    """How many commits the remote does not have."""
    if not heads.ours:
        return 0
    args = ["rev-list", "--count", heads.ours, *([f"^{heads.theirs}"] if heads.theirs else [])]
    counted = git.run(env.home, env.environ, *args)
    return int(counted.text or 0) if counted.ok else 0


def _refuse_erased(env: Env, heads: Heads) -> None:
    """A history that holds what was erased here does not come in: it would be back in every copy. Raises RefusedByGate."""
    from cm.flows.erase import erased_in  # late: most homes never erased anything

    for path, data in syncing.new_contents(env.home, env.environ, heads):
        if erased_in(env, data):
            raise RefusedByGate(
                f"the remote's history holds what was erased here (in {path})",
                hint="erase it on the other machine too (`cm erase`), and push its history anew; nothing was taken",
                reason="blocked",
                rule="",
                text="",
            )


def _here(env: Env, path: str) -> bytes:
    try:
        return (env.home.root / path).read_bytes()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return b""


def _is_plain(path: str) -> bool:
    """Whether a path of another machine stays inside the home and out of what is this machine's own."""
    parts = path.split("/")
    own = {"state", "cache", "journal", "diary", "backups", ".git"}
    return (
        not path.startswith("/")
        and ".." not in parts
        and "\\" not in path
        and parts[0] not in own
        and path.isprintable()
    )


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _plain(address: str) -> str:
    """An address without what may stand in it to log in."""
    head, at, tail = address.rpartition("@")
    return f"{head.partition('://')[0]}://{tail}" if at and "://" in head else address
