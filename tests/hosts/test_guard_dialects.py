"""Every host's guard dialect: what comes out of its payloads, how it is answered, and where it is told to ask."""

import json
import re
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from cm.hosts.registry import HOSTS
from cm.model.host import Answer
from guards.launcher import read_call
from tests.hosts.guard_payloads import COMMAND, COMMANDS, OTHERS, REPO, WRITES

ABLE = [name for name, host in HOSTS.items() if host.guard is not None]
PLACES = [
    pytest.param(name, entry, id=f"{name} {entry.where} {entry.path} {'.'.join(entry.at)}")
    for name in ABLE
    for entry in HOSTS[name].registration
]
SHIMS = Path(__file__).parents[2] / "guards/shims"
NASTY = 'Denied: rm -rf "$HOME"\n\t\\ {reason} {command} \u2028 é 🪿 %s </script>'

# the events that each host knows, and that ask before a tool is used
EVENTS = {
    "claude-code": {"PreToolUse"},
    "codex": {"PreToolUse"},
    "gemini-cli": {"BeforeTool"},
    "qwen-code": {"PreToolUse"},
    "copilot-cli": {"preToolUse"},
    "cursor": {"beforeShellExecution", "preToolUse"},
    "droid": {"PreToolUse"},
    "goose": {"PreToolUse"},
    "antigravity": {"PreToolUse"},
    "windsurf": {"pre_run_command", "pre_write_code"},
}


def data(host):
    """A host's dialect as the script holds it."""
    return json.loads(json.dumps(asdict(HOSTS[host].guard)))


def read(host, payload):
    return read_call(json.dumps(payload).encode(), data(host))


def ids(cases):
    return [f"{case[0]}-{number}" for number, case in enumerate(cases)]


def said(answer, reason=NASTY):
    """What goes to standard output, read as strictly as a host might."""
    text = answer.out.replace("{reason}", json.dumps(reason))
    assert "\n" not in text
    return json.loads(text) if text else None


# --- what comes out of a payload


def test_every_host_that_asks_is_told_and_the_other_way_round():
    assert len(ABLE) == 15
    assert [name for name, host in HOSTS.items() if host.registration] == ABLE
    assert "continue" not in ABLE  # it was seen to run no hook, whatever its settings say
    assert {name for name, *_ in COMMANDS} == {name for name, *_ in WRITES} == set(ABLE)
    assert {name for name, _ in OTHERS} == set(ABLE)


@pytest.mark.parametrize("host", ABLE)
def test_a_dialect_is_plain_data(host):
    plain = data(host)
    assert plain["shells"] == HOSTS[host].guard.shells
    assert set(plain["shells"].values()) <= {"sh", "powershell", "cmd", "native"}
    lists = ("tool", "input", "commands", "folder", "session", "call", "writers", "files", "contents")
    assert all(plain[name] and all(isinstance(each, str) for each in plain[name]) for name in lists)


@pytest.mark.parametrize("host, payload, shell", COMMANDS, ids=ids(COMMANDS))
def test_command_folder_session_and_call_come_out(host, payload, shell, monkeypatch):
    call = read(host, payload)
    assert (call.doubt, call.kind) == ("", "command")
    assert call.commands == [(COMMAND, "sh" if shell == "native" else shell)]
    assert (call.folder, call.session) == (REPO, "s-1")
    if "call-7" in json.dumps(payload) or host == "antigravity":
        assert call.call in ("call-7", "7")
    monkeypatch.setattr("sys.platform", "win32")
    assert read(host, payload).commands[0][1] == ("powershell" if shell == "native" else shell)


@pytest.mark.parametrize("host, payload, files", WRITES, ids=ids(WRITES))
def test_the_files_that_a_tool_writes_come_out_with_what_it_writes(host, payload, files):
    call = read(host, payload)
    assert (call.doubt, call.kind, call.commands) == ("", "file", [])
    assert call.files == files
    written = json.dumps(payload)
    if "rm -rf x" in written:
        assert any("rm -rf x" in each for each in call.contents)
    if "*** Begin Patch" in written:
        assert any("*** Begin Patch" in each for each in call.contents)


@pytest.mark.parametrize("host, payload", OTHERS, ids=ids(OTHERS))
def test_what_runs_nothing_and_writes_nothing_is_let_go(host, payload):
    call = read(host, payload)
    assert (call.doubt, call.kind, call.commands, call.files) == ("", "", [], [])


@pytest.mark.parametrize("host, payload, shell", COMMANDS, ids=ids(COMMANDS))
def test_a_tool_is_known_whatever_its_capitals(host, payload, shell):
    named = json.loads(json.dumps(payload))
    for holder in (named, named.get("tool_call"), named.get("toolCall"), named.get("preToolUse")):
        for key in ("tool_name", "toolName", "tool", "name", "agent_action_name"):
            if isinstance(holder, dict) and isinstance(holder.get(key), str):
                holder[key] = holder[key].upper()
    assert read(host, named).commands == read(host, payload).commands


@pytest.mark.parametrize("host, payload, shell", COMMANDS, ids=ids(COMMANDS))
def test_a_command_that_is_no_text_is_a_doubt(host, payload, shell):
    broken = json.dumps(payload).replace(json.dumps(COMMAND), "7").replace(json.dumps([COMMAND]), "7")
    call = read_call(broken.encode(), data(host))
    assert call.kind == "command"
    assert bool(call.doubt) == (broken != json.dumps(payload))


# --- answers

CLAUDE = {
    "hookSpecificOutput": {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": NASTY,
    }
}
DENIALS = {
    "claude-code": (CLAUDE, 2, True),
    "codex": (CLAUDE, 2, True),
    "qwen-code": (CLAUDE, 2, True),
    "droid": (CLAUDE, 2, True),
    "gemini-cli": ({"decision": "deny", "reason": NASTY}, 2, True),
    "copilot-cli": ({"permissionDecision": "deny", "permissionDecisionReason": NASTY, **CLAUDE}, 2, True),
    "cursor": ({"permission": "deny", "user_message": NASTY, "agent_message": NASTY}, 0, True),
    "goose": ({"decision": "block", "reason": NASTY}, 2, True),
    "cline": ({"overrideInput": {"commands": ["exit 2"]}, "contextModification": NASTY}, 0, True),
    "opencode": ({"deny": NASTY}, 2, True),
    "pi": ({"deny": NASTY}, 2, True),
    "oh-my-pi": ({"deny": NASTY}, 2, True),
    "amp": ({"deny": NASTY}, 2, True),
    "antigravity": ({"decision": "deny", "reason": NASTY}, 0, True),
    "windsurf": (None, 2, True),
}
ALLOWED = {"cursor": {"continue": True}, "antigravity": {"decision": "allow"}}
# where nobody is there to answer, these wait for ever or run the command; of the others nobody knows
NEVER_ASK = {
    "codex",
    "gemini-cli",
    "goose",
    "cline",
    "opencode",
    "pi",
    "oh-my-pi",
    "amp",
    "windsurf",
}


@pytest.mark.parametrize("host", ABLE)
def test_a_denial_is_what_the_host_takes_for_one(host):
    deny = HOSTS[host].guard.deny
    assert (said(deny), deny.exit, deny.err) == DENIALS[host]


@pytest.mark.parametrize("host", ABLE)
def test_to_let_a_call_go_nothing_is_said_that_the_host_does_not_want(host):
    allow = HOSTS[host].guard.allow
    assert (said(allow), allow.exit, allow.err) == (ALLOWED.get(host), 0, False)


@pytest.mark.parametrize("host", ABLE)
def test_only_a_host_that_can_ask_is_told_to(host):
    guard = HOSTS[host].guard
    assert (guard.ask is None) == (host in NEVER_ASK)
    if guard.ask is not None:
        assert guard.ask.exit == 0
        told = json.dumps(said(guard.ask, "why"))
        assert "ask" in told
        assert '"why"' in told
        assert "deny" not in told


@pytest.mark.parametrize("host", ABLE)
def test_a_note_lets_the_call_run_and_tells_the_reason(host):
    note = HOSTS[host].guard.note
    if note:
        told = said(Answer(note))
        assert NASTY in told.values()
        assert set(told) <= {"systemMessage", "decision", "reason"}
        assert told.get("decision", "allow") == "allow"


def test_cline_is_denied_softly_and_its_old_extension_by_cancelling():
    guard = HOSTS["cline"].guard
    wrote = said(guard.deny_write)
    assert wrote == {
        "overrideInput": {"path": "", "new_text": "", "input": ""},
        "contextModification": NASTY,
    }
    path, older = guard.deny_without
    assert path == "tool_call"
    assert said(older) == {"cancel": True, "errorMessage": NASTY}
    payloads = [payload for name, payload, _ in COMMANDS if name == "cline"]
    assert [read("cline", payload).older for payload in payloads] == [False, False, False, True]


def test_a_reason_never_goes_through_a_shell():
    for host in ABLE:
        guard = HOSTS[host].guard
        for answer in (guard.deny, guard.deny_write, guard.ask, guard.allow):
            if answer is not None and "overrideInput" in answer.out:
                assert NASTY not in json.dumps(said(answer)["overrideInput"])


# --- where a host is told


def filled(entry, value=None):
    value = entry.entry if value is None else value
    if isinstance(value, dict):
        return {key: filled(entry, each) for key, each in value.items()}
    if isinstance(value, list):
        return [filled(entry, each) for each in value]
    numbers = {"{timeout}": entry.seconds, "{milliseconds}": entry.seconds * 1000}
    if value in numbers:
        return numbers[value]
    if isinstance(value, str):
        return value.replace("{command}", "/py -I -S -E /g.py").replace("{powershell}", "& '/py' /g.py")
    return value


def texts(value):
    if isinstance(value, dict):
        return [text for each in value.values() for text in texts(each)]
    if isinstance(value, list):
        return [text for each in value for text in texts(each)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("host", ABLE)
def test_a_host_is_told_for_the_user_and_for_a_project(host):
    assert {entry.where for entry in HOSTS[host].registration} == {"user", "project"}


@pytest.mark.parametrize("host, entry", PLACES)
def test_a_place_is_whole(host, entry):
    assert not entry.path.startswith(("/", "~"))
    assert ".." not in entry.path.split("/")
    assert entry.needs == "" or entry.needs.endswith(".")
    assert 0 <= entry.seconds <= 30
    if entry.shape == "json":
        assert entry.at
        assert isinstance(entry.entry, dict)
        assert not entry.template
        assert entry.at[-1] in EVENTS[host]
    else:
        assert entry.entry is None
        assert (SHIMS / entry.template).is_file()


@pytest.mark.parametrize("host, entry", PLACES)
def test_an_entry_starts_the_guard_and_waits_in_the_hosts_own_unit(host, entry):
    if entry.shape != "json":
        return
    whole = filled(entry)
    assert json.loads(json.dumps(whole)) == whole
    assert not any(mark in text for text in texts(whole) for mark in ("{", "://"))
    handler = whole["hooks"][0] if "hooks" in whole else whole
    command = handler.get("command", handler.get("bash"))
    assert command == "/py -I -S -E /g.py"
    waits = {key: handler[key] for key in ("timeout", "timeoutSec") if key in handler}
    assert waits == (
        {"timeout": 10_000}
        if host == "gemini-cli"
        else {"timeoutSec": 10}
        if host == "copilot-cli"
        else {}
        if host == "windsurf"
        else {"timeout": 10}
    )
    if "bash" in handler or host == "windsurf":
        assert handler["powershell"].startswith("& ")
    if host == "cursor":
        assert handler["failClosed"] is True
        assert entry.root == {"version": 1}


@pytest.mark.parametrize("host, entry", PLACES)
def test_a_matcher_takes_every_tool_that_the_host_calls_so_and_no_other(host, entry):
    if entry.shape != "json" or "matcher" not in entry.entry:
        return
    matcher = re.compile(entry.entry["matcher"])
    exact = "^" not in entry.entry["matcher"]  # these hosts compare whole names
    tools = {call[1] for call in calls_of(host)}
    for kind, tool in calls_of(host):
        wanted = kind == "file" or host != "cursor"
        if tool in FOREIGN.get(host, ()) or kind == "":
            wanted = False
        found = matcher.fullmatch(tool) if exact else matcher.search(tool)
        assert bool(found) == wanted, tool
    assert tools


# of the payloads: what other programs, which ignore matchers, call their tools; and goose's and Copilot's two-faced editors
FOREIGN = {
    "claude-code": {"run_in_terminal", "create_file", "editFiles"},
    "copilot-cli": {"Bash", "run_in_terminal", "multi_replace_string_in_file"},
}


def calls_of(host):
    found = set()
    for name, payload, *_ in (*COMMANDS, *WRITES, *OTHERS):
        call = read(name, payload)
        if name == host and call.tool != "*":
            kind = call.kind
            if not kind and call.tool in ("str_replace_editor", "developer__text_editor"):
                kind = "file"
            found.add((kind, call.tool))
    return sorted(found)


def test_goose_is_given_no_broken_expression():
    matchers = [
        each.entry["hooks"] and each.entry["matcher"] for each in HOSTS["goose"].registration if each.entry
    ]
    assert matchers
    assert "*" not in matchers


def test_droid_is_told_where_it_looks():
    """A new hooks.json would silence what stands in the settings."""
    first, second = (entry for entry in HOSTS["droid"].registration if entry.where == "user")
    assert (first.path, first.only_there, first.at) == (".factory/hooks.json", True, ("PreToolUse",))
    assert (second.unless, second.at) == (first.path, ("hooks", "PreToolUse"))


def test_a_variable_moves_the_place():
    claude = HOSTS["claude-code"].registration[0]
    assert claude.place({}) == ("", ".claude/settings.json")
    assert claude.place({"CLAUDE_CONFIG_DIR": " "}) == ("", ".claude/settings.json")
    assert claude.place({"CLAUDE_CONFIG_DIR": "/x"}) == ("/x", "settings.json")
    gemini = HOSTS["gemini-cli"].registration[0]
    assert gemini.place({"GEMINI_CLI_HOME": "/x"}) == ("/x", ".gemini/settings.json")
    opencode = HOSTS["opencode"].registration[0]
    both = {"XDG_CONFIG_HOME": "/c", "OPENCODE_CONFIG_DIR": "/o"}
    assert opencode.place(both) == ("/o", "plugins/cm-guard.js")
    assert opencode.place({"XDG_CONFIG_HOME": "/c"}) == ("/c", "opencode/plugins/cm-guard.js")
    assert replace(claude, where="project").place({"CLAUDE_CONFIG_DIR": "/x"}) == ("", claude.path)


@pytest.mark.parametrize("host, entry", PLACES)
def test_what_moves_a_place_names_a_part_of_its_path(host, entry):
    for name, part in entry.moved:
        assert name.isupper()
        assert not part or entry.path.startswith(part + "/")
        assert entry.where == "user"
