"""How quick the quick door is: `cm context --json` on 10,000 rules as a whole process, beside a bare Python that loads the same.

Run `python -m tests.bench.quick [--rules N] [--runs N] [--traumas N] [--table]`; the last line printed is one JSON object with milliseconds
by the clock and of the processor (minimum and median of the same run, the commands in turn) and their ratios: on a machine that does
other things, those of the processor are the ones to believe. The first call, which begins the index, is apart.
"""

import argparse
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

BARE = "import sqlite3, json"
TASK = "deploy the canary with terraform and rotate the vault token"
ROOT = Path(__file__).parents[2]
WORDS = """run test build deploy migrate review lint format cache retry timeout schema index query upload download parse render commit
rebase merge release tag publish encrypt hash rotate mask log trace alert page paginate throttle queue consume produce batch stream
sync lock mutex thread async panic error exception handler endpoint route controller model view template style layout button icon form
input field label modal dialog tooltip table row column chart axis colour theme font image video camera scan barcode map marker path
file folder temp disk memory port host dns proxy tls cert token secret vault env config flag toggle feature rollout canary region zone
cluster node pod container docker registry helm terraform ansible playbook invoice order refund customer tenant session cookie widget
parcel courier ledger coupon basket voucher sensor firmware pixel shader sprite cursor offset shard replica backup restore""".split()  # noqa: SIM905
PLACES = (
    "services/api",
    "libs/core",
    "web/app",
    "tools/cli",
    "infra/live",
    "mobile/ios",
    "jobs/etl",
    "docs/site",
)


def playbook(count, seed=1):
    """A playbook's text with that many rules, always the same."""
    chance = random.Random(seed)
    lines = ["schema: 1", "rules:"]
    for number in range(count):
        a, b, c, d, e = chance.sample(WORDS, 5)
        text = f"When you {a} the {b} in {chance.choice(PLACES)}, {c} it with `{d}_{e}{chance.randrange(300)}` first."
        lines += [
            f"  - id: r-{number:013d}",
            f"    text: {json.dumps(text)}",
            f"    kind: {chance.choice(('rule', 'rule', 'anti-pattern', 'fact'))}",
            f"    category: {chance.choice(('testing', 'build', 'deploy', 'style'))}",
            "    state: active",
            f"    tags: [{chance.choice(WORDS)}]",
            "    origin: {by: human, at: 2026-11-01T00:00:00Z}",
        ]
    return "\n".join(lines) + "\n"


def registry(count, seed=2):
    """The lines of that many traumas, always the same."""
    chance = random.Random(seed)
    lines = []
    for number in range(count):
        a, b, c = chance.sample(WORDS, 3)
        command = f"{a} {chance.choice(('delete', 'drop', 'push', 'reset', 'purge', 'apply'))} {b} --{c}"
        row = {
            "id": f"t-{number:05d}",
            "pattern": command,
            "pack": "bench",
            "story": {"message": f"The {b} of the {c} was gone after a {a} in production."},
            "examples": {"deny": [command], "allow": [f"{a} list {b}"]},
        }
        lines.append(json.dumps(row) + "\n")
    return "".join(lines)


def table_for(home):
    """A table of meanings as large as a model would make it, of chance numbers: what it costs to look through."""
    from cm.core.serving.fuse import words_of
    from cm.store.near import Near

    chance = random.Random(3)

    def vector():
        return [chance.gauss(0, 0.05) for _ in range(384)]

    with sqlite3.connect(home / "cache" / "index.db") as index:
        rows = index.execute("select n, sha from rules").fetchall()
    with Near.open_to_write(str(home / "cache" / "near.db")) as table:
        table.put_words({word: vector() for word in words_of(TASK)})
        table.put_rules({n: (sha, vector()) for n, sha in rows}, (), {"model": "chance"})


def measure(rules=10_000, runs=15, traumas=0, table=False):
    with tempfile.TemporaryDirectory() as place:
        home, work = Path(place) / "home", Path(place) / "work"
        home.mkdir()
        work.mkdir()
        book = home / "playbook.yaml"
        book.write_text(playbook(rules))
        os.utime(book, (1_700_000_000, 1_700_000_000))
        if traumas:
            armed = home / "state" / "guard" / "packs.jsonl"
            armed.parent.mkdir(parents=True)
            armed.write_text(registry(traumas))
            os.utime(armed, (1_700_000_000, 1_700_000_000))
        world = {**os.environ, "CM_HOME": str(home), "PYTHONPATH": str(ROOT)}
        world.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package is compiled
        command = [sys.executable, "-c", "import sys; from cm.cli.quick import main; sys.exit(main())"]
        ask = [*command, "context", "--json", TASK]
        first = _once(ask, work, world)[0]
        _once(ask, work, world)  # waits for the index, where that is made in the background
        if table:
            table_for(home)
        _once(ask, work, world)
        bare, context, before_marks, mark = [], [], [], []
        for _ in range(runs):
            bare.append(_once([sys.executable, "-c", BARE], work, world))
            context.append(_once(ask, work, world))
        for turn in range(runs):  # apart: after a mark the next context takes it in
            words = ["mark", f"r-{turn % rules:013d}", "--helpful", "--session", f"pi/{turn}"]
            before_marks.append(_once([sys.executable, "-c", BARE], work, world))
            mark.append(_once([*command, *words], work, world))
    return {
        "rules": rules,
        "traumas": traumas,
        "table": table,
        "runs": runs,
        "load": [round(each, 1) for each in os.getloadavg()],
        "first_ms": first,
        "context": _beside(bare, context),
        "mark": _beside(before_marks, mark),
    }


def _beside(bare, own):
    """By the clock and by the processor: milliseconds of both, and the ratios of their minima and medians."""
    found = {}
    for at, name in enumerate(("wall", "cpu")):
        mine, theirs = [each[at] for each in own], [each[at] for each in bare]
        found[name] = {
            "ms": {"min": min(mine), "median": median(mine)},
            "bare_ms": {"min": min(theirs), "median": median(theirs)},
            "ratio": {
                "min": round(min(mine) / min(theirs), 2),
                "median": round(median(mine) / median(theirs), 2),
            },
        }
    return found


def _once(command, cwd, env):
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=cwd, env=env)
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return round(wall * 1000, 1), round((used.ru_utime + used.ru_stime) * 1000, 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--traumas", type=int, default=0, help="that many are armed, too")
    parser.add_argument("--table", action="store_true", help="a model has read the rules")
    options = parser.parse_args()
    print(json.dumps(measure(options.rules, options.runs, options.traumas, options.table)))
