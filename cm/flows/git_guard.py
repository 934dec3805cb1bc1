"""The guard of a repository's own git: `cm guard install --git`, `remove --git`, and how it stands.

It looks at what a commit or a push would add, whoever makes it, in whatever tool. A hook that is there runs first and keeps its say; hooks
that git tracks or a manager makes are not touched, but told what to add. Removing loosens: whoever calls `remove` has asked a human.
What the hook does: `guards/git_hook.py`; where hooks lie: `store/git_hooks.py`.
"""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

import cm
from cm.errors import BadState, CmError, Usage
from cm.flows.arming import arm
from cm.flows.env import GENERIC_MARKER, Env
from cm.flows.scripts import ENGINE, FLAGS, START, engine_text, real_python, start_text
from cm.hosts.registry import markers
from cm.store import git_hooks
from cm.store.files import lock, replace
from cm.store.git_hooks import (
    NAMES,
    Found,
    HookRecord,
    HooksDir,
    hook_text,
    hooks_dir,
    look,
    read_hooks,
    write_hooks,
)
from cm.store.lines import make_dirs
from cm.store.shipped import shipped_dir

SCRIPT: Final = "git.py"
HOOK: Final = "cm_git_hook.py"
_PURE: Final = ("staged", "staged_documents", "staged_kinds", "staged_pieces")

Became: TypeAlias = Literal["put", "kept", "refreshed", "chained", "restored", "gone", "left"]

_LAUNCHER: Final = '''"""The guard of this user's repositories, run by their git hooks. Made by cm {version}; `cm guard install --git` makes it anew.

What it knows is in DATA; the work is done by cm_git_hook.py and cm_guard.py beside it.
"""

DATA = {data}

try:
    import sys

    HERE = __file__[: max(__file__.rfind("/"), __file__.rfind({separator!r}))]
    sys.path.insert(0, HERE)
    from cm_git_hook import main

    main(DATA, sys.argv[1:], HERE)
except BaseException as error:
    import os
    import time

    if isinstance(error, KeyboardInterrupt):
        os._exit(1)
    said = "the guard cannot run: %s" % type(error).__name__
    try:
        line = '{{"at":"%s","kind":"fault","host":"git","line":"%s"}}\\n' % (time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), said)
        fd = os.open(DATA["home"] + "/state/guard/log.jsonl", os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o600)
        os.write(fd, line.encode())
    except OSError:
        pass
    try:
        os.write(2, ("cm guard: %s, so nothing was looked at. cm guard status tells more.\\n" % said).encode())
    except OSError:
        pass
    os._exit({lost})
'''


@dataclass(frozen=True, slots=True)
class HookDone:
    """What became of one hook, or would."""

    name: str
    path: str
    became: Became
    moved: str = ""  # where the hook that was there is, or was
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class GitGuarded:
    """What became of a repository's hooks."""

    dry_run: bool
    verb: Literal["install", "remove"]
    folder: str
    hooks: tuple[HookDone, ...] = ()
    shared: bool = False  # the hooks there are those of other repositories, too
    refusal: str = ""  # why nothing was put there
    add: tuple[tuple[str, str], ...] = ()  # what to add by hand: the file and the line

    @property
    def ok(self) -> bool:
        """Whether everything was done."""
        return not self.refusal and not any(each.trouble for each in self.hooks)


@dataclass(frozen=True, slots=True)
class HookState:
    """How one hook stands."""

    name: str
    path: str
    found: Found
    moved: str = ""
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class GitState:
    """How a repository's hooks stand."""

    folder: str
    installed: bool
    hooks: tuple[HookState, ...]
    refusal: str = ""
    elsewhere: int = 0  # hooks of ours in other repositories

    @property
    def ok(self) -> bool:
        """Whether a guard that was installed works."""
        return not any(each.trouble for each in self.hooks)


def install(env: Env, dry_run: bool = False) -> GitGuarded:
    """Guards this repository's commits and pushes; a second time it only refreshes what is ours."""
    where = hooks_dir(env.cwd, env.environ)
    if where.refusal:
        return GitGuarded(
            dry_run, "install", str(where.folder), refusal=where.refusal, add=_by_hand(env, where, dry_run)
        )
    if dry_run:
        known = _known(env)
        done = [_would(where, name, known) for name in NAMES]
        return GitGuarded(True, "install", str(where.folder), tuple(done), where.shared)
    with lock(env.home.lock):
        write_git_scripts(env)
        done = [_put(env, where, name) for name in NAMES]
    arm(env)  # and the hooks are among the files that nobody but cm writes
    return GitGuarded(False, "install", str(where.folder), tuple(done), where.shared)


def remove(env: Env, dry_run: bool = False, *, everywhere: bool = False) -> GitGuarded:
    """Takes the hooks of this repository (or of all) away and brings back those that were there. A human was asked before."""
    where = None if everywhere else _here(env)
    if where is None and not everywhere and env.repo is None:
        return GitGuarded(dry_run, "remove", "")
    with lock(env.home.lock):
        records = read_hooks(env.home)
        mine = [each for each in records if everywhere or (where and Path(each.path).parent == where.folder)]
        done = [_take(each, dry_run) for each in mine]
        if not dry_run and mine:
            stay = {each.path for each in done if each.trouble}
            left = [each for each in records if each not in mine or each.path in stay]
            write_hooks(env.home, left)
            if not left:
                _delete_scripts(env)
    if not dry_run and mine:
        arm(env)
    return GitGuarded(dry_run, "remove", str(where.folder) if where else "", tuple(done))


def state(env: Env) -> GitState:
    """How the hooks of this repository stand; changes nothing."""
    where = _here(env)
    if where is None:
        return GitState("", False, ())
    known = _known(env)
    hooks = tuple(_state_of(env, where.folder / name, known) for name in NAMES)
    ours = any(each.found in ("ours", "changed") or str(where.folder / each.name) in known for each in hooks)
    elsewhere = sum(Path(path).parent != where.folder for path in known)
    return GitState(str(where.folder), ours, hooks if ours else (), where.refusal, elsewhere)


def _here(env: Env) -> HooksDir | None:
    try:
        return hooks_dir(env.cwd, env.environ)
    except (Usage, BadState):
        return None


def _known(env: Env) -> dict[str, HookRecord]:
    return {each.path: each for each in read_hooks(env.home)}


def _would(where: HooksDir, name: str, known: dict[str, HookRecord]) -> HookDone:
    path = where.folder / name
    record = known.get(str(path))
    found = look(path, record)
    became: dict[Found, Became] = {"none": "put", "ours": "kept", "other": "chained", "changed": "left"}
    trouble = _CHANGED if found == "changed" else ""
    return HookDone(
        name, str(path), became[found], record.moved if record and found == "ours" else "", trouble
    )


_CHANGED: Final = (
    "our hook was changed by hand since; take out what is ours, or remove the file, and install again"
)


def _put(env: Env, where: HooksDir, name: str) -> HookDone:
    records = _known(env)
    path = where.folder / name
    record = records.get(str(path))
    found = look(path, record)
    if found == "changed":
        return HookDone(name, str(path), "left", trouble=_CHANGED)
    if record is not None and record.moved and found in ("none", "other") and os.path.lexists(record.moved):
        return _again(env, where, name, record, found, records)
    moved = (
        record.moved
        if record and found == "ours"
        else str(git_hooks.free_place(path))
        if found == "other"
        else ""
    )
    text = hook_text(name, _argv(env), env.settings.guard.unreadable, moved)
    if found == "ours" and path.read_bytes() == text.encode():
        return HookDone(name, str(path), "kept", moved)
    _remembered(env, where, path, text, moved, records, aside=moved if found == "other" else "")
    became: Became = "refreshed" if found == "ours" else "chained" if moved else "put"
    return HookDone(name, str(path), became, moved)


def _remembered(
    env: Env, where: HooksDir, path: Path, text: str, moved: str, records: dict[str, HookRecord], *, aside: str = ""
) -> None:  # fmt: skip
    """Puts our hook there, and writes down first what is done: a process that dies in between loses nobody's hook."""
    made = HookRecord(
        str(path), moved, git_hooks.digest_of(text.encode()), str(where.root), env.stamp,
        was=git_hooks.digest_of(path.read_bytes()) if path.is_file() and not aside else "",
    )  # fmt: skip
    write_hooks(env.home, {**records, made.path: made}.values())
    try:
        git_hooks.put(path, text, aside)
    except CmError:
        write_hooks(env.home, records.values())
        raise


def _again(
    env: Env, where: HooksDir, name: str, record: HookRecord, found: Found, records: dict[str, HookRecord]
) -> HookDone:
    """Our hook is gone or another stands in its place, while the one from before still lies aside."""
    path = where.folder / name
    if found == "none":
        text = hook_text(name, _argv(env), env.settings.guard.unreadable, record.moved)
        _remembered(env, where, path, text, record.moved, records)
        return HookDone(name, str(path), "chained", record.moved)
    return HookDone(
        name, str(path), "left", record.moved,
        "another hook stands where ours was, and the one from before lies beside it; keep one of them and install again",
    )  # fmt: skip


def _take(record: HookRecord, dry_run: bool) -> HookDone:
    path = Path(record.path)
    found = look(path, record)
    if not dry_run:
        git_hooks.tidy(path)
    if found == "ours" or (found == "none" and record.moved):
        if not dry_run:
            git_hooks.take(record)
        return HookDone(path.name, record.path, "restored" if record.moved else "gone", record.moved)
    if found == "none":
        return HookDone(path.name, record.path, "gone")
    if found == "other" and not (record.moved and os.path.lexists(record.moved)):
        return HookDone(path.name, record.path, "gone")
    what = "it was changed since" if found == "changed" else "another hook stands in its place"
    aside = f"; the one from before lies in {record.moved}" if record.moved else ""
    return HookDone(path.name, record.path, "left", record.moved, f"{what}{aside}")


def _state_of(env: Env, path: Path, known: dict[str, HookRecord]) -> HookState:
    record = known.get(str(path))
    found = look(path, record)
    trouble = ""
    if record is not None and found == "none":
        trouble = "our hook is gone"
    elif record is not None and found == "other":
        trouble = "another hook stands where ours was"
    elif found == "changed":
        trouble = (
            "our hook was changed by hand" if record else "a hook of ours that this home did not install"
        )
    elif found == "ours":
        if not os.access(path, os.X_OK):
            trouble = "our hook may not be executed, so git passes it over"
        elif record is not None and record.moved and not os.path.lexists(record.moved):
            trouble = f"the hook from before is not in {record.moved} any more"
        elif gone := [name for name, text in _files(env).items() if not _holds(env.home.guards / name, text)]:
            trouble = f"{', '.join(gone)} is missing or is not what this cm would write"
    return HookState(path.name, str(path), found, record.moved if record else "", trouble)


def _by_hand(env: Env, where: HooksDir, dry_run: bool) -> tuple[tuple[str, str], ...]:
    """What somebody adds to hooks that we do not touch; the scripts that it starts are written."""
    if not where.by_hand:
        return ()
    if not dry_run:
        with lock(env.home.lock):
            write_git_scripts(env)
        arm(env)
    command = shlex.join(_argv(env))
    return tuple((str(Path(where.by_hand) / name), f'{command} {name} "$@" || exit $?') for name in NAMES)


# --- the scripts


def _argv(env: Env) -> tuple[str, ...]:
    return (real_python(), *FLAGS, str(Path(os.path.abspath(env.home.guards)) / SCRIPT))


def _files(env: Env) -> dict[str, str]:
    """Every file that the hooks need in the home, with what it holds."""
    home = os.path.abspath(env.home.root)
    unreadable = env.settings.guard.unreadable
    agents = sorted({GENERIC_MARKER, *(name for names in markers().values() for name in names)})
    data = {"version": 1, "home": home, "user_home": os.path.abspath(env.user_home), "unreadable": unreadable, "agents": agents}  # fmt: skip
    launcher = _LAUNCHER.format(
        version=cm.__version__,
        data="{\n" + "".join(f"    {key!r}: {value!r},\n" for key, value in data.items()) + "}",
        separator="\\" if os.name == "nt" else "/",
        lost=0 if unreadable == "allow" else 1,
    )
    return {
        ENGINE: engine_text(),
        START: start_text(),
        HOOK: _shipped(HOOK),
        **{f"cm_{name}.py": _pure(name) for name in _PURE},
        SCRIPT: launcher,
    }


@cache
def _shipped(name: str) -> str:
    return _read(shipped_dir("guards") / name.removeprefix("cm_"))


@cache
def _pure(name: str) -> str:
    """A reader of files as it is in the package, its neighbours imported from beside it."""
    text = _read(Path(cm.__file__).parent / "core" / "guards" / f"{name}.py")
    return text.replace("from cm.core.guards.staged", "from cm_staged")


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise BadState(
            f"{path}: a part of the guard is not there", hint="reinstall cm", path=str(path)
        ) from error


def write_git_scripts(env: Env) -> tuple[Path, ...]:
    """Writes what the hooks start; what is right already is left alone."""
    make_dirs(env.home.guards)
    written = []
    for name, text in _files(env).items():
        path = env.home.guards / name
        if not _holds(path, text):
            replace(path, text.encode())
            written.append(path)
    return tuple(written)


def _delete_scripts(env: Env) -> None:
    """Deletes what only the hooks need; engine and start belong to the hosts' scripts too."""
    for name in (SCRIPT, HOOK, *(f"cm_{each}.py" for each in _PURE)):
        (env.home.guards / name).unlink(missing_ok=True)
        for compiled in (env.home.guards / "__pycache__").glob(f"{name.removesuffix('.py')}.*.pyc"):
            compiled.unlink(missing_ok=True)


def _holds(path: Path, text: str) -> bool:
    try:
        return path.read_bytes() == text.encode()
    except OSError:
        return False
