"""What each event of a GitHub Copilot CLI session means; of the old form, what its one document holds.

The best-typed of all transcripts: what the user typed stands apart from what was put around it, and commands tell
their exit status. Not here: where sessions lie (`copilot_cli.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from cm.hosts.calls import Calls, Ended
from cm.hosts.injected import cut_injected
from cm.hosts.shapes import UUID, amount, kebab, moment_of, names, number, table, tail, text_of, word
from cm.hosts.threads import Recent, Thread
from cm.model.host import Record, Source
from cm.model.session import Author, Item, Skipped

_BOOKKEEPING: Final = names(
    "assistant.turn_start assistant.turn_end assistant.turn_retry assistant.intent assistant.streaming_delta "
    "assistant.usage assistant.idle hook.start hook.end hook.progress system.message system.notification "
    "permission.requested permission.completed session.info session.warning session.idle session.truncation "
    "session.plan_changed session.mode_changed session.auto_mode_resolved session.usage_checkpoint session.usage_info "
    "session.task_complete session.compaction_start session.handoff session.snapshot_rewind session.rewind "
    "session.remote_steerable_changed session.workspace_file_changed session.skills_loaded session.tools_updated "
    "session.custom_agents_updated session.mcp_servers_loaded session.mcp_server_status_changed "
    "session.background_tasks_changed session.extensions_loaded session.import_legacy session.todos_changed "
    "session.limits_changed session.binary_asset session.schedule_created session.schedule_cancelled "
    "subagent.started subagent.completed subagent.failed subagent.selected subagent.deselected subagent.configured "
    "tool.execution_partial_result tool.execution_progress skill.invoked elicitation.requested elicitation.completed "
    "user_input.requested user_input.completed external_tool.requested external_tool.completed command.queued "
    "command.execute command.completed exit_plan_mode.requested exit_plan_mode.completed pending_messages.modified "
    "mcp.oauth_required mcp.oauth_completed capabilities.changed sampling.requested sampling.completed"
)
_EXIT: Final = re.compile(r"\n?<[^<>\n]{0,120}?\bexit(?:ed)? (?:with )?(?:exit )?code:? ?(-?\d{1,6})>\s*\Z")
_REFUSED: Final = ("denied", "rejected", "cancelled", "aborted")
_PLACE: Final = re.compile(r"/session-state/([^/]+)/events\.jsonl?(?:\.zst)?$")


class CopilotFold:
    """Turns the events of one session into items, in file order."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        self._thread = Thread(source, table(kept.get("thread")))
        self._calls = Calls(self._thread, kept.get("calls"))
        self._begun = Recent(256, kept.get("begun"))  # calls that were told of, as a request or as a start
        self._seen = Recent(256, kept.get("seen"))  # ids of events that were read
        spent = kept.get("spent")  # tokens told per call (in, out), and per message (out)
        self._spent = (
            [amount(part) for part in spent] if isinstance(spent, list) and len(spent) == 3 else [0, 0, 0]
        )
        place = _PLACE.search(source.path)
        stem = source.name.split(".", 1)[0]
        if place:
            self._thread.settle(place[1])
        elif UUID.fullmatch(stem):
            self._thread.settle(stem)
        self._by_type: dict[str, Callable[[dict[str, Any], str, str, int], Iterable[Item]]] = {
            "session.start": self._started,
            "session.resume": self._started,
            "session.context_changed": self._started,
            "session.model_change": self._started,
            "session.title_changed": self._started,
            "session.usage_record": self._used,
            "session.shutdown": self._shut,
            "session.compaction_complete": self._compacted,
            "session.error": self._failed,
            "user.message": self._user,
            "assistant.message": self._assistant,
            "assistant.reasoning": lambda data, native, agent, line: (Skipped("thinking", line),),
            "tool.user_requested": self._requested,
            "tool.execution_start": self._begins,
            "tool.execution_complete": self._ends,
            "abort": self._aborted,
        }
        self._at = ""

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns one event into items; an unusable one becomes a Skipped."""
        value, line = record.value, record.line
        if not isinstance(value, dict):
            return (Skipped("not-object", line),)
        kind = value.get("type")
        if not isinstance(kind, str):
            if isinstance(value.get("timeline"), list) or isinstance(value.get("chatMessages"), list):
                return self._document(value, line)
            return (Skipped("no-type", line),)
        self._at = moment_of(value.get("timestamp"))
        self._thread.passed(self._at)
        handler = self._by_type.get(kind)
        if handler is None:
            known = kind in _BOOKKEEPING
            reason = f"bookkeeping:{kind}" if known else f"unknown-type:{kebab(kind)}"
            return (Skipped(reason, line),)
        native = word(value.get("id"))
        if native and self._seen.get(native) is not None:
            return (Skipped("duplicate", line),)
        if native:
            self._seen.put(native)
        data = table(value.get("data"))
        agent = word(value.get("agentId")) or word(data.get("parentToolCallId"))
        return handler(data, native or self._thread.nameless(self._at), agent, line)

    def finish(self) -> Iterable[Item]:
        """Yields the session's head as known now."""
        return (self._thread.head(),)

    def carry(self) -> dict[str, Any]:
        """Returns what a later run needs to go on at the end of this one."""
        return {
            "thread": self._thread.carry(),
            "calls": self._calls.carry(),
            "begun": self._begun.carry(),
            "seen": self._seen.carry(),
            "spent": self._spent,
        }

    # -- the session

    def _started(self, data: dict[str, Any], native: str, agent: str, line: int) -> Iterable[Item]:
        thread = self._thread
        if not agent:
            thread.settle(word(data.get("sessionId")))
            context = table(data.get("context")) or data
            thread.cwd = thread.cwd or word(context.get("cwd"))
            thread.branch = word(context.get("branch")) or thread.branch
            thread.version = word(data.get("copilotVersion")) or thread.version
            thread.model = word(data.get("selectedModel")) or word(data.get("newModel")) or thread.model
            thread.title = word(data.get("title")) or thread.title
            thread.passed(moment_of(data.get("startTime")))
        return (Skipped("bookkeeping:session", line),)

    def _used(self, data: dict[str, Any], native: str, agent: str, line: int) -> Iterable[Item]:
        usage = table(data.get("usage")) or data
        self._spent[0] += amount(usage.get("inputTokens"))
        self._spent[1] += amount(usage.get("outputTokens"))
        self._count(self._spent[0], self._spent[1])
        return (Skipped("bookkeeping:session.usage_record", line),)

    def _shut(self, data: dict[str, Any], native: str, agent: str, line: int) -> Iterable[Item]:
        """The session's end tells sums of all that was used, also before it was resumed."""
        metrics = table(data.get("modelMetrics")) or table(
            table(data.get("accountingSnapshot")).get("modelMetrics")
        )
        usages = [table(table(one).get("usage")) for one in metrics.values()]
        self._count(
            sum(amount(one.get("inputTokens")) for one in usages),
            sum(amount(one.get("outputTokens")) for one in usages),
        )
        return (Skipped("bookkeeping:session.shutdown", line),)

    def _count(self, taken: int, given: int) -> None:
        """Takes the highest of the sums: versions tell tokens per call, per message, at the end, or not at all."""
        self._thread.tokens_in = max(self._thread.tokens_in, taken)
        self._thread.tokens_out = max(self._thread.tokens_out, given)

    def _compacted(self, data: dict[str, Any], native: str, agent: str, line: int) -> Iterable[Item]:
        text = text_of(data.get("summaryContent"))
        if not text.strip():
            return (Skipped("bookkeeping:session.compaction_complete", line),)
        return (self._event(native, "host", "summary", text, agent),)

    def _failed(self, data: dict[str, Any], native: str, agent: str, line: int) -> Iterable[Item]:
        text = text_of(data.get("message")) or word(data.get("errorType")) or "failed"
        return (self._event(native, "host", "error", tail(text), agent),)

    def _aborted(self, data: dict[str, Any], native: str, agent: str, line: int) -> Iterable[Item]:
        text = word(data.get("reason")) or "abort"
        return (self._event(native, "user", "interrupt", text, agent),)

    def _event(self, native: str, by: Author, kind: Any, text: str, agent: str) -> Item:
        key = self._thread.key(native)
        return self._thread.event(key, self._at, by, kind, text, agent=agent)

    # -- words

    def _user(self, data: dict[str, Any], native: str, agent: str, line: int) -> Iterable[Item]:
        text = word(data.get("content"))
        source = word(data.get("source"))
        if agent:  # what a subagent is told is written by an agent
            words, reasons = cut_injected(text)
            out = [self._event(native, "agent", "message", words, agent)] if words else []
            return (*out, *(Skipped(f"injected:{reason}", line) for reason in reasons)) or (
                Skipped("empty", line),
            )
        if source and source not in ("user", "human"):
            return (Skipped(f"injected:{kebab(source.split('-', 1)[0])}", line),)
        if data.get("isAutopilotContinuation") is True:
            return (Skipped("injected:autopilot", line),)
        return self._words(text, native, line)

    def _words(self, text: str, native: str, line: int) -> Iterable[Item]:
        words, reasons = cut_injected(text)
        out: list[Item] = []
        if words:
            out.append(self._thread.typed(self._thread.key(native), self._at, words))
        out += [Skipped(f"injected:{reason}", line) for reason in reasons]
        return out or (Skipped("empty", line),)

    def _assistant(self, data: dict[str, Any], native: str, agent: str, line: int) -> Iterable[Item]:
        thread = self._thread
        if not agent:
            thread.model = word(data.get("model")) or thread.model
        self._spent[2] += amount(data.get("outputTokens"))
        self._count(0, self._spent[2])
        out: list[Item] = []
        text = text_of(data.get("content")).strip()
        if text:
            out.append(self._event(native, "agent", "message", text, agent))
        requests = data.get("toolRequests")
        for request in requests if isinstance(requests, list) else ():
            if isinstance(request, dict):
                call = word(request.get("toolCallId"))
                out += self._called(call, word(request.get("name")), request.get("arguments"), agent)
        return out or (Skipped("tool-call" if requests else "empty", line),)

    # -- tools

    def _called(self, call: str, name: str, given: Any, agent: str, by: Author = "agent") -> list[Item]:
        if not call or self._begun.get(call) is not None:
            return []
        self._begun.put(call)
        made = self._calls.called(
            call, name or "tool", given, self._thread.key(call), self._at, by=by, agent=agent
        )
        return [made] if made is not None else []

    def _requested(self, data: dict[str, Any], native: str, agent: str, line: int) -> Iterable[Item]:
        """The user's own `!` command."""
        made = self._called(
            word(data.get("toolCallId")), word(data.get("toolName")), data.get("arguments"), "", "user"
        )
        return made or (Skipped("tool-call", line),)

    def _begins(self, data: dict[str, Any], native: str, agent: str, line: int) -> Iterable[Item]:
        made = self._called(
            word(data.get("toolCallId")), word(data.get("toolName")), data.get("arguments"), agent
        )
        return made or (Skipped("tool-call", line),)

    def _ends(self, data: dict[str, Any], native: str, agent: str, line: int) -> Iterable[Item]:
        if not agent:
            self._thread.model = word(data.get("model")) or self._thread.model
        result = table(data.get("result"))
        error = table(data.get("error"))
        text = text_of(result.get("content")) or text_of(data.get("result")) or text_of(error.get("message"))
        failed = data.get("success") is False or bool(error)
        why = f"{word(error.get('code'))} {word(result.get('type'))}".lower()
        refused = failed and any(part in why for part in _REFUSED)
        ended = _ended(text, _status(data, result), failed, refused)
        key = self._thread.key(native)
        return self._calls.ended(word(data.get("toolCallId")), ended, key, self._at, line, agent=agent)

    # -- the old form

    def _document(self, value: dict[str, Any], line: int) -> Iterable[Item]:
        thread = self._thread
        thread.settle(word(value.get("sessionId")))
        thread.passed(moment_of(value.get("startTime")))
        out: list[Item] = []
        timeline = value.get("timeline")
        for entry in timeline if isinstance(timeline, list) else ():
            out += self._entry(entry, line) if isinstance(entry, dict) else (Skipped("not-object", line),)
        return out or (Skipped("empty", line),)

    def _entry(self, entry: dict[str, Any], line: int) -> Iterable[Item]:
        kind = word(entry.get("type"))
        self._at = moment_of(entry.get("timestamp"))
        self._thread.passed(self._at)
        native = word(entry.get("id")) or self._thread.nameless(self._at)
        text = text_of(entry.get("text"))
        if kind == "user":
            return self._words(text, native, line)
        if kind == "copilot":
            words = text.strip()
            return (
                (self._event(native, "agent", "message", words, ""),) if words else (Skipped("empty", line),)
            )
        if kind == "error":
            return (self._event(native, "host", "error", tail(text) or "failed", ""),)
        if kind in ("tool_call_requested", "tool_call_completed"):
            call = word(entry.get("callId")) or native
            out = self._called(call, word(entry.get("name")), entry.get("arguments"), "")
            if kind == "tool_call_completed":
                result = table(entry.get("result"))
                how = word(result.get("type"))
                ended = _ended(
                    text_of(result.get("log")) or text_of(result.get("content")),
                    None,
                    how not in ("", "success"),
                    how in _REFUSED,
                )
                out += self._calls.ended(call, ended, self._thread.key(native), self._at, line)
            return out or (Skipped("tool-call", line),)
        if kind in ("info", "warning"):
            return (Skipped(f"bookkeeping:{kind}", line),)
        return (Skipped(f"unknown-type:{kebab(kind)}", line),)


def _status(data: dict[str, Any], result: dict[str, Any]) -> int | None:
    """The exit status, wherever this version tells it."""
    code = number(table(data.get("shellExecution")).get("exitCode"))
    contents = result.get("contents")
    for part in contents if isinstance(contents, list) else ():
        if code is None and table(part).get("type") == "shell_exit":
            code = number(table(part).get("exitCode"))
    return code


def _ended(text: str, code: int | None, failed: bool, refused: bool) -> Ended:
    """An end whose text may tell the status in a last line of its own."""
    found = _EXIT.search(text[-400:])
    if found is not None:
        text = text[: len(text) - len(text[-400:]) + found.start()]
        code = code if code is not None else int(found[1])
    return Ended(text, code, failed, refused)
