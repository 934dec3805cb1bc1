"""Makes a home, or a repository's `.cm/`: files to begin with, a git repository for the home, what stood there backed up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cm.errors import NeedsAHuman, NotFound
from cm.flows.backtest import commands_held
from cm.flows.consent import require_human
from cm.flows.env import Env
from cm.flows.ingested import found_files
from cm.flows.migrated import waits
from cm.flows.migrating import stores_here
from cm.flows.permission import ask_once
from cm.flows.starters import Added, Fits, add, fits_here
from cm.model.rule import Layer
from cm.store import git
from cm.store.files import lock, replace
from cm.store.home import Home, RepoHome
from cm.store.lines import make_dirs
from cm.store.shipped import read_starter
from cm.store.trust import content_hash, is_trusted, trust

PLAYBOOK = """\
# The rules. Edit by hand as you like: comments, order and fields of your own survive; `cm doctor` names what it cannot read.
schema: 1
rules: []
"""
CONFIG = """\
# Settings; `cm config --explain` shows every one of them with its default and where its value comes from.
# No model is used unless provider and model are named in the table [llm] of this file.
schema = 1
"""
REPO_CONFIG = """\
# Settings of this repository. It may only tighten what each user has set; `cm config --explain` says what.
schema = 1
"""
REPO_ATTRIBUTES = "*.jsonl merge=union\n"


@dataclass(frozen=True, slots=True)
class Initialised:
    """What was made, what was there already, and where the backup lies."""

    root: str
    layer: Layer
    made: tuple[str, ...]
    kept: tuple[str, ...]
    backup: str
    trusted: bool
    starters: Added | None  # what was asked for with --starter
    fits: tuple[Fits, ...]  # starters that fit this repository and are not taken yet
    git: bool
    stores: tuple[str, ...] = ()  # of other programs, that could be taken over
    commands: int = 0  # in the journal, in which accidents can be looked for


def init(
    env: Env, *, repo: bool = False, force: bool = False, starters: Sequence[str] = (), yes: bool = False
) -> Initialised:
    """Makes what is missing; with `force` starts the playbook anew after backing it up and a human's yes."""
    if repo and env.repo is None:
        raise NotFound(f"{env.cwd} is in no git repository", hint="run `git init` first, or leave out --repo")
    target: Home | RepoHome = env.repo if repo and env.repo else env.home
    for name in starters:
        read_starter(env.home, name)  # one that is not to be had stops it before anything is made
    old = target.playbook.read_bytes() if target.playbook.is_file() else b""
    starts_anew = force and bool(old.strip())
    if starts_anew:
        require_human(env, f"start {target.playbook} anew (the old one is backed up)", yes)
    make_dirs(env.home.root)
    make_dirs(target.root, private=not repo)
    make_dirs(env.home.state)
    with lock(env.home.lock):
        # what stood there before and was not trusted does not become so by a file of ours beside it
        ours = env.repo is not None and (content_hash(env.repo) == "" or is_trusted(env.home, env.repo))
        backup = _back_up(env, target, old) if starts_anew else ""
        made, kept = _files(env, target, repo, starts_anew)
        tracked = git.prepare_home(env.home, env.environ)
        if tracked and made and not repo:
            git.commit_home(env.home, "Begin\n", at=env.stamp, environ=env.environ)
        if repo and env.repo and ours and not env.agent and made:
            trust(env.home, env.repo, at=env.stamp, by=env.by)
    if not repo and not yes:
        _ask(env)
    layer: Layer = "repo" if repo else "user"
    taken = add(env, starters, layer=layer) if starters else None
    return Initialised(
        root=str(target.root), layer=layer, made=made, kept=kept, backup=backup,
        trusted=env.trusted if repo else True, starters=taken, fits=fits_here(env), git=tracked,
        stores=tuple(str(each) for each in stores_here(env) if waits(env, each)),
        commands=0 if repo else commands_held(env),
    )  # fmt: skip


def _ask(env: Env) -> None:
    """Asks a human once whose sessions may be read; without an answer it is asked at the first reading."""
    if env.tty and not env.agent:
        with suppress(NeedsAHuman):
            ask_once(env, Counter(host.name for host, _ in found_files(env, ())))


def _files(
    env: Env, target: Home | RepoHome, repo: bool, starts_anew: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    wanted: list[tuple[Path, str]] = [
        (target.playbook, PLAYBOOK),
        (target.config, REPO_CONFIG if repo else CONFIG),
    ]
    if repo:
        wanted.append((target.root / ".gitattributes", REPO_ATTRIBUTES))
    made, kept = [], []
    for path, text in wanted:
        if path.exists() and not (starts_anew and path == target.playbook):
            kept.append(str(path))
            continue
        replace(path, text.encode(), private=not repo)
        made.append(str(path))
    return tuple(made), tuple(kept)


def _back_up(env: Env, target: Home | RepoHome, old: bytes) -> str:
    name = f"playbook.{env.stamp.replace(':', '')}.yaml"
    path = env.home.root / "backups" / name if isinstance(target, Home) else env.home.state / "backups" / name
    number = 1
    while path.exists():
        number += 1
        path = path.with_name(f"{path.stem.split('~')[0]}~{number}.yaml")
    replace(path, old)
    return str(path)
