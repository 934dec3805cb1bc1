"""Reads a git-first fact store (`.mem`), and only reads: its bare repository, the journal and the tasks that lie beside it.

Nothing in that repository is run or fetched: objects are listed and printed, with no configuration, hook or network of anybody's. What the
records mean here is `core/exchange/mem.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cm.errors import BadState, CmError
from cm.model.playbook import Flaw
from cm.store.cass import Left
from cm.store.git import run
from cm.store.home import Home
from cm.store.yaml import parse

FOLDER: Final = ".mem"
REPOSITORY: Final = "memory.git"
BRANCH: Final = "memory"
CONTROLS: Final = "state/controls.json"
DOCUMENTS: Final = ("people", "orgs", "workstreams", "preferences")
_LARGEST: Final = 2_000_000  # bytes of one file; facts are text
_JOURNAL_LARGEST: Final = 256_000_000
_MOST: Final = 50_000
_NAMED: Final = 20  # broken records that are named one by one
_QUIET: Final = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_REPLACE_OBJECTS": "1"}
_STAYS: Final = (
    ("state/checkpoint.json", "how far that store had come; what is read here is remembered here"),
    ("state/dispositions/", "what became of events there; `cm why` tells it of what is reflected on here"),
    ("receipts/", "receipts of that store's own changes"),
    ("state/receipts", "receipts of that store's own changes"),
    ("INDEX.md", "a rendering of the documents"),
)


@dataclass(frozen=True, slots=True)
class Page:
    """One document: its front matter, and where it stands."""

    file: str
    folder: str  # people, orgs, workstreams or preferences
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Mem:
    """What a store holds, taken apart."""

    root: Path
    pages: tuple[Page, ...]
    controls: Mapping[str, Any]
    events: tuple[tuple[str, Mapping[str, Any]], ...]  # file, record; hashes are not checked yet
    tasks: tuple[Mapping[str, Any], ...]
    left: tuple[Left, ...]
    flaws: tuple[Flaw, ...]


def mem_root(path: Path) -> Path | None:
    """The store that a path means: the folder itself, its bare repository, or a project with a store in it."""
    if path.name == REPOSITORY:
        path = path.parent
    for place in (path, path / FOLDER):
        if (place / REPOSITORY / "objects").is_dir():
            return place
    return None


def read_mem(root: Path, environ: Mapping[str, str]) -> Mem:
    """Reads all of it; what cannot be read is named, the rest is there.

    Raises BadState when its repository or its controls cannot be read: nobody knows then what was taken back.
    """
    return _Reader(root, environ).read()


class _Reader:
    def __init__(self, root: Path, environ: Mapping[str, str]) -> None:
        self.root = root
        self.environ = environ
        self.flaws: list[Flaw] = []
        self.left: list[Left] = []

    def read(self) -> Mem:
        pages: list[Page] = []
        controls: Mapping[str, Any] = {}
        for file, data in self._blobs():
            folder = file.removeprefix("memory/").partition("/")[0]
            if file.endswith(".md") and folder in DOCUMENTS:
                page = self._page(file, folder, data)
                pages += [page] if page else []
            elif file == CONTROLS:
                controls = self._controls(data)
            else:
                self.left.append(Left(file, _why(file)))
        if not controls and (beside := self._beside(CONTROLS)) is not None:
            controls = self._controls(beside)
        if any(flaw.file == CONTROLS for flaw in self.flaws):
            self._controls(b"")
        events = [(path.name, record) for path in self._journal() for record in self._records(path)]
        tasks = self._beside("tasks.json")
        items = self._object("tasks.json", tasks).get("tasks") if tasks is not None else None
        return Mem(
            self.root, tuple(pages), controls, tuple(events),
            tuple(item for item in items if isinstance(item, Mapping)) if isinstance(items, list) else (),
            tuple(self.left), tuple(self.flaws),
        )  # fmt: skip

    def _blobs(self) -> Iterator[tuple[str, bytes]]:
        """Every file of the branch with its bytes; links and modules are named and not followed."""
        listed = self._git("ls-tree", "-r", "-z", "--long", f"refs/heads/{BRANCH}")
        wanted: list[tuple[str, str]] = []
        for entry in listed.split(b"\0")[:_MOST]:
            head, _, name = entry.partition(b"\t")
            words = head.split()
            if len(words) != 4:
                continue
            file = name.decode("utf-8", "replace")
            if words[1] != b"blob" or words[0] == b"120000":
                self._flaw(file, "it is no regular file")
            elif words[3].isdigit() and int(words[3]) > _LARGEST:
                self._flaw(file, f"it is larger than {_LARGEST // 10**6} MB")
            elif file.endswith((".md", ".json")):
                wanted.append((file, words[2].decode("ascii", "replace")))
            else:
                self.left.append(Left(file, _why(file)))
        asked = "".join(f"{name}\n" for _, name in wanted).encode()
        out = self._git("cat-file", "--batch", data=asked) if wanted else b""
        place = 0
        for file, _ in wanted:
            end = out.find(b"\n", place)
            words = out[place:end].split() if end >= 0 else []
            if len(words) != 3 or not words[2].isdigit():
                self._flaw(file, "its content is not in the repository")
                place = end + 1 if end >= 0 else place
                continue
            size = int(words[2])
            yield file, out[end + 1 : end + 1 + size]
            place = end + 1 + size + 1

    def _git(self, *args: str, data: bytes = b"") -> bytes:
        done = run(
            Home(self.root),
            self.environ,
            f"--git-dir={self.root / REPOSITORY}",
            *args,
            alone=True,
            data=data,
            extra=_QUIET,
        )
        if not done.ok:
            said = done.said.partition(", so this change")[0]
            raise BadState(
                f"{self.root / REPOSITORY} cannot be read: {said}",
                hint=f"it needs git, and a branch called {BRANCH}; nothing was changed",
            )
        return done.out

    def _page(self, file: str, folder: str, data: bytes) -> Page | None:
        text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n")
        if not text.startswith("---\n") or "\n---" not in text[3:]:
            self._flaw(file, "it has no front matter")
            return None
        try:
            value = parse(text[4 : text.index("\n---", 3)], Path(file))
        except (CmError, RecursionError) as error:
            self._flaw(file, getattr(error, "message", "nested too deep"))
            return None
        if not isinstance(value, Mapping):
            self._flaw(file, "its front matter is no mapping")
            return None
        return Page(file, folder, value)

    def _controls(self, data: bytes) -> Mapping[str, Any]:
        """What was taken back there; half understood it would bring back what nobody wants."""
        try:
            value = json.loads(data.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            value = None
        lists = ("retractions", "deletions", "redacted_events")
        fits = isinstance(value, dict) and isinstance(value.get("suppressions", {}), dict)
        fits = fits and all(isinstance(value.get(name, []), list) for name in lists)
        if not fits or not all(_names_its_targets(value.get(name, [])) for name in ("suppressions", *lists)):
            raise BadState(
                f"{self.root}: state/controls.json cannot be understood, so it is not known what was taken back",
                hint="mend it there; nothing was changed",
            )
        controls: Mapping[str, Any] = value
        return controls

    def _object(self, file: str, data: bytes) -> Mapping[str, Any]:
        try:
            value = json.loads(data.decode("utf-8-sig", "replace"), strict=False)
        except (ValueError, RecursionError):
            self._flaw(file, "it is no JSON")
            return {}
        return value if isinstance(value, Mapping) else {}

    def _beside(self, file: str) -> bytes | None:
        path = self.root / file
        try:
            if not path.is_file() or path.is_symlink():
                return None
            if path.stat().st_size > _LARGEST:
                self._flaw(file, f"it is larger than {_LARGEST // 10**6} MB")
                return None
            return path.read_bytes()
        except OSError as error:
            self._flaw(file, f"it cannot be read: {error.strerror}")
            return None

    def _journal(self) -> Iterator[Path]:
        folder = self.root / "journal"
        for path in sorted(folder.glob("*")) if folder.is_dir() else ():
            if path.is_symlink() or not path.is_file():
                continue
            if path.name.startswith("events-") and path.suffix == ".jsonl":
                if path.stat().st_size > _JOURNAL_LARGEST:
                    self._flaw(f"journal/{path.name}", f"it is larger than {_JOURNAL_LARGEST // 10**6} MB")
                else:
                    yield path
            else:
                self.left.append(Left(f"journal/{path.name}", "it is no day of events"))

    def _records(self, path: Path) -> Iterator[Mapping[str, Any]]:
        """The objects in a file of framed records, found by their braces; what stands around them is the frame."""
        try:
            text = path.read_bytes().decode("utf-8", "replace")
        except OSError as error:
            self._flaw(f"journal/{path.name}", f"it cannot be read: {error.strerror}")
            return
        decoder = json.JSONDecoder(strict=False)
        place, line, counted = text.find("{"), 1, 0
        broken = 0
        while place >= 0:
            try:
                value, end = decoder.raw_decode(text, place)
            except (ValueError, RecursionError):
                line += text.count("\n", counted, place)
                counted, broken = place, broken + 1
                following = text.find("\n", place)
                if broken <= _NAMED:
                    self._flaw(f"journal/{path.name}", "a record of it is broken", line)
                place = text.find("{", following) if following >= 0 else -1
                continue
            if isinstance(value, Mapping):
                yield value
            place = text.find("{", end)
        if broken > _NAMED:
            self._flaw(f"journal/{path.name}", f"{broken - _NAMED} more records of it are broken")

    def _flaw(self, file: str, reason: str, line: int = 0) -> None:
        self.flaws.append(Flaw(line, "", reason, file))


def _names_its_targets(entries: Any) -> bool:
    """Whether every entry says what it is about: by its key, as a text, or in one of the fields for it."""
    if isinstance(entries, dict):
        return all(isinstance(each, dict | str) and _are_texts(each, "target") for each in entries.values())
    return isinstance(entries, list) and all(
        (isinstance(each, str) and each)
        or (
            isinstance(each, dict)
            and _are_texts(each, "target", "id", "event_id")
            and {"target", "id", "event_id"} & set(each)
        )
        for each in entries
    )


def _are_texts(entry: Any, *names: str) -> bool:
    return not isinstance(entry, dict) or all(isinstance(entry.get(name, ""), str) for name in names)


def _why(file: str) -> str:
    return next(
        (why for beginning, why in _STAYS if file.startswith(beginning)), "it is not known what it is"
    )
