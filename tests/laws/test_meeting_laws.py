"""The laws of rules that pass no curator: whatever a file says, opposites in service are marked after the write that takes it over."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from cm.core.curation.apply import replay
from cm.core.curation.meeting import met
from cm.core.curation.nearby import Nearby
from cm.core.language.reach import overlap
from cm.core.language.text import fingerprint
from cm.model.decision import Decision
from cm.model.rule import Scope
from tests.kit import book, rule
from tests.kit.relation import Everyone, opposing

NAMES = ("r-0", "r-1", "r-2", "r-3", "r-4")
TEXTS = ("Install the packages.", "Install the fonts.", "Install the hooks.", "Install the drivers.")
some = st.lists(st.sampled_from(NAMES), max_size=2, unique=True).map(tuple)
fields = st.fixed_dictionaries(
    {
        "text": st.sampled_from(TEXTS),
        "state": st.sampled_from(("active", "active", "active", "contested", "draft", "retired")),
        "scope": st.builds(Scope, path=st.sampled_from(("", "", "web", "api")), language=st.sampled_from(("", "python"))),
        "pinned": st.sampled_from(("", "", "", "for good")),
        "contests": some,
        "overrules": some,
        "replaces": some,
        "settled": st.sampled_from(((), (), (), ("r-0",))),
    }
)  # fmt: skip
books = st.lists(fields, min_size=2, max_size=5).map(
    lambda found: book(*(rule(id=name, **each) for name, each in zip(NAMES, found, strict=False)))
)
against = st.lists(st.sampled_from([(a, b) for a in TEXTS for b in TEXTS if a < b]), max_size=4)
law = settings(max_examples=300, deadline=None)


def meeting(found, pairs, came=NAMES):
    nearby = Nearby(found.rules, relation=opposing(pairs), neighbours=Everyone(found))
    return met(found, came, nearby)


def decided(found, meetings):
    return replay(
        found,
        [Decision("contested", "contradicts", each.say, "", "", after=each.after) for each in meetings],
    )


def unmarked(found, pairs):
    """Pairs in service that contradict each other, and nothing says so."""
    opposed = {frozenset(map(fingerprint, pair)) for pair in pairs}
    live = [each for each in found if each.state in ("active", "contested")]
    return [
        (a.id, b.id)
        for a in live
        for b in live
        if a.id < b.id
        and {fingerprint(a.text), fingerprint(b.text)} in opposed
        and overlap(a.scope, b.scope) != "apart"
        and not {b.id} & {*a.contests, *a.overrules, *a.settled}
        and not {a.id} & {*b.contests, *b.overrules, *b.settled}
    ]


@law
@given(books, against)
def test_no_opposites_in_service_stay_unmarked(found, pairs):
    after, meetings = meeting(found, pairs)
    assert unmarked(after, pairs) == []
    assert decided(found, meetings) == after
    assert meeting(after, pairs) == (after, ())


@law
@given(books, against)
def test_what_is_pinned_stays_unless_its_opponent_is_pinned_too(found, pairs):
    after, _ = meeting(found, pairs)
    if not any(a.pinned and b.pinned for a in found for b in found if a.id != b.id):
        for each in found:
            assert not each.pinned or after.rules[each.id].state == each.state or each.contests


@law
@given(books, against, st.sampled_from(NAMES))
def test_which_of_two_came_makes_no_difference(found, pairs, name):
    others = [each for each in found.rules if each != name]
    alone = book(*(each if each.id == name else replace(each, state="draft") for each in found))
    for came in ([name], others):
        after, _ = meeting(alone, pairs, came)
        assert after == alone
