"""Runs `cm` as a user would: a new process, its output caught."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def data(self):
        return self.json["data"]


def run_cm(*args, stdin="", cwd=None, env=None, timeout=60):
    """Runs `python -m cm ARGS` in the test's own world and returns exit code, stdout and stderr."""
    world = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(env or {})}
    world["PYTHONPATH"] = os.pathsep.join([os.getcwd(), world.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    done = subprocess.run(
        [sys.executable, "-m", "cm", *args],
        input=stdin.encode(), cwd=cwd, env=world, capture_output=True, timeout=timeout, check=False,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
