"""A model that quotes the user: which of their words carry a rule, and which are only borrowed."""

import pytest

from cm.core.curation.admit import Admitted, admit
from cm.model.delta import Add
from cm.model.playbook import Playbook
from cm.model.rule import Evidence
from tests.kit.talk import talk

AGENT = (
    "agent",
    "I will install packages with npm and print the result, with comments everywhere and a mock of the database.",
)


def decide(said, text, kind="rule"):
    _, events = talk(AGENT, ("user", said))
    add = Add(text, kind, evidence=(Evidence("user", said, events[1].session, events[1].id),))
    return admit(add, book=Playbook(), events={event.id: event for event in events}, source="model")


@pytest.mark.parametrize(
    "said, text",
    [
        ("no, use pnpm", "Install packages with pnpm instead of npm."),
        ("not like that, the migrations go through alembic", "Make schema changes with alembic migrations, never by hand."),
        ("why did you touch generated files again?? revert it", "Do not edit generated files."),
        ("please stop adding comments everywhere", "Do not add comments to code unless asked."),
        ("I told you, branch names start with the ticket number", "Start branch names with the ticket number."),
        ("nein, die Commits bitte auf Deutsch", "Schreibe Commits auf Deutsch."),
        ("use the logger not print", "Use the project's logger instead of print."),
        ("dont mock the db, use the test container", "Test against the database container instead of mocking the database."),
    ],
)  # fmt: skip
def test_corrections_and_wishes_carry_a_rule(said, text):
    assert isinstance(decide(said, text), Admitted), decide(said, text)


@pytest.mark.parametrize(
    "said, text",
    [
        ("ok thanks, go on", "Install packages with npm."),
        ("install the package", "Install packages with npm and print the result everywhere."),
        ("now print the table", "Print the result of every call, with comments."),
        ("好的，继续", "Mock the database everywhere."),
    ],
)  # fmt: skip
def test_what_only_asks_for_the_next_step_does_not(said, text):
    answer = decide(said, text)
    assert answer.reason == "untrusted-author"
    assert answer.suspected
