"""Any other tool: a small JSONL or Markdown shape in which it may hand its sessions over (`docs/generic-sessions.md`).

The words are this project's own, so that nothing has to be guessed. Not here: cutting Markdown into sections
(`store/sections.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, get_args

from cm.hosts.injected import cut_injected
from cm.hosts.shapes import amount, kebab, moment_of, number, table, tail, word
from cm.hosts.threads import Recent, Thread
from cm.model.host import Host, Markdown, Record, Sessions, Source
from cm.model.ids import short_hash
from cm.model.session import Author, EventKind, Item, Skipped

NAME: Final = "generic-tool"
SCHEMA: Final = "cm.session/1"

_AUTHORS: Final = frozenset(get_args(Author))
_KINDS: Final = frozenset(get_args(EventKind))
_SAYS: Final = {"assistant": "agent", "human": "user", "model": "agent", "system": "host"}
_BEGINS: Final = r"(?:## (?:user|agent|tool|host|file|command|output|error|edit|summary|interrupt)\b[^\n]{0,300}$|<!-- cm\.session/)"
_HEADING: Final = re.compile(
    r"## (user|agent|tool|host|file|command|output|error|edit|summary|interrupt)\b[ \t]*([^\n]*)\n?"
)
_FACTS: Final = re.compile(r"([a-z_]+)=(?:\"([^\"\n]*)\"|(\S+))")
_HEADER: Final = re.compile(r"<!-- (cm\.session/\d+)\b(.*?)-->", re.DOTALL)
_OF_KIND: Final[Mapping[str, tuple[Author, EventKind]]] = {
    "user": ("user", "message"), "agent": ("agent", "message"), "tool": ("tool", "message"), "host": ("host", "message"),
    "file": ("file", "message"), "command": ("agent", "command"), "output": ("tool", "output"), "error": ("tool", "error"),
    "edit": ("agent", "edit"), "summary": ("host", "summary"), "interrupt": ("user", "interrupt"),
}  # fmt: skip


class GenericFold:
    """Turns a header and the events after it into items; of Markdown, the state told is the one before the last section."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        self._thread = Thread(source, table(kept.get("thread")))
        self._named = Recent(512, kept.get("named"))  # the tool's own id of an event -> ours
        self._seen = Recent(512, kept.get("seen"))  # kind and text -> how often
        self._last = word(kept.get("last"))  # the last command
        self._before: dict[str, Any] | None = None

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns a line, or a section, into items."""
        value = record.value
        if isinstance(value, str):
            self._before = self._state()
            return self._section(value, record.line)
        if not isinstance(value, dict):
            return (Skipped("not-object", record.line),)
        if isinstance(value.get("schema"), str):
            return self._header(value, record.line)
        if "by" in value or "kind" in value or "role" in value:
            return self._line(value, record.line)
        return (Skipped(f"unknown-type:{kebab(value.get('type'))}", record.line),)

    def finish(self) -> Iterable[Item]:
        """The head as known now."""
        return (self._thread.head(),)

    def carry(self) -> dict[str, Any]:
        """What a later run needs to go on."""
        return self._state() if self._before is None else self._before

    def _state(self) -> dict[str, Any]:
        return {
            "thread": self._thread.carry(), "named": self._named.carry(), "seen": self._seen.carry(), "last": self._last,
        }  # fmt: skip

    def _header(self, value: Mapping[str, Any], line: int) -> Iterable[Item]:
        if value.get("schema") != SCHEMA:
            return (Skipped(f"unknown-schema:{kebab(value.get('schema'))}", line),)
        thread = self._thread
        thread.settle(word(value.get("session")) or word(value.get("id")))
        for name in ("cwd", "branch", "model", "title", "parent"):
            if given := word(value.get(name)):
                setattr(thread, name, given)
        thread.version = (
            " ".join(filter(None, (word(value.get("tool")), word(value.get("version"))))) or thread.version
        )
        for name in ("started", "ended"):
            thread.passed(moment_of(value.get(name)))
        thread.tokens_in = max(thread.tokens_in, amount(value.get("tokens_in")))
        thread.tokens_out = max(thread.tokens_out, amount(value.get("tokens_out")))
        thread.own = thread.own or value.get("own") is True
        return (Skipped("bookkeeping:header", line),)

    def _line(self, value: dict[str, Any], line: int) -> list[Item]:
        said = word(value.get("by")) or word(value.get("role"))
        kind = word(value.get("kind"))
        by = _SAYS.get(said, said) or (_OF_KIND[kind][0] if kind in _OF_KIND else "")
        kind = kind or "message"
        if by not in _AUTHORS or kind not in _KINDS:
            return [Skipped(f"unknown-type:{kebab(f'{said} {kind}')}", line)]
        text = word(value.get("text")) or word(value.get("content"))
        of = self._named.get(word(value.get("of"))) if value.get("of") else None
        facts = {
            "tool": word(value.get("tool")), "agent": word(value.get("agent")), "exit": number(value.get("exit")),
            "of": word(of), "id": word(value.get("id")),
        }  # fmt: skip
        return self._event(by, kind, text, moment_of(value.get("at")), facts, line)

    def _section(self, text: str, line: int) -> Iterable[Item]:
        header = _HEADER.match(text)
        if header is not None:
            return self._header({"schema": header[1], **_facts(header[2])}, line)
        heading = _HEADING.match(text)
        if heading is None:
            return (Skipped("no-heading", line),)
        by, kind = _OF_KIND[heading[1]]
        given = _facts(heading[2])
        at = moment_of(given.get("at")) or moment_of(heading[2].split(" ", 1)[0])
        code = given.get("exit", "")
        facts = {
            "tool": given.get("tool", ""), "agent": given.get("agent", ""), "of": "", "id": given.get("id", ""),
            "exit": int(code) if re.fullmatch(r"-?\d{1,6}", code) else None,
        }  # fmt: skip
        body = text[heading.end() :].strip("\n").strip()
        if kind in ("command", "output"):
            body = _unfenced(body)
        return self._event(by, kind, body, at, facts, line)

    def _event(self, by: Any, kind: Any, text: str, at: str, facts: dict[str, Any], line: int) -> list[Item]:
        thread = self._thread
        thread.passed(at)
        if not text.strip() and kind not in ("output", "interrupt"):
            return [Skipped("empty", line)]
        out: list[Item] = []
        if by == "user" and kind == "message":
            text, cut = cut_injected(text)
            out = [Skipped(f"injected:{reason}", line) for reason in cut]
            if not text:
                return out
        name = facts["id"]
        content = f"{by} {kind} {at} {short_hash(16, text)}"
        count = self._seen.get(content)
        count = count + 1 if isinstance(count, int) else 1
        self._seen.put(content, count)
        if not thread.session:
            thread.settle(thread.source.name.split(".", 1)[0] or "unnamed")
        key = (thread.session, "id", name) if name else (thread.session, content, str(count))
        of = facts["of"] or (self._last if kind == "output" else "")
        if kind in ("output", "error"):
            text = tail(text)
        if by == "user" and kind == "message" and not facts["agent"] and not thread.parent:
            event = thread.typed(key, at, text)
        else:
            by = (
                "agent" if by == "user" and kind == "message" else by
            )  # what a subagent is told was written by an agent
            event = thread.event(
                key, at, by, kind, text, of=of, code=facts["exit"], tool=facts["tool"], agent=facts["agent"]
            )
        if name:
            self._named.put(name, event.id)
        if kind == "command":
            self._last = event.id
        elif kind == "output":
            self._last = ""
        return [event, *out]


def _facts(text: str) -> dict[str, str]:
    return {found[1]: found[2] if found[2] is not None else found[3] for found in _FACTS.finditer(text)}


def _unfenced(text: str) -> str:
    """A command or output without the fence around it."""
    found = re.fullmatch(r"(`{3,}|~{3,})[^\n`]*\n(.*?)\n?\1", text, re.DOTALL)
    return found[2] if found else text


def _describe(path: str, root: str) -> Source:
    return Source(NAME, path, path.rsplit("/", 1)[-1])


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether the schema is named at the beginning."""
    first = records[0] if records else None
    if isinstance(first, str):
        return first.lstrip("\ufeff \n").startswith("<!-- cm.session/")
    return isinstance(first, dict) and word(first.get("schema")).startswith("cm.session/")


HOST: Final = Host(
    name=NAME,
    title="other tools",
    agent=False,
    markers=(),
    sessions=Sessions(
        env=("CM_HOME",),
        roots=(".cm",),
        globs=tuple(f"inbox/**/*.{kind}" for kind in ("jsonl", "md", "json", "ics", "vtt", "srt", "zip")),
        shape="jsonl",
        retention_days=None,
        fold=GenericFold,
        describe=_describe,
        looks_like=_looks_like,
        markdown=Markdown(_BEGINS),
    ),
)
