"""`cm reflect`: read sessions and propose rules, each with its quote."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cm.cli import changes, reflect_files, reflect_model, say
from cm.cli.guard_promote import by_itself
from cm.cli.progress import clear, progress
from cm.cli.run import Answer
from cm.errors import Exit, Usage

if TYPE_CHECKING:
    from cm.flows.reflect import Reflected
    from cm.flows.telling import Told

SESSION = typer.Option(
    "", "--session", metavar="ID|PATH", help="Only this session, or the transcripts at this path."
)
HOST = typer.Option(None, "--host", metavar="HOST", help="Only this coding agent; may be repeated.")
PROJECT = typer.Option("", "--project", metavar="NAME", help="Only this project; `here` is the current one.")
SINCE = typer.Option("", "--since", metavar="TIME", help="Only sessions from then on: 7d, 12h, 2w or a date.")
MOST = typer.Option(0, "--max", metavar="N", min=0, help="At most so many sessions, the newest.")
AGAIN = typer.Option(
    False, "--again", help="Also sessions that were reflected on before; nothing of them is kept twice."
)
MODEL = typer.Option(
    False, "--model/--no-model", help="Also ask the model that your config names; without it none is asked."
)
PREPARE = typer.Option(False, "--prepare", help="Print a question about a session for an agent to answer.")
APPLY = typer.Option(
    "", "--apply", metavar="FILE", help="Take that answer, through the same gate; - is stdin."
)
FILES = typer.Option(
    False, "--files", help="Only what README.md, AGENTS.md and other documents of the projects say is so."
)
DRY = typer.Option(False, "--dry-run", help="Decide and show, but write no rule and no diary.")
MANY = 20


def command(
    session: str = SESSION, host: list[str] = HOST, project: str = PROJECT, since: str = SINCE, most: int = MOST,
    again: bool = AGAIN, model: bool = MODEL, prepare: bool = PREPARE, apply: str = APPLY, files: bool = FILES, dry_run: bool = DRY,
) -> Answer:  # fmt: skip
    """Read new sessions, write their diaries, and propose rules, each with the words that prove it.

    What you said in standing words ("always", "from now on") is active at once; the rest waits as a draft until a second
    session supports it or you approve it. No model and no network are needed. With --model what patterns do not find is asked
    of a model, within your limits (cm usage); --dry-run shows what would be sent and what it would cost at most.

    What README.md, AGENTS.md and their kin say is so becomes facts that wait for you; --files reads only those.
    """
    from cm.flows.env import open_env
    from cm.flows.reflect import Wish, hand_out, reflect, take_answer
    from cm.flows.sessions import Filter, since_of

    env = open_env()
    wanted = Filter(
        tuple(host or ()), env.project if project in ("here", ".") else project, since_of(since, env.now)
    )
    if sum((model, prepare, bool(apply))) > 1:
        raise Usage("--model, --prepare and --apply are three ways to the same; take one")
    if files:
        if model or prepare or apply or session or host or since or most:
            raise Usage("--files reads documents alone", hint="with it go --project, --again and --dry-run")
        from cm.flows.file_facts import read_new_files

        try:
            found = read_new_files(
                env, project=wanted.project, again=again, dry_run=dry_run, progress=progress("reading")
            )
        finally:
            clear()
        return Answer("reflect-files", found, lambda: reflect_files.render(found), notes=found.notes)
    if apply:
        taken = take_answer(
            env, None if apply == "-" else Path(apply), _stdin() if apply == "-" else "", dry_run=dry_run
        )
        return Answer("reflect-answer", taken, lambda: reflect_model.render_taken(taken))
    wish = Wish(session, wanted, most, again, dry_run, model)
    try:
        if prepare:
            handed = hand_out(env, wish, progress=progress("reading"))
            return Answer("reflect-question", handed, lambda: reflect_model.render_handed(handed), raw=True)
        done = reflect(env, wish, progress=progress("reflecting"))
    finally:
        clear()
    failed = done.modelled is not None and bool(done.modelled.troubles)
    return Answer(
        "reflect", done, lambda: render(done), notes=done.notes, exit=Exit.OUTSIDE if failed else Exit.OK
    )


def _stdin() -> str:
    return sys.stdin.buffer.read().decode("utf-8", "replace")


def render(done: Reflected) -> str:
    """What was read, then new rules with their quotes, then what was refused and why, then what to do next."""
    active = done.of("added", state="active")
    drafts = done.of("added", state="draft")
    disputed = done.of("contested")
    support = done.of("reinforced")
    changed = done.of("retired", "inverted", "replaced", "merged")
    return say.blocks(
        _read(done),
        changes.grouped(active, "New and active", MANY),
        changes.grouped(drafts, "New drafts", MANY),
        changes.grouped(disputed, "Contested", MANY),
        changes.grouped(support, "Supported again", MANY),
        changes.grouped(changed, "Changed by what the marks say, or by criteria that are newer", MANY),
        changes.grouped(done.of("promoted"), "Merged: these hold everywhere from now on", MANY),
        changes.grouped(done.of("moved"), "Renamed: these follow their branch", MANY),
        changes.grouped(done.of("stale"), "Held back until review", MANY),
        _refused(done.of("refused")),
        reflect_files.summary(done.files),
        reflect_files.found(done.files),
        _outcomes(done),
        say.lines(*map(by_itself, done.raised)),
        reflect_model.render(done.modelled, dry_run=done.dry_run) if done.modelled else "",
        _next(done, active, drafts),
    )


def _read(done: Reflected) -> str:
    total = done.read.total
    new = f", {say.count(total.events, 'new event')}" if total.events else ""
    out = [
        f"Read {say.count(total.read, 'file')} of {total.files:,}{new}."
        if total.files
        else "No transcripts found: cm doctor"
    ]
    if done.sessions:
        diaries = f", {say.count(done.diaries, 'diary', 'diaries')} written" if done.diaries else ""
        out.append(
            f"Reflected on {say.count(done.sessions, 'session')} of {say.count(done.projects, 'project')}"
            f" ({say.count(done.events, 'event')}{diaries})."
        )
    if done.passed_over:
        out.append(
            "Passed over: " + ", ".join(f"{n:,} {reason}" for reason, n in done.passed_over.items()) + "."
        )
    skipped = sum(total.skipped.values())
    if skipped:
        out.append(f"{say.count(skipped, 'record')} left out, by reason: cm doctor")
    out += [f"! {item.path}: {item.error}" for item in done.read.failed]
    out += [f"! no coding agent wrote this: {path}" for path in done.read.unrecognised]
    return say.lines(*(say.para(line) for line in out))


def _refused(items: tuple[Told, ...]) -> str:
    if not items:
        return ""
    shown = [
        say.lines(
            say.para(say.cut(item.text, 200) or "(withheld)", first="  - "),
            say.para(f"{item.reason}: {item.say}", 4),
        ).rstrip()
        for item in items[:MANY]
    ]
    rest = f"  and {len(items) - MANY} more: --json" if len(items) > MANY else ""
    return say.lines(f"Refused ({len(items)})", *shown, rest)


def _outcomes(done: Reflected) -> str:
    """How the sessions ended, and what that and the marks in them gave the rules."""
    from cm.cli.outcome import in_short

    out = []
    if done.outcomes:
        ends = ", ".join(f"{count:,} {name}" for name, count in done.outcomes.items())
        out.append(f"Outcomes: {ends}.")
    if done.inline:
        out.append(f"{say.count(len(done.inline), 'mark')} found in comments and talk.")
    if done.applied and (given := in_short(done.applied)):
        out.append(f"{given} cm outcome list")
    if done.unknown_rules:
        names = ", ".join(done.unknown_rules[:5]) + (" …" if len(done.unknown_rules) > 5 else "")
        out.append(f"Marks for names that no rule has, or several: {names}.")
    return say.para(" ".join(out)) if out else ""


def _next(done: Reflected, active: tuple[Told, ...], drafts: tuple[Told, ...]) -> str:
    if done.dry_run:
        return "Nothing was written but the journal of what was read."
    out = []
    if not done.told:
        out.append("No new rule in these sessions." if done.sessions else "Nothing to reflect on.")
    if done.drafts:
        out.append(
            f"{say.count(done.drafts, 'draft')} {'waits' if done.drafts == 1 else 'wait'} for you: cm review"
        )
    if any(item.verdict == "contested" for item in done.told):
        out.append("Of rules that say opposite things you decide which one holds: cm review")
    if active:
        first = say.short(active[0].rule)
        out.append(f"Why, or not right: cm why {first}, cm forget {first} --reason …")
    if active or drafts:
        out.append('Before a task: cm context "what you are about to do"')
    return say.lines(*(say.para(line) for line in out))
