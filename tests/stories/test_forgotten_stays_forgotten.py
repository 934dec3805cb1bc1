"""What was forgotten does not come back by any road; taken back by a person, it does."""

import json
from pathlib import Path

import pytest

from tests.kit import run_cm

pytestmark = pytest.mark.story

EXAMPLES = Path(__file__).resolve().parents[2] / "examples/sessions"
REASON = ("--reason", "that was the old repository")


@pytest.fixture
def user(own_world, tmp_path, monkeypatch):
    """Somebody whose sessions of two coding agents were reflected on, at work in their repository."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(EXAMPLES / "claude"))
    monkeypatch.setenv("CODEX_HOME", str(EXAMPLES / "codex"))
    monkeypatch.setenv("CM_PROJECT", "/home/dev/shop")
    root = tmp_path / "shop"
    (root / ".git").mkdir(parents=True)
    cm(root, "reflect")
    return root


def cm(user, *words, code=0, **more):
    done = run_cm(*words, cwd=user, **more)
    assert done.code == code, done.out + done.err
    assert "Traceback" not in done.err
    return done


def rule_that_says(user, words):
    rules = cm(user, "list", "--state", "all", "--json").data["rules"]
    return next(item["rule"] for item in rules if words in item["rule"]["text"])


def served(user):
    return cm(user, "context", "run the pytest tests with uv before committing", "--no-log").out


def test_it_comes_back_by_no_road_and_by_an_undo_it_does(user, own_world, tmp_path):
    rule = rule_that_says(user, "uv run pytest -q` in this repo")
    text, name = rule["text"], rule["id"]
    cm(user, "project", "--include-user")
    assert text[:30] in served(user)
    assert text[:30] in (user / "AGENTS.md").read_text()

    # a look first
    tried = cm(user, "forget", name, *REASON, "--dry-run", "--json").data
    assert tried["dry_run"]
    assert tried["exports_refreshed"] == [str(user / "AGENTS.md")]
    assert text[:30] in served(user)

    done = cm(user, "forget", name, *REASON, "--json").data
    assert done["blocked"]
    assert text[:30] not in served(user)
    assert text[:30] not in (user / "AGENTS.md").read_text()

    # the same sessions, read again
    again = cm(user, "reflect", "--again", "--json").data
    assert name not in {item["rule"] for item in again["told"] if item["verdict"] in ("added", "reinforced")}
    assert text[:30] not in served(user)

    # by hand, word for word and nearly
    for words in (
        text,
        "Please always use `uv run pytest -q` in this repo. Bare pytest misses the environment that uv manages!",
    ):
        assert "blocked" in cm(user, "add", words, code=3).err

    # from a file
    file = tmp_path / "rules.json"
    file.write_text(
        json.dumps({"rules": [{"id": "r-theirs", "text": text}, {"text": "Keep the changelog up to date."}]})
    )
    taken = cm(user, "import", str(file), "--json", code=0).data["items"]
    assert [(item["verdict"], item["reason"]) for item in taken if "uv run" in item["text"]] in (
        [("refused", "blocked")],
        [],
    )
    assert text[:30] not in served(user)

    # in a trusted repository's own rules
    layer = user / ".cm"
    layer.mkdir()
    (layer / "playbook.yaml").write_text(f"rules:\n  - id: r-team\n    text: {json.dumps(text)}\n")
    cm(user, "trust", "--yes")
    assert text[:30] not in served(user)
    assert "withdrawn" in cm(user, "why", "r-team").out

    # a hand edit of the file at home
    playbook = own_world / ".cm" / "playbook.yaml"
    playbook.write_text(playbook.read_text() + f"  - id: r-mine\n    text: {json.dumps(text)}\n")
    assert text[:30] not in served(user)

    # its opposite is another thing
    opposite = cm(user, "add", "Never use `uv run pytest -q` in the release job.", "--json").data["told"][0]
    assert opposite["verdict"] in ("added", "contested")

    # an agent does not bring it back, a person does
    assert "needs-a-human" in cm(user, "undo", done["tx"], "--json", code=3, env={"CLAUDECODE": "1"}).out
    cm(user, "undo", done["tx"], "--yes")
    assert text[:30] in served(user)


def test_what_to_avoid_may_be_left_behind(user):
    rule = rule_that_says(user, "uv run alembic")
    done = cm(
        user, "forget", rule["id"], "--reason", "they have to be reviewed by hand", "--avoid", "--json"
    ).data
    left = cm(user, "show", done["avoid"], "--json").data["rule"]
    gone = cm(user, "show", rule["id"], "--json").data["rule"]
    assert left["kind"] == "anti-pattern"
    assert left["text"].endswith(": they have to be reviewed by hand.")
    assert (left["replaces"], gone["replaced_by"], gone["state"]) == ([rule["id"]], left["id"], "retired")
    assert left["evidence"] == rule["evidence"]
    cm(user, "undo", done["tx"], "--yes")
    assert cm(user, "show", rule["id"], "--json").data["rule"] == rule


def test_a_text_that_is_no_rule_yet_never_becomes_one(user):
    cm(user, "forget", "--text", "Deploy straight from the laptop.", "--reason", "it never was a rule")
    assert "blocked" in cm(user, "add", "Deploy straight from the laptop!", code=3).err
    cm(user, "add", "Never deploy straight from the laptop.")
