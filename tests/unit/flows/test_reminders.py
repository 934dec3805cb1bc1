"""A rule is said before the command that it speaks against, once in a session, and never when it may be out of date."""

import json
from hashlib import sha256

import pytest

from cm.flows.env import open_env
from cm.flows.refresh import refresh
from cm.hosts.registry import HOSTS
from guards.launcher import goes_against, is_run, parts_of
from tests.kit.guard import _put, arm, ask, call, guarded

PYTEST = "r-aaaaaaaaaaaaa"
BOOK = f"""schema: 1
rules:
  - id: {PYTEST}
    text: Run the tests with `uv run pytest -q`, not with bare `pytest` <here>.
    kind: rule
    state: active
    origin: {{by: human, at: 2026-11-01T00:00:00Z}}
  - id: r-bbbbbbbbbbbbb
    text: Never run `git push --force`.
    kind: anti-pattern
    state: active
    scope: {{project: github.com/acme/other}}
    origin: {{by: human, at: 2026-11-01T00:00:00Z}}
  - id: r-ccccccccccccc
    text: "`npm test` failed (command not found); `pnpm test` passed."
    kind: fact
    state: active
    origin: {{by: heuristic, at: 2026-11-01T00:00:00Z}}
  - id: r-ddddddddddddd
    text: Never run `make deploy`.
    kind: anti-pattern
    state: draft
    origin: {{by: heuristic, at: 2026-11-01T00:00:00Z}}
"""


@pytest.fixture
def env(tmp_path):
    env = guarded(tmp_path, hosts=("claude-code", "codex", "gemini-cli", "copilot-cli", "cline"))
    env.home.playbook.write_text(BOOK)
    refresh(env)
    return env


def told(said):
    return json.loads(said.out)["hookSpecificOutput"]["additionalContext"] if said.out else ""


def sent(host, command, cwd, session="s1"):
    """A payload of the host's with the session in its words."""
    payload = json.loads(call(host, command, str(cwd)))
    _put(payload, HOSTS[host].guard.session[0], session)
    return payload


def run(env, command, session="s1", host="claude-code"):
    return ask(env, host, json.dumps(sent(host, command, env.cwd, session)).encode())


def test_a_rule_is_said_before_the_command_it_speaks_against_once_in_a_session(env):
    said = run(env, "cd src && pytest -x tests/")
    assert said.code == 0
    assert PYTEST in told(said)
    assert "&lt;here&gt;" in told(said)
    assert run(env, "pytest").out == ""
    assert PYTEST in told(run(env, "pytest", session="s2"))
    lines = [json.loads(line) for line in (env.home.guard / "reminded.jsonl").read_text().splitlines()]
    assert [(line["session"], line.get("again", False)) for line in lines] == [
        ("claude-code/s1", False), ("claude-code/s1", True), ("claude-code/s2", False)
    ]  # fmt: skip


def test_what_is_said_stands_in_the_envelope_and_its_hash_in_the_ledger(env):
    text = told(run(env, "pytest"))
    assert text.startswith("<cm-context id=")
    (line,) = [json.loads(each) for each in env.home.shown.read_text().splitlines()]
    assert (line["door"], line["rules"], line["session"]) == ("hook-command", [PYTEST], "claude-code/s1")
    assert line["sha256"] == sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    "command",
    ["uv run pytest -q", "pytest --version", "echo pytest", "grep -r 'pytest' .", "cat <<E\npytest\nE", "rg pytest; ls", "make deploy",
     "git push --force", "npm test -- --watch", "my-pytest"],
)  # fmt: skip
def test_another_command_is_left_alone(env, command):
    assert run(env, command).out == ""


def test_a_pair_that_failed_and_passed_is_said_of_exactly_that_command(env):
    assert "r-ccccccccccccc" in told(run(env, "npm test"))


def test_a_rule_of_another_project_is_said_only_there(env, tmp_path):
    with_roots = (env.home.guard / "reminders.jsonl").read_text()
    assert "r-bbbbbbbbbbbbb" not in with_roots  # nobody worked there yet, so where it holds is not known


def test_a_trauma_comes_first(env):
    arm(
        env,
        [{"id": "t-pytest", "pattern": "pytest", "severity": "critical", "story": {"message": "It hung."}}],
    )
    said = run(env, "pytest")
    assert said.code == 2
    assert "It hung." in said.err


@pytest.mark.parametrize(
    ("host", "path"),
    [
        ("codex", ("hookSpecificOutput", "additionalContext")),
        ("copilot-cli", ("additionalContext",)),
        ("cline", ("contextModification",)),
    ],
)
def test_every_host_that_takes_it_is_told_in_its_own_words(env, host, path):
    value = json.loads(run(env, "pytest", host=host).out)
    for key in path:
        value = value[key]
    assert PYTEST in value


def test_a_host_that_takes_no_context_is_told_nothing(env):
    assert run(env, "pytest", host="gemini-cli").out == ""
    assert not (env.home.guard / "reminded.jsonl").exists()


def test_after_a_change_nothing_is_said_until_the_file_is_made_anew(env):
    env.home.playbook.write_text(BOOK.replace("bare `pytest` <here>", "bare `pytest` there"))
    assert run(env, "pytest").out == ""
    refresh(open_env(env.environ, env.cwd))
    assert "there" in told(run(env, "pytest"))


def test_what_was_withdrawn_is_not_said(env):
    env.home.ledger_dir.mkdir(exist_ok=True)
    line = {"id": "b-1", "rule": PYTEST, "text": "x", "at": "2026-11-30T00:00:00Z", "by": "human"}
    env.home.blocked.write_text(json.dumps(line) + "\n")
    assert run(env, "pytest").out == ""


def test_damage_and_a_session_without_a_name_are_silence(env):
    assert run(env, "pytest", session="").out == ""
    (env.home.guard / "reminders.jsonl").write_text("{not json")
    said = run(env, "pytest")
    assert (said.code, said.out) == (0, "")


@pytest.mark.parametrize(
    ("text", "parts"),
    [("A=1 pytest -q", [["pytest", "-q"]]), ("sudo npm install && ./x.sh", [["npm", "install"], ["x.sh"]]), ("echo 'a; b'", [["echo", "a; b"]]),
     ("pytest -h", []), ("x $(pytest)", []), ("a 'b", []), ("", [])],
)  # fmt: skip
def test_a_line_is_taken_apart_into_simple_commands(text, parts):
    assert parts_of(text) == parts


def test_options_may_stand_anywhere_and_words_in_their_order():
    assert is_run(["git", "push", "--force"], ["git", "push", "origin", "--force"])
    assert not is_run(["git", "push", "--force"], ["git", "stash", "push", "--force"])
    assert is_run(["*", "--no-verify"], ["git", "commit", "--no-verify"])
    row = {"exact": [], "dont": [["npm"]], "do": [["npm", "ci"]]}
    assert goes_against(row, ["npm", "install"])
    assert not goes_against(row, ["npm", "ci"])
