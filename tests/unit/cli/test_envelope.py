import json
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum
from types import MappingProxyType

import pytest

from cm.cli.envelope import answer, as_data, failure
from cm.errors import NotFound
from cm.model.light import Light


@dataclass(frozen=True, slots=True)
class Inner:
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outer:
    inner: Inner
    table: object


class Small(Light):
    __slots__ = ("a", "b")
    defaults = (("b", 2),)


class Number(IntEnum):
    ONE = 1


def test_records_of_both_kinds_become_plain_data():
    whole = Outer(Inner(("x",)), MappingProxyType({"k": Small(a=Inner(()))}))
    assert as_data(whole) == {"inner": {"words": ["x"]}, "table": {"k": {"a": {"words": []}, "b": 2}}}


@pytest.mark.parametrize(
    "value, plain",
    [
        (frozenset({"b", "a"}), ["a", "b"]),
        (Number.ONE, 1),
        (datetime(2026, 1, 2, tzinfo=UTC), "2026-01-02T00:00:00+00:00"),
        (b"x", "b'x'"),
        (True, True),
        (None, None),
    ],
)
def test_odd_values(value, plain):
    assert as_data(value) == plain


def test_an_answer_is_one_line_of_utf8_json():
    text = answer("cm.x/1", {"a": "ü"}, ["note"])
    assert text.count("\n") == 1
    assert "ü" in text
    assert json.loads(text) == {"schema": "cm.x/1", "ok": True, "data": {"a": "ü"}, "notes": ["note"]}


def test_what_json_does_not_have_is_still_valid_json():
    text = answer("cm.x/1", {"a": "\ud800", "b": float("nan"), "c": [float("inf")]})
    assert json.loads(text.encode())["data"] == {"a": "\ud800", "b": None, "c": [None]}


def test_an_error_has_code_message_hint_context_and_exit():
    told = json.loads(failure(NotFound("no rule", hint="look", rule="r-1")))
    assert told == {
        "schema": "cm.error/1",
        "ok": False,
        "error": {
            "code": "not-found",
            "message": "no rule",
            "hint": "look",
            "context": {"rule": "r-1"},
            "exit": 4,
        },
    }


def test_a_light_record_is_frozen_and_compared_by_value():
    one = Small(a=1)
    assert one == Small(a=1, b=2) != Small(a=2)
    with pytest.raises(AttributeError):
        one.a = 3
    with pytest.raises(TypeError):
        Small(a=1, c=3)
    with pytest.raises(KeyError):
        Small(b=1)


def test_a_record_may_have_a_field_called_items():
    @dataclass(frozen=True)
    class Listed:
        items: tuple[int, ...]

    assert as_data(Listed((1, 2))) == {"items": [1, 2]}
