"""What a call is answered with: the very document that `--json` prints, and the words an agent reads. Pure but for one log line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cm.cli import envelope
from cm.cli.run import Bug, as_known, bug_report
from cm.errors import CmError


@dataclass(frozen=True, slots=True)
class Said:
    """An answer."""

    document: dict[str, Any]
    text: str = ""  # "" = the document is what is read
    failed: bool = False

    @property
    def words(self) -> str:
        """What an agent reads."""
        return self.text or json.dumps(self.document, ensure_ascii=False, separators=(",", ":"))


def said(verb: str, result: object, notes: Sequence[str] = (), text: str = "") -> Said:
    """The answer with a flow's result; `verb` names the schema, as an `Answer` of the command line has it."""
    return Said(json.loads(envelope.answer(f"cm.{verb}/1", result, notes)), text)


def failed(error: CmError) -> Said:
    """The answer with an error, in words and as data."""
    words = f"{error.message}\n{error.hint}" if error.hint else error.message
    return Said(json.loads(envelope.failure(error)), words, failed=True)


def answered(what: str, work: Callable[[], Said]) -> Said:
    """Answers, whatever happens: the one broad `except` of this door.

    What nobody expected is reported on stderr, and told without its innards.
    """
    try:
        return work()
    except CmError as error:
        return failed(error)
    except Exception as error:
        known = as_known(error)
        if known is None:
            sys.stderr.write(bug_report(error, (what,)))
            sys.stderr.flush()
            known = Bug(
                f"{type(error).__name__} in {what}",
                hint="this is a bug in cm; the server's stderr has a report to paste",
            )
        return failed(known)
