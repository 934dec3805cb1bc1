import json

import pytest

from cm.errors import CmError, ConflictMarkers, Unparsable, Usage
from cm.store.offered import read_offered


def read(text, name="x", form=None):
    return read_offered(text if isinstance(text, bytes) else text.encode(), name, form)


def told(found):
    return [(item.line, item.data) for item in found.items]


@pytest.mark.parametrize(
    "text, shape, items",
    [
        ("schema: 1\nrules:\n  - text: a\n  - text: b\n", "rules", [(3, {"text": "a"}), (4, {"text": "b"})]),
        ("bullets:\n- content: a\n", "bullets", [(2, {"content": "a"})]),
        ("# mine\n---\n- text: a\n\n- b\n", "list", [(3, {"text": "a"}), (5, "b")]),
        ("text: a\n", "list", [(1, {"text": "a"})]),
        ('{"rules": [\n{"text": "a"},\n{"text": "b"}]}', "rules", [(2, {"text": "a"}), (3, {"text": "b"})]),
        ('["a",\n"b"]', "list", [(1, "a"), (2, "b")]),
        ('{"text": "a"}', "list", [(1, {"text": "a"})]),
        ('{"text": "a"}\n\n{"text": "b"}\n', "list", [(1, {"text": "a"}), (3, {"text": "b"})]),
        ('{"schema": "cm.list/1", "data": {"rules": [{"text": "a"}]}}', "rules", [(1, {"text": "a"})]),
        ("rules: []", "rules", []),
        ("rules:", "rules", []),
        ("\ufeffrules:\n- text: a\n", "rules", [(2, {"text": "a"})]),
    ],
)
def test_every_shape_is_taken_apart_with_its_lines(text, shape, items):
    found = read(text)
    assert (found.shape, told(found), found.flaws) == (shape, items, ())


def test_what_stands_beside_the_list_is_kept():
    assert read("schema: 1\nportable: 1\nrules: []\n").beside == {"schema": 1, "portable": 1}
    assert read('{"schema": 1, "rules": [], "name": "x"}').beside == {"schema": 1, "name": "x"}


def test_utf_16_is_read_too():
    assert told(read("- text: é\n".encode("utf-16"))) == [(1, {"text": "é"})]


@pytest.mark.parametrize(
    "text, items, lines",
    [
        ('[{"text":"a"},\n{"text":"b"},\n{"te', ["a", "b"], [3]),
        ('{"schema":1,"rules":[{"text":"a"},\n{"text":"b"}\n', ["a", "b"], [3]),
        ('{"text":"a"}\nnope\n{"text":"b"}', ["a", "b"], [2]),
        ("rules:\n  - text: a\n    x: [1\n  - text: b\n", ["b"], [2]),
        ("- text: a\n- text: 'b\n- text: c\n", ["a", "c"], [2]),
        ('bullets:\n- text: a\n- text: "b\n', ["a"], [3]),
    ],
)
def test_of_a_broken_file_the_whole_items_are_there_and_the_rest_is_named(text, items, lines):
    found = read(text)
    assert [item.data["text"] for item in found.items] == items
    assert [flaw.line for flaw in found.flaws] == lines


@pytest.mark.parametrize("text", ["", "  \n", "hello", "3", "{}", "a: 1", '{"a": 1}', "null"])
def test_what_holds_no_rules_is_refused_with_a_way_out(text):
    with pytest.raises(Usage) as caught:
        read(text)
    assert caught.value.hint


@pytest.mark.parametrize("text", [b"\xff\xfeA", b"a: \xff", b"\x00\x01"])
def test_what_is_no_text_is_refused(text):
    with pytest.raises(CmError):
        read(text)


def test_a_form_that_was_asked_for_is_held_to():
    with pytest.raises(Unparsable):
        read("- a\n", form="json")
    assert told(read("- a\n", name="rules.json")) == [(1, "a")], "a name is no promise"
    assert told(read('[{"text": "a"}]', form="yaml")) == [(0, {"text": "a"})]


def test_marks_that_git_left_are_named():
    with pytest.raises(ConflictMarkers):
        read("rules:\n<<<<<<< ours\n- text: a\n=======\n- text: b\n>>>>>>> theirs\n")


@pytest.mark.parametrize(
    "text",
    ["[" * 50_000, '{"a":' * 50_000, "- " * 20_000, '{"rules":' + "[" * 50_000, '{"data":' * 50_000],
)
def test_a_file_nested_without_end_ends(text):
    try:
        found = read(text)
    except CmError:
        return
    assert found.flaws or not found.items


def test_aliases_that_stand_for_billions_are_refused():
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(9)
    )
    with pytest.raises(CmError):
        read(bomb + "rules: *j\n")


def test_ten_thousand_rules_have_their_lines():
    rules = [{"id": f"r-{n}", "text": f"Use tool {n}."} for n in range(10_000)]
    found = read(json.dumps({"schema": 1, "rules": rules}, indent=1))
    assert len(found.items) == 10_000
    assert [found.items[at].line for at in (0, 1, 9_999)] == [4, 8, 40_000]
