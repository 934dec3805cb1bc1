"""How Qwen Code speaks at the start, at a prompt and at the end of a session: the shape of Claude Code.

Measured: what is said at the start becomes part of the system prompt and is not kept, so a resumed session is told again. The hook
of a prompt is called with an empty one after every tool, and what it says then goes in once more. Without a terminal there is no end
of a session, only the end of each turn (`Stop`); a time limit of 1000 or more would be taken for milliseconds.
"""

from __future__ import annotations

from cm.model.moments import Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cm.model.host import Moments

WORDS = Words(
    answers=(
        ("start", '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":{text}}}'),
        ("prompt", '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":{text}}}'),
    ),
    prompt=("submitted_prompt", "prompt"),
    repeats=("resume",),
    spaced=("Stop",),
)


def moments() -> Moments:
    """The words, and where Qwen Code is told of our hooks; what a quick door does not need is imported here."""
    from cm.hosts.dialects import hook
    from cm.model.host import Moments, Registration

    return Moments(
        WORDS,
        tuple(
            Registration(
                where,
                ".qwen/settings.json",
                "json",
                at=("hooks", event),
                entry=hook(),
                moved=(("QWEN_HOME", ".qwen"),),
                seconds=10,
                shared=where == "project",
                needs="Qwen Code runs it only in a folder that you trust, where folder trust is switched on."
                if where == "project"
                else "A session that is open takes it up when it is started anew.",
                moment=moment,
            )
            for where in ("user", "project")
            for moment, event in (
                ("start", "SessionStart"),
                ("prompt", "UserPromptSubmit"),
                ("end", "SessionEnd"),
                ("end", "Stop"),
            )
        ),
    )
