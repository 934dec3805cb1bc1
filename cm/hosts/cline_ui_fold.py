"""What the elements of `ui_messages.json` mean: what Cline showed its user, and what the user said.

The first text is the task; later words of the user are feedback. A command's output comes in pieces and is put together.
Not here: the model's side of a task, and sessions of the program (`cline_fold.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from cm.hosts.injected import cut_injected
from cm.hosts.shapes import amount, kebab, moment_of, names, table, tail, word
from cm.hosts.tables import exit_in
from cm.hosts.threads import Thread
from cm.model.host import Record, Source
from cm.model.ids import short_hash
from cm.model.session import Item, Skipped

_CWD: Final = re.compile(r"Current (?:Working|Workspace) Directory \(([^)\n]{1,500})\)")
_WAITS: Final = "REQ_APP"  # behind a command that asked for approval
_BOOKKEEPING: Final = names(
    "checkpoint_created checkpoint_saved task_progress api_req_finished api_req_retried api_req_retry_delayed api_req_deleted "
    "deleted_api_reqs resume_task resume_completed_task completion_result auto_approval_max_req_reached "
    "mcp_server_request_started mcp_server_response load_mcp_documentation use_mcp_server mcp_notification browser_action "
    "browser_action_launch browser_action_result info generate_explanation hook_status hook_output_stream reasoning "
    "shell_integration_warning shell_integration_warning_with_suggestion new_task condense summarize_task report_bug "
    "command_permission_denied conditional_rules_applied subtask_result codebase_search_result condense_context act_mode_respond "
    "user_feedback_diff subagent subagent_usage use_subagents condense_context_error sliding_window_truncation tool"
)
_EDITS: Final = names(
    "editedExistingFile newFileCreated fileDeleted appliedDiff insertContent searchAndReplace generateImage"
)
_SPEECH: Final = names("text completion_result act_mode_respond")
_ASKS: Final = names("followup plan_mode_respond")
_PIECES: Final = 400


class ClineUiFold:
    """Turns the elements of one task into items."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        self._thread = Thread(source, table(kept.get("thread")))
        self._command = word(kept.get("command"))  # the event whose output comes
        self._key = word(kept.get("key"))
        self._text = word(kept.get("text"))  # of the command
        pieces = kept.get("pieces")
        self._pieces: list[str] = [word(piece) for piece in pieces] if isinstance(pieces, list) else []
        self._count = amount(kept.get("count"))  # pieces of output so far
        self._at = word(kept.get("at"))

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns one element into items."""
        value = record.value
        if not isinstance(value, dict):
            return (Skipped("not-object", record.line),)
        kind = value.get("type")
        if kind not in ("say", "ask"):
            return (Skipped(f"unknown-type:{kebab(kind)}", record.line),)
        name = word(value.get(kind))
        text = word(value.get("text"))
        at = moment_of(value.get("ts"))
        self._thread.passed(at)
        if name == "command_output":
            return self._printed(text, at, record.line)
        out = self._ended() if name not in _BOOKKEEPING or name == "completion_result" else []
        return [
            *out,
            *self._said(str(kind), name, text, value, (str(value.get("ts")), name), at, record.line),
        ]

    def finish(self) -> Iterable[Item]:
        """The head as known now, after an output that still may grow."""
        waiting = (self._command, self._key, self._text, list(self._pieces), self._count)
        seq = self._thread.seq
        out = self._ended()
        self._command, self._key, self._text, self._pieces, self._count = waiting
        self._thread.seq = seq
        return (*out, self._thread.head())

    def carry(self) -> dict[str, Any]:
        """What a later run needs to go on."""
        return {
            "thread": self._thread.carry(), "command": self._command, "key": self._key, "text": self._text,
            "pieces": self._pieces, "count": self._count, "at": self._at,
        }  # fmt: skip

    def _said(
        self, kind: str, name: str, text: str, value: dict[str, Any], key: tuple[str, ...], at: str, line: int
    ) -> list[Item]:
        thread = self._thread
        key = (*key, short_hash(12, text))
        words = text.strip()
        if name == "api_req_started":
            return self._asked(text, key, at, line)
        if value.get("partial") is True and name != "user_feedback":
            return [Skipped("unfinished" if words else "empty", line)]
        if kind == "say" and (name in ("user_feedback", "task") or (name == "text" and not thread.prompted)):
            rest, cut = cut_injected(words)
            if not rest:
                thread.prompted = True  # a task of pictures alone: the text after it is the agent's
            thread_items: list[Item] = [thread.typed(key, at, rest)] if rest else []
            thread_items += [Skipped(f"injected:{reason}", line) for reason in cut]
            return thread_items or [Skipped("empty", line)]
        if name == "command":
            return self._called(words.removesuffix(_WAITS).strip(), key, at, line)
        if name in _ASKS or (kind == "say" and name in _SPEECH):
            said = _speech(words) if name in _ASKS else words
            return [thread.event(key, at, "agent", "message", said)] if said else [Skipped("empty", line)]
        if name == "tool" and (paths := _written(text)):
            return [thread.event((*key, path), at, "agent", "edit", path) for path in paths]
        if name in (
            "error",
            "api_req_failed",
            "diff_error",
            "clineignore_error",
            "mistake_limit_reached",
            "rooignore_error",
        ):
            return [thread.event(key, at, "host", "error", tail(words) or name)]
        known = name in _BOOKKEEPING
        return [Skipped(f"{'bookkeeping' if known else 'unknown-type'}:{kind}-{kebab(name)}", line)]

    def _asked(self, text: str, key: tuple[str, ...], at: str, line: int) -> list[Item]:
        """A request to the model: its cost, the folder it names, and whether the user stopped it."""
        thread = self._thread
        try:
            request = table(json.loads(text)) if text.startswith("{") else {}
        except (ValueError, RecursionError):
            request = {}
        taken = ("tokensIn", "cacheReads", "cacheWrites")
        thread.tokens_in += sum(amount(request.get(name)) for name in taken)
        thread.tokens_out += amount(request.get("tokensOut"))
        if not thread.cwd and (found := _CWD.search(word(request.get("request")) or text)):
            thread.cwd = found[1].replace("\\\\", "\\")
        if request.get("cancelReason") == "user_cancelled":
            return [thread.event((*key, "stop"), at, "user", "interrupt", "cancelled")]
        return [Skipped("bookkeeping:request", line)]

    def _called(self, command: str, key: tuple[str, ...], at: str, line: int) -> list[Item]:
        if not command:
            return [Skipped("empty", line)]
        if self._command and self._text == command and not self._count:
            return [Skipped("duplicate", line)]  # first proposed, then run
        event = self._thread.event(key, at, "agent", "command", command, tool="execute_command")
        self._command, self._key, self._text = event.id, "\x1f".join(key), command
        self._pieces, self._count = [], 0
        return [event]

    def _printed(self, text: str, at: str, line: int) -> list[Item]:
        self._count += 1
        self._at = at
        self._pieces.append(text)
        if len(self._pieces) > _PIECES:
            self._pieces = [tail("\n".join(self._pieces))]
        return [Skipped("piece-of-output" if self._command else "no-such-command", line)]

    def _ended(self) -> list[Item]:
        """The output that was put together, once something else follows."""
        if not self._command or not self._count:
            return []
        text = "\n".join(piece for piece in self._pieces if piece).strip("\n")
        code = exit_in(text)
        key = (*self._key.split("\x1f"), "out", str(self._count))
        of, self._command, self._pieces, self._count = self._command, "", [], 0
        return [
            self._thread.event(
                key, self._at, "tool", "output", tail(text), of=of, code=code, tool="execute_command"
            )
        ]


def _speech(text: str) -> str:
    """What the agent says when it asks: the question and its options, or the plan."""
    try:
        value = json.loads(text) if text.startswith("{") else None
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        return text
    options = value.get("options") or value.get("suggest")
    listed = (
        [word(option) or word(table(option).get("answer")) for option in options]
        if isinstance(options, list)
        else []
    )
    said = word(value.get("response")) or word(value.get("question"))
    return "\n".join([said, *(f"- {option}" for option in listed if option)]).strip()


def _written(text: str) -> list[str]:
    try:
        value = table(json.loads(text)) if text.startswith("{") else {}
    except (ValueError, RecursionError):
        return []
    path = word(value.get("path"))
    return [path] if path and word(value.get("tool")) in _EDITS else []
