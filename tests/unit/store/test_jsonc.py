"""Settings are changed at one place, and every other byte stays."""

import json

import pytest

from cm.errors import Unparsable
from cm.store.jsonc import decode, line_and_column, parse
from cm.store.jsonc_splice import Trace, put_at, put_in, replace_at, take_out

AT = ("hooks", "PreToolUse")
ENTRY = {"matcher": "Bash", "hooks": [{"type": "command", "command": "py 'a b'/g.py", "timeout": 10}]}

FOREIGN = [
    "",
    "\n",
    "   ",
    "// only a comment",
    "/* one */ // two\n\n",
    "{}",
    "{ }",
    "{\n}",
    "{}\n",
    '{"a":1}',
    '{"a": 1, "b": [1, 2]}',
    '{\n  "a": 1\n}\n',
    '{\n\t"a": {\n\t\t"b": 1\n\t}\n}',
    '{\r\n    "a": 1, // one\r\n    "b": 2 /* two */\r\n}\r\n',
    '{\n  "hooks": {},\n  "z": null\n}\n',
    '{\n  "hooks": {"PreToolUse": []}\n}\n',
    '{\n  "hooks": {"PreToolUse": [\n  ]}\n}\n',
    '{\n  "hooks": {"PreToolUse": [ // none yet\n  ]}\n}\n',
    '{"hooks":{"PreToolUse":[]}}',
    '{"hooks":{"PreToolUse":[/* none */]}}',
    '{\n  "hooks": {\n    "PreToolUse": [\n      {"matcher": "Write"}, // mine\n    ],\n  },\n}\n',
    '{\n  "hooks": {\n    "PreToolUse": [\n      {"matcher": "Write"} // mine  \n      // the end\n    ]\n  }\n}\n',
    '{"hooks": {"PreToolUse": [1 // one\n]}}',
    '{"hooks": {"PreToolUse": [1, 2]}, "hooks": {"PreToolUse": ["counts"]}}',
    '{"x": "a // b", "y": "/* c */", "hooks": {"Stop": [{"a": "\\" }]"}]}}',
    '{"ü": "日本", "e": 1e400, "n": 123456789012345678901234567890}',
]


@pytest.mark.parametrize("text", FOREIGN)
def test_what_was_put_in_is_there_and_taking_it_out_leaves_the_text_as_it_was(text):
    put = put_in(text, AT, ENTRY)
    there = parse(put.text)
    assert there.value_at(put.path) == ENTRY
    assert there.value_at(AT)[:-1] == (parse(text).value_at(AT) or [])
    assert take_out(put.text, put.path, put.trace) == text


@pytest.mark.parametrize("text", FOREIGN)
def test_a_member_is_set_and_taken_out_again(text):
    put = put_at(text, ("servers", "cm"), {"command": "cm"})
    assert parse(put.text).value_at(("servers", "cm")) == {"command": "cm"}
    assert take_out(put.text, put.path, put.trace) == text


def test_a_new_document_is_written_as_people_write_them():
    assert put_in("", ("hooks", "Pre"), {"a": 1}).text == (
        '{\n  "hooks": {\n    "Pre": [\n      {\n        "a": 1\n      }\n    ]\n  }\n}\n'
    )


def test_indentation_line_breaks_and_comments_are_those_of_the_document():
    text = '{\r\n\t"a": 1, // one\r\n\t"b": [1]\r\n}'
    put = put_in(text, ("c",), 2)
    assert put.text == '{\r\n\t"a": 1, // one\r\n\t"b": [1],\r\n\t"c": [\r\n\t\t2\r\n\t]\r\n}'


def test_a_comment_stays_with_what_it_is_about():
    text = '{\n  "list": [\n    "a", // about a\n    "b" // about b\n  ]\n}\n'
    assert put_in(text, ("list",), "c").text == (
        '{\n  "list": [\n    "a", // about a\n    "b", // about b\n    "c"\n  ]\n}\n'
    )


def test_a_line_stays_one_line_and_keeps_its_spacing():
    assert put_in('{"a":[1,2]}', ("a",), {"b": 3}).text == '{"a":[1,2,{"b":3}]}'
    assert put_in('{"a": [1, 2]}', ("a",), {"b": 3}).text == '{"a": [1, 2, {"b": 3}]}'
    assert put_in('{"a":1}', ("b",), 2).text == '{"a":1,"b":[2]}'


def test_a_trailing_comma_stays_the_manner_of_the_list():
    assert put_in('{"a": [\n  1,\n]}', ("a",), 2).text == '{"a": [\n  1,\n  2,\n]}'


@pytest.mark.parametrize(
    "number,left",
    [
        (0, '{"a": [\n  2, // two\n  3\n]}'),
        (1, '{"a": [\n  1, // two\n  3\n]}'),
        (2, '{"a": [\n  1,\n  2 // two\n]}'),
    ],
)
def test_one_of_several_is_taken_out_and_every_comment_stays(number, left):
    assert take_out('{"a": [\n  1,\n  2, // two\n  3\n]}', ("a", number)) == left


def test_what_comes_behind_a_line_comment_does_not_become_part_of_it():
    text = '{"a": [ // first\n  1, 2]}'
    assert take_out(text, ("a", 0)) == '{"a": [ // first\n  2]}'


def test_what_others_put_beside_ours_stays_when_ours_goes():
    put = put_in('{\n  "x": 1\n}\n', AT, "ours")
    other = put_in(put.text, ("hooks", "Stop"), "theirs")
    left = take_out(other.text, put.path, put.trace)
    assert parse(left).value_at(()) == {"x": 1, "hooks": {"Stop": ["theirs"]}}


def test_a_comment_in_what_we_made_keeps_it_there():
    put = put_in("{}", AT, "ours")
    told = put.text.replace('"ours"', '// keep me\n      "ours"')
    left = take_out(told, put.path, put.trace)
    assert parse(left).value_at(()) == {"hooks": {"PreToolUse": []}}
    assert "// keep me" in left


def test_one_value_is_changed_in_its_place():
    text = '{\n    "a": [\n        {"n": 1}, // one\n        2\n    ]\n}'
    assert replace_at(text, ("a", 0), {"n": 9}) == text.replace("1}", "9}")
    assert replace_at(text, ("a", 1), [3]) == text.replace("2\n    ]", "[\n            3\n        ]\n    ]")
    again = replace_at(text, ("a", 0, "n"), 9)
    assert again == text.replace("1}", "9}")
    assert replace_at(text, ("a", 1), 2) == text


@pytest.mark.parametrize(
    "text,line,column,why",
    [
        ('{"a": 1,, }', 1, 9, "a key in double quotes"),
        ('{\n  "a": 1\n  "b": 2\n}', 3, 3, "a comma or `}`"),
        ("{'a': 1}", 1, 2, "a key in double quotes"),
        ('{"a": 01}', 1, 7, "a value"),
        ('{"a": NaN}', 1, 7, "a value"),
        ('{"a": "x\ny"}', 1, 7, "no end on its line"),
        ('{"a": "\\q"}', 1, 7, "an escape that JSON does not know"),
        ('{"a": [1, 2}', 1, 12, "a comma or `]`"),
        ('{\n"a": {\n', 3, 1, "inside the object that begins on line 2"),
        ("{} x", 1, 4, "after the end"),
        ("/* a", 1, 1, "no end"),
        ("[,]", 1, 2, "a value"),
        ("{\r\n\r\n  a: 1}", 3, 3, "a key in double quotes"),
        ("[" * 300 + "]" * 300, 1, 202, "deep"),
        ("<<<<<<< ours\n{}", 1, 1, "a value"),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(text, line, column, why):
    with pytest.raises(Unparsable) as refused:
        put_in(text, AT, ENTRY, "settings.json")
    assert (refused.value.context["line"], refused.value.context["column"]) == (line, column)
    assert f"settings.json:{line}:{column}: " in refused.value.message
    assert why in refused.value.message


@pytest.mark.parametrize(
    "text", ['{"hooks": []}', '{"hooks": {"PreToolUse": {}}}', "[1]", '{"hooks": null}', "3"]
)
def test_a_place_of_another_shape_is_refused_not_replaced(text):
    with pytest.raises(Unparsable, match=r"is no (list|object)"):
        put_in(text, AT, ENTRY)


def test_bytes_that_are_no_utf_8_are_refused_with_their_place():
    with pytest.raises(Unparsable, match=r"s\.json:2:4: not UTF-8"):
        decode(b'{\n  "\xff"}', "s.json")
    assert decode(b"\xef\xbb\xbf{}") == (b"\xef\xbb\xbf", "{}")


def test_lines_are_counted_whatever_ends_them():
    assert [line_and_column("a\r\nb\rc\nd", at) for at in (0, 3, 5, 7)] == [(1, 1), (2, 1), (3, 1), (4, 1)]


def test_plain_json_is_read_as_the_standard_library_reads_it():
    text = json.dumps({"a": [1, -2.5e3, True, None, '\u2028\\"\ud83d\ude00'], "": {}})
    assert parse(text).value_at(()) == json.loads(text)


def test_a_trace_of_nothing_takes_one_thing_out():
    assert take_out('{"a": [1]}', ("a", 0), Trace()) == '{"a": []}'
