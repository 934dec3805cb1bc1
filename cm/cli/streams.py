"""The three standard streams, made ready: UTF-8 whatever the locale says, and there even when the caller closed them.

Standard library only: the quick doors use it.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cm.errors import CmError

_WANTED = ("utf-8", "backslashreplace")  # what cannot be encoded is shown escaped


def ready() -> None:
    """Puts the empty device in the place of a closed stream, and makes both outputs UTF-8.

    In this order, so that a file opened later never gets the number of a closed stream.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open until the process ends
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        as_wanted = (getattr(stream, "encoding", ""), getattr(stream, "errors", "")) == _WANTED
        if (
            reconfigure and not as_wanted
        ):  # it prints what is still waiting: not twice, the reader may have left
            reconfigure(encoding=_WANTED[0], errors=_WANTED[1])


def silence_output() -> None:
    """Lets everything still to be printed vanish: also what Python flushes at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write(text: str) -> None:
    """Prints an answer, ended by a line break. Raises Unwritable; BrokenPipeError when the reader has seen enough."""
    try:
        sys.stdout.write(text if text.endswith("\n") or not text else text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unprinted(error) from error


def unprinted(error: OSError) -> CmError:
    """The error for an answer that found no room; lets what is still to be printed vanish."""
    from cm.errors import Unwritable

    silence_output()
    return Unwritable(
        f"the answer could not be printed: {error.strerror}",
        hint="what the command did is done; only its answer is lost",
        stream="stdout",
    )
