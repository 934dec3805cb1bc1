"""`cm mark`, as its help tells it; answered by `quick.py`."""

from __future__ import annotations

import typer

from cm.cli.listed import listed
from cm.cli.quick_options import MARK

command = listed(
    "mark",
    typer.Argument(..., metavar="RULE", help="The rule's id, or its beginning."),
    MARK,
    """Say that a rule helped or harmed. One line is appended to the ledger; the playbook is not touched.

    A mark counts once per rule, verdict and session; without a session once a day.
    """,
    takes=str,
)
