"""The page that tells an agent how to onboard (`cm onboard skill`), put where its host takes skills from, and taken away again.

Several hosts share one folder (`~/.agents/skills`): there one page serves them all, and goes with the last of them. What was put
there is remembered in `exports.json` by its hash; a page that somebody changed, or wrote themselves, is never touched. Which
folder is which host's is `cm/hosts`; what the page says is `cm/prompts/onboard.md`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import replace as changed
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, TypeAlias

from cm.errors import CmError, NotFound, Unwritable, Usage
from cm.flows.env import Env
from cm.flows.guard_places import is_here
from cm.hosts.registry import HOSTS
from cm.model.host import Host
from cm.store.files import lock, sweep_leftovers
from cm.store.hostfiles import (
    Export,
    HostFile,
    look_at_file,
    open_file,
    read_exports,
    remove_file,
    replace_file,
    with_export,
    write_exports,
)
from cm.store.registering import missing_folders, remove_folders
from cm.store.shipped import PACKAGE

NAME: Final = "cm-onboard"
FILE: Final = "SKILL.md"

Action: TypeAlias = Literal["created", "renewed", "unchanged", "removed", "kept", "not there", "left alone"]


@dataclass(frozen=True, slots=True)
class PageDone:
    """What became of one page, or would."""

    path: str
    hosts: tuple[str, ...]  # that were asked for and take it from there
    action: Action
    others: tuple[str, ...] = ()  # that were not, and for which it stays
    trouble: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class PagesDone:
    """What became of the pages."""

    where: Literal["user", "project"]
    pages: tuple[PageDone, ...]
    without: tuple[str, ...] = ()  # hosts on this machine that take no skills
    removed: bool = False  # whether they were to go
    dry_run: bool = False

    @property
    def ok(self) -> bool:
        """Whether every page is as it was asked for."""
        return not any(page.trouble for page in self.pages)


@dataclass(frozen=True, slots=True)
class _Place:
    path: Path
    hosts: tuple[str, ...]
    folder: str  # of the project, "" for the user's own


def skill() -> str:
    """The page, with the front matter that hosts know a skill by."""
    return (PACKAGE / "prompts" / "onboard.md").read_text("utf-8")


def skilled_hosts() -> tuple[Host, ...]:
    """Every host of which it is known where it takes skills from."""
    return tuple(host for host in HOSTS.values() if host.skills is not None)


def put_skill(
    env: Env, names: Sequence[str] = (), *, project: bool = False, dry_run: bool = False
) -> PagesDone:
    """Puts the page there for these hosts, or for all that are on this machine; twice is once.

    A page that stands there and is not ours, or not any more, is told and left alone. Raises NotFound when there is no host.
    """
    hosts = _named(names) if names else _here(env)
    if not hosts:
        raise NotFound(
            "no coding agent that takes skills was found on this machine",
            hint=f"name one: cm onboard skill --host NAME, one of {_list(skilled_hosts())}",
        )
    done = tuple(_put(env, place, dry_run) for place in _places(env, hosts, project))
    return PagesDone("project" if project else "user", done, () if names else _without(env), dry_run=dry_run)


def take_skill(
    env: Env, names: Sequence[str] = (), *, project: bool = False, dry_run: bool = False
) -> PagesDone:
    """Takes the page away for these hosts, or for all: exactly what was put there, and the folders that were made for it."""
    places = _places(env, _named(names) if names else skilled_hosts(), project)
    found = [
        _take(env, place, dry_run, bool(names)) for place in (places if names else _remembered(env, places))
    ]
    done = tuple(page for page in found if names or page.action != "not there")
    return PagesDone("project" if project else "user", done, removed=True, dry_run=dry_run)


def old_pages(env: Env) -> tuple[Export, ...]:
    """The pages of an earlier version that nobody changed since: `put_skill` would renew them."""
    now = _digest(skill().encode())
    old = []
    for item in read_exports(env.home.exports).files.values():
        if item.hosts and item.sha256 != now:
            with suppress(OSError):
                if _digest(Path(item.path).read_bytes()) == item.sha256:
                    old.append(item)
    return tuple(old)


def _put(env: Env, place: _Place, dry_run: bool) -> PageDone:
    page = skill().encode()
    try:
        if dry_run:
            return _putting(_opened(place), _known(env, place), place, page)
        with lock(env.home.lock):
            file, exports = _opened(place), read_exports(env.home.exports)
            known = exports.files.get(str(file.path))
            done = _putting(file, known, place, page)
            if done.trouble:
                return done
            folders = known.folders if known else missing_folders(file.path)
            if done.action != "unchanged":
                sweep_leftovers(file.path.parent, name=file.path.name)
                replace_file(file, page)
            entry = Export(
                path=str(file.path), sha256=_digest(page), project=place.folder,
                at=known.at if known and done.action == "unchanged" else env.stamp,
                created=True, copy=True, folders=folders,
                hosts=tuple(sorted({*(known.hosts if known else ()), *place.hosts})),
            )  # fmt: skip
            if entry != known:
                write_exports(env.home.exports, with_export(exports, entry, str(file.path)))
            return done
    except (CmError, OSError) as error:
        return _failed(place, error)


def _putting(file: HostFile, known: Export | None, place: _Place, page: bytes) -> PageDone:
    path = str(place.path)
    if file.data is None:
        return PageDone(path, place.hosts, "created")
    if file.data == page:
        return PageDone(path, place.hosts, "unchanged")
    if known is not None and known.hosts and _digest(file.data) == known.sha256:
        return PageDone(path, place.hosts, "renewed")
    ours = known is not None and bool(known.hosts)
    return PageDone(
        path, place.hosts, "left alone",
        trouble="somebody changed the page since it was put there" if ours else "a page of somebody else's is there",
        hint="Move it away, then run it again; cm onboard skill prints the page as it would be.",
    )  # fmt: skip


def _take(env: Env, place: _Place, dry_run: bool, named: bool) -> PageDone:
    page = skill().encode()
    try:
        if dry_run:
            return _taking(_opened(place), _known(env, place), place, page, named)
        with lock(env.home.lock):
            file, exports = _opened(place), read_exports(env.home.exports)
            path = str(file.path)
            known = exports.files.get(path)
            known = known if known and known.hosts else None
            done = _taking(file, known, place, page, named)
            if done.action == "kept" and known is not None:
                write_exports(env.home.exports, with_export(exports, changed(known, hosts=done.others), path))
            elif done.action in ("removed", "not there"):
                if done.action == "removed":
                    remove_file(file)
                remove_folders(_made(known, file.path))
                if known is not None:
                    write_exports(env.home.exports, with_export(exports, None, path))
            return done
    except (CmError, OSError) as error:
        return _failed(place, error)


def _taking(file: HostFile, known: Export | None, place: _Place, page: bytes, named: bool) -> PageDone:
    path = str(place.path)
    if file.data is None or (file.data != page and known is None):
        return PageDone(path, place.hosts, "not there")
    others = tuple(name for name in (known.hosts if known and named else ()) if name not in place.hosts)
    if others:
        return PageDone(path, place.hosts, "kept", others)
    if file.data == page or (known is not None and _digest(file.data) == known.sha256):
        return PageDone(path, place.hosts, "removed")
    return PageDone(
        path, place.hosts, "left alone", trouble="somebody changed the page since it was put there",
        hint="It is theirs now: delete it by hand if it is not needed.",
    )  # fmt: skip


def _made(known: Export | None, path: Path) -> tuple[str, ...]:
    """The folders to go when they are empty; that of the page goes with it."""
    made = known.folders if known else ()
    return made if str(path.parent) in made else (*made, str(path.parent))


def _failed(place: _Place, error: CmError | OSError) -> PageDone:
    told = (
        error
        if isinstance(error, CmError)
        else Unwritable(f"cannot write {place.path}: {error.strerror or error}", hint="make it writable")
    )
    return PageDone(str(place.path), place.hosts, "left alone", trouble=told.message, hint=told.hint)


def _opened(place: _Place) -> HostFile:
    name = str(place.path)
    file = open_file(Path(place.folder), name) if place.folder else look_at_file(place.path, name)
    if file.read_only:
        raise Unwritable(f"{name} is read-only", hint=f"chmod u+w {name}, then run it again", path=name)
    return file


def _known(env: Env, place: _Place) -> Export | None:
    known = read_exports(env.home.exports).files.get(str(_opened(place).path))
    return known if known and known.hosts else None


def _places(env: Env, hosts: Iterable[Host], project: bool) -> list[_Place]:
    """Each page once, with the hosts that take it from there."""
    if project and env.repo is None:
        raise Usage(
            f"{env.cwd} is in no repository",
            hint="go into the project, or leave --repo out to serve all of them",
        )
    folder = str(env.repo.repo) if project and env.repo else ""
    found: dict[Path, list[str]] = {}
    for host in hosts:
        if host.skills is None:
            continue
        below = host.skills.project if project else host.skills.user
        root = Path(folder) / below if project else _moved(env, host, below)
        found.setdefault(root / NAME / FILE, []).append(host.name)
    return [_Place(path, tuple(names), folder) for path, names in found.items()]


def _remembered(env: Env, places: list[_Place]) -> list[_Place]:
    """The places with the hosts that a page was put there for, and those that no host takes skills from any more."""
    folder = places[0].folder if places else ""
    kept = {
        item.path: item
        for item in read_exports(env.home.exports).files.values()
        if item.hosts and item.project == folder
    }
    found = []
    for place in places:
        item = kept.pop(os.path.realpath(place.path), None)
        found.append(_Place(place.path, item.hosts, folder) if item else place)
    return [*found, *(_Place(Path(path), item.hosts, folder) for path, item in kept.items())]


def _moved(env: Env, host: Host, below: str) -> Path:
    for variable, part in host.skills.moved if host.skills else ():
        folder = env.environ.get(variable, "").strip()
        if folder:
            where = env.user_home / folder[2:] if folder.startswith("~/") else env.cwd / folder
            return where / below[len(part) :].lstrip("/")
    return env.user_home / below


def _named(names: Sequence[str]) -> tuple[Host, ...]:
    found = []
    for name in dict.fromkeys(names):
        host = HOSTS.get(name)
        if host is None or host.skills is None:
            raise NotFound(
                f"{host.title} takes no skills, as far as is known"
                if host
                else f"there is no host called {name!r}",
                hint=f"{'those that do' if host else 'the hosts there are'}: {_list(skilled_hosts())}",
            )
        found.append(host)
    return tuple(found)


def _here(env: Env) -> tuple[Host, ...]:
    wanted = env.settings.hosts
    return tuple(
        host for host in skilled_hosts() if is_here(env, host) and (not wanted or host.name in wanted)
    )


def _without(env: Env) -> tuple[str, ...]:
    return tuple(
        host.title for host in HOSTS.values() if host.skills is None and host.agent and is_here(env, host)
    )


def _list(hosts: Iterable[Host]) -> str:
    return ", ".join(host.name for host in hosts)


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()
