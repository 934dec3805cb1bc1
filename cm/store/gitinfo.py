"""What git knows of a folder: its root, its `origin`, its first commit, its branch.

Git's own files are read where that is enough, which takes a fraction of a millisecond; the program `git` is asked only
for the first commit of a repository without a remote whose history is packed. Not here: what follows for a project's name
(`core/identity.py`), and the home's own repository (`store/git.py`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_MOST_COMMITS: Final = 2_000  # so many loose commits are followed before git is asked
_SHA: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
_SECTION: Final = re.compile(r'\[\s*(?P<name>[A-Za-z0-9.\-]+)(?:\s+"(?P<sub>(?:[^"\\]|\\.)*)")?\s*\]')
_ENTRY: Final = re.compile(r"(?P<key>[A-Za-z][A-Za-z0-9\-]*)\s*=\s*(?P<value>.*)\Z")


@dataclass(frozen=True, slots=True)
class RepoFacts:
    """One working tree."""

    root: Path  # its real path
    remote: str | None  # the url of `origin`
    root_commit: str | None  # looked up only where there is no remote
    branch: str  # "" when HEAD is detached
    commit: str = ""  # the one HEAD stands on, where plain files tell
    git_dir: Path | None = None
    common: Path | None = None  # the git folder that all its worktrees share


def repo_facts(cwd: Path, environ: Mapping[str, str] | None = None) -> RepoFacts | None:
    """Reads what git knows of the repository around a folder; None outside any, and for folders that are gone.

    `environ` is for the rare case that the program git must be asked.
    """
    try:
        folder = Path(os.path.realpath(cwd))
    except (OSError, ValueError):
        return None
    for root in (folder, *folder.parents):
        git_dir = _git_dir(root)
        if git_dir is not None:
            common = _common_dir(git_dir)
            remote = _origin(common / "config")
            branch, sha = _head(git_dir, common)
            first = None if remote else _first_commit(common, sha, environ or {})
            return RepoFacts(root, remote, first, branch, sha, git_dir, common)
    return None


def first_commit(root: Path, environ: Mapping[str, str] | None = None) -> str | None:
    """The first commit of the repository at a root, remote or not; None for a shallow clone and before any commit."""
    git_dir = _git_dir(root)
    if git_dir is None:
        return None
    common = _common_dir(git_dir)
    return _first_commit(common, _head(git_dir, common)[1], environ or {})


def files_of_identity(git: str) -> list[str]:
    """What says which project a repository is: its configuration, and for one without a remote its first commits."""
    found = []
    if os.path.isfile(git):  # a worktree: the real one is named inside
        found.append(git)
        try:
            with open(git, encoding="utf-8", errors="replace") as file:
                named = file.read(4096).partition("gitdir:")[2].strip()
        except OSError:
            return found
        git = os.path.join(os.path.dirname(git), named)
        shared = os.path.join(git, "commondir")
        try:
            with open(shared, encoding="utf-8", errors="replace") as file:
                git = os.path.normpath(os.path.join(git, file.read(4096).strip()))
        except OSError:
            pass
    return [*found, os.path.join(git, "config"), os.path.join(git, "HEAD"), os.path.join(git, "packed-refs")]


def clean_git_env(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment without what a git hook or the user's configuration would put between us and the repository."""
    kept = {name: value for name, value in environ.items() if not name.startswith("GIT_")}
    return {
        **kept,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_OPTIONAL_LOCKS": "0",
        "LC_ALL": "C",
    }


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return ""


def _git_dir(root: Path) -> Path | None:
    """The git folder of a working tree, also behind a `.git` file (worktree, submodule)."""
    place = root / ".git"
    try:
        if place.is_dir():
            return place if (place / "HEAD").is_file() else None
        if not place.is_file():
            return None
    except (OSError, ValueError):
        return None
    text = _read(place).strip()
    if not text.startswith("gitdir:"):
        return None
    target = Path(os.path.normpath(root / text.removeprefix("gitdir:").strip()))
    return target if (target / "HEAD").is_file() else None


def _common_dir(git_dir: Path) -> Path:
    """The folder that all worktrees of a repository share."""
    text = _read(git_dir / "commondir").strip()
    return Path(os.path.normpath(git_dir / text)) if text else git_dir


def _origin(config: Path) -> str | None:
    """The first url of the remote `origin` in a git configuration."""
    here = False
    for raw in _read(config).splitlines():
        line = raw.strip()
        if not line or line[0] in "#;":
            continue
        if section := _SECTION.match(line):
            here = section["name"].lower() == "remote" and section["sub"] == "origin"
            line = line[section.end() :].strip()
        if here and (entry := _ENTRY.match(line)) and entry["key"].lower() == "url":
            value = _value(entry["value"])
            if value:
                return value
    return None


def _value(text: str) -> str:
    if text.startswith('"'):
        return re.sub(r"\\(.)", r"\1", text[1:].partition('"')[0])
    return re.split(r"\s[#;]", text, maxsplit=1)[0].strip()


def _head(git_dir: Path, common: Path) -> tuple[str, str]:
    """The branch ("" when detached) and the commit HEAD stands on ("" when there is none or it is not in plain files)."""
    text = _read(git_dir / "HEAD").strip()
    if not text.startswith("ref:"):
        return "", text if _SHA.match(text) else ""
    ref = text.removeprefix("ref:").strip()
    branch = ref.removeprefix("refs/heads/") if ref != "refs/heads/.invalid" else ""
    for place in (git_dir / ref, common / ref):
        sha = _read(place).strip()
        if _SHA.match(sha):
            return branch, sha
    for line in _read(common / "packed-refs").splitlines():
        sha, _, name = line.partition(" ")
        if name == ref and _SHA.match(sha):
            return branch, sha
    return branch, ""


def _first_commit(common: Path, sha: str, environ: Mapping[str, str]) -> str | None:
    """The commit at the end of the line of first parents; a shallow clone does not know it."""
    if (common / "shallow").exists():
        return None
    for _ in range(_MOST_COMMITS):
        parent = _loose_parent(common, sha) if sha else None
        if parent is None:
            return _ask_git(common, environ) if sha or (common / "reftable").exists() else None
        if parent == "":
            return sha
        sha = parent
    return _ask_git(common, environ)


def _loose_parent(common: Path, sha: str) -> str | None:
    """The first parent of a loose commit, "" for a first commit, None when the object is not loose."""
    import zlib

    try:
        with open(common / "objects" / sha[:2] / sha[2:], "rb") as file:
            data = zlib.decompressobj().decompress(file.read(), 1_000)
    except (OSError, zlib.error):
        return None
    header = data.partition(b"\0")[2].split(b"\n", 2)
    if not data.startswith(b"commit ") or len(header) < 2 or not header[0].startswith(b"tree "):
        return None
    return header[1][7:].decode("ascii", "replace") if header[1].startswith(b"parent ") else ""


def _ask_git(git_dir: Path, environ: Mapping[str, str]) -> str | None:
    import shutil
    import subprocess

    git = shutil.which("git")
    if git is None:
        return None
    command = [
        git,
        "--no-replace-objects",
        f"--git-dir={git_dir}",  # named: from a folder, git would go on looking above a damaged one
        "rev-list",
        "--first-parent",
        "--max-parents=0",
        "HEAD",
    ]
    try:
        done = subprocess.run(
            command,
            env=clean_git_env({"PATH": os.path.dirname(git), **environ}),
            capture_output=True,
            timeout=10,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    lines = done.stdout.decode("ascii", "replace").split()
    return lines[-1] if done.returncode == 0 and lines and _SHA.match(lines[-1]) else None
