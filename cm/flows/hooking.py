"""The command lines that agents are told: of a hook at a moment, and of the MCP server; and how one of ours is known again.

The interpreter is the one that runs now, so that what runs is what was installed; it is kept from taking modules out of the folder it
is started in (a hook by its own start, `cm/cli/hook_start.py`, the server by `-P`), since that folder is a stranger's. A home elsewhere than `~/.cm` travels with the line. Where a line is written is
`flows/setup_places.py`; the guard's own scripts are `flows/scripts.py`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cm
from cm.flows.env import Env
from cm.flows.scripts import quoted

if TYPE_CHECKING:
    from cm.model.moments import Moment

_HOOK: Final = re.compile(r"[/\\]cm[/\\]+cli[/\\]+hook_start\.py\b")


def hook_words(env: Env, host: str, moment: Moment | str = "") -> tuple[str, ...]:
    """The words of a hook's command line; without a moment those of a file that adds it itself."""
    return (*_started(env), *([moment] if moment else []), "--host", host)


def command_of(env: Env, moment: Moment | str, host: str) -> str:
    """The command line of a hook, quoted for this system's shell."""
    return quoted(hook_words(env, host, moment))


def server_words(env: Env) -> tuple[str, ...]:
    """The words that start the MCP server on stdio; the home is in `variables`."""
    return (_python(), "-P", "-m", "cm", "mcp")


def variables(env: Env) -> Mapping[str, str]:
    """What a program of ours needs in its environment to find this home; nothing for the usual one."""
    return {} if _is_usual(env) else {"CM_HOME": os.path.abspath(env.home.root)}


def is_hook(text: str) -> bool:
    """Whether a text starts a hook of ours, whichever cm wrote it."""
    return _HOOK.search(text) is not None


def is_server(text: str) -> bool:
    """Whether a word of a server's entry is ours: the module, or the program by that name."""
    return text == "cm" or Path(text).name in ("cm", "cm.exe")


def _started(env: Env) -> tuple[str, ...]:
    words = (_python(), "-I", str(Path(os.path.abspath(cm.__file__)).parent / "cli" / "hook_start.py"))
    if _is_usual(env) or os.name == "nt":
        return words
    return ("/usr/bin/env", f"CM_HOME={os.path.abspath(env.home.root)}", *words)


def _is_usual(env: Env) -> bool:
    return os.path.abspath(env.home.root) == os.path.abspath(env.user_home / ".cm")


def _python() -> str:
    """As it is called: behind the link of a virtual environment lies one that knows nothing of cm."""
    return os.path.abspath(sys.executable)
