"""`cm privacy`: who may be read and for whom; denying takes out what was kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Usage

if TYPE_CHECKING:
    from cm.flows.privacy import Audit, Changed, HostState, Status
    from cm.model.privacy import Use

ACTION = typer.Argument(
    "status", metavar="[status|enable|disable|allow|deny|audit]", help="What to do; `status` when not said."
)
NAMES = typer.Argument(None, metavar="[HOST...]", help="allow, deny: these coding agents; as --host.")
HOST = typer.Option(None, "--host", metavar="HOST", help="allow, deny: this coding agent; may be repeated.")
PROJECT = typer.Option(
    None,
    "--project",
    metavar="NAME",
    help="allow, deny: this project, a pattern, or `here`; may be repeated.",
)
DRY = typer.Option(False, "--dry-run", help="deny: say what would be taken out, and do nothing.")
MOST = typer.Option(50, "--max", metavar="N", min=0, help="audit: at most so many; 0 is all.")
YES = typer.Option(False, "--yes", help="Yes, without being asked; needed in a script for what loosens.")
MANY = 10


def command(
    action: str = ACTION, names: list[str] = NAMES, host: list[str] = HOST, project: list[str] = PROJECT, dry_run: bool = DRY, most: int = MOST,
    yes: bool = YES,
) -> Answer:  # fmt: skip
    """Say whose sessions may be read and for whom: per coding agent, per project, and across agents.

    Denying takes out of journal, diaries and index what was kept, and names the rules that rest on it. Allowing reads it
    again. A `.cmignore` in a project leaves out sessions there: their ids, or `*` for all.
    """
    from cm.flows import privacy as flow
    from cm.flows.env import open_env

    env = open_env()
    hosts, projects = (*(names or ()), *(host or ())), tuple(project or ())
    if (hosts or projects) and action not in ("allow", "deny"):
        raise Usage(f"cm privacy {action} takes no host and no project", hint="allow and deny do")
    match action:
        case "status":
            found = flow.status(env)
            return Answer("privacy", found, lambda: render(found))
        case "audit":
            told = flow.audit(env, most=most)
            return Answer("privacy", told, lambda: render_audit(told))
        case "enable":
            changed = flow.enable(env, yes=yes)
        case "disable":
            changed = flow.disable(env)
        case "deny":
            changed = flow.deny(env, hosts, projects, yes=yes, dry_run=dry_run)
        case "allow":
            changed = flow.allow(env, hosts, projects, yes=yes)
        case _:
            raise Usage(
                f"cm privacy knows status, enable, disable, allow, deny and audit, not `{action}`",
                hint="see `cm privacy --help`",
            )
    return Answer("privacy", changed, lambda: render_changed(changed))


def render(found: Status) -> str:
    """The answer in one line, then each coding agent, then projects."""
    telling = [item for item in found.hosts if item.files or item.sessions or item.said != "not asked"]
    others = len(found.hosts) - len(telling)
    return say.blocks(
        say.para(_across(found)),
        say.lines(
            "Coding agents",
            say.columns([_host(item) for item in telling], indent=2),
            f"  no sessions of {others} more that cm can read" if others else "",
        ),
        say.lines(
            "Projects",
            *(say.para(f"denied: {name}", 2) for name in found.projects.deny),
            *(say.para(f"allowed: {name}", 2) for name in found.projects.allow),
            *(say.para(f"lines of {path} leave sessions out here", 2) for path in found.ignoring),
        )
        if found.projects.deny or found.projects.allow or found.ignoring
        else "",
        say.pairs(
            [
                ("kept in", found.file),
                ("left out", say.count(found.left_out, "file") if found.left_out else ""),
                ("audit", f"{say.count(found.uses, 'line')}: cm privacy audit" if found.uses else ""),
            ]
        ),
    )


def _across(found: Status) -> str:
    when = f" (said by {found.by}, {say.day(found.at)})" if found.at else ""
    if found.across is None:
        text = "Nobody was asked yet whether agents may use each other's sessions; at a terminal, cm reflect asks once."
    elif found.across:
        text = f"Every agent may use what the others' sessions say{when}."
    else:
        text = f"Every agent is kept to its own sessions{when}."
    return text + (f" This runs inside {found.agent}: only its own are read and shown." if found.only else "")


def _host(item: HostState) -> tuple[str, str, str, str]:
    here = "" if item.withheld in ("", "denied") else "not read here"
    return item.title, item.said, f"{say.count(item.files, 'file')}, {item.sessions:,} kept", here


def render_changed(changed: Changed) -> str:
    """What was said, what it took out, and which rules rest on that."""
    whom = ", ".join((*changed.hosts, *changed.projects))
    head = {
        "enabled": "Every agent may use what the others' sessions say.",
        "disabled": "Every agent is kept to its own sessions.",
        "denied": f"Not read any more: {whom}."
        if not changed.dry_run
        else f"Would not be read any more: {whom}.",
        "allowed": f"May be read: {whom}. cm reflect reads what is there.",
    }[changed.said]
    gone = changed.purged
    took = "Would take out" if changed.dry_run else "Taken out"
    out = (
        f"{took}: {say.count(len(gone.sessions), 'session')} ({say.size(gone.bytes)}),"
        f" {say.count(gone.diaries, 'diary', 'diaries')}."
        if gone.sessions
        else ""
    )
    rules = ""
    if gone.rules:
        rest = f"  and {len(gone.rules) - MANY} more: --json" if len(gone.rules) > MANY else ""
        rules = say.lines(
            say.para(
                f"{say.count(len(gone.rules), 'rule rests', 'rules rest')} on it and will stay, quotes too; cm forget takes one away."
            ),
            *(say.para(item.text, 2, f"{say.short(item.id)}  ") for item in gone.rules[:MANY]),
            rest,
        )
    noted = (
        say.para(
            f"{say.count(changed.noted, 'delivery', 'deliveries')} noted before in ledger/shown.jsonl"
            " keep what was asked; later ones do not. cm erase takes a session's words out there too."
        )
        if changed.noted
        else ""
    )
    nothing = "Nothing was written." if changed.dry_run else ""
    return say.blocks(say.lines(say.para(head), say.para(out) if out else ""), rules, noted, nothing)


def render_audit(told: Audit) -> str:
    """One line for each use."""
    if not told.uses:
        return "No use across agents is recorded.\n"
    rest = told.total - len(told.uses)
    return say.blocks(
        say.lines(*(_use(item) for item in told.uses)), f"{rest:,} older: --max 0" if rest else ""
    )


def _use(item: Use) -> str:
    used = ", ".join(f"{say.count(n, 'session')} of {name}" for name, n in item.hosts.items())
    return say.para(
        f"{say.minute(item.at)}  {item.door} for {item.used_for or 'you'}: {used} ({item.by})", hang=2
    )
