"""The home travels: what another machine learned comes in, what this one learned goes out, by a git remote that a person named.

Playbooks merge by rule and field, ledgers and decisions by line; settings, privacy and the list of exports stay each machine's
own. Rules from there meet the same predicate as all others; a history that would bring back what was erased is refused.
Nothing is fetched inside the lock. A repository's `.cm/` travels with the repository: for that git is given a merge driver
(`flows/driver.py`).
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from cm.core.curation.meeting import meet
from cm.core.curation.merge3 import Conflict, Merged, merge3
from cm.core.curation.unions import all_lines
from cm.errors import BadState, Busy, NeedsAHuman, NotFound, RefusedByGate, Usage
from cm.flows.arming import arm_if_used
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
from cm.store.traumas import read_registry

TRIES: Final = 3
PLAYBOOK: Final = "playbook.yaml"
DECISIONS: Final = "decisions.jsonl"


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
    BadState when its playbook or ours cannot be read, or its history was written anew; then nothing changed here.
    """
    address, known = _remote(env, remote, yes, dry_run)
    notes: list[str] = []
    came: dict[str, None] = {}
    merged = Merged(Playbook())
    own: tuple[str, ...] = ()
    lines = frozenset(line.digest for line in read_registry(env.home.traumas).lines)
    if not dry_run:
        mend(env)
        with lock(env.home.lock):
            _readable(document_of(env.home.playbook, _text(_here(env, PLAYBOOK))))
            syncing.leave_out(env.home, env.environ, syncing.OWN)
            git.commit_home(env.home, "Marks and deliveries\n", at=env.stamp, environ=env.environ)
    pushed = False
    went = 0
    for _ in range(TRIES):
        seen = syncing.heads(env.home, env.environ).theirs
        _fetch(env, address, known, remote, yes, seen)
        if not dry_run and address != known:
            with lock(env.home.lock):
                syncing.set_remote(env.home, env.environ, address)
            known = address
        if dry_run:
            with lock(env.home.lock):
                heads = syncing.heads(env.home, env.environ)
                syncing.see(env.home, env.environ, seen)
                found = _merged(env, heads, seen) if heads.behind else None
            new = _news(env, found) if found else ()
            return Synced(
                git.without_login(address), new, _ahead(env, heads), found.book.folded if found else (), found.book.conflicts if found else (),
                found.own if found else (), (), False, True,
            )  # fmt: skip
        with lock(env.home.lock):
            heads = syncing.heads(env.home, env.environ)
            if heads.behind:
                found = _merged(env, heads, seen)
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
    if waits := _lifted_there(
        env, {line.digest for line in read_registry(env.home.traumas).lines} - lines, yes
    ):
        notes.append(waits)
    refresh(env)
    return Synced(
        git.without_login(address), tuple(came), went, merged.folded, merged.conflicts, own, outdated_exports(env) if came else (), pushed, notes=tuple(notes)
    )  # fmt: skip


def _lifted_there(env: Env, came: Collection[str], yes: bool) -> str:
    """Lets the lines that lift a trauma count here too, at a person's word: any hand may have written them there. A note of what waits."""
    armed = arm_if_used(env)
    lines = [each for each in armed.waiting if each.digest in came and each.needs_a_person] if armed else []
    if not lines:
        return ""
    told = "; ".join(f"{each.id}: {each.why.partition(',')[0]}" for each in lines)
    with suppress(NeedsAHuman):
        require_human(env, f"let what came from the other machine count here ({told})", yes)
        arm_if_used(env, decided={each.digest for each in lines})
        return ""
    return f"what would loosen the guard came along and waits ({told}); a person lets it count: cm trauma activate --waiting"


@dataclass(frozen=True, slots=True)
class _Found:
    """What the home's files become: the playbook as a document and a book, every other file as bytes."""

    document: Document
    book: Merged
    files: Mapping[str, bytes | None]  # None: taken out there
    own: tuple[str, ...]
    whole: bytes | None = None  # the playbook as it is there, when nothing changed here


def _remote(env: Env, wanted: str, yes: bool, dry_run: bool) -> tuple[str, str]:
    """The remote to use, and the one that is known; a new one is a person's word. Raises Usage, NotFound."""
    if not env.home.git.exists():
        if dry_run:
            raise NotFound("the home is no git repository yet", hint="`cm init` makes one")
        with lock(env.home.lock):
            if not git.prepare_home(env.home, env.environ):
                raise BadState(
                    "the home is no git repository and git did not make one", hint="is git installed?"
                )
    known = syncing.remote_of(env.home, env.environ)
    if wanted and wanted not in (known, git.without_login(known)):
        if wanted.startswith("-"):
            raise Usage(f"{wanted!r} is no address", hint="cm sync --remote git@host:me/memory.git")
        require_human(
            env,
            f"keep this home at {git.without_login(wanted)}: every rule and decision in it goes there",
            yes,
        )
        return wanted, known
    return known or _missing(), known


def _fetch(env: Env, address: str, known: str, wanted: str, yes: bool, seen: str) -> None:
    """Gets what is there. A history that was written anew is taken at a person's word alone: what it lost would go back. Raises BadState."""
    if address != known:  # kept as the remote only once it was reached
        syncing.fetch(env.home, env.environ, address, anew=True)
    elif not syncing.fetch(env.home, env.environ):
        with lock(env.home.lock):
            syncing.give_up(env.home, env.environ, seen)
        if not wanted:
            raise BadState(
                "the remote's history was written anew since this home saw it last",
                hint="was something erased on another machine? Run the same `cm erase` here first, or it goes back there; "
                f"to merge as it is: cm sync --remote {git.without_login(address)}",
            )
        require_human(
            env,
            f"merge with {git.without_login(address)} though its history was written anew: what was erased there goes back",
            yes,
        )
        syncing.fetch(env.home, env.environ, anew=True)


def _readable(document: Document) -> None:
    """Raises BadState for a playbook of which a rule cannot be read: merged, it would seem to be taken out."""
    for flaw in document.playbook.flaws:
        raise BadState(
            f"{document.path}:{flaw.line}: {flaw.reason}",
            hint="mend that rule (on its machine, if the file is the remote's), then run `cm sync` again; nothing was taken",
        )


def _missing() -> NoReturn:
    raise Usage(
        "this home has no remote yet",
        hint="make an empty private repository, then: cm sync --remote git@host:me/memory.git",
    )


def _merged(env: Env, heads: Heads, seen: str) -> _Found:
    """Works out every file; writes nothing. Raises BadState, RefusedByGate."""
    _refuse_erased(env, heads, seen)
    base, theirs = (syncing.files_at(env.home, env.environ, each) for each in (heads.base, heads.theirs))
    known = syncing.files_at(env.home, env.environ, heads.ours)
    files: dict[str, bytes | None] = {}
    own: list[str] = []
    document = document_of(env.home.playbook, _text(_here(env, PLAYBOOK)))
    _readable(document)
    if PLAYBOOK in base and PLAYBOOK not in theirs:
        raise BadState(
            "the remote's history has no playbook any more",
            hint=f"put it back there (git log -- {PLAYBOOK}), then run `cm sync` again; nothing was taken",
        )
    book = Merged(document.playbook)
    whole: bytes | None = None
    for path in sorted({*theirs, *base}):
        if not syncing.travels(path):
            continue
        was, there = (syncing.content(env.home, env.environ, side.get(path, "")) for side in (base, theirs))
        here = _here(env, path)
        if theirs.get(path) == known.get(path) or there == here:
            continue
        if path == PLAYBOOK:
            other = document_of(Path(f"{PLAYBOOK} of the remote"), _text(there))
            _readable(other)
            book = merge3(
                document_of(env.home.playbook, _text(was)).playbook, document.playbook, other.playbook
            )
            whole = there if here == was else None
            if whole is None:
                book = _met(document.playbook, book)
        elif not _fits(env, path):
            own.append(path)
        elif path.endswith(".jsonl"):
            files[path] = all_lines(was, here, there)
        elif here == was or (not here and path not in base):
            files[path] = there if path in theirs else None
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
    """Writes what was worked out: what withdraws first, then the playbook, then one commit with both as parents.

    Killed in between, the next sync merges again: merging what is merged changes nothing. Decisions come after the playbook:
    what they tell and the file does not say would be taken for a hand edit.
    """
    files = [*sorted(found.files, key=lambda path: (not path.endswith("blocked.jsonl"), path))]
    for path in files:
        if path != DECISIONS:
            _put(env, path, found.files[path])
    if found.whole is not None:
        replace(env.home.playbook, found.whole)
    else:
        put_merged(env, found.document, found.book.book)
    if DECISIONS in found.files:
        _put(env, DECISIONS, found.files[DECISIONS])
    if heads.follows:
        syncing.follow(env.home, env.environ, heads)
        return
    syncing.join(env.home, env.environ, heads, f"Sync with {git.without_login(address)}\n", at=env.stamp)


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


def _refuse_erased(env: Env, heads: Heads, seen: str) -> None:
    """A history that holds what was erased here does not come in, nor stay as objects of git. Raises RefusedByGate."""
    from cm.flows.erase import holds_erased  # late: most homes never erased anything

    if heads.behind and holds_erased(env, heads.theirs, *([f"^{heads.ours}"] if heads.ours else [])):
        syncing.give_up(env.home, env.environ, seen)
        home = shlex.quote(str(env.home.root))
        raise RefusedByGate(
            "the remote's history holds what was erased here; nothing was taken",
            hint=f"run the same `cm erase` on every other machine, then put a cleaned history there: git -C {home} push --force"
            f" {syncing.REMOTE} {syncing.BRANCH}",
            reason="blocked",
            rule="",
            text="",
        )


def _here(env: Env, path: str) -> bytes:
    try:
        return (env.home.root / path).read_bytes()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return b""


def _fits(env: Env, path: str) -> bool:
    """Whether a file can lie there: neither is it a folder here, nor is a folder above it a file."""
    place = env.home.root / path
    above = [each for each in place.parents if env.home.root in each.parents]
    return not place.is_dir() and all(each.is_dir() or not os.path.lexists(each) for each in above)


def _put(env: Env, path: str, data: bytes | None) -> None:
    place = env.home.root / path
    if data is None:
        place.unlink(missing_ok=True)
    else:
        replace(place, data)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
