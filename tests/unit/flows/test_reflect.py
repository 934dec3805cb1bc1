"""Reflection over a journal: whose words found a rule, what waits, what is passed over, what is seen again and again."""

import os

import pytest

from cm.errors import NotFound
from cm.flows.doctor import examine
from cm.flows.init import init
from cm.flows.listing import Wanted, list_rules
from cm.flows.reflect import Wish, reflect
from cm.flows.sessions import Filter, sessions, since_of
from cm.model.ids import event_id
from cm.model.session import Event, SessionHead
from cm.store.diaries import Diaries
from cm.store.journal import Journal
from tests.kit.world import repository, world

SHOP = "github.com/acme/shop"
ALWAYS = "From now on always run the tests with `uv run pytest -q` in this repo."


def session(env, native, *said, project=SHOP, cwd="", day=20, **head):
    """Puts a session into the journal; a pair is (author, text), a triple a command with its exit and output."""
    name = f"claude-code/{native}"
    events = []
    for item in said:
        n = len(events)
        at = f"2026-11-{day:02}T10:{n:02}:00Z"
        if len(item) == 2:
            events.append(Event(event_id(name, str(n)), name, n, at, item[0], "message", item[1]))
        else:
            command, code, out = item
            run = Event(event_id(name, str(n)), name, n, at, "agent", "command", command, tool="Bash")
            events += [
                run,
                Event(event_id(name, f"{n}o"), name, n + 1, at, "tool", "output", out, of=run.id, exit=code),
            ]
    stamp = f"2026-11-{day:02}T10:00:00Z"
    known = SessionHead(
        name, "claude-code", native, project=project, cwd=cwd, started=stamp, ended=stamp, **head
    )
    Journal(env.home.journal).append(known, events)
    return name


@pytest.fixture
def env(tmp_path):
    env = world(tmp_path, CLAUDE_CONFIG_DIR=str(tmp_path / "none"), CODEX_HOME=str(tmp_path / "none"))
    init(env)
    return env


def test_standing_words_of_the_user_are_in_force_with_their_quote(env):
    name = session(env, "s1", ("user", ALWAYS))
    done = reflect(env, Wish())
    (told,) = done.of("added")
    assert (told.state, told.project) == ("active", SHOP)
    assert (told.evidence[0].by, told.evidence[0].session) == ("user", name)
    assert told.evidence[0].quote in ALWAYS


@pytest.mark.parametrize("name", ["a\0b", "/" + "a" * 4000, "half a sign \ud83d", "~nobody-of-this-name/x"])
def test_a_name_that_can_be_no_path_is_no_session(env, name):
    with pytest.raises(NotFound, match="there is no session"):
        reflect(env, Wish(name))


def test_a_path_is_meant_from_the_folder_of_who_asks_and_what_goes_meanwhile_is_passed_over(env, monkeypatch):
    folder = env.cwd / "handed"
    (folder / "gone").mkdir(parents=True)
    (folder / "s.jsonl").write_text('{"type": "user"}\n')
    there = os.scandir

    def scandir(path="."):
        if str(path).endswith("gone"):
            raise FileNotFoundError(path)
        return there(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert reflect(env, Wish("handed")).read.unrecognised == (str(folder / "s.jsonl"),)


def test_the_agents_and_the_tools_words_found_nothing(env):
    session(env, "s1", ("agent", ALWAYS), ("file", ALWAYS), ("host", ALWAYS))
    assert reflect(env, Wish()).of("added") == ()


def test_a_session_is_reflected_on_once_until_it_grows(env):
    session(env, "s1", ("user", ALWAYS))
    assert reflect(env, Wish()).sessions == 1
    again = reflect(env, Wish())
    assert (again.sessions, dict(again.passed_over)) == (0, {"nothing new since last time": 1})
    session(env, "s1", ("user", ALWAYS), ("user", "Never push to main, in any repository."))
    assert reflect(env, Wish()).sessions == 1
    assert reflect(env, Wish(again=True)).sessions == 1


def test_a_second_session_supports_a_rule_and_does_not_double_it(env):
    session(env, "s1", ("user", ALWAYS))
    session(env, "s2", ("user", ALWAYS), day=21)
    reflect(env, Wish())
    (item,) = list_rules(env, Wanted()).rules
    assert len({proof.session for proof in item.rule.evidence}) == 2


def test_what_an_instruction_file_says_already_is_no_new_rule(env, tmp_path):
    root = repository(tmp_path / "shop")
    (root / "AGENTS.md").write_text("- Always run the tests with `uv run pytest -q`.\n")
    session(env, "s1", ("user", "Always run the tests with `uv run pytest -q`."), cwd=str(root))
    assert reflect(env, Wish()).of("added") == ()


def test_sessions_of_subagents_and_memory_tools_are_passed_over_and_told(env):
    session(env, "s1", ("user", ALWAYS), parent="claude-code/s0")
    session(env, "s2", ("user", ALWAYS), own=True)
    done = reflect(env, Wish())
    assert done.told == ()
    assert dict(done.passed_over) == {"a subagent's": 1, "written by a memory tool": 1}


def test_a_command_that_keeps_passing_is_observed_once_however_often_it_is_seen(env):
    for number in range(3):
        session(
            env,
            f"s{number}",
            ("user", "fix the cart"),
            ("uv run pytest -q", 0, "14 passed in 0.8s"),
            day=10 + number,
        )
    first = reflect(env, Wish()).of("added")
    assert [item.kind for item in first] == ["fact"]
    session(env, "s9", ("user", "fix the cart"), ("uv run pytest -q", 0, "15 passed in 0.9s"), day=25)
    assert reflect(env, Wish()).of("added") == ()


def test_a_diary_is_written_for_every_session(env):
    name = session(
        env, "s1", ("user", "fix the cart"), ("pytest", 1, "1 failed"), ("user", "thanks, all good")
    )
    reflect(env, Wish())
    diary = Diaries(env.home.diary).read(name)
    assert diary.request[0].text.startswith("fix the cart")
    assert diary.commands[0].failed == 1


def test_a_dry_run_decides_and_writes_neither_rule_nor_diary(env):
    session(env, "s1", ("user", ALWAYS))
    done = reflect(env, Wish(dry_run=True))
    assert len(done.of("added")) == 1
    assert list_rules(env, Wanted()).rules == ()
    assert not env.home.diary.exists()
    assert reflect(env, Wish()).sessions == 1


def test_only_the_asked_sessions_are_reflected_on(env):
    session(env, "aaaa1", ("user", ALWAYS), day=1)
    session(
        env,
        "bbbb2",
        ("user", "Never push to main, in any repository."),
        project="github.com/acme/other",
        day=29,
    )
    assert reflect(env, Wish(filter=Filter(project=SHOP), dry_run=True)).sessions == 1
    assert reflect(env, Wish(filter=Filter(since=since_of("7d", env.now)), dry_run=True)).sessions == 1
    assert reflect(env, Wish(session="claude-code/aaaa", dry_run=True)).sessions == 1
    assert reflect(env, Wish(most=1, dry_run=True)).passed_over["over --max"] == 1


def test_each_project_gets_its_own_rules(env):
    session(env, "s1", ("user", ALWAYS))
    session(
        env,
        "s2",
        ("user", "In this repo always run the tests with `tox -q`."),
        project="github.com/acme/other",
    )
    reflect(env, Wish())
    assert {item.rule.scope.project for item in list_rules(env, Wanted()).rules} == {
        SHOP,
        "github.com/acme/other",
    }


def test_sessions_are_listed_newest_first_with_what_was_said_and_run(env):
    session(env, "s1", ("user", "fix the cart"), ("pytest", 1, "1 failed"), day=1)
    session(env, "s2", ("user", "add a receipt"), day=2)
    found = sessions(env, Filter())
    assert [row.opening for row in found.sessions] == ["add a receipt", "fix the cart"]
    assert (found.sessions[1].said, found.sessions[1].commands, found.sessions[1].failed) == (1, 1, 1)
    assert not examine(env).faults


def test_a_rule_that_contradicts_another_is_told_with_the_one_it_speaks_against(env):
    from cm.cli.reflect import render
    from cm.flows.add import Wish as Asked
    from cm.flows.add import add
    from cm.model.delta import Add
    from cm.model.rule import Scope

    add(env, [Asked(Add("Use pnpm, not npm, for installing packages.", scope=Scope(project=SHOP)))])
    session(env, "s1", ("user", "From now on always use npm for installing packages in this repo."))
    done = reflect(env, Wish())
    assert [item.verdict for item in done.told] == ["contested"]
    text = " ".join(render(done).split())
    assert done.told[0].rule[:10] in text
    assert "says otherwise" in text
    assert "No new rule" not in text
