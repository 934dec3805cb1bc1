"""Fits the weights of `cm/core/reading/form.py`: `python -m tests.bench.fit_form FILE... [--write]`.

Files have the shapes of the label sets: `rejections.jsonl` (what may never be a rule), and what may: `directives.jsonl` (gists
of lasting items and the rules found in them), `good_rules.jsonl`, `pairs.jsonl`, `retrieval.json`. Prints what the form alone lets through when it is
cross-validated. Needs numpy and scipy, which neither the product nor its tests need.
"""

import argparse
import json
import re
from collections import Counter
from pathlib import Path

from cm.core.reading import form
from cm.core.reading.directives import find_directives
from tests.bench import fit_weights
from tests.bench.fit_weights import FOLDS, ROOT, fit

RARE, FAINT, HEAVY = 3, 0.15, 4.0
SEEN = [  # as `core/reading/observations.py` words what it saw
    f"`{command}` {what} here."
    for command in ("make test", "uv run pytest -q", "npm run build", "cargo clippy")
    for what in ("runs the tests", "builds", "checks the code")
] + [
    f"`{failed}` failed{why}; `{passed}` passed."
    for failed, passed in (
        ("pytest -q", "uv run pytest -q"),
        ("npm test", "pnpm test"),
        ("make build", "make build CC=clang"),
    )
    for why in ("", " (command not found)", " (No module named 'polars')")
]
PATH = ROOT / "cm/core/reading/form.py"


def load(path):
    """(text, may it be a rule, what it is)"""
    path = Path(path)
    if path.suffix == ".json":
        return [(rule["text"], True, "retrieval") for rule in json.loads(path.read_text("utf-8"))["rules"]]
    items = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    if "reason" in items[0]:
        return [(item["text"], False, item["reason"]) for item in items]
    if "lasting" in items[0]:
        lasting = [item for item in items if item["lasting"]]
        said = [rule.text for item in lasting for rule in find_directives(item["text"])]
        return [(item["gist"], True, "gists") for item in lasting if item.get("gist")] + [
            (text, True, "said") for text in said
        ]
    if "a" in items[0]:
        return [(text, True, "pairs") for text in sorted({item[side] for item in items for side in "ab"})]
    return [(item["text"], True, "good rules") for item in items]


def main():
    import numpy as np

    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.fit_form", description=__doc__.splitlines()[0]
    )
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--write", action="store_true", help="put the fitted weights in their place")
    options = parser.parse_args()
    fit_weights.SPREAD = fit_weights.WORD_SPREAD = 1.0
    data = [item for path in options.files for item in load(path)] + [(text, True, "seen") for text in SEEN]
    rows = [[form.form_of(text)] for text, *_ in data]
    may = np.array([good for _, good, _ in data])
    what = np.array([name for *_, name in data])
    importance = np.where(may, 1.0, HEAVY)
    counts = Counter(name for (row,) in rows for name in row)
    names = sorted(name for name, count in counts.items() if count >= RARE)
    prior = np.zeros(len(names) + 1)
    fold = np.random.default_rng(3).integers(0, FOLDS, len(rows))
    scores = np.zeros(len(rows))
    for number in range(FOLDS):
        inside, outside = np.where(fold != number)[0], np.where(fold == number)[0]
        values = fit([rows[at] for at in inside], may[inside], importance[inside], names, prior)
        scores[outside] = [points(rows[at][0], names, values) for at in outside]
    for least in sorted({-2.0, -1.5, form.LEAST, -1.0, -0.5}):
        passed = {name: round(float((scores >= least)[what == name].mean()), 3) for name in sorted(set(what))}
        print(json.dumps({"least": least, "passed": passed, "cross-validated": True}))
    if options.write:
        write(names, fit(rows, may, importance, names, prior))


def points(row, names, values):
    found = dict(zip(names, values[:-1], strict=True))
    return values[-1] + sum(found.get(name, 0.0) for name in row)


def write(names, values):
    kept = {name: value for name, value in zip(names, values, strict=False) if abs(value) >= FAINT}
    rows = sorted(kept, key=lambda name: (name.startswith(form.WORD), kept[name] < 0, name))
    table = fit_weights.in_lines(f"{name} {kept[name]:.2f}" for name in rows)
    text = re.sub(r"(?m)^BIAS: Final = \S+", f"BIAS: Final = {values[-1]:.2f}", PATH.read_text("utf-8"))
    head, _, tail = text.partition('_TABLE: Final = """\n')
    PATH.write_text(head + '_TABLE: Final = """\n' + table + '\n"""' + tail.partition('"""')[2], "utf-8")


if __name__ == "__main__":
    main()
