"""A rule is handed out, followed, and the session ends well: it rises. Shown and left aside, it does not. Command by command."""

import json

import pytest

from tests.kit import run_cm

pytestmark = pytest.mark.story

RULE = "Use pnpm, not npm, in this repo."
EARLY, LATE = "2026-11-20T08:00:00Z", "2026-11-25T12:00:00Z"


@pytest.fixture
def shop(own_world, tmp_path, monkeypatch):
    """A repository, and an agent whose sessions are still to be written."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "none"))
    monkeypatch.setenv("CM_PROJECT", "/home/dev/shop")
    root = tmp_path / "shop"
    (root / ".git").mkdir(parents=True)
    return root


def cm(where, *words, at=LATE, code=0, **env):
    done = run_cm(*words, cwd=where, env={"CM_NOW": at, **env})
    assert done.code == code, done.out + done.err
    assert "Traceback" not in done.err
    return done


def work(where, number, *said):
    """A session of Claude Code: words of the user, words of the agent (">"), commands with their output ("$")."""
    name = f"5c2b0c52-7f5e-4f2e-9b1f-00000000000{number}"
    path = where.parent / "claude/projects/-home-dev-shop" / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    records = []

    def add(role, content, **more):
        n = len(records)
        records.append(
            {
                "type": role, "sessionId": name, "uuid": f"u-{number}-{n}", "cwd": "/home/dev/shop", "version": "2.1.0",
                "timestamp": f"2026-11-2{number}T10:{n:02}:00.000Z", "message": {"role": role, "content": content}, **more,
            }
        )  # fmt: skip

    for at, item in enumerate(said):
        if isinstance(item, tuple):
            command, output = item
            add(
                "assistant",
                [{"type": "tool_use", "id": f"t{at}", "name": "Bash", "input": {"command": command}}],
            )
            result = {"type": "tool_result", "tool_use_id": f"t{at}", "content": output, "is_error": False}
            add("user", [result], toolUseResult={"stdout": output})
        elif item.startswith("> "):
            add("assistant", [{"type": "text", "text": item[2:]}])
        else:
            add("user", item, origin={"kind": "human"})
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return f"claude-code/{name}"


def score(where, rule):
    rules = cm(where, "list", "--json").data["rules"]
    return next(item["standing"]["score"] for item in rules if item["rule"]["id"] == rule)


def test_what_was_followed_rises_and_what_was_only_shown_does_not(shop):
    cm(shop, "init", at=EARLY)
    rule = cm(shop, "add", RULE, "--json", at=EARLY).data["told"][0]["rule"]
    other = cm(shop, "add", "Keep handlers free of SQL.", "--json", at=EARLY).data["told"][0]["rule"]
    good = work(
        shop,
        1,
        "add the receipt",
        ("pnpm install", "done"),
        ("pnpm test", "12 tests passed"),
        "thanks, it works now, closing this",
    )
    cm(shop, "context", "install packages", "--session", good, at=EARLY)

    said = cm(shop, "reflect").out
    assert "Outcomes: 1 success." in said
    assert "1 mark given for 1 outcome" in said
    assert score(shop, rule) > 0
    assert score(shop, other) == 0
    assert "followed: `pnpm test` ran 2 times" in " ".join(cm(shop, "why", rule).out.split())

    # again: nothing new
    ledger = (shop.parent / "home", sorted(p.read_text() for p in shop.parent.rglob("ledger/*.jsonl")))
    cm(shop, "reflect", "--again")
    assert "Nothing to do" in cm(shop, "outcome", "--apply").out
    assert ledger[1] == sorted(p.read_text() for p in shop.parent.rglob("ledger/*.jsonl"))

    # a session that goes against the rule: no credit, and it is told which command
    before = score(shop, rule)
    work(shop, 2, "add a page", ("npm install", "added 3 packages"), "thanks, it works now, closing this")
    assert "Outcomes: 1 success." in cm(shop, "reflect").out
    assert score(shop, rule) == before
    told = cm(shop, "outcome", "followed", rule).out
    assert "followed 2, not followed 1" in told
    assert "npm install" in told

    # a bitter ending does not please, whatever its words
    work(
        shop,
        3,
        "move the menu",
        ("pnpm build", "built"),
        "oh great, now you deleted my branch. wonderful job",
    )
    assert "success" not in cm(shop, "reflect").out.split("Outcomes")[-1].split(".")[0]

    # the user's own word holds
    cm(shop, "outcome", "failure", "--session", good, "--notes", "broke the next day")
    assert "taken back" in cm(shop, "outcome", "--apply").out
    assert score(shop, rule) < before
    assert "broke the next day" in cm(shop, "outcome", "list", "--status", "failure").out


def test_a_comment_in_the_code_is_a_mark(shop):
    cm(shop, "init", at=EARLY)
    rule = cm(shop, "add", RULE, "--json", at=EARLY).data["told"][0]["rule"]
    write = f"cat > build.sh <<'EOF'\n# [cm: helpful {rule[:10]}] npm would have broken the lockfile\npnpm build\nEOF"
    work(
        shop,
        1,
        "add a build script",
        (write, ""),
        "> Done. `[cm: harmful r-7k2m9q4d] reason` is how feedback looks.",
        "ok",
    )
    assert "1 mark found in comments and talk." in cm(shop, "reflect").out
    life = " ".join(cm(shop, "why", rule).out.split())
    assert "marked helpful" in life
    assert "npm would have broken the lockfile" in life
