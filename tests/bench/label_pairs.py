"""Scores `relate` over pairs of rules labelled duplicate, contradiction, refinement or unrelated; fields: `data/README.md`.

Each pair is read in both orders and counts half for each. With `semantic` the installed embedder is asked for closeness.
"""

import json
from collections import Counter, defaultdict

LABELS = {
    "same": "duplicate",
    "likely-same": "duplicate",
    "contradiction": "contradiction",
    "narrower": "refinement",
    "unrelated": "unrelated",
}


def score(path, *, semantic=False):
    """Rates of merges, suggestions and contradictions, the confusion matrix, and figures per note."""
    with open(path, encoding="utf-8") as lines:
        items = [json.loads(line) for line in lines if line.strip()]
    near = nearness(items) if semantic else [None] * len(items)
    return summary(
        [(item, found) for item, one in zip(items, near, strict=True) for found in judge(item, one)]
    )


def judge(item, near=None):
    """The relation of a pair in both orders."""
    from cm.core.language.relation import relate

    turned = near.turned() if near is not None else None
    return relate(item["a"], item["b"], closeness=near), relate(item["b"], item["a"], closeness=turned)


def nearness(items):
    """What the installed embedder says of each pair."""
    import os

    from cm.llm.embedder import find_embedder

    embedder = find_embedder(os.environ)
    if embedder is None:
        raise SystemExit("no embedder is installed: pip install 'cm-playbook[semantic]'")
    return embedder.near([(item["a"], item["b"]) for item in items])


def summary(judged):
    count = Counter((item["label"], found.kind) for item, found in judged)
    labelled = Counter(item["label"] for item, _ in judged)
    kinds = Counter(found.kind for _, found in judged)
    offered = kinds["same"] + kinds["likely-same"]
    right = count["duplicate", "same"] + count["duplicate", "likely-same"]
    strong = [item["label"] == "contradiction" for item, found in judged if found.strong]
    notes = defaultdict(list)
    for item, found in judged:
        notes[f"{item['label']}: {item['note']}"].append(LABELS[found.kind] == item["label"])
    recalls = {
        label: share(sum(count[label, kind] for kind, name in LABELS.items() if name == label), of)
        for label, of in sorted(labelled.items())
    }
    return {
        "items": len(judged) // 2,
        "merged_wrongly": (kinds["same"] - count["duplicate", "same"]) / 2,
        "merged": share(count["duplicate", "same"], labelled["duplicate"]),
        "duplicates_found": share(right, labelled["duplicate"]),
        "suggestions_right": share(count["duplicate", "likely-same"], kinds["likely-same"]),
        "merged_or_suggested_right": share(right, offered),
        "contradiction_precision": share(count["contradiction", "contradiction"], kinds["contradiction"]),
        "contradiction_recall": share(count["contradiction", "contradiction"], labelled["contradiction"]),
        "strong": len(strong) / 2,
        "strong_precision": share(sum(strong), len(strong)),
        "recall_per_label": recalls,
        "mean_recall": share(sum(recalls.values()), len(recalls)),
        "orders_agree": share(
            sum(judged[at][1].kind == judged[at + 1][1].kind for at in range(0, len(judged), 2)),
            len(judged) // 2,
        ),
        "confusion": {
            label: {kind: count[label, kind] / 2 for kind in LABELS if count[label, kind]}
            for label in sorted(labelled)
        },
        "right_per_note": {
            note: f"{sum(flags) / 2:g}/{len(flags) / 2:g}" for note, flags in sorted(notes.items())
        },
    }


def share(part, whole):
    return round(part / whole, 4) if whole else 0.0
