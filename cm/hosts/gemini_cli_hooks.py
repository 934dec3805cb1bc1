"""How Gemini CLI speaks at the start, at a prompt and at the end of a session. Its time limits are milliseconds.

Measured: only JSON is taken, and stands in the user's turn; what hooks said is not there any more in a session that is
resumed. `PreCompress` comes with every call of the model, so it tells nothing of a compaction and is not asked for.
"""

from __future__ import annotations

from cm.model.moments import Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cm.model.host import Moments

WORDS = Words(
    answers=(
        ("start", '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":{text}}}'),
        ("prompt", '{"hookSpecificOutput":{"hookEventName":"BeforeAgent","additionalContext":{text}}}'),
    ),
    forgets=("compact", "resume"),
)


def moments() -> Moments:
    """The words, and where Gemini CLI is told of our hooks; what a quick door does not need is imported here."""
    from cm.model.host import Moments, Registration

    return Moments(
        WORDS,
        tuple(
            Registration(
                where,
                ".gemini/settings.json",
                "json",
                at=("hooks", event),
                entry={
                    "hooks": [
                        {
                            "name": f"cm-{moment}",
                            "type": "command",
                            "command": "{command}",
                            "timeout": "{milliseconds}",
                        }
                    ]
                },
                moved=(("GEMINI_CLI_HOME", ""),),
                seconds=10,
                shared=where == "project",
                needs="Gemini CLI runs it only in a folder that you trusted (`/permissions`); `--skip-trust` does not load it."
                if where == "project"
                else "A session that is open takes it up when it is started anew.",
                moment=moment,
            )
            for where in ("user", "project")
            for moment, event in (("start", "SessionStart"), ("prompt", "BeforeAgent"), ("end", "SessionEnd"))
        ),
        (
            "what was told at the start is not told again after a compression: nothing says that there was one",
        ),
    )
