"""What a session cost: what stayed broken, what was tried again and again, and the time at work."""

from cm.core.reading.trouble import trouble
from cm.model.session import Event


def events(*runs, gap=60):
    out = []
    for n, (command, code) in enumerate(runs):
        at = f"2026-11-20T{10 + n * gap // 3600:02}:{n * gap // 60 % 60:02}:00Z"
        out.append(Event(f"e-{n}", "s", 2 * n, at, "agent", "command", command))
        out.append(Event(f"e-{n}o", "s", 2 * n + 1, at, "tool", "output", "", of=f"e-{n}", exit=code))
    return out


def test_what_passed_later_is_no_error():
    assert trouble(events(("make db", 1), ("make db", 0))).errors == 0
    assert trouble(events(("pytest a.py", 1), ("pytest", 0))).errors == 0
    assert trouble(events(("pytest a.py", 1), ("ruff check", 0))).errors == 1
    assert trouble(events(("ls nowhere", 1), ("grep x y", 1))).errors == 0


def test_three_failures_in_a_row_are_retries():
    assert not trouble(events(("make a", 1), ("make a", 1))).retries
    assert trouble(events(("make a", 1), ("make a", 1), ("make a", 1))).retries
    assert not trouble(events(("make a", 1), ("make a", 0), ("make a", 1), ("make a", 1))).retries


def test_pauses_are_no_work():
    assert trouble(events(("make a", 0), ("make a", 0))).seconds == 60
    assert trouble(events(("make a", 0), ("make a", 0), gap=7200)).seconds == 0
    assert trouble([Event("e", "s", 1, "", "user", "message", "hi")]).seconds == 0
