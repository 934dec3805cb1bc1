"""Fits `cm/core/reading/words/ends.py` to labelled session ends: `python -m tests.bench.fit_outcomes FILE[:WEIGHT]... [--write]`.

The model is the product's own: each status, and each mood, scores the sum of the weights of the marks that the end shows
(`core/reading/ends.marks_of`), and the highest share of the softmax wins. Multinomial logistic regression with a Gaussian prior
around zero. Files have the shape of `outcomes.jsonl`; the ends of `data/ends.txt` and of `tests/cases/outcome` always take part in the
fit and never in the figures. Prints figures of cross-validation. Needs numpy and scipy, which neither the product nor its
tests need.
"""

import argparse
import importlib.util
import json
from collections import Counter
from pathlib import Path

from cm.core.reading import ends, outcome
from cm.model.session import Event
from tests.bench.label_outcomes import events_of, read_lines

STATUSES = ("failure", "mixed", "success", "unknown")
MOODS = ("negative", "neutral", "positive")
WORDS = (ends.USER_WORD, ends.AGENT_WORD, ends.OUTPUT_WORD)
SPREAD = 1.2  # how far a mark's weight may go
WORD_SHARE = 1.0  # of it for single words
RARE = 3  # ends that have to show a mark
FAINT = 0.05  # marks that weigh less are left out
OWN, CASE = 0.7, 0.4  # how much an end counts that was written for the fit, or as a case
FOLDS = 5
ROOT = Path(__file__).parents[2]
NAMES = {"S": "success", "F": "failure", "M": "mixed", "U": "unknown"} | {
    "+": "positive",
    "-": "negative",
    "=": "neutral",
}


def ends_of(lines, name):
    """Events from short lines: u, a or t<exit>, and what was said."""
    kinds = {"u": ("user", "message"), "a": ("agent", "message")}
    found = []
    for number, (who, text) in enumerate(lines):
        by, kind = kinds.get(who, ("tool", "output"))
        found.append(
            Event(
                f"e-{number}", name, number, "", by, kind, text, exit=int(who[1:]) if by == "tool" else None
            )
        )
    return found


def own():
    for number, line in enumerate(
        (Path(__file__).parent / "data" / "ends.txt").read_text("utf-8").splitlines()
    ):
        if line and not line.startswith("#"):
            head, *rest = line.split(" | ")
            events = ends_of([part.split(": ", 1) for part in rest], f"own-{number}")
            yield OWN, "own", events, NAMES[head[0]], NAMES[head[1]]


def cases():
    from ruamel.yaml import YAML

    stanzas = YAML(typ="safe").load((ROOT / "tests/cases/outcome/ends.yaml").read_text("utf-8"))
    for number, case in enumerate(stanzas):
        status, mood = case["is"].split()
        events = ends_of([next(iter(line.items())) for line in case["events"]], f"case-{number}")
        yield CASE, "case", events, status, None if mood == "-" else mood


def labelled(spec):
    path, _, weight = spec.partition(":")
    for item in read_lines(Path(path)):
        yield float(weight or 1), path, events_of(item), item["status"], item["sentiment"]


def fit(rows, labels, weights, classes):
    """Weights by mark, one per class."""
    import numpy as np
    from scipy.optimize import minimize
    from scipy.sparse import csr_matrix

    seen = Counter(mark for row in rows for mark in row)
    names = sorted(mark for mark, number in seen.items() if number >= RARE)
    at = {mark: number for number, mark in enumerate(names)}
    share = np.array([WORD_SHARE if mark.startswith(WORDS) else 1.0 for mark in names])
    where = [(number, at[mark]) for number, row in enumerate(rows) for mark in row if mark in at]
    table = csr_matrix(
        ([share[column] for _, column in where], tuple(zip(*where, strict=True))), (len(rows), len(names))
    )
    target = np.array([[label == one for one in classes] for label in labels], float)
    heft = np.array(weights)[:, None]

    def cost(flat):
        weight = flat.reshape(len(names) + 1, len(classes))
        score = table @ weight[1:] + weight[0]
        score -= score.max(axis=1, keepdims=True)
        total = np.log(np.exp(score).sum(axis=1, keepdims=True))
        loss = -(heft * target * (score - total)).sum() + (weight[1:] ** 2).sum() / (2 * SPREAD)
        wrong = heft * (np.exp(score - total) - target)
        slope = np.vstack([wrong.sum(axis=0), table.T @ wrong + weight[1:] / SPREAD])
        return loss, slope.ravel()

    done = minimize(
        cost,
        np.zeros((len(names) + 1) * len(classes)),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": 400},
    )
    weight = done.x.reshape(len(names) + 1, len(classes))
    found = {"": tuple(weight[0])}
    for mark, part, line in zip(names, share, weight[1:], strict=True):
        if max(abs(line * part)) >= FAINT:
            found[mark] = tuple(round(float(one * part), 2) for one in line)
    return found


def both(data):
    """Fitted tables for status and mood."""
    rows, weights = [one[0] for one in data], [one[1] for one in data]
    status = fit(rows, [one[2] for one in data], weights, STATUSES)
    moods = [one for one in data if one[3]]
    marks = [
        {mark for mark in one[0] if not mark.startswith((ends.AGENT_WORD, ends.OUTPUT_WORD))} for one in moods
    ]
    return status, fit(marks, [one[3] for one in moods], [one[1] for one in moods], MOODS)


def judged(marks, status, mood):
    return outcome.status_of(outcome.shares(marks, status, STATUSES)), outcome.mood_of(
        outcome.shares(marks, mood, MOODS)
    )


def figures(found):
    answered = [(gold, got) for gold, got, _, _ in found if got != "unknown"]
    return {
        "items": len(found),
        "answered_accuracy": round(sum(a == b for a, b in answered) / max(1, len(answered)), 3),
        "abstained": round(1 - len(answered) / len(found), 3),
        "status_accuracy": round(sum(a == b for a, b, _, _ in found) / len(found), 3),
        "failure_called_success": sum((a, b) == ("failure", "success") for a, b in answered),
        "sentiment_accuracy": round(sum(a == b for _, _, a, b in found) / len(found), 3),
    }


def validated(data, extra):
    found = {}
    for fold in range(FOLDS):
        status, mood = both([one for n, one in enumerate(data) if n % FOLDS != fold] + extra)
        for one in data[fold::FOLDS]:
            got, felt = judged(one[0], status, mood)
            found.setdefault(one[4], []).append((one[2], got, one[3], felt))
    return {name: figures(lines) for name, lines in found.items()}


def settled(data):
    """Fits until the cases come out as they say: those that do not are weighed more."""
    for _ in range(8):
        status, mood = both(data)
        wrong = 0
        for number, one in enumerate(data):
            got, felt = judged(one[0], status, mood)
            if one[4] == "case" and (got != one[2] or one[3] not in (None, felt)):
                data[number] = (one[0], one[1] * 1.8, *one[2:])
                wrong += 1
        print(f"cases that come out otherwise: {wrong}")
        if not wrong:
            break
    return status, mood


def table_of(found, width):
    """Hundredths, as many marks a line as fit."""
    lines, line = [], ""
    for mark in sorted(found):
        cell = f"{mark}={','.join(str(round(one * 100)) for one in found[mark])}"
        if len(line) + len(cell) + 2 > width:
            lines.append(line)
            line = ""
        line = f"{line}; {cell}" if line else cell
    return "\n".join([*lines, line])


def write(status, mood):
    path = Path(importlib.util.find_spec("cm.core.reading.words.ends").origin)
    text = path.read_text("utf-8")
    for name, found in (("_STATUS", status), ("_MOOD", mood)):
        start = text.index(f"{name}: Final = ")
        end = text.index('"""\n', text.index('"""', start) + 3)
        text = f'{text[:start]}{name}: Final = r"""\n{table_of(found, 108)}\n{text[end:]}'
    path.write_text(text, "utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    ready = [
        (set(outcome.marks_at_end(events)), weight, status, mood, name)
        for source in (*(labelled(spec) for spec in asked.files), own(), cases())
        for weight, name, events, status, mood in source
    ]
    data = [one for one in ready if one[4] not in ("own", "case")]
    extra = [one for one in ready if one[4] in ("own", "case")]
    print(json.dumps(validated(data, extra), indent=1))
    print(
        "without the ends written for the fit:",
        json.dumps(validated(data, [one for one in extra if one[4] == "case"])),
    )
    if asked.write:
        write(*settled(data + extra))


if __name__ == "__main__":
    main()
