"""`cm review`: a dialogue over what waits for a person; in a pipe the queue, for scripts one verb per answer."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from cm.cli import rules, run, say
from cm.cli.guard_status import due_line
from cm.cli.run import Answer
from cm.errors import Exit, Usage

if TYPE_CHECKING:
    from cm.cli.dialogue import Dialogue, Reply
    from cm.flows.env import Env
    from cm.flows.review import Deck, Queue

VERBS = ("list", "show", "approve", "reject", "edit", "settle", "merge", "defer")
ACTION = typer.Argument("", metavar="[list|show|approve|reject|edit|settle|merge|defer]", help="What to do; without one the dialogue opens, in a pipe the list.")  # fmt: skip
IDS = typer.Argument(None, metavar="[RULE]...", help="The rules' ids, or their beginnings.")
REASON = typer.Option("", "--reason", metavar="TEXT", help="With reject, settle, merge: why.")
TEXT = typer.Option("", "--text", metavar="TEXT", help="With edit and merge: the new sentence.")
KEEP = typer.Option("", "--keep", metavar="RULE|both", help="With settle: the rule that holds, or both.")
UNTIL = typer.Option("", "--until", metavar="DATE", help="With approve: when to ask again, e.g. 2027-03.")
HERE = typer.Option(False, "--here", help="Only this project's and those of no project.")
MOST = typer.Option(20, "--max", metavar="N", min=0, help="With list: at most so many; 0 is all.")
YES = typer.Option(False, "--yes", help="In a script: yes, without being asked.")


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What came of one sitting."""

    answered: int
    skipped: int
    left: int
    last: str  # the change of the last answer


@dataclass(frozen=True, slots=True)
class PutOff:
    """Questions that were put behind the others."""

    cards: tuple[str, ...]


def command(
    action: str = ACTION, ids: list[str] = IDS, reason: str = REASON, text: str = TEXT, keep: str = KEEP, until: str = UNTIL,
    here: bool = HERE, most: int = MOST, yes: bool = YES,
) -> Answer:  # fmt: skip
    """Answer what waits for you: drafts, rules that contradict each other, stale and low-standing ones, pairs that may be one.

    In a terminal it asks one question at a time; every answer is kept at once, and `u` takes the last one back. What goes
    live by itself and what waits here is set per source: cm config show admission.

    For scripts: approve RULE... [--until DATE], reject RULE --reason, edit RULE --text, settle A B --keep A|B|both, merge A B, defer RULE....
    Agents may list, show and reject; every other answer is a person's.
    """
    from cm.flows.env import open_env

    env = open_env()
    named = list(ids or ())
    if action not in ("", *VERBS):
        raise Usage(
            f"cm review knows {', '.join(VERBS)}, not `{action}`", hint="without a word it opens the dialogue"
        )
    if not action and env.tty and not env.agent and not run.wants_json():
        return _sit(env, here)
    if action in ("", "list"):
        from cm.flows.review import queue

        found = queue(env, here=here, most=most)
        return Answer("review", found, lambda: render(found))
    if action == "show":
        from cm.flows.review import cards_of

        cards = cards_of(env, _named(named, 1, "show RULE")[0])
        return Answer("review", cards, lambda: render_cards(cards))
    return _answered(env, action, named, reason=reason, text=text, keep=keep, until=until, yes=yes)


def _answered(
    env: Env, action: str, ids: Sequence[str], *, reason: str, text: str, keep: str, until: str, yes: bool
) -> Answer:
    """One answer, as a script gives it."""
    from cm.cli.changes import render_change
    from cm.flows import reviewing

    if until and action != "approve":
        raise Usage("--until goes with approve", hint="cm review approve r-… --until 2027-03")
    if action == "approve":
        change = reviewing.approve(env, ids, until=until, yes=yes)
    elif action == "reject":
        if len(ids) != 1 or not reason:
            raise Usage(
                "reject takes one rule and --reason", hint='cm review reject r-… --reason "a one-off"'
            )
        change = reviewing.reject(env, ids[0], reason)
    elif action == "edit":
        (rule,) = _named(ids, 1, 'edit RULE --text "The new sentence."')
        change = reviewing.edit(env, rule, text, reviewing.person(env, f"edit {rule}", yes))
    elif action == "settle":
        one, other = _named(ids, 2, "settle A B --keep A|B|both")
        if not keep:
            raise Usage("say which one holds", hint=f"cm review settle {one} {other} --keep {one} (or both)")
        by = reviewing.person(env, f"settle {one} and {other}", yes)
        change = reviewing.settle(env, one, other, keep, by, reason)
    elif action == "merge":
        one, other = _named(ids, 2, "merge A B")
        by = reviewing.person(env, f"merge {one} and {other}", yes)
        change = reviewing.merge(env, one, other, by, text=text, reason=reason)
    else:
        return _deferred(env, ids)
    return Answer(
        "review", change, lambda: render_change(change), exit=Exit.REFUSED if change.refused else Exit.OK
    )


def _deferred(env: Env, ids: Sequence[str]) -> Answer:
    from cm.flows import review, reviewing

    if not ids:
        raise Usage("which rule?", hint="cm review defer r-…")
    reviewing.person(env, f"put off {', '.join(ids)}", yes=True)  # nothing changes by it: a script may
    done = PutOff(reviewing.put_off(env, [card.key for card in review.cards_of(env, *ids).cards]))
    return Answer("review", done, lambda: say.lines(f"{say.count(len(done.cards), 'question')} put off."))


def _named(ids: Sequence[str], count: int, usage: str) -> Sequence[str]:
    if len(ids) != count:
        raise Usage(f"that takes {say.count(count, 'rule')}, not {len(ids)}", hint=f"cm review {usage}")
    return ids


# --- the dialogue


def _sit(env: Env, here: bool) -> Answer:
    """Asks until the reviewer stops; ^C and ^D stop too, and every answer is kept."""
    from cm.cli import paint
    from cm.cli.dialogue import Dialogue
    from cm.flows.sitting import Sitting

    desk = Sitting(env, "human", here, lambda: _tell("looking for rules that may be one …\n"))
    talk = Dialogue(desk, paint.wanted())
    if not talk.asks:
        done = Reviewed(0, 0, 0, "")
        return Answer("review", done, lambda: say.lines("Nothing waits for you."))
    stopped = False
    try:
        reply = None
        while reply is None or not reply.finished:
            _tell(talk.screen())
            line = sys.stdin.readline()
            if not line:  # ^D
                _tell("\n")
                break
            reply = _edits(talk, talk.take(line), os.environ)
            _tell(reply.text)
    except KeyboardInterrupt:
        _tell("\n")
        stopped = True
    given = [each for each in talk.answers if each.verb != "skip"]
    last = next((each.tx for each in reversed(given) if each.tx), "")
    done = Reviewed(len(given), len(talk.answers) - len(given), talk.left, last)
    return Answer("review", done, lambda: render_sitting(done), exit=Exit.INTERRUPTED if stopped else Exit.OK)


def _edits(talk: Dialogue, reply: Reply, environ: Mapping[str, str]) -> Reply:
    """Opens the editor that a reply asks for; where there is none, the next line is the text."""
    from cm.cli import editor

    if reply.edit is None:
        return reply
    command = editor.editor_of(environ)
    if not command:
        talk.ask_words()
        return reply
    text = editor.edited(reply.edit, command)
    if text is None:
        _tell(f"`{say.cut(command, 40)}` could not be used as an editor\n")
        talk.ask_words()
        return reply
    return talk.edited("" if text == reply.edit else text)


def _tell(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


# --- texts


def render_sitting(done: Reviewed) -> str:
    """What was answered, and what is left."""
    parts = [f"{say.count(done.answered, 'answer')} kept"]
    if done.skipped:
        parts.append(f"{done.skipped:,} put off")
    parts.append(f"{done.left:,} left" if done.left else "nothing left")
    return say.lines(
        ", ".join(parts) + ".", f"The last one is taken back by: cm undo {done.last}" if done.last else ""
    )


def render_cards(found: Deck) -> str:
    """Every question about a rule."""
    from cm.cli import cards, dialogue

    blocks = []
    for card in found.cards:
        ids = " ".join(say.short(side.rule.id) for side in card.sides)
        no = "review reject" if card.kind == "draft" else "remove"
        again = " --until DATE" if card.kind == "review-due" else ""
        single = [f"cm review approve {ids}{again}", f'cm {no} {ids} --reason "…"']
        if card.kind == "across":
            double = [f"cm review settle {ids} --keep both", f'cm remove {ids.split()[0]} --reason "…"']
            blocks.append(cards.render(card) + "\n" + say.lines(*double))
            continue
        double = [f"cm review settle {ids} --keep {ids.split()[0]}|{ids.split()[-1]}|both"]
        if "merge" in {verb for _, _, verb in dialogue.ANSWERS[card.kind]}:
            double.append(f"cm review merge {ids}")
        blocks.append(cards.render(card) + "\n" + say.lines(*(single if len(card.sides) == 1 else double)))
    return "\n\n".join(block.rstrip("\n") for block in blocks) + "\n"


def render(found: Queue) -> str:
    """What waits, with its proof, and how to answer."""
    across = say.lines(_across(found), say.para(due_line(found.due)))
    if not found.waiting:
        return across or say.lines("Nothing waits for you.", "New proposals come from: cm reflect")
    short = say.shortened(item.rule.id for item in found.waiting)
    blocks = []
    for item in found.waiting:
        project = item.rule.scope.project
        where = "" if item.here and project else (say.place(project, 40) if project else "everywhere")
        support = say.count(item.sessions, "session") if item.sessions > 1 else ""
        sides = ", ".join(short[name] for name in item.rule.contests if name in short)
        against = f"with {sides}" if sides and item.rule.state == "contested" else ""
        due = f"to be looked at again from {item.rule.review_after}" if item.due else ""
        note = " · ".join(part for part in (where, support, against, due) if part)
        blocks.append(rules.rule_block(item.rule, short[item.rule.id], note=note, quotes=2))
    first = short[found.waiting[0].rule.id]
    more = (
        f"{found.total - len(found.waiting)} more: cm review list --max 0"
        if found.total > len(found.waiting)
        else ""
    )
    return say.blocks(
        f"{say.count(found.total, 'rule')} {'waits' if found.total == 1 else 'wait'} for your yes or no.", *blocks,
        say.lines(more, *_ways(found, first, short)), across,
    )  # fmt: skip


def _across(found: Queue) -> str:
    """The disputes between one's own rules and the repository's, and where they are answered."""
    return say.lines(
        *(
            say.para(f"Your {mine} contradicts the repository's {theirs}: cm review show {mine}")
            for mine, theirs in ((say.short(one), say.short(other)) for one, other in found.across)
        )
    )


def _ways(found: Queue, first: str, short: dict[str, str]) -> tuple[str, ...]:
    """How to answer the first of them."""
    rule = found.waiting[0].rule
    opponent = next((name for name in rule.contests if name in short), "")
    if rule.state == "contested" and opponent:
        other = short[opponent]
        return (f"cm review settle {first} {other} --keep {first}|{other}|both",)
    if rule.state != "draft" and found.waiting[0].due:
        return (f"cm review approve {first} --until DATE", f'cm remove {first} --reason "…"')
    return (f"cm review approve {first}", f'cm review reject {first} --reason "…"')
