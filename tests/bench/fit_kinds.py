"""Fits the weights of `cm/core/reading/kinds.py`: `python -m tests.bench.fit_kinds FILE... [--write]`.

FILE has the shape of `directives.jsonl`. Prints cross-validated accuracy beside that of the first guess. Needs scikit-learn,
which neither the product nor its tests need.
"""

import argparse
import json
import re
from pathlib import Path

from cm.core.reading import kinds
from cm.core.reading.directives import said_in
from cm.core.reading.phrasing import guess_kind
from tests.bench.fit_weights import FOLDS, ROOT

PATH = ROOT / "cm/core/reading/kinds.py"
TRUST, FAINT = 0.3, 0.06


def load(path):
    items = [json.loads(line) for line in Path(path).read_text("utf-8").splitlines() if line.strip()]
    for item in items:
        if not item["lasting"] or not item.get("kind"):
            continue
        said = said_in(item["text"], before=item.get("prev_assistant") or "")
        if said:
            plains = [found.sentence.plain for found in said]
            signs, shapes = [found.signs for found in said], [found.shapes for found in said]
            yield (
                Path(path).parent.name,
                kinds.kind_signs(plains, signs, shapes),
                item["kind"],
                guess_kind(plains, signs),
            )


def main():
    import numpy as np
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.fit_kinds", description=__doc__.splitlines()[0]
    )
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--write", action="store_true", help="put the fitted weights in their place")
    options = parser.parse_args()
    data = [item for path in options.files for item in load(path)]
    where, rows, gold, guess = (list(column) for column in zip(*data, strict=True))
    where, gold, guess = np.array(where), np.array(gold), np.array(guess)
    table = DictVectorizer()
    matrix = table.fit_transform([dict.fromkeys(row, 1.0) for row in rows])
    fold = np.random.default_rng(5).integers(0, FOLDS, len(gold))
    said = np.empty(len(gold), dtype=object)
    for number in range(FOLDS):
        model = LogisticRegression(C=TRUST, max_iter=400).fit(matrix[fold != number], gold[fold != number])
        said[fold == number] = model.predict(matrix[fold == number])
    for name in dict.fromkeys(where):
        at = where == name
        figures = {
            "guess": round(float((guess == gold)[at].mean()), 3),
            "fitted": round(float((said == gold)[at].mean()), 3),
        }
        print(
            json.dumps({"set": str(name), "items": int(at.sum()), "kind accuracy, cross-validated": figures})
        )
    if options.write:
        model = LogisticRegression(C=TRUST, max_iter=400).fit(matrix, gold)
        place = [list(model.classes_).index(kind) for kind in kinds.ORDER]
        write(table.get_feature_names_out(), model.coef_[place].T, model.intercept_[place])


def write(names, weights, bias):
    lines = [
        f"{name} {' '.join(f'{weight:.2f}' for weight in row)}"
        for name, row in zip(names, weights, strict=True)
        if max(abs(row)) >= FAINT
    ]
    text = PATH.read_text("utf-8")
    text = re.sub(
        r"(?m)^BIAS: Final = .*$", f"BIAS: Final = ({', '.join(f'{value:.2f}' for value in bias)})", text
    )
    head, _, tail = text.partition('_TABLE: Final = """\n')
    PATH.write_text(
        head + '_TABLE: Final = """\n' + "\n".join(lines) + '\n"""' + tail.partition('"""')[2], "utf-8"
    )


if __name__ == "__main__":
    main()
