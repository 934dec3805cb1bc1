"""How GitHub Copilot speaks at the start, at a prompt, before a compaction and at the end of a session.

Measured: only JSON is taken, with the text at the top level; prompts of sub-agents come with the agent's id. Of a session that is
resumed what was said at a prompt is there again, what was said at the start is not. VS Code runs the
same file and reads `hookSpecificOutput`, so both are said.
"""

from __future__ import annotations

from cm.model.moments import Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cm.model.host import Moments

WORDS = Words(
    answers=(
        (
            "start",
            '{"additionalContext":{text},"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":{text}}}',
        ),
        (
            "prompt",
            '{"additionalContext":{text},"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":{text}}}',
        ),
    ),
    repeats=("resume",),
    spaced=("agentStop", "Stop"),
)


def moments() -> Moments:
    """The words, and where Copilot is told of our hooks; what a quick door does not need is imported here."""
    from typing import Any

    from cm.model.host import Moments, Registration, Spot

    places: tuple[tuple[Spot, str, Any, str], ...] = (
        (
            "user",
            ".copilot/hooks/cm-hooks.json",
            {"version": 1},
            "A session that is open takes it up when it is started anew. VS Code reads this file, too.",
        ),
        (
            "project",
            ".github/copilot/settings.local.json",
            None,
            "Copilot runs it only in a folder that you trusted; VS Code does not read this file.",
        ),
    )
    return Moments(
        WORDS,
        tuple(
            Registration(
                where,
                path,
                "json",
                at=("hooks", event),
                entry={
                    "type": "command",
                    "bash": "{command}",
                    "powershell": "{powershell}",
                    "timeoutSec": "{timeout}",
                },
                root=root,
                moved=(("COPILOT_HOME", ".copilot"),),
                seconds=10,
                needs=needs,
                moment=moment,
            )
            for where, path, root, needs in places
            for moment, event in (
                ("start", "sessionStart"),
                ("prompt", "userPromptSubmitted"),
                ("compact", "preCompact"),
                ("end", "sessionEnd"),
            )
        ),
    )
