"""Scores retrieval over a labelled file: which rules the product would hand over for a task, at its own floor.

`score(path)` serves each rule through the predicate for the project where the task is asked (`workspace`), ranks, cuts and
packs with the functions that `cm context` uses. The harder run without knowing the project is reported beside it.
Run `python -m tests.bench.label_retrieval FILE`; shape of the file: `retrieval.json` of the label sets.
"""

import json
import os
import sys
from collections import Counter, defaultdict
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from cm.core.language import relevance
from cm.core.serving import select
from cm.core.serving.rubric import score as rubric_scores
from cm.core.serving.serve import Reader, Served, serve
from cm.flows import evaluate
from cm.flows.refresh_rules import searched_fields
from cm.flows.shelving import card_json
from cm.llm.embedder import find_embedder
from cm.model.rule import Rule, Scope
from cm.model.standing import Shelved
from cm.store.rubric import read_rubric

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
BUDGET, MAX_RULES = 1500, 12


def score(path, semantic=False, rerank=False):
    """One JSON-able object of scores; with the installed model where `semantic` or `rerank` is asked."""
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    if semantic or rerank:
        return _by_meaning(path, "reranked" if rerank else "fused")
    return {
        **_run(data, workspace=True),
        "run": "workspace: each task is asked in its project, so rules of other projects are out of scope",
        "without_workspace": _run(data, workspace=False),
    }


def _by_meaning(path, mode):
    """The same tasks in their projects, by words and the model; the quick door's table of words beside it."""
    rubric = read_rubric(Path(path))
    embedder = find_embedder(os.environ)
    if embedder is None:
        raise SystemExit("no model is installed")
    bench = evaluate.Bench([Shelved(rule) for rule in rubric.rules], embedder)
    bench.read(rubric.questions, table=True)
    found = {}
    for each in ("lexical", "table", mode):
        given = {
            one.id: evaluate.answer(bench, one, each, NOW, BUDGET, MAX_RULES) for one in rubric.questions
        }
        scores = asdict(rubric_scores(rubric.questions, given))
        found[each] = {"recall@5": scores["recall"]["5"], **scores}
    return {**found.pop(mode), "model": embedder.name, "run": "workspace", "beside": found}


def _run(data, *, workspace):
    shelf = {item["id"]: _rule(item, workspace) for item in data["rules"]}
    terms = {rule_id: relevance.rule_terms(searched_fields(rule)) for rule_id, rule in shelf.items()}
    found_in = Counter(term for each in terms.values() for term in each)
    cards = {rule_id: json.loads(card_json(rule, True)) for rule_id, rule in shelf.items()}
    per_style, recalls, ranks = defaultdict(list), [], []
    silent_none = none = mute = injected = noise = none_rules = 0
    for query in data["queries"]:
        project = (query.get("project") or "") if workspace else ""
        got = [
            rule
            for rule in _hand_over(query["task"], project, shelf, terms, found_in, cards)
            if rule not in query["also_ok"]
        ]
        if query["none"]:
            none += 1
            silent_none += not got
            none_rules += len(got)
            continue
        relevant = query["relevant"]
        recall = sum(rule in got[:5] for rule in relevant) / min(5, len(relevant))
        recalls.append(recall)
        per_style[query["style"]].append(recall)
        ranks.append(next((1 / place for place, rule in enumerate(got, 1) if rule in relevant), 0.0))
        mute += not got
        injected += len(got)
        noise += sum(rule not in relevant for rule in got)
    return {
        "queries": len(recalls),
        "recall@5": _mean(recalls),
        "mrr": _mean(ranks),
        "none_queries": none,
        "silence_on_none": round(silent_none / none, 4) if none else None,
        "false_injection_rate": round(1 - silent_none / none, 4) if none else None,
        "rules_per_none_query": round(none_rules / none, 3) if none else None,
        "wrongly_silent": round(mute / len(recalls), 4) if recalls else None,
        "irrelevant_share": round(noise / injected, 4) if injected else 0.0,
        "rules_per_query": round(injected / len(recalls), 2) if recalls else None,
        "recall_by_style": {style: _mean(values) for style, values in sorted(per_style.items())},
    }


def _hand_over(task, project, shelf, terms, found_in, cards):
    reader = Reader("context", project=project, task=task)
    query = relevance.read_task(task)
    rows = []
    for rule_id, rule in shelf.items():
        answer = serve(Shelved(rule), reader, NOW)
        if isinstance(answer, Served):
            here = "project" in answer.matched_facets
            rows.append((rule_id, terms[rule_id], 0.0, "candidate", here, len(answer.unknown_facets)))
    chosen = select.choose(select.rank(query, rows, found_in, len(shelf)))
    pack = select.select(chosen, cards, budget=BUDGET, max_rules=MAX_RULES)
    handed = set(pack.ids)
    return [fit.key for fit in chosen if fit.key in handed]


def _rule(item, workspace):
    ours = item["scope"] == "project"
    return Rule(
        id=item["id"],
        text=item["text"],
        kind=item["kind"],
        category=item["category"],
        scope=Scope(project=item["tags"][0]) if ours and workspace else Scope(),
        tags=tuple(item["tags"][1:] if ours and workspace else item["tags"]),
    )


def _mean(values):
    return round(sum(values) / len(values), 4) if values else None


if __name__ == "__main__":
    print(json.dumps(score(sys.argv[1]), ensure_ascii=False))
