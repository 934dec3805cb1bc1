"""What each entry of a pi session means, in the order of the file; oh-my-pi writes the same with more kinds of entries.

Entries form a tree, and a branch that was left stays in the file: what was typed there was typed. The first version
had no ids, and a session branched off another begins with a copy of it, so an entry without an id is known by its
moment. Not here: where sessions lie (`pi.py`, `oh_my_pi.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final
from zlib import crc32

from cm.hosts.calls import Calls, Ended
from cm.hosts.injected import cut_injected
from cm.hosts.shapes import UUID, amount, kebab, moment_of, names, number, table, tail, text_of, word
from cm.hosts.threads import Recent, Thread
from cm.model.host import Record, Source
from cm.model.session import Item, Skipped

ROLES: Final = names(
    "user assistant toolResult bashExecution pythonExecution custom hookMessage branchSummary compactionSummary system "
    "fileMention developer"
)
OWN_OF_OMP: Final = names(
    "title title_change model_usage mode_change ttsr_injection credential_pin reset_boundary session_init "
    "service_tier_change mcp_tool_selection"
)
_TELLING: Final = names("message compaction branch_summary")
_BOOKKEEPING: Final = (
    names(
        "thinking_level_change usage context_edit custom label leaf session_state compact active_tools_change"
    )
    | OWN_OF_OMP
)
_EXIT: Final = re.compile(r"\n*(?:Command|Process) exited with code (-?\d{1,6})\.?\s*\Z")


class PiFold:
    """Turns the entries of one session into items, in file order."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        self._thread = Thread(source, table(kept.get("thread")))
        self._calls = Calls(self._thread, kept.get("calls"))
        self._seen = Recent(256, kept.get("seen"))  # entries that were read
        self._agent = word(kept.get("agent"))  # this session is a subagent's
        self._from = word(kept.get("from"))  # the session that this one was started from
        if found := UUID.search(source.name.split(".", 1)[0]):
            self._thread.settle(found[0])
        self._at = ""
        self._by_type: dict[str, Callable[[dict[str, Any], tuple[str, ...], int], Iterable[Item]]] = {
            "session": self._header,
            "session_init": self._delegated,
            "message": self._message,
            "model_change": self._modelled,
            "session_info": self._titled,
            "title": self._titled,
            "title_change": self._titled,
            "compaction": self._summary,
            "branch_summary": self._summary,
            "custom_message": lambda value, key, line: (Skipped("injected:extension", line),),
        }
        self._by_role: dict[str, Callable[[dict[str, Any], tuple[str, ...], int], Iterable[Item]]] = {
            "user": self._user,
            "assistant": self._assistant,
            "toolResult": self._result,
            "bashExecution": self._own_shell,
            "pythonExecution": self._own_shell,
            "branchSummary": self._summary,
            "compactionSummary": self._summary,
            "custom": lambda message, key, line: (Skipped("injected:extension", line),),
            "hookMessage": lambda message, key, line: (Skipped("injected:hook", line),),
            "fileMention": lambda message, key, line: (Skipped("injected:file-content", line),),
            "developer": lambda message, key, line: (Skipped("injected:host-instructions", line),),
            "system": lambda message, key, line: (Skipped("bookkeeping:system", line),),
        }

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns one entry into items; an unusable one becomes a Skipped."""
        value, line = record.value, record.line
        if not isinstance(value, dict):
            return (Skipped("not-object", line),)
        kind = value.get("type")
        if not isinstance(kind, str):
            return (Skipped("no-type", line),)
        stamp = value.get("timestamp")
        self._at = moment_of(stamp) or moment_of(table(value.get("message")).get("timestamp"))
        if kind != "session" or not self._thread.started:  # a copied history is older than its header
            self._thread.passed(self._at)
        handler = self._by_type.get(kind)
        if handler is None:
            known = kind in _BOOKKEEPING
            return (Skipped(f"{'bookkeeping' if known else 'unknown-type'}:{kebab(kind)}", line),)
        key = self._key(value, stamp) if kind in _TELLING else ()
        if kind == "message":
            name = "/".join(key)
            if self._seen.get(name) is not None:
                return (Skipped("duplicate", line),)
            self._seen.put(name)
        return handler(value, key, line)

    def finish(self) -> Iterable[Item]:
        """Yields the session's head as known now."""
        return (self._thread.head(),)

    def carry(self) -> dict[str, Any]:
        """Returns what a later run needs to go on at the end of this one."""
        kept = {"thread": self._thread.carry(), "calls": self._calls.carry(), "seen": self._seen.carry()}
        return {**kept, "agent": self._agent, "from": self._from}

    def _key(self, value: dict[str, Any], stamp: Any) -> tuple[str, ...]:
        """Short ids repeat from session to session, moments hardly; both together name an entry and its copies."""
        native = word(value.get("id"))
        if not native:
            message = table(value.get("message"))
            said = text_of(message.get("content")) or word(message.get("toolCallId"))
            native = f"{word(message.get('role'))} {crc32(said.encode('utf-8', 'replace'))}"
        if stamp:
            return (native, str(stamp)[:40])
        return self._thread.key(native)

    # -- the session

    def _header(self, value: dict[str, Any], key: tuple[str, ...], line: int) -> Iterable[Item]:
        thread = self._thread
        thread.settle(word(value.get("id")))
        thread.cwd = thread.cwd or word(value.get("cwd"))
        thread.model = thread.model or word(value.get("modelId"))
        thread.title = thread.title or word(value.get("title"))
        parent = word(value.get("parentSession")).replace("\\", "/").rsplit("/", 1)[-1]
        self._from = parent.removesuffix(".jsonl").rsplit("_", 1)[-1]
        return (Skipped("bookkeeping:session", line),)

    def _delegated(self, value: dict[str, Any], key: tuple[str, ...], line: int) -> Iterable[Item]:
        """The session is a subagent's: everything in it was written by agents."""
        self._agent = word(value.get("agent")) or self._thread.native or "subagent"
        self._thread.parent = self._thread.parent or self._from
        return (Skipped("bookkeeping:session-init", line),)

    def _modelled(self, value: dict[str, Any], key: tuple[str, ...], line: int) -> Iterable[Item]:
        self._thread.model = word(value.get("modelId")) or word(value.get("model")) or self._thread.model
        return (Skipped("bookkeeping:model-change", line),)

    def _titled(self, value: dict[str, Any], key: tuple[str, ...], line: int) -> Iterable[Item]:
        self._thread.title = word(value.get("name")) or word(value.get("title")) or self._thread.title
        return (Skipped(f"bookkeeping:{kebab(value.get('type'))}", line),)

    def _summary(self, value: dict[str, Any], key: tuple[str, ...], line: int) -> Iterable[Item]:
        text = word(value.get("summary"))
        if not text.strip():
            return (Skipped("empty", line),)
        return (self._thread.event((*key, "summary"), self._at, "host", "summary", text, agent=self._agent),)

    # -- messages

    def _message(self, value: dict[str, Any], key: tuple[str, ...], line: int) -> Iterable[Item]:
        message = table(value.get("message"))
        role = message.get("role")
        handler = self._by_role.get(role) if isinstance(role, str) else None
        if handler is None:
            return (Skipped(f"unknown-type:message-{kebab(role)}", line),)
        return handler(message, key, line)

    def _user(self, message: dict[str, Any], key: tuple[str, ...], line: int) -> Iterable[Item]:
        words, reasons = cut_injected(text_of(message.get("content")))
        out: list[Item] = []
        if words and self._agent:
            event = self._thread.event
            out.append(event(key, self._at, "agent", "message", words, agent=self._agent))
        elif words:
            out.append(self._thread.typed(key, self._at, words))
        out += [Skipped(f"injected:{reason}", line) for reason in reasons]
        return out or (Skipped("empty", line),)

    def _assistant(self, message: dict[str, Any], key: tuple[str, ...], line: int) -> Iterable[Item]:
        thread, agent = self._thread, self._agent
        thread.model = word(message.get("model")) or thread.model
        usage = table(message.get("usage"))
        thread.tokens_in += sum(amount(usage.get(taken)) for taken in ("input", "cacheRead", "cacheWrite"))
        thread.tokens_out += amount(usage.get("output"))
        content = message.get("content")
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
        out: list[Item] = []
        skipped = "empty"
        for index, block in enumerate(blocks):
            block = table(block)
            name = (*key, str(index))
            if block.get("type") == "text" and (text := word(block.get("text")).strip()):
                out.append(thread.event(name, self._at, "agent", "message", text, agent=agent))
            elif block.get("type") == "toolCall":
                call = word(block.get("id")) or "/".join(name)
                tool = word(block.get("name")) or "tool"
                made = self._calls.called(call, tool, block.get("arguments"), name, self._at, agent=agent)
                skipped = "tool-call"
                out += [made] if made is not None else []
            elif block.get("type") == "thinking":
                skipped = "thinking"
        out += self._stopped(message, key)
        return out or (Skipped(skipped, line),)

    def _stopped(self, message: dict[str, Any], key: tuple[str, ...]) -> list[Item]:
        """How a turn ended when not well: the user stopped it, or the model's side failed."""
        why = message.get("stopReason")
        text = word(message.get("errorMessage"))
        event = self._thread.event
        if why == "aborted":
            name = (*key, "stop")
            return [event(name, self._at, "user", "interrupt", text or "aborted", agent=self._agent)]
        if why == "error" and text:
            return [event((*key, "error"), self._at, "host", "error", tail(text), agent=self._agent)]
        return []

    def _result(self, message: dict[str, Any], key: tuple[str, ...], line: int) -> Iterable[Item]:
        details = table(message.get("details"))
        text = text_of(message.get("content"))
        failed = message.get("isError") is True or details.get("status") == "error"
        code = number(details.get("exitCode"))
        if found := _EXIT.search(text[-200:]):
            text = text[: len(text) - len(text[-200:]) + found.start()]
            code = int(found[1])
        if code is None and not failed and details.get("status") != "running":
            code = 0  # only failures tell their status
        name = word(message.get("toolName"))
        ended = Ended(text, code, failed)
        call = word(message.get("toolCallId"))
        return self._calls.ended(call, ended, key, self._at, line, name=name, agent=self._agent)

    def _own_shell(self, message: dict[str, Any], key: tuple[str, ...], line: int) -> Iterable[Item]:
        """The user's own `!` command, with what it printed."""
        text = word(message.get("command")) or word(message.get("code"))
        if not text.strip():
            return (Skipped("empty", line),)
        event = self._thread.event
        command = event(key, self._at, "user", "command", text, tool="!")
        code = None if message.get("cancelled") is True else number(message.get("exitCode"))
        printed = tail(text_of(message.get("output")))
        return (
            command,
            event((*key, "out"), self._at, "tool", "output", printed, of=command.id, code=code, tool="!"),
        )
