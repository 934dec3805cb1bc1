"""Cost against size: whole processes of the doors on books of several sizes, and what a change of the book costs.

Run `python -m tests.bench.sizes [--sizes 10,1000,10000] [--runs N]`; the last line printed is one JSON object with, for each size, medians
of wall time and of processor time in milliseconds and the most memory in MB, beside a bare Python that loads sqlite3 and json, in
turn with the doors in the same run. Each rule has twenty marks. Of what is dear (`DEAR`) there are fewer runs.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.bench.quick import BARE, ROOT, TASK, playbook, table_for

MARKS = 20
PULLED = 1000
CM = [sys.executable, "-c", "import sys; from cm.cli.quick import main; sys.exit(main())"]
REBUILD = [sys.executable, "-c", "from cm.flows.meanwhile import rebuild; rebuild()"]
DEAR = ("list", "stats", "similar", "project")
HEAD = ("wall_ms", "cpu_ms", "mb")


class Place:
    """A home of one size, and the folder where the doors are asked."""

    def __init__(self, root, size):
        self.size = size
        self.home, self.work = root / "home", root / "work"
        (self.home / "ledger").mkdir(parents=True)
        self.work.mkdir()
        self.book = self.home / "playbook.yaml"
        self.write(playbook(size))
        with open(self.home / "ledger" / "feedback.jsonl", "w", encoding="utf-8") as file:
            for number in range(size):
                file.writelines(_mark(number, mark) for mark in range(MARKS))
        self.env = {**os.environ, "CM_HOME": str(self.home), "PYTHONPATH": str(ROOT), "CM_EMBEDDER": "off"}
        for name in ("PYTHONDONTWRITEBYTECODE", "CLAUDECODE", "AI_AGENT"):
            self.env.pop(name, None)

    def write(self, text):
        self.book.write_text(text)
        os.utime(self.book, (1_700_000_000, 1_700_000_000 + len(text) % 1000))

    def run(self, command):
        """Wall and processor time in milliseconds, and memory in MB."""
        start = time.perf_counter()
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.work, env=self.env
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
        wall, cpu = time.perf_counter() - start, used.ru_utime + used.ru_stime
        return round(wall * 1000, 1), round(cpu * 1000, 1), round(used.ru_maxrss / 1024, 1)

    def cm(self, *words):
        return self.run([*CM, *words])

    def ask(self):
        return self.cm("context", "--json", TASK)

    def bare(self):
        return self.run([sys.executable, "-c", BARE])


def _mark(number, mark):
    return (
        json.dumps(
            {
                "id": f"m-{number}-{mark}",
                "rule": f"r-{number:013d}",
                "verdict": "helpful",
                "by": "human",
                "at": f"2026-11-{mark + 1:02d}T10:00:00Z",
                "session": f"pi/{mark}",
            }
        )
        + "\n"
    )


def measure(size, runs):
    """The costs of one size."""
    with tempfile.TemporaryDirectory() as root:
        place = Place(Path(root), size)
        found = {"first_answer": place.ask()}  # before there is an index
        place.ask()  # waits for the rebuild, where that went on in the background
        found |= _in_turn(place, "context", place.ask, runs)
        found |= {"list": _few(place, runs, "list", "--json"), "stats": _few(place, runs, "stats", "--json")}
        found["similar"] = _few(place, runs, "similar", "deploy the canary")
        found["project"] = _few(place, runs, "project", "--file", "X.md", "--include-user", "--dry-run")
        turn = iter(range(10_000))

        def mark():
            number = next(turn)
            return place.cm("mark", f"r-{number % size:013d}", "--helpful", "--session", f"s/{number}")

        found |= _in_turn(place, "mark", mark, runs)
        found["context_after_marks"] = place.ask()
        place.write(playbook(size).replace("When you", "Whenever you", 1))
        found["context_after_one_change"] = place.ask()
        pulled = playbook(size).replace("When you", "As soon as you", PULLED)
        place.write(pulled)
        found["first_answer_after_pull"] = place.ask()
        place.ask()
        place.write(pulled.replace("As soon as you", "Once you", PULLED))
        found["refresh_after_pull"] = place.run(REBUILD)
        shutil.rmtree(place.home / "cache")
        found["rebuild"] = place.run(REBUILD)
        place.ask()
        table_for(place.home)
        found |= _in_turn(place, "context_with_table", place.ask, runs)
    return {"rules": size, "marks_each": MARKS, **found}


def _in_turn(place, name, door, runs):
    """A door beside the bare Python, one after the other so that the machine is equally busy for both."""
    door()
    pairs = [(place.bare(), door()) for _ in range(runs)]
    bare, own = _medians([pair[0] for pair in pairs]), _medians([pair[1] for pair in pairs])
    ratios = {"wall": round(own[0] / bare[0], 2), "cpu": round(own[1] / bare[1], 2)}
    return {name: own, f"{name}_bare": bare, f"{name}_ratio": ratios}


def _few(place, runs, *words):
    return _medians([place.cm(*words) for _ in range(max(1, runs // 7))])


def _medians(measured):
    return [round(median(each), 1) for each in zip(*measured, strict=True)]


def main(sizes, runs):
    """All sizes, with how busy the machine was before and after."""
    before = os.getloadavg()
    found = [measure(size, runs if size <= 10_000 else max(5, runs // 3)) for size in sizes]
    load = {
        "before": [round(each, 1) for each in before],
        "after": [round(each, 1) for each in os.getloadavg()],
    }
    return {"columns": HEAD, "cores": os.cpu_count(), "load": load, "sizes": found}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="10,1000,10000")
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    print(json.dumps(main([int(size) for size in options.sizes.split(",")], options.runs)))
