"""The home as a git repository of its own: made, and committed to with every change of rules.

Nothing of the world around reaches these calls: no GIT_* variable (a git hook's GIT_DIR would send the commit into the
user's repository), no global or system configuration, no hooks, no signing. Without git the home works; it has no history.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cm.store.files import replace
from cm.store.home import Home
from cm.store.lines import make_dirs

IGNORED: Final = (
    "cache/",
    "state/",
    "journal/",
    "diary/",
    "backups/",
    "inbox/",
    "guards/",
    "tasks.json",
    "*.tmp",
    "*.bak",
)
ATTRIBUTES: Final = "*.jsonl merge=union\nledger/*.jsonl merge=union\n"
SECONDS: Final = 60
_LOGIN: Final = re.compile(
    r"(\b(?!(?:git\+)?ssh:)[a-z][a-z0-9+.\-]*://)[^/\s]*@", re.IGNORECASE
)  # of ssh the name is no secret
_FLAGS: Final = (
    "-c", "user.name=cm", "-c", "user.email=cm@localhost", "-c", "commit.gpgsign=false", "-c", f"core.hooksPath={os.devnull}",
    "-c", "core.autocrlf=false", "-c", "core.safecrlf=false", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false",
    "-c", "gc.autoDetach=false", "-c", "safe.directory=*", "-c", "i18n.commitEncoding=utf-8",
)  # fmt: skip


def prepare_home(home: Home, environ: Mapping[str, str] | None = None) -> bool:
    """Makes the home's folder, its ignore and attribute files and, where git is there, its repository.

    Returns whether the home has a history. Raises Unwritable.
    """
    make_dirs(home.root)
    make_dirs(home.state)
    _ensure_lines(home.root / ".gitignore", IGNORED)
    _ensure_lines(home.root / ".gitattributes", ATTRIBUTES.splitlines())
    if home.git.exists():
        return True
    return _git(home, environ, "init", "--quiet", "--initial-branch=main", "--template=", alone=True) == ""


def commit_home(home: Home, message: str, *, at: str, environ: Mapping[str, str] | None = None) -> str:
    """Commits everything that changed in the home; call it with the home's lock held.

    Returns "" when done or when nothing changed, else one sentence on why the change has no place in the history.
    """
    if not home.git.exists():
        return "the home is no git repository, so this change has no history (`cm init` makes one)"
    if failed := _git(home, environ, "add", "--all", "--", "."):
        return failed
    if _git(home, environ, "diff", "--cached", "--quiet") == "":
        return ""
    dates = {"GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at}
    return _git(
        home,
        environ,
        "commit",
        "--quiet",
        "--no-verify",
        "--cleanup=verbatim",
        "-F",
        "-",
        text=message,
        extra=dates,
    )


def unlock(home: Home) -> bool:
    """Removes the lock that a killed git of ours left; call it with the home's lock held, after a change was cut short."""
    left = home.git / "index.lock"
    if not left.exists():
        return False
    with suppress(OSError):
        left.unlink()
    return True


@dataclass(frozen=True, slots=True)
class Ran:
    """What one call of git gave back."""

    ok: bool
    out: bytes = b""
    said: str = ""  # what went wrong, one sentence

    @property
    def text(self) -> str:
        return self.out.decode("utf-8", "surrogateescape").strip()


def run(
    home: Home,
    environ: Mapping[str, str] | None,
    *args: str,
    alone: bool = False,
    data: bytes = b"",
    extra: Mapping[str, str] | None = None,
    seconds: float = SECONDS,
    networked: bool = False,
) -> Ran:
    """Runs git on the home and gives back what it printed; `alone` names no repository (for `init`).

    `networked` lets the user's own configuration say how to log in to a remote; hooks and signing stay off.
    """
    world = _world(environ, networked) | dict(extra or {})
    program = shutil.which("git", path=world.get("PATH", os.defpath))
    if program is None:
        return Ran(False, said="git is not installed, so this change has no history")
    # the folder is named outright: git never goes looking for a repository around it
    where = [] if alone else [f"--git-dir={home.git}", f"--work-tree={home.root}"]
    try:
        done = subprocess.run(
            [program, *_FLAGS, *where, *args], cwd=home.root, env=world, input=data, capture_output=True,
            timeout=seconds, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        return Ran(False, said=f"git did not run ({error}), so this change has no history yet")
    if done.returncode == 0:
        return Ran(True, done.stdout)
    lines = (done.stderr or done.stdout).decode("utf-8", "replace").strip().splitlines()
    why = next(
        (line for line in lines if line.startswith(("fatal:", "error:"))),
        lines[-1] if lines else done.returncode,
    )
    said = f"git {args[0]} failed ({why}), so this change has no history yet"
    return Ran(False, done.stdout, said)


def started(
    home: Home, environ: Mapping[str, str] | None, *args: str, reads: bool = False
) -> subprocess.Popen[bytes] | None:
    """A git at work on the home whose output is read while it runs, and which reads from us with `reads`; None without git."""
    world = _world(environ)
    program = shutil.which("git", path=world.get("PATH", os.defpath))
    if program is None:
        return None
    return subprocess.Popen(
        [program, *_FLAGS, f"--git-dir={home.git}", f"--work-tree={home.root}", *args], cwd=home.root, env=world,
        stdin=subprocess.PIPE if reads else subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def without_login(address: str) -> str:
    """A text in which no address says with which name, password or token one logs in."""
    return _LOGIN.sub(r"\1", address)


def _world(environ: Mapping[str, str] | None, networked: bool = False) -> dict[str, str]:
    world = dict(os.environ if environ is None else environ)
    world = {name: value for name, value in world.items() if not name.startswith("GIT_")}
    world |= {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    if not networked:
        world |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    return world


def _git(
    home: Home,
    environ: Mapping[str, str] | None,
    *args: str,
    alone: bool = False,
    text: str = "",
    extra: Mapping[str, str] | None = None,
) -> str:
    """Runs git on the home; "" when it went well, else what it said."""
    return run(home, environ, *args, alone=alone, data=text.encode("utf-8", "replace"), extra=extra).said


def _ensure_lines(path: Path, wanted: tuple[str, ...] | list[str]) -> None:
    """Adds the lines that are missing; what the user wrote there stays."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        text = ""
    have = set(text.splitlines())
    missing = [line for line in wanted if line not in have]
    if missing:
        joint = "" if not text or text.endswith("\n") else "\n"
        replace(path, (text + joint + "\n".join(missing) + "\n").encode("utf-8"))
