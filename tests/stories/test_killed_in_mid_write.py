import json
import os
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.story, pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")]


def test_a_process_killed_at_any_instant_leaves_a_store_that_loads_and_loses_nothing_acknowledged(tmp_path):
    home = tmp_path / "a home with ünïcode"
    home.mkdir()
    world = {**os.environ, "PYTHONPATH": os.getcwd()}
    done = subprocess.run(
        [sys.executable, "-m", "tests.stories.killed_child", str(home)],
        env=world, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout)
    assert told["died"] > 20, "the story must really have killed"
    assert told["lived"] >= 3
    assert told["left"] == []
    assert told["notes"] == []
    assert told["state"] == "retired"
