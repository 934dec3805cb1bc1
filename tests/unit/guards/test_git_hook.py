"""What the guard of a repository tells of a refusal."""

import pytest

from guards.git_hook import Guard, Refused
from guards.runtime import Verdict


@pytest.mark.parametrize(
    ("path", "story"),
    [
        ("a\x1b[2J\nnothing here.sh", "It took the server."),
        ("a.sh", {"message": "It took\x1b]0;x\x07 the server.\n\n  b.sh:1: ok"}),
        ("a.sh", ["It took the server."]),
        ("a.sh", {"quote": ["It took the server."]}),
    ],
)
def test_a_refusal_is_told_line_by_line_whatever_a_path_or_a_story_holds(path, story):
    row = {"id": "t-root", "severity": "fatal", "story": story, "instead": "Name\x9b one."}
    told = Guard.told(
        None, Refused(path, 3, Verdict("deny", row, "here:1", "rm --token=hunter2hunter2 /"), False, "")
    )
    assert len(told) == 5
    assert all(line.isprintable() for line in told)
    assert "It took" in told[1]
    assert "hunter2" not in "".join(told)
