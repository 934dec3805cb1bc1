import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from tests.bench.ingest import write_session
from tests.kit import run_cm

pytestmark = [
    pytest.mark.story,
    pytest.mark.skipif(os.name == "nt", reason="a console's ^C cannot be sent to one group here"),
]

FILES = 30


@pytest.fixture(scope="module")
def history(tmp_path_factory):
    """Thirty sessions of a size that several processes read."""
    root = tmp_path_factory.mktemp("history")
    folder = root / ".claude" / "projects" / "-srv-shop"
    folder.mkdir(parents=True)
    for number in range(FILES):
        name = f"{number:08d}-3b4a-4c5d-8e6f-7a8b9c0d1e2f"
        path = folder / f"{name}.jsonl"
        write_session(path, 400_000, name=name, seed=number)
        os.utime(path, (1000 + number, 1000 + number))
    return root


def world(history, home):
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("CM_", "CLAUDE", "CODEX"))
    }
    return {
        **kept,
        "HOME": str(history),
        "CM_HOME": str(home),
        "PYTHONPATH": os.getcwd(),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def interrupted_after(seconds, env, cwd):
    """Runs `cm sessions` in a group of its own and sends that group ^C, as a terminal does."""
    command = [sys.executable, "-m", "cm", "sessions", "--host", "claude-code", "--max", "1"]
    child = subprocess.Popen(
        command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests that run behind `&` inherit a deaf ear
    )  # fmt: skip
    time.sleep(seconds)
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGINT)
    _, errors = child.communicate(timeout=60)
    return child, errors


def gone(group):
    """Whether no process of a group is left, given a moment."""
    for _ in range(50):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def journal(home):
    """What lies in the journal, whatever the order of the lines."""
    return {
        path.name: sorted(line for line in path.read_bytes().splitlines() if line.startswith(b'{"t":"e"'))
        for path in (home / "journal").rglob("*.jsonl")
    }


def test_control_c_at_any_time_keeps_what_was_read_and_the_next_run_goes_on(history, tmp_path):
    whole = tmp_path / "whole"
    begun = time.monotonic()
    assert run_cm("sessions", "--host", "claude-code", env=world(history, whole), cwd=tmp_path).code == 0
    took = time.monotonic() - begun
    expected = journal(whole)
    assert len(expected) == FILES

    home = tmp_path / "home"
    told = []
    shares = (0.15, 0.35, 0.55, 0.75, 0.9, 0.6, 0.4)
    # a busy machine is slower, or faster, than it was a moment ago
    later = tuple(0.35 + 0.07 * step for step in range(25))
    for number, share in enumerate((*shares, *later)):
        if number >= len(shares):
            if told:
                break
            home = tmp_path / f"home-{number}"  # nothing of it is read yet
        child, errors = interrupted_after(took * share, world(history, home), tmp_path)
        assert child.returncode in (0, 130, -signal.SIGINT), errors
        assert "Traceback" not in errors or child.returncode == -signal.SIGINT, errors
        assert gone(child.pid), "a reader outlived its caller"
        if "files;" in errors:
            told.append(errors)
    assert told, "no run was interrupted while it read"
    assert all("new events are kept" in errors and "run it again" in errors for errors in told)

    rest = run_cm("sessions", "--host", "claude-code", "--json", env=world(history, home), cwd=tmp_path)
    assert rest.code == 0
    assert journal(home) == expected
    again = run_cm("sessions", "--host", "claude-code", "--json", env=world(history, home), cwd=tmp_path)
    total = again.data["read"]["total"]
    assert (total["files"], total["unchanged"], total["records"]) == (FILES, FILES, 0)
    checked = run_cm("journal", "verify", env=world(history, home), cwd=tmp_path)
    assert checked.code in (0, 2), checked.err  # 2: this cm has no such command
