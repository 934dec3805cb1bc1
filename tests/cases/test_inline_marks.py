"""Marks in comments and talk, stanza by stanza."""

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from cm.core.reading.inline_marks import inline_marks, resolve_marks
from cm.model.session import Event

CASES = YAML(typ="safe").load((Path(__file__).parent / "inline_marks" / "found.yaml").read_text("utf-8"))
KNOWN = ("r-7k2m9q4dx1c8v", "r-aaaa1111bbbb2", "r-aaaa2222cccc3", "b-9f8e7d6c")
KINDS = {"user": "message", "agent": "message", "tool": "output", "host": "summary"}


def event_of(case):
    for by, kind in KINDS.items():
        if by in case:
            return Event("e-1", "s", 1, "", by, kind, case[by])
    if "command" in case:
        return Event("e-1", "s", 1, "", "agent", "command", case["command"])
    path, text = case["edit"]
    return Event("e-1", "s", 1, "", "file", "message", f"{path}\n{text}", of="e-0", tool="Edit")


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_a_mark_is_found_or_it_is_none(case):
    found = resolve_marks(inline_marks([event_of(case)]), KNOWN)
    assert [f"{each.verdict} {each.rule} | {each.reason}" for each in found.marks] == case.get("marks", [])
    assert list(found.unknown) == case.get("unknown", [])
