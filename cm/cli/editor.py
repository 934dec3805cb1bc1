"""Lets somebody change a text in the editor of their choice."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

NOTE: Final = (
    "# One sentence or a few. Lines that begin with # are left out; an empty text changes nothing.\n"
)


def editor_of(environ: Mapping[str, str]) -> str:
    """The command that opens an editor, as the user set it; "" when there is none."""
    return next((found for name in ("VISUAL", "EDITOR") if (found := environ.get(name, "").strip())), "")


def edited(text: str, editor: str) -> str | None:
    """The text as it was left in the editor, on one line; None when the editor could not be run or says that it failed."""
    handle, name = tempfile.mkstemp(prefix="cm-rule-", suffix=".md")  # for the user's eyes only
    path = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(f"{text}\n\n{NOTE}")
        try:
            done = subprocess.run([*shlex.split(editor), name], check=False)
        except (OSError, ValueError):
            return None
        if done.returncode != 0:
            return None
        try:
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return None
        return " ".join(" ".join(line for line in lines if not line.startswith("#")).split())
    finally:
        with suppress(OSError):
            path.unlink()
