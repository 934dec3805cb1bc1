"""Many agents ask and mark at the same time, from nothing on: every answer is right and nothing is lost."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.story

RULES = """\
schema: 1
rules:
  - id: r-tests00000000
    text: Run the tests with `uv run pytest -q`.
    kind: rule
    state: active
    origin: {by: human, at: 2026-11-01T00:00:00Z}
"""
ROOT = Path(__file__).parents[2]


@pytest.fixture
def home(own_world):
    folder = Path(os.environ["CM_HOME"])
    folder.mkdir()
    (folder / "playbook.yaml").write_text(RULES)
    return folder


def start(*words, cwd):
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen([sys.executable, "-m", "cm", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd, env=env)  # fmt: skip


def test_many_first_questions_and_marks_at_once(home, tmp_path):
    asked = [start("context", "--json", "run the tests", cwd=tmp_path) for _ in range(8)]
    marked = [
        start("mark", "r-tests00000000", "--helpful", "--session", f"s{n}", cwd=tmp_path) for n in range(8)
    ]
    answers = [process.communicate(timeout=120) for process in asked]
    for out, err in answers:
        assert err == b""
        assert [rule["id"] for rule in json.loads(out)["data"]["rules"]] == ["r-tests00000000"]
    assert [process.wait(timeout=120) for process in marked] == [0] * 8
    assert len((home / "ledger" / "feedback.jsonl").read_text().splitlines()) == 8
    assert len((home / "ledger" / "shown.jsonl").read_text().splitlines()) == 8
    out, _ = start("context", "--json", "run the tests", cwd=tmp_path).communicate(timeout=60)
    assert json.loads(out)["data"]["rules"][0]["stage"] == "established"


def test_an_index_that_vanishes_or_breaks_between_two_questions_is_mended(home, tmp_path):
    path = home / "cache" / "index.db"
    for damage in (None, path.unlink, lambda: path.write_bytes(b"\0" * 100_000), lambda: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])):  # fmt: skip
        if damage is not None:
            damage()
        for _ in range(2):
            out, err = start("context", "--json", "run the tests", cwd=tmp_path).communicate(timeout=60)
            assert err == b""
            assert [rule["id"] for rule in json.loads(out)["data"]["rules"]] == ["r-tests00000000"]
