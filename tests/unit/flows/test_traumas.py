import json
import shlex
from dataclasses import replace
from datetime import timedelta

import pytest

from cm.cli.trauma_list import render
from cm.errors import NeedsAHuman, NotFound, NotTrusted, RefusedByGate, Usage
from cm.flows import arming, trust
from cm.flows.armed import state_of
from cm.flows.arming import arm
from cm.flows.trauma_list import listing, one
from cm.flows.trauma_scan import Wish as Looked
from cm.flows.trauma_scan import scan
from cm.flows.trauma_test import judge_commands
from cm.flows.traumas import Wish, activate, add, heal, remove
from tests.kit.accident import keep
from tests.kit.world import repository, world
from tests.unit.flows.test_arming import ZAP, judged, write

WISH = Wish("zap (?:\\S+ )*--all", message="it hurt", deny=("zap x --all",), allow=("zap x",), id="t-zap")


@pytest.fixture
def env(tmp_path):
    return world(tmp_path)


def at(env, **later):
    """The same surroundings at another time."""
    moment = env.now + timedelta(**later)
    return replace(env, clock=lambda: moment)


def states(env):
    return {row.trauma.id: row.state for row in listing(env, everything=True).traumas}


def test_what_is_added_is_armed_at_once_and_says_who_added_it(env):
    done = add(env, WISH)
    assert (done.verdict, done.trauma.story.by, done.trauma.at) == ("armed", "script", env.stamp)
    assert judged(env, "sudo zap y --all") == "deny"
    assert add(env, WISH).verdict == "known"
    assert add(env, replace(WISH, message="it hurt again")).notes == ("its story stays: it hurt",)
    assert len(env.home.traumas.read_text().splitlines()) == 1


def test_one_that_makes_every_command_be_read_says_so(env):
    assert any(
        "every command is read" in note for note in add(env, Wish("--most-of-it", scope="argument")).notes
    )
    assert not add(env, WISH).notes


def test_an_agent_may_add_one_and_is_named(tmp_path):
    env = world(tmp_path, CLAUDECODE="1")
    assert add(env, WISH).trauma.story.by.startswith("agent claude")
    assert judged(env, "zap --all") == "deny"


def test_of_a_command_that_did_damage_a_pattern_is_made(env):
    done = add(env, Wish(command="git push -f origin main", message="Anna's work was gone"))
    assert "git push -f origin main" in done.trauma.examples.deny
    assert judged(env, "git push --force origin main") == "deny"
    assert judged(env, "git commit -m 'git push -f origin main'") == "allow"


def test_the_event_in_which_it_happened_is_quoted(env):
    keep(env.home.root, name="s1")
    event = scan(env, Looked()).candidates[0].event
    story = add(env, Wish(command="git reset --hard", event=event)).trauma.story
    assert (story.session, story.event, story.quote) == (
        "claude-code/s1",
        event,
        "git reset --hard origin/main",
    )
    with pytest.raises(NotFound):
        add(env, Wish("zap --most", event="e-none"))


def test_who_lifted_one_is_kept_until_it_is_armed_again(env):
    add(env, WISH)
    heal(env, "t-zap", "tested", yes=True)
    assert one(env, "t-zap").trauma.lifted_by == "script"
    activate(env, ["t-zap"])
    assert one(env, "t-zap").trauma.lifted_by == ""


def test_a_trial_writes_nothing_at_all(env):
    done = add(env, WISH, dry_run=True)
    assert (done.verdict, done.backtest.commands) == ("would be armed", 0)
    assert not env.home.root.exists()


def test_what_is_declined_is_not_written(env):
    seen = []
    done = add(env, WISH, ask=lambda trauma, tested: seen.append((trauma.id, tested.total)))
    assert (done.verdict, seen) == ("declined", [("t-zap", 0)])
    assert not env.home.traumas.exists()


def test_what_does_not_pass_is_refused_with_the_reason_and_what_showed_it(env):
    with pytest.raises(RefusedByGate) as refused:
        add(env, Wish("(z+)+$"))
    assert "slow" in refused.value.message
    assert "again and again" in refused.value.context["shown_by"]
    assert not env.home.traumas.exists()


def test_one_asks_for_a_pattern_or_a_command_and_an_id_that_is_free(env):
    with pytest.raises(Usage):
        add(env, Wish())
    with pytest.raises(Usage):
        add(env, Wish("zap", command="zap"))
    with pytest.raises(RefusedByGate, match="already"):
        add(env, Wish("zap --all", id="agent-canary"))


def test_secrets_in_a_story_or_an_example_do_not_rest(env):
    token = "ghp_x7Kq93LmZt5RwB1nVc8YpD2sHj6FgA4eUo0T"
    add(env, Wish("zap --all", message=f"with {token}", instead=token, deny=(f"zap --all {token}",)))
    assert token not in env.home.traumas.read_text()


def test_to_lift_one_needs_a_person_a_reason_and_acts_at_once(tmp_path, env):
    add(env, WISH)
    with pytest.raises(NeedsAHuman):
        heal(world(tmp_path, CLAUDECODE="1"), "t-zap", "because", yes=True)
    with pytest.raises(NeedsAHuman):
        heal(env, "t-zap", "because")
    with pytest.raises(Usage):
        heal(env, "t-zap", " ", yes=True)
    assert judged(env, "zap --all") == "deny"
    done = heal(env, "t-zap", "we have backups", yes=True)
    assert (done.by, done.changed[0].before) == ("script", "active")
    assert judged(env, "zap --all") == "allow"
    assert one(env, "t-zap").state == "healed"


def test_what_is_lifted_for_a_time_comes_back_by_itself(env):
    add(env, WISH)
    heal(env, "t-zap", "a move", until="24h", yes=True)
    row = one(env, "t-zap")
    assert (row.state, row.trauma.until) == ("healed", "2026-12-01T12:00:00Z")
    with pytest.raises(Usage):
        heal(env, "t-zap", "a move", until="2020-01-01", yes=True)
    with pytest.raises(Usage):
        heal(env, "t-zap", "a move", until="soon", yes=True)


def test_a_trauma_of_a_pack_is_lifted_by_a_line_at_home_and_armed_again_by_anybody(tmp_path, env):
    arm_first = one(env, "core-code-deletes").trauma
    heal(env, arm_first.id, "tests clean up so", yes=True)
    assert states(env)[arm_first.id] == "healed"
    activate(world(tmp_path, CLAUDECODE="1"), (arm_first.id,))
    assert states(env)[arm_first.id] == "armed"
    assert [json.loads(line)["status"] for line in env.home.traumas.read_text().splitlines()] == [
        "healed",
        "active",
    ]


def test_each_later_line_has_a_later_time_although_the_clock_stands(env):
    add(env, WISH)
    heal(env, "t-zap", "x", yes=True)
    activate(env, ("t-zap",))
    remove(env, ("t-zap",), yes=True)
    times = [json.loads(line)["at"] for line in env.home.traumas.read_text().splitlines()]
    assert times == sorted(set(times))
    assert states(env)["t-zap"] == "retired"


def test_a_pack_is_switched_on_by_anybody_and_off_by_a_person(tmp_path, env):
    activate(world(tmp_path, CLAUDECODE="1"), ("git", "sql"))
    assert judged(env, "git stash clear") in ("deny", "ask")
    fresh = world(tmp_path)
    assert fresh.settings.guard.packs == ("core", "git", "sql")
    with pytest.raises(NeedsAHuman):
        remove(world(tmp_path, CLAUDECODE="1"), ("git",), yes=True)
    remove(fresh, ("git",), yes=True)
    assert judged(env, "git stash clear") == "allow"
    with pytest.raises(RefusedByGate, match="always on"):
        remove(world(tmp_path), ("agent",), yes=True)


def test_one_trauma_of_a_pack_that_is_off_may_be_armed_alone(env):
    row = next(
        row
        for row in listing(env, everything=True).traumas
        if row.state == "off" and row.trauma.pack == "git"
    )
    activate(env, (row.trauma.id,))
    assert states(env)[row.trauma.id] == "armed"
    assert judged(env, row.trauma.examples.deny[0]) in ("deny", "ask")


def test_waiting_lines_count_when_a_person_says_so(tmp_path, env):
    add(env, WISH)
    write(env.home.traumas, {**ZAP, "status": "retired", "at": "2026-12-01T00:00:00Z"})
    arm(env)
    with pytest.raises(NeedsAHuman):
        activate(world(tmp_path, CLAUDECODE="1"), (), waiting=True, yes=True)
    assert judged(env, "zap --all") == "deny"
    done = activate(env, (), waiting=True, yes=True)
    assert [each.what for each in done.changed] == ["admitted"]
    assert judged(env, "zap --all") == "allow"
    assert activate(env, (), waiting=True, yes=True).changed == ()


def test_a_trauma_whose_line_is_gone_is_let_go_by_a_person(env):
    add(env, WISH)
    env.home.traumas.unlink()
    assert [each.id for each in listing(env).gone] == ["t-zap"]
    remove(env, ("t-zap",), yes=True)
    assert state_of(env).gone == ()


def test_a_trauma_in_a_repository_keeps_its_trust_and_a_strangers_is_not_written_to(tmp_path):
    shop = repository(tmp_path / "shop")
    env = world(tmp_path, cwd=shop)
    add(env, WISH, layer="repo")
    assert env.trusted
    assert judged(env, "zap --all") == "deny"
    assert not env.home.traumas.exists()
    heal(env, "t-zap", "x", yes=True)
    assert judged(env, "zap --all") == "allow"
    trust.take_back(env)
    with pytest.raises(NotTrusted):
        add(env, Wish("zip --all"), layer="repo")
    assert "t-zap" not in states(env)


@pytest.mark.parametrize(
    "pattern, scope, met, spared",
    [
        (r"git\s+push\s+.*--force", "command", "git push origin --force", "echo 'git push --force'"),
        (r"^rm\s+-rf\s+zoo\/data", "command", "sudo rm -fr zoo/data", "git commit -m 'rm -rf zoo/data'"),
        (r"DROP\s+TABLE", "payload:sql", "psql -c 'drop table x'", "grep 'DROP TABLE' x.sql"),
        (r"\bkubectl\b.*delete\s+ns", "command", "kubectl delete ns x", "kubectl get ns"),
        (r"--no-verify-ssl", "argument", "aws s3 ls --no-verify-ssl", "echo --no-verify-ssl"),
    ],
)
def test_what_came_from_another_store_is_translated_when_it_is_activated(env, pattern, scope, met, spared):
    row = {"id": "t-1", "status": "imported", "was": "active", "severity": "FATAL", "pattern": pattern, "syntax": "javascript, case ignored", "said": "never again", "at": "2026-01-01T00:00:00Z", "by": "import"}  # fmt: skip
    write(env.home.traumas, row)
    assert states(env)["t-1"] == "imported"
    assert judged(env, met) == "allow"
    done = activate(env, ("t-1",))
    assert f"scope {scope}" in done.changed[0].said
    assert (judged(env, met), judged(env, spared)) == ("deny", "allow")
    assert one(env, "t-1").trauma.story.message == "never again"
    assert listing(env).waiting == ()


@pytest.mark.parametrize("verb", ["heal", "remove"])
def test_what_was_taken_away_a_moment_ago_is_armed_when_it_is_added_again(env, verb):
    add(env, WISH)
    if verb == "heal":
        heal(env, "t-zap", "x", yes=True)
    else:
        remove(env, ("t-zap",), yes=True)
    assert judged(env, "zap --all") == "allow"
    assert add(env, WISH).verdict == "armed"
    assert judged(env, "zap --all") == "deny"


def test_a_clock_that_was_ahead_for_days_keeps_nobody_from_lifting_and_arming(env):
    ahead = at(env, days=3)
    add(ahead, WISH)
    heal(env, "t-zap", "x", yes=True)
    assert judged(env, "zap --all") == "allow"
    activate(env, ("t-zap",))
    assert judged(env, "zap --all") == "deny"
    remove(env, ("t-zap",), yes=True)
    add(env, WISH)
    assert judged(env, "zap --all") == "deny"
    assert listing(env).quarantined == ()


def test_what_is_armed_again_is_replayed_over_the_journal_before(env, tmp_path):
    keep(tmp_path / "home")  # git reset --hard origin/main, once
    asked = activate(env, ("git",), dry_run=True)
    assert (asked.replay.traumas > 10, asked.replay.commands) == (True, 1)
    assert [(each.id, each.total) for each in asked.replay.denying] == [("git-reset-hard", 1)]
    assert states(env)["git-reset-hard"] == "off"
    assert activate(env, ("git",)).replay == asked.replay
    fresh = world(tmp_path)
    assert activate(fresh, ("git",)).replay is None
    heal(fresh, "git-reset-hard", "x", yes=True)
    (one,) = activate(fresh, ("git-reset-hard",)).replay.denying
    assert (one.total, one.mutations > 40) == (1, True)


def test_one_name_that_there_is_not_leaves_the_others_as_they_were(env):
    with pytest.raises(NotFound):
        activate(env, ("git", "t-nowhere"))
    assert states(env)["git-reset-hard"] == "off"


@pytest.mark.parametrize("writes", ["replace_json", "write_admitted"])
def test_what_a_guard_once_acted_on_is_not_taken_back_when_a_process_dies_while_it_lifts(
    env, monkeypatch, writes
):
    class Died(BaseException):
        pass

    def dies(*_):
        raise Died

    add(env, WISH)
    with monkeypatch.context() as patch:
        patch.setattr(arming.registries if writes == "write_admitted" else arming, writes, dies)
        with pytest.raises(Died):
            heal(env, "t-zap", "x", yes=True)
    assert judged(env, "zap --all") == "deny"
    assert len(arm(env).waiting) == (writes == "replace_json")
    assert judged(env, "zap --all") == ("deny" if writes == "replace_json" else "allow")


def test_an_unknown_id_is_not_found_and_a_near_one_is_offered(env):
    add(env, WISH)
    for verb in (
        lambda: heal(env, "t-zup", "x"),
        lambda: remove(env, ("t-zup",)),
        lambda: activate(env, ("t-zup",)),
    ):
        with pytest.raises(NotFound) as error:
            verb()
        assert "t-zap" in error.value.hint


def test_the_list_writes_nothing_where_there_is_no_home(env):
    found = listing(env)
    assert found.armed > 20
    assert not env.home.root.exists()


def test_words_that_were_erased_leave_the_registry_and_the_trauma_stays_armed(tmp_path, env):
    from cm.flows.erase import erase

    person = "Ingrid Example"
    add(env, Wish("zap --all", message=f"{person} lost a day", id="t-zap", deny=(f"zap --all '{person}'",)))
    add(env, Wish("zip --all", message="x", id="t-zip"))
    heal(env, "t-zip", f"{person} said so", yes=True)
    erase(env, person, "a name", text=True, yes=True)
    for path in (*env.home.guard.iterdir(), env.home.traumas):
        assert person.encode() not in path.read_bytes(), path
    assert (judged(env, "zap --all"), judged(env, "zip --all")) == ("deny", "allow")
    fresh = world(tmp_path)
    assert (state_of(fresh).waiting, state_of(fresh).gone, listing(fresh).quarantined) == ((), (), ())
    with pytest.raises(RefusedByGate, match="erased"):
        add(fresh, Wish("zup --all", message=f"{person} again"))


def test_a_pattern_that_lost_words_denies_nothing_else_and_is_told_as_gone(env):
    from cm.flows.erase import erase

    add(env, Wish("rm customer-ingrid-example", id="t-rm"))
    erase(env, "customer-ingrid-example", "a name", text=True, yes=True)
    assert "ingrid" not in env.home.traumas.read_text()
    assert judged(env, "rm e") == "allow"
    assert [each.id for each in listing(env).gone] == ["t-rm"]


def test_a_session_that_was_erased_is_named_by_no_story(env):
    from cm.flows.erase import erase

    session = "claude-code/5f0c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f"
    add(env, Wish("zap --all", message="it hurt", session=session, id="t-zap"))
    erase(env, session, "private", yes=True)
    assert session.partition("/")[2] not in env.home.traumas.read_text()
    assert judged(env, "zap --all") == "deny"


def test_words_that_were_erased_leave_a_trusted_repositorys_registry_too(tmp_path):
    from cm.flows.erase import erase

    env = world(tmp_path, cwd=repository(tmp_path / "shop"))
    add(env, Wish("zap --all", message="Ingrid Example lost a day", id="t-zap"), layer="repo")
    erase(env, "Ingrid Example", "a name", text=True, yes=True)
    assert "Ingrid" not in env.repo.traumas.read_text()
    assert env.trusted
    assert judged(env, "zap --all") == "deny"


def test_what_is_lifted_until_a_moment_is_not_counted_as_armed_until_then(env):
    before = add(env, WISH) and listing(env).armed
    assert heal(env, "t-zap", "x", until="2h", yes=True).armed == before - 1
    assert (listing(env).armed, judge_commands(env, ["zap --all"]).armed) == (before - 1, before - 1)
    later = at(env, hours=3)
    assert state_of(later).armed == listing(later).armed == judge_commands(later, ["ls"]).armed == before


def test_a_line_that_is_gone_comes_back_by_the_command_that_the_list_names(env):
    wish = Wish(command="dropdb shop_dev", message="It was all gone.")
    name = add(env, wish).trauma.id
    env.home.traumas.write_text("")
    arm(env)
    (gone,) = listing(env).gone
    words = shlex.split(render(listing(env)).replace("\n  ", " ").split("`")[1])
    assert words[:3] == ["cm", "trauma", "add"]
    add(env, Wish(pattern=words[3], scope=words[5], id=words[7]))
    assert (gone.id, words[7], listing(env).gone) == (name, name, ())
    assert judged(env, "sudo dropdb shop_dev") == "deny"
