"""`cm why`: a rule's life, and whether an agent sees it now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import rules, say
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.core.curation.life import Life
    from cm.flows.why import Proof, Why

RULE = typer.Argument(..., metavar="RULE", help="The rule's id, or its beginning.")
HOST = typer.Option("", "--host", metavar="HOST", help="Ask as this coding agent.")
TASK = typer.Option("", "--task", metavar="TEXT", help="Ask with this task in mind.")
PATH = typer.Option(None, "--path", metavar="PATH", help="Ask as if at work on this path; may be repeated.")
MOMENTS = 12


def command(rule: str = RULE, host: str = HOST, task: str = TASK, path: list[str] = PATH) -> Answer:
    """Tell a rule's life: the words that prove it, what was decided, marks, and why an agent does or does not see it."""
    from cm.flows.env import open_env
    from cm.flows.why import why

    found = why(open_env(), rule, host=host, task=task, paths=tuple(path or ()))
    return Answer("why", found, lambda: render(found))


def render(found: Why) -> str:
    """The sentence, the answer, the proof, then the life."""
    told = found.life
    rule = told.rule
    head = (
        say.lines(
            say.para(rule.text, first=f"{rule.id}  ", hang=2),
            say.para(f"Why: {rule.why}", 2) if rule.why else "",
        )
        if rule
        else say.lines(f"{told.rule_id}  (not in the playbook any more)")
    )
    about = [("state", rule.state), ("holds", rules.scope_words(rule))] if rule else []
    return say.blocks(head, say.pairs([*about, *_seen(found)], 2), _proof(found.proof), _life(told))


def _seen(found: Why) -> list[tuple[str, str]]:
    told = found.life
    if told.seen:
        answer = "yes, when it fits the task"
    else:
        reason = rules.WITHHELD.get(told.why_not, told.why_not)
        answer = f"no, {reason}" + (f": {told.why_not_say}" if told.why_not_say else "")
    times = (
        say.count(told.times_shown, "time") + f", last {say.day(told.last_shown)}"
        if told.times_shown
        else "not yet"
    )
    return [
        ("seen here", f"{answer} (project {found.project})"),
        ("shown", times),
        ("marks", rules.marks_words(told.standing)),
    ]


def _proof(proof: tuple[Proof, ...]) -> str:
    if not proof:
        return say.lines("Proof", say.para("none: it was said here, not found in a session", 2))
    out = ["Proof"]
    for item in proof:
        out.append(say.quote(item.quote, item.by, item.session, item.at))
        if not item.verified and item.session:
            out.append(say.para("not found in the journal as quoted", 4))
        elif item.around and item.around != " ".join(item.quote.split()):
            out.append(say.para(f"in: … {item.around} …", 4))
    return say.lines(*out)


def _life(told: Life) -> str:
    moments = told.moments[-MOMENTS:]
    sources = {decision.id: decision.source for decision in told.decisions if decision.id}
    rows = []
    for moment in moments:
        source = f" ({sources[moment.ref]})" if moment.ref in sources else ""
        rows.append(
            say.para(f"{moment.what}{source}: {moment.say}", first=f"  {say.minute(moment.at)}  ", hang=20)
        )
    earlier = len(told.moments) - len(moments)
    return say.lines("Life", f"  {earlier} earlier, see --json" if earlier else "", *rows) if rows else ""
