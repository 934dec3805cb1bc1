"""`cm doctor --live`: what was registered is started as the agent would start it, with a question that does nothing.

A hook is asked as for a sub-agent, which is told nothing and noted nowhere but in the hook log; that line is the proof that it went the
whole way. The guard is asked about the canary, the server for its tools, the program for its version.
Then the program itself is asked one thing, with a model of ours: `live_program.py`.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any, Final

from cm.errors import CmError
from cm.flows import hooking
from cm.flows.env import Env
from cm.flows.guard_places import Target
from cm.flows.guard_test import prove, registered, registered_line
from cm.flows.live_program import Registered, program_of, try_program
from cm.flows.scripts import quoted
from cm.flows.set_up_state import registered_places
from cm.flows.setup_places import OURS, Place, opened
from cm.flows.tried import Tried as Tried
from cm.hosts.registry import HOSTS
from cm.model.host import Host
from cm.store import toml_splice, yaml_splice
from cm.store.hook_log import read_hook_log
from cm.store.jsonc import decode, parse
from cm.store.registering import mentions, own_places

SESSION: Final = "cm-doctor"
SECONDS: Final = 30.0
ASKED: Final = ("start", "prompt", "compact", "end")
_VERSION: Final = re.compile(r"\d+\.\d+[\w.+-]*")
_INITIALIZE: Final = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "cm doctor", "version": "1"}},
}  # fmt: skip
_ASKED: Final = (
    _INITIALIZE,
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
)


def try_all(
    env: Env,
    names: Sequence[str] = (),
    *,
    programs: bool = True,
    progress: Callable[[int, int, str], object] | None = None,
) -> tuple[Tried, ...]:
    """Starts everything that is registered for these hosts, or for all; without `programs` the agents' own programs are left out."""
    tried: list[Tried] = []
    hosts: dict[str, None] = {}
    guards = [target for target in registered(env, _guarded(names)) if not names or target.host.name in names]
    placed = [place for place in registered_places(env) if not names or place.host.name in names]
    for target in guards:
        hosts[target.host.name] = None
        with suppress(CmError):
            if line := registered_line(env, target):
                said = prove(env, target, line)
                told = (
                    "denied the canary"
                    if said.ok
                    else f"did not deny the canary ({said.heard}, exit {said.exit})"
                )
                tried.append(Tried(said.host, said.title, "guard", said.ok, told, said.ms, said.path))
    for place in placed:
        hosts[place.host.name] = None
        try:
            tried += _hooks(env, place)
            tried += _server(env, place)
        except CmError as error:
            tried.append(
                Tried(place.host.name, place.host.title, "file", False, error.message, 0.0, str(place.path))
            )
    order = list(hosts)
    for number, name in enumerate(order if programs else ()):
        if progress:
            progress(number, len(order), HOSTS[name].title)
        mine = [target for target in guards if target.host.name == name]
        tried += _program(env, name, mine, [place for place in placed if place.host.name == name])
    return tuple(sorted(tried, key=lambda each: order.index(each.host)))


def _guarded(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in names if HOSTS[name].guard is not None)


# --- hooks


def _hooks(env: Env, place: Place) -> list[Tried]:
    if "hooks" not in place.parts or place.host.moments is None:
        return []
    return [_ask(env, place, moment, line) for moment, line in _lines(env, place) if moment in ASKED]


def _lines(env: Env, place: Place) -> list[tuple[str, str]]:
    """(moment, the command line that stands in the file, or that the file starts)."""
    host = place.host
    if place.is_whole:
        moments = [each.moment for each in place.registrations if each.moment]
        if place.first.shape == "executable":
            return [(moments[0], shlex.quote(str(place.path)))]
        if host.moments is not None and not moments:
            spoken = [moment for moment, _ in host.moments.words.answers]
            return [
                (moment, quoted((*hooking.hook_words(env, host.name), moment))) for moment in (*spoken, "end")
            ]
        return []
    file = opened(place)
    if file.data is None:
        return []
    found = parse(decode(file.data, file.name)[1], file.name)
    lines = []
    for each in place.registrations:
        if each.member or not each.moment:
            continue
        for spot in own_places(found, each.at, OURS):
            texts = [text for text in _texts(found.value_at(spot)) if hooking.is_hook(text)]
            plain = [text for text in texts if not text.startswith("& ")]
            if plain:
                lines.append((each.moment, plain[0]))
    return lines


def _ask(env: Env, place: Place, moment: str, line: str) -> Tried:
    host = place.host
    assert host.moments is not None
    words = host.moments.words
    payload: dict[str, Any] = {}
    for paths, value in (
        (words.session, SESSION),
        (words.agent, SESSION),
        (words.folder, str(env.cwd)),
        (words.prompt, ""),
        (words.event, moment),
    ):
        if paths:
            _set(payload, paths[0], value)
    before = _noted(env)
    begun = perf_counter()
    code, out, err = _run(line, json.dumps(payload).encode(), env)
    ms = round((perf_counter() - begun) * 1000, 1)
    after = _noted(env)
    ok = code == 0 and not out.strip() and len(after) > len(before)
    if ok:
        told = "answered"
    elif code != 0:
        told = f"ended with status {code}: {err.strip().splitlines()[-1][:120] if err.strip() else 'nothing was said'}"
    elif out.strip():
        told = "answered a sub-agent, to which nothing should be said"
    else:
        told = "left no line in the hook log"
    return Tried(host.name, host.title, f"{moment} hook", ok, told, ms, str(place.path))


def _noted(env: Env) -> list[dict[str, Any]]:
    return [
        line
        for line in read_hook_log(str(env.home.root))
        if str(line.get("session", "")).endswith(f"/{SESSION}")
    ]


# --- the server


def _server(env: Env, place: Place) -> list[Tried]:
    if "mcp" not in place.parts:
        return []
    each = next(each for each in place.registrations if each.member or each.shape in ("toml", "yaml"))
    file = opened(place)
    if file.data is None:
        return []
    text = decode(file.data, file.name)[1]
    if each.shape == "toml":
        entry = toml_splice.value_at(toml_splice.read(text, file.name), each.at)
    elif each.shape == "yaml":
        entry = yaml_splice.value_at(yaml_splice.read(text, file.name), each.at)
    else:
        entry = parse(text, file.name).value_at(each.at)
    if not isinstance(entry, dict) or not mentions(entry, OURS.member):
        return []
    command = entry.get("command", entry.get("cmd"))
    words = [*(command if isinstance(command, list) else [command]), *entry.get("args", ())]
    variables = entry.get("env") or entry.get("environment") or entry.get("envs") or {}
    asked = b"".join(json.dumps(message).encode() + b"\n" for message in _ASKED)
    begun = perf_counter()
    code, out, err = _talk([str(word) for word in words], asked, env, variables)
    ms = round((perf_counter() - begun) * 1000, 1)
    tools = _tools(out)
    told = (
        f"answered with {len(tools)} tools"
        if tools
        else f"gave no tools (status {code}): {err.strip().splitlines()[-1][:120] if err.strip() else 'nothing was said'}"
    )
    return [Tried(place.host.name, place.host.title, "MCP server", bool(tools), told, ms, str(place.path))]


def _talk(words: list[str], asked: bytes, env: Env, variables: dict[str, str]) -> tuple[int, str, str]:
    """Asks a server on its standard input, and lets it go when it has answered the last question."""
    try:
        server = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=env.cwd, env={**env.environ, **variables}
        )  # fmt: skip
    except OSError as error:
        return 127, "", str(error)
    assert server.stdin is not None
    assert server.stdout is not None
    from threading import Timer

    limit = Timer(SECONDS, server.kill)
    limit.start()
    out: list[bytes] = []
    try:
        server.stdin.write(asked)
        server.stdin.flush()
        for line in server.stdout:
            out.append(line)
            if b'"id":2' in line.replace(b" ", b""):
                break
        rest, err = server.communicate(timeout=SECONDS)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        server.kill()
        rest, err = server.communicate()
    finally:
        limit.cancel()
    return (
        server.returncode,
        (b"".join(out) + rest).decode("utf-8", "replace"),
        err.decode("utf-8", "replace"),
    )


def _tools(out: str) -> list[Any]:
    for line in out.splitlines():
        with suppress(ValueError):
            value = json.loads(line)
            if isinstance(value, dict) and value.get("id") == 2:
                found = value.get("result", {}).get("tools", [])
                return found if isinstance(found, list) else []
    return []


# --- the program


def _program(env: Env, name: str, guards: Sequence[Target], told: Sequence[Place]) -> list[Tried]:
    """Whether the agent's own program starts, and what it does then; one that is not on PATH is not missed, many are no programs."""
    host = HOSTS[name]
    found = program_of(env, host)
    if not found:
        return []
    begun = perf_counter()
    code, out, err = _run(f"{shlex.quote(found)} --version", b"", env)
    ms = round((perf_counter() - begun) * 1000, 1)
    version = _VERSION.search(out) or _VERSION.search(err)
    say = f"{version[0]} ({found})" if version else f"told no version, status {code} ({found})"
    starts = Tried(name, host.title, "program", code == 0 and version is not None, say, ms)
    if not starts.ok:
        return [starts]
    return [starts, *try_program(env, host, found, _registered(env, host, guards, told))]


def _registered(env: Env, host: Host, guards: Sequence[Target], told: Sequence[Place]) -> Registered:
    """What the program is to run. It is asked in a folder of its own, and in the project around us where something stands there."""
    spots = {*(target.where for target in guards), *(place.where for place in told if "hooks" in place.parts)}
    in_project = "project" in spots
    if in_project and "user" in spots and host.headless is not None and host.headless.here:
        in_project = False  # then only what is the user's own can be tried
    theirs = [place for place in told if in_project or place.where == "user"]
    targets = [target for target in guards if in_project or target.where == "user"]
    moments = {moment for place in theirs for moment in _moments(env, place)}
    return Registered(
        frozenset(moments), bool(targets), in_project,
        next((need for place in theirs if "hooks" in place.parts for need in place.needs), ""),
        next((need for target in targets for need in target.needs), ""),
    )  # fmt: skip


def _moments(env: Env, place: Place) -> list[str]:
    if "hooks" not in place.parts or place.host.moments is None:
        return []
    with suppress(CmError):
        return [moment for moment, _ in _lines(env, place) if moment in ASKED]
    return []


def _run(line: str, data: bytes, env: Env) -> tuple[int, str, str]:
    try:
        done = subprocess.run(
            line, shell=True, input=data, capture_output=True, cwd=env.cwd, env=dict(env.environ), timeout=SECONDS
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return -1, "", f"no answer within {SECONDS:.0f} seconds"
    except OSError as error:
        return 127, "", str(error)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def _set(value: dict[str, Any], path: str, held: Any) -> None:
    *above, last = path.split(".")
    for key in above:
        value = value.setdefault(key, {})
    value[last] = held


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for each in inner for text in _texts(each)]
