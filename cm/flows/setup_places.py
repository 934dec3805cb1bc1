"""What each agent can be told beside the guard, in which of its files, and what is to stand there: hooks, server, block.

Looks whether files are there and changes nothing. Writing is `store/registering.py`, the verbs are `flows/setting_up.py` and
`flows/setup_removing.py`; the same for the guard is `flows/guard_places.py`.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from cm.errors import BadState, NotFound, Unwritable, Usage
from cm.flows import hooking
from cm.flows.env import Env
from cm.flows.guard_places import is_here, placed
from cm.flows.scripts import quoted
from cm.hosts.registry import HOSTS
from cm.model.host import Host, Registration, Spot
from cm.store.hostfiles import HostFile, look_at_file, open_file
from cm.store.registering import Wish
from cm.store.shipped import PACKAGE, shipped_dir

MARK: Final = "cm setup"  # stands in every file or block that is ours as a whole
Part: TypeAlias = Literal["hooks", "mcp", "guide"]
PARTS: Final[tuple[Part, ...]] = ("hooks", "mcp", "guide")


@dataclass(frozen=True, slots=True)
class Place:
    """One file of a host, with all that is to be registered in it."""

    host: Host
    where: Spot
    project: str  # the folder of the project, "" for the user's own
    path: Path
    registrations: tuple[Registration, ...]
    parts: tuple[Part, ...]

    @property
    def first(self) -> Registration:
        """What says how the file is written; all of one file are of one kind."""
        return self.registrations[0]

    @property
    def is_whole(self) -> bool:
        """Whether the file is ours from beginning to end."""
        return self.first.shape in ("whole-file", "executable")

    @property
    def root(self) -> Any:
        """What a new file holds besides our entries."""
        return next((each.root for each in self.registrations if each.root), None)

    @property
    def needs(self) -> tuple[str, ...]:
        """What the user has to do then."""
        return tuple(dict.fromkeys(each.needs for each in self.registrations if each.needs))


class Own:
    """Whether a text is of ours: the command line of a hook, or the mark of a whole file; a server by its words."""

    def __call__(self, text: str) -> bool:
        return hooking.is_hook(text) or MARK in text

    def member(self, text: str) -> bool:
        """Whether a word in the entry of a server is ours."""
        return hooking.is_server(text)


OURS: Final = Own()


def hosts_to_tell() -> tuple[Host, ...]:
    """Every host that can be told something."""
    return tuple(host for host in HOSTS.values() if registrations_of(host) or host.registration)


def found_here(env: Env) -> tuple[Host, ...]:
    """Those of them that are on this machine; the setting `hosts` narrows it down."""
    wanted = env.settings.hosts
    return tuple(
        host for host in hosts_to_tell() if is_here(env, host) and (not wanted or host.name in wanted)
    )


def named(names: Sequence[str]) -> tuple[Host, ...]:
    """The hosts of these names, each once. Raises NotFound for a name that is none, and for one that takes nothing."""
    able = hosts_to_tell()
    found = []
    for name in dict.fromkeys(names):
        host = HOSTS.get(name)
        if host not in able:
            raise NotFound(
                f"{host.title} takes neither hooks nor a server"
                if host
                else f"there is no host called {name!r}",
                hint=f"{'those that do' if host else 'the hosts there are'}: {', '.join(each.name for each in able)}",
            )
        found.append(host)
    return tuple(found)


def registrations_of(host: Host) -> tuple[tuple[Part, Registration], ...]:
    """All that a host can be told beside the guard, each with what it is; both spots."""
    kinds: tuple[tuple[Part, tuple[Registration, ...]], ...] = (
        ("hooks", host.moments.registration if host.moments is not None else ()),
        ("mcp", host.mcp),
        ("guide", host.guides),
    )
    return tuple((part, each) for part, some in kinds for each in some)


def places(env: Env, host: Host, where: Spot, parts: Sequence[Part] = PARTS) -> tuple[Place, ...]:
    """The files in which a host is told these things, with what goes into each. Raises Usage where there is no project."""
    project = ""
    if where == "project":
        if env.repo is None:
            raise Usage(
                f"{env.cwd} is in no repository, so there is no project to set up",
                hint="go into the project, or leave --project out to set up all of them",
            )
        project = str(env.repo.repo)
    pairs = registrations_of(host)
    by_path = placed(env, host, where, [each for part, each in pairs if part in parts], MARK)
    kind = {id(each): part for part, each in pairs}
    return tuple(
        Place(host, where, project, path, held, tuple(dict.fromkeys(kind[id(each)] for each in held)))
        for path, held in by_path.items()
    )


def opened(place: Place) -> HostFile:
    """The file as it is; one of a project may not lead out of it. Raises Unwritable where a file of somebody else's stands."""
    name = str(place.path)
    file = open_file(Path(place.project), name) if place.project else look_at_file(place.path, name)
    if place.is_whole and file.data is not None and MARK.encode() not in file.data:
        raise Unwritable(
            f"{name} is there and not ours, so nothing was written",
            hint="move it away, then run it again; --dry-run shows what would stand there",
            path=name,
        )
    return file


def wishes_of(env: Env, place: Place) -> tuple[Wish, ...]:
    """What is to stand in the file."""
    host = place.host.name
    if place.is_whole:
        return (Wish(text=_page(env, host, place.first)),)
    if place.first.shape == "block":
        return (Wish(text=_shipped("guide.md"), form="block"),)
    return tuple(_entry(env, host, each) for each in place.registrations)


def _entry(env: Env, host: str, each: Registration) -> Wish:
    form: Literal["json", "toml", "yaml"] = (
        "toml" if each.shape == "toml" else "yaml" if each.shape == "yaml" else "json"
    )
    is_server = each.member or form != "json"
    words = hooking.server_words(env) if is_server else hooking.hook_words(env, host, each.moment)
    return Wish(each.at, _filled(env, each.entry, each, words), member=is_server, form=form)


def _filled(env: Env, value: Any, each: Registration, words: Sequence[str]) -> Any:
    if isinstance(value, dict):
        filled = {key: _filled(env, inner, each, words) for key, inner in value.items()}
        return {key: inner for key, inner in filled.items() if inner != {}}
    if isinstance(value, list | tuple):
        return [_filled(env, inner, each, words) for inner in value]
    match value:
        case "{timeout}":
            return each.seconds
        case "{milliseconds}":
            return each.seconds * 1000
        case "{program}":
            return words[0]
        case "{arguments}":
            return list(words[1:])
        case "{argv}":
            return list(words)
        case "{environ}":
            return dict(hooking.variables(env))
        case str():
            return value.replace("{command}", quoted(words)).replace("{powershell}", _powershell(words))
        case _:
            return value


def _page(env: Env, host: str, each: Registration) -> str:
    """A file that is ours as a whole: a page of words, or a program that starts our hook."""
    if each.template.endswith(".md"):
        return _shipped(each.template)
    path = shipped_dir("guards") / "shims" / each.template
    text = _read(path)
    quote = shlex.quote if path.suffix == ".sh" else json.dumps
    words = hooking.hook_words(env, host, each.moment)
    filled = {
        "{command}": quoted(words),
        "{argv}": json.dumps(words),
        "{python}": quote(words[0]),
        "{milliseconds}": str(each.seconds * 1000),
    }
    for name, word in filled.items():
        text = text.replace(name, word)
    return text


def _powershell(words: Sequence[str]) -> str:
    return "& " + " ".join("'" + word.replace("'", "''") + "'" for word in words)


def _shipped(name: str) -> str:
    return _read(PACKAGE / "prompts" / name)


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise BadState(f"{path}: a part of cm is not there", hint="reinstall cm", path=str(path)) from error
