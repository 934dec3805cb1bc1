from datetime import UTC, datetime

import pytest

from cm.core.curation.curate import LedgerView, curate
from cm.model.delta import Add
from cm.model.playbook import Playbook, playbook_of
from cm.model.rule import Evidence, Rule, Scope
from cm.model.session import Event
from cm.model.settings import CurationPolicy

REMARK = "I looked at the file and this is what they had."
NOW = datetime(2026, 3, 1, tzinfo=UTC)


def answer(text, source):
    (one,) = curate(Playbook(), [Add(text)], LedgerView(), CurationPolicy(), NOW, source=source).decisions
    return one.verdict, one.reason


def test_a_remark_that_an_agent_proposes_is_refused_for_its_form():
    assert answer(REMARK, "agent") == ("refused", "not-lasting")


@pytest.mark.parametrize("source", ["human", "script"])
def test_what_a_person_writes_is_not_asked_for_its_form(source):
    assert answer(REMARK, source) == ("added", "new")


def test_guidance_that_an_agent_proposes_is_not_refused_for_its_form():
    assert answer("Run the tests with `uv run pytest`.", "agent") == ("added", "new")


def test_what_would_wait_as_a_draft_adds_no_words_to_a_rule_that_is_live():
    text = "Run the tests with `uv run pytest`."
    live = playbook_of(Rule("r-1", text))
    delta = Add(text, why="Start the deployment after each run.", tags=("deploy",), about="deployment")
    by_agent = curate(live, [delta], LedgerView(), CurationPolicy(), NOW, source="agent").book.rules["r-1"]
    by_person = curate(live, [delta], LedgerView(), CurationPolicy(), NOW, source="human").book.rules["r-1"]
    assert by_agent == live.rules["r-1"]
    assert (by_person.why, by_person.tags) == (delta.why, delta.tags)


SAID = "From now on run the tests with uv run pytest and keep the log of the tests short with -q."
FOUND = "Run the tests with uv run pytest and keep the log of the tests short."
SHORT, LONG = (
    "Run the tests with `uv run pytest`.",
    "Run the tests with `uv run pytest`, and keep their log short with `-q`.",
)


def heard(book, *texts, source, language=""):
    """Texts that are found in one message of the user."""
    proof = (Evidence("user", SAID, "codex/s1", "e1"),)
    adds = [Add(text, evidence=proof, scope=Scope(language=language)) for text in texts]
    said = Event("e1", "codex/s1", 0, "2026-02-28T12:00:00Z", "user", "message", SAID)
    return curate(book, adds, LedgerView(), CurationPolicy(), NOW, source=source, events={"e1": said}).book


def test_of_one_message_a_model_may_tell_more_than_the_rule_that_it_worded_anew():
    found = heard(Playbook(), FOUND, source="heuristic")
    assert [rule.text for rule in heard(found, SHORT, LONG, source="model")] == [SHORT, LONG]


def test_the_words_that_a_model_had_for_a_rule_are_that_rule_in_whatever_place():
    found = heard(Playbook(), FOUND, source="heuristic", language="python")
    once = heard(found, SHORT, source="model")
    assert [rule.text for rule in once] == [SHORT]
    assert heard(once, SHORT, source="model") == once


PORT = "The staging database runs on port 5433."


@pytest.mark.parametrize(("source", "kind"), [("human", "fact"), ("script", "fact"), ("agent", "rule")])
def test_a_person_gives_what_stands_another_kind_by_saying_it_again(source, kind):
    stands = playbook_of(Rule("r-1", PORT))
    done = curate(stands, [Add(PORT, kind="fact")], LedgerView(), CurationPolicy(), NOW, source=source)
    assert done.book.rules["r-1"].kind == kind
    assert ("it is a fact now" in done.decisions[0].say) is (kind == "fact")


def test_what_is_brought_back_has_the_kind_that_was_asked_for():
    retired = playbook_of(Rule("r-1", PORT, state="retired"))
    done = curate(
        retired, [Add(PORT, kind="fact")], LedgerView(), CurationPolicy(), NOW, source="human"
    ).book.rules["r-1"]
    assert (done.kind, done.state) == ("fact", "active")


def test_a_fact_stays_one_when_it_is_said_again_without_a_kind():
    stands = playbook_of(Rule("r-1", PORT, kind="fact"))
    done = curate(stands, [Add(PORT)], LedgerView(), CurationPolicy(), NOW, source="human")
    assert done.book.rules["r-1"].kind == "fact"
