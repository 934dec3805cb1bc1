"""The laws of the curator: whatever the batch, whatever the book."""

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cm.core.curation.admit import Admitted, admit
from cm.core.curation.apply import apply, replay
from cm.core.curation.curate import LedgerView, curate, refusals
from cm.core.facts import is_fact
from cm.core.language.text import fingerprint
from cm.core.serving.blocklist import Blocklist
from cm.model.decision import REFUSALS
from cm.model.delta import Add, Take
from cm.model.ledger import Blocked
from cm.model.settings import CurationPolicy
from tests.kit import book, ts
from tests.kit.relation import Everyone
from tests.laws.strategies import (
    AUTOMATIC,
    EVENTS,
    NOW,
    SOURCES,
    TEXTS,
    adds,
    books,
    clean,
    deltas,
    ledgers,
    relate,
)

POLICY = CurationPolicy()
sources = st.sampled_from(SOURCES)
law = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def run(before, batch, ledger, source="human", **more):
    return curate(
        before, batch, ledger, POLICY, NOW, source=source, events=EVENTS, screen=clean, relate=relate, neighbours=Everyone(before),
        **more,
    )  # fmt: skip


@law
@given(books, deltas, ledgers, sources)
def test_replay_folding_the_decisions_gives_the_same_book(before, batch, ledger, source):
    done = run(before, batch, ledger, source)
    folded = before
    for decision in done.decisions:
        folded = apply(folded, decision)
    assert folded == done.book == replay(before, done.decisions)
    assert list(folded.rules) == list(done.book.rules)


@law
@given(books, deltas, ledgers, sources)
def test_totality_every_delta_has_one_decision_in_order(before, batch, ledger, source):
    done = run(before, batch, ledger, source, sweeping=False)
    assert len(done.decisions) == len(batch)
    for delta, decision in zip(batch, done.decisions, strict=True):
        assert decision.say
        if isinstance(delta, Add):
            assert decision.proposed in (delta.text.strip(), delta.text, "")
        assert (decision.verdict == "refused") <= (decision.reason in REFUSALS)
        assert (decision.verdict in ("refused", "unchanged", "marked")) == (not decision.changes)
        assert bool(decision.marks) == (decision.verdict == "marked")
        assert decision.by


@law
@given(books, deltas, ledgers, sources)
def test_nothing_is_lost(before, batch, ledger, source):
    done = run(before, batch, ledger, source)
    for rule in before:
        after = done.book.rules[rule.id]
        assert quoted(rule) <= quoted(after)
        assert set(rule.was) <= set(after.was)
        assert rule.text == after.text or rule.text in [was.text for was in after.was]
        assert rule.why in ("", after.why, *(was.why for was in after.was))
        assert after.state in ("retired", "superseded") or after.id == rule.id
        if after.replaced_by and after.replaced_by != rule.replaced_by:
            heir = done.book.rules[after.replaced_by]
            if is_fact(rule) and is_fact(heir) and rule.text == after.text:
                continue  # a fact that another one followed stays whole, with its words and its proof
            assert rule.text in [was.text for was in (*heir.was, *after.was)]
            assert after.replaced_by in after.contests or quoted(rule) <= quoted(
                heir
            )  # the opposite keeps its own proof


def quoted(rule):
    """What the evidence of a rule says, whatever it is noted to prove."""
    return {(item.by, item.session, item.event, item.quote) for item in rule.evidence}


@law
@given(books, st.lists(adds, max_size=6), ledgers, sources)
def test_idempotence_the_same_batch_twice_adds_no_rule(before, batch, ledger, source):
    once = run(before, batch, ledger, source)
    twice = run(once.book, batch, ledger, source)
    assert set(twice.book.rules) == set(once.book.rules)
    third = run(twice.book, batch, ledger, source)
    assert third.book == twice.book


@law
@given(books, deltas, ledgers, sources, st.sampled_from([text for text in TEXTS if fingerprint(text)]))
def test_withdrawn_stays_withdrawn(before, batch, ledger, source, text):
    blocked = Blocklist.from_lines([Blocked("x-1", "r-9", fingerprint(text), ts(2), "human")])
    clear = book(*(rule for rule in before if not blocked.hit(rule.text)))
    done = run(clear, batch, replace(ledger, blocked=blocked), source)
    assert not [rule.id for rule in done.book if blocked.hit(rule.text)]


@law
@given(books, deltas, ledgers, st.sampled_from(AUTOMATIC))
def test_pinned_is_pinned_nothing_automatic_touches_it(before, batch, ledger, source):
    done = run(before, batch, ledger, source)
    for rule in before:
        if rule.pinned and rule.state not in ("retired", "superseded"):
            after = done.book.rules[rule.id]
            live = (
                "active" if rule.state in ("draft", "contested") else rule.state
            )  # supported, or contested no more
            assert (after.text, after.kind, after.scope, after.pinned) == (
                rule.text,
                rule.kind,
                rule.scope,
                rule.pinned,
            )
            assert after.state in (rule.state, live)


@law
@given(books, deltas, ledgers, st.sampled_from(AUTOMATIC))
def test_a_yes_stands_beside_the_words_it_was_said_of(before, batch, ledger, source):
    said = {(rule.approved, rule.text, rule.kind) for rule in before}
    said |= {
        (one.rule.approved, one.rule.text.strip(), one.rule.kind) for one in batch if isinstance(one, Take)
    }
    for rule in run(before, batch, ledger, source).book:
        assert not rule.approved or (rule.approved, rule.text, rule.kind) in said


@law
@given(books, st.lists(adds, max_size=5), ledgers, sources, st.randoms())
def test_independence_the_order_of_unrelated_deltas_changes_nothing(before, batch, ledger, source, chance):
    unrelated = []
    for delta in batch:
        if not any(related(delta, other) for other in unrelated):
            unrelated.append(delta)
    shuffled = list(unrelated)
    chance.shuffle(shuffled)
    one, other = run(before, unrelated, ledger, source), run(before, shuffled, ledger, source)
    assert dict(one.book.rules) == dict(other.book.rules)


def related(a, b):
    """Two deltas that could meet: alike words, one wished id, or the same twin in a book."""
    if a.id and a.id == b.id:
        return True
    words = [set(fingerprint(one.text).split()) for one in (a, b)]
    return bool(words[0] & words[1]) or not all(words)


@law
@given(adds, sources)
def test_what_is_admitted_quotes_exactly_and_names_the_author(delta, source):
    answer = admit(delta, book=book(), events=EVENTS, source=source, screen=clean)
    if isinstance(answer, Admitted):
        for item in answer.delta.evidence:
            if item.span is not None and item.event in EVENTS and item.note != "unverified":
                event = EVENTS[item.event]
                assert item.quote == event.text[slice(*item.span)]
                assert (item.by, item.session) == (event.by, event.session)


@law
@given(st.lists(adds, min_size=1, max_size=5), st.sampled_from(("heuristic", "model", "agent")))
def test_a_machine_brings_no_live_order_without_the_users_words(batch, source):
    done = run(book(), batch, LedgerView(), source)
    for rule in done.book:
        if rule.kind != "fact" and rule.state == "active":
            proof = [item for item in rule.evidence if item.by == "user"]
            assert proof
            assert all(item.quote in EVENTS[item.event].text for item in proof)


@law
@given(books, st.lists(adds, max_size=5), st.sampled_from(("heuristic", "model")))
def test_what_was_refused_is_refused_again_with_the_reason_of_then(before, batch, source):
    first = run(before, batch, LedgerView(), source, sweeping=False)
    again = run(first.book, batch, LedgerView(refused=refusals(first.decisions)), source, sweeping=False)
    for earlier, later in zip(first.decisions, again.decisions, strict=True):
        if earlier.verdict == "refused":
            assert later.verdict in ("refused", "unchanged", "reinforced")
