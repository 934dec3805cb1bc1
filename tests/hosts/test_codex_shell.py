"""Commands inside Code Mode scripts, and what such scripts print."""

import json

import pytest

from cm.hosts.codex_shell import ended_of, patch_paths, printed_results, script_commands, script_stdin


@pytest.mark.parametrize(
    "script, commands",
    [
        ('const r = await tools.exec_command({cmd: "pytest -q"}); text(r)', ["pytest -q"]),
        ("tools.exec_command({ 'cmd': 'echo \\'x\\'' })", ["echo 'x'"]),
        ("tools.exec_command({cmd: `multi\nline ${x}`})", ["multi\nline ${x}"]),
        ('tools.exec_command({workdir: "/w", yield_time_ms: 1, cmd: "a\\n\\"b\\" \\u00e9 \\u{1F600} \\x41"})', ['a\n"b" é 😀 A']),
        ("tools.exec_command({cmd:\"one\"}); tools.exec_command({cmd:'two'})", ["one", "two"]),
        ('const cmd = "make it"; await tools.exec_command({cmd, workdir: "/w"})', ["make it"]),
        ("const c = 'make it'; await tools.exec_command({cmd: c})", ["make it"]),
        ("for (const c of list) await tools.exec_command({cmd: c})", []),
        ('tools.exec_command({cmd: "grep cmd: x.js; echo tools.exec_command(1)"})', ["grep cmd: x.js; echo tools.exec_command(1)"]),
        ('tools.shell({command: "ls"})', ["ls"]),
        ('tools.update_plan({plan: [{step: "cmd: \\"x\\""}]})', []),
        ("", []),
        ("tools.exec_command(", []),
    ],
)  # fmt: skip
def test_commands_are_found_as_text(script, commands):
    assert script_commands(script) == commands


def test_results_are_found_among_other_output():
    one = {"chunk_id": "1", "wall_time_seconds": 0.1, "exit_code": 1, "output": "x"}
    two = {"wall_time_seconds": 2, "session_id": 42, "output": "y"}
    text = f"--- R1\n{json.dumps(one)}\n{json.dumps([{'status': 'fulfilled', 'value': two}])}\n{{not json"
    assert printed_results(text) == [("x", 1, ""), ("y", None, "42")]
    assert printed_results('{"exit_code": 3}') == []


def test_looking_at_a_process_is_told_from_starting_one():
    assert script_stdin("const r = await tools.write_stdin({session_id: 8924, chars: ''})") == "8924"
    assert script_stdin("tools.exec_command({cmd: 'x'})") == ""


def test_paths_of_a_patch_come_once_each():
    patch = "*** Begin Patch\n*** Add File: a b.py\n+*** Update File: no\n*** Delete File: c\n*** Add File: a b.py\n*** End Patch"
    assert patch_paths(patch) == ["a b.py", "c"]


def test_a_status_line_inside_the_output_is_not_the_status():
    ended = ended_of(
        "Chunk ID: 1\nProcess exited with code 0\nOutput:\nProcess exited with code 9\nOutput:\n"
    )
    assert ended.code == 0
    assert ended.text.startswith("Process exited with code 9")
