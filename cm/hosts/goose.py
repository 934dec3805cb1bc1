"""goose: sessions in `sessions.db` (SQLite), in older versions one JSONL file each in the same folder.

Both hold the same messages; a session that was moved into the database keeps its id, and its events theirs. Not here:
how calls and results find each other (`calls.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from cm.hosts.calls import Calls, Ended
from cm.hosts.goose_guard import GUARD, REGISTRATION, UNCOVERED
from cm.hosts.goose_hooks import moments
from cm.hosts.injected import cut_injected
from cm.hosts.servers import SERVER, guide
from cm.hosts.shapes import amount, kebab, moment_of, names, number, table, text_of, word
from cm.hosts.tables import exit_in, holds, table_of
from cm.hosts.threads import Thread
from cm.model.host import (
    Database,
    Host,
    Instructions,
    Place,
    Query,
    Record,
    Registration,
    Sessions,
    Skills,
    Source,
)
from cm.model.ids import short_hash
from cm.model.session import Item, Skipped

NAME: Final = "goose"

_TABLES: Final = {
    "sessions": frozenset(("id", "working_dir")),
    "messages": frozenset(("session_id", "role", "content_json", "created_timestamp")),
}
_SESSIONS: Final = """
select s.id, {updated}, (select max(m.id) from messages m where m.session_id = s.id),
  (select count(*) from messages m where m.session_id = s.id)
from sessions s order by s.id
"""
_ONE: Final = "select * from sessions where id = :session"
_MESSAGES: Final = "select * from messages where session_id = :session order by id"
_BOOKKEEPING: Final = names(
    "image systemNotification actionRequired toolConfirmationRequest frontendToolRequest summarizationRequested "
    "contextLengthExceeded conversationCompacted"
)
_SAME: Final = {"text_editor": "str_replace_editor", "write_file": "write_file", "edit_file": "edit_file"}


class GooseFold:
    """Turns a session's messages into items."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        self._thread = Thread(source, table(kept.get("thread")))
        self._calls = Calls(self._thread, kept.get("calls"))
        self._agent = word(kept.get("agent"))

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns a row, or a line of an older file, into items."""
        value = record.value
        if not isinstance(value, dict):
            return (Skipped("not-object", record.line),)
        kind = table_of(value)
        if kind == "sessions" or ("working_dir" in value and "role" not in value):
            return self._session(value, record.line)
        if kind == "messages" or "role" in value:
            content = value.get("content_json", value.get("content"))
            facts = table(value.get("metadata_json")) or table(value.get("metadata"))
            at = value.get("created_timestamp", value.get("created"))
            return self._message(word(value.get("role")), content, facts, at, record.line)
        return (Skipped(f"unknown-type:{kebab(value.get('type'))}", record.line),)

    def finish(self) -> Iterable[Item]:
        """The head as known now."""
        return (self._thread.head(),)

    def carry(self) -> dict[str, Any]:
        """What a later run needs to go on."""
        return {"thread": self._thread.carry(), "calls": self._calls.carry(), "agent": self._agent}

    def _session(self, value: dict[str, Any], line: int) -> Iterable[Item]:
        thread = self._thread
        thread.settle(word(value.get("id")))
        thread.cwd = word(value.get("working_dir")) or thread.cwd
        thread.title = word(value.get("name")) or word(value.get("description")) or thread.title
        model = table(value.get("model_config_json"))
        thread.model = word(model.get("model_name")) or word(model.get("model")) or thread.model
        thread.passed(moment_of(value.get("created_at")))
        taken = amount(value.get("accumulated_input_tokens")) or amount(value.get("input_tokens"))
        given = amount(value.get("accumulated_output_tokens")) or amount(value.get("output_tokens"))
        thread.tokens_in, thread.tokens_out = max(thread.tokens_in, taken), max(thread.tokens_out, given)
        kind = value.get("session_type")
        parent = word(value.get("parent_session_id"))
        if parent or kind in ("sub_agent", "subagent"):
            thread.parent = parent or "unknown"
            self._agent = thread.native
        return (Skipped("bookkeeping:session", line),)

    def _message(self, role: str, content: Any, facts: dict[str, Any], at: Any, line: int) -> Iterable[Item]:
        thread = self._thread
        moment = moment_of(at)
        thread.passed(moment)
        if not thread.session:
            thread.settle(thread.source.name.split(".", 1)[0] or "unnamed")
        if role not in ("user", "assistant", "tool"):
            return (Skipped(f"unknown-type:role-{kebab(role)}", line),)
        blocks = content if isinstance(content, list) else [content]
        hidden = facts.get("userVisible") is False or facts.get("turnContext") is True
        out: list[Item] = []
        for index, block in enumerate(blocks):
            if isinstance(block, str):
                block = {"type": "text", "text": block}
            elif not isinstance(block, dict):
                out.append(Skipped("not-object", line))
                continue
            kind = block.get("type", "text" if "text" in block else None)
            key = (thread.session, role, moment, str(index))
            if kind == "text":
                out += self._text(role, word(block.get("text")).strip(), hidden, key, moment, line)
            elif kind in ("toolRequest", "toolResponse"):
                out += self._tool(kind == "toolRequest", block, key, moment, line)
            elif kind in ("thinking", "redactedThinking", "reasoning"):
                out.append(Skipped("thinking", line))
            else:
                known = isinstance(kind, str) and kind in _BOOKKEEPING
                out.append(Skipped(f"{'bookkeeping' if known else 'unknown-type'}:{kebab(kind)}", line))
        return out or (Skipped("empty", line),)

    def _text(
        self, role: str, text: str, hidden: bool, key: tuple[str, ...], at: str, line: int
    ) -> Iterable[Item]:
        thread = self._thread
        if not text:
            return (Skipped("empty", line),)
        key = (*key, short_hash(12, text))
        if role == "assistant" and hidden:
            return (thread.event(key, at, "host", "summary", text, agent=self._agent),)
        if role == "assistant":
            return (thread.event(key, at, "agent", "message", text, agent=self._agent),)
        if hidden:
            return (Skipped("injected:hidden", line),)
        if role == "tool":
            return (Skipped("tool-result", line),)
        rest, cut = cut_injected(text)
        out: list[Item] = [Skipped(f"injected:{reason}", line) for reason in cut]
        if rest and self._agent:
            out.insert(0, thread.event(key, at, "agent", "message", rest, agent=self._agent))
        elif rest:
            out.insert(0, thread.typed(key, at, rest))
        return out or (Skipped("empty", line),)

    def _tool(
        self, asked: bool, block: dict[str, Any], key: tuple[str, ...], at: str, line: int
    ) -> Iterable[Item]:
        call = word(block.get("id"))
        native = (self._thread.session, "call", call) if call else key
        if asked:
            wrapped = table(block.get("toolCall"))
            value = table(wrapped.get("value")) or wrapped
            tool = word(value.get("name")).rsplit("__", 1)[-1]
            if not tool:
                return (Skipped("tool-call", line),)
            given = value.get("arguments")
            made = self._calls.called(call, _SAME.get(tool, tool), given, native, at, agent=self._agent)
            return (made,) if made is not None else (Skipped("tool-call", line),)
        result = table(block.get("toolResult"))
        printed = result.get("value", result.get("error"))
        text = _printed(printed)
        facts = table(table(printed).get("structuredContent"))
        failed = result.get("status") == "error" or table(printed).get("isError") is True
        code = next(
            (found for name in _CODES if (found := number(facts.get(name))) is not None), exit_in(text)
        )
        refused = "declined to run this tool" in text[:300]
        ended = Ended(text, code, failed=failed, refused=refused)
        return self._calls.ended(call, ended, (*native, "out"), at, line, agent=self._agent)


_CODES: Final = ("exit_code", "exitCode", "exit_status", "code")


def _printed(value: Any) -> str:
    """What a tool said; what is meant for the user only says the same again."""
    content = value.get("content") if isinstance(value, dict) else value
    if not isinstance(content, list):
        return text_of(content)
    kept: dict[str, None] = {}
    for block in content:
        audience = table(table(block).get("annotations")).get("audience")
        text = text_of(block)
        if text and not (kept and isinstance(audience, list) and "assistant" not in audience):
            kept[text] = None
    return "\n".join(kept)


def _describe(path: str, root: str) -> Source:
    return Source(NAME, path, path.rsplit("/", 1)[-1])


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether first records come from here: its tables, or the first lines of an older file."""
    if holds(records, _TABLES):
        return True
    value = records[0] if records and isinstance(records[0], dict) else {}
    if isinstance(value.get("working_dir"), str) and ("message_count" in value or "description" in value):
        return "type" not in value
    content = value.get("content")
    return (
        value.get("role") in ("user", "assistant")
        and number(value.get("created")) is not None
        and isinstance(content, list)
        and any(isinstance(block, dict) and block.get("type") in _OURS for block in content)
        and "id" in value
        and "message" not in value
    )


_OURS: Final = ("text", "toolRequest", "toolResponse", "thinking")
_ROWS: Final = (
    Query("sessions", _ONE, ("model_config_json",)),
    Query("messages", _MESSAGES, ("content_json", "metadata_json")),
)

HOST: Final = Host(
    name=NAME,
    title="goose",
    markers=("GOOSE_TERMINAL",),
    sessions=Sessions(
        env=("XDG_DATA_HOME",),
        roots=(".local/share", "Library/Application Support", "AppData/Roaming/Block", "AppData/Roaming"),
        globs=("goose/sessions/sessions.db", "goose/data/sessions/sessions.db", "goose/sessions/*.jsonl"),
        shape="sqlite",
        retention_days=None,
        fold=GooseFold,
        describe=_describe,
        looks_like=_looks_like,
        places=(Place((), ("data/sessions/sessions.db", "data/sessions/*.jsonl"), ("GOOSE_PATH_ROOT",)),),
        database=Database(
            tables=_TABLES,
            sessions=(_SESSIONS.format(updated="s.updated_at"), _SESSIONS.format(updated="0")),
            rows=(_ROWS,),
        ),
    ),
    instructions=Instructions(files=("AGENTS.md", ".goosehints")),
    skills=Skills(".agents/skills", ".agents/skills"),
    guard=GUARD,
    registration=REGISTRATION,
    uncovered=UNCOVERED,
    moments=moments(),
    folders=(".config/goose", ".local/share/goose"),
    mcp=(
        Registration(
            "user",
            ".config/goose/config.yaml",
            "yaml",
            at=("extensions", SERVER),
            entry={
                "name": SERVER,
                "type": "stdio",
                "cmd": "{program}",
                "args": "{arguments}",
                "envs": "{environ}",
                "enabled": True,
                "timeout": 300,
            },
            moved=(("XDG_CONFIG_HOME", ".config"),),
        ),
    ),
    guides=(guide(".config/goose/.goosehints", (("XDG_CONFIG_HOME", ".config"),)),),
)
