"""OpenCode: sessions in `opencode.db` (SQLite), in the older tree of JSON files, or as `opencode export` writes them.

This file is the host's entry: where sessions lie, how they are known and read, its instruction files. What a message
means is `opencode_fold.py`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from cm.hosts.opencode_fold import NAME, OpenCodeFold
from cm.hosts.opencode_guard import GUARD, REGISTRATION, UNCOVERED
from cm.hosts.opencode_hooks import moments
from cm.hosts.servers import guide, server
from cm.hosts.shapes import table
from cm.hosts.tables import holds
from cm.model.headless import KEY, Headless
from cm.model.host import (
    Branch,
    Database,
    Host,
    Instructions,
    Query,
    Registration,
    Sessions,
    Skills,
    Source,
    Spot,
    Tree,
)

_TABLES: Final = {
    "session": frozenset(("id", "directory", "title")),
    "message": frozenset(("id", "session_id", "data")),
    "part": frozenset(("id", "message_id", "data")),
}
_STAMP: Final = """
select s.id, s.time_updated, m.id, m.time_updated,
  (select count(*) from part where session_id = s.id),
  (select max(p.time_updated) from part p where p.message_id = m.id)
from session s left join message m on m.id =
  (select id from message where session_id = s.id order by time_created desc, id desc limit 1)
order by s.time_created, s.id
"""
_SIMPLE_STAMP: Final = "select s.id, s.time_updated, (select count(*) from part where session_id = s.id) from session s order by s.id"
_ROWS: Final = """
select "table", id, message_id, time_created, data from (
  select 'message' as "table", id, id as message_id, time_created, data, time_created as at, 0 as level, '' as part
  from message where session_id = :session
  union all
  select 'part', p.id, p.message_id, p.time_created, p.data, m.time_created, 1, p.id
  from part p join message m on m.id = p.message_id where m.session_id = :session
  union all
  select 'end', id, id, time_created, data, time_created, 2, ''
  from message where session_id = :session and data like '%"error"%'
) order by at, message_id, level, part
"""


def _describe(path: str, root: str) -> Source:
    return Source(NAME, path, path.rsplit("/", 1)[-1])


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether first records come from here: its tables, an export, or a document of its tree."""
    if holds(records, _TABLES):
        return True
    value = records[0] if records and isinstance(records[0], dict) else {}
    info, messages = table(value.get("info")), value.get("messages")
    if "directory" in info and "time" in info and isinstance(messages, list):
        return all(isinstance(item, dict) and "info" in item and "parts" in item for item in messages[:3])
    if len(records) != 1 or not isinstance(value.get("id"), str):
        return False
    timed = isinstance(value.get("time"), dict)
    session = "projectID" in value and "directory" in value and timed
    message = isinstance(value.get("sessionID"), str) and value.get("role") in ("user", "assistant") and timed
    return (
        session or message or (isinstance(value.get("messageID"), str) and isinstance(value.get("type"), str))
    )


_MOVED: Final = (("OPENCODE_CONFIG_DIR", ".config/opencode"), ("XDG_CONFIG_HOME", ".config"))
_ENTRY: Final = {
    "type": "local",
    "command": "{argv}",
    "environment": "{environ}",
    "enabled": True,
    "timeout": 30_000,
}


def _server(
    where: Spot, folder: str, moved: tuple[tuple[str, str], ...]
) -> tuple[Registration, Registration]:
    """In `opencode.jsonc` where there is one, else in `opencode.json`."""
    second, first = f"{folder}opencode.json", f"{folder}opencode.jsonc"
    return (
        server(where, first, _ENTRY, under="mcp", moved=moved, only_there=True),
        server(where, second, _ENTRY, under="mcp", moved=moved, unless=first),
    )


_CONFIG: Final = {
    "autoupdate": False, "share": "disabled", "model": "cm-canary/scripted", "small_model": "cm-canary/scripted",
    "provider": {"cm-canary": {
        "npm": "@ai-sdk/openai-compatible", "name": "cm", "options": {"baseURL": "{url}/v1", "apiKey": KEY},
        "models": {"scripted": {"name": "scripted", "tool_call": True, "limit": {"context": 100_000, "output": 8_000}}},
    }},
}  # fmt: skip
_HEADLESS: Final = Headless(
    ("opencode", "run", "-m", "cm-canary/scripted", "{words}"),  # what holds a space is put in quotes
    environ=(
        ("OPENCODE_CONFIG_CONTENT", json.dumps(_CONFIG)), ("OPENCODE_DISABLE_AUTOUPDATE", "1"),
        ("OPENCODE_DISABLE_MODELS_FETCH", "1"), ("OPENCODE_DISABLE_LSP_DOWNLOAD", "1"),
    ),
)  # fmt: skip

HOST: Final = Host(
    name=NAME,
    title="OpenCode",
    markers=("OPENCODE", "OPENCODE_BIN_PATH"),
    sessions=Sessions(
        env=("XDG_DATA_HOME",),
        roots=(".local/share", "AppData/Local", "AppData/Roaming"),
        globs=(
            "opencode/opencode*.db",
            "opencode/storage/session/*/*.json",
            "opencode/project/*/storage/session/info/*.json",
        ),
        shape="sqlite",
        retention_days=None,
        fold=OpenCodeFold,
        describe=_describe,
        looks_like=_looks_like,
        database=Database(
            tables=_TABLES,
            sessions=(_STAMP, _SIMPLE_STAMP),
            rows=(
                (
                    Query("session", "select * from session where id = :session", ("model",)),
                    Query("part", _ROWS, ("data",)),
                ),
            ),
        ),
        tree=Tree(
            own=r"/session/(?!message/|part/|diff/|share/)[^/]+/[^/]+\.json$",
            up=3,
            table="session",
            branches=(
                Branch("message", ("message/{0}/*.json", "session/message/{0}/*.json")),
                Branch(
                    "part", ("part/{1}/*.json", "session/part/{0}/{1}/*.json", "part/*.json"), "messageID"
                ),
            ),
        ),
        parts=r"/(?:message|part)/[^/]+/[^/]+\.json$|/part/[^/]+\.json$|/storage/(?:project|todo|session_diff)/",
    ),
    instructions=Instructions(files=("AGENTS.md", "CLAUDE.md")),
    skills=Skills(".agents/skills", ".agents/skills"),
    headless=_HEADLESS,
    guard=GUARD,
    registration=REGISTRATION,
    uncovered=UNCOVERED,
    moments=moments(),
    folders=(".config/opencode", ".local/share/opencode"),
    programs=("opencode",),
    mcp=(
        *_server("user", ".config/opencode/", _MOVED),
        *_server("project", "", ()),
    ),
    guides=(guide(".config/opencode/AGENTS.md", _MOVED),),
)
