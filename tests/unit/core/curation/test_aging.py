"""What time alone does to rules: expiry, drafts that nobody supported, rules that nobody used."""

import pytest

from cm.core.curation.aging import Uses, last_sign
from cm.core.curation.curate import LedgerView, curate
from cm.core.curation.undoing import pardoned
from cm.model.decision import Decision
from cm.model.delta import Add
from cm.model.rule import Origin, Retirement, Valid
from cm.model.session import Event
from cm.model.settings import CurationPolicy
from cm.model.standing import NO_MARKS
from tests.kit import NOW, book, evidence, mark, rule, ts

SAID = evidence(at=ts(500))


def found(text="Use tabs.", days=400, by="heuristic", **fields):
    fields.setdefault("evidence", (SAID,))
    return rule(text, id=fields.pop("id", "r-1"), origin=Origin(by, ts(days)), **fields)


def aged(*rules, marks=(), policy=None, **uses):
    ledger = LedgerView(tuple(marks), uses=Uses(**uses))
    return curate(book(*rules), [], ledger, policy or CurationPolicy(), NOW, source="sweep")


def told(done):
    return [(one.verdict, one.reason) for one in done.decisions]


def test_nothing_ages_unless_somebody_asks_what_time_does():
    old = found()
    assert curate(book(old), [], LedgerView(), CurationPolicy(), NOW, source="human").decisions == ()


def test_what_a_machine_found_and_nobody_used_for_a_year_is_held_back_with_the_reason():
    done = aged(found())
    assert told(done) == [("stale", "stale")]
    held = done.book.rules["r-1"]
    assert held.state == "active"
    assert held.stale.startswith(
        f"nobody approved, marked, saw or supported it since {ts(400)[:10]} (400 days)"
    )


@pytest.mark.parametrize(
    "fields, more",
    [
        ({"days": 364}, {}),
        ({"approved": ts(390)}, {}),
        ({"pinned": "the auditors ask for it"}, {}),
        ({"by": "human"}, {}),
        ({"by": "starter"}, {}),
        ({"evidence": (SAID, evidence("again", at=ts(20)))}, {}),
        ({}, {"seen": {"r-1": ts(10)}}),
        ({}, {"marks": [mark("r-1", "helpful", 30)]}),
        ({}, {"pardoned": {"r-1": ts(5)}}),
        ({"stale": "the port moved"}, {}),
        ({"state": "retired"}, {}),
    ],
)  # fmt: skip
def test_any_sign_of_use_and_any_persons_word_keeps_a_rule_in_service(fields, more):
    assert told(aged(found(**fields), **more)) == []


def test_a_rule_without_a_date_of_birth_has_no_age():
    nameless = found(evidence=())
    assert last_sign(rule("Use tabs.", origin=Origin("heuristic", "")), NO_MARKS, Uses()) == ""
    assert last_sign(nameless, NO_MARKS, Uses()) == ts(400)


def test_a_draft_that_nobody_supported_for_half_a_year_retires():
    done = aged(found(state="draft", days=200, evidence=()))
    assert told(done) == [("retired", "stale")]
    gone = done.book.rules["r-1"]
    assert (gone.state, gone.retired.by) == ("retired", "sweep")
    assert "200 days" in gone.retired.reason
    assert told(aged(found(state="draft", days=170, evidence=()))) == []


def test_zero_days_is_never():
    policy = CurationPolicy(stale_days=0, draft_days=0)
    assert told(aged(found(), found("Use spaces.", id="r-2", state="draft"), policy=policy)) == []


@pytest.mark.parametrize(
    "until, over", [("2026-11-29", True), ("2026-11-30", False), ("2026-11-30T11:00:00Z", True), ("soon", False), ("", False)]
)  # fmt: skip
def test_what_was_valid_until_a_day_retires_after_that_day(until, over):
    done = aged(rule("The freeze holds.", id="r-1", kind="fact", valid=Valid(until=until)))
    assert told(done) == ([("retired", "expired")] if over else [])


def test_a_pinned_rule_that_expired_is_only_named():
    done = aged(rule("The freeze holds.", id="r-1", pinned="law", valid=Valid(until="2026-11-01")))
    assert told(done) == []
    assert [one.rules for one in done.flagged] == [("r-1",)]


def test_the_opponent_of_a_rule_that_expired_stands_alone_again():
    one = rule("Use npm.", id="r-1", state="contested", contests=("r-2",), valid=Valid(until="2026-11-01"))
    done = aged(one, rule("Use pnpm, not npm.", id="r-2", state="contested", contests=("r-1",)))
    assert [(item.id, item.state, item.contests) for item in done.book] == [
        ("r-1", "retired", ()),
        ("r-2", "active", ()),
    ]
    assert len(done.decisions) == 1


def test_the_opponent_of_a_rule_that_failed_stands_alone_again():
    one = rule("Use npm.", id="r-1", state="contested", contests=("r-2",))
    other = rule("Use pnpm, not npm.", id="r-2", state="contested", contests=("r-1",))
    done = aged(one, other, marks=[mark("r-1", "harmful", n, f"s{n}") for n in range(4)])
    assert done.book.rules["r-1"].state == "retired"
    assert (done.book.rules["r-2"].state, done.book.rules["r-2"].contests) == ("active", ())


def test_sweeping_twice_changes_nothing():
    rules = [
        found(),
        found("Use spaces.", id="r-2", state="draft"),
        rule("It holds.", id="r-3", valid=Valid(until="2026-01-01")),
    ]
    first = aged(*rules)
    assert len(first.decisions) == 3
    again = curate(first.book, [], LedgerView(uses=Uses()), CurationPolicy(), NOW, source="sweep")
    assert (again.decisions, again.book) == ((), first.book)


def test_what_a_person_took_back_is_remembered_as_a_sign():
    swept = Decision("stale", "stale", "held back", ts(9), "sweep", after=(found(),), id="d-1")
    back = Decision("undone", "undone", "back", ts(3), "human", after=(found(),), id="d-2", undoes="d-1")
    assert pardoned([swept]) == {}
    assert pardoned([swept, back]) == {"r-1": ts(3)}


def again(old, *evidence_, source="heuristic", others=()):
    events = {
        item.event: Event(item.event, item.session, 0, ts(1), item.by, "message", item.quote)
        for item in evidence_
    }
    return curate(
        book(old, *others), [Add(old.text, evidence=evidence_)], LedgerView(), CurationPolicy(), NOW, source=source, events=events
    )  # fmt: skip


def aged_draft(text="Use tabs.", **fields):
    said = evidence("use tabs", session="claude-code/s-1", event="e-1", at=ts(300))
    return aged(found(text, state="draft", days=300, evidence=(said,), **fields)).book.rules["r-1"]


def test_a_draft_that_only_age_retired_comes_back_with_new_proof():
    old = aged_draft()
    assert old.state == "retired"
    same_session = evidence("use tabs here", session="claude-code/s-1", event="e-2", at=ts(1))
    done = again(old, same_session)
    assert told(done) == [("reinforced", "exact-duplicate")]
    back = done.book.rules["r-1"]
    assert (back.state, back.retired, len(back.evidence)) == ("draft", None, 2)
    assert "nobody supported for 300 days" in back.was[-1].reason
    assert told(aged(back)) == [], "it is young again"
    second = evidence("use tabs here", session="claude-code/s-2", event="e-2", at=ts(1))
    done = again(old, second)
    assert told(done) == [("reinforced", "supported-again")]
    assert done.book.rules["r-1"].state == "active"


def test_with_the_old_proof_alone_or_by_a_file_it_stays_out_of_service():
    old = aged_draft()
    assert told(again(old, *old.evidence)) == [("refused", "not-active")]
    assert told(again(old, source="agent")) == [("refused", "not-active")]
    assert told(again(old, source="starter")) == [("refused", "not-active")]


@pytest.mark.parametrize("by, reason", [("human", "a draft that nobody supported"), ("sweep", "4 harmful marks against 0 helpful")])  # fmt: skip
def test_what_left_service_for_another_reason_is_brought_back_by_people_alone(by, reason):
    old = found(state="retired", retired=Retirement(ts(3), by, reason))
    new = evidence("use tabs here", session="claude-code/s-2", event="e-2", at=ts(1))
    assert told(again(old, new)) == [("refused", "not-active")]


def test_one_that_comes_back_meets_what_says_the_opposite():
    old = aged_draft("Use npm.")
    other = rule("Use pnpm, not npm.", id="r-2")
    new = evidence("use npm here", session="claude-code/s-2", event="e-2", at=ts(1))
    done = again(old, new, source="model", others=[other])
    states = {item.id: item.state for item in done.book}
    assert states != {"r-1": "active", "r-2": "active"}
    assert done.decisions[0].reason == "contradicts"
