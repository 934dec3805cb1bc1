from pathlib import Path

import pytest
from ruamel.yaml import YAML

from cm.core.reading.outcome import judge
from cm.model.session import Event

CASES = YAML(typ="safe").load((Path(__file__).parent / "outcome" / "ends.yaml").read_text("utf-8"))


def events_of(lines):
    events = []
    for number, line in enumerate(lines):
        ((who, text),) = line.items()
        by = {"u": "user", "a": "agent"}.get(who, "tool")
        kind = "output" if by == "tool" else "message"
        exit_status = int(who[1:]) if by == "tool" else None
        events.append(Event(f"e-{number}", "s", number, "", by, kind, text, exit=exit_status))
    return events


@pytest.mark.parametrize(
    "case", CASES, ids=[f"{c['is']}: {next(iter(c['events'][-1].values()))[:40]!r}" for c in CASES]
)
def test_the_end_of_a_session_is_judged(case):
    status, mood = case["is"].split()
    judged = judge(events_of(case["events"]))
    assert judged.status == status, judged.signals
    if mood != "-":
        assert judged.mood == mood, judged.signals
