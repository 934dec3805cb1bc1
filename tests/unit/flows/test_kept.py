"""The index in the place of the files: where it is current, and where not."""

import json
import os
from dataclasses import asdict
from datetime import timedelta

import pytest

from cm.flows import reading
from cm.flows.env import open_env
from cm.flows.kept import kept_shelf, renew
from cm.flows.listing import Wanted, list_rules
from cm.flows.marking import mark
from cm.flows.project import project
from cm.flows.reading import shelf
from cm.flows.refresh import refresh
from cm.flows.similar import similar
from cm.flows.stats import stats
from cm.model.ledger import Blocked
from cm.store import pieces
from cm.store.index import Index
from cm.store.ledger import LedgerFiles
from cm.store.trust import trust
from tests.kit import NOW, ts
from tests.kit.world import repository

TESTS, TABS = "Run the tests with uv run pytest -q.", "Indent with tabs."


def item(name, text, more=""):
    return f"  - id: r-{name}\n    text: {text}\n    state: active\n    origin: {{by: human, at: 2026-11-01T00:00:00Z}}\n{more}"


def write(path, *items):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("schema: 1\nrules:\n" + "".join(items), encoding="utf-8")


@pytest.fixture
def env(own_world, tmp_path, monkeypatch):
    monkeypatch.setenv("CM_EMBEDDER", "off")
    monkeypatch.setattr(pieces, "_SMALL", 0)
    return at(tmp_path)


def at(cwd, now=NOW):
    env = open_env({**os.environ}, cwd, clock=lambda: now, nonce=lambda: "n0nce" * 4)
    if not env.home.playbook.exists():
        write(env.home.playbook, item("tests", TESTS), item("tabs", TABS, "    stale: the file is gone\n"))
    return env


def test_what_lists_many_rules_says_the_same_from_the_index_and_from_the_files(env, monkeypatch):
    mark(env, "r-tests", "helpful", session="s1")
    refresh(env)
    assert kept_shelf(env) is not None
    asked = (
        lambda: list_rules(env, Wanted()),
        lambda: stats(env),
        lambda: similar(env, "run the tests with pytest"),
        lambda: project(env, file="X.md", dry_run=True),
    )
    from_index = [ask() for ask in asked]
    monkeypatch.setattr(reading, "kept_shelf", lambda env: None)
    assert [ask() for ask in asked] == from_index
    assert from_index[0].rules[0].standing.n_plus == 1


def test_a_change_of_any_file_sends_the_next_reader_to_the_files(env):
    refresh(env)
    assert kept_shelf(env) is not None
    write(env.home.playbook, item("tests", TESTS))
    assert kept_shelf(env) is None
    assert [each.rule.id for each in shelf(env).shelved] == ["r-tests"]
    refresh(env)
    LedgerFiles(env.home.ledger_dir).append_all(blocked=[Blocked("x-1", "r-tests", TESTS, ts(), "human")])
    assert kept_shelf(env) is None
    assert [each.blocked_by for each in shelf(env).shelved] == ["x-1"]
    refresh(env)
    assert [each.blocked_by for each in kept_shelf(env)[0]] == ["x-1"]


def test_who_lists_takes_marks_and_changes_in_first(env):
    refresh(env)
    mark(env, "r-tests", "helpful", session="s1")
    write(env.home.playbook, item("tests", TESTS), item("tabs", "Indent with spaces."))
    renew(env)
    assert kept_shelf(env) is not None
    found = {each.rule.id: each for each in list_rules(env, Wanted()).rules}
    assert found["r-tests"].standing.n_plus == 1
    assert found["r-tabs"].rule.text == "Indent with spaces."


def test_a_listing_makes_no_index_where_there_was_none(env):
    list_rules(env, Wanted())
    assert not env.home.index.exists()


def test_standings_fade_as_they_do_when_marks_are_counted_anew(env, tmp_path):
    for day in (0, 20, 200):
        mark(at(tmp_path, NOW - timedelta(days=day)), "r-tests", "helpful", session=f"s{day}")
    mark(env, "r-tests", "harmful", session="s9")
    refresh(env)
    later = at(tmp_path, NOW + timedelta(days=30))
    kept, _ = kept_shelf(later)
    read = shelf(later, kept=False).shelved
    for mine, theirs in zip(kept, read, strict=True):
        assert asdict(mine.standing) == pytest.approx(asdict(theirs.standing))
    assert kept_shelf(at(tmp_path, NOW - timedelta(days=30))) is None  # its standings are of a later moment
    assert kept_shelf(at(tmp_path, NOW + timedelta(days=300))) is None  # a count has changed by itself


def test_flaws_are_told_from_the_index_and_unknown_fields_from_the_file(env):
    write(env.home.playbook, item("tests", TESTS), "  - id: r-bad\n    kind: nothing\n")
    refresh(env)
    assert shelf(env) == shelf(env, kept=False)
    assert kept_shelf(env) is not None
    write(env.home.playbook, item("tests", TESTS, "    colour: red\n"))
    refresh(env)
    assert kept_shelf(env) is None
    assert "colour" in shelf(env).notes[0]


def test_a_trusted_repositorys_word_holds_for_the_users_rules_and_a_strangers_is_read_where_it_lies(
    env, tmp_path
):
    shop = repository(tmp_path / "shop")
    write(shop / ".cm" / "playbook.yaml", item("pnpm", "Use pnpm."))
    LedgerFiles(shop / ".cm" / "ledger", private=False).append_all(
        blocked=[Blocked("x-9", "r-0", TABS, ts(), "human")]
    )
    here = at(shop)
    refresh(here)
    assert kept_shelf(here) is None
    trust(here.home, here.repo, at=here.stamp, by="human")
    here = at(shop)
    refresh(here)
    kept = kept_shelf(here)
    assert kept is not None
    assert kept[0] == shelf(here, kept=False).shelved
    assert [each.blocked_by for each in kept[0]] == ["", "x-9", ""]


def test_only_what_changed_is_read_again_and_the_rest_keeps_its_number(env, monkeypatch):
    refresh(env)
    with Index.open(env.home.index) as index:
        before = dict(index.db.execute("select id, n from rules"))
    write(
        env.home.playbook, item("new", "Build it."), item("tabs", "Indent with spaces."), item("tests", TESTS)
    )
    monkeypatch.setattr("cm.flows.refresh_books.read_document", None)  # the whole is not read
    refresh(env)
    with Index.open(env.home.index) as index:
        rows = {
            rule: (n, json.loads(card)["text"])
            for rule, n, card in index.db.execute("select id, n, card from rules")
        }
    assert rows["r-tests"] == (before["r-tests"], TESTS)
    assert rows["r-tabs"] == (before["r-tabs"], "Indent with spaces.")
    assert [each.rule.id for each in kept_shelf(env)[0]] == ["r-new", "r-tabs", "r-tests"]
