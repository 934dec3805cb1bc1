"""What was erased does not come in again by a side door: a question, a mark's reason, an outcome's notes, a store taken over."""

import json
from base64 import b64decode

from cm.cli.why import render_words
from cm.flows.add import Wish, add
from cm.flows.context import context
from cm.flows.explain import about_words
from cm.flows.guard_removing import remove
from cm.flows.guarding import install
from cm.flows.marking import mark
from cm.flows.migrating import migrate
from cm.flows.outcome import record
from cm.flows.reading import shelf
from cm.flows.setting_up import set_up
from cm.flows.setup_removing import unset
from cm.model.delta import Add
from cm.store.ledger import LedgerFiles
from tests.unit.flows.test_erase import at_home, done, env, everywhere, shop  # noqa: F401

PERSON = "Ingrid Example"


def test_a_question_a_reason_and_a_note_are_kept_without_the_words(env):  # noqa: F811
    add(env, [Wish(Add(f"Ask {PERSON} before you rename a column."))])
    done(env, PERSON)
    rule = shelf(env, whole=True).shelved[0].rule
    answer = context(env, f"rename the column that {PERSON} made")
    assert answer.ids == (rule.id,)
    mark(env, rule.id, "helpful", reason=f"{PERSON} was glad", note=PERSON)
    record(env, "success", rules=(rule.id,), notes=f"{PERSON} was glad")
    assert everywhere(env, PERSON) == []
    ledger = LedgerFiles(env.home.ledger_dir)
    assert ledger.shown()[-1].task == "rename the column that [erased] made"
    assert ledger.marks()[-1].reason == "[erased] was glad"
    assert ledger.outcomes()[-1].notes == "[erased] was glad"


def test_of_words_that_were_erased_it_is_said_that_they_were_and_no_more_to_an_agent(env, shop):  # noqa: F811
    add(env, [Wish(Add(f"Ask {PERSON} before you rename a column."))])
    done(env, PERSON)
    asked = f"Ask {PERSON} before you rename a column."
    told = about_words(env, asked)
    assert "erased (e-" in render_words(told)
    assert "never refused" not in render_words(told)
    assert PERSON not in render_words(told)
    assert about_words(at_home(shop, CLAUDECODE="1"), asked) == told
    assert about_words(env, "Ask somebody before you rename a column.").erased == ()


def test_a_store_that_is_taken_over_brings_nothing_back(env, tmp_path):  # noqa: F811
    add(env, [Wish(Add(f"Ask {PERSON} before you rename a column."))])
    done(env, PERSON)
    store = tmp_path / "old"
    for name, lines in {
        "playbook.yaml": [
            {"bullets": [
                {"id": "b-1", "content": "Always run the linter first.", "state": "active", "category": "general", "feedbackEvents": [
                    {"type": "helpful", "timestamp": "2026-01-01T00:00:00Z", "reason": f"{PERSON} was glad", "context": PERSON}]}]}
        ],
        "diary/one.json": [{"id": "d1", "sessionPath": "/x/s.jsonl", "timestamp": "2026-01-01T00:00:00Z", "accomplishments": [f"met {PERSON}"]}],
        "outcomes.jsonl": [{"sessionId": "s1", "outcome": "success", "timestamp": "2026-01-01T00:00:00Z", "rulesUsed": ["b-1"], "notes": PERSON}],
        "context-log.jsonl": [{"timestamp": "2026-01-01T00:00:00Z", "task": f"mail {PERSON}", "ruleIds": ["b-1"], "source": "context"}],
        "blocked.log": [{"content": f"Ask {PERSON} to pay", "id": "b-9", "reason": "no", "forgottenAt": "2026-01-01T00:00:00Z"}],
        "traumas.jsonl": [{"id": "t1", "pattern": "rm -rf ingrid-example", "trigger_event": {"human_message": PERSON}}],
        "starters/one.json": [{"name": "one", "description": f"of {PERSON}", "bullets": [{"id": "b-7", "content": "Use tabs in Makefiles.", "reasoning": PERSON}]}],
    }.items():  # fmt: skip
        (store / name).parent.mkdir(parents=True, exist_ok=True)
        (store / name).write_text("".join(json.dumps(line) + "\n" for line in lines))
    moved = migrate(env, [str(store)], yes=True).stores[0]
    assert (moved.marks, moved.beside.diaries.new, moved.beside.shown.new, moved.beside.traumas.new) == (
        1,
        1,
        1,
        1,
    )
    assert everywhere(env, PERSON) == []
    assert everywhere(env, "ingrid-example") == []


def test_what_an_agents_settings_held_before_the_guard_came_is_not_kept(env, tmp_path):  # noqa: F811
    settings = env.user_home / ".claude" / "settings.json"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text('{\n  // the machine of Ingrid Example\n  "model": "x"\n}\n')
    before = settings.read_bytes()
    install(env, ["claude-code"])
    record = env.home.guard / "installed.json"
    assert any(
        PERSON.encode() in b64decode(each["before"]) for each in json.loads(record.read_text())["files"]
    )
    found = done(env, PERSON)
    assert (str(settings), "take it out with an editor") in [
        (each.where, each.todo) for each in found.unreached
    ]
    assert all(
        PERSON.encode() not in b64decode(each["before"]) for each in json.loads(record.read_text())["files"]
    )
    assert everywhere(env, PERSON) == []
    remove(env, ["claude-code"], yes=True)
    assert settings.read_bytes() == before


def test_what_an_agents_files_held_before_setup_is_not_kept(env, tmp_path):  # noqa: F811
    notes = env.user_home / ".codex" / "AGENTS.md"
    notes.parent.mkdir(exist_ok=True)
    notes.write_text("# the machine of Ingrid Example\n")
    before = notes.read_bytes()
    set_up(env, ["codex"])
    assert PERSON.encode() in b"".join(
        b64decode(each["before"] or "") for each in json.loads(env.home.set_up.read_text())["files"]
    )
    found = done(env, PERSON)
    assert [(each.where, each.todo) for each in found.unreached if each.where == str(notes)] == [
        (str(notes), "take it out with an editor")
    ]
    assert everywhere(env, PERSON) == []
    unset(env, ["codex"], yes=True)
    assert notes.read_bytes() == before


def test_the_diary_of_an_erased_session_does_not_come_in_with_a_store(env, tmp_path):  # noqa: F811
    from cm.flows.reflect import Wish as Reflect
    from cm.flows.reflect import reflect
    from cm.store.journal import Journal
    from tests.unit.flows.test_privacy_flow import by_claude

    by_claude(env.cwd, "Always ask the walrus team before you rename a column.")
    reflect(env, Reflect())
    head = next(iter(Journal(env.home.journal).sessions()))
    done(env, head.id)
    (tmp_path / "old/diary").mkdir(parents=True)
    (tmp_path / "old/playbook.yaml").write_text("bullets: []\n")
    line = {
        "sessionPath": f"/x/{head.native}.jsonl",
        "agent": head.host,
        "timestamp": "2026-01-01T00:00:00Z",
        "accomplishments": ["a"],
    }
    (tmp_path / "old/diary/one.json").write_text(json.dumps(line))
    moved = migrate(env, [str(tmp_path / "old")], yes=True).stores[0]
    assert moved.beside.diaries.new == 0
    assert "erased" in moved.beside.diaries.out[0]
