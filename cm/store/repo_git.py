"""A repository's own git, as far as `cm` touches it: a merge driver in its configuration, attributes in its `.cm/`.

Nothing is committed there; that is the user's. The home's git is `store/git.py`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence

from cm.errors import BadState, Outside
from cm.store.files import replace
from cm.store.home import RepoHome
from cm.store.lines import make_dirs

NAME = "cm"


def register_driver(
    repo: RepoHome, environ: Mapping[str, str], attributes: Sequence[str], command: str
) -> tuple[str, ...]:
    """Writes what git needs to call `command` for playbooks; returns the places that changed. Raises Outside, Unwritable."""
    written = []
    path = repo.root / ".gitattributes"
    have = path.read_text("utf-8", "replace") if path.is_file() else ""
    missing = [line for line in attributes if line not in have.splitlines()]
    if missing:
        make_dirs(repo.root, private=False)
        joint = "" if not have or have.endswith("\n") else "\n"
        replace(path, (have + joint + "\n".join(missing) + "\n").encode(), private=False)
        written.append(str(path))
    wanted = {f"merge.{NAME}.name": "playbooks by rule and field", f"merge.{NAME}.driver": command}
    for key, value in wanted.items():
        if _config(repo, environ, "--get", key) != value:
            _config(repo, environ, key, value)
            written.append(f"{key} in this clone's git configuration")
    return tuple(written)


def _config(repo: RepoHome, environ: Mapping[str, str], *args: str) -> str:
    """`git config` on the clone itself; what a getting call does not find is ""."""
    world = {name: value for name, value in environ.items() if not name.startswith("GIT_")}
    program = shutil.which("git", path=world.get("PATH", os.defpath))
    if program is None:
        raise Outside("git is not installed", hint="install git, or merge playbooks by hand")
    try:
        done = subprocess.run(
            [program, "-C", str(repo.repo), "config", "--local", *args], env=world, capture_output=True, timeout=30, check=False
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Outside(f"git did not run: {error}", hint="try again") from error
    if done.returncode and args[0] != "--get":
        said = done.stderr.decode("utf-8", "replace").strip()
        raise BadState(
            f"git config failed in {repo.repo}: {said}", hint="is it a git repository that you may write?"
        )
    return done.stdout.decode("utf-8", "replace").strip()
