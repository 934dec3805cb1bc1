"""What the messages between Cline and its model mean: sessions of the command line program, and the older history of a task.

A user's words stand in tags (`<user_input>`, `<task>`, `<feedback>`); what is outside them was put there by the program.
Not here: what the extension shows its user (`cline_ui_fold.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from cm.hosts.calls import Calls, Ended
from cm.hosts.injected import cut_injected
from cm.hosts.shapes import amount, kebab, moment_of, shell_text, table, tail, text_of, word
from cm.hosts.tables import exit_in
from cm.hosts.threads import Recent, Thread
from cm.model.host import Record, Source
from cm.model.ids import short_hash
from cm.model.session import Item, Skipped

NAME: Final = "cline"

_SHELLS: Final = ("run_commands", "run_command", "execute_command")
_SAME: Final = {
    "editor": "str_replace_editor", "write_to_file": "write_file", "replace_in_file": "replace", "apply_diff": "edit",
    "insert_content": "insert", "search_and_replace": "search_replace", "new_rule": "write_file",
}  # fmt: skip
_TYPED: Final = re.compile(
    r"<(user_input|task|feedback|user_message|answer)\b[^<>]{0,200}>(.*?)</\1>", re.DOTALL
)
_RESULT: Final = re.compile(r"\A\[([\w-]{2,60})(?: for '(.{0,4000}?)')?\] Result:\s*", re.DOTALL)
_FOREIGN: Final = re.compile(
    r"<(environment_details|mode_notice|explicit_instructions|file_content|folder_content)\b.*?</\1>",
    re.DOTALL,
)
_CWD: Final = re.compile(r"(?:Current (?:Working|Workspace) Directory \(|Working Directory: )([^)\n]{1,500})")
_TAGGED: Final = re.compile(r"<execute_command>\s*<command>(.*?)</command>", re.DOTALL)
_TAGGED_FILE: Final = re.compile(
    r"<(?:write_to_file|replace_in_file|apply_diff|insert_content|search_and_replace)>\s*<path>(.*?)</path>",
    re.DOTALL,
)
_WRITERS: Final = ("write_to_file", "replace_in_file", "apply_diff", "insert_content", "search_and_replace")
_TAGS: Final = re.compile(
    r"<(execute_command|write_to_file|replace_in_file|read_file|apply_diff|list_files|search_files|attempt_completion|"
    r"ask_followup_question|plan_mode_respond|insert_content|search_and_replace|use_mcp_tool|thinking)>.*?(?:</\1>|\Z)",
    re.DOTALL,
)
_SPOKEN: Final = re.compile(r"<(?:result|question|response)>(.*?)</(?:result|question|response)>", re.DOTALL)
_REFUSED: Final = ("The user denied this operation", "[[NOT_EXECUTED", "The user rejected")


class ClineFold:
    """Turns messages into items, whether they come as one document or one by one."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        self._thread = Thread(source, table(kept.get("thread")))
        self._calls = Calls(self._thread, kept.get("calls"))
        self._waiting = Recent(64, kept.get("waiting"))  # call -> [command event ids]
        self._agent = word(kept.get("agent"))
        self._tagged: list[str] = [
            word(item) for item in kept.get("tagged", ()) or () if isinstance(item, str)
        ]
        self._file = word(kept.get("file"))  # that the agent asked to write, in tags
        self._line = 0

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns a manifest, a document of messages, or one message into items."""
        value = record.value
        self._line = record.line
        if not isinstance(value, dict):
            return (Skipped("not-object", record.line),)
        if isinstance(value.get("messages"), list):
            return self._document(value)
        if value.get("role") in ("user", "assistant"):
            return self._message(value, typed_only=False)
        if isinstance(value.get("session_id"), str):
            return self._manifest(value)
        return (Skipped(f"unknown-type:{kebab(value.get('type'))}", record.line),)

    def finish(self) -> Iterable[Item]:
        """The head as known now."""
        return (self._thread.head(),)

    def carry(self) -> dict[str, Any]:
        """What a later run needs to go on."""
        return {
            "thread": self._thread.carry(), "calls": self._calls.carry(), "waiting": self._waiting.carry(),
            "agent": self._agent, "tagged": self._tagged, "file": self._file,
        }  # fmt: skip

    def _manifest(self, value: dict[str, Any]) -> Iterable[Item]:
        thread = self._thread
        thread.cwd = thread.cwd or word(value.get("cwd")) or word(value.get("workspace_root"))
        thread.model = thread.model or word(value.get("model"))
        if thread.source.name.split(".", 1)[0] == word(value.get("session_id")):
            metadata = table(value.get("metadata"))
            thread.title = word(metadata.get("title")) or thread.title
            thread.version = (
                word(table(metadata.get("sessionHistoryOrigin")).get("version")) or thread.version
            )
            thread.passed(moment_of(value.get("started_at")))
        return (Skipped("bookkeeping:manifest", self._line),)

    def _document(self, value: dict[str, Any]) -> list[Item]:
        thread = self._thread
        origin = table(value.get("origin"))
        thread.settle(word(value.get("sessionId")))
        thread.version = word(origin.get("version")) or thread.version
        parent = word(origin.get("parentThreadId"))
        if parent or value.get("agent") not in ("lead", None, ""):
            thread.parent = parent or "unknown"
            self._agent = word(origin.get("subagent")) or thread.native or "subagent"
        if not thread.cwd and (found := _CWD.search(word(value.get("system_prompt"))[-20_000:])):
            thread.cwd = found[1].strip()
        messages = [message for message in value["messages"] if isinstance(message, dict)]
        typed_only = any("<user_input" in text_of(message.get("content")) for message in messages[:1])
        out = [item for message in messages for item in self._message(message, typed_only=typed_only)]
        return out or [Skipped("empty", self._line)]

    def _message(self, message: dict[str, Any], *, typed_only: bool) -> list[Item]:
        """One message; `typed_only`: in this session all that the user types stands in tags."""
        thread = self._thread
        role = message.get("role")
        at = moment_of(message.get("ts"))
        thread.passed(at)
        if role == "assistant":
            thread.model = word(table(message.get("modelInfo")).get("id")) or thread.model
            metrics = table(message.get("metrics"))
            taken = ("inputTokens", "cacheReadTokens", "cacheWriteTokens")
            thread.tokens_in += sum(amount(metrics.get(name)) for name in taken)
            thread.tokens_out += amount(metrics.get("outputTokens"))
        elif role != "user":
            return [Skipped(f"unknown-type:role-{kebab(role)}", self._line)]
        content = message.get("content")
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
        name = word(message.get("id")) or f"{at} {short_hash(12, text_of(content))}"
        out: list[Item] = []
        for index, block in enumerate(_joined([table(item) for item in blocks])):
            kind = block.get("type")
            key = (*thread.key(name), str(index))
            text = word(block.get("text")).strip()
            if kind == "text":
                out += (
                    self._spoken(text, key, at)
                    if role == "assistant"
                    else self._user(text, key, at, typed_only)
                )
            elif kind == "tool_use":
                out += self._called(block, key, at)
            elif kind == "tool_result":
                out += self._result(block, key, at)
            elif kind in ("thinking", "redacted_thinking", "reasoning"):
                out.append(Skipped("thinking", self._line))
            elif kind in ("image", "file", "document"):
                out.append(Skipped(f"bookkeeping:{kind}", self._line))
            else:
                out.append(Skipped(f"unknown-type:{kebab(kind)}", self._line))
        return out or [Skipped("empty", self._line)]

    def _user(self, text: str, key: tuple[str, ...], at: str, typed_only: bool) -> list[Item]:
        """What the user typed, cut out of what the program put around it."""
        thread = self._thread
        if not thread.cwd and "<environment_details>" in text and (found := _CWD.search(text)):
            thread.cwd = found[1].strip()
        result = _RESULT.match(text)
        out: list[Item] = []
        if result is not None:
            out += self._tagged_result(result, text, key, at)
        bare = _FOREIGN.sub("", text).strip()
        typed = [found[2].strip() for found in _TYPED.finditer(bare)]
        if not typed and bare and result is None and not typed_only and "<environment_details>" not in text:
            typed = [bare]
        for index, words in enumerate(typed):
            rest, cut = cut_injected(words)
            if rest and self._agent:
                out.append(thread.event((*key, str(index)), at, "agent", "message", rest, agent=self._agent))
            elif rest:
                out.append(thread.typed((*key, str(index)), at, rest))
            out += [Skipped(f"injected:{reason}", self._line) for reason in cut]
        return out or [Skipped("injected:host-context" if bare or text else "empty", self._line)]

    def _tagged_result(self, result: re.Match[str], text: str, key: tuple[str, ...], at: str) -> list[Item]:
        """How a call ended that was made in tags within the agent's words."""
        said = tail(_FOREIGN.sub("", text[result.end() :]))
        if result[1] in _WRITERS and self._file and not said.startswith(_REFUSED):
            path, self._file = self._file, ""
            return [
                self._thread.event(
                    (*key, "edit"), at, "agent", "edit", path, tool=result[1], agent=self._agent
                )
            ]
        if result[1] != "execute_command" or not self._tagged:
            return [Skipped("tool-result", self._line)]
        of = self._tagged.pop(0)
        if said.startswith(_REFUSED):
            return [
                self._thread.event(
                    (*key, "out"), at, "host", "error", said, of=of, tool="execute_command", agent=self._agent
                )
            ]
        return [
            self._thread.event(
                (*key, "out"), at, "tool", "output", said, of=of, code=exit_in(said), tool="execute_command",
                agent=self._agent,
            )
        ]  # fmt: skip

    def _spoken(self, text: str, key: tuple[str, ...], at: str) -> list[Item]:
        """The agent's words, with the calls that older versions write as tags within them."""
        thread = self._thread
        out: list[Item] = []
        said = text
        if "<" in text:
            closing = [found[1].strip() for found in _SPOKEN.finditer(text)]
            said = "\n\n".join(part for part in (_TAGS.sub("", text).strip(), *closing) if part)
        if said:
            out.append(thread.event(key, at, "agent", "message", said, agent=self._agent))
        self._tagged = []
        for number, found in enumerate(_TAGGED.finditer(text)):
            name = (*key, "command", str(number))
            event = thread.event(
                name, at, "agent", "command", found[1].strip(), tool="execute_command", agent=self._agent
            )
            self._tagged.append(event.id)
            out.append(event)
        written = _TAGGED_FILE.search(text)
        self._file = written[1].strip() if written else ""
        return out or [Skipped("empty", self._line)]

    def _called(self, block: dict[str, Any], key: tuple[str, ...], at: str) -> list[Item]:
        call, name = word(block.get("id")), word(block.get("name"))
        given = block.get("input")
        if name not in _SHELLS:
            made = self._calls.called(call, _SAME.get(name, name), given, key, at, agent=self._agent)
            return [made] if made is not None else [Skipped("tool-call", self._line)]
        out: list[Item] = []
        ids: list[str] = []
        for index, command in enumerate(_commands(given)):
            event = self._thread.event(
                (*key, str(index)), at, "agent", "command", command, tool=name, agent=self._agent
            )
            ids.append(event.id)
            out.append(event)
        self._waiting.put(call, ids)
        return out or [Skipped("tool-call", self._line)]

    def _result(self, block: dict[str, Any], key: tuple[str, ...], at: str) -> list[Item]:
        call = word(block.get("tool_use_id"))
        content = block.get("content")
        ids = self._waiting.take(call)
        failed = block.get("is_error") is True
        if not isinstance(ids, list):
            text = text_of(content)
            ended = Ended(text, exit_in(text), failed=failed, refused=text.startswith(_REFUSED))
            return self._calls.ended(call, ended, key, at, self._line, agent=self._agent)
        out: list[Item] = []
        results = (
            [item for item in content if isinstance(item, dict) and "query" in item]
            if isinstance(content, list)
            else []
        )
        if len(results) != len(ids):
            results = [{"result": text_of(content), "success": not failed}] + [{}] * (len(ids) - 1)
        for index, (of, result) in enumerate(zip(ids, results, strict=False)):
            if not result or not isinstance(of, str):
                continue
            text = word(result.get("result")) or word(result.get("error"))
            code = exit_in(text)
            if code is None:
                code = (
                    0
                    if result.get("success") is True and not failed
                    else 1
                    if result.get("success") is False
                    else None
                )
            name = (*key, str(index), "out")
            if text.startswith(_REFUSED):
                out.append(
                    self._thread.event(name, at, "host", "error", tail(text), of=of, agent=self._agent)
                )
            else:
                out.append(
                    self._thread.event(
                        name,
                        at,
                        "tool",
                        "output",
                        tail(text),
                        of=of,
                        code=code,
                        tool="run_commands",
                        agent=self._agent,
                    )
                )
        return out or [Skipped("tool-result", self._line)]


def _joined(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The blocks, with a result that stands in the block after its heading put behind it."""
    out: list[dict[str, Any]] = []
    for block in blocks:
        text = word(block.get("text"))
        before = out[-1] if out else {}
        head = _RESULT.match(word(before.get("text"))) if before.get("type") == "text" else None
        bare = head is not None and head.end() == len(word(before.get("text")))
        if (
            bare
            and block.get("type") == "text"
            and not text.lstrip().startswith(("<environment_details", "["))
        ):
            out[-1] = {**before, "text": f"{before['text']}\n{text}"}
            continue
        out.append(block)
    return out


def _commands(given: Any) -> Iterator[str]:
    """The commands of a call: one text, a list of them, or programs with their arguments."""
    value = table(given)
    asked = next((value[name] for name in ("commands", "command", "cmd") if value.get(name)), given)
    for item in asked if isinstance(asked, list) else [asked]:
        if isinstance(item, dict):
            args = item.get("args")
            words = [word(item.get("command")), *(args if isinstance(args, list) else ())]
            text = shell_text([part for part in words if isinstance(part, str)]) if args else words[0]
        else:
            text = word(item)
        if text.strip():
            yield text.strip()


def speaks_cline(message: Mapping[str, Any]) -> bool:
    """Whether a message of a model's conversation has what only these programs put into it."""
    text = text_of(message.get("content"))[:20_000] if message.get("role") == "user" else ""
    return text.startswith(("<task>", "<feedback>", "<user_message>")) and "<environment_details>" in text
