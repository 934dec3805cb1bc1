"""Continue's `cn`, which is no longer made: an agent that cannot be guarded, so that it is named where others are.

It reads hooks from its settings and from those of Claude Code, and knows `PreToolUse` by name. Measured with its last
version (1.5.47): nothing ever calls it, neither there nor in its source; a guard told there would be a promise that nobody
keeps. Git's own hooks (`cm guard install --git`) are asked all the same.
"""

from __future__ import annotations

from typing import Final

from cm.model.host import Host, Instructions

NAME: Final = "continue"

HOST: Final = Host(
    name=NAME,
    title="Continue (cn)",
    markers=(),
    instructions=Instructions(files=("AGENTS.md",)),
    folders=(".continue",),
    programs=("cn",),
    uncovered=("everything: it knows a hook before a tool by name, and never runs one",),
)
