"""Law of the store: whatever is changed, by hand or by deltas, folding the decisions gives the book that the file holds."""

import re
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from cm.flows.commit import commit, replayed
from cm.flows.env import open_env
from cm.flows.marking import mark
from cm.flows.reading import shelf
from cm.model.delta import Add, Approve, Merge, Pin, Replace, Retire
from cm.store.layout import layout_of
from cm.store.playbook import read_document, read_playbook
from tests.kit import NOW

TEXTS = (
    "Indent with tabs.", "Keep the build green.", "Run `make test` before every push.", "Never push to main by hand.",
    "Label every cable.", "Use port 8080 for the stub.", "Use port 9090 for the stub.", "Write the date first: 2026-11-30.",
)  # fmt: skip

steps = st.lists(
    st.tuples(
        st.sampled_from(["add", "add", "replace", "retire", "pin", "approve", "merge", "mark", "hand-text", "hand-out", "hand-in", "hand-break"]),
        st.integers(0, 7),
        st.integers(0, 7),
    ),
    min_size=1,
    max_size=10,
)  # fmt: skip


def delta_of(action, book, one, two):
    ids = list(book.rules) or ["r-none"]
    rule, other = ids[one % len(ids)], ids[two % len(ids)]
    match action:
        case "replace":
            return Replace(rule, TEXTS[two], reason="law")
        case "retire":
            return Retire(rule, "law")
        case "pin":
            return Pin(rule, "law" if two % 2 else "")
        case "approve":
            return Approve(rule)
        case "merge":
            return Merge((rule, other), TEXTS[two])
        case _:
            return Add(TEXTS[one], kind="anti-pattern" if two == 0 else "rule")


def by_hand(env, action, one, two):
    document = read_document(env.home.playbook)
    layout = layout_of(document.text)
    if action == "hand-in" or not layout.items:
        text = document.text.replace("rules: []", "rules:") or "schema: 1\nrules:\n"
        env.home.playbook.write_text(f"{text}  - text: '{TEXTS[one]} By hand {two}.'   # mine\n")
        return
    item = layout.items[one % len(layout.items)]
    block = document.text[item.start : item.end]
    match action:
        case "hand-out":
            block = ""
        case "hand-break":
            block = block.replace("kind: rule", "kind: wish", 1)
        case _:
            block = re.sub(r"category: \w+", f"category: c{two}", block)
            block = block.replace("tabs", f"{two} spaces").replace("cable", "wire")
    env.home.playbook.write_text(document.text[: item.start] + block + document.text[item.end :])


@given(steps)
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
def test_folding_the_decisions_gives_the_book(script):
    with tempfile.TemporaryDirectory() as folder:
        # no git on this path: the law is about the files
        env = open_env({"HOME": folder, "PATH": "/nowhere"}, Path(folder), tty=True, clock=lambda: NOW)
        commit(env, [Add(TEXTS[0])], source="human")
        for number, (action, one, two) in enumerate(script):
            if action.startswith("hand"):
                by_hand(env, action, one, two)
                done = commit(env, [Add(TEXTS[two])], source="human")
            elif action == "mark":
                ids = list(read_playbook(env.home.playbook).rules)
                if ids:
                    mark(env, ids[one % len(ids)], "harmful" if two % 2 else "helpful", session=f"h/{number}")
                done = commit(env, [], source="sweep")
            else:
                done = commit(
                    env, [delta_of(action, read_playbook(env.home.playbook), one, two)], source="human"
                )
            book = read_playbook(env.home.playbook)
            assert dict(done.book.rules) == dict(book.rules)
            folded = dict(replayed(env).rules)
            # what cannot be read now is remembered as it was
            unread = {flaw.rule for flaw in book.flaws}
            known = {
                rule_id: rule
                for rule_id, rule in folded.items()
                if rule_id in book.rules or rule_id not in unread
            }
            if "" in unread:  # any rule may be the one that cannot be read: none is taken for gone
                known = {rule_id: rule for rule_id, rule in known.items() if rule_id in book.rules}
            assert known == dict(book.rules)
            assert len(shelf(env).shelved) == len(book)
        assert commit(env, [], source="human", sweeping=False).decisions == ()
