"""Cross-encoders: models on this machine that read a question and a passage at once. Nothing is ever downloaded.

One is asked in a process of its own (`cross_process.py`), so that its time limit holds and no damaged model takes `cm` along; the numbers
it gives are judged here. Not here: where it lies and what it lacks (`places.py`), who is asked when it fails (`flows/reranking.py`).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Protocol

from cm.errors import NoModel
from cm.llm.boxed import Boxed
from cm.llm.cross_process import weights_in
from cm.llm.embedder import edition

ONNX: Final = ("numpy", "onnxruntime", "tokenizers")
SENTENCES: Final = ("sentence_transformers",)
PASSED: Final = (
    "PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "OMP_NUM_THREADS",
)  # fmt: skip
"""What a library needs to be loaded; no way to the network, no account and no key."""


class CrossEncoder(Protocol):
    """A model that says how well passages answer a question."""

    @property
    def name(self) -> str:
        """Which model."""
        ...

    @property
    def revision(self) -> str:
        """Which edition of it."""
        ...

    def scores(self, question: str, passages: Sequence[str], seconds: float) -> Sequence[float]:
        """One finite number per passage, the better the higher. Raises NoModel when it could not, in that time."""
        ...

    def close(self) -> None:
        """Ends its process."""
        ...


def backend_of(folder: Path) -> tuple[str, tuple[str, ...]]:
    """Which backend opens a folder, and what is missing for it: files that have to be there, or packages."""
    if not folder.is_dir():
        return "", ("the folder",)
    onnx = weights_in(folder) is not None
    ways: list[tuple[str, tuple[str, ...]]] = []
    if onnx:
        files = () if (folder / "tokenizer.json").is_file() else ("tokenizer.json",)
        ways.append(("onnx", (*files, *_absent(ONNX))))
    if (folder / "config.json").is_file():
        files = () if any(folder.glob("*.safetensors")) else ("model.safetensors",)
        if not files or not onnx:
            ways.append(("sentence-transformers", (*files, *_absent(SENTENCES))))
    if not ways:
        return "", ("model.onnx and tokenizer.json, or config.json and model.safetensors",)
    return next((way for way in ways if not way[1]), ways[0])


def _absent(packages: Sequence[str]) -> tuple[str, ...]:
    return tuple(name.replace("_", "-") for name in packages if find_spec(name) is None)


class BoxedCrossEncoder:
    """A cross-encoder in a folder; its process is started when it is first asked, and stays until it is closed."""

    def __init__(self, folder: Path, backend: str, environ: Mapping[str, str]) -> None:
        self.name = folder.name
        self._folder, self._backend = folder, backend
        self._environ = {name: environ[name] for name in PASSED if name in environ}
        self._process: Boxed | None = None

    @cached_property
    def revision(self) -> str:
        """The size and the edges of the weights."""
        weights = weights_in(self._folder) if self._backend == "onnx" else None
        files = [weights] if weights is not None else sorted(self._folder.glob("*.safetensors"))
        return hashlib.sha256("".join(map(edition, files)).encode()).hexdigest()[:16]

    def scores(self, question: str, passages: Sequence[str], seconds: float) -> Sequence[float]:
        """One finite number per passage. Raises NoModel with what went wrong and what to do."""
        if not passages:
            return ()
        if self._process is None or not self._process.is_alive:
            self.close()
            self._process = Boxed("cross_process.py", self.name, self._environ, hint="cm models list")
        call = {
            "backend": self._backend, "folder": str(self._folder), "question": question, "passages": list(passages),
        }  # fmt: skip
        answer = None
        try:
            answer = self._process.ask(call, seconds)
        finally:  # also on ^C: what it still reads is of no use to the next question
            late = self._process.is_late
            if answer is None:
                self.close()
        if answer is None and late:
            raise NoModel(
                f"{self.name} did not read {len(passages)} hits within {seconds:g} seconds",
                hint="cm config set rerank.seconds N gives it more",
            )
        if answer is None:
            raise NoModel(f"{self.name}: the process that read with it ended", hint="cm models verify")
        if answer.get("ok") is not True:
            raise NoModel(f"{self.name} cannot be used: {answer.get('message', '')}", hint="cm models verify")
        return _judged(self.name, answer.get("scores"), passages)

    def close(self) -> None:
        """Ends its process."""
        if self._process is not None:
            self._process.kill()
            self._process = None


def _judged(name: str, found: object, passages: Sequence[str]) -> Sequence[float]:
    """The numbers, when they are numbers that order anything. Raises NoModel."""
    scores = found if isinstance(found, list) else []
    good = len(scores) == len(passages) and all(
        isinstance(each, int | float) and math.isfinite(each) for each in scores
    )
    if not good:
        raise NoModel(f"{name} gives no numbers that can be compared", hint="cm models verify")
    if len(set(passages)) > 1 and len(set(scores)) == 1:
        raise NoModel(f"{name} gives every hit the same number", hint="cm models verify")
    return [float(each) for each in scores]
