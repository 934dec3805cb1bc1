"""A git history on its way through a knife: exported, put right where it holds what was erased, and imported again.

Branches, tags, notes, stashed changes and a checked-out commit all move along; nothing moves until all was written.
Not here: finding what holds it, and pruning (`rewriting.py`).
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from cm.store import git
from cm.store.home import Home
from cm.store.knife import Knife

LONG: Final = 24 * 3600.0
_OURS: Final = "refs/cm-erase/"


@dataclass(slots=True)
class Bad:
    """Objects that hold what was erased."""

    blobs: set[str] = field(default_factory=set)
    commits: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)  # trees by their names, tags

    def all(self) -> set[str]:
        return self.blobs | self.commits | self.others


def message_of(data: bytes, knife: Knife) -> bytes:
    text = data.decode("utf-8", "surrogateescape")
    new = knife.message(text)
    return data if new == text else new.encode("utf-8", "surrogateescape")


def person_of(line: bytes, knife: Knife) -> bytes:
    role, _, rest = line.partition(b" ")
    who, mark, at = rest.rpartition(b"> ")
    text = who.decode("utf-8", "surrogateescape")
    new = knife.text(text)
    if new == text:
        return line
    if "<" not in new:
        new = f"{new} <"
    return role + b" " + new.encode("utf-8", "surrogateescape") + mark + at


class Objects:
    """A git that is asked for one object after another."""

    def __init__(self, home: Home, environ: Mapping[str, str] | None) -> None:
        self._work = git.started(home, environ, "cat-file", "--batch", reads=True)

    def __enter__(self) -> Objects:
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


class Move:
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
        return git.run(self.home, self.environ, *args, seconds=LONG)

    def reachable(self) -> set[str]:
        """Every object that a branch, a tag, a stash or the checked-out commit holds on to."""
        told = self.git("rev-list", "--objects", "--all", "HEAD")
        told = told if told.ok else self.git("rev-list", "--objects", "--all")
        names = {line.split(" ", 1)[0] for line in told.text.splitlines()}
        stashed = self.git("log", "-g", "--format=%H", "refs/stash").text.split()
        return names | set(stashed) | set(self.git("for-each-ref", "--format=%(objectname)").text.split())

    def run(self, bad: Bad) -> str:
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
        with Objects(self.home, self.environ) as objects:
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

    def __init__(self, source: IO[bytes], sink: IO[bytes], bad: Bad, knife: Knife, objects: Objects) -> None:
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
                    self._sink.write(person_of(line.rstrip(b"\n"), self._knife) + b"\n")
                case b"data":
                    data = message_of(self._source.read(int(rest)), self._knife)
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
        if _unquoted(path).decode("utf-8", "surrogateescape") in self._knife.files:
            return
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


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe
