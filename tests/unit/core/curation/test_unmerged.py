"""Rules of a line of work: promoted, doubted, seen beside it, and beside rules that say otherwise."""

from dataclasses import replace

import pytest

from cm.core.curation.apply import replay
from cm.core.curation.contest import extent_of
from cm.core.curation.curate import LedgerView, curate
from cm.core.curation.unmerged import ended_say
from cm.core.serving.serve import Reader, Served, serve
from cm.model.delta import Add, Approve, Doubt, Follow, Promote
from cm.model.playbook import playbook_of
from cm.model.rule import Evidence, Origin, Scope, Unmerged
from cm.model.settings import CurationPolicy
from cm.model.standing import Shelved
from tests.kit import NOW, rule

LINE = Unmerged("feature/jobs", "a" * 40)
SHOP = {"project": "github.com/acme/shop"}
OLD = "The job queue listens on port 6380."
SEEN = (Evidence("tool", "listening on 6380", "claude-code/s1", "e-1"),)


def learned(text=OLD, name="r-1", **more):
    told = {
        "unmerged": LINE,
        "kind": "fact",
        "scope": SHOP,
        "evidence": SEEN,
        "origin": Origin("heuristic", ""),
    }
    return rule(text=text, id=name, **(told | more))


def decided(book, *deltas, source="sweep"):
    done = curate(book, deltas, LedgerView(), CurationPolicy(), NOW, source=source, sweeping=False)
    assert replay(book, done.decisions) == done.book
    return done.book, done.decisions


def test_a_rule_whose_commit_reached_the_main_branch_is_of_no_branch_any_more():
    book, (said,) = decided(playbook_of(learned()), Promote("r-1", LINE, "main"))
    assert (said.verdict, said.reason, book.rules["r-1"].unmerged) == ("promoted", "merged", None)
    assert said.say == "r-1 holds everywhere: feature/jobs reached main"


def test_what_was_asked_of_another_commit_changes_nothing():
    book, (said,) = decided(playbook_of(learned()), Promote("r-1", replace(LINE, commit="b" * 40), "main"))
    assert (said.verdict, said.reason) == ("unchanged", "changed-since")
    assert book.rules["r-1"].unmerged == LINE


@pytest.mark.parametrize("source", ["agent", "model", "heuristic", "import"])
def test_only_the_sweep_and_people_say_what_became_of_a_branch(source):
    before = playbook_of(learned())
    told = (Promote("r-1", LINE, "main"), Follow("r-1", LINE, "feature/new"), Doubt("r-1", "gone"))
    book, said = decided(before, *told, source=source)
    assert [each.reason for each in said] == ["untrusted-author"] * 3
    assert book == before


def test_a_rule_of_a_branch_that_ended_waits_for_a_person_whose_yes_makes_it_hold_everywhere():
    book, (said,) = decided(playbook_of(learned()), Doubt("r-1", ended_say(LINE, "main")))
    assert said.verdict == "stale"
    assert book.rules["r-1"].stale == "learned on feature/jobs, which is gone and never reached main"
    book, _ = decided(book, Approve("r-1"), source="review")
    assert (book.rules["r-1"].stale, book.rules["r-1"].unmerged) == ("", None)


def test_what_ended_and_reached_the_main_branch_after_all_is_served_again():
    book, _ = decided(playbook_of(learned(stale=ended_say(LINE, "main"))), Promote("r-1", LINE, "main"))
    assert (book.rules["r-1"].stale, book.rules["r-1"].unmerged) == ("", None)


def test_a_doubt_for_another_reason_outlives_the_merge():
    book, _ = decided(playbook_of(learned(stale="`make jobs` is gone")), Promote("r-1", LINE, "main"))
    assert book.rules["r-1"].stale == "`make jobs` is gone"


def test_a_yes_to_a_draft_of_a_branch_leaves_it_to_the_branch():
    book, _ = decided(playbook_of(learned(state="draft")), Approve("r-1"), source="review")
    assert (book.rules["r-1"].state, book.rules["r-1"].unmerged) == ("active", LINE)


def test_seen_beside_its_branch_a_rule_is_of_none():
    again = Add(OLD, kind="fact", scope=Scope(**SHOP))
    book, (said,) = decided(playbook_of(learned()), again, source="human")
    assert book.rules["r-1"].unmerged is None
    assert "beside feature/jobs too" in said.say


def test_seen_again_on_its_branch_a_rule_stays_its_own_and_cites_the_newer_commit():
    newer = replace(LINE, commit="b" * 40)
    book, _ = decided(
        playbook_of(learned()), Add(OLD, kind="fact", scope=Scope(**SHOP), unmerged=newer), source="human"
    )
    assert book.rules["r-1"].unmerged == newer


def test_a_branch_is_a_narrower_place_and_two_of_them_are_apart():
    here, there = learned(), learned(unmerged=Unmerged("other"))
    main = learned(unmerged=None)
    everywhere = learned(unmerged=None, scope={})
    assert [extent_of(here, each) for each in (here, there, main, everywhere)] == [
        "same", "apart", "narrower", "narrower",
    ]  # fmt: skip
    assert extent_of(main, here) == "wider"
    assert extent_of(replace(here, scope=Scope()), main) == "crossing"


def test_a_promoted_rule_meets_what_says_otherwise_on_the_main_branch():
    wide = rule(text="Use tabs for indentation.", scope=SHOP, id="r-2")
    mine = learned("Use spaces for indentation.", kind="rule", overrules=("r-2",))
    book, (said,) = decided(playbook_of(wide, mine), Promote("r-1", LINE, "main"))
    assert "r-2" in said.rules
    assert book.rules["r-1"].overrules == ()
    assert (said.verdict, book.rules["r-1"].unmerged, book.rules["r-2"].stale) == ("stale", None, "")
    assert book.rules["r-1"].stale.startswith("r-2 says otherwise (one says spaces, the other tabs)")
    assert decided(book, Promote("r-1", LINE, "main"))[1][0].verdict == "unchanged"


def test_on_its_branch_a_rule_holds_in_place_of_the_one_that_holds_elsewhere():
    wide = rule(text="Use tabs for indentation.", scope=SHOP, id="r-2")
    new = Add("Use spaces for indentation.", scope=Scope(**SHOP), unmerged=LINE)
    book, (said,) = decided(playbook_of(wide), new, source="human")
    assert (book.rules[said.rules[0]].overrules, book.rules["r-2"].state) == (("r-2",), "active")


@pytest.mark.parametrize(("branch", "told"), [("feature/jobs", True), ("main", False), ("", False)])
def test_it_is_served_on_its_branch_alone(branch, told):
    reader = Reader("context", project=SHOP["project"], branch=branch)
    answer = serve(Shelved(learned()), reader, NOW)
    assert isinstance(answer, Served) is told
    assert told or answer.reason == "unmerged"


def test_rules_that_follow_their_branch_contest_each_other_as_before():
    one = learned(contests=("r-2",), state="contested")
    other = learned("The job queue listens on port 6381.", "r-2", contests=("r-1",), state="contested")
    book, said = decided(
        playbook_of(one, other), Follow("r-1", LINE, "feature/new"), Follow("r-2", LINE, "feature/new")
    )
    assert [(item.verdict, item.reason) for item in said] == [("moved", "renamed")] * 2
    moved = replace(LINE, branch="feature/new")
    assert list(book) == [replace(one, unmerged=moved), replace(other, unmerged=moved)]


def test_a_rule_of_another_line_of_work_by_now_follows_no_branch():
    book, (said,) = decided(
        playbook_of(learned()), Follow("r-1", replace(LINE, commit="b" * 40), "feature/new")
    )
    assert (said.verdict, book.rules["r-1"].unmerged) == ("unchanged", LINE)
