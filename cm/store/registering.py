"""What a host is told in its own settings: planned as bytes, done in one step, remembered so that it can be taken back.

A plan is made from a file's bytes and nothing else; it says what the file would hold and changes nothing. Doing it keeps links,
permissions and everything that is not ours, puts a copy of what was there into the home's `backups/`, and notices when somebody
else wrote meanwhile. What is remembered (`store/installed.py`) holds the bytes from before: a file that is as it was left gets exactly
those back. Which host is told what is `cm/hosts`; the splicing is `store/jsonc_splice.py`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from cm.errors import Unwritable
from cm.store.files import replace as replace_whole
from cm.store.files import sweep_leftovers
from cm.store.hostfiles import HostFile, remove_file, replace_file
from cm.store.installed import Piece, Record
from cm.store.jsonc import Document, decode, parse
from cm.store.jsonc_splice import Trace, put_at, put_in, replace_at, take_out
from cm.store.registering_text import with_ours, without_ours
from cm.store.wishes import Ours as Ours
from cm.store.wishes import Wish as Wish
from cm.store.wishes import encoded, of_member
from cm.store.wishes import mentions as mentions

EXECUTABLE: Final = 0o755

Action: TypeAlias = Literal["created", "added", "renewed", "unchanged", "removed", "deleted", "not there"]


@dataclass(frozen=True, slots=True)
class Plan:
    """What would become of one file."""

    file: HostFile
    action: Action
    after: bytes | None  # None: no file
    record: Record | None  # what is remembered then
    executable: bool = False

    @property
    def changes(self) -> bool:
        """Whether the file would be another one."""
        return self.after != self.file.data

    @property
    def diff(self) -> str:
        """The change as a unified diff, with the two lines around."""
        old, new = (_lines(data) for data in (self.file.data, self.after))
        names = (
            self.file.name if self.file.data is not None else "/dev/null",
            self.file.name if self.after is not None else "/dev/null",
        )
        return "".join(
            line if line.endswith("\n") else line + "\n\\ no line break at the end\n"
            for line in unified_diff(old, new, *names, n=2)
        )


# --- planning: bytes to bytes


def plan_putting(
    file: HostFile, wishes: Sequence[Wish], ours: Ours, blank: Record, known: Record | None, root: Any = None
) -> Plan:
    """Plans that the wished entries stand in a file, each once, an older one of ours changed in its place.

    `blank` is a record without bytes, for what is to be remembered; `root` what a new file holds besides.
    """
    if wishes[0].form != "json":
        return _plan_text(file, wishes[0], ours, blank, known)
    if not wishes[0].at:
        return _plan_whole(file, wishes[0], blank, known)
    same = known is not None and file.data is not None and _digest(file.data) == known.left
    before = known.before if known is not None and same else None
    pieces = {piece.at: piece for piece in known.pieces} if known is not None else {}
    if not same and file.data is not None:
        before = _stripped(file, tuple(pieces.values()) or tuple(_piece(wish) for wish in wishes), ours)
    mark, text = decode(file.data, file.name) if file.data is not None else (b"", _root_text(root))
    mine: dict[tuple[str, ...], Piece] = {}
    found_one = False
    for at in pieces.keys() - {wish.at for wish in wishes}:
        text = _without(text, pieces[at], ours, file.name)
    for wish in wishes:
        found = parse(text, file.name)
        places = own_places(found, wish.at, ours, member=wish.member)
        for place in reversed(places[1:]):
            text = take_out(text, place, name=file.name)
        if places:
            found_one = True
            text = replace_at(text, places[0], _inner(wish.entry, places[0][len(wish.at) + 1 :]), file.name)
            mine[wish.at] = pieces.get(wish.at, _piece(wish))
        else:
            if wish.member and found.at(wish.at) is not None:
                raise Unwritable(
                    f"{file.name}: `{'.'.join(wish.at)}` is there and not ours, so nothing was written",
                    hint="give that one another name, then run it again",
                    path=str(file.path),
                )
            put = (put_at if wish.member else put_in)(text, wish.at, wish.entry, file.name)
            text, mine[wish.at] = put.text, _piece(wish, put.trace)
    after = mark + encoded(text, file)
    action: Action = (
        "unchanged"
        if after == file.data
        else "created"
        if file.data is None
        else "renewed"
        if found_one
        else "added"
    )
    if known is not None and action == "unchanged" and pieces.keys() == mine.keys():
        return Plan(file, action, after, known)  # whatever else changed since, what is remembered holds
    order = [*(at for at in pieces if at in mine), *(at for at in mine if at not in pieces)]
    record = replace(
        blank,
        before=before,
        left=_digest(after),
        pieces=tuple(mine[at] for at in order),
        folders=known.folders if known is not None else blank.folders,
        at=known.at if known is not None and action == "unchanged" else blank.at,
    )
    return Plan(file, action, after, record)


def plan_taking(
    file: HostFile, wishes: Sequence[Wish], ours: Ours, known: Record | None, root: Any = None
) -> Plan:
    """Plans that nothing of ours stands in a file: the bytes from before when it is as it was left, else all but our entries."""
    if file.data is None:
        return Plan(file, "not there", None, None)
    if known is not None and _digest(file.data) == known.left:
        return Plan(file, "deleted" if known.before is None else "removed", known.before, None)
    if wishes[0].form != "json":
        after = without_ours(file, wishes[0], ours, known)
        if after == file.data:
            return Plan(file, "not there", after, None)
        if known is not None and known.before is None and not (after or b"").strip():
            return Plan(file, "deleted", None, None)
        return Plan(file, "removed", after, None)
    if not wishes[0].at:
        mine = known is not None or ours(file.data.decode("utf-8", "replace"))
        return Plan(file, "deleted" if mine else "not there", None if mine else file.data, None)
    pieces = known.pieces if known is not None else ()
    rest = tuple(_piece(wish) for wish in wishes if wish.at not in {piece.at for piece in pieces})
    after = _stripped(file, (*pieces, *rest), ours)
    if after == file.data:
        return Plan(file, "not there", after, None)
    if known is not None and known.before is None and after is not None and _is_bare(after, root):
        return Plan(file, "deleted", None, None)
    return Plan(file, "removed", after, None)


def own_places(
    found: Document, at: Sequence[str], ours: Ours, *, member: bool = False
) -> list[tuple[str | int, ...]]:
    """Where in the list at `at` something of ours stands: the whole entry, or inside one that others share just our part.

    With `member` it is what stands at `at` itself.
    """
    there = found.at(at)
    if member:
        return [tuple(at)] if there is not None and mentions(there.value, of_member(ours)) else []
    places: list[tuple[str | int, ...]] = []
    for number, value in enumerate(there.value if there is not None and there.is_list else ()):
        if mentions(value, ours):
            inside = [
                (*at, number, key, each)
                for key, inner in (value.items() if isinstance(value, dict) else ())
                if isinstance(inner, list) and any(not mentions(one, ours) for one in inner)
                for each, one in enumerate(inner)
                if mentions(one, ours)
            ]
            places += inside or [(*at, number)]
    return places


def _plan_text(file: HostFile, wish: Wish, ours: Ours, blank: Record, known: Record | None) -> Plan:
    """TOML, YAML and a block: what was there without ours, and ours put in again, unless it is right already."""
    same = known is not None and file.data is not None and _digest(file.data) == known.left
    bare = without_ours(file, wish, ours, known)
    after, piece = with_ours(file, bare, wish, ours, known)
    before = known.before if known is not None and same else bare
    if known is not None and known.before is None and not (bare or b"").strip():
        before = None  # the file itself was made for it
    action: Action = (
        "unchanged" if after == file.data
        else "created" if file.data is None
        else "renewed" if bare != file.data
        else "added"
    )  # fmt: skip
    if known is not None and action == "unchanged":
        return Plan(file, action, after, known)
    folders = known.folders if known is not None else blank.folders
    record = replace(blank, before=before, left=_digest(after), pieces=(piece,), folders=folders)
    return Plan(file, action, after, record)


def _plan_whole(file: HostFile, wish: Wish, blank: Record, known: Record | None) -> Plan:
    after = encoded(wish.text, file)
    before = known.before if known is not None else None
    action: Action = "unchanged" if after == file.data else "created" if file.data is None else "renewed"
    folders = known.folders if known is not None else blank.folders
    at = known.at if known is not None and action == "unchanged" else blank.at
    return Plan(
        file, action, after, replace(blank, before=before, left=_digest(after), folders=folders, at=at)
    )


def without(text: str, pieces: Sequence[Piece], ours: Ours, name: str) -> str:
    """A JSON text without these pieces of ours, the last one first."""
    for piece in reversed(pieces):
        text = _without(text, piece, ours, name)
    return text


def _stripped(file: HostFile, pieces: Sequence[Piece], ours: Ours) -> bytes | None:
    mark, text = decode(file.data or b"", file.name)
    return mark + encoded(without(text, pieces, ours, file.name), file)


def _without(text: str, piece: Piece, ours: Ours, name: str) -> str:
    places = own_places(parse(text, name), piece.at, ours, member=piece.member)
    for number, place in enumerate(reversed(places), 1):
        whole = len(place) <= len(piece.at) + 1
        text = take_out(text, place, piece.trace if whole and number == len(places) else None, name)
    return text


def _piece(wish: Wish, trace: Trace | None = None) -> Piece:
    return Piece(wish.at, trace or Trace(), wish.member)


def _inner(entry: Any, below: Sequence[str | int]) -> Any:
    """The part of an entry of ours that stands in somebody else's."""
    for step in below:
        entry = entry[0] if isinstance(step, int) else entry[step]
    return entry


def _root_text(root: Any) -> str:
    if not root:
        return ""
    import json

    return json.dumps(root, ensure_ascii=False, indent=2) + "\n"


def _is_bare(data: bytes, root: Any) -> bool:
    """Whether a file that we made holds nothing any more but what a new one begins with."""
    found = parse(decode(data)[1])
    return not found.comments and found.value_at(()) in (None, {}, root)


def _lines(data: bytes | None) -> list[str]:
    return data.decode("utf-8", "replace").splitlines(keepends=True) if data else []


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()


# --- doing it


def missing_folders(path: Path) -> tuple[str, ...]:
    """The folders on the way to a file that are not there, the outermost first."""
    missing = []
    folder = path.parent
    while not os.path.lexists(folder):
        missing.append(str(folder))
        folder = folder.parent
    return tuple(reversed(missing))


def check_writable(plan: Plan) -> None:
    """Refuses what its owner made read-only; a file is replaced whole, which its own mode would not stop."""
    if plan.changes and plan.file.read_only:
        raise Unwritable(
            f"{plan.file.path} is read-only, so nothing was written",
            hint=f"chmod u+w {plan.file.path}, then run it again (or put the entry there by hand: --dry-run shows it)",
            path=str(plan.file.path),
        )


def apply(plan: Plan, backups: Path, stamp: str, label: str = "") -> str:
    """Does what was planned and returns where the copy of what was there lies ("" for none).

    Raises Busy when the file changed since, Unwritable when it cannot be written.
    """
    if not plan.changes:
        return ""
    check_writable(plan)
    kept = _back_up(plan, backups, stamp, label)
    sweep_leftovers(plan.file.path.parent, name=plan.file.path.name)
    try:
        if plan.after is None:
            remove_file(plan.file)
        else:
            replace_file(plan.file, plan.after, mode=EXECUTABLE if plan.executable else None)
    except (Unwritable, OSError) as error:
        why = error.message if isinstance(error, Unwritable) else f"cannot write {plan.file.path}: {error}"
        raise Unwritable(
            why,
            hint="make that folder writable, or put the entry there by hand: --dry-run shows it",
            path=str(plan.file.path),
        ) from error
    return kept


def remove_folders(folders: Sequence[str]) -> None:
    """Removes the folders that were made for a file, as far as they are empty."""
    for folder in reversed(folders):
        with suppress(OSError):
            os.rmdir(folder)


def _back_up(plan: Plan, backups: Path, stamp: str, label: str) -> str:
    if plan.file.data is None:
        return ""
    base = f"{label + '.' if label else ''}{Path(plan.file.name).name}.{stamp.replace(':', '')}"
    path, number = backups / base, 1
    while path.exists():
        number += 1
        path = backups / f"{base}~{number}"
    replace_whole(path, plan.file.data, mode=0o600)
    return str(path)
