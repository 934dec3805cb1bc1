"""What `cm doctor` looks at of facts, of who may see a rule and of tasks: what is to be looked at again, what lies where others read it.

Not here: the other checks (`checks.py`), and what is told of a rule at length (`flows/stale.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple
from typing import Final

from cm.core.serving.validity import begins, is_due, span_of
from cm.flows.checks import Check, Finding
from cm.flows.env import Env
from cm.flows.reading import shelf
from cm.model.rule import Rule
from cm.store.tasks import read_tasks

IN_FORCE: Final = ("active", "contested")
NAMED: Final = 3


def look_at_reviews(env: Env) -> Iterator[Finding]:
    """Is there a rule that somebody wanted to look at again by now, or one that says so in words that name no day?"""
    rules = [item.rule for item in shelf(env).shelved if item.trusted and item.rule.state in IN_FORCE]
    if due := [rule for rule in rules if is_due(rule, env.now)]:
        some = "1 rule is" if len(due) == 1 else f"{len(due)} rules are"
        yield Finding(
            "note", "review-due", f"{some} to be looked at again by now: {_some(due)}",
            "cm stale --cause review-due lists them, cm review asks",
        )  # fmt: skip
    if vague := [rule for rule in rules if rule.review_after and begins(rule.review_after) is None]:
        yield Finding(
            "warning", "no-day", f"`review_after` of {_some(vague)} names no day: nobody is asked",
            "write it as 2027-03-01, 2027-03 or 2027",
        )  # fmt: skip


def look_at_times(env: Env) -> Iterator[Finding]:
    """Does every rule that holds for a time say so in words that name one, and begin before it ends?"""
    rules = [item.rule for item in shelf(env).shelved if item.trusted and item.rule.state in IN_FORCE]
    if vague := [rule for rule in rules if rule.valid and any(map(_names_no_time, astuple(rule.valid)))]:
        yield Finding(
            "warning", "no-time", f"`valid` of {_some(vague)} names no time on one side: it is read as open there",
            "write it as 2027-03-01, 2027-03 or 2027",
        )  # fmt: skip
    if turned := [rule for rule in rules if _ends_first(rule)]:
        yield Finding(
            "warning", "ends-first", f"`valid` of {_some(turned)} ends before it begins: it is never served",
            "write `from` before `until`",
        )  # fmt: skip


def _names_no_time(text: str) -> bool:
    return bool(text) and begins(text) is None


def _ends_first(rule: Rule) -> bool:
    begin, end = span_of(rule)
    return begin is not None and end is not None and end <= begin


def look_at_private(env: Env) -> Iterator[Finding]:
    """Does a rule that says it is private lie in a repository, where others read it?"""
    found = [
        item.rule
        for item in shelf(env).shelved
        if item.layer == "repo" and item.trusted and item.rule.visibility == "private"
    ]
    if found and env.repo is not None:
        yield Finding(
            "warning", "private-in-repo", f"{env.repo.playbook} holds what says that it is private: {_some(found)}",
            "take it out of that file (its history keeps it), and `cm remember` it without --repo",
        )  # fmt: skip


def look_at_tasks(env: Env) -> tuple[Finding, ...]:
    """Can the list of tasks be read? It is not written over while it cannot; what is raised is the finding."""
    read_tasks(env.home)
    return ()


ALL: Final[tuple[Check, ...]] = (
    Check("reviews", look_at_reviews),
    Check("times", look_at_times),
    Check("private", look_at_private),
    Check("tasks", look_at_tasks),
)


def _some(rules: list[Rule]) -> str:
    more = f" and {len(rules) - NAMED} more" if len(rules) > NAMED else ""
    return ", ".join(rule.id for rule in rules[:NAMED]) + more
