"""How a host's own program is asked one thing without a terminal, its model being ours on this machine (`llm/stand_in.py`).

Data only. It is pointed there by options and variables, or by files of a folder that is made for this one run: what the user set
up is read as ever and nothing is written into it, so that the hooks that run are those that are registered. Asking it:
`flows/live_program.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

KEY: Final = "none"
"""What stands for a key: some programs do not begin without one."""


@dataclass(frozen=True, slots=True)
class Headless:
    """In all the texts `{url}` is the address of the model, `{files}` the folder of this run; words of their own are `{prompt}`,
    the question, and `{words}`, the question word by word."""

    argv: tuple[str, ...]
    environ: tuple[tuple[str, str], ...] = ()
    files: tuple[tuple[str, str], ...] = ()  # below {files}
    here: tuple[tuple[str, str], ...] = ()
    """Below the working folder. In a project that would be the user's, so there the program is not asked."""
    before: tuple[str, ...] = ()  # what is run first, in the same surroundings
    help_says: str = ""  # what its --help says, where another program may be called the same
    without: tuple[str, ...] = ()  # variables of the user's that would lead it to another model
