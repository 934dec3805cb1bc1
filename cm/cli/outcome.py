"""`cm outcome`: how a session ended, what that gave its rules, and which rules were followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Usage

if TYPE_CHECKING:
    from cm.flows.followed import Followed
    from cm.flows.outcome import Applied, Listed, Recorded

WHAT = typer.Argument(
    "", metavar="[WHAT]", help="success, failure, mixed or partial; or `list`, or `followed`."
)
RULE = typer.Argument("", metavar="[RULE]", help="With `followed`: only this rule.")
RULES = typer.Option(
    "", "--rules", metavar="IDS", help="The rules that were at work in it, with commas between them."
)
SESSION = typer.Option(
    "", "--session", metavar="ID", help="Which session; the agent's own where it is known."
)
NOTES = typer.Option("", "--notes", metavar="TEXT", help="What went well or wrong.")
TASK = typer.Option("", "--task", metavar="TEXT", help="What it was about.")
APPLY = typer.Option(False, "--apply", help="Turn the outcomes into marks now; reflection does it too.")
STATUS = typer.Option("", "--status", metavar="STATUS", help="With `list`: only those that ended so.")
MOST = typer.Option(
    20, "--max", metavar="N", min=0, help="With `list`: at most so many, the newest; 0 is all."
)
DRY = typer.Option(False, "--dry-run", help="Say what would be written, write nothing.")
MANY = 20


def command(
    what: str = WHAT, rule: str = RULE, rules: str = RULES, session: str = SESSION, notes: str = NOTES, task: str = TASK,
    apply: bool = APPLY, status: str = STATUS, most: int = MOST, dry_run: bool = DRY,
) -> Answer:  # fmt: skip
    """Say how a session ended; list what is known; turn it into marks; see which rules were followed.

    Credit goes to rules that the session named or that its commands followed, and to those in --rules. Said again, it takes
    the place of what was said before, and a person's word outweighs what reflection reads.
    """
    from cm.flows.env import open_env
    from cm.flows.followed import followed
    from cm.flows.outcome import apply as apply_outcomes
    from cm.flows.outcome import outcomes, record

    env = open_env()
    if rule and what != "followed":
        raise Usage(
            f"`cm outcome {what}` takes no further word, {rule!r} is one",
            hint="rules go into --rules r-…,r-…",
        )
    if apply:
        if what:
            raise Usage(
                "--apply stands alone", hint="first `cm outcome success …`, then `cm outcome --apply`"
            )
        done = apply_outcomes(env, dry_run=dry_run)
        return Answer("outcome", done, lambda: render_applied(done), notes=done.notes)
    if what in ("", "list"):
        listed = outcomes(env, status=status, session=session, most=most)
        return Answer("outcome", listed, lambda: render_list(listed))
    if what == "followed":
        found = followed(env, rule)
        return Answer("outcome", found, lambda: render_followed(found, rule))
    ids = [word for word in rules.replace(",", " ").split() if word]
    said = record(env, what, rules=ids, session=session, notes=notes, task=task, dry_run=dry_run)
    return Answer("outcome", said, lambda: render_said(said), notes=said.notes)


def render_said(done: Recorded) -> str:
    """What was noted, of which session, and what comes of it."""
    it = done.outcome
    where = f" for {it.session}" if it.session else ", for no session"
    rules = f", {say.count(len(it.rules), 'rule')}" if it.rules else ""
    if done.already:
        head = f"Noted before: {it.status}{where} (by {it.by})."
    else:
        change = f", it was {done.before}" if done.before and done.before != it.status else ""
        head = f"{'Would note' if done.dry_run else 'Noted'}: {it.status}{where}{rules} (by {it.by}){change}."
    out = [head]
    if it.session and not done.known:
        out.append("That session was not read yet: what it says of rules comes with `cm reflect`.")
    if done.wide:
        out.append(
            "So many rules are not told apart by one ending: only those that it named or followed get marks."
        )
    if not it.session and not it.rules:
        out.append("It names no session and no rule, so nothing follows from it: add --session or --rules.")
    elif not done.dry_run and not done.already:
        out.append("`cm outcome --apply` turns it into marks; so does the next `cm reflect`.")
    return say.lines(*(say.para(line) for line in out))


def render_list(found: Listed) -> str:
    """One line per session, the newest first."""
    if not found.rows:
        return say.lines(
            "No outcome is known: `cm reflect` reads them, `cm outcome success --session ID` says one."
        )
    rows = []
    for row in found.rows:
        it = row.outcome
        told = ["; ".join(row.says)] if len(row.says) > 1 else [] if it.by == "heuristic" else [f"by {it.by}"]
        told += (
            [f"user {'pleased' if it.sentiment == 'positive' else 'displeased'}"]
            if it.sentiment in ("positive", "negative")
            else []
        )
        told += [f"{it.errors} {'error' if it.errors == 1 else 'errors'} left"] if it.errors else []
        told += ["retries"] if it.retries else []
        told += [f"{max(1, it.seconds // 60)} min"] if it.seconds else []
        told += [
            f"{label} {', '.join(say.short(each) for each in ids)}" for label, ids in _of_rules(it) if ids
        ]
        rows.append(
            say.para(
                f"{say.session_name(it.session) if it.session else '(no session)'}: {', '.join(told)}",
                2,
                f"{say.day(it.at)}  {it.status:<8} ",
            )
        )
        rows += [say.para(it.notes, 6)] if it.notes else []
    counts = ", ".join(f"{count:,} {name}" for name, count in found.statuses.items())
    more = f"{found.total - len(found.rows):,} more: --max 0" if found.total > len(found.rows) else ""
    return say.blocks(say.lines(f"{say.count(found.total, 'session')}: {counts}"), say.lines(*rows), more)


def _of_rules(it: object) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (label, getattr(it, name))
        for label, name in (("named", "rules"), ("followed", "followed"), ("not followed", "ignored"))
    ]


def render_applied(done: Applied) -> str:
    """What the outcomes gave, mark by mark, and what they pass over."""
    head = in_short(done) or "Nothing to do: no outcome gives or takes a mark."
    given = [
        say.para(f"{mark.verdict} {mark.weight:g}: {mark.reason}", 4, f"  {say.short(mark.rule)}  ")
        for mark in done.given[:MANY]
    ]
    more = f"  and {len(done.given) - MANY} more: --json" if len(done.given) > MANY else ""
    passed = ", ".join(f"{count:,} {reason}" for reason, count in done.passed_over.items())
    return say.blocks(
        say.lines(say.para(head)), say.lines(*given, more) if given else "",
        say.para(f"Passed over: {passed}.") if passed else "", "Nothing was written." if done.dry_run else "",
    )  # fmt: skip


def in_short(done: Applied) -> str:
    """One sentence on marks given and taken back; "" when nothing changed."""
    if not done.given and not done.taken_back:
        return ""
    back = f", {len(done.taken_back)} taken back" if done.taken_back else ""
    return f"{say.count(len(done.given), 'mark')} given for {say.count(done.sessions, 'outcome')}{back}."


def render_followed(found: Followed, rule: str) -> str:
    """Each rule of which commands tell, the most ignored first."""
    if not found.rows:
        can = (
            f"{say.count(found.checkable, 'rule')} can be told by commands"
            if found.checkable
            else "no rule can be told by commands"
        )
        about = f"{rule}: " if rule else ""
        return say.lines(
            say.para(f"{about}no session tells of it yet; {can}. `cm reflect` reads new sessions.")
        )
    rows = []
    for row in found.rows:
        rows.append(say.para(row.text, 2, f"{say.short(row.rule)}  "))
        rows.append(
            say.para(
                f"followed {row.followed}, not followed {row.ignored}, in {say.count(row.sessions, 'session')}, last {say.day(row.last)}",
                4,
            )
        )
        rows += [say.para(f"did: {row.did}", 4)] if row.did else []
        rows += [say.para(f"against it: {row.against}", 4)] if row.against else []
    return say.lines(*rows)
