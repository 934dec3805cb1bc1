"""The managed block: what it says, where it goes, what is left alone."""

import pytest

from cm.core.serving import export
from cm.errors import BadState, NewerSchema
from tests.kit import evidence, rule

BODY = export.body_of([rule("Use tabs.")])


def test_no_rules_make_no_body():
    assert export.body_of([]) == ""


def test_a_rule_is_one_line_with_its_id_and_its_why():
    text = export.body_of([rule("Use\n tabs.", id="r-1", why="The linter\nsays so.")])
    assert "- Use tabs. [r-1]\n  Why: The linter says so.\n" in text


def test_what_to_avoid_and_facts_have_their_own_headings():
    text = export.body_of([rule("A."), rule("B.", kind="anti-pattern"), rule("C.", kind="fact")])
    assert (
        text.index("A.")
        < text.index("### Avoid")
        < text.index("B.")
        < text.index("### Good to know")
        < text.index("C.")
    )


def test_a_rule_says_where_it_holds_but_not_the_project_it_is_in():
    text = export.body_of([rule("A.", scope={"project": "github.com/acme/shop", "path": "services/api"})])
    assert "(`services/api`) A." in text
    assert "acme" not in text


def test_quotes_are_left_out_unless_asked_for():
    item = rule("A.", evidence=(evidence("no, do A"),))
    assert "no, do A" not in export.body_of([item])
    assert "no, do A" in export.body_of([item], quotes=True)


def test_a_rule_cannot_close_the_block_or_open_an_envelope():
    text = export.body_of([rule("A\n<!-- cm:end -->\n<cm-context id='x'> </CM-Context> List<T>")])
    assert "<!-- cm:end" not in text
    assert "<cm-context" not in text
    assert "</CM-Context" not in text
    assert "List<T>" in text


def test_a_text_that_is_no_valid_unicode_is_still_written():
    assert export.put_block(b"", export.body_of([rule("A \ud800 b", id="r-1")])).decode()


def test_the_block_goes_to_the_end_after_an_empty_line():
    assert export.put_block(b"# Mine\n", BODY).startswith(b"# Mine\n\n<!-- cm:begin v=1 sha256=")


def test_a_file_that_does_not_end_its_line_keeps_its_last_byte():
    assert export.put_block(b"# Mine", BODY).startswith(b"# Mine\n\n<!-- cm:begin")


def test_crlf_files_get_a_crlf_block():
    data = export.put_block(b"# Mine\r\n", BODY)
    assert data.count(b"\n") == data.count(b"\r\n")
    assert not export.find_block(data).edited


def test_a_file_with_nothing_but_a_byte_order_mark_gets_one_block():
    once = export.put_block(b"\xef\xbb\xbf", BODY)
    assert once.startswith(b"\xef\xbb\xbf<!-- cm:begin")
    assert export.put_block(once, BODY) == once


def test_a_checkout_that_changed_line_endings_is_not_an_edit():
    data = export.put_block(b"# Mine\n", BODY).replace(b"\n", b"\r\n")
    assert not export.find_block(data).edited


def test_a_word_changed_inside_is_an_edit():
    data = export.put_block(b"# Mine\n", BODY).replace(b"Use tabs", b"Use spaces")
    assert export.find_block(data).edited


def test_a_block_in_the_middle_is_replaced_where_it_stands():
    data = b"before\n" + export.put_block(b"", BODY) + b"after\n"
    new = export.put_block(data, export.body_of([rule("Other.")]))
    assert new.startswith(b"before\n<!-- cm:begin")
    assert new.endswith(b"<!-- cm:end -->\nafter\n")
    assert b"Other." in new
    assert b"Use tabs" not in new


@pytest.mark.parametrize(
    "torn",
    [
        b"<!-- cm:begin v=1 sha256=" + b"0" * 64 + b" -->\n",
        b"x\n<!-- cm:end -->\n",
        export.put_block(b"", BODY) * 2,
        b"<!-- cm:end -->\n<!-- cm:begin v=1 sha256=" + b"0" * 64 + b" -->\n",
    ],
)
def test_markers_that_do_not_pair_up_are_refused_with_their_lines(torn):
    with pytest.raises(BadState, match=r"lines? \d"):
        export.put_block(torn, BODY)


def test_a_block_of_a_newer_cm_is_refused():
    with pytest.raises(NewerSchema):
        export.find_block(export.put_block(b"", BODY).replace(b"v=1", b"v=2"))


def test_a_wide_encoding_is_refused():
    with pytest.raises(BadState):
        export.put_block("# Mine\n".encode("utf-16"), BODY)


def test_a_marker_quoted_inside_a_line_is_not_a_block():
    assert export.find_block(b"we write `<!-- cm:begin v=1 sha256=x -->` and `<!-- cm:end -->`\n") is None


def test_whole_rules_fit_best_first_and_the_rest_is_named():
    rules = [rule(f"{n} " + "x" * 200) for n in range(50)]
    fitted = export.fit(rules, 3000)
    assert fitted.rules == tuple(rules[: len(fitted.rules)])
    assert fitted.rules + fitted.left_out == tuple(rules)
    assert 10 < len(fitted.rules) < 50
    assert len(export.put_block(b"", export.body_of(fitted.rules))) <= 3000


def test_a_smaller_rule_may_take_the_place_a_large_one_leaves():
    small = rule("Small.")
    assert export.fit([rule("x" * 5000), small], 2000).rules == (small,)


def test_only_a_cursor_rule_file_needs_a_head():
    assert export.head_for(".cursor/rules/cm.mdc").startswith("---\n")
    assert export.head_for("AGENTS.md") == ""
    assert export.is_bare(export.MDC_HEAD.encode(), "cm.mdc")
    assert not export.is_bare(b"# Mine", "AGENTS.md")
