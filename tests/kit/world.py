"""A home and an env for in-process tests of flows: a stopped clock, ids that count up, nobody at the terminal."""

import os
from itertools import count

from cm.flows.env import open_env
from tests.kit.build import NOW


def world(tmp_path, *, cwd=None, tty=False, project="", **environ):
    """An Env whose home lies in the test's folder; `tty=True` stands for a human at a terminal."""
    numbers = count(1)
    outside = {name: value for name, value in os.environ.items() if not name.startswith("CM_")}
    told = {"CM_HOME": str(tmp_path / "home"), **({"CM_PROJECT": project} if project else {}), **environ}
    return open_env(
        {**outside, **told},
        cwd or tmp_path,
        clock=lambda: NOW,
        nonce=lambda: f"n{next(numbers)}",
        tty=tty,
    )


def repository(path, remote="git@github.com:acme/shop.git"):
    """A folder that looks like a git repository with a remote."""
    git = path / ".git"
    git.mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "config").write_text(f'[remote "origin"]\n\turl = {remote}\n')
    return path
