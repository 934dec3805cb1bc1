"""All measurements in one go: `make bench`. Writes `tests/bench/results.json` with the machine's noise beside the figures.

Every figure of speed is a ratio to something measured in the same run. What needs the corpora is left out, and said so,
when `CM_CORPORA` does not name them.
"""

import json
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
APART = HERE / "data/apart"


def run(*arguments):
    """The last line that a bench prints, read as JSON; what went wrong as text."""
    done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout.strip().splitlines()[-1])
    except (IndexError, ValueError):
        return {"failed": (done.stderr or done.stdout)[-400:]}


def main():
    """Runs every bench and prints and keeps what came out."""
    corpora = os.environ.get("CM_CORPORA", "")
    found = {
        "machine": {"cores": os.cpu_count(), "load": os.getloadavg() if hasattr(os, "getloadavg") else None}
    }
    found["quick"] = run("tests.bench.quick")
    found["quick, with a table of meanings"] = run("tests.bench.quick", "--table")
    found["sizes"] = run("tests.bench.sizes", "--sizes", "10,1000,10000,50000")
    found["search"] = run("tests.bench.search")
    found["guard, the process"] = run("tests.bench.guard_process")
    found["hooks"] = run("tests.bench.hooks")
    found["guard, with 200 reminders"] = run(
        "tests.bench.guard_process", "--patterns", "300", "--reminders", "200"
    )
    found["mcp"] = run("tests.bench.mcp")
    found["curate"] = run("tests.bench.curate", "--commit")
    for kind in ("directives", "outcomes", "pairs", "rejections"):
        found[f"labels {kind}, apart"] = run("tests.bench.labels", kind, str(APART / f"{kind}.jsonl"))
    if not corpora:
        found["left out"] = "ingest and the dev labels: set CM_CORPORA to the folder of the corpora"
    else:
        labels = Path(corpora, "labels/dev")
        for path in sorted(Path(corpora, "guard").glob("dev/*.jsonl")) + sorted(
            Path(corpora, "guard").glob("benign.jsonl.*")
        ):
            found[f"guard {path.name}"] = run("tests.bench.guard", str(path))
        for kind, name in (("directives", "directives.jsonl"), ("outcomes", "outcomes.jsonl"), ("pairs", "pairs.jsonl"), ("rejections", "rejections.jsonl"), ("retrieval", "retrieval.json")):  # fmt: skip
            found[f"labels {kind}, dev"] = run("tests.bench.labels", kind, str(labels / name))
        with tempfile.TemporaryDirectory() as folder:
            with tarfile.open(next(Path(corpora).glob("transcripts-dev.tar.*"))) as archive:
                archive.extractall(folder, filter="data")
            found["ingest"] = {
                name: value
                for name, value in run("tests.bench.ingest", folder, "--idle", "10000").items()
                if name != "folder"
            }
    found["machine"]["load at the end"] = os.getloadavg() if hasattr(os, "getloadavg") else None
    (HERE / "results.json").write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(json.dumps(found, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
