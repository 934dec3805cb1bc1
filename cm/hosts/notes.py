"""Instruction files of projects (AGENTS.md, CLAUDE.md, README.md, …), kept as notes so that they are found again.

No agent runs here and no user speaks: every passage is an event by `file`, from which no order is ever learned; what it says is
so may become a fact (`flows/file_facts.py`). What `cm` wrote into a file itself is left out. Not here: instruction files as
places to write to (each host's own file).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from cm.hosts.shapes import kebab, table, word
from cm.hosts.threads import Thread
from cm.model.envelope import EXPORT_BEGIN, EXPORT_END
from cm.model.host import Host, Markdown, Record, Sessions, Source
from cm.model.ids import short_hash
from cm.model.session import Item, Skipped

NAME: Final = "instruction-files"

_BEGINS: Final = r"#{1,3} \S"
_FILES: Final = (
    "AGENTS.md", "AGENTS.local.md", "AGENT.md", "CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md", "GEMINI.md", "QWEN.md", "README.md",
    "CONTRIBUTING.md", "CONVENTIONS.md", ".github/copilot-instructions.md", ".github/instructions/*.md", ".cursor/rules/*.mdc",
    ".cursor/rules/*.md", ".clinerules/*.md", ".roo/rules/*.md", ".windsurf/rules/*.md",
)  # fmt: skip
_DEPTH: Final = {".claude": 1, ".github": 1, "instructions": 2, "rules": 2, ".clinerules": 1}
_OWN: Final = re.compile(r"/\.cursor/rules/cm\.mdc$|/\.(?:claude|cline|roo)/rules/cm\.md$")


class NotesFold:
    """Turns the passages of one file into events; the same passage has the same id for ever."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        thread = self._thread = Thread(source, table(kept.get("thread")))
        folder, _, name = source.path.rpartition("/")
        parts = folder.split("/")
        depth = _DEPTH.get(parts[-1], 0)
        thread.cwd = "/".join(parts[: len(parts) - depth]) or "/"
        thread.title = source.path[len(thread.cwd) :].strip("/") or name
        thread.settle(short_hash(20, source.path))
        seen = kept.get("seen")
        self._seen = dict.fromkeys(word(name) for name in seen) if isinstance(seen, list) else {}
        self._inside = kept.get("inside") is True  # what `cm` wrote goes on
        self._before = self._state()
        self._own = _OWN.search(source.path) is not None

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns one passage into an event."""
        if not isinstance(record.value, str):
            if isinstance(record.value, dict):
                return (Skipped(f"unknown-type:{kebab(record.value.get('type'))}", record.line),)
            return (Skipped("not-object", record.line),)
        if self._own:
            return (Skipped("injected:cm", record.line),)
        self._before = self._state()
        inside = self._inside
        text, self._inside = _without_export(record.value, self._inside)
        if not text:
            return (Skipped("injected:cm" if self._inside or inside else "empty", record.line),)
        name = short_hash(20, text)
        if name in self._seen:
            return (Skipped("duplicate", record.line),)
        self._seen[name] = None
        key = (self._thread.native, name)
        return (self._thread.event(key, "", "file", "message", text, tool=self._thread.title),)

    def finish(self) -> Iterable[Item]:
        """The head: a file of notes in a project."""
        return (replace(self._thread.head(), notes=True),)

    def carry(self) -> dict[str, Any]:
        """What held before the last passage, which is read again."""
        return self._before

    def _state(self) -> dict[str, Any]:
        return {"thread": self._thread.carry(), "inside": self._inside, "seen": list(self._seen)}


def _without_export(text: str, inside: bool) -> tuple[str, bool]:
    """A passage without what `cm` exported into it, and whether that goes on in the next one."""
    kept: list[str] = []
    place = 0
    while place < len(text):
        mark = EXPORT_END if inside else EXPORT_BEGIN
        found = text.find(mark, place)
        end = len(text) if found < 0 else found
        if not inside:
            kept.append(text[place:end])
        if found < 0:
            break
        inside, place = not inside, found + len(mark)
    return "".join(kept).strip(), inside


def _describe(path: str, root: str) -> Source:
    return Source(NAME, path, path.rsplit("/", 1)[-1])


def _looks_like(records: Sequence[Any]) -> bool:
    """Never: any text might be notes, so only a file's place tells."""
    return False


HOST: Final = Host(
    name=NAME,
    title="instruction files",
    agent=False,
    markers=(),
    sessions=Sessions(
        env=(),
        roots=(),
        globs=(),
        shape="markdown",
        retention_days=None,
        fold=NotesFold,
        describe=_describe,
        looks_like=_looks_like,
        in_projects=_FILES,
        markdown=Markdown(_BEGINS),
    ),
)
