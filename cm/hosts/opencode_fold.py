"""What OpenCode's messages and their parts mean, whether they come as rows, as small files or as one export.

Not here: where sessions lie (`opencode.py`), how calls and results find each other (`calls.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from cm.hosts.calls import Calls, Ended
from cm.hosts.injected import cut_injected
from cm.hosts.shapes import amount, kebab, moment_of, names, number, table, word
from cm.hosts.tables import table_of
from cm.hosts.threads import Thread
from cm.model.host import Record, Source
from cm.model.session import Item, Skipped

NAME: Final = "opencode"

_BOOKKEEPING: Final = names("step-start step-finish snapshot patch file agent subtask retry compaction")
_SAME: Final = {"multiedit": "MultiEdit", "patch": "apply_patch"}  # its names for tools that others call so


class OpenCodeFold:
    """Turns one session's messages into items; a message's parts follow it."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        self._thread = Thread(source, table(kept.get("thread")))
        self._calls = Calls(self._thread, kept.get("calls"))
        self._message = table(kept.get("message"))  # what its parts need to know of it
        self._agent = word(kept.get("agent"))

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns a row, a document of the tree, or a whole export into items."""
        value = record.value
        if not isinstance(value, dict):
            return (Skipped("not-object", record.line),)
        kind = table_of(value)
        if kind == "session":
            return self._session({**value, **table(value.get("data"))}, record.line)
        if kind in ("message", "part", "end"):
            data = value.get("data")
            if not isinstance(data, dict):
                return (Skipped("not-json", record.line),)
            name = word(value.get("id"))
            if kind == "message":
                return self._begin(name, data, value.get("time_created"), record.line, whole=False)
            if kind == "end":
                return self._failed(name, data) or (Skipped("bookkeeping:error", record.line),)
            if "message_id" in value and value.get("message_id") != self._message.get("id"):
                return (Skipped("no-such-message", record.line),)
            return self._part(name, data, record.line)
        if isinstance(value.get("messages"), list):
            return self._export(value, record.line)
        return (Skipped(f"unknown-type:{kebab(value.get('type'))}", record.line),)

    def finish(self) -> Iterable[Item]:
        """The head as known now."""
        return (self._thread.head(),)

    def carry(self) -> dict[str, Any]:
        """What a later run needs to go on."""
        return {
            "thread": self._thread.carry(), "calls": self._calls.carry(),
            "message": self._message, "agent": self._agent,
        }  # fmt: skip

    def _export(self, value: dict[str, Any], line: int) -> list[Item]:
        out: list[Item] = list(self._session(table(value.get("info")), line))
        for message in value["messages"]:
            info = table(table(message).get("info"))
            parts = table(message).get("parts")
            out += self._begin(word(info.get("id")), info, None, line, whole=True)
            for part in parts if isinstance(parts, list) else ():
                out += self._part(word(table(part).get("id")), table(part), line)
            out += self._failed(word(info.get("id")), info)
        return out

    def _session(self, value: dict[str, Any], line: int) -> Iterable[Item]:
        thread = self._thread
        time = table(value.get("time"))
        thread.settle(word(value.get("id")))
        thread.cwd = thread.cwd or word(value.get("directory"))
        thread.title = word(value.get("title")) or thread.title
        thread.version = word(value.get("version")) or thread.version
        thread.parent = word(value.get("parent_id")) or word(value.get("parentID")) or thread.parent
        if thread.parent:
            self._agent = thread.native
        thread.passed(moment_of(value.get("time_created") or time.get("created")))
        return (Skipped("bookkeeping:session", line),)

    def _begin(self, name: str, info: dict[str, Any], at: Any, line: int, *, whole: bool) -> list[Item]:
        """A message begins: who speaks, with what model, at what cost."""
        thread = self._thread
        time = table(info.get("time"))
        moment = moment_of(time.get("created") or at)
        role = word(info.get("role"))
        thread.settle(word(info.get("sessionID")))
        thread.passed(moment)
        thread.cwd = thread.cwd or word(table(info.get("path")).get("cwd"))
        model = word(info.get("modelID")) or word(table(info.get("model")).get("modelID"))
        self._message = {
            "id": name, "role": role, "at": moment, "summary": info.get("summary") is True,
            "done": role != "assistant" or "completed" in time or "error" in info or "finish" in info,
        }  # fmt: skip
        if role == "assistant":
            thread.model = model or thread.model
            tokens = table(info.get("tokens"))
            cache = table(tokens.get("cache"))
            taken = (tokens.get("input"), cache.get("read"), cache.get("write"))
            thread.tokens_in += sum(map(amount, taken))
            thread.tokens_out += amount(tokens.get("output"))
            thread.passed(moment_of(time.get("completed")))
        elif role != "user":
            return [Skipped(f"unknown-type:{kebab(role or info.get('type'))}", line)]
        return [] if whole else [Skipped("bookkeeping:message", line)]

    def _failed(self, name: str, info: dict[str, Any]) -> list[Item]:
        """How a message ended when it did not end well."""
        error = table(info.get("error"))
        if not error:
            return []
        at = moment_of(table(info.get("time")).get("completed")) or word(self._message.get("at"))
        said = word(table(error.get("data")).get("message")) or word(error.get("message"))
        event = self._thread.event
        if "Abort" in word(error.get("name")):
            return [event((name, "stop"), at, "user", "interrupt", said or "aborted", agent=self._agent)]
        return [
            event(
                (name, "error"),
                at,
                "host",
                "error",
                said or word(error.get("name")) or "error",
                agent=self._agent,
            )
        ]

    def _part(self, name: str, part: dict[str, Any], line: int) -> Iterable[Item]:
        kind = part.get("type")
        thread = self._thread
        time = table(part.get("time")) or table(table(part.get("state")).get("time"))
        moment = moment_of(time.get("start")) or word(self._message.get("at"))
        thread.passed(moment)
        if kind == "text":
            return self._text(name, part, time, moment, line)
        if kind == "tool":
            return self._tool(name, part, time, moment, line)
        if kind == "reasoning":
            return (Skipped("thinking", line),)
        known = isinstance(kind, str) and kind in _BOOKKEEPING
        return (Skipped(f"{'bookkeeping' if known else 'unknown-type'}:{kebab(kind)}", line),)

    def _text(self, name: str, part: dict[str, Any], time: dict[str, Any], at: str, line: int) -> list[Item]:
        text = word(part.get("text")).strip()
        thread, role = self._thread, self._message.get("role")
        if not text:
            return [Skipped("empty", line)]
        if role == "user":
            if part.get("synthetic") is True or part.get("ignored") is True:
                return [Skipped("injected:synthetic", line)]
            rest, cut = cut_injected(_unquoted(text))
            out: list[Item] = []
            if rest and self._agent:  # what a subagent is told was written by an agent
                out.append(thread.event((name,), at, "agent", "message", rest, agent=self._agent))
            elif rest:
                out.append(thread.typed((name,), at, rest))
            return out + [Skipped(f"injected:{reason}", line) for reason in cut]
        if role != "assistant":
            return [Skipped("no-such-message", line)]
        if "start" in time and "end" not in time and not self._message.get("done"):
            return [Skipped("unfinished", line)]  # it is still being written; its row changes when it is done
        if self._message.get("summary"):
            return [thread.event((name,), at, "host", "summary", text, agent=self._agent)]
        return [thread.event((name,), at, "agent", "message", text, agent=self._agent)]

    def _tool(self, name: str, part: dict[str, Any], time: dict[str, Any], at: str, line: int) -> list[Item]:
        state = table(part.get("state"))
        tool = word(part.get("tool"))
        given = state.get("input")
        patch = word(table(given).get("patchText"))
        made = self._calls.called(
            name, _SAME.get(tool, tool), patch or given, (name, "call"), at, agent=self._agent
        )
        out: list[Item] = [made] if made is not None else []
        status = state.get("status")
        if status in ("pending", "running"):
            return out or [Skipped("unfinished", line)]
        metadata = table(state.get("metadata"))
        error = word(state.get("error"))
        text = word(state.get("output")) or word(metadata.get("output")) or error
        refused = status == "error" and ("rejected permission" in error or "prevents you from using" in error)
        ended = Ended(text, number(metadata.get("exit")), failed=status == "error", refused=refused)
        done = moment_of(time.get("end")) or at
        self._thread.passed(done)
        out += self._calls.ended(name, ended, (name, "out"), done, line, agent=self._agent)
        return out


def _unquoted(text: str) -> str:
    """A prompt without the quotes that `opencode run` puts around arguments with spaces."""
    inner = text[1:-1]
    return inner if len(text) > 2 and text[0] == text[-1] == '"' and '"' not in inner else text
