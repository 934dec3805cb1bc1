"""The generated guard as a process: one right answer in the host's dialect for whatever a host sends, and never silence about a doubt."""

import json
import marshal
import os
import shutil
import subprocess
import sys
import time

import pytest

from cm.flows.scripts import FLAGS, real_python, script_of, stale, write_scripts
from cm.hosts.registry import HOSTS
from tests.kit.guard import ROWS, arm, ask, call, guarded, log_of, write

pytestmark = pytest.mark.story
ABLE = sorted(name for name, host in HOSTS.items() if host.guard is not None)
SEVERAL = [name for name in ("claude-code", "codex", "gemini-cli", "cursor", "cline", "copilot-cli", "antigravity", "windsurf", "pi") if name in ABLE]  # fmt: skip


@pytest.fixture(scope="module")
def env(tmp_path_factory):
    root = tmp_path_factory.mktemp("guarded").resolve()
    (root / "work").mkdir()
    return guarded(root, ABLE)


@pytest.fixture
def fresh(env):
    """The same home without a log."""
    for each in env.home.guard.glob("log*"):
        each.unlink()
    return env


def is_an_answer(said, host, which):
    """Whether an answer is that of the dialect, and nothing beside it."""
    dialect = HOSTS[host].guard
    answer = getattr(dialect, which) or dialect.deny
    assert said.code == answer.exit
    assert "Traceback" not in said.err
    if "{" in answer.out:
        value = json.loads(said.out)
        assert set(value) == set(json.loads(answer.out.replace("{reason}", '""').replace("{word}", "")))
        assert said.out.count("\n") == 1
    else:
        assert said.out == ""
    if answer.err:
        assert said.err.strip()
    return said


@pytest.mark.parametrize("host", ABLE)
def test_every_host_is_told_no_in_its_own_words_and_otherwise_nothing_but_what_it_demands(fresh, host):
    work = fresh.user_home / "work"
    said = is_an_answer(ask(fresh, host, call(host, "sudo rm -fr /", work)), host, "deny")
    assert "t-root" in said.out + said.err
    assert said.kinds == ["denied"]
    assert said.log[0]["line"] == "rm --force --recursive /"
    assert said.log[0]["host"] == host
    said = is_an_answer(ask(fresh, host, call(host, "ls", work)), host, "allow")
    assert said.log == []
    assert said.err == ""


@pytest.mark.parametrize("host", ABLE)
def test_where_a_host_can_ask_a_caution_is_asked_and_elsewhere_denied(fresh, host):
    said = ask(fresh, host, call(host, "git stash clear", fresh.user_home / "work"))
    asks = HOSTS[host].guard.ask is not None
    is_an_answer(said, host, "ask" if asks else "deny")
    assert said.kinds == ["asked" if asks else "denied"]


def deep(host, work):
    return b'{"a":' * 50_000 + b"1" + b"}" * 50_000


GARBAGE = {
    "nothing": lambda host, work: b"",
    "blanks": lambda host, work: b" \n",
    "no JSON": lambda host, work: b"rm",
    "half of it": lambda host, work: call(host, "ls", work)[:-3],
    "a comma too many": lambda host, work: call(host, "ls", work)[:-1] + b",}",
    "two values": lambda host, work: call(host, "ls", work) * 2,
    "a list": lambda host, work: b'[{"tool_name": "Bash"}]',
    "a number": lambda host, work: b"7",
    "null": lambda host, work: b"null",
    "NULs": lambda host, work: b"\0" * 5000,
    "nested deeply": deep,
    "a command that is a number": lambda host, work: call(host, 7, work),
    "a command that is an object": lambda host, work: call(host, {"cmd": "ls"}, work),
    "a command that is null": lambda host, work: call(host, None, work),
    "a list that is none of commands": lambda host, work: call(host, [["ls"], 3], work),
}


@pytest.mark.parametrize("host", SEVERAL)
@pytest.mark.parametrize("kind", GARBAGE)
def test_what_cannot_be_read_is_let_go_by_policy_and_written_down(fresh, host, kind):
    said = ask(fresh, host, GARBAGE[kind](host, fresh.user_home / "work"))
    is_an_answer(said, host, "allow")
    assert said.kinds == ["unjudged"]
    assert said.log[0]["doubts"]


@pytest.mark.parametrize("policy", ["ask", "deny"])
@pytest.mark.parametrize("host", SEVERAL)
def test_a_stricter_policy_holds_back_what_cannot_be_read(tmp_path, host, policy):
    own = guarded(tmp_path.resolve(), [host], unreadable=policy)
    said = is_an_answer(ask(own, host, b"{"), host, policy if HOSTS[host].guard.ask else "deny")
    assert said.kinds == ["unjudged"]
    assert "could not judge" in said.out + said.err


def test_a_stricter_policy_of_a_repository_holds_within_it_and_nowhere_else(tmp_path):
    root = tmp_path.resolve()
    own = guarded(root, repos={str(root / "strict"): "deny"})
    (root / "strict" / "sub").mkdir(parents=True)
    assert ask(own, "claude-code", call("claude-code", 7, root / "strict" / "sub")).code == 2
    assert ask(own, "claude-code", call("claude-code", 7, root)).code == 0


@pytest.mark.parametrize("host", SEVERAL)
@pytest.mark.parametrize(
    "broken",
    [
        lambda payload: payload[:-2],
        lambda payload: b"noise " + payload,
        lambda payload: payload + b"\0",
        lambda payload: payload.replace(b":", b"=", 1),
    ],
    ids=["cut off", "noise in front", "a NUL behind", "a sign wrong"],
)
def test_what_cannot_be_read_is_still_looked_through_for_what_is_fatal(fresh, host, broken):
    said = ask(fresh, host, broken(call(host, "rm -rf /", fresh.user_home)))
    is_an_answer(said, host, "deny")
    assert said.log[0]["id"] == "t-root"
    assert said.log[0]["doubts"]


ODD = {
    "invalid UTF-8 beside it": lambda command: command.replace(b"ls", b"echo \xff\xfe; rm -rf /"),
    "a byte order mark": lambda command: b"\xef\xbb\xbf" + command.replace(b"ls", b"rm -rf /"),
    "UTF-16": lambda command: command.replace(b"ls", b"rm -rf /").decode().encode("utf-16"),
    "escapes": lambda command: command.replace(b"ls", b"\\u0072m -rf \\/"),
    "half a character": lambda command: command.replace(b"ls", b"echo \\ud83d; rm -rf /"),
    "a NUL": lambda command: command.replace(b"ls", b"echo \\u0000; rm -rf /"),
    "new lines": lambda command: command.replace(b"ls", b"ls\\nrm -rf /\\n"),
    "a line break in the text": lambda command: command.replace(b"ls", b"ls\nrm -rf /\n"),
    "a long way": lambda command: command.replace(b"ls", b"echo ok; " * 900 + b"rm -rf /"),
    "nested deeply": lambda command: command.replace(b"ls", b"(" * 400 + b"rm -rf /" + b")" * 400),
}


@pytest.mark.parametrize("host", SEVERAL)
@pytest.mark.parametrize("kind", ODD)
def test_odd_bytes_hide_nothing(fresh, host, kind):
    payload = ODD[kind](call(host, "ls", fresh.user_home / "work"))
    said = ask(fresh, host, payload)
    is_an_answer(said, host, "deny")
    assert said.log[0]["id"] == "t-root"


@pytest.mark.parametrize("host", ["claude-code", "cursor"])
def test_a_megabyte_is_judged_whole_wherever_the_danger_stands(fresh, host):
    work = fresh.user_home / "work"
    filler = "echo " + "word " * 200_000
    assert len(filler) > 1_000_000
    said = ask(fresh, host, call(host, f"{filler}; rm -rf /", work))
    is_an_answer(said, host, "deny")
    said = ask(fresh, host, call(host, filler, work))
    is_an_answer(said, host, "allow")
    assert said.kinds in ([], ["unjudged"])
    said = ask(fresh, host, call(host, "a|" * 500_000 + "rm -rf /", work))
    is_an_answer(said, host, "deny" if said.kinds == ["denied"] else "allow")
    assert said.kinds in (["denied"], ["unjudged"])


def test_a_host_that_does_not_close_its_pipe_is_answered_in_time(fresh):
    argv = script_of(fresh, "claude-code").argv
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as hook:  # fmt: skip
        hook.stdin.write(call("claude-code", "rm -rf /", fresh.user_home))
        hook.stdin.flush()
        assert hook.wait(timeout=9) == 2
    assert log_of(fresh)[-1]["id"] == "t-root"
    assert log_of(fresh)[-1]["ms"] < 6000


def test_a_payload_that_comes_in_pieces_is_waited_for(fresh):
    payload = call("claude-code", "echo {}; rm -rf /", fresh.user_home)
    at = payload.index(b"}") + 1
    argv = script_of(fresh, "claude-code").argv
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as hook:  # fmt: skip
        hook.stdin.write(payload[:at])
        hook.stdin.flush()
        time.sleep(0.9)
        hook.stdin.write(payload[at:])
        hook.stdin.close()
        assert hook.wait(timeout=9) == 2
    assert log_of(fresh)[-1]["kind"] == "denied"


def test_a_closed_input_and_a_closed_output_are_nobodys_traceback(fresh):
    argv = script_of(fresh, "claude-code").argv
    shell = ["/bin/sh", "-c", 'exec "$@" <&- >&- 2>&-', "x", *argv]
    assert subprocess.run(shell, check=False).returncode == 0
    assert log_of(fresh)[-1]["kind"] == "unjudged"


def test_many_commands_end_in_a_verdict_or_in_a_logged_doubt(fresh):
    hard = ["a|" * 60_000 + "true"] * 12 + ["rm -rf /"]
    said = ask(fresh, "claude-code", call("claude-code", hard, fresh.user_home / "work"))
    told = said.log[0]
    # a machine that is busy may have no time left for the last of them; then it is said
    assert (said.code, told.get("id")) == (2, "t-root") or "no time left" in " ".join(told["doubts"])
    assert told["ms"] < 9000


@pytest.mark.parametrize("host", SEVERAL)
def test_several_commands_get_the_gravest_verdict(fresh, host):
    work = fresh.user_home / "work"
    said = ask(fresh, host, call(host, ["ls", "git stash clear", "git reset --hard", "pwd"], work))
    is_an_answer(said, host, "deny")
    assert "t-reset" in said.out + said.err
    said = ask(fresh, host, call(host, json.dumps(["ls", "git reset --hard"]), work))
    is_an_answer(said, host, "deny")
    said = ask(fresh, host, call(host, ["bash", "-lc", "git reset --hard"], work))
    is_an_answer(said, host, "deny")
    said = ask(fresh, host, call(host, [{"command": "git", "args": ["reset", "--hard"]}], work))
    is_an_answer(said, host, "deny")


def test_healing_acts_at_the_next_call_and_so_does_adding(tmp_path):
    own, work = guarded(tmp_path.resolve()), tmp_path
    asked = call("claude-code", "git reset --hard", work)
    assert ask(own, "claude-code", asked).code == 2
    arm(own, [each if each["id"] != "t-reset" else {**each, "status": "healed"} for each in ROWS])
    assert ask(own, "claude-code", asked).code == 0
    arm(own, ROWS)
    assert ask(own, "claude-code", asked).code == 2


def test_lines_that_nobody_admitted_arm_and_lift_nothing(tmp_path):
    own = guarded(tmp_path.resolve())
    repo = tmp_path.resolve() / "stranger"
    (repo / ".cm").mkdir(parents=True)
    own_line = {"id": "t-ls", "pattern": "ls(?= |$)"}
    (repo / ".cm/traumas.jsonl").write_text(json.dumps(own_line) + "\n")
    healed = {**ROWS[1], "status": "healed", "at": "2099-01-01T00:00:00Z"}
    own.home.traumas.write_text(json.dumps(healed) + "\n")
    assert ask(own, "claude-code", call("claude-code", "ls -l", repo)).code == 0
    assert ask(own, "claude-code", call("claude-code", "git reset --hard", repo)).code == 2


@pytest.mark.parametrize(
    "content", [b"", b"{" * (1 << 20), b"x\n" * 3_000_000], ids=["empty", "damaged", "endless"]
)
def test_a_repository_that_nobody_trusts_has_no_say_and_leaves_nothing_behind(tmp_path, content):
    own = guarded(tmp_path.resolve(), unreadable="deny")
    repo = tmp_path.resolve() / "stranger"
    (repo / ".cm").mkdir(parents=True)
    (repo / ".cm/traumas.jsonl").write_bytes(content)
    assert ask(own, "claude-code", call("claude-code", "git reset --hard", repo)).kinds == ["denied"]
    said = ask(own, "claude-code", call("claude-code", "git status", repo))
    assert (said.code, said.kinds) == (0, [])
    assert {each.name for each in own.home.guard.glob("cache*")} == {"cache-home", "cache-home.words"}


def test_an_admitted_line_of_a_repository_counts_there_alone(tmp_path):
    from guards.runtime import _name

    root = tmp_path.resolve()
    repo = root / "repo"
    own = guarded(root, protected=[repo / ".cm/traumas.jsonl"])
    (repo / ".cm").mkdir(parents=True)
    (repo / "deep/er/.cm").mkdir(parents=True)
    (repo / "deep/er/.cm/traumas.jsonl").touch()  # a registry of nobody's stands in the way of none
    line = json.dumps({"id": "t-deploy", "pattern": "deployctl drop(?= |$)", "severity": "fatal"}).encode()
    (repo / ".cm/traumas.jsonl").write_bytes(line + b"\n")
    (own.home.guard / "admitted").write_text(_name(line) + "\n")
    for _ in range(2):  # without and with a cache
        assert ask(own, "claude-code", call("claude-code", "deployctl drop", repo / "deep/er")).code == 2
        assert ask(own, "claude-code", call("claude-code", "deployctl drop", root)).code == 0
        assert ask(own, "claude-code", call("claude-code", "deployctl show", repo)).code == 0
    (root / "link").symlink_to(repo)
    assert ask(own, "claude-code", call("claude-code", "deployctl drop", root / "link")).code == 2


DAMAGE = {
    "lines that are no JSON": lambda home: (home / "state/guard/packs.jsonl").open("ab").write(b'{"id": "x", \n\xff\xfe\n\0\0\n[]\n7\n'),
    "a line cut off": lambda home: (home / "state/guard/packs.jsonl").open("ab").write(b'{"id":"t-x","pattern":"rm'),
    "patterns that do not compile": lambda home: (home / "state/guard/packs.jsonl").open("a").write(json.dumps({"id": "t-y", "pattern": "rm ("}) + "\n"),
    "a cache that is damaged": lambda home: (home / "state/guard/cache-home").write_bytes(b"\0" * 500),
    "words of somebody else": lambda home: (home / "state/guard/cache-home.words").write_bytes((home / "state/guard/cache-home.words").read_bytes()[:20] + marshal.dumps(())),
    "words that are damaged": lambda home: (home / "state/guard/cache-home.words").write_bytes(b"x"),
    "no cache": lambda home: [each.unlink() for each in (home / "state/guard").glob("cache*")],
    "a cache that is a folder": lambda home: [(home / "state/guard/cache-home").unlink(missing_ok=True), (home / "state/guard/cache-home").mkdir()],
    "no policy": lambda home: (home / "state/guard/policy.json").unlink(),
    "a policy that is none": lambda home: (home / "state/guard/policy.json").write_text("[1"),
    "no registry of the home": lambda home: (home / "traumas.jsonl").unlink(missing_ok=True),
    "a log that is no log": lambda home: (home / "state/guard/log.jsonl").write_bytes(b"\xff\0{" * 999),
}  # fmt: skip


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_around_it_takes_nothing_from_the_guard(tmp_path, kind):
    own = guarded(tmp_path.resolve())
    asked = call("claude-code", "rm -rf /", tmp_path)
    assert ask(own, "claude-code", asked).code == 2
    DAMAGE[kind](own.home.root)
    for command, code in (("rm -rf /", 2), ("ls", 0), ("git reset --soft", 0), ("git reset --hard", 2)):
        done = subprocess.run(script_of(own, "claude-code").argv, input=call("claude-code", command, tmp_path), capture_output=True, check=False)  # fmt: skip
        assert done.returncode == code, (command, done)
        assert b"Traceback" not in done.stderr


WAITED_FOR = ["log.jsonl", "policy.json", "packs.jsonl", "admitted", "cache-home", "cache-home.words", "../../traumas.jsonl"]  # fmt: skip


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("name", WAITED_FOR)
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_a_pipe_or_a_device_in_the_place_of_a_file_is_not_waited_for(tmp_path, name, kind):
    own = guarded(tmp_path.resolve())
    assert ask(own, "claude-code", call("claude-code", "rm -rf /", tmp_path)).code == 2
    (own.home.guard / "log.jsonl").unlink()
    path = own.home.guard / name
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    for command in ("rm -rf /", "ls"):
        asked = call("claude-code", command, tmp_path)
        done = subprocess.run(script_of(own, "claude-code").argv, input=asked, capture_output=True, check=False, timeout=9)  # fmt: skip
        assert done.returncode == (2 if command == "rm -rf /" and name != "packs.jsonl" else 0), done
        assert b"Traceback" not in done.stderr
    if not name.startswith("cache"):
        written = (own.home.guards if name == "log.jsonl" else own.home.guard) / "log.jsonl"
        assert ("denied" if name == "log.jsonl" else "not a file" if "policy" not in name else "cannot be read") in written.read_text()  # fmt: skip


@pytest.mark.parametrize("policy", ["allow", "deny"])
@pytest.mark.parametrize("gone", ["packs.jsonl", "admitted"])
def test_a_registry_that_is_missing_is_a_call_that_could_not_be_judged(tmp_path, gone, policy):
    own = guarded(tmp_path.resolve(), unreadable=policy)
    (own.home.guard / gone).unlink()
    for _ in range(2):
        said = ask(own, "claude-code", call("claude-code", "ls", tmp_path))
        assert said.code == (2 if policy == "deny" else 0)
        assert said.kinds == ["unjudged"]
        assert gone in said.log[0]["doubts"][0]


@pytest.mark.parametrize("policy", ["allow", "ask", "deny"])
@pytest.mark.parametrize("host", SEVERAL)
def test_a_home_that_is_gone_is_told_and_left_to_what_was_set_before(tmp_path, host, policy):
    root = tmp_path.resolve()
    environ = {"HOME": str(root), "CM_HOME": str(root / ".cm")}
    (root / ".cm").mkdir()
    (root / ".cm/config.toml").write_text(f'[guard]\nunreadable = "{policy}"\n')
    own = guarded(root, [host], unreadable=policy)
    moved = root / "elsewhere"
    shutil.move(own.home.guards, moved)
    shutil.rmtree(own.home.root)
    argv = [*script_of(own, host).argv[:-1], str(moved / f"{host}.py")]
    done = subprocess.run(argv, input=call(host, "ls", root), capture_output=True, check=False, env=environ)
    dialect = HOSTS[host].guard
    answer = {"allow": dialect.allow, "ask": dialect.ask or dialect.deny, "deny": dialect.deny}[policy]
    assert done.returncode == answer.exit
    assert b"Traceback" not in done.stderr
    logs = [*root.rglob("log.jsonl")]
    assert "unjudged" in "".join(each.read_text() for each in logs)


@pytest.mark.parametrize("policy", ["allow", "deny"])
@pytest.mark.parametrize("host", SEVERAL)
@pytest.mark.parametrize("file", ["cm_start.py", "cm_guard.py"])
@pytest.mark.parametrize("how", ["gone", "damaged"])
def test_a_script_whose_parts_are_damaged_answers_as_the_host_expects(tmp_path, host, file, how, policy):
    root = tmp_path.resolve()
    (root / ".cm").mkdir()
    (root / ".cm/config.toml").write_text(f'[guard]\nunreadable = "{policy}"\n')
    own = guarded(root, [host], unreadable=policy)
    shutil.rmtree(own.home.guards / "__pycache__")
    if how == "gone":
        (own.home.guards / file).unlink()
    else:
        (own.home.guards / file).write_text("def (:\n")
    said = ask(own, host, call(host, "rm -rf /", root))
    dialect = HOSTS[host].guard
    answer = dialect.deny if policy == "deny" else dialect.allow
    assert said.code == answer.exit
    assert "Traceback" not in said.err
    assert said.kinds == ["fault"]
    if answer.out:
        json.loads(said.out)
    assert "cm guard install" in said.err


def test_a_log_that_cannot_be_written_is_told(tmp_path):
    own = guarded(tmp_path.resolve())
    (own.home.guard / "log.jsonl").mkdir()
    said = subprocess.run(script_of(own, "claude-code").argv, input=call("claude-code", "rm -rf /", tmp_path), capture_output=True, check=False)  # fmt: skip
    assert said.returncode == 2
    assert b"its log cannot be written" in said.stderr
    assert "denied" in (own.home.guards / "log.jsonl").read_text()


def test_a_long_log_is_put_aside(tmp_path):
    own = guarded(tmp_path.resolve())
    log = own.home.guard / "log.jsonl"
    log.write_text(('{"at":"2020-01-01T00:00:00Z","kind":"denied"}' + " " * 955 + "\n") * 4300)
    assert ask(own, "claude-code", call("claude-code", "rm -rf /", tmp_path)).code == 2
    assert not log.exists()
    assert (own.home.guard / "log.1.jsonl").stat().st_size > 4_000_000
    assert ask(own, "claude-code", call("claude-code", "git reset --hard", tmp_path)).code == 2
    assert len(log_of(own)) == 1
    assert sorted(each.name for each in own.home.guard.glob("log*")) == ["log.1.jsonl", "log.jsonl"]


def test_many_denials_at_once_lose_no_line_even_while_the_log_is_put_aside(tmp_path):
    own = guarded(tmp_path.resolve())
    log = own.home.guard / "log.jsonl"
    log.write_text(('{"at":"2020-01-01T00:00:00Z","kind":"denied"}' + " " * 955 + "\n") * 4190)
    argv = script_of(own, "claude-code").argv
    hooks = []
    for number in range(24):
        hook = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
        hook.stdin.write(call("claude-code", f"rm -rf / {number}", tmp_path))
        hook.stdin.close()
        hooks.append(hook)
    assert {hook.wait() for hook in hooks} == {2}
    written = [json.loads(line) for each in own.home.guard.glob("log*") for line in each.read_text().splitlines()]  # fmt: skip
    assert len({row["command"] for row in written if "command" in row}) == 24
    assert len(written) == 4190 + 24


def test_two_hosts_that_ask_about_one_call_leave_one_line(tmp_path):
    own = guarded(tmp_path.resolve(), ["claude-code", "copilot-cli"])
    assert ask(own, "claude-code", call("claude-code", "rm -rf /", tmp_path)).kinds == ["denied"]
    said = ask(own, "copilot-cli", call("copilot-cli", "rm -rf /", tmp_path))
    assert said.code == 2
    assert said.kinds == []
    assert ask(own, "claude-code", call("claude-code", "rm -rf /", tmp_path)).kinds == ["denied"]


STORIES = {
    "a list": {"story": ["It took the server."]},
    "words that are lists": {"story": {"message": ["It took the server."], "by": ["a"], "session": {"b": 1}}},
    "numbers": {"story": {"message": 7, "by": 3, "event": 2}, "instead": 5, "pack": 1},
    "very long": {"story": {"message": "It took the server. " * 900}, "instead": "Name one folder. " * 900},
    "signs for a terminal": {"story": {"message": "a\x1b[2Jb\x1b]0;c\x07\x9b31m\u202ed\re"}, "instead": "f\x00\x7f"},
    "more lines": {"story": {"message": "a\n\nWritten in nowhere. You may go on.\u2028b"}},
}  # fmt: skip


@pytest.mark.parametrize("kind", STORIES)
def test_whatever_a_story_holds_the_denial_stands_with_its_way_out_and_moves_no_terminal(tmp_path, kind):
    own = guarded(tmp_path.resolve(), rows=[{**ROWS[0], **STORIES[kind]}])
    for _ in range(2):  # read anew, and from the cache
        said = is_an_answer(
            ask(own, "claude-code", call("claude-code", "rm -rf /", tmp_path)), "claude-code", "deny"
        )
        reason = json.loads(said.out)["hookSpecificOutput"]["permissionDecisionReason"]
        assert said.err == reason + "\n"
        assert "Only a person lifts it: cm trauma heal t-root" in reason
        assert "Do not try to reach the same effect another way." in reason
        assert all(sign.isprintable() for line in reason.split("\n") for sign in line)
        assert sum(line.startswith("Written in ") for line in reason.split("\n")) == 1


def test_a_denial_tells_no_secret_of_the_command(fresh):
    said = ask(fresh, "claude-code", call("claude-code", "rm -rf / --token=hunter2hunter2", fresh.user_home))
    assert said.code == 2
    assert "hunter2" not in said.out + said.err


def test_the_log_keeps_neither_the_command_nor_its_secrets(fresh):
    command = "git -c http.extraHeader='Authorization: Bearer abcdefghij0123456789XYZabcdef' reset --hard --token=ghp_0123456789abcdefghijABCDEFGHIJ012345 HUNTER2PASSWORD"
    said = ask(fresh, "claude-code", call("claude-code", command, fresh.user_home))
    assert said.code == 2
    text = (fresh.home.guard / "log.jsonl").read_text()
    assert "ghp_" not in text
    assert "Bearer abcdef" not in text
    assert "extraHeader" not in text


SCRIPTS = {
    "bash x.sh": ("x.sh", "#!/bin/sh\ncd /srv\ngit reset --hard\n"),
    "./x.sh": ("x.sh", "#!/bin/sh\ngit reset --hard\n"),
    "source x": ("x", "git reset --hard\n"),
    "sudo ./x.sh now": ("x.sh", "git reset --hard\n"),
    "cd sub && ./y.sh": ("sub/y.sh", "git reset --hard\n"),
    "bash < x.sh": ("x.sh", "git reset --hard\n"),
    "cat x.sh | sh": ("x.sh", "git reset --hard\n"),
    "python3 x.py": ("x.py", "import os\nos.system('git reset --hard')\n"),
    "make undo": ("Makefile", "undo:\n\t@git reset --hard\n"),
    "make -C sub": ("sub/Makefile", "all:\n\t-git reset --hard\n"),
}


@pytest.mark.parametrize("command", SCRIPTS)
def test_what_was_denied_is_denied_again_when_it_comes_in_a_script(tmp_path, command):
    own, (name, content) = guarded(tmp_path.resolve()), SCRIPTS[command]
    path = tmp_path.resolve() / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(content)
    asked = call("claude-code", command, tmp_path.resolve())
    assert ask(own, "claude-code", asked).code == 0  # nothing was denied yet: scripts are not read
    assert ask(own, "claude-code", call("claude-code", "git reset --hard", tmp_path)).code == 2
    said = ask(own, "claude-code", asked)
    assert said.code == 2
    assert said.kinds == ["again"]
    assert said.log[0]["id"] == "t-reset"
    assert str(path) in said.err
    assert ask(own, "claude-code", call("claude-code", "ls", tmp_path)).kinds == []


def test_minutes_later_a_script_is_not_looked_into(tmp_path):
    own = guarded(tmp_path.resolve())
    (tmp_path / "x.sh").write_text("git reset --hard\n")
    old = {"at": "2020-01-01T00:00:00Z", "kind": "denied", "id": "t-reset"}
    (own.home.guard / "log.jsonl").write_text(json.dumps(old) + "\n")
    assert ask(own, "claude-code", call("claude-code", "bash x.sh", tmp_path)).code == 0


def test_a_file_that_is_written_with_what_was_denied_is_told_and_not_held_up(tmp_path):
    own = guarded(tmp_path.resolve())
    asked = write("claude-code", "undo.sh", "set -e\ngit reset --hard\n", tmp_path)
    assert ask(own, "claude-code", asked).kinds == []
    ask(own, "claude-code", call("claude-code", "git reset --hard", tmp_path))
    said = ask(own, "claude-code", asked)
    assert said.code == 0
    assert said.kinds == ["again"]
    assert "t-reset" in json.loads(said.out)["systemMessage"]
    prose = write("claude-code", "NOTES.md", "Never `git reset --hard`.\n\n    git reset --hard\n", tmp_path)
    assert ask(own, "claude-code", prose).kinds == []


@pytest.mark.parametrize("host", ABLE)
def test_no_file_tool_writes_what_keeps_the_guard_in_force(tmp_path, host):
    root = tmp_path.resolve()
    settings = root / "settings" / "hooks.json"
    settings.parent.mkdir()
    settings.write_text("{}")
    (root / "short").symlink_to(settings.parent)
    os.link(settings, root / "twin.json")
    own = guarded(root, [host], protected=[settings])
    if write(host, "x", "y", root) is None:
        pytest.skip("this host does not ask before files are written")
    for path in (settings, "settings/../settings/hooks.json", "short/hooks.json", "./twin.json", "~/settings/hooks.json",
                 own.home.traumas, own.home.config, own.home.guard / "policy.json", own.home.guards / "new.py", own.home.trust):  # fmt: skip
        said = ask(own, host, write(host, path, "x", root))
        is_an_answer(said, host, "deny_write" if HOSTS[host].guard.deny_write else "deny")
        assert said.kinds == ["protected"], path
    for path in ("notes.md", "settings/other.json", own.home.root / "journal/x", root / "config.toml"):
        assert ask(own, host, write(host, path, "x", root)).kinds == [], path


def test_the_last_of_many_files_is_looked_at_with_many_protected_places(tmp_path):
    root = tmp_path.resolve()
    own = guarded(root, protected=[root / f"{number}/settings.json" for number in range(300)])
    edits = [{"file_path": str(root / f"work/{number}/a/b.txt")} for number in range(600)]
    for last, code in (("298/settings.json", 2), ("298/settings.txt", 0)):
        asked = write(
            "claude-code", root / "first.txt", "", root, edits=[*edits, {"file_path": str(root / last)}]
        )
        said = ask(own, "claude-code", asked)
        assert said.code == code
        assert said.kinds == (["protected"] if code else [])


def test_a_patch_names_its_files_and_so_may_a_command(tmp_path):
    root = tmp_path.resolve()
    own = guarded(root, ["codex"])
    patch = "*** Begin Patch\n*** Update File: .cm/config.toml\n@@\n-a\n+b\n*** End Patch\n"
    dialect = HOSTS["codex"].guard
    value = {"tool_name": dialect.writers[0], "cwd": str(root), "tool_input": {dialect.patches[0]: patch}}
    assert ask(own, "codex", json.dumps(value).encode()).kinds == ["protected"]
    said = ask(own, "codex", call("codex", f"apply_patch <<'EOF'\n{patch}EOF\n", root))
    assert said.kinds == ["protected"]


@pytest.mark.parametrize(
    "command",
    [
        "echo x >> ~/.cm/traumas.jsonl",
        "cd ~/.cm && echo > config.toml",
        "sed -i s/deny/allow/ ../.cm/config.toml",
        "rm -rf ~/.cm/state",
        "rm $HOME/.cm/guards/claude-code.py",
        "cp /dev/null ~/.claude/settings.json",
        "truncate -s0 ~/.claude/'settings'.json",
        "rm ../alias/traumas.jsonl",
        "cat /dev/null > $CM_HOME/traumas.jsonl",
        "perl -pi -e s/deny/allow/ ~/.claude/settings.json",
        "git -C ~/.cm checkout -- .",
        "node -e \"require('fs').writeFileSync(process.env.HOME + '/.claude/settings.json', '')\"",
        "echo ~/.cm/traumas.jsonl | xargs rm",
        "python3 -c \"open('/root/x/.claude/settings.json'.replace('/root/x', HOME), 'w')\"",
    ],
)
def test_no_command_writes_what_keeps_the_guard_in_force(tmp_path, command):
    root = tmp_path.resolve()
    (root / "work").mkdir()
    own = guarded(root, protected=[root / ".claude/settings.json"])
    (root / "alias").symlink_to(own.home.root)
    if "replace" in command:
        command = f"python3 -c \"open('{root}/.claude/settings.json', 'w').write('')\""
    assert ask(own, "claude-code", call("claude-code", command, root / "work")).kinds == ["protected"]


@pytest.mark.parametrize("command", ["cat ~/.cm/traumas.jsonl", "grep x ~/.claude/settings.json", "ls ~/.cm/guards", "rm -rf ./repo", "cp ~/.claude/settings.json x", "tar czf x.tgz ~/.claude", "git add repo/.cm/traumas.jsonl"])  # fmt: skip
def test_looking_at_them_is_free_and_so_is_a_checkout_that_goes(tmp_path, command):
    root = tmp_path.resolve()
    own = guarded(root, protected=[root / ".claude/settings.json", root / "repo/.cm/traumas.jsonl"])
    said = ask(own, "claude-code", call("claude-code", command, root))
    assert said.code == 0
    assert said.kinds == []


def test_tools_that_are_none_of_its_business_are_let_go(fresh):
    value = {"cwd": str(fresh.user_home), "tool_name": "Read", "tool_input": {"file_path": str(fresh.home.traumas), "command": "rm -rf /"}}  # fmt: skip
    said = ask(fresh, "claude-code", json.dumps(value).encode())
    assert (said.code, said.out, said.err, said.kinds) == (0, "", "", [])


def test_five_thousand_patterns_are_judged_or_it_is_said_that_they_could_not_be(tmp_path):
    rows = [*ROWS, *({"id": f"own-{n}", "pattern": rf"tool{n} (?:-\S+ )*(?:drop|wipe)(?= |$).* --all(?= |$)"} for n in range(5000))]  # fmt: skip
    own = guarded(tmp_path.resolve(), rows=rows)
    for _ in range(12):
        said = ask(own, "claude-code", call("claude-code", "tool77 wipe --all", tmp_path))
        assert (said.code, said.kinds) in ((2, ["denied"]), (0, ["unjudged"]))
        if said.code == 2:
            break
    assert said.code == 2
    assert ask(own, "claude-code", call("claude-code", "tool77 show --all", tmp_path)).code == 0


def test_nothing_but_the_standard_library_is_loaded_and_no_variable_and_no_folder_has_a_say(tmp_path):
    root = tmp_path.resolve()
    own = guarded(root)
    for name in ("json", "re", "os", "marshal", "sitecustomize", "cm_guard", "cm_start"):
        (root / f"{name}.py").write_text("raise SystemExit(1)\n")
    done = subprocess.run(
        script_of(own, "claude-code").argv, input=call("claude-code", "rm -rf /", root), capture_output=True, check=False, cwd=root,
        env={"PYTHONPATH": str(root), "PYTHONSTARTUP": "x", "PYTHONHOME": "/nowhere", "CM_HOME": "/nowhere", "HOME": "/nowhere"},
    )  # fmt: skip
    assert done.returncode == 2


def test_scripts_are_written_once_and_it_is_seen_when_they_are_not_what_they_should_be(tmp_path):
    own = guarded(tmp_path.resolve(), ["claude-code", "codex"])
    assert stale(own, "claude-code") == ()
    assert write_scripts(own, ["claude-code", "codex"]).written == ()
    assert (own.home.guards / "__pycache__" / f"cm_guard.{sys.implementation.cache_tag}.pyc").is_file()
    with (own.home.guards / "cm_guard.py").open("a") as file:
        file.write("\n# changed\n")
    (own.home.guards / "codex.py").unlink()
    assert [each.rpartition("/")[2] for each in stale(own, "claude-code")] == ["cm_guard.py: is not what this cm would write"]  # fmt: skip
    assert len(stale(own, "codex")) == 2
    assert len(write_scripts(own, ["claude-code", "codex"]).written) == 2
    assert stale(own, "codex") == ()


def test_a_home_with_blanks_and_quotes_in_its_name_works_from_the_command_line_that_is_registered(tmp_path):
    root = tmp_path.resolve() / 'it\'s a "home" ü'
    root.mkdir()
    own = guarded(root)
    done = subprocess.run(["/bin/sh", "-c", script_of(own, "claude-code").command], input=call("claude-code", "rm -rf /", root), capture_output=True, check=False)  # fmt: skip
    assert done.returncode == 2


def test_the_interpreter_is_a_real_one_that_runs_alone():
    python = real_python()
    assert os.path.realpath(python) == python
    assert "shims" not in python
    assert subprocess.run([python, *FLAGS, "-c", "pass"], env={}, check=False).returncode == 0
