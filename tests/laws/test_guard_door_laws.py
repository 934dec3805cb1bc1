"""Whatever a host sends, the door answers as the dialect says, and what the start lets go the door would let go in silence."""

import json
from dataclasses import asdict

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cm.hosts.registry import HOSTS
from guards import door, launcher
from tests.kit.guard import call, guarded, log_of

ABLE = sorted(name for name, host in HOSTS.items() if host.guard is not None)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
COMMANDS = st.lists(
    st.sampled_from(
        ["rm", "-rf", "/", "ls", "git", "reset", "--hard", "stash", "clear", "'", '"', "$x", ";", "\n", "&&", "|", "é", "\0", "~", "..",
         ".cm", "traumas.jsonl", ">", ">>", "echo", "cat", "'r'm", "r\\m", "RM", "sh", "-c", "x/y", "hooks.json", "\ud800"]
    ),
    max_size=8,
).map(" ".join)  # fmt: skip


@pytest.fixture(scope="module")
def env(tmp_path_factory):
    root = tmp_path_factory.mktemp("laws").resolve()
    return guarded(root, [], protected=[root / "kept/hooks.json"])


def data(env, host):
    home = str(env.home.root)
    return {"host": host, "home": home, "real_home": home, "user_home": str(env.user_home), "windows": False, "unreadable": "allow", "dialect": asdict(HOSTS[host].guard)}  # fmt: skip


def answered(env, host, payload, capfd):
    """(exit status, standard output, lines in the log) of the door itself."""
    given_ = data(env, host)
    (env.home.guard / "log.jsonl").unlink(missing_ok=True)
    code = door.answer(given_, payload, launcher.read_call(payload, given_["dialect"]), door_begin())
    return code, capfd.readouterr().out, log_of(env)


def door_begin():
    from time import monotonic

    return monotonic()


def is_in_the_dialect(host, code, out):
    dialect = HOSTS[host].guard
    forms = [each for each in (dialect.allow, dialect.deny, dialect.ask, dialect.deny_write) if each]
    assert code in {each.exit for each in forms}
    assert code != 1
    assert out == "" or isinstance(json.loads(out), dict)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(payload=st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()), host=st.sampled_from(ABLE))  # fmt: skip
def test_garbage_is_answered_and_written_down(env, capfd, payload, host):
    code, out, log = answered(env, host, payload, capfd)
    is_in_the_dialect(host, code, out)
    read = launcher.read_call(payload, asdict(HOSTS[host].guard))
    if read.doubt:
        assert [row["kind"] for row in log] in (["unjudged"], ["denied"])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=JSON, host=st.sampled_from(ABLE))
def test_any_value_where_a_command_is_expected_is_answered(env, capfd, value, host):
    code, out, log = answered(env, host, call(host, value, env.user_home), capfd)
    is_in_the_dialect(host, code, out)
    if not isinstance(value, str | list | dict):
        assert [row["kind"] for row in log] == ["unjudged"]


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(command=COMMANDS, host=st.sampled_from(["claude-code", "cursor"]))
def test_what_the_start_lets_go_the_door_lets_go_in_silence(env, capfd, command, host):
    payload = call(host, command, env.user_home)
    code, out, log = answered(env, host, payload, capfd)  # makes the cache, too
    is_in_the_dialect(host, code, out)
    (env.home.guard / "log.jsonl").unlink(missing_ok=True)
    given_ = data(env, host)
    try:
        free = launcher.lets_go(given_, launcher.read_call(payload, given_["dialect"]))
    except (OSError, ValueError):
        free = False
    if free:
        assert (code, log) == (HOSTS[host].guard.allow.exit, [])
