"""Run by test_killed_any_time: children that write are killed at random instants; what they acknowledged is looked for.

A child says on its pipe what it is about to do (`begin`) and what it did (`done`), as a shell would see exit codes. After
each kill the store is loaded: what was done is there, and what was begun is there wholly or not at all.
"""

import json
import os
import random
import select
import shutil
import signal
import sys
import time
from pathlib import Path

from cm.core.serving.standing import lines_that_hold
from cm.errors import Busy, CmError
from cm.flows import configure
from cm.flows.add import Wish, add
from cm.flows.commit import Lines, commit
from cm.flows.correct import correct
from cm.flows.env import open_env
from cm.flows.forget import forget
from cm.flows.importing import Asked, import_bytes
from cm.flows.marking import mark
from cm.flows.merge import merge
from cm.flows.outcome import record
from cm.flows.project import project
from cm.flows.remove import remove
from cm.flows.review import approve
from cm.flows.scrub import Wanted, scrub
from cm.flows.split import split
from cm.flows.sweep import sweep
from cm.flows.undo import undo
from cm.model.delta import Add, Pin
from cm.model.ledger import Mark
from cm.store.ledger import LedgerFiles
from tests.stories.killed_child import whole

SECONDS = 0.3  # a child lives at most so long once it is at its verb
FRESH = 8  # kills until the home is made anew, so that it stays small


class Child:
    """What one child does, again and again, each time with rules of its own."""

    def __init__(self, env, rng, say):
        self.env, self.rng, self.say = env, rng, say

    def words(self):
        def word():
            return "".join(self.rng.choice("bdfgklmnprstvz") + self.rng.choice("aeiou") for _ in range(4))

        return f"Read the {word()} guide of the {word()} before touching the {word()}."

    def did(self, verb, about, action):
        """Says what begins, does it, says that it is done."""
        self.say({"begin": verb, **about})
        result = patient(action)
        self.say({"done": verb, **about})
        return result

    def rule(self, **more):
        text = self.words()
        made = self.did("add", {"text": text}, lambda: add(self.env, [Wish(Add(text, **more))]))
        return made.told[0].rule

    def add(self):
        self.rule()

    def correct(self):
        rule, text = self.rule(), self.words()
        self.did("correct", {"rule": rule, "text": text}, lambda: correct(self.env, rule, text))

    def approve(self):
        text = self.words()
        made = patient(lambda: commit(self.env, [Add(text)], source="agent")).decisions[0].after[0]
        self.did("approve", {"rule": made.id}, lambda: approve(self.env, [made.id], yes=True))

    def remove(self):
        rule = self.rule()
        self.did("remove", {"rule": rule}, lambda: remove(self.env, rule, "it is over"))

    def forget(self):
        rule = self.rule()
        self.did(
            "forget",
            {"rule": rule},
            lambda: forget(self.env, rule, "it is over", avoid=self.rng.random() < 0.5),
        )

    def undo(self):
        rule = self.rule()
        tx = self.did("forget", {"rule": rule}, lambda: forget(self.env, rule, "it is over")).tx
        self.did("undo", {"rule": rule}, lambda: undo(self.env, tx, yes=True))

    def merge(self):
        rule, other = self.rule(), self.rule()
        self.did("merge", {"rule": rule, "other": other}, lambda: merge(self.env, [rule, other]))

    def split(self):
        rule, texts = self.rule(), [self.words(), self.words()]
        self.did("split", {"rule": rule, "texts": texts}, lambda: split(self.env, rule, texts))

    def mark(self):
        rule = self.rule()
        session = f"s/{rule}"
        self.did(
            "mark",
            {"rule": rule, "session": session},
            lambda: mark(self.env, rule, "helpful", session=session),
        )

    def scrub(self):
        rule = self.rule()
        session = f"s/{rule}"
        self.did(
            "mark",
            {"rule": rule, "session": session},
            lambda: mark(self.env, rule, "helpful", session=session),
        )
        self.did(
            "scrub", {"rule": rule, "session": session}, lambda: scrub(self.env, Wanted(session=session))
        )

    def outcome(self):
        session = f"pi/{self.rng.randrange(10**9)}"
        self.did("outcome", {"session": session}, lambda: record(self.env, "success", session=session))

    def lines(self):
        rule = self.rule()
        given = Mark(f"m-{rule}", rule, "helpful", self.env.stamp, f"s/{rule}")
        self.did("lines", {"rule": rule, "session": f"s/{rule}"},
                 lambda: commit(self.env, [Pin(rule, "mine")], source="human", lines=Lines(marks=(given,))))  # fmt: skip

    def import_(self):
        texts = [self.words() for _ in range(5)]
        data = json.dumps({"rules": [{"text": text} for text in texts]}).encode()
        self.did("import", {"texts": texts}, lambda: import_bytes(self.env, data, "file.json", Asked()))

    def project(self):
        self.rule()
        self.did("project", {}, lambda: project(self.env, include_user=True))

    def setting(self):
        most = self.rng.randrange(100, 500)
        self.did(
            "setting",
            {"most": most},
            lambda: configure.change(self.env, "curation.max_rule_chars", str(most), yes=True),
        )

    def sweep(self):
        rule = self.rule()
        for number in range(4):
            patient(lambda number=number: mark(self.env, rule, "harmful", session=f"h/{rule}{number}"))
        self.did("sweep", {"rule": rule}, lambda: sweep(self.env))


VERBS = (
    "add",
    "correct",
    "approve",
    "remove",
    "forget",
    "undo",
    "merge",
    "split",
    "mark",
    "scrub",
    "outcome",
    "lines",
    "import_",
    "project",
    "setting",
    "sweep",
)


def patient(action):
    """As a person does who is told that somebody else is writing: again."""
    while True:
        try:
            return action()
        except Busy:
            time.sleep(0.05)


def forked(env, seed, verbs):
    """Starts a child that writes until it is killed; returns its pid and the pipe on which it says what it does."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writer)
        return pid, reader
    os.close(reader)
    rng = random.Random(seed)
    try:
        child = Child(env, rng, lambda line: os.write(writer, json.dumps(line).encode() + b"\n"))
        for verb in verbs(rng):
            getattr(child, verb)()
    except CmError as error:
        os.write(writer, json.dumps({"error": f"{error.message} ({error.hint})"}).encode() + b"\n")
    except Exception as error:  # noqa: BLE001 - whatever it was, the story tells it
        os.write(writer, json.dumps({"error": repr(error)}).encode() + b"\n")
    os._exit(0)


def until_it_begins(reader, verb):
    """Waits until a child is at the verb that is to be cut; returns what it said so far."""
    seen = b""
    while b'{"begin": "%s"' % verb.encode() not in seen and b'"error"' not in seen:
        ready, _, _ = select.select([reader], [], [], 60)
        assert ready, f"{verb} never began: {seen!r}"
        seen += os.read(reader, 65536)
    return seen


def read_all(reader, seen=b""):
    with os.fdopen(reader, "rb") as pipe:
        told = [json.loads(line) for line in (seen + pipe.read()).splitlines()]
    errors = [line["error"] for line in told if "error" in line]
    assert not errors, errors
    return told


def look(env, told, where):
    """Looks for all that was said to be done, and for anything that was done by halves."""
    rules = whole(env, where)
    ledger = LedgerFiles(env.home.ledger_dir)
    texts = {
        words for each in rules.values() for words in (each.rule.text, *(was.text for was in each.rule.was))
    }
    outcomes = {each.session for each in lines_that_hold(ledger.outcomes())}
    later = {line["rule"]: line["begin"] for line in told if "begin" in line and "rule" in line}
    for line in told:
        verb, done = line.get("done") or line["begin"], "done" in line
        at_last = line.get("rule") and later[line["rule"]] == verb
        shelved = rules.get(line.get("rule", ""))
        if shelved is None:
            answers = {
                "add": lambda line=line: [line["text"] in texts],
                "import": lambda line=line: [text in texts for text in line["texts"]],
                "outcome": lambda line=line: [line["session"] in outcomes],
                "project": lambda: [(env.cwd / "AGENTS.md").exists()],
                "setting": lambda: [env.home.config.exists()],
            }[verb]()
        elif not at_last:
            continue
        else:
            rule, standing = shelved.rule, shelved.standing
            gone, blocked = rule.state == "retired", bool(shelved.blocked_by)
            answers = {
                "correct": lambda line=line, rule=rule: [rule.text == line["text"], bool(rule.was)],
                "approve": lambda rule=rule: [rule.state == "active", bool(rule.approved)],
                "remove": lambda gone=gone: [gone],
                "forget": lambda gone=gone, blocked=blocked: [gone, blocked],
                "undo": lambda gone=gone, blocked=blocked: [not gone, not blocked],
                "merge": lambda line=line: merged(*(rules[line[name]].rule for name in ("rule", "other"))),
                "split": lambda line=line: [text in texts for text in line["texts"]],
                "mark": lambda standing=standing: [standing.n_plus == 1],
                "scrub": lambda standing=standing: [standing.n_plus == 0],
                "lines": lambda rule=rule, standing=standing: [bool(rule.pinned), standing.n_plus == 1],
                "sweep": lambda gone=gone: [gone],
            }[verb]()
        assert len(set(answers)) == 1, (where, line, "half done", answers)
        assert answers[0] or not done, (where, line, "acknowledged and lost")


def merged(one, other):
    """Whether one of the two left service, and whether it did so for the other, which holds."""
    left = [rule for rule in (one, other) if rule.state == "superseded"]
    holds = {rule.id for rule in (one, other) if rule.state == "active"}
    return [bool(left), any(rule.replaced_by in holds for rule in left)]


def killed(root, kills, seed):
    """Kills so many writers, each at an instant of its own."""
    rng = random.Random(seed)
    told, env = [], None
    counts = {"kills": 0, "done": 0, "cut": 0}
    for number in range(kills):
        if number % FRESH == 0:
            env, told = fresh(root, number), []
        verb = VERBS[number % len(VERBS)]
        pid, reader = forked(env, seed * 1000 + number, lambda rng, verb=verb: iter(lambda: verb, None))
        seen = until_it_begins(reader, verb.strip("_"))
        time.sleep(rng.random() * SECONDS)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        new = read_all(reader, seen)
        told += new
        look(env, told, (number, verb))
        counts["kills"] += 1
        counts["done"] += sum("done" in line for line in new)
        counts["cut"] += bool(new) and "begin" in new[-1]
    left = [str(path) for path in env.home.intents.glob("*")]
    commit(env, [], source="human")
    left += [str(path) for path in env.home.root.rglob("*.tmp")]
    return {**counts, "left": left}


def at_once(root, writers, seed):
    """So many processes write at the same time, each of them several verbs."""
    env = fresh(root, "at-once")
    mine = ("add", "forget", "undo", "mark", "lines", "outcome")
    started = [
        forked(
            env,
            seed + number,
            lambda rng, number=number: [mine[(number + each) % len(mine)] for each in range(1)],
        )
        for number in range(writers)
    ]
    told = [line for _, reader in started for line in read_all(reader)]
    for pid, _ in started:
        os.waitpid(pid, 0)
    look(env, told, "at once")
    return {"done": sum("done" in line for line in told), "begun": sum("begin" in line for line in told)}


def fresh(root, name):
    home = Path(root) / str(name)
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    world = {"HOME": str(home), "CM_HOME": str(home / ".cm"), "PATH": os.environ["PATH"]}
    env = open_env(world, home, tty=False)
    commit(env, [], source="human")
    return env


if __name__ == "__main__":
    what, root, number, seed = sys.argv[1:]
    print(json.dumps((killed if what == "killed" else at_once)(root, int(number), int(seed))))
