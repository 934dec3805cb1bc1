"""A git-first fact store comes in whole: what it says, what it took back, what proves it; every trap of its form."""

import json
import os
import shutil
from dataclasses import asdict, replace

import pytest

from cm.errors import BadState, NeedsAHuman, NotFound
from cm.flows.add import Wish, add
from cm.flows.erase import erase
from cm.flows.forget import forget
from cm.flows.init import init
from cm.flows.listing import Wanted, list_rules
from cm.flows.mem_moving import migrate_mem
from cm.flows.search import search
from cm.flows.tasks import tasks
from cm.model.delta import Add
from cm.store.journal import Journal
from cm.store.mem import mem_root, read_mem
from tests.kit.mem import AMAL, EVENTS, mem_store
from tests.kit.world import repository, world

HIDDEN = "AKIA" + "IOSFODNN7EXAMPLE"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return mem_store(tmp_path_factory.mktemp("there") / ".mem")


@pytest.fixture
def store(made, tmp_path):
    return shutil.copytree(made, tmp_path / "there/.mem")


@pytest.fixture
def env(tmp_path):
    env = world(tmp_path, CLAUDE_CONFIG_DIR=str(tmp_path / "none"), CODEX_HOME=str(tmp_path / "none"))
    init(env)
    return env


def rules(env):
    states = ("draft", "active", "contested", "superseded", "retired")
    return {item.rule.id: item.rule for item in list_rules(env, Wanted(states=states)).rules}


def bytes_below(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_facts_come_in_as_drafts_with_their_time_and_whom_they_are_about(env, store):
    done = migrate_mem(env, str(store))
    found = rules(env)
    lead = found["f_lead"]
    assert (lead.state, lead.kind, lead.about, lead.visibility) == (
        "draft",
        "fact",
        "person:Amal Haddad",
        "team",
    )
    assert (lead.valid.since, lead.tags) == ("2026-03", ("role", "alias:Amal", "alias:AH"))
    assert (found["f_dev"].state, found["f_dev"].replaced_by) == ("superseded", "f_lead")
    assert (found["f_dev"].valid.since, found["f_dev"].valid.until) == ("2025", "2026-03-01")
    assert found["f_room"].review_after == "2027-01-01"
    assert found["f_tea"].kind == "preference"
    assert found["f_tea"].visibility == "private"
    assert found["f_old"].state == "retired"
    assert done.counts["added"] == 9


def test_nothing_of_the_store_is_changed(env, store):
    before = bytes_below(store)
    migrate_mem(env, str(store))
    assert bytes_below(store) == before


def test_what_is_proved_quotes_an_event_of_the_journal_and_the_rest_says_that_it_is_not(env, store):
    done = migrate_mem(env, str(store))
    found = rules(env)
    (proof,) = found["f_lead"].evidence
    (event,) = [each for each in Journal(env.home.journal).read(proof.session)[1] if each.id == proof.event]
    assert (proof.by, proof.quote, event.text[slice(*proof.span)]) == (
        "user",
        "Amal leads the billing team",
        proof.quote,
    )
    assert found["f_city"].evidence[0].by == "tool"
    assert found["f_port"].evidence[0].by == "agent"
    (nowhere,) = found["f_room"].evidence  # it names an event that was never journalled
    (rephrased,) = found["f_rephrased"].evidence  # its event has other words
    for each in (nowhere, rephrased):
        assert (each.by, each.event, each.note) == ("import", "", "unverified")
    assert found["f_tea"].evidence == ()
    assert (done.proved, done.unproved) == (3, 7)


def test_what_was_taken_back_there_comes_under_no_id_and_in_no_near_words(env, store):
    done = migrate_mem(env, str(store))
    assert not {"f_gone", "f_again", "f_not"} & rules(env).keys()
    assert done.blocked == 2
    (told,) = add(env, [Wish(Add("Amal Haddad is reached at extension 4471!", kind="fact"))], check=True).told
    assert (told.verdict, told.reason) == ("refused", "blocked")


def test_a_withdrawal_does_not_take_a_rule_in_force_here(env, store):
    add(env, [Wish(Add("Acme is bankrupt.", kind="fact"))])
    done = migrate_mem(env, str(store))
    assert len(done.spared) == 1
    assert rules(env)[done.spared[0]].state == "active"


def test_what_its_user_hid_or_doubted_is_private_or_held_back(env, store):
    migrate_mem(env, str(store))
    assert rules(env)["f_city"].visibility == "private"
    assert "the port moved" in rules(env)["f_port"].stale


def test_a_secret_is_refused_and_written_nowhere(env, store):
    done = migrate_mem(env, str(store))
    assert [item.reason for item in done.items if item.verdict == "refused"] == ["secret"]
    assert not [path for path, data in bytes_below(env.home.root).items() if HIDDEN.encode() in data]


def test_its_journal_is_read_as_a_session_without_what_was_redacted_or_does_not_fit(env, store):
    done = migrate_mem(env, str(store))
    (head,) = Journal(env.home.journal).sessions()
    said = [(each.by, each.text) for each in Journal(env.home.journal).read(head.id)[1]]
    assert [by for by, _ in said] == ["user", "user", "tool", "agent"]
    assert done.events == 4
    assert done.events_left == {"redacted there": 2, "its hash is not that of its words": 1}
    assert any(flaw.reason == "a record of it is broken" and flaw.line == 8 for flaw in done.flaws)
    assert not [
        path for path, data in bytes_below(env.home.root).items() if b"0000" in data and b"PIN" in data
    ]
    assert search(env, "billing team").hits


def test_tasks_come_in_once(env, store):
    assert migrate_mem(env, str(store)).tasks == 1
    assert migrate_mem(env, str(store)).tasks_known == 1
    assert [task.title for task in tasks(env, everywhere=True).tasks] == ["Call Amal back"]


def test_tasks_of_two_stores_that_have_one_id_are_two(env, store, tmp_path):
    other = shutil.copytree(store, tmp_path / "elsewhere/.mem")
    (other / "tasks.json").write_text(json.dumps({"tasks": [{"id": "t1", "title": "Order tea"}]}))
    migrate_mem(env, str(store))
    assert migrate_mem(env, str(other)).tasks == 1
    assert [task.title for task in tasks(env, everywhere=True).tasks] == ["Call Amal back", "Order tea"]


def test_the_same_store_again_changes_nothing(env, store):
    migrate_mem(env, str(store))
    before = (
        env.home.playbook.read_bytes(),
        env.home.blocked.read_bytes(),
        len(list(Journal(env.home.journal).sessions())),
    )
    done = migrate_mem(env, str(store))
    assert set(done.counts) == {"kept", "refused"}
    assert done.blocked == 0
    assert (
        env.home.playbook.read_bytes(),
        env.home.blocked.read_bytes(),
        len(list(Journal(env.home.journal).sessions())),
    ) == before


def test_a_dry_run_writes_nothing_and_tells_the_same(env, store):
    before = bytes_below(env.home.root)
    looked = migrate_mem(env, str(store), dry_run=True)
    assert {path: data for path, data in bytes_below(env.home.root).items() if "cache" not in path.parts} == {
        path: data for path, data in before.items() if "cache" not in path.parts
    }
    done = migrate_mem(env, str(store))
    assert (looked.counts, looked.proved, looked.blocked, looked.tasks, looked.events) == (
        done.counts, done.proved, done.blocked, done.tasks, done.events,
    )  # fmt: skip


def test_in_force_by_a_yes_but_not_what_is_disputed_there(env, store):
    migrate_mem(env, str(store), live=True, yes=True)
    assert rules(env)["f_lead"].state == "active"
    assert rules(env)["f_both"].state == "draft"


def test_what_was_forgotten_here_does_not_come_back_by_it(env, store):
    migrate_mem(env, str(store), live=True, yes=True)
    forget(env, "f_lead", reason="she asked")
    migrate_mem(env, str(store), live=True, yes=True)
    assert rules(env)["f_lead"].state != "active"


def test_what_stays_there_is_named(env, store):
    done = migrate_mem(env, str(store))
    assert {each.file for each in done.left} == {
        "INDEX.md",
        "state/checkpoint.json",
        "state/dispositions/d1.json",
    }
    assert done.fields_left == ("confidence (1)", "links (1)")
    reasons = {flaw.file: flaw.reason for flaw in done.flaws}
    assert reasons["memory/people/link.md"] == "it is no regular file"


def test_a_store_is_found_by_its_folder_its_repository_and_its_project(store):
    assert mem_root(store) == mem_root(store / "memory.git") == mem_root(store.parent) == store
    assert mem_root(store / "journal") is None


def test_where_there_is_none_it_says_so(env, tmp_path):
    for place in ("", str(tmp_path), str(tmp_path / "none")):
        with pytest.raises(NotFound):
            migrate_mem(env, place)


def test_git_variables_and_the_repositorys_own_configuration_lead_nowhere(store, tmp_path):
    hook = tmp_path / "ran"
    with open(store / "memory.git/config", "a") as file:
        file.write(
            f"[core]\n\tsshCommand = touch {hook}\n\tfsmonitor = touch {hook}\n[extensions]\n\tpartialClone = origin\n"
        )
        file.write('[remote "origin"]\n\turl = ssh://example.invalid/x\n\tpromisor = true\n')
    found = read_mem(
        store,
        {"PATH": os.environ["PATH"], "GIT_DIR": str(tmp_path), "GIT_WORK_TREE": str(tmp_path)},
    )
    assert len(found.pages) == 4
    assert not hook.exists()


def test_without_knowing_what_was_taken_back_nothing_comes_in(env, store, tmp_path):
    before = bytes_below(env.home.root)
    (store / "memory.git/refs/heads/memory").unlink()
    odd = [
        {"state/controls.json": text}
        for text in ("{", "[]", '{"suppressions": 3}', '{"redacted_events": {}}')
    ]
    roots = [store, *(mem_store(tmp_path / f"odd{n}", pages=pages) for n, pages in enumerate(odd))]
    for root in roots:
        with pytest.raises(BadState):
            migrate_mem(env, str(root))
    assert bytes_below(env.home.root) == before


def test_broken_pages_are_named_one_by_one(env, tmp_path):
    pages = {
        "memory/people/a.md": "no front matter", "memory/people/b.md": "---\n- a list\n---\n", "memory/people/c.md": "---\n: [\n---\n",
        "memory/people/d.md": AMAL.replace("schema_version: 2", "schema_version: 9"),
    }  # fmt: skip
    root = mem_store(tmp_path / "odd/.mem", pages=pages, controls={}, events=())
    done = migrate_mem(env, str(root))
    assert {flaw.file for flaw in done.flaws} >= set(pages)
    assert "f_lead" in rules(env)


def test_the_report_is_a_document(env, store):
    assert json.dumps(asdict(migrate_mem(env, str(store))), default=str)


def page(*facts, more=""):
    """A person's document with these facts."""
    items = [
        {"status": "active", "observed_at": "2026-01-01T00:00:00Z", "sources": [], **each} for each in facts
    ]
    return f"---\nschema_version: 2\nid: p_xena\ntype: person\ntitle: Xena\n{more}facts: {json.dumps(items)}\n---\n"


def moved(env, tmp_path, text, controls=None):
    store = mem_store(tmp_path / "other/.mem", {"memory/people/x.md": text}, controls=controls or {})
    done = migrate_mem(env, str(store))
    return {key: rule for key, rule in rules(env).items() if rule.about == "person:Xena"}, done


def test_a_circle_of_facts_that_took_each_others_place_has_no_heirs(env, tmp_path):
    ring = [
        {
            "id": f"f_{a}",
            "statement": f"Xena lives in {town}.",
            "status": "superseded",
            "supersedes": [f"f_{b}"],
        }
        for a, b, town in (("a", "b", "Rome"), ("b", "c", "Oslo"), ("c", "a", "Bonn"))
    ]
    own = {"id": "f_own", "statement": "Xena plays chess on Mondays.", "supersedes": ["f_own"]}
    last = {"id": "f_last", "statement": "Xena lives in Cairo now.", "supersedes": ["f_first"]}
    first = {"id": "f_first", "statement": "Xena lived in Lima then.", "status": "superseded"}
    found, _ = moved(env, tmp_path, page(*ring, own, last, first))
    assert {found[f"f_{each}"].state for each in "abc"} == {"retired"}
    assert not any(found[name].replaces or found[name].replaced_by for name in ("f_a", "f_b", "f_c", "f_own"))
    assert (found["f_last"].replaces, found["f_first"].replaced_by) == (("f_first",), "f_last")


def test_days_that_no_calendar_has_limit_nothing(env, tmp_path):
    odd = {
        "id": "f_odd",
        "statement": "Xena has three dogs.",
        "valid_from": "2026-02-31",
        "valid_to": "2026-13",
        "review_after": "0000",
    }
    found, _ = moved(env, tmp_path, page(odd))
    assert (found["f_odd"].valid, found["f_odd"].review_after) == (None, "")


def test_a_visibility_that_is_no_word_is_private_whatever_its_document_says(env, tmp_path):
    facts = [
        {"id": "f_1", "statement": "Xena has a cat.", "visibility": ["public"]},
        {"id": "f_2", "statement": "Xena has a yak."},
    ]
    found, _ = moved(env, tmp_path, page(*facts, more="visibility: public\n"))
    assert (found["f_1"].visibility, found["f_2"].visibility) == ("private", "public")


def test_a_document_and_an_event_that_were_taken_back_by_id_stay_there(env, tmp_path):
    controls = {
        "suppressions": {"p_xena": {"target": "p_xena", "kind": "soft_forget"}},
        "deletions": [{"target": "ev-1"}],
    }
    found, done = moved(env, tmp_path, page({"id": "f_1", "statement": "Xena has a cat."}), controls)
    assert (found, done.blocked) == ({}, 2)  # and what is retracted of Acme
    assert done.events_left["redacted there"] == 2  # and ev-6, which is redacted in full


@pytest.mark.parametrize(
    "controls",
    [
        {"retractions": [{"target": {"id": "f_1"}}]},
        {"suppressions": {"k": {"target": ["f_1"], "kind": "soft_forget"}}},
        {"deletions": [{"requested_at": "2026-01-01"}]},
        {"redacted_events": [7]},
    ],
)
def test_a_withdrawal_whose_target_cannot_be_understood_stops_everything(env, tmp_path, controls):
    with pytest.raises(BadState, match="not known what was taken back"):
        moved(env, tmp_path, page({"id": "f_1", "statement": "Xena has a cat."}), controls)


def test_no_secret_and_nothing_that_was_erased_rests_in_the_inbox(env, tmp_path):
    key = "ghp_" + "q7Zx3kV9bN2mT5wR8yL1cD4fG6hJ0sAaPp12"
    more = ("ev-9", "user", f"My key is {key}, and Zora's word is zanzibar flute.", {})
    controls = {"suppressions": {"f_lead": {"target": "f_lead", "reason": "the zanzibar flute"}}}
    store = mem_store(tmp_path / "there/.mem", events=(*EVENTS, more), controls=controls)

    def holding(word):
        return [path for path, data in bytes_below(env.home.root).items() if word.encode() in data]

    migrate_mem(env, str(store))
    assert not holding(key)
    assert [path for path in holding("zanzibar") if path.parent.name == "mem"]
    erase(env, "zanzibar flute", "she asked", text=True, yes=True)
    assert not holding("zanzibar")
    migrate_mem(env, str(store))
    assert not holding("zanzibar")
    (head,) = Journal(env.home.journal).sessions()
    erase(env, head.id, "she asked", yes=True)
    done = migrate_mem(env, str(store))
    assert (done.sessions, done.events_left["erased here"]) == (0, 6)
    assert not list((env.home.root / "inbox").rglob("*.jsonl"))


def test_of_a_store_that_came_with_a_repository_and_was_not_named_only_facts_come_in(tmp_path):
    root = repository(tmp_path / "shop")
    mem_store(root / ".mem")
    (root / "docs").mkdir()
    env = world(tmp_path, cwd=root / "docs")
    init(env)
    done = migrate_mem(env, "")
    assert (done.events, done.tasks, done.blocked, done.proved) == (0, 0, 0, 0)
    assert {"journal", "tasks.json", "state/controls.json"} <= {each.file for each in done.left}
    assert list(Journal(env.home.journal).sessions()) == []
    assert tasks(env, everywhere=True).tasks == ()
    assert rules(env)["f_lead"].state == "draft"
    assert "f_gone" not in rules(env)  # it was withdrawn there
    (told,) = add(env, [Wish(Add("Amal Haddad is reached at extension 4471!", kind="fact"))], check=True).told
    assert told.verdict == "added"
    assert migrate_mem(env, str(root / ".mem")).events == 4


def test_what_cannot_be_is_told_before_anything_is_put_by(env, store):
    before = bytes_below(env.home.root)
    with pytest.raises(NeedsAHuman):
        migrate_mem(replace(env, environ={**env.environ, "CLAUDECODE": "1"}), str(store), live=True, yes=True)
    with pytest.raises(NotFound):
        migrate_mem(env, str(store), layer="repo")
    assert bytes_below(env.home.root) == before
    env.home.tasks.write_text("{")
    with pytest.raises(BadState):
        migrate_mem(env, str(store))
    assert not (env.home.root / "inbox/mem").exists()
    assert rules(env) == {}
