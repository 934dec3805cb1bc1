import os
import subprocess
import sys

import pytest

from cm.flows.commit import commit, replayed
from cm.flows.env import open_env
from cm.flows.reading import shelf
from cm.model.delta import Add
from cm.store.decisions import read_log
from cm.store.ledger import LedgerFiles

pytestmark = pytest.mark.story

MARK = """
import sys
from cm.flows.env import open_env
from cm.flows.marking import mark
mark(open_env(tty=False), sys.argv[1], "helpful", session=sys.argv[2], note="x" * 3000)
"""
WRITE = """
import sys
from cm.flows.commit import commit
from cm.flows.env import open_env
from cm.model.delta import Add
env = open_env(tty=True)
for number in range(5):
    commit(env, [Add(f"Open gate {sys.argv[1]}{number} before valve {number}{sys.argv[1]}.")], source="human", wait=60)
"""


def start(code, *args):
    world = {**os.environ, "PYTHONPATH": os.getcwd()}
    return subprocess.Popen([sys.executable, "-c", code, *args], env=world, stderr=subprocess.PIPE)


def all_well(processes):
    for process in processes:
        _, said = process.communicate(timeout=180)
        assert process.returncode == 0, said.decode()


def test_fifty_marks_at_once_from_fifty_processes_lose_none(own_world):
    env = open_env(tty=True)
    rule_id = next(iter(commit(env, [Add("Keep the build green.")], source="human").book.rules))
    before = env.home.playbook.read_bytes()
    all_well([start(MARK, rule_id, f"host/{number}") for number in range(50)])
    ledger = LedgerFiles(env.home.ledger_dir)
    assert {each.session for each in ledger.marks()} == {f"host/{number}" for number in range(50)}
    assert ledger.skipped() == {}
    assert env.home.playbook.read_bytes() == before
    assert shelf(open_env(tty=True)).shelved[0].standing.n_plus == 50


def test_writers_at_once_lose_no_rule_and_no_decision(own_world):
    env = open_env(tty=True)
    all_well([start(WRITE, name) for name in ("a", "b", "c")])
    found = shelf(env)
    assert len(found.shelved) == 15
    assert found.flaws == ()
    log = read_log(env.home.decisions)
    assert len(log.decisions) == 15
    assert log.skipped == ()
    assert set(replayed(env).rules) == {each.rule.id for each in found.shelved}
    counted = subprocess.run(
        ["git", "-C", str(env.home.root), "rev-list", "--count", "HEAD"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert counted.stdout.strip() == "15"
