"""Whatever a page holds: reading statements out of it never raises, and each stands where it claims."""

from hypothesis import given, settings
from hypothesis import strategies as st

from cm.core.exchange.mem import Controls, controls_of, facts_of, said_of
from cm.core.language.grammar import gives_orders
from cm.core.reading.statements import chosen, plain, statements_of
from tests.kit import ts

LINES = st.sampled_from(
    ["The server listens on port 8080.", "- `core/a.py` holds every price rule.", "```", "# Title", "Run `make`.", "| a | b |", "<!--", "-->", "---",
     "> quoted", "    indented", "", "1. First", "**Owner**: Amal (billing team)", "Never push to `main`.", "[a](b)", "- [x] done", "é`", "* * *"]
)  # fmt: skip
ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda each: st.lists(each, max_size=3) | st.dictionaries(st.sampled_from(["id", "target", "kind", "facts", "statement", "sources", "status"]), each, max_size=4),
    max_leaves=8,
)  # fmt: skip


@settings(max_examples=60)
@given(st.lists(LINES | st.text(max_size=60), max_size=14))
def test_a_page_of_anything_gives_statements_that_are_there_and_no_orders(lines):
    page = "\n".join(lines)
    found = statements_of(page)
    for each in found:
        assert plain(page[each.start : each.end]) == each.text
        assert not gives_orders(each.text)
    assert len(chosen([(0, each) for each in found], 3)) <= 3


@settings(max_examples=40)
@given(ODD, ODD, ODD)
def test_records_of_a_fact_store_may_be_anything(facts, controls, record):
    page = {"facts": facts, "title": "Amal", "aliases": facts}
    told = controls_of(controls) if isinstance(controls, dict) else Controls({}, frozenset(), {}, frozenset())
    found, bad = facts_of("people", page, told, ts())
    assert all(each.rule.text for each in found)
    assert all(why for _, why in bad)
    assert said_of(record if isinstance(record, dict) else {}, told.redacted)
