import json
import subprocess
import sys

import pytest

from tests.bench.ingest import AIM_RSS_MB, write_session

pytestmark = pytest.mark.story


def bench(*args):
    command = [sys.executable, "-m", "tests.bench.ingest", *map(str, args)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=100)
    return json.loads(done.stdout.splitlines()[-1])


def test_the_bench_tells_what_was_read_and_what_it_cost(tmp_path):
    write_session(tmp_path / "one.jsonl", 2_000_000)
    (tmp_path / "two.jsonl").write_text('{"of": "nobody"}\n')
    told = bench(tmp_path)
    assert (told["files"], told["files_unrecognised"], told["files_failed"], told["sessions"]) == (
        1,
        1,
        [],
        1,
    )
    assert told["events"] > 50
    assert told["records"] >= told["events"]
    assert told["skipped"]
    assert told["second_run_new_records"] == 0
    assert told["ratio"] > 0


def test_memory_does_not_grow_with_the_file():
    small = bench("--synthetic-mb", 2)
    large = bench("--synthetic-mb", 30)
    assert large["peak_rss_mb"] < min(AIM_RSS_MB, small["peak_rss_mb"] + 20)


def test_with_nothing_new_no_transcript_is_opened():
    told = bench("--idle", 60)
    assert (told["first_run_events"], told["walked"], told["unchanged"], told["opened"]) == (60, 60, 60, 0)
