"""Which starters fit a repository, and why: looks for their clues in file names and in what manifests say.

A pure function over what was read. Not here: walking the repository (`flows/starters.py`), what a clue is
(`model/starter.py`), what a manifest names (`core/manifests.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import translate
from functools import lru_cache
from typing import Final

from cm.core.manifests import is_manifest, packages_of, spelled
from cm.model.starter import Clue, Starter

ANY_REPOSITORY: Final = "holds in any repository"
_PLAIN: Final = re.compile(r"[\w.+@-]+(?:/[\w.+@-]+)*", re.ASCII)
_LONGEST: Final = 60  # of a path that is repeated; what a stranger named is not printed at any length


def fitting(starters: Iterable[Starter], files: Sequence[str], texts: Mapping[str, str]) -> dict[str, str]:
    """The starters that fit, by name, each with the reason in words.

    `files` are paths below the repository's root with `/`; `texts` has the content of those that `worth_reading` named.
    """
    near = sorted(files, key=lambda path: (path.count("/"), path))
    named = {path: packages_of(_bare(path), texts[path]) for path in near if path in texts}
    found: dict[str, str] = {}
    for starter in starters:
        reasons = (_reason(clue, near, texts, named) for clue in starter.clues)
        reason = next(filter(None, reasons), "") or (ANY_REPOSITORY if starter.anywhere else "")
        if reason:
            found[starter.name] = reason
    return found


def worth_reading(starters: Iterable[Starter], files: Iterable[str]) -> tuple[str, ...]:
    """The files whose content can be a clue: manifests, and those that a clue wants to hold a text."""
    globs = {glob for starter in starters for clue in starter.clues if clue.holds for glob in clue.files}
    wanted = _matcher(tuple(sorted(globs)))
    near = sorted(files, key=lambda path: (path.count("/"), path))
    manifests = [path for path in near if is_manifest(_bare(path))]
    return (*manifests, *(path for path in near if globs and wanted(path) and not is_manifest(_bare(path))))


def _reason(
    clue: Clue,
    files: Sequence[str],
    texts: Mapping[str, str],
    named: Mapping[str, frozenset[tuple[str, str]]],
) -> str:
    for ecosystem, package in clue.packages:
        wanted = (ecosystem, spelled(ecosystem, package))
        for path, packages in named.items():
            if wanted in packages:
                return f"{_said(path, 'a manifest')} names {package}"
    if not clue.files:
        return ""
    matches = _matcher(clue.files)
    if clue.holds:
        for path in files:
            if path in texts and matches(path):
                for text in clue.holds:
                    if text in texts[path]:
                        return f"{_said(path, ' or '.join(clue.files))} holds `{text}`"
        return ""
    here = [path for path in files if matches(path)]
    if not here:
        return ""
    first = _said(here[0], " or ".join(clue.files))
    more = len(here) - 1
    return f"{first} and {more} more like it" if more else f"{first} is here"


def _said(path: str, otherwise: str) -> str:
    """A path as it may be repeated; an odd one is told by what it was looked for."""
    return path if len(path) <= _LONGEST and _PLAIN.fullmatch(path) else otherwise


def _bare(path: str) -> str:
    return path.rpartition("/")[2]


class _Matcher:
    """Whether a path fits one of some globs; one without a slash is asked of the bare name."""

    def __init__(self, globs: tuple[str, ...]) -> None:
        bare = [translate(glob) for glob in globs if "/" not in glob]
        whole = [translate(glob) for glob in globs if "/" in glob]
        self._bare = re.compile("|".join(bare)).match if bare else None
        self._whole = re.compile("|".join(whole)).match if whole else None

    def __call__(self, path: str) -> bool:
        if self._bare is not None and self._bare(_bare(path)):
            return True
        return self._whole is not None and self._whole(path) is not None


@lru_cache(maxsize=256)
def _matcher(globs: tuple[str, ...]) -> _Matcher:
    return _Matcher(globs)
