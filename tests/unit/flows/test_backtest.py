from cm.flows.backtest import backtest, backtest_all, commands_held
from cm.flows.privacy import deny
from cm.model.trauma import Story, Trauma, TraumaExamples
from tests.kit.accident import PEACEFUL, keep
from tests.kit.world import world

HARD = Trauma(
    "t-1",
    "git reset(?= |$)(?=.* --hard(?= |$))",
    Story("x"),
    scope="command:canonical",
    examples=TraumaExamples(("git reset --hard",)),
)


def test_every_command_is_replayed_and_what_would_be_denied_is_counted_with_its_places(tmp_path):
    keep(tmp_path / "home", name="s1", day=10)
    keep(tmp_path / "home", name="s2", day=12)
    keep(tmp_path / "home", PEACEFUL, name="s3")
    test = backtest(world(tmp_path), HARD)
    assert (test.commands, test.sessions, test.total) == (3, 3, 2)
    (one,) = test.denied
    assert (one.command, one.count) == ("git reset --hard origin/main", 2)
    assert (one.first, one.last) == ("2026-11-10T10:00:00Z", "2026-11-12T10:00:00Z")
    assert {place.session for place in one.places} == {"claude-code/s1", "claude-code/s2"}


def test_other_spellings_of_the_incident_are_tried_and_what_slips_is_named(tmp_path):
    env = world(tmp_path)
    assert backtest(env, HARD).slipped == ()
    raw = Trauma("t-2", "^git reset --hard$", Story("x"), scope="raw")
    test = backtest(env, raw, incident="git reset --hard")
    assert test.mutations > 40
    assert {"bash -c", "wrapper", "quotes"} <= {each.kind for each in test.slipped}


def test_spellings_in_the_journal_are_read_as_the_guard_reads_them(tmp_path):
    rows = (
        ("agent", "command", "bash -c 'cd x && git -C y reset --hard'"),
        ("agent", "command", "git commit -m 'no git reset --hard'"),
        ("agent", "command", "r''m x; g''it reset --hard"),
    )
    keep(tmp_path / "home", rows)
    assert backtest(world(tmp_path), HARD).total == 2


def test_several_are_replayed_in_one_go(tmp_path):
    keep(tmp_path / "home")
    other = Trauma("t-3", "terraform destroy", Story("x"))
    first, second = backtest_all(world(tmp_path), [HARD, other])
    assert (first.id, first.total, second.id, second.total) == ("t-1", 1, "t-3", 0)


def test_sessions_that_are_denied_are_not_looked_at(tmp_path):
    keep(tmp_path / "home", name="s1")
    keep(tmp_path / "home", name="s2", host="codex", project="github.com/acme/other")
    env = world(tmp_path)
    privacy = env.home.privacy
    assert not privacy.exists()
    deny(env, projects=["github.com/acme/other"], yes=True)
    keep(tmp_path / "home", name="s2", host="codex", project="github.com/acme/other")  # kept behind our back
    test = backtest(env, HARD)
    assert (test.sessions, test.total, test.closed) == (1, 1, 1)


def test_inside_an_agent_only_its_own_sessions_are_looked_at(tmp_path):
    keep(tmp_path / "home", name="s1")
    keep(tmp_path / "home", name="s2", host="codex")
    test = backtest(world(tmp_path, CLAUDECODE="1"), HARD)
    assert (test.sessions, test.closed) == (1, 1)


def test_notes_copies_and_own_runs_are_no_history(tmp_path):
    keep(tmp_path / "home", name="s1", notes=True)
    keep(tmp_path / "home", name="s2", own=True)
    keep(tmp_path / "home", name="s3", twin="codex/s9")
    test = backtest(world(tmp_path), HARD)
    assert (test.sessions, test.commands) == (0, 0)


def test_secrets_in_commands_are_not_told(tmp_path):
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    keep(tmp_path / "home", (("agent", "command", f"GH_TOKEN={token} git reset --hard"),))
    (one,) = backtest(world(tmp_path), HARD).denied
    assert token not in repr(one)


def test_commands_are_counted_without_being_read(tmp_path):
    keep(tmp_path / "home", name="s1")
    keep(tmp_path / "home", (("user", "message", 'what is "kind":"command"?'),), name="s2")
    assert commands_held(world(tmp_path)) == 1
