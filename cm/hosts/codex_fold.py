"""What each record of a Codex rollout means, in the order of the file.

A thing is often told twice: once as the model saw it (`response_item`) and once as the interface showed it
(`event_msg`). Words are kept from the stream that the session proves to have; a command's end is kept from
whichever tells it first (`codex_runs.py`). Not here: where rollouts lie (`codex.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final
from zlib import crc32

from cm.hosts.codex_runs import Runs
from cm.hosts.injected import cut_injected, is_handed_plan, wrapped_whole
from cm.hosts.shapes import (
    UUID,
    address,
    amount,
    kebab,
    moment_of,
    names,
    same_words,
    table,
    tail,
    text_of,
    texts,
    word,
)
from cm.hosts.threads import Recent, Thread
from cm.model.host import Record, Source
from cm.model.session import Author, Item, Skipped

_LINES: Final = names(
    "world_state inter_agent_communication_metadata inter_agent_communication token_usage_record state"
)
_RESPONSES: Final = names(
    "web_search_call tool_search_call tool_search_output image_generation_call ghost_snapshot compaction "
    "compaction_summary context_compaction additional_tools other"
)
_EVENTS: Final = names(
    "task_complete turn_complete turn.completed context_compacted thread_settings_applied sub_agent_activity "
    "web_search_end entered_review_mode exited_review_mode thread_goal_updated guardian_assessment "
    "image_generation_end collab_agent_interaction_end collab_agent_spawn_end collab_waiting_end collab_close_end "
    "view_image_tool_call dynamic_tool_call_request dynamic_tool_call_response account/rateLimits/updated "
    "undo_completed thread_rolled_back stream_error warning background_event agent_reasoning_raw_content "
    "codex/event/raw_item raw_item plan_update turn_diff exec_command_begin mcp_tool_call_begin "
    "patch_apply_begin"
)
_ITEMS: Final = names(
    "Plan WebSearch SubAgentActivity CollabAgentToolCall ContextCompaction ImageGeneration ImageView "
    "EnteredReviewMode ExitedReviewMode HookPrompt Sleep"
)
CALLS: Final = frozenset(("function_call", "custom_tool_call", "local_shell_call"))
_OUTPUTS: Final = frozenset(("function_call_output", "custom_tool_call_output"))
_BARE: Final = CALLS | _OUTPUTS | _RESPONSES | {"message", "reasoning"}


class CodexFold:
    """Turns the records of one rollout into items, in file order."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        self._thread = Thread(source, table(kept.get("thread")))
        self._runs = Runs(self._thread, table(kept.get("runs")))
        self._turn = word(kept.get("turn"))
        self._agent = word(kept.get("agent"))  # this rollout is a subagent's
        self._opened = kept.get("opened") is True  # the session's own header was read
        own_from = kept.get("own_from")
        self._own_from = (
            own_from if isinstance(own_from, int) else 0
        )  # records below this ordinal are the parent's
        self._told = {word(item) for item in kept["told"]} if isinstance(kept.get("told"), list) else set()
        self._twins = Recent(
            16, kept.get("twins")
        )  # words kept from one stream, until the other one repeats them
        self._uttered = Recent(64, kept.get("uttered"))  # the same words twice in a turn
        self._by_program = kept.get("by_program") is True
        self._raw = ""
        self._at = ""
        stem = source.name.split(".", 1)[0]
        if found := UUID.search(stem):
            self._thread.settle(found[0].lower())
        self._by_line: dict[str, Callable[[dict[str, Any], int], Iterable[Item]]] = {
            "response_item": self._response,
            "event_msg": self._event,
            "session_meta": self._header,
            "turn_context": self._context,
            "compacted": self._compacted,
        }
        self._by_event: dict[str, Callable[[dict[str, Any], int], Iterable[Item]]] = {
            "user_message": lambda payload, line: self._heard([payload.get("message")], "event", line),
            "agent_message": lambda payload, line: self._spoken([payload.get("message")], "event", line),
            "agent_reasoning": lambda payload, line: (Skipped("thinking", line),),
            "token_count": self._counted,
            "task_started": self._started,
            "turn_started": self._started,
            "turn_aborted": self._aborted,
            "item_completed": self._item,
            "exec_command_end": lambda payload, line: self._runs.executed(
                payload, self._place, self._at, line
            ),
            "patch_apply_end": lambda payload, line: self._runs.changed(payload, self._place, self._at, line),
            "mcp_tool_call_end": lambda payload, line: self._runs.served(
                payload, self._place, self._at, line
            ),
            "thread_name_updated": self._titled,
            "error": self._error,
        }

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns one record into items; an unusable record becomes a Skipped."""
        value = record.value
        line = record.line
        if not isinstance(value, dict):
            return (Skipped("not-object", line),)
        payload = value.get("payload")
        kind = value.get("type")
        raw = value.get("timestamp")
        if raw != self._raw:
            self._raw = word(raw)
            self._at = moment_of(raw)
            self._thread.passed(self._at)
        if not isinstance(payload, dict):
            return self._bare(value, kind, line)
        if self._own_from and isinstance(ordinal := value.get("ordinal"), int) and ordinal < self._own_from:
            return (Skipped("inherited", line),)
        if not isinstance(kind, str):
            return (Skipped("no-type", line),)
        handler = self._by_line.get(kind)
        if handler is None:
            return (Skipped(f"{'bookkeeping' if kind in _LINES else 'unknown-type'}:{kebab(kind)}", line),)
        return handler(payload, line)

    def finish(self) -> Iterable[Item]:
        """Yields the session's head as known now."""
        return (self._thread.head(),)

    def carry(self) -> dict[str, Any]:
        """Returns what a later run needs to go on at the end of this one."""
        kept: dict[str, Any] = {
            "thread": self._thread.carry(),
            "runs": self._runs.carry(),
            "turn": self._turn,
            "opened": self._opened,
            "told": sorted(self._told),
            "twins": self._twins.carry(),
            "uttered": self._uttered.carry(),
        }
        if self._agent:
            kept["agent"] = self._agent
        if self._own_from:
            kept["own_from"] = self._own_from
        if self._by_program:
            kept["by_program"] = True
        return kept

    @property
    def _place(self) -> str:
        """What makes a short native id unique: the turn, or the session."""
        return self._turn or self._thread.native

    def _bare(self, value: dict[str, Any], kind: Any, line: int) -> Iterable[Item]:
        """Records of the oldest versions stand without an envelope."""
        if isinstance(kind, str):
            if kind in _BARE:
                return self._response(value, line)
            known = kind in self._by_line or kind in _LINES
            return (Skipped("empty" if known else f"unknown-type:{kebab(kind)}", line),)
        if "record_type" in value:
            return (Skipped(f"bookkeeping:{kebab(value.get('record_type'))}", line),)
        if isinstance(value.get("role"), str):
            return self._response(value, line)
        if isinstance(value.get("id"), str) and ("timestamp" in value or "instructions" in value):
            return self._header(value, line)
        return (Skipped("no-type", line),)

    # -- the session

    def _header(self, payload: dict[str, Any], line: int) -> Iterable[Item]:
        thread = self._thread
        mark = (Skipped("bookkeeping:session-meta", line),)
        if self._opened:  # resumed, or the header of the session this one was forked from
            return mark
        self._opened = True
        thread.settle(word(payload.get("id")) or word(payload.get("session_id")))
        thread.passed(moment_of(payload.get("timestamp")))
        thread.cwd = thread.cwd or word(payload.get("cwd"))
        thread.version = word(payload.get("cli_version")) or thread.version
        git = table(payload.get("git"))
        thread.branch = word(git.get("branch")) or thread.branch
        thread.remote = thread.remote or address(word(git.get("repository_url")))
        source = payload.get("source")
        self._by_program = source in ("exec", "mcp") or payload.get("originator") == "codex_exec"
        if "subagent" in table(source) or payload.get("thread_source") == "subagent":
            spawn = table(table(table(source).get("subagent")).get("thread_spawn"))
            thread.parent = word(payload.get("parent_thread_id")) or word(spawn.get("parent_thread_id"))
            thread.parent = thread.parent or word(payload.get("forked_from_id"))
            name = word(payload.get("agent_path")) or word(payload.get("agent_nickname")) or thread.native
            self._agent = name or "subagent"
            start = payload.get("subagent_history_start_ordinal")
            self._own_from = start if isinstance(start, int) and not isinstance(start, bool) else 0
        return mark

    def _context(self, payload: dict[str, Any], line: int) -> Iterable[Item]:
        self._turned(payload.get("turn_id"))
        thread = self._thread
        thread.model = word(payload.get("model")) or thread.model
        thread.cwd = thread.cwd or word(payload.get("cwd"))
        return (Skipped("bookkeeping:turn-context", line),)

    def _started(self, payload: dict[str, Any], line: int) -> Iterable[Item]:
        self._turned(payload.get("turn_id"))
        return (Skipped("bookkeeping:task-started", line),)

    def _turned(self, turn: Any) -> None:
        if isinstance(turn, str) and turn and turn != self._turn:
            if self._turn:
                self._twins.kept.clear()
            self._turn = turn

    def _titled(self, payload: dict[str, Any], line: int) -> Iterable[Item]:
        self._thread.title = word(payload.get("thread_name")) or self._thread.title
        return (Skipped("bookkeeping:thread-name-updated", line),)

    def _counted(self, payload: dict[str, Any], line: int) -> Iterable[Item]:
        total = table(table(payload.get("info")).get("total_token_usage"))
        thread = self._thread
        thread.tokens_in = max(thread.tokens_in, amount(total.get("input_tokens")))
        thread.tokens_out = max(thread.tokens_out, amount(total.get("output_tokens")))
        return (Skipped("bookkeeping:token-count", line),)

    def _compacted(self, payload: dict[str, Any], line: int) -> Iterable[Item]:
        text = word(payload.get("message")).strip()
        if not text:
            return (Skipped("bookkeeping:compacted", line),)
        key = (self._place, self._raw, "summary")
        return (self._thread.event(key, self._at, "host", "summary", text, agent=self._agent),)

    def _aborted(self, payload: dict[str, Any], line: int) -> Iterable[Item]:
        self._turned(payload.get("turn_id"))
        reason = word(payload.get("reason")) or "interrupted"
        if reason != "interrupted" or self._agent:
            return (Skipped("bookkeeping:turn-aborted", line),)
        key = (self._place, self._raw if not self._turn else "", "stop")
        return (self._thread.event(key, self._at, "user", "interrupt", reason),)

    def _error(self, payload: dict[str, Any], line: int) -> Iterable[Item]:
        text = text_of(payload.get("message")) or text_of(payload.get("error"))
        if not text:
            return (Skipped("empty", line),)
        key = (self._place, self._raw, "error")
        return (self._thread.event(key, self._at, "host", "error", tail(text), agent=self._agent),)

    # -- as the model saw it

    def _response(self, payload: dict[str, Any], line: int) -> Iterable[Item]:
        kind = payload.get("type")
        turn = table(payload.get("internal_chat_message_metadata_passthrough")).get("turn_id")
        self._turned(turn)
        if kind == "message" or (kind is None and isinstance(payload.get("role"), str)):
            return self._message(payload, line)
        if not isinstance(kind, str):
            return (Skipped("no-type", line),)
        if kind in CALLS:
            return self._runs.called(payload, kind, self._place, self._at, self._agent, line)
        if kind in _OUTPUTS:
            return self._runs.ended(payload, self._place, self._at, self._agent, line)
        if kind == "reasoning":
            return (Skipped("thinking", line),)
        if kind == "agent_message":
            return (Skipped("injected:agent-message", line),)
        return (Skipped(f"{'bookkeeping' if kind in _RESPONSES else 'unknown-type'}:{kebab(kind)}", line),)

    def _message(self, payload: dict[str, Any], line: int) -> Iterable[Item]:
        role = payload.get("role")
        content = payload.get("content")
        blocks = (
            [payload.get("message")]
            if content is None
            else content
            if isinstance(content, list)
            else [content]
        )
        if role == "user":
            marks = table(payload.get("internal_chat_message_metadata_passthrough")).get(
                "content_item_metadata"
            )
            return self._heard(blocks, "item", line, marks if isinstance(marks, list) else [])
        if role == "assistant":
            return self._spoken(blocks, "item", line)
        return (Skipped("injected:host-instructions", line),)

    # -- as the interface showed it

    def _event(self, payload: dict[str, Any], line: int) -> Iterable[Item]:
        kind = payload.get("type")
        if not isinstance(kind, str):
            return (Skipped("no-type", line),)
        handler = self._by_event.get(kind)
        if handler is not None:
            return handler(payload, line)
        return (Skipped(f"{'bookkeeping' if kind in _EVENTS else 'unknown-type'}:{kebab(kind)}", line),)

    def _item(self, payload: dict[str, Any], line: int) -> Iterable[Item]:
        self._turned(payload.get("turn_id"))
        item = table(payload.get("item"))
        kind = item.get("type")
        if kind == "UserMessage":
            content = item.get("content")
            return self._heard(content if isinstance(content, list) else [content], "event", line)
        if kind == "AgentMessage":
            content = item.get("content")
            return self._spoken(
                content if isinstance(content, list) else [content, item.get("text")], "event", line
            )
        if kind == "CommandExecution":
            return self._runs.executed(item, self._place, self._at, line, self._agent)
        if kind == "FileChange":
            return self._runs.changed(item, self._place, self._at, line, self._agent)
        if kind == "McpToolCall":
            return self._runs.served(item, self._place, self._at, line, self._agent)
        if kind == "Reasoning":
            return (Skipped("thinking", line),)
        known = isinstance(kind, str) and kind in _ITEMS
        return (Skipped(f"{'bookkeeping' if known else 'unknown-type'}:item-{kebab(kind)}", line),)

    # -- words

    def _heard(
        self, blocks: Sequence[Any], stream: str, line: int, marks: Sequence[Any] = ()
    ) -> Iterable[Item]:
        """What stands in the user's turn; once a session shows user events, only those are believed."""
        left: list[str] = []
        reasons: list[str] = []
        out: list[Item] = []
        for index, block in enumerate(blocks):
            text = "\n".join(texts(block)).strip()
            if not text:
                continue
            maker = table(table(marks[index]).get("provenance")).get("type") if index < len(marks) else None
            if isinstance(maker, str) and maker != "user":
                reasons.append(kebab(maker))
            elif text.startswith("<user_shell_command>"):
                out += self._runs.own_shell(text, self._place, self._raw, self._at)
                reasons.append("shell-wrapper")
            else:
                rest, cut = cut_injected(text)
                reasons += cut
                if rest and stream == "item" and wrapped_whole(rest):
                    reasons.append("host-context")
                elif rest:
                    left.append(rest)
        if left:
            said = "\n\n".join(left)
            by: Author = "agent" if self._agent or is_handed_plan(said) else "user"
            out += self._utter(said, by, stream, "event", line)
        out += [Skipped(f"injected:{reason}", line) for reason in dict.fromkeys(reasons)]
        return out or (Skipped("empty", line),)

    def _spoken(self, blocks: Sequence[Any], stream: str, line: int) -> Iterable[Item]:
        text = "\n\n".join(part for block in blocks if (part := "\n".join(texts(block)).strip()))
        return self._utter(text, "agent", stream, "item", line) if text else (Skipped("empty", line),)

    def _utter(self, text: str, by: Author, stream: str, believed: str, line: int) -> Sequence[Item]:
        """Keeps words once, whichever of the two streams brings them first.

        The user's words are believed from the events and the agent's from the response items, as soon as the session
        was seen to have them; before that, from either, and the twin that follows is known by its words.
        """
        ends = text if len(text) <= 600 else text[:400] + text[-200:]
        twin = f"{believed}:{crc32(same_words(ends).encode('utf-8', 'replace')):08x}"
        if stream == believed:
            self._told.add(believed)
            if self._twins.take(twin):
                return (Skipped("duplicate", line),)
        elif believed in self._told:
            return (Skipped("duplicate", line),)
        else:
            self._twins.put(twin)
        thread = self._thread
        where = self._turn or f"{thread.native}@{self._raw}"
        nth = f"{where[-12:]}:{twin}"
        again = self._uttered.get(nth)
        count = again + 1 if isinstance(again, int) else 0
        self._uttered.put(nth, count)
        key = (where, by + ("/sub" if self._agent else ""), text, *([str(count)] if count else []))
        if by == "user":
            return (thread.typed(key, self._at, text, by_program=self._by_program),)
        return (thread.event(key, self._at, by, "message", text, agent=self._agent),)
