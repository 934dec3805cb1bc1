"""What one more rule costs in a book of 1,000, 10,000 and 50,000 rules: the whole of `curate()`, fifty deltas at a time.

Run `python -m tests.bench.curate [--runs 5] [--commit]`; the last line printed is one JSON object. The books are made up: few words are
in very many rules and most in very few, as in real ones. The deltas are new ones, duplicates, near duplicates, opposites and
unrelated ones. Times are told per delta, and as ratios to the smallest book in the same run; reading the book for the batch is part of
them and told apart too. `--commit` adds one rule to a home of 10,000 by the whole road, files and git included.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from cm.core.curation.curate import LedgerView, curate
from cm.core.curation.subjects import Subjects
from cm.model.delta import Add
from cm.model.playbook import playbook_of
from cm.model.rule import Origin, Rule, Scope
from cm.model.settings import CurationPolicy
from tests.bench.quick import ROOT, WORDS

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SIZES = (1_000, 10_000, 50_000)
ONSETS = "b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sl sp st t th tr v w z".split()  # noqa: SIM905  # fmt: skip
RIMES = "a an ar at e el en er est i il in is o ol on or u ul um ax ead ight oom ack".split()  # noqa: SIM905
VERBS = "run use keep write check prefer name log retry wrap mock import validate document split cache deploy review format pin".split()  # noqa: SIM905
WHERE = (
    "",
    "",
    " in tests",
    " before a release",
    " for every endpoint",
    " in the worker",
    " on the main branch",
    " in CI",
)
SHAPES = (
    "{verb} the {a} {b} with `{name}`{where}.",
    "Never {verb} the {a} without the {b}{where}.",
    "{verb} {a} and {b} together, not one by one{where}.",
    "When the {a} fails, {verb} the {b} first.",
    "{verb} the {a} in `{path}`, since the {b} reads it.",
    "The {a} needs {number} {b}s{where}.",
    "Do not {verb} {a} by hand; `{name}` does it.",
)


class Words:
    """Words as a large book has them: the rank of a word tells how rare it is."""

    def __init__(self, seed=7):
        self.dice = dice = random.Random(seed)
        rest = sorted(
            {
                "".join(dice.choice(ONSETS) + dice.choice(RIMES) for _ in range(dice.randrange(2, 4)))
                for _ in range(20_000)
            }
        )
        dice.shuffle(rest)
        self.words = [*WORDS, *rest]
        total = 0.0
        self.cumulated = [total := total + 1 / (rank + 8) for rank in range(len(self.words))]

        self.names = [f"{self.one()}-{self.one()}" for _ in range(3_000)]
        self.paths = [f"src/{self.one()}/{self.one()}.py" for _ in range(3_000)]

    def one(self, among=None):
        """A word, name or path; the first of a list are met most."""
        some = among or self.words
        return self.dice.choices(some, cum_weights=self.cumulated[: len(some)])[0]

    def sentence(self):
        dice = self.dice
        text = dice.choice(SHAPES).format(
            verb=dice.choice(VERBS), a=self.one(), b=self.one(), where=dice.choice(WHERE), number=dice.choice((2, 3, 5, 10, 30)),
            name=self.one(self.names), path=self.one(self.paths),
        )  # fmt: skip
        return text[0].upper() + text[1:]


def books(sizes, words):
    """One book per size, the smaller ones the first rules of the largest."""
    texts = list(dict.fromkeys(words.sentence() for _ in range(int(max(sizes) * 1.1))))[: max(sizes)]
    scopes = (Scope(), Scope(), Scope(project="github.com/acme/shop"), Scope(language="python"))
    rules = [
        Rule(
            f"r-{number:06d}",
            text,
            scope=words.dice.choice(scopes),
            origin=Origin("human", "2026-11-01T00:00:00Z"),
        )
        for number, text in enumerate(texts)
    ]
    return {size: playbook_of(*rules[:size]) for size in sizes}


def batch(smallest, words, count=50):
    """Deltas that mean the same to every book: what they repeat stands in the smallest one, and so in all."""
    known = words.dice.sample(list(smallest), count)
    made = []
    for number, rule in enumerate(known):
        text = {
            0: rule.text,
            1: f"Please {rule.text[0].lower()}{rule.text[1:-1]}!",
            2: f"Never {rule.text[0].lower()}{rule.text[1:]}",
            3: rule.text.replace("the ", "each ", 1),
        }.get(number % 10, words.sentence())
        made.append(Add(text, scope=rule.scope))
    return made


def once(size, seed):
    """One batch into one book, by a process that knows the tables of the language and none of the rules."""
    words = Words()
    made = books((SIZES[0], size), words)
    words.dice.seed(seed)
    deltas = batch(made[SIZES[0]], words)
    warm = playbook_of(Rule("r-1", "Rinse the tank with cold water twice."))
    curate(warm, [Add("Never rinse the tank.")], LedgerView(), CurationPolicy(), NOW, source="human")
    start = time.perf_counter()
    done = curate(made[size], deltas, LedgerView(), CurationPolicy(), NOW, source="human")
    took = time.perf_counter() - start
    start = time.perf_counter()
    Subjects(made[size].rules, [delta.text for delta in deltas]).same("anything at all")
    reading = time.perf_counter() - start
    each = 1000 / len(deltas)
    return {
        "took": took * each,
        "reading": reading * each,
        "verdicts": Counter(one.verdict for one in done.decisions),
    }


def measure(runs=5):
    """The quickest of so many runs, each a process of its own, the sizes in turn."""
    told = {size: [] for size in SIZES}
    for run in range(runs):
        for size in SIZES if run % 2 else SIZES[::-1]:
            command = [sys.executable, "-m", "tests.bench.curate", "--one", str(size), "--seed", str(run)]
            said = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
            told[size].append(json.loads(said.stdout.splitlines()[-1]))
    ms = {size: round(min(one["took"] for one in told[size]), 2) for size in SIZES}  # what else ran only adds
    middle = {size: round(median(one["took"] for one in told[size]), 2) for size in SIZES}
    return {
        "deltas": 50,
        "runs": runs,
        "ms_per_delta": ms,
        "of_that_reading_the_book": {
            size: round(min(one["reading"] for one in told[size]), 2) for size in SIZES
        },
        "ratio_to_smallest": {size: round(ms[size] / ms[SIZES[0]], 2) for size in SIZES},
        "ratio_of_the_medians": {size: round(middle[size] / middle[SIZES[0]], 2) for size in SIZES},
        "verdicts": {size: told[size][0]["verdicts"] for size in SIZES},
    }


def measure_commit(runs=5):
    """One rule added to a home of 10,000, and the share of the curator in it."""
    from cm.flows.commit import commit
    from cm.flows.env import open_env
    from tests.bench.quick import playbook

    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        home.mkdir()
        (home / "playbook.yaml").write_text(playbook(10_000), "utf-8")
        env = open_env({"CM_HOME": str(home), "PATH": "/usr/bin:/bin"}, Path(folder))
        whole = []
        for number in range(runs + 1):
            start = time.perf_counter()
            done = commit(
                env, [Add(f"Rinse the {WORDS[number]} tank with cold water twice.")], source="human"
            )
            whole.append((time.perf_counter() - start) * 1000)
        alone = []
        for number in range(runs):
            delta = Add(f"Rinse the {WORDS[number + 40]} tub with cold water twice.")
            start = time.perf_counter()
            curate(done.book, [delta], LedgerView(), CurationPolicy(), NOW, source="human")
            alone.append((time.perf_counter() - start) * 1000)
    return {
        "commit_ms": round(median(whole[1:])),
        "first_ms": round(whole[0]),
        "curate_ms": round(median(alone), 1),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--commit", action="store_true")
    parser.add_argument("--one", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(once(options.one, options.seed)))
        sys.exit()
    found = measure(options.runs)
    if options.commit:
        found["one rule into 10,000"] = measure_commit(options.runs)
    print(json.dumps(found))
