import hashlib
import json

import pytest

from cm.errors import NeedsAHuman, NotFound
from cm.flows import doctor
from cm.flows.commit import commit
from cm.flows.diary import diary_with_id
from cm.flows.init import init
from cm.flows.marking import resolve_rule
from cm.flows.migrating import migrate, stores_here
from cm.flows.outcome import apply
from cm.flows.undo import undo
from cm.flows.why import why
from cm.model.delta import Add
from cm.model.rule import Scope
from cm.model.session import Event, SessionHead
from cm.store.diaries import Diaries
from cm.store.journal import Journal
from cm.store.ledger import LedgerFiles
from cm.store.lines import read_lines
from cm.store.playbook import read_playbook
from cm.store.shipped import read_starter
from tests.kit.cass import cass_store
from tests.kit.world import repository, world


@pytest.fixture
def env(own_world, tmp_path):
    cass_store(own_world / ".cass-memory")
    return world(tmp_path, cwd=tmp_path)


def move(env, **asked):
    (done,) = migrate(env, **asked).stores
    return done


def book(env):
    return read_playbook(env.home.playbook)


def files(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def files_at_home(env):
    root = env.home.root
    same = ("decisions.jsonl", "state/", "cache/", ".git/")
    return {name: found for name, found in files(root).items() if not name.startswith(same)}


def test_everything_finds_its_place_and_the_store_is_only_read(env, own_world):
    before = files(own_world / ".cass-memory")
    done = move(env)
    assert files(own_world / ".cass-memory") == before
    assert done.counts == {"added": 8, "refused": 2}
    assert {rule.id: rule.state for rule in book(env) if rule.id.startswith("b-")} == {
        "b-aaa111": "draft", "b-bbb222": "draft", "b-ccc333": "retired", "b-ddd444": "draft", "b-eee555": "superseded", "b-fff666": "draft",
        "b-ggg777": "draft",
    }  # fmt: skip
    ledger = LedgerFiles(env.home.ledger_dir)
    assert [len(each) for each in (ledger.marks(), ledger.outcomes(), ledger.shown(), ledger.blocked())] == [
        4,
        1,
        1,
        1,
    ]
    assert len(list(Diaries(env.home.diary).all())) == 1
    assert [line["status"] for line in read_lines(env.home.traumas)[0]] == ["imported"]
    assert [rule.text for rule in read_starter(env.home, "web").rules] == [
        "Escape what users typed before it is shown."
    ]


def test_nothing_is_lost_what_has_no_home_is_named(env):
    done = move(env)
    assert {each.file for each in done.left} == {
        "embeddings/cache.bin", "onboarding-state.json", "privacy-audit.jsonl", "reflections/home.processed.log", "usage.jsonl",
    }  # fmt: skip
    assert {each.partition(" ")[0] for each in done.fields_left} == {
        "searchPointer",
        "metadata",
        "name",
        "description",
    }
    assert {each.partition(" ")[0] for each in done.computed} >= {"maturity", "helpfulCount"}
    assert done.beside.diary_fields_left == (
        "duration (1)",
        "relatedSessions (1)",
        "searchAnchors (1)",
        "tags (1)",
    )
    assert [flaw.rule for flaw in done.flaws] == ["b-jjj000"]
    assert any("outcomes.jsonl" in note for note in done.notes)
    notes = {item.named: item.notes for item in done.items if item.notes}
    assert set(notes) == {"b-aaa111", "b-bbb222", "b-ccc333", "b-ggg777"}


def test_no_model_and_no_setting_is_set(env):
    done = move(env)
    assert "llm.model" in {each.key for each in done.suggested}
    assert not env.home.config.exists() or "large-1" not in env.home.config.read_text()
    assert "standing.harm_weight" not in {each.key for each in done.suggested}, "it is that already"
    assert done.settings_left == ("apiKey",)


def test_again_it_changes_nothing(env):
    move(env)
    before = files_at_home(env)
    again = move(env)
    assert files_at_home(env) == before
    assert (
        again.marks
        == again.blocked
        == again.outcomes
        == again.beside.diaries.new
        == again.beside.shown.new
        == 0
    )
    assert again.counts == {"kept": 8, "refused": 2}


def test_a_dry_run_writes_nothing(env, tmp_path, own_world):
    would = move(env, dry_run=True)
    assert list(tmp_path.iterdir()) == []
    done = move(env)
    assert (would.counts, would.marks, would.blocked, would.outcomes) == (
        done.counts,
        done.marks,
        done.blocked,
        done.outcomes,
    )
    assert [
        each.new
        for each in (would.beside.diaries, would.beside.shown, would.beside.traumas, would.beside.starters)
    ] == [1, 1, 1, 1]


def test_old_ids_go_on_meaning_their_rule_even_when_another_says_the_same(env):
    (ours,) = [
        each.rules[0]
        for each in commit(
            env, [Add("Run `make check` before you call a change done!")], source="script"
        ).decisions
    ]
    move(env)
    assert resolve_rule(env, "b-aaa111") == "b-aaa111"
    old = book(env).rules["b-aaa111"]
    assert (old.state, old.replaced_by) == ("superseded", ours)
    assert {each.rule for each in LedgerFiles(env.home.ledger_dir).marks()} == {ours}
    assert len(why(env, ours).life.marks) == 4
    before = files_at_home(env)
    assert move(env).counts["kept"] == 8
    assert files_at_home(env) == before


def test_what_was_withdrawn_there_does_not_come_in_here(env):
    done = move(env)
    assert {item.named: item.reason for item in done.items if item.verdict == "refused"} == {
        "b-hhh888": "secret",
        "b-iii999": "blocked",
    }
    (later,) = commit(
        env, [Add("Deploy straight from a **laptop** when the pipeline is slow!")], source="script"
    ).decisions
    assert (later.verdict, later.reason) == ("refused", "blocked")
    text = "".join(
        path.read_text("utf-8")
        for path in env.home.root.rglob("*")
        if path.suffix in (".yaml", ".jsonl", ".json")
    )
    assert "hunter2" not in text


def test_a_rule_in_force_here_is_not_withheld_by_what_another_store_withdrew(env):
    commit(env, [Add("Deploy straight from a laptop when the pipeline is slow.")], source="script")
    done = move(env)
    assert [each.text for each in done.spared] == ["Deploy straight from a laptop when the pipeline is slow."]
    assert LedgerFiles(env.home.ledger_dir).blocked() == ()


def test_a_human_puts_it_in_force_with_its_pins(env, tmp_path):
    with pytest.raises(NeedsAHuman):
        move(env, live=True)
    assert list(tmp_path.iterdir()) == []
    move(env, live=True, yes=True)
    rules = book(env).rules
    assert rules["b-aaa111"].state == "active"
    assert rules["b-aaa111"].pinned == "The team agreed on it."
    assert rules["b-bbb222"].state == rules["b-ggg777"].state == "draft", (
        "a draft there, and one that does not say where it holds"
    )


def test_outcomes_of_another_store_make_no_marks_of_their_own(env):
    move(env)
    assert apply(env).given == ()


def test_a_session_that_is_known_here_is_meant(env):
    name = "1f0c9a2e-1111-4222-8333-444455556666"
    head = SessionHead(f"claude-code/{name}", "claude-code", name, started="2026-01-05T09:00:00Z")
    Journal(env.home.journal).append(
        head, [Event("e-1", head.id, 0, "2026-01-05T09:00:00Z", "user", "message", "hello")]
    )
    move(env)
    assert [item.session for item in book(env).rules["b-aaa111"].evidence] == [head.id]
    assert head.id in {each.session for each in LedgerFiles(env.home.ledger_dir).marks()}


def test_a_diary_that_came_along_is_told_and_says_so(env):
    move(env)
    (kept,) = Diaries(env.home.diary).all()
    told = diary_with_id(env, kept.id)
    assert told.diary.imported == "cass"
    assert told.diary.learnings[0].text == "A closed line is no error of the client."


def test_a_store_is_found_by_init_and_doctor_until_it_was_taken_over(env, own_world):
    assert stores_here(env) == (own_world / ".cass-memory",)
    assert init(env, yes=True).stores == (str(own_world / ".cass-memory"),)
    assert "store-found" in {item.code for item in doctor.examine(env).findings}
    move(env)
    codes = {item.code for item in doctor.examine(env).findings}
    assert "store-found" not in codes
    assert "traumas-not-armed" in codes
    assert init(env, yes=True).stores == ()


def test_a_repositorys_store_is_about_the_repository(tmp_path):
    root = repository(tmp_path / "shop")
    cass_store(root / ".cass", **{"blocked.log": None})
    (root / ".cm").mkdir()
    env = world(tmp_path, cwd=root)
    move(env)
    assert {rule.scope.project for rule in book(env) if rule.id != "b-fff666"} == {"github.com/acme/shop"}
    team = migrate(env, layer="repo").stores[0]
    assert team.layer == "repo"
    assert {rule.scope.project for rule in read_playbook(root / ".cm/playbook.yaml")} <= {"", "/nowhere/shop"}


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_folder_that_is_no_store_is_told(own_world, tmp_path, name):
    (tmp_path / "empty").mkdir()
    env = world(tmp_path, cwd=tmp_path)
    with pytest.raises(NotFound):
        migrate(env, (name,))
    with pytest.raises(NotFound):
        migrate(env)


def test_a_store_of_nothing_but_rubbish_is_taken_for_what_it_is(own_world, tmp_path):
    rubbish = {"playbook.yaml": "{", "config.json": "[]", "diary/diary-1.json": "[]", "outcomes.jsonl": "x\n{}\n", "blocked.log": "[]\n{}\n",
               "traumas.jsonl": "{}\n", "context-log.jsonl": "{}\n", "starters/web.yaml": "bullets: [3]"}  # fmt: skip
    cass_store(own_world / ".cass-memory", **rubbish)
    done = move(world(tmp_path, cwd=tmp_path))
    assert done.items == ()
    assert {flaw.file for flaw in done.flaws} >= {"playbook.yaml", "diary/diary-1.json", "outcomes.jsonl"}
    assert json.dumps([each.file for each in done.left])


def test_a_store_that_came_with_a_repository_says_nothing_beyond_its_own_rules(tmp_path):
    """Somebody else may have written it: nobody named it."""
    root = repository(tmp_path / "shop")
    line = (
        '{"id": "b-x", "content": "Name every test as a sentence.", "forgottenAt": "2026-01-01T00:00:00Z"}\n'
    )
    events = '[{"type": "harmful", "timestamp": "2026-11-01T10:00:00Z"}]'
    bullets = (
        f'bullets:\n- {{id: b-1, content: Use tabs in the shop., helpfulCount: 0, harmfulCount: 1, feedbackEvents: {events}}}\n'
        f'- {{id: b-2, content: Cache what the till asks for., feedbackEvents: {events}}}\n- {{id: b-3, content: Name every test as a sentence.}}\n'
    )  # fmt: skip
    cass_store(root / ".cass", bullets=bullets, **{"blocked.log": line})
    env = world(tmp_path, cwd=root)
    (ours,) = [
        each.rules[0]
        for each in commit(
            env, [Add("Use tabs in the shop.", scope=Scope(project=env.project))], source="script"
        ).decisions
    ]
    done = move(env)
    ledger = LedgerFiles(env.home.ledger_dir)
    assert ledger.blocked() == ()
    assert {each.rule for each in ledger.marks()} == {"b-2"}, f"none on {ours}"
    assert [flaw.rule for flaw in done.flaws] == ["b-3"]
    assert {each.file for each in done.left} >= {"blocked.log", "diary", "starters", "config"}
    assert done.suggested == ()
    (named,) = migrate(env, (str(root / ".cass"),)).stores
    assert named.blocked == 1


def test_a_rule_that_is_too_long_is_told_with_a_way_out(own_world, tmp_path):
    long = "Keep the list of ports " + "in the same order as the services that use them " * 12
    cass_store(own_world / ".cass-memory", bullets=f"bullets:\n- {{id: b-1, content: {long}}}\n")
    done = move(world(tmp_path / "a", cwd=tmp_path))
    assert done.counts == {"refused": 1}
    assert any("max_rule_chars" in note for note in done.notes)
    assert move(world(tmp_path / "b", cwd=tmp_path, CM_CURATION_MAX_RULE_CHARS="1000")).counts == {"added": 1}


def test_what_a_person_took_back_stays_so_and_what_that_store_withdrew_does_not_come_in_by_it(env):
    tx = move(env).tx
    undo(world(env.cwd, cwd=env.cwd, tty=False), tx, yes=True)
    again = move(env, live=True, yes=True)
    assert again.marks == again.blocked == 0
    assert "b-iii999" in {flaw.rule for flaw in again.flaws}
    assert "b-iii999" not in book(env).rules
    assert {rule.state for rule in book(env)} == {"retired"}
