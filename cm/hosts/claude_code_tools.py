"""How Claude Code's tools are called and how they ended: commands, exit status, edits, refusals, answers.

A call waits in `_calls` until its result comes, maybe in a later run. Not here: the records around them
(`claude_code_fold.py`).
"""

from __future__ import annotations

import re
from typing import Any, Final

from cm.hosts.injected import cut_injected
from cm.hosts.remarks import remark
from cm.hosts.shapes import number, table, tail, text_of, word
from cm.hosts.threads import Recent, Thread
from cm.model.session import Author, Event, Item, Skipped

_SHELLS: Final = frozenset(("Bash", "bash", "PowerShell", "Shell"))
_EDITORS: Final = frozenset(("Edit", "Write", "MultiEdit", "NotebookEdit"))
_WATCHERS: Final = frozenset(("BashOutput", "TaskOutput", "AgentOutputTool", "KillShell", "KillBash"))
_EXIT: Final = re.compile(r"(?:Error: )?Exit code (-?\d{1,6})[ \t]*\n?")
_BACKGROUND: Final = re.compile(r"running in background with ID: ?([A-Za-z0-9_-]{1,64})")
_NOTIFIED: Final = re.compile(r"<task-id>([^<>]{1,80})</task-id>")
_NOTIFIED_EXIT: Final = re.compile(r"exit code (-?\d{1,6})")
_HOOK: Final = re.compile(r"(?:Error: )?(?:Hook )?(?:PreToolUse|PostToolUse|PermissionRequest)[:\w-]*\b.{0,80}?\b(?:hook|denied|blocked)", re.DOTALL)  # fmt: skip
_REFUSED: Final = ("The user doesn't want to", "User rejected tool use", "The user rejected")
_BLOCKED: Final = (
    "Permission for this action", "Permission to use", "Claude requested permissions", "This command requires approval",
    "<tool_use_error>", "Blocked by", "Denied by",
)  # fmt: skip
_CANCELLED: Final = ("Sibling tool call", "Cancelled")
_REASON: Final = re.compile(r"the user said:[ \t]*\n?(.*)", re.DOTALL)
_AFTER_REASON: Final = re.compile(r"\n\s*\n?Note: The user's next message may contain.*\Z", re.DOTALL)
_ERROR_TAG: Final = re.compile(r"</?tool_use_error>")
_INTERRUPTED: Final = "[Request interrupted by user"


class Tools:
    """The calls that wait for a result, and the commands that run in the background."""

    def __init__(self, thread: Thread, carry: dict[str, Any]) -> None:
        self._thread = thread
        self._calls = Recent(
            256, carry.get("calls")
        )  # call id -> [family, tool, event id or path, marks' event]
        self._background = Recent(64, carry.get("background"))  # task id -> event id of the command

    def carry(self) -> dict[str, Any]:
        """What a later run needs."""
        return {"calls": self._calls.carry(), "background": self._background.carry()}

    def called(self, block: dict[str, Any], key: tuple[str, ...], at: str, agent: str) -> Event | None:
        """A tool is called: a shell command is an event at once, as are feedback marks in an edit; the rest waits for its result."""
        name = word(block.get("name")) or "tool"
        given = table(block.get("input"))
        call = word(block.get("id")) or "/".join(key)
        if name in _SHELLS and isinstance(command := given.get("command"), str) and command.strip():
            event = self._thread.event(key, at, "agent", "command", command, tool=name, agent=agent)
            self._calls.put(call, ["shell", name, event.id])
            return event
        if name in _EDITORS:
            path = given.get("file_path") or given.get("notebook_path") or given.get("path")
            said = remark(self._thread, key, at, name, (word(path),), given, agent)
            self._calls.put(call, ["edit", name, word(path), said.id if said is not None else ""])
            return said
        if name in _WATCHERS:
            task = (
                given.get("task_id") or given.get("bash_id") or given.get("shell_id") or given.get("agentId")
            )
            self._calls.put(call, ["watch", name, word(task)])
        else:
            self._calls.put(call, ["other", name, ""])
        return None

    def ended(
        self,
        block: dict[str, Any],
        value: dict[str, Any],
        key: tuple[str, ...],
        at: str,
        agent: str,
        line: int,
    ) -> list[Item]:
        """A result came: how a command ended, a file written, a failure, a refusal, or nothing worth keeping."""
        found = self._calls.take(word(block.get("tool_use_id")))
        entry = (
            [*map(word, found), ""]
            if isinstance(found, list) and len(found) in (3, 4)
            else ["other", "", "", ""]
        )
        family, tool, about, said = entry[:4]
        of = about if family == "shell" else said
        result = value.get("toolUseResult")
        event = self._thread.event
        if block.get("is_error") is True:
            text = text_of(block.get("content"))
            return self._failed(family, tool, of, text, value, key, at, agent)
        if family == "shell":
            text = text_of(block.get("content"))
            facts = table(result)
            task = word(facts.get("backgroundTaskId"))
            if (
                not task
                and text.startswith("Command running in background")
                and (named := _BACKGROUND.search(text))
            ):
                task = named[1]
            if task:
                self._background.put(task, of)
            code = None if task or facts.get("interrupted") is True else 0
            return [event(key, at, "tool", "output", tail(text), of=of, code=code, tool=tool, agent=agent)]
        if family == "edit" and about:
            return [event(key, at, "agent", "edit", about, tool=tool, agent=agent)]
        if family == "watch":
            return self._watched(about, result, key, at, agent) or [Skipped("tool-result", line)]
        if isinstance(result, dict) and isinstance(result.get("answers"), dict):
            return self._answered(result, key, at, agent) or [Skipped("tool-result", line)]
        return [Skipped("tool-result", line)]

    def notified(self, text: str, key: tuple[str, ...], at: str) -> list[Item]:
        """The host says in the user's turn that a background command ended."""
        task = _NOTIFIED.search(text)
        code = _NOTIFIED_EXIT.search(text)
        if task is None or code is None or self._background.get(task[1]) is None:
            return []
        of = word(self._background.take(task[1]))
        return [self._thread.event(key, at, "tool", "output", "", of=of, code=int(code[1]))]

    def _failed(
        self,
        family: str,
        tool: str,
        of: str,
        text: str,
        value: dict[str, Any],
        key: tuple[str, ...],
        at: str,
        agent: str,
    ) -> list[Item]:
        event = self._thread.event
        if text.startswith(_INTERRUPTED):
            return [event(key, at, "user", "interrupt", text, of=of, tool=tool, agent=agent)]
        if text.startswith(_REFUSED):
            return self._refused(text, of, tool, key, at, agent)
        said = tail(_ERROR_TAG.sub("", text))
        if value.get("toolDenialKind") or text.startswith(_BLOCKED) or _HOOK.match(text):
            own = (
                family != "shell" and text.startswith("<tool_use_error>") and not said.startswith(_CANCELLED)
            )
            by: Author = "tool" if own else "host"
            return [event(key, at, by, "error", said, of=of, tool=tool, agent=agent)]
        if family == "shell":
            status = _EXIT.match(text)
            code = int(status[1]) if status else 1  # the host says that it failed, not how
            body = text[status.end() :] if status else text
            return [event(key, at, "tool", "output", tail(body), of=of, code=code, tool=tool, agent=agent)]
        return [event(key, at, "tool", "error", said, of=of, tool=tool, agent=agent)]

    def _refused(
        self, text: str, of: str, tool: str, key: tuple[str, ...], at: str, agent: str
    ) -> list[Item]:
        """The user said no to a call; a typed reason is the user's own message."""
        reason = _REASON.search(text)
        said = cut_injected(_AFTER_REASON.sub("", reason[1]))[0] if reason else ""
        notice = tail(text[: reason.start()] if reason else text).strip()
        event = self._thread.event
        out: list[Item] = [event(key, at, "host", "error", notice, of=of, tool=tool, agent=agent)]
        if said:
            out.append(event((*key, "reason"), at, "user", "message", said, of=of, agent=agent))
        return out

    def _watched(self, task: str, result: Any, key: tuple[str, ...], at: str, agent: str) -> list[Item]:
        """Somebody looked at a background command: kept once it has ended."""
        facts = table(result)
        inner = facts.get("task")
        facts = inner if isinstance(inner, dict) else facts
        code = number(facts.get("exitCode"))
        if code is None or facts.get("status") == "running" or self._background.get(task) is None:
            return []
        of = word(self._background.take(task))
        printed = text_of(facts.get("output")) or f"{word(facts.get('stdout'))}\n{word(facts.get('stderr'))}"
        event = self._thread.event
        return [event(key, at, "tool", "output", tail(printed), of=of, code=code, agent=agent)]

    def _answered(self, result: dict[str, Any], key: tuple[str, ...], at: str, agent: str) -> list[Item]:
        """The user answered questions of the agent: words that were none of the offered labels are the user's own."""
        offered: set[str] = set()
        questions = result.get("questions")
        for question in questions if isinstance(questions, list) else []:
            options = table(question).get("options")
            for option in options if isinstance(options, list) else []:
                offered.add(word(table(option).get("label")))
        given: list[Any] = []
        for answer in table(result.get("answers")).values():
            given += answer if isinstance(answer, list) else [answer]
        typed = [
            text
            for text in given
            if isinstance(text, str) and text not in offered and not set(text.split(", ")) <= offered
        ]
        typed += [word(table(note).get("notes")) for note in table(result.get("annotations")).values()]
        event = self._thread.event
        return [
            event((*key, str(index)), at, "user", "message", words, agent=agent)
            for index, text in enumerate(typed)
            if (words := cut_injected(text)[0])
        ]
