"""Facts from the documents of a project: what README.md, AGENTS.md and their kin say is so, with the words and the file.

A document is read whole or not at all, once per version; when it says something no more, what came from it alone is superseded
by what it says instead, or waits for a person. Its passages are events of the journal, so `cm why` shows them. Not here: what is
a statement (`core/reading/statements.py`), what follows from a change (`core/curation/outdated.py`), which files there are
(`flows/ingested.py`). Why facts of files wait: docs/adr/0039-what-files-say.md.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal, TypeAlias

from cm.core.curation.outdated import IN_SERVICE, Said, deltas_for, outdated, successors
from cm.core.facts import Entity, spelled
from cm.core.language.text import fingerprint, locate
from cm.core.reading.categories import category_of
from cm.core.reading.statements import chosen, statements_of
from cm.flows.commit import NO_LINES, Ground, Part, change
from cm.flows.env import Env
from cm.flows.ingest import Progress, ingest
from cm.flows.ingested import project_roots, seen_files
from cm.flows.scrubbed import scrubbed
from cm.flows.telling import Told, tell
from cm.flows.unmerged import line_here
from cm.hosts.registry import DOCUMENTS, HOSTS
from cm.model.decision import Decision
from cm.model.delta import Add, Delta, Replace
from cm.model.host import Record, Source
from cm.model.rule import Evidence, Origin, Rule, Scope
from cm.model.session import Event, SessionHead
from cm.store.file_versions import Version, Whole, is_gone, read_versions, read_whole, write_versions
from cm.store.gitinfo import repo_facts
from cm.store.journal import Journal
from cm.store.sections import passages_of

Fate: TypeAlias = Literal["new", "changed", "unchanged", "gone", "waits"]
_NARROW: Final = ("agents.md", "claude.md", "gemini.md", "readme.md", "contributing.md")
"""Documents that speak of the folder in which they lie."""


@dataclass(frozen=True, slots=True)
class FileRead:
    """What became of one document."""

    file: str  # below the root of its project
    project: str
    fate: Fate
    statements: int = 0  # that were proposed
    why: str = ""  # why it waits


@dataclass(frozen=True, slots=True)
class FilesRead:
    """All documents, and every decision about what they say."""

    files: tuple[FileRead, ...] = ()
    told: tuple[Told, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)  # documents by what became of them
    notes: tuple[str, ...] = ()
    off: bool = False  # the settings say that none is read
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class _Known:
    """A document that was read now, with its passages as the journal keeps them."""

    path: str
    name: str
    head: SessionHead
    whole: Whole
    events: tuple[Event, ...]
    before: Version | None


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
    found = read_files(env, project=project, again=again, dry_run=dry_run, progress=progress)
    return replace(found, notes=tuple(dict.fromkeys((*done.notes, *found.notes))))


def read_files(
    env: Env,
    *,
    project: str = "",
    again: bool = False,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> FilesRead:
    """Reads what changed since last time and lets the curator decide; the journal has to be up to date (`flows/ingest.py`).

    Raises Busy, Unwritable, and what reading the playbook raises.
    """
    if not env.settings.facts.from_files:
        return FilesRead(off=True, dry_run=dry_run)
    journal, off = Journal(env.home.journal), scrubbed(env)
    versions = read_versions(env.home)
    heads = {head.source: head for head in journal.sessions() if head.notes and head.host == DOCUMENTS}
    read: list[FileRead] = []
    told: list[Told] = []
    notes: list[str] = []
    places = _places(env)
    count = sum(len(files) for files in places.values())
    done = 0
    for root, files in places.items():
        line = line_here(replace(env, cwd=root))
        known: list[_Known] = []
        for path, seen in files.items():
            done += 1
            name = os.path.relpath(path, os.path.realpath(root)).replace(os.sep, "/")
            if progress:
                progress(done, count, name)
            head, before = heads.get(path), versions.get(path)
            of = head.project if head is not None else ""
            if project and of != project:
                continue
            if head is None or head.id in off:
                continue  # the user does not want it read, or took it out again
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
            if line is not None:
                why = f"{line[1].branch} is not merged: it is read from the main branch"
                read.append(FileRead(name, of, "waits", why=why))
                continue
            events = _kept(path, head, whole, journal)
            if events is None:
                read.append(FileRead(name, of, "waits", why="its present words are not in the journal yet"))
                continue
            known.append(_Known(path, name, head, whole, events, before))
        gone = {
            path: each
            for path, each in versions.items()
            if each.root == str(root) and path not in files and line is None and is_gone(path, each.root)
            and (not project or (path in heads and heads[path].project == project))
        }  # fmt: skip
        if not known and not gone:
            continue
        found = _Project(env, root, versions).decide(known, gone, dry_run)
        read += found.files
        told += found.told
        notes += found.notes
        versions = {path: each for path, each in versions.items() if path not in gone}
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
        }
        if not dry_run:
            write_versions(env.home, versions)
    if not dry_run and versions != read_versions(env.home):
        write_versions(env.home, versions)
    counts = dict(Counter(str(each.fate) for each in read).most_common())
    return FilesRead(tuple(read), tuple(told), counts, tuple(dict.fromkeys(notes)), dry_run=dry_run)


def behind(env: Env) -> tuple[tuple[str, str], ...]:
    """Documents that were read for facts and are others by now, each with what to know of it; nothing is changed."""
    if not env.settings.facts.from_files:
        return ()
    found = []
    for path, each in read_versions(env.home).items():
        if is_gone(path, each.root):
            found.append((path, "it is gone"))
            continue
        whole = read_whole(Path(path))
        if isinstance(whole, str):
            found.append((path, f"it is not read now: {whole}"))
        elif whole.sha256 != each.sha256:
            found.append((path, f"it changed since {each.read[:10]}"))
    return tuple(found)


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


def _kept(path: str, head: SessionHead, whole: Whole, journal: Journal) -> tuple[Event, ...] | None:
    """The document's passages as the journal keeps them, scrubbed; None when one of them is not there."""
    recipe = HOSTS[DOCUMENTS].sessions
    if recipe is None or recipe.markdown is None:
        return None
    fold = recipe.fold(Source(DOCUMENTS, path, path.rpartition("/")[2]), None)
    there = {event.id: event for event in journal.read(head.id)[1]}
    found: list[Event] = []
    for number, text in enumerate(passages_of(whole.data, recipe.markdown.begins), 1):
        for item in fold.feed(Record(text, number, 0)):
            if isinstance(item, Event):
                event = there.get(item.id)
                if event is None:
                    return None
                found.append(event)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Project:
    """One working tree's documents before the book."""

    env: Env
    root: Path
    versions: Mapping[str, Version]

    def decide(self, known: Sequence[_Known], gone: Mapping[str, Version], dry_run: bool) -> FilesRead:
        """One change for all of them, decided on the book as it is under the lock."""
        texts = {each.head.id: each.whole.text for each in known}
        texts |= {each.session: "" for each in gone.values()}
        said = {each.head.id: self._said(each) for each in known}
        events = {event.id: event for each in known for event in each.events}
        planned: list[Delta] = []

        def plan(ground: Ground) -> tuple[Part, ...]:
            rules = tuple(ground.book("user").rules.values())
            changes = tuple(self._changes(rules, known, gone, said, texts))
            told = frozenset(fingerprint(each.text) for each in changes if isinstance(each, Replace))
            planned[:] = [
                *changes,
                *(add for add in self._adds(rules, known, said) if fingerprint(add.text) not in told),
            ]
            return (Part("user", tuple(planned), NO_LINES),)

        done = change(self.env, plan, source="file", events=events, dry_run=dry_run, sweeping=False).parts[0]
        told = tuple(self._told(done.decisions, done.book.get))
        files = [
            FileRead(
                each.name, each.head.project, "changed" if each.before else "new", len(said[each.head.id])
            )
            for each in known
        ]
        project = known[0].head.project if known else ""
        files += [FileRead(each.name, project, "gone") for each in gone.values()]
        return FilesRead(tuple(files), told, notes=done.notes, dry_run=dry_run)

    def _changes(
        self, rules: Sequence[Rule], known: Sequence[_Known], gone: Mapping[str, Version],
        said: Mapping[str, Sequence[Said]], texts: dict[str, str],
    ) -> Iterator[Delta]:  # fmt: skip
        """What becomes of facts that a new version says no more."""
        road = self.env.settings.curation.admission.file
        names = {each.head.id: (each.name, False) for each in known}
        names |= {each.session: (each.name, True) for each in gone.values()}
        for session, (name, missing) in names.items():
            left = outdated(
                rules, session, says=lambda text: self._is_said(text, texts), lives=self._lives(texts)
            )
            every = [each for other in known for each in self._every(other)] if left and not missing else []
            heirs = successors(left, [each for each in every if each.evidence.session == session])
            yield from deltas_for(left, heirs, rules, name=name, road=road, missing=missing)

    def _is_said(self, text: str, texts: Mapping[str, str]) -> bool:
        return any(locate(text, each) is not None for each in texts.values() if each)

    def _lives(self, texts: dict[str, str]) -> Callable[[Evidence], bool]:
        """Whether a document that another piece of evidence names says it still; one that cannot be asked is believed."""
        paths = {each.session: path for path, each in self.versions.items()}

        def lives(item: Evidence) -> bool:
            if item.session not in texts:
                path = paths.get(item.session)
                whole = read_whole(Path(path)) if path else ""
                if isinstance(whole, str):
                    return not (path and is_gone(path, self.versions[path].root))
                texts[item.session] = whole.text
            return locate(item.quote, texts[item.session]) is not None

        return lives

    def _adds(
        self, rules: Sequence[Rule], known: Sequence[_Known], said: Mapping[str, Sequence[Said]]
    ) -> Iterator[Add]:
        """What is new; a fact that the same document proved before in the same words needs no more proof."""
        waits = self.env.settings.curation.admission.file == "active"
        proved = {
            (fingerprint(rule.text), item.session, item.quote)
            for rule in rules
            if rule.state in IN_SERVICE and not rule.stale and not (waits and rule.state == "draft")
            for item in rule.evidence
            if item.by == "file"
        }
        for each in known:
            project = each.head.project
            folder = each.name.rpartition("/")[0] if each.name.rpartition("/")[2].lower() in _NARROW else ""
            path = "" if folder.startswith(".") else folder
            for item in said[each.head.id]:
                if (fingerprint(item.text), each.head.id, item.evidence.quote) in proved:
                    continue
                yield Add(
                    item.text, kind="fact", category=category_of(item.text), scope=Scope(project=project, path=path),
                    evidence=(item.evidence,), origin=Origin("file", self.env.stamp, each.name),
                    about=spelled(Entity("project", project)) if project else "",
                )  # fmt: skip

    def _said(self, one: _Known) -> tuple[Said, ...]:
        """The statements that are proposed: the weightiest."""
        found = [
            (number, each) for number, event in enumerate(one.events) for each in statements_of(event.text)
        ]
        best = chosen(found, self.env.settings.facts.per_file)
        return tuple(self._one(one, number, each.text, each.start, each.end) for number, each in best)

    def _every(self, one: _Known) -> Iterator[Said]:
        """Every statement, for what may take the place of another."""
        for number, event in enumerate(one.events):
            for each in statements_of(event.text):
                yield self._one(one, number, each.text, each.start, each.end)

    def _one(self, one: _Known, number: int, text: str, start: int, end: int) -> Said:
        event = one.events[number]
        quote = event.text[start:end]
        return Said(text, Evidence("file", quote, event.session, event.id, (start, end), self.env.stamp))

    def _told(self, decisions: Sequence[Decision], book: Callable[[str], Rule | None]) -> Iterator[Told]:
        for decision in decisions:
            if decision.taken_over or decision.verdict == "unchanged":
                continue
            standing = next((rule for each in decision.rules if (rule := book(each))), None)
            yield tell(self.env, decision, standing)


__all__ = ["FileRead", "FilesRead", "read_files"]
