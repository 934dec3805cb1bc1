import json
import os
from dataclasses import replace
from datetime import timedelta

import pytest

from cm.flows import configure, trust
from cm.flows.armed import state_of
from cm.flows.arming import arm, arm_held, is_behind
from cm.flows.trauma_standing import standings
from cm.store.files import lock
from cm.store.traumas import digest_of, read_admitted
from guards import runtime
from tests.kit.world import repository, world

ZAP = {"id": "t-zap", "pattern": "zap --all", "story": {"message": "it hurt"}, "at": "2026-01-01T00:00:00Z"}


@pytest.fixture
def env(tmp_path):
    return world(tmp_path)


def write(path, *rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        for row in rows:
            file.write((row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n")


def judged(env, command):
    guard = env.home.guard
    held = runtime.Registry(
        [str(env.home.traumas)], str(guard / "cache-home"), admitted=str(guard / "admitted"), packs=str(guard / "packs.jsonl"),
        repos=[str(env.repo.traumas)] if env.repo else [],
    ).read()  # fmt: skip
    return runtime.judge(command, held.traumas, now=env.stamp).action


def test_without_any_registry_the_core_pack_and_the_canary_are_armed(env):
    armed = arm(env)
    assert armed.armed > 20
    assert judged(env, "rm -rf /") == "deny"
    assert judged(env, "cm-guard-canary") == "deny"
    assert judged(env, "git stash clear") == "allow"
    assert json.loads((env.home.guard / "policy.json").read_text())["unreadable"] == "allow"


def test_a_line_written_by_hand_is_armed_once_it_passed(env):
    write(env.home.traumas, ZAP)
    assert is_behind(env)
    arm(env)
    assert judged(env, "sudo zap --all") == "deny"
    assert not is_behind(env)


def test_arming_twice_is_arming_once(env):
    write(env.home.traumas, ZAP, b"{", {**ZAP, "id": "t-2", "pattern": "("})

    def files():
        return {path.name: path.read_bytes() for path in env.home.guard.iterdir()}

    first = arm(env)
    before = files()
    again = arm(env)
    assert files() == before
    assert (first.armed, first.quarantined, first.waiting) == (again.armed, again.quarantined, again.waiting)
    (env.home.guard / "armed.json").unlink()
    arm(env)
    assert files() == before


def test_what_does_not_pass_is_kept_apart_with_its_reason_and_arms_when_it_is_mended(env):
    write(env.home.traumas, {**ZAP, "pattern": "zap ("}, b"not json", {**ZAP, "id": "t-3", "pattern": ".*"})
    armed = arm(env)
    assert [(each.id, os.path.basename(each.place)) for each in armed.quarantined] == [
        ("", "traumas.jsonl:2"),
        ("t-zap", "traumas.jsonl:1"),
        ("t-3", "traumas.jsonl:3"),
    ]
    assert "does not compile" in armed.quarantined[1].reason
    assert read_admitted(env.home) == frozenset()
    env.home.traumas.unlink()
    write(env.home.traumas, ZAP)
    assert arm(env).quarantined == ()
    assert judged(env, "zap --all") == "deny"


@pytest.mark.parametrize(
    "change",
    [
        {"status": "retired"},
        {"status": "healed", "healed": "because"},
        {"pattern": "zzz-nothing"},
        {"severity": "caution"},
        {"scope": "raw", "pattern": "zap --all!"},
    ],
)
@pytest.mark.parametrize("name", ["t-zap", "core-root"])
def test_a_line_of_an_unknown_hand_that_loosens_waits_and_changes_nothing(env, change, name):
    write(env.home.traumas, ZAP)
    arm(env)
    pack = next(
        each.trauma for each in standings(env) if each.where == "pack" and each.trauma.id.startswith("core-")
    )
    row = ZAP if name == "t-zap" else pack.row()
    write(env.home.traumas, {**row, **change, "at": "2026-11-01T00:00:00Z"})
    armed = arm(env)
    assert [each.id for each in armed.waiting] == [row["id"]]
    assert judged(env, "zap --all") == "deny"
    assert judged(env, pack.examples.deny[0]) == "deny"


def test_a_lifting_line_for_an_id_that_comes_later_waits_too(env):
    write(env.home.traumas, {**ZAP, "id": "git-stash", "status": "healed", "healed": "planted"})
    assert [each.id for each in arm(env).waiting] == ["git-stash"]


def test_the_same_lifting_line_counts_when_a_person_decided(env):
    healed = json.dumps(
        {**ZAP, "status": "healed", "healed": "because", "at": "2026-02-01T00:00:00Z"}
    ).encode()
    write(env.home.traumas, ZAP, healed)
    armed = arm(env, decided={digest_of(healed)})
    assert armed.waiting == ()
    assert judged(env, "zap --all") == "allow"
    assert arm(env).waiting == ()


def test_a_trauma_that_was_armed_and_whose_line_is_gone_is_told_until_somebody_decides(env):
    write(env.home.traumas, ZAP)
    arm(env)
    env.home.traumas.unlink()
    for _ in range(2):
        assert [each.id for each in arm(env).gone] == ["t-zap"]
    write(env.home.traumas, {**ZAP, "pattern": "zzz-nothing"})
    assert [each.id for each in arm(env).waiting] == ["t-zap"]
    env.home.traumas.unlink()
    with lock(env.home.lock):
        arm_held(env, forget=("t-zap",))
    assert arm(env).gone == ()


def test_an_edited_line_that_denies_the_same_is_armed_and_another_pattern_in_its_place_waits(env):
    write(env.home.traumas, ZAP)
    arm(env)
    env.home.traumas.write_text(json.dumps({**ZAP, "story": {"message": "told better"}}) + "\n")
    assert judged(env, "zap --all") == "allow"  # not before it was looked at
    assert arm(env).waiting == ()
    assert judged(env, "zap --all") == "deny"
    env.home.traumas.write_text(json.dumps({**ZAP, "pattern": "zap --none"}) + "\n")
    armed = arm(env)
    assert ([each.id for each in armed.waiting], [each.id for each in armed.gone]) == (["t-zap"], ["t-zap"])


def test_what_came_from_another_store_waits_to_be_translated(env):
    write(env.home.traumas, {"id": "t-1", "status": "imported", "pattern": "rm -rf", "syntax": "javascript"})
    armed = arm(env)
    assert ["activate" in each.why for each in armed.waiting] == [True]
    assert armed.quarantined == ()


def test_a_strangers_repository_is_inert_and_a_trusted_one_only_adds(tmp_path):
    shop = repository(tmp_path / "shop")
    env = world(tmp_path, cwd=shop, tty=False)
    lifted = {
        "id": "core-rm-root",
        "pattern": "rm",
        "status": "healed",
        "healed": "x",
        "at": "2026-02-01T00:00:00Z",
    }
    write(env.repo.traumas, ZAP, lifted)
    arm(env)
    assert judged(env, "zap --all") == "allow"
    trust.say_yes(env, yes=True)
    assert judged(env, "zap --all") == "deny"
    assert judged(env, "rm -rf /") == "deny"
    trust.take_back(env)
    assert judged(env, "zap --all") == "allow"


def test_lines_of_a_trusted_repository_stay_when_it_changes_and_new_ones_wait(tmp_path):
    shop = repository(tmp_path / "shop")
    env = world(tmp_path, cwd=shop)
    write(env.repo.traumas, ZAP)
    trust.say_yes(env, yes=True)
    write(env.repo.traumas, {**ZAP, "id": "t-new", "pattern": "zip --all"})
    armed = arm(env)
    assert judged(env, "zap --all") == "deny"
    assert judged(env, "zip --all") == "allow"
    assert ["cm trust" in each.why for each in armed.waiting] == [True]


def test_a_repository_makes_the_policy_stricter_and_never_looser(tmp_path):
    shop = repository(tmp_path / "shop")
    env = world(tmp_path, cwd=shop)
    write(env.repo.root / "config.toml", b'[guard]\nunreadable = "deny"\npacks = []\n')
    arm(env)

    def policy():
        return json.loads((env.home.guard / "policy.json").read_text())

    assert policy()["repos"] == {}
    trust.say_yes(env, yes=True)
    assert policy()["repos"] == {os.path.realpath(shop): "deny"}
    assert str(env.repo.traumas) in policy()["protected"]
    configure.change(env, "guard.unreadable", "deny")
    assert (policy()["unreadable"], policy()["repos"]) == ("deny", {})
    assert judged(env, "rm -rf /") == "deny"


def test_packs_follow_the_setting_and_one_that_is_unknown_is_named(env):
    configure.change(env, "guard.packs", "core,git,no-such")
    assert judged(env, "git stash clear") in ("deny", "ask")
    assert state_of(env).unknown_packs == ("no-such",)


def test_a_setting_that_loosens_the_guard_needs_a_person(tmp_path):
    from cm.errors import NeedsAHuman

    env = world(tmp_path)
    configure.change(env, "guard.packs", "core,git")
    with pytest.raises(NeedsAHuman):
        configure.change(world(tmp_path, CLAUDECODE="1"), "guard.packs", "core")
    with pytest.raises(NeedsAHuman):
        configure.change(world(tmp_path), "guard.packs", None)
    configure.change(world(tmp_path), "guard.unreadable", "deny")
    with pytest.raises(NeedsAHuman):
        configure.change(world(tmp_path), "guard.unreadable", "ask")


def test_a_line_of_another_year_is_refused_and_armed_when_its_time_has_come(env):
    write(env.home.traumas, {**ZAP, "at": "2026-12-24T00:00:00Z"})
    assert ["future" in each.reason for each in arm(env).quarantined] == [True]
    christmas = env.now + timedelta(days=30)
    later = replace(env, clock=lambda: christmas)
    assert is_behind(later)
    assert arm(later).quarantined == ()
    assert judged(later, "zap --all") == "deny"


def test_derived_files_that_were_damaged_are_made_anew(env):
    write(env.home.traumas, ZAP)
    arm(env)
    for name in ("policy.json", "armed.json", "quarantine.json", "packs.jsonl", "admitted"):
        (env.home.guard / name).write_bytes(b"\xff{")
        assert name == "quarantine.json" or is_behind(env)
        arm(env)
        assert judged(env, "zap --all") == "deny"
        assert judged(env, "rm -rf /") == "deny"


@pytest.mark.parametrize(
    "damage",
    [{"armed": []}, {"armed": {"x": 3}}, {"armed": {"x": {"y": "z"}}}, {"armed": None}, {"quarantined": [[1]]}, {"waiting": 3}, {"gone": [["a"]]}, {"shipped": "x"}, {"unknown": 5}],
)  # fmt: skip
def test_a_record_of_another_shape_is_made_anew(env, damage):
    write(env.home.traumas, ZAP)
    armed = arm(env)
    path = env.home.guard / "armed.json"
    for stamp in (json.loads(path.read_text())["stamp"], "another"):
        path.write_text(json.dumps({**json.loads(path.read_text()), **damage, "stamp": stamp}))
        assert state_of(env).armed == 0
        assert is_behind(env)
        assert arm(env).armed == armed.armed
        assert not is_behind(env)


def test_a_digest_that_was_written_into_the_derived_file_by_hand_admits_nothing(env):
    healed = json.dumps({**ZAP, "status": "healed", "healed": "x", "at": "2026-02-01T00:00:00Z"}).encode()
    write(env.home.traumas, ZAP, healed)
    arm(env)
    with (env.home.guard / "admitted").open("a") as file:
        file.write(digest_of(healed) + "\n")
    assert [each.id for each in arm(env).waiting] == ["t-zap"]
    assert judged(env, "zap --all") == "deny"


def test_a_registry_that_cannot_be_read_disarms_nothing_and_is_told(env):
    write(env.home.traumas, ZAP)
    arm(env)
    admitted = read_admitted(env.home)
    env.home.traumas.unlink()
    env.home.traumas.mkdir()
    armed = arm(env)
    assert [each.place for each in armed.quarantined] == [str(env.home.traumas)]
    assert armed.gone == ()
    assert read_admitted(env.home) == admitted
