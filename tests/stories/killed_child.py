"""Run by test_killed_in_mid_write: commits in a forked child that kills itself at its Nth touch of the disk."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from cm.errors import CmError
from cm.flows.commit import commit, replayed
from cm.flows.env import open_env
from cm.flows.marking import mark
from cm.flows.reading import shelf
from cm.model.delta import Add, Retire
from cm.store.decisions import read_log

TOUCHES = ("open", "write", "fsync", "replace", "unlink", "mkdir", "close", "rename")


def dying_at(step):
    """From now on this process dies when it touches the disk for the `step`th time."""
    left = [step]

    def counted(real):
        def call(*args, **kwargs):
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*args, **kwargs)

        return call

    for name in TOUCHES:
        setattr(os, name, counted(getattr(os, name)))
    subprocess.run = counted(subprocess.run)
    real_popen = subprocess.Popen.communicate
    subprocess.Popen.communicate = counted(real_popen)


def in_child(step, action):
    """Runs the action in a fork that dies at that step; True when it lived to the end."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        report = os.write
        dying_at(step)
        action()
        report(writer, b"done")
        os._exit(0)
    os.close(writer)
    said = os.read(reader, 10)
    os.close(reader)
    os.waitpid(child, 0)
    return said == b"done"


def main(home):
    env = open_env({"HOME": home, "CM_HOME": home + "/.cm", "PATH": os.environ["PATH"]}, Path(home), tty=True)
    acknowledged, died, lived = [], 0, 0
    first = commit(env, [Add("Never delete the ledger by hand.", kind="anti-pattern")], source="human")
    rule_id = next(iter(first.book.rules))
    in_a_row = 0
    for step in range(1, 400):
        text = f"Run step {step} of the deployment before step {step + 1}."
        if in_child(step, lambda text=text: commit(env, [Add(text)], source="human")):
            lived += 1
            in_a_row += 1
            acknowledged.append(text)
        else:
            died += 1
            in_a_row = 0
        found = shelf(env)  # loads, and mends what is left
        texts = {each.rule.text for each in found.shelved}
        assert not found.flaws, found.flaws
        assert not [each for each in acknowledged if each not in texts], step
        assert dict(replayed(env).rules) == {each.rule.id: each.rule for each in found.shelved}, step
        assert not read_log(env.home.decisions).skipped, step
        if in_a_row == 3:
            break
    marks = 0
    for step in range(1, 8):
        marks += in_child(step, lambda step=step: mark(env, rule_id, "helpful", session=f"s/{step}"))
    shown = env.home.feedback.read_bytes().count(b"\n")
    assert shown >= marks
    after = commit(env, [Retire(rule_id, "the story is over")], source="human")
    left = [str(path) for path in env.home.root.rglob("*.tmp")] + [
        str(path) for path in env.home.intents.glob("*")
    ]
    print(
        json.dumps(
            {
                "died": died,
                "lived": lived,
                "marks": marks,
                "left": left,
                "notes": after.notes,
                "state": after.book.rules[rule_id].state,
            }
        )
    )


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except CmError as error:
        print(f"{error.message} ({error.hint})", file=sys.stderr)
        raise
