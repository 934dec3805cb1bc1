"""What each record of a Qwen Code session means, in the order of the file.

The envelope is Claude Code's, the message is Gemini's; newer versions say of every record where it came from
(`provenance`). Not here: where sessions lie (`qwen_code.py`), what a message is made of (`gemini_parts.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from cm.hosts.calls import Calls, Ended
from cm.hosts.gemini_parts import framed, own_shell, parts_of, response_of, spoken, typed_words
from cm.hosts.shapes import UUID, amount, kebab, moment_of, names, number, table, text_of, word
from cm.hosts.threads import Recent, Thread
from cm.model.host import Record, Source
from cm.model.session import Item, Skipped

_TYPED: Final = frozenset(("", "mid_turn_user_message"))
_SYSTEM: Final = names(
    "ui_telemetry attribution_snapshot slash_command at_command rewind session_artifact_snapshot custom_title "
    "chat_compression file_history_snapshot file_history_delta notification cron goal_control goal_runtime mode_change model_change "
    "permission_mode agent_start agent_end agent_launched agent_completed agent_bootstrap agent_status session_start session_end "
    "turn_boundary todo_snapshot loop_state worktree_session context_usage"
)


class QwenFold:
    """Turns the records of one session into items, in file order."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        self._thread = Thread(source, table(kept.get("thread")))
        self._calls = Calls(self._thread, kept.get("calls"))
        self._seen = Recent(256, kept.get("seen"))  # uuid -> the size of its words
        self._ranked = kept.get("ranked") is True  # the user gave the session its title
        stem = source.name.split(".", 1)[0]
        if UUID.fullmatch(stem):
            self._thread.settle(stem)
        self._by_type: dict[str, Callable[..., Iterable[Item]]] = {
            "user": self._user,
            "assistant": self._assistant,
            "tool_result": self._result,
            "system": self._system,
        }

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns one record into items; an unusable record becomes a Skipped."""
        value, line = record.value, record.line
        if not isinstance(value, dict):
            return (Skipped("not-object", line),)
        kind = value.get("type")
        if kind is None and "agentId" in value:  # the file beside a subagent's session
            self._thread.model = word(value.get("model")) or self._thread.model
            return (Skipped("bookkeeping:subagent", line),)
        if not isinstance(kind, str):
            return (Skipped("no-type", line),)
        handler = self._by_type.get(kind)
        if handler is None:
            return (Skipped(f"unknown-type:{kebab(kind)}", line),)
        at = self._note(value)
        parts = table(value.get("message")).get("parts")
        key = self._key(value, parts, at)
        if key is None:
            return (Skipped("duplicate", line),)
        return handler(value, parts, key, at, line)

    def finish(self) -> Iterable[Item]:
        """Yields the session's head as known now."""
        return (self._thread.head(),)

    def carry(self) -> dict[str, Any]:
        """Returns what a later run needs to go on at the end of this one."""
        kept = {"thread": self._thread.carry(), "calls": self._calls.carry(), "seen": self._seen.carry()}
        return {**kept, "ranked": True} if self._ranked else kept

    # -- what every record carries

    def _note(self, value: dict[str, Any]) -> str:
        thread, source = self._thread, self._thread.source
        at = moment_of(value.get("timestamp"))
        thread.passed(at)
        named = word(value.get("sessionId"))
        if source.agent:
            thread.parent = source.parent or named
            thread.settle(f"{thread.parent}.agent-{source.agent}".lstrip("."))
        else:
            thread.settle(named)
        thread.cwd = thread.cwd or word(value.get("cwd"))
        thread.branch = word(value.get("gitBranch")) or thread.branch
        thread.version = word(value.get("version")) or thread.version
        return at

    def _key(self, value: dict[str, Any], parts: Any, at: str) -> tuple[str, ...] | None:
        """The key of the record's events; None when it was read before."""
        uuid = word(value.get("uuid"))
        if not uuid:
            return self._thread.key(self._thread.nameless(at))
        size = 0
        for part in parts if isinstance(parts, list) else ():
            size += 1 + (len(word(part.get("text"))) if isinstance(part, dict) else 0)
        before = self._seen.get(uuid)
        if before == size:
            return None
        self._seen.put(uuid, size)
        return self._thread.key(uuid) if before is None else self._thread.key(uuid, str(size))

    def _agent(self, value: dict[str, Any]) -> str:
        if self._thread.source.agent:
            return self._thread.source.agent
        if value.get("isSidechain") is True or value.get("agentId"):
            return word(value.get("agentId")) or "sidechain"
        return ""

    # -- by type

    def _user(
        self, value: dict[str, Any], parts: Any, key: tuple[str, ...], at: str, line: int
    ) -> Iterable[Item]:
        why = _not_typed(value)
        if why:
            return (Skipped(f"injected:{why}", line),)
        text = spoken(parts)
        if not text.strip():
            return (Skipped("empty", line),)
        thread = self._thread
        if agent := self._agent(value):  # what a subagent is told is written by an agent
            return (thread.event((*key, "said"), at, "agent", "message", text.strip(), agent=agent),)
        if shell := own_shell(thread, text, key, at):
            return shell
        shown = table(value.get("systemPayload")).get("displayText")
        words, reasons = typed_words(parts, shown if isinstance(shown, str) else None)
        out: list[Item] = [thread.typed((*key, "said"), at, words)] if words else []
        out += [Skipped(f"injected:{reason}", line) for reason in reasons]
        return out or (Skipped("empty", line),)

    def _assistant(
        self, value: dict[str, Any], parts: Any, key: tuple[str, ...], at: str, line: int
    ) -> Iterable[Item]:
        thread, agent = self._thread, self._agent(value)
        thread.model = word(value.get("model")) or thread.model
        usage = table(value.get("usageMetadata"))
        taken = amount(usage.get("promptTokenCount"))
        thread.tokens_in += taken
        given = amount(usage.get("candidatesTokenCount"))
        thread.tokens_out += max(given, amount(usage.get("totalTokenCount")) - taken if taken else 0)
        out: list[Item] = []
        for index, part in enumerate(parts_of(parts)):
            text = word(part.get("text")).strip()
            if text:
                name = (*key, str(index))
                out.append(thread.event(name, at, "agent", "message", text, agent=agent))
            if isinstance(call := part.get("functionCall"), dict):
                native = word(call.get("id")) or f"{'/'.join(key)}#{index}"
                tool = word(call.get("name")) or "tool"
                made = self._calls.called(
                    native, tool, call.get("args"), (*key, str(index), "call"), at, agent=agent
                )
                out += [made] if made is not None else [Skipped("tool-call", line)]
        return out or (Skipped("thinking" if parts else "empty", line),)

    def _result(
        self, value: dict[str, Any], parts: Any, key: tuple[str, ...], at: str, line: int
    ) -> Iterable[Item]:
        agent = self._agent(value)
        told = table(value.get("toolCallResult"))
        shown = table(told.get("resultDisplay"))
        status = word(told.get("status"))
        refused = status == "cancelled" or "denied" in word(told.get("errorType"))
        out: list[Item] = []
        for index, part in enumerate(parts_of(parts)):
            if "functionResponse" not in part:
                continue
            native, name, text, failed = response_of(part)
            failed = failed or status == "error"
            ended = framed(text, done=status == "success")
            code = number(shown.get("exitCode"))
            if shown.get("type") != "shell_result":
                code = ended.code
            ended = Ended(ended.text, code, failed, refused)
            native = native or word(told.get("callId"))
            out += self._calls.ended(native, ended, (*key, str(index)), at, line, name=name, agent=agent)
        return out or (Skipped("tool-result", line),)

    def _system(
        self, value: dict[str, Any], parts: Any, key: tuple[str, ...], at: str, line: int
    ) -> Iterable[Item]:
        kind = word(value.get("subtype"))
        payload = table(value.get("systemPayload"))
        thread = self._thread
        if kind == "custom_title":
            by_user = payload.get("titleSource") == "manual"
            if title := word(payload.get("customTitle")):
                if by_user or not self._ranked:
                    thread.title = title
                self._ranked = self._ranked or by_user
        elif kind == "chat_compression":
            text = text_of(payload.get("summary"))
            if text.strip():
                event = thread.event((*key, "summary"), at, "host", "summary", text, agent=self._agent(value))
                return (event,)
        return (
            Skipped(f"{'bookkeeping' if kind in _SYSTEM else 'unknown-type'}:system-{kebab(kind)}", line),
        )


def _not_typed(value: dict[str, Any]) -> str:
    """Why a user record was not typed by a person, or nothing."""
    provenance = value.get("provenance")
    if isinstance(provenance, str) and provenance not in ("", "real_user"):
        return kebab(word(value.get("subtype")) or provenance)
    subtype = word(value.get("subtype"))
    return "" if subtype in _TYPED else kebab(subtype)
