"""The quick door with a table of meanings: made of small vectors, so that no model is needed."""

import os
from pathlib import Path

import pytest

from cm.flows import near
from cm.flows.context import Wish, quick_context
from cm.flows.env import open_env
from cm.flows.refresh import answered
from cm.store.index import Index
from cm.store.near import Near

BOOK = """\
schema: 1
rules:
  - {id: r-endian0000000, text: Multi-byte fields are little endian., kind: rule, state: active, origin: {by: human, at: 2026-11-01T00:00:00Z}}
  - {id: r-commits000000, text: Write commit subjects in the imperative., kind: rule, state: active, origin: {by: human, at: 2026-11-01T00:00:00Z}}
"""
TASK = "numerals look jumbled"


@pytest.fixture
def home(own_world):
    folder = Path(os.environ["CM_HOME"])
    folder.mkdir()
    (folder / "playbook.yaml").write_text(BOOK)
    os.utime(folder / "playbook.yaml", (1_700_000_000, 1_700_000_000))
    return folder


def table(home, tmp_path, fresh=True):
    env = open_env(os.environ, tmp_path)
    rows = answered(env, lambda index, _: index.db.execute("select n, id, sha from rules").fetchall())
    vectors = {"r-endian0000000": [1.0, 0.1, -0.1, 0.1], "r-commits000000": [-0.1, 0.1, 1.0, 0.1]}
    with Near.open_to_write(str(home / "cache" / "near.db")) as found:
        found.put_words({"numerals": [1.0, 0.0, 0.0, 0.0], "jumbled": [0.9, 0.1, 0.0, 0.0]})
        found.put_rules(
            {n: (sha if fresh else "old", vectors[name]) for n, name, sha in rows}, (), {"model": "m"}
        )


def ask(tmp_path, task=TASK):
    return quick_context(os.environ, str(tmp_path), task, Wish())


def test_a_rule_that_shares_no_word_is_found_by_its_meaning(home, tmp_path):
    assert ask(tmp_path).ids == ()
    table(home, tmp_path)
    for _ in range(2):  # the long way, then the quick one
        found = ask(tmp_path)
        assert found.ids == ("r-endian0000000",)
        assert found.degraded == ()


def test_a_vector_of_an_earlier_wording_is_not_used(home, tmp_path):
    table(home, tmp_path, fresh=False)
    assert ask(tmp_path).ids == ()


def test_a_rule_that_words_find_and_the_model_did_not_read_is_told_as_unread(home, tmp_path):
    table(home, tmp_path, fresh=False)
    found = ask(tmp_path, "numerals of multi-byte fields, little endian")
    assert found.ids == ("r-endian0000000",)
    assert [said for said in found.degraded if said.startswith("semantic:")]


def test_when_time_is_up_words_decide_and_it_is_said(home, tmp_path, monkeypatch):
    table(home, tmp_path)
    monkeypatch.setattr(near, "LIMIT", -1.0)
    found = ask(tmp_path)
    assert found.ids == ()
    assert found.degraded == (near.LATE,)
    assert "semantic" in found.text


def test_words_that_the_table_does_not_know_leave_words_to_decide(home, tmp_path):
    table(home, tmp_path)
    assert ask(tmp_path, "imperative commit subjects").ids == ("r-commits000000",)


def test_a_table_that_lies_where_we_stand_is_a_stranger_s(home, tmp_path, monkeypatch):
    table(home, tmp_path)
    (home / "cache" / "near.db").rename(tmp_path / "near.db")
    monkeypatch.chdir(tmp_path)
    with Index.in_memory() as index:
        assert near.nearness(index, TASK, [1, 2], lambda: 0.0) is None
    assert ask(tmp_path).ids == ()
