"""Twenty processes at once under one request id: one change, and twenty equal answers; under other words a conflict for the rest."""

import json
import os
import subprocess
import sys

import pytest

from cm.cli.app import main
from cm.flows.env import open_env
from cm.flows.reading import shelf
from cm.store.decisions import read_log
from cm.store.requests import read_receipts
from cm.store.tasks import read_tasks

pytestmark = [pytest.mark.story, pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")]

ASK = """
import json, os, sys, time
from cm.cli.app import main
import cm.cli.remember, cm.cli.tasks, cm.flows.add, cm.flows.commit, cm.flows.refresh, cm.flows.meaning, filelock
words, number = json.loads(sys.argv[1]), int(sys.argv[2])
children = []
for each in range(number):
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.dup2(writer, 1)
        os._exit(main([word.replace("{each}", str(each)) for word in words]))
    os.close(writer)
    children.append((pid, reader))
said = []
for pid, reader in children:
    text = b"".join(iter(lambda: os.read(reader, 65536), b""))
    said.append([os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), json.loads(text)])
print(json.dumps(said))
"""


def asked_by_twenty(*words):
    world = {**os.environ, "PYTHONPATH": os.getcwd()}
    done = subprocess.run(
        [sys.executable, "-c", ASK, json.dumps(words), "20"], env=world, capture_output=True, text=True, timeout=120, check=False
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_one_rule_and_twenty_equal_answers(own_world):
    said = asked_by_twenty("remember", "Keep the build green.", "--request-id", "q1", "--json")
    assert {code for code, _ in said} == {0}
    assert sum(not answer["data"]["replayed"] for _, answer in said) == 1
    assert len({json.dumps(answer["data"]["told"]) for _, answer in said}) == 1
    assert len({answer["data"]["tx"] for _, answer in said}) == 1
    env = open_env(tty=False)
    assert [each.rule.text for each in shelf(env).shelved] == ["Keep the build green."]
    assert len(read_log(env.home.decisions).decisions) == 1
    assert len(read_receipts(env.home)) == 1


def test_one_of_twenty_that_want_something_else_is_heard_and_the_others_hear_a_conflict(own_world):
    said = asked_by_twenty("remember", "Keep gate {each} shut.", "--request-id", "q1", "--json")
    assert sorted(code for code, _ in said) == [0] + [5] * 19
    assert {answer["error"]["code"] for code, answer in said if code} == {"conflict"}
    assert len(shelf(open_env(tty=False)).shelved) == 1


def test_a_list_of_tasks_is_changed_by_one_of_twenty_that_saw_the_same_version(own_world):
    said = asked_by_twenty("tasks", "add", "Shut gate {each}", "--if-version", "0", "--json")
    assert sorted(code for code, _ in said) == [0] + [5] * 19
    held = read_tasks(open_env(tty=False).home)
    assert (held.version, len(held.tasks)) == (1, 1)
    more = asked_by_twenty("tasks", "add", "Shut door {each}", "--json")
    assert {code for code, _ in more} == {0}
    held = read_tasks(open_env(tty=False).home)
    assert (held.version, len({each.id for each in held.tasks})) == (21, 21)


def test_a_request_id_with_other_content_is_told_as_a_conflict(own_world, capsys):
    sentences = [f"Open the {animal} valve first." for animal in ("quokka", "quokka", "wombat")]
    said = [(main(["remember", each, "--request-id", "q1"]), *capsys.readouterr()) for each in sentences]
    assert [code for code, _, _ in said] == [0, 0, 5]
    assert "nothing was done again" in said[1][1]
    assert "`remember`" in said[2][2]
    assert "quokka" not in said[2][2]
