"""Other words, another kind, a merge, an inversion or a sync of what is private tell nobody else."""

import pytest

from cm.core.curation.curate import LedgerView, curate
from cm.core.curation.merge3 import merge3
from cm.core.serving.audience import visibility_of
from cm.model.delta import Add, Merge, Replace, Retire
from cm.model.settings import CurationPolicy
from tests.kit import NOW, book, mark, rule

LIKING = rule("I like to run the tests with the slow profile.", kind="preference", id="r-liking")
SECRET = rule("Run the audit with the slow profile.", id="r-secret", visibility="private")
TEAM = rule("Run the tests with the quick profile.", id="r-team")


def after(*deltas, rules=(LIKING, SECRET, TEAM), source="human", marks=()):
    return curate(book(*rules), deltas, LedgerView(marks=marks), CurationPolicy(), NOW, source=source).book


def seen(found, name):
    return visibility_of(found.rules[name])


def test_another_kind_keeps_it_private():
    found = after(Replace("r-liking", "Run the tests with the slow profile.", kind="rule"))
    assert (found.rules["r-liking"].kind, seen(found, "r-liking")) == ("rule", "private")


def test_a_merge_is_as_private_as_its_most_private_part():
    found = after(Merge(("r-team", "r-secret"), "Run tests and audit with a profile."))
    assert seen(found, "r-team") == "private"


def test_what_to_avoid_is_as_private_as_what_was_taken_away():
    found = after(Retire("r-secret", "it broke", avoid="Do not run the audit with the slow profile."))
    made = found.rules[found.rules["r-secret"].replaced_by]
    assert (made.kind, visibility_of(made)) == ("anti-pattern", "private")


@pytest.mark.parametrize("old", [LIKING, SECRET], ids=lambda each: each.kind)
def test_a_warning_that_the_sweep_makes_is_too(old):
    marks = tuple(mark(old.id, "harmful", session=f"claude-code/s{n}") for n in range(4))
    found = after(rules=(old,), marks=marks, source="sweep")
    made = [each for each in found if each.replaces == (old.id,)]
    assert [visibility_of(each) for each in made] == ["private"]


def test_a_person_says_anew_for_whom_it_is_and_others_only_tighten_it():
    loose = Add(SECRET.text, visibility="team")
    assert seen(after(loose), "r-secret") == "team"
    assert seen(after(loose, source="agent"), "r-secret") == "private"
    assert seen(after(Add(TEAM.text, visibility="private")), "r-team") == "private"


def test_two_machines_that_say_otherwise_keep_the_more_private():
    base, one, other = (rule("Use tabs.", id="r-x", visibility=each) for each in ("", "private", "team"))
    for ours, theirs in ((one, other), (other, one)):
        assert merge3(book(base), book(ours), book(theirs)).book.rules["r-x"].visibility == "private"
