"""`cm why`: a rule's life, and whether an agent sees it now; one decision at length; one event; what is known of some words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import log, rules, say
from cm.cli.run import Answer
from cm.errors import Usage
from cm.model.ids import is_rule_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cm.core.curation.life import Life
    from cm.flows.explain import Explained, Refusal, Words
    from cm.flows.why import Beside, Proof, Why
    from cm.flows.why_event import WhyEvent

THING = typer.Argument(
    "",
    metavar="ID|TEXT",
    help="A rule's id or its beginning, a decision (d-…), an event (e-…), or words in quotes.",
)
EVENT = typer.Option("", "--event", metavar="ID", help="What became of this event of a session, and why.")
HOST = typer.Option("", "--host", metavar="HOST", help="Ask as this coding agent.")
TASK = typer.Option("", "--task", metavar="TEXT", help="Ask with this task in mind.")
PATH = typer.Option(None, "--path", metavar="PATH", help="Ask as if at work on this path; may be repeated.")
MOMENTS = 12
REFUSALS = 5


def command(
    thing: str = THING, event: str = EVENT, host: str = HOST, task: str = TASK, path: list[str] = PATH
) -> Answer:
    """Tell a rule's life: the words that prove it, what was decided, marks, and why an agent does or does not see it.

    Of a decision (d-…) tell what it changed and why; of an event (e-…) the rule it became, or why nothing came of it; of words in quotes,
    whether they are a rule, and whether they were refused, withdrawn or erased.
    """
    from cm.flows.env import open_env

    if bool(thing) == bool(event):
        raise Usage(
            "name one thing: a rule, a decision, an event or words", hint="cm why r-…, or cm why --event e-…"
        )
    # what can be no id is words: not every script puts spaces between them
    if not event and thing.strip() and not is_rule_id(thing.strip()):
        from cm.flows.explain import about_words

        words = about_words(open_env(), thing)
        return Answer("why", words, lambda: render_words(words))
    if event or thing.startswith("e-"):
        from cm.flows.why_event import why_event

        became = why_event(open_env(), event or thing)
        return Answer("why", became, lambda: render_event(became))
    if thing.startswith("d-"):
        from cm.flows.explain import explain

        told = explain(open_env(), thing)
        return Answer("why", told, lambda: render_decision(told))
    from cm.flows.why import why

    found = why(open_env(), thing, host=host, task=task, paths=tuple(path or ()))
    return Answer("why", found, lambda: render(found))


def render(found: Why) -> str:
    """The sentence, the answer, what it stands against, the proof, then the life."""
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
    return say.blocks(
        head, say.pairs([*about, *_seen(found)], 2), _beside(found.beside), _proof(found.proof), _life(told),
        _refused(found.refused, "Refused before in these words"),
    )  # fmt: skip


def _seen(found: Why) -> list[tuple[str, str]]:
    told = found.life
    if told.seen:
        answer = "yes, when it fits the task" + _with(found)
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
        ("commands", rules.commands_words(found.followed, found.ignored, found.last_command)),
    ]


def _with(found: Why) -> str:
    if found.contested_with:
        others = ", ".join(map(say.short, found.contested_with))
        return f", only together with {others} as rules that disagree; cm review settles it"
    if found.except_for:
        return f", but not where {', '.join(map(say.short, found.except_for))} holds"
    return ""


def _beside(others: Sequence[Beside]) -> str:
    rows = [
        say.para(
            f"{item.relation} {say.short(item.id)}"
            + (f" ({item.state}): {item.text}" if item.text else " (not kept here)"),
            2,
            hang=4,
        )
        for item in others
    ]
    return say.lines("Beside other rules", *rows) if rows else ""


def _refused(refused: Sequence[Refusal], title: str) -> str:
    rows = [
        say.para(
            f"{item.reason} ({item.source}, {say.short(item.id)}): {item.say} “{say.cut(item.text, 160)}”",
            first=f"  {say.minute(item.at)}  ",
            hang=20,
        )
        for item in refused[:REFUSALS]
    ]
    rest = len(refused) - len(rows)
    return say.lines(title, *rows, f"  {rest} earlier, see --json" if rest else "") if rows else ""


def render_decision(found: Explained) -> str:
    """What was decided and why, what it changed, what else was decided with it, how to take it back."""
    item = found.entry
    changed = [
        say.lines(
            say.para(touched.text, first=f"{say.short(touched.id)}  ", hang=2),
            *(row for each in touched.changed for row in log.told_long(each)),
        )
        for touched in found.touched
    ]
    taken = f"taken back by {item.undone_by}" if item.undone_by else f"cm undo {item.id}" if changed else ""
    facts = say.pairs(
        [
            ("decision", f"{item.id}, {say.minute(item.at)}, {item.layer} layer"),
            (
                "came from",
                " by ".join(dict.fromkeys(part for part in (item.source, item.by) if part)),
            ),
            ("about", ", ".join(item.rules)),
            ("proposed", item.text if not found.touched else ""),
            ("evidence", ", ".join(found.quotes)),
            ("takes back", item.undoes),
            (
                "change",
                f"{item.tx}, with {say.count(len(found.beside), 'more decision')}"
                if found.beside
                else item.tx,
            ),
            ("take back", taken),
        ],
        2,
    )
    head = say.para(f"{item.verdict} ({item.reason}): {item.say}")
    beside = (
        say.lines("In the same change", *(log.line(each) for each in found.beside)) if found.beside else ""
    )
    return say.blocks(head, facts, *changed, beside)


def render_event(found: WhyEvent) -> str:
    """What was said, what became of it, and what was decided of it."""
    line = found.event
    where = " ".join(part for part in (line.kind, "by", line.by, "in", found.session.id) if part)
    again = ""
    if found.reflected_at and found.criteria != found.criteria_now:
        again = f"by other criteria than today's: cm reflect --again --session {found.session.id}"
    elif found.code == "not-reflected":
        again = f"cm reflect --session {found.session.id}"
    facts = say.pairs(
        [
            ("what", where),
            ("said", say.minute(line.at) if line.at else ""),
            ("came of it", f"{found.code}: {found.say}" + (f" ({found.reason})" if found.reason else "")),
            ("judged", say.minute(found.reflected_at) if found.reflected_at else ""),
            ("anew", again),
        ],
        2,
    )
    kept = [
        say.para(item.text, first=f"  {say.short(item.id)} ({item.state})  ", hang=4) for item in found.rules
    ]
    return say.blocks(
        say.lines(line.id, say.para(say.cut(" ".join(line.text.split()), 400), 2)),
        facts,
        say.lines("Rules that rest on it", *kept) if kept else "",
        say.lines("Decided", *(log.line(each) for each in found.decisions)) if found.decisions else "",
    )


def render_words(found: Words) -> str:
    """Rules that say it, what was withdrawn or erased, what was refused."""
    kept = [
        say.para(item.text, first=f"  {say.short(item.id)} ({item.state})  ", hang=4) for item in found.kept
    ]
    gone = [
        say.para(
            f"withdrawn by {item.by} ({item.id})" + (f": {item.reason}" if item.reason else ""),
            first=f"  {say.minute(item.at)}  ",
            hang=20,
        )
        for item in found.withdrawn
    ]
    buried = [
        say.para(
            f"erased ({item.id}): these words, or some of them, were taken out everywhere and do not come in again",
            first=f"  {say.minute(item.at)}  ",
            hang=20,
        )
        for item in found.erased
    ]
    if not kept and not gone and not buried and not found.refused:
        return say.lines(
            say.para("No rule says this, and it was never refused, withdrawn or erased."),
            say.para("A rule in other words: cm search"),
        )
    return say.blocks(
        say.lines("Rules that say it", *kept) if kept else "",
        say.lines("Withdrawn", *gone) if gone else "",
        say.lines("Erased", *buried) if buried else "",
        _refused(found.refused, "Refused before"),
    )


def _proof(proof: tuple[Proof, ...]) -> str:
    if not proof:
        return say.lines("Proof", say.para("none: it was said here, not found in a session", 2))
    out = ["Proof"]
    for item in proof:
        out.append(say.quote(item.quote, item.by, item.session, item.at))
        if not item.verified and item.session and item.quote:
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
