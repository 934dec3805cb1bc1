"""A cross-encoder of a few hundred bytes: it counts the words of the question that stand in the passage, and knows nothing else.

Its ONNX graph is written here field by field, so that no library is needed to make one; what runs it is the extra's own.
"""

import json
import struct

WORDS = [
    "upload",
    "nightly",
    "build",
    "gateway",
    "fails",
    "moved",
    "terraform",
    "plan",
    "tests",
    "run",
    "the",
    "of",
    "who",
    "a",
    "before",
    "push",
    "approve",
    "have",
    "approved",
    "each",
]
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
FLOAT, INT64 = 1, 7


def toy_cross(folder, *, classes=(1.0,), words=WORDS, config=None, states=False):
    """A folder with such a model: one number per class, the count times its weight; with `states` what an embedder would give."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.onnx").write_bytes(model(classes, states))
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer(words)))
    if config is not None:
        (folder / "config.json").write_text(json.dumps(config))
    return folder


def tokenizer(words):
    vocabulary = {word: at for at, word in enumerate((*SPECIAL, *words))}

    def token(name, side):
        return {"SpecialToken": {"id": name, "type_id": side}}

    def text(name, side):
        return {"Sequence": {"id": name, "type_id": side}}

    first = [token("[CLS]", 0), text("A", 0), token("[SEP]", 0)]
    ids = {name: {"id": name, "ids": [vocabulary[name]], "tokens": [name]} for name in ("[CLS]", "[SEP]")}
    return {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "Whitespace"}, "decoder": None,
        "post_processor": {
            "type": "TemplateProcessing", "single": first, "pair": [*first, text("B", 1), token("[SEP]", 1)], "special_tokens": ids,
        },
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
    }  # fmt: skip


def model(classes, states=False):
    """Of each pair of places: is it the same word, is one of the question and no mark, is the other of the passage; summed."""
    nodes = [
        node("Unsqueeze", ["input_ids", "two"], "down"),
        node("Unsqueeze", ["input_ids", "one"], "across"),
        node("Equal", ["down", "across"], "equal"),
        node("Cast", ["equal"], "same", to=FLOAT),
        node("Greater", ["input_ids", "marks"], "word"),
        node("Cast", ["word"], "is_word", to=FLOAT),
        node("Cast", ["token_type_ids"], "passage", to=FLOAT),
        node("Sub", ["unit", "passage"], "before"),
        node("Mul", ["is_word", "before"], "question"),
        node("Unsqueeze", ["question", "two"], "question_down"),
        node("Unsqueeze", ["passage", "one"], "passage_across"),
        node("Mul", ["same", "question_down"], "asked"),
        node("Mul", ["asked", "passage_across"], "met"),
        node("ReduceSum", ["met", "both"], "count", keepdims=0),
        node("Unsqueeze", ["count", "one"], "counts"),
        node("Mul", ["counts", "classes"], "logits"),
    ]
    held = [
        tensor("one", INT64, [1], "q", [1]), tensor("two", INT64, [1], "q", [2]), tensor("both", INT64, [2], "q", [1, 2]),
        tensor("marks", INT64, [1], "q", [len(SPECIAL) - 1]), tensor("unit", FLOAT, [1], "f", [1.0]),
        tensor("classes", FLOAT, [1, len(classes)], "f", classes),
    ]  # fmt: skip
    graph = [
        *(field(1, each) for each in nodes), field(2, b"toy"), *(field(5, each) for each in held),
        *(field(11, value(name, INT64, 2)) for name in ("input_ids", "attention_mask", "token_type_ids")),
        field(12, value("met", FLOAT, 3) if states else value("logits", FLOAT, 2)),
    ]  # fmt: skip
    return number(1, 8) + field(7, b"".join(graph)) + field(8, number(2, 13))


def node(kind, taken, made, **options):
    told = [field(5, field(1, name.encode()) + number(3, at) + number(20, 2)) for name, at in options.items()]
    return b"".join([*(field(1, name.encode()) for name in taken), field(2, made.encode()), field(4, kind.encode()), *told])  # fmt: skip


def tensor(name, kind, shape, letter, values):
    raw = struct.pack(f"<{len(values)}{letter}", *values)
    return (
        b"".join(number(1, size) for size in shape)
        + number(2, kind)
        + field(8, name.encode())
        + field(9, raw)
    )


def value(name, kind, sides):
    shape = b"".join(field(1, field(2, f"{name}{at}".encode())) for at in range(sides))
    return field(1, name.encode()) + field(2, field(1, number(1, kind) + field(2, shape)))


def field(place, content):
    return varint(place << 3 | 2) + varint(len(content)) + content


def number(place, value):
    return varint(place << 3) + varint(value)


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])
