"""Asks a registered guard as its host would: the command line that stands in the settings, through a shell, with that host's own payload.

The canary is a program that does not exist and that is always denied; nothing is ever run by this. What a payload looks like and what an
answer means is data of the host (`model/host.PreCommand`).
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from time import perf_counter
from typing import Any, Final, Literal, TypeAlias

from cm.errors import NotFound
from cm.flows.env import Env
from cm.flows.guard_places import Target, named_hosts, opened, ours_of, targets
from cm.flows.scripts import script_of
from cm.hosts.registry import HOSTS
from cm.model.host import Answer, PreCommand, Spot
from cm.store.guard_log import CANARY as CANARY
from cm.store.guard_log import TEST_SESSION
from cm.store.installed import read_records
from cm.store.jsonc import decode, parse
from cm.store.registering import mentions, own_places

CANARY_TRAUMA: Final = "agent-canary"  # of the shipped pack that every guard knows; its denial names it
HARMLESS: Final = "ls"
SECONDS: Final = 30.0
_KEYS: Final = ("command", "bash", "exec")

Heard: TypeAlias = Literal["denied", "asked", "let go", "let go with a word", "not understood", "no answer"]


@dataclass(frozen=True, slots=True)
class Tried:
    """One question and its answer."""

    host: str
    title: str
    where: str
    path: str  # the file it is registered in
    line: str  # the command line that stands there
    asked: str  # the command it was asked about; "" for a payload that cannot be read
    heard: Heard
    expected: tuple[Heard, ...]  # () when anything that is understood will do
    exit: int
    out: str
    err: str
    ms: float

    @property
    def ok(self) -> bool:
        """Whether the answer is the one that was to come."""
        return (
            self.heard in self.expected
            if self.expected
            else self.heard not in ("not understood", "no answer")
        )


@dataclass(frozen=True, slots=True)
class Tested:
    """Every guard that was asked, and the registered ones that could not be."""

    tried: tuple[Tried, ...]
    missing: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all of them answered as they should."""
        return not self.missing and all(each.ok for each in self.tried)


def question(env: Env, words: Sequence[str] = ()) -> Tested:
    """Asks each registered guard, or that of the host named first; what follows is the command to ask about, else the canary.

    Raises NotFound when nothing is registered.
    """
    named = list(words[:1]) if words and words[0] in HOSTS else []
    if len(words) == 1 and not named and (near := get_close_matches(words[0].lower(), HOSTS, 1, 0.8)):
        raise NotFound(f"there is no agent {words[0]!r}", hint=f"did you mean `cm guard test {near[0]}`?")
    rest = words[len(named) :]
    found = registered(env, named)
    if not found:
        raise NotFound(
            f"no guard is registered{' for ' + ', '.join(named) if named else ''}",
            hint="cm guard install " + " ".join(named) if named else "cm guard install",
        )
    tried: list[Tried] = []
    missing: list[str] = []
    for target in found:
        line = registered_line(env, target)
        if not line:
            missing.append(f"{target.host.title}: nothing of ours stands in {target.path}")
            continue
        asked = [" ".join(rest)] if rest else [CANARY, HARMLESS, ""]
        tried += [ask(env, target, line, each, free=bool(rest)) for each in asked]
    return Tested(tuple(tried), tuple(missing))


def prove(env: Env, target: Target, line: str) -> Tried:
    """Asks about the canary alone."""
    return ask(env, target, line, CANARY)


def registered(env: Env, names: Sequence[str] = ()) -> tuple[Target, ...]:
    """What is registered by the records, one target a host and place, user and this project."""
    records = read_records(env.home.guard / "installed.json").items
    wanted = {host.name for host in named_hosts(env, names)}
    found: dict[tuple[str, str], Target] = {}
    for record in records.values():
        if record.host not in HOSTS or (wanted and record.host not in wanted):
            continue
        spot: Spot = "project" if record.where == "project" else "user"
        if spot == "project" and (env.repo is None or record.project != str(env.repo.repo)):
            continue
        for target in targets(env, HOSTS[record.host], spot):
            if str(target.path) == record.path and (target.is_run or not _is_dumb(target)):
                found.setdefault((record.host, spot), target)
    return tuple(found.values())


def registered_line(env: Env, target: Target) -> str:
    """The command line that stands in a file; of a plugin the one that it starts. "" when nothing of ours stands there."""
    script = script_of(env, target.host.name)
    file = opened(env, target)
    if file.data is None:
        return ""
    if target.is_run:
        return shlex.quote(str(target.path))
    if target.is_whole:
        return script.command
    ours = ours_of(script)
    found = parse(decode(file.data, file.name)[1], file.name)
    for each in target.registrations:
        for place in own_places(found, each.at, ours):
            entry = found.value_at(place)
            keys = ("powershell", *_KEYS) if os.name == "nt" else _KEYS
            lines = [text for key in (*keys, "") for text in _texts(entry, key) if mentions(text, ours)]
            if lines:
                return lines[0]
    return ""


def ask(env: Env, target: Target, line: str, command: str, *, free: bool = False) -> Tried:
    """One question: a command, or with "" a payload that nobody can read."""
    guard = target.host.guard
    assert guard is not None
    payload = payload_of(guard, command, str(env.cwd))
    begun = perf_counter()
    try:
        done = subprocess.run(
            line, shell=True, input=payload, capture_output=True, cwd=env.cwd, env=dict(env.environ), timeout=SECONDS
        )  # fmt: skip
        code, out, err = (
            done.returncode,
            done.stdout.decode("utf-8", "replace"),
            done.stderr.decode("utf-8", "replace"),
        )
    except subprocess.TimeoutExpired:
        code, out, err = -1, "", f"no answer within {SECONDS:.0f} seconds"
    took = (perf_counter() - begun) * 1000
    heard: Heard = "no answer" if code == -1 else understood(guard, code, out)
    return Tried(
        target.host.name, target.host.title, target.where, str(target.path), line, command, heard,
        () if free else _expected(env, command), code, out, err, round(took, 1),
    )  # fmt: skip


def payload_of(guard: PreCommand, command: str, cwd: str) -> bytes:
    """What the host would send before it runs a command; with "" one in which nobody can find a command."""
    value: dict[str, Any] = {}
    tool = next((name for name, how in guard.shells.items() if name != "*" and how != "powershell"), "")
    if tool and guard.tool:
        _set(value, guard.tool[0], tool)
    given: Any = {guard.commands[0]: command or {"not": ["a", "command"]}}
    _set(value, guard.input[0] if guard.input else "", given)
    for path in (*guard.session[:1], *guard.call[:1]):
        _set(value, path, TEST_SESSION)  # so that the log can tell a test from an agent
    if guard.folder:
        _set(value, "cwd" if "cwd" in guard.folder else guard.folder[-1], cwd)
    return json.dumps(value).encode()


def understood(guard: PreCommand, code: int, out: str) -> Heard:
    """What the host would take an answer for."""
    denials = [guard.deny, *([guard.deny_without[1]] if guard.deny_without else [])]
    if any(_is(answer, code, out) for answer in denials):
        return "denied"
    if guard.ask is not None and _is(guard.ask, code, out):
        return "asked"
    if _is(guard.allow, code, out):
        return "let go"
    if guard.note and _is(Answer(guard.note, guard.allow.exit), code, out):
        return "let go with a word"
    return "not understood"


def _expected(env: Env, command: str) -> tuple[Heard, ...]:
    if command == CANARY:
        return ("denied",)
    if command:
        return ("let go",)
    match env.settings.guard.unreadable:
        case "deny":
            return ("denied",)
        case "ask":
            return ("asked", "denied")
        case _:
            return ("let go", "let go with a word")


def _is_dumb(target: Target) -> bool:
    """Whether the file says nothing of a command: a manifest beside the one that does."""
    return target.is_whole and "{script}" not in _template_of(target)


def _template_of(target: Target) -> str:
    from cm.store.shipped import shipped_dir

    return (shipped_dir("guards") / "shims" / target.registrations[0].template).read_text("utf-8")


def _set(value: dict[str, Any], path: str, held: Any) -> None:
    if not path:
        value.update(held)
        return
    *above, last = path.split(".")
    for key in above:
        value = value.setdefault(key, {})
    if isinstance(held, dict) and isinstance(value.get(last), dict):
        value[last].update(held)
    else:
        value[last] = held


def _texts(value: Any, key: str) -> list[str]:
    """The texts under a key anywhere in an entry; with "" all of them."""
    if isinstance(value, str):
        return [] if key else [value]
    if isinstance(value, list):
        return [text for each in value for text in _texts(each, key)]
    if isinstance(value, dict):
        here = [value[key]] if key and isinstance(value.get(key), str) else []
        return here + [text for each in value.values() for text in _texts(each, key)]
    return []


def _is(answer: Answer, code: int, out: str) -> bool:
    if code != answer.exit:
        return False
    if not answer.out:
        return not out.strip()
    try:
        return _fits(json.loads(answer.out.replace("{reason}", '"{reason}"')), json.loads(out))
    except ValueError:
        return False


def _fits(shape: Any, value: Any) -> bool:
    if shape == "{reason}":
        return isinstance(value, str) and bool(value)
    if isinstance(shape, dict):
        return (
            isinstance(value, dict)
            and shape.keys() == value.keys()
            and all(_fits(shape[key], value[key]) for key in shape)
        )
    if isinstance(shape, list):
        return (
            isinstance(value, list)
            and len(shape) == len(value)
            and all(_fits(*pair) for pair in zip(shape, value, strict=True))
        )
    return type(shape) is type(value) and bool(shape == value)
