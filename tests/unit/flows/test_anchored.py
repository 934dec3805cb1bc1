"""A rule whose files, commands, packages or variables were here and are gone is held back at every way out, and waits for a person."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from cm.core.language.relevance import rule_terms
from cm.core.serving.serve import Reader
from cm.flows.anchored import gone_of, read_seen
from cm.flows.context import Wish, quick_context
from cm.flows.env import open_env
from cm.flows.exporting import Wanted, export
from cm.flows.reading import served
from cm.flows.refresh_rules import searched_fields
from cm.flows.review import deck
from cm.flows.reviewing import accept
from cm.flows.search import quick_search, search
from cm.flows.stale import stale
from cm.flows.why import why
from cm.model.rule import Scope
from tests.kit import rule

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
    assert [(left.id, left.reason) for left in held.left_out] == [(RULE, "anchor-gone")]
    assert "cm stale" in held.text
    (repo / "kept.py").rename(repo / "shop" / "settings.py")
    assert ask(repo).ids == (RULE,)


NAMED = [
    ("Run `make lint` before every commit of settings.", "Makefile", "lint:\n\truff check\n", "all:\n\ttrue\n"),
    ("Change settings by `npm run settings`.", "package.json", '{"scripts": {"settings": "x"}}', '{"scripts": {}}'),
    ("Print the settings with `uv run shopctl settings`.", "pyproject.toml", '[project.scripts]\nshopctl = "a:b"\n', "[project]\n"),
    ("Validate settings with `pydantic` models.", "pyproject.toml", '[project]\ndependencies = ["pydantic>=2"]\n', '[project]\ndependencies = ["attrs"]\n'),
    ("Settings are checked as in `pydantic==1.10`.", "requirements.txt", "pydantic==1.10.4\n", "pydantic==2.7.0\n"),
    ("The settings file is named by `SHOP_SETTINGS`.", ".env.example", "SHOP_SETTINGS=a\n", "OTHER=1\n"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "file", "before", "after"), NAMED)
def test_a_command_a_package_its_version_or_a_variable_that_is_gone_holds_the_rule_back(
    repo, text, file, before, after
):
    book = Path(os.environ["CM_HOME"]) / "playbook.yaml"
    book.write_text(
        book.read_text().replace(
            "Read settings through `shop/settings.py`, never from the environment.", text
        )
    )
    (repo / file).write_text(before)
    assert ask(repo).ids == (RULE,)
    (repo / file).write_text(after)
    held = ask(repo)
    assert (held.ids, [left.reason for left in held.left_out]) == ((), ["anchor-gone"])
    assert ask(repo).ids == ()
    (repo / file).write_text(before)
    assert ask(repo).ids == (RULE,)


def test_the_quick_way_looks_whether_a_list_of_names_changed_and_reads_none(repo, monkeypatch):
    book = Path(os.environ["CM_HOME"]) / "playbook.yaml"
    book.write_text(book.read_text().replace("`shop/settings.py`", "`make settings`"))
    os.utime(book, (1_700_000_000, 1_700_000_000))
    (repo / "Makefile").write_text("settings:\n\ttrue\n")
    ask(repo)
    monkeypatch.setattr("cm.store.manifests.Manifests.look", lambda *_: pytest.fail("read again"))
    assert ask(repo).ids == (RULE,)


def test_it_is_held_back_at_every_way_out(repo):
    ask(repo)
    (repo / "shop" / "settings.py").unlink()
    env = open_env(os.environ, repo)
    for door in ("context", "list", "export", "prompt"):
        told, held = served(env, Reader(door, project=env.project))
        assert told == ()
        assert [each.reason for each in held] == ["anchor-gone"]
    left = export(env, Wanted(project="here")).left_out
    assert [each.reason for each in left] == ["anchor-gone"]
    assert export(env, Wanted(project="here", every_state=True)).rules == (RULE,)
    assert search(env, "settings").hits == ()
    assert quick_search(os.environ, str(repo), "settings").hits == ()
    assert search(env, "settings").withheld == 1


def test_nothing_gives_way_to_a_rule_that_is_held_back(repo):
    book = Path(os.environ["CM_HOME"]) / "playbook.yaml"
    wide = "r-wide000000000"
    book.write_text(
        book.read_text().replace("kind: rule,", f"kind: rule, overrules: [{wide}],")
        + f'  - {{id: {wide}, text: "Read settings from the environment.", kind: rule, state: active}}\n'
    )
    assert ask(repo).ids == (RULE,)
    (repo / "shop" / "settings.py").unlink()
    assert ask(repo).ids == (wide,)
    env = open_env(os.environ, repo)
    assert [each.rule.id for each in served(env, Reader("context", project=env.project))[0]] == [wide]


def test_a_side_of_a_dispute_is_held_back_as_any_other(repo):
    book = Path(os.environ["CM_HOME"]) / "playbook.yaml"
    other = "r-other00000000"
    book.write_text(
        book.read_text().replace("kind: rule,", f"kind: rule, contests: [{other}],")
        + f'  - {{id: {other}, text: "Read settings from the environment.", kind: rule, state: active}}\n'
    )
    assert len(ask(repo).disputed) == 1
    (repo / "shop" / "settings.py").unlink()
    after = ask(repo)
    assert (after.disputed, after.ids) == ((), (other,))


def test_it_is_queued_for_review_and_a_yes_lets_it_be_served_again(repo):
    ask(repo)
    env = open_env({**os.environ, "CM_NOW": "2026-11-20T00:00:00Z"}, repo)
    assert deck(env).cards == ()
    (repo / "shop" / "settings.py").unlink()
    (card,) = deck(env).cards
    assert (card.kind, card.sides[0].rule.id) == ("anchor-gone", RULE)
    assert "shop/settings.py was here and is gone" in card.say
    accept(env, RULE, "human")
    assert ask(repo).ids == (RULE,)
    assert deck(env).cards == ()


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
    assert stale(open_env(os.environ, repo), cause="anchor-gone").rules == ()
    (repo / "shop" / "settings.py").unlink()
    (found,) = stale(open_env(os.environ, repo), cause="anchor-gone").rules
    assert found.rule.id == RULE
    assert "shop/settings.py" in found.reasons[0].say


def test_cm_why_says_that_an_agent_does_not_get_it_and_why(repo):
    ask(repo)
    assert why(open_env(os.environ, repo), RULE).life.why_not == ""
    (repo / "shop" / "settings.py").unlink()
    assert why(open_env(os.environ, repo), RULE).life.why_not == "anchor-gone"


def test_one_file_that_is_left_is_enough(tmp_path):
    (tmp_path / "a").write_text("")
    anchored = {"1": ["a", "b"], "2": ["b"], "3": []}
    assert gone_of(str(tmp_path), anchored, [1, 2, 3, 4]) == {2, 3}


def test_a_file_of_what_was_seen_that_cannot_be_read_is_an_empty_one(own_world):
    home = Path(os.environ["CM_HOME"])
    (home / "state").mkdir(parents=True)
    for text in ("{", "[]", json.dumps({"/x": ["a"]})):
        (home / "state" / "anchors.json").write_text(text)
        assert read_seen(str(home)) == {}


def test_a_rule_is_found_by_its_anchors_and_where_it_holds():
    told = rule(
        "Ask before it is changed.", anchors=("deploy/terraform.tf",), scope=Scope(path="billing/invoices")
    )
    terms = rule_terms(searched_fields(told))
    assert {"terraform", "bill", "invoic"} <= {*terms}
