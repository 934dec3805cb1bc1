"""How goose speaks at the end of a session; it takes no context from a hook. Not tried with the real program."""

from __future__ import annotations

from cm.model.moments import Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cm.model.host import Moments

WORDS = Words(
    event=("event",),
    folder=("working_dir", "cwd"),
    prompt=("message",),
)


def moments() -> Moments:
    """The words, and where goose is told of our hooks; what a quick door does not need is imported here."""
    from cm.hosts.dialects import hook
    from cm.model.host import Moments, Registration

    place = ".agents/plugins/cm-hooks/"
    return Moments(
        WORDS,
        tuple(
            each
            for where in ("user", "project")
            for each in (
                Registration(
                    where,
                    place + "plugin.json",
                    "whole-file",
                    template="goose_hooks.json",
                    shared=where == "project",
                    moment="end",
                ),
                Registration(
                    where,
                    place + "hooks/hooks.json",
                    "json",
                    at=("hooks", "SessionEnd"),
                    entry=hook(),
                    shared=where == "project",
                    needs="goose takes it up when a session begins; versions before 1.38 know no hooks.",
                    moment="end",
                ),
            )
        ),
        (
            "context at the start and at a prompt: goose takes none from a hook; its MCP server and AGENTS.md reach it",
        ),
    )
