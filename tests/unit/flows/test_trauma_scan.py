import pytest

from cm.errors import NotFound
from cm.flows.trauma_scan import WITHHELD, Wish, scan
from cm.flows.trauma_taken import armed_here, registered
from cm.flows.trauma_test import judge_commands
from cm.store.traumas import read_registry
from tests.kit.accident import PEACEFUL, RESET, keep
from tests.kit.world import world


@pytest.fixture
def home(tmp_path):
    keep(tmp_path / "home", name="s1")
    keep(tmp_path / "home", PEACEFUL, name="s2")
    return tmp_path


def test_an_accident_is_found_with_its_place_and_its_words(home):
    done = scan(world(home), Wish())
    (one,) = done.candidates
    assert (done.sessions, done.commands) == (2, 2)
    assert (one.session, one.command, one.kind) == ("claude-code/s1", "git reset --hard origin/main", "git")
    assert one.pack == "git"
    said = one.regrets[0]
    assert (said.by, said.quote) == ("user", RESET[3][2])
    assert one.trauma["story"]["session"] == "claude-code/s1"
    assert one.trauma["story"]["event"] == one.event
    assert not (home / "home" / "traumas.jsonl").exists()


def test_saving_one_arms_it_and_tells_what_it_would_have_denied(home):
    env = world(home)
    (one,) = scan(env, Wish()).candidates
    (kept,) = scan(env, Wish(save=(one.id[:6],))).kept
    assert (kept.id, kept.refused) == (one.trauma["id"], "")
    assert kept.test.total == 1
    assert judge_commands(env, ["sudo git reset --hard"]).judged[0].id == kept.id
    assert scan(env, Wish()).candidates[0].denied_by == kept.id
    assert scan(env, Wish(save_all=True)).kept == ()  # what is denied already is not saved twice


def test_an_agent_may_save_and_the_story_says_so(home):
    env = world(home, CLAUDECODE="1")
    scan(env, Wish(save_all=True))
    (trauma,) = registered(env).values()
    assert trauma.story.by == "user; kept by the agent claude-code"


def test_what_a_person_lifted_is_not_armed_again_by_an_agent(home):
    from cm.flows.traumas import heal

    env = world(home)
    scan(env, Wish(save_all=True))
    (trauma,) = registered(env).values()
    heal(env, trauma.id, "we work without it", yes=True)
    (kept,) = scan(world(home, CLAUDECODE="1"), Wish(save_all=True)).kept
    assert "healed" in kept.refused
    assert registered(env)[trauma.id].status == "healed"


def test_a_dry_run_writes_nothing(home):
    env = world(home)
    (kept,) = scan(env, Wish(save_all=True, dry_run=True)).kept
    assert kept.test is not None
    assert not env.home.traumas.exists()


def test_an_unknown_id_is_named(home):
    with pytest.raises(NotFound, match="c-nothing"):
        scan(world(home), Wish(save=("c-nothing",)))


@pytest.mark.parametrize(("since", "found"), [("30d", 1), ("3d", 0), ("2026-11-20", 0), ("2026-11-09", 1)])
def test_only_what_happened_since_then(home, since, found):
    assert len(scan(world(home), Wish(since=since)).candidates) == found


@pytest.mark.parametrize(
    ("project", "found"),
    [("github.com/acme/shop", 1), ("shop", 1), ("hop", 0), ("github.com/acme/other", 0), ("here", 1)],
)
def test_only_of_that_project(home, project, found):
    env = world(home, project="github.com/acme/shop")
    assert len(scan(env, Wish(project=project)).candidates) == found


def test_closed_sessions_are_not_looked_at(home):
    keep(home / "home", name="s3", host="codex")
    done = scan(world(home, CLAUDECODE="1"), Wish())
    assert [each.session for each in done.candidates] == ["claude-code/s1"]
    assert done.closed == 1


def test_withdrawn_words_are_not_quoted(tmp_path):
    from cm.model.ledger import Blocked
    from cm.store.ledger import LedgerFiles

    rows = (*RESET[:3], ("user", "message", "You deleted all my drafts of the Falcon plan."))
    keep(tmp_path / "home", rows)
    env = world(tmp_path)
    LedgerFiles(env.home.ledger_dir).append_blocked(
        Blocked("x-1", "r-1", "You deleted all my drafts of the Falcon plan.", env.stamp, "human")
    )
    (one,) = scan(env, Wish()).candidates
    assert [said.quote for said in one.regrets] == [WITHHELD]
    assert "Falcon" not in repr(one)


def test_one_event_that_lies_in_two_sessions_counts_once(tmp_path):
    keep(tmp_path / "home", name="s1")
    keep(tmp_path / "home", name="s1", host="codex")
    assert len(scan(world(tmp_path), Wish()).candidates) == 1


def test_what_is_armed_is_what_the_registry_says(home):
    env = world(home)
    before = len(armed_here(env))
    scan(env, Wish(save_all=True))
    assert len(armed_here(env)) == before + 1
    assert len(read_registry(env.home.traumas).lines) == 1
