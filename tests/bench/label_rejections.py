"""Scores the screen on a file of sentences that may never become a rule; its fields: `data/README.md`.

It asks what the product asks of the text of a rule that a reflector proposes: `screen_proposal`, which is the content screen
and then the form of a rule. Sentences are offered without evidence, which the gate alone would refuse. A rule that a person
writes by hand, and every rule that is served, is asked for its content alone (`accepted_by_content`).
The counterpart lies beside the file and is asked the same: rules that must pass (`directives.jsonl`: gists of lasting items,
`good_rules.jsonl`, `retrieval.json`, `pairs.jsonl`).
"""

import json
import sys
from collections import Counter
from pathlib import Path

from cm.core.reading.form import screen_proposal
from cm.core.screening.screen import screen


def score(path):
    """Returns shares accepted (goal 0), overall and per labelled reason, and the share of good rules refused (goal 0)."""
    path = Path(path)
    items = read_lines(path)
    accepted = [item for item in items if screen_proposal(item["text"]) is None]
    content = sum(screen(item["text"]) is None for item in items)
    total = Counter(item["reason"] for item in items)
    passed = Counter(item["reason"] for item in accepted)
    return {
        "items": len(items),
        "accepted": len(accepted) / len(items) if items else 0.0,
        "accepted_by_content": content / len(items) if items else 0.0,
        "accepted_by_reason": {reason: passed[reason] / count for reason, count in sorted(total.items())},
        "accepted_ids": [item.get("id", item["text"]) for item in accepted],
        "good_rules": good_rules(path.parent),
    }


def good_rules(folder):
    """How the counterpart fares: lasting gists and retrieval rules that are refused."""
    report = {}
    gists, rules = folder / "directives.jsonl", folder / "retrieval.json"
    if gists.exists():
        report["gists"] = refused([i["gist"] for i in read_lines(gists) if i["lasting"]])
    if rules.exists():
        report["retrieval"] = refused([r["text"] for r in json.loads(rules.read_text("utf-8"))["rules"]])
    written, pairs = folder / "good_rules.jsonl", folder / "pairs.jsonl"
    if written.exists():
        report["written"] = refused([item["text"] for item in read_lines(written)])
    if pairs.exists():
        report["pairs"] = refused(sorted({item[side] for item in read_lines(pairs) for side in "ab"}))
    return report


def refused(texts):
    found = [(reason, text) for text in texts if (reason := screen_proposal(text))]
    return {"items": len(texts), "refused": len(found) / len(texts) if texts else 0.0, "which": found}


def read_lines(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


if __name__ == "__main__":
    print(json.dumps(score(sys.argv[1]), ensure_ascii=False))
