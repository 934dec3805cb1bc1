"""Run by test_killed_in_mid_write: a verb in a forked child that dies, or meets a full disk, at its Nth touch of the disk."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from cm.core.serving.standing import lines_that_hold
from cm.errors import CmError
from cm.flows.add import Wish
from cm.flows.commit import Lines, commit, replayed
from cm.flows.env import open_env
from cm.flows.forget import forget
from cm.flows.marking import mark
from cm.flows.reading import shelf
from cm.flows.remember import remember
from cm.flows.scrub import Wanted, scrub
from cm.flows.tasks import add as add_task
from cm.flows.tasks import tasks
from cm.flows.undo import undo
from cm.model.delta import Add, Pin
from cm.model.ledger import Mark, Outcome
from cm.model.rule import Evidence
from cm.store import intents, requests
from cm.store.decisions import read_log
from cm.store.ledger import LedgerFiles
from cm.store.tasks import read_tasks

TOUCHES = ("open", "write", "fsync", "replace", "unlink", "mkdir", "close", "rename")
CHANGES = ("open", "write", "fsync", "replace", "mkdir", "rename")  # what a full or read-only disk refuses
MOST = 400


def dying_at(step):
    """From now on this process dies when it touches the disk for the `step`th time."""
    at_touch(step, TOUCHES, lambda: os.kill(os.getpid(), signal.SIGKILL))
    real = subprocess.run
    subprocess.run = counting(step_left, real, lambda: os.kill(os.getpid(), signal.SIGKILL))
    communicate = subprocess.Popen.communicate
    subprocess.Popen.communicate = counting(
        step_left, communicate, lambda: os.kill(os.getpid(), signal.SIGKILL)
    )


def failing_from(step, number):
    """From the `step`th time on, every touch of the disk fails."""

    def fail():
        raise OSError(number, os.strerror(number))

    at_touch(step, CHANGES, fail, ever_after=True)


step_left = [0]


def at_touch(step, names, what, ever_after=False):
    step_left[0] = step
    for name in names:
        setattr(os, name, counting(step_left, getattr(os, name), what, ever_after))


def counting(left, real, what, ever_after=False):
    def call(*args, **kwargs):
        if real.__name__ == "open" and ever_after and not (args[1] & (os.O_WRONLY | os.O_RDWR)):
            return real(*args, **kwargs)
        left[0] -= 1
        if left[0] == 0 or (ever_after and left[0] < 0):
            what()
        return real(*args, **kwargs)

    return call


def in_child(step, action, trouble=dying_at):
    """Runs the action in a fork with that trouble; "done", "refused" (it said so), or "" when it died."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        report = os.write
        trouble(step)
        try:
            action()
        except CmError:
            report(writer, b"refused")
            os._exit(0)
        report(writer, b"done")
        os._exit(0)
    os.close(writer)
    said = os.read(reader, 10)
    os.close(reader)
    os.waitpid(child, 0)
    return said.decode()


def whole(env, step):
    """The store loads, its decisions fold to its rules, nothing is left over; returns the rules by id."""
    found = shelf(env)  # loads, and mends what is left
    assert not found.flaws, (step, found.flaws)
    rules = {each.rule.id: each for each in found.shelved}
    assert dict(replayed(env).rules) == {name: each.rule for name, each in rules.items()}, step
    assert not read_log(env.home.decisions).skipped, step
    assert not LedgerFiles(env.home.ledger_dir).skipped(), step
    assert not intents.pending(env.home), step
    return rules


class Story:
    """One verb tried at every touch, each time in a copy of one home: `verb` runs in the child, `done` says whether it happened."""

    def __init__(self, name, verb, done):
        self.name, self.verb, self.done = name, verb, done

    def run(self, base, env, trouble, stride):
        told = {"died": 0, "refused": 0, "lived": 0, "undone": 0}
        in_a_row = 0
        for step in range(1, MOST, stride):
            while env.home.root.exists():  # a git of the killed one may still be writing
                shutil.rmtree(env.home.root, ignore_errors=True)
            shutil.copytree(base, env.home.root)
            said = in_child(step, self.verb, trouble)
            answer = self.done(whole(env, (self.name, step)))
            assert answer in (True, False), (self.name, step, "half done", answer)
            assert answer or said != "done", (self.name, step, "acknowledged and lost")
            told["lived" if said == "done" else "refused" if said else "died"] += 1
            told["undone"] += not answer
            in_a_row = in_a_row + 1 if said == "done" else 0
            if in_a_row == 3:
                return told
        raise AssertionError((self.name, "never lived three times in a row", told))


def both(*answers):
    """True when all are, False when none is, else what they are."""
    return answers[0] if len(set(answers)) == 1 else answers


GATE, NEW = "Keep gate 4 shut while valve 7 is open.", "Run step 3 of the deployment before step 4."


def story(env, name):
    """Makes the home of a story."""
    ledger = LedgerFiles(env.home.ledger_dir)
    words = "gate 4 stays shut"
    proof = Evidence("user", words, "s/1", "e-1")
    rule = commit(env, [Add(GATE, evidence=(proof,))], source="human").decisions[0].after[0].id
    commit(env, [Add("Never delete the ledger by hand.", kind="anti-pattern")], source="human")

    def counts(rules):
        return rules[rule].standing.n_plus > 0

    match name:
        case "add":
            return Story(
                name,
                lambda: commit(env, [Add(NEW)], source="human"),
                lambda rules: NEW in {each.rule.text for each in rules.values()},
            )
        case "request":
            # whether the change is there, and whether its receipt is: asked once more, it is done once in all
            def receipt(rules):
                return both(
                    NEW in {each.rule.text for each in rules.values()},
                    bool(requests.read_receipts(env.home)),
                    remember(env, Wish(Add(NEW)), everywhere=True, request_id="q1", check=True).replayed,
                )

            return Story(
                name, lambda: remember(env, Wish(Add(NEW)), everywhere=True, request_id="q1"), receipt
            )
        case "tasks":
            return Story(
                name,
                lambda: add_task(env, [NEW], request_id="q1"),
                lambda _: both(
                    NEW in {each.title for each in tasks(env, everywhere=True).tasks},
                    bool(read_tasks(env.home).requests),
                ),
            )
        case "forget":
            return Story(name, lambda: forget(env, rule, "the story is over", avoid=True),
                         lambda rules: both(rules[rule].rule.state == "retired", bool(rules[rule].blocked_by),
                                            any(rule in each.rule.replaces for each in rules.values())))  # fmt: skip
        case "undo":
            tx = forget(env, rule, "the story is over").tx
            return Story(
                name,
                lambda: undo(env, tx, yes=True),
                lambda rules: both(rules[rule].rule.state == "active", not rules[rule].blocked_by),
            )
        case "marks of a change":
            lines = Lines(
                (Mark("m-1", rule, "helpful", env.stamp, "s/x"),),
                (Outcome("o-1", "s/x", "success", env.stamp),),
            )
            return Story(name, lambda: commit(env, [Pin(rule, "mine")], source="human", lines=lines),
                         lambda rules: both(bool(rules[rule].rule.pinned), counts(rules), bool(lines_that_hold(ledger.outcomes()))))  # fmt: skip
        case "scrub":
            mark(env, rule, "helpful", session="s/1")
            ledger.append_outcome(Outcome("o-1", "s/1", "success", env.stamp))
            return Story(name, lambda: scrub(env, Wanted(session="s/1")),
                         lambda rules: both(not rules[rule].rule.evidence, not counts(rules), not lines_that_hold(ledger.outcomes())))  # fmt: skip
        case _:
            return Story(name, lambda: mark(env, rule, "helpful", session="s/y"), counts)


def main(home, name, trouble, stride="1"):
    env = open_env(
        {"HOME": home, "CM_HOME": home + "/.cm", "PATH": os.environ["PATH"]}, Path(home), tty=False
    )
    told = story(env, name)
    base = Path(home) / "base"
    shutil.copytree(env.home.root, base)
    how = {
        "kill": dying_at,
        "full": lambda step: failing_from(step, errno.ENOSPC),
        "read-only": lambda step: failing_from(step, errno.EROFS),
    }
    counts = told.run(base, env, how[trouble], int(stride))
    last = commit(env, [], source="human")
    left = [str(path) for pattern in ("*.tmp", "t-*.json") for path in env.home.root.rglob(pattern)]
    print(json.dumps({"told": counts, "left": left, "notes": last.notes}))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except CmError as error:
        print(f"{error.message} ({error.hint})", file=sys.stderr)
        raise
