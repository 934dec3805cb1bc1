"""Facts that take the place of others: what each of the two looks like afterwards, by whatever road it came."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cm.core.curation.aging import Uses
from cm.core.curation.apply import replay
from cm.core.curation.curate import LedgerView, curate
from cm.core.curation.meeting import meet
from cm.core.curation.merge3 import merge3
from cm.core.curation.succession import edge_of, is_later
from cm.core.curation.undoing import way_back
from cm.core.language.relation import relate_rules
from cm.core.serving.serve import Reader, Served, serve
from cm.core.serving.standing import heirs
from cm.core.serving.validity import holds_at
from cm.model.delta import Add, Approve, Replace, Restore, Settle
from cm.model.playbook import playbook_of
from cm.model.rule import Evidence, Origin, Valid
from cm.model.session import Event
from cm.model.settings import CurationPolicy
from cm.model.standing import Shelved, Standing
from tests.kit import rule

MARCH = datetime(2026, 3, 2, 9, tzinfo=UTC)
JUNE = datetime(2026, 6, 10, 9, tzinfo=UTC)
NOVEMBER = datetime(2026, 11, 30, 9, tzinfo=UTC)
SEEN = Event(
    "e-1", "claude-code/s", 0, "2026-06-10T08:00:00Z", "agent", "message", "The config says it is 6543 now."
)
PORTS = (5432, 6543, 7000)
PORT = "The staging database listens on port {}."


FIRST = PORT.format(5432)


def fact(text=FIRST, **fields):
    fields.setdefault("id", "r-old")
    fields.setdefault("about", "project:shop")
    fields.setdefault("origin", Origin("human", "2026-03-02T09:00:00Z"))
    return rule(text, kind=fields.pop("kind", "fact"), **fields)


def curated(book, *deltas, now=JUNE, source="human", **ledger):
    done = curate(
        book,
        deltas,
        LedgerView(**ledger),
        CurationPolicy(),
        now,
        source=source,
        sweeping=bool(ledger),
        events={SEEN.id: SEEN},
    )
    assert replay(book, done.decisions) == done.book
    return done.book, done.decisions


def one(book, *deltas, **how):
    book, decisions = curated(book, *deltas, **how)
    assert len(decisions) == len(deltas) or how
    return book, decisions[-1]


def served(book, now):
    answers = (serve(Shelved(each, "user", True, Standing(), "", ""), Reader("list"), now) for each in book)
    return [each.rule.text for each in answers if isinstance(each, Served)]


def said(text, at):
    return (Evidence("user", text, "claude-code/s", f"e-{at}", (0, len(text)), f"{at}T10:00:00Z"),)


def test_a_corrected_fact_ends_the_day_before_the_new_one_begins_and_both_stay():
    book, decision = one(playbook_of(fact()), Replace("r-old", PORT.format(6543), reason="moved"))
    new_id, old_id = decision.rules
    new, old = book.rules[new_id], book.rules["r-old"]
    assert (decision.verdict, old_id) == ("replaced", "r-old")
    assert (new.text, new.state, new.replaces) == (PORT.format(6543), "active", ("r-old",))
    assert (new.valid, new.about, new.was) == (Valid("2026-06-10"), "project:shop", ())
    assert (old.text, old.state, old.replaced_by) == (PORT.format(5432), "superseded", new_id)
    assert old.valid == Valid("", "2026-06-09")
    assert (old.retired.at, old.retired.by, old.retired.reason) == ("2026-06-10T09:00:00Z", "human", "moved")
    assert served(book, JUNE) == [PORT.format(6543)]


@pytest.mark.parametrize(
    ("since", "until"),
    [("2026-05", "2026-04"), ("2026", "2025"), ("2026-05-04T08:00:00Z", "2026-05-04T08:00:00Z")],
)
def test_the_old_end_is_as_exact_as_the_new_beginning(since, until):
    book, decision = one(playbook_of(fact()), Replace("r-old", PORT.format(6543), since=since))
    assert book.rules[decision.rules[0]].valid == Valid(since)
    assert book.rules["r-old"].valid == Valid("", until)


def test_a_fact_corrected_on_the_day_it_began_ends_at_that_moment():
    book, decision = one(playbook_of(fact(valid=Valid("2026-06-10"))), Replace("r-old", PORT.format(6543)))
    assert book.rules["r-old"].valid == Valid("2026-06-10", "2026-06-10T09:00:00Z")
    assert book.rules[decision.rules[0]].valid == Valid("2026-06-10T09:00:00Z")


def test_what_never_held_keeps_its_validity_as_it_was_written():
    book, _ = one(
        playbook_of(fact(valid=Valid("2026-05"))), Replace("r-old", PORT.format(6543), since="2026-03")
    )
    assert book.rules["r-old"].valid == Valid("2026-05")
    assert book.rules["r-old"].state == "superseded"


def test_other_wording_of_a_fact_keeps_its_id_as_a_rule_does():
    words = "Staging's database is on port 5432."
    book, decision = one(playbook_of(fact()), Replace("r-old", words, wording=True))
    assert decision.rules == ("r-old",)
    assert book.rules["r-old"].text == words
    assert [was.text for was in book.rules["r-old"].was] == [PORT.format(5432)]
    assert book.rules["r-old"].valid is None


@pytest.mark.parametrize("kind", ["rule", "anti-pattern"])
def test_a_rule_is_reworded_as_before(kind):
    old = rule("Run the tests with `make test`.", kind=kind, id="r-old")
    book, _decision = one(
        playbook_of(old), Replace("r-old", "Run the tests with `just test`.", since="2026-05")
    )
    assert list(book.rules) == ["r-old"]
    assert (book.rules["r-old"].text, book.rules["r-old"].valid) == ("Run the tests with `just test`.", None)


def test_a_fact_goes_back_to_its_first_value_as_a_third_fact():
    book, first = one(playbook_of(fact()), Replace("r-old", PORT.format(6543)), now=MARCH)
    book, second = one(book, Replace(first.rules[0], PORT.format(5432)), now=JUNE)
    assert len(book.rules) == 3
    assert book.rules[second.rules[0]].text == PORT.format(5432)
    assert [each.state for each in book] == ["superseded", "superseded", "active"]


def test_a_correction_that_holds_only_later_leaves_the_old_fact_until_then():
    book, decision = one(playbook_of(fact()), Replace("r-old", PORT.format(6543), since="2026-07-01"))
    assert decision.say.startswith("r-old holds until 2026-06-30")
    assert served(book, JUNE) == [PORT.format(5432)]
    assert served(book, datetime(2026, 6, 30, 23, tzinfo=UTC)) == [PORT.format(5432)]
    july = datetime(2026, 7, 1, tzinfo=UTC)
    assert served(book, july) == [PORT.format(6543)]
    swept, decision = one(book, now=july, source="sweep", uses=Uses())
    assert swept.rules["r-old"].state == "superseded"
    assert "r-old leaves service" in decision.say


def test_an_agents_correction_waits_and_closes_the_old_fact_when_it_is_approved():
    delta = Replace(
        "r-old", PORT.format(6543), evidence=(Evidence("agent", "it is 6543 now", SEEN.session, SEEN.id),)
    )
    book, decision = one(playbook_of(fact()), delta, source="agent")
    draft = book.rules[decision.rules[0]]
    assert (draft.state, draft.replaces, draft.valid) == ("draft", ("r-old",), Valid("2026-06-10"))
    assert book.rules["r-old"] == fact()
    assert served(book, JUNE) == [PORT.format(5432)]
    book, decision = one(book, Approve(draft.id), now=datetime(2026, 6, 12, tzinfo=UTC))
    assert served(book, NOVEMBER) == [PORT.format(6543)]
    assert book.rules["r-old"].valid == Valid("", "2026-06-09")
    assert (book.rules[draft.id].was, book.rules["r-old"].state) == ((), "superseded")


def test_taking_a_correction_back_brings_the_old_fact_back_as_it_was():
    before = playbook_of(fact())
    book, decision = one(before, Replace("r-old", PORT.format(6543)))
    decision = replace(decision, id="d-1", tx="t-1")
    way = way_back([decision], {"d-1"}, book, checkpoint=before)
    assert not way.later
    deltas = [Restore(step.now.id, step.to, "d-1") for step in way.steps]
    book, _ = curated(book, *deltas, decisions=(decision,))
    assert book.rules["r-old"] == fact()
    assert served(book, JUNE) == [PORT.format(5432)]


def test_marks_of_a_fact_do_not_count_for_the_one_that_says_otherwise():
    book, _decision = one(playbook_of(fact()), Replace("r-old", PORT.format(6543)))
    assert heirs(book) == {}


def test_a_later_plain_statement_of_the_user_supersedes_and_begins_when_it_was_said():
    book = playbook_of(
        fact(evidence=said("port 5432", "2026-03-02"), origin=Origin("heuristic", "2026-03-02T10:00:00Z"))
    )
    add = Add(PORT.format(6543), kind="fact", about="project:shop", evidence=said("port 6543", "2026-05-05"))
    book, _decision = one(book, add, source="script")
    assert book.rules["r-old"].state == "superseded"
    assert book.rules["r-old"].valid == Valid("", "2026-05-04")
    assert [each.valid for each in book if each.state == "active"] == [Valid("2026-05-05")]


def test_in_whichever_order_two_statements_are_read_the_later_one_holds():
    old, new = (
        Add(PORT.format(port), kind="fact", evidence=said(f"port {port}", day))
        for port, day in ((5432, "2026-03-02"), (6543, "2026-05-05"))
    )
    books = [curated(playbook_of(), *pair, source="script")[0] for pair in ((old, new), (new, old))]
    ends = [
        {each.text: (each.state, each.valid.until if each.valid else "") for each in book} for book in books
    ]
    for book in books:
        assert served(book, JUNE) == [PORT.format(6543)]
    assert (
        ends[0]
        == ends[1]
        == {PORT.format(5432): ("superseded", "2026-05-04"), PORT.format(6543): ("active", "")}
    )


def test_a_fact_of_another_time_contests_nothing():
    book, decision = one(
        playbook_of(fact()), Add(PORT.format(5000), kind="fact", valid=Valid("2024", "2025-06"))
    )
    assert book.rules["r-old"].state == "superseded" or book.rules["r-old"] == fact()
    dated = playbook_of(fact(valid=Valid("2026")))
    book, decision = one(dated, Add(PORT.format(5000), kind="fact", valid=Valid("2024", "2025-06")))
    assert (decision.verdict, book.rules["r-old"]) == ("added", fact(valid=Valid("2026")))


def test_the_one_that_says_it_began_later_holds_whoever_says_it_last():
    dated = playbook_of(fact(valid=Valid("2026-04")))
    book, decision = one(dated, Add(PORT.format(5000), kind="fact", valid=Valid("2025")))
    assert served(book, JUNE) == [PORT.format(5432)]
    older = next(each for each in book if each.text == PORT.format(5000))
    assert (older.state, older.valid, older.replaced_by) == ("superseded", Valid("2025", "2026-03"), "r-old")
    assert "kept as what was so before" in decision.say


def test_what_may_be_so_is_asked_and_not_overcome():
    amal = fact("Billing is owned by Amal.", about="")
    book, decision = one(playbook_of(amal), Add("Billing is owned by Ben.", kind="fact"))
    assert (decision.verdict, decision.reason) == ("contested", "contradicts")
    assert {each.state for each in book} == {"contested"}
    ben = next(each.id for each in book if each.id != "r-old")
    book, decision = one(book, Settle(("r-old", ben), ben), source="review")
    assert [each.text for each in book if each.state == "active"] == ["Billing is owned by Ben."]
    assert book.rules["r-old"].valid == Valid("", "2026-06-09")


def test_a_negation_is_no_repetition():
    _book, decision = one(
        playbook_of(fact("The API runs on port 8080.")),
        Add("The API no longer runs on port 8080.", kind="fact"),
    )
    assert decision.verdict == "contested"


def test_the_same_words_about_two_people_are_two_facts():
    book, decision = one(
        playbook_of(fact("Prefers short answers.", about="person:Amal", kind="preference")),
        Add("Prefers short answers.", kind="preference", about="person:Ben"),
    )
    assert decision.verdict == "added"
    assert {each.about for each in book} == {"person:Amal", "person:Ben"}


def test_the_same_words_about_one_keep_both_sources():
    book, decision = one(
        playbook_of(fact(evidence=said("port 5432", "2026-03-02"))),
        Add(PORT.format(5432), kind="fact", about="Shop", evidence=said("still 5432", "2026-04-02")),
    )
    assert decision.verdict == "reinforced"
    assert [item.quote for item in book.rules["r-old"].evidence] == ["port 5432", "still 5432"]


def test_said_again_with_more_a_fact_gains_when_it_holds_and_a_person_says_who_may_see_it():
    more = Add(PORT.format(5432), kind="fact", valid=Valid("2025"), visibility="public")
    book, decision = one(playbook_of(fact()), more)
    assert (decision.verdict, book.rules["r-old"].valid, book.rules["r-old"].visibility) == (
        "reinforced",
        Valid("2025"),
        "public",
    )
    heard = (Evidence("user", SEEN.text, SEEN.session, SEEN.id),)
    book, _ = one(playbook_of(fact()), replace(more, evidence=heard), source="import")
    assert book.rules["r-old"].visibility == ""


def test_what_was_superseded_comes_back_by_a_person_as_a_new_fact_and_not_by_an_old_session():
    start = playbook_of(fact(evidence=said("port 5432", "2026-03-02")))
    book, _ = one(start, Replace("r-old", PORT.format(6543)))
    again, decision = one(
        book, Add(PORT.format(5432), kind="fact", evidence=said("port 5432", "2026-04-01")), source="import"
    )
    assert (decision.verdict, decision.say) == (
        "reinforced",
        "r-old says the same of an earlier time and gains evidence",
    )
    assert again == replace(book, rules={**book.rules, "r-old": again.rules["r-old"]})
    assert (again.rules["r-old"].state, len(again.rules["r-old"].evidence)) == ("superseded", 2)
    back, decision = one(book, Add(PORT.format(5432), kind="fact", about="project:shop"), now=NOVEMBER)
    assert decision.verdict == "added"
    assert served(back, NOVEMBER) == [PORT.format(5432)]
    assert [each.state for each in back] == ["superseded", "superseded", "active"]
    assert [each.valid.until for each in back] == ["2026-06-09", "2026-11-29", ""]


def test_a_session_after_its_time_may_say_it_again():
    book, _ = one(playbook_of(fact()), Replace("r-old", PORT.format(6543)))
    add = Add(PORT.format(5432), kind="fact", about="project:shop", evidence=said("5432 again", "2026-09-01"))
    book, decision = one(book, add, now=NOVEMBER, source="import")
    assert decision.verdict != "refused"
    assert len(book.rules) == 3


def test_there_and_back_is_three_facts_however_often_it_is_read():
    days = ((5432, "2026-03-02"), (6543, "2026-05-05"), (5432, "2026-09-01"))
    heard = {
        f"e-{day}": Event(
            f"e-{day}", "claude-code/s", 0, f"{day}T10:00:00Z", "user", "message", PORT.format(port)
        )
        for port, day in days
    }
    adds = [
        Add(PORT.format(port), kind="fact", evidence=said(PORT.format(port), day), standing_words=True)
        for port, day in days
    ]

    def read(book):
        done = curate(book, adds, LedgerView(), CurationPolicy(), NOVEMBER, source="heuristic", events=heard)
        return done.book, [each.verdict for each in done.decisions]

    once, verdicts = read(playbook_of())
    assert verdicts == ["added"] * 3
    assert [(each.text, each.state) for each in once] == [
        (PORT.format(5432), "superseded"), (PORT.format(6543), "superseded"), (PORT.format(5432), "active"),
    ]  # fmt: skip
    assert [each.valid.until for each in once] == ["2026-05-04", "2026-08-31", ""]
    assert read(once) == (once, ["unchanged"] * 3)


said_facts = st.builds(
    Add, text=st.sampled_from([PORT.format(port) for port in PORTS]), kind=st.just("fact"), about=st.sampled_from(("", "project:shop", "org:Acme")),
    valid=st.none() | st.sampled_from((Valid("2025"), Valid("2026-03", "2026-05"), Valid("", "2024"))),
    evidence=st.just(()) | st.sampled_from(("2026-03-02", "2026-05-05")).map(lambda day: said("the port", day)),
)  # fmt: skip


@given(st.lists(said_facts, max_size=5), st.sampled_from(("human", "script", "import")))
@settings(max_examples=80, deadline=None, derandomize=True)
def test_facts_said_twice_add_no_fact_and_no_two_that_oppose_are_served(batch, source):
    once, _ = curated(playbook_of(), *batch, source=source)
    twice, _ = curated(once, *batch, source=source)
    assert set(twice.rules) == set(once.rules)
    live = [each for each in twice if each.state == "active" and holds_at(each, JUNE)]
    assert not [pair for pair in combinations(live, 2) if relate_rules(*pair).kind == "contradiction"]


def test_a_pinned_fact_gives_way_to_a_person_alone():
    pinned = playbook_of(fact(pinned="asked the admins"))
    quoted = Evidence("agent", "it is 6543 now", SEEN.session, SEEN.id)
    _, decision = one(pinned, Replace("r-old", PORT.format(6543), evidence=(quoted,)), source="agent")
    assert (decision.verdict, decision.reason) == ("refused", "pinned")
    book, decision = one(pinned, Replace("r-old", PORT.format(6543)))
    assert book.rules[decision.rules[0]].pinned == "asked the admins"
    assert book.rules["r-old"].pinned == ""


def test_two_machines_that_correct_one_fact_leave_a_question():
    base = playbook_of(fact())
    ours, _ = one(base, Replace("r-old", PORT.format(6543)))
    theirs, _ = one(base, Replace("r-old", PORT.format(7000)), now=MARCH)
    sides = [merge3(base, ours, theirs).book, merge3(base, theirs, ours).book]
    assert sides[0] == sides[1]
    book, pairs = meet(sides[0], [each.id for each in sides[0]])
    assert len(pairs) == 1
    assert book.rules["r-old"].state == "superseded"
    assert sorted(each.state for each in book) == ["contested", "contested", "superseded"]


def test_one_side_corrects_while_the_other_changes_nothing():
    base = playbook_of(fact())
    ours, _ = one(base, Replace("r-old", PORT.format(6543)))
    assert merge3(base, ours, base).book == ours


def test_edges_and_order():
    assert edge_of(fact(), "", "2026-06-10T09:00:00Z") == "2026-06-10"
    assert edge_of(fact(valid=Valid("2026-06-10")), "2026-05", "2026-06-10T09:00:00Z") == "2026-05"
    assert is_later(fact(valid=Valid("2026-04")), fact(valid=Valid("2026")))
    assert not is_later(fact(origin=Origin("human", "2026-01-01T00:00:00Z")), fact())
