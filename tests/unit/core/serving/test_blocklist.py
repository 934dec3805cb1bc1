"""What was forgotten does not come back."""

from dataclasses import replace

import pytest

from cm.core.language.text import normalise
from cm.core.serving.blocklist import NOTHING_BLOCKED, Blocklist
from cm.model.ledger import Blocked
from tests.kit import ts

LINE = Blocked("x-1", "r-1", "run `npm install` in ci before the build", ts(2), "human")
BLOCKED = Blocklist.from_lines([LINE])


@pytest.mark.parametrize(
    "text",
    [
        "Run `npm install` in CI before the build.",
        "run npm  INSTALL in CI before the build",
        "Always run `npm install` in the CI before the build!",
        "Run `npm install` in CI before the nightly build",
    ],
)
def test_exact_and_near_copies_are_hit(text):
    assert BLOCKED.hit(text) == "x-1"


@pytest.mark.parametrize(
    "text",
    [
        "Never run `npm install` in CI before the build.",
        "Run `pnpm install` in CI before the build.",
        "Run `npm install` in CI after the build.",
        "Run `npm install` in CI before the build of v2.",
        "Use tabs.",
        "",
    ],
)
def test_its_negation_and_other_things_are_not(text):
    assert BLOCKED.hit(text) == ""


def test_a_block_that_was_undone_blocks_nothing():
    undo = replace(LINE, id="x-2", text="", at=ts(1), undoes="x-1")
    assert Blocklist.from_lines([LINE, undo]).hit(LINE.text) == ""
    assert len(Blocklist.from_lines([LINE, undo])) == 0


def test_an_empty_list_hits_nothing_and_an_empty_line_blocks_nothing():
    assert NOTHING_BLOCKED.hit("anything") == ""
    assert Blocklist.from_lines([replace(LINE, text=" … ")]).hit("…") == ""


OTHERS = [
    ("Always push straight to main.", "Never push straight to main."),
    ("Always push straight to main.", "Push straight to main only when the release captain says so."),
    ("Use npm for packages.", "Use pnpm for packages."),
    ("Use npm for packages.", "Do not use npm for packages."),
    ("Run the server on port 3000.", "Run the server on port 8080."),
    ("Keep functions under 40 lines.", "Keep functions under 60 lines."),
    ("Put tests into `tests/unit`.", "Put tests into `tests/stories`."),
    ("Deploy with `make deploy --fast`.", "Deploy with `make deploy --safe`."),
    ("Requires Python 3.11.", "Requires Python 3.12."),
    ("Wait 5 seconds before a retry.", "Wait 5 minutes before a retry."),
    ("Never commit generated files.", "Commit generated files."),
    ("Run the linter before committing.", "Run the linter after committing."),
    ("Sign every commit with GPG.", "Sign every commit with SSH."),
    ("始终使用 npm。", "不要使用 npm。"),
    ("Immer mit Tabs einrücken.", "Nie mit Tabs einrücken."),
]


@pytest.mark.parametrize("withdrawn, other", OTHERS)
def test_neither_the_negation_nor_another_number_path_or_tool_is_withdrawn(withdrawn, other):
    for one, two in ((withdrawn, other), (other, withdrawn)):
        held = Blocklist.from_lines([replace(LINE, text=normalise(one))])
        assert held.hit(one) == "x-1"
        assert held.hit(two) == ""


@pytest.mark.parametrize("text", [pair[0] for pair in OTHERS])
def test_case_space_and_marks_bring_nothing_back(text):
    held = Blocklist.from_lines([replace(LINE, text=normalise(text))])
    for said in (
        text.upper() if "`" not in text else text,
        f"  {text}  ",
        text.replace(" ", "  "),
        text.rstrip(".。") + "!",
    ):
        assert held.hit(said) == "x-1", said
