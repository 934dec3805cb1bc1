"""What a score is worth: of the rules handed over with such a score, how many belonged to the task, by ways of searching.

Run `python -m tests.bench.reliability FILE...`; files are rubrics (the label set's `retrieval.json` is one). The last line printed is one JSON object.
"""

import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from cm.core.serving import select
from cm.core.serving.serve import Reader
from cm.flows import evaluate
from cm.llm.embedder import find_embedder
from cm.model.standing import Shelved
from cm.store.rubric import read_rubric

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
EDGES = (0.6, 0.8, 1.0, 1.4, 2.0, 3.0)


def table(paths, modes=("lexical", "table", "fused")):
    """For each way and band: how many rules were handed over, and the share of them that belonged there; those for `none` tasks too."""
    found = {mode: [[0, 0] for _ in EDGES] for mode in modes}
    embedder = find_embedder(os.environ) if set(modes) - {"lexical"} else None
    for path in paths:
        rubric = read_rubric(Path(path))
        bench = evaluate.Bench([Shelved(rule) for rule in rubric.rules], embedder)
        bench.read(rubric.questions, table="table" in modes)
        for mode in modes:
            for question in rubric.questions:
                reader = Reader("context", project=question.project, task=question.task)
                for fit in select.choose(evaluate.ranked(bench, question.task, reader, mode, NOW)):
                    if fit.key in question.also_ok and fit.key not in question.relevant:
                        continue
                    band = found[mode][max(at for at, edge in enumerate(EDGES) if fit.relevance >= edge)]
                    band[0] += 1
                    band[1] += fit.key in question.relevant
    return {
        mode: [
            {"from": edge, "rules": n, "right": round(hits / n, 3) if n else None}
            for edge, (n, hits) in zip(EDGES, bands, strict=True)
        ]
        for mode, bands in found.items()
    }


if __name__ == "__main__":
    print(json.dumps(table(sys.argv[1:])))
