"""Fits `cm/core/language/relation_weights.py` to labelled pairs: `python -m tests.bench.fit_pairs FILE[:WEIGHT]... [--pool FILE] [--write]`.

Multinomial logistic regression with a Gaussian prior around zero over what `compared.features` measures, once without an embedder,
once with its cosine, once with its words too. Prints cross-validated figures per table. Needs numpy and the `semantic` extra.
"""

import argparse
import itertools
import json
import os
import random
from pathlib import Path

PRIOR = {"alone": 60.0, "whole": 40.0, "words": 30.0}  # how strongly the weights are held to zero
POOL = {"alone": 0.0, "whole": 0.0, "words": 0.08}
"""What all pairs of a pool weigh beside those that are labelled unrelated: without word vectors they only blur contradictions."""
FOLDS = 10
STEPS = 3000
CLASSES = ("duplicate", "contradiction", "refinement", "unrelated")
TARGET = Path(__file__).parents[2] / "cm/core/language/relation_weights.py"


def load(spec):
    path, _, weight = spec.partition(":")
    with open(path, encoding="utf-8") as lines:
        return [(json.loads(line), float(weight or 1)) for line in lines if line.strip()]


def pool(path, most=400):
    """Pairs of rules that speak of something in common and were written each for itself: unrelated, as most pairs of a book are."""
    from cm.core.language.claims import claim_of

    with open(path, encoding="utf-8") as lines:
        texts = list(dict.fromkeys(json.loads(line)["text"] for line in lines if line.strip()))
    pairs = [
        (a, b)
        for a, b in itertools.combinations(texts, 2)
        if claim_of(a).ideas.keys() & claim_of(b).ideas.keys()
    ]
    random.Random(4).shuffle(pairs)
    return [{"a": a, "b": b, "label": "unrelated"} for a, b in pairs[:most]]


def measure(items, table):
    from cm.core.language.claims import claim_of
    from cm.core.language.compared import features
    from cm.core.language.conflicts import conflicts_of, match_of
    from cm.core.language.nearness import Nearness
    from cm.llm.embedder import find_embedder

    near = [None] * len(items)
    if table != "alone":
        near = find_embedder(os.environ).near([(item["a"], item["b"]) for item in items])
    if table == "whole":
        near = [Nearness(one.whole) for one in near]
    found = []
    for item, one in zip(items, near, strict=True):
        a, b = claim_of(item["a"]), claim_of(item["b"])
        match = match_of(a, b)
        found.append(features(a, b, match, conflicts_of(a, b, match), one))
    return found


def fit(matrix, labels, weights, prior):
    """Weights over standardised columns, by gradient steps with momentum; then brought back to the raw columns."""
    import numpy as np

    mean, spread = matrix.mean(0), matrix.std(0)
    spread[spread < 1e-9] = 1.0
    scaled = np.hstack([(matrix - mean) / spread, np.ones((len(matrix), 1))])
    wanted = np.eye(len(CLASSES))[labels]
    shape = (scaled.shape[1], len(CLASSES))
    theta, speed = np.zeros(shape), np.zeros(shape)
    hold = np.full((shape[0], 1), prior)
    hold[-1] = 0.0
    rate = 1.0 / (0.5 * np.linalg.norm(scaled * np.sqrt(weights)[:, None], 2) ** 2 + prior)
    for step in range(STEPS):
        ahead = theta + (step / (step + 3)) * speed
        chance = softmax(scaled @ ahead)
        gradient = scaled.T @ (weights[:, None] * (chance - wanted)) + hold * ahead
        fresh = ahead - rate * gradient
        speed, theta = fresh - theta, fresh
    raw = theta[:-1] / spread[:, None]
    return raw, theta[-1] - mean @ raw


def softmax(sums):
    import numpy as np

    raised = np.exp(sums - sums.max(1, keepdims=True))
    return raised / raised.sum(1, keepdims=True)


def report(chance, labels, conflict, table):
    against = conflict & (chance[:, 1] >= 0.5)
    right = (labels[against] == 1).mean() if against.any() else 0.0
    lines = [
        f"{table}: contradictions P {right:.2f} R {(against & (labels == 1)).sum() / (labels == 1).sum():.2f}"
    ]
    for least in (0.36, 0.4, 0.44, 0.48, 0.52):
        same = ~against & (chance[:, 0] >= least)
        right = (labels[same] == 0).mean() if same.any() else 0.0
        lines.append(
            f"  duplicates from {least}: P {right:.2f} R {(same & (labels == 0)).sum() / (labels == 0).sum():.2f}"
        )
    return "\n".join(lines)


def main():
    import numpy as np

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--pool", help="rules of which any two are unrelated, as JSON lines with a text")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    loaded = [entry for spec in options.files for entry in load(spec)]
    source = [spec for spec in options.files for _ in load(spec)]
    if options.pool:
        apart = pool(options.pool)
        share = sum(item["label"] == "unrelated" for item, _ in loaded) / max(1, len(apart))
        loaded += [(item, share) for item in apart]
        source += [options.pool] * len(apart)
    items, weights = [item for item, _ in loaded], np.array([weight for _, weight in loaded])
    labels = np.array([CLASSES.index(item["label"]) for item in items])
    tables = {}
    pooled = np.array([spec == options.pool for spec in source])
    base = weights
    for table, prior in PRIOR.items():
        weights = np.where(pooled, base * POOL[table], base)
        for at in range(len(CLASSES)):  # no class is likelier than another for being labelled more often
            weights[labels == at] *= len(items) / len(CLASSES) / weights[labels == at].sum()
        rows = measure(items, table)
        names = list(dict.fromkeys(name for row in rows for name in row))
        matrix = np.array([[row.get(name, 0.0) for name in names] for row in rows])
        folds = np.random.default_rng(4).permutation(len(items)) % FOLDS
        chance = np.zeros((len(items), len(CLASSES)))
        for fold in range(FOLDS):
            train, test = folds != fold, folds == fold
            raw, bias = fit(matrix[train], labels[train], weights[train], prior)
            chance[test] = softmax(matrix[test] @ raw + bias)
        conflict = matrix[:, names.index("conflict")] > 0
        for spec in options.files:
            of = np.array([entry == spec for entry in source])
            print(report(chance[of], labels[of], conflict[of], f"{table}, {Path(spec).name}"))
        raw, bias = fit(matrix, labels, weights, prior)
        tables[table] = [("bias", bias), *zip(names, raw, strict=True)]
    if options.write:
        write(tables)


def write(tables):
    lines = [
        '"""Weights of what `compared.py` measures: for duplicate, contradiction, refinement, unrelated.',
        "",
        "Fitted by `tests/bench/fit_pairs.py`; not for hands.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Final",
        "",
        "TABLES: Final = {",
    ]
    for table, rows in tables.items():
        lines.append(f'    "{table}": """')
        lines += [f"{name} " + " ".join(f"{value:.4f}" for value in values) for name, values in rows]
        lines.append('""",')
    lines += ["}", ""]
    TARGET.write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main()
