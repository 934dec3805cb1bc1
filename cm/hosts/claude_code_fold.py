"""What each record of a Claude Code transcript means, in the order of the file.

Record types are a table; flags and tags decide who spoke. Not here: where transcripts lie (`claude_code.py`), how
tools ended (`claude_code_tools.py`), which texts are injected (`injected.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from cm.hosts.claude_code_kinds import ATTACHMENTS, BOOKKEEPING, SYSTEM
from cm.hosts.claude_code_queue import Queue
from cm.hosts.claude_code_tools import Tools
from cm.hosts.injected import cut_injected, is_handed_plan
from cm.hosts.shapes import (
    UUID,
    amount,
    kebab,
    moment_of,
    table,
    tail,
    text_of,
    texts,
    word,
)
from cm.hosts.threads import Recent, Thread
from cm.model.host import Record, Source
from cm.model.session import Event, Item, Skipped

_SHELL_OUTPUT: Final = re.compile(r"</?bash-std(?:out|err)>")
_MEMORY_INPUT: Final = re.compile(r"</?user-memory-input>")
_TITLES: Final = {
    "custom-title": ("customTitle", 3),
    "ai-title": ("aiTitle", 2),
    "agent-name": ("agentName", 1),
    "summary": ("summary", 0),
}
_INTERRUPTED: Final = "[Request interrupted by user"


class ClaudeFold:
    """Turns the records of one transcript into items, in file order."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        self._thread = Thread(source, table(kept.get("thread")))
        self._tools = Tools(self._thread, table(kept.get("tools")))
        self._seen = Recent(256, kept.get("seen"))  # uuid -> size of its words
        self._usage = Recent(16, kept.get("usage"))  # message and request -> tokens counted for it
        self._queue = Queue(kept)
        self._shell = word(kept.get("shell"))  # the user's own `!` command that waits for its output
        rank = kept.get("rank")
        self._rank = rank if isinstance(rank, int) else -1
        self._subfile = bool(source.agent)
        stem = source.name.split(".", 1)[0]
        if UUID.fullmatch(
            stem
        ):  # a resumed session brings older records, under their old id, into its own file
            self._thread.settle(stem)
        self._raw = ""
        self._at = ""
        self._by_type: dict[str, Callable[[dict[str, Any], int], Iterable[Item]]] = {
            "user": self._user,
            "assistant": self._assistant,
            "attachment": self._attachment,
            "queue-operation": self._queued,
            "system": self._system,
        }

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns one record into items; an unusable record becomes a Skipped."""
        value = record.value
        if not isinstance(value, dict):
            return (Skipped("not-object", record.line),)
        kind = value.get("type")
        if not isinstance(kind, str):
            return (Skipped("no-type", record.line),)
        if kind == "progress":
            return (Skipped("bookkeeping:progress", record.line),)
        handler = self._by_type.get(kind)
        if handler is None:
            if kind not in BOOKKEEPING:
                return (Skipped(f"unknown-type:{kebab(kind)}", record.line),)
            if not self._thread.native:
                self._settle(value)
            self._named(kind, value)
            return (Skipped(f"bookkeeping:{kind}", record.line),)
        self._note(value)
        return handler(value, record.line)

    def finish(self) -> Iterable[Item]:
        """Yields the session's head as known now."""
        return (self._thread.head(),)

    def carry(self) -> dict[str, Any]:
        """Returns what a later run needs to go on at the end of this one."""
        kept: dict[str, Any] = {
            "thread": self._thread.carry(),
            "tools": self._tools.carry(),
            "seen": self._seen.carry(),
            "usage": self._usage.carry(),
            "rank": self._rank,
        }
        kept.update(self._queue.carry())
        if self._shell:
            kept["shell"] = self._shell
        return kept

    # -- what every record carries

    def _note(self, value: dict[str, Any]) -> None:
        thread = self._thread
        raw = value.get("timestamp")
        if raw != self._raw:
            self._raw = word(raw)
            self._at = moment_of(raw)
            thread.passed(self._at)
        if not thread.native:
            self._settle(value)
        if not thread.cwd and isinstance(cwd := value.get("cwd"), str):
            thread.cwd = cwd
        if isinstance(branch := value.get("gitBranch"), str) and branch:
            thread.branch = branch
        if isinstance(version := value.get("version"), str):
            thread.version = version

    def _settle(self, value: dict[str, Any]) -> None:
        thread = self._thread
        named = word(value.get("sessionId"))
        source = thread.source
        if source.agent:
            thread.parent = source.parent or (named if named != f"agent-{source.agent}" else "")
            if thread.parent or named:
                thread.settle(f"{thread.parent}.agent-{source.agent}".lstrip("."))
        elif named:
            thread.settle(named)

    def _named(self, kind: str, value: dict[str, Any]) -> None:
        if kind == "summary" and self._seen.get(_short(word(value.get("leafUuid")))) is None:
            return  # a title left here for another session
        key, rank = _TITLES.get(kind, ("", 0))
        title = word(value.get(key))
        if title and rank >= self._rank:
            self._rank = rank
            self._thread.title = title

    def _repeated(self, value: dict[str, Any], content: Any) -> tuple[bool, tuple[str, ...]]:
        """Whether this record was read before; and the key of its events."""
        uuid = word(value.get("uuid"))
        if not uuid:
            return False, (self._thread.session, self._raw, f"{self._thread.seq}")
        size = len(content) if isinstance(content, str) else sum(map(len, texts(content)))
        before = self._seen.get(_short(uuid))
        if before is None:
            self._seen.put(_short(uuid), size)
            return False, (uuid,)
        if before == size or size == 0:
            return True, ()
        self._seen.put(_short(uuid), size)  # the same name for other words: keep both
        return False, (uuid, str(size))

    def _agent(self, value: dict[str, Any]) -> str:
        if self._subfile:
            return self._thread.source.agent
        if value.get("isSidechain") is True:
            return word(value.get("agentId")) or "sidechain"
        return ""

    # -- the user's turn

    def _user(self, value: dict[str, Any], line: int) -> Iterable[Item]:
        message = value.get("message")
        content = message.get("content") if isinstance(message, dict) else message
        repeated, key = self._repeated(value, content)
        if repeated:
            return (Skipped("duplicate", line),)
        agent = self._agent(value)
        out: list[Item] = []
        spoken: list[str] = []
        if isinstance(content, dict):
            content = [content]
        if isinstance(content, str):
            spoken.append(content)
        elif isinstance(content, list):
            for index, block in enumerate(content):
                if isinstance(block, dict) and block.get("type") == "tool_result":
                    out += self._tools.ended(block, value, (*key, str(index)), self._at, agent, line)
                elif isinstance(block, str):
                    spoken.append(block)
                elif isinstance(block, dict) and isinstance(block.get("text"), str):
                    spoken.append(block["text"])
        if spoken:
            out += self._words(spoken, value, key, agent, line)
        return out or (Skipped("empty", line),)

    def _words(
        self, spoken: Sequence[str], value: dict[str, Any], key: tuple[str, ...], agent: str, line: int
    ) -> list[Item]:
        """What the texts of one user record are: words, a compaction, a command of the user's, or injected."""
        thread = self._thread
        if value.get("isCompactSummary") is True:
            text = "\n".join(spoken)
            return [thread.event((*key, "summary"), self._at, "host", "summary", text, agent=agent)]
        why = _not_typed(value, spoken)
        out: list[Item] = []
        if spoken[0].lstrip().startswith("<task-notification>"):
            out += self._tools.notified(spoken[0], (*key, "background"), self._at)
        if why:
            return [*out, Skipped(f"injected:{why}", line)]
        left: list[str] = []
        reasons: list[str] = []
        for index, text in enumerate(spoken):
            if text.startswith(_INTERRUPTED):
                out.append(thread.event((*key, "stop"), self._at, "user", "interrupt", text, agent=agent))
                continue
            if "<bash-" in text[:200]:
                shell = self._own_shell(text.strip(), (*key, str(index)))
                if shell:
                    out += shell
                    continue
            if "<user-memory-input>" in text[:200]:
                text = _MEMORY_INPUT.sub("", text)
            rest, cut = cut_injected(text)
            reasons += cut
            if rest:
                left.append(rest)
        if left:
            out += self._said_by_user("\n\n".join(left), (*key, "said"), value, agent, line)
        out += [Skipped(f"injected:{reason}", line) for reason in dict.fromkeys(reasons)]
        return out or [Skipped("empty", line)]

    def _said_by_user(
        self, text: str, key: tuple[str, ...], value: dict[str, Any], agent: str, line: int
    ) -> list[Item]:
        thread = self._thread
        if agent or is_handed_plan(text):  # what a subagent is told is written by an agent
            return [thread.event(key, self._at, "agent", "message", text, agent=agent)]
        if self._queue.gave(text):
            return [Skipped("duplicate", line)]
        return [self._typed(text, key, value)]

    def _typed(self, text: str, key: tuple[str, ...], value: dict[str, Any]) -> Event:
        source, entry = word(value.get("promptSource")), word(value.get("entrypoint"))
        by_program = source == "sdk" or entry.startswith("sdk")
        return self._thread.typed(key, self._at, text, by_program=by_program)

    def _own_shell(self, text: str, key: tuple[str, ...]) -> list[Item]:
        """The user's `!` command, or what it printed."""
        thread = self._thread
        if text.startswith("<bash-input>"):
            command = text[len("<bash-input>") :].removesuffix("</bash-input>").strip()
            event = thread.event((*key, "shell"), self._at, "user", "command", command, tool="!")
            self._shell = event.id
            return [event]
        if text.startswith(("<bash-stdout>", "<bash-stderr>")):
            printed = tail(_SHELL_OUTPUT.sub("\n", text))
            of, self._shell = self._shell, ""
            return [thread.event((*key, "printed"), self._at, "tool", "output", printed, of=of, tool="!")]
        return []

    # -- the agent's turn

    def _assistant(self, value: dict[str, Any], line: int) -> Iterable[Item]:
        message = table(value.get("message"))
        content = message.get("content")
        repeated, key = self._repeated(value, content)
        if repeated:
            return (Skipped("duplicate", line),)
        self._count(message, value)
        agent = self._agent(value)
        thread = self._thread
        model = message.get("model")
        if model == "<synthetic>":
            text = text_of(content)
            if value.get("isApiErrorMessage") is True and text:
                event = thread.event((*key, "host"), self._at, "host", "error", tail(text), agent=agent)
                return (event,)
            return (Skipped("bookkeeping:synthetic", line),)
        if isinstance(model, str):
            thread.model = model
        if isinstance(content, str):
            content = [{"type": "text", "text": content}]
        elif isinstance(content, dict):
            content = [content]
        elif not isinstance(content, list):
            return (Skipped("empty", line),)
        out: list[Item] = []
        skipped = "empty"
        for index, block in enumerate(content):
            if not isinstance(block, dict):
                continue
            kind = block.get("type")
            if kind == "text":
                text = word(block.get("text"))
                if text.strip():
                    name = (*key, str(index))
                    out.append(thread.event(name, self._at, "agent", "message", text.strip(), agent=agent))
            elif kind == "tool_use":
                made = self._tools.called(block, (*key, str(index)), self._at, agent)
                if made is None:
                    skipped = "tool-call"
                else:
                    out.append(made)
            elif isinstance(kind, str):
                skipped = "thinking" if "thinking" in kind else "tool-call"
        return out or (Skipped(skipped, line),)

    def _count(self, message: dict[str, Any], value: dict[str, Any]) -> None:
        """Counts tokens once per message and request; its lines repeat them, and a later line may know more."""
        usage = message.get("usage")
        if not isinstance(usage, dict):
            return
        key = f"{word(message.get('id'))} {word(value.get('requestId'))}"
        taken = amount(usage.get("input_tokens")) + amount(usage.get("cache_creation_input_tokens"))
        taken += amount(usage.get("cache_read_input_tokens"))
        given = amount(usage.get("output_tokens"))
        before = self._usage.get(key) if key != " " else None
        pair = before if isinstance(before, list) and len(before) == 2 else [0, 0]
        now = [max(amount(pair[0]), taken), max(amount(pair[1]), given)]
        self._thread.tokens_in += now[0] - amount(pair[0])
        self._thread.tokens_out += now[1] - amount(pair[1])
        if key != " ":
            self._usage.put(key, now)

    # -- messages typed while the agent works

    def _attachment(self, value: dict[str, Any], line: int) -> Iterable[Item]:
        attached = table(value.get("attachment"))
        kind = attached.get("type")
        if kind != "queued_command":
            if kind == "hook_additional_context":
                return (Skipped("injected:hook", line),)
            known = isinstance(kind, str) and kind in ATTACHMENTS
            return (Skipped(f"{'bookkeeping' if known else 'unknown-type'}:attachment-{kebab(kind)}", line),)
        repeated, key = self._repeated(value, attached.get("prompt"))
        if repeated:
            return (Skipped("duplicate", line),)
        spoken = list(texts(attached.get("prompt")))
        if not spoken:
            return (Skipped("empty", line),)
        self._queue.shown(cut_injected("\n\n".join(spoken))[0])
        mode = word(attached.get("commandMode"))
        if mode == "bash":
            made = self._own_shell(f"<bash-input>{spoken[0]}</bash-input>", key)
            return made or (Skipped("empty", line),)
        marks = {**value, "origin": attached.get("origin") or value.get("origin")}
        marks["isMeta"] = attached.get("isMeta") is True or value.get("isMeta") is True
        if mode not in ("", "prompt"):
            return (
                *self._tools.notified(spoken[0], (*key, "background"), self._at),
                Skipped(f"injected:{kebab(mode)}", line),
            )
        return self._words(spoken, marks, key, self._agent(value), line)

    def _queued(self, value: dict[str, Any], line: int) -> Iterable[Item]:
        """A message waits while the agent works; taken out (`remove`) it was given to the agent in mid-turn."""
        words, _ = cut_injected(text_of(value.get("content")))
        given = self._queue.moved(value.get("operation"), words)
        if given:
            return (self._typed(given, (self._thread.session, self._raw, "queued", given), value),)
        return (Skipped("bookkeeping:queue-operation", line),)

    def _system(self, value: dict[str, Any], line: int) -> Iterable[Item]:
        kind = value.get("subtype")
        if kind == "local_command":
            repeated, key = self._repeated(value, value.get("content"))
            text = text_of(value.get("content"))
            if repeated or not text.strip():
                return (Skipped("duplicate" if repeated else "empty", line),)
            return self._words([text], {}, key, self._agent(value), line)
        known = isinstance(kind, str) and kind in SYSTEM
        return (Skipped(f"{'bookkeeping' if known else 'unknown-type'}:system-{kebab(kind)}", line),)


def _short(uuid: str) -> str:
    return uuid[:13]


def _not_typed(value: dict[str, Any], spoken: Sequence[str]) -> str:
    """Why the flags of a record say that no person typed it, or nothing."""
    if value.get("isMeta") is True:
        return "meta"
    origin = value.get("origin")
    kind = origin.get("kind") if isinstance(origin, dict) else origin
    if isinstance(kind, str) and kind != "human":
        return kebab(kind)
    if value.get("promptSource") == "system":
        return "system"
    if value.get("isVisibleInTranscriptOnly") is True:
        return "transcript-only"
    return ""
