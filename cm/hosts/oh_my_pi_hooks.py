"""How oh-my-pi speaks at its moments: by the extension for pi, which it loads as well. Not tried with the real program."""

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
    """The words, and where oh-my-pi is told of our hooks; what a quick door does not need is imported here."""
    from cm.model.host import Moments, Registration

    return Moments(
        WORDS,
        (
            Registration(
                "user",
                ".omp/agent/extensions/cm-hooks.ts",
                "whole-file",
                template="pi_hooks.ts",
                moved=(("PI_CODING_AGENT_DIR", ".omp/agent"),),
                needs="It is taken up when a session begins, or by /reload.",
            ),
            Registration(
                "project",
                ".omp/extensions/cm-hooks.ts",
                "whole-file",
                template="pi_hooks.ts",
                shared=True,
                needs="It is taken up when a session begins in this folder.",
            ),
        ),
    )
