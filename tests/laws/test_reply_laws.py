"""Laws of reading replies: nothing raises, and a good answer reads the same however it is wrapped."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cm.core.reflection.loose_json import find_values
from cm.core.reflection.replies import Read, Unreadable, read_reply

SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "answer", "type": "object", "required": ["deltas"],
    "properties": {"deltas": {"type": "array", "items": {"type": "object", "required": ["do"], "properties": {"do": {"type": "string"}}}}},
}  # fmt: skip


def is_item(item):
    return isinstance(item.get("do"), str)


def read(text):
    return read_reply(text, "deltas", is_item)


WORDS = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)
ITEM = st.fixed_dictionaries(
    {"do": st.sampled_from(["add", "replace", "retire"]), "text": WORDS},
    optional={"quotes": st.lists(st.fixed_dictionaries({"event": st.integers(0, 99), "quote": WORDS}), max_size=3), "why": WORDS, "scope": st.fixed_dictionaries({"path": WORDS})},
)  # fmt: skip
ITEMS = st.lists(ITEM, max_size=4)
PROSE = st.sampled_from(
    [
        "",
        "Here is the answer:",
        "I read it (all of it) and found: a, b.",
        "Sure! As asked, in JSON:\n",
        "It's done — [see below]\n",
        "{note} ",
    ]
)


def plain(items):
    return json.dumps({"deltas": items}, ensure_ascii=False)


WRAPS = {
    "bare": lambda items, prose: plain(items),
    "indented": lambda items, prose: json.dumps({"deltas": items}, indent=2),
    "fence": lambda items, prose: f"```json\n{plain(items)}\n```",
    "fence without language": lambda items, prose: f"{prose}\n```\n{plain(items)}\n```\nDone.",
    "fence that is not closed": lambda items, prose: f"{prose}\n```json\n{plain(items)}",
    "prose before": lambda items, prose: f"{prose}\n{plain(items)}",
    "prose after": lambda items, prose: f"{plain(items)}\n{prose}",
    "thoughts": lambda items, prose: f'<think>maybe {{"deltas": [{{"do": "add", "text": "no"}}]}}?</think>\n{plain(items)}',
    "thoughts without their beginning": lambda items, prose: f"so, first …\n</think>\n\n{plain(items)}",
    "thoughts twice": lambda items, prose: f"<thinking>a</thinking><reasoning>b [1]</reasoning>{prose}{plain(items)}",
    "a draft before": lambda items, prose: f'{{"deltas": [{{"do": "add", "text": "draft"}}]}}\nBetter:\n{plain(items)}',
    "schema before": lambda items, prose: f"{json.dumps(SCHEMA)}\n{plain(items)}",
    "schema filled in": lambda items, prose: json.dumps({**SCHEMA, "properties": {"deltas": items}}),
    "within a document": lambda items, prose: json.dumps({"answer": {"deltas": items}, "note": prose}),
    "as text within a document": lambda items, prose: json.dumps({"output": plain(items)}),
    "as text": lambda items, prose: json.dumps(plain(items)),
    "trailing commas": lambda items, prose: '{"deltas": [' + "".join(json.dumps(item)[:-1] + ",}," for item in items) + "],}",
    "missing commas": lambda items, prose: '{"deltas": [' + "\n".join(json.dumps(item) for item in items) + "]}",
    "comments": lambda items, prose: "{ // the answer\n" + f'"deltas": /* of it */ {json.dumps(items)} # end\n}}',
    "keys without quotes": lambda items, prose: f"{{deltas: {json.dumps(items)}}}",
    "other case": lambda items, prose: json.dumps({"Deltas": items}),
    "byte order mark": lambda items, prose: "\ufeff" + plain(items),
    "list as text": lambda items, prose: json.dumps({"deltas": json.dumps(items)}),
    "missing end": lambda items, prose: plain(items)[:-1],
}  # fmt: skip
NON_EMPTY = {
    "bare list": lambda items, prose: json.dumps(items),
    "bare list in a fence": lambda items, prose: f"{prose}\n```json\n{json.dumps(items)}\n```",
    "one per line": lambda items, prose: "\n".join(map(json.dumps, items)),
    "list without its end": lambda items, prose: json.dumps(items)[:-1],
    "last item cut": lambda items, prose: plain(items)[:-2] + ', {"do": "add", "text": "half of',
    "in a list": lambda items, prose: json.dumps([{"deltas": items}]),
}


@pytest.mark.parametrize("how", WRAPS)
@settings(max_examples=40, deadline=None)
@given(ITEMS, PROSE)
def test_a_good_answer_reads_the_same_however_it_is_wrapped(how, items, prose):
    found = read(WRAPS[how](items, prose))
    assert isinstance(found, Read), found
    assert list(found.items) == items


@pytest.mark.parametrize("how", NON_EMPTY)
@settings(max_examples=40, deadline=None)
@given(st.lists(ITEM, min_size=1, max_size=4), PROSE)
def test_so_does_one_without_its_outer_object_or_end_when_it_says_something(how, items, prose):
    found = read(NON_EMPTY[how](items, prose))
    assert isinstance(found, Read), found
    assert list(found.items) == items
    assert found.whole == (how not in ("list without its end", "last item cut"))


@given(ITEM)
def test_one_object_is_a_list_of_one(item):
    assert read(json.dumps(item)).items == (item,)
    assert read(json.dumps({"deltas": item})).items == (item,)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=300) | st.text('{}[]":,\\ \n`<think>/deltas01', max_size=200))
def test_nothing_raises_and_what_is_no_answer_is_never_an_empty_one(text):
    found = read(text)
    if isinstance(found, Read) and not found.items:
        assert "[" in text or "{" in text
    if isinstance(found, Unreadable):
        assert found.say


@settings(max_examples=150, deadline=None)
@given(st.lists(ITEM, min_size=1, max_size=4), st.data())
def test_an_answer_that_is_cut_anywhere_gives_its_first_items_or_says_that_it_is_cut(items, data):
    text = plain(items)
    found = read(text[: data.draw(st.integers(0, len(text) - 1))])
    if isinstance(found, Read):
        assert list(found.items) == items[: len(found.items)]
        if len(found.items) < len(items):
            assert not found.whole
            assert found.items


@pytest.mark.parametrize(
    "text, why",
    [("", "nothing"), ("  \n", "nothing"), ("<think>hm</think>", "nothing"), ("I found nothing new.", "no-json"), ("```json\n```", "no-json"),
     (json.dumps(SCHEMA), "schema-echoed"), ("{}", "no-answer"), ('{"deltas": 7}', "no-answer"), ('{"rules": []}', "no-answer"),
     ("see [] there", "no-answer"), ('{"deltas": [{"do": "ad', "cut-off"), ("null", "no-json"), ("[1, 2]", "no-answer")],
)  # fmt: skip
def test_what_holds_no_answer_says_why(text, why):
    assert read(text) == Unreadable(why)


@pytest.mark.parametrize(
    "unit",
    ["[", "{", '{"a":', "[1,", '"', "\\", "[{", "/*", "//", "'", "<think>", "```\n", '{"deltas":[', "“"],
)
def test_the_work_grows_with_the_length_of_the_text(unit):
    started = time.process_time()
    read(unit * (50_000 // len(unit)) + "x")
    list(find_values(unit * (50_000 // len(unit)) + "x"))
    assert time.process_time() - started < 3


@pytest.mark.parametrize("text", ["<THINK>", "a <think>b</think> c", "</think>", "<reasoning> and </think>"])
@pytest.mark.parametrize(
    "how", ["fence", "prose after", "missing commas", "thoughts", "thoughts twice", "comments"]
)
def test_marks_of_thinking_within_an_answer_are_a_part_of_it(text, how):
    items = [{"do": "add", "text": text}, {"do": "add", "text": "next"}]
    assert list(read(WRAPS[how](items, "Sure:")).items) == items


def test_halves_of_characters_are_put_together():
    assert next(find_values("{text: '\\ud83d\\ude00 \\ud83d'}")).value == {"text": "😀 �"}
