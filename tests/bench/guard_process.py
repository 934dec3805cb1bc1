"""How long a generated guard takes as a whole process: `python -m tests.bench.guard_process [--runs N] [--patterns N …]`.

Scripts are made in a home of their own, as `cm guard install` would make them, and started as a host would start them, one after the
other in turn with the bare interpreter (`python3 -I -S -E -c pass`), so that both see the same noise. Prints one JSON object: for
every number of patterns and every way of a call the median and the 99th of a hundred, by the clock and by processor time, and
the ratio to the bare interpreter; and which modules were there that are not of the standard library. Nothing is run but the guard.
"""

import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cm.flows.env import open_env
from cm.flows.scripts import FLAGS, script_of, write_scripts
from cm.store.catalogue import read_catalogue
from guards import runtime

HOST = "claude-code"
CALLS = {  # the ways of a call: (tool, input)
    "no word of a pattern": (
        "Bash",
        {"command": "ls -la src/app && pytest -q tests/unit", "description": "look"},
    ),
    "a word, allowed": ("Bash", {"command": "rm -rf ./build && git push origin main", "description": "tidy"}),
    "denied": ("Bash", {"command": "cd /tmp && sudo rm -rf / --no-preserve-root"}),
    "a file is written": ("Write", {"file_path": "src/notes.md", "content": "hello\n" * 200}),
}
PROBE = """
import sys
class Spy(dict): pass
import posix
real = posix._exit
def leave(code):
    names = sorted(name for name in sys.modules if name not in sys.stdlib_module_names and name.partition(".")[0] not in sys.stdlib_module_names)
    posix.write(2, ("MODULES " + " ".join(sorted(sys.modules)) + "\\nOTHER " + " ".join(names) + "\\n").encode())
    real(code)
posix._exit = leave
__file__ = {path!r}
exec(compile(open(__file__).read(), __file__, "exec"))
"""


def patterns(count):
    """So many lines of packs: those of the catalogue, then variations of them, each with words of its own."""
    shipped = [{**trauma.row(), "pack": pack.name} for pack in read_catalogue() for trauma in pack.traumas]
    rows = shipped[:count]
    heads = ("deploy", "vault", "kafka", "ledger", "tenant", "stripe", "replica", "shard", "cluster", "quota")
    for number in range(count - len(rows)):
        name = f"{heads[number % len(heads)]}ctl{number}"
        pattern = rf"{name} (?:-\S+ )*(?:drop|purge|wipe)(?= |$).* --all(?= |$)"
        rows.append({"id": f"own-{number}", "pattern": pattern, "severity": "critical", "story": {"message": f"{name} took everything."}})  # fmt: skip
    return rows


def reminders(env, count):
    """So many rules that are said before a command, each of a tool of its own and its word, none of them of these calls."""
    rows = [
        {"id": f"r-{n:013d}", "say": f"[r-{n:013d}] Use `tool{n} plan`, never `tool{n} apply`.", "exact": [], "dont": [[f"tool{n}", "apply"]], "do": [[f"tool{n}", "plan"]], "roots": []}
        for n in range(count)
    ]  # fmt: skip
    head = {"schema": 1, "made_of": [[-1, 0], [-1, 0]], "programs": sorted(row["dont"][0][0] for row in rows)}
    path = env.home.guard / "reminders.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (head, *rows)), "utf-8")


def home_with(root, count, said=0):
    """A home with so many armed patterns, reminders and the script of one host; its script."""
    environ = {"HOME": str(root), "CM_HOME": str(root / ".cm"), "PATH": os.environ.get("PATH", "")}
    env = open_env(environ, root)
    env.home.guard.mkdir(parents=True)
    packs = env.home.guard / "packs.jsonl"
    packs.write_text("".join(json.dumps(row) + "\n" for row in patterns(count)), "utf-8")
    (env.home.guard / "admitted").write_text("", "utf-8")
    policy = {"unreadable": "allow", "repos": {}, "protected": [str(root / ".claude/settings.json")]}
    (env.home.guard / "policy.json").write_text(json.dumps(policy), "utf-8")
    if said:
        reminders(env, said)
    write_scripts(env, [HOST])
    return env, script_of(env, HOST)


def taken(argv, payload):
    """(seconds by the clock, seconds of the processor, what the process said)."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(argv, input=payload, capture_output=True, check=False)
    clock, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done


def figures(some):
    """Milliseconds: the middle and the 99th of a hundred."""
    some = sorted(each * 1000 for each in some)
    return {"median": round(statistics.median(some), 2), "p99": round(some[int(len(some) * 0.99)], 2)}


def measured(count, runs, said=0):
    """Everything about one number of patterns."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        env, script = home_with(root, count, said)
        (root / "work").mkdir()
        log = env.home.guard / "log.jsonl"
        payloads = {
            name: json.dumps({"session_id": "s", "cwd": str(root / "work"), "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": given, "tool_use_id": "t"}).encode()
            for name, (tool, given) in CALLS.items()
        }  # fmt: skip
        bare = [script.argv[0], *FLAGS, "-c", "pass"]
        first, _, _ = taken(script.argv, payloads["a word, allowed"])  # makes the cache, or has it made aside
        for _ in range(600):
            if (env.home.guard / "cache-home.words").exists():
                break
            time.sleep(0.1)
        modules, other = {}, set()
        for name, payload in payloads.items():
            spied = subprocess.run(
                [script.argv[0], *FLAGS, "-c", PROBE.format(path=str(script.path))], input=payload, capture_output=True, check=False
            )  # fmt: skip
            said = spied.stderr.decode()
            modules[name] = re.search(r"^MODULES (.*)$", said, re.MULTILINE).group(1).split()
            other |= set(re.search(r"^OTHER(.*)$", said, re.MULTILINE).group(1).split())
        clocks = {name: ([], []) for name in ("bare", *payloads)}
        for _ in range(runs):
            clock, cpu, _ = taken(bare, b"")
            clocks["bare"][0].append(clock)
            clocks["bare"][1].append(cpu)
            for name, payload in payloads.items():
                log.unlink(missing_ok=True)  # nothing was denied a moment ago
                clock, cpu, done = taken(script.argv, payload)
                assert done.returncode == (2 if name == "denied" else 0), done
                clocks[name][0].append(clock)
                clocks[name][1].append(cpu)
        found = {}
        for name, (clock, cpu) in clocks.items():
            found[name] = {"clock": figures(clock), "processor": figures(cpu)}
            if name != "bare":
                for kind in ("clock", "processor"):
                    found[name][f"{kind} ratio"] = round(found[name][kind]["median"] / found["bare"][kind]["median"], 3)  # fmt: skip
        known = set(modules["no word of a pattern"])
        return {
            "patterns": count,
            "reminders": said,
            "first call, cache made, ms": round(first * 1000, 1),
            "ms": found,
            "modules, no word": sorted(known),
            "more modules": {name: sorted(set(some) - known) for name, some in modules.items()},
            "not of the standard library, besides our own": sorted(
                other - {"cm_start", "cm_guard", "__main__"}
            ),
        }


def main(argv=None):
    parser = argparse.ArgumentParser(prog="python -m tests.bench.guard_process", description=__doc__.splitlines()[0])  # fmt: skip
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--patterns", type=int, nargs="*", default=[300, 5000])
    parser.add_argument(
        "--reminders", type=int, default=0, help="that many rules are said before commands, too"
    )
    options = parser.parse_args(argv)
    found = [measured(count, options.runs, options.reminders) for count in options.patterns]
    print(json.dumps({"engine": runtime.VERSION, "python": sys.version.split()[0], "runs": options.runs, "found": found}))  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
