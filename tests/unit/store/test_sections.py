"""Markdown is cut into sections, whatever stands in them, and the last one is read again."""

from hypothesis import given
from hypothesis import strategies as st

from cm.model.host import Record
from cm.model.session import Skipped
from cm.store.sections import Sections

BEGINS = r"# chat \d"


def values(reader):
    return [item.value if isinstance(item, Record) else item.reason for item in reader.records()]


def file(tmp_path, text):
    path = tmp_path / "h.md"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_each_line_that_begins_a_section_does(tmp_path):
    path = file(tmp_path, "before\n# chat 1\na\n# chatter\n# chat 2\nb")
    assert values(Sections(path, BEGINS)) == ["before\n", "# chat 1\na\n# chatter\n", "# chat 2\nb"]


def test_lines_and_offsets_name_the_place(tmp_path):
    path = file(tmp_path, "é\n# chat 1\na\n\n# chat 2\nb\n")
    got = list(Sections(path, BEGINS).records())
    assert [(item.line, item.offset) for item in got] == [(1, 0), (2, 3), (5, 15)]


def test_reading_goes_on_at_the_start_of_the_last_section(tmp_path):
    path = file(tmp_path, "# chat 1\na\n# chat 2\nb\n")
    reader = Sections(path, BEGINS)
    values(reader)
    with path.open("a") as out:
        out.write("more\n# chat 3\nc\n")
    again = Sections(path, BEGINS, offset=reader.offset, line=reader.line)
    assert [(item.value, item.line) for item in again.records()] == [
        ("# chat 2\nb\nmore\n", 3),
        ("# chat 3\nc\n", 6),
    ]


def test_a_mark_at_the_beginning_and_bad_bytes_harm_nothing(tmp_path):
    path = file(tmp_path, b"\xef\xbb\xbf# chat 1\n\xff\r\n# chat 2\n")
    assert values(Sections(path, BEGINS)) == ["# chat 1\n\ufffd\r\n", "# chat 2\n"]
    assert values(Sections(file(tmp_path, ""), BEGINS)) == []


def test_a_section_without_end_is_passed_over_and_the_next_is_read(tmp_path):
    path = file(tmp_path, "# chat 1\n" + "x" * 500 + "\n" + "y\n" * 200 + "# chat 2\nb\n")
    assert values(Sections(path, BEGINS, most=100)) == ["section-too-long", "# chat 2\nb\n"]
    assert isinstance(next(iter(Sections(path, BEGINS, most=100).records())), Skipped)


@given(st.lists(st.sampled_from(["# chat 1\n", "# chat 2\n", "words\n", "\n", "é", "# cha"]), max_size=12))
def test_all_sections_together_are_the_file(tmp_path_factory, pieces):
    text = "".join(pieces)
    path = file(tmp_path_factory.mktemp("s"), text)
    assert "".join(values(Sections(path, BEGINS))) == text
