"""What each line of a Cursor agent transcript means: words and calls without ids, moments, or results.

An event is known by its session and its place in it; lines are only appended. What the user typed stands in
`<user_query>`, everything around it is put there by the host. Not here: where transcripts lie (`cursor.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from cm.hosts.calls import SHELLS, Calls, Ended, arguments_of, paths_of
from cm.hosts.injected import cut_injected
from cm.hosts.remarks import remark
from cm.hosts.shapes import UUID, kebab, table, text_of, word
from cm.hosts.threads import Thread
from cm.model.host import Record, Source
from cm.model.session import Item, Skipped

_QUERY: Final = re.compile(r"<user_query>\n?(.*?)\n?(?:</user_query>|\Z)", re.DOTALL)
_FOLDER: Final = re.compile(r"^Workspace Path: *(\S[^\n]*)$", re.MULTILINE)
_REDACTED: Final = "[REDACTED]"
_CALLS: Final = frozenset(("tool_use", "tool_call", "tool-call"))
_RESULTS: Final = frozenset(("tool_result", "tool-result"))


class CursorFold:
    """Turns the lines of one transcript into items, in file order."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        self._thread = Thread(source, table(kept.get("thread")))
        self._calls = Calls(self._thread, kept.get("calls"))
        place = kept.get("place")
        self._place = (
            place if isinstance(place, int) and not isinstance(place, bool) else 0
        )  # messages so far
        stem = source.name.split(".", 1)[0]
        if source.parent:
            self._thread.parent = source.parent
            self._thread.settle(f"{source.parent}.agent-{source.agent}")
        elif UUID.fullmatch(stem):
            self._thread.settle(stem)

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns one line into items; an unusable one becomes a Skipped."""
        value, line = record.value, record.line
        if not isinstance(value, dict):
            return (Skipped("not-object", line),)
        role = value.get("role")
        if role is None:
            kind = value.get("type")
            known = kind == "turn_ended"
            if known or isinstance(kind, str):
                return (Skipped(f"{'bookkeeping' if known else 'unknown-type'}:{kebab(kind)}", line),)
            return (Skipped("no-type", line),)
        self._place += 1
        content = table(value.get("message")).get("content")
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
        key = self._thread.key(f"#{self._place}")
        if role == "user":
            return self._user([table(block) for block in blocks], key, line)
        if role == "assistant":
            self._thread.model = word(value.get("model")) or self._thread.model
            return self._assistant([table(block) for block in blocks], key, line)
        return (Skipped(f"unknown-type:role-{kebab(role)}", line),)

    def finish(self) -> Iterable[Item]:
        """Yields the session's head as known now."""
        return (self._thread.head(),)

    def carry(self) -> dict[str, Any]:
        """Returns what a later run needs to go on at the end of this one."""
        return {"thread": self._thread.carry(), "calls": self._calls.carry(), "place": self._place}

    def _user(self, blocks: list[dict[str, Any]], key: tuple[str, ...], line: int) -> Iterable[Item]:
        out: list[Item] = []
        spoken: list[str] = []
        for index, block in enumerate(blocks):
            if word(block.get("type")) in _RESULTS:
                out += self._result(block, (*key, str(index)), line)
            elif text := word(block.get("text")):
                spoken.append(text)
        text = "\n".join(spoken)
        if not text.strip():
            return out or (Skipped("empty", line),)
        thread = self._thread
        if not thread.cwd and (folder := _FOLDER.search(text)):
            thread.cwd = folder[1].strip()
        queries = _QUERY.findall(text)
        reasons: tuple[str, ...] = ()
        if queries:
            around = _QUERY.sub("", text).strip()
            reasons = ("host-context",) if around else ()
            text = "\n\n".join(queries)
        words, more = cut_injected(text)
        agent = thread.source.agent
        if words and agent:  # what a subagent is told is written by an agent
            out.append(thread.event((*key, "said"), "", "agent", "message", words, agent=agent))
        elif words:
            out.append(thread.typed((*key, "said"), "", words))
        out += [Skipped(f"injected:{reason}", line) for reason in dict.fromkeys((*reasons, *more))]
        return out or (Skipped("empty", line),)

    def _result(self, block: dict[str, Any], key: tuple[str, ...], line: int) -> list[Item]:
        """A result, where a version writes any: of the call it names, else of the one command that waits."""
        call = word(block.get("tool_use_id"))
        if not self._calls.waits(call):
            call = self._calls.only_command()
        if not call:
            return [Skipped("tool-result", line)]
        ended = Ended(text_of(block.get("content")), None, block.get("is_error") is True)
        return self._calls.ended(call, ended, key, "", line, agent=self._thread.source.agent)

    def _assistant(self, blocks: list[dict[str, Any]], key: tuple[str, ...], line: int) -> Iterable[Item]:
        thread, agent = self._thread, self._thread.source.agent
        out: list[Item] = []
        skipped = "empty"
        for index, block in enumerate(blocks):
            kind = block.get("type")
            name = (*key, str(index))
            if kind == "text":
                text = word(block.get("text")).strip()
                if text and text != _REDACTED:
                    out.append(thread.event(name, "", "agent", "message", text, agent=agent))
                elif text:
                    skipped = "redacted"
            elif isinstance(kind, str) and kind in _CALLS:
                out += self._called(block, name, agent)
                skipped = "tool-call"
            elif kind == "thinking":
                skipped = "thinking"
        return out or (Skipped(skipped, line),)

    def _called(self, block: dict[str, Any], key: tuple[str, ...], agent: str) -> list[Item]:
        """A call; files that it writes are told of at once, for no result will come."""
        tool = word(block.get("name")) or "tool"
        given = block.get("input")
        if tool in SHELLS:
            call = word(block.get("id")) or "/".join(key)
            waiting = self._calls.only_command()
            if waiting and not word(block.get("id")):
                self._calls.forget(waiting)  # its result never came
            made = self._calls.called(call, tool, given, key, "", agent=agent)
            return [made] if made is not None else []
        paths = paths_of(tool, arguments_of(given), given)
        made = (
            remark(self._thread, key, "", tool, paths, arguments_of(given) or given, agent) if paths else None
        )
        edits = [
            self._thread.event((*key, path), "", "agent", "edit", path, tool=tool, agent=agent)
            for path in paths
        ]
        return [made, *edits] if made is not None else [*edits]
