"""Whatever is erased from whatever text: nothing of it is found again, and the rest stays."""

import json

from hypothesis import given
from hypothesis import strategies as st

from cm.core.language.windows import views, words_of
from cm.core.serving.buried import Tombstone, bury
from cm.core.serving.tombstones import Tombstones
from cm.store.knife import Knife

KEY = b"k" * 32
WORDS = st.lists(
    st.sampled_from(["alpha", "beta", "Gamma", "δέλτα", "ÉPSILON", "斑马", "zeta-9", "eta_1", "the", "of"]),
    min_size=1,
    max_size=9,
)
ANY = st.text(alphabet=st.characters(codec="utf-8"), max_size=60)


def stones(text, typed=True):
    buried = bury(KEY, text, typed=typed)
    return Tombstones(KEY, (Tombstone("e-1", "", (buried,)),)) if buried else Tombstones()


@given(WORDS, ANY, ANY)
def test_what_was_named_is_gone_from_any_text_and_stays_gone(words, before, after):
    text = " ".join(words)
    found = stones(text)
    said = f"{before} {text} {after}"
    cut = found.cut(said)
    assert cut.spans >= 1
    assert found.cut(cut.text).text == cut.text
    assert text not in cut.text


@given(ANY, ANY)
def test_a_text_without_it_keeps_every_character(erased, said):
    found = stones(erased)
    cut = found.cut(said)
    assert (cut.text == said) == (cut.spans == 0)


@given(ANY)
def test_every_word_lies_where_it_says(text):
    for view in views(text):
        words = words_of(view.text)
        assert list(words.starts) == sorted(words.starts)
        assert all(
            0 <= start < end <= len(view.text) for start, end in zip(words.starts, words.ends, strict=True)
        )
        for start, end in zip(words.starts, words.ends, strict=True):
            begin, close = view.back(start, end)
            assert 0 <= begin < close <= len(text)


@given(
    WORDS,
    st.recursive(
        ANY, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY, inner, max_size=3), max_leaves=8
    ),
)
def test_lines_of_json_stay_json_and_lose_it_in_either_spelling(words, value):
    text = " ".join(words)
    knife = Knife(stones(text))
    for ascii_only in (True, False):
        data = json.dumps({"a": [f"x {text} y"], "b": value}, ensure_ascii=ascii_only).encode(
            "utf-8", "replace"
        )
        new = knife.cleaned(data + b"\n")
        read = json.loads(new)
        assert text not in json.dumps(read, ensure_ascii=False)
        assert knife.cleaned(new) is new


@given(st.binary(max_size=200))
def test_no_bytes_are_too_strange(data):
    knife = Knife(stones("alpha beta"))
    new = knife.cleaned(data)
    assert knife.cleaned(new) == new
