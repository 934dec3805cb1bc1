"""Cursor: its rule files and the variables by which it is known; its sessions are not read yet."""

from __future__ import annotations

from typing import Final

from cm.model.host import Host, Instructions

HOST: Final = Host(
    name="cursor",
    title="Cursor",
    markers=("CURSOR_AGENT", "CURSOR_TRACE_ID"),
    instructions=Instructions(files=(".cursor/rules/cm.mdc", "AGENTS.md", ".cursorrules")),
)
