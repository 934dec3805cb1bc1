"""`cm sessions`: read new sessions and show what is known of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cm.cli import paint, say, transcript
from cm.cli.progress import clear, progress
from cm.cli.run import Answer
from cm.errors import Usage

if TYPE_CHECKING:
    from cm.flows.ingested import Preview
    from cm.flows.sessions import SessionRow, Sessions

WHAT = typer.Argument(
    None, metavar="[show ID | FILE...]", help="Read one session, or read these transcripts instead of the hosts' own places."
)  # fmt: skip
HOST = typer.Option(None, "--host", metavar="HOST", help="Only this coding agent; may be repeated.")
PROJECT = typer.Option("", "--project", metavar="NAME", help="Only this project; `here` is the current one.")
SINCE = typer.Option("", "--since", metavar="TIME", help="Only from then on: 7d, 12h, 2w or a date.")
MOST = typer.Option(20, "--max", metavar="N", min=0, help="List at most so many; 0 is all.")
PREVIEW = typer.Option(False, "--preview", help="Say what would be read; open and write nothing.")
NO_READ = typer.Option(False, "--no-read", help="List what is in the journal, read nothing new.")
STATUS = typer.Option("", "--status", metavar="STATUS", help="Only those that ended so: success, failure, mixed, unknown, none.")  # fmt: skip
TEXT = typer.Option(
    "", "--text", metavar="WORDS", help="Only those that hold these words; as in `cm search`."
)
SORT = typer.Option("", "--sort", metavar="ORDER", help="started, events, tokens or errors; without it by last activity.")  # fmt: skip
FULL = typer.Option(False, "--full", help="With show: fold nothing.")
EXPORT = typer.Option("", "--export", metavar="FORM", help="With show: md to be read, jsonl as it is kept.")
OUT = typer.Option(None, "-o", "--output", metavar="FILE", help="With --export: write into a new file.")
PARTS = typer.Option(False, "--parts", help="Also the sessions of subagents.")
REASONS = 8


def command(
    what: list[str] = WHAT, host: list[str] = HOST, project: str = PROJECT, since: str = SINCE, status: str = STATUS,
    text: str = TEXT, sort: str = SORT, most: int = MOST, preview: bool = PREVIEW, no_read: bool = NO_READ, parts: bool = PARTS,
    full: bool = FULL, export: str = EXPORT, output: Path | None = OUT,
) -> Answer:  # fmt: skip
    """Read what is new from every coding agent into the journal, then list the newest sessions.

    `cm sessions show ID` reads one as a person would. Says how many records were read, and how many were left out and why.
    Secrets are replaced on the way in.
    """
    from cm.flows import sessions as flow
    from cm.flows.env import open_env

    given = list(what or ())
    if given[:1] == ["show"]:
        return _show(given[1:], full, export, output)
    if export or output or full:
        raise Usage("--full, --export and -o are for one session", hint="cm sessions show ID --export md")
    env = open_env()
    if preview:
        seen = flow.preview_sessions(env, tuple(host or ()))
        return Answer("sessions", seen, lambda: render_preview(seen))
    wanted = flow.Filter(
        tuple(host or ()),
        env.project if project in ("here", ".") else project,
        flow.since_of(since, env.now),
        status=status,
        text=text,
        parts=parts,
    )
    try:
        found = flow.sessions(
            env, wanted, read=not no_read, paths=tuple(map(Path, given)), most=most, sort=sort, progress=progress("reading"),
        )  # fmt: skip
    finally:
        clear()
    return Answer("sessions", found, lambda: render(found), notes=found.read.notes if found.read else ())


def _show(names: list[str], full: bool, export: str, output: Path | None) -> Answer:
    from cm.flows import transcript as flow
    from cm.flows.env import open_env

    if len(names) != 1:
        raise Usage("show takes the id of one session", hint="`cm sessions` lists them with their ids")
    if output and not export:
        raise Usage("-o needs --export", hint="cm sessions show ID --export md -o FILE")
    shown = flow.session_shown(open_env(), names[0])
    if not export:
        color = paint.wanted()
        return Answer("show", shown, lambda: transcript.render(shown, full=full, color=color), raw=True)
    text = flow.exported(shown, export)
    if output is None:
        return Answer("show", shown, lambda: text, raw=True)
    written = {"session": shown.session.id, "file": str(flow.save(output, text)), "events": len(shown.lines)}
    said = f"{shown.session.id}: {say.count(len(shown.lines), 'event')} written to {output}"
    return Answer("export", written, lambda: said)


def render(found: Sessions) -> str:
    """What was read, then the sessions, newest first."""
    if not found.total:
        return say.blocks(
            _read(found),
            say.lines("No sessions in the journal yet.", "What is looked for, and where: cm doctor"),
        )
    rows = say.blocks(*(_row(item, found.project) for item in found.sessions))
    rest = found.matching - len(found.sessions)
    more = f"{say.count(rest, 'more session')}: --max 0" if rest else ""
    none = "No session matches." if not found.sessions else ""
    return say.blocks(_read(found), rows or none, more)


def _read(found: Sessions) -> str:
    out = []
    if found.read is not None:
        now = found.read.total
        if now.events or now.read:
            out.append(
                f"Read {say.count(now.read, 'file')}: {say.count(now.records, 'record')},"
                f" {say.count(now.events, 'new event')} in {say.count(len(found.read.sessions), 'session')}."
            )
        else:
            out.append(f"Nothing new: {say.count(now.files, 'file')} unchanged.")
        if now.secrets:
            out.append(f"{say.count(now.secrets, 'secret')} replaced by a placeholder.")
        skipped = sorted(now.skipped.items(), key=lambda item: -item[1])
        if skipped:
            shown = ", ".join(f"{reason} {n:,}" for reason, n in skipped[:REASONS])
            out.append(
                f"Left out: {shown}"
                + (f" and {len(skipped) - REASONS} reasons more" if len(skipped) > REASONS else "")
            )
        out += [f"! no coding agent wrote this: {path}" for path in found.read.unrecognised]
    out += [
        f"! {item.path}: {item.error}; tried again after {say.minute(item.retry_at)}" for item in found.failed
    ]
    return say.lines(*(say.para(line) for line in out))


def _row(item: SessionRow, here: str) -> str:
    said = ", ".join(
        part
        for part in (
            item.status,
            f"{item.said} said" if item.said else "",
            f"{item.commands} run" if item.commands else "",
            f"{item.failed} failed" if item.failed else "",
            _tokens(item.tokens),
        )
        if part
    )
    project = "" if item.project == here else say.place(item.project, 40)
    where = " · ".join(part for part in (project, item.branch) if part)
    head = " · ".join(part for part in (say.minute(item.ended or item.started), where, said) if part)
    return say.lines(
        say.para(head, first=f"{say.session_name(item.id)}  ", hang=2),
        say.para(item.opening, 2) if item.opening else "",
    )


def _tokens(count: int) -> str:
    if count < 1000:
        return f"{count} tokens" if count else ""
    return f"{count / 1e6:,.1f} M tokens" if count >= 1_000_000 else f"{count // 1000:,}k tokens"


def render_preview(seen: Preview) -> str:
    """Files and sizes per host, nothing opened."""
    parts = []
    for item in seen.hosts:
        if not item.files:
            continue
        first, last = item.oldest[:10], item.newest[:10]
        days = first if first == last else f"{first} to {last}"
        todo = ((item.new, "not read yet"), (item.changed, "grown since"))
        new = ", ".join(f"{n:,} {what}" for n, what in todo if n) or "all read"
        keeps = f" The host deletes them after {item.retention_days} days." if item.retention_days else ""
        parts.append(
            say.para(
                f"{item.title}: {say.count(item.files, 'file')}, {say.size(item.bytes)}, {days}; {new}.{keeps}",
                hang=2,
            )
        )
    none = [item.title for item in seen.hosts if not item.files]
    return say.lines(*parts, none_of(none), "Nothing was opened or written.")


def none_of(titles: Sequence[str], indent: int = 0) -> str:
    """The coding agents of which nothing was found, in one line."""
    return say.para(f"no sessions of {', '.join(titles)}", indent, hang=indent + 2) if titles else ""
