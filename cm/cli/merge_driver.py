"""`cm merge-driver`: what git calls to merge a playbook; nobody types it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.driver import Driven

BASE = typer.Argument(..., metavar="BASE", help="The common version (%O).")
OURS = typer.Argument(..., metavar="OURS", help="The version that is written to (%A).")
THEIRS = typer.Argument(..., metavar="THEIRS", help="The other version (%B).")
PATH = typer.Argument("playbook.yaml", metavar="PATH", help="What it is called (%P).")


def command(base: Path = BASE, ours: Path = OURS, theirs: Path = THEIRS, path: str = PATH) -> Answer:
    """Merge three versions of a playbook into the second; for git's configuration (cm sync --repo sets it)."""
    from cm.flows.driver import drive

    done = drive(base, ours, theirs, path)
    return Answer("merge-driver", done, lambda: render(done))


def render(done: Driven) -> str:
    """One line for git's output."""
    more = f", {done.conflicts} to look at" if done.conflicts else ""
    return say.lines(f"cm merged {done.path}: {say.count(done.rules, 'rule')}{more}")
