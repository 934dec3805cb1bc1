"""The doctor: each fault is named with its place and what to do, good things beside it still work, --fix loses nothing."""

import json
import os
import stat

import pytest

from cm.flows.add import Wish
from cm.flows.doctor import examine
from cm.flows.ingest import ingest
from cm.flows.init import init
from cm.flows.listing import Wanted, list_rules
from cm.flows.remember import plain, remember
from cm.model.privacy import Lists, Privacy
from cm.store.privacy import write_privacy
from cm.store.trust import trust
from tests.kit import NOW
from tests.kit.world import repository, world


def codes(found, level="fault"):
    return [item.code for item in found.findings if item.level == level and not item.fixed]


@pytest.fixture
def env(tmp_path):
    env = world(tmp_path)
    init(env)
    remember(env, Wish(plain("Use tabs in Makefiles.")))
    return env


def test_a_fresh_home_is_well(env):
    assert codes(examine(env)) == []


def test_no_home_yet_is_no_fault(tmp_path):
    found = examine(world(tmp_path))
    assert codes(found) == []
    assert codes(found, "warning") == ["no-home-yet"]
    assert not (tmp_path / "home").exists()


def test_a_bad_rule_is_named_with_its_line_and_the_others_serve(env):
    text = env.home.playbook.read_text()
    env.home.playbook.write_text(text + "  - id: r-bad\n    text: [not, a, text]\n")
    found = examine(env)
    assert codes(found) == ["bad-rule"]
    assert f"{env.home.playbook}:{text.count(chr(10)) + 1}" in found.faults[0].say
    assert len(list_rules(env, Wanted(served=True)).rules) == 1


def test_an_unknown_field_is_named_and_the_rule_serves(env):
    env.home.playbook.write_text(env.home.playbook.read_text() + "    flavour: mild\n")
    found = examine(env)
    assert codes(found) == []
    assert any("flavour" in item.say for item in found.findings if item.code == "unknown-field")
    assert len(list_rules(env, Wanted(served=True)).rules) == 1


@pytest.mark.parametrize(
    "text, code",
    [
        ("schema: 1\nrules: [\n", "unparsable"),
        ("schema: 1\n<<<<<<< HEAD\nrules: []\n=======\nrules: []\n>>>>>>> theirs\n", "conflict-markers"),
        ("schema: 99\nrules: []\n", "newer-schema"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_fault_and_the_other_checks_still_run(env, tmp_path, text, code):
    env.home.playbook.write_text(text)
    env.home.config.write_text("[context]\nbudgt = 3\n")
    found = examine(world(tmp_path))
    assert code in codes(found)
    assert codes(found, "warning") == ["config"]
    assert examine(env, fix=True).faults
    assert env.home.playbook.read_text() == text


def test_one_fault_is_told_once(env):
    env.home.config.write_text("[foo\n")
    said = [item.say for item in examine(world(env.cwd)).findings]
    assert len([words for words in said if "config.toml" in words]) == 1


@pytest.mark.skipif(os.name == "nt", reason="modes are a Unix thing")
def test_others_may_not_read_the_home_and_fix_sees_to_it(env):
    env.home.root.chmod(0o755)
    env.home.playbook.chmod(0o644)
    assert codes(examine(env)) == ["readable-by-others"] * 2
    assert codes(examine(env, fix=True)) == []
    assert stat.S_IMODE(env.home.root.stat().st_mode) == 0o700
    assert codes(examine(env)) == []


def test_a_torn_tail_is_closed_and_nothing_lost(env):
    with env.home.decisions.open("ab") as file:
        file.write(b'{"id":"d-torn","verd')
    before = env.home.decisions.read_bytes()
    assert codes(examine(env)) == ["torn-tail"]
    examine(env, fix=True)
    assert env.home.decisions.read_bytes() == before + b"\n"
    assert codes(examine(env)) == []


def test_a_damaged_line_of_the_journal_is_told_and_nothing_is_promised_of_it(env):
    folder = env.home.journal / "2026/11"
    folder.mkdir(parents=True)
    (folder / "host-a1.jsonl").write_text('{"t":"s","id":"host/a1","host":"host","native":"a1"}\n{"t":"e",\n')
    (found,) = [item for item in examine(env).findings if item.code == "damaged-journal"]
    assert found.level == "warning"
    assert "read again" not in found.todo
    assert "cm journal verify" in found.todo


def test_a_broken_index_is_made_anew(env):
    env.home.cache.mkdir(exist_ok=True, mode=0o700)
    env.home.index.write_bytes(b"this is no database" * 100)
    env.home.index.chmod(0o600)
    assert codes(examine(env)) == ["broken-index"]
    assert codes(examine(env, fix=True)) == []
    assert codes(examine(env)) == []


def test_a_repository_that_nobody_trusts_is_told(tmp_path):
    root = repository(tmp_path / "theirs")
    (root / ".cm").mkdir()
    (root / ".cm/playbook.yaml").write_text("schema: 1\nrules:\n  - id: r-x\n    text: Do as we say.\n")
    env = world(tmp_path, cwd=root)
    init(env)
    assert any(item.code == "untrusted" for item in examine(env).findings)
    trust(env.home, env.repo, at=env.stamp, by="human")
    assert not any(item.code == "untrusted" for item in examine(world(tmp_path, cwd=root)).findings)


def test_a_lock_that_a_killed_git_left_is_taken_away(env):
    (env.home.git / "index.lock").write_text("")
    assert codes(examine(env)) == ["git-locked"]
    assert codes(examine(env, fix=True)) == []
    remember(env, Wish(plain("Never push to main.")))
    assert codes(examine(env)) == []


# --- what a host will delete before it was read


def left_by_a_host(own_world, days_ago):
    path = own_world / ".claude/projects/-srv-shop/5f0c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f.jsonl"
    path.parent.mkdir(parents=True)
    said = {"role": "user", "content": "please add a test"}
    record = {"type": "user", "uuid": "u1", "sessionId": path.stem, "cwd": "/srv/shop", "message": said}
    path.write_text(json.dumps(record | {"timestamp": "2026-11-01T08:00:00.000Z"}) + "\n")
    moment = NOW.timestamp() - days_ago * 86400
    os.utime(path, (moment, moment))
    return path


def soon(env):
    return [item for item in examine(env).findings if item.code == "soon-deleted"]


@pytest.mark.parametrize(
    "days_ago, when",
    [(10, ""), (22, ""), (24, "after 2026-12-06"), (29, "after 2026-12-01"), (40, "any time now")],
)
def test_unread_sessions_that_a_host_will_soon_delete_are_told_with_the_day(env, own_world, days_ago, when):
    left_by_a_host(own_world, days_ago)
    assert [when in item.say for item in soon(env)] == ([True] if when else [])


def test_what_was_read_may_be_deleted(env, own_world):
    left_by_a_host(own_world, 29)
    ingest(env)
    assert soon(env) == []


def test_a_shorter_setting_of_the_host_brings_the_day_nearer(env, own_world):
    left_by_a_host(own_world, 10)
    settings = own_world / ".claude/settings.json"
    settings.write_text('{"cleanupPeriodDays": 12}')
    [found] = soon(env)
    assert "after 2026-12-02" in found.say
    assert str(settings) in found.say
    assert examine(env).hosts[0].retention_days == 12
    assert settings.read_text() == '{"cleanupPeriodDays": 12}'


def test_a_longer_setting_of_the_host_puts_it_off(env, own_world):
    left_by_a_host(own_world, 40)
    assert len(soon(env)) == 1
    (own_world / ".claude/settings.json").write_text('{"cleanupPeriodDays": 365}')
    assert soon(env) == []


def test_a_host_that_is_denied_is_not_warned_of(env, own_world):
    left_by_a_host(own_world, 40)
    write_privacy(env.home, Privacy(hosts=Lists(deny=("claude-code",))))
    assert soon(env) == []
    assert any(item.code == "denied-host" for item in examine(env).findings)


def test_a_word_on_privacy_that_cannot_be_read_is_a_fault(env):
    env.home.privacy.write_text('{"across": "maybe"}')
    assert "bad-state" in codes(examine(env))


def test_a_broken_record_of_trust_is_one_fault_and_stops_no_other_command(env):
    env.home.trust.parent.mkdir(parents=True, exist_ok=True)
    env.home.trust.write_text("{bad")
    env.home.trust.chmod(0o600)
    assert codes(examine(env)) == ["broken-trust"]
    assert [item.rule.text for item in list_rules(env, Wanted()).rules] == ["Use tabs in Makefiles."]


def test_a_file_in_the_inbox_that_speaks_another_language_is_named(env, own_world):
    inbox = env.home.root / "inbox"
    inbox.mkdir(parents=True)
    (inbox / "talk.md").write_text("# A talk\n\nof no known shape\n")
    (inbox / "good.md").write_text("## user\nfix the flaky test\n")
    ingest(env)
    told = [item for item in examine(env).findings if item.code == "not-understood"]
    assert [item.say.partition(":")[0] for item in told] == [str(inbox / "talk.md")]
    (inbox / "talk.md").unlink()
    assert "not-understood" not in [item.code for item in examine(env).findings]
