"""`cm list`: the rules, with state and proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import typer

from cm.cli import rules, say
from cm.cli.run import Answer
from cm.errors import Usage
from cm.model.rule import KINDS, STATES, State

if TYPE_CHECKING:
    from cm.flows.listing import Listed, Listing

WORDS = typer.Argument(None, metavar="[WORD]...", help="Only rules with all these words.")
STATE = typer.Option(
    "", "--state", metavar="STATE", help="draft, active, contested, superseded, retired or all."
)
KIND = typer.Option("", "--kind", metavar="KIND", help="rule, anti-pattern, fact or preference.")
CATEGORY = typer.Option("", "--category", metavar="NAME", help="Only this category.")
LAYER = typer.Option("", "--layer", metavar="LAYER", help="user or repo.")
HERE = typer.Option(False, "--here", help="Only this project's rules and those of no project.")
SERVED = typer.Option(False, "--served", help="Only what an agent at work here would be given.")
MOST = typer.Option(0, "--max", metavar="N", min=0, help="At most so many.")
IDS = typer.Option(False, "--ids", help="Print full ids alone, one per line.")

PROJECT_ROOM: Final = 60


def command(
    words: list[str] = WORDS, state: str = STATE, kind: str = KIND, category: str = CATEGORY,
    layer: str = LAYER, here: bool = HERE, served: bool = SERVED, most: int = MOST, ids: bool = IDS,
) -> Answer:  # fmt: skip
    """List the rules that are in force, each with the words that prove it."""
    from cm.flows.env import open_env
    from cm.flows.listing import CURRENT, Wanted, list_rules

    states: tuple[State, ...] = CURRENT
    if state:
        states = () if state == "all" else tuple(name for name in STATES if name == state)
        if not states and state != "all":
            raise Usage(f"there is no state `{state}`", hint=f"one of {', '.join(STATES)}, all")
    if kind and kind not in KINDS:
        raise Usage(f"there is no kind `{kind}`", hint=f"one of {', '.join(KINDS)}")
    if layer not in ("", "user", "repo"):
        raise Usage(f"there is no layer `{layer}`", hint="user or repo")
    found = list_rules(
        open_env(), Wanted(states, kind, category, layer, tuple(words or ()), here, served, most)
    )
    if ids:
        return Answer("list", found, lambda: say.lines(*(item.rule.id for item in found.rules)), raw=True)
    narrowed = bool(words or state or kind or category or layer or here or served)
    return Answer("list", found, lambda: render(found, narrowed), notes=found.notes)


def render(found: Listing, narrowed: bool = False) -> str:
    """Rules under their project, the current one first; then what else there is."""
    if not found.rules:
        return _empty(found, narrowed)
    short = say.shortened(item.rule.id for item in found.rules)
    groups: dict[str, list[Listed]] = {}
    for item in found.rules:
        project = item.rule.scope.project or (found.project if item.layer == "repo" else "")
        groups.setdefault(project, []).append(item)
    parts = []
    for project, items in groups.items():
        name = say.place(project, say.width() - 20) if project else "everywhere"
        here = project == found.project or items[0].here  # by the name it has, or one it had
        mark = " (this project)" if project and here else ""
        parts.append(f"{name}{mark}: {say.count(len(items), 'rule')}")
        parts += [_block(item, short[item.rule.id], found.project) for item in items]
    return say.blocks(*parts, _footer(found))


def _block(item: Listed, rule_id: str, project: str) -> str:
    told = item.withheld and item.withheld != "out-of-scope" and item.withheld != item.rule.state
    note = rules.WITHHELD.get(item.withheld, item.withheld) if told else ""
    against = f"with {', '.join(map(say.short, item.contested_with))}" if item.contested_with else ""
    but = f"not where {', '.join(map(say.short, item.except_for))} holds" if item.except_for else ""
    where = "repository" if item.layer == "repo" else ""
    private = "private" if item.visibility == "private" and item.withheld != "private" else ""
    note = " · ".join(part for part in (note, private, against, but, where) if part)
    return rules.rule_block(item.rule, rule_id, standing=item.standing, note=note)


def _footer(found: Listing) -> str:
    out = []
    if found.left_out:
        out.append(f"{say.count(found.left_out, 'more rule')} not shown (--max).")
    drafts = found.states.get("draft", 0)
    if drafts and not any(item.rule.state == "draft" for item in found.rules):
        out.append(
            f"{say.count(drafts, 'draft')} {'waits' if drafts == 1 else 'wait'} for a second session or your yes: cm review"
        )
    if found.flaws:
        out.append(f"{say.count(len(found.flaws), 'rule')} in the file cannot be read: cm doctor")
    return say.lines(*(say.para(line) for line in out))


def _empty(found: Listing, narrowed: bool) -> str:
    total = sum(found.states.values())
    if narrowed and total:
        return say.lines(
            "No rule matches.", f"There are {say.count(total, 'rule')} in all: cm list --state all"
        )
    first = (
        say.para("No rules yet. Read your sessions: cm reflect")
        + "\n"
        + say.para('Or say one yourself: cm remember "Run the tests with uv run pytest -q."')
        if not total
        else say.para(f"No rule is in force; there are {say.count(total, 'other rule')}: cm list --state all")
    )
    return say.lines(first, _footer(found))
