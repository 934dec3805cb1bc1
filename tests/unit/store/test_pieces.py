from pathlib import Path

import pytest

from cm.errors import ConflictMarkers
from cm.store import pieces
from cm.store.pieces import blocks_of, pieces_of
from cm.store.playbook import read_document

HEAD = "schema: 1\nrules:\n"


def item(name, text="Run the tests.", more=""):
    return f"  - id: r-{name}\n    text: {text}\n{more}"


@pytest.fixture(autouse=True)
def small_ones_too(monkeypatch):
    monkeypatch.setattr(pieces, "_SMALL", 0)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "playbook.yaml"


def known(path, *items):
    path.write_text(HEAD + "".join(items))
    return set(blocks_of(read_document(path)).values())


def changed(path, before, *items):
    path.write_text(HEAD + "".join(items))
    found = pieces_of(path, before)
    return None if found is None else [rule.id for _, rule in found.changed]


def test_only_the_rules_whose_text_changed_are_read(path):
    before = known(path, item("a"), item("b"), item("c"))
    assert changed(path, before, item("a"), item("b", "Build it."), item("c")) == ["r-b"]
    assert changed(path, before, item("c"), item("a")) == []
    assert changed(path, before, "# a word\n", item("a"), "\n", item("new"), item("b"), item("c")) == [
        "r-new"
    ]


def test_what_reaches_from_one_rule_into_another_is_read_in_whole(path):
    assert known(path, item("a", more="    tags: &mine [x]\n"), item("b", more="    tags: *mine\n")) == set()
    assert known(path, "  - &base\n    id: r-a\n    text: x\n", "  - <<: *base\n    id: r-b\n") == set()
    before = known(path, item("a"), item("b"))
    assert changed(path, before, item("a", more="    tags: &mine [x]\n"), item("b")) is None
    assert changed(path, before, item("a"), item("b", "!x y")) is None


def test_words_with_an_ampersand_or_a_star_are_words(path):
    before = known(path, item("a", "Run `a && b` and look at *.py."), item("b"))
    assert changed(path, before, item("a", "Run `a && b` and look at *.py."), item("b", "R&D.")) == ["r-b"]


def test_a_quote_that_swallows_other_rules_is_read_in_whole(path):
    before = known(path, item("a"), item("b"), item("c"))
    assert changed(path, before, item("a", '"Run'), item("b"), item("c", 'them"')) is None
    assert list(read_document(path).playbook.rules) == ["r-a"]
    assert changed(path, before, item("a", '"Run'), item("b"), item("c"), '# said "\n') is None
    assert changed(path, before, item("a", "Build."), item("b"), item("c"), "owner: me\n") is None


def test_the_same_text_twice_and_a_flaw_are_read_in_whole(path):
    assert known(path, item("a"), item("a")) == set()
    assert known(path, item("a"), "  - id: r-b\n    kind: nothing\n") == set()
    before = known(path, item("a"))
    assert changed(path, before, item("a"), "  - id: r-b\n    kind: nothing\n") is None
    assert changed(path, before, item("a"), item("b", more="    colour: red\n")) is None


def test_marks_of_a_conflict_and_an_older_schema_are_read_in_whole(path):
    before = known(path, item("a"), item("b"))
    assert changed(path, before, item("a"), "<<<<<<< HEAD\n", item("b"), "=======\n>>>>>>> x\n") is None
    with pytest.raises(ConflictMarkers):
        read_document(path)
    path.write_text("schema: 0\nrules:\n" + item("a"))
    assert pieces_of(path, before) is None


def test_a_list_in_brackets_and_a_missing_file_are_read_in_whole(path):
    path.write_text("rules: [{id: r-a, text: x}]\n")
    assert pieces_of(path, {"x"}) is None
    assert pieces_of(Path("nowhere.yaml"), {"x"}) is None
