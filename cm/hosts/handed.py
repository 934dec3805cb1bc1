"""What those hosts have in common of which a person hands the files over: nothing runs there, and nothing is looked for.

Not here: which they are (`registry.HANDED`), what a file means (each host's own file).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from cm.model.host import Copies, Host, Markdown, NewFold, Sessions, Shape, Source
from cm.model.ids import short_hash


def handed_over(
    name: str,
    title: str,
    shape: Shape,
    fold: NewFold,
    looks_like: Callable[[Sequence[Any]], bool],
    *,
    markdown: Markdown | None = None,
    archive: bool = False,
    copies: Copies | None = None,
) -> Host:
    """A host without a place of its own: what a file is, its content tells."""
    return Host(
        name=name,
        title=title,
        markers=(),
        handed=True,
        sessions=Sessions(
            env=(),
            roots=(),
            globs=(),
            shape=shape,
            retention_days=None,
            fold=fold,
            describe=lambda path, root: Source(name, path, path.rsplit("/", 1)[-1]),
            looks_like=looks_like,
            markdown=markdown,
            archive=archive,
            copies=copies,
        ),
    )


def named_by_place(source: Source, otherwise: str) -> str:
    """The name of a session that has none: where its file lies, with the file's name behind it for people."""
    stem = re.sub(r"[^\w.-]+", "-", source.name.rsplit(".", 1)[0])[:60].strip("-.")
    return f"{short_hash(8, source.path)}-{stem or otherwise}"
