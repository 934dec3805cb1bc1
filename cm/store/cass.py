"""Reads a folder in the CASS form, and only reads: what is in it by kind, what cannot be read, what is known and stays there.

What the records mean here is `core/exchange/cass.py`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cm.errors import CmError
from cm.model.playbook import Flaw
from cm.model.session import Skipped
from cm.store.lines import iter_lines
from cm.store.offered import LARGEST, Offered, read_offered
from cm.store.yaml import parse

HOME_FOLDER: Final = ".cass-memory"
REPO_FOLDER: Final = ".cass"
PLAYBOOKS: Final = ("playbook.yaml", "playbook.yml", "playbook.json")
CONFIGS: Final = ("config.json", "config.yaml", "config.yml")
BLOCKED: Final = ("blocked.log", "toxic_bullets.log", "toxic.log")
_MOST_FILES: Final = 50_000
_STAYS: Final = (
    # beginnings of names below the folder, and why such a file stays there
    ("onboarding", "the progress of a first reading; `cm reflect` keeps its own"),
    ("processed", "which sessions were read there; `cm reflect` reads them anew"),
    ("reflections", "which sessions were read there; `cm reflect` reads them anew"),
    ("usage", "what models cost there"),
    ("cost", "what models cost there"),
    ("budget", "what models cost there"),
    ("embeddings", "a cache"),
    ("cache", "a cache"),
    ("privacy", "what was read for whom there"),
    ("audit", "what was read for whom there"),
)


@dataclass(frozen=True, slots=True)
class Left:
    """A file that stays behind, and why."""

    file: str
    why: str


@dataclass(frozen=True, slots=True)
class Store:
    """What a folder holds, taken apart."""

    root: Path
    playbook: Offered | None
    config: Mapping[str, Any]
    diaries: tuple[tuple[str, Any], ...]  # file, content
    outcomes: tuple[Mapping[str, Any], ...]
    shown: tuple[Mapping[str, Any], ...]
    blocked: tuple[Mapping[str, Any], ...]
    traumas: tuple[Mapping[str, Any], ...]
    starters: tuple[tuple[str, Offered], ...]  # name, content
    left: tuple[Left, ...]
    flaws: tuple[Flaw, ...]


def is_store(folder: Path) -> bool:
    """Whether a folder is of this form, by the names in it."""
    known = (*PLAYBOOKS, *BLOCKED, "diary", "outcomes.jsonl", "context-log.jsonl", "onboarding-state.json")
    try:
        return any((folder / name).exists() for name in known)
    except OSError:
        return False


def read_store(folder: Path) -> Store:
    """Reads all of it; what cannot be read is named, the rest is there."""
    reader = _Reader(folder)
    files = sorted(reader.files())
    return reader.read(files)


class _Reader:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.flaws: list[Flaw] = []

    def files(self) -> Iterator[str]:
        """Every file by its path below the folder; links to folders are not followed."""
        seen = 0
        for at, folders, names in os.walk(self.root, onerror=self._unread):
            folders[:] = [name for name in folders if name != ".git"]
            for name in names:
                seen += 1
                if seen > _MOST_FILES:
                    self.flaws.append(
                        Flaw(
                            0, "", f"more than {_MOST_FILES} files; the rest is not looked at", str(self.root)
                        )
                    )
                    return
                yield (Path(at) / name).relative_to(self.root).as_posix()

    def read(self, files: list[str]) -> Store:
        playbook: Offered | None = None
        config: Mapping[str, Any] = {}
        diaries: list[tuple[str, Any]] = []
        starters: list[tuple[str, Offered]] = []
        logs: dict[str, list[Mapping[str, Any]]] = {
            "outcomes": [],
            "context-log": [],
            "blocked": [],
            "traumas": [],
        }
        left: list[Left] = []
        for file in files:
            folder, _, name = file.rpartition("/")
            stem = name.partition(".")[0]
            if not folder and name in PLAYBOOKS and playbook is None:
                playbook = self.offered(file)
            elif not folder and name in CONFIGS and not config:
                config = self.mapping(file)
            elif folder.partition("/")[0] == "diary" and name.endswith(".json"):
                if (value := self.json(file)) is not None:
                    diaries.append((file, value))
            elif folder == "starters" and name.endswith((".yaml", ".yml", ".json")):
                if (found := self.offered(file)) is not None:
                    starters.append((stem, found))
            elif not folder and name in BLOCKED:
                logs["blocked"] += self.lines(file)
            elif not folder and name.endswith(".jsonl") and stem in logs:
                logs[stem] += self.lines(file)
            else:
                left.append(Left(file, _why_it_stays(file)))
        return Store(
            self.root, playbook, config, tuple(diaries), tuple(logs["outcomes"]), tuple(logs["context-log"]),
            tuple(logs["blocked"]), tuple(logs["traumas"]), tuple(starters), tuple(left), tuple(self.flaws),
        )  # fmt: skip

    def offered(self, file: str) -> Offered | None:
        data = self.bytes(file)
        if data is None:
            return None
        try:
            return read_offered(data, file)
        except CmError as error:
            self._flaw(file, error.message, error.context.get("line"))
            return None

    def mapping(self, file: str) -> Mapping[str, Any]:
        value = self.json(file) if file.endswith(".json") else self.yaml(file)
        return value if isinstance(value, Mapping) else {}

    def json(self, file: str) -> Any:
        data = self.bytes(file)
        if data is None:
            return None
        try:
            return json.loads(data.decode("utf-8-sig", "replace"), strict=False)
        except (ValueError, RecursionError) as error:
            self._flaw(
                file, f"not JSON ({getattr(error, 'msg', 'nested too deep')})", getattr(error, "lineno", 0)
            )
            return None

    def yaml(self, file: str) -> Any:
        data = self.bytes(file)
        if data is None:
            return None
        try:
            return parse(data.decode("utf-8-sig", "replace"), Path(file))
        except (CmError, RecursionError) as error:
            self._flaw(file, getattr(error, "message", "nested too deep"), 0)
            return None

    def lines(self, file: str) -> Iterator[Mapping[str, Any]]:
        """The objects of a log; a line that is none is named."""
        try:
            for item in iter_lines(self.root / file):
                if isinstance(item, Skipped):
                    self._flaw(file, f"this line cannot be used ({item.reason})", item.line)
                else:
                    yield item
        except CmError as error:
            self._flaw(file, error.message, 0)

    def bytes(self, file: str) -> bytes | None:
        path = self.root / file
        try:
            if not path.is_file():
                self._flaw(file, "it is no regular file", 0)
                return None
            if path.stat().st_size > LARGEST:
                self._flaw(file, f"it is larger than {LARGEST // 2**20} MB", 0)
                return None
            return path.read_bytes()
        except OSError as error:
            self._flaw(file, f"it cannot be read: {error.strerror}", 0)
            return None

    def _unread(self, error: OSError) -> None:
        self.flaws.append(
            Flaw(0, "", f"it cannot be read: {error.strerror}", str(error.filename or self.root))
        )

    def _flaw(self, file: str, reason: str, line: Any) -> None:
        self.flaws.append(Flaw(line if isinstance(line, int) else 0, "", reason, file))


def _why_it_stays(file: str) -> str:
    low = file.casefold()
    name = low.rpartition("/")[2]
    for beginning, why in _STAYS:
        if (
            name.startswith(beginning)
            or low.startswith(beginning)
            or f"/{beginning}" in low
            or f"-{beginning}" in name
        ):
            return why
    if "processed" in name:
        return "which sessions were read there; `cm reflect` reads them anew"
    return "it is not known what it is"
