"""The doctor: each fault is named with its place and what to do, good things beside it still work, --fix loses nothing."""

import os
import stat

import pytest

from cm.flows.add import Wish
from cm.flows.doctor import examine
from cm.flows.init import init
from cm.flows.listing import Wanted, list_rules
from cm.flows.remember import plain, remember
from cm.store.trust import trust
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
