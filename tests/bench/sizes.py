"""Cost against size: whole processes of the doors on books of several sizes, and what a change of the book costs.

Run `python -m tests.bench.sizes [--sizes 10,1000,10000] [--runs N]`; the last line printed is one JSON object: medians in milliseconds, beside
a bare Python that loads sqlite3 and json in the same run. Each rule has a number of marks.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.bench.quick import BARE, ROOT, TASK, playbook

MARKS = 20


def measure(size, runs, marks=MARKS):
    """The costs of one size."""
    with tempfile.TemporaryDirectory() as place:
        home, work = Path(place) / "home", Path(place) / "work"
        (home / "ledger").mkdir(parents=True)
        work.mkdir()
        book = home / "playbook.yaml"
        book.write_text(playbook(size))
        os.utime(book, (1_700_000_000, 1_700_000_000))
        with open(home / "ledger" / "feedback.jsonl", "w", encoding="utf-8") as file:
            for number in range(size):
                for mark in range(marks if size <= 1000 else 2):
                    line = {
                        "id": f"m-{number}-{mark}",
                        "rule": f"r-{number:013d}",
                        "verdict": "helpful",
                        "by": "human",
                        "at": "2026-11-20T10:00:00Z",
                        "session": f"pi/{mark}",
                    }
                    file.write(json.dumps(line) + "\n")
        world = {**os.environ, "CM_HOME": str(home), "PYTHONPATH": str(ROOT), "CM_EMBEDDER": "off"}
        world.pop("PYTHONDONTWRITEBYTECODE", None)

        def cm(*words):
            return _timed(
                [sys.executable, "-c", "import sys; from cm.cli.quick import main; sys.exit(main())", *words],
                work,
                world,
            )

        found = {"rules": size, "rebuild_ms": cm("context", "--json", TASK)[0]}
        cm("context", "--json", TASK)
        bare = [_timed([sys.executable, "-c", BARE], work, world)[0] for _ in range(runs)]
        asked = [cm("context", "--json", TASK) for _ in range(runs)]
        found["bare_ms"] = median(bare)
        found["context_ms"] = median(ms for ms, _ in asked)
        found["context_ratio"] = round(found["context_ms"] / found["bare_ms"], 2)
        found["context_mb"] = max(mb for _, mb in asked)
        found["mark_ms"] = median(
            cm("mark", f"r-{n % size:013d}", "--helpful", "--session", f"s{n}")[0]
            for n in range(max(3, runs // 3))
        )
        few = max(2, runs // 5)
        found["list_ms"] = median(cm("list", "--json")[0] for _ in range(few))
        found["stats_ms"] = median(cm("stats", "--json")[0] for _ in range(few))
        found["similar_ms"] = median(cm("similar", "deploy the canary")[0] for _ in range(few))
        changed = playbook(size).replace("When you", "Whenever you", 1)
        book.write_text(changed)
        found["after_one_change_ms"] = cm("context", "--json", TASK)[0]
        return found


def _timed(command, cwd, env):
    start = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=cwd, env=env
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return round((time.perf_counter() - start) * 1000, 1), round(used.ru_maxrss / 1024, 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="10,1000,10000")
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    print(json.dumps([measure(int(size), options.runs) for size in options.sizes.split(",")]))
