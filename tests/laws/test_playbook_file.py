"""Laws of the playbook file: what is written reads back, what is not meant keeps its bytes, same inputs same bytes."""

from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from cm.model.playbook import Playbook, playbook_of
from cm.model.rule import Evidence, Rule
from cm.store.emit import item_text
from cm.store.layout import layout_of
from cm.store.playbook import document_of
from cm.store.playbook_writer import spliced
from cm.store.schema import rule_of, rule_to_data
from cm.store.yaml import _ruamel, parse
from tests.laws.strategies_store import books, rules, some, texts

PATH = Path("playbook.yaml")
slow = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # shrinking whole books takes minutes
)


def written(book):
    return spliced(document_of(PATH, ""), book)


@given(rules())
@slow
def test_a_rule_survives_being_written_as_data_and_read_again(rule):
    assert rule_of(rule_to_data(rule)) == rule


@given(rules())
@slow
def test_both_parsers_read_what_was_written_as_the_same(rule):
    data = rule_to_data(rule)
    text = item_text(data, 2)
    assert parse("rules:\n" + text, PATH)["rules"] == [data]
    assert _ruamel("rules:\n" + text, PATH)["rules"] == [data]


@given(books)
@slow
def test_a_book_reads_back_as_what_was_written_with_the_same_bytes_each_time(book):
    text = written(book)
    read = document_of(PATH, text).playbook
    assert dict(read.rules) == dict(book.rules)
    assert list(read.rules) == list(book.rules)
    assert read.flaws == ()
    assert written(book) == text
    assert spliced(document_of(PATH, text), read) == text


COMMENTS = ["", "# a comment of the user\n", "  # a deep comment\n", "\n", "\n\n# after a gap\n"]


@given(books, st.data())
@slow
def test_changing_one_rule_keeps_every_byte_of_the_others_and_every_comment(book, data):
    document = document_of(PATH, written(book))
    layout = layout_of(document.text)
    pieces = [document.text[: layout.items[0].start]] if layout.items else [document.text]
    for item in layout.items:
        pieces.append(data.draw(st.sampled_from(COMMENTS)))
        pieces.append(document.text[item.start : item.end])
    text = "".join(pieces) + data.draw(st.sampled_from(COMMENTS))
    document = document_of(PATH, text)
    layout = layout_of(text)
    before = [text[item.start : item.end] for item in layout.items]
    changes = {
        "text": data.draw(some),
        "why": data.draw(texts),
        "state": "retired",
        "pinned": data.draw(texts),
        "tags": ("a", "b"),
        "evidence": (Evidence("user", data.draw(texts)),),
    }
    picked = data.draw(st.lists(st.sampled_from(sorted(changes)), unique=True, max_size=3))
    at = data.draw(st.integers(0, max(len(book) - 1, 0)))
    after = list(document.playbook)
    if after:
        after[at] = replace(after[at], **{name: changes[name] for name in picked})
    added = data.draw(st.lists(rules(), max_size=1))
    added = [rule for rule in added if document.playbook.get(rule.id) is None]
    new = Playbook(playbook_of(*after, *added).rules)
    made = spliced(document, new)
    read = document_of(PATH, made)
    assert dict(read.playbook.rules) == dict(new.rules)
    now = [made[item.start : item.end] for item in layout_of(made).items]
    for index, block in enumerate(before):
        if index != at:
            assert now[index] == block
    for comment in COMMENTS:
        if comment.strip():
            assert made.count(comment.strip()) >= text.count(comment.strip())


@given(st.text(max_size=200))
@slow
def test_no_text_makes_the_reader_fail_in_an_unforeseen_way(text):
    from cm.errors import BadState

    try:
        document_of(PATH, text)
    except BadState as error:
        assert str(PATH) in error.message


@given(
    st.lists(
        st.sampled_from(
            [
                "schema: 1\n",
                "rules:\n",
                "  - id: r-1\n",
                "    text: x\n",
                "- a\n",
                "  - {id: r-2, text: y}\n",
                "# c\n",
                "    why: |\n      a\n",
                "    tags: [\n",
                "\tx\n",
                "<<<<<<< a\n",
                "rules: []\n",
                "    id: r-3\n",
                "'",
                '"\n',
                "    scope: {os: x}\n",
                "&a",
                "*a\n",
                "<<: *a\n",
                "? [a]\n: b\n",
                "    span: 2026-99-99\n",
            ]
        ),
        max_size=9,
    ).map("".join)
)
@settings(slow, max_examples=150)
def test_no_broken_playbook_makes_the_reader_fail_in_an_unforeseen_way(text):  # fmt: skip
    from cm.errors import BadState

    try:
        document = document_of(PATH, text)
    except BadState as error:
        assert "playbook.yaml:" in error.message
        return
    new = Playbook(
        {**document.playbook.rules, "r-new": Rule("r-new", "a new rule")}, extra=document.playbook.extra
    )
    try:
        made = spliced(document, new)
    except BadState:
        return  # refused is fine; silently different is not
    read = document_of(PATH, made)
    assert dict(read.playbook.rules) == dict(new.rules)
    assert [raw for raw, rule_id in zip(read.items, read.ids, strict=True) if not rule_id] == [
        raw for raw, rule_id in zip(document.items, document.ids, strict=True) if not rule_id
    ]
