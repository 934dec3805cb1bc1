"""What git says of a line of work: which branch is the main one, where a branch stood, whether a commit reached the main branch, or ended.

Repositories of the user's are only read: nothing is fetched, no hook, filter or program of theirs runs, and what git has to make for a
question goes into a folder that is thrown away. Every question is bounded; what cannot be told is not told. Which rules are asked
about is `flows/unmerged.py`; a folder's own branch, without git, `store/gitinfo.py`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal, TypeAlias

from cm.store.gitinfo import clean_git_env

SECONDS: Final = 10.0
MOST_COMMITS: Final = 300  # of the main branch since the line of work left it, newest first
MOST_PATHS: Final = 200
MOST_TIPS: Final = 4
_LOG_BYTES: Final = 1_000_000
_SHA: Final = re.compile(r"[0-9a-f]{7,64}\Z")
_NAME: Final = re.compile(r"(?![-/.])(?!.*(?:\.\.|//|@\{))[^\x00-\x20~^:?*\[\\\x7f]{1,200}(?<![/.])\Z")
_QUIET: Final = (
    "-c", "core.hooksPath=" + os.devnull, "-c", "log.showSignature=false", "-c", "core.attributesFile=" + os.devnull,
    "-c", "core.fsmonitor=false", "--no-replace-objects", "--no-pager", "--literal-pathspecs",
)  # fmt: skip

_ANSWERS: Final = (0, 1, 129)  # yes, no, and a question that an older git does not know

Kind: TypeAlias = Literal["reached", "open", "renamed", "ended", "unknown"]


@dataclass(frozen=True, slots=True)
class Main:
    """The main branch: its name, and every reference by which this clone knows it."""

    name: str
    refs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a commit of a branch, as far as this clone can tell."""

    kind: Kind
    main: str = ""
    how: str = ""  # reached, and the commit itself is not in it: by which sign; renamed: the new name


UNKNOWN: Final = Fate("unknown")


class Clone:
    """One repository on this machine, by the git folder that its worktrees share."""

    def __init__(self, common: Path, environ: Mapping[str, str]) -> None:
        self.common = common
        self._environ = environ
        self._program = shutil.which("git", path=environ.get("PATH", os.defpath))
        self._untold = self._program is None  # whether git failed to answer something

    @cached_property
    def shallow(self) -> bool:
        """Whether it holds only a part of the history: then "not in it" cannot be told."""
        return (self.common / "shallow").exists()

    @cached_property
    def main(self) -> Main | None:
        """The main branch: what `origin` says, what new repositories here begin with, main or master."""
        refs = self._refs()
        said = self._said_by_origin()
        for name in (said, *([] if said else [self._usual(), "main", "master"])):
            if not name:
                continue
            found = tuple(
                ref for ref in refs if ref == f"refs/heads/{name}" or re.fullmatch(rf"refs/remotes/[^/]+/{re.escape(name)}", ref)
            )  # fmt: skip
            if found:
                return Main(name, found)
        return None

    def _said_by_origin(self) -> str:
        head = self._ask("symbolic-ref", "--quiet", "refs/remotes/origin/HEAD")
        return (head or "").strip().removeprefix("refs/remotes/origin/")

    def _usual(self) -> str:
        """What the user's own configuration calls the first branch of a repository."""
        world = {name: value for name, value in self._environ.items() if not name.startswith("GIT_")}
        return (self._ask("config", "--get", "init.defaultBranch", world=world) or "").strip()

    def _refs(self) -> tuple[str, ...]:
        return tuple(
            (self._ask("for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes") or "").split("\n")
        )

    def commit(self, name: str) -> str:
        """The whole name of a commit, "" when this clone does not have it."""
        if not _SHA.match(name):
            return ""
        return (self._ask("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}") or "").strip()

    def stood_at(self, branch: str, moment: str) -> str:
        """Where a branch stood at a moment: by its log, else where it stands now; "" when it is not known here."""
        if not _NAME.match(branch):
            return ""
        when = _seconds(moment)
        last = ""
        for at, sha in _log(self.common / "logs" / "refs" / "heads" / branch):
            if when and at > when:
                return last  # "" when it was begun later
            last = sha
        return last or self.commit_of(f"refs/heads/{branch}")

    def commit_of(self, ref: str) -> str:
        """The commit that a reference names, "" when there is none of that name."""
        return (self._ask("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}") or "").strip()

    def only_there(self, paths: Sequence[str], commit: str) -> bool:
        """Whether one of these paths is in a commit and in no main branch."""
        if not paths or self.main is None:
            return False
        known = set[str]().union(*(self._has(ref, paths) for ref in self.main.refs))
        return bool(self._has(commit, paths) - known)

    def _has(self, ref: str, paths: Sequence[str]) -> set[str]:
        listed = self._ask("ls-tree", "-z", "--full-tree", "--name-only", ref, "--", *paths[:MOST_PATHS])
        return {path for path in (listed or "").split("\0") if path}

    def fate(self, branch: str, commit: str) -> Fate:
        """What became of a commit that was the last of a branch when something was learned on it."""
        sha, main = self.commit(commit), self.main
        if not sha or main is None or not _NAME.match(branch):
            return UNKNOWN
        if any(self._is_in(sha, ref) for ref in main.refs):
            return Fate("reached", main.name)
        if self.shallow:
            return UNKNOWN
        refs = self._refs()
        name = self._renamed(branch, sha, refs) or branch
        tips = [
            ref for ref in refs if ref == f"refs/heads/{name}" or re.fullmatch(rf"refs/remotes/[^/]+/{re.escape(name)}", ref)
        ]  # fmt: skip
        mains = {tip: None for ref in main.refs if (tip := self.commit_of(ref))}
        for tip in mains:
            if how := self._taken(sha, tips, tip):
                return Fate("reached", main.name, how)
        if name != branch:
            return Fate("renamed", main.name, name)
        if tips or self._is_held(sha):
            return Fate("open", main.name)
        return UNKNOWN if self._untold else Fate("ended", main.name)

    def _renamed(self, branch: str, commit: str, refs: Sequence[str]) -> str:
        """The name that a branch has now, "" where it kept its own: git's log of a branch goes on under the new one and says so."""
        if f"refs/heads/{branch}" in refs:
            return ""
        said = f"\tBranch: renamed refs/heads/{branch} to refs/heads/"
        for ref in refs:
            if ref.startswith("refs/heads/") and said in _tail(self.common / "logs" / ref):
                return ref.removeprefix("refs/heads/") if self._is_in(commit, ref) else ""
        return ""

    def _is_in(self, commit: str, ref: str) -> bool:
        return self._ask("merge-base", "--is-ancestor", commit, ref) is not None

    def _is_held(self, commit: str) -> bool:
        """Whether any branch or any working tree stands on it: one that was renamed, or another that was begun there."""
        if (
            self._ask("for-each-ref", f"--contains={commit}", "--count=1", "refs/heads", "refs/remotes") or ""
        ).strip():
            return True
        heads = [self.common / "HEAD", *sorted((self.common / "worktrees").glob("*/HEAD"))[:50]]
        return any(_SHA.match(sha := _text(head)) and self._is_in(commit, sha) for head in heads)

    # --- squashed and rebased: the commit itself is not in the main branch, what it changed is

    def _taken(self, commit: str, tips: Sequence[str], main: str) -> str:
        base = (self._ask("merge-base", main, commit) or "").strip()
        trees = self._ask("rev-parse", f"{base}^{{tree}}", f"{commit}^{{tree}}") if base else None
        if trees is None or len(set(trees.split())) < 2:  # nothing was changed on it
            return ""
        if self._adds_nothing(main, commit):
            return "all that it changed is there"
        theirs = self._prints_since(main, base, commit)
        if not theirs:
            return ""
        mine = self._prints(self._patches("log", f"{base}..{commit}"))
        if mine and mine <= theirs:
            return "its commits are there, rebased"
        ends = [
            sha for ref in tips[:MOST_TIPS] if (sha := self.commit_of(ref)) and self._is_in(commit, sha)
        ]  # fmt: skip
        for end in dict.fromkeys((commit, *ends)):
            start = (self._ask("merge-base", main, end) or "").strip()
            if self._prints(self._patches("diff", start, end)) & theirs:
                return "it is there, squashed into one commit"
        return ""

    def _adds_nothing(self, main: str, commit: str) -> bool:
        """Whether merging it into the main branch would change nothing; made in a folder that is thrown away."""
        with TemporaryDirectory(prefix="cm-") as folder:
            world = {
                "GIT_OBJECT_DIRECTORY": folder,
                "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(self.common / "objects"),
            }
            merged = self._ask("merge-tree", "--write-tree", main, commit, more=world)
        return (
            bool(merged)
            and (merged or "").strip() == (self._ask("rev-parse", f"{main}^{{tree}}") or "").strip()
        )

    def _prints_since(self, main: str, base: str, commit: str) -> frozenset[str]:
        """The patches of the main branch since a line of work left it, of those commits that touch what it touched."""
        named = self._ask("diff", "--no-ext-diff", "--name-only", "-z", base, commit)
        paths = [path for path in (named or "").split("\0") if path]
        if not paths or len(paths) > MOST_PATHS:
            return frozenset()
        return self._prints(
            self._patches(
                "log", f"--max-count={MOST_COMMITS}", "--full-diff", f"{base}..{main}", "--", *paths
            )
        )

    def _patches(self, verb: str, *args: str) -> tuple[str, ...]:
        more = ("--no-merges", "-p") if verb == "log" else ()
        return (verb, "--no-ext-diff", "--no-textconv", "--no-color", *more, *args)

    def _prints(self, question: Sequence[str]) -> frozenset[str]:
        """The prints of patches, by which the same change is known again in another commit."""
        if self._program is None:
            return frozenset()
        with suppress(OSError, subprocess.SubprocessError):
            asked = subprocess.Popen(
                self._command(question), env=self._world(), cwd=self.common, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            )  # fmt: skip
            try:
                said = subprocess.run(
                    self._command(("patch-id", "--stable")), env=self._world(), cwd=self.common, stdin=asked.stdout,
                    capture_output=True, timeout=SECONDS, check=False,
                )  # fmt: skip
            finally:
                asked.kill()
                asked.wait()
                if asked.stdout is not None:
                    asked.stdout.close()
            return frozenset(
                line.split()[0] for line in said.stdout.decode("ascii", "replace").splitlines() if line
            )
        self._untold = True
        return frozenset()

    # --- asking

    def _command(self, args: Sequence[str]) -> list[str]:
        return [self._program or "git", *_QUIET, f"--git-dir={self.common}", *args]

    def _world(self) -> dict[str, str]:
        lone = {
            "GIT_WORK_TREE": str(self.common),  # no attributes of the checked-out files
            "GIT_ALLOW_PROTOCOL": "none",
            "GIT_NO_LAZY_FETCH": "1",
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_TERMINAL_PROMPT": "0",
        }
        return {**clean_git_env(self._environ), **lone}

    def _ask(
        self, *args: str, world: Mapping[str, str] | None = None, more: Mapping[str, str] | None = None
    ) -> str | None:
        """What git answers, None when it says no; and when it is not there, fails or takes too long, which is noted."""
        if self._program is None:
            return None
        try:
            done = subprocess.run(
                self._command(args), env={**(world or self._world()), **(more or {})}, cwd=self.common,
                capture_output=True, timeout=SECONDS, check=False, stdin=subprocess.DEVNULL,
            )  # fmt: skip
        except (OSError, subprocess.SubprocessError):
            self._untold = True
            return None
        self._untold |= done.returncode not in _ANSWERS
        return done.stdout.decode("utf-8", "surrogateescape") if done.returncode == 0 else None


def _text(path: Path) -> str:
    try:
        return path.read_text("ascii", "replace").strip()
    except OSError:
        return ""


def _tail(path: Path) -> str:
    """The end of a reference's log, "" where there is none."""
    try:
        with open(path, "rb") as file:
            file.seek(max(0, path.stat().st_size - _LOG_BYTES))
            return file.read(_LOG_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _log(path: Path) -> Iterator[tuple[float, str]]:
    """The moments and commits of a reference's log, oldest first."""
    for line in _tail(path).splitlines():
        head = line.partition("\t")[0].split()
        if len(head) >= 4 and _SHA.match(head[1]) and head[-2].isdigit():
            yield float(head[-2]), head[1]


def _seconds(moment: str) -> float:
    try:
        return datetime.fromisoformat(moment).timestamp() if moment else 0.0
    except ValueError:
        return 0.0
