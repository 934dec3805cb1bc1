"""What reflection proposes on the dev transcripts: every quote stands verbatim, at its place, in an event of its author's.

The check reads the journal and the decisions as plain JSON and trusts nothing of the product's own reading.
"""

import json
import shutil

import pytest

from tests.kit.run import run_cm

pytestmark = pytest.mark.corpus
OTHERS = ["aider", "cline", "copilot-cli", "gemini-cli", "opencode", "pi", "specstory"]


@pytest.fixture(scope="module")
def home(corpus, tmp_path_factory):
    """A home in which everything was reflected on."""
    world = tmp_path_factory.mktemp("reflected")
    for number, path in enumerate(sorted((corpus / "claude-code").rglob("*.jsonl"))):
        folder = world / "claude" / "projects" / f"p{number}"
        folder.mkdir(parents=True)
        shutil.copy(path, folder)
    sessions = world / "codex" / "sessions"
    sessions.mkdir(parents=True)
    for number, path in enumerate(sorted((corpus / "codex").rglob("*.jsonl"))):
        shutil.copy(path, sessions / f"{number}-{path.name}")
    for name in OTHERS:
        shutil.copytree(corpus / name, world / "others" / name)
    (world / "user").mkdir()
    env = {
        "HOME": str(world / "user"),
        "CM_HOME": str(world / "home"),
        "CLAUDE_CONFIG_DIR": str(world / "claude"),
        "CODEX_HOME": str(world / "codex"),
    }
    for more in ([], ["--session", str(world / "others")]):
        done = run_cm("reflect", "--json", *more, cwd=world / "user", env=env, timeout=300)
        assert done.code == 0, done.err
    return world / "home"


def objects(paths):
    for path in paths:
        for line in path.read_text("utf-8").splitlines():
            yield json.loads(line)


def proposals(home):
    for decision in objects([home / "decisions.jsonl"]):
        if decision["source"] == "heuristic":
            yield from decision.get("after", [])


def test_every_quote_stands_in_an_event_of_the_author_it_names(home):
    events = {}
    for path in (home / "journal").rglob("*.jsonl"):
        lines = list(objects([path]))
        session = next(line["id"] for line in lines if line["t"] == "s")
        events |= {line["id"]: (session, line["by"], line["text"]) for line in lines if line["t"] == "e"}
    found = [(rule, quote) for rule in proposals(home) for quote in rule["evidence"]]
    assert len(found) > 40
    for rule, quote in found:
        session, by, text = events[quote["event"]]
        assert (quote["session"], quote["by"]) == (session, by), rule["text"]
        start, end = quote["span"]
        assert text[start:end] == quote["quote"], rule["text"]


def test_an_order_is_the_users_and_what_a_tool_showed_is_a_fact(home):
    rules = list(proposals(home))
    assert {rule["kind"] for rule in rules} >= {"rule", "fact"}
    for rule in rules:
        authors = {quote["by"] for quote in rule["evidence"]}
        assert authors
        assert authors == {"user"} or (rule["kind"] == "fact" and "user" not in authors), rule["text"]


def test_what_failed_and_passed_waits_as_a_draft(home):
    repairs = [rule for rule in proposals(home) if "` failed" in rule["text"]]
    assert len(repairs) >= 4
    assert {rule["state"] for rule in repairs} == {"draft"}
