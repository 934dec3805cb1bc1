"""The two options by which a change is asked for safely: `--request-id` and `--if-revision`. What they mean: `flows/requests.py`."""

from __future__ import annotations

import typer

from cm.errors import Usage


def _said(ctx: typer.Context, param: typer.CallbackParam, value: str) -> str:
    """What was said. An empty word is a variable of a script that was never set: what it was to guard would go unguarded."""
    source = ctx.get_parameter_source(param.name or "")
    if not value.strip() and source is not None and source.name == "COMMANDLINE":
        raise Usage(f"{param.opts[0]} is empty", hint="leave it out, or look where the script has it from")
    return value


REQUEST_ID = typer.Option(
    "", "--request-id", metavar="ID", callback=_said, help="A name of yours for this request: asked again, it is answered the same and done once."
)  # fmt: skip
IF_REVISION = typer.Option(
    "", "--if-revision", metavar="REV", callback=_said, help="Only if the rule still stands as you saw it (cm show says its revision)."
)  # fmt: skip
IF_BOOK_REVISION = typer.Option(
    "", "--if-revision", metavar="REV", callback=_said, help="Only if the playbook is still the one you saw (cm list --json: revisions)."
)  # fmt: skip
