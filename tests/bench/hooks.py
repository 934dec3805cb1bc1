"""How quick the hooks are on 10,000 rules: start and prompt as whole processes, beside a bare Python with the same flags that loads the same.

Run `python -m tests.bench.hooks [--rules N] [--runs N]`; the last line printed is one JSON object with milliseconds (minimum and median of
the same run, all commands in turn) and their ratios. The first call, which makes the index, is apart. Every start and prompt is of a
session of its own, told something, with a ledger of 2,000 deliveries behind it.
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

HOOK = str(ROOT / "cm" / "cli" / "hook_start.py")
RULE = """  - id: r-{name}
    text: {text}
    kind: {kind}
    state: active
    origin: {{by: human, at: 2026-11-01T00:00:00Z}}
"""


def measure(rules=10_000, runs=15, host="claude-code"):
    with tempfile.TemporaryDirectory() as place:
        home, work = Path(place) / "home", Path(place) / "work"
        home.mkdir()
        work.mkdir()
        book = home / "playbook.yaml"
        more = [RULE.format(name=f"{n:0>13}", text=f"Answer in style {n}.", kind="preference") for n in "abc"]
        book.write_text(playbook(rules) + "".join(more))
        os.utime(book, (1_700_000_000, 1_700_000_000))
        (home / "ledger").mkdir()
        line = {
            "at": "2026-11-01T00:00:00Z",
            "door": "hook-prompt",
            "rules": ["r-x"],
            "sha256": "0" * 64,
            "host": host,
        }
        shown = [
            json.dumps({"id": f"c-{n}", **line, "session": f"{host}/old-{n}"}) + "\n" for n in range(2000)
        ]
        (home / "ledger" / "shown.jsonl").write_text("".join(shown))
        world = {**os.environ, "CM_HOME": str(home), "HOME": str(work)}
        world.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package is compiled
        flags = [sys.executable, "-I"]
        begun = time.perf_counter()
        subprocess.run([*flags, HOOK, "refresh", "--host", host], check=True, cwd=work, env=world)
        first = round((time.perf_counter() - begun) * 1000, 1)
        _once([*flags, HOOK, "prompt", "--host", host], work, world, _prompt(work, "warm"))
        times = {"bare": [], "start": [], "prompt": [], "silent": []}
        for turn in range(runs):
            times["bare"].append(_once([*flags, "-c", BARE], work, world)[0])
            for moment, said in (
                ("start", _start(work, f"s-{turn}")),
                ("prompt", _prompt(work, f"p-{turn}")),
            ):
                took, out = _once([*flags, HOOK, moment, "--host", host], work, world, said)
                assert "additionalContext" in out, (moment, out)
                times[moment].append(took)
            took, out = _once(
                [*flags, HOOK, "prompt", "--host", host], work, world, _prompt(work, "q", "/clear")
            )
            assert not out
            times["silent"].append(took)
    bare = times["bare"]
    return {
        "rules": rules,
        "runs": runs,
        "first_ms": first,
        **{f"{name}_ms": {"min": min(each), "median": median(each)} for name, each in times.items()},
        **{
            f"{name}_ratio": {
                "min": round(min(each) / min(bare), 2),
                "median": round(median(each) / median(bare), 2),
            }
            for name, each in times.items()
            if name != "bare"
        },
    }


def _start(work, session):
    return json.dumps(
        {"session_id": session, "cwd": str(work), "source": "startup", "hook_event_name": "SessionStart"}
    )


def _prompt(work, session, prompt=TASK):
    return json.dumps({"session_id": session, "cwd": str(work), "prompt": prompt})


def _once(command, cwd, env, said=""):
    start = time.perf_counter()
    done = subprocess.run(command, check=True, capture_output=True, text=True, input=said, cwd=cwd, env=env)
    return round((time.perf_counter() - start) * 1000, 1), done.stdout


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=15)
    given = parser.parse_args()
    print(json.dumps(measure(given.rules, given.runs)))
