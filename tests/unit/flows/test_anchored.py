"""A rule whose files were in the working tree and are gone is held back at the moment of use, and waits in `cm stale`."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from cm.flows.anchored import is_gone, read_seen
from cm.flows.context import Wish, quick_context
from cm.flows.env import open_env
from cm.flows.stale import stale
from cm.flows.why import why

RULE = "r-settings00000"
BOOK = """\
schema: 1
rules:
  - {{id: {id}, text: "Read settings through `shop/settings.py`, never from the environment.", kind: rule, state: active,
     scope: {{project: {project}}}, origin: {{by: human, at: 2026-11-01T00:00:00Z}}}}
"""


@pytest.fixture
def repo(own_world, tmp_path):
    root = tmp_path / "shop"
    (root / "shop").mkdir(parents=True)
    (root / "shop" / "settings.py").write_text("DEBUG = False\n")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    subprocess.run(
        ["git", "-C", str(root), "remote", "add", "origin", "https://github.com/acme/shop"], check=True
    )
    home = Path(os.environ["CM_HOME"])
    home.mkdir()
    book = home / "playbook.yaml"
    book.write_text(BOOK.format(id=RULE, project="github.com/acme/shop"))
    os.utime(book, (1_700_000_000, 1_700_000_000))
    return root


def ask(root):
    return quick_context(os.environ, str(root), "change the settings of the shop", Wish())


def test_a_rule_is_held_back_as_soon_as_its_file_is_gone_and_comes_back_with_it(repo):
    assert ask(repo).ids == (RULE,)
    assert ask(repo).ids == (RULE,)
    (repo / "shop" / "settings.py").rename(repo / "kept.py")
    held = ask(repo)
    assert held.ids == ()
    assert [(left.id, left.reason) for left in held.left_out] == [(RULE, "files-gone")]
    assert "cm stale" in held.text
    (repo / "kept.py").rename(repo / "shop" / "settings.py")
    assert ask(repo).ids == (RULE,)


def test_what_was_seen_outlives_the_index(repo):
    ask(repo)
    (repo / "shop" / "settings.py").unlink()
    for path in (Path(os.environ["CM_HOME"]) / "cache").iterdir():
        path.unlink()
    assert ask(repo).ids == ()


def test_a_file_that_was_never_here_says_nothing(repo):
    (repo / "shop" / "settings.py").unlink()
    assert ask(repo).ids == (RULE,)
    assert read_seen(os.environ["CM_HOME"]) == {}


def test_it_waits_for_a_person_in_cm_stale(repo):
    ask(repo)
    assert stale(open_env(os.environ, repo), cause="files-gone").rules == ()
    (repo / "shop" / "settings.py").unlink()
    (found,) = stale(open_env(os.environ, repo), cause="files-gone").rules
    assert found.rule.id == RULE
    assert "shop/settings.py" in found.reasons[0].say


def test_cm_why_says_that_an_agent_does_not_get_it_and_why(repo):
    ask(repo)
    assert why(open_env(os.environ, repo), RULE).life.why_not == ""
    (repo / "shop" / "settings.py").unlink()
    assert why(open_env(os.environ, repo), RULE).life.why_not == "files-gone"


def test_one_file_that_is_left_is_enough(tmp_path):
    (tmp_path / "a").write_text("")
    assert not is_gone(str(tmp_path), ["a", "b"])
    assert is_gone(str(tmp_path), ["b"])
    assert not is_gone(str(tmp_path), [])
    assert not is_gone("", ["b"])


def test_a_file_of_what_was_seen_that_cannot_be_read_is_an_empty_one(own_world):
    home = Path(os.environ["CM_HOME"])
    (home / "state").mkdir(parents=True)
    for text in ("{", "[]", json.dumps({"/x": ["a"]})):
        (home / "state" / "anchors.json").write_text(text)
        assert read_seen(str(home)) == {}
