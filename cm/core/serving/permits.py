"""What follows from the user's word on privacy: whether a host, a project or a session may be read.

Pure: the lists and the lines of a `.cmignore` come in as values. Asking the human and looking for files is
`flows/permission.py`; taking out what is excluded later is `flows/purge.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Final, Literal, TypeAlias

from cm.model.privacy import Lists, Privacy
from cm.model.session import Event, SessionHead

Verdict: TypeAlias = Literal["allow", "deny", ""]
"""What a list says; "" = it does not name this."""

SHORTEST: Final = 8  # characters of a session's id that name it, as they are shown
_OFF: Final = re.compile(r"(?im)^[ \t]*#[ \t]*cm:[ \t]*off[ \t]*$")
_PATTERN: Final = frozenset("*?[")


def host_verdict(privacy: Privacy, host: str) -> Verdict:
    """What the lists say of a host."""
    return _verdict(privacy.hosts, (host,))


def project_verdict(privacy: Privacy, project: str, cwd: str = "") -> Verdict:
    """What the lists say of a project, known by its identity or by the folder where the session ran."""
    return _verdict(privacy.projects, tuple(name for name in (project, cwd) if name) or ("",))


def ignores(lines: Iterable[str], head: SessionHead) -> bool:
    """Whether the lines of a `.cmignore` leave a session out; the last line that fits decides, `!` takes it back."""
    out = False
    for line in lines:
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        wanted = not text.startswith("!")
        if _names(text.removeprefix("!").strip(), head):
            out = wanted
    return out


def is_switched_off(events: Iterable[Event]) -> bool:
    """Whether the user typed `# cm: off` on a line of its own."""
    return any(
        event.by == "user" and event.kind == "message" and _OFF.search(event.text) is not None
        for event in events
    )


def with_denied(lists: Lists, names: Sequence[str]) -> Lists:
    """The lists after a denial."""
    kept = tuple(name for name in lists.allow if name not in names)
    return Lists(kept, tuple(sorted({*lists.deny, *names})))


def with_allowed(lists: Lists, names: Sequence[str]) -> Lists:
    """The lists after a permission."""
    kept = tuple(name for name in lists.deny if name not in names)
    return Lists(tuple(sorted({*lists.allow, *names})), kept)


def _verdict(lists: Lists, names: Sequence[str]) -> Verdict:
    for closeness in (2, 1, 0):
        if any(_closeness(entry, name) == closeness for entry in lists.deny for name in names):
            return "deny"
        if any(_closeness(entry, name) == closeness for entry in lists.allow for name in names):
            return "allow"
    return ""


def _closeness(entry: str, name: str) -> int:
    """2 = the very name, 1 = a pattern or a folder above, 0 = everything, -1 = something else."""
    if entry == name:
        return 2
    if entry == "*":
        return 0
    if _PATTERN & set(entry):
        return 1 if fnmatchcase(name, entry) else -1
    below = entry.rstrip("/\\")
    return 1 if below and name.startswith((below + "/", below + "\\")) else -1


def _names(pattern: str, head: SessionHead) -> bool:
    if _PATTERN & set(pattern):
        return fnmatchcase(head.native, pattern) or fnmatchcase(head.id, pattern)
    if pattern in (head.native, head.id, head.host):
        return True
    native = pattern.removeprefix(head.host + "/")
    return len(native) >= SHORTEST and head.native.startswith(native)
