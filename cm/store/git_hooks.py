"""A repository's git hooks, as far as `cm` touches them: where they lie, a hook of ours in front, the one that was there kept beside it.

A hook that was there is renamed, never rewritten, so that taking ours away brings back its bytes, mode, time and link. What we put where
is remembered in the home (`state/guard/git.json`). Not here: what our hook does (`guards/git_hook.py`), the verbs (`flows/git_guard.py`).
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, TypeAlias

from cm.errors import BadState, NewerSchema, Outside, Unparsable, Usage
from cm.store.files import read_json, replace_json
from cm.store.home import Home
from cm.store.lines import writing

NAMES: Final = ("pre-commit", "pre-push")
ASIDE: Final = ".before-cm"
MARK: Final = "cm guard install --git"
SCHEMA: Final = 1
SECONDS: Final = 20

Found: TypeAlias = Literal["none", "ours", "other", "changed"]
"""What stands in a hook's place: nothing, ours as we left it, somebody else's, ours with something of somebody else in it."""


@dataclass(frozen=True, slots=True)
class HooksDir:
    """Where the hooks of a repository lie, and what keeps us from putting one there."""

    root: Path  # of the work tree
    folder: Path
    shared: bool  # other repositories look there too
    refusal: str = ""  # why no hook is put there
    by_hand: str = ""  # the file that somebody adds a line to instead


@dataclass(frozen=True, slots=True)
class HookRecord:
    """One hook that we put somewhere."""

    path: str
    moved: str  # where the hook that was there is now, "" when there was none
    sha256: str  # of what we wrote
    root: str  # of the repository in which it was installed
    at: str
    was: str = ""  # sha256 of the one of ours that stood there before


def hooks_dir(cwd: Path, environ: Mapping[str, str]) -> HooksDir:
    """Asks git where hooks are run from. Raises Outside without git, Usage outside of any repository."""
    told = _git(cwd, environ, "rev-parse", "--show-toplevel")
    if not told:
        raise Usage(
            f"{cwd} is in no work tree of git, so there are no hooks to guard",
            hint="go into the repository; a bare one commits nothing",
        )
    root = Path(told)
    named = _git(root, environ, "rev-parse", "--git-path", "hooks")
    common = _git(root, environ, "rev-parse", "--git-common-dir")
    folder = Path(os.path.normpath(root / named))
    inside = Path(os.path.normpath(root / common))
    if str(folder) in (os.devnull, "/dev/null") or (folder.exists() and not folder.is_dir()):
        return HooksDir(
            root, folder, False, f"core.hooksPath is {named}, which switches the hooks of this repository off"
        )
    shared = inside not in folder.parents and root not in folder.parents
    if root in folder.parents and inside not in folder.parents:
        if (folder / "h").is_file() or (folder / "husky.sh").is_file():
            at = folder.parent if folder.name == "_" else folder
            return HooksDir(root, folder, False, f"the hooks in {folder} are made by husky", str(at))
        if _git(root, environ, "ls-files", "--", str(folder)):
            return HooksDir(
                root, folder, False, f"the hooks in {folder} are tracked by git, and ours names folders of this machine", str(folder)
            )  # fmt: skip
    return HooksDir(root, folder, shared)


def look(path: Path, record: HookRecord | None) -> Found:
    """What stands in a hook's place."""
    if not os.path.lexists(path):
        return "none"
    try:
        data = b"" if path.is_symlink() else path.read_bytes()
    except OSError:
        return "other"
    if record is not None and digest_of(data) in (record.sha256, record.was):
        return "ours"
    return "changed" if MARK.encode() in data else "other"


def put(path: Path, text: str, aside: str = "") -> None:
    """Puts our hook in its place, the one that is there moved aside first when a place for it is named. Raises Unwritable."""
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        tidy(path)
        temporary = path.with_name(f"{path.name}.cm-{os.getpid()}.tmp")
        moved = False
        try:
            temporary.write_bytes(text.encode())
            temporary.chmod(0o755)
            if aside:
                os.rename(path, aside)
                moved = True
            os.replace(temporary, path)
        except OSError:
            temporary.unlink(missing_ok=True)
            if moved:
                os.rename(aside, path)
            raise


def take(record: HookRecord) -> None:
    """Takes our hook away and brings back the one that was there. Raises Unwritable."""
    path = Path(record.path)
    with writing(path):
        if record.moved and os.path.lexists(record.moved):
            os.replace(record.moved, path)
        else:
            path.unlink(missing_ok=True)


def tidy(path: Path) -> None:
    """Deletes what a process that died while it wrote this hook left beside it."""
    with suppress(OSError):
        for left in path.parent.glob(f"{path.name}.cm-*.tmp"):
            left.unlink(missing_ok=True)


def hook_text(name: str, argv: Iterable[str], unreadable: str, moved: str) -> str:
    """Our hook: the one that was there runs first, with the same words and input, and its refusal stands; then the guard.

    A guard that is gone is said aloud and left to the policy.
    """
    command = shlex.join(argv)
    *_, script = argv
    stops = 0 if unreadable == "allow" else 1
    goes = "It goes on unchecked." if stops == 0 else "It is held back (guard.unreadable)."
    there = f'before="${{0%/*}}/"{shlex.quote(os.path.basename(moved))}\n' if moved else ""
    lines = [
        "#!/bin/sh",
        f"# {name}: the guard of cm ({MARK}). `cm guard remove --git` takes it away and brings back what was here.",
    ]
    feed = ""
    if name == "pre-push":
        lines.append("pushed=$(cat)")
        lines.append('told() { if [ -n "$pushed" ]; then printf \'%s\\n\' "$pushed"; fi; }')
        feed = "told | "
    if there:
        lines += [there.rstrip("\n"), f'if [ -x "$before" ]; then {feed}"$before" "$@" || exit $?; fi']
    lines += [
        f"if [ -f {shlex.quote(script)} ]; then",
        f'    {feed}{command} {name} "$@"',
        "    status=$?",
        '    if [ "$status" -eq 0 ] || [ "$status" -eq 1 ]; then exit "$status"; fi',
        "fi",
        f"echo 'cm guard: it cannot be run, so this was not looked at. {goes} cm guard status tells more.' >&2",
        f"exit {stops}",
    ]
    return "\n".join(lines) + "\n"


def read_hooks(home: Home) -> tuple[HookRecord, ...]:
    """Every hook that we put somewhere. Raises Unparsable, NewerSchema."""
    path = home.guard / "git.json"
    held = read_json(path)
    if held is None:
        return ()
    try:
        if int(held["schema"]) > SCHEMA:
            raise NewerSchema(f"{path} was written by a newer cm", hint="upgrade cm")
        names = HookRecord.__dataclass_fields__
        return tuple(
            HookRecord(**{name: str(each[name]) for name in names if name != "was" or name in each})
            for each in held["hooks"]
        )
    except (KeyError, TypeError, ValueError) as error:
        raise Unparsable(
            f"{path}: not a list of hooks", hint="move it away; `cm guard install --git` finds its own hooks"
        ) from error


def write_hooks(home: Home, records: Iterable[HookRecord]) -> None:
    """Writes them all, in order of their places."""
    rows = [asdict(each) for each in sorted(records, key=lambda each: each.path)]
    replace_json(home.guard / "git.json", {"schema": SCHEMA, "hooks": rows})


def digest_of(data: bytes) -> str:
    """By which a hook of ours is known again."""
    return sha256(data).hexdigest()


def free_place(path: Path) -> Path:
    """Where the hook that is there can be moved to. Raises BadState when there are too many."""
    for number in range(1, 100):
        aside = path.with_name(path.name + ASIDE + (f"-{number}" if number > 1 else ""))
        if not os.path.lexists(aside):
            return aside
    raise BadState(f"{path}{ASIDE} and many more are there already", hint="tidy the folder of the hooks up")


def _git(cwd: Path, environ: Mapping[str, str], *args: str) -> str:
    """What git says in a folder, with the user's own configuration, "" when it says no."""
    world = {name: value for name, value in environ.items() if not name.startswith("GIT_")}
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"):
        if name in environ:  # where the user keeps the configuration, core.hooksPath among it
            world[name] = environ[name]
    program = shutil.which("git", path=world.get("PATH", os.defpath))
    if program is None:
        raise Outside("git is not installed", hint="install git; without it nothing is committed")
    try:
        done = subprocess.run(
            [program, "-C", str(cwd), *args], env=world, capture_output=True, timeout=SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Outside(f"git did not run: {error}", hint="try again") from error
    return os.fsdecode(done.stdout).rstrip("\r\n") if done.returncode == 0 else ""
