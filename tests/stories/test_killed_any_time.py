import json
import os
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.story, pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")]
KILLS = int(os.environ.get("CM_KILLS") or 28)


def told(tmp_path, what, number, seed):
    done = subprocess.run(
        [sys.executable, "-m", "tests.stories.killed_any_time_child", what, str(tmp_path), str(number), str(seed)],
        env={**os.environ, "PYTHONPATH": os.getcwd()}, capture_output=True, text=True, timeout=60 + 5 * number, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def test_writers_killed_at_random_instants_lose_nothing_that_they_acknowledged(tmp_path):
    found = told(tmp_path, "killed", KILLS, 11)
    assert found["kills"] == KILLS
    assert found["cut"] > KILLS / 4, "the story must kill in the middle of things"
    assert found["done"] > KILLS / 2
    assert found["left"] == []


def test_twenty_processes_that_write_at_once_lose_nothing(tmp_path):
    found = told(tmp_path, "at-once", 20, 5)
    assert found["begun"] == found["done"] >= 30
