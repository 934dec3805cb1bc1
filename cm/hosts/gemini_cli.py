"""Gemini CLI: its instruction files and the variables by which it is known; its sessions are not read yet."""

from __future__ import annotations

from typing import Final

from cm.model.host import Host, Instructions

HOST: Final = Host(
    name="gemini-cli",
    title="Gemini CLI",
    markers=("GEMINI_CLI", "GEMINI_SESSION_ID"),
    instructions=Instructions(files=("GEMINI.md",)),
)
