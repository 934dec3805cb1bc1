"""What can be read of Cursor's own database, `state.vscdb`: its composers and their bubbles, for sessions without a transcript.

A session that has a transcript too is that one's twin and gives way to it. The fields are as others observed them; what is
missing is left out. Not here: agent transcripts (`cursor_fold.py`), where the database lies (`cursor.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from cm.hosts.calls import Calls, Ended, arguments_of
from cm.hosts.injected import cut_injected
from cm.hosts.remarks import remark
from cm.hosts.shapes import amount, kebab, moment_of, number, table, text_of, word
from cm.hosts.tables import exit_in, holds, table_of
from cm.hosts.threads import Thread
from cm.model.host import Database, Query, Record, Source
from cm.model.session import Item, Skipped

_TABLES: Final = {"cursorDiskKV": frozenset(("key", "value"))}
_SESSIONS: Final = """
select substr(c.key, 14), c.rowid,
  (select max(b.rowid) from cursorDiskKV b
   where b.key >= 'bubbleId:' || substr(c.key, 14) || ':' and b.key < 'bubbleId:' || substr(c.key, 14) || ';')
from cursorDiskKV c where c.key >= 'composerData:' and c.key < 'composerData;' order by c.rowid
"""
_COMPOSER: Final = "select key, value from cursorDiskKV where key = 'composerData:' || :session"
_BUBBLES: Final = """
select b.key, b.value from cursorDiskKV c, json_each(cast(c.value as text), '$.fullConversationHeadersOnly') h
join cursorDiskKV b on b.key = 'bubbleId:' || :session || ':' || json_extract(h.value, '$.bubbleId')
where c.key = 'composerData:' || :session and json_valid(cast(c.value as text)) order by h.key
"""
_THINKING: Final = 30
_SHELLS: Final = ("run_terminal_cmd", "run_terminal_command", "run_terminal_command_v2", "shell", "terminal")
_CODES: Final = ("exitCode", "exitCodeV2", "exit_code")
_PATHS: Final = ("relativeWorkspacePath", "targetFile", "target_file", "filePath", "path")


class CursorDatabaseFold:
    """Turns a composer and its bubbles, in the composer's order, into items."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        self._thread = Thread(source, table(kept.get("thread")))
        self._calls = Calls(self._thread, kept.get("calls"))
        self._composer = word(kept.get("composer"))

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns one row into items."""
        value = record.value
        if not isinstance(value, dict):
            return (Skipped("not-object", record.line),)
        kind, data = table_of(value), value.get("value")
        if kind not in ("composer", "bubble"):
            return (Skipped(f"unknown-type:{kebab(value.get('type') or kind)}", record.line),)
        if not isinstance(data, dict):
            return (Skipped("empty" if data is None else "not-json", record.line),)
        name = word(value.get("key")).rsplit(":", 1)[-1]
        return (
            self._begin(name, data, record.line)
            if kind == "composer"
            else self._bubble(name, data, record.line)
        )

    def finish(self) -> Iterable[Item]:
        """The head as known now."""
        head = self._thread.head()
        return (replace(head, twin=f"{head.host}/{self._composer}" if self._composer else ""),)

    def carry(self) -> dict[str, Any]:
        """What a later run needs to go on."""
        return {"thread": self._thread.carry(), "calls": self._calls.carry(), "composer": self._composer}

    def _begin(self, name: str, data: dict[str, Any], line: int) -> list[Item]:
        thread = self._thread
        self._composer = self._composer or word(data.get("composerId")) or name
        thread.settle(f"{self._composer}.database")
        thread.title = word(data.get("name")) or thread.title
        thread.model = word(table(data.get("modelConfig")).get("modelName")) or thread.model
        place = table(table(data.get("workspaceIdentifier")).get("uri"))
        thread.cwd = thread.cwd or word(place.get("fsPath")) or word(place.get("path"))
        repositories = data.get("trackedGitRepos")
        for repository in repositories if isinstance(repositories, list) else ():
            branches = table(repository).get("branches")
            for branch in branches if isinstance(branches, list) else ():
                thread.branch = thread.branch or word(table(branch).get("branchName"))
        parent = word(table(data.get("subagentInfo")).get("parentComposerId"))
        if parent:
            thread.parent = parent
        for moment in ("createdAt", "lastUpdatedAt"):
            thread.passed(moment_of(data.get(moment)))
        out: list[Item] = []
        talk = data.get("conversation")  # older versions keep the bubbles here
        for index, bubble in enumerate(talk if isinstance(talk, list) else ()):
            if isinstance(bubble, dict):
                out += self._bubble(word(bubble.get("bubbleId")) or f"{self._composer} {index}", bubble, line)
        return out or [Skipped("bookkeeping:composer", line)]

    def _bubble(self, name: str, data: dict[str, Any], line: int) -> list[Item]:
        thread = self._thread
        at = moment_of(data.get("createdAt")) or moment_of(
            table(data.get("timingInfo")).get("clientStartTime")
        )
        thread.passed(at)
        tokens = table(data.get("tokenCount"))
        thread.tokens_in += amount(tokens.get("inputTokens"))
        thread.tokens_out += amount(tokens.get("outputTokens"))
        agent = thread.native if thread.parent else ""
        text = word(data.get("text")).strip()
        kind = data.get("type")
        if kind == 1:
            rest, cut = cut_injected(text)
            out: list[Item] = [Skipped(f"injected:{reason}", line) for reason in cut]
            if rest and agent:
                out.insert(0, thread.event((name, "said"), at, "agent", "message", rest, agent=agent))
            elif rest:
                out.insert(0, thread.typed((name, "said"), at, rest))
            return out or [Skipped("empty", line)]
        if kind != 2:
            return [Skipped(f"unknown-type:bubble-{kebab(str(kind))}", line)]
        if data.get("capabilityType") == _THINKING:
            return [Skipped("thinking", line)]
        out = [thread.event((name, "said"), at, "agent", "message", text, agent=agent)] if text else []
        tool = table(data.get("toolFormerData"))
        if tool:
            out += self._tool(name, tool, at, agent, line)
        return out or [Skipped("empty", line)]

    def _tool(self, name: str, tool: dict[str, Any], at: str, agent: str, line: int) -> list[Item]:
        called = word(tool.get("name"))
        given = arguments_of(tool.get("params")) or arguments_of(tool.get("rawArgs"))
        result = tool.get("result")
        facts = arguments_of(result)
        status = tool.get("status")
        if "edit" in called or called in ("write", "search_replace", "apply_patch"):
            path = next((word(given[field]) for field in _PATHS if word(given.get(field))), "")
            if path and status not in ("error", "cancelled", "rejected"):
                edit = self._thread.event((name, "edit"), at, "agent", "edit", path, tool=called, agent=agent)
                said = remark(self._thread, (name,), at, called, (path,), given, agent)
                return [edit, said] if said is not None else [edit]
        shell = called in _SHELLS
        tool_name = "run_terminal_cmd" if shell else called
        made = self._calls.called(name, tool_name, given, (name, "call"), at, agent=agent)
        out: list[Item] = [made] if made is not None else []
        if status in ("loading", "pending", "running"):
            return out or [Skipped("unfinished", line)]
        text = word(facts.get("output")) or text_of(facts.get("contents")) or word(tool.get("error"))
        text = text or (word(result) if not facts else "")
        code = next((found for field in _CODES if (found := number(facts.get(field))) is not None), None)
        refused = facts.get("rejected") is True or status == "rejected"
        ended = Ended(text, exit_in(text) if code is None and shell else code, status == "error", refused)
        return out + self._calls.ended(name, ended, (name, "out"), at, line, agent=agent)


def is_ours(records: Sequence[Any]) -> bool:
    """Whether a database is Cursor's."""
    return holds(records, _TABLES)


DATABASE: Final = Database(
    tables=_TABLES,
    sessions=(_SESSIONS,),
    rows=((Query("composer", _COMPOSER, ("value",)), Query("bubble", _BUBBLES, ("value",))),),
    fold=CursorDatabaseFold,
)
PLACES: Final = (
    ".config/Cursor",
    "Library/Application Support/Cursor",
    "AppData/Roaming/Cursor",
)
GLOBS: Final = ("User/globalStorage/state.vscdb",)
