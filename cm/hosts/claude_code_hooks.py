"""How Claude Code speaks at the start, at a prompt and at the end of a session.

Measured: what a hook says is kept in the transcript. After a compaction a session starts once more, with that as its source. More
than 10,000 characters are put into a file. A notice of a task in the background comes as if it were a prompt. All hooks at
the end share a second and a half unless one asks for more.
"""

from __future__ import annotations

from cm.model.moments import Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cm.model.host import Moments

WORDS = Words(
    limit_chars=10_000,
    answers=(
        ("start", '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":{text}}}'),
        ("prompt", '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":{text}}}'),
    ),
    quiet=("<task-notification>", "<teammate-message", "<agent-message"),
)


def moments() -> Moments:
    """The words, and where Claude Code is told of our hooks; what a quick door does not need is imported here."""
    from cm.hosts.dialects import hook
    from cm.model.host import Moments, Registration, Spot

    needs = "A session that is open takes it up when it is started anew; an interactive one runs hooks only in a folder whose trust question you have answered."
    places: tuple[tuple[Spot, str], ...] = (
        ("user", ".claude/settings.json"),
        ("project", ".claude/settings.local.json"),
    )
    return Moments(
        WORDS,
        tuple(
            Registration(
                where,
                path,
                "json",
                at=("hooks", event),
                entry=hook(),
                moved=(("CLAUDE_CONFIG_DIR", ".claude"),),
                seconds=10,
                needs=needs,
                moment=moment,
            )
            for where, path in places
            for moment, event in (
                ("start", "SessionStart"),
                ("prompt", "UserPromptSubmit"),
                ("end", "SessionEnd"),
            )
        ),
    )
