"""How Codex speaks at the start, at a prompt and at the end of a session: the shape of Claude Code.

Measured: what a hook says is kept, so a resumed session would hold it twice; prompts of sub-agents come with the agent's id. More
than 10,000 bytes lose their middle. The hook at the end is given three seconds at most.
"""

from __future__ import annotations

from cm.model.moments import Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cm.model.host import Moments

WORDS = Words(
    limit_bytes=10_000,
    answers=(
        ("start", '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":{text}}}'),
        ("prompt", '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":{text}}}'),
    ),
)


def moments() -> Moments:
    """The words, and where Codex is told of our hooks; what a quick door does not need is imported here."""
    from cm.hosts.dialects import hook
    from cm.model.host import Moments, Registration

    trust = (
        "Codex runs it once you have trusted it: start `codex` and say yes, or open /hooks there. Until then it is skipped "
        "without a word, in `codex exec` too."
    )
    return Moments(
        WORDS,
        tuple(
            Registration(
                where,
                ".codex/hooks.json",
                "json",
                at=("hooks", event),
                entry=hook(),
                moved=(("CODEX_HOME", ".codex"),),
                seconds=seconds,
                shared=where == "project",
                needs=trust + (" The project itself must be trusted, too." if where == "project" else ""),
                moment=moment,
            )
            for where in ("user", "project")
            for moment, event, seconds in (
                ("start", "SessionStart", 10),
                ("prompt", "UserPromptSubmit", 10),
                ("end", "SessionEnd", 3),
            )
        ),
    )
