"""Facts from the documents of a project: what README.md, AGENTS.md and their kin say is so, with the words and the file.

A document is read whole or not at all, once per version; when it says something no more, what came from it alone is superseded
by what it says instead, or waits for a person. Its passages are events of the journal, so `cm why` shows them. Not here: what is
a statement (`core/reading/statements.py`), what follows from a change (`core/curation/outdated.py`), which files there are
(`flows/ingested.py`). Why facts of files wait: docs/adr/0039-what-files-say.md.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from cm.core.reading.visible import NOTHING, visible
from cm.flows.env import Env
from cm.flows.file_changes import FileRead, FilesRead, Known, Tree
from cm.flows.ingest import Progress, ingest
from cm.flows.ingested import project_roots, seen_files
from cm.flows.kept_out import KeptOut
from cm.flows.meaning import keep_up
from cm.flows.scrubbed import scrubbed
from cm.flows.telling import Told
from cm.flows.unmerged import line_here
from cm.hosts.injected import injected_tag
from cm.hosts.registry import DOCUMENTS, HOSTS
from cm.model.host import Record, Source
from cm.model.ids import short_hash
from cm.model.session import Event, SessionHead
from cm.store.file_versions import Version, Whole, is_gone, read_versions, read_whole, write_versions
from cm.store.gitinfo import repo_facts
from cm.store.journal import Journal
from cm.store.sections import passages_of


def read_new_files(
    env: Env,
    *,
    project: str = "",
    again: bool = False,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> FilesRead:
    """Takes what is new in the documents into the journal and reads them. Raises what `ingest` and `read_files` raise."""
    if not env.settings.facts.from_files:
        return FilesRead(off=True, dry_run=dry_run)
    done = ingest(env, hosts=(DOCUMENTS,), progress=progress, door="reflect")
    found = read_files(env, project=project, again=again, dry_run=dry_run, asked=True, progress=progress)
    return replace(found, notes=tuple(dict.fromkeys((*done.notes, *found.notes))))


def read_files(
    env: Env,
    *,
    project: str = "",
    again: bool = False,
    dry_run: bool = False,
    asked: bool = False,
    progress: Progress | None = None,
) -> FilesRead:
    """Reads what changed since last time and lets the curator decide; the journal has to be up to date (`flows/ingest.py`).

    Raises Busy, Unwritable, and what reading the playbook raises.
    """
    if not env.settings.facts.from_files:
        return FilesRead(off=True, dry_run=dry_run)
    if env.settings.hosts and DOCUMENTS not in env.settings.hosts and not asked:
        return FilesRead(
            dry_run=dry_run
        )  # the user names whose sessions are read, and these are not among them
    journal, off = Journal(env.home.journal), scrubbed(env)
    kept_out = KeptOut(env)
    versions = _versions(env)
    read: list[FileRead] = []
    told: list[Told] = []
    notes: list[str] = []
    places = _places(env)
    count = sum(len(files) for files in places.values())
    done = 0
    for root, files in places.items():
        line = _Line(replace(env, cwd=root))
        known: list[Known] = []
        for path, seen in files.items():
            done += 1
            name = kept_out.cut(os.path.relpath(path, os.path.realpath(root)).replace(os.sep, "/"))
            if progress:
                progress(done, count, name)
            head, before = journal.head(_session(path)), versions.get(path)
            of = head.project if head is not None else ""
            if project and of != project:
                continue
            if head is None or head.id in off or not of:
                continue  # the user does not want it read, or took it out again
            if before and not before.sha256:
                before = None  # it was gone
            if before and not again and (before.size, before.mtime_ns) == (seen.st_size, seen.st_mtime_ns):
                read.append(FileRead(name, of, "unchanged"))
                continue
            whole = read_whole(Path(path))
            if isinstance(whole, str):
                read.append(FileRead(name, of, "waits", why=whole))
                continue
            if before and before.sha256 == whole.sha256 and not again:
                versions[path] = replace(before, size=whole.size, mtime_ns=whole.mtime_ns)
                read.append(FileRead(name, of, "unchanged"))
                continue
            if branch := line.unmerged:
                why = f"{branch} is not merged: it is read from the main branch"
                read.append(FileRead(name, of, "waits", why=why))
                continue
            kept = _kept(path, head, whole, journal)
            if kept is None:
                read.append(FileRead(name, of, "waits", why="its present words are not in the journal yet"))
                continue
            known.append(Known(path, name, head, whole, *kept, before))
        gone = {
            path: each
            for path, each in versions.items()
            if each.sha256 and each.root == str(root) and path not in files and is_gone(path, each.root)
            and (not project or _project_of(journal, each) == project) and not line.unmerged
        }  # fmt: skip
        if not known and not gone:
            continue
        found = Tree(env, root, versions).decide(known, gone, dry_run)
        read += found.files
        read += [FileRead(each.name, _project_of(journal, each), "gone") for each in gone.values()]
        told += found.told
        notes += found.notes
        versions |= {path: replace(each, sha256="", read=env.stamp) for path, each in gone.items()}
        versions |= {
            each.path: Version(
                each.whole.sha256,
                each.whole.size,
                each.whole.mtime_ns,
                env.stamp,
                each.head.id,
                each.name,
                str(root),
            )
            for each in known
            if kept_out.names(each.path)  # else it is read each time
        }
        if not dry_run:
            write_versions(env.home, versions)
    if not dry_run and versions != read_versions(env.home):
        write_versions(env.home, versions)
    if told and not dry_run:
        keep_up(env)
    counts = dict(Counter(str(each.fate) for each in read).most_common())
    return FilesRead(tuple(read), tuple(told), counts, tuple(dict.fromkeys(notes)), dry_run=dry_run)


def behind(env: Env) -> tuple[tuple[str, str], ...]:
    """Documents that were read for facts and are others by now, each with what to know of it; nothing is changed."""
    if not env.settings.facts.from_files:
        return ()
    found = []
    for path, each in _versions(env).items():
        if not each.sha256:
            continue  # that it is gone was told to the book already
        if is_gone(path, each.root):
            found.append((path, "it is gone"))
            continue
        whole = read_whole(Path(path))
        if isinstance(whole, str):
            found.append((path, f"it is not read now: {whole}"))
        elif whole.sha256 != each.sha256:
            found.append((path, f"it changed since {each.read[:10]}"))
    return tuple(found)


class _Line:
    """Whether a working tree stands on a branch that is not merged; git is asked only when somebody wants to know."""

    def __init__(self, env: Env) -> None:
        self._env = env

    @cached_property
    def unmerged(self) -> str:
        """The branch; "" for the main one."""
        found = line_here(self._env)
        return found[1].branch if found else ""


def _session(path: str) -> str:
    """The session of the journal that keeps a document's passages."""
    return f"{DOCUMENTS}/{short_hash(20, path)}"


def _versions(env: Env) -> dict[str, Version]:
    """What was read, but for documents of whose paths words were erased since: those tell of no file."""
    return {path: each for path, each in read_versions(env.home).items() if each.session == _session(path)}


def _project_of(journal: Journal, version: Version) -> str:
    head = journal.head(version.session)
    return head.project if head else ""


def _places(env: Env) -> dict[Path, dict[str, os.stat_result]]:
    """The documents of every known project, by the root of the working tree in which they lie."""
    roots: dict[Path, None] = {}
    for root in project_roots(env):
        facts = repo_facts(root)
        roots[Path(os.path.realpath(facts.root if facts else root))] = None
    ordered = sorted(roots, key=lambda root: len(str(root)), reverse=True)
    found: dict[Path, dict[str, os.stat_result]] = {root: {} for root in roots}
    for host, path, seen in seen_files(env, (DOCUMENTS,)):
        if host.name == DOCUMENTS:
            inside = [root for root in ordered if path.startswith(str(root) + os.sep)]
            if inside:
                found[inside[0]][path] = seen
    return {root: dict(sorted(files.items())) for root, files in found.items()}


def _kept(
    path: str, head: SessionHead, whole: Whole, journal: Journal
) -> tuple[tuple[Event, ...], tuple[str, ...]] | None:
    """The document's passages as the journal keeps them, scrubbed, and what is to be read of each; None when one is not there."""
    recipe = HOSTS[DOCUMENTS].sessions
    if recipe is None or recipe.markdown is None:
        return None
    fold = recipe.fold(Source(DOCUMENTS, path, path.rpartition("/")[2]), None)
    there = {event.id: event for event in journal.read(head.id)[1]}
    found: list[Event] = []
    pages: list[str] = []
    inside = NOTHING
    for number, text in enumerate(passages_of(whole.data, recipe.markdown.begins), 1):
        before, (_, inside) = inside, visible(text, inside, injected_tag)
        for item in fold.feed(Record(text, number, 0)):
            if isinstance(item, Event):
                event = there.get(item.id)
                if event is None:
                    return None
                found.append(event)
                pages.append(visible(event.text, before, injected_tag)[0])
    return tuple(found), tuple(pages)


__all__ = ["FileRead", "FilesRead", "behind", "read_files", "read_new_files"]
