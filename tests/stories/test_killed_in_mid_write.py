import json
import os
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.story, pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")]


def told(tmp_path, verb, trouble, stride=1):
    home = tmp_path / "a home with ünïcode"
    home.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "tests.stories.killed_child", str(home), verb, trouble, str(stride)],
        env={**os.environ, "PYTHONPATH": os.getcwd()}, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout)
    assert found["left"] == []
    return found


@pytest.mark.parametrize(
    "verb, stride, touches",
    [
        ("forget", 1, 25),
        ("marks of a change", 2, 15),
        ("add", 3, 10),
        ("undo", 3, 10),
        ("scrub", 3, 10),
        ("mark", 1, 2),
        ("request", 3, 10),
        ("tasks", 1, 5),
    ],
)
def test_a_process_killed_at_any_touch_of_the_disk_leaves_all_of_a_change_or_nothing(
    tmp_path, verb, stride, touches
):
    found = told(tmp_path, verb, "kill", stride)
    assert found["told"]["died"] >= touches, "the story must really have killed"
    assert found["told"]["lived"] >= 3
    assert found["told"]["undone"] >= (verb != "mark"), "some were killed before they happened"
    assert found["notes"] == []


@pytest.mark.parametrize("trouble", ["full", "read-only"])
def test_a_disk_that_fills_up_or_turns_read_only_in_mid_change_leaves_all_of_it_or_nothing(tmp_path, trouble):
    found = told(tmp_path, "forget", trouble)
    assert found["told"]["refused"] > 5, "it was said, and nothing died"
    assert found["told"]["died"] == 0
