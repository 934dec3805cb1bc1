"""The process in which a cross-encoder runs: it reads a question and a passage at once, and says how well they belong together.

Two backends: ONNX weights by onnxruntime with the `tokenizer.json` beside them, and sentence-transformers for a folder of
transformers. Nothing is downloaded, no code that lies in the folder is run, and no pickle is opened. A model that hangs, crashes or takes
all memory does so here, and is ended by whoever started it: `cross_encoder.py`, which also judges the numbers.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

BATCH: Final = 8
LONGEST: Final = 512
"""So many pieces of a pair are read, the question's and the passage's together; the longer of the two is cut."""
POSITIVE: Final = (
    "relevant", "entailment", "positive", "yes", "true", "duplicate", "paraphrase", "equivalent", "match", "similar",
)  # fmt: skip
"""What a model calls the class of those that belong together, when it names its classes."""
CLIP: Final = 300
Rows: TypeAlias = list[list[float]]


def main() -> None:
    """Answers until nobody asks any more."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what libraries print is no answer
    first = json.loads(sys.stdin.readline())
    sys.path[:] = first["path"]
    os.environ.update(
        HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1", HF_HUB_DISABLE_TELEMETRY="1", TOKENIZERS_PARALLELISM="false"
    )  # fmt: skip
    import queue
    import threading

    from cm.llm.litellm_process import LEFT, listen

    LEFT.append(first["folder"])
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(lines,), daemon=True).start()
    models: dict[tuple[str, str], OnnxPairs | SentencePairs] = {}
    answer: dict[str, Any] = {"ready": True}
    while True:
        out.write(json.dumps(answer) + "\n")
        out.flush()
        call = json.loads(lines.get())
        try:
            key = call["backend"], call["folder"]
            if key not in models:
                models[key] = opened(*key)
            answer = {"ok": True, "scores": scored(models[key], call["question"], call["passages"])}
        except Exception as error:
            answer = {
                "ok": False,
                "message": f"{type(error).__name__}: {' '.join(str(error).split())}"[:CLIP],
            }


def opened(backend: str, folder: str) -> OnnxPairs | SentencePairs:
    """The model in a folder. Raises what its library raises, ValueError."""
    return OnnxPairs(Path(folder)) if backend == "onnx" else SentencePairs(Path(folder))


def scored(model: OnnxPairs | SentencePairs, question: str, passages: Sequence[str]) -> list[float]:
    """One number per passage, in their order. Raises ValueError for what is no cross-encoder."""
    rows = model.rows([(question, passage) for passage in passages])
    if len(rows) != len(passages):
        raise ValueError(f"{len(passages)} pairs were read, {len(rows)} answers came back")
    at = positive(len(rows[0]) if rows else 1, model.config.get("id2label"))
    return [worth(row, at) for row in rows]


def positive(labels: int, names: object) -> int:
    """Which of a model's classes says that two texts belong together: the one that is named so, else the last."""
    if not 1 <= labels <= 3:
        raise ValueError(f"it says {labels} numbers of a pair, a cross-encoder says one, two or three")
    if labels > 1 and isinstance(names, Mapping):
        said = {str(at): str(name).strip().lower().replace("-", "_") for at, name in names.items()}
        found = [at for at in range(labels) if said.get(str(at)) in POSITIVE]
        if len(found) == 1:
            return found[0]
    return labels - 1


def worth(row: Sequence[float], at: int) -> float:
    """How well a pair belongs together: its only number, or how far that class stands above the others (log of the odds)."""
    if not all(map(math.isfinite, row)):
        return math.nan
    others = [value for place, value in enumerate(row) if place != at]
    if not others:
        return row[at]
    top = max(others)
    return row[at] - top - math.log(sum(math.exp(value - top) for value in others))


def weights_in(folder: Path) -> Path | None:
    """The ONNX weights of a folder: `model.onnx`, `onnx/model.onnx`, or the first `onnx/model*.onnx` by name."""
    named = (folder / "model.onnx", folder / "onnx" / "model.onnx", *sorted(folder.glob("onnx/model*.onnx")))
    return next((each for each in named if each.is_file()), None)


def config_in(folder: Path, name: str = "config.json") -> dict[str, Any]:
    """What the model says of itself; nothing when it does not."""
    try:
        found = json.loads((folder / name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def built_as(config: Mapping[str, Any]) -> list[str]:
    """The architectures that a model names."""
    found = config.get("architectures")
    return [str(name) for name in found] if isinstance(found, list) else []


def judges(config: Mapping[str, Any]) -> bool:
    """Whether a model says that it was made to put what it reads into classes."""
    return any(name.endswith("ForSequenceClassification") for name in built_as(config))


def longest(folder: Path) -> int:
    """How many pieces of a pair the model can read, at most `LONGEST`."""
    config = config_in(folder)
    said = [config_in(folder, "tokenizer_config.json").get("model_max_length")]
    places, pad = config.get("max_position_embeddings"), config.get("pad_token_id")
    if isinstance(places, int):  # the family of RoBERTa counts its places from behind the padding
        beside = (pad if isinstance(pad, int) else 1) + 1 if "roberta" in str(config.get("model_type")) else 0
        said.append(places - beside)
    return int(min([LONGEST, *(each for each in said if isinstance(each, int | float) and each >= 8)]))


class OnnxPairs:
    """A cross-encoder as ONNX weights, with the tokenizer that lies beside them."""

    def __init__(self, folder: Path) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        weights = weights_in(folder)
        if weights is None:
            raise ValueError(f"{folder} has no model.onnx")
        self.config = config_in(folder)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 2
        options.log_severity_level = 3
        self._session: Any = onnxruntime.InferenceSession(
            str(weights), sess_options=options, providers=["CPUExecutionProvider"]
        )
        self._pieces: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._pieces.enable_truncation(longest(folder), strategy="longest_first")
        pad = self.config.get("pad_token_id")
        pad = pad if isinstance(pad, int) else 0
        self._pieces.enable_padding(pad_id=pad, pad_token=self._pieces.id_to_token(pad) or "[PAD]")

    def rows(self, pairs: Sequence[tuple[str, str]]) -> Rows:
        """What the model says of each pair."""
        import numpy as np

        wanted = {one.name for one in self._session.get_inputs()}
        # those of one length together, so that little is padded; what is said stays in the order of the pairs
        order = sorted(range(len(pairs)), key=lambda at: len(pairs[at][1]))
        found: Rows = [[] for _ in pairs]
        for start in range(0, len(order), BATCH):
            some = order[start : start + BATCH]
            read = self._pieces.encode_batch([pairs[at] for at in some])
            inputs = {
                "input_ids": np.array([one.ids for one in read], dtype=np.int64),
                "attention_mask": np.array([one.attention_mask for one in read], dtype=np.int64),
                "token_type_ids": np.array([one.type_ids for one in read], dtype=np.int64),
            }
            given = {name: value for name, value in inputs.items() if name in wanted}
            for at, row in zip(some, listed(self._session.run(None, given)[0]), strict=True):
                found[at] = row
        return found


class SentencePairs:
    """A cross-encoder that sentence-transformers opens, from a folder of transformers; safetensors alone."""

    def __init__(self, folder: Path) -> None:
        refuse_strangers(folder)
        self.config = config_in(folder)
        refuse_embedders(folder, self.config)
        import torch
        from sentence_transformers import CrossEncoder

        self._plain = torch.nn.Identity()
        self._model: Any = CrossEncoder(
            str(folder), device="cpu", max_length=longest(folder), activation_fn=self._plain, local_files_only=True,
            trust_remote_code=False, model_kwargs={"use_safetensors": True},
        )  # fmt: skip

    def rows(self, pairs: Sequence[tuple[str, str]]) -> Rows:
        """What the model says of each pair."""
        return listed(
            self._model.predict(
                list(pairs), batch_size=BATCH, show_progress_bar=False, activation_fn=self._plain
            )
        )


def refuse_strangers(folder: Path) -> None:
    """Sees to it that a folder names no classes of others, and no part of it is a pickle. Raises ValueError."""
    try:
        parts = json.loads((folder / "modules.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return
    for each in parts:
        if not str(each["type"]).startswith("sentence_transformers."):
            raise ValueError(f"modules.json names code that is not of sentence-transformers: {each['type']}")
        part = folder / str(each.get("path") or "")
        if (part / "pytorch_model.bin").is_file() and not any(part.glob("*.safetensors")):
            raise ValueError(f"{part.name}/pytorch_model.bin is a pickle, which is not opened")


def refuse_embedders(folder: Path, config: Mapping[str, Any]) -> None:
    """Sees to it that a model has learned to judge pairs: to another, the library adds numbers of chance. Raises ValueError."""
    if judges(config):
        return
    try:
        parts = (folder / "modules.json").read_text(encoding="utf-8")
    except OSError:
        parts = ""
    if "cross_encoder" not in parts:
        raise ValueError(
            f"it is built as {', '.join(built_as(config)) or 'nothing known'}, which judges no pairs"
        )


def listed(found: Any) -> Rows:
    """What a model says, as one list of numbers per pair. Raises ValueError for anything else, as an embedder's states are."""
    if found.ndim not in (1, 2):
        raise ValueError(f"it says {found.ndim - 1}-fold lists of a pair, as what is no cross-encoder does")
    rows: Rows = found.reshape(len(found), -1).astype("float64").tolist()
    return rows


if __name__ == "__main__":
    main()
