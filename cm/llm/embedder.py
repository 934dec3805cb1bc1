"""Embedders: texts to unit vectors, by a model that is already on this machine. Nothing is ever downloaded.

Two backends, tried in this order: ONNX weights with their tokenizer in installed packages (`cm-playbook[semantic]`), and
sentence-transformers with a local folder or an installed package (`cm-playbook[sentence-transformers]`). Each brings its own
calibration, since a cosine means something else in every model. Not here: keeping vectors (`store/vectors.py`), what a
closeness weighs (`core/language/compared.py`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from cm.core.language.nearness import Nearness

FOLDER_VARIABLE = "CM_EMBEDDER"  # a folder with a model, or `off`


class Embedder(Protocol):
    """A model that turns texts into unit vectors."""

    @property
    def name(self) -> str:
        """Which model."""
        ...

    @property
    def revision(self) -> str:
        """Which edition of it: vectors of two editions are never compared."""
        ...

    @property
    def likely(self) -> float:
        """The cosine, by this model, from which two rules are worth a closer look."""
        ...

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One unit vector per text."""
        ...

    def vocabulary(self, most: int) -> Sequence[str]:
        """Whole plain words that the model knows, the commonest first."""
        ...

    def near(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Nearness]:
        """How near the two texts of each pair are."""
        ...


def find_embedder(environ: Mapping[str, str]) -> Embedder | None:
    """The embedder that is installed, or None; `CM_EMBEDDER` names a folder with a model, or `off`."""
    wanted = environ.get(FOLDER_VARIABLE, "").strip()
    if wanted.lower() in ("off", "none", "0", "no"):
        return None
    if find_spec("numpy") is None:
        return None
    if wanted:
        return _from_folder(Path(wanted).expanduser())
    if find_spec("onnxruntime") is not None and find_spec("tokenizers") is not None:
        from cm.llm.onnx_embedder import open_installed

        if (found := open_installed()) is not None:
            return found
    if find_spec("sentence_transformers") is not None:
        from cm.llm.sentence_embedder import open_installed as open_sentences

        return open_sentences()
    return None


def _from_folder(folder: Path) -> Embedder | None:
    if not folder.is_dir():
        return None
    if (folder / "tokenizer.json").is_file() and find_spec("onnxruntime") and find_spec("tokenizers"):
        from cm.llm.onnx_embedder import open_folder

        if (found := open_folder(folder)) is not None:
            return found
    if find_spec("sentence_transformers") is not None:
        from cm.llm.sentence_embedder import open_model

        return open_model(folder)
    return None


def whole_words(vocabulary: Mapping[str, int], most: int) -> list[str]:
    """The plain words of a tokenizer's vocabulary in its order, which is about how common they are."""
    plain = (
        word
        for word in vocabulary
        if 2 <= len(word) <= 20 and word.isascii() and word.isalpha() and word.islower()
    )
    return sorted(plain, key=vocabulary.__getitem__)[:most]


def edition(weights: Path) -> str:
    """The size and the edges of a file: enough to tell editions of a model apart without reading all of it."""
    size = weights.stat().st_size
    with weights.open("rb") as file:
        head = file.read(65536)
        file.seek(max(0, size - 65536))
        tail = file.read()
    return hashlib.sha256(head + tail + str(size).encode()).hexdigest()[:16]


def package_folder(package: str) -> Path | None:
    """Where an installed package lies, without importing it."""
    spec = find_spec(package)
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    return Path(places[0]) if places else None
