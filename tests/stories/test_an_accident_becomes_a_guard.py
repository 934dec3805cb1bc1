"""An agent's command does damage, the user says so, and from then on it is denied: from a transcript to the armed trauma."""

import json

import pytest

from tests.kit import run_cm
from tests.kit.terminal import at_terminal

pytestmark = pytest.mark.story

SAID = "what have you done?! you threw away all my uncommitted work"


def line(kind, content, number, **more):
    return {
        "type": kind, "uuid": f"u{number}", "sessionId": "5e551011-0000-4000-8000-000000000001", "cwd": "/home/dev/shop", "version": "2.0.0",
        "timestamp": f"2026-11-20T10:{number:02d}:00.000Z", "message": {"role": kind, "content": content}, **more,
    }  # fmt: skip


def transcript():
    use = {
        "type": "tool_use",
        "id": "toolu_1",
        "name": "Bash",
        "input": {"command": "git fetch && git reset --hard origin/main"},
    }
    result = {
        "type": "tool_result",
        "tool_use_id": "toolu_1",
        "content": "HEAD is now at 1a2b3c4 Fix the build",
        "is_error": False,
    }
    return [
        line("user", "bring my branch up to date", 1),
        line("assistant", [use], 2),
        line("user", [result], 3, toolUseResult={"stdout": "HEAD is now at 1a2b3c4 Fix the build", "stderr": "", "interrupted": False}),
        line("assistant", [{"type": "text", "text": "Your branch is up to date."}], 4),
        line("user", SAID, 5),
    ]  # fmt: skip


@pytest.fixture
def user(own_world, tmp_path, monkeypatch):
    folder = tmp_path / "claude/projects/-home-dev-shop"
    folder.mkdir(parents=True)
    text = "".join(json.dumps(each) + "\n" for each in transcript())
    (folder / "5e551011-0000-4000-8000-000000000001.jsonl").write_text(text)
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    root = tmp_path / "shop"
    root.mkdir()
    return root


def cm(user, *words, code=0, **more):
    done = run_cm(*words, cwd=user, **more)
    assert done.code == code, done.out + done.err
    assert "Traceback" not in done.err
    return done


def test_an_accident_is_found_saved_and_denied_from_then_on(user, own_world):
    cm(user, "sessions")
    cm(user, "trauma", "test", "git reset --hard")  # nothing denies it yet

    looked = cm(user, "trauma", "scan").out
    assert "git fetch && git reset --hard origin/main" in looked
    assert "what have you done?!" in looked
    assert not (own_world / ".cm/traumas.jsonl").exists()

    (found,) = cm(user, "trauma", "scan", "--json").json["data"]["candidates"]
    saved = cm(user, "trauma", "scan", "--save", found["id"]).out
    assert "is saved as t-" in saved
    assert "1 would have been denied" in saved
    assert "would be denied." in saved

    denied = cm(user, "trauma", "test", "sudo -u dev git -C ../shop reset HEAD~1 --hard", code=1).out
    assert "Work that was not committed or not pushed was lost." in denied
    assert found["event"] in denied
    cm(user, "trauma", "test", "git commit -m 'never git reset --hard'")
    cm(user, "trauma", "test", "git reset --soft HEAD~1")
    assert "already denied by t-" in cm(user, "trauma", "scan").out


def test_at_a_terminal_each_one_is_shown_and_asked_about(user, own_world):
    cm(user, "sessions")
    refused = at_terminal("trauma", "scan", cwd=user, keys=["n"], prompt="stop] ")
    assert refused.code == 0
    assert "Keep a guard against it?" in refused.text
    assert not (own_world / ".cm/traumas.jsonl").exists()
    kept = at_terminal("trauma", "scan", cwd=user, keys=["y"], prompt="stop] ")
    assert "is saved as t-" in kept.text
    assert len((own_world / ".cm/traumas.jsonl").read_text().splitlines()) == 1


def test_init_offers_to_look_and_says_in_a_pipe_how(user, own_world):
    cm(user, "sessions")
    assert "Your journal holds 1 command: cm trauma scan" in " ".join(cm(user, "init").out.split())
    seen = at_terminal("init", cwd=user, keys=["", "y", "y"], prompt="] ")
    assert "is saved as t-" in seen.text


def test_a_guard_goes_to_another_home(user, own_world, tmp_path):
    cm(user, "sessions")
    cm(user, "trauma", "scan", "--save-all")
    cm(user, "trauma", "export", "guards.yaml")
    text = (user / "guards.yaml").read_text()
    assert "5e551011" not in text
    assert "threw away" not in text
    other = {"CM_HOME": str(tmp_path / "other")}
    assert "1 trauma of guards.yaml armed" in cm(user, "trauma", "import", "guards.yaml", env=other).out
    cm(user, "trauma", "test", "git reset --hard", code=1, env=other)


def test_many_from_a_file_are_shown_before_a_person_is_asked(user, own_world):
    rows = [
        {"id": f"t-{name}", "pattern": f"{name}-it(?= |$)", "story": "It was gone."}
        for name in ("wipe", "burn")
    ]
    (user / "guards.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    piped = cm(user, "trauma", "import", "guards.jsonl", code=3)
    assert "needs a human's yes" in " ".join(piped.err.split())
    no = at_terminal("trauma", "import", "guards.jsonl", cwd=user, keys=["n"], prompt="[y/N] ")
    assert "2 traumas of guards.jsonl would be armed" in no.text
    assert not (own_world / ".cm/traumas.jsonl").exists()
    yes = at_terminal("trauma", "import", "guards.jsonl", cwd=user, keys=["y"], prompt="[y/N] ")
    assert "2 traumas of guards.jsonl armed" in yes.text
    cm(user, "trauma", "test", "sudo burn-it all", code=1)
