import difflib
from dataclasses import replace
from pathlib import Path

import pytest

from cm.errors import BadState
from cm.model.playbook import Playbook
from cm.model.rule import Evidence, Retirement, Rule, Scope, Was
from cm.store.playbook import document_of
from cm.store.playbook_writer import spliced

PATH = Path("playbook.yaml")
OWN = """\
# My rules.      Mine.
schema:   1
owner: me   # kept
rules:

  # -- testing --
  -   text: "Run the tests."     # said often
      id: r-1
      tags: [ 'a',   b ]   # two
      # why it matters
      why: >-
        Because
        of things.
      colour: blue
      evidence:
        # first
        - {by: user, quote: one}   # proof
        - by: user
          quote: two
  # -- broken --
  - id: r-broken
    kind: wish
    text:    oops
  - id: r-2
    text: Second.


  - {id: r-3, text: "Third, in braces"}
# the end
"""


def changed(text, **rules):
    """The text after rules changed: `r_1={"why": "x"}`."""
    document = document_of(PATH, text)
    after = dict(document.playbook.rules)
    for name, fields in rules.items():
        rule_id = name.replace("_", "-")
        after[rule_id] = replace(after[rule_id], **fields) if rule_id in after else Rule(rule_id, **fields)
    return spliced(document, Playbook(after, extra=document.playbook.extra))


def diff(before, after):
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def test_nothing_changed_is_no_byte_changed():
    assert changed(OWN) == OWN


def test_a_changed_text_is_one_line_and_its_comment_stays():
    assert diff(OWN, changed(OWN, r_1={"text": "Run all tests."})) == [
        '-  -   text: "Run the tests."     # said often',
        "+  -   text: Run all tests.     # said often",
    ]


def test_evidence_that_grows_is_lines_added():
    more = (Evidence("user", "one"), Evidence("user", "two"), Evidence("user", "three", session="h/s"))
    assert diff(OWN, changed(OWN, r_1={"evidence": more})) == [
        "+        - {session: h/s, by: user, quote: three}"
    ]


def test_evidence_that_changes_in_the_midst_keeps_its_comments():
    after = changed(OWN, r_1={"evidence": (Evidence("user", "uno"), Evidence("user", "two"))})
    assert "# first" in after
    assert "# proof" in after


def test_a_folded_text_is_replaced_whole():
    assert diff(OWN, changed(OWN, r_1={"why": "New."})) == [
        "-      why: >-", "-        Because", "-        of things.", "+      why: New.",
    ]  # fmt: skip


def test_retiring_is_a_changed_state_and_a_field_behind_its_neighbours():
    after = changed(
        OWN, r_2={"state": "retired", "retired": Retirement("2026-11-30T12:00:00Z", "human", "old")}
    )
    assert diff(OWN, after) == [
        "+    state: retired",
        "+    retired: {at: 2026-11-30T12:00:00Z, by: human, reason: old}",
    ]


def test_a_field_that_ends_leaves_its_comment():
    text = "rules:\n  - id: r-1\n    text: a\n    pinned: me   # since March\n    tags: [x]\n"
    assert (
        changed(text, r_1={"pinned": ""})
        == "rules:\n  - id: r-1\n    text: a\n    # since March\n    tags: [x]\n"
    )


def test_one_field_ends_where_another_begins():
    text = "rules:\n  - id: r-1\n    text: a\n    why: b\n    tags: [x]\n"
    after = changed(text, r_1={"why": "", "evidence": (Evidence("user", "q"),), "tags": ("x", "z")})
    assert after == (
        "rules:\n  - id: r-1\n    text: a\n    evidence:\n      - {by: user, quote: q}\n    tags: [x, z]\n"
    )


def test_a_rule_in_braces_becomes_a_block_when_it_changes():
    after = changed(OWN, r_3={"text": "Three"})
    assert after.startswith(OWN[: OWN.index("  - {id: r-3")])
    assert after.endswith(
        "    text: Three\n    kind: rule\n    category: general\n    scope: {}\n    state: active\n    origin: {by: human}\n# the end\n"
    )


def test_a_new_rule_goes_behind_the_last_and_before_what_follows():
    after = changed(OWN, r_new={"text": "New: one", "scope": Scope(project="github.com/a/b")})
    assert after.startswith(OWN[: OWN.index("# the end")])
    assert after.endswith("# the end\n")
    assert '  - id: r-new\n    text: "New: one"\n' in after
    assert "    scope: {project: github.com/a/b}\n" in after


def test_the_broken_rule_keeps_its_bytes_whatever_changes():
    after = changed(OWN, r_1={"text": "x", "why": ""}, r_2={"text": "y"}, r_new={"text": "z"})
    assert "  # -- broken --\n  - id: r-broken\n    kind: wish\n    text:    oops\n" in after


def test_a_rule_written_without_an_id_gets_one_in_front():
    text = "rules:\n- text: Use tabs.  # mine\n  why: x\n"
    document = document_of(PATH, text)
    rule_id = next(iter(document.playbook.rules))
    assert (
        spliced(document, document.playbook)
        == f"rules:\n- id: {rule_id}\n  text: Use tabs.  # mine\n  why: x\n"
    )


def test_crlf_stays_crlf():
    text = "schema: 1\r\nrules:\r\n  - id: r-1\r\n    text: a\r\n    # c\r\n    why: b\r\n"
    after = changed(text, r_1={"why": "new", "was": (Was("old"),)}, r_2={"text": "x"})
    assert after.count("\n") == after.count("\r\n")
    assert document_of(PATH, after).playbook.rules["r-1"].why == "new"


@pytest.mark.parametrize(
    "text",
    ["", "schema: 1\n", "schema: 1\nrules:\n", "schema: 1\nrules: []   # none yet\nowner: me\n", "rules: []", "\ufeffrules:\n", "# only words\n", "schema: 1\nrules: ~\n", "schema: 1"],
)  # fmt: skip
def test_the_first_rule_goes_into_any_beginning(text):
    after = changed(text, r_1={"text": "First."})
    document = document_of(PATH, after)
    assert document.playbook.rules["r-1"].text == "First."
    for comment in ("# none yet", "owner: me", "# only words", "\ufeff"):
        assert (comment in after) == (comment in text)


def test_a_file_without_a_newline_at_its_end_is_added_to():
    after = changed("rules:\n- id: r-1\n  text: a", r_2={"text": "b"})
    assert after.startswith("rules:\n- id: r-1\n  text: a\n- id: r-2\n")


@pytest.mark.parametrize(
    "text",
    [
        "rules: [{id: r-1, text: a}, {id: r-2, text: b}]  # flow\n",
        "rules:\n  - &x\n    id: r-1\n    text: a   # keep\n  - <<: *x\n    id: r-2\n",
        'rules:\n  - id: r-1\n    text: "a\n- not: an item"\n',
        "rules:\n  - # about one\n    id: r-1\n    text: a\n",
        "rules:\n  -\n    id: r-1\n    text: a\n",
        "rules:\n  - id: r-1\n    text: a\n    ? why\n    : b\n",
        "{schema: 1, rules: [{id: r-1, text: a}]}\n",
    ],
)
def test_layouts_that_lines_do_not_show_are_written_or_left_alone_but_never_spoilt(text):
    try:
        after = changed(text, r_1={"text": "changed"}, r_9={"text": "new"})
    except BadState:
        return
    read = document_of(PATH, after).playbook
    assert read.rules["r-1"].text == "changed"
    assert read.rules["r-9"].text == "new"
    for comment in ("# flow", "# keep", "# about one"):
        assert (comment in after) == (comment in text)


def test_removing_a_rule_takes_its_block_and_no_more():
    document = document_of(PATH, OWN)
    left = {key: rule for key, rule in document.playbook.rules.items() if key != "r-2"}
    after = spliced(document, Playbook(left, extra=document.playbook.extra))
    assert diff(OWN, after) == ["-  - id: r-2", "-    text: Second."]
    one = document_of(PATH, "schema: 1\nrules:\n  - id: r-1\n    text: a\n")
    assert spliced(one, Playbook({})) == "schema: 1\nrules: []\n"


def test_half_a_character_in_a_quote_is_written_as_the_sign_for_a_lost_one():
    after = changed(OWN, r_1={"evidence": (Evidence("user", "half \ud83d of it"),)})
    assert "half \ufffd of it" in after
