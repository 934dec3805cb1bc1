import json

import pytest

from cm.errors import NotFound, Unparsable
from cm.store.rubric import read_rubric

QUERY = {"task": "run the tests", "relevant": ["a"]}


def write(path, **data):
    path.write_text(json.dumps({"schema": 1, **data}))
    return path


def test_a_rubric_brings_its_own_rules_or_none(tmp_path):
    own = read_rubric(
        write(tmp_path / "r.json", queries=[QUERY], rules=[{"id": "a", "text": "Run it.", "project": "shop"}])
    )
    assert own.rules[0].scope.project == "shop"
    assert read_rubric(write(tmp_path / "n.json", queries=[QUERY])).rules is None


def test_rules_may_lie_in_a_file_beside_it(tmp_path):
    write(
        tmp_path / "rules.json",
        rules=[{"id": "a", "text": "Run it.", "scope": "project", "tags": ["shop", "x"]}],
    )
    found = read_rubric(write(tmp_path / "r.json", queries=[QUERY], rules="rules.json"))
    assert (found.rules[0].scope.project, found.rules[0].tags) == ("shop", ("x",))


def test_yaml_is_read_too(tmp_path):
    path = tmp_path / "r.yaml"
    path.write_text("schema: 1\nqueries:\n  - {task: tell a joke, none: true}\n")
    assert read_rubric(path).questions[0].none


@pytest.mark.parametrize(
    ("queries", "said"),
    [
        ([], "at least one task"),
        ([{"relevant": ["a"]}], "`task`"),
        ([{"task": "x"}], "`none: true`"),
        ([{"task": "x", "relevant": ["a"], "none": True}], "not both"),
        ([{"task": "x", "relevant": "a"}], "list of texts"),
        ([{"task": "x", "relevant": ["zz"]}], "zz"),
        ([{"id": "1", **QUERY}, {"id": "1", **QUERY}], "one id"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path, queries, said):
    path = write(tmp_path / "r.json", queries=queries, rules=[{"id": "a", "text": "Run it."}])
    with pytest.raises(Unparsable) as error:
        read_rubric(path)
    assert said in str(error.value)
    assert "r.json" in str(error.value)


def test_a_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(NotFound):
        read_rubric(tmp_path / "none.json")
