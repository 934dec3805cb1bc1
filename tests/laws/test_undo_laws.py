"""Whatever was done is taken back step by step, and taking that back does it again."""

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cm.errors import CmError
from cm.flows.commit import commit, replayed
from cm.flows.forget import forget
from cm.flows.marking import mark
from cm.flows.reading import shelf
from cm.flows.undo import undo
from cm.model.delta import Add, Approve, Merge, Pin, Replace, Retire
from cm.store.playbook import read_playbook
from tests.kit.world import world

TEXTS = (
    "Read the migration guide before touching the schema.", "Keep the changelog in step with every release.",
    "Name branches after their ticket.", "Use npm to install packages.", "Use pnpm, not npm, to install packages.",
    "Indent with tabs in Makefiles.", "Never indent with tabs in Makefiles.", "Answer in full sentences.",
)  # fmt: skip
OPS = st.lists(
    st.tuples(
        st.sampled_from(("add", "agent", "replace", "retire", "approve", "pin", "merge", "forget", "avoid", "mark")),
        st.integers(0, 7), st.integers(0, 7),
    ),
    min_size=1, max_size=7,
)  # fmt: skip


def rules(env):
    return dict(read_playbook(env.home.playbook).rules)


def done(env, op, first, second):
    """Does one thing; whether it was a change that can be taken back."""
    known = sorted(rules(env))
    rule = known[first % len(known)] if known else "r-none"
    other = known[second % len(known)] if known else "r-none"
    try:
        match op:
            case "add" | "agent":
                tx = commit(env, [Add(TEXTS[first])], source="human" if op == "add" else "agent").tx
            case "replace":
                tx = commit(env, [Replace(rule, TEXTS[second], reason="better")], source="human").tx
            case "retire":
                tx = commit(env, [Retire(rule, "old")], source="human").tx
            case "approve":
                tx = commit(env, [Approve(rule)], source="human").tx
            case "pin":
                tx = commit(env, [Pin(rule, "mine" if second % 2 else "")], source="human").tx
            case "merge":
                tx = commit(env, [Merge((rule, other), TEXTS[second])], source="human").tx
            case "forget" | "avoid":
                tx = forget(env, rule, "wrong", avoid=op == "avoid").tx
            case _:
                mark(env, rule, "helpful", session=f"s/{second}")
                tx = ""
    except CmError:
        return False
    return bool(tx)


def state(env):
    return rules(env), {each.rule.id: bool(each.blocked_by) for each in shelf(env).shelved}


def as_before(env, before):
    """The rules that were there are what they were; those that were not have left service."""
    now, blocked = state(env)
    then, withheld = before
    assert {name: now.get(name) for name in then} == then
    assert {rule.state for name, rule in now.items() if name not in then} <= {"retired"}
    assert {name: blocked[name] for name in withheld} == withheld
    assert dict(replayed(env).rules) == now


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(OPS)
def test_step_by_step_back_and_forth(ops):
    with tempfile.TemporaryDirectory() as folder:
        env = world(Path(folder), PATH="")  # without git it is quick
        stack = []
        for op, first, second in ops:
            before = state(env)
            if done(env, op, first, second) and state(env) != before:
                stack.append(before)
        backs = []
        for before in reversed(stack):
            after = state(env)
            backs.append((undo(env, yes=True).tx, after))
            as_before(env, before)
        for tx, after in reversed(backs):
            undo(env, tx, yes=True)
            as_before(env, after)
