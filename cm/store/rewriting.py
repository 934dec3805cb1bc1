"""Takes what was erased out of the home's git history: every commit stays, with its date and author, without those words.

Only blobs, names and messages that hold them are written anew; what came before the first of them keeps its very id. What
nothing reaches any more is pruned with logs and left-over heads, so that no object holds it. Call it with the home's lock held.
A killed run is made good by the next: branches move only when all was written. Not here: what is cut (`store/knife.py`).
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from cm.errors import BadState
from cm.store import git
from cm.store.history_move import LONG, Bad, Move, Objects, message_of, person_of
from cm.store.home import Home
from cm.store.knife import Knife

_HEADS: Final = (
    "ORIG_HEAD", "FETCH_HEAD", "COMMIT_EDITMSG", "MERGE_MSG", "SQUASH_MSG", "AUTO_MERGE", "CHERRY_PICK_HEAD", "REVERT_HEAD",
    "TAG_EDITMSG", "NOTES_EDITMSG",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class History:
    """What became of the history, or would."""

    objects: int = 0  # that held it
    commits: int = 0  # of all, that were written anew
    left: int = 0  # objects that hold it still
    said: str = ""  # why it could not be done
    remotes: tuple[str, ...] = ()  # "name address"
    notes: tuple[str, ...] = ()


def look(home: Home, environ: Mapping[str, str] | None, knife: Knife) -> History:
    """What a rewriting would find; nothing is changed."""
    if not home.git.exists():
        return History()
    bad, said = _scan(home, environ, knife)
    return History(len(bad.all()), len(bad.commits), said=said, remotes=_remotes(home, environ))


def rewrite(home: Home, environ: Mapping[str, str] | None, knife: Knife) -> History:
    """Rewrites it, prunes, and looks again whether anything is left."""
    if not home.git.exists():
        return History()
    remotes = _remotes(home, environ)
    if not home.git.is_dir():
        said = f"{home.git} is a link to a repository elsewhere, whose history was not touched"
        return History(said=said, remotes=remotes)
    bad, said = _scan(home, environ, knife)
    if said:
        return History(said=said, remotes=remotes)
    bad.others |= _of_files(home, environ, knife)
    found = bad.all()
    if not found:
        _drop_logs_that_hold(home, knife)
        return History(remotes=remotes)
    git.unlock(home)
    _drop_remote_branches(home, environ)
    done = Move(home, environ, knife)
    done.hold_loose_ends()
    if found & done.reachable() and (said := done.run(bad)):
        done.let_go()
        return History(len(found), said=said, left=len(found), remotes=remotes)
    done.settle()
    if said := prune(home, environ):
        return History(len(found), done.written, len(found), said, remotes, tuple(done.notes))
    left, said = _scan(home, environ, knife)
    return History(len(found), done.written, len(left.all()), said, remotes, tuple(done.notes))


def holds(home: Home, environ: Mapping[str, str] | None, knife: Knife, *revisions: str) -> bool:
    """Whether any object that these revisions bring holds what was erased (`refs/remotes/origin/main`, `^main`). Raises BadState."""
    told = git.run(home, environ, "rev-list", "--objects", *revisions, seconds=LONG)
    if not told.ok:  # what cannot be looked at does not come in
        raise BadState(
            f"the history could not be looked at: {told.said}", hint="try again; nothing was taken"
        )
    names = [line.split(" ", 1)[0] for line in told.text.splitlines()]
    with Objects(home, environ) as objects:
        return any(_is_bad(*objects.get(name), knife) for name in names)


# --- what holds it


def _scan(home: Home, environ: Mapping[str, str] | None, knife: Knife) -> tuple[Bad, str]:
    """Every object there is, reached or not."""
    bad = Bad()
    work = git.started(home, environ, "cat-file", "--batch-all-objects", "--batch", "--buffer", "--unordered")
    if work is None or work.stdout is None:
        return bad, "git is not installed, so the history could not be looked at"
    with work:
        while line := work.stdout.readline():
            name, kind, size = line.decode("ascii").split()
            data = work.stdout.read(int(size))
            work.stdout.read(1)
            if _is_bad(kind, data, knife):
                {"blob": bad.blobs, "commit": bad.commits}.get(kind, bad.others).add(name)
    return bad, "" if work.returncode == 0 else "git could not list its objects (is the repository damaged?)"


def _of_files(home: Home, environ: Mapping[str, str] | None, knife: Knife) -> set[str]:
    """The objects that a file was which leaves the history whole."""
    if not knife.files:
        return set()
    told = git.run(home, environ, "rev-list", "--objects", "--all", seconds=LONG)
    rows = (line.partition(" ") for line in told.text.splitlines())
    return {name for name, _, path in rows if path in knife.files}


def _is_bad(kind: str, data: bytes, knife: Knife) -> bool:
    match kind:
        case "blob":
            return knife.cleaned(data) is not data
        case "tree":
            return any(knife.name(name) != name for name in _names(data))
        case "commit" | "tag":
            head, _, message = data.partition(b"\n\n")
            people = [
                line for line in head.split(b"\n") if line.startswith((b"author ", b"committer ", b"tagger "))
            ]
            return message_of(message, knife) != message or any(
                person_of(line, knife) != line for line in people
            )
        case _:
            return False


def _names(tree: bytes) -> Iterator[str]:
    at = 0
    while at < len(tree):
        end = tree.index(b"\0", at)
        yield tree[at:end].partition(b" ")[2].decode("utf-8", "surrogateescape")
        at = end + 21


# --- what is left behind


def _drop_remote_branches(home: Home, environ: Mapping[str, str] | None) -> None:
    """What we know of a remote's branches is old history; fetching brings it again, and then it is asked about."""
    told = git.run(home, environ, "for-each-ref", "--format=%(refname)", "refs/remotes/")
    for ref in told.text.split():
        git.run(home, environ, "update-ref", "--no-deref", "-d", ref)


def _drop_logs_that_hold(home: Home, knife: Knife) -> None:
    """Logs and left-over messages repeat the words of commits."""
    for path in [*(home.git / "logs").rglob("*"), *(home.git / name for name in _HEADS)]:
        with suppress(OSError):
            if path.is_file() and knife.message(path.read_text("utf-8", "surrogateescape")) != path.read_text(
                "utf-8", "surrogateescape"
            ):
                path.unlink()


def prune(home: Home, environ: Mapping[str, str] | None) -> str:
    """Drops every object that nothing reaches; returns "" when done, else why not."""
    for name in _HEADS:
        (home.git / name).unlink(missing_ok=True)
    for pattern in (
        "fast_import_crash_*",
        "gc.pid",
        "gc.log",
        "objects/pack/*.keep",
        "objects/pack/tmp_*",
        "objects/*/tmp_obj_*",
    ):
        for path in home.git.glob(pattern):
            path.unlink(missing_ok=True)
    for name in ("lost-found", "rr-cache"):
        shutil.rmtree(home.git / name, ignore_errors=True)
    done = git.run(
        home, environ, "-c", "gc.cruftPacks=false", "-c", "gc.bigPackThreshold=0", "gc", "--prune=now", "--quiet", "--force",
        seconds=LONG,
    )  # fmt: skip
    return "" if done.ok else f"what nothing reaches any more could not be pruned ({done.said})"


def _remotes(home: Home, environ: Mapping[str, str] | None) -> tuple[str, ...]:
    told = git.run(home, environ, "config", "--get-regexp", r"^remote\..*\.url$")
    rows = [line.partition(" ") for line in told.text.splitlines()]
    return tuple(
        f"{key.removeprefix('remote.').removesuffix('.url')} {git.without_login(url)}" for key, _, url in rows
    )
