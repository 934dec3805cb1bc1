"""Whatever somebody wrote into their settings: ours goes in and comes out, and not a byte of theirs has moved."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from cm.errors import Unparsable
from cm.store.jsonc import parse
from cm.store.jsonc_splice import put_at, put_in, replace_at, take_out

KEYS = st.sampled_from(["hooks", "PreToolUse", "Stop", "a", "ü", "// no", "servers"])
SPACES = st.sampled_from(["", " ", "\n", "\r\n", "\t", "\n\n  ", "\n    ", " \n\t"])
COMMENTS = st.sampled_from(["// x\n", "// ends  \r\n", "/* y */", "/* two\n lines */", "//\n", "/**/"])


@st.composite
def filling(draw):
    """What may stand between two signs: space and comments."""
    parts = draw(st.lists(st.one_of(SPACES, SPACES, SPACES, COMMENTS), max_size=3))
    return "".join(parts)


@st.composite
def texts(draw, depth=0):
    """A value as text, with comments, trailing commas and equal keys."""
    kind = draw(st.sampled_from(["object", "object", "list", "scalar"] if depth < 4 else ["scalar"]))
    if kind == "scalar":
        return draw(
            st.sampled_from(["1", "-2.5e3", "true", "null", '"x"', '"// ]}"', '"\\"\\u00fc"', '"/*"'])
        )
    count = draw(st.integers(0, 3))
    parts = []
    for number in range(count):
        key = ""
        if kind == "object":
            key = json.dumps(draw(KEYS), ensure_ascii=False) + draw(filling()) + ":" + draw(filling())
        comma = "," if number < count - 1 or draw(st.booleans()) else ""
        parts.append(draw(filling()) + key + draw(texts(depth + 1)) + draw(filling()) + comma)
    inside = "".join(parts) + draw(filling())
    return "{" + inside + "}" if kind == "object" else "[" + inside + "]"


@st.composite
def documents(draw):
    """A settings file: an object with something around it, or nothing at all."""
    body = draw(st.one_of(texts(), st.just(""), texts().filter(lambda text: text.startswith("{"))))
    return draw(filling()) + body + draw(filling())


VALUES = st.recursive(
    st.one_of(st.integers(), st.booleans(), st.none(), st.text(st.characters(exclude_categories=["Cs"]), max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)),
    max_leaves=6,
)  # fmt: skip
PATHS = st.lists(KEYS, min_size=1, max_size=3).map(tuple)


def put(how, text, path, value):
    try:
        return how(text, path, value)
    except Unparsable as refused:
        assert re.search(r"is no (list|object)", refused.message), refused.message
        return None


@given(documents(), PATHS, VALUES)
def test_putting_in_and_taking_out_again_is_nothing(text, path, value):
    done = put(put_in, text, path, value)
    if done is not None:
        assert take_out(done.text, done.path, done.trace) == text


@given(documents(), PATHS, VALUES)
def test_setting_a_member_and_taking_it_out_again_is_nothing(text, path, value):
    if parse(text).at(path) is None:
        done = put(put_at, text, path, value)
        if done is not None:
            assert take_out(done.text, done.path, done.trace) == text


@given(documents(), PATHS, VALUES)
def test_putting_in_adds_and_takes_nothing(text, path, value):
    """The old text is the new one with stretches left out: no byte of theirs is gone or in another order."""
    done = put(put_in, text, path, value)
    if done is not None:
        at = 0
        for char in text:
            at = done.text.index(char, at) + 1
        assert parse(done.text).value_at(path)[-1] == value


@given(documents(), PATHS, VALUES, VALUES)
def test_two_put_in_are_taken_out_in_any_order(text, path, one, other):
    first = put(put_in, text, path, one)
    if first is None:
        return
    second = put_in(first.text, path, other)
    assert take_out(take_out(second.text, second.path, second.trace), first.path, first.trace) == text
    left = take_out(second.text, first.path)
    assert parse(left).value_at(path)[-1] == other


@given(documents(), PATHS, VALUES, VALUES)
def test_replacing_touches_one_value(text, path, one, other):
    done = put(put_in, text, path, one)
    if done is not None:
        changed = replace_at(done.text, done.path, other)
        assert parse(changed).value_at(done.path) == other
        assert take_out(changed, done.path, done.trace) == text


@given(st.text(alphabet='{}[]",:/*\\\n 1atrue', max_size=30))
def test_any_text_is_read_or_refused_with_a_place(text):
    try:
        parse(text)
    except Unparsable as refused:
        assert refused.context["line"] >= 1
        assert refused.context["column"] >= 1


@given(VALUES)
def test_plain_json_means_what_it_means_to_everybody(value):
    assert parse(json.dumps(value)).value_at(()) == value
