"""A project keeps its rules when its name changes: a folder gets a repository, a first commit, a remote."""

import subprocess

import pytest

from cm.cli.list import render
from cm.flows.add import Wish
from cm.flows.context import context
from cm.flows.diary import diaries
from cm.flows.listing import Wanted, list_rules
from cm.flows.project import project
from cm.flows.reflect import Wish as Asked
from cm.flows.reflect import reflect
from cm.flows.remember import plain, remember
from cm.flows.review import queue
from cm.flows.search import search
from cm.flows.sessions import Filter, sessions
from cm.flows.why import why
from cm.model.session import Event, SessionHead
from cm.store.journal import Journal
from tests.kit import ts
from tests.kit.world import world

TEXT = "Use pnpm here, never npm."


def git(root, *words):
    quiet = [
        "git",
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@t",
        "-c",
        "commit.gpgsign=false",
        "-C",
        str(root),
    ]
    subprocess.run([*quiet, *words], check=True, capture_output=True)


def commit(root):
    git(root, "commit", "--allow-empty", "-q", "-m", "one")


def add_remote(root):
    git(root, "remote", "add", "origin", "git@github.com:acme/shop.git")


@pytest.fixture
def shop(tmp_path):
    root = tmp_path / "shop"
    root.mkdir()
    git(root, "init", "-q")
    return root


def served(env):
    return [rule.text for rule in context(env, "install with npm or pnpm").rules]


@pytest.mark.parametrize("before, after", [([], [commit]), ([], [add_remote]), ([commit], [add_remote]), ([], [commit, add_remote])])  # fmt: skip
def test_rules_follow_their_project_to_its_next_name(tmp_path, shop, before, after):
    for step in before:
        step(shop)
    first = world(tmp_path, cwd=shop)
    rule = remember(first, Wish(plain(TEXT))).told[0].rule
    assert served(first) == [TEXT]
    assert project(first).action == "created"
    for step in after:
        step(shop)
    later = world(tmp_path, cwd=shop)
    assert later.project != first.project
    assert served(later) == [TEXT]
    assert served(later) == [TEXT]
    assert [(item.here, item.withheld) for item in list_rules(later, Wanted()).rules] == [(True, "")]
    assert "(this project): 1 rule" in render(list_rules(later, Wanted()))
    assert project(later).action in ("unchanged", "written")
    assert TEXT in (shop / "AGENTS.md").read_text()
    assert why(later, rule).life == why(first, rule).life


def test_a_worktree_has_the_rules_of_the_first_commit(tmp_path, shop):
    commit(shop)
    remember(world(tmp_path, cwd=shop), Wish(plain(TEXT)))
    add_remote(shop)
    git(shop, "worktree", "add", "-q", str(tmp_path / "beside"))
    assert served(world(tmp_path, cwd=tmp_path / "beside")) == [TEXT]


def test_another_repository_does_not_get_them(tmp_path, shop):
    remember(world(tmp_path, cwd=shop), Wish(plain(TEXT)))
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    commit(other)
    env = world(tmp_path, cwd=other)
    assert served(env) == []
    assert [item.here for item in list_rules(env, Wanted()).rules] == [False]
    assert project(env).action == "nothing to write"


def test_a_name_that_was_chosen_is_the_only_one(tmp_path, shop):
    remember(world(tmp_path, cwd=shop), Wish(plain(TEXT)))
    assert served(world(tmp_path, cwd=shop, project="github.com/acme/other")) == []


def test_drafts_are_of_this_project_under_its_earlier_name_too(tmp_path, shop):
    remember(world(tmp_path, cwd=shop, CLAUDECODE="1"), Wish(plain(TEXT)))
    commit(shop)
    assert [item.here for item in queue(world(tmp_path, cwd=shop)).waiting] == [True]


SAID = "the receipt rounding breaks when a discount is negative"


def keep_session(env):
    """A session that was read while the project had the name it has in `env`."""
    env.home.root.mkdir(parents=True, exist_ok=True)
    head = SessionHead("host/a1", "host", "a1", project=env.project, started=ts(3), ended=ts(3))
    Journal(env.home.journal).append(head, [Event("e-a0", "host/a1", 0, ts(3), "user", "message", SAID)])


@pytest.mark.parametrize("before, after", [([], [commit]), ([], [add_remote]), ([commit], [add_remote])])
def test_sessions_follow_their_project_to_its_next_name(tmp_path, shop, before, after):
    for step in before:
        step(shop)
    keep_session(world(tmp_path, cwd=shop))
    for step in after:
        step(shop)
    later = world(tmp_path, cwd=shop)
    here = Filter(project=later.project)
    assert [row.id for row in sessions(later, here, read=False).sessions] == ["host/a1"]
    assert [told.head.id for told in diaries(later, here, read=False).diaries] == ["host/a1"]
    assert [hit.session for hit in search(later, "project:. kind:message rounding").hits] == ["host/a1"]
    told = context(later, "mend the rounding of a negative discount in the receipt")
    assert [piece.session for piece in told.history] == ["host/a1"]
    assert reflect(later, Asked(filter=here)).sessions == 1


def test_sessions_of_another_project_stay_where_they_are(tmp_path, shop):
    keep_session(world(tmp_path, cwd=shop))
    (tmp_path / "other").mkdir()
    git(tmp_path / "other", "init", "-q")
    env = world(tmp_path, cwd=tmp_path / "other")
    assert not sessions(env, Filter(project=env.project), read=False).sessions
    assert not search(env, "project:. rounding").hits
    assert not context(env, "mend the rounding of a negative discount in the receipt").history
