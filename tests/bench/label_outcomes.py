"""Scores `core/reading/outcome.judge` on a file of session ends; its fields: `data/README.md`."""

import json
import sys
from collections import Counter
from pathlib import Path

from cm.core.reading.outcome import judge
from cm.model.session import Event


def score(path):
    """Returns accuracy, abstention and the costliest error over a file of labelled session ends."""
    return summary([(item, judge(events_of(item))) for item in read_lines(Path(path))])


def summary(judged):
    answered = [(i, j) for i, j in judged if j.status != "unknown"]
    right = [i for i, j in answered if i["status"] == j.status]
    confusion = Counter(f"{i['status']} as {j.status}" for i, j in judged)
    return {
        "items": len(judged),
        "status_accuracy": share([i["status"] == j.status for i, j in judged]),
        "sentiment_accuracy": share([i["sentiment"] == j.mood for i, j in judged]),
        "coverage": share([j.status != "unknown" for _, j in judged]),
        "abstained": share([j.status == "unknown" for _, j in judged]),
        "answered_accuracy": len(right) / len(answered) if answered else 0.0,
        "false_abstention": sum(i["status"] != "unknown" and j.status == "unknown" for i, j in judged),
        "false_verdict": sum(i["status"] == "unknown" and j.status != "unknown" for i, j in judged),
        "failure_called_success": sum(i["status"] == "failure" and j.status == "success" for i, j in judged),
        "confusion": dict(sorted(confusion.items())),
        "wrong": [f"{i['id']}: {i['status']} as {j.status}" for i, j in judged if i["status"] != j.status],
        "wrong_sentiment": [
            f"{i['id']}: {i['sentiment']} as {j.mood}" for i, j in judged if i["sentiment"] != j.mood
        ],
    }


def events_of(item):
    """The events of a labelled item: a tool's line is the end of a command."""
    kinds = {"user": "message", "agent": "message", "tool": "output"}
    return [
        Event(f"e-{n}", item["id"], n, "", e["by"], kinds[e["by"]], e["text"], exit=e.get("exit"))
        for n, e in enumerate(item["events"])
    ]


def share(flags):
    return sum(flags) / len(flags) if flags else 0.0


def read_lines(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


if __name__ == "__main__":
    print(json.dumps(score(sys.argv[1]), ensure_ascii=False))
