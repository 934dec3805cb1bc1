"""How a session reads as text: who said what when, commands with how they ended, outputs folded; in colour on a terminal.

Stored text is shown without control characters. Not here: which of it may be shown (`flows/transcript.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cm.cli import paint, say

if TYPE_CHECKING:
    from cm.flows.transcript import Line, SessionShown

_CODE: Final = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?)"
)  # what colours a terminal
FOLDED: Final = {"output": 4, "error": 4, "command": 4, "summary": 6, "message": 40}
LONG: Final = 400  # characters of one line of an output: a page in one line is no line
_STYLES: Final = {"user": "cyan", "agent": "green"}


def render(shown: SessionShown, *, full: bool = False, color: bool = False) -> str:
    """A session, or the place around one event of it."""
    head = shown.session
    where = " · ".join(
        part
        for part in (
            say.place(head.project, 60), head.branch, _span(head.started, head.ended), head.model, shown.status,
        )
        if part
    )  # fmt: skip
    title = say.lines(
        paint.painted(say.para(where, first=f"{head.id}  ", hang=2), "bold", color),
        say.para(head.title, 2) if head.title else "",
    )
    earlier = f"… {say.count(shown.before, 'earlier event')}" if shown.before else ""
    later = f"… {say.count(shown.after, 'later event')}" if shown.after else ""
    folded: list[str] = []
    body = [
        _line(line, full=full or line.id == shown.event, color=color, hit=line.id == shown.event, folded=folded)
        for line in shown.lines
    ]  # fmt: skip
    ways = [f"The whole session: cm sessions show {head.id}"] if shown.event else []
    if folded and not shown.event:
        ways.append(f"{say.count(len(folded), 'event')} folded: --full")
    return say.blocks(title, earlier, *body, later, say.lines(*ways))


def _span(started: str, ended: str) -> str:
    begin, end = say.minute(started) if started else "", say.minute(ended) if ended else ""
    if begin and end[:10] == begin[:10]:
        return f"{begin} to {end[11:]}" if end != begin else begin
    return " to ".join(part for part in (begin, end) if part)


def _line(line: Line, *, full: bool, color: bool, hit: bool, folded: list[str]) -> str:
    ended = f" → exit {line.exit}" if line.kind == "command" and line.exit is not None else ""
    ended = f" (exit {line.exit})" if line.kind == "output" and line.exit else ended
    what = {"message": "", "command": " runs", "edit": " edits"}.get(line.kind, f" {line.kind}")
    part = f" · subagent {say.cut(line.agent, 20)}" if line.agent else ""
    head = f"{line.at[11:16] or '--:--'} {line.by}{what}{ended}{part}"
    mark = f"  ← {line.id}" if hit else ""
    bad = line.kind == "error" or (line.exit is not None and line.exit != 0)
    style = "red" if bad else _STYLES.get(line.by, "dim")
    most = 10_000_000 if full else FOLDED.get(line.kind, 40)
    text = _folded(_CODE.sub("", line.text).split("\n"), most, line.kind, line.id, folded)
    body = "\n".join(_wrapped(each) for each in text)
    if line.kind in ("output", "error"):
        body = paint.painted(body, "dim", color)
    return say.lines(paint.painted(head, style, color) + paint.painted(mark, "bold", color), body)


def _folded(lines: Sequence[str], most: int, kind: str, event: str, folded: list[str]) -> Sequence[str]:
    """The lines that are shown: of an output the last, which tell how it went; else the first."""
    said = [line for line in lines if line.strip()] if kind == "output" else list(lines)
    if most in FOLDED.values() and kind in ("output", "error") and any(len(line) > LONG for line in said):
        folded.append(event)
        said = [line if len(line) <= LONG else line[:LONG].rstrip() + " …" for line in said]
    if len(said) <= most + 1:  # folding one line saves nothing
        return said
    if folded[-1:] != [event]:
        folded.append(event)
    note = f"… {len(said) - most} lines folded"
    return [note, *said[-most:]] if kind in ("output", "error") else [*said[:most], note]


def _wrapped(line: str) -> str:
    flat = line.expandtabs(4)
    indent = min(12, len(flat) - len(flat.lstrip(" ")))
    return say.para(flat, 4 + indent) if flat.strip() else ""
