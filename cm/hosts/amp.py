"""Amp: threads that older versions left as JSON in `~/.local/share/amp/threads`; newer ones keep them on a server.

Not here: how calls and results find each other (`calls.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from cm.hosts.amp_guard import GUARD, REGISTRATION, UNCOVERED
from cm.hosts.calls import Calls, Ended
from cm.hosts.injected import cut_injected
from cm.hosts.servers import guide, server
from cm.hosts.shapes import amount, kebab, moment_of, number, table, text_of, word
from cm.hosts.tables import exit_in
from cm.hosts.threads import Thread
from cm.model.host import Host, Instructions, Record, Sessions, Skills, Source
from cm.model.session import Item, Skipped

NAME: Final = "amp"


class AmpFold:
    """Turns a thread's document into items."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        self._thread = Thread(source, table(kept.get("thread")))
        self._calls = Calls(self._thread, kept.get("calls"))

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns the whole thread into items."""
        value = record.value
        if not isinstance(value, dict):
            return (Skipped("not-object", record.line),)
        messages = value.get("messages")
        if not isinstance(messages, list):
            return (Skipped(f"unknown-type:{kebab(value.get('type'))}", record.line),)
        thread = self._thread
        thread.settle(word(value.get("id")))
        thread.title = word(value.get("title")) or thread.title
        thread.passed(moment_of(value.get("created")))
        trees = table(table(value.get("env")).get("initial")).get("trees")
        for tree in trees if isinstance(trees, list) else ():
            place = word(table(tree).get("uri")).removeprefix("file://") or word(
                table(tree).get("displayName")
            )
            thread.cwd = thread.cwd or place
            repository = table(table(tree).get("repository"))
            thread.branch = thread.branch or word(repository.get("ref")).removeprefix("refs/heads/")
        out: list[Item] = []
        for index, message in enumerate(messages):
            if isinstance(message, dict):
                out += self._message(message, (thread.native, str(index)), record.line)
            else:
                out.append(Skipped("not-object", record.line))
        return out or (Skipped("empty", record.line),)

    def finish(self) -> Iterable[Item]:
        """The head as known now."""
        return (self._thread.head(),)

    def carry(self) -> dict[str, Any]:
        """What a later run needs to go on."""
        return {"thread": self._thread.carry(), "calls": self._calls.carry()}

    def _message(self, message: dict[str, Any], key: tuple[str, ...], line: int) -> list[Item]:
        thread = self._thread
        usage = table(message.get("usage"))
        taken = ("inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens")
        thread.tokens_in += sum(amount(usage.get(name)) for name in taken)
        thread.tokens_out += amount(usage.get("outputTokens"))
        thread.model = word(usage.get("model")) or thread.model
        at = moment_of(table(message.get("meta")).get("sentAt") or usage.get("timestamp")) or thread.ended
        thread.passed(at)
        role = message.get("role")
        content = message.get("content")
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
        out: list[Item] = []
        for index, block in enumerate(table(item) for item in blocks):
            kind = block.get("type")
            name = (*key, str(index))
            text = word(block.get("text")).strip()
            if kind == "text" and not text:
                out.append(Skipped("empty", line))
            elif kind == "text" and role == "user":
                rest, cut = cut_injected(text)
                out += [thread.typed(name, at, rest)] if rest else []
                out += [Skipped(f"injected:{reason}", line) for reason in cut]
            elif kind == "text" and role == "assistant":
                out.append(thread.event(name, at, "agent", "message", text))
            elif kind == "tool_use":
                made = self._calls.called(
                    word(block.get("id")), word(block.get("name")), block.get("input"), name, at
                )
                out.append(made if made is not None else Skipped("tool-call", line))
            elif kind == "tool_result":
                out += self._result(block, name, at, line)
            elif kind in ("thinking", "redacted_thinking"):
                out.append(Skipped("thinking", line))
            else:
                out.append(Skipped(f"unknown-type:{kebab(kind)}", line))
        return out or [Skipped("empty", line)]

    def _result(self, block: dict[str, Any], key: tuple[str, ...], at: str, line: int) -> list[Item]:
        call = word(block.get("tool_use_id")) or word(block.get("toolUseID"))
        run = table(block.get("run"))
        result = run.get("result", block.get("content"))
        facts = table(result)
        text = word(facts.get("output")) or text_of(result)
        code = next(
            (c for c in (number(facts.get("exitCode")), number(facts.get("exit_code"))) if c is not None),
            None,
        )
        status = run.get("status")
        refused = status in ("rejected-by-user", "cancelled", "rejected")
        failed = block.get("is_error") is True or status == "error"
        ended = Ended(text, exit_in(text) if code is None else code, failed=failed, refused=refused)
        return self._calls.ended(call, ended, key, at, line)


def _describe(path: str, root: str) -> Source:
    return Source(NAME, path, path.rsplit("/", 1)[-1])


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether the document is a thread."""
    value = records[0] if len(records) == 1 and isinstance(records[0], dict) else {}
    return (
        word(value.get("id")).startswith("T-")
        and isinstance(value.get("messages"), list)
        and "created" in value
    )


HOST: Final = Host(
    name=NAME,
    title="Amp",
    markers=("AMP_THREAD_ID", "AMP_CURRENT_THREAD_ID"),
    session_variables=("AMP_THREAD_ID", "AMP_CURRENT_THREAD_ID"),
    sessions=Sessions(
        env=("XDG_DATA_HOME",),
        roots=(".local/share",),
        globs=("amp/threads/T-*.json",),
        shape="json",
        retention_days=None,
        fold=AmpFold,
        describe=_describe,
        looks_like=_looks_like,
    ),
    instructions=Instructions(files=("AGENTS.md", "AGENT.md", "CLAUDE.md")),
    skills=Skills(".config/agents/skills", ".agents/skills"),
    guard=GUARD,
    registration=REGISTRATION,
    uncovered=UNCOVERED,
    folders=(".config/amp", ".local/share/amp"),
    mcp=(
        server("user", ".config/amp/settings.json", under="amp.mcpServers"),
        server(
            "project",
            ".amp/settings.json",
            under="amp.mcpServers",
            needs="Amp asks before it starts a server of a project.",
        ),
    ),
    guides=(guide(".config/amp/AGENTS.md"),),
)
