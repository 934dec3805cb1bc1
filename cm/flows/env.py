"""The composition root: who runs `cm`, where, when, with which settings. The one place that reads clock and environment.

Cheap to open: what costs (configuration, project, trust, agent) is found when it is first asked for, then kept.
Standard library only on the way in: the quick doors use it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from cm.core.identity import project_identity
from cm.core.layers import Layer, Problem, Resolved, from_environ, resolve
from cm.errors import BadState, Usage
from cm.model.rule import Visibility
from cm.model.settings import Settings
from cm.model.stamp import moment, stamp
from cm.store.config import read_layer
from cm.store.home import Home, RepoHome, home_of, repo_home_of, user_home_of

GENERIC_MARKER: Final = "AI_AGENT"  # set by agents that have no marker of their own


def _no_flags() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True)
class Env:
    """Everything a flow may know of its surroundings."""

    home: Home
    repo: RepoHome | None  # of the repository around cwd, whether or not it has a `.cm/`
    user_home: Path
    environ: Mapping[str, str]
    cwd: Path
    clock: Callable[[], datetime]
    nonce: Callable[[], str]  # a new random text at every call
    tty: bool  # whether a human can be asked
    flags: Mapping[str, Any] = field(default_factory=_no_flags)  # settings given at the command line, by key
    true_clock: Callable[[], datetime] | None = None  # where `clock` is stopped: the one that goes on

    @property
    def now(self) -> datetime:
        """The moment, by the env's clock."""
        return self.clock()

    @property
    def stamp(self) -> str:
        """The moment, as stored."""
        return stamp(self.clock())

    @property
    def true_stamp(self) -> str:
        """The moment by the clock that no variable stops: a day's limit is not passed by naming another day."""
        return stamp((self.true_clock or self.clock)())

    @cached_property
    def config(self) -> Resolved:
        """All layers resolved. Raises Unparsable when a config file is broken."""
        layers: list[Layer] = []
        if (user := read_layer(self.home.config, "user")) is not None:
            layers.append(user)
        repo, broken = self._repo_layer()
        if repo is not None:
            layers.append(repo)
        layers.append(from_environ(self.environ))
        if self.flags:
            layers.append(Layer("flags", self.flags, "command line"))
        found = resolve(layers, trusted=repo is not None and self.trusted)
        return replace(found, problems=(*broken, *found.problems))

    def _repo_layer(self) -> tuple[Layer | None, tuple[Problem, ...]]:
        """A repository's settings; a file that cannot be read stops nobody, and its words are not repeated."""
        if self.repo is None:
            return None, ()
        try:
            return read_layer(self.repo.config, "repo"), ()
        except BadState as error:
            line = error.context.get("line")
            where = f"{self.repo.config}:{line}" if line else str(self.repo.config)
            return None, (Problem(where, "the whole file", f"left out, it cannot be read ({error.code})"),)

    @property
    def settings(self) -> Settings:
        """The settings that hold."""
        return self.config.settings

    @property
    def audience(self) -> Visibility:
        """The most private that is told to readers here."""
        return self.settings.audience

    @property
    def origins(self) -> Mapping[str, str]:
        """Where each setting's value comes from, by key."""
        return self.config.origins

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What the configuration says that was not taken."""
        return self.config.problems

    @cached_property
    def agent(self) -> str:
        """The name of the host whose marker variables are set, "" outside any agent."""
        from cm.hosts.registry import markers

        for name, variables in markers().items():
            if any(self.environ.get(variable) for variable in variables):
                return name
        return self.environ.get(GENERIC_MARKER, "").strip()

    @cached_property
    def session(self) -> str:
        """The session of the agent around us, where its environment names it; else ""."""
        from cm.hosts.registry import HOSTS

        variables = HOSTS[self.agent].session_variables if self.agent in HOSTS else ()
        native = next((found for name in variables if (found := self.environ.get(name, "").strip())), "")
        return f"{self.agent}/{native}" if native else ""

    @cached_property
    def branch(self) -> str:
        """The branch that is checked out here, "" when there is none or HEAD stands on a commit alone."""
        from cm.store.gitinfo import repo_facts

        facts = repo_facts(self.cwd)
        return facts.branch if facts is not None else ""

    @cached_property
    def project(self) -> str:
        """The identity of the project around cwd (DESIGN 8)."""
        return self.settings.project or project_at(self.cwd)

    def is_here(self, project: str) -> bool:
        """Whether a name is that of the project around cwd, be it the one it has now or one it had before.

        A repository is its path until its first commit and that commit until it has a remote: what was kept for it under
        those names stays its own.
        """
        if project == self.project:
            return True
        if not project or self.settings.project:
            return False
        return project == self._first_name if project.startswith("root:") else project == self._path_name

    def also_called(self, projects: Iterable[str]) -> tuple[str, ...]:
        """Which of these are names that the project around cwd had before."""
        return tuple(sorted({name for name in projects if name != self.project and self.is_here(name)}))

    @cached_property
    def _path_name(self) -> str:
        return project_identity(None, None, os.path.realpath(self.repo.repo if self.repo else self.cwd))

    @cached_property
    def _first_name(self) -> str:
        from cm.store.gitinfo import first_commit

        first = first_commit(self.repo.repo, self.environ) if self.repo else None
        return f"root:{first}" if first else ""

    @property
    def trusted(self) -> bool:
        """Whether the user trusts this repository's `.cm/` as it is at this moment; our own writing may change it."""
        if self.repo is None:
            return False
        from cm.store.trust import is_trusted

        return is_trusted(self.home, self.repo)

    @property
    def by(self) -> str:
        """Who acts: an agent, a human at a terminal, or a script."""
        return "agent" if self.agent else "human" if self.tty else "script"


def open_env(
    environ: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    *,
    flags: Mapping[str, Any] | None = None,
    clock: Callable[[], datetime] | None = None,
    nonce: Callable[[], str] | None = None,
    tty: bool | None = None,
) -> Env:
    """Finds home and repository from the environment.

    Raises NoHome when there is no place for a home. `CM_NOW` stops the clock, for demonstrations and replays.
    """
    world = dict(os.environ) if environ is None else dict(environ)
    here = (_cwd(world) if cwd is None else cwd).absolute()
    user_home = user_home_of(world)
    home = home_of(world, user_home, here)
    return Env(
        home=home,
        repo=repo_home_of(here, home, user_home),
        user_home=user_home if user_home is not None else home.root,
        environ=MappingProxyType(world),
        cwd=here,
        clock=clock or _clock_of(world),
        nonce=nonce or (lambda: os.urandom(10).hex()),
        tty=_is_tty() if tty is None else tty,
        flags=MappingProxyType(dict(flags or {})),
        true_clock=clock or _clock_of({}),
    )


def project_at(cwd: Path, remote: str = "") -> str:
    """The identity of the project around a folder; `remote`: the repository it was in, should the folder be gone."""
    from cm.store.gitinfo import repo_facts

    facts = repo_facts(cwd)
    if facts is None:
        return project_identity(None if cwd.exists() else remote, None, os.path.realpath(cwd))
    return project_identity(facts.remote, facts.root_commit, str(facts.root))


def _cwd(environ: Mapping[str, str]) -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:  # the folder we stand in was removed
        return Path(environ.get("PWD") or os.path.abspath(os.sep))


def _clock_of(environ: Mapping[str, str]) -> Callable[[], datetime]:
    frozen = environ.get("CM_NOW", "").strip()
    if not frozen:
        return lambda: datetime.now(UTC)  # noqa: TID251 - the one clock
    try:
        at = moment(frozen)
    except ValueError as error:
        raise Usage(f"CM_NOW is not a moment: {frozen!r}", hint="write it as 2026-11-30T12:00:00Z") from error
    return lambda: at


def _is_tty() -> bool:
    try:
        return sys.stdin.isatty() and sys.stderr.isatty()
    except (AttributeError, ValueError):  # closed, or none at all
        return False
