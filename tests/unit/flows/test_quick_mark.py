"""The quick mark is the same mark as the long way's, or none at all."""

import json
import os
from pathlib import Path

import pytest

from cm.flows import marking
from cm.flows.context import Wish, quick_context
from cm.flows.env import open_env
from cm.flows.quick_mark import quick_mark
from tests.kit import run_cm

RULE = "r-aaaaaaaaaaaaa"
BOOK = """\
schema: 1
rules:
  - {id: r-aaaaaaaaaaaaa, text: Run the tests with uv., kind: rule, state: active, origin: {by: human, at: 2026-11-01T00:00:00Z}}
  - {id: r-aaabbbbbbbbbb, text: Run the linter first., kind: rule, state: active, origin: {by: human, at: 2026-11-01T00:00:00Z}}
  - {id: r-gone000000000, text: Old., kind: rule, state: superseded, replaced_by: r-aaaaaaaaaaaaa, origin: {by: human, at: 2026-11-01T00:00:00Z}}
"""


@pytest.fixture
def home(own_world, tmp_path):
    folder = Path(os.environ["CM_HOME"])
    folder.mkdir()
    (folder / "playbook.yaml").write_text(BOOK)
    os.utime(folder / "playbook.yaml", (1_700_000_000, 1_700_000_000))
    for _ in range(2):
        quick_context(os.environ, str(tmp_path), "run the tests", Wish(log=False))
    return folder


def lines(home):
    path = home / "ledger" / "feedback.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def mark(tmp_path, rule=RULE, verdict="helpful", session="pi/1"):
    return quick_mark(os.environ, str(tmp_path), rule, verdict, session)


def test_its_line_is_the_long_way_s_line(home, tmp_path):
    quick = mark(tmp_path)
    (line,) = lines(home)
    (home / "ledger" / "feedback.jsonl").unlink()
    long = marking.mark(open_env(os.environ, tmp_path), RULE, "helpful", "pi/1")
    (other,) = lines(home)
    assert list(line) == list(other)
    assert {**line, "at": ""} == {**other, "at": ""}
    assert (quick.mark, quick.by, quick.rule) == (long.mark, long.by, long.rule)


def test_a_beginning_is_enough_when_it_is_one_rule_s(home, tmp_path):
    assert mark(tmp_path, "aaaaa").rule == RULE
    assert mark(tmp_path, "r-aaa") is None
    assert len(lines(home)) == 1


def test_the_same_mark_again_is_left_to_the_long_way(home, tmp_path):
    assert mark(tmp_path) is not None
    assert mark(tmp_path) is None
    assert mark(tmp_path, verdict="harmful") is not None


def test_without_a_session_each_mark_has_an_id_of_its_own(home, tmp_path):
    assert mark(tmp_path, session="").mark != mark(tmp_path, session="").mark


@pytest.mark.parametrize("rule", ["r-gone000000000", "r-nothere000000", "", "r-"])
def test_what_is_not_one_rule_in_service_is_left_to_the_long_way(home, tmp_path, rule):
    assert mark(tmp_path, rule) is None
    assert lines(home) == []


def test_a_book_that_changed_since_is_left_to_the_long_way(home, tmp_path):
    (home / "playbook.yaml").write_text(BOOK.replace(RULE, "r-zzzzzzzzzzzzz"))
    assert mark(tmp_path) is None
    assert lines(home) == []


def test_words_that_were_erased_are_left_to_the_long_way(home, tmp_path):
    (home / "state").mkdir(exist_ok=True)
    (home / "state" / "tombstones.jsonl").write_text("")
    assert mark(tmp_path) is None


def test_the_mark_is_seen_by_the_next_context(home, tmp_path):
    for n in range(3):
        assert run_cm("mark", RULE, "--helpful", "--session", f"pi/{n}", cwd=tmp_path).code == 0
    found = quick_context(os.environ, str(tmp_path), "run the tests with uv", Wish(log=False))
    assert found.rules[0].stage == "established"


def test_a_mark_that_the_index_took_in_is_not_given_twice_nor_one_that_came_since(home, tmp_path):
    assert mark(tmp_path) is not None
    for _ in range(2):
        quick_context(os.environ, str(tmp_path), "run the tests", Wish(log=False))  # takes the mark in
    assert mark(tmp_path) is None
    assert mark(tmp_path, session="pi/2") is not None
    assert mark(tmp_path, session="pi/2") is None
    assert mark(tmp_path, session="pi/3") is not None
    assert [line["session"] for line in lines(home)] == ["pi/1", "pi/2", "pi/3"]
