"""Scores `find_directives` over messages labelled lasting or not."""

import json
from collections import Counter


def score(path):
    """Detection and strict precision, recall and F1, accuracy of kind and scope, and what was wrongly found."""
    with open(path, encoding="utf-8") as lines:
        return score_items([json.loads(line) for line in lines if line.strip()])


def score_items(items):
    from cm.core.reading.directives import find_directives

    lasting = sum(bool(item["lasting"]) for item in items)
    predicted = detected = strict = kinds = scopes = injected = 0
    wrong = Counter()
    for item in items:
        found = find_directives(item["text"], before=item.get("prev_assistant") or "")
        if not found:
            continue
        predicted += 1
        if not item["lasting"]:
            wrong[item["why_label"]] += 1
            injected += "injection" in item["why_label"]
            continue
        detected += 1
        strict += any(mentions_all(rule.text, item["must_mention"]) for rule in found)
        kinds += any(rule.kind == item["kind"] for rule in found[:1])
        scopes += any(rule.scope_hint == item["scope_hint"] for rule in found[:1])
    return {
        "items": len(items),
        "lasting": lasting,
        "predicted": predicted,
        "detection": rates(detected, predicted, lasting),
        "strict": rates(strict, predicted, lasting),
        "kind_accuracy": share(kinds, detected),
        "scope_accuracy": share(scopes, detected),
        "injection_false_positives": injected,
        "false_positives": dict(wrong.most_common()),
    }


def mentions_all(text, terms):
    low = text.casefold()
    return all(any(option.casefold() in low for option in term.split("|")) for term in terms)


def rates(hits, predicted, lasting):
    precision, recall = share(hits, predicted), share(hits, lasting)
    f1 = round(2 * precision * recall / (precision + recall), 4) if precision + recall else 0.0
    return {"precision": precision, "recall": recall, "f1": f1}


def share(part, whole):
    return round(part / whole, 4) if whole else 0.0
