"""Commands, edits and failures of a Codex session: which output belongs to which call, told once.

A call waits here until something says how it ended: its own output, an event of the interface, or a later look at
a process that kept running. Not here: how the texts look (`codex_shell.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from cm.hosts import codex_shell as shell
from cm.hosts.codex_answers import offered_labels, typed_answers
from cm.hosts.remarks import remark
from cm.hosts.shapes import number, shell_text, table, tail, text_of, word
from cm.hosts.threads import Recent, Thread
from cm.model.session import Author, Event, Item, Skipped

Key: TypeAlias = tuple[str, ...]

_UNIQUE: Final = 20  # a call id of this length is unique everywhere; a shorter one only in its turn


class Runs:
    """The calls of one rollout that wait for their end."""

    def __init__(self, thread: Thread, carry: dict[str, Any]) -> None:
        self._thread = thread
        self._calls = Recent(256, carry.get("calls"))  # call id -> {"is": family, ...}
        self._running = Recent(64, carry.get("running"))  # process number -> event id of its command
        self._cells = Recent(32, carry.get("cells"))  # number of a running script -> its call
        self._edited = Recent(64, carry.get("edited"))  # paths that an event told of in this turn
        self._told = carry.get("told") is True  # the session tells of every command it runs

    def carry(self) -> dict[str, Any]:
        """What a later run needs."""
        kept: dict[str, Any] = {"calls": self._calls.carry()}
        if self._told:
            kept["told"] = True
        for name, recent in (("running", self._running), ("cells", self._cells), ("edited", self._edited)):
            if recent.kept:
                kept[name] = recent.carry()
        return kept

    # -- calls

    def called(
        self, payload: dict[str, Any], kind: str, place: str, at: str, agent: str, line: int
    ) -> Iterable[Item]:
        """A tool is called; a shell command is an event at once."""
        call = word(payload.get("call_id")) or word(payload.get("id"))
        name = word(payload.get("name"))
        key = _key(call, place, line)
        if kind == "local_shell_call":
            name = "local_shell"
            command = shell_text(table(payload.get("action")).get("command"))
        elif kind == "custom_tool_call":
            return self._custom(word(payload.get("input")), name, call, key, at, agent, line)
        else:
            arguments = payload.get("arguments")
            if name not in shell.SHELLS:
                return self._other(name, call, arguments, key, at, agent, line)
            command = shell.command_of(name, arguments)
        if "*** Begin Patch" in command and command.lstrip().startswith(("apply_patch", "*** Begin Patch")):
            return self._patch(command, call, key, at, agent, line)
        if not command.strip():
            self._calls.put(call, {"is": "other", "tool": name})
            return (Skipped("tool-call", line),)
        event = self._thread.event(key, at, "agent", "command", command, tool=name, agent=agent)
        self._calls.put(call, {"is": "shell", "tool": name, "of": event.id, "key": list(key)})
        return (event,)

    def _custom(
        self, script: str, name: str, call: str, key: Key, at: str, agent: str, line: int
    ) -> Iterable[Item]:
        if name == "apply_patch":
            return self._patch(script, call, key, at, agent, line)
        if name != "exec":
            self._calls.put(call, {"is": "other", "tool": name})
            return (Skipped("tool-call", line),)
        runs: list[list[str]] = []
        out: list[Item] = []
        if not self._told:  # else each command is told of when it has run
            for index, command in enumerate(shell.script_commands(script)):
                event = self._thread.event(
                    (*key, "run", str(index)), at, "agent", "command", command, tool=name, agent=agent
                )
                runs.append([command, event.id])
                out.append(event)
        paths = shell.script_paths(script)
        said = ""
        if paths and (
            made := remark(self._thread, key, at, "apply_patch", paths, shell.script_patch(script), agent)
        ):
            said = made.id
            out.append(made)
        asked = "" if runs else shell.script_stdin(script)
        self._calls.put(
            call,
            {"is": "script", "runs": runs, "paths": paths, "asked": asked, "key": list(key), "said": said},
        )
        return out or (Skipped("tool-call", line),)

    def _patch(self, patch: str, call: str, key: Key, at: str, agent: str, line: int) -> Iterable[Item]:
        """A patch waits for its end; the feedback marks that it writes are an event at once."""
        paths = shell.patch_paths(patch)
        made = remark(self._thread, key, at, "apply_patch", paths, patch, agent)
        said = made.id if made is not None else ""
        self._calls.put(call, {"is": "patch", "paths": paths, "key": list(key), "said": said})
        return (made,) if made is not None else (Skipped("tool-call", line),)

    def _other(
        self, name: str, call: str, arguments: Any, key: Key, at: str, agent: str, line: int
    ) -> Iterable[Item]:
        given = shell.arguments_of(arguments)
        entry: dict[str, Any] = {"is": "other", "tool": name}
        if name == "write_stdin":
            entry = {"is": "stdin", "asked": str(given.get("session_id", ""))[:20]}
        elif name == "wait":
            entry = {"is": "wait", "asked": str(given.get("cell_id", ""))[:40]}
        elif name == "apply_patch":
            patch = text_of(given.get("input")) or text_of(given.get("patch")) or word(arguments)
            return self._patch(patch, call, key, at, agent, line)
        elif name == "request_user_input":
            entry = {"is": "ask", "labels": offered_labels(given)}
        self._calls.put(call, entry)
        return (Skipped("tool-call", line),)

    # -- how they ended

    def ended(self, payload: dict[str, Any], place: str, at: str, agent: str, line: int) -> Iterable[Item]:
        """A call's output came."""
        call = word(payload.get("call_id")) or word(payload.get("id"))
        entry = table(self._calls.get(call))
        family = entry.get("is")
        output = payload.get("output")
        if family == "done":
            return (Skipped("duplicate", line),)
        self._calls.take(call)
        if family == "other" or family is None:
            return (Skipped("tool-result", line),)
        key = (*_parts(entry, call, place, line), "out")
        if family == "ask":
            return self._answered(output, entry, key, at, line)
        ended = shell.ended_of(output)
        if family == "shell":
            return self._shell_ended(call, entry, ended, key, at, agent, line)
        if family == "patch":
            return self._patch_ended(entry, ended, key, at, agent, line)
        if family == "stdin":
            return self._asked(word(entry.get("asked")), ended.code, ended.text, key, at, agent, line)
        if family == "wait":
            waited = self._cells.take(word(entry.get("asked")))
            entry = table(waited)
            if not entry:
                return (Skipped("tool-result", line),)
        return self._script_ended(entry, ended, key, at, agent, line)

    def _shell_ended(
        self, call: str, entry: dict[str, Any], ended: shell.Ended, key: Key, at: str, agent: str, line: int
    ) -> Iterable[Item]:
        of, tool = word(entry.get("of")), word(entry.get("tool"))
        event = self._thread.event
        if ended.session and ended.code is None:
            self._running.put(ended.session, of)
            self._calls.put(call, entry)
            return (Skipped("still-running", line),)
        if ended.refused:
            return (event(key, at, "host", "error", tail(ended.text), of=of, tool=tool, agent=agent),)
        return (
            event(
                key, at, "tool", "output", tail(ended.text), of=of, code=ended.code, tool=tool, agent=agent
            ),
        )

    def _patch_ended(
        self, entry: dict[str, Any], ended: shell.Ended, key: Key, at: str, agent: str, line: int
    ) -> Iterable[Item]:
        if not shell.patched(ended):
            return (self._unpatched(entry, ended.refused, ended.text, key, at, agent),)
        return self._edits(entry.get("paths"), key, at, agent) or (Skipped("tool-result", line),)

    def _unpatched(
        self, entry: dict[str, Any], refused: bool, text: str, key: Key, at: str, agent: str
    ) -> Event:
        """A patch did not go in, and with it the marks that it says."""
        by: Author = "host" if refused else "tool"
        of = word(entry.get("said"))
        return self._thread.event(key, at, by, "error", tail(text), of=of, tool="apply_patch", agent=agent)

    def _asked(
        self, process: str, code: int | None, text: str, key: Key, at: str, agent: str, line: int
    ) -> Iterable[Item]:
        """Somebody looked at a running process: kept once it has ended."""
        if code is None or self._running.get(process) is None:
            return (Skipped("tool-result", line),)
        of = word(self._running.take(process))
        return (self._thread.event(key, at, "tool", "output", tail(text), of=of, code=code, agent=agent),)

    def _script_ended(
        self, entry: dict[str, Any], ended: shell.Ended, key: Key, at: str, agent: str, line: int
    ) -> Iterable[Item]:
        if ended.cell:
            self._cells.put(ended.cell, entry)
            return (Skipped("still-running", line),)
        runs = [run for run in _list(entry.get("runs")) if isinstance(run, list) and len(run) == 2]
        results = shell.printed_results(ended.text)
        event = self._thread.event
        out: list[Item] = []
        if ended.refused or ended.failed:
            by: Author = "host" if ended.refused else "tool"
            of = word(runs[-1][1]) if runs else word(entry.get("said"))
            return (event(key, at, by, "error", tail(ended.text), of=of, tool="exec", agent=agent),)
        out += self._edits(entry.get("paths"), key, at, agent, told=True)
        if runs and len(results) == len(runs):
            for index, ((_, of), (text, code, process)) in enumerate(zip(runs, results, strict=True)):
                if code is None and process:
                    self._running.put(process, word(of))
                    continue
                name = (*key, str(index))
                out.append(
                    event(
                        name,
                        at,
                        "tool",
                        "output",
                        tail(text),
                        of=word(of),
                        code=code,
                        tool="exec",
                        agent=agent,
                    )
                )
        elif runs:  # the script printed what it liked: no status, and one text for all of them
            of = word(runs[-1][1])
            out.append(event(key, at, "tool", "output", tail(ended.text), of=of, tool="exec", agent=agent))
        elif word(entry.get("asked")) and len(results) == 1:
            text, code, _ = results[0]
            out += self._asked(word(entry.get("asked")), code, text, key, at, agent, line)
        return out or (Skipped("tool-result", line),)

    def _edits(self, paths: Any, key: Key, at: str, agent: str, *, told: bool = False) -> list[Item]:
        out: list[Item] = []
        for path in _list(paths):
            if not isinstance(path, str) or not path or (told and self._was_told(path)):
                continue
            name = (*key[:-1], "edit", path)
            out.append(self._thread.event(name, at, "agent", "edit", path, tool="apply_patch", agent=agent))
        return out

    def _was_told(self, path: str) -> bool:
        """Whether an event named this file already; events name it whole, patches from the working folder."""
        for known in self._edited.kept:
            if known == path or known.endswith("/" + path):
                self._edited.take(known)
                return True
        return False

    def _answered(self, output: Any, entry: dict[str, Any], key: Key, at: str, line: int) -> Iterable[Item]:
        """Answers to the agent's questions: words that were none of the offered labels are the user's own."""
        out: list[Item] = [
            self._thread.event((*key, str(place)), at, "user", "message", words)
            for place, words in enumerate(typed_answers(output, _list(entry.get("labels"))))
        ]
        return out or (Skipped("tool-result", line),)

    # -- told by events of the interface

    def executed(
        self, item: dict[str, Any], place: str, at: str, line: int, agent: str = ""
    ) -> Iterable[Item]:
        """A command was run and has ended: status and output come with it."""
        self._told = True
        call = word(item.get("call_id")) or word(item.get("id"))
        entry = table(self._calls.get(call))
        if entry.get("is") == "done":
            return (Skipped("duplicate", line),)
        command = shell_text(item.get("command"))
        source = word(item.get("source"))
        by: Author = "user" if source.startswith("user") else "agent"
        key = tuple(_parts(entry, call, place, line))
        tool = word(entry.get("tool")) or ("!" if by == "user" else "exec_command")
        out: list[Item] = []
        of = word(entry.get("of")) or self._started_by_script(command)
        if not of:
            if not command.strip() or source == "unified_exec_interaction":
                return (Skipped("bookkeeping:command-execution", line),)
            event = self._thread.event(key, at, by, "command", command, tool=tool, agent=agent)
            of = event.id
            out.append(event)
        for process in [name for name, owner in self._running.kept.items() if owner == of]:
            self._running.take(process)
        if call:
            self._calls.put(call, {"is": "done"})
        text = text_of(item.get("aggregated_output")) or text_of(item.get("formatted_output"))
        text = text or "\n".join(
            part for part in (word(item.get("stdout")), word(item.get("stderr"))) if part
        )
        status = word(item.get("status")).lower()
        code = number(item.get("exit_code"))
        if status in ("declined", "rejected", "denied"):
            out.append(
                self._thread.event(
                    (*key, "out"), at, "host", "error", tail(text) or status, of=of, tool=tool, agent=agent
                )
            )
            return out
        if code is None:
            code = {"completed": 0, "failed": 1}.get(status)
        out.append(
            self._thread.event(
                (*key, "out"), at, "tool", "output", tail(text), of=of, code=code, tool=tool, agent=agent
            )
        )
        return out

    def _started_by_script(self, command: str) -> str:
        """The event of a command that a script's text already gave, taken from its waiting list."""
        for entry in (*self._calls.kept.values(), *self._cells.kept.values()):
            runs = _list(table(entry).get("runs"))
            for run in runs:
                if isinstance(run, list) and len(run) == 2 and run[0] == command:
                    runs.remove(run)
                    return word(run[1])
        return ""

    def changed(
        self, item: dict[str, Any], place: str, at: str, line: int, agent: str = ""
    ) -> Iterable[Item]:
        """A patch was applied, or not."""
        call = word(item.get("call_id")) or word(item.get("id"))
        entry = table(self._calls.get(call))
        if entry.get("is") == "done":
            return (Skipped("duplicate", line),)
        status = word(item.get("status")).lower()
        changes = item.get("changes")
        paths = [path for path in changes if isinstance(path, str)] if isinstance(changes, dict) else []
        if isinstance(changes, list):
            paths = [word(table(change).get("path")) for change in changes]
        key = (*_parts(entry, call, place, line), "out")
        if entry and call:
            self._calls.put(call, {"is": "done"})
        if item.get("success") is False or status in ("failed", "declined"):
            text = text_of(item.get("stderr")) or text_of(item.get("stdout")) or status or "failed"
            return (self._unpatched(entry, status == "declined", text, key, at, agent),)
        for path in paths:
            self._edited.put(path)
        return self._edits(paths, key, at, agent) or (Skipped("bookkeeping:patch-apply-end", line),)

    def served(self, item: dict[str, Any], place: str, at: str, line: int, agent: str = "") -> Iterable[Item]:
        """A tool of an MCP server has ended: kept when it failed."""
        result = table(item.get("result"))
        good = table(result.get("Ok"))
        failure = result.get("Err") or item.get("error")
        if good.get("isError") is True or good.get("is_error") is True:
            failure = text_of(good.get("content")) or "failed"
        if not failure:
            return (Skipped("tool-result", line),)
        call = word(item.get("call_id")) or word(item.get("id"))
        asked = table(item.get("invocation")) or item
        name = "/".join(part for part in (word(asked.get("server")), word(asked.get("tool"))) if part)
        key = (*_key(call, place, line), "mcp")
        text = tail(text_of(failure)) or "failed"
        return (self._thread.event(key, at, "tool", "error", text, tool=name, agent=agent),)

    def own_shell(self, text: str, place: str, raw: str, at: str) -> list[Item]:
        """The user's own `!` command, as the model was told of it."""
        typed, result = shell.typed_at_the_prompt(text)
        if not typed or self._told:
            return []
        key = (place, raw, "shell", typed)
        command = self._thread.event(key, at, "user", "command", typed, tool="!")
        if result is None:
            return [command]
        ended = shell.ended_of(result)
        printed = self._thread.event(
            (*key, "out"), at, "tool", "output", tail(ended.text), of=command.id, code=ended.code, tool="!"
        )
        return [command, printed]


def _key(call: str, place: str, line: int) -> tuple[str, ...]:
    """A call's native key: its id, and the turn where ids are too short to be unique."""
    if len(call) >= _UNIQUE:
        return (call,)
    return (place, call) if call else (place, f"line {line}")


def _parts(entry: dict[str, Any], call: str, place: str, line: int) -> tuple[str, ...]:
    kept = [part for part in _list(entry.get("key")) if isinstance(part, str)]
    return tuple(kept) if kept else _key(call, place, line)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
