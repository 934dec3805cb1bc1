"""Real sessions that lie in databases, documents and Markdown, when CM_CORPORA names the corpora: all that was typed is
there, nothing that was injected; and what the real programs wrote under a script is what was scripted.

The check of words reads the raw files in its own, plain way.
"""

import json
import os
import re
from pathlib import Path

import pytest

from cm.hosts.registry import HOSTS, recognise
from cm.hosts.shapes import same_words
from cm.model.session import SessionHead
from cm.store.transcripts import first_values, is_part, needless
from tests.hosts.kit import events, lines, read, said, skips
from tests.hosts.test_corpus import BEGINNINGS, is_typed

pytestmark = pytest.mark.corpus
HOSTS_READ = ("opencode", "cline", "aider", "specstory")
TURN = re.compile(r"^_\*\*(User|Agent)( - sidechain)?[^*\n]*\*\*_[ \t]*$", re.MULTILINE)
OWN_PROMPTS = ("# Fix any errors", "## Running:", "/", "!", "I ran this command")


def agents():
    root = os.environ.get("CM_CORPORA", "")
    if not root:
        pytest.skip("set CM_CORPORA to the folder of the corpora")
    return Path(root) / "agents" / "sessions"


def real(corpus, host):
    manifest = Path(os.environ["CM_CORPORA"]) / "transcripts-dev.manifest.jsonl"
    for line in manifest.read_text("utf-8").splitlines():
        entry = json.loads(line)
        path = corpus / entry["file"]
        if entry["host"] == host and entry["origin"] == "real" and path.is_file():
            yield path


def typed_in_opencode(path):
    for message in json.loads(path.read_bytes())["messages"]:
        if message["info"]["role"] == "user":
            for part in message["parts"]:
                if part["type"] == "text" and not part.get("synthetic"):
                    yield part["text"]


def typed_in_cline(path):
    first = True
    for value in json.loads(path.read_bytes()):
        if value.get("say") == "user_feedback" or (first and value.get("say") == "text"):
            yield value["text"]
            first = False


def typed_in_aider(path):
    block = []
    for line in [*path.read_text("utf-8", "replace").splitlines(), ""]:
        if line.startswith("####") and line.endswith("  "):
            block.append(re.sub(r"\x1b\[[0-9;]*m", "", line[5:].rstrip()))
        elif block:
            text = "\n".join(block).strip()
            block = []
            if text and not text.startswith(OWN_PROMPTS):
                yield text


def typed_in_specstory(path):
    text = path.read_bytes().decode().replace("\r\n", "\n")
    marks = [*TURN.finditer(text)]
    ends = [*(mark.start() for mark in marks[1:]), len(text)][: len(marks)]
    wrapped = False
    for mark, end in zip(marks, ends, strict=True):
        words = text[mark.end() : end].strip().removesuffix("---").strip()
        inside = text.rfind("<tool-use data-", 0, mark.start()) > text.rfind(
            "</details></tool-use>", 0, mark.start()
        )
        if mark[1] == "User" and not mark[2] and not wrapped and not inside and words:
            yield words
        wrapped = mark[1] == "User" and words.startswith(("<command-name>", "<command-message>"))


TYPED = {
    "opencode": typed_in_opencode, "cline": typed_in_cline, "aider": typed_in_aider, "specstory": typed_in_specstory,
}  # fmt: skip
LEAST = {"opencode": 30, "cline": 7, "aider": 400, "specstory": 30}


@pytest.mark.parametrize("host", HOSTS_READ)
def test_all_that_was_typed_is_there_and_nothing_that_was_injected(corpus, host):
    count = 0
    for path in real(corpus, host):
        items = read(host, path)
        kept = "\n".join(same_words(text) for text in said(items))
        for text in filter(is_typed, TYPED[host](path)):
            count += 1
            whole = re.sub(r"<system-reminder>.*?</system-reminder>", "", text, flags=re.DOTALL)
            assert same_words(whole.strip('"')) in kept, (path, text[:200])
        for text in said(items):
            assert not text.lstrip().startswith(BEGINNINGS), (path, text[:200])
            assert "<system-reminder>" not in text, (path, text[:200])
    assert count >= LEAST[host]


@pytest.mark.parametrize("host", HOSTS_READ)
def test_two_passes_give_the_same_and_no_record_is_of_an_unknown_kind(corpus, host):
    for path in real(corpus, host):
        items = read(host, path)
        assert items == read(host, path)
        got = events(items)
        assert len({event.id for event in got}) == len(got), path
        assert not [reason for reason in skips(items) if reason.startswith(("unknown", "not-"))], path


def test_every_file_is_known_for_its_hosts_and_none_for_anothers(corpus):
    for path in sorted(corpus.rglob("*")):
        if path.suffix in (".json", ".jsonl", ".md", ".db"):
            host = path.relative_to(corpus).parts[0]
            known = [
                name
                for name, item in HOSTS.items()
                if item.sessions and item.sessions.looks_like(first_values(path))
            ]
            wanted = (
                ["droid"] if "droid" in path.name and host == "other" else [] if host == "other" else [host]
            )
            assert known == wanted or path.name.startswith("SCHEMA"), path


SCRIPTED = {
    "success": ["hello-from-shell"],
    "fail": ["echo 1 failed; exit 3", "[exit 3]"],
    "correction": ["user message: no, use pnpm not npm"],
    "correction-tui": ["user message: no, use pnpm not npm"],
    "parallel": ["agent command"],
    "subagent": ["from-sub-agent", "[exit 0]", "[agent "],
    "yes-always": ["host error: The user refused"],
    "read-context": ["user message: hello"],
}


@pytest.mark.parametrize("host", ["opencode", "cline", "aider"])
def test_what_the_real_programs_wrote_is_what_was_scripted(host):
    for folder in sorted((agents() / host).iterdir()):
        for path in sorted(folder.rglob("*")):
            if not path.is_file() or path.suffix not in (".db", ".json", ".md"):
                continue
            values = first_values(path)
            found = recognise(values)
            if found is None:
                assert path.name in ("scenario.json", "session_list.json", "sessions.db"), path
                continue
            assert found.name == host, path
            if is_part(found, path) or needless(found, path):
                continue
            items = read(host, path)
            assert not [reason for reason in skips(items) if reason.startswith("unknown")], path
            whole = "\n".join(lines(items))
            subagents_own = folder.name == "subagent" and "export" in path.name
            lead = folder.name == "subagent" and host == "cline" and not path.name.startswith("agent_")
            for words in [] if subagents_own or lead else SCRIPTED[folder.name]:
                assert words in whole or (host == "aider" and words.startswith("[exit")), (path, words)
            heads = [item for item in items if isinstance(item, SessionHead)]
            assert all(item.started and item.model for item in heads[-1:]), path


def test_a_database_and_the_export_of_the_same_session_have_the_same_events():
    for folder in sorted((agents() / "opencode").iterdir()):
        (export,) = folder.glob("export_*.json")
        (database,) = folder.rglob("opencode.db")
        exported = events(read("opencode", export))
        stored = {event.id: event for event in events(read("opencode", database))}
        assert exported
        assert all(stored[event.id] == event for event in exported), folder
