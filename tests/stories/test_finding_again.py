"""Somebody looks for what they did weeks ago, with any of their agents: finds it, reads the place, takes the session along."""

import json
import os
from pathlib import Path

import pytest

from tests.kit import run_cm

pytestmark = pytest.mark.story
EXAMPLES = Path(__file__).resolve().parents[2] / "examples/sessions"


@pytest.fixture
def user(own_world, tmp_path, monkeypatch):
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(EXAMPLES / "claude"))
    monkeypatch.setenv("CODEX_HOME", str(EXAMPLES / "codex"))
    monkeypatch.setenv("CM_PROJECT", "/home/dev/shop")
    return tmp_path


def cm(user, *words, code=0):
    done = run_cm(*words, cwd=user)
    assert done.code == code, done.out + done.err
    assert "Traceback" not in done.err
    return done


def test_finding_again(user, own_world):
    # before anything is kept, a question is answered and makes nothing
    assert "Nothing found" in cm(user, "search", "discount").out
    assert not (own_world / ".cm").exists()

    cm(user, "sessions")
    out = cm(user, "search", "discount cart").out
    assert "«discount»" in out
    assert "cm show e-" in out

    # both agents, one question; then one of them, then only what failed
    hosts = {hit["host"] for hit in cm(user, "search", "discount*", "--json").data["hits"]}
    assert hosts == {"claude-code", "codex"}
    only = cm(user, "search", "discount*", "--host", "codex", "--json").data["hits"]
    assert {hit["host"] for hit in only} == {"codex"}
    failed = cm(user, "search", "kind:command exit:!0", "--json").data["hits"]
    assert failed
    assert all(hit["exit"] != 0 for hit in failed)

    # the place around the hit, then the whole session, then a copy of it
    hit = failed[0]
    place = cm(user, "show", hit["id"], "-C", "1", "--json").data
    assert place["event"] == hit["id"]
    assert 2 <= len(place["lines"]) <= 3
    assert hit["text"].rstrip("…") in cm(user, "show", hit["id"], "-C", "1").out.replace("\n    ", " ")
    whole = cm(user, "sessions", "show", hit["session"]).out
    assert "user" in whole
    saved = user / "session.jsonl"
    cm(user, "sessions", "show", hit["session"], "--export", "jsonl", "-o", str(saved))
    assert json.loads(saved.read_text("utf-8").splitlines()[0])["id"] == hit["session"]
    assert (
        "already"
        in cm(user, "sessions", "show", hit["session"], "--export", "md", "-o", str(saved), code=2).err
    )

    # what is kept by hand is found first, and after it was forgotten not at all
    kept = cm(user, "remember", "Zebrafish fixtures are sorted before every comparison.", "--json").data
    found = cm(user, "search", "zebrafish fixtures", "--json").data["hits"]
    assert [item["source"] for item in found] == ["rule"]
    cm(user, "forget", found[0]["id"], "--reason", "it was made up", "--json")
    assert cm(user, "search", "zebrafish fixtures", "--json").data["hits"] == []
    assert kept

    # a slip is told with the filters there are, at once, as one document when asked so
    wrong = cm(user, "search", "discount kind:commands", "--json", code=2).json
    assert wrong["error"]["code"] == "usage"
    assert "kind:command" in wrong["error"]["hint"]
    assert cm(user, "search", code=2).err

    # the index is nothing but a copy
    before = cm(user, "search", "discount cart", "--json").data["hits"]
    os.unlink(own_world / ".cm/cache/index.db")
    assert cm(user, "search", "discount cart", "--json").data["hits"] == before
