"""All dev transcripts of the hosts that are read, when CM_CORPORA names the corpora: nothing raises, nothing typed is
lost, nothing injected passes for the user's words.

The check of words reads the raw files in its own, plain way, by the rules the hosts document.
"""

import json
import re

import pytest

from cm.hosts.registry import HOSTS
from cm.hosts.shapes import same_words, table
from cm.model.host import Record
from cm.store.transcripts import Transcript
from tests.hosts.kit import events, plain, read, skips

pytestmark = pytest.mark.corpus
FOLDS = ["claude-code", "codex"]  # of these there are many long sessions

BEGINNINGS = (
    "<command-name>", "<command-message>", "<command-args>", "<local-command-", "Caveat: The messages below", "<bash-input>",
    "<bash-stdout>", "<bash-stderr>", "<system-reminder>", "<task-notification>", "<teammate-message", "<agent-message",
    "<ide_opened_file>", "<ide_selection>", "<post-tool-use-hook>", "Stop hook feedback:", "[Request interrupted by user",
    "This session is being continued from a previous conversation", "Another Claude session sent a message",
    "# AGENTS.md instructions", "<INSTRUCTIONS>", "<user_instructions>", "<environment_context>", "<permissions instructions>",
    "<skill>", "<skills_instructions>", "<goal_context>", "<codex_internal_context", "<turn_aborted>", "<subagent_notification>",
    "<user_shell_command>", "<recommended_plugins>", "<apps_instructions>", "<plugins_instructions>", "<heartbeat",
    "Base directory for this skill:", "Read the output file to retrieve", "Full transcript available at:",
)  # fmt: skip
REMINDER = re.compile(r"<system-reminder>.*?</system-reminder>", re.DOTALL)
PLANS = ("Implement the following plan:", "PLEASE IMPLEMENT THIS PLAN:")


def files(corpus, host):
    found = sorted((corpus / host).glob("**/*.jsonl"))
    assert len(found) > 20
    return found


def naive(path):
    """Every object in a file, wherever it stands."""
    decoder = json.JSONDecoder()
    for line in path.read_bytes().decode("utf-8", "replace").splitlines():
        place = 0
        while place < len(line):
            try:
                value, place = decoder.raw_decode(line, place)
            except ValueError:
                break
            if isinstance(value, dict):
                yield value
            while place < len(line) and line[place] in " \t":
                place += 1


def typed_in_claude(path):
    for value in naive(path):
        if value.get("type") != "user" or any(
            value.get(mark) for mark in ("isMeta", "isSidechain", "isCompactSummary")
        ):
            continue
        origin = value.get("origin")
        if isinstance(origin, dict) and origin.get("kind") != "human":
            continue
        message = value.get("message")
        content = message.get("content") if isinstance(message, dict) else message
        blocks = content if isinstance(content, list) else [content]
        for block in blocks:
            text = block.get("text") if isinstance(block, dict) else block
            if isinstance(text, str):
                yield text


def typed_in_codex(path):
    for value in naive(path):
        payload = value.get("payload")
        if value.get("type") == "session_meta" and "subagent" in str(table(payload).get("source")):
            return  # what a subagent is told was not typed
        if (
            value.get("type") == "event_msg"
            and isinstance(payload, dict)
            and payload.get("type") == "user_message"
        ):
            text = payload.get("message")
            if isinstance(text, str):
                yield text.split("## My request for Codex:")[-1]


def is_typed(text):
    return bool(text.strip()) and not text.lstrip().startswith((*BEGINNINGS, *PLANS))


@pytest.mark.parametrize("host", FOLDS)
def test_every_file_gives_items_and_two_passes_give_the_same(corpus, host):
    for path in files(corpus, host):
        items = read(host, path)
        assert len(items) > 1, path
        assert items == read(host, path), path


@pytest.mark.parametrize("host", FOLDS)
def test_going_on_at_record_boundaries_gives_the_same_as_one_pass(corpus, host):
    sessions = HOSTS[host].sessions
    for path in files(corpus, host):
        source = sessions.describe(path.as_posix(), "")
        whole = read(host, path)
        pieces, carry, offset, line = [], None, 0, 0
        while True:  # a new reader and a new fold for every hundred and one records
            reader = Transcript(path, offset=offset, line=line, passed_over=sessions.passed_over)
            fold = sessions.fold(source, carry)
            count = 0
            for record in reader.records():
                pieces += fold.feed(record) if isinstance(record, Record) else [record]
                count += 1
                if count == 101:
                    break
            last = list(fold.finish())
            carry, offset, line = plain(fold.carry()), reader.offset, reader.line
            if count < 101:
                break
        assert [*pieces, *last] == whole, path


@pytest.mark.parametrize("host", FOLDS)
def test_nothing_a_person_typed_is_lost(corpus, host):
    typed = {"claude-code": typed_in_claude, "codex": typed_in_codex}[host]
    count = 0
    for path in files(corpus, host):
        kept = [same_words(event.text) for event in events(read(host, path)) if event.by == "user"]
        everything = "\n".join(kept)
        for text in typed(path):
            if is_typed(text):
                count += 1
                assert same_words(REMINDER.sub("", text)) in everything, (path, text[:200])
    assert count > 40


@pytest.mark.parametrize("host", FOLDS)
def test_nothing_injected_passes_for_the_users_words(corpus, host):
    for path in files(corpus, host):
        for event in events(read(host, path)):
            if event.by == "user" and event.kind == "message":
                assert is_typed(event.text), (path, event.text[:200])
                assert "<system-reminder>" not in event.text, (path, event.text[:200])


@pytest.mark.parametrize("host", FOLDS)
def test_commands_end_once_and_most_of_them_end(corpus, host):
    commands = ended = 0
    for path in files(corpus, host):
        got = events(read(host, path))
        known = {event.id: event for event in got}
        assert all(not event.of or event.of in known for event in got), path
        commands += sum(event.kind == "command" for event in got)
        ended += len(
            {event.of for event in got if event.kind in ("output", "error", "interrupt")} & known.keys()
        )
    assert ended / commands > 0.9


@pytest.mark.parametrize("host", FOLDS)
def test_real_sessions_hold_few_records_of_unknown_kinds(corpus, host):
    total = unknown = 0
    for path in files(corpus, host):
        reasons = skips(read(host, path))
        total += len(reasons)
        unknown += sum(reason.startswith("unknown-type") for reason in reasons)
    assert unknown / total < 0.005
