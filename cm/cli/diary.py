"""`cm diary`: what was asked, done, decided, hard and learned in a session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Usage

if TYPE_CHECKING:
    from cm.flows.diary import Diaries, Told
    from cm.flows.model_diary import ModelDiary
    from cm.model.diary import CommandEntry, Diary, Entry

SESSION = typer.Argument(
    "", metavar="[SESSION]", help="A session's id, or its beginning; without it the newest ones."
)
MOST = typer.Option(3, "--max", metavar="N", min=0, help="Without a session: so many; 0 is all.")
HERE = typer.Option(False, "--here", help="Only this project.")
SINCE = typer.Option("", "--since", metavar="TIME", help="Only from then on: 7d, 12h, 2w or a date.")
NO_READ = typer.Option(False, "--no-read", help="Read nothing new first.")
MODEL = typer.Option(
    False, "--model", help="In the words of the model that your config names; needs SESSION."
)
AGAIN = typer.Option(False, "--again", help="With --model: write it anew, and pay for it again.")
DRY = typer.Option(
    False, "--dry-run", help="With --model: what would be sent and what it would cost at most."
)
LINES = 6
_TELLING = 0.3  # the weight from which a sign is told


def command(
    session: str = SESSION, most: int = MOST, here: bool = HERE, since: str = SINCE, no_read: bool = NO_READ,
    model: bool = MODEL, again: bool = AGAIN, dry_run: bool = DRY,
) -> Answer:  # fmt: skip
    """Tell what was asked, done, decided, hard and learned in a session, and how it ended.

    Made without a model; with --model in a model's words, each entry borne out by words of the session.
    """
    from cm.flows import diary as flow
    from cm.flows.env import open_env
    from cm.flows.sessions import Filter, since_of

    env = open_env()
    if (model and not session) or ((again or dry_run) and not model):
        raise Usage(
            "cm diary --model writes one session's diary",
            hint="cm diary SESSION --model [--again] [--dry-run]",
        )
    if model:
        from cm.flows.model_diary import model_diary

        wrote = model_diary(env, session, again=again, dry_run=dry_run)
        return Answer("diary", wrote, lambda: by_model(wrote))
    if session:
        told = flow.diary(env, session)
        return Answer("diary", told, lambda: one(told))
    wanted = Filter(project=env.project if here else "", since=since_of(since, env.now))
    found = flow.diaries(env, wanted, most=most, read=not no_read)
    return Answer("diary", found, lambda: render(found))


def by_model(done: ModelDiary) -> str:
    """A diary by a model, and what of its answer does not stand."""
    from cm.flows.spending import dollars_of

    if done.told is None:
        return say.para(
            f"{done.model} would be sent {say.count(done.asked, 'question')}: about {done.tokens:,} tokens, "
            f"{dollars_of(done.usd_at_most)} at most; what has to be asked again counts again."
            + (f" Before it can be asked: {done.lacks}" if done.lacks else "")
        )
    left = ", ".join(f"{count} ({why})" for why, count in done.left.items())
    out = [f"Left out: {left}."] if left else []
    out += [f"{say.count(done.cut, 'answer')} broke off; what was whole counts."] if done.cut else []
    out += (
        ["It was written before; nothing was asked (--again)."]
        if not done.asked
        else ["What it cost: cm usage"]
    )
    return say.blocks(one(done.told), say.para(" ".join(out)))


def render(found: Diaries) -> str:
    """The newest diaries, one after another."""
    if not found.diaries:
        return say.lines("No sessions to tell of.", "What is looked for, and where: cm doctor")
    rest = found.total - len(found.diaries)
    more = (
        f"{say.count(rest, 'session')} more: cm sessions lists them, cm diary ID tells one." if rest else ""
    )
    return say.blocks(*(one(item) for item in found.diaries), more)


def one(told: Told) -> str:
    """One diary: how it ended, then what was asked, done and learned."""
    diary = told.diary
    head = " · ".join(
        part
        for part in (
            say.minute(diary.started),
            say.place(diary.project, 40),
            diary.branch,
            diary.status,
            diary.mood,
            f"in the words of {diary.model}" if diary.model else "",
            f"taken over from a {diary.imported} store" if diary.imported else "",
        )
        if part
    )
    signs = ", ".join(_signs(diary))
    return say.lines(
        say.para(head, first=f"{say.session_name(diary.session)}  ", hang=2),
        say.para(signs, first=f"  {'judged by':<10}", hang=12) if signs else "",
        *_entries("asked", diary.request),
        *_entries("done", diary.accomplishments),
        *_entries("decided", diary.decisions),
        *_entries("hard", diary.challenges),
        *_entries("preferred", diary.preferences),
        *_entries("learned", diary.learnings),
        *_entries("files", diary.files),
        *_commands(diary.commands),
    )


def _signs(diary: Diary) -> list[str]:
    """What a reader can check of that by which the end was judged; all of it, with weights, is in --json."""
    if diary.status == "unknown":
        return []
    found = []
    for signal in diary.signals:
        if (signal.weight > 0) != (diary.status == "success") or abs(signal.weight) < _TELLING:
            continue
        words = signal.name.split()
        if "red" in words:
            found.append("what ran and failed")
        elif "green" in words:
            found.append("what ran and passed")
        elif signal.quote and "word" not in words:
            found.append(f"“{say.cut(signal.quote, 60)}”")
    return list(dict.fromkeys(found))[:3]


def _entries(title: str, entries: Sequence[Entry]) -> list[str]:
    out = [
        say.para(say.cut(entry.text, 240), first=f"  {title if not n else '':<10}", hang=12)
        for n, entry in enumerate(entries[:LINES])
    ]
    return [*out, f"{'':12}and {len(entries) - LINES} more"] if len(entries) > LINES else out


def _commands(commands: Sequence[CommandEntry]) -> list[str]:
    out = []
    for n, item in enumerate(commands[:LINES]):
        counts = ", ".join(
            f"{count} {word}"
            for count, word in ((item.passed, "passed"), (item.failed, "failed"), (item.unknown, "unclear"))
            if count
        )
        out.append(
            say.para(
                f"{say.cut(item.text, 160)} ({counts})", first=f"  {'ran' if not n else '':<10}", hang=12
            )
        )
    return [*out, f"{'':12}and {len(commands) - LINES} more"] if len(commands) > LINES else out
