"""An agent is told to ask, is asked about the canary, and is told nothing any more: its settings are as they were, byte for byte."""

import json
import os
import stat

import pytest

from cm.flows.guard_places import guarded_hosts, targets
from tests.kit import run_cm
from tests.kit.world import world

pytestmark = pytest.mark.story

SETTINGS = (
    b'\xef\xbb\xbf{\r\n\t// mine\r\n\t"env": {"TOKEN": "x",},\r\n\t"hooks": { /* theirs */ "Stop": [] },\r\n}'
)
PLACE = "Jürgen's Büro"


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A user's home whose name has a space, an apostrophe and umlauts in it."""
    root = tmp_path / PLACE
    root.mkdir()
    monkeypatch.setenv("HOME", str(root))
    monkeypatch.setenv("USERPROFILE", str(root))
    monkeypatch.setenv("CM_HOME", str(root / "my .cm"))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    return root


@pytest.fixture
def shop(home):
    root = home / "shop"
    (root / ".git").mkdir(parents=True)
    (root / ".git/HEAD").write_text("ref: refs/heads/main\n")
    return root


def cm(*words, cwd, code=0, **more):
    done = run_cm(*words, cwd=cwd, **more)
    assert done.code == code, done.out + done.err
    assert "Traceback" not in done.err
    return done


def everything(root, besides=("my .cm",)):
    """Every file below a folder that is not of cm's home, with its bytes and mode."""
    return {
        str(path.relative_to(root)): (
            os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None,
            stat.S_IMODE(path.lstat().st_mode),
        )
        for path in root.rglob("*")
        if path.relative_to(root).parts[0] not in besides
    }


def places(shop, host, where="user"):
    env = world(shop, cwd=shop, CM_HOME=os.environ["CM_HOME"])
    return targets(env, next(each for each in guarded_hosts() if each.name == host), where)


def test_installed_asked_and_removed(home, shop):
    path = home / ".claude/settings.json"
    path.parent.mkdir()
    path.write_bytes(SETTINGS)
    path.chmod(0o600)
    before = everything(home)

    # a look writes nothing at all
    planned = cm("guard", "install", "claude-code", "--dry-run", cwd=shop).out
    assert '"PreToolUse": [' in planned
    assert planned.endswith("Nothing was written.\n")
    assert everything(home) == before
    assert not (home / "my .cm").exists()

    # it stands, it denies the canary, it lets `ls` go
    assert "registered, and it denied the canary in " in cm("guard", "install", "claude-code", cwd=shop).out
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    tested = cm("guard", "test", "claude-code", "--json", cwd=shop).data["tried"]
    assert [each["heard"] for each in tested[:2]] == ["denied", "let go"]
    assert tested[2]["heard"].startswith("let go")
    stood = everything(home)

    # an agent cannot take it back, nor can a script without a word; then every byte is as it was
    for world_of in ({"CLAUDECODE": "1"}, {}):
        cm("guard", "remove", "claude-code", cwd=shop, code=3, env=world_of)
    cm("guard", "remove", "--yes", cwd=shop, code=3, env={"CLAUDECODE": "1"})
    assert everything(home) == stood
    cm("guard", "remove", "claude-code", "--yes", cwd=shop)
    assert everything(home) == before
    assert not list((home / "my .cm").glob("guards/*"))


def test_all_that_are_here_at_once(home, shop):
    for folder in (".claude", ".codex", ".cursor", ".qwen"):
        (home / folder).mkdir()
    before = everything(home)
    done = cm("guard", "install", cwd=shop).out
    assert all(len(line) <= 80 for line in done.splitlines() if str(home)[:12] not in line), done
    for title in ("Claude Code", "Codex CLI", "Cursor", "Qwen Code"):
        assert f"{title}: registered, and it denied the canary in " in done
    status = cm("guard", "status", "--json", cwd=shop, code=1).data
    assert [host["host"] for host in status["hosts"] if host["places"]] == [
        "claude-code",
        "codex",
        "qwen-code",
        "cursor",
    ]
    assert [t["code"] for host in status["hosts"] for t in host["troubles"]] == ["guard-not-trusted"]
    cm("guard", "remove", "--all", "--yes", cwd=shop)
    assert everything(home) == before


def test_settings_in_a_folder_of_dotfiles_stay_linked(home, shop):
    real = home / "dotfiles/claude settings.json"
    real.parent.mkdir()
    real.write_text('{\n  "model": "x"\n}\n')
    (home / ".claude").mkdir()
    (home / ".claude/settings.json").symlink_to(real)
    before = everything(home)
    out = cm("guard", "install", "claude-code", cwd=shop).out
    assert "which stays one" in " ".join(out.split())
    assert (home / ".claude/settings.json").is_symlink()
    assert "cm" in real.read_text()
    cm("guard", "remove", "--yes", cwd=shop)
    assert everything(home) == before


def test_what_others_have_there_stays_and_what_changed_since_stays_changed(home, shop):
    theirs = {"matcher": "Bash", "hooks": [{"type": "command", "command": "theirs.sh"}]}
    path = home / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"hooks": {"PreToolUse": [theirs]}, "model": "x"}, indent=4) + "\n")
    cm("guard", "install", "claude-code", cwd=shop)
    assert json.loads(path.read_text())["hooks"]["PreToolUse"][0] == theirs
    path.write_text(path.read_text().replace('"model": "x"', '"model": "y"'))
    cm("guard", "remove", "claude-code", "--yes", cwd=shop)
    assert path.read_text() == json.dumps({"hooks": {"PreToolUse": [theirs]}, "model": "y"}, indent=4) + "\n"


def test_settings_that_cannot_be_parsed_are_refused_and_not_touched(home, shop):
    path = home / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text('{\n  "model": "x"\n  "hooks": {}\n}\n')
    (home / ".qwen").mkdir()
    done = cm("guard", "install", "claude-code", cwd=shop, code=5)
    assert "settings.json:3:3" in done.err
    assert path.read_text() == '{\n  "model": "x"\n  "hooks": {}\n}\n'
    both = cm("guard", "install", "--json", cwd=shop, code=5).data["hosts"]
    assert [(each["host"], bool(each["trouble"])) for each in both] == [
        ("claude-code", True),
        ("qwen-code", False),
    ]


def test_a_read_only_file_is_refused_with_what_to_do(home, shop):
    path = home / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text("{}")
    path.chmod(0o444)
    done = cm("guard", "install", "claude-code", cwd=shop, code=5)
    assert "chmod u+w" in done.err
    assert path.read_text() == "{}"


def test_a_program_of_somebody_else_is_not_overwritten(home, shop):
    for target in places(shop, "cline"):
        target.path.parent.mkdir(parents=True)
        target.path.write_text("#!/bin/sh\necho theirs\n")
    done = cm("guard", "install", "cline", cwd=shop)
    assert "PreToolUse.sh" in done.out
    cm("guard", "remove", "--yes", cwd=shop)
    assert (home / ".cline/hooks/PreToolUse").read_text() == "#!/bin/sh\necho theirs\n"
    assert not (home / ".cline/hooks/PreToolUse.sh").exists()


def test_a_home_that_moved_takes_its_entry_along(home, shop):
    (home / ".claude").mkdir()
    cm("guard", "install", "claude-code", cwd=shop)
    (home / "my .cm").rename(home / "elsewhere")
    moved = {"CM_HOME": str(home / "elsewhere")}
    missing = cm("guard", "status", "--json", cwd=shop, code=1, env=moved).data["hosts"][0]
    assert "guard-script-missing" in [each["code"] for each in missing["troubles"]]
    done = cm("guard", "install", "claude-code", "--json", cwd=shop, env=moved).data["hosts"][0]
    assert [file["action"] for file in done["files"]] == ["renewed"]
    held = json.loads((home / ".claude/settings.json").read_text())["hooks"]["PreToolUse"]
    assert len(held) == 1
    assert "elsewhere" in held[0]["hooks"][0]["command"]
    cm("guard", "remove", "--yes", cwd=shop, env=moved)
    assert not (home / ".claude/settings.json").exists()


def test_doctor_names_a_script_that_is_gone_and_makes_it_anew(home, shop):
    (home / ".claude").mkdir()
    cm("init", cwd=shop)
    cm("guard", "install", "claude-code", cwd=shop)
    for path in (home / "my .cm/guards").glob("*.py"):
        path.unlink()
    found = cm("doctor", "--json", cwd=shop, code=1).data["findings"]
    assert {"guard-script-missing", "guard-script-stale"} <= {each["code"] for each in found}
    mended = cm("doctor", "--fix", "--json", cwd=shop).data["findings"]
    assert all(each["fixed"] for each in mended if each["code"].startswith("guard-script"))
    cm("guard", "test", cwd=shop)


def test_what_the_agent_would_be_denied_stands_in_the_policy(home, shop):
    (home / ".claude").mkdir()
    cm("guard", "install", "claude-code", cwd=shop)
    policy = json.loads((home / "my .cm/state/guard/policy.json").read_text())
    assert str(home / ".claude/settings.json") in policy["protected"]


def test_an_agent_may_install_and_the_answer_says_who_takes_it_back(home, shop):
    (home / ".claude").mkdir()
    out = cm("guard", "install", "claude-code", "--pack", "git", cwd=shop, env={"CLAUDECODE": "1"}).out
    assert "installed from inside claude-code" in out
    assert "packs on: core, git (new: git)" in out


def test_what_cannot_be_guarded_is_said(home, shop):
    assert "no coding agent was found" in cm("guard", "install", cwd=shop, code=4).err
    assert "has no hook before a command" in cm("guard", "install", "aider", cwd=shop, code=4).err
    unknown = cm("guard", "install", "nobody", cwd=shop, code=4).err
    assert "there is no host called" in unknown
    assert "aider" not in unknown  # only those that can be guarded are named
    assert "is in no repository" in " ".join(
        cm("guard", "install", "codex", "--project", cwd=home, code=2).err.split()
    )
    assert "there is no pack `x`" in cm("guard", "install", "codex", "--pack", "x", cwd=shop, code=4).err
    assert "no guard is registered" in cm("guard", "test", cwd=shop, code=4).err
    assert "No agent is guarded." in cm("guard", "status", cwd=shop).out
    assert not list(home.glob(".[!c]*"))


def test_a_name_that_is_nearly_an_agents_is_no_command(shop):
    refused = cm("guard", "test", "claud-code", cwd=shop, code=4)
    assert "did you mean `cm guard test claude-code`" in refused.err
