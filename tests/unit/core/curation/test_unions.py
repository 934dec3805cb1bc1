"""Lines of two sides as one file: each once, by time, neither side out of its order."""

from hypothesis import given
from hypothesis import strategies as st

from cm.core.curation.unions import union_lines


def line(name, at=0):
    return b'{"id":"%s","at":"2026-11-%02d"}' % (name.encode(), at + 1)


def joined(*lines):
    return b"".join(each + b"\n" for each in lines)


lines = st.lists(
    st.tuples(st.sampled_from("abcdefgh"), st.integers(0, 5)).map(lambda pair: line(*pair)),
    max_size=6,
    unique=True,
)


@given(lines, lines, lines)
def test_it_is_the_same_from_either_side_and_has_every_line_once(base, ours, theirs):
    base_bytes, one, other = joined(*base), joined(*base, *ours), joined(*base, *theirs)
    merged = union_lines(base_bytes, one, other)
    assert merged == union_lines(base_bytes, other, one)
    assert sorted(merged.splitlines()) == sorted({*base, *ours, *theirs})
    assert union_lines(base_bytes, merged, merged) == merged


def test_additions_stand_by_time_and_each_side_keeps_its_order():
    ours, theirs = (line("a", 1), line("c", 3), line("late", 0)), (line("b", 2),)
    assert union_lines(b"", joined(*ours), joined(*theirs)) == joined(
        line("a", 1), line("b", 2), line("c", 3), line("late", 0)
    )


def test_a_line_taken_out_here_does_not_come_back_from_there():
    assert union_lines(
        joined(line("a"), line("b")), joined(line("b")), joined(line("a"), line("b"), line("c"))
    ) == joined(line("b"), line("c"))
