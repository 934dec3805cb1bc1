"""What each record of a Gemini CLI session means: a line of the JSONL form, or the whole document of the older one.

A message may be written again when its calls have ended, and a resumed session writes all of them again: what was
said once is said once. Not here: where sessions lie (`gemini_cli.py`), what a message is made of (`gemini_parts.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final
from zlib import crc32

from cm.hosts.calls import Calls, Ended
from cm.hosts.gemini_parts import framed, own_shell, parts_of, response_of, spoken, typed_words
from cm.hosts.shapes import amount, kebab, moment_of, names, table, tail, text_of, word
from cm.hosts.threads import Recent, Thread
from cm.model.host import Record, Source
from cm.model.session import Item, Skipped

AGENTS: Final = frozenset(("gemini", "model"))
_CANCELLED: Final = "Request cancelled"
_NOTICES: Final = names("info warning")
_LIMIT: Final = 40_000  # characters of a context message in which the working directory is looked for
_FOLDER: Final = re.compile(
    r"(?:Workspace Directories:\**|working in the (?:following )?director(?:y|ies):)\s*(?:-[ \t]+)?([^\n]+)"
)


class GeminiFold:
    """Turns the records of one session into items, in file order."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        self._thread = Thread(source, table(kept.get("thread")))
        self._calls = Calls(self._thread, kept.get("calls"))
        self._done = Recent(512, kept.get("done"))  # calls that were told of to the end
        self._said = Recent(1024, kept.get("said"))  # message -> sum of its words
        self._usage = Recent(64, kept.get("usage"))  # message -> tokens counted for it
        self._agent = word(kept.get("agent")) or source.agent
        if source.parent:
            self._thread.parent = source.parent

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns one record into items; an unusable record becomes a Skipped."""
        value, line = record.value, record.line
        if not isinstance(value, dict):
            return (Skipped("not-object", line),)
        if "type" not in value:
            return self._untyped(value, line)
        return self._message(value, line)

    def finish(self) -> Iterable[Item]:
        """Yields the session's head as known now."""
        return (self._thread.head(),)

    def carry(self) -> dict[str, Any]:
        """Returns what a later run needs to go on at the end of this one."""
        return {
            "thread": self._thread.carry(),
            "calls": self._calls.carry(),
            "done": self._done.carry(),
            "said": self._said.carry(),
            "usage": self._usage.carry(),
            "agent": self._agent,
        }

    # -- headers, updates, documents

    def _untyped(self, value: dict[str, Any], line: int) -> Iterable[Item]:
        if "$rewindTo" in value:
            return (Skipped("bookkeeping:rewind", line),)
        if "$set" in value:
            return self._update(table(value.get("$set")), line) or (Skipped("bookkeeping:set", line),)
        if isinstance(value.get("sessionId"), str) or "messages" in value:
            self._header(value)
            return self._update(value, line) or (Skipped("bookkeeping:header", line),)
        return (Skipped("no-type", line),)

    def _header(self, value: dict[str, Any]) -> None:
        thread = self._thread
        if value.get("kind") == "subagent" and not self._agent:
            self._agent = word(value.get("sessionId"))
        thread.passed(moment_of(value.get("startTime")))

    def _update(self, value: dict[str, Any], line: int) -> list[Item]:
        thread = self._thread
        thread.settle(word(value.get("sessionId")))
        thread.passed(moment_of(value.get("lastUpdated")))
        if not self._agent:  # a subagent's summary is its answer
            thread.title = word(value.get("summary")) or thread.title
        folders = value.get("directories")
        if isinstance(folders, list) and folders and not thread.cwd:
            thread.cwd = word(folders[0])
        messages = value.get("messages")
        out: list[Item] = []
        for message in messages if isinstance(messages, list) else ():
            if isinstance(message, dict):
                out += self._message(message, line)
            else:
                out.append(Skipped("not-object", line))
        return out

    # -- messages

    def _message(self, value: dict[str, Any], line: int) -> Iterable[Item]:
        kind = word(value.get("type"))
        at = moment_of(value.get("timestamp"))
        self._thread.passed(at)
        native = word(value.get("id"))
        key = self._thread.key(native or self._thread.nameless(at))
        if kind == "user":
            return self._user(value, key, at, line)
        if kind in AGENTS:
            return self._gemini(value, key, at, line)
        if kind == "error":
            text = text_of(value.get("content"))
            if not text or self._repeated(key, text):
                return (Skipped("duplicate" if text else "empty", line),)
            return (self._thread.event(key, at, "host", "error", tail(text), agent=self._agent),)
        if kind == "info" and text_of(value.get("content")).startswith(_CANCELLED):
            if self._repeated(key, _CANCELLED):
                return (Skipped("duplicate", line),)
            text = text_of(value.get("content"))
            return (self._thread.event(key, at, "user", "interrupt", text, agent=self._agent),)
        if kind in _NOTICES:
            return (Skipped(f"bookkeeping:{kind}", line),)
        return (Skipped(f"unknown-type:{kebab(value.get('type'))}", line),)

    def _repeated(self, key: tuple[str, ...], text: str) -> bool:
        """Whether a message said just this before."""
        name, mark = "/".join(key), crc32(text.encode("utf-8", "replace"))
        if self._said.get(name) == mark:
            return True
        self._said.put(name, mark)
        return False

    def _user(self, value: dict[str, Any], key: tuple[str, ...], at: str, line: int) -> Iterable[Item]:
        content = value.get("content")
        if content is None:
            content = value.get("parts")
        out: list[Item] = []
        answers = 0
        for index, part in enumerate(parts_of(content)):
            if "functionResponse" in part:
                answers += 1
                out += self._answered(part, (*key, str(index)), at, line)
        text = spoken(content)
        if not text.strip():
            return out or (Skipped("tool-result" if answers else "empty", line),)
        if not self._thread.cwd:
            self._find_folder(text)
        if self._agent:
            if not self._repeated(key, text):
                event = self._thread.event
                out.append(event((*key, "said"), at, "agent", "message", text.strip(), agent=self._agent))
            return out or (Skipped("duplicate", line),)
        known = self._said.get("/".join(key))
        if self._repeated(key, text):
            return out or (Skipped("duplicate", line),)
        if shell := own_shell(self._thread, text, key, at):
            return (*out, *shell)
        words, reasons = typed_words(content, value.get("displayContent"))
        if words:
            name = (*key, "said") if known is None else (*key, "said", str(len(words)))
            out.append(self._thread.typed(name, at, words))
        out += [Skipped(f"injected:{reason}", line) for reason in reasons]
        return out or (Skipped("empty", line),)

    def _find_folder(self, text: str) -> None:
        """The working directory, which only the context that is put before the first message tells."""
        if not text.lstrip().startswith(("<session_context>", "This is the ")):
            return
        if found := _FOLDER.search(text[:_LIMIT]):
            self._thread.cwd = found[1].strip()

    def _gemini(self, value: dict[str, Any], key: tuple[str, ...], at: str, line: int) -> Iterable[Item]:
        content = value.get("content")
        if content is None:
            content = value.get("parts")
        self._thread.model = word(value.get("model")) or self._thread.model
        self._count(value, "/".join(key))
        out: list[Item] = []
        text = spoken(content).strip()
        known = self._said.get("/".join(key))
        if text and not self._repeated(key, text):
            name = (*key, "said") if known is None else (*key, "said", str(len(text)))
            out.append(self._thread.event(name, at, "agent", "message", text, agent=self._agent))
        for part in parts_of(content):
            if "functionCall" in part:
                out += self._called(table(part.get("functionCall")), "#0", key, at)
        calls = value.get("toolCalls")
        for index, call in enumerate(calls if isinstance(calls, list) else ()):
            if isinstance(call, dict):
                out += self._called(call, f"#{index}", key, at)
                out += self._told(call, f"#{index}", key, at, line)
        return out or (Skipped("thinking" if value.get("thoughts") else "empty", line),)

    def _count(self, value: dict[str, Any], name: str) -> None:
        """Counts tokens once per message; it may be written again."""
        tokens = value.get("tokens")
        if not isinstance(tokens, dict):
            return
        taken = amount(tokens.get("input"))
        given = amount(tokens.get("output")) + amount(tokens.get("thoughts"))
        before = self._usage.get(name)
        pair = before if isinstance(before, list) and len(before) == 2 else [0, 0]
        now = [max(amount(pair[0]), taken), max(amount(pair[1]), given)]
        self._thread.tokens_in += now[0] - amount(pair[0])
        self._thread.tokens_out += now[1] - amount(pair[1])
        self._usage.put(name, now)

    # -- calls

    def _called(self, call: dict[str, Any], place: str, key: tuple[str, ...], at: str) -> list[Item]:
        native = word(call.get("id")) or f"{'/'.join(key)}{place}"
        if self._calls.waits(native) or self._done.get(native) is not None:
            return []
        name = word(call.get("name")) or "tool"
        made = self._calls.called(native, name, call.get("args"), (*key, native), at, agent=self._agent)
        return [made] if made is not None else []

    def _told(self, call: dict[str, Any], place: str, key: tuple[str, ...], at: str, line: int) -> list[Item]:
        """A call as the interface shows it: with its status once it has ended."""
        native = word(call.get("id")) or f"{'/'.join(key)}{place}"
        status = word(call.get("status"))
        if status not in ("success", "error", "cancelled"):
            return []
        parts = [response_of(part) for part in parts_of(call.get("result")) if "functionResponse" in part]
        text = "\n".join(part[2] for part in parts if part[2]) or text_of(call.get("resultDisplay"))
        moment = moment_of(call.get("timestamp")) or at
        self._thread.passed(moment)
        return self._end(native, text, status, (*key, native), moment, line)

    def _answered(self, part: dict[str, Any], key: tuple[str, ...], at: str, line: int) -> list[Item]:
        """A result as the model was given it; the call has mostly been told of before."""
        native, _, text, failed = response_of(part)
        if not self._calls.waits(native):
            return []
        return self._end(native, text, "error" if failed else "success", key, at, line)

    def _end(
        self, native: str, text: str, status: str, key: tuple[str, ...], at: str, line: int
    ) -> list[Item]:
        if self._done.get(native) is not None:
            return []
        self._done.put(native)
        ended = framed(text, done=status == "success")
        ended = Ended(ended.text, ended.code, status == "error", status == "cancelled")
        return self._calls.ended(native, ended, key, at, line, agent=self._agent)
