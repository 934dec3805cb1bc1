"""What a session tried to write and did not is no feedback; how a mark is written is in `tests/cases/inline_marks`."""

import pytest

from cm.core.reading.inline_marks import inline_marks
from cm.model.session import Event

EDIT = Event("e-1", "s", 1, "", "file", "message", "app.py\n# [cm: helpful r-7k2m9q4d] it held", tool="Edit")
COMMAND = Event(
    "e-2", "s", 2, "", "agent", "command", "git commit -m '[cm: harmful r-7k2m9q4d] slow'", tool="Bash"
)


def after(said, by, kind, of):
    return [each.verdict for each in inline_marks([said, Event("e-9", "s", 9, "", by, kind, "no", of=of)])]


@pytest.mark.parametrize("said, verdict", [(EDIT, "helpful"), (COMMAND, "harmful")])
@pytest.mark.parametrize("by, kind", [("host", "error"), ("tool", "error"), ("user", "interrupt")])
def test_an_edit_or_a_command_that_was_not_done_marks_nothing(said, verdict, by, kind):
    assert after(said, by, kind, said.id) == []
    assert after(said, by, kind, "e-5") == [verdict]
    assert after(said, by, kind, "") == [verdict]


def test_a_command_that_ended_badly_ran_and_its_mark_stands():
    assert after(COMMAND, "tool", "output", COMMAND.id) == ["harmful"]


def test_the_same_mark_in_the_edit_that_went_in_afterwards_counts():
    refused = Event("e-3", "s", 3, "", "host", "error", "no", of="e-1")
    again = Event("e-4", "s", 4, "", "file", "message", EDIT.text, tool="Edit")
    assert [each.event for each in inline_marks([EDIT, refused, again])] == ["e-4"]
