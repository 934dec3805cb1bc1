"""What each line of a Factory droid session means, in the order of the file.

Messages are those of Anthropic's interface. Not here: where sessions lie (`droid.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from cm.hosts.calls import Calls, Ended
from cm.hosts.injected import cut_injected
from cm.hosts.shapes import UUID, amount, kebab, moment_of, names, table, text_of, word
from cm.hosts.threads import Recent, Thread
from cm.model.host import Record, Source
from cm.model.session import Item, Skipped

_BOOKKEEPING: Final = names(
    "todo_state session_end session_settings settings model_change mode_change title_change"
)
_EXIT: Final = re.compile(
    r"\n*\[?(?:Process|Command) (?:exited|failed) (?:with )?\(?(?:exit )?code:? (-?\d{1,6})\)?\]?\.?\s*\Z"
)
_DELEGATED: Final = "# Task Tool Invocation"
_REFUSED: Final = re.compile(r"(?:Error: )?(?:The )?(?:User|user) (?:rejected|cancelled|denied|declined)")


class DroidFold:
    """Turns the lines of one session into items, in file order."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        self._thread = Thread(source, table(kept.get("thread")))
        self._calls = Calls(self._thread, kept.get("calls"))
        self._seen = Recent(256, kept.get("seen"))  # messages that were read
        self._agent = word(kept.get("agent"))  # this session is a subagent's
        stem = source.name.split(".", 1)[0]
        if UUID.fullmatch(stem):
            self._thread.settle(stem)

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns one line into items; an unusable one becomes a Skipped."""
        value, line = record.value, record.line
        if not isinstance(value, dict):
            return (Skipped("not-object", line),)
        kind = value.get("type")
        if kind is None and ("tokenUsage" in value or "model" in value):
            return self._settings(value, line)
        if not isinstance(kind, str):
            return (Skipped("no-type", line),)
        if kind == "session_start":
            return self._header(value, line)
        if kind == "message":
            return self._message(value, line)
        if kind == "compaction_state" and (text := word(value.get("summaryText")).strip()):
            at = moment_of(value.get("timestamp"))
            key = self._thread.key(word(value.get("id")) or self._thread.nameless(at))
            return (self._thread.event(key, at, "host", "summary", text, agent=self._agent),)
        known = kind in _BOOKKEEPING or kind == "compaction_state"
        return (Skipped(f"{'bookkeeping' if known else 'unknown-type'}:{kebab(kind)}", line),)

    def finish(self) -> Iterable[Item]:
        """Yields the session's head as known now."""
        return (self._thread.head(),)

    def carry(self) -> dict[str, Any]:
        """Returns what a later run needs to go on at the end of this one."""
        return {
            "thread": self._thread.carry(),
            "calls": self._calls.carry(),
            "seen": self._seen.carry(),
            "agent": self._agent,
        }

    def _settings(self, value: dict[str, Any], line: int) -> Iterable[Item]:
        """The file beside the session: its model, and sums of the tokens used."""
        usage = table(value.get("tokenUsage"))
        thread = self._thread
        thread.model = word(value.get("model")) or thread.model
        taken = ("inputTokens", "cacheCreationTokens", "cacheReadTokens")
        thread.tokens_in = max(thread.tokens_in, sum(amount(usage.get(name)) for name in taken))
        given = ("outputTokens", "thinkingTokens")
        thread.tokens_out = max(thread.tokens_out, sum(amount(usage.get(name)) for name in given))
        return (Skipped("bookkeeping:settings", line),)

    def _header(self, value: dict[str, Any], line: int) -> Iterable[Item]:
        thread = self._thread
        thread.settle(word(value.get("id")))
        thread.cwd = thread.cwd or word(value.get("cwd"))
        thread.passed(moment_of(value.get("timestamp")))
        title = word(value.get("sessionTitle")) or word(value.get("title"))
        called = word(value.get("callingSessionId")) or word(value.get("parentSessionId"))
        if title.startswith(_DELEGATED) or called:
            self._agent = thread.native or "subagent"
            thread.parent = thread.parent or called
        else:
            thread.title = title or thread.title
        version = value.get("version")
        thread.version = word(version) or thread.version
        return (Skipped("bookkeeping:session-start", line),)

    def _message(self, value: dict[str, Any], line: int) -> Iterable[Item]:
        at = moment_of(value.get("timestamp"))
        self._thread.passed(at)
        native = word(value.get("id"))
        if native and self._seen.get(native) is not None:
            return (Skipped("duplicate", line),)
        if native:
            self._seen.put(native)
        key = self._thread.key(native or self._thread.nameless(at))
        message = table(value.get("message"))
        role = message.get("role")
        content = message.get("content")
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
        blocks = [block if isinstance(block, dict) else {"type": "text", "text": block} for block in blocks]
        if role == "user":
            return self._user(blocks, key, at, line)
        if role == "assistant":
            self._thread.model = word(message.get("model")) or self._thread.model
            return self._assistant(blocks, key, at, line)
        return (Skipped(f"unknown-type:message-{kebab(role)}", line),)

    def _user(self, blocks: list[dict[str, Any]], key: tuple[str, ...], at: str, line: int) -> Iterable[Item]:
        out: list[Item] = []
        left: list[str] = []
        reasons: list[str] = []
        for index, block in enumerate(blocks):
            if block.get("type") == "tool_result":
                out += self._result(block, (*key, str(index)), at, line)
            elif text := word(block.get("text")):
                words, cut = cut_injected(text)
                reasons += cut
                left += [words] if words else []
        text = "\n\n".join(left)
        if text.startswith(_DELEGATED) and not self._thread.prompted:
            self._agent = self._agent or self._thread.native or "subagent"
        if text and self._agent:
            event = self._thread.event
            out.append(event((*key, "said"), at, "agent", "message", text, agent=self._agent))
        elif text:
            out.append(self._thread.typed((*key, "said"), at, text))
        out += [Skipped(f"injected:{reason}", line) for reason in dict.fromkeys(reasons)]
        return out or (Skipped("empty", line),)

    def _assistant(
        self, blocks: list[dict[str, Any]], key: tuple[str, ...], at: str, line: int
    ) -> Iterable[Item]:
        out: list[Item] = []
        skipped = "empty"
        for index, block in enumerate(blocks):
            name = (*key, str(index))
            if block.get("type") == "text" and (text := word(block.get("text")).strip()):
                event = self._thread.event
                out.append(event(name, at, "agent", "message", text, agent=self._agent))
            elif block.get("type") == "tool_use":
                call = word(block.get("id")) or "/".join(name)
                tool = word(block.get("name")) or "tool"
                made = self._calls.called(call, tool, block.get("input"), name, at, agent=self._agent)
                skipped = "tool-call"
                out += [made] if made is not None else []
            elif block.get("type") == "thinking":
                skipped = "thinking"
        return out or (Skipped(skipped, line),)

    def _result(self, block: dict[str, Any], key: tuple[str, ...], at: str, line: int) -> list[Item]:
        text = text_of(block.get("content"))
        failed = block.get("is_error") is True or block.get("isError") is True
        refused = failed and _REFUSED.match(text) is not None
        code = None if failed else 0
        if found := _EXIT.search(text[-200:]):
            text = text[: len(text) - len(text[-200:]) + found.start()]
            code = int(found[1])
        ended = Ended(text, code, failed, refused)
        call = word(block.get("tool_use_id"))
        return self._calls.ended(call, ended, key, at, line, agent=self._agent)
