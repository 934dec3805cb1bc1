"""The line of `shown.jsonl` that says what was delivered to whom, and how a task is kept in it. Standard library only.

What a delivery holds is `flows/context.py` and `flows/starting.py`; what a session was told before is read by `flows/told.py`.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from cm.flows.surroundings import Surroundings


def note_delivery(
    here: Surroundings,
    envelope: str,
    door: str,
    ids: Sequence[str],
    text: str,
    *,
    host: str = "",
    session: str = "",
    task: str = "",
    **more: Any,
) -> bool:
    """Appends the line that says what was delivered to whom; returns whether that was possible. A trial delivers to nobody."""
    if here.trial:
        return True
    from cm.store.append import append, sha256

    line: dict[str, Any] = {
        "id": envelope,
        "at": here.now,
        "door": door,
        "rules": list(ids),
        "sha256": sha256(text),
    }
    if not here.denied:  # where nothing may be kept, what was asked is not kept either
        line |= {"task": _without_erased(here, task)} if task else {}
        line |= {"project": here.project}
    known = (("host", host or here.host), ("session", "" if here.denied else session))
    line |= {name: value for name, value in known if value}
    return append(here.shown, {**line, **({} if here.denied else more)})


def _without_erased(here: Surroundings, task: str) -> str:
    """The task as it may be kept: a question for what was erased does not bring the words back."""
    root = os.path.dirname(os.path.dirname(here.shown))
    if not os.path.exists(os.path.join(root, "state", "tombstones.jsonl")):
        return task
    from pathlib import Path

    from cm.store.home import Home
    from cm.store.tombstones import read_tombstones

    return read_tombstones(Home(Path(root))).cut(task).text


def scrub_task(task: str) -> str:
    """The task without secrets, shortened, as it is logged and echoed; the scrubber is only woken when one is possible."""
    short = " ".join(task[:2000].split())[:500]
    if not _may_hold_secret(short):
        return short
    from cm.core.secrets.scrub import scrub

    return scrub(short)[0]


def _may_hold_secret(text: str) -> bool:
    """Whether the scrubber has to look: a word that names a secret beside something like a value, or a long mixed word."""
    low = text.lower()
    if "://" in low or "-----" in low:
        return True
    valued = not low.isascii() or any(char in "=:'\"`@0123456789" for char in low)
    if valued and any(word in low for word in _SECRET_WORDS):
        return True
    return any(len(word) >= 16 and any(char.isdigit() for char in word) for word in low.split())


_SECRET_WORDS = (
    "pass",
    "pwd",
    "secret",
    "token",
    "key",
    "auth",
    "bearer",
    "cred",
    "pin",
    "密码",
    "密钥",
    "パスワード",
    "kennwort",
    "contraseña",
)
