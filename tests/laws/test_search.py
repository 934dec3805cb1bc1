"""Whatever is typed into a search, it is answered or it is a usage error; marks are places in what is shown."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cm.core.language.query import FILTERS, read_query
from cm.core.language.snippet import excerpt, fold, sought, spans
from cm.errors import Usage
from cm.model.session import Event, SessionHead
from cm.store import index_search, index_words
from cm.store.index import Index

PIECES = st.sampled_from(
    ['"', "“", "*", "-", "(", ")", ":", "^", "+", "'", "\x00", "\ud800", "NEAR", "AND", "OR", "NOT", "部署", "ที่", "fooBar", "foo_bar", "a/b.py",
     "İ", "ß", "e\u0301", " ", "  ", "text", "user", "-kind:output", "since:7d", "until:2026-11", "exit:!0", "kind:command", "by:user",
     "host:x", "project:.", "session:a%_", *(f"{name}:" for name in FILTERS)]
)  # fmt: skip
QUERIES = st.one_of(
    st.text(max_size=60),
    st.lists(PIECES, max_size=12).map("".join),
    st.lists(PIECES, max_size=12).map(" ".join),
)
TEXTS = st.one_of(
    st.text(max_size=400), st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=60).map(" ".join)
)


@pytest.fixture(scope="module")
def index():
    made = Index.in_memory()
    texts = ["run fooBar in a/b.py", "部署脚本 text", "การทดสอบ ที่นี่", "user e\u0301 ß İ", "", '"quoted" -x *']
    made.add_events(
        SessionHead("host/a", "host", "a", project="p"),
        [
            Event(f"e-{n}", "host/a", n, "2026-11-01T00:00:00Z", "user", "message", text)
            for n, text in enumerate(texts)
        ],
    )
    return made


def read_or_refusal(text):
    try:
        return read_query(text, 1_790_000_000.0)
    except Usage as error:
        return error.hint


@given(text=QUERIES)
def test_any_query_is_answered_or_a_usage_error(index, text):
    query = read_or_refusal(text)
    if isinstance(query, str):
        assert "exit:!0" in query
        return
    places = index_search.places(index, query, ("p",))
    for asked in (
        index_words.expression(query),
        index_words.looser(query, index_search.too_common(index, query)),
    ):
        assert isinstance(index_search.find_events(index, query, asked, places, query.kinds, 5), list)
        assert isinstance(index_search.find_rules(index, query, asked, 1), list)
        assert isinstance(index_search.find_diaries(index, query, asked, places), list)


@given(text=TEXTS, query=QUERIES, most=st.integers(20, 300))
def test_marks_are_places_in_what_is_shown(text, query, most):
    try:
        wanted = sought(read_query(query, 0.0).terms)
    except Usage:
        return
    shown, matches, start = excerpt(text, wanted, most)
    assert 0 <= start <= len(text)
    assert len(shown) <= 3 * most + 400
    assert all(0 <= begin < end <= len(shown) for begin, end in matches)
    assert all(a[1] <= b[0] for a, b in pairwise(matches))


@given(text=TEXTS)
def test_folding_keeps_every_place(text):
    assert len(fold(text)) == len(text)


@given(
    word=st.text(st.characters(categories=["Ll", "Lu", "Lo", "Nd"]), min_size=2, max_size=12), before=TEXTS
)
def test_a_word_that_stands_there_is_marked(word, before):
    text = f"{before} {word} end"
    wanted = sought(read_query(f'"{word}"', 0.0).terms)
    assert any(start <= len(before) + 1 < end for start, end, _ in spans(text, wanted)) or not wanted
