"""What an erasure could not reach: named, each with what the user can do. Nothing is changed here.

The coding agents' own transcripts are read-only for us; remotes and clones, a repository's own history, what the user wrote
into files himself, and the shell's history are his.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Final
from unicodedata import normalize

from cm.core.language.windows import words_of
from cm.errors import BadState, CmError
from cm.flows.env import Env
from cm.flows.ingested import found_files
from cm.flows.said_in import says
from cm.hosts.registry import HANDED, HOSTS
from cm.store import trust
from cm.store.elements import ARCHIVES, archive_bytes
from cm.store.installed import read_records
from cm.store.journal import Journal
from cm.store.knife import Knife
from cm.store.leftovers import MOST_CLEANED, clean_file, clean_files, kept_that_hold
from cm.store.receipts import Erasure, Unreached
from cm.store.rewriting import History
from cm.store.transcripts import unpacked

NOT_TAKEN_OUT: Final = "it could not be taken out there"
NONE_HANDED: Final[Mapping[str, str]] = MappingProxyType({})
_SLOW: Final = 256 << 20  # without the words themselves, so much at most is looked through
_MOST: Final = 64 << 20  # a larger transcript that may hold it is named without a closer look


def unreached(
    env: Env, erasure: Erasure, knife: Knife, history: History, *, edited: Iterable[str], repos: Iterable[str],
    texts: tuple[str, ...], handed: Mapping[str, str] = NONE_HANDED,
) -> tuple[Unreached, ...]:  # fmt: skip
    """All that still holds it, or may; `handed` are files that were handed over, with the host of each, beside those that sessions name."""
    found = [
        *_names(env, knife), *_at_home(env, knife), *_history(env, history), *_exports(edited), *_settings(env, knife), *_strangers(env, knife), *_repositories(repos),
        *_transcripts(env, erasure, knife, texts, handed),
    ]  # fmt: skip
    if erasure.argued:
        found.append(
            Unreached(
                "your shell's history",
                "the command line that named the words may be kept there",
                "delete that line (in bash: `history -d`), or give the words on standard input next time: cm erase -",
            )
        )
    return tuple(dict.fromkeys(found))


def transcripts_that_hold(
    env: Env, erasure: Erasure, knife: Knife, texts: tuple[str, ...], handed: Mapping[str, str] = NONE_HANDED
) -> Iterator[Path]:
    """The coding agents' own files that still hold it, of all that can be found."""
    quick = _pattern(texts)
    left = _SLOW
    inbox = env.home.root / "inbox"
    journal = Journal(env.home.journal)
    # short words count in the sessions that a rule was learned from
    heard = {Path(head.source) for name in erasure.heard if (head := journal.head(name)) is not None}
    handed = {**handed, **{head.source: head.host for head in journal.sessions() if head.host in HANDED}}
    yield from (path for path in map(Path, erasure.elsewhere) if path.is_file())
    for path in dict.fromkeys((*_candidates(env), *map(Path, handed))):
        packed = path.suffix.lower() in ARCHIVES
        with suppress(OSError, ValueError):
            size = path.stat().st_size
            if inbox in path.parents and size <= MOST_CLEANED:
                continue  # below the home: it was cleaned
            if erasure.sessions and any(
                native and native in path.as_posix()
                for name in erasure.sessions
                if (native := name.partition("/")[2])
            ):
                yield path
                continue
            if size <= _MOST and says(handed.get(str(path), ""), path, knife):
                yield path
                continue
            if quick is None and size > left:
                continue
            if quick is None:
                left -= size
            data = archive_bytes(path) if packed else unpacked(path)
            if quick is not None and not quick.search(data):
                continue
            if size > _MOST or knife.held(data) or (path in heard and _may(data, knife)):
                yield path


def _may(data: bytes, knife: Knife) -> bool:
    return knife.stones.may_hold(data.decode("utf-8", "surrogateescape"))


def _transcripts(
    env: Env, erasure: Erasure, knife: Knife, texts: tuple[str, ...], handed: Mapping[str, str]
) -> Iterator[Unreached]:
    for path in transcripts_that_hold(env, erasure, knife, texts, handed):
        yield Unreached(
            str(path),
            "the file it was read from holds it; cm only reads those, and will not take it in again",
            "delete the file, or the lines in it; a coding agent's with the agent closed",
        )


def _candidates(env: Env) -> tuple[Path, ...]:
    named: dict[Path, None] = {}
    with suppress(CmError, OSError):
        named.update((path, None) for _, path in found_files(env, tuple(HOSTS)))
    for head in Journal(env.home.journal).sessions():
        path = Path(head.source)
        if head.source and path.is_absolute() and path.is_file():
            named[path] = None
    return tuple(named)


def _pattern(texts: tuple[str, ...]) -> re.Pattern[bytes] | None:
    """Bytes of which one stands in every file that holds one of the texts: its longest word, however it is written."""
    forms: set[bytes] = set()
    for text in texts:
        keys = [text[start:end] for start, end in zip(*_edges(text), strict=True)]
        if not keys:
            continue
        word = max(keys, key=len)
        for cased in {word, word.lower(), word.upper(), word.title()}:
            for form in {cased, normalize("NFC", cased), normalize("NFD", cased), normalize("NFKC", cased)}:
                escaped = "".join(c if c.isascii() else f"\\u{ord(c):04x}" for c in form)
                forms |= {form.encode("utf-8", "replace"), escaped.encode("ascii", "replace")}
    if not forms:
        return None
    return re.compile(b"|".join(re.escape(form) for form in sorted(forms)), re.IGNORECASE)


def _edges(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    words = words_of(text)
    return words.starts, words.ends


def _names(env: Env, knife: Knife) -> Iterator[Unreached]:
    """A folder that is called so brings the words back with each session in it."""
    heads = Journal(env.home.journal).sessions()
    for name in dict.fromkeys((env.project, str(env.cwd), *(head.cwd for head in heads))):
        if name and knife.stones.spans(name):
            yield Unreached(
                name,
                "a folder or repository is itself called so: the names of its rules and sessions were cut, and new ones name it again",
                "rename it, then `cm reflect`",
            )


def _at_home(env: Env, knife: Knife) -> Iterator[Unreached]:
    """What is left below the home after all steps: what the user set himself, and what could not be written."""
    for path in kept_that_hold(env.home, knife):
        yield Unreached(str(path), "you wrote it there yourself", "take it out with an editor")
    for place in clean_files(env.home, knife, dry_run=True):
        yield Unreached(place.where, NOT_TAKEN_OUT, "delete that file by hand")
    for path in (env.home.playbook, env.home.decisions):
        if clean_file(path, knife, dry_run=True) is not None:
            yield Unreached(str(path), NOT_TAKEN_OUT, "mend that file, then run it again")
    for path in Journal(env.home.journal).files():
        if clean_file(path, knife, dry_run=True) is not None:
            yield Unreached(str(path), NOT_TAKEN_OUT, "delete that file by hand")


def _history(env: Env, history: History) -> Iterator[Unreached]:
    home = shlex.quote(str(env.home.root))
    if history.said or history.left:
        yield Unreached(
            str(env.home.git),
            history.said or f"{history.left} objects of the history still hold it",
            f"mend it (`git -C {home} fsck`), then run the same cm erase again; or delete {env.home.git} and run cm init",
        )
    for remote in history.remotes if history.objects else ():
        name, _, address = remote.partition(" ")
        yield Unreached(
            f"{name} ({address})",
            "this remote, and every clone of it, holds the history as it was",
            f"git -C {home} push --force --all {name} && git -C {home} push --force --tags {name}; run the same cm erase on each"
            " other machine, and have the server prune",
        )
    for note in history.notes:
        yield Unreached(str(env.home.git), note, "look at it with git")


def _exports(edited: Iterable[str]) -> Iterator[Unreached]:
    for path in edited:
        yield Unreached(
            path,
            "an exported file that holds it outside of what cm wrote there, or was changed by hand",
            "take the words out with an editor; then `cm project`",
        )


def _settings(env: Env, knife: Knife) -> Iterator[Unreached]:
    """The coding agents' settings are theirs and the user's; of them only our entries are ours."""
    seen: set[str] = set()
    for records in (env.home.guard / "installed.json", env.home.set_up):
        with suppress(BadState):
            for item in read_records(records).items.values():
                with suppress(OSError):
                    if item.path not in seen and knife.held(Path(item.path).read_bytes()):
                        seen.add(item.path)
                        yield Unreached(
                            item.path,
                            "a coding agent's settings, of which only the entries of cm are ours, hold it",
                            "take it out with an editor",
                        )


def _strangers(env: Env, knife: Knife) -> Iterator[Unreached]:
    """A repository's layer that is not trusted is not written to."""
    repo = env.repo
    if repo is None or not repo.root.is_dir() or trust.is_trusted(env.home, repo):
        return
    for path in (repo.playbook, repo.decisions, repo.feedback, repo.blocked, repo.traumas):
        if clean_file(path, knife, dry_run=True) is not None:
            yield Unreached(
                str(path),
                "this repository is not trusted, so nothing is written to it",
                "cm trust, then again",
            )


def _repositories(repos: Iterable[str]) -> Iterator[Unreached]:
    for repo in repos:
        there = shlex.quote(repo)
        yield Unreached(
            f"{repo} (its own git history)",
            "the files of its .cm/ were changed; its commits, remotes and clones hold them as they were",
            f"git -C {there} commit -m 'Erase' -- .cm; to rewrite its history: git -C {there} filter-repo --path .cm --invert-paths"
            " (takes all of .cm/ out of it; every clone has to be made anew)",
        )
