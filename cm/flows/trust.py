"""Trusting a repository's `.cm/`: what is in it, and the human's yes to exactly that. A change makes it a stranger again."""

from __future__ import annotations

from dataclasses import dataclass

from cm.errors import NotFound
from cm.flows.arming import arm_if_used
from cm.flows.consent import require_human
from cm.flows.env import Env
from cm.flows.strangers import STRANGER, printable_rule
from cm.store.files import lock
from cm.store.home import RepoHome
from cm.store.playbook import read_playbook
from cm.store.trust import content_hash, distrust, is_trusted, trust, trusted_repositories


@dataclass(frozen=True, slots=True)
class Contents:
    """What a repository's `.cm/` holds and would be able to say to an agent."""

    repository: str
    project: str
    trusted: bool
    sha256: str
    rules: tuple[str, ...]  # their texts
    config: str
    flaws: int


@dataclass(frozen=True, slots=True)
class TrustChange:
    """What became of a repository's trust."""

    repository: str
    trusted: bool
    by: str
    rules: int


@dataclass(frozen=True, slots=True)
class TrustedList:
    """Every repository the user said yes to."""

    repositories: tuple[str, ...]


def contents(env: Env) -> Contents:
    """Looks into the `.cm/` of the repository around the current folder. Raises NotFound when there is none."""
    repo = _repo(env)
    book = read_playbook(repo.playbook)
    trusted = is_trusted(env.home, repo)
    config = repo.config.read_text("utf-8", "replace") if repo.config.is_file() else ""
    hide = bool(env.agent) and not trusted
    return Contents(
        repository=str(repo.repo),
        project=env.project,
        trusted=trusted,
        sha256=content_hash(repo),
        rules=tuple(STRANGER if hide else printable_rule(env, rule).text for rule in book),
        config=STRANGER if hide and config else config,
        flaws=len(book.flaws),
    )


def say_yes(env: Env, *, yes: bool = False) -> TrustChange:
    """Trusts the repository's `.cm/` as it is now, after a human's yes."""
    found = contents(env)
    repo = _repo(env)
    by = require_human(env, f"trust {found.repository}/.cm with {len(found.rules)} rules", yes)
    with lock(env.home.lock):
        if content_hash(repo) != found.sha256:
            raise NotFound("the .cm/ changed while you were asked", hint="look at it again: `cm trust`")
        trust(env.home, repo, at=env.stamp, by=by)
    arm_if_used(env)
    return TrustChange(found.repository, True, by, len(found.rules))


def take_back(env: Env) -> TrustChange:
    """Makes the repository a stranger again; open to all, since it tightens."""
    repo = _repo(env)
    with lock(env.home.lock):
        distrust(env.home, repo)
    arm_if_used(env)
    return TrustChange(str(repo.repo), False, env.by, 0)


def everything(env: Env) -> TrustedList:
    """Lists every repository that is trusted."""
    return TrustedList(tuple(item.path for item in trusted_repositories(env.home)))


def _repo(env: Env) -> RepoHome:
    if env.repo is None or not env.repo.root.is_dir():
        raise NotFound(
            f"no .cm/ here: {env.cwd} is not in a repository that has one",
            hint="`cm init --repo` makes one; trust is only needed for a .cm/ that came from somebody else",
        )
    return env.repo
