"""Where everything lives: path arithmetic over the user's home and a repository's `.cm/`.

Nothing here opens, makes or checks a file; writing is `store/files.py` and `store/lines.py`.
Standard library only: the quick doors use it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cm.errors import NoHome

FOLDER: Final = ".cm"


@dataclass(frozen=True, slots=True)
class Layered:
    """The files that both layers have, below one root."""

    root: Path

    @property
    def config(self) -> Path:
        return self.root / "config.toml"

    @property
    def playbook(self) -> Path:
        return self.root / "playbook.yaml"

    @property
    def ledger_dir(self) -> Path:
        return self.root / "ledger"

    @property
    def feedback(self) -> Path:
        return self.ledger_dir / "feedback.jsonl"

    @property
    def blocked(self) -> Path:
        return self.ledger_dir / "blocked.jsonl"

    @property
    def decisions(self) -> Path:
        return self.root / "decisions.jsonl"

    @property
    def traumas(self) -> Path:
        return self.root / "traumas.jsonl"

    @property
    def starters(self) -> Path:
        return self.root / "starters"


@dataclass(frozen=True, slots=True)
class Home(Layered):
    """The user's home: canonical files, durable ones outside git, and derived ones."""

    @property
    def outcomes(self) -> Path:
        return self.ledger_dir / "outcomes.jsonl"

    @property
    def shown(self) -> Path:
        return self.ledger_dir / "shown.jsonl"

    @property
    def exports(self) -> Path:
        return self.root / "exports.json"

    @property
    def tasks(self) -> Path:
        """The list of things to do; outside the home's git."""
        return self.root / "tasks.json"

    @property
    def diary(self) -> Path:
        return self.root / "diary"

    @property
    def model_diary(self) -> Path:
        """Diaries that a model wrote, below the others."""
        return self.diary / "model"

    @property
    def journal(self) -> Path:
        return self.root / "journal"

    @property
    def cache(self) -> Path:
        return self.root / "cache"

    @property
    def index(self) -> Path:
        return self.cache / "index.db"

    @property
    def state(self) -> Path:
        return self.root / "state"

    @property
    def lock(self) -> Path:
        """Held while rules or configuration change."""
        return self.state / "lock"

    @property
    def ingest_lock(self) -> Path:
        """Held while transcripts are read; a commit may happen meanwhile."""
        return self.state / "ingest.lock"

    @property
    def watermarks(self) -> Path:
        return self.state / "watermarks.json"

    @property
    def intents(self) -> Path:
        return self.state / "intents"

    @property
    def requests(self) -> Path:
        """Requests that were answered, as hashes: one that comes again is answered the same and changes nothing."""
        return self.state / "requests.jsonl"

    @property
    def changes(self) -> Path:
        """In which order changes were made."""
        return self.state / "changes.jsonl"

    @property
    def tombstones(self) -> Path:
        """What was erased, as keyed hashes."""
        return self.state / "tombstones.jsonl"

    @property
    def tombstone_key(self) -> Path:
        return self.state / "tombstone.key"

    @property
    def erasing(self) -> Path:
        """Erasures that are not complete yet, in ids alone."""
        return self.state / "erasing"

    @property
    def receipts(self) -> Path:
        """What each erasure did and could not do."""
        return self.state / "receipts"

    @property
    def stages(self) -> Path:
        """The stages that the last sweep reported; derived."""
        return self.state / "stages.json"

    @property
    def plans(self) -> Path:
        """What `cm tidy` proposed and nobody applied yet."""
        return self.state / "plans"

    @property
    def put_off(self) -> Path:
        """What a reviewer put off; derived."""
        return self.state / "review.json"

    @property
    def guard(self) -> Path:
        """What the guards derive and log: armed packs, admitted lines, quarantine, policy, caches, the guard log."""
        return self.state / "guard"

    @property
    def set_up(self) -> Path:
        """What `cm setup` put into which file of an agent, and the bytes from before."""
        return self.state / "setup" / "installed.json"

    @property
    def guards(self) -> Path:
        """The generated guard scripts; derived, outside the home's git."""
        return self.root / "guards"

    @property
    def serve_token(self) -> Path:
        """What a client of `cm serve` shows to be let in; outside the home's git."""
        return self.state / "serve.token"

    @property
    def trust(self) -> Path:
        return self.state / "trust.json"

    @property
    def privacy(self) -> Path:
        """What the user said about who may be read."""
        return self.root / "privacy.json"

    @property
    def privacy_log(self) -> Path:
        """What was used for whom."""
        return self.state / "privacy.jsonl"

    @property
    def excluded(self) -> Path:
        return self.state / "excluded.json"

    @property
    def git(self) -> Path:
        return self.root / ".git"


@dataclass(frozen=True, slots=True)
class RepoHome(Layered):
    """A repository's `.cm/`; the folder need not exist."""

    @property
    def repo(self) -> Path:
        """The repository's own root."""
        return self.root.parent


def user_home_of(environ: Mapping[str, str]) -> Path | None:
    """The user's home folder as the environment names it, or None."""
    name = "USERPROFILE" if os.name == "nt" else "HOME"
    text = environ.get(name) or environ.get("HOME") or ""
    return Path(text) if text and os.path.isabs(text) else None


def home_of(environ: Mapping[str, str], user_home: Path | None, cwd: Path | None = None) -> Home:
    """Finds the home: CM_HOME, else `.cm` in the user's home folder.

    Raises NoHome when the environment names neither.
    """
    named = environ.get("CM_HOME", "").strip()
    if named == "~" or named.startswith(("~/", "~\\")):
        if user_home is None:
            raise NoHome(
                f"CM_HOME is {named!r}, but there is no HOME for `~` to stand for",
                hint="set HOME, or set CM_HOME to an absolute path",
            )
        return Home(user_home / named[2:]) if len(named) > 2 else Home(user_home)
    if named:
        base = cwd if cwd is not None else Path.cwd()
        return Home(Path(os.path.normpath(base / named)))
    if user_home is None:
        raise NoHome(
            "HOME is not set, so there is no place to keep rules",
            hint="set HOME, or set CM_HOME to the folder to use",
        )
    return Home(user_home / FOLDER)


def repo_home_of(cwd: Path, home: Home, user_home: Path | None) -> RepoHome | None:
    """Finds the repository that holds `cwd` and where its `.cm/` is or would be.

    The nearest folder upward that has `.git` or `.cm`; the home itself and the user's `~/.cm` are never a repository's.
    """
    taken = {home.root} | ({user_home / FOLDER} if user_home is not None else set())
    for folder in (cwd, *cwd.parents):
        place = folder / FOLDER
        if folder in taken or place in taken:
            # inside the home, or in the folder that holds it: no project's layer is here
            return None
        if os.path.lexists(folder / ".git") or os.path.isdir(place):
            return RepoHome(place)
    return None
