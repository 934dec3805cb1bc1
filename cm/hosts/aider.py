"""Aider: `.aider.chat.history.md` in a project, Markdown with many sessions in one file, appended to for years.

A session begins with a line that tells when; `#### ` is the user, `> ` the program, the rest the model. Lines of the first
two end in two spaces, by which they are told from the model's own Markdown. There is no id, no exit status and no moment
but the first. Not here: cutting the file into sessions (`store/sections.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from cm.hosts.injected import cut_injected, is_prose
from cm.hosts.shapes import kebab, moment_of, tail
from cm.hosts.tables import exit_in
from cm.hosts.threads import Thread
from cm.model.host import Host, Instructions, Markdown, Record, Sessions, Source
from cm.model.ids import short_hash
from cm.model.session import Event, Item, Skipped

NAME: Final = "aider"

_BEGINS: Final = r"# aider chat started at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d"
_STARTED: Final = re.compile(r"# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)[^\n]*\n?")
_ANSI: Final = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
_MODEL: Final = re.compile(r"(?:Main model|Models?): (\w[\w./:@-]*)")
_VERSION: Final = re.compile(r"Aider v(\S+)")
_TOKENS: Final = re.compile(r"Tokens: ([\d.,]+)(k|M)? sent.*?([\d.,]+)(k|M)? received", re.DOTALL)
_EDITED: Final = re.compile(r"(?:Applied edit to|Wrote|Created new file|Creating empty file) (.+)")
_RUNNING: Final = re.compile(r"Running (.+)", re.DOTALL)
_ASKED: Final = re.compile(
    r"Run (?:the suggested |this )?(?:shell )?commands?\?.*[:\]] *(\w*)\s*$", re.IGNORECASE
)
_ERRORS: Final = re.compile(
    r"(?:litellm\.|Unexpected error|The API provider|Model .{1,80} has hit a token limit|Can't initialize)"
)
_STOPPED: Final = "^C"  # while the model answers it stops it; after the answer it leaves the program
_COMMAND: Final = re.compile(r"/(run|test|lint|git)\b\s*(.*)|!\s*(.+)", re.DOTALL)
_SLASH: Final = re.compile(r"/([a-z][a-z-]{1,30})(?:\s+(.*))?\Z", re.DOTALL)
_OWN: Final = (
    "# Fix any errors below", "## Running: ", "Fix any errors below", "I ran this command:", "The LLM did not conform",
    "I updated the files.", "I committed the changes with git hash", "[Command '", "Here are the results of running",
)  # fmt: skip
_OWN_TOO: Final = re.compile(r"# \d+ SEARCH/REPLACE blocks? failed|The (?:repo|above) changes")
_BOUNDARY: Final = re.compile(
    r"Add (?:the |command )?output to the chat\?|Added \d+ lines? of output|Tokens: |Commit [0-9a-f]{6,}|Applied edit to"
)

_LINES: Final = 40  # that a message of the program may have

_Role: TypeAlias = Literal["user", "tool", "agent"]


class AiderFold:
    """Turns the text of one chat after the other into items; nothing goes from one to the next."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        self._source = source
        self._chat: _Chat | None = None
        self._started = ""

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns a chat into items, after the head of the one before."""
        if not isinstance(record.value, str):
            if isinstance(record.value, dict):
                return (Skipped(f"unknown-type:{kebab(record.value.get('type'))}", record.line),)
            return (Skipped("not-object", record.line),)
        found = _STARTED.match(record.value)
        started = found[1] if found else ""
        out: list[Item] = []
        if self._chat is None or started != self._started:
            if self._chat is not None:
                out.append(self._chat.thread.head())
            self._chat, self._started = _Chat(self._source, started), started
        text = record.value[found.end() :] if found else record.value
        got = list(self._chat.read(_ANSI.sub("", text), record.line))
        return [*out, *got] or (Skipped("empty", record.line),)

    def finish(self) -> Iterable[Item]:
        """The head of the last chat."""
        return ((self._chat or _Chat(self._source, "")).thread.head(),)

    def carry(self) -> dict[str, Any]:
        """Nothing: the last chat is read from its beginning."""
        return {}


class _Chat:
    """One chat while it is read."""

    def __init__(self, source: Source, started: str) -> None:
        thread = self.thread = Thread(source, {})
        # two projects may have begun a chat in the same second; copies of one file are one
        place = short_hash(8, source.path)
        thread.settle(f"{re.sub('[^0-9]', '', started) or 'undated'}-{place}")
        thread.cwd = source.path.rsplit("/", 1)[0] if "/" in source.path else ""
        self.at = moment_of(started)
        thread.passed(self.at)
        self._chat = started or source.path
        self._seen: dict[tuple[str, str], int] = {}
        self._ran: Event | None = None  # a command whose output may follow
        self._printed: list[str] = []
        self._answering = False  # the model was asked, and has not said what it cost
        self._error = ""

    def read(self, text: str, line: int) -> Iterator[Item]:
        """Yields what is in a chat."""
        for role, words in _blocks(text):
            if role == "user":
                yield from self._end()
                yield from self._user(words, line)
            elif role == "tool":
                yield from self._tool(words, line)
            else:
                yield from self._end()
                yield self._event("agent", "message", words)
        yield from self._end()

    def _key(self, kind: str, text: str) -> tuple[str, ...]:
        """By content, so that a file that was cut or joined gives the same."""
        name = (kind, short_hash(16, text))
        self._seen[name] = count = self._seen.get(name, 0) + 1
        return (self._chat, *name, str(count))

    def _event(self, by: Any, kind: Any, text: str, **more: Any) -> Event:
        return self.thread.event(self._key(f"{by} {kind}", text), self.at, by, kind, text, **more)

    def _user(self, words: str, line: int) -> Iterator[Item]:
        if words.startswith(_OWN) or _OWN_TOO.match(words):
            yield Skipped("injected:host-context", line)
            return
        ran = _COMMAND.match(words)
        if ran is not None and (ran[3] or ran[2]):
            command = ran[3] or (f"git {ran[2]}" if ran[1] == "git" else ran[2])
            self._ran = self._event("user", "command", command.strip(), tool="!")
            yield self._ran
            return
        slash = _SLASH.match(words)
        if slash is not None:
            if slash[1] in _LOOKS or not is_prose(slash[2] or ""):
                yield Skipped("injected:command-wrapper", line)
                return
            words = slash[2] or ""
        rest, cut = cut_injected(words)
        if rest:
            self._answering, self._error = True, ""
            yield self.thread.typed(self._key("user message", rest), self.at, rest)
        for reason in cut:
            yield Skipped(f"injected:{reason}", line)

    def _tool(self, words: str, line: int) -> Iterator[Item]:
        """One thing that the program said."""
        thread = self.thread
        if (found := _RUNNING.match(words)) and not words.startswith("Running /"):
            yield from self._end()
            self._ran = self._event("agent", "command", found[1].strip(), tool="shell")
            yield self._ran
        elif (asked := _ASKED.match(words)) and asked[1].lower() in ("n", "no"):
            yield from self._end()
            yield self._event("host", "error", f"The user refused: {words}")
        elif found := _EDITED.match(words):
            yield from self._end()
            yield self._event("agent", "edit", found[1].removesuffix(" to the chat").strip())
        elif words.startswith(_STOPPED) and self._answering:
            yield from self._end()
            self._answering = False
            yield self._event("user", "interrupt", words)
        elif _ERRORS.match(words) and words[:40] != self._error:
            yield from self._end()
            self._error = words[:40]
            yield self._event("host", "error", tail(words))
        elif self._ran is not None and not _BOUNDARY.match(words) and not asked:
            self._printed.append(words)
            yield Skipped("piece-of-output", line)
        else:
            yield from self._end()
            if (found := _MODEL.match(words)) and not words.startswith("Weak"):
                thread.model = found[1]
            elif found := _VERSION.match(words):
                thread.version = found[1]
            elif found := _TOKENS.match(words):
                self._answering = False
                thread.tokens_in += _number(found[1], found[2])
                thread.tokens_out += _number(found[3], found[4])
            yield Skipped("bookkeeping:notice", line)

    def _end(self) -> Iterator[Item]:
        """How a command ended, as far as the program wrote it down."""
        ran, self._ran = self._ran, None
        printed, self._printed = "\n".join(self._printed).strip(), []
        if ran is not None and printed:
            yield self._event(
                "tool", "output", tail(printed), of=ran.id, code=exit_in(printed), tool=ran.tool
            )


_LOOKS: Final = frozenset(
    ("add", "drop", "ls", "tokens", "clear", "exit", "quit", "help", "model", "models", "map", "diff", "undo", "web", "voice", "paste", "read-only", "load", "save", "reset", "settings", "edit", "editor", "multiline-mode", "copy", "copy-context", "report", "map-refresh", "chat-mode", "reasoning-effort", "think-tokens", "weak-model", "editor-model")
)  # fmt: skip


def _blocks(text: str) -> Iterator[tuple[_Role, str]]:
    """Who spoke, block by block."""
    said: list[str] = []
    typed: list[str] = []

    def closed(lines: list[str], role: _Role) -> Iterator[tuple[_Role, str]]:
        words = "\n".join(lines).strip()
        lines.clear()
        if words:
            yield role, words

    lines = text.splitlines()
    place = 0
    while place < len(lines):
        line = lines[place]
        place += 1
        marked = line.endswith("  ")
        if marked and (line.startswith("#### ") or line.strip() == "####"):
            yield from closed(said, "agent")
            typed.append(line[5:].rstrip())
        elif line.startswith("> ") and (marked or (more := _goes_on(lines, place))):
            yield from closed(typed, "user")
            yield from closed(said, "agent")
            notice = [line[2:].strip()]
            if not marked:
                notice += (rest.strip() for rest in lines[place : place + more])
                place += more
            yield from closed(notice, "tool")
        else:
            yield from closed(typed, "user")
            said.append(line)
    yield from closed(typed, "user")
    yield from closed(said, "agent")


def _goes_on(lines: Sequence[str], place: int) -> int:
    """How many lines a message of the program goes on for; 0 when it is a quotation of the model's."""
    for count, line in enumerate(lines[place : place + _LINES]):
        if not line.strip() or line.startswith(("> ", "#### ")):
            return 0
        if line.endswith("  "):
            return count + 1
    return 0


def _number(digits: str, unit: str | None) -> int:
    try:
        return int(float(digits.replace(",", "")) * {"k": 1_000, "M": 1_000_000}.get(unit or "", 1))
    except (ValueError, OverflowError):
        return 0


def _describe(path: str, root: str) -> Source:
    return Source(NAME, path, path.rsplit("/", 1)[-1].lstrip(".") or "aider")


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether a text has the line that begins a chat, or begins in the middle of one."""
    return (
        len(records) == 1
        and isinstance(records[0], str)
        and re.search(rf"^{_BEGINS}", records[0], re.MULTILINE) is not None
    )


HOST: Final = Host(
    name=NAME,
    title="Aider",
    markers=(),
    sessions=Sessions(
        env=(),
        roots=(".",),
        globs=(".aider.chat.history.md",),
        shape="markdown",
        retention_days=None,
        fold=AiderFold,
        describe=_describe,
        looks_like=_looks_like,
        in_projects=(".aider.chat.history.md",),
        markdown=Markdown(_BEGINS),
    ),
    instructions=Instructions(files=("CONVENTIONS.md", "AGENTS.md")),
)
