"""How pi speaks at its moments: an extension of ours inside it (`guards/shims/pi_hooks.ts`), which starts `cm hook`.

Measured: a message that the extension adds before the agent starts is kept in the session. What is for the start is handed over with
the first prompt of a session, and with the next one after a compaction.
"""

from __future__ import annotations

from cm.model.moments import Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cm.model.host import Moments

WORDS = Words(
    agent=("agent",),
    answers=(("start", '{"context":{text}}'), ("prompt", '{"context":{text}}')),
    event=("event",),
    folder=("cwd",),
    prompt=("prompt",),
    session=("session",),
    source=("source",),
    transcript=("transcript",),
    spaced=("agent_end",),
)


def moments() -> Moments:
    """The words, and where pi is told of our hooks; what a quick door does not need is imported here."""
    from cm.model.host import Moments, Registration

    return Moments(
        WORDS,
        (
            Registration(
                "user",
                ".pi/agent/extensions/cm-hooks.ts",
                "whole-file",
                template="pi_hooks.ts",
                moved=(("PI_CODING_AGENT_DIR", ".pi/agent"),),
                needs="It is taken up when a session begins, or by /reload.",
            ),
            Registration(
                "project",
                ".pi/extensions/cm-hooks.ts",
                "whole-file",
                template="pi_hooks.ts",
                shared=True,
                needs="pi loads extensions of a project only once you trusted it.",
            ),
        ),
    )
