"""What the journal says of a rule, and where sessions went against one."""

from dataclasses import replace

import pytest

from cm.errors import NotFound, Usage
from cm.flows.audit import audit
from cm.flows.commit import commit
from cm.flows.init import init
from cm.flows.validate import validate
from cm.model.delta import Add
from cm.model.ids import event_id
from cm.model.rule import Scope
from cm.model.session import Event
from cm.store.journal import Journal
from tests.kit.run import run_cm
from tests.kit.talk import SHOP, talk
from tests.kit.world import world

UV = "Run the tests with `uv run pytest -q`, not with bare `pytest`."
GOOD = (("user", "fix the cart"), ("uv run pytest -q", 0, "14 passed in 0.8s"), ("user", "perfect, thanks"))
BAD = (
    ("user", "fix the cart"),
    ("pytest -q", 1, "1 failed, 13 passed"),
    ("user", "that is still broken, forget it"),
)
ASKED = (("user", "no, we run the tests with `uv run pytest -q` here"), ("uv run pytest -q", 0, "14 passed"))


def home(tmp_path, *sessions, **more):
    env = world(tmp_path, CLAUDE_CONFIG_DIR=str(tmp_path / "none"), CODEX_HOME=str(tmp_path / "none"), **more)
    init(env)
    for number, said in enumerate(sessions, 1):
        Journal(env.home.journal).append(*talk(*said, native=f"s{number}", day=10 + number))
    return env


def stand(env):
    return commit(env, [Add(UV, scope=Scope(project=SHOP))], source="human").decisions[0].rules[0]


def test_it_says_how_sessions_ended_with_and_without_the_behaviour(tmp_path):
    found = validate(home(tmp_path, GOOD, GOOD, BAD, (("user", "write the docs"),)), UV)
    history = found.history
    assert (history.with_it.sessions, history.with_it.success) == (2, 2)
    assert (history.without_it.sessions, history.without_it.failure) == (1, 1)
    assert history.sessions == 4
    assert (found.verdict, history.said_in) == ("draft", 0)
    assert "nobody asked for it" in found.say


def test_what_the_user_wishes_for_again_and_again_is_accepted_with_their_words(tmp_path):
    found = validate(home(tmp_path, ASKED, ASKED), UV)
    assert found.verdict == "accepted"
    assert found.history.seen[0].said[0].quote == "no, we run the tests with `uv run pytest -q` here"


def test_a_wish_in_one_session_waits(tmp_path):
    assert (
        validate(home(tmp_path, (("user", "no, we run the tests with `uv run pytest -q` here"),)), UV).verdict
        == "draft"
    )


def test_what_ended_badly_more_often_is_refused(tmp_path):
    worse = (
        ("user", "fix the cart"),
        ("pytest -q", 1, "1 failed, 13 passed"),
        ("user", "that is still broken, forget it"),
    )
    found = validate(home(tmp_path, worse, worse, worse, GOOD), "Run the tests with bare `pytest -q`.")
    assert found.verdict == "refused"
    assert "ended badly" in found.say


@pytest.mark.parametrize(
    "text, reason",
    [("Be careful and write good code.", "too-vague"), ("The cart is broken today.", "not-lasting")],
)
def test_what_the_gate_refuses_is_refused_with_its_reason(tmp_path, text, reason):
    found = validate(home(tmp_path, GOOD), text)
    assert (found.verdict, found.reason) == ("refused", reason)


def test_a_standing_rule_is_looked_for_in_its_own_project(tmp_path):
    env = home(tmp_path, GOOD, project=SHOP)
    Journal(env.home.journal).append(*talk(*GOOD, native="other", project="github.com/else/where"))
    rule = stand(env)
    found = validate(env, rule)
    assert (found.rule, found.text) == (rule, UV)


def test_nothing_to_look_for_is_an_error_with_a_next_step(tmp_path):
    env = home(tmp_path, GOOD)
    with pytest.raises(Usage):
        validate(env, "  ")
    with pytest.raises(NotFound):
        validate(env, UV, project="github.com/no/such")
    with pytest.raises(NotFound):
        validate(env, "r-aaaaaaaaaaaaa")


def test_nothing_is_written(tmp_path):
    env = home(tmp_path, GOOD, ASKED)
    before = {path: path.stat().st_mtime_ns for path in env.home.root.rglob("*") if path.is_file()}
    validate(env, UV)
    audit(env)
    assert {path: path.stat().st_mtime_ns for path in env.home.root.rglob("*") if path.is_file()} == before


def test_sessions_that_went_against_a_rule_are_named_with_the_command(tmp_path):
    env = home(tmp_path, GOOD, BAD, BAD)
    rule = stand(env)
    assert audit(env, days=0).broken == ()  # they ran before the rule was there
    head, events = talk(*BAD, native="late")
    later = tuple(replace(event, at=event.at.replace("2026-11-20", "2026-12-01")) for event in events)
    Journal(env.home.journal).append(replace(head, started="2026-12-01T10:00:00Z", ended=""), later)
    found = audit(env, days=0)
    (broken,) = found.broken
    assert (broken.rule, [each.session for each in broken.violations]) == (rule, ["claude-code/late"])
    assert broken.violations[0].command == "pytest -q"
    Journal(env.home.journal).append(*talk(*GOOD, native="other", project="github.com/else/where"))
    assert audit(env, days=0, project="github.com/else/where").broken == ()


def test_commands_say_it_on_a_terminal_and_to_programs(tmp_path):
    env = home(tmp_path, GOOD, BAD)
    outside = {"CM_HOME": str(env.home.root), "CM_NOW": "2026-11-30T12:00:00Z"}
    done = run_cm("validate", UV, env=outside)
    assert done.code == 0, done.err
    assert "kept to it" in done.out
    assert "went against it" in done.out
    refused = run_cm("validate", "Be careful.", "--json", env=outside)
    assert (refused.code, refused.data["verdict"]) == (1, "refused")
    clean = run_cm("audit", env=outside)
    assert (clean.code, clean.err) == (0, "")
    assert "No rule is in service there" in clean.out
    stand(env)
    assert "No session went against a rule" in run_cm("audit", env=outside).out


def wrote(env, path, native="late"):
    head, events = talk(("user", "update the client"), native=native)
    at = "2026-12-01T10:00:00Z"
    edit = Event(event_id(head.id, "9"), head.id, 9, at, "agent", "edit", path)
    Journal(env.home.journal).append(replace(head, started=at, ended=at), (*events, edit))


def test_a_file_that_a_rule_wants_left_alone_and_that_was_written_is_a_violation(tmp_path):
    env = home(tmp_path)
    text = "Do not edit files in `gen/`: they are generated."
    rule = commit(env, [Add(text, scope=Scope(project=SHOP))], source="human").decisions[0].rules[0]
    wrote(env, "/w/shop/gen/api.ts")
    wrote(env, "/w/shop/src/api.ts", "other")
    found = audit(env, days=0)
    (broken,) = found.broken
    assert (broken.rule, [(each.session, each.command) for each in broken.violations]) == (
        rule,
        [("claude-code/late", "wrote /w/shop/gen/api.ts")],
    )
    assert found.checkable == 1
    history = validate(env, rule).history
    assert (history.checkable, history.without_it.sessions) == (True, 1)


def test_a_project_without_sessions_is_an_error_of_both(tmp_path):
    env = home(tmp_path, GOOD)
    with pytest.raises(NotFound, match="no session of"):
        audit(env, project="github.com/no/such")


def test_what_is_printed_says_what_to_do_next_where_there_is_nothing(tmp_path):
    env = home(tmp_path)
    outside = {name: env.environ[name] for name in ("CM_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME")}
    assert "cm doctor" in run_cm("audit", env=outside).out
    assert "cm doctor" in run_cm("validate", UV, env=outside).out
    wrote(env, "gen/api.ts")
    assert "No rule is in service there" in run_cm("audit", "--days", "0", env=outside).out
    commit(env, [Add("Name tests after what they promise.", scope=Scope(project=SHOP))], source="human")
    told = run_cm("audit", "--days", "0", env=outside)
    assert "the rule in service does not show in commands or written files (1 session)" in " ".join(
        told.out.split()
    )
    assert told.code == 0
    assert max(map(len, told.out.splitlines())) <= 80
