"""`cm tidy`: a plan of what could be put in order, and applying exactly that plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Usage

if TYPE_CHECKING:
    from cm.flows.tidy import Applied, Dropped, Listed, Plans, Proposed, Tidied

HEADS = {
    "merge": "may be one rule",
    "elsewhere": "said twice, here and in the repository",
    "contradiction": "contradict each other",
    "passing": "speak of a moment",
    "anchors": "rely on what is gone",
    "unproved": "nothing proves them any more",
}
DOES = {"merge": "merge into the first", "settle": "the first takes the place of the second", "heir": "the repository's stays", "retire": "retire", "look": "yours to decide: cm review"}  # fmt: skip
ACTION = typer.Argument("", metavar="[list|drop]", help="Show the plans that wait, or remove one; without a word a plan is made.")  # fmt: skip
PLAN = typer.Argument("", metavar="[PLAN]", help="With drop: the plan's id, or its beginning.")
APPLY = typer.Option("", "--apply", metavar="PLAN", help="Apply this plan, or refuse when a rule of it changed since.")  # fmt: skip
ONLY = typer.Option("", "--only", metavar="N,N", help="With --apply: these items of it.")
ALL = typer.Option(False, "--all", help="Put every pair in that looks a little alike, not only the surest.")
DRY = typer.Option(False, "--dry-run", help="Write nothing: no plan, and with --apply no change.")
YES = typer.Option(False, "--yes", help="With --apply: yes, without being asked.")


def command(
    action: str = ACTION, plan: str = PLAN, apply: str = APPLY, only: str = ONLY, every: bool = ALL, dry_run: bool = DRY,
    yes: bool = YES,
) -> Answer:  # fmt: skip
    """Find what could be put in order and save it as a plan; nothing is changed until you apply it.

    Rules that say the same, in one layer or in both; rules that contradict each other; leftovers of one session; rules
    whose files, targets or scripts are gone from the repository; rules that nothing proves any more. Applying a plan does
    what it says and nothing else; cm undo takes it back. Plans are kept for 30 days.
    """
    from cm.flows import tidy as flow
    from cm.flows.env import open_env

    env = open_env()
    if only and not apply:
        raise Usage("--only goes with --apply", hint=f"cm tidy --apply p-… --only {only}")
    if action and apply:
        raise Usage(f"either {action} or --apply", hint="cm tidy --help")
    if apply:
        applied = flow.apply(env, apply, only=_numbers(only), yes=yes, dry_run=dry_run)
        return Answer("tidy", applied, lambda: render_applied(applied))
    if action == "list":
        found = flow.plans(env)
        return Answer("tidy", found, lambda: render_plans(found))
    if action == "drop":
        if not plan:
            raise Usage("which plan?", hint="cm tidy list shows them; cm tidy drop p-…")
        dropped = flow.drop(env, plan)
        return Answer("tidy", dropped, lambda: _dropped(dropped))
    if action:
        raise Usage(f"cm tidy knows list and drop, not `{action}`", hint="a plan is applied by --apply p-…")
    made = flow.tidy(env, every=every, dry_run=dry_run)
    return Answer("tidy", made, lambda: render(made))


def _numbers(text: str) -> tuple[int, ...]:
    words = [word for word in text.replace(",", " ").split() if word]
    if not all(word.isdecimal() for word in words):
        raise Usage(f"--only takes numbers of the plan, not `{text}`", hint="--only 1,3")
    return tuple(int(word) for word in words)


def render(made: Tidied) -> str:
    """Every item with its number, under what it is, and how to apply it."""
    more = "" if made.every else "Pairs that look less alike: cm tidy --all"
    if not made.items:
        return say.lines(f"Nothing to put in order among {say.count(made.rules, 'rule')}.", more)
    short = say.shortened(rule.id for item in made.items for rule in item.rules)
    parts = []
    for kind in dict.fromkeys(item.kind for item in made.items):
        mine = [item for item in made.items if item.kind == kind]
        parts.append("\n".join([f"{HEADS[kind]} ({len(mine)})", *(_item(item, short) for item in mine)]))
    plan = say.short(made.plan)
    ways = (
        [say.para(f"The plan is kept: cm tidy --apply {plan} (a part of it: --only {made.items[0].number})")]
        if any(item.deed != "look" for item in made.items) and made.plan
        else []
    )
    return say.blocks(
        *parts, say.lines(more, *ways, "Nothing was written." if made.dry_run else ""),
    )  # fmt: skip


def _item(item: Proposed, short: dict[str, str]) -> str:
    number = f"{item.number:>3}  "
    lines = [
        say.para(rule.text, first=f"{number if at == 0 else '     '}{short[rule.id]}  ", hang=7)
        for at, rule in enumerate(item.rules)
    ]
    return "\n".join([*lines, say.para(f"-> {DOES[item.deed]} ({item.say})", 5)])


def render_applied(done: Applied) -> str:
    """What was done, and what of the plan is left."""
    from cm.cli.changes import one, render_change

    head = (
        f"{'would apply' if done.dry_run else 'applied'} {', '.join(map(str, done.numbers))} of {done.plan}"
    )
    yours = (
        say.para(f"{', '.join(map(str, done.yours))}: yours to decide, cm review asks") if done.yours else ""
    )
    rest = render_change(done.change) if done.dry_run else say.blocks(*map(one, done.change.told))
    files = [say.para(f"refreshed {item}") for item in done.change.exports_refreshed]
    files += [say.para(f"! {item}") for item in done.change.exports_left]
    return say.blocks(
        head, rest, yours, say.lines(*files) if not done.dry_run else "",
        f"{say.count(done.left, 'item')} left in the plan." if done.left and not done.dry_run else "",
        f"Taken back by: cm undo {done.change.tx}" if done.change.tx else "",
    )  # fmt: skip


def render_plans(found: Plans) -> str:
    """One line per plan."""
    if not found.plans:
        return say.lines("No plan waits.", "cm tidy makes one.")
    rows = [
        [
            say.short(plan.plan), say.minute(plan.at), say.count(plan.items, "item"), plan.by,
            _ground(plan),
        ]
        for plan in found.plans
    ]  # fmt: skip
    return say.lines(say.columns(rows), "cm tidy --apply PLAN, cm tidy drop PLAN")


def _ground(plan: Listed) -> str:
    moved = f"{say.count(len(plan.moved), 'rule')} changed since" if plan.moved else ""
    return " · ".join(filter(None, (moved, f"of {plan.repo}" if plan.repo else "")))


def _dropped(done: Dropped) -> str:
    return say.lines(f"dropped {done.plan}")
