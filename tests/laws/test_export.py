"""Laws of the managed block: foreign text is byte-identical, twice is once, out is as before."""

import contextlib

from hypothesis import assume, given
from hypothesis import strategies as st

from cm.core.serving import export
from cm.errors import CmError
from tests.kit import rule

KINDS = st.sampled_from(["rule", "anti-pattern", "fact", "preference"])
TEXTS = st.text(min_size=1, max_size=80).filter(lambda text: text.strip())
RULES = st.lists(st.builds(lambda text, kind, why: rule(text, kind=kind, why=why), TEXTS, KINDS, st.text(max_size=40)), min_size=1, max_size=6)  # fmt: skip
PIECES = st.sampled_from(
    [
        b"\n",
        b"\r\n",
        b"\r",
        b"# Mine",
        b"\xef\xbb\xbf",
        b"\xff",
        b"<!-- cm:end --> ",
        b" ",
        "ключ".encode(),
        b"```",
    ]
)
FOREIGN = st.one_of(st.binary(max_size=60), st.lists(PIECES, max_size=12).map(b"".join))


def usable(data):
    try:
        return export.find_block(data) is None
    except CmError:
        return False


@given(FOREIGN, RULES)
def test_foreign_text_is_byte_identical_and_twice_is_once(foreign, rules):
    assume(usable(foreign))
    body = export.body_of(rules)
    once = export.put_block(foreign, body)
    assert once.startswith(foreign)
    assert export.put_block(once, body) == once
    block = export.find_block(once)
    assert not block.edited
    assert block.body == body


@given(FOREIGN, FOREIGN, RULES, RULES)
def test_a_block_in_the_middle_changes_nothing_around_it(before, after, old, new):
    assume(usable(before) and usable(after))
    start = before if not before or before.endswith(b"\n") else before + b"\n"
    assume(usable(start))
    data = start + export.put_block(b"", export.body_of(old)).rstrip(b"\n") + b"\n" + after
    try:
        block = export.find_block(data)
    except CmError:
        assume(False)
    assume(block is not None)
    changed = export.put_block(data, export.body_of(new))
    again = export.find_block(changed)
    assert changed[: block.start] == data[: block.start]
    assert changed[again.end :] == data[block.end :]


@given(FOREIGN, RULES)
def test_taking_it_out_gives_the_file_back(foreign, rules):
    assume(usable(foreign))
    data = export.put_block(foreign, export.body_of(rules))
    assert export.take_out(data, len(export.pad_before(foreign))) == foreign


@given(RULES, st.integers(0, 4000))
def test_a_block_never_passes_the_room_it_was_given(rules, room):
    fitted = export.fit(rules, room)
    assert sorted(r.id for r in fitted.rules + fitted.left_out) == sorted(r.id for r in rules)
    assert not fitted.rules or len(export.put_block(b"", export.body_of(fitted.rules))) <= room


@given(st.binary(max_size=200))
def test_finding_a_block_in_garbage_gives_a_value_or_a_known_error(data):
    with contextlib.suppress(CmError):
        assert export.find_block(data) is None or b"cm:begin" in data
