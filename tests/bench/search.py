"""How quick `cm search` is on a large journal, beside `grep -r` and ripgrep over the same text, in the same run.

Run `python -m tests.bench.search [--events 200000] [--runs 5]`; the last line printed is one JSON object. A made-up journal is
written to a home that is thrown away; every query is asked as a new process (`cm search --json`), in process (warm), and of
the two programs, in turn. `ripgrep` is skipped with a word when it is not installed.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cm.core.secrets.scrub import VERSION
from cm.flows.search import quick_search
from cm.model.ids import event_id
from cm.model.session import Event, SessionHead
from cm.model.stamp import stamp
from cm.store.index import Index
from cm.store.journal import Journal
from tests.bench.quick import ROOT, WORDS, playbook

AIM_COLD, AIM_WARM = 1.0, 0.1
PER_SESSION = 120
START = datetime(2026, 1, 5, 9, tzinfo=UTC)
SYLLABLES = "ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru sa se si so su ta te ti to tu".split()  # noqa: SIM905
HAN = "部署脚本在测试环境失败修复缓存超时请求数据库连接用户登录页面错误日志迁移回滚发布版本分支合并冲突"
# kind, by, how many of a hundred, words in it: the middle and the longest, as real sessions have them
KINDS = (
    ("message", "user", 4, 10, 200),
    ("message", "agent", 25, 45, 300),
    ("command", "agent", 31, 16, 200),
    ("output", "tool", 31, 170, 330),
    ("edit", "agent", 8, 0, 0),
    ("error", "tool", 1, 12, 60),
)
COMMON = "the to a and of in is it that for test file run error with build".split()  # noqa: SIM905

# a query, and what the two programs are asked for the same
QUERIES = (
    ("a rare word", "{rare}", r"\b{rare}"),
    ("a middling word", "{middling}", r"\b{middling}"),
    ("a common word", "error", r"\berror"),
    ("two words", "{middling} {word}", r"{middling}.*{word}|{word}.*{middling}"),
    ("three words", "deploy error {rare}", r"{rare}"),
    ("a phrase", '"run the {word}"', r"run the {word}"),
    ("a beginning", "{start}*", r"\b{start}"),
    ("a name", "{name}", r"{name}"),
    ("a part of a name", "{part}", r"{part}"),
    ("a path", "src/{word}/{middling}.py", r"src/{word}/{middling}\.py"),
    ("two Chinese characters", "缓存", "缓存"),
    ("failed commands", "{word} kind:command exit:!0", r'"kind":"command".*{word}'),
    ("the user's words since", "{word} by:user since:2026-06-01", r'"by":"user".*{word}'),
    ("one project", "{word} project:shop3", r"{word}"),
    ("any of the words", "{rare} {other} nowhereatall", r"{rare}|{other}"),
    ("nothing", "zzzyqxxnothing", "zzzyqxxnothing"),
)


class World:
    """The words of a made-up history: common, middling and rare ones, names, paths."""

    def __init__(self, seed=3):
        self.dice = dice = random.Random(seed)
        rest = {"".join(dice.choices(SYLLABLES, k=dice.randrange(2, 6))) for _ in range(40_000)}
        self.words = [*COMMON, *WORDS, *sorted(rest)]
        self.weights = [1 / (rank + 3) for rank in range(len(self.words))]
        total = 0.0
        self.cumulated = [total := total + weight for weight in self.weights]

    def prose(self, count):
        words = self.dice.choices(self.words, cum_weights=self.cumulated, k=count)
        for _ in range(count // 12):
            at = self.dice.randrange(count)
            words[at] = self.name() if self.dice.random() < 0.5 else self.path()
        if self.dice.random() < 0.02:
            at = self.dice.randrange(len(HAN) - 8)
            words.append(HAN[at : at + 8])
        return " ".join(words)

    def name(self):
        a, b, c = self.dice.choices(self.words[16:4000], k=3)
        return f"{a}{b.title()}{c.title()}" if self.dice.random() < 0.5 else f"{a}_{b}_{c}"

    def path(self):
        a, b = self.dice.choices(self.words[16:2000], k=2)
        return f"src/{a}/{b}.{self.dice.choice(('py', 'ts', 'go', 'rs'))}"


def write_history(root, count, world):
    """Writes sessions until there are so many events; yields each with its head as it is written."""
    journal = Journal(root)
    dice, made, number = world.dice, 0, 0
    kinds, weights = [each[:2] for each in KINDS], [each[2] for each in KINDS]
    sizes = {each[:2]: each[3:] for each in KINDS}
    while made < count:
        number += 1
        begin = START + timedelta(minutes=number * 300_000 / max(1, count / PER_SESSION))
        native = f"{number:08x}-0000-4000-8000-{dice.getrandbits(48):012x}"
        head = SessionHead(
            f"claude-code/{native}", "claude-code", native, cwd=f"/srv/shop{number % 20}", project=f"github.com/acme/shop{number % 20}",
            started=stamp(begin), ended=stamp(begin + timedelta(minutes=50)), branch="main", title=world.prose(5),
        )  # fmt: skip
        events, last = [], None
        for seq in range(min(PER_SESSION, count - made)):
            kind, by = dice.choices(kinds, weights)[0]
            if kind == "output" and last is None:
                kind, by = "command", "agent"
            middle, most = sizes[kind, by]
            words = min(most, max(1, int(dice.expovariate(1 / middle)))) if middle else 0
            text = world.prose(words) if words else world.path()
            more = {}
            if kind == "output":
                more, last = {"of": last.id, "exit": int(dice.random() < 0.15)}, None
            event = Event(
                event_id("claude-code", native, str(seq)), head.id, seq, stamp(begin + timedelta(seconds=20 * seq)), by, kind, text,
                scrubbed=VERSION, **more,
            )  # fmt: skip
            last = event if kind == "command" else last
            events.append(event)
        journal.append(head, events, sync=False)
        made += len(events)
        yield head, events


def measure(count, runs):
    world = World()
    with tempfile.TemporaryDirectory() as place:
        home, work = Path(place) / "home", Path(place) / "work"
        home.mkdir()
        work.mkdir()
        (home / "playbook.yaml").write_text(playbook(200))
        os.utime(home / "playbook.yaml", (1_700_000_000, 1_700_000_000))
        journal, indexing, chars = home / "journal", 0.0, 0
        with Index.open(home / "cache" / "index.db", write=True) as index:
            for head, events in write_history(journal, count, world):
                chars += sum(len(event.text) for event in events)
                start = time.process_time()
                index.add_events(head, events)
                indexing += time.process_time() - start
        environ = {**os.environ, "CM_HOME": str(home), "PYTHONPATH": str(ROOT)}
        environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package is compiled
        command = [sys.executable, "-c", "import sys; from cm.cli.quick import main; sys.exit(main())"]
        ask = [*command, "search", "--json"]
        first = once([*ask, "anything"], work, environ)[0]
        once([*ask, "anything"], work, environ)
        rows = [compared(query, ask, work, environ, journal, runs) for query in filled(world)]
        bytes_of = {
            "journal_bytes": sum(path.stat().st_size for path in journal.rglob("*.jsonl")),
            "index_bytes": sum(path.stat().st_size for path in (home / "cache").iterdir()),
        }
    return {
        "events": count, "characters": chars, **bytes_of,
        "index_per_journal": round(bytes_of["index_bytes"] / bytes_of["journal_bytes"], 2),
        "indexing_cpu_seconds": round(indexing, 2), "indexing_us_per_event": round(indexing / count * 1e6, 1), "first_ms": first,
        "ripgrep": shutil.which("rg") is not None or "not installed: skipped", "runs": runs,
        **overall(rows), "queries": rows,
    }  # fmt: skip


def filled(world):
    """Every query with words that are in this history."""
    words = {
        "rare": world.words[9000], "other": world.words[12000], "middling": world.words[400], "word": world.words[60],
        "start": world.words[700][:5], "name": f"{world.words[100]}_{world.words[101]}", "part": world.words[150],
    }  # fmt: skip
    return [tuple(part.format(**words) for part in query) for query in QUERIES]


def compared(query, ask, work, environ, journal, runs):
    """One query, asked in every way in turn; milliseconds."""
    name, text, pattern = query
    ways = {"cold": [*ask, text], "grep": ["grep", "-rniE", pattern, str(journal)]}
    if shutil.which("rg"):
        ways["rg"] = ["rg", "-niu", pattern, str(journal)]
    times = {way: [] for way in [*ways, "warm"]}
    hits = 0
    for _ in range(runs):
        for way, command in ways.items():
            took, out = once(command, work, environ)
            times[way].append(took)
            hits = len(json.loads(out)["data"]["hits"]) if way == "cold" else hits
        for _ in range(3):  # a process that stays asks again and again
            start = time.perf_counter()
            quick_search(environ, str(work), text)
            times["warm"].append((time.perf_counter() - start) * 1000)
    middle = {f"{way}_ms": round(sorted(took)[len(took) // 2], 2) for way, took in times.items()}
    return {"query": name, "hits": hits, **middle, "all": times}


def overall(rows):
    """Percentiles over all calls of all queries, and the ratios to ripgrep."""
    told = {}
    ways = [way for way in ("cold", "warm", "rg", "grep") if way in rows[0]["all"]]
    for way in ways:
        every = sorted(took for row in rows for took in row["all"][way])
        told[f"{way}_ms"] = {
            "p50": round(every[len(every) // 2], 2),
            "p95": round(every[int(len(every) * 0.95)], 2),
        }
    for reference in ("rg", "grep"):
        if reference in ways:
            for way in ("cold", "warm"):
                told[f"{way}_per_{reference}"] = {
                    name: round(told[f"{way}_ms"][name] / told[f"{reference}_ms"][name], 3)
                    for name in ("p50", "p95")
                }
    for row in rows:
        del row["all"]
    return {**told, "aim_cold_per_rg": AIM_COLD, "aim_warm_per_rg": AIM_WARM}


def once(command, cwd, environ):
    """Runs a command to its end, its output read as a user of a pipe would; milliseconds and output."""
    start = time.perf_counter()
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=cwd, env=environ, check=False
    )
    return (time.perf_counter() - start) * 1000, done.stdout


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=200_000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    print(json.dumps(measure(options.events, options.runs), ensure_ascii=False))
