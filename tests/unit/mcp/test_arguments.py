"""Arguments are checked by the table from which their schema is made."""

import pytest

from cm.errors import Usage
from cm.mcp.arguments import MANY, Arg, given, schema_of
from cm.mcp.tools import TOOLS

ARGS = (
    Arg("task", "What.", needed=True, most=10),
    Arg("limit", "How many.", "number", default=3, low=1, high=5),
    Arg("form", "How.", choices=("a", "b"), default="a"),
    Arg("deep", "Whether.", "yes"),
    Arg("paths", "Where.", "texts"),
    Arg("answer", "The answer.", "document"),
)


def test_what_is_left_out_has_its_default():
    said = given("look", ARGS, {"task": "x"})
    assert said.values == {"task": "x", "limit": 3, "form": "a", "deep": False, "paths": (), "answer": ""}


@pytest.mark.parametrize(
    "said, says",
    [
        ({}, "needs `task`"),
        ({"task": None}, "needs `task`"),
        ({"task": 3}, "takes a text"),
        ({"task": "x" * 11}, "too long"),
        ({"task": "x", "limit": 6}, "from 1 to 5"),
        ({"task": "x", "limit": 0}, "from 1 to 5"),
        ({"task": "x", "limit": True}, "a whole number"),
        ({"task": "x", "limit": 1.5}, "a whole number"),
        ({"task": "x", "limit": float("nan")}, "a whole number"),
        ({"task": "x", "form": "c"}, "cannot be 'c'"),
        ({"task": "x", "deep": "true"}, "true or false"),
        ({"task": "x", "paths": [1]}, "a list of texts"),
        ({"task": "x", "paths": ["y"] * (MANY + 1)}, "too long"),
        ({"task": "x", "answer": [1]}, "a JSON document"),
        ({"task": "x", "tsk": "y"}, "takes no 'tsk'"),
    ],
)
def test_what_is_wrong_is_told(said, says):
    with pytest.raises(Usage) as caught:
        given("look", ARGS, said)
    assert says in caught.value.message


def test_a_name_that_is_nearly_right_is_named():
    with pytest.raises(Usage) as caught:
        given("look", ARGS, {"task": "x", "limits": 3})
    assert caught.value.hint == "did you mean limit?"


def test_what_a_model_easily_mistakes_is_taken():
    said = given("look", ARGS, {"task": "x", "limit": 2.0, "paths": "src", "answer": {"q": "ü"}})
    assert said.number("limit") == 2
    assert said.texts("paths") == ("src",)
    assert said.text("answer") == '{"q": "ü"}'


def test_the_schema_says_what_is_checked():
    schema = schema_of(ARGS)
    assert schema["required"] == ["task"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["limit"] == {
        "type": "integer", "description": "How many.", "default": 3, "minimum": 1, "maximum": 5,
    }  # fmt: skip
    assert schema["properties"]["form"]["enum"] == ["a", "b"]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_tool_tells_what_it_is_in_words_a_host_can_show(tool):
    assert tool.say.endswith(".")
    assert len(tool.say) < 400
    assert all(arg.say.endswith(".") for arg in tool.args)
    assert len({arg.name for arg in tool.args}) == len(tool.args)
