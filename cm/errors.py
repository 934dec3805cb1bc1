"""Every way `cm` can fail, with the exit code and the next step; imports nothing of ours.

Expected outcomes (refused by the gate, withheld, unchanged) are values, not errors: see `model/decision.py`
and `core/serving/serve.py`. The table in `docs/reference/exit-codes.md` is generated from this file.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, ClassVar, Final

INTERRUPTED: Final = "cm: interrupted; what was finished is kept"


class Exit(IntEnum):
    """What a script may branch on: nine kinds, not one code per case."""

    OK = 0
    NO = 1
    USAGE = 2
    REFUSED = 3
    NOT_FOUND = 4
    BAD_STATE = 5
    BUSY = 6
    OUTSIDE = 7
    BUG = 70
    INTERRUPTED = 130


class CmError(Exception):
    """A failure with a stable `code`, what happened, and what to do next."""

    code: ClassVar[str] = "error"
    exit: ClassVar[Exit] = Exit.BUG

    def __init__(self, message: str, *, hint: str = "", **context: Any) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.context: dict[str, Any] = context


class Usage(CmError):
    code = "usage"
    exit = Exit.USAGE


class RefusedByGate(CmError):
    """A single change that the user asked for was refused; batches report refusals as values instead."""

    code = "refused"
    exit = Exit.REFUSED


class NeedsAHuman(CmError):
    """What loosens or destroys is not done for an agent, nor in a script without `--yes` (design 2.17)."""

    code = "needs-a-human"
    exit = Exit.REFUSED


class NotTrusted(CmError):
    code = "not-trusted"
    exit = Exit.REFUSED


class NotAllowed(CmError):
    """Sessions that the user did not open to this reader (`cm privacy`)."""

    code = "not-allowed"
    exit = Exit.REFUSED


class Interrupted(CmError):
    """The user stopped it (^C); the message says what is kept."""

    code = "interrupted"
    exit = Exit.INTERRUPTED


class NotFound(CmError):
    code = "not-found"
    exit = Exit.NOT_FOUND


class Ambiguous(CmError):
    """A shortened id fits more than one thing."""

    code = "ambiguous"
    exit = Exit.USAGE


class BadState(CmError):
    """Something on disk cannot be read as what it should be."""

    code = "bad-state"
    exit = Exit.BAD_STATE


class Unparsable(BadState):
    """A file that is not valid YAML, TOML or JSON; the message names file and line."""

    code = "unparsable"


class ConflictMarkers(BadState):
    """Git left `<<<<<<<` in a file."""

    code = "conflict-markers"


class NewerSchema(BadState):
    """A document written by a newer `cm`."""

    code = "newer-schema"


class NoHome(BadState):
    """There is no home directory to keep anything in."""

    code = "no-home"


class Unwritable(BadState):
    """The home or a target cannot be written: read-only, no permission, or the disk is full."""

    code = "unwritable"


class ExportEdited(BadState):
    """Somebody edited inside the block that `cm` manages."""

    code = "export-edited"


class Conflict(CmError):
    """What was asked rests on something that is otherwise now: a revision, a version, or a request id that said something else."""

    code = "conflict"
    exit = Exit.BAD_STATE


class NoModel(BadState):
    """A model is asked for, and the user's config names none, or not all that is needed to reach it."""

    code = "no-model"


class UnknownPrice(BadState):
    """Nobody said what the model costs, so no limit could be kept."""

    code = "unknown-price"


class OverBudget(CmError):
    """A call could cost more than the user's limits leave; nothing was sent."""

    code = "over-budget"
    exit = Exit.REFUSED


class OwnCall(CmError):
    """This runs inside a model call that `cm` made itself: it reads nothing, so that it never feeds on itself."""

    code = "own-call"
    exit = Exit.REFUSED


class Busy(CmError):
    """Another process holds the lock."""

    code = "busy"
    exit = Exit.BUSY


class Outside(CmError):
    """Something that is not `cm` failed: git, a host, a model, the network."""

    code = "outside"
    exit = Exit.OUTSIDE
