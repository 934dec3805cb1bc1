"""Which rules speak of a moment."""

import pytest

from cm.core.curation.passing import is_passing
from cm.model.rule import Origin
from tests.kit import rule, ts


@pytest.mark.parametrize(
    "text",
    [
        "Fix the failing test in this PR before anything else.",
        "For this task, use the staging database.",
        "Use port 5439 for now.",
        "Only touch the README today.",
        "Für diesen PR bitte keine Tests anfassen.",
        "En esta rama no toques las migraciones.",
        "Pour cette tâche, utilise la base de staging.",
        "这个任务只改前端。",
        "今回はテストを飛ばす。",
    ],
)
def test_what_was_said_of_one_task_or_day_is_a_leftover(text):
    assert is_passing(rule(text))


@pytest.mark.parametrize(
    "text",
    [
        "Run the tests before every commit.",
        "Put `today` into the changelog's heading.",
        "Use today's date in the heading of a release.",
        "Close each task with a note.",
        "Open a PR per ticket.",
        "Look at the current branch before the first change.",
        "Say “this PR” in no commit message.",
        "Nutze für jede Aufgabe einen eigenen Branch.",
    ],
)
def test_what_holds_for_every_task_is_none(text):
    assert not is_passing(rule(text))


def test_a_machines_rule_is_also_asked_for_its_form():
    text = "Chat with me in Spanish."
    assert not is_passing(rule(text))
    assert is_passing(rule(text, origin=Origin("heuristic", ts())))
