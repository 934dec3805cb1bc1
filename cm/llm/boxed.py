"""A file of this package that runs in a process of its own: a line of JSON goes in, a line of JSON comes out.

The process gets an environment with nothing in it but what it is given, and a home that is empty. It is ended when it takes too long,
which is the only time limit that holds, and ends itself when nobody can ask any more. Not here: what runs there
(`litellm_process.py`, `cross_process.py`).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from cm.errors import NoModel

START_SECONDS: Final = 120.0


class Boxed:
    """One such process; asked by one thread at a time."""

    def __init__(self, script: str, what: str, environ: Mapping[str, str], *, hint: str) -> None:
        """Starts it. Raises NoModel with the hint when `what` cannot be used there."""
        self.is_late = False  # it was ended because its time was up
        # nothing to find: no dotfiles, no .env, no stored accounts; a variable of this name that the user passes on wins
        self._folder = tempfile.TemporaryDirectory(prefix="cm-llm-", ignore_cleanup_errors=True)
        nowhere = dict.fromkeys(
            ("HOME", "USERPROFILE", "APPDATA", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"), self._folder.name
        )
        try:
            self._run = subprocess.Popen(
                [sys.executable, "-I", str(Path(__file__).with_name(script))],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8",
                env={**nowhere, **environ}, cwd=self._folder.name, start_new_session=os.name != "nt",
            )  # fmt: skip
        except OSError as error:
            raise NoModel(f"cannot start {sys.executable}: {error}") from error
        path = [os.path.abspath(each) for each in sys.path if each]
        said = self._exchange({"path": path, "folder": self._folder.name}, START_SECONDS)
        if said is None or said.get("ready") is not True:
            self.kill()
            why = said.get("message", "") if said else f"it did not start within {START_SECONDS:g} seconds"
            raise NoModel(f"{what} cannot be used: {why}", hint=hint)

    def ask(self, call: Mapping[str, Any], seconds: float) -> dict[str, Any] | None:
        """None when it did not answer in time, and is gone."""
        return self._exchange(call, seconds)

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return self._run.poll() is None

    def _end(self) -> None:
        self.is_late = True
        self._run.kill()

    def kill(self) -> None:
        with suppress(OSError):
            self._run.kill()
        for pipe in (self._run.stdin, self._run.stdout):
            with suppress(OSError):
                if pipe:
                    pipe.close()
        self._run.wait()
        self._folder.cleanup()

    def _exchange(self, said: Mapping[str, Any], seconds: float) -> dict[str, Any] | None:
        assert self._run.stdin is not None
        assert self._run.stdout is not None
        timer = threading.Timer(seconds, self._end)
        timer.daemon = True
        timer.start()
        try:
            self._run.stdin.write(json.dumps(said) + "\n")
            self._run.stdin.flush()
            line = self._run.stdout.readline()
        except (OSError, ValueError):  # it is gone, or was closed by another thread
            line = ""
        finally:
            timer.cancel()
        try:
            found = json.loads(line)
        except ValueError:
            return None
        return found if isinstance(found, dict) else None
