"""How Cline speaks at its moments: executables named after the event.

Measured: what is said at the start of a task is dropped, and the hook of a prompt is not called without a terminal; only what a hook says
after a tool was used arrives. So the start is told after the first tool of a session. A sub-agent names its parent.
"""

from __future__ import annotations

from cm.model.moments import Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cm.model.host import Moments

WORDS = Words(
    agent=("parent_agent_id",),
    answers=(("start", '{"contextModification":{text}}'), ("prompt", '{"contextModification":{text}}')),
    event=("hookName",),
    folder=("cwd", "workspaceInfo.rootPath", "workspaceRoots", "workspacePath"),
    limit_chars=50_000,
    prompt=("prompt", "userPromptSubmit.prompt"),
    session=("sessionContext.rootSessionId", "taskId"),
    source=("source",),
    spaced=("agent_end",),
    transcript=("transcript_path",),
)


def moments() -> Moments:
    """The words, and where Cline is told of our hooks; what a quick door does not need is imported here."""
    from cm.model.host import Moments, Registration, Spot

    places: tuple[tuple[Spot, str, str], ...] = (
        ("user", ".cline/hooks", "Documents/Cline/Hooks"),
        ("project", ".clinerules/hooks", ".cline/hooks"),
    )
    return Moments(
        WORDS,
        tuple(
            Registration(
                where,
                f"{folder}/{name}",
                "executable",
                template="cline_hook.sh",
                moved=(("CLINE_DIR", ".cline"),) if where == "user" else (),
                or_else=(f"{other}/{name}",),
                windows=False,
                shared=where == "project",
                needs="In the VS Code extension, hooks must be switched on in its settings.",
                moment=moment,
            )
            for where, folder, other in places
            for moment, name in (("start", "PostToolUse"), ("end", "TaskComplete"))
        ),
        ("what matches a prompt: without a terminal its hook is not called", "Windows"),
    )
