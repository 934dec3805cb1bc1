"""The shapes in which other tools hand sessions over are as the documentation says."""

import re
from pathlib import Path

from cm.hosts.registry import recognise
from cm.store.transcripts import first_values
from tests.hosts.kit import fold, head, lines, read, said, skips

DOCS = Path(__file__).parents[2] / "docs" / "generic-sessions.md"


def example(fence, name, tmp_path):
    close = fence.rstrip("abcdefghijklmnopqrstuvwxyz")
    text = re.search(rf"^{fence}\n(.*?)^{close}$", DOCS.read_text("utf-8"), re.DOTALL | re.MULTILINE)[1]
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


def test_the_documented_lines_are_read(tmp_path):
    path = example("```jsonl", "42.jsonl", tmp_path)
    assert recognise(first_values(path)).name == "generic-tool"
    items = read("generic-tool", path)
    assert lines(items) == [
        "user message: run the tests",
        "agent message: Running them.",
        "agent command: pytest -q",
        "tool output: 1 failed [exit 1] [of 2]",
        "agent edit: /home/ann/shop/total.py",
        "user message: no, use uv run pytest",
    ]
    known = head(items)
    assert (known.id, known.cwd, known.branch, known.version) == (
        "generic-tool/42",
        "/home/ann/shop",
        "main",
        "helpmate 1.2",
    )
    assert skips(items) == ["bookkeeping:header"]


def test_the_documented_text_is_read(tmp_path):
    path = example("````markdown", "43.md", tmp_path)
    assert recognise(first_values(path)).name == "generic-tool"
    items = read("generic-tool", path)
    assert lines(items) == [
        "user message: run the tests",
        "agent command: pytest -q",
        "tool output: 1 failed [exit 1] [of 1]",
        "user message: no, use uv run pytest",
    ]


def test_without_a_schema_nothing_is_recognised():
    assert recognise([{"by": "user", "text": "x"}]) is None
    assert recognise(["## user\n\nx"]) is None


def test_the_same_words_twice_are_two_events_and_an_id_makes_them_one():
    twice = fold("generic-tool", {"by": "user", "text": "go on"}, {"by": "user", "text": "go on"})
    assert said(twice) == ["go on", "go on"]
    named = fold(
        "generic-tool", {"by": "user", "id": "1", "text": "go on"}, {"by": "user", "id": "1", "text": "go on"}
    )
    ids = {item.id for item in named[:-1]}
    assert len(ids) == 1


def test_what_is_said_to_a_subagent_is_not_the_users():
    items = fold(
        "generic-tool",
        {"schema": "cm.session/1", "session": "s", "parent": "p"},
        {"by": "user", "text": "look"},
    )
    assert said(items) == []
    assert head(items).parent == "generic-tool/p"
