"""Runs the guard's own engine over labelled commands: `python -m tests.bench.guard FILE…`.

A file holds one JSON object a line with `command`, `label` (deny or allow), `tier` and, where it has one, `kind`. All packs of
the catalogue are on. Prints one JSON object per file: how many of each label, tier and kind were denied, asked about, not judged.
`policy` lines are reported by pack. Nothing is run; commands are texts to match. `--show deny|allow` lists what came out otherwise.
"""

import argparse
import gzip
import json
import lzma
import statistics
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from cm.store.catalogue import read_catalogue
from guards import runtime


def armed():
    """The traumas of every pack, as the engine takes them."""
    return [runtime.Trauma(trauma.row(), trauma.pack) for pack in read_catalogue() for trauma in pack.traumas]


def lines(path):
    """The objects of a file, packed or not."""
    opened = {".xz": lzma.open, ".gz": gzip.open}.get(path.suffix, open)
    with opened(path, "rt", encoding="utf-8") as file:
        for line in file:
            if line.strip():
                yield json.loads(line)


def score(path, traumas, show=""):
    """What the engine says about each line of a file, counted."""
    counted, packs, taken, odd = defaultdict(Counter), defaultdict(Counter), [], []
    for row in lines(path):
        label, tier = row.get("label", "allow"), row.get("tier", "all")
        begun = time.process_time()
        verdict = runtime.judge(row["command"], traumas)
        taken.append((time.process_time() - begun) * 1000)
        key = " ".join(part for part in (label, tier, row.get("kind") or "") if part)
        counted[key]["lines"] += 1
        counted[key]["denied"] += verdict.action == "deny"
        counted[key]["asked"] += verdict.action == "ask"
        counted[key]["unjudged"] += verdict.action == "unjudged"
        if tier == "policy":
            packs[label][verdict.trauma["pack"] if verdict.trauma else "none"] += 1
        elif show == label and (verdict.action == "deny") != (label == "deny"):
            odd.append((tier, verdict.id, row["command"]))
    for tier, name, command in odd:
        print(f"{tier}\t{name}\t{command!r}", file=sys.stderr)
    found = {}
    for key, counts in sorted(counted.items()):
        found[key] = {
            "lines": counts["lines"],
            "denied": counts["denied"],
            "share": round(counts["denied"] / counts["lines"], 4),
            **{name: counts[name] for name in ("asked", "unjudged") if counts[name]},
        }
    sums = {}
    for label in ("deny", "allow"):
        for tier in ("core", "evasion"):
            some = [c for key, c in counted.items() if key.split()[:2] == [label, tier]]
            total = sum(c["lines"] for c in some)
            if total:
                denied = sum(c["denied"] for c in some)
                sums[f"{label} {tier}"] = {
                    "lines": total,
                    "denied": denied,
                    "share": round(denied / total, 4),
                }
    taken.sort()
    return {
        "file": path.name,
        "sums": sums,
        "kinds": found,
        "policy by pack": {label: dict(counts.most_common()) for label, counts in packs.items()},
        "milliseconds": {
            "median": round(statistics.median(taken), 3) if taken else None,
            "p99": round(taken[int(len(taken) * 0.99)], 3) if taken else None,
            "most": round(taken[-1], 3) if taken else None,
        },
    }


def main(argv=None):
    parser = argparse.ArgumentParser(prog="python -m tests.bench.guard", description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument(
        "--show", choices=("deny", "allow"), default="", help="list lines that came out otherwise"
    )
    options = parser.parse_args(argv)
    traumas = armed()
    for path in options.files:
        if not path.is_file():
            parser.error(f"no such file: {path}")
        print(json.dumps(score(path, traumas, options.show), ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
