import json
import sys
from dataclasses import asdict
from time import monotonic

import pytest

from cm.hosts.registry import HOSTS
from guards import door, launcher
from guards.runtime import Reader, Trauma

CLAUDE = asdict(HOSTS["claude-code"].guard)


def said(value, dialect=CLAUDE):
    payload = value if isinstance(value, bytes) else json.dumps(value).encode()
    return launcher.read_call(payload, dialect)


def data(home, **more):
    home = str(home)
    return {"version": 1, "cm": "0", "host": "claude-code", "home": home, "real_home": home, "user_home": home + "/user", "windows": False, "unreadable": "allow", "lost": ("", 0, ""), "dialect": CLAUDE, **more}  # fmt: skip


@pytest.mark.parametrize(
    "held, commands",
    [
        ("ls", ["ls"]),
        (["ls", "pwd"], ["ls", "pwd", "ls pwd"]),
        (["git", "commit -m"], ["git", "commit -m", "git 'commit -m'"]),
        ('["ls"]', ["ls"]),
        ('[ -f "x" ]', ['[ -f "x" ]']),
        ([{"command": "rm", "args": ["-rf", "a b"]}], ["rm '-rf' 'a b'"]),
        ({"command": "ls", "args": None}, ["ls"]),
        ([], []),
        (3, None),
        (None, None),
        (True, None),
        ([["ls"]], None),
        ({"args": []}, None),
    ],
)
def test_the_commands_of_a_field_in_every_form_it_may_have(held, commands):
    found = launcher.commands_in(held)
    assert (found and [each.replace("'-rf'", "-rf") for each in found]) == (
        commands and [each.replace("'-rf'", "-rf") for each in commands]
    )


def test_a_call_is_read_with_its_tool_command_folder_and_names():
    call = said({"session_id": "s", "cwd": "/w", "tool_name": "bash", "tool_input": {"command": "ls"}, "tool_use_id": "c"})  # fmt: skip
    assert (call.tool, call.kind, call.commands, call.folder) == ("bash", "command", [("ls", "sh")], "/w")
    assert (call.session, call.call, call.doubt) == ("s", "c", "")


def test_an_input_that_comes_as_text_is_read_as_the_object_it_is():
    call = said({"tool_name": "Bash", "tool_input": json.dumps({"command": "ls"})})
    assert call.commands == [("ls", "sh")]
    assert said({"tool_name": "Bash", "tool_input": "ls"}).doubt == "the input of the tool is not an object"


def test_files_are_found_where_a_writer_names_them_in_lists_of_edits_and_in_patches():
    edits = {"edits": [{"filePath": "a", "newString": "x"}, {"filePath": "b"}], "file_path": "c"}
    call = said({"tool_name": "MultiEdit", "tool_input": edits})
    assert sorted(call.files) == ["a", "b", "c"]
    assert call.contents == ["x"]
    patch = "*** Begin Patch\n*** Add File: n\n+x\n*** Update File: o\n*** Move to: p\n*** Delete File: q\n"
    assert launcher.patched(patch) == ["n", "o", "p", "q"]
    assert "src/a.py" in launcher.patched("--- a/src/a.py\n+++ b/src/b.py\n@@ -1 +1 @@\n")
    assert "src/b.py" in launcher.patched("--- a/src/a.py\n+++ /dev/null\nrename to src/b.py\n")


@pytest.mark.parametrize(
    "value",
    [b"", b"x", b"[1]", b"null", b'{"tool_name": 3}', b"{}", {"tool_name": "Bash"}, {"tool_name": "Bash", "tool_input": []},
     {"tool_name": "Bash", "tool_input": {"command": 3}}, {"tool_name": "Write", "tool_input": {"content": "x"}}],
)  # fmt: skip
def test_whatever_is_not_as_the_dialect_tells_is_a_doubt(value):
    assert said(value).doubt


def test_json_is_read_as_the_json_module_reads_it():
    for text in ('{"a": [1, 2.5, -1e3, true, null, "\\u00e9\\n"]}', ' [] ', '"x"', "7", '{"a":1,"a":2}', '{"a":"\n\0"}'):  # fmt: skip
        assert launcher.loads(text) == json.loads(text, strict=False)
    for text in ("", "{", "[1,]", "{} {}", "nul", '"x'):
        with pytest.raises(ValueError):
            launcher.loads(text)
    for text in ("plain", 'quo"te', "é\n\u2028\ud800", "\0"):
        assert door.dumps(text) == json.dumps(text)


@pytest.mark.parametrize(
    "line, gone",
    [
        ("git push https://me:hunter2@host/x", "hunter2"),
        ("curl --header Authorization:␣Bearer␣abc123 x", "abc123"),
        ("curl -H Authorization: Bearer abc123 x", "abc123"),
        ("psql --password=hunter2 x", "hunter2"),
        ("mysql --password hunter2 x", "hunter2"),
        ("API_KEY=hunter2 deploy", "hunter2"),
        ("mysql -phunter2 -e DROP␣DATABASE␣x", "hunter2"),
        ("curl --request=DELETE --user=admin:hunter2 https://host/x", "hunter2"),
        ("curl --oauth2-bearer=hunter2 --request=DELETE https://host", "hunter2"),
        ("docker login -u a -p hunter2", "hunter2"),
        ("aws configure set aws_secret_access_key hunter2", "hunter2"),
        ("x --token ghp_0123456789abcdefghij", "ghp_0123456789abcdefghij"),
        ("x AKIAABCDEFGHIJKLMNOP", "AKIAABCDEFGHIJKLMNOP"),
        ("x 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c", "9f86d081884c7d659a2feaa0c55ad015"),
    ],
)
def test_what_looks_like_a_secret_is_not_kept(line, gone):
    assert gone not in door.short_of_secrets(line)


@pytest.mark.parametrize("line", ["rm --force --recursive /", "git push --force origin main", "kubectl delete namespace kube-system-2", "git reset --hard HEAD~3", "> ~/.ssh/config", "psql DROP TABLE user_tokens CASCADE", "docker run -p 80:80 --user=me x"])  # fmt: skip
def test_plain_lines_are_kept_as_they_are(line):
    assert door.short_of_secrets(line) == line


def test_a_path_is_the_same_by_every_way_that_leads_to_it(tmp_path):
    root = tmp_path.resolve()
    kept = root / "keep" / "file.json"
    kept.parent.mkdir()
    kept.write_text("x")
    (root / "link").symlink_to(kept.parent)
    (root / "hard").hardlink_to(kept)
    for way in (kept, "keep/file.json", "./keep/../keep//file.json", "link/file.json", "hard", "~/keep/file.json", f"file://{kept}"):  # fmt: skip
        assert door.kept_by(str(way), [str(kept)], str(root), str(root)) == str(kept), way
    for way in ("keep/other", "keep/file.json.bak", "other", "~/x", "\0", "", "..", "link/x" * 200):
        assert door.kept_by(str(way), [str(kept)], str(root), str(root)) == "", way
    assert door.kept_by(str(root / "keep"), [str(kept)], str(root), "") == str(kept)
    assert door.kept_by(str(root / "keep/new/file"), [str(root / "keep")], "", "") == str(root / "keep")


def test_capitals_do_not_count_where_the_system_does_not_count_them(tmp_path, monkeypatch):
    kept = str(tmp_path.resolve() / "gone" / "Settings.json")
    other = str(tmp_path.resolve() / "gone" / "settings.JSON")
    assert door.kept_by(other, [kept], "", "") == ""
    monkeypatch.setattr(sys, "platform", "darwin")
    assert door.kept_by(other, [kept], "", "") == kept


def test_scripts_that_a_command_runs_are_named_by_its_reading():
    def named(command):
        reading = Reader("/w", "/h").read(command)
        return {path for path, _ in door.scripts_run(reading, command, "/w", "/h")}

    assert "/w/x.sh" in named("bash -e x.sh a")
    assert "/w/x.sh" in named("./x.sh")
    assert "/opt/y" in named("sudo env A=1 /opt/y --now")
    assert "/w/sub/x.sh" in named("cd sub && ./x.sh")
    assert "/h/x.sh" in named("~/x.sh")
    assert "/w/t/Makefile" in named("make -C t all")
    assert named("cat x.sh") == set()


def test_the_language_of_a_file_is_known_by_its_first_line_or_its_name():
    assert door.language_of("a", "#!/usr/bin/env bash\n") == "sh"
    assert door.language_of("a", "#!/usr/bin/python3.11\n") == "python3"
    assert door.language_of("a.ps1", "") == "pwsh"
    assert door.language_of("sub/Makefile", "") == "make"
    assert door.language_of("README.md", "rm -rf /") == ""
    assert door.language_of("LICENSE", "") == ""


def test_the_log_is_read_from_its_end_and_only_as_far_as_it_matters(tmp_path):
    log = door.Log([str(tmp_path / "log.jsonl")])
    assert log.tail("2026") == []
    for at in ("2026-01-01", "2026-01-02", "2026-01-03"):
        assert log.write({"at": at, "kind": "denied", "doubts": ["ü"], "ms": 1.5})
    again = door.Log([str(tmp_path / "log.jsonl")])
    assert [row["at"] for row in again.tail("2026-01-02")] == ["2026-01-03", "2026-01-02"]
    assert again.tail("2026-01-03")[0]["doubts"] == ["ü"]


def test_a_line_behind_one_that_was_cut_off_begins_anew(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(b'{"at":"2026","kin')
    assert door.Log([str(path)]).write({"at": "2027"})
    assert path.read_bytes() == b'{"at":"2026","kin\n{"at":"2027"}\n'


def test_a_log_goes_to_the_next_place_when_the_first_takes_nothing(tmp_path):
    (tmp_path / "file").write_text("")
    log = door.Log([str(tmp_path / "file/log.jsonl"), str(tmp_path / "other.jsonl")])
    assert log.write({"at": "2026"})
    assert "file/log.jsonl" in log.fault
    assert (tmp_path / "other.jsonl").exists()


def test_an_error_on_the_way_is_an_answer_and_a_line_in_the_log(tmp_path, monkeypatch, capfd):
    def breaks(*args, **more):
        raise RuntimeError("no such luck")

    monkeypatch.setattr(door, "judge", breaks)
    call = said({"cwd": str(tmp_path), "tool_name": "Bash", "tool_input": {"command": "ls"}})
    code = door.answer(data(tmp_path, unreadable="deny"), b"", call, monotonic())
    assert code == 2
    assert "RuntimeError" in json.loads(capfd.readouterr().out)["hookSpecificOutput"]["permissionDecisionReason"]  # fmt: skip
    lines = [json.loads(line) for line in (tmp_path / "state/guard/log.jsonl").read_text().splitlines()]
    assert [row["kind"] for row in lines if "RuntimeError" in row.get("doubts", [])] == ["unjudged"]


def test_when_even_the_answer_breaks_the_host_gets_the_one_that_policy_asks_for(tmp_path, monkeypatch, capfd):
    def breaks(*args, **more):
        raise MemoryError

    monkeypatch.setattr(door.Door, "say", breaks)
    call = said({"tool_name": "Bash", "tool_input": {"command": "ls"}})
    assert door.answer(data(tmp_path, unreadable="deny"), b"", call, monotonic()) == 2
    assert door.answer(data(tmp_path, unreadable="allow"), b"", call, monotonic()) == 0
    assert "MemoryError" in capfd.readouterr().err


def test_the_words_of_protected_places_are_seen_in_every_spelling():
    names = launcher.names(b'{"protected": ["/h/.claude/settings.json", "C:\\\\u\\\\.qwen\\\\hooks.json"]}', "/h/.cm")  # fmt: skip
    for command in (b"rm ~/.cm/traumas.jsonl", b"rm 'settings'.json", b"mv .Claude x", b"cat hooks.json"):
        assert launcher.may_matter(command, names), command
    for command in (b"ls", b"git commit -m x", b"uv run pytest"):
        assert not launcher.may_matter(command, names), command


def test_the_start_looks_at_the_disk_only_for_what_may_be_a_script(tmp_path):
    (tmp_path / "x").write_text("")
    (tmp_path / "d").mkdir()
    for command in ("bash x", "./x", "sudo ./x", f"{tmp_path}/x", "python3.11 a", "make", "cd a", ". x", "~/x"):  # fmt: skip
        assert launcher.may_run_a_file(command, str(tmp_path)), command
    for command in ("ls d/", "git status", "./gone", "ls -la", "echo a/b"):
        assert not launcher.may_run_a_file(command, str(tmp_path)), command


def test_a_caution_is_said_in_other_words_where_it_is_asked_about(tmp_path):
    row = {"id": "t-c", "pattern": "ls", "severity": "caution"}
    asking = door.Door(data(tmp_path), 0.0)
    asking.verdict(door.judge("ls", [Trauma(row)]), "ls")
    assert asking.found[0].reason.startswith("To be confirmed, because of trauma t-c")
    telling = door.Door(data(tmp_path, dialect={**CLAUDE, "ask": None}), 0.0)
    telling.verdict(door.judge("ls", [Trauma(row)]), "ls")
    assert telling.found[0].reason.startswith("Denied by trauma t-c")
    assert telling.found[0].kind == "denied"


def policy(*paths):
    return json.dumps({"protected": list(paths)}, indent=1).encode()


def test_the_start_knows_the_nearest_trusted_repository_or_leaves_it_to_the_door(tmp_path):
    root = str(tmp_path.resolve())
    given = data(root + "/.cm")
    own = f"{root}/.cm/traumas.jsonl"
    two = policy(own, f"{root}/a/.cm/traumas.jsonl", f"{root}/a/b/.cm/traumas.jsonl")
    assert launcher.repo_of(f"{root}/a/x", policy(own), given) == ""
    assert launcher.repo_of(f"{root}/a/x", two, given) == f"{root}/a"
    assert launcher.repo_of(f"{root}/a/b", two, given) == f"{root}/a/b"
    assert launcher.repo_of(f"{root}/c", two, given) == ""
    assert launcher.repo_of(f"{root}/a/../c", two, given) is None
    assert launcher.repo_of("a", two, given) is None
    (tmp_path / "link").symlink_to(tmp_path)
    assert launcher.repo_of(f"{root}/link/a", two, given) is None
    asked = door.Door(given, monotonic())
    asked.protected = json.loads(two)["protected"]
    for folder, repo in (("a/x", "a"), ("a/b/c", "a/b"), ("link/a", "a"), ("c", "")):
        asked.call.folder = f"{root}/{folder}"
        assert asked.repo() == (f"{root}/{repo}" if repo else "")


def test_when_the_time_is_over_policy_answers(tmp_path, capfd):
    assert door.give_up(data(tmp_path, unreadable="deny"), monotonic()) == 2
    assert door.give_up(data(tmp_path, unreadable="allow"), monotonic()) == 0
    kinds = [json.loads(line)["kind"] for line in (tmp_path / "state/guard/log.jsonl").read_text().splitlines()]  # fmt: skip
    assert kinds.count("unjudged") == 2


def asked_to(tmp_path, tool, given):
    """What a door with Claude Code's switches finds in one call."""
    switches = [[each.path, list(each.keys), each.value] for each in HOSTS["claude-code"].switches]
    (tmp_path / "shop").mkdir(exist_ok=True)
    call = said({"session_id": "s", "cwd": str(tmp_path / "shop"), "tool_name": tool, "tool_input": given})
    asked = door.Door(data(tmp_path / "home", switches=switches), monotonic(), "")
    asked.call = call
    asked.learn()
    for text, shell in call.commands:
        asked.look_at_command(text, shell, 2.0) if asked.registry else None
        line = asked.disarms(text, shell)
        if line:
            asked.protects(line, text)
    asked.look_at_files()
    return [each.kind for each in asked.found if each.kind == "protected"]


OFF = '{"disableAllHooks": true}'


@pytest.mark.parametrize(
    "tool, given",
    [
        ("Write", {"file_path": ".claude/settings.local.json", "content": OFF}),
        ("Edit", {"file_path": ".claude/settings.json", "old_string": "{", "new_string": OFF[:-1]}),
        ("Bash", {"command": f"echo '{OFF}' > .claude/settings.local.json"}),
        ("Bash", {"command": "jq '.disableAllHooks=true' .claude/settings.json > t && mv t .claude/settings.json"}),
        ("Bash", {"command": f"claude --settings '{OFF}' -p x"}),
        ("Bash", {"command": "claude config set disableAllHooks true"}),
    ],
)  # fmt: skip
def test_the_setting_that_keeps_the_host_from_running_hooks_is_not_set_by_an_agent(tmp_path, tool, given):
    assert asked_to(tmp_path, tool, given) == ["protected"]


@pytest.mark.parametrize(
    "tool, given",
    [
        ("Write", {"file_path": ".claude/settings.local.json", "content": '{"permissions": {}}'}),
        ("Write", {"file_path": ".claude/settings.json", "content": '{"disableAllHooks": false}'}),
        ("Write", {"file_path": "docs/hooks.md", "content": OFF}),
        ("Bash", {"command": f"echo '{OFF}' >> docs/hooks.md"}),
        ("Bash", {"command": "grep -rn disableAllHooks ~/.claude"}),
        ("Bash", {"command": "claude -p hi"}),
    ],
)
def test_other_settings_and_what_only_speaks_of_that_one_pass(tmp_path, tool, given):
    assert asked_to(tmp_path, tool, given) == []


def test_a_patch_that_names_a_registry_is_seen(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    (home / "traumas.jsonl").write_text("")
    text = f"patch -p0 <<'E'\n--- {home}/traumas.jsonl\n+++ {home}/traumas.jsonl\n@@ -1 +0,0 @@\n-x\nE"
    assert asked_to(tmp_path, "Bash", {"command": text}) == ["protected"]
    assert asked_to(tmp_path, "Bash", {"command": text.replace(str(home), "src")}) == []
