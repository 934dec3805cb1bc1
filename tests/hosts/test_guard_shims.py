"""The plugins inside a host that start the guard: what they send, what they make of the answer, and what they do without one."""

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cm.hosts.registry import HOSTS

SHIMS = Path(__file__).parents[2] / "guards/shims"
NODE = shutil.which("node")

# how each plugin is called, and how its answer is told: a driver in JavaScript that prints one JSON document
OPENCODE = """
const made = await (await import(process.argv[2])).CmGuard({ directory: "/home/dev/shop" });
const call = JSON.parse((await import("node:fs")).readFileSync(process.argv[3], "utf8"));
let denied = "";
try {
  await made["tool.execute.before"]({ tool: call.tool, sessionID: "s-1", callID: "call-7" }, { args: call.input });
} catch (error) { denied = error.message; }
console.log(JSON.stringify({ denied }));
"""
PI = """
let asked;
(await import(process.argv[2])).default({ on: (event, handler) => { if (event === "tool_call") asked = handler; } });
const call = JSON.parse((await import("node:fs")).readFileSync(process.argv[3], "utf8"));
const got = await asked({ toolName: call.tool, input: call.input, toolCallId: "call-7" },
  { cwd: "/home/dev/shop", sessionManager: { getSessionId: () => "s-1" } });
console.log(JSON.stringify({ denied: got?.block ? got.reason : "" }));
"""
AMP = """
let asked;
const helpers = { shellCommandFromToolCall: (event) => event.tool === "Bash" ? { command: event.input.cmd, dir: "/home/dev/shop" } : null };
(await import(process.argv[2])).default({ helpers, on: (event, handler) => { if (event === "tool.call") asked = handler; } });
const call = JSON.parse((await import("node:fs")).readFileSync(process.argv[3], "utf8"));
const got = await asked({ tool: call.tool, input: call.input, toolUseID: "call-7", thread: { id: "s-1" } });
console.log(JSON.stringify({ denied: got.action === "reject-and-continue" ? got.message : "", action: got.action }));
"""
DRIVERS = {
    "opencode": ("opencode.js", OPENCODE, {"command": "ls"}, "bash", "write"),
    "pi": ("pi.ts", PI, {"command": "ls"}, "bash", "write"),
    "amp": ("amp.ts", AMP, {"cmd": "ls"}, "Bash", "create_file"),
}


def strips_types():
    if NODE is None:
        return False
    told = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in told.strip("v\n").split(".")[:2]) >= (22, 18)


needs_node = pytest.mark.skipif(not strips_types(), reason="there is no Node of 22.18 or later")
SAYS_NO = 'print(json.dumps({"deny": "no: " + json.dumps(call)})); sys.stderr.write("no"); sys.exit(2)'


def plugin(host, tmp_path, body=SAYS_NO, *, python=sys.executable, wait=20_000):
    """The shim with a guard that does `body`; returns the call that runs it."""
    name, driver, given, shell, _ = DRIVERS[host]
    script = tmp_path / "a guard's script.py"
    script.write_text(f"import json, os, sys, time\ncall = json.load(sys.stdin)\n{body}\n", "utf-8")
    text = (SHIMS / name).read_text("utf-8")
    for mark, value in (("python", python), ("script", str(script)), ("milliseconds", wait)):
        text = text.replace("{" + mark + "}", json.dumps(value))
    file = tmp_path / f"plugin{Path(name).suffix.replace('.js', '.mjs').replace('.ts', '.mts')}"
    file.write_text(text, "utf-8")
    (tmp_path / "drive.mjs").write_text(driver, "utf-8")

    def call(tool=shell, value=given):
        sent = tmp_path / "call.json"
        sent.write_text(json.dumps({"tool": tool, "input": value}), "utf-8")
        done = subprocess.run(
            [NODE, "--no-warnings", tmp_path / "drive.mjs", file, sent],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout), done.stderr

    return call


@pytest.mark.parametrize("host", DRIVERS)
@needs_node
def test_the_guard_is_sent_the_call_and_its_reason_is_told(host, tmp_path):
    told, err = plugin(host, tmp_path)()
    sent = json.loads(told["denied"].removeprefix("no: "))
    assert sent.pop("cwd") in ("/home/dev/shop", str(Path.cwd()))
    assert sent.pop("input")["command"] == "ls"
    assert sent == {"tool": DRIVERS[host][3], "session": "s-1", "call": "call-7"}
    assert err == ""


@pytest.mark.parametrize("host", DRIVERS)
@needs_node
def test_a_guard_that_says_nothing_lets_the_call_go(host, tmp_path):
    assert plugin(host, tmp_path, "pass")()[0]["denied"] == ""


@pytest.mark.parametrize("host", DRIVERS)
@needs_node
def test_a_reader_is_not_even_asked_about(host, tmp_path):
    told, _ = plugin(host, tmp_path, "open(sys.argv[0] + '.asked', 'w').close()")("read", {"path": "a"})
    assert told["denied"] == ""
    assert not list(tmp_path.glob("*.asked"))


@pytest.mark.parametrize("host", DRIVERS)
@needs_node
def test_a_writer_is_asked_about(host, tmp_path):
    assert plugin(host, tmp_path)(DRIVERS[host][4], {"path": "a"})[0]["denied"].startswith("no: ")


@pytest.mark.parametrize("host", DRIVERS)
@pytest.mark.parametrize(
    "body, reason",
    [
        ("sys.stderr.write('why not'); sys.exit(2)", "why not"),
        ("sys.exit(2)", "denied by the guard of cm"),
        ("print('not json'); sys.stderr.write('why not'); sys.exit(2)", "why not"),
        ("print(json.dumps({'deny': ''}))", ""),
        ("print(json.dumps({'deny': 7}))", ""),
        ("print('[]')", ""),
        ("print('null')", ""),
        ("print(json.dumps({'deny': 'x' * 200000 + '\\u2028'}))", "x" * 200000 + "\u2028"),
    ],
)
@needs_node
def test_what_the_guard_answers_is_read_as_it_is_meant(host, body, reason, tmp_path):
    assert plugin(host, tmp_path, body)()[0]["denied"] == reason


@pytest.mark.parametrize("host", DRIVERS)
@pytest.mark.parametrize(
    "body",
    [
        "sys.exit(1)",
        "os.kill(os.getpid(), 9)",
        "raise SystemError",
        "os.close(0); time.sleep(0.2); sys.exit(3)",
    ],
)
@needs_node
def test_a_guard_that_breaks_lets_the_call_go_and_says_so_once(host, body, tmp_path):
    told, err = plugin(host, tmp_path, body)()
    assert told["denied"] == ""
    assert err.startswith("cm guard: ")
    assert err.endswith("; the call went on unguarded\n")
    assert err.count("\n") == 1


@pytest.mark.parametrize("host", DRIVERS)
@needs_node
def test_a_guard_that_is_not_there_lets_the_call_go_and_says_so_once(host, tmp_path):
    told, err = plugin(host, tmp_path, python=str(tmp_path / "gone/python"))()
    assert told["denied"] == ""
    assert err == "cm guard: it cannot be started (ENOENT); the call went on unguarded\n"


@pytest.mark.parametrize("host", DRIVERS)
@needs_node
def test_a_slow_guard_is_waited_for_no_longer_than_its_time(host, tmp_path):
    told, err = plugin(host, tmp_path, "time.sleep(30)", wait=700)()
    assert told["denied"] == ""
    assert err == "cm guard: it gave no answer in time; the call went on unguarded\n"


@pytest.mark.parametrize("host", DRIVERS)
@needs_node
def test_a_call_longer_than_a_pipe_holds_is_sent_whole(host, tmp_path):
    value = {"command": "x" * 900_000, "cmd": "x" * 900_000}
    body = "print(json.dumps({'deny': str(len(call['input']['command']))}))"
    assert plugin(host, tmp_path, body)(value=value)[0]["denied"] == "900000"


def test_a_plugin_asks_about_every_tool_of_its_dialect():
    for name in ("opencode", "pi", "oh-my-pi", "amp"):
        host = HOSTS[name]
        (template,) = {entry.template for entry in host.registration}
        text = (SHIMS / template).read_text("utf-8")
        asked = text[text.index("new Set([") : text.index("])")]
        tools = {tool.lower() for tool in host.guard.writers}
        tools |= {tool.lower() for tool in host.guard.shells} if name != "amp" else set()
        assert [tool for tool in tools if f'"{tool}"' not in asked] == []


def test_shims_say_by_whom_they_were_written_and_are_filled_in_at_known_places():
    for path in SHIMS.iterdir():
        text = path.read_text("utf-8")
        if "_hook" in path.name:  # `tests/hosts/test_hook_words.py`
            continue
        assert "cm guard install" in text
        for mark in ("{python}", "{script}"):
            assert (mark in text) == (path.suffix != ".json")


@pytest.mark.skipif(sys.platform == "win32", reason="a script of sh")
def test_the_script_for_cline_hands_the_payload_on(tmp_path):
    script = tmp_path / "it's a guard.py"
    script.write_text("import sys\nprint(sys.stdin.read() + '|' + ' '.join(sys.argv[1:]))\nsys.exit(2)\n")
    text = (SHIMS / "cline.sh").read_text("utf-8")
    text = text.replace("{python}", shlex.quote(sys.executable)).replace("{script}", shlex.quote(str(script)))
    hook = tmp_path / "PreToolUse"
    hook.write_text(text)
    hook.chmod(0o755)
    done = subprocess.run([hook], input='{"a": 1}', capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, '{"a": 1}|\n', "")
