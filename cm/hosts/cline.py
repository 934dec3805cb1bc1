"""Cline and its relatives (Roo Code, Zoo Code): tasks of the editor extension, sessions of the command line program.

A task is `ui_messages.json` (what the user saw; preferred) or `api_conversation_history.json`; a session of the program
is `<id>.messages.json` with its manifest beside it. Not here: what they mean (`cline_ui_fold.py`, `cline_fold.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from cm.hosts.cline_fold import NAME, ClineFold, speaks_cline
from cm.hosts.cline_guard import GUARD, REGISTRATION, UNCOVERED
from cm.hosts.cline_hooks import moments
from cm.hosts.cline_ui_fold import ClineUiFold
from cm.hosts.servers import PROGRAM, guide, server
from cm.hosts.shapes import number, table
from cm.model.headless import KEY, Headless
from cm.model.host import Fold, Host, Instructions, Place, Record, Sessions, Skills, Source
from cm.model.session import Item

_TASK: Final = re.compile(r"/tasks/[^/]+/[^/]+$")
_EDITORS: Final = ("Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf")
_STORES: Final = (
    *(f".config/{editor}/User/globalStorage" for editor in _EDITORS),
    *(f"Library/Application Support/{editor}/User/globalStorage" for editor in _EDITORS),
    *(f"AppData/Roaming/{editor}/User/globalStorage" for editor in _EDITORS),
    ".vscode-server/data/User/globalStorage",
    ".vscode-server-insiders/data/User/globalStorage",
)
_EXTENSIONS: Final = ("saoudrizwan.claude-dev", "rooveterinaryinc.roo-cline", "zoocodeorganization.zoo-code")
_FILES: Final = ("ui_messages.json", "api_conversation_history.json")


class _EitherFold:
    """Takes the reading that fits the first record; a file holds one kind only."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        self._source = source
        self._seen = (carry or {}).get("ui")
        make = ClineUiFold if self._seen is True else ClineFold
        self._fold: Fold = make(source, carry)

    def feed(self, record: Record) -> Iterable[Item]:
        """Hands the record on."""
        if self._seen is None and isinstance(record.value, dict):
            self._seen = is_ui(record.value)
            if self._seen:
                self._fold = ClineUiFold(self._source, None)
        return self._fold.feed(record)

    def finish(self) -> Iterable[Item]:
        """What the reading itself says at the end."""
        return self._fold.finish()

    def carry(self) -> dict[str, Any]:
        """What a later run needs to go on."""
        return {**self._fold.carry(), **({"ui": self._seen} if self._seen is not None else {})}


def is_ui(value: Mapping[str, Any]) -> bool:
    """Whether a record is an element of `ui_messages.json`."""
    kind = value.get("type")
    return kind in ("say", "ask") and isinstance(value.get(kind), str) and number(value.get("ts")) is not None


def _describe(path: str, root: str) -> Source:
    """A task is named by its folder; its files have the same name everywhere."""
    name = path.rsplit("/", 1)[-1]
    if _TASK.search(path):
        name = f"{path.rsplit('/', 2)[-2]}.json"
    return Source(NAME, path, name)


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether first records come from here."""
    first = records[0] if records and isinstance(records[0], dict) else {}
    if is_ui(first):
        return True
    if isinstance(first.get("messages"), list) and isinstance(first.get("sessionId"), str):
        return isinstance(first.get("agent"), str) and ("origin" in first or "updated_at" in first)
    if isinstance(first.get("session_id"), str) and "messages_path" in first and "started_at" in first:
        return True
    return "type" not in first and any(speaks_cline(table(value)) for value in records[:2])


# its hooks lie beside the folder of its data; keys, settings of models and sessions in it
_HEADLESS: Final = Headless(
    ("cline", "--json", "-t", "80", "{prompt}"),
    environ=(
        ("CLINE_DATA_DIR", "{files}/data"),
        ("CLINE_SESSION_BACKEND_MODE", "local"),
        ("CLINE_NO_AUTO_UPDATE", "1"),
    ),
    before=("cline", "auth", "-p", "openai-compatible", "-k", KEY, "-m", "scripted", "-b", "{url}/v1"),
)

HOST: Final = Host(
    name=NAME,
    title="Cline",
    markers=("CLINE_BUILD_ENV", "CLINE_ACTIVE"),
    sessions=Sessions(
        env=("CLINE_DIR",),
        roots=(".cline",),
        globs=(
            "data/sessions/*/*.messages.json",
            *(f"data/tasks/*/{name}" for name in _FILES),
        ),
        shape="json",
        retention_days=None,
        fold=_EitherFold,
        describe=_describe,
        looks_like=_looks_like,
        places=(
            Place(
                (),
                ("sessions/*/*.messages.json", *(f"tasks/*/{name}" for name in _FILES)),
                ("CLINE_DATA_DIR",),
            ),
            Place((), ("*/*.messages.json",), ("CLINE_SESSION_DATA_DIR",)),
            Place(
                _STORES, tuple(f"{extension}/tasks/*/{name}" for extension in _EXTENSIONS for name in _FILES)
            ),
        ),
        companions=("{folder}.json", "{stem}.json"),
        parts=r"/sessions/([^/]+)/\1\.json$|\.compaction\.json$|/tasks/[^/]+/(?:task_metadata|history_item|_index)\.json$",
        instead_of=(("ui_messages.json", "api_conversation_history.json"),),
    ),
    instructions=Instructions(files=("AGENTS.md", ".clinerules", ".cline/rules/cm.md")),
    skills=Skills(".agents/skills", ".agents/skills"),
    headless=_HEADLESS,
    guard=GUARD,
    registration=REGISTRATION,
    uncovered=UNCOVERED,
    moments=moments(),
    folders=(".cline", "Documents/Cline"),
    programs=("cline",),
    mcp=(
        server(
            "user",
            ".cline/data/settings/cline_mcp_settings.json",
            {**PROGRAM, "disabled": False, "autoApprove": [], "timeout": 60},
            moved=(("CLINE_DIR", ".cline"),),
            needs="The VS Code extension has a file of its own: add the server in its MCP view.",
        ),
    ),
    guides=(guide(".cline/rules/cm.md", (("CLINE_DIR", ".cline"),)),),
)
