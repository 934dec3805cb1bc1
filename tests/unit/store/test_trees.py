"""A tree of JSON files becomes records in order; a change anywhere in it shows."""

import json

import pytest

from cm.model.host import Branch, Record, Tree
from cm.model.session import Skipped
from cm.store.trees import Leaves, stamp_of

TREE = Tree(
    own=r"/session/.*\.json$",
    up=3,
    table="session",
    branches=(
        Branch("message", ("message/{0}/*.json",)),
        Branch("part", ("part/{1}/*.json", "part/*.json"), "messageID"),
    ),
)


def put(root, place, value):
    path = root / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


@pytest.fixture
def tree(tmp_path):
    put(tmp_path, "message/s1/b.json", {"id": "b", "time": {"created": 1}})
    put(tmp_path, "message/s1/a.json", {"id": "a", "time": {"created": 2}})
    put(tmp_path, "part/a/p2.json", {"id": "p2"})
    put(tmp_path, "part/a/p1.json", {"id": "p1"})
    put(tmp_path, "part/b/p3.json", {"id": "p3"})
    return put(tmp_path, "session/project/s1.json", {"id": "s1"})


def shown(path):
    return [
        f"{item.value['table']} {item.value['id']}" if isinstance(item, Record) else item.reason
        for item in Leaves(path, TREE).records()
    ]


def test_a_message_is_followed_by_its_parts_and_the_oldest_comes_first(tree):
    assert shown(tree) == ["session s1", "message b", "part p3", "message a", "part p1", "part p2"]


def test_a_folder_of_everyones_parts_is_asked_by_owner(tmp_path):
    put(tmp_path, "message/s1/a.json", {"id": "a"})
    put(tmp_path, "part/x.json", {"id": "x", "messageID": "a"})
    put(tmp_path, "part/y.json", {"id": "y", "messageID": "of another"})
    assert shown(put(tmp_path, "session/p/s1.json", {"id": "s1"})) == ["session s1", "message a", "part x"]


def test_damage_costs_only_its_own_file(tree):
    put(tree.parents[2], "part/a/p1.json", "{half")
    put(tree.parents[2], "message/s1/0.json", "2")
    assert shown(tree) == [
        "session s1",
        "not-object",
        "message b",
        "part p3",
        "message a",
        "not-json",
        "part p2",
    ]
    tree.write_text("[1]")
    assert shown(tree) == ["not-object"]


def test_an_id_that_is_no_name_leads_nowhere_else(tmp_path):
    put(tmp_path, "secret.json", {"id": "secret"})
    path = put(tmp_path, "session/p/s1.json", {"id": "../../*"})
    assert shown(path) == ["session ../../*"]
    assert [type(item) for item in Leaves(put(tmp_path, "session/p/s2.json", "{"), TREE).records()] == [
        Skipped
    ]


def test_a_stamp_changes_with_any_file_of_the_tree_and_with_nothing_else(tree):
    root = tree.parents[2]
    before = stamp_of(tree, TREE)
    put(root, "part/other/p.json", {"id": "p"})
    assert stamp_of(tree, TREE) == before
    put(root, "part/b/p3.json", {"id": "p3", "text": "done"})
    changed = stamp_of(tree, TREE)
    assert changed != before
    put(root, "message/s1/c.json", {"id": "c"})
    assert stamp_of(tree, TREE) not in (before, changed)
