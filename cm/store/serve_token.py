"""The token of `cm serve`: one line in a file that only its owner may read. Who is let in by it: `flows/serving.py`."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from cm.errors import BadState
from cm.store.files import replace
from cm.store.home import Home
from cm.store.lines import read_bytes

_MOST_BYTES: Final = 4096


def read_token(path: Path) -> str:
    """The token in that file, "" when none was made. Raises BadState when others may read the file."""
    try:
        mode = path.stat().st_mode
        data = read_bytes(path)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise BadState(
            f"cannot read {path}: {error.strerror or error}", hint="make a new one: cm serve --new-token"
        ) from error
    if os.name != "nt" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise BadState(
            f"{path} may be read by others on this machine",
            hint="somebody may know it: cm serve --new-token makes another",
        )
    return data[:_MOST_BYTES].decode("utf-8", "replace").strip()


def write_token(home: Home, token: str) -> None:
    """Keeps a new token, for its owner alone. Raises Unwritable."""
    replace(home.serve_token, (token + "\n").encode(), mode=0o600)
