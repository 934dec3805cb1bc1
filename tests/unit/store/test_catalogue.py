import pytest

from cm.errors import BadState
from cm.model.trauma import trauma_of
from cm.store.catalogue import read_catalogue

PACK = """
pack: mine
about: A pack.
scope: raw
names: {word: 'x', two: '%{word}y'}
traumas:
  - {id: mine-1, pattern: '%{two} a{2}', story: It happened., examples: {deny: [xy aa], allow: [x]}}
  - {id: mine-2, pattern: b, scope: command, severity: fatal, story: {quote: no, session: codex/s, by: user}}
"""


def test_a_pack_fills_names_into_patterns_and_gives_its_scope_to_those_without(tmp_path):
    (tmp_path / "mine.yaml").write_text(PACK.replace("quote: no", "quote: 'no'"), "utf-8")
    (pack,) = read_catalogue(tmp_path)
    first, second = pack.traumas
    assert (first.pattern, first.scope, first.pack, first.story.message) == (
        "xy a{2}",
        "raw",
        "mine",
        "It happened.",
    )
    assert (second.scope, second.severity, second.story.quote) == ("command", "fatal", "no")


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "pack: x",
        PACK.replace("'x'", "1"),
        PACK.replace("%{two}", "%{three}"),
        PACK.replace("fatal", "dire"),
    ],
)
def test_what_is_no_pack_is_refused_with_its_place(tmp_path, text):
    (tmp_path / "mine.yaml").write_text(text, "utf-8")
    with pytest.raises(BadState, match=r"mine\.yaml is not a pack"):
        read_catalogue(tmp_path)


def test_a_shipped_trauma_comes_back_from_its_row():
    for pack in read_catalogue():
        for trauma in pack.traumas:
            assert trauma_of(trauma.row()) == trauma


@pytest.mark.parametrize(
    "row, why",
    [
        ({"pattern": "x"}, "no id"),
        ({"id": "t"}, "no pattern"),
        ({"id": "t", "pattern": "x", "colour": "red"}, "unknown field colour"),
        ({"id": "t", "pattern": "x", "scope": "everywhere"}, "scope is one of"),
        ({"id": "t", "pattern": "x", "status": "gone"}, "status is one of"),
        ({"id": "t", "pattern": "x", "until": 3}, "until is not a text"),
        ({"id": "t", "pattern": "x", "story": {"mood": "bad"}}, "story"),
    ],
)
def test_a_row_that_is_no_trauma_says_what_it_should_be(row, why):
    with pytest.raises(ValueError, match=why):
        trauma_of(row)
