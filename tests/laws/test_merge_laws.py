"""Three-way merges of playbooks: the same from either side, nothing lost, no rule twice, withdrawn stays withdrawn."""

from dataclasses import replace
from types import MappingProxyType

from hypothesis import given
from hypothesis import strategies as st

from cm.core.curation.case import IN_SERVICE
from cm.core.curation.merge3 import merge3
from cm.core.language.similar import same_instruction
from cm.model.playbook import Playbook, playbook_of
from cm.model.rule import Evidence, Origin, Retirement, Rule, Scope, Valid, Was

STAMPS = ("2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z", "2026-11-03T00:00:00Z")
TEXTS = (
    "Use tabs for indentation.", "Always use tabs for indentation.", "Use spaces for indentation.", "Run the tests with `uv run pytest -q`.",
    "Retry uploads twice.", "Retry uploads three times.", "请使用 pnpm，不要用 npm。", "Ask before adding a dependency.",
)  # fmt: skip
QUOTES = tuple(
    Evidence("user", f"words {at}", f"codex/s{at}", f"e-{at}", (0, 7), STAMPS[at % 3]) for at in range(4)
)
EDITS = {
    "text": st.sampled_from(TEXTS),
    "why": st.sampled_from(("", "it is faster", "the linter says so")),
    "kind": st.sampled_from(("rule", "preference", "anti-pattern")),
    "category": st.sampled_from(("general", "style")),
    "scope": st.sampled_from((Scope(), Scope(language="go"))),
    "state": st.sampled_from(("draft", "active", "contested", "superseded", "retired")),
    "evidence": st.lists(st.sampled_from(QUOTES), unique=True, max_size=3).map(tuple),
    "tags": st.lists(st.sampled_from(("a", "b", "c")), unique=True, max_size=3).map(tuple),
    "pinned": st.sampled_from(("", "mine", "yours")),
    "approved": st.sampled_from(("", *STAMPS)),
    "valid": st.sampled_from((None, Valid("2026-01-01", ""), Valid("", "2027-01-01"))),
    "retired": st.sampled_from((None, Retirement(STAMPS[0], "human", "old"), Retirement(STAMPS[1], "human", "gone"))),
    "replaced_by": st.sampled_from(("", "r-0", "r-1")),
    "was": st.lists(st.sampled_from((Was("An earlier wording.", "", STAMPS[0], "asked"), Was("Another.", "", STAMPS[2]))), unique=True, max_size=2).map(tuple),
    "extra": st.sampled_from((MappingProxyType({}), MappingProxyType({"owner": "kim"}), MappingProxyType({"owner": "lee"}))),
}  # fmt: skip
IDS = tuple(f"r-{at}" for at in range(5))


def rules_of(names):
    return st.lists(
        st.builds(
            Rule, id=st.sampled_from(names), text=st.sampled_from(TEXTS), evidence=EDITS["evidence"], tags=EDITS["tags"], state=EDITS["state"],
            origin=st.sampled_from(STAMPS).map(lambda at: Origin("human", at)),
        ),
        max_size=4,
        unique_by=lambda rule: rule.id,
    )  # fmt: skip


@st.composite
def sides(draw):
    """A common book, and two that grew out of it: rules edited, taken out and learned."""
    base = draw(rules_of(IDS))
    return playbook_of(*base), *(
        _grown(draw, base, names) for names in (("r-5", "r-6", "r-8"), ("r-5", "r-7", "r-9"))
    )


def _grown(draw, base, names):
    kept = []
    for rule in base:
        if draw(st.integers(0, 7)) == 0:
            continue
        for name in draw(st.lists(st.sampled_from(tuple(EDITS)), max_size=3, unique=True)):
            rule = replace(rule, **{name: draw(EDITS[name])})
        kept.append(rule)
    return playbook_of(*kept, *draw(rules_of(names)))


@given(sides())
def test_it_is_the_same_from_either_side(books):
    base, ours, theirs = books
    one, other = merge3(base, ours, theirs), merge3(base, theirs, ours)
    assert dict(one.book.rules) == dict(other.book.rules)
    assert list(one.book.rules) == list(other.book.rules) or base.rules in (ours.rules, theirs.rules)
    assert one.folded == other.folded


@given(sides())
def test_merging_again_changes_nothing(books):
    base, ours, theirs = books
    merged = merge3(base, ours, theirs).book
    assert merge3(base, merged, merged).book.rules == merged.rules
    for side in (ours, theirs):
        again = merge3(base, merged, side).book
        assert _unordered(again) == _unordered(merged)


def _unordered(book):
    lists = ("evidence", "tags", "anchors", "replaces", "contests", "was")
    return {
        rule.id: replace(rule, **{name: tuple(sorted(getattr(rule, name), key=repr)) for name in lists})
        for rule in book
    }


@given(sides())
def test_what_one_side_alone_did_is_what_comes_out(books):
    base, ours, _ = books
    assert merge3(base, ours, base).book.rules == ours.rules
    assert merge3(base, base, ours).book.rules == ours.rules


@given(sides())
def test_no_words_and_no_evidence_are_lost(books):
    base, ours, theirs = books
    merged = merge3(base, ours, theirs).book
    texts = {rule.text for rule in merged} | {was.text for rule in merged for was in rule.was}
    kept = {item for rule in merged for item in rule.evidence}
    for side, other in ((ours, theirs), (theirs, ours)):
        for rule in side:
            before = base.get(rule.id)
            if before == rule:
                continue  # the other side alone decided about it
            assert rule.text in texts or (before is not None and rule.text == before.text)
            there = other.get(rule.id)
            taken_there = set(before.evidence if before else ()) - set(there.evidence if there else ())
            assert set(rule.evidence) - taken_there <= kept


@given(sides())
def test_what_either_side_retired_is_not_in_service(books):
    base, ours, theirs = books
    merged = merge3(base, ours, theirs).book
    for side in (ours, theirs):
        for rule in side:
            before = base.get(rule.id)
            if rule.state == "retired" and before is not None and before.state != "retired":
                assert merged.rules[rule.id].state == "retired"


@given(sides())
def test_new_words_from_both_sides_are_a_contested_pair(books):
    base, ours, theirs = books
    merged = merge3(base, ours, theirs)
    for conflict in merged.conflicts:
        rule = merged.book.rules[conflict.rule]
        if conflict.field == "text" and rule.state == "contested":
            assert rule.contests
            assert all(
                rule.id in merged.book.rules[name].contests
                for name in rule.contests
                if name in merged.book.rules
            )


@given(sides())
def test_two_machines_that_learned_the_same_end_with_one_rule(books):
    base, ours, theirs = books
    merged = merge3(base, ours, theirs).book
    mine = [name for name in ours.rules if name not in base.rules and name not in theirs.rules]
    others = [name for name in theirs.rules if name not in base.rules and name not in ours.rules]
    if base.rules in (ours.rules, theirs.rules):
        return
    alone = [
        (a, b)
        for a in mine
        for b in others
        if all(merged.rules[name].state in IN_SERVICE for name in (a, b))
        and same_instruction(merged.rules[a], merged.rules[b]).duplicate
    ]
    # a rule has one twin at most: what is left beside each other had its twin elsewhere
    assert all(
        any(name in rule.replaces for rule in merged for name in (a, b)) or _has_other(merged, a, b)
        for a, b in alone
    )


def _has_other(book, a, b):
    return any(a in rule.replaces or b in rule.replaces for rule in book) or any(
        book.rules[name].replaces for name in (a, b)
    )


def test_a_rule_taken_out_here_and_changed_there_stays():
    rule = Rule("r-1", "Use tabs.")
    changed = replace(rule, text="Use tabs for indentation.")
    assert merge3(playbook_of(rule), Playbook(), playbook_of(changed)).book.get("r-1") == changed


def test_two_new_wordings_stand_as_a_contested_pair_under_two_ids():
    rule = Rule("r-1", "Use tabs.")
    ours = playbook_of(replace(rule, text="Use tabs in Go."))
    theirs = playbook_of(replace(rule, text="Use tabs in Make files."))
    found = merge3(playbook_of(rule), ours, theirs).book
    assert sorted(each.text for each in found) == ["Use tabs in Go.", "Use tabs in Make files."]
    assert all(each.state == "contested" and len(each.contests) == 1 for each in found)


def test_a_yes_that_was_said_there_is_none_to_words_that_came_here():
    rule = Rule("r-1", "Use tabs.")
    reworded, approved = replace(rule, text="Use tabs in Go."), replace(rule, approved=STAMPS[2])
    for ours, theirs in ((reworded, approved), (approved, reworded)):
        (one,) = merge3(playbook_of(rule), playbook_of(ours), playbook_of(theirs)).book
        assert (one.text, one.approved) == ("Use tabs in Go.", "")
    tagged = replace(approved, tags=("go",))
    (one,) = merge3(playbook_of(rule), playbook_of(tagged), playbook_of(replace(rule, tags=("make",)))).book
    assert one.approved == STAMPS[2]
