"""The search benchmark says in one JSON line what it measured, and every kind of query finds something in its history."""

import json
import shutil
import subprocess
import sys

import pytest

pytestmark = pytest.mark.story


def test_the_bench_measures_every_query_beside_the_other_programs():
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.search", "--events", "1500", "--runs", "1"],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    told = json.loads(done.stdout.splitlines()[-1])
    assert (told["events"], told["runs"]) == (1500, 1)
    assert told["index_bytes"] > 0
    assert told["cold_ms"]["p50"] > told["warm_ms"]["p50"] > 0
    assert ("cold_per_rg" in told) == (shutil.which("rg") is not None)
    found = {row["query"]: row["hits"] for row in told["queries"]}
    assert found["a common word"] == 10
    assert found["failed commands"] > 0
    assert found["two Chinese characters"] > 0
    assert found["nothing"] == 0
