"""The merge driver that git calls for a playbook: three files in, one playbook out, no conflict markers.

Registered for a repository's `.cm/` by `cm init --repo` and `cm sync --repo`, so that pulls and rebases merge rules by id
and field. Rules that come in this way are taken over as hand edits are, and meet the predicate on the way out.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cm.core.curation.meeting import meet
from cm.core.curation.merge3 import merge3
from cm.core.curation.unions import union_lines
from cm.errors import BadState, NotFound
from cm.flows.commit import merged_text
from cm.flows.env import Env
from cm.store.files import replace
from cm.store.playbook import document_of
from cm.store.repo_git import register_driver
from cm.store.yaml import read_text

ATTRIBUTES: Final = ("*.jsonl merge=union", "playbook.yaml merge=cm")


@dataclass(frozen=True, slots=True)
class Driven:
    """What a merge came to."""

    path: str
    rules: int
    conflicts: int


@dataclass(frozen=True, slots=True)
class Registered:
    """What was written so that git merges this repository's rules."""

    repository: str
    written: tuple[str, ...]


def drive(base: Path, ours: Path, theirs: Path, path: str) -> Driven:
    """Merges the three files into `ours`, as git asks of a driver. Raises BadState when one of them cannot be read."""
    if path.endswith(".jsonl"):
        was, here, there = (each.read_bytes() for each in (base, ours, theirs))
        replace(ours, union_lines(was, here, there), private=False)
        return Driven(path, 0, 0)
    documents = [document_of(Path(path), read_text(each) or "") for each in (base, ours, theirs)]
    flaws = [flaw for each in documents[1:] for flaw in each.playbook.flaws]
    if flaws:
        raise BadState(
            f"{path}:{flaws[0].line}: {flaws[0].reason}",
            hint="mend that rule on its branch, then merge again",
        )
    merged = merge3(*(each.playbook for each in documents))
    known = documents[1].playbook.rules
    book, pairs = meet(merged.book, [rule.id for rule in merged.book if known.get(rule.id) != rule])
    replace(ours, merged_text(documents[1], book).encode("utf-8"), private=False)
    return Driven(path, len(book), len(merged.conflicts) + len(pairs))


def register(env: Env) -> Registered:
    """Makes git use the driver in this clone; the attributes travel with the repository, the driver does not."""
    if env.repo is None:
        raise NotFound(f"{env.cwd} is in no git repository", hint="run it inside one")
    command = f"{_program(env)} merge-driver %O %A %B %P"
    return Registered(str(env.repo.repo), register_driver(env.repo, env.environ, ATTRIBUTES, command))


def _program(env: Env) -> str:
    """How git calls this program: by its name when it is on the path, else by the Python that runs now."""
    if shutil.which("cm", path=env.environ.get("PATH", os.defpath)):
        return "cm"
    return f"{shlex.quote(sys.executable)} -m cm"
