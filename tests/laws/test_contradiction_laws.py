"""The laws of rules that meet others: opposed, merged, taken back. Books are grown by the curator, as real ones are."""

from dataclasses import replace
from itertools import combinations

from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from cm.core.curation.curate import LedgerView, curate
from cm.core.curation.meeting import meet
from cm.core.curation.merge3 import merge3
from cm.core.curation.nearby import Nearby
from cm.core.language.reach import overlap
from cm.core.language.similar import compare
from cm.core.language.text import fingerprint
from cm.core.serving.blocklist import Blocklist
from cm.core.serving.standing import heirs, standings
from cm.model.delta import Add, Approve, Merge, Pin, Replace, Restore, Retire, Settle, Split, Take
from cm.model.ledger import Blocked, Mark
from cm.model.rule import Evidence, Scope, Unmerged
from cm.model.settings import CurationPolicy
from tests.kit import book, rule, ts
from tests.kit.relation import Everyone
from tests.laws.strategies import AUTOMATIC, EVENTS, NOW, TEXTS, clean, ids, marks, relate, rules, verbs

LIVE = ("active", "contested")
POLICIES = tuple(CurationPolicy(contradictions=name) for name in ("contest", "supersede", "refuse"))
law = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
policies = st.sampled_from(POLICIES)
GOOD = tuple(text for text in TEXTS if 5 < len(text) < 100)
places = st.sampled_from(
    (Scope(), Scope(), Scope(), Scope(project="github.com/acme/shop"), Scope(language="go"))
)
proof = st.sampled_from(
    (
        (),
        (Evidence("user", "from now on", "codex/s1", "e1"),),
        (Evidence("user", "please use tabs for indentation", "codex/s2", "e2"),),
        (
            Evidence("user", "from now on", "codex/s1", "e1"),
            Evidence("user", "please use tabs", "codex/s2", "e2"),
        ),
    )
)
said = st.builds(
    Add, text=st.sampled_from(GOOD), scope=places, evidence=proof, id=st.just("") | ids, why=st.sampled_from(("", "So.")),
    standing_words=st.booleans(),
)  # fmt: skip
words = st.sampled_from(GOOD)
done_to = (
    st.builds(Replace, rule=ids, text=words, evidence=proof)
    | st.builds(
        Merge, rules=st.lists(ids, min_size=2, max_size=3, unique=True).map(tuple), text=words, evidence=proof
    )
    | st.builds(Approve, rule=ids)
    | st.builds(Settle, rules=st.tuples(ids, ids), keep=st.just("both") | ids)
    | st.builds(Split, rule=ids, texts=st.lists(words, min_size=2, max_size=3).map(tuple))
    | st.builds(Pin, rule=ids, reason=st.sampled_from(("", "mine")))
    | st.builds(Retire, rule=ids, reason=st.just("old"))
    | verbs
)
changes = said | done_to
restores = st.builds(Restore, rule=ids, to=st.none() | rules, undoes=st.just(""))
batches = st.lists(changes, max_size=7)
seeds = st.lists(said, min_size=3, max_size=8).map(
    lambda made: [replace(delta, id=f"r-{at}") for at, delta in enumerate(made)]
)


def run(before, batch, source, *, policy=POLICIES[0], ledger=None, **more):
    return curate(
        before, batch, ledger or LedgerView(), policy, NOW, source=source, events=EVENTS, screen=clean, relate=relate,
        neighbours=Everyone(before), **more,
    )  # fmt: skip


def grow(seed, first, second, batch, other):
    start = run(book(), seed[:4], first).book
    return run(run(start, seed[4:], second).book, batch, other).book


PEOPLE_MOSTLY = ("human", "script", "human", "agent", "heuristic", "model", "starter", "import")
grown = st.builds(
    grow,
    seeds,
    st.sampled_from(PEOPLE_MOSTLY),
    st.sampled_from(PEOPLE_MOSTLY),
    batches,
    st.sampled_from(PEOPLE_MOSTLY),
)
sources = st.sampled_from(PEOPLE_MOSTLY)


def unmarked(those):
    """Pairs of live rules that contradict each other in one scope, and do not say so."""
    for a, b in combinations([one for one in those if one.state in LIVE], 2):
        opposed = relate(a, b).kind == "contradiction" and a.id not in b.settled and b.id not in a.settled
        reach = lies(a, b)
        if opposed and reach in ("same", "crossing"):
            both = a.state == b.state == "contested" and a.id in b.contests and b.id in a.contests
            if not both:
                yield a, b
        elif opposed and reach in ("narrower", "wider"):
            narrow, wide = (a, b) if reach == "narrower" else (b, a)
            if wide.id not in narrow.overrules:
                yield a, b


def lies(a, b):
    """How the situations of two rules lie: what is of one branch is inside of what is of none, and outside of another branch."""
    places = overlap(a.scope, b.scope)
    branches = [one.unmerged and one.unmerged.branch for one in (a, b)]
    if branches[0] == branches[1]:
        return places
    if all(branches) or places == "apart":
        return "apart"
    branch = "narrower" if branches[0] else "wider"
    return branch if places in ("same", branch) else "crossing"


A_BRANCH = Unmerged("a", "a" * 40)
OPPOSITE = rule(id="r-1", text="Never use tabs for indentation.", unmerged=A_BRANCH)


@law
@example(
    book(rule(id="r-0", text="Use tabs for indentation.")),
    [Take(OPPOSITE, live=True)],
    "human",
    POLICIES[0],
    (),
)
@given(grown, batches, sources, policies, marks)
def test_two_contradicting_rules_are_never_both_live_and_unmarked(before, batch, source, policy, given_marks):
    assert not list(unmarked(before))
    done = run(before, batch, source, policy=policy, ledger=LedgerView(given_marks))
    assert not list(unmarked(done.book))


@law
@given(grown, batches, sources)
def test_a_rule_is_contested_by_live_rules_or_not_at_all(before, batch, source):
    done = run(before, batch, source)
    for one in done.book:
        partners = [done.book.get(name) for name in one.contests]
        if one.state == "contested":
            assert partners
        if one.state in LIVE:
            assert bool(one.contests) == (one.state == "contested")
            for other in partners:
                assert other is None or (other.state == "contested" and one.id in other.contests)


@law
@given(grown, batches, batches, sources)
def test_two_machines_leave_no_rule_contested_by_what_is_out_of_service(before, here, there, source):
    ours, theirs = run(before, here, source).book, run(before, there, "human").book
    merged = merge3(before, ours, theirs).book
    came = [one.id for one in merged if ours.rules.get(one.id) != one]
    found, _ = meet(merged, came, Nearby(merged.rules, relation=relate, neighbours=Everyone(merged)))
    for one in found:
        if one.state in LIVE:
            assert bool(one.contests) == (one.state == "contested")
            for other in filter(None, map(found.get, one.contests)):
                assert other.state == "contested"
                assert one.id in other.contests


@law
@given(grown, batches, sources)
def test_the_opposite_inherits_no_marks(before, batch, source):
    done = run(before, batch, source)
    passed = heirs(done.book)
    for one in done.book:
        if one.id in passed:
            first = done.book.rules[one.replaced_by]
            assert first.id not in one.contests


@law
@given(
    grown,
    st.lists(changes | restores, max_size=6),
    sources,
    st.sampled_from([text for text in TEXTS if fingerprint(text)]),
)
def test_withdrawn_stays_withdrawn_through_every_verb(before, batch, source, text):
    blocked = Blocklist.from_lines([Blocked("x-1", "r-9", fingerprint(text), ts(2), "human")])
    clear = book(*(one for one in before if not blocked.hit(one.text)))
    done = run(clear, batch, source, ledger=LedgerView(blocked=blocked))
    assert not [one.id for one in done.book if blocked.hit(one.text)]


@law
@given(grown, batches, st.sampled_from(AUTOMATIC), policies)
def test_what_is_pinned_is_overcome_by_nothing_automatic(before, batch, source, policy):
    done = run(before, batch, source, policy=policy)
    for one in before:
        if one.pinned and one.state in LIVE:
            after = done.book.rules[one.id]
            assert (after.text, after.kind, after.scope, after.pinned) == (
                one.text,
                one.kind,
                one.scope,
                one.pinned,
            )
            assert after.state in (one.state, "active")


@law
@given(grown, changes, sources, st.booleans())
def test_a_decision_taken_back_leaves_the_rules_as_they_were(before, delta, source, backwards):
    done = run(before, [delta], source)
    (decision,) = (replace(one, id="d-1") for one in done.decisions)
    touched = [one.id for one in decision.after][:: -1 if backwards else 1]
    undo = [Restore(name, before.get(name), "d-1") for name in touched]
    back = run(done.book, undo, "human", ledger=LedgerView(decisions=(decision,)))
    assert [one.verdict for one in back.decisions] == ["undone"] * len(undo)
    for one in back.book:
        if one.id in before.rules:
            assert one == before.rules[one.id]
        else:
            assert one.state == "retired"


@law
@given(
    grown,
    st.lists(said, max_size=5),
    st.sampled_from(("human", "script", "heuristic", "agent")),
    st.randoms(),
)
def test_a_permuted_batch_leaves_the_same_texts_in_service(before, batch, source, chance):
    """Unless two of them say the same (the first wording stays) or plainly the opposite (the last wins), or one of them brings
    a pinned draft live, against which the next is refused.
    """
    assume(not any(one.pinned and one.state == "draft" for one in before))
    apart = []
    for delta in batch:
        if not any(meets(delta, other) for other in apart):
            apart.append(delta)
    shuffled = list(apart)
    chance.shuffle(shuffled)
    one, other = run(before, apart, source).book, run(before, shuffled, source).book
    assert served(one) == served(other)


def meets(a, b):
    if (a.id and a.id == b.id) or compare(a.text, b.text).level != "none":
        return True
    first, second = (rule(one.text, id=name, scope=one.scope) for one, name in ((a, "a"), (b, "b")))
    found = relate(first, second)
    return found.kind == "contradiction" and found.strong


def served(those):
    texts = {one.id: one.text for one in those}
    return {
        (one.text, one.state, frozenset(texts.get(name, name) for name in one.contests)) for one in those if one.state in LIVE
    }  # fmt: skip


NEVER, ALWAYS, WISH = (
    "Never use tabs for indentation.",
    "Always use tabs for indentation!",
    "Use tabs for indentation.",
)
TO_AND_FRO = book(
    rule(NEVER, id="r-0", state="superseded", replaced_by="r-2", contests=("r-2",)),
    rule(ALWAYS, id="r-2", replaces=("r-0", "r-3")),
    rule(WISH, id="r-3", state="superseded", replaced_by="r-2", contests=("r-2",)),
)


PLEASED = (Evidence("user", "please use tabs for indentation", "codex/s2", "e2"),)
FOUND_FIRST = run(
    book(), [Add(WISH, scope=Scope(language="go"), evidence=PLEASED, id="r-1")], "heuristic"
).book


def told_now(those):
    """The book without what its rules were before."""
    return {one.id: replace(one, was=()) for one in those}


@law
@given(grown, st.lists(said, max_size=6), sources)
@example(TO_AND_FRO, [Add(WISH), Add(NEVER)], "human")
@example(FOUND_FIRST, [Add(WISH, evidence=PLEASED)], "model")
def test_what_is_said_twice_leaves_the_same_rules_and_the_same_texts_in_service(before, batch, source):
    """Words and their opposite in one batch go to and fro each time; what a rule was tells by which one it was superseded then."""
    # a draft that takes the place of rules goes live by its own words: who then says theirs again brings them back
    assume(not any(one.state == "draft" and one.replaces for one in before))
    once = run(before, batch, source).book
    twice = run(once, batch, source).book
    assert set(twice.rules) == set(once.rules)
    assert served(twice) == served(once)
    thrice = run(twice, batch, source).book
    assert told_now(thrice) == told_now(twice)
    for one in thrice:
        assert len(set(one.was)) == len(one.was)


@law
@given(grown, st.lists(ids, min_size=2, max_size=4, unique=True), marks)
def test_a_merged_rule_stands_as_its_parents_together_no_mark_counted_twice(before, names, given_marks):
    known = [name for name in names if name in before.rules]
    names = [*dict.fromkeys((*known, *before.rules))][: max(2, len(known))]  # few are known of those drawn
    assume(len(names) >= 2)
    done = run(
        before, [Merge(tuple(names), "Keep the release notes short and honest.")], "human", sweeping=False
    )
    assume(done.decisions[0].verdict == "merged")
    first = names[0]
    old = heirs(before)
    mine = {name: first for name in before.rules if old.get(name, name) in names}
    alone = [replace(mark, rule=mine.get(mark.rule, mark.rule)) for mark in given_marks]
    together = standings(given_marks, POLICIES[0].standing, NOW, heirs=heirs(done.book))
    apart = standings(alone, POLICIES[0].standing, NOW)
    assert together.get(first) == apart.get(first)


def test_one_session_that_marked_both_parents_counts_once_for_the_merged_rule():
    before = book(rule("Use uv.", id="r-1"), rule("Take uv for tests.", id="r-2"))
    done = run(before, [Merge(("r-1", "r-2"), "Use uv for the tests.")], "human").book
    both = [Mark(f"m-{name}", name, "helpful", ts(1), "codex/s1") for name in ("r-1", "r-2")]
    assert standings(both, POLICIES[0].standing, NOW, heirs=heirs(done))["r-1"].n_plus == 1
