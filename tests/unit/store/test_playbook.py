from pathlib import Path

import pytest

from cm.errors import ConflictMarkers, NewerSchema, Unparsable
from cm.model.rule import Rule
from cm.store.playbook import document_of, read_playbook, rule_hash
from cm.store.yaml import parse

PATH = Path("/home/x y/playbook.yaml")


def read(text):
    return document_of(PATH, text).playbook


def test_a_missing_or_empty_file_is_an_empty_book(tmp_path):
    assert len(read_playbook(tmp_path / "none.yaml")) == 0
    for text in (
        "",
        "# nothing yet\n",
        "schema: 1\n",
        "schema: 1\nrules:\n",
        "rules: []\n",
        "\ufeffschema: 1\n",
    ):
        assert len(read(text)) == 0


def test_a_rule_reads_as_people_write_it():
    book = read(
        """
schema: 1
rules:
- id: r-1
  text: 404
  tags: python
  scope:
  evidence: ~
  origin: {by: human, at: 2026-11-30T09:12:00Z}
  valid: {from: 2026-01-01}
"""
    )
    rule = book.rules["r-1"]
    assert (rule.text, rule.tags, rule.evidence, rule.kind, rule.state) == (
        "404",
        ("python",),
        (),
        "rule",
        "active",
    )
    assert (rule.origin.at, rule.valid.since) == ("2026-11-30T09:12:00Z", "2026-01-01")


def test_an_unknown_field_is_kept_and_the_rule_is_there():
    rule = read("rules:\n  - id: r-1\n    text: a\n    colour: {deep: [1, 2]}\n").rules["r-1"]
    assert rule.extra == {"colour": {"deep": [1, 2]}}


def test_the_good_rules_of_a_file_with_bad_ones_are_there_and_the_bad_are_named_with_their_lines():
    book = read(
        """schema: 1
rules:
  - id: r-good
    text: Stay.
  # a comment
  - id: r-kind
    text: a
    kind: wish
  - text: ''
  - id: r-good
    text: The same id again.
  - just text
  - id: r-facet
    text: Only on one system.
    scope: {os: windows}
  - id: "bad id"
    text: a
  - id: r-also-good
    text: Stay too.
"""
    )
    assert list(book.rules) == ["r-good", "r-also-good"]
    assert book.rules["r-good"].text == "Stay."
    assert [(flaw.line, flaw.rule) for flaw in book.flaws] == [
        (6, "r-kind"), (9, ""), (10, "r-good"), (12, ""), (13, "r-facet"), (16, "bad id"),
    ]  # fmt: skip
    reasons = [flaw.reason for flaw in book.flaws]
    assert reasons[0] == "kind: 'wish' is not one of 'rule', 'anti-pattern', 'fact' or 'preference'"
    assert "text: is empty" in reasons[1]
    assert reasons[3] == "not a mapping of fields"
    assert reasons[4] == "scope.os: is not known to this version"
    assert {flaw.file for flaw in book.flaws} == {str(PATH)}


def test_a_rule_without_an_id_gets_the_one_of_its_content():
    one, two = (read(f"rules:\n  - text: {text}\n") for text in ("Use tabs.", "'Use  tabs.'"))
    assert list(one.rules) == list(two.rules)
    assert next(iter(one.rules)).startswith("r-")


@pytest.mark.parametrize(
    "text, line",
    [
        ("schema: 1\nrules:\n  - id: 'r-1\n", 3),
        ("schema: 1\nrules: [\n", 2),
        ("schema: 1\nrules:\n  - id: r-1\n    text: a: b\n", 4),
        ("schema: 1\nrules:\n\t- id: r-1\n", 3),
        ("schema: 1\nrules:\n  - id: r-1\n    id: r-2\n    text: x\n", 4),
        ("schema: 1\nrules:\n  - &a b\n  - *c\n", 4),
        ("- a\n- b\n", 1),
        ("just words\n", 1),
        ("schema: 1\nrules: words\n", 2),
        ("# c\nschema: one\nrules: []\n", 2),
        ("schema: 1\n---\nschema: 1\n", 2),
        ("schema: 1\nrules:\n  - {id: r-1, text: a}\nrules: []\n", 4),
    ],
)
def test_a_broken_file_names_file_and_line(text, line):
    with pytest.raises(Unparsable) as caught:
        read(text)
    assert caught.value.message.startswith(f"{PATH}:")
    assert abs(caught.value.context["line"] - line) <= 1, caught.value.message
    assert caught.value.hint


def test_a_long_broken_file_names_the_line_too():
    good = "".join(f"  - id: r-{n}\n    text: {'x' * 300}\n" for n in range(1200))
    for bad, line in (("  - id: r-x\n    text: a\n    text: b\n", 2403), ("  - id: [r-x\n", 2403)):
        with pytest.raises(Unparsable) as caught:
            read("schema: 1\nrules:\n" + good + bad)
        assert abs(caught.value.context["line"] - line) <= 2, caught.value.message


def test_what_git_left_is_said_with_its_line():
    with pytest.raises(ConflictMarkers) as caught:
        read(
            "schema: 1\nrules:\n  - id: r-1\n    text: a\n<<<<<<< HEAD\n    why: b\n=======\n    why: c\n>>>>>>> theirs\n"
        )
    assert f"{PATH}:5:" in caught.value.message
    assert (
        read("rules:\n  - id: r-1\n    text: |-\n      a\n      <<<<<<< HEAD\n").rules["r-1"].text
        == "a\n<<<<<<< HEAD"
    )


def test_a_newer_schema_is_refused():
    with pytest.raises(NewerSchema) as caught:
        read("schema: 2\nrules: []\n")
    assert "upgrade" in caught.value.hint


def test_what_is_not_utf8_names_its_line(tmp_path):
    path = tmp_path / "p.yaml"
    path.write_bytes(b"schema: 1\nrules:\n  - id: r-1\n    text: \xff\n")
    with pytest.raises(Unparsable, match=":4: not valid YAML: not UTF-8"):
        read_playbook(path)


def test_merge_keys_and_anchors_and_odd_numbers_are_read():
    book = read(
        "x: &base {kind: fact, category: c}\nrules:\n  - {<<: *base, id: r-1, text: a}\n  - id: r-2\n    text: b\n    n: 123456789012345678901234567890\n"
    )
    assert book.rules["r-1"].kind == "fact"
    assert book.rules["r-2"].extra["n"] == 123456789012345678901234567890
    assert parse("a: 2026-11-30T09:12:00Z\nb: &x 1\n<<: {c: 2026-01-01}\n", PATH)["c"] == "2026-01-01"


def test_a_rules_hash_is_of_what_it_says_not_of_how_it_is_written():
    one = read("rules:\n- {id: r-1, text: a}\n").rules["r-1"]
    two = read("rules:\n    -   text: 'a'   # c\n        id: r-1\n").rules["r-1"]
    assert rule_hash(one) == rule_hash(two)
    assert rule_hash(one) != rule_hash(Rule("r-1", "b"))


@pytest.mark.parametrize("text", ["rules: &a [*a]\n", "rules: []\nx: &a {y: *a}\n"])
def test_what_holds_itself_is_unparsable(tmp_path, text):
    path = tmp_path / "playbook.yaml"
    path.write_text(text)
    with pytest.raises(Unparsable, match="aliases"):
        read_playbook(path)


def test_aliases_of_a_usual_size_are_read(tmp_path):
    path = tmp_path / "playbook.yaml"
    path.write_text("x: &tags [a, b]\nrules:\n  - {id: r-a, text: Use tabs., tags: *tags}\n")
    assert read_playbook(path).get("r-a").tags == ("a", "b")


def test_whom_a_fact_is_of_may_be_written_as_a_list_and_times_as_numbers_and_days():
    rule = read(
        "rules:\n  - id: r-one\n    text: Amal owns billing.\n    kind: fact\n"
        "    about: [person:Amal, workstream:billing]\n    valid: {from: 2026, until: 2027-01-05}\n"
    ).get("r-one")
    assert rule.about == "person:Amal, workstream:billing"
    assert (rule.valid.since, rule.valid.until) == ("2026", "2027-01-05")


@pytest.mark.parametrize("about", ["{a: b}", "[1, [2]]", "[person:Amal, {a: b}]"])
def test_whom_a_fact_is_of_is_a_text_or_texts(about):
    book = read(f"rules:\n  - {{id: r-one, text: Amal owns billing., about: {about}}}\n")
    assert [flaw.rule for flaw in book.flaws] == ["r-one"]


def test_who_may_see_a_rule_is_one_of_three():
    book = read("rules:\n  - {id: r-one, text: Amal owns billing., visibility: Secret}\n")
    assert "'private'" in book.flaws[0].reason
