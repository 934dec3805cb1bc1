import sqlite3

import pytest

from cm.store.near import Near, packed, signs_of, unpacked


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "near.db")


def in_time():
    return False


def test_a_vector_comes_back_nearly_as_it_was():
    assert unpacked(packed([0.5, -0.25, 0.0])) == pytest.approx([0.5, -0.25, 0.0], abs=0.01)


def test_signs_are_one_bit_for_each_number():
    assert signs_of([1.0, -1.0, 0.5, 0.0]) == 0b0101


def test_the_nearest_rules_are_found_by_their_signs_and_weighed_by_their_vectors(path):
    with Near.open_to_write(path) as table:
        table.put_rules(
            {1: ("a", [1.0, 0.0] * 8), 2: ("b", [0.0, 1.0] * 8), 3: ("c", [-1.0, 0.0] * 8)}, (), {}
        )
    with Near.open(path) as table:
        asked = [0.25, 0.0] * 8
        assert table.likely(asked, 1, in_time) == [1]
        found = table.cosines(asked, [1, 2, 9])
    assert found[1] == ("a", pytest.approx(2.0, abs=0.05))
    assert found[2] == ("b", pytest.approx(0.0, abs=0.05))
    assert 9 not in found


def test_what_is_gone_is_not_found_and_what_changed_is_found_anew(path):
    with Near.open_to_write(path) as table:
        table.put_rules({1: ("a", [1.0, -1.0]), 2: ("b", [1.0, 1.0])}, (), {})
        table.put_rules({2: ("c", [-1.0, 1.0])}, [1], {})
        assert table.shas() == {2: "c"}
        assert table.likely([1.0, 1.0], 5, in_time) == [2]


def test_time_that_is_up_is_said(path):
    with Near.open_to_write(path) as table:
        table.put_rules({1: ("a", [1.0])}, (), {})
        assert table.likely([1.0], 5, lambda: True) is None


def test_more_rules_than_one_row_holds_are_all_looked_at(path):
    with Near.open_to_write(path) as table:
        table.put_rules({n: ("s", [1.0 if n == 4321 else -1.0]) for n in range(1, 5001)}, (), {})
        assert table.likely([1.0], 1, in_time) == [4321]


def test_a_missing_or_damaged_file_is_no_table_and_is_made_anew(path, tmp_path):
    assert Near.open(path) is None
    (tmp_path / "near.db").write_bytes(b"no database at all, but long enough to be read as one" * 50)
    assert Near.open(path) is None
    with Near.open_to_write(path) as table:
        assert table.shas() == {}


def test_a_table_that_is_being_written_is_not_waited_for(path):
    with Near.open_to_write(path) as table:
        table.put_words({"word": [1.0]})
        table.db.execute("begin exclusive")
        other = Near.open(path)
        if other is not None:
            with other, pytest.raises(sqlite3.OperationalError):
                other.words(["word"])
