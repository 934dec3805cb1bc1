"""Real sessions of the smaller hosts, when CM_CORPORA names the corpora: all that was typed is there, nothing that was
injected; sessions written by the real programs hold what was scripted; every file is known for its host's and no other's.

The check of words reads the raw files in its own, plain way, by the rules the hosts document.
"""

import json
import os
from itertools import islice
from pathlib import Path

import pytest

from cm.hosts.registry import HOSTS, recognise
from cm.hosts.shapes import same_words, table
from cm.model.host import Record
from cm.store.transcripts import Transcript
from tests.hosts.kit import events, head, lines, read, said, skips
from tests.hosts.test_corpus import is_typed, naive

pytestmark = pytest.mark.corpus
AGENTS = {"gemini-cli": "gemini-cli", "qwen-code": "qwen-code", "copilot": "copilot-cli", "pi": "pi"}
OPENED = (
    "<session_context>",
    "<hook_context>",
    "System: Please continue.",
    "[Function Response:",
    "<system_reminder>",
)
OURS = ("claude-code", "codex", "gemini-cli", "qwen-code", "copilot-cli", "pi", "cursor")


def root():
    place = os.environ.get("CM_CORPORA", "")
    if not place:
        pytest.skip("set CM_CORPORA to the folder of the corpora")
    return Path(place)


def objects(path):
    """Every object of a file: one document, or one per line."""
    try:
        value = json.loads(path.read_bytes())
    except ValueError:
        return list(naive(path))
    return [value] if isinstance(value, dict) else value


def typed_in_gemini(values):
    for value in values:
        for message in [value, *value.get("messages", []), *table(value.get("$set")).get("messages", [])]:
            if message.get("type") == "user":
                shown = message.get("displayContent", message.get("content"))
                parts = shown if isinstance(shown, list) else [shown]
                yield "\n".join(part if isinstance(part, str) else part.get("text", "") for part in parts)


def typed_in_qwen(values):
    for value in values:
        if (
            value.get("type") == "user"
            and value.get("provenance", "real_user") == "real_user"
            and not value.get("isSidechain")
        ):
            yield "\n".join(part.get("text", "") for part in value["message"]["parts"])


def typed_in_copilot(values):
    for value in values:
        data = value.get("data", {})
        if value.get("type") == "user.message" and not data.get("source") and not value.get("agentId"):
            yield data["content"]
        for entry in value.get("timeline", []):
            if entry.get("type") == "user":
                yield entry["text"]


def typed_in_pi(values):
    for value in values:
        message = value.get("message", {})
        if message.get("role") == "user":
            content = message["content"]
            yield content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


TYPED = {
    "gemini-cli": typed_in_gemini,
    "qwen-code": typed_in_qwen,
    "copilot-cli": typed_in_copilot,
    "pi": typed_in_pi,
}


def is_words(text):
    return (
        is_typed(text)
        and not text.lstrip().startswith((*OPENED, "A new session was started via"))
        and text.strip() != "/init"
    )


def real_files(corpus, host):
    manifest = (root() / "transcripts-dev.manifest.jsonl").read_text("utf-8").splitlines()
    for entry in map(json.loads, manifest):
        if entry["host"] == host and entry["origin"] == "real":
            yield corpus / entry["file"]
    for folder, name in AGENTS.items():
        if name == host:
            yield from sessions_of(folder)


def sessions_of(folder):
    """The transcripts that a real program left, sidecar files left out."""
    yield from sorted((root() / "agents" / "sessions" / folder).glob("*/home/**/*.jsonl"))


@pytest.mark.parametrize("host", sorted(TYPED))
def test_all_that_was_typed_is_there_and_nothing_that_was_injected(corpus, host):
    count = 0
    for path in real_files(corpus, host):
        items = read(host, path)
        kept = [same_words(text) for text in said(items)]
        if not head(items).parent:
            for text in TYPED[host](objects(path)):
                if is_words(text):
                    count += 1
                    assert same_words(text) in kept, (path, text[:200])
        for text in said(items):
            assert is_words(text), (path, text[:200])
    assert count >= 5


@pytest.mark.parametrize("host", sorted(TYPED))
def test_real_sessions_hold_no_records_of_unknown_kinds(corpus, host):
    for path in real_files(corpus, host):
        unknown = [
            reason for reason in skips(read(host, path)) if reason.startswith(("unknown-type", "no-type"))
        ]
        assert not unknown, path


@pytest.mark.parametrize("folder, host", sorted(AGENTS.items()))
def test_real_programs_sessions_hold_what_was_scripted(folder, host):
    places = {
        path.relative_to(root() / "agents" / "sessions" / folder).parts[0] for path in sessions_of(folder)
    }
    assert {"success", "fail", "correction", "parallel"} <= places
    for path in sessions_of(folder):
        scenario = path.relative_to(root() / "agents" / "sessions" / folder).parts[0]
        items = read(host, path)
        known = head(items)
        assert known.id.startswith(f"{host}/")
        assert known.ended >= known.started > ""
        assert known.cwd.endswith(f"/{scenario}/proj")
        assert known.model
        assert min(known.tokens_in, known.tokens_out) > 0
        shown = "\n".join(lines(items))
        if known.parent:
            assert "[agent " in shown
            assert not said(items)
            continue
        codes = [event.exit for event in events(items) if event.kind == "output" and not event.agent]
        if scenario == "fail":
            assert codes == [3, 2]
        elif scenario == "parallel":
            assert sorted(codes) == [0, 1]  # the quicker one ends first
        elif scenario == "correction":
            assert said(items) == ["add the left-pad dependency", "no, use pnpm not npm"]
            assert codes == [0, 0]
        elif scenario == "subagent":
            assert said(items) == ["delegate the listing to a sub agent"]


def test_every_file_is_known_for_its_hosts_and_none_for_anothers(corpus):
    known = 0
    for path in sorted(corpus.glob("*/**/*.json*")):
        folder = path.relative_to(corpus).parts[0]
        host = "droid" if "droid" in path.name and folder == "other" else folder if folder in OURS else None
        found = host_by_content(path)
        if host is None:
            assert found not in (*OURS, "droid", "oh-my-pi"), path
        else:
            known += 1
            assert found == host, path
    assert known > 90
    for folder, host in AGENTS.items():
        for path in sessions_of(folder):
            assert host_by_content(path) == host, path


def host_by_content(path):
    records = islice((item.value for item in Transcript(path).records() if isinstance(item, Record)), 8)
    found = recognise(list(records))
    return found.name if found is not None else None


def test_every_dev_file_gives_something(corpus):
    for host in HOSTS:
        for path in sorted((corpus / host).glob("*.json*")) if host in (*TYPED, "cursor") else ():
            assert len(read(host, path)) > 1, path
