"""How OpenCode speaks at its moments: a plugin of ours inside it (`guards/shims/opencode_hooks.js`), which starts `cm hook`.

Measured: what is told at the start goes into the system prompt of every request, kept by the plugin, so it outlives a compaction and is
told anew where a session is resumed. `session.idle` comes after every turn; its sessions lie in a database, by their id.
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
    new=("startup", "new", "resume", ""),
    repeats=("resume",),
    spaced=("session.idle",),
)


def moments() -> Moments:
    """The words, and where OpenCode is told of our hooks; what a quick door does not need is imported here."""
    from cm.model.host import Moments, Registration

    needs = (
        "OpenCode takes it up when it is started anew. With its first plugin it fetches its plugin package from npm; without "
        "a network it waits for that."
    )
    return Moments(
        WORDS,
        (
            Registration(
                "user",
                ".config/opencode/plugins/cm-hooks.js",
                "whole-file",
                template="opencode_hooks.js",
                moved=(("OPENCODE_CONFIG_DIR", ".config/opencode"), ("XDG_CONFIG_HOME", ".config")),
                needs=needs,
            ),
            Registration(
                "project",
                ".opencode/plugins/cm-hooks.js",
                "whole-file",
                template="opencode_hooks.js",
                shared=True,
                needs=needs,
            ),
        ),
    )
