"""A document changed under its facts: what is touched, what takes whose place, and what only waits."""

from cm.core.curation.outdated import NO_LONGER, Said, deltas_for, outdated, successors
from cm.core.curation.witness import EARLIER
from cm.model.delta import Doubt, Replace
from cm.model.rule import Evidence, Origin
from tests.kit import rule, ts

DOC = "notes/readme"
FILE = Origin("file", ts(3), "README.md")


def fact(text, *, by="file", session=DOC, more=(), **fields):
    said = Evidence(by, text, session, "e-1")
    fields.setdefault("origin", FILE)
    return rule(text, kind="fact", evidence=(said, *more), **fields)


def gone(rules, now="", lives=False):
    return outdated(rules, DOC, says=lambda text: text in now, lives=lambda item: lives)


def said(text):
    return Said(text, Evidence("file", text, DOC, "e-2"))


PORT = "The server listens on port 8443."


def test_a_fact_that_the_new_version_says_too_is_not_touched():
    assert gone([fact(PORT)], now=f"Now: {PORT}") == ()
    assert gone([fact(PORT)]) == (fact(PORT),)


def test_what_a_person_a_session_or_another_file_supports_stays():
    assert gone([fact(PORT, more=(Evidence("user", PORT, "claude-code/s1", "e-9"),))]) == ()
    assert gone([fact(PORT, more=(Evidence("tool", PORT, "claude-code/s1", "e-9"),))]) == ()
    other = fact(PORT, more=(Evidence("file", PORT, "notes/agents", "e-9"),))
    assert gone([other], lives=True) == ()
    assert gone([other], lives=False) == (other,)
    typed = fact(PORT, origin=Origin("human", ts(3)))
    assert gone([typed]) == ()


def test_only_facts_in_service_are_looked_at():
    assert gone([fact(PORT, state="retired"), fact(PORT, state="superseded")]) == ()
    assert gone([fact(PORT, session="notes/other")]) == ()


def test_words_that_the_fact_had_before_do_not_keep_it():
    old = Evidence("file", "The server listens on port 80.", DOC, "e-0")
    changed = fact(PORT, more=(old,))
    assert gone([changed], now=old.quote) == (changed,)
    marked = fact(PORT, more=(Evidence("user", "port 80", "s", "e-7", note=EARLIER),))
    assert gone([marked]) == (marked,)


def test_the_successor_says_something_else_of_the_same():
    port, owner = fact(PORT), fact("Owner: Amal Haddad (billing)")
    new = [
        said("Owner: Tom Wu (billing)"),
        said("The server listens on port 9000."),
        said("The cache is Redis 7."),
    ]
    found = successors([port, owner], new)
    assert {name: each.text for name, each in found.items()} == {port.id: new[1].text, owner.id: new[0].text}


def test_where_two_could_be_meant_none_is():
    new = [said("The server listens on port 9000."), said("The server listens on port 9001.")]
    assert successors([fact(PORT)], new) == {}
    twins = [fact(PORT), fact("The server listens on port 8444.", id="r-2")]
    assert successors(twins, new[:1]) == {}


def test_something_unrelated_succeeds_nothing():
    assert successors([fact(PORT)], [said("`core/prices.py` holds every price rule.")]) == {}


HEIR = said("The server listens on port 9000.")


def proposed(old, road, heir=HEIR, held=(), **more):
    return deltas_for(
        [old], {old.id: heir} if heir else {}, [old, *held], name="README.md", road=road, **more
    )


def test_a_draft_gets_the_new_words_and_a_fact_in_force_where_files_may_speak_for_themselves():
    for old, road in ((fact(PORT, state="draft"), "draft"), (fact(PORT), "active")):
        (made,) = proposed(old, road)
        assert isinstance(made, Replace)
        assert (made.rule, made.text, made.evidence) == (old.id, HEIR.text, (HEIR.evidence,))
        assert "README.md" in made.reason


def test_in_force_where_files_wait_the_successor_waits_and_the_fact_is_held_back():
    old = fact(PORT, approved=ts(1))
    replaced, doubted = proposed(old, "draft")
    assert isinstance(replaced, Replace)
    assert doubted == Doubt(old.id, f"{NO_LONGER}README.md; it says now: {HEIR.text}")


def test_a_persons_yes_is_taken_back_by_a_person_alone():
    for old in (fact(PORT, approved=ts(1)), fact(PORT, pinned="it matters")):
        assert proposed(old, "active") == (Doubt(old.id, f"{NO_LONGER}README.md; it says now: {HEIR.text}"),)


def test_without_a_successor_it_is_held_back_with_the_reason():
    old = fact(PORT)
    assert proposed(old, "active", None) == (Doubt(old.id, f"{NO_LONGER}README.md"),)
    assert proposed(old, "active", None, missing=True) == (
        Doubt(old.id, f"{NO_LONGER}README.md, which is gone"),
    )


def test_what_the_book_says_already_takes_nobodys_place():
    old = fact(PORT)
    assert proposed(old, "active", held=[rule(HEIR.text, kind="fact", id="r-9")]) == (
        Doubt(old.id, f"{NO_LONGER}README.md"),
    )
