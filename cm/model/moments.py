"""The moments at which a host's hooks speak to `cm` beside the one before a tool: what is heard then, and in which words.

Made for the quick doors: light records, no dataclasses. How a host asks before a tool is used is `host.PreCommand`; where a host is told
of a hook is `host.Registration`; reading and answering is `cm/hosts/moments.py`.
"""

from __future__ import annotations

from cm.model.light import Light

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    Moment: TypeAlias = Literal["start", "prompt", "pre-command", "post", "compact", "end"]

MOMENTS: tuple[Moment, ...] = ("start", "prompt", "pre-command", "post", "compact", "end")


class Heard(Light):
    """What a host says at a moment, in words of ours; "" for what it does not say."""

    __slots__ = ("agent", "command", "event", "failed", "files", "folder", "prompt", "session", "source", "tool", "transcript")  # fmt: skip
    defaults = (("agent", ""), ("command", ""), ("event", ""), ("failed", False), ("files", ()), ("folder", ""), ("prompt", ""), ("session", ""), ("source", ""), ("tool", ""), ("transcript", ""),)  # fmt: skip
    agent: str  # the id of a sub-agent: then it is not the user who speaks
    command: str  # after a tool was used: the command that ran
    event: str  # the host's own name for the moment
    failed: bool  # after a tool was used: whether it failed, as far as the host says so
    files: tuple[str, ...]
    folder: str
    prompt: str
    session: str  # the native id
    source: str  # why a session starts: "new", "resume", "compact"; or the host's own word
    tool: str
    transcript: str  # path of the session's transcript


class Words(Light):
    """How a host speaks at its moments. A dotted path is looked up in the payload; of several the first that is there counts."""

    __slots__ = ("agent", "answers", "call", "commands", "event", "failures", "folder", "forgets", "limit_bytes", "limit_chars", "new", "prompt", "quiet", "repeats", "session", "source", "spaced", "tool", "transcript")  # fmt: skip
    defaults = (
        ("agent", ("agent_id", "agentId")), ("answers", ()), ("call", ("tool_input", "toolInput", "toolArgs")), ("commands", ("command",)),
        ("event", ("hook_event_name", "hookEventName", "hookName")), ("failures", ()), ("folder", ("cwd",)), ("forgets", ("compact",)), ("limit_bytes", 0),
        ("limit_chars", 0), ("new", ("startup", "new", "clear", "")), ("prompt", ("prompt",)), ("quiet", ()),
        ("repeats", ()), ("session", ("session_id", "sessionId")), ("source", ("source",)), ("spaced", ()),
        ("tool", ("tool_name", "toolName")), ("transcript", ("transcript_path", "transcriptPath")),
    )  # fmt: skip
    agent: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]
    """(moment, the answer): one JSON document with {text} for the text as a JSON text; a moment without one takes no context."""
    call: tuple[str, ...]  # after a tool was used: its input
    commands: tuple[str, ...]  # keys of that input that hold the command
    event: tuple[str, ...]
    failures: tuple[str, ...]  # events that are only sent of a tool that failed
    folder: tuple[str, ...]
    forgets: tuple[
        str, ...
    ]  # sources after which nothing that was told before is in the model's context any more
    limit_bytes: int  # of what is injected at one moment, 0 = none known
    limit_chars: int
    new: tuple[str, ...]  # sources with which a session begins that was not there before
    prompt: tuple[str, ...]
    quiet: tuple[str, ...]  # what a prompt begins with that the host made itself
    repeats: tuple[
        str, ...
    ]  # sources after which what was told at the start is gone from the model's context
    session: tuple[str, ...]
    source: tuple[str, ...]
    spaced: tuple[str, ...]  # events of an end that come with every turn
    tool: tuple[str, ...]
    transcript: tuple[str, ...]
