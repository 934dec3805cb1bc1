"""What each coding agent reads by itself when a session starts: instruction files, rules and memory, as its documentation says.

Plain data for whoever counts what a start costs. Not here: where `cm` may write (each host's own file), sessions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Start:
    """The files that are read at every start, as patterns below a project and below the user's home."""

    host: str
    title: str
    project: tuple[str, ...]
    user: tuple[str, ...] = ()
    first: tuple[str, ...] = ()  # of these only the first that is there, beside all of `project`
    imports: int = 0  # so many files deep `@path` is followed
    only: tuple[str, ...] = ()  # patterns whose files count only with `alwaysApply: true`
    lines: tuple[tuple[str, int], ...] = ()  # of such files only so many lines


STARTS: Final[tuple[Start, ...]] = (
    Start(
        "claude-code", "Claude Code",
        ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", ".claude/rules/*.md"),
        (".claude/CLAUDE.md", ".claude/projects/{project}/memory/MEMORY.md"),
        imports=4, lines=(("MEMORY.md", 200),),
    ),
    Start("codex", "Codex", (), (".codex/AGENTS.md",), first=("AGENTS.override.md", "AGENTS.md")),
    Start("gemini-cli", "Gemini CLI", ("GEMINI.md",), (".gemini/GEMINI.md",), imports=5),
    Start("cursor", "Cursor", ("AGENTS.md", ".cursorrules", ".cursor/rules/*.mdc"), only=(".cursor/rules/*.mdc",)),
    Start(
        "copilot-cli", "Copilot CLI",
        (".github/copilot-instructions.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"), (".copilot/copilot-instructions.md",),
    ),
    Start("windsurf", "Windsurf", (".windsurfrules", ".windsurf/rules/*.md", "AGENTS.md"), (".codeium/windsurf/memories/global_rules.md",)),
    Start("opencode", "OpenCode", (), (".config/opencode/AGENTS.md",), first=("AGENTS.md", "CLAUDE.md")),
    Start("cline", "Cline", (".clinerules", ".clinerules/*.md")),
)  # fmt: skip

FILES: Final = (
    "AGENTS.md", "AGENTS.override.md", "AGENTS.local.md", "AGENT.md", "CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", "QWEN.md",
    ".cursorrules", ".windsurfrules", ".clinerules", "copilot-instructions.md", "global_rules.md",
)  # fmt: skip
"""Names of instruction files, wherever they lie; case does not count."""
FOLDERS: Final = (
    (".cursor/rules", ".mdc"), (".windsurf/rules", ".md"), (".claude/rules", ".md"), (".clinerules", ".md"), (".roo/rules", ".md"),
    (".github/instructions", ".md"),
)  # fmt: skip
"""Folders whose files of an ending are instructions."""
MEMORY: Final = r"(?:^|/)(?:projects/[^/]+/)?memory/[^/]+\.md$|(?:^|/)MEMORY\.md$"
"""What an agent wrote down for itself, so that an order in it is nobody's."""
