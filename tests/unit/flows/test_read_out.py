import os
from dataclasses import replace
from pathlib import Path

import pytest

from cm.core.secrets.scrub import VERSION
from cm.errors import Ambiguous, NotFound
from cm.flows import tasks
from cm.flows.commit import commit
from cm.flows.diary import diary
from cm.flows.env import open_env
from cm.flows.explain import about_words, explain
from cm.flows.log import Wanted, log
from cm.flows.project import project
from cm.flows.read_out import read_out
from cm.flows.show import show
from cm.flows.strangers import ELSEWHERE
from cm.flows.transcript import WITHHELD
from cm.model.delta import Add
from cm.model.ledger import Blocked
from cm.model.rule import Evidence, Valid
from cm.model.session import Event, SessionHead
from cm.store.journal import Journal
from cm.store.ledger import LedgerFiles
from tests.kit import NOW, ts

LONG = "\n".join(f"line {n} of the output" for n in range(300))


@pytest.fixture
def env(own_world, tmp_path):
    Path(os.environ["CM_HOME"]).mkdir()
    return open_env(cwd=tmp_path, clock=lambda: NOW, tty=True)


@pytest.fixture(autouse=True)
def journal(env):
    kept = Journal(env.home.journal)
    said = [
        ("user", "message", "please deploy the gateway"),
        ("agent", "command", "make deploy"),
        ("tool", "output", LONG),
    ]
    kept.append(
        SessionHead("host/a1", "host", "a1", project="p", started=ts(9), ended=ts(2)),
        [Event(f"e-a{n}aaaaaaaa", "host/a1", n, ts(9), by, kind, text, scrubbed=VERSION) for n, (by, kind, text) in enumerate(said)],
    )  # fmt: skip
    return kept


def add(env, text, **fields):
    (made,) = commit(env, [Add(text=text, **fields)], source="human").decisions
    return made


def withdraw(env, rule, text):
    LedgerFiles(env.home.ledger_dir).append_blocked(Blocked("b-1", rule, text, ts(), "human"))


def test_an_event_is_read_as_it_was_whole(env):
    found = read_out(env, "e-a2")
    assert (found.id, found.kind, found.text, found.by) == ("e-a2aaaaaaaa", "event", LONG, "tool")


def test_a_session_is_read_whole(env):
    assert "line 299 of the output" in read_out(env, "host/a1").text
    assert read_out(env, "a1").id == "host/a1"


def test_a_fact_is_read_with_whom_it_is_about_and_since_when(env):
    made = add(
        env, "The gateway listens on port 8443.", kind="fact", about="project:p", valid=Valid("2026-03", "")
    )
    found = read_out(env, made.rules[0][2:9])
    assert (found.id, found.kind, found.state) == (made.rules[0], "fact", "active")
    assert found.text.splitlines()[:3] == [
        "The gateway listens on port 8443.",
        "about: project:p",
        "valid: since 2026-03",
    ]


def test_decisions_changes_diaries_and_tasks_are_read(env):
    made = add(env, "Pin the clock before the upload tests run.")
    assert "Pin the clock before the upload tests run." in read_out(env, made.id).text
    change = read_out(env, made.tx[:8])
    assert (change.kind, change.id) == ("change", made.tx)
    assert made.id in change.text
    told = diary(env, "a1").diary
    assert "deploy the gateway" in read_out(env, told.id).text
    noted = tasks.add(env, ["Renew the certificate"])
    assert read_out(env, noted.tasks[0].id).text == "Renew the certificate\n"


@pytest.mark.parametrize("thing", ["d-abcdef", "t-abcdef", "k-abcdef"])
def test_what_is_no_rule_is_asked_of_read(env, thing):
    with pytest.raises(NotFound) as raised:
        show(env, thing)
    assert f"cm read {thing}" in raised.value.hint


def test_a_trauma_and_a_starters_rule_are_read_without_being_taken(env):
    from cm.flows.trauma_list import listing

    some = listing(env, everything=True).traumas[0].trauma
    assert some.pattern in read_out(env, some.id).text
    assert (read_out(env, "r-django-01").state, read_out(env, "r-django-01").by) == ("not taken", "starter")
    with pytest.raises(Ambiguous):
        read_out(env, "r-django-0")


def test_an_exported_block_is_read_by_its_file(env):
    os.mkdir(env.cwd / ".git")
    add(env, "Pin the clock before the upload tests run.")
    project(env, include_user=True)
    found = read_out(env, "AGENTS.md")
    assert found.kind == "block"
    assert "Pin the clock" in found.text


def test_what_was_withdrawn_is_not_read_out_from_anywhere(env, journal):
    text = "Zebrafish fixtures are sorted before every comparison."
    made = add(env, text)
    journal.append(
        SessionHead("host/b1", "host", "b1", project="p", started=ts(9)),
        [Event("e-b0aaaaaaaa", "host/b1", 0, ts(9), "user", "message", text, scrubbed=VERSION)],
    )
    assert "Zebrafish" in read_out(env, made.rules[0]).text
    withdraw(env, made.rules[0], text)
    for thing in (made.rules[0], made.id, made.tx, "e-b0", "host/b1"):
        assert "Zebrafish" not in read_out(env, thing).text, thing
    rule, event = read_out(env, made.rules[0]), read_out(env, "e-b0")
    assert (rule.text, bool(rule.withheld)) == ("", True)
    assert (event.text, bool(event.withheld)) == ("", True)
    assert WITHHELD in read_out(env, "host/b1").text


def test_what_was_said_to_another_agent_and_refused_is_told_to_no_agent_but_that_one(env):
    words = "Feed the zebrafish before every release."
    proof = (Evidence("user", "feed the zebrafish, nobody said", "codex/c1", "e-none"),)
    (refused,) = commit(env, [Add(text=words, evidence=proof)], source="model").decisions
    assert refused.verdict == "refused"
    told = {}
    for agent in ("", "CODEX_CI", "CLAUDECODE"):
        here = replace(env, environ={**env.environ, agent: "1"} if agent else env.environ, tty=not agent)
        told[agent] = [
            read_out(here, refused.id).text, read_out(here, refused.tx).text, explain(here, refused.id), log(here, Wanted()),
            about_words(here, words).refused,
        ]  # fmt: skip
    assert all(words in str(each) for each in (*told[""], *told["CODEX_CI"]))
    assert not any(words in str(each) for each in told["CLAUDECODE"])
    assert all(ELSEWHERE in str(each) for each in told["CLAUDECODE"])


def test_a_secret_in_a_decision_is_not_read_out(env):
    made = add(env, "Use the token ghp_k3Jd82LmQpZx7VnT4rYb9WcE1sHg6uAo5fRi for the release.")
    assert made.verdict == "refused"
    assert "ghp_k3Jd" not in read_out(env, made.id).text


@pytest.mark.parametrize(
    "thing",
    [
        "e-zzzz",
        "y-zzzz",
        "d-zzzz",
        "t-zzzz",
        "k-zzzz",
        "r-zzzz",
        "nothing of this name",
        "../../etc/passwd",
        "~nobody-of-this-name/x",
        "a\0b",
        "half a sign \ud83d",
        "",
        "e-",
        "d-",
    ],
)
def test_what_does_not_exist_is_not_found(env, thing):
    with pytest.raises((NotFound, Ambiguous)):
        read_out(env, thing)


def test_a_beginning_that_fits_several_names_them(env):
    with pytest.raises(Ambiguous) as told:
        read_out(env, "e-a")
    assert "e-a0aaaaaaaa" in told.value.message
