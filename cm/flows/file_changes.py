"""What the documents of one working tree say, put before the book: new facts, and what becomes of those that are said no more.

One change for all documents that were read together. Not here: reading them (`flows/file_facts.py`), which facts are touched
(`core/curation/outdated.py`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeAlias

from cm.core.curation.outdated import IN_SERVICE, Said, deltas_for, outdated, successors
from cm.core.facts import Entity, spelled
from cm.core.language.text import fingerprint, locate
from cm.core.reading.categories import category_of
from cm.core.reading.statements import chosen, statements_of
from cm.flows.commit import NO_LINES, Ground, Part, change
from cm.flows.env import Env
from cm.flows.telling import Told, tell
from cm.model.decision import Decision
from cm.model.delta import Add, Delta, Replace
from cm.model.rule import Evidence, Origin, Rule, Scope
from cm.model.session import Event, SessionHead
from cm.store.file_versions import Version, Whole, is_gone, read_whole

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
class Known:
    """A document that was read now, with its passages as the journal keeps them."""

    path: str
    name: str
    head: SessionHead
    whole: Whole
    events: tuple[Event, ...]
    pages: tuple[str, ...]  # the text of each, with blanks for what is no prose of the document's own
    before: Version | None


@dataclass(frozen=True, slots=True)
class Tree:
    """One working tree's documents before the book."""

    env: Env
    root: Path
    versions: Mapping[str, Version]

    def decide(self, known: Sequence[Known], gone: Mapping[str, Version], dry_run: bool) -> FilesRead:
        """One change for all of them, decided on the book as it is under the lock."""
        texts = {each.head.id: "\n\n".join(each.pages) for each in known}
        texts |= {each.session: "" for each in gone.values()}
        said = {each.head.id: self._said(each) for each in known}
        events = {event.id: event for each in known for event in each.events}

        def plan(ground: Ground) -> tuple[Part, ...]:
            rules = tuple(ground.book("user").rules.values())
            changes = tuple(self._changes(rules, known, gone, said, texts))
            told = frozenset(fingerprint(each.text) for each in changes if isinstance(each, Replace))
            adds = (add for add in self._adds(rules, known, said) if fingerprint(add.text) not in told)
            return (Part("user", (*changes, *adds), NO_LINES),)

        done = change(self.env, plan, source="file", events=events, dry_run=dry_run, sweeping=False).parts[0]
        told = tuple(self._told(done.decisions, done.book.get))
        files = [
            FileRead(
                each.name, each.head.project, "changed" if each.before else "new", len(said[each.head.id])
            )
            for each in known
        ]
        return FilesRead(tuple(files), told, notes=done.notes, dry_run=dry_run)

    def _changes(
        self, rules: Sequence[Rule], known: Sequence[Known], gone: Mapping[str, Version],
        said: Mapping[str, Sequence[Said]], texts: dict[str, str],
    ) -> Iterator[Delta]:  # fmt: skip
        """What becomes of facts that a new version says no more."""
        road = self.env.settings.curation.admission.file
        names = {each.head.id: (each.name, False) for each in known}
        names |= {each.session: (each.name, True) for each in gone.values()}
        for session, (name, missing) in names.items():
            left = outdated(
                rules,
                session,
                says=lambda text: self._is_said(text, texts),
                lives=self._lives(texts, (name,)),
            )
            now = [each for one in known if left and one.head.id == session for each in self._every(one)]
            heirs = successors(left, now)
            yield from deltas_for(left, heirs, rules, name=name, road=road, missing=missing)

    def _is_said(self, text: str, texts: Mapping[str, str]) -> bool:
        return any(locate(text, each) is not None for each in texts.values() if each)

    def _is_lost(self, path: str, names: Collection[str]) -> bool:
        """Whether a document is gone: by itself, or with a copy of the working tree, of which the document here is one too."""
        each = self.versions[path]
        return is_gone(path, each.root) or (each.name in names and not os.path.isdir(each.root))

    def _lives(self, texts: dict[str, str], names: Collection[str]) -> Callable[[Evidence], bool]:
        """Whether a document that another piece of evidence names says it still; one that cannot be asked is believed."""
        paths = {each.session: path for path, each in self.versions.items()}

        def lives(item: Evidence) -> bool:
            if item.session not in texts:
                path = paths.get(item.session)
                whole = read_whole(Path(path)) if path else ""
                if isinstance(whole, str):
                    return not (path and self._is_lost(path, names))
                texts[item.session] = whole.text
            return locate(item.quote, texts[item.session]) is not None

        return lives

    def _adds(
        self, rules: Sequence[Rule], known: Sequence[Known], said: Mapping[str, Sequence[Said]]
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

    def _said(self, one: Known) -> tuple[Said, ...]:
        """The statements that are proposed: the weightiest."""
        found = [(number, each) for number, page in enumerate(one.pages) for each in statements_of(page)]
        best = chosen(found, self.env.settings.facts.per_file)
        return tuple(self._one(one, number, each.text, each.start, each.end) for number, each in best)

    def _every(self, one: Known) -> Iterator[Said]:
        """Every statement, for what may take the place of another."""
        for number, page in enumerate(one.pages):
            for each in statements_of(page):
                yield self._one(one, number, each.text, each.start, each.end)

    def _one(self, one: Known, number: int, text: str, start: int, end: int) -> Said:
        event = one.events[number]
        quote = event.text[start:end]
        return Said(text, Evidence("file", quote, event.session, event.id, (start, end), self.env.stamp))

    def _told(self, decisions: Sequence[Decision], book: Callable[[str], Rule | None]) -> Iterator[Told]:
        for decision in decisions:
            if decision.taken_over or decision.verdict == "unchanged":
                continue
            standing = next((rule for each in decision.rules if (rule := book(each))), None)
            yield tell(self.env, decision, standing)
