"""Files that a person hands over go through the one door, under the project that is named."""

import json
import shutil
import zipfile
from pathlib import Path

import pytest

from cm.flows.env import open_env
from cm.flows.erase import erase
from cm.flows.ingest import ingest
from cm.flows.sessions import Filter, sessions
from cm.store.journal import Journal
from tests.hosts.kit import FIXTURES

WORDS = "The payments team owns billing. What does the log say?"


@pytest.fixture
def env(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return open_env()


def handed(tmp_path, *names):
    folder = tmp_path / "handed"
    folder.mkdir(exist_ok=True)
    for name in names:
        shutil.copy(FIXTURES / name, folder)
    return folder


def heads(env):
    return {head.id: head for head in Journal(env.home.journal).sessions()}


def test_a_folder_of_them_is_read_and_belongs_to_the_project_that_is_named(env, tmp_path):
    folder = handed(
        tmp_path, "calendars/team.ics", "voice-transcripts/call.srt", "chatgpt/conversations.json"
    )
    found = sessions(env, Filter(project="shop"), paths=(folder,))
    assert {row.host for row in found.sessions} == {"calendars", "voice-transcripts", "chatgpt"}
    assert {head.project for head in heads(env).values()} == {"shop"}
    assert sessions(env, Filter(), paths=(folder,)).read.total.events == 0


def test_without_a_name_they_belong_to_none_and_may_be_named_later(env, tmp_path):
    folder = handed(tmp_path, "chatgpt/conversations.json")
    sessions(env, Filter(), paths=(folder,))
    assert {head.project for head in heads(env).values()} == {""}
    text = json.loads((folder / "conversations.json").read_text("utf-8"))
    (folder / "conversations.json").write_text(json.dumps(text[1:]), "utf-8")
    sessions(env, Filter(project="shop"), paths=(folder,))
    assert heads(env)["chatgpt/short-1"].project == "shop"


def test_they_are_taken_out_of_the_inbox_by_what_is_in_them(env, tmp_path):
    inbox = Path(env.home.root) / "inbox"
    inbox.mkdir(parents=True)
    shutil.copy(FIXTURES / "claude-export/conversations.json", inbox / "anything.json")
    shutil.copy(FIXTURES / "voice-transcripts/standup-2026-11-30-1000.vtt", inbox / "v.vtt")
    shutil.copy(FIXTURES / "calendars/team.ics", inbox / "c.ics")
    done = ingest(env)
    assert {name: counts.events for name, counts in done.hosts.items() if counts.events} == {
        "calendars": 4, "claude-export": 6, "voice-transcripts": 3,
    }  # fmt: skip


def test_a_later_export_in_another_file_goes_on_with_the_same_sessions(env, tmp_path):
    folder = handed(tmp_path, "claude-export/conversations.json")
    ingest(env, paths=(folder,))
    before = {name: len(Journal(env.home.journal).read(name)[1]) for name in heads(env)}
    later = json.loads((folder / "conversations.json").read_text("utf-8"))
    later[0]["chat_messages"].append(
        {"uuid": "5e550000-0000-4000-8000-0000000002ff", "sender": "human", "text": "one more"}
    )
    (folder / "later.json").write_text(json.dumps(later), "utf-8")
    done = ingest(env, paths=(folder / "later.json",))
    assert (done.total.events, done.new_sessions) == (1, ())
    after = {name: len(Journal(env.home.journal).read(name)[1]) for name in heads(env)}
    assert sum(after.values()) == sum(before.values()) + 1


def test_inside_an_agent_they_are_as_closed_as_anothers_sessions(env, tmp_path, monkeypatch):
    folder = handed(tmp_path, "calendars/team.ics")
    monkeypatch.setenv("CLAUDECODE", "1")
    done = ingest(open_env(), paths=(folder,))
    assert done.total.events == 0
    assert "calendars" in " ".join(done.notes)


def test_what_was_kept_of_a_history_is_not_shown_to_an_agent_either(env, tmp_path, monkeypatch):
    from cm.flows.permission import open_heads

    folder = tmp_path / "h"
    shutil.copytree(FIXTURES / "editor-history/History", folder)
    ingest(env, paths=(folder,))
    (head,) = heads(env).values()
    assert head.notes
    monkeypatch.setenv("CLAUDECODE", "1")
    assert list(open_heads(open_env(), [head])) == []


def test_a_host_that_is_only_handed_over_is_not_looked_for(env):
    from cm.flows.ingested import preview
    from cm.flows.inventory import hosts_seen

    assert not {"calendars", "chatgpt"} & {seen.host for seen in preview(env).hosts}
    assert not {"calendars", "chatgpt"} & {seen.name for seen in hosts_seen(env)}


def test_erased_words_are_cut_from_the_inbox_and_an_archive_that_holds_them_goes(env):
    inbox = Path(env.home.root) / "inbox"
    inbox.mkdir(parents=True)
    export = (FIXTURES / "claude-export/conversations.json").read_bytes()
    (inbox / "a.json").write_bytes(export)
    with zipfile.ZipFile(inbox / "b.zip", "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("conversations.json", export)
    shutil.copy(FIXTURES / "voice-transcripts/standup-2026-11-30-1000.vtt", inbox / "v.vtt")
    ingest(env)
    erase(env, WORDS, reason="test", yes=True)
    assert WORDS.encode() not in (inbox / "a.json").read_bytes()
    assert not (inbox / "b.zip").exists()
    assert (inbox / "v.vtt").exists()
    assert not any(
        WORDS in event.text for name in heads(env) for event in Journal(env.home.journal).read(name)[1]
    )
    assert ingest(env).total.events == 0


def test_an_archive_elsewhere_that_holds_erased_words_is_named(env, tmp_path):
    archive = tmp_path / "export.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
        out.write(FIXTURES / "claude-export/conversations.json", "conversations.json")
    ingest(env, paths=(archive,))
    done = erase(env, WORDS, reason="test", yes=True)
    assert [Path(each.where).name for each in done.unreached if each.where.endswith(".zip")] == ["export.zip"]
    assert archive.exists()
