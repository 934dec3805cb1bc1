"""Starts this very program once more, on its own, to do in the background what nobody should wait for.

It hears nothing and says nothing, and outlives who started it. Not here: what it does.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import cm


def start_detached(call: str, environ: Mapping[str, str], cwd: Path) -> bool:
    """Runs one Python statement in a process of its own; returns whether it could be started.

    The folder we stand in is no place to import from: it may be a stranger's.
    """
    ours = str(Path(cm.__file__).resolve().parents[1])
    paths = [ours, *filter(os.path.isabs, environ.get("PYTHONPATH", "").split(os.pathsep))]
    world = {**environ, "PYTHONPATH": os.pathsep.join(paths)}
    flags = getattr(subprocess, "DETACHED_PROCESS", 0) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    try:
        subprocess.Popen(
            [sys.executable, "-P", "-c", call], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env=world, cwd=cwd, start_new_session=os.name != "nt", creationflags=flags,
        )  # fmt: skip
    except OSError:
        return False
    return True
