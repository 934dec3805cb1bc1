"""What was forgotten does not come back."""

from dataclasses import replace

import pytest

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
