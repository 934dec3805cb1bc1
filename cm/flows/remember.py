"""Keeps one rule in the user's own words; here or everywhere. A short road to `flows/add.py`, not another gate."""

from __future__ import annotations

import os
from dataclasses import replace

from cm.flows.add import Wish, add
from cm.flows.env import Env
from cm.flows.telling import Change, or_refuse
from cm.model.delta import Add
from cm.model.rule import Layer, Scope


def remember(
    env: Env, wish: Wish, *, everywhere: bool = False, layer: Layer = "user", check: bool = False, request_id: str = "",
    if_revision: str = "", branch: str = "",
) -> Change:  # fmt: skip
    """Keeps the rule for this project, or for all when there is no project here or `everywhere` is said.

    With `branch` (`here`, or the name of the one checked out) it holds on that branch alone until that is merged. Raises Usage.
    """
    scope = wish.add.scope
    if not scope.project and not everywhere and layer == "user" and in_a_project(env):
        scope = replace(scope, project=env.project)
    rule = replace(wish.add, scope=scope)
    if branch:
        from cm.flows.unmerged import asked_for  # late: git is asked only for it

        rule = asked_for(env, rule, branch, keep=not check)
    change = add(
        env, [replace(wish, add=rule)], layer=layer, check=check, request_id=request_id,
        if_revision=if_revision, verb="remember",
    )  # fmt: skip
    return change if check else or_refuse(change)


def in_a_project(env: Env) -> bool:
    """Whether the current folder belongs to a repository, or the user named the project."""
    return env.repo is not None or bool(env.settings.project)


def plain(
    text: str, *, kind: str = "rule", category: str = "", why: str = "", scope: Scope | None = None, about: str = "", since: str = "",
    until: str = "", review_after: str = "", visibility: str = "",
) -> Add:  # fmt: skip
    """A delta from words typed at the command line. Raises Usage."""
    from cm.errors import Usage
    from cm.flows.facts_told import with_told
    from cm.model.rule import KINDS

    found = next((known for known in KINDS if known == kind), None)
    if found is None:
        raise Usage(f"there is no kind `{kind}`", hint=f"one of {', '.join(KINDS)}")
    if not text.strip():
        raise Usage("the rule has no text", hint='cm remember "Run the tests with uv run pytest -q."')
    add = Add(text=os.fspath(text).strip(), kind=found, category=category, why=why, scope=scope or Scope())
    return with_told(
        add, about=about, since=since, until=until, review_after=review_after, visibility=visibility
    )
