from hypothesis import given
from hypothesis import strategies as st

from cm.core.reading.passages import sentences, shorten


def test_lists_tables_and_code_leave_only_sentences():
    text = "## Done\n- **Added** `a.py`. It works.\n| a | b |\n|---|---|\n```\ncode here.\n```\n1. Fixed the tests"
    assert sentences(text) == ["Done", "Added `a.py`.", "It works.", "Fixed the tests"]


def test_a_link_leaves_its_words():
    assert sentences("Added [LICENSE](/w/shop/LICENSE) to [the repo](https://git.test/x).") == [
        "Added LICENSE to the repo."
    ]


def test_chinese_and_japanese_sentences_end_at_their_own_marks():
    assert sentences("完成了。测试通过。") == ["完成了。", "测试通过。"]


def test_a_long_text_is_cut_after_a_sentence():
    assert (
        shorten("One is here. Two is here. Three is much longer than the rest.", 30)
        == "One is here. Two is here."
    )


@given(st.text(), st.integers(min_value=2, max_value=50))
def test_what_is_shortened_fits(text, limit):
    assert len(shorten(text, limit)) <= limit
