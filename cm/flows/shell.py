"""What `cm shell` keeps and offers: the lines that were typed, without secrets, and the names that may be completed.

Not here: the loop and what a line may say (`cm/cli/shell.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

from cm.core.facts import entities_of, spelled
from cm.core.secrets.scrub import scrub
from cm.errors import CmError
from cm.flows.env import Env
from cm.flows.reading import shelf
from cm.store.shell_history import append_line, read_lines

LONGEST = 2_000  # characters of a line that is kept


@dataclass(frozen=True, slots=True)
class Names:
    """What may be named in a command, for completion."""

    rules: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()


def history(env: Env) -> list[str]:
    """The lines that were kept, oldest first."""
    return read_lines(env.home)


def keep(env: Env, line: str) -> bool:
    """Keeps a line that was typed; returns whether it was kept.

    Not one that looks as if it held a secret, one that begins with a blank, or a very long one; and none where there is no home yet.
    """
    if line != line.lstrip() or not line.isprintable() or len(line) > LONGEST or scrub(line)[1]:
        return False
    if not env.home.root.is_dir():
        return False
    append_line(env.home, line)
    return True


def names(env: Env) -> Names:
    """Rules in service first, then all others, and whom facts are of; () when they cannot be read now."""
    try:
        items = shelf(env).shelved
    except CmError:
        return Names()
    live = [item.rule.id for item in items if item.rule.state in ("active", "contested", "draft")]
    entities = {spelled(each) for item in items for each in entities_of(item.rule.about)}
    return Names(tuple(dict.fromkeys((*live, *(item.rule.id for item in items)))), tuple(sorted(entities)))
