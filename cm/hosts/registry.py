"""The table of hosts. Adding one is a file, a line here, and a folder of recorded shapes under `tests/hosts/`.

The table itself is light: a host's module is imported when that host is first asked for, so that a quick door may ask
in which agent it runs without paying for the readers of all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from cm.errors import NotFound

if TYPE_CHECKING:
    from cm.model.host import Host

DOCUMENTS: Final = "instruction-files"
"""The host by which documents of projects are read: nothing runs there, and all that they say is of `file`."""

INBOX: Final = "generic-tool"
"""The host whose shape sessions have that any tool hands over."""

# name -> the module beside this one, and the variables that say "I run inside this agent" (the host's own list)
_TABLE: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "claude-code": ("claude_code", ("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT")),
    "codex": ("codex", ("CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_THREAD_ID", "CODEX_CI")),
    "gemini-cli": ("gemini_cli", ("GEMINI_CLI", "GEMINI_SESSION_ID")),
    "qwen-code": ("qwen_code", ("QWEN_CODE", "QWEN_CODE_SESSION_ID")),
    "copilot-cli": ("copilot_cli", ("COPILOT_CLI",)),
    "pi": ("pi", ("PI_CODING_AGENT",)),
    "oh-my-pi": ("oh_my_pi", ()),
    "cursor": ("cursor", ("CURSOR_AGENT", "CURSOR_TRACE_ID")),
    "droid": ("droid", ()),
    "opencode": ("opencode", ("OPENCODE", "OPENCODE_BIN_PATH")),
    "goose": ("goose", ("GOOSE_TERMINAL",)),
    "cline": ("cline", ("CLINE_BUILD_ENV", "CLINE_ACTIVE")),
    "aider": ("aider", ()),
    "amp": ("amp", ("AMP_THREAD_ID", "AMP_CURRENT_THREAD_ID")),
    "antigravity": ("antigravity", ()),
    "windsurf": ("windsurf", ()),
    "continue": ("continue_", ()),
    "specstory": ("specstory", ()),
    "generic-tool": ("generic", ()),
    "instruction-files": ("notes", ()),
    "calendars": ("calendars", ()),
    "voice-transcripts": ("voice", ()),
    "editor-history": ("editor_history", ()),
    "chatgpt": ("chatgpt", ()),
    "claude-export": ("claude_export", ()),
}

HANDED: Final = frozenset({"calendars", "voice-transcripts", "editor-history", "chatgpt", "claude-export"})
"""Those whose files a person hands over, known without importing them: personal, whatever else holds of them."""


class _Hosts(Mapping[str, "Host"]):
    """The hosts by name, each imported when first asked for."""

    def __init__(self) -> None:
        self._known: dict[str, Host] = {}

    def __getitem__(self, name: str) -> Host:
        host = self._known.get(name)
        if host is None:
            module = import_module(f"cm.hosts.{_TABLE[name][0]}")
            host = self._known[name] = module.HOST
        return host

    def __contains__(self, name: object) -> bool:
        return name in _TABLE

    def __iter__(self) -> Iterator[str]:
        return iter(_TABLE)

    def __len__(self) -> int:
        return len(_TABLE)


HOSTS: Final[Mapping[str, Host]] = _Hosts()


def markers() -> Mapping[str, tuple[str, ...]]:
    """The variables by which each host is known, without importing any host."""
    return MappingProxyType({name: variables for name, (_, variables) in _TABLE.items()})


def host_of(name: str) -> Host:
    """The host of that name; raises NotFound with the names there are."""
    if name not in HOSTS:
        known = ", ".join(HOSTS)
        raise NotFound(f"there is no host called {name!r}", hint=f"use one of: {known}", host=name)
    return HOSTS[name]


def recognise(first_records: Sequence[Any]) -> Host | None:
    """The host that wrote these records (as decoded), or None when no host knows them for its own."""
    for host in HOSTS.values():
        if host.sessions is not None and host.sessions.looks_like(first_records):
            return host
    return None
