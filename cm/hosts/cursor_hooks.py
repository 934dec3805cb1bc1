"""How Cursor speaks at the start and at the end of a session. Not tried with the real program.

One event that it does not know, or a URL in a command, would void the whole file. Before a prompt it takes no context.
"""

from __future__ import annotations

from cm.model.moments import Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cm.model.host import Moments

WORDS = Words(
    answers=(("start", '{"additional_context":{text}}'),),
    folder=("cwd", "workspace_roots"),
    session=("session_id", "conversation_id"),
)


def moments() -> Moments:
    """The words, and where Cursor is told of our hooks; what a quick door does not need is imported here."""
    from cm.model.host import Moments, Registration

    return Moments(
        WORDS,
        tuple(
            Registration(
                where,
                ".cursor/hooks.json",
                "json",
                at=("hooks", event),
                entry={"command": "{command}", "timeout": "{timeout}"},
                root={"version": 1},
                shared=where == "project",
                needs="Cursor takes it up when it is started anew; see Settings, Hooks.",
                moment=moment,
            )
            for where in ("user", "project")
            for moment, event in (("start", "sessionStart"), ("end", "sessionEnd"))
        ),
        ("what matches a prompt: Cursor takes no context there",),
    )
