"""`cm starters`: rules to begin with; which there are, which fit, taking them and taking them out again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import rules, say
from cm.cli.run import Answer
from cm.errors import Exit, Usage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cm.flows.starters import Added, Fits, Listed, Listing, Shown, Taken
    from cm.flows.starters_out import Removed

VERBS = ("list", "show", "add", "remove")
ACTION = typer.Argument("list", metavar="[list|show|add|remove]", help="What to do.")
NAMES = typer.Argument(None, metavar="[NAME]...", help="The starters' names.")
REPO = typer.Option(False, "--repo", help="With `add` and `remove`: in this repository's .cm/.")
DRY = typer.Option(False, "--dry-run", help="With `add` and `remove`: say what would be done, write nothing.")


def command(action: str = ACTION, names: list[str] = NAMES, repo: bool = REPO, dry: bool = DRY) -> Answer:
    """List starters, small playbooks to begin with; show one, add its rules, or take them out again.

    Your own lie in starters/ of the home. Nothing is added without being named; `remove` leaves what you marked, approved or edited.
    """
    from cm.flows import starters
    from cm.flows.env import open_env

    asked = list(names or ())
    if action not in VERBS:
        raise Usage(
            f"cm starters knows {', '.join(VERBS)}, not `{action}`", hint=f"cm starters show {action}"
        )
    if action in ("list", "show") and (repo or dry):
        raise Usage(
            f"--repo and --dry-run go with add and remove, not with {action}", hint="cm starters --help"
        )
    if action in ("show", "remove") and len(asked) != 1:
        raise Usage(
            f"{action} takes one starter", hint=f"cm starters {action} NAME; `cm starters` lists them"
        )
    env = open_env()
    if action == "add":
        added = starters.add(env, asked, layer="repo" if repo else "user", dry_run=dry)
        return Answer("starters", added, lambda: render_added(added, told=True), exit=_exit(added))
    if action == "remove":
        from cm.flows.starters_out import remove

        gone = remove(env, asked[0], layer="repo" if repo else "user", dry_run=dry)
        return Answer("starters", gone, lambda: render_removed(gone))
    if action == "show":
        one = starters.show(env, asked[0])
        return Answer("starters", one, lambda: render_shown(one))
    if asked:
        raise Usage("list takes no name", hint=f"cm starters show {asked[0]}")
    found = starters.listing(env)
    return Answer("starters", found, lambda: render(found))


def render(found: Listing) -> str:
    """All starters: those that fit this repository, those for any, the rest."""
    fit = [each for each in found.starters if each.fits and not each.anywhere]
    anywhere = [each for each in found.starters if each.anywhere]
    rest = [each for each in found.starters if not each.fits]
    free = [each.name for each in (fit or anywhere) if not each.taken and not each.trouble]
    return say.blocks(
        _group(f"For what is in {say.place(found.repository, 50)}", fit),
        _group("For any repository", anywhere),
        _group("Others" if fit or anywhere else "Starters", rest),
        say.lines(
            say.para(f"cm starters show {free[0]}" if free else "cm starters show NAME"),
            say.para("cm starters add " + (" ".join(free) or "NAME")),
            say.para(f"Your own: a file NAME.yaml in {found.folder}"),
        ),
    )


def render_fits(fits: Sequence[Fits]) -> str:
    """The starters that `cm init` found to fit, and how to take them."""
    if not fits:
        return ""
    return say.lines(
        "Starters that fit this repository",
        *(say.para(each.why, 2, each.name.ljust(18)) for each in fits),
        say.para(f"Take them: cm starters add {' '.join(each.name for each in fits)}"),
    )


def render_shown(one: Shown) -> str:
    """A starter with its rules and their reasons."""
    each = one.starter
    return say.blocks(
        say.lines(
            say.para(_facts(each), first=f"{say.clean(each.name)}  ", hang=2),
            say.para(each.description, 2) if each.description else "",
            say.para(f"fits this repository: {each.fits}", 2) if each.fits and not each.anywhere else "",
            say.para(each.path, 2) if each.kept == "yours" else "",
            *_faults(each),
        ),
        *(
            say.lines(
                rules.rule_block(rule, rule.id, quotes=0), say.para(rule.why, 2, "Why: ") if rule.why else ""
            )
            for rule in one.rules
        ),
        f"cm starters add {say.clean(each.name)}" if one.rules and not each.taken else "",
    )


def render_added(done: Added, *, told: bool = False) -> str:
    """What became of each starter's rules; with `told` each new one is named."""
    parts = [_taken(each, done, told) for each in done.starters]
    tail = [
        f"{say.count(done.adopted, 'hand edit')} of the playbook taken over." if done.adopted else "",
        *(say.para(note) for note in done.notes),
        "Nothing was written." if done.dry_run else "",
    ]
    return say.blocks(*parts, say.lines(*tail))


def render_removed(gone: Removed) -> str:
    """What left, and what stays with the reason."""
    would = "would be taken out" if gone.dry_run else "taken out"
    refused = [each for each in gone.retired if each.verdict == "refused"]
    left = [each for each in gone.retired if each.verdict != "refused"]
    return say.blocks(
        say.lines(
            say.para(f"{say.count(len(left), 'rule')} {would}", first=f"{say.clean(gone.name)}  ", hang=2),
            *(say.para(each.text, 2, f"{say.short(each.rule)}  ", hang=4) for each in left),
        ),
        say.lines(
            f"{say.count(len(gone.stays), 'rule')} stay{'s' if len(gone.stays) == 1 else ''}, having become yours; `cm forget` takes one away",
            *(
                say.para(f"{each.why}: {each.text}", 2, f"{say.short(each.rule)}  ", hang=4)
                for each in gone.stays
            ),
        )
        if gone.stays
        else "",
        say.lines(
            *(say.para(f"{each.say}", 2, f"{say.short(each.rule)}  ", hang=4) for each in refused),
        ),
        say.lines(
            *(say.para(f"refreshed {each}") for each in gone.exports_refreshed),
            *(say.para(f"! {each}") for each in gone.exports_left),
            *(say.para(note) for note in gone.notes),
            "Nothing was written." if gone.dry_run else "",
        ),
    )


def _group(heading: str, starters: Sequence[Listed]) -> str:
    if not starters:
        return ""
    return say.lines(heading, *(_row(each) for each in starters))


def _row(each: Listed) -> str:
    why = each.fits if not each.anywhere else ""
    return say.lines(
        say.para(" · ".join(filter(None, (_facts(each), why))), 2, say.clean(each.name).ljust(18)),
        say.para(each.description, 4) if each.description else "",
        *_faults(each, 4),
    ).rstrip("\n")


def _facts(each: Listed) -> str:
    where = " in this repository's .cm/" if each.layers == ("repo",) else ""
    parts = [
        say.count(each.rules, "rule") if not each.trouble else "",
        f"{each.taken} taken{where}" if each.taken else "",
        "yours" if each.kept == "yours" else "",
        "in the place of the shipped one" if each.hides else "",
    ]
    return " · ".join(filter(None, parts))


def _faults(each: Listed, indent: int = 2) -> list[str]:
    trouble = [f"cannot be read: {each.trouble}"] if each.trouble else []
    return [say.para(f"! {fault}", indent, hang=indent + 2) for fault in (*trouble, *each.flaws)]


def _taken(each: Taken, done: Added, told: bool) -> str:
    would = "would be added" if done.dry_run else "added"
    where = " to this repository's .cm/" if done.layer == "repo" else ""
    drafts = sum(item.state == "draft" for item in each.added)
    contested = sum(item.state == "contested" for item in each.added)
    waits = " as a draft (cm review)" if drafts == 1 else " as drafts (cm review)" if drafts else ""
    parts = [
        f"{say.count(len(each.added), 'rule')} {would}{where}{waits if drafts == len(each.added) else ''}",
        f"{drafts} of them{waits}" if 0 < drafts < len(each.added) else "",
        f"{contested} of them contested (cm review)" if contested else "",
        f"{len(each.known)} known already" if each.known else "",
        f"{len(each.refused)} refused" if each.refused else "",
    ]
    return say.lines(
        say.para(", ".join(filter(None, parts)), first=f"{say.clean(each.name)}  ", hang=2),
        say.para("yours, in the place of the shipped one of this name", 2) if each.hides else "",
        *(say.para(f"! {flaw}", 2, hang=4) for flaw in each.flaws),
        *(
            say.para(item.text, 2, f"{say.short(item.rule)}  ", hang=4)
            for item in (each.added if told else ())
        ),
        *(
            say.para(
                f"refused ({item.reason}){': ' if item.text else ''}{item.text}: {item.say}", 2, "! ", hang=4
            )
            for item in each.refused
        ),
    )


def _exit(done: Added) -> Exit:
    """Refused is the answer when nothing of what was asked for stands; a trial with any refusal says no."""
    refused = any(each.refused for each in done.starters)
    stands = any(each.added or each.known for each in done.starters)
    return Exit.REFUSED if refused and not stands else Exit.NO if refused and done.dry_run else Exit.OK
