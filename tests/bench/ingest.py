"""How fast and how lean reading transcripts is: `python -m tests.bench.ingest DIR [--synthetic-mb N] [--idle N]`.

Reads every transcript below DIR into a throw-away home, in a child process whose peak memory is measured, and compares the
time with `json.loads` over the same lines in the same process. With `--synthetic-mb` a session of that size is made up and
read instead of (or beside) DIR. What a process pays once, whatever it reads, is told apart as `start_seconds`. With `--idle`
a run with nothing new is measured against a walk that only asks for each file's size and time. Prints one JSON object as its
last line.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cm.flows.env import open_env
from cm.flows.ingest import ingest
from cm.flows.ingested import named_files

AIM_RATIO = 4.0
AIM_RSS_MB = 200
AIM_IDLE = 3.0


def main(argv=None):
    parser = argparse.ArgumentParser(prog="python -m tests.bench.ingest", description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, help="a folder of transcripts of any hosts")
    parser.add_argument(
        "--synthetic-mb", type=int, default=0, help="make up one session of this size and read it"
    )
    parser.add_argument(
        "--idle", type=int, default=0, help="make up so many sessions, and measure a run with nothing new"
    )
    parser.add_argument(
        "--workers", type=int, default=None, help="processes that read; 1 = only the one that writes"
    )
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.child:
        print(json.dumps(measured(options.folder, options.child, options.workers)))
        return 0
    if options.folder is None and not options.synthetic_mb and not options.idle:
        parser.error("name a folder of transcripts, or --synthetic-mb N, or --idle N")
    answer = {}
    if options.folder is not None:
        if not options.folder.is_dir():
            parser.error(f"there is no folder {options.folder}")
        answer = in_child(options.folder, options.workers)
    if options.synthetic_mb:
        with tempfile.TemporaryDirectory() as folder:
            size = write_session(Path(folder) / "session.jsonl", options.synthetic_mb * 1_000_000)
            made = {"synthetic_mb": round(size / 1e6, 1), **in_child(Path(folder), options.workers)}
        answer = {**answer, "synthetic": made} if answer else made
    if options.idle:
        with tempfile.TemporaryDirectory() as home:
            made = idle(Path(home), options.idle)
        answer = {**answer, "idle": made} if answer else made
    print(json.dumps(answer, ensure_ascii=False))
    return 0


def idle(home, number):
    """A run with nothing new among so many files, against a walk that only asks the system for each one's size and time."""
    projects = home / ".claude" / "projects"
    for n in range(number):
        name = f"{n:08d}-3b4a-4c5d-8e6f-7a8b9c0d1e2f"
        record = {
            "type": "user", "uuid": f"{n:08d}-0000-4000-8000-000000000000", "sessionId": name, "cwd": f"/srv/p{n % 100}",
            "timestamp": "2026-10-03T08:00:00.000Z", "message": {"role": "user", "content": f"look at number {n}"},
        }  # fmt: skip
        path = projects / f"-srv-p{n % 100}" / f"{name}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(record) + "\n")
    env = open_env({"HOME": str(home), "PATH": os.environ.get("PATH", "")}, cwd=home)
    begun = time.perf_counter()
    first = ingest(env)
    first_seconds = time.perf_counter() - begun
    opened = []
    sys.addaudithook(
        lambda event, args: (
            opened.append(args[0]) if event == "open" and str(args[0]).startswith(str(projects)) else None
        )
    )
    walks, runs = [], []
    for _ in range(7):
        begun = time.perf_counter()
        seen = stat_all(projects)
        walks.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        done = ingest(env)
        runs.append(time.perf_counter() - begun)
    walk, run = sorted(walks)[3], sorted(runs)[3]
    return {
        "idle_files": number,
        "first_run_events": first.total.events,
        "first_run_seconds": round(first_seconds, 3),
        "walked": seen,
        "unchanged": done.total.unchanged,
        "opened": len(opened),
        "walk_seconds": round(walk, 4),
        "idle_seconds": round(run, 4),
        "idle_ratio": round(run / walk, 2),
        "aim_idle_ratio": AIM_IDLE,
    }


def stat_all(folder):
    number = 0
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                number += stat_all(entry.path)
            else:
                entry.stat()
                number += 1
    return number


def in_child(folder, workers):
    """Measures in a process of its own, in a home that is thrown away."""
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "tests.bench.ingest", str(folder), "--child", home]
        command += ["--workers", str(workers)] if workers else []
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def measured(folder, home, workers):
    env = open_env({"HOME": str(home), "PATH": os.environ.get("PATH", "")}, cwd=home)
    files = [path for _, path in named_files(env, [folder], ())[0]]
    for path in files:  # both sides find the files in the system's cache
        with open(path, "rb") as file:
            while file.read(1 << 20):
                pass
    start = start_seconds()
    at_start = rss_mb()
    wall, cpu = time.perf_counter(), cpu_seconds()
    done = ingest(env, paths=[folder], workers=workers)
    wall, cpu = time.perf_counter() - wall, cpu_seconds() - cpu
    peak, readers = rss_mb(), rss_mb(resource.RUSAGE_CHILDREN)
    again = ingest(env, paths=[folder])
    loads, loads_cpu = min(loads_seconds(files), loads_seconds(files))
    total = done.total
    return {
        "folder": str(folder),
        "files": total.files,
        "files_unrecognised": len(done.unrecognised),
        "files_failed": [{"path": item.path, "error": item.error} for item in done.failed],
        "bytes": sum(path.stat().st_size for path in files),
        "records": total.records,
        "events": total.events,
        "sessions": len(done.sessions),
        "secrets": total.secrets,
        "skipped": dict(total.skipped),
        "hosts": {
            name: {"files": counts.files, "records": counts.records, "events": counts.events}
            for name, counts in done.hosts.items()
        },
        "second_run_new_records": again.total.records,
        "ingest_seconds": round(wall, 3),
        "ingest_cpu_seconds": round(cpu, 3),
        "json_loads_seconds": round(loads, 3),
        "json_loads_cpu_seconds": round(loads_cpu, 3),
        "start_seconds": round(start, 3),
        "ratio": round(wall / loads, 2) if loads else None,
        "ratio_with_start": round((wall + start) / loads, 2) if loads else None,
        "ratio_cpu": round(cpu / loads_cpu, 2) if loads_cpu else None,
        "aim_ratio": AIM_RATIO,
        "rss_at_start_mb": at_start,
        "peak_rss_mb": peak,
        "peak_rss_mb_of_a_reader": readers,
        "aim_rss_mb": AIM_RSS_MB,
    }


def start_seconds():
    """What a process pays once, whatever it reads: modules, patterns, a new home. A small session is read for it."""
    with tempfile.TemporaryDirectory() as home:
        write_session(Path(home) / "one.jsonl", 300_000)
        env = open_env({"HOME": home, "PATH": os.environ.get("PATH", "")}, cwd=Path(home))
        begun = time.perf_counter()
        ingest(env, paths=[Path(home) / "one.jsonl"], workers=1)
        return time.perf_counter() - begun


def loads_seconds(files):
    """The wall and CPU time that `json.loads` takes over all lines of the files; reading them is not counted."""
    wall = cpu = 0.0
    for path in files:
        for lines in batches(path):
            start, start_cpu = time.perf_counter(), time.process_time()
            for line in lines:
                try:
                    json.loads(line)
                except ValueError:
                    continue
            wall += time.perf_counter() - start
            cpu += time.process_time() - start_cpu
    return wall, cpu


def batches(path, most=8_000_000):
    lines, size = [], 0
    with opened(path) as file:
        for line in file:
            lines.append(line)
            size += len(line)
            if size > most:
                yield lines
                lines, size = [], 0
    yield lines


def opened(path):
    if path.name.endswith(".zst"):
        from backports import zstd

        return zstd.open(path, "rb")
    return open(path, "rb")


def cpu_seconds():
    """Of this process and of those it waited for."""
    mine, theirs = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime + theirs.ru_utime + theirs.ru_stime


def rss_mb(whose=resource.RUSAGE_SELF):
    peak = resource.getrusage(whose).ru_maxrss
    return round(peak / (1e6 if sys.platform == "darwin" else 1e3), 1)


def write_session(path, size, *, name="5f0c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f", seed=7):
    """Makes up one long session: talk, commands, outputs of all sizes, some secrets, some noise."""
    dice = random.Random(seed)
    words = [
        "the",
        "build",
        "fails",
        "because",
        "of",
        "a",
        "missing",
        "import",
        "in",
        "module",
        "path",
        "test",
        "server",
        "cache",
        "user",
        "here",
        "when",
        "we",
        "run",
        "it",
        "all",
        "again",
        "with",
        "new",
        "data",
        "from",
        "that",
        "page",
        "after",
        "every",
        "change",
        "to",
        "our",
        "code",
        "so",
        "please",
        "look",
        "at",
        "this",
        "file",
        "key",
    ]
    written = number = 0
    base = {
        "sessionId": name,
        "cwd": "/srv/shop",
        "version": "2.1.0",
        "gitBranch": "main",
    }

    def record(kind, content, **more):
        nonlocal number
        number += 1
        uuid = f"{number:08x}-0000-4000-8000-{dice.getrandbits(48):012x}"
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(1_790_000_000 + number)) + ".000Z"
        message = {"role": kind, "content": content}
        return {**base, "type": kind, "uuid": uuid, "timestamp": stamp, "message": message, **more}

    def prose(count):
        return " ".join(dice.choice(words) for _ in range(count))

    with open(path, "w", encoding="utf-8") as file:
        while written < size:
            call = f"toolu_{dice.getrandbits(64):016x}"
            length = dice.choice(
                [20, 60, 200, 2_000, 2_000, 20_000, 150_000 if dice.random() < 0.05 else 400]
            )
            turn = [
                record("user", prose(30)),
                record("assistant", [{"type": "text", "text": prose(120)}]),
                record(
                    "assistant",
                    [
                        {
                            "type": "tool_use",
                            "id": call,
                            "name": "Bash",
                            "input": {"command": "make " + prose(3)},
                        }
                    ],
                ),
                record("user", [{"type": "tool_result", "tool_use_id": call, "content": prose(length)}]),
                {"type": "progress", "uuid": call, "data": {"output": prose(40)}, **base},
            ]
            if dice.random() < 0.05:
                turn.append(record("user", f"the key is ghp_{dice.getrandbits(160):040x} by the way"))
            for value in turn:
                line = json.dumps(value) + "\n"
                file.write(line)
                written += len(line)
    return written


if __name__ == "__main__":
    raise SystemExit(main())
