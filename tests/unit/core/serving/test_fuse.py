import pytest

from cm.core.language.relevance import read_task
from cm.core.serving import fuse, select


def test_meaning_lifts_what_words_found_and_puts_down_what_only_shares_some():
    near, far = fuse.sure(0.8, 0.5, fuse.MODEL), fuse.sure(0.8, 0.0, fuse.MODEL)
    assert near > 0.8 > far


def test_neither_a_weak_word_nor_a_weak_likeness_stands_alone():
    assert fuse.sure(0.0, fuse.MODEL.alone - 0.01, fuse.MODEL) == 0.0
    assert fuse.sure(0.0, fuse.MODEL.alone + 0.01, fuse.MODEL) > 0.0


def test_reciprocal_ranks_prefer_what_both_lists_name():
    found = fuse.by_ranks([["a", "b"], ["b", "c"]])
    assert max(found, key=found.get) == "b"


def test_the_words_of_a_task_are_plain_and_the_everyday_ones_count_little():
    found = fuse.words_of("Please add the Terraform-module x to the code")
    assert set(found) == {"add", "terraform", "module", "code"}
    assert found["add"] < found["terraform"]


def test_words_together_make_a_unit_vector_and_unknown_ones_say_nothing():
    vector = fuse.together({"a": 1.0, "b": 1.0, "c": 5.0}, {"a": [3.0, 0.0], "b": [0.0, 4.0]})
    assert vector == pytest.approx([0.6, 0.8])
    assert fuse.together({"c": 1.0}, {}) == []


def test_a_rule_without_a_common_word_is_found_by_its_meaning_but_not_for_a_question_of_general_knowledge():
    rows = [(1, {"migrat": 1.0}, 0.0, "candidate", False, 0)]
    found = select.rank(read_task("rename the column"), rows, {}, 1, near={1: 0.6}, scale=fuse.MODEL)
    assert [fit.key for fit in select.choose(found)] == [1]
    assert select.rank(read_task("tell me a joke"), rows, {}, 1, near={1: 0.6}, scale=fuse.MODEL) == []


def test_without_vectors_words_decide_as_ever():
    rows = [(1, {"terraform": 1.0}, 0.0, "candidate", False, 0)]
    plain = select.rank(read_task("run terraform"), rows, {"terraform": 1}, 1)
    beside = select.rank(read_task("run terraform"), rows, {"terraform": 1}, 1, near={}, scale=fuse.TABLE)
    assert [fit.relevance for fit in plain] == [fit.relevance for fit in beside]
