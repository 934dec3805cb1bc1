"""Ours in a text that is no JSON: a table of TOML, an entry of YAML, a marked block in Markdown; put in, taken out, as bytes.

Planning what becomes of a file is `store/registering.py`.
"""

from __future__ import annotations

from typing import Final

from cm.core.serving import export
from cm.errors import Unwritable
from cm.store import toml_splice, yaml_splice
from cm.store.hostfiles import HostFile
from cm.store.installed import Piece, Record
from cm.store.jsonc import decode
from cm.store.jsonc_splice import Trace
from cm.store.wishes import Ours, Wish, encoded, mentions, of_member

_TABLES: Final = {"toml": toml_splice, "yaml": yaml_splice}


def without_ours(file: HostFile, wish: Wish, ours: Ours, known: Record | None) -> bytes | None:
    """The bytes of the file without ours; as it is where nothing of ours stands in it."""
    if file.data is None:
        return None
    trace = known.pieces[0].trace if known is not None and known.pieces else None
    if wish.form == "block":
        held = export.find_block(file.data)
        if held is None or not ours(held.body):
            return file.data
        return export.take_out(file.data, -1 if trace is None else trace.made)
    splice = _TABLES[wish.form]
    mark, text = decode(file.data, file.name)
    there = splice.value_at(splice.read(text, file.name), wish.at)
    if there is None or not mentions(there, of_member(ours)):
        return file.data
    return mark + encoded(splice.take(text, wish.at, trace, file.name), file)


def with_ours(
    file: HostFile, bare: bytes | None, wish: Wish, ours: Ours, known: Record | None
) -> tuple[bytes, Piece]:
    """The bytes of the file with ours, in its place where it stands already, and the piece to remember.

    `bare` is the file without ours. Raises Unwritable where something that is not ours stands there.
    """
    old = known.pieces[0] if known is not None and known.pieces else None
    if wish.form == "block":
        return _with_block(file, bare, wish, ours, old)
    splice = _TABLES[wish.form]
    mark, text = decode(bare or b"", file.name)
    if splice.value_at(splice.read(text, file.name), wish.at) is not None:
        raise Unwritable(
            f"{file.name}: `{'.'.join(wish.at)}` is there and not ours, so nothing was written",
            hint="give that one another name, then run it again",
            path=str(file.path),
        )
    if file.data is not None and bare != file.data:
        now = decode(file.data, file.name)[1]
        if splice.value_at(splice.read(now, file.name), wish.at) == wish.entry:
            return file.data, old or Piece(wish.at, Trace(), True)
    new, trace = splice.put(text, wish.at, wish.entry, file.name)
    return mark + encoded(new, file), Piece(wish.at, trace, True)


def _with_block(
    file: HostFile, bare: bytes | None, wish: Wish, ours: Ours, old: Piece | None
) -> tuple[bytes, Piece]:
    data = file.data or b""
    held = export.find_block(data) if data else None
    if held is None:
        return export.put_block(data, wish.text), Piece((), Trace(len(export.pad_before(data))), True)
    piece = old or Piece((), Trace(len(export.pad_before(bare or b""))), True)
    if held.body == wish.text:
        return data, piece
    if held.edited or not ours(held.body):
        why = (
            "somebody edited the text between the cm markers"
            if ours(held.body)
            else "another block of cm is there"
        )
        raise Unwritable(
            f"{file.name}: {why}, so nothing was written",
            hint="move that text out of the block (or take it out, with its markers), then run it again",
            path=str(file.path),
        )
    return export.put_block(data, wish.text), piece
