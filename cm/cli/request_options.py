"""The two options by which a change is asked for safely: `--request-id` and `--if-revision`. What they mean: `flows/requests.py`."""

from __future__ import annotations

import typer

REQUEST_ID = typer.Option(
    "", "--request-id", metavar="ID", help="A name of yours for this request: asked again, it is answered the same and done once."
)  # fmt: skip
IF_REVISION = typer.Option(
    "", "--if-revision", metavar="REV", help="Only if the rule still stands as you saw it (cm show says its revision)."
)  # fmt: skip
IF_BOOK_REVISION = typer.Option(
    "", "--if-revision", metavar="REV", help="Only if the playbook is still the one you saw (cm list --json: revisions)."
)  # fmt: skip
