"""Takes what was erased out of the home's git history: every commit stays, with its date and author, without those words.

Only blobs, names and messages that hold them are written anew; what came before the first of them keeps its very id. What
nothing reaches any more is pruned with logs and left-over heads, so that no object holds it. Call it with the home's lock held.
A killed run is made good by the next: branches move only when all was written. Not here: what is cut (`store/knife.py`).
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from cm.store import git
from cm.store.home import Home
from cm.store.knife import Knife

_OURS: Final = "refs/cm-erase/"
_LONG: Final = 24 * 3600.0
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


@dataclass(slots=True)
class _Bad:
    """Objects that hold what was erased."""

    blobs: set[str] = field(default_factory=set)
    commits: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)  # trees by their names, tags

    def all(self) -> set[str]:
        return self.blobs | self.commits | self.others


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
    found = bad.all()
    if not found:
        _drop_logs_that_hold(home, knife)
        return History(remotes=remotes)
    git.unlock(home)
    _drop_remote_branches(home, environ)
    done = _Move(home, environ, knife)
    done.hold_loose_ends()
    if found & done.reachable() and (said := done.run(bad)):
        done.let_go()
        return History(len(found), said=said, left=len(found), remotes=remotes)
    done.settle()
    if said := _prune(home, environ):
        return History(len(found), done.written, len(found), said, remotes, tuple(done.notes))
    left, said = _scan(home, environ, knife)
    return History(len(found), done.written, len(left.all()), said, remotes, tuple(done.notes))


def holds(home: Home, environ: Mapping[str, str] | None, knife: Knife, *revisions: str) -> bool:
    """Whether any object that these revisions bring holds what was erased (`refs/remotes/origin/main`, `^main`)."""
    told = git.run(home, environ, "rev-list", "--objects", *revisions, seconds=_LONG)
    names = [line.split(" ", 1)[0] for line in told.text.splitlines()]
    with _Objects(home, environ) as objects:
        return any(_is_bad(*objects.get(name), knife) for name in names)


# --- what holds it


def _scan(home: Home, environ: Mapping[str, str] | None, knife: Knife) -> tuple[_Bad, str]:
    """Every object there is, reached or not."""
    bad = _Bad()
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
            return _message(message, knife) != message or any(_person(line, knife) != line for line in people)
        case _:
            return False


def _names(tree: bytes) -> Iterator[str]:
    at = 0
    while at < len(tree):
        end = tree.index(b"\0", at)
        yield tree[at:end].partition(b" ")[2].decode("utf-8", "surrogateescape")
        at = end + 21


def _message(data: bytes, knife: Knife) -> bytes:
    text = data.decode("utf-8", "surrogateescape")
    new = knife.message(text)
    return data if new == text else new.encode("utf-8", "surrogateescape")


def _person(line: bytes, knife: Knife) -> bytes:
    role, _, rest = line.partition(b" ")
    who, mark, at = rest.rpartition(b"> ")
    text = who.decode("utf-8", "surrogateescape")
    new = knife.text(text)
    if new == text:
        return line
    if "<" not in new:
        new = f"{new} <"
    return role + b" " + new.encode("utf-8", "surrogateescape") + mark + at


class _Objects:
    """A git that is asked for one object after another."""

    def __init__(self, home: Home, environ: Mapping[str, str] | None) -> None:
        self._work = git.started(home, environ, "cat-file", "--batch", reads=True)

    def __enter__(self) -> _Objects:
        return self

    def __exit__(self, *_: object) -> None:
        if self._work is not None:
            with suppress(OSError):
                _pipe(self._work.stdin).close()
            self._work.wait()
            _pipe(self._work.stdout).close()

    def get(self, name: str) -> tuple[str, bytes]:
        """An object's kind and bytes; ("", b"") when it is not there."""
        if self._work is None:
            return "", b""
        asked, told = _pipe(self._work.stdin), _pipe(self._work.stdout)
        asked.write(name.encode("ascii") + b"\n")
        asked.flush()
        parts = told.readline().decode("ascii").split()
        if len(parts) != 3:
            return "", b""
        data = told.read(int(parts[2]))
        told.read(1)
        return parts[1], data


# --- the move


class _Move:
    """All branches, tags, notes and stashed changes, written anew where they hold it."""

    def __init__(self, home: Home, environ: Mapping[str, str] | None, knife: Knife) -> None:
        self.home = home
        self.environ = environ
        self.knife = knife
        self.written = 0
        self.notes: list[str] = []
        self._marks = home.git / "cm-erase-marks"
        self._old: dict[str, str] = {}  # mark -> the commit's id before
        self._stashed: list[str] = []  # the words of each, newest first

    def git(self, *args: str) -> git.Ran:
        return git.run(self.home, self.environ, *args, seconds=_LONG)

    def reachable(self) -> set[str]:
        """Every object that a branch, a tag, a stash or the checked-out commit holds on to."""
        told = self.git("rev-list", "--objects", "--all", "HEAD")
        told = told if told.ok else self.git("rev-list", "--objects", "--all")
        names = {line.split(" ", 1)[0] for line in told.text.splitlines()}
        stashed = self.git("log", "-g", "--format=%H", "refs/stash").text.split()
        return names | set(stashed) | set(self.git("for-each-ref", "--format=%(objectname)").text.split())

    def run(self, bad: _Bad) -> str:
        """Writes all of it anew and moves the branches; "" when done, else why not: then nothing moved."""
        reading = git.started(self.home, self.environ, *self._export())
        writing = git.started(
            self.home,
            self.environ,
            "fast-import",
            "--quiet",
            "--force",
            "--done",
            f"--export-marks={self._marks}",
            reads=True,
        )
        if reading is None or writing is None:
            return "git is not installed, so the history could not be rewritten"
        failed = ""
        with _Objects(self.home, self.environ) as objects:
            stream = _Stream(_pipe(reading.stdout), _pipe(writing.stdin), bad, self.knife, objects)
            try:
                stream.copy()
            except (OSError, ValueError) as error:
                failed = f"the history could not be rewritten ({error})"
            with suppress(OSError):
                _pipe(writing.stdin).close()
        _pipe(reading.stdout).close()
        ended = reading.wait(), writing.wait()
        _pipe(writing.stdout).close()
        if failed or any(ended):
            return (
                failed
                or f"git could not rewrite the history (fast-export {ended[0]}, fast-import {ended[1]})"
            )
        self._old = stream.old
        new = _marks_of(self._marks)
        self.written = sum(1 for mark, old in self._old.items() if new.get(mark, old) != old)
        self._carry_notes(new)
        return ""

    def settle(self) -> None:
        """Puts back what hung on the old history: the checked-out commit, stashed changes, the list of files."""
        head = self.git("rev-parse", "--verify", "--quiet", f"{_OURS}head")
        if head.ok and not self.git("symbolic-ref", "--quiet", "HEAD").ok:
            self.git("update-ref", "--no-deref", "HEAD", head.text)
        shutil.rmtree(self.home.git / "logs", ignore_errors=True)
        self._put_stash_back()
        self.let_go()
        if self.git("rev-parse", "--verify", "--quiet", "HEAD").ok:
            self.git("read-tree", "HEAD")
            self.git("update-index", "-q", "--refresh")
        self._marks.unlink(missing_ok=True)

    def let_go(self) -> None:
        """Takes our own names away."""
        for ref in self.git("for-each-ref", "--format=%(refname)", _OURS).text.split():
            self.git("update-ref", "-d", ref)

    def _export(self) -> tuple[str, ...]:
        return (
            "fast-export", "--all", "--no-data", "--reencode=no", "--signed-tags=strip", "--tag-of-filtered-object=rewrite",
            "--show-original-ids", "--use-done-feature",
        )  # fmt: skip

    def hold_loose_ends(self) -> None:
        """Gives a name to what no branch reaches: a checked-out commit, and each of the stashed changes."""
        if not self.git("symbolic-ref", "--quiet", "HEAD").ok:
            self.git("update-ref", f"{_OURS}head", "HEAD")
        told = self.git("log", "-g", "--format=%H%x09%gs", "refs/stash")
        for number, line in enumerate(told.text.splitlines() if told.ok else ()):
            name, _, words = line.partition("\t")
            self._stashed.append(self.knife.text(words))
            self.git("update-ref", f"{_OURS}stash-{number:04d}", name)

    def _put_stash_back(self) -> None:
        held = self.git("for-each-ref", "--format=%(objectname)", f"{_OURS}stash-*").text.split()
        if not held:
            return
        self.git("update-ref", "-d", "refs/stash")
        for number in reversed(range(len(held))):
            words = self._stashed[number] if number < len(self._stashed) else "stashed"
            self.git("stash", "store", "--quiet", "-m", words, held[number])

    def _carry_notes(self, new: Mapping[str, str]) -> None:
        """Notes are kept by the id of what they are about, which may be another now."""
        moved = {old: new[mark] for mark, old in self._old.items() if mark in new and new[mark] != old}
        for ref in self.git("for-each-ref", "--format=%(refname)", "refs/notes/").text.split():
            for line in self.git("notes", f"--ref={ref}", "list").text.splitlines():
                about = line.split()[-1]
                if about in moved:
                    self.git("notes", f"--ref={ref}", "copy", "-f", about, moved[about])
                    self.git("notes", f"--ref={ref}", "remove", about)


class _Stream:
    """What git exports on its way back into git, with the bad objects put right."""

    def __init__(
        self, source: IO[bytes], sink: IO[bytes], bad: _Bad, knife: Knife, objects: _Objects
    ) -> None:
        self._source = source
        self._sink = sink
        self._bad = bad
        self._knife = knife
        self._objects = objects
        self.old: dict[str, str] = {}

    def copy(self) -> None:
        """Copies to the end. Raises OSError when one of the two gits is gone."""
        mark = ""
        in_commit = False
        while line := self._source.readline():
            word, _, rest = line.rstrip(b"\n").partition(b" ")
            match word:
                case b"commit" | b"tag" | b"reset":
                    in_commit = word == b"commit"
                    self._sink.write(line)
                case b"mark":
                    mark = rest.decode("ascii")
                    self._sink.write(line)
                case b"original-oid":
                    if in_commit:
                        self.old[mark] = rest.decode("ascii")
                case b"author" | b"committer" | b"tagger":
                    self._sink.write(_person(line.rstrip(b"\n"), self._knife) + b"\n")
                case b"data":
                    data = _message(self._source.read(int(rest)), self._knife)
                    self._sink.write(b"data %d\n%s" % (len(data), data))
                case b"gpgsig":  # a signature of what is no more
                    size = int(self._source.readline().split()[1])
                    self._source.read(size)
                case b"M":
                    self._file(rest)
                case b"D":
                    self._sink.write(b"D " + self._path(rest) + b"\n")
                case _:
                    self._sink.write(line)
        self._sink.flush()

    def _file(self, rest: bytes) -> None:
        mode, name, path = rest.split(b" ", 2)
        path = self._path(path)
        if name.decode("ascii") not in self._bad.blobs:
            self._sink.write(b" ".join((b"M", mode, name, path)) + b"\n")
            return
        data = self._knife.cleaned(self._objects.get(name.decode("ascii"))[1])
        self._sink.write(b"M %s inline %s\ndata %d\n%s\n" % (mode, path, len(data), data))

    def _path(self, quoted: bytes) -> bytes:
        path = _unquoted(quoted).decode("utf-8", "surrogateescape")
        new = self._knife.name(path)
        return quoted if new == path else new.encode("utf-8", "surrogateescape")


def _unquoted(path: bytes) -> bytes:
    """A path as git writes it when it holds quotes, backslashes or control characters."""
    if not path.startswith(b'"'):
        return path
    body = path[1:-1].decode("latin-1")
    return body.encode("latin-1").decode("unicode_escape").encode("latin-1")


def _marks_of(path: Path) -> dict[str, str]:
    try:
        return dict(line.split() for line in path.read_text("ascii").splitlines() if line.strip())
    except OSError:
        return {}


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


def _prune(home: Home, environ: Mapping[str, str] | None) -> str:
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
        seconds=_LONG,
    )  # fmt: skip
    return "" if done.ok else f"what nothing reaches any more could not be pruned ({done.said})"


def _remotes(home: Home, environ: Mapping[str, str] | None) -> tuple[str, ...]:
    told = git.run(home, environ, "config", "--get-regexp", r"^remote\..*\.url$")
    rows = [line.partition(" ") for line in told.text.splitlines()]
    return tuple(
        f"{key.removeprefix('remote.').removesuffix('.url')} {_without_login(url)}" for key, _, url in rows
    )


def _without_login(url: str) -> str:
    scheme, mark, rest = url.partition("://")
    return f"{scheme}{mark}{rest.rpartition('@')[2]}" if mark else url


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe
