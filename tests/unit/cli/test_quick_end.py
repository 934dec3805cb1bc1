"""A quick door as a process: it ends as soon as its answer is out, and nothing of the answer is lost by that."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
ENTRY = "import atexit, sys; atexit.register(print, 'taken apart'); from cm.cli.quick import main; sys.exit(main())"


@pytest.fixture
def home(own_world):
    folder = Path(os.environ["CM_HOME"])
    folder.mkdir()
    rules = "".join(
        f"  - id: r-{n}\n    text: Run the tests of part {n} with `uv run pytest part{n}`.\n    state: active\n"
        for n in range(40)
    )
    (folder / "playbook.yaml").write_text(f"schema: 1\nrules:\n{rules}")
    return folder


def run(*words, **more):
    world = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", ENTRY, *words], capture_output=True, text=True, env=world, check=False, **more
    )


def test_the_whole_answer_arrives_and_the_interpreter_is_not_taken_apart(home, tmp_path):
    for _ in range(2):  # the long way, then the quick one
        done = run(
            "context", "--json", "--max-rules", "40", "--budget", "9000", "run the tests", cwd=tmp_path
        )
        assert done.returncode == 0
        assert len(json.loads(done.stdout)["data"]["rules"]) == 40
    marked = run("mark", "r-7", "--helpful", cwd=tmp_path)
    assert (marked.returncode, marked.stdout) == (0, "marked: r-7 helpful\n")
    assert (home / "ledger" / "feedback.jsonl").read_text().count("r-7") == 1


def test_what_is_said_beside_the_answer_arrives_too(home, tmp_path):
    (home / "journal").mkdir()
    (home / "journal" / "x.jsonl").write_text("{}\n")
    done = run("search", "run the tests", cwd=tmp_path)
    assert done.returncode == 0
    assert "«tests»" in done.stdout


def test_a_mistake_ends_with_its_own_code_in_the_ordinary_way(home, tmp_path):
    done = run("context", cwd=tmp_path)
    assert done.returncode == 2
    assert "context needs a task" in done.stderr
    assert done.stdout == "taken apart\n"


def test_a_reader_who_has_left_is_no_error(home, tmp_path):
    world = {**os.environ, "PYTHONPATH": str(ROOT)}
    reading, writing = os.pipe()
    os.close(reading)
    process = subprocess.Popen(
        [sys.executable, "-c", ENTRY, "context", "run the tests"],
        stdout=writing, stderr=subprocess.PIPE, env=world, cwd=tmp_path,
    )  # fmt: skip
    os.close(writing)
    _, said = process.communicate(timeout=60)
    assert b"Traceback" not in said
