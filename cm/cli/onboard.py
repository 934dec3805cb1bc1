"""`cm onboard`: what is missing for this project, which sessions may have it, and going through them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import typer

from cm.cli import reflect_model, say
from cm.cli.progress import clear, progress
from cm.cli.run import Answer
from cm.errors import Exit, Usage

if TYPE_CHECKING:
    from cm.flows.env import Env
    from cm.flows.onboard import Marked, Onboarding
    from cm.flows.skills import PagesDone

NOTHING: Final = (
    "Nothing that is left promises a rule. One of your choice all the same: cm onboard read SESSION"
)
READ: Final = "It was read to its end. Again, all the same: cm reflect --prepare --session {0} --again"

ACTION = typer.Argument("status", metavar="[status|gaps|sample|read|done|reset|skill]", help="What to do.")
SESSIONS = typer.Argument(None, metavar="[SESSION...]", help="read: one session; done: one or more.")
PROJECT = typer.Option("", "--project", metavar="NAME", help="Another project than the one around.")
HOST = typer.Option(
    [], "--host", metavar="NAME", help="skill: put the page where this agent takes skills from (again for more), or `all`."
)  # fmt: skip
REPO = typer.Option(False, "--repo", help="skill: in this repository, for everybody who works in it.")
REMOVE = typer.Option(False, "--remove", help="skill: take the page away again.")
DRY = typer.Option(False, "--dry-run", help="skill: say what would be done, write nothing.")
MOST = typer.Option(5, "--max", metavar="N", min=1, help="sample: at most so many sessions.")


def command(
    action: str = ACTION,
    sessions: list[str] = SESSIONS,
    project: str = PROJECT,
    most: int = MOST,
    host: list[str] = HOST,
    repo: bool = REPO,
    remove: bool = REMOVE,
    dry_run: bool = DRY,
) -> Answer:
    """Tell which kinds of rules are missing here, which sessions may have them, and hand those out one by one.

    `read` prints a question about a session for you to answer, cm reflect --apply takes the answer; `done` says that there is
    nothing in one, `reset` forgets that. `skill` prints a page that tells a coding agent how to go about it; with --host it puts
    the page where the agent looks for skills.
    """
    from cm.flows import onboard
    from cm.flows.env import open_env

    env = open_env()
    named = list(sessions or ())
    placing = bool(host or repo or remove or dry_run)
    if placing and action != "skill":
        raise Usage(
            "--host, --repo, --remove and --dry-run go with skill", hint="cm onboard skill --host all"
        )
    match action:
        case "status" | "gaps" | "sample" if not named:
            found = onboard.onboarding(env, project=project, most=most)
            show = {"status": render, "gaps": render_gaps, "sample": render_sample}[action]
            return Answer("onboard", found, lambda: show(found))
        case "read" if len(named) < 2:
            try:
                handed = onboard.read_session(env, named[0] if named else "", progress=progress("reading"))
            finally:
                clear()
            nothing = READ.format(named[0]) if named else NOTHING
            return Answer(
                "reflect-question", handed, lambda: reflect_model.render_handed(handed, nothing), raw=True
            )
        case "done" if named:
            marked = onboard.mark_done(env, named)
            return Answer("onboard-done", marked, lambda: render_marked(marked))
        case "reset" if not named:
            taken = onboard.reset(env, project=project)
            return Answer(
                "onboard-done",
                taken,
                lambda: f"{say.count(len(taken.sessions), 'session')} to look at again.\n",
            )
        case "skill" if not named and placing:
            return _placed(env, tuple(host), repo, remove, dry_run)
        case "skill" if not named:
            from cm.flows.skills import skill

            page = skill()
            return Answer("onboard-skill", {"text": page}, lambda: page, raw=True)
    raise Usage(
        f"cm onboard {action} does not go with {say.count(len(named), 'session')}"
        if action in ("status", "gaps", "sample", "read", "done", "reset", "skill")
        else f"cm onboard has no `{action}`",
        hint="status, gaps, sample, read [SESSION], done SESSION..., reset, skill",
    )


def _placed(env: Env, hosts: tuple[str, ...], repo: bool, remove: bool, dry_run: bool) -> Answer:
    from cm.flows.skills import put_skill, take_skill

    if not hosts and not remove:
        raise Usage("which agent is to have the page?", hint="cm onboard skill --host NAME, or --host all")
    if "all" in hosts and len(hosts) > 1:
        raise Usage("--host all stands for every agent on this machine; it goes with no other name")
    names = () if "all" in hosts else hosts
    done = (take_skill if remove else put_skill)(env, names, project=repo, dry_run=dry_run)
    return Answer(
        "onboard-skill", done, lambda: render_pages(done), exit=Exit.OK if done.ok else Exit.BAD_STATE
    )


def render_pages(done: PagesDone) -> str:
    """One line a page, then what to do."""
    if not done.pages:
        return say.lines("No page of cm was put there, so there is nothing to take away.")
    lines = []
    for page in done.pages:
        hosts = ", ".join(page.hosts)
        if page.trouble:
            lines += [
                say.para(f"left alone for {hosts}: {page.path}", first="! ", hang=2),
                say.para(f"{page.trouble}. {page.hint}", 2),
            ]
        elif page.action == "kept":
            lines.append(say.para(f"{page.path} stays for {', '.join(page.others)}.", hang=2))
        elif page.action in ("unchanged", "not there"):
            said = "is there already" if page.action == "unchanged" else "is not there"
            lines.append(say.para(f"{page.path} {said} ({hosts}).", hang=2))
        else:
            would = "would be " if done.dry_run else ""
            lines.append(say.para(f"{page.path} {would}{page.action}, for {hosts}.", hang=2))
    put = not done.removed and not done.dry_run and any(not page.trouble for page in done.pages)
    return say.lines(
        *lines,
        say.para(f"No skills: {', '.join(done.without)}. Tell them: cm onboard skill prints the page.")
        if done.without
        else "",
        say.para('A new session of the agent knows it: say "onboard cm", or call the skill cm-onboard.')
        if put
        else "",
        "Nothing was written." if done.dry_run else "",
    )


def render(found: Onboarding) -> str:
    """How far it is, and the next step."""
    left = found.sessions - found.done
    rules = f"{say.count(found.rules, 'rule')} in service, {say.count(found.drafts, 'draft')}."
    closed = (
        f"{say.count(found.closed, 'session')} of other agents may not be read in this one: cm privacy"
        if found.closed
        else ""
    )
    if not found.sessions:
        return say.lines(say.para(f"{_nothing_read(found)} {rules}"), say.para(closed) if closed else "")
    head = f"{say.place(found.project, 50)}: {found.done:,} of {say.count(found.sessions, 'session')} gone through, {rules}"
    missing = ", ".join(gap.kind for gap in found.gaps[:6])
    return say.lines(
        say.para(head),
        say.para(f"Missing or thin: {missing}. More: cm onboard gaps")
        if missing
        else "No gap that sessions speak of.",
        say.para(
            "Next: cm onboard read"
            if found.sample
            else f"In the other {left:,} is no wish that a rule does not quote already."
            if left
            else "All of them are done."
        ),
        say.para(closed) if closed else "",
        "Drafts wait for you: cm review" if found.drafts else "",
    )


def _nothing_read(found: Onboarding) -> str:
    return f"{say.place(found.project, 50)}: there is no session to go through yet (cm sessions reads what is there)."


def render_gaps(found: Onboarding) -> str:
    """One line per kind that is missing or thin."""
    if not found.gaps:
        return say.lines(
            "No gap that sessions speak of." if found.sessions else say.para(_nothing_read(found))
        )
    rows = [(gap.kind, f"{gap.rules:,}", f"{gap.sessions:,}", f"{gap.wishes:,}") for gap in found.gaps]
    return say.columns(rows, head=("kind", "rules", "sessions with it", "wishes without a rule"))


def render_sample(found: Onboarding) -> str:
    """The sessions to read next, the most promising first."""
    if not found.sample:
        nothing = "No session that is left has a wish that a rule does not quote already."
        return say.lines(nothing if found.sessions else say.para(_nothing_read(found)))
    rows = [
        (
            say.session_name(item.session),
            say.day(item.at),
            say.count(item.wishes, "wish", "wishes"),
            ", ".join(item.kinds) or "other matters",
        )
        for item in found.sample
    ]
    return say.blocks(say.columns(rows), say.lines("Read one: cm onboard read SESSION"))


def render_marked(marked: Marked) -> str:
    """What was marked."""
    return say.lines(
        *(f"done: {say.session_name(each)}" for each in marked.sessions), "Next: cm onboard read"
    )
