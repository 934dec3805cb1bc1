"""Fits the weights of `cm/core/reading/weights.py` to labelled messages: `python -m tests.bench.fit_weights FILE[:WEIGHT]... [--write]`.

The model is the product's own: a sentence scores BIAS plus the weights of its signs and words, a message the log of the sum
of the exponentials of its sentences, and it is lasting above zero. Logistic regression with a Gaussian prior around the
weights that stand (or those of `--prior`), so that little data moves them little. Prints figures of cross-validation per
file. Items marked `doubt` are left out. Needs numpy and scipy, which neither the product nor its tests need.
"""

import argparse
import importlib.util
import json
import re
from collections import Counter
from pathlib import Path

from cm.core.reading import directives, weights
from cm.core.reading.words import learned

SPREAD = 1.5  # how strongly the weights of signs are held to the prior
WORD_SPREAD = 2.0  # and those of words to zero
RARE = 3  # messages that have to show a sign or a word
FAINT = 0.08  # words that weigh less are left out of the table
SHIFT = 0.0  # added to the fitted bias: recall for precision
FOLDS = 8
WORD = "w "
ROOT = Path(__file__).parents[2]


def load(spec):
    path, _, weight = spec.partition(":")
    with open(path, encoding="utf-8") as lines:
        items = [json.loads(line) for line in lines if line.strip()]
    return [(path, float(weight or 1), item) for item in items if not item.get("doubt")]


def shown(item):
    """For each sentence of a message the names of what it shows."""
    weighed = directives.weigh(item["text"], item.get("prev_assistant") or "")
    return [
        {*found.signs, *found.shapes, *(WORD + word for word in learned.words_of(found.sentence.plain))}
        for found in weighed
    ]


class Table:
    """The messages as a sparse matrix of sentences, and which sentence is of which message."""

    def __init__(self, rows, names):
        import numpy as np
        from scipy.sparse import csr_matrix

        place = {name: number for number, name in enumerate(names)}
        at, columns, of = [], [], []
        for message, sentences in enumerate(rows):
            for found in sentences:
                columns += [place[name] for name in found if name in place]
                at += [len(of)] * (len(columns) - len(at))
                of.append(message)
        self.matrix = csr_matrix((np.ones(len(at)), (at, columns)), shape=(len(of), len(names)))
        self.of, self.count = np.array(of, dtype=int), len(rows)

    def totals(self, values):
        import numpy as np

        parts = np.exp(np.clip(self.matrix @ values[:-1] + values[-1], -30, 30))
        return parts, np.bincount(self.of, parts, minlength=self.count)


def fit(rows, labels, importance, names, prior):
    import numpy as np
    from scipy.optimize import minimize

    table = Table(rows, names)
    hold = np.array([WORD_SPREAD if name.startswith(WORD) else SPREAD for name in names] + [0.05])
    labels, importance = np.array(labels, float), np.array(importance, float)

    def loss(values):
        parts, totals = table.totals(values)
        chance = np.clip(totals / (1 + totals), 1e-9, 1 - 1e-9)
        spoken = totals > 0
        likelihood = importance * (labels * np.log(chance) + (1 - labels) * np.log(1 - chance))
        pull = (importance * (chance - labels) * spoken)[table.of] * parts / totals[table.of]
        off = values - prior
        slope = np.append(table.matrix.T @ pull, pull.sum()) + hold * off
        return -likelihood[spoken].sum() + 0.5 * (hold * off * off).sum(), slope

    return minimize(loss, prior.copy(), jac=True, method="L-BFGS-B", options={"maxiter": 500}).x


def judged(rows, names, values):
    import numpy as np

    return np.log(np.maximum(Table(rows, names).totals(values)[1], 1e-12)) + SHIFT > 0


def figures(labels, said):
    hits, wanted, predicted = int((labels & said).sum()), int(labels.sum()), int(said.sum())
    return {
        "precision": round(hits / max(1, predicted), 3),
        "recall": round(hits / max(1, wanted), 3),
        "predicted": predicted,
        "lasting": wanted,
        "items": len(labels),
    }


def prior_of(path):
    if not path:
        return weights
    spec = importlib.util.spec_from_file_location("prior", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write(names, values):
    """Puts the fitted numbers in their places; what stands beside a number stays."""
    fitted = dict(zip(names, values[:-1], strict=True))
    path = ROOT / "cm/core/reading/weights.py"
    text = path.read_text("utf-8")
    text = re.sub(r"(?m)^BIAS: Final = \S+", f"BIAS: Final = {values[-1] + SHIFT:.2f}", text)

    def number(match):
        return f'    "{match[1]}": {round(fitted.pop(match[1], 0.0), 2) + 0.0},'

    text = re.sub(r'(?m)^    "([^"]+)": -?[\d.]+,', number, text)
    fresh = sorted(name for name in fitted if not name.startswith(WORD))
    lines = "".join(f'    "{name}": {round(fitted[name], 2) + 0.0},\n' for name in fresh)
    end = text.rindex("}")
    path.write_text(text[:end] + lines + text[end:], "utf-8")
    words = {
        name.removeprefix(WORD): value
        for name, value in fitted.items()
        if name.startswith(WORD) and abs(value) >= FAINT
    }
    path = ROOT / "cm/core/reading/words/learned.py"
    head, _, tail = path.read_text("utf-8").partition('_TABLE: Final = """\n')
    rows = sorted(words, key=lambda word: (words[word] < 0, word))
    table = in_lines(f"{row} {words[row]:.2f}" for row in rows)
    path.write_text(head + '_TABLE: Final = """\n' + table + '\n"""' + tail.partition('"""')[2], "utf-8")
    print(json.dumps({"signs": len(names) - len(words), "words": len(words)}))


def in_lines(cells):
    lines = [""]
    for cell in cells:
        if len(lines[-1]) + len(cell) > 100:
            lines.append("")
        lines[-1] += ("  " if lines[-1] else "") + cell
    return "\n".join(lines)


def main():
    import numpy as np

    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.fit_weights", description=__doc__.splitlines()[0]
    )
    parser.add_argument("files", nargs="+", metavar="FILE[:WEIGHT]")
    parser.add_argument(
        "--prior", default="", help="a file of weights to hold to, instead of those that stand"
    )
    parser.add_argument("--write", action="store_true", help="put the fitted weights in their places")
    options = parser.parse_args()
    data = [item for spec in options.files for item in load(spec)]
    rows = [shown(item) for _, _, item in data]
    labels = np.array([bool(item["lasting"]) for *_, item in data])
    importance = np.array([weight for _, weight, _ in data])
    files = np.array([path for path, *_ in data])
    before = prior_of(options.prior)
    counts = Counter(name for row in rows for name in set().union(*row))
    names = sorted({name for name, count in counts.items() if count >= RARE} | set(before.WEIGHTS))
    prior = np.array([before.WEIGHTS.get(name, 0.0) for name in names] + [before.BIAS])
    fold = np.random.default_rng(7).integers(0, FOLDS, len(rows))
    said = np.zeros(len(rows), bool)
    for number in range(FOLDS):
        inside, outside = np.where(fold != number)[0], np.where(fold == number)[0]
        values = fit([rows[at] for at in inside], labels[inside], importance[inside], names, prior)
        said[outside] = judged([rows[at] for at in outside], names, values)
    for path in dict.fromkeys(files):
        print(
            json.dumps(
                {
                    "file": Path(path).name,
                    "cross-validated": figures(labels[files == path], said[files == path]),
                }
            )
        )
    if options.write:
        write(names, fit(rows, labels, importance, names, prior))


if __name__ == "__main__":
    main()
