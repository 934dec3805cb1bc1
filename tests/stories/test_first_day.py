"""The first day of a new user, command by command, in processes of their own: sessions become rules, and come back."""

import json
import os
import stat
import subprocess
from pathlib import Path

import pytest

from tests.kit import run_cm

pytestmark = pytest.mark.story

EXAMPLES = Path(__file__).resolve().parents[2] / "examples/sessions"


@pytest.fixture
def user(own_world, tmp_path, monkeypatch):
    """Somebody with a few sessions of two coding agents, at work in their repository."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(EXAMPLES / "claude"))
    monkeypatch.setenv("CODEX_HOME", str(EXAMPLES / "codex"))
    monkeypatch.setenv("CM_PROJECT", "/home/dev/shop")
    root = tmp_path / "shop"
    (root / ".git").mkdir(parents=True)
    return root


def cm(user, *words, code=0, **more):
    done = run_cm(*words, cwd=user, **more)
    assert done.code == code, done.out + done.err
    assert "Traceback" not in done.err
    return done


def journal_events(home):
    events = {}
    for path in (home / "journal").rglob("*.jsonl"):
        for line in path.read_text("utf-8").splitlines():
            data = json.loads(line)
            if data["t"] == "e":
                events[data["id"]] = data
    return events


def test_the_first_day(user, own_world):
    home = own_world / ".cm"

    # before anything: a look, and nothing is made by looking
    assert "cm reflect" in cm(user, "list").out
    assert "4 files" not in cm(user, "sessions", "--preview").out
    assert "3 files" in cm(user, "sessions", "--preview").out
    assert cm(user, "doctor").out.startswith("No faults")
    assert not home.exists()

    # a home of one's own
    assert cm(user, "init", "--json").json["schema"] == "cm.init/1"
    assert (home / ".git").is_dir()
    if os.name != "nt":
        assert stat.S_IMODE(home.stat().st_mode) == 0o700

    # sessions become rules
    reflected = cm(user, "reflect", "--json").data
    assert reflected["sessions"] == 4
    assert reflected["diaries"] == 4
    added = [item for item in reflected["told"] if item["verdict"] == "added"]
    assert added
    assert len(list((home / "diary").rglob("*.json"))) == 4

    # every quote of every rule stands in the journal, said by the one it names
    events = journal_events(home)
    rules = cm(user, "list", "--state", "all", "--json").data["rules"]
    assert len(rules) == len(added)
    for item in rules:
        for proof in item["rule"]["evidence"]:
            event = events[proof["event"]]
            start, end = proof["span"]
            assert event["text"][start:end] == proof["quote"]
            assert event["by"] == proof["by"]

    # what the user said in standing words is in force, and is shown with its proof
    listed = cm(user, "list").out
    assert "uv run pytest -q" in listed
    assert "— user, " in listed
    first = cm(user, "list", "--ids", "--served").out.split()[0]
    why = cm(user, "why", first).out
    assert "seen here  yes" in why
    assert "Proof" in why

    # the next task gets the right rule, and what was given is logged
    context = cm(user, "context", "run the failing tests of the cart").out
    assert "uv run pytest -q" in context
    shown = [json.loads(line) for line in (home / "ledger/shown.jsonl").read_text().splitlines()]
    assert shown[-1]["door"] == "context"

    # it helped
    cm(user, "mark", first, "--helpful", "--reason", "ran at once")
    assert "1 helpful" in cm(user, "why", first).out

    # the instruction file gets the project's rules
    assert "AGENTS.md created" in cm(user, "project").out
    assert "uv run pytest -q" in (user / "AGENTS.md").read_text("utf-8")
    assert "is up to date" in cm(user, "project").out

    # nothing new the second time
    again = cm(user, "reflect", "--json").data
    assert (again["sessions"], again["read"]["total"]["events"], again["told"]) == (0, 0, [])
    sessions = cm(user, "sessions", "--json").data
    assert sessions["read"]["total"]["events"] == 0
    assert sessions["so_far"]["skipped"]
    assert sessions["so_far"]["records"] > 0

    # the day ends well, and the home tells the story as commits
    assert cm(user, "doctor").out.startswith("No faults")
    log = subprocess.run(
        ["git", "log", "--format=%s"], cwd=home, capture_output=True, text=True, check=True
    ).stdout
    assert "added" in log
    assert (
        "journal"
        not in subprocess.run(
            ["git", "ls-files"], cwd=home, capture_output=True, text=True, check=True
        ).stdout
    )


def test_what_was_forgotten_stays_forgotten(user, own_world):
    cm(user, "reflect")
    rules = cm(user, "list", "--served", "--json").data["rules"]
    target = next(item["rule"] for item in rules if "migrations" in item["rule"]["text"])
    cm(user, "project")
    assert target["text"] in (user / "AGENTS.md").read_text("utf-8")

    gone = cm(user, "forget", target["id"], "--reason", "we write them by hand again", "--json").data
    assert gone["exports_refreshed"]
    assert target["text"] not in (user / "AGENTS.md").read_text("utf-8")
    assert target["text"] not in cm(user, "context", "write a migration with alembic").out

    # read everything again, from the beginning
    again = cm(user, "reflect", "--again", "--json").data
    assert not [
        item for item in again["told"] if item["verdict"] == "added" and item["text"] == target["text"]
    ]
    served = cm(user, "list", "--served", "--json").data["rules"]
    assert target["text"] not in [item["rule"]["text"] for item in served]

    # nor does it come back by hand, in a batch, or under another id
    assert cm(user, "remember", target["text"], code=3).err.startswith("cm: refused (blocked)")
    batch = json.dumps([target["text"], {"text": target["text"].upper()}])
    refused = cm(user, "add", "--batch", "-", "--json", stdin=batch).data["told"]
    assert [item["reason"] for item in refused] == ["blocked", "blocked"]
    hand = own_world / ".cm/playbook.yaml"
    hand.write_text(
        hand.read_text("utf-8") + f"  - id: r-sneaky\n    text: {json.dumps(target['text'])}\n", "utf-8"
    )
    assert target["text"] not in cm(user, "context", "write a migration with alembic").out
    assert "withdrawn" in cm(user, "why", "r-sneaky").out


def test_a_draft_becomes_active_when_a_human_says_yes(user):
    cm(user, "reflect")
    drafts = cm(user, "review", "--json").data["waiting"]
    assert drafts
    draft = drafts[0]["rule"]["id"]
    assert draft not in cm(user, "list", "--served", "--ids").out
    assert cm(user, "review", "approve", draft, code=3).err.startswith("cm: approve")
    assert cm(user, "review", "approve", draft, "--yes", code=3, env={"CLAUDECODE": "1"}).err.count(
        "not done for an agent"
    )
    cm(user, "review", "approve", draft, "--yes")
    assert draft in cm(user, "list", "--served", "--ids").out


def test_an_agent_adds_a_rule_with_the_users_words(user):
    cm(user, "sessions")
    agent = {"CLAUDECODE": "1"}
    words = "prices are stored in cents everywhere"
    session = "claude-code/3fc4ccfe"
    told = cm(
        user, "add", "Store prices in cents.", "--quote", words, "--session", session, "--json", env=agent
    ).data["told"]
    assert (told[0]["state"], told[0]["evidence"][0]["quote"]) == ("active", words)
    made_up = cm(
        user, "add", "Store prices as floats.", "--quote", "store them as floats", "--session", session, "--json",
        code=3, env=agent,
    ).json  # fmt: skip
    assert made_up["error"]["context"]["reason"] == "quote-not-found"


def test_a_dry_run_writes_no_rule_and_no_diary(user, own_world):
    dry = cm(user, "reflect", "--dry-run", "--json").data
    assert dry["dry_run"]
    assert dry["told"]
    assert not (own_world / ".cm/playbook.yaml").exists()
    assert not (own_world / ".cm/diary").exists()
    assert cm(user, "reflect", "--json").data["told"]


def test_one_transcript_can_be_read_by_its_path(user):
    path = next((EXAMPLES / "codex").rglob("*.jsonl"))
    done = cm(user, "reflect", "--session", str(path), "--json").data
    assert done["sessions"] == 1
    assert cm(user, "reflect", "--session", "codex/04efaf08", "--json").data["sessions"] == 1
    assert cm(user, "reflect", "--session", "codex/nothing", code=4).err.startswith("cm: there is no session")
