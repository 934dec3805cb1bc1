"""Reflection on what was reflected on before: nothing is doubled, and other criteria decide drafts and refusals anew."""

import json

import pytest

from cm.core.reading import propose
from cm.core.reading.disposed import read_code
from cm.flows.diary import diary as tell_diary
from cm.flows.erase import erase
from cm.flows.init import init
from cm.flows.journal import prune
from cm.flows.listing import Wanted, list_rules
from cm.flows.reconsider import NOT_FOUND_ANY_MORE
from cm.flows.reflect import PRUNED, Wish, reflect
from cm.flows.sessions import Filter
from cm.store.decisions import read_decisions
from cm.store.dispositions import dispositions_path, read_dispositions
from cm.store.journal import Journal
from cm.store.playbook import read_playbook
from tests.kit.world import world
from tests.unit.flows.test_reflect import ALWAYS, session

FACT = "For the record: the billing database is Postgres 15, in Frankfurt."
STATUS = "For the record: the release is due on Monday."


@pytest.fixture
def env(tmp_path):
    env = world(tmp_path, CLAUDE_CONFIG_DIR=str(tmp_path / "none"), CODEX_HOME=str(tmp_path / "none"))
    init(env)
    return env


def talk(env):
    return session(
        env,
        "s1",
        ("user", ALWAYS),
        ("agent", "Understood. I will always use it."),
        ("user", "where does the config live?"),
        ("user", "please fix the typo in the readme"),
        ("user", FACT),
        ("user", "```\nnever run this\n```"),
        day=20,
    )


def codes(env, name):
    return [read_code(code) for code in read_dispositions(env.home, name).events.values()]


def test_every_message_of_the_user_has_one_disposition_and_no_word_of_it_is_kept(env):
    name = talk(env)
    reflect(env, Wish())
    told = codes(env, name)
    assert [each.code for each in told] == ["question", "task", "not-typed", "became", "became"]
    assert all(each.rules for each in told[3:])
    kept = dispositions_path(env.home).read_text()
    assert "pytest" not in kept
    assert "Postgres" not in kept


def test_reflecting_again_changes_neither_a_byte_of_the_playbook_nor_the_log_of_decisions(env):
    talk(env)
    session(env, "s2", ("user", ALWAYS), ("user", STATUS), day=21)
    reflect(env, Wish())
    book, log = env.home.playbook.read_bytes(), env.home.decisions.read_bytes()
    refused = [each for each in read_decisions(env.home.decisions) if each.verdict == "refused"]
    before = {name: read_dispositions(env.home, name).events for name in ("claude-code/s1", "claude-code/s2")}
    for _ in range(2):
        again = reflect(env, Wish(again=True))
        assert again.sessions == 2
        assert env.home.playbook.read_bytes() == book
        assert env.home.decisions.read_bytes() == log
    assert {name: read_dispositions(env.home, name).events for name in before} == before
    assert len(refused) == 1


def test_the_same_evidence_again_adds_nothing_and_new_evidence_does(env):
    talk(env)
    reflect(env, Wish())
    session(env, "s3", ("user", FACT), day=22)
    reflect(env, Wish(again=True, filter=Filter(since="2026-11-22T00:00:00Z")))
    (fact,) = [item.rule for item in list_rules(env, Wanted()).rules if "Postgres" in item.rule.text]
    assert [item.session for item in fact.evidence] == ["claude-code/s1", "claude-code/s3"]
    assert codes(env, "claude-code/s3")[0].code == "supported"


def test_a_draft_that_other_criteria_do_not_find_retires_and_one_that_they_find_stays(env, monkeypatch):
    session(env, "s1", ("user", "Error budgets are reviewed by Sam on Mondays."), ("user", FACT), day=20)
    reflect(env, Wish())
    drafts = {item.rule.text for item in list_rules(env, Wanted(states=("draft",))).rules}
    real = propose.directives_in
    monkeypatch.setattr("cm.flows.reconsider.CRITERIA", 99)
    monkeypatch.setattr(
        "cm.core.reading.propose.directives_in",
        lambda text, *rest: () if "budgets" in text else real(text, *rest),
    )
    reflect(env, Wish(again=True))
    rules = {
        item.rule.text: item.rule
        for item in list_rules(env, Wanted(states=("draft", "active", "retired"))).rules
    }
    gone = next(rule for text, rule in rules.items() if "budgets" in text)
    assert gone.text in drafts
    assert (gone.state, gone.retired.reason) == ("retired", NOT_FOUND_ANY_MORE)
    assert next(rule for text, rule in rules.items() if "Postgres" in text).state != "retired"
    book = env.home.playbook.read_bytes()
    reflect(env, Wish(again=True))
    assert env.home.playbook.read_bytes() == book


def test_what_was_refused_is_judged_anew_by_other_criteria_only(env, monkeypatch):
    session(env, "s1", ("user", STATUS), day=20)
    assert [each.reason for each in reflect(env, Wish()).of("refused")] == ["not-lasting"]
    monkeypatch.setattr("cm.core.curation.admit.proposal_screen", lambda: lambda text: None)
    assert len(reflect(env, Wish(again=True)).of("refused")) == 1
    assert list_rules(env, Wanted(states=("draft", "active"))).rules == ()
    monkeypatch.setattr("cm.flows.reconsider.CRITERIA", 99)
    assert len(reflect(env, Wish(again=True)).of("added")) == 1


def test_a_dry_run_keeps_no_disposition(env):
    talk(env)
    reflect(env, Wish(dry_run=True))
    assert not dispositions_path(env.home).exists()


def test_a_pruned_session_keeps_its_diary_and_is_not_judged_by_the_words_that_are_left(env):
    name = talk(env)
    reflect(env, Wish())
    (diary,) = env.home.diary.rglob("*.json")
    written, known = diary.read_bytes(), codes(env, name)
    assert prune(env, days=1).left
    assert len(Journal(env.home.journal).read(name)[1]) == 2
    dispositions_path(env.home).rename(env.home.state / "aside")  # as if it had been judged by other criteria
    book = env.home.playbook.read_bytes()
    again = reflect(env, Wish(again=True))
    assert (again.sessions, again.passed_over) == (0, {PRUNED: 1})
    assert tell_diary(env, name).diary.events == 6
    assert (diary.read_bytes(), env.home.playbook.read_bytes()) == (written, book)
    (env.home.state / "aside").rename(dispositions_path(env.home))
    assert codes(env, name) == known
    erase(env, "uv run", "a test", yes=True)
    assert diary.read_text() == written.decode().replace("uv run", "[erased]")
    session(env, "s1", *[("user", ALWAYS)] * 7, day=22)  # it goes on
    assert reflect(env, Wish()).sessions == 1


def test_lines_that_nobody_can_read_are_passed_over(env):
    name = talk(env)
    reflect(env, Wish())
    path = dispositions_path(env.home)
    path.write_bytes(
        b"\xff\n{}\n[1]\n" + path.read_bytes() + json.dumps({"s": name, "e": 3, "more": 1}).encode()
    )
    assert len(codes(env, name)) == 5


def test_facts_that_change_keep_each_its_own_time_and_source_however_often_they_are_read(env):
    said = ("listens on port 8080", "listens on port 8081", "is not run by Jenkins", "listens on port 8080")
    for number, words in enumerate(said):
        session(env, f"s{number}", ("user", f"For the record: the API {words}."), day=20 + number)
        reflect(env, Wish())
    told = [
        (
            rule.text,
            rule.state,
            [item.session[-2:] for item in rule.evidence],
            rule.valid.since if rule.valid else "",
        )
        for rule in read_playbook(env.home.playbook)
    ]
    assert told == [
        ("The API listens on port 8080.", "superseded", ["s0"], ""),
        ("The API listens on port 8081.", "superseded", ["s1"], "2026-11-21"),
        ("The API is not run by Jenkins.", "active", ["s2"], ""),
        ("The API listens on port 8080.", "active", ["s3"], "2026-11-23"),
    ]
    book, log = env.home.playbook.read_bytes(), env.home.decisions.read_bytes()
    for _ in range(2):
        reflect(env, Wish(again=True))
        assert env.home.playbook.read_bytes() == book
        assert env.home.decisions.read_bytes() == log
