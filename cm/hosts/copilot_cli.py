"""GitHub Copilot CLI: its instruction files and the variable by which it is known; its sessions are not read yet."""

from __future__ import annotations

from typing import Final

from cm.model.host import Host, Instructions

HOST: Final = Host(
    name="copilot-cli",
    title="GitHub Copilot CLI",
    markers=("COPILOT_CLI",),
    instructions=Instructions(files=(".github/copilot-instructions.md", "AGENTS.md")),
)
