"""Which coding agents are on this machine, in which of their files the guard is registered, and what is to stand there.

Reads the environment and looks whether files are there; changes nothing. Planning and writing: `store/registering.py`; the verbs:
`flows/guarding.py`.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cm.errors import BadState, NotFound, Unwritable, Usage
from cm.flows.env import Env
from cm.flows.scripts import FLAGS, Script
from cm.hosts.registry import HOSTS
from cm.model.host import Host, Registration, Spot
from cm.store.hostfiles import HostFile, look_at_file, open_file
from cm.store.registering import Ours, Wish
from cm.store.shipped import shipped_dir

MARK: Final = "cm guard install"  # stands in every file that is ours as a whole
_QUOTED: Final = re.compile(r'"(?:[^"\\\n]|\\["\\/bfnrtu])*\.py"')


@dataclass(frozen=True, slots=True)
class Target:
    """One file of a host, with all that is to be registered in it."""

    host: Host
    where: Spot
    project: str  # the folder of the project, "" for the user's own settings
    path: Path
    registrations: tuple[Registration, ...]

    @property
    def is_whole(self) -> bool:
        """Whether the file is ours from beginning to end."""
        return self.registrations[0].shape != "json"

    @property
    def is_run(self) -> bool:
        """Whether the host starts the file itself."""
        return self.registrations[0].shape == "executable"

    @property
    def root(self) -> Any:
        """What a new file holds besides our entry."""
        return self.registrations[0].root

    @property
    def needs(self) -> tuple[str, ...]:
        """What the user has to do then."""
        return tuple(dict.fromkeys(each.needs for each in self.registrations if each.needs))


def guarded_hosts() -> tuple[Host, ...]:
    """Every host that asks before a command."""
    return tuple(host for host in HOSTS.values() if host.guard is not None and host.registration)


def hosts_here(env: Env) -> tuple[Host, ...]:
    """Those of them that are on this machine: started once, or on PATH; the setting `hosts` narrows it down."""
    wanted = env.settings.hosts
    return tuple(
        host for host in guarded_hosts() if is_here(env, host) and (not wanted or host.name in wanted)
    )


def is_here(env: Env, host: Host) -> bool:
    """Whether a host was started once under this user, or can be."""
    moved = {
        name
        for each in (*host.registration, *host.mcp)
        for name, part in each.moved
        if part and part != ".config"
    }
    if any(env.environ.get(name, "").strip() for name in moved):
        return True
    if any((env.user_home / folder).exists() for folder in host.folders):
        return True
    path = env.environ.get("PATH", "")
    return any(shutil.which(program, path=path) for program in host.programs) if path else False


def named_hosts(env: Env, names: Sequence[str]) -> tuple[Host, ...]:
    """The hosts of these names, each once. Raises NotFound for a name that is none, and for one that asks nobody."""
    able = guarded_hosts()
    found = []
    for name in dict.fromkeys(names):
        host = HOSTS.get(name)
        if host not in able:
            raise NotFound(
                f"{host.title} has no hook before a command, so it cannot be guarded"
                if host
                else f"there is no host called {name!r}",
                hint=f"those that have one: {', '.join(each.name for each in able)}; `cm guard install --git` guards commits of any",
            )
        found.append(host)
    return tuple(found)


def targets(env: Env, host: Host, where: Spot) -> tuple[Target, ...]:
    """The files in which a host is told, with what goes into each. Raises Usage where there is no project."""
    project = ""
    if where == "project":
        if env.repo is None:
            raise Usage(
                f"{env.cwd} is in no repository, so there is no project to guard",
                hint="go into the project, or leave --project out to guard all of them",
            )
        project = str(env.repo.repo)
    files = placed(env, host, where, host.registration)
    return tuple(Target(host, where, project, path, held) for path, held in files.items())


def placed(
    env: Env, host: Host, where: Spot, registrations: Sequence[Registration], mark: str = MARK
) -> dict[Path, tuple[Registration, ...]]:
    """Those of the registrations that apply on this machine, by the file that each one goes into."""
    files: dict[Path, list[Registration]] = {}
    for each in registrations:
        if each.where != where or (os.name == "nt" and not each.windows):
            continue
        path = place_of(env, each, each.path)
        if each.only_there and not path.exists():
            continue
        if each.unless and place_of(env, each, each.unless).exists():
            continue
        whole = each.shape in ("whole-file", "executable")
        files.setdefault(_free(env, each, host, path, mark) if whole else path, []).append(each)
    return {path: tuple(held) for path, held in files.items()}


def place_of(env: Env, registration: Registration, below: str) -> Path:
    """Where a path of a registration is on this machine."""
    if registration.where == "project":
        return (env.repo.repo if env.repo else env.cwd) / below
    for name, part in registration.moved:
        folder = env.environ.get(name, "").strip()
        if folder and (not part or below.startswith(part + "/")):
            return _expanded(env, folder) / below[len(part) :].lstrip("/")
    return env.user_home / below


def moved_place(env: Env, host: Host, below: str) -> Path:
    """Where a file of a host's own is, in the folder to which its registrations are moved."""
    for each in host.registration:
        if each.where == "user":
            return place_of(env, each, below)
    return env.user_home / below


def opened(env: Env, target: Target) -> HostFile:
    """The file as it is; one of a project may not lead out of it. Raises Unwritable where a file of somebody else's stands."""
    name = str(target.path)
    file = open_file(Path(target.project), name) if target.project else look_at_file(target.path, name)
    if target.is_whole and file.data is not None and is_somebody_elses(env, target.host, file.data):
        raise Unwritable(
            f"{name} is there and not ours, so nothing was written",
            hint="move it away, or let it run the guard's command line itself (`cm guard status --json` has it)",
            path=name,
        )
    return file


def wishes_of(target: Target, script: Script) -> tuple[Wish, ...]:
    """What is to stand in the file so that the host starts this script."""
    if target.is_whole:
        return (Wish(text=_template(target.registrations[0], script)),)
    return tuple(Wish(each.at, _filled(each.entry, each, script)) for each in target.registrations)


def ours_of(script: Script) -> Ours:
    """Whether a text starts this script, or one of a home that is gone."""
    path = str(script.path)
    shown = {path, shlex.quote(path), path.replace("'", "''")}
    name = script.path.name

    def is_ours(text: str) -> bool:
        if any(each in text for each in shown):
            return True
        return any(Path(word).name == name and not os.path.exists(word) for word in script_words(text))

    return is_ours


def script_words(command: str) -> list[str]:
    """The scripts of guards that a command line starts."""
    if not all(flag in command for flag in FLAGS):
        return []
    return [word for word in words_of(command) if _is_script(word)]


def words_of(line: str, *, windows: bool | None = None) -> list[str]:
    """The words of a command line as this system's shell takes them; PowerShell's call sign is none."""
    on_windows = os.name == "nt" if windows is None else windows
    try:
        words = shlex.split(line, posix=not on_windows)
    except ValueError:
        words = line.split()
    if on_windows:
        words = [
            word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "'\"" else word
            for word in words
        ]
    return words[1:] if words[:1] == ["&"] else words


def _is_script(word: str) -> bool:
    path = Path(word)
    return path.suffix == ".py" and path.parent.name == "guards" and path.stem in HOSTS


def is_somebody_elses(env: Env, host: Host, data: bytes) -> bool:
    """Whether a file that should be ours as a whole is not: it does not say so, or it starts the living guard of another home.

    Else whoever may set a variable could put a guard that knows nothing in the place of one that does.
    """
    text = data.decode("utf-8", "replace")
    if MARK not in text:
        return True
    own = str(Path(os.path.abspath(env.home.guards)) / f"{host.name}.py")
    named = {json.loads(found) for found in _QUOTED.findall(text)} | {
        word for line in text.splitlines() for word in script_words(line)
    }
    others = {word for word in named if _is_script(word) and word != own}
    return own not in named and any(os.path.exists(word) for word in others)


def _free(env: Env, registration: Registration, host: Host, path: Path, mark: str) -> Path:
    """Of the places where a file of ours may go, the one where it is, else the first that nobody has."""
    places = [path, *(place_of(env, registration, other) for other in registration.or_else)]
    for each in places:
        with suppress(OSError):
            data = each.read_bytes()
            if not (is_somebody_elses(env, host, data) if mark == MARK else mark.encode() not in data):
                return each
    return next((each for each in places if not os.path.lexists(each)), path)


def _expanded(env: Env, folder: str) -> Path:
    if folder == "~" or folder.startswith(("~/", "~\\")):
        return env.user_home / folder[2:]
    return env.cwd / folder


def _filled(value: Any, registration: Registration, script: Script) -> Any:
    if isinstance(value, dict):
        return {key: _filled(each, registration, script) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_filled(each, registration, script) for each in value]
    if value == "{timeout}":
        return registration.seconds
    if value == "{milliseconds}":
        return registration.seconds * 1000
    if isinstance(value, str):
        return value.replace("{command}", script.command).replace("{powershell}", _powershell(script))
    return value


def _powershell(script: Script) -> str:
    return "& " + " ".join("'" + word.replace("'", "''") + "'" for word in script.argv)


def _template(registration: Registration, script: Script) -> str:
    path = shipped_dir("guards") / "shims" / registration.template
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise BadState(f"{path}: a part of the guard is not there", hint="reinstall cm") from error
    quote = shlex.quote if path.suffix == ".sh" else json.dumps
    words = {
        "{python}": quote(script.argv[0]),
        "{script}": quote(str(script.path)),
        "{milliseconds}": str(registration.seconds * 1000),
    }
    for name, word in words.items():
        text = text.replace(name, word)
    return text
