"""How reflection with a model reads: what was asked and came of it, what would be asked, a question handed out, an answer taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cm.cli import changes, say

if TYPE_CHECKING:
    from cm.flows.modelling import Modelled
    from cm.flows.prepared import Applied, Handed

MANY: Final = 10


def render(done: Modelled, *, dry_run: bool) -> str:
    """One paragraph on the model, then what went wrong and what to do."""
    return _would(done) if dry_run else _asked(done)


def _asked(done: Modelled) -> str:
    if not done.questions and not done.unasked:
        return say.para(f"{done.model} was asked nothing: it has read these sessions already (--again).")
    of = "" if done.answered >= done.questions else f" of {done.questions:,}"
    asked = f"{done.answered:,}{of} {'question' if done.questions == 1 else 'questions'}"
    out = [
        f"{done.model} answered {asked} about {say.count(done.sessions, 'session')}: {say.count(len(done.told), 'proposal')}."
    ]
    if done.narrowed:
        out.append(
            f"{say.count(done.narrowed, 'proposal')} claimed to hold everywhere; what was said holds in its project."
        )
    if done.cut:
        out.append(
            f"{say.count(done.cut, 'answer')} broke off; what was whole counts (cm config set llm.tokens_out …)."
        )
    if done.scrubbed:
        out.append(f"{say.count(done.scrubbed, 'secret')} kept back from what was sent.")
    out.append("What it cost: cm usage")
    lines = [say.para(" ".join(out))]
    said: set[str] = set()
    for item in done.troubles[:MANY]:
        lines.append(
            say.para(f"{say.session_name(item.session)}, part {item.part}: {item.say}", first="! ", hang=4)
        )
        if item.hint and item.hint not in said:
            lines.append(say.para(item.hint, 4))
            said.add(item.hint)
    if len(done.troubles) > MANY:
        lines.append(f"  and {len(done.troubles) - MANY} more: --json")
    if done.unasked:
        lines.append(say.para(f"{say.count(done.unasked, 'session')} not asked about; the next run does."))
    return say.lines(*lines)


def _would(done: Modelled) -> str:
    from cm.flows.spending import dollars_of

    if not done.would:
        return say.para(f"{done.model} would be asked nothing: it has read these sessions already (--again).")
    tokens = sum(item.tokens for item in done.would)
    rows = [
        (
            say.session_name(item.session),
            f"part {item.part} of {item.parts}",
            f"about {item.tokens:,} tokens",
            dollars_of(item.usd_at_most),
        )
        for item in done.would[:MANY]
    ]
    rest = f"  and {len(done.would) - MANY} more" if len(done.would) > MANY else ""
    return say.lines(
        say.para(
            f"{done.model} would be sent {say.count(len(done.would), 'question')} about {say.count(done.sessions, 'session')}:"
            f" about {tokens:,} tokens, {dollars_of(done.usd_at_most)} at most; what has to be asked again counts again. The words of each: --json."
        ),
        say.columns(rows, indent=2),
        rest,
        say.para(f"Before it can be asked: {done.lacks}") if done.lacks else "",
    )


def render_handed(
    handed: Handed, nothing: str = "Nothing to ask about: every session was read already (--again)."
) -> str:
    """A question for an agent, and how to answer it."""
    from cm.flows.prepared import in_envelope

    if not handed.question:
        return say.lines(say.para(f"Nothing to ask about: {handed.why}." if handed.why else nothing))
    more = f"; {say.count(handed.left, 'session')} wait behind it" if handed.left else ""
    return say.blocks(
        say.para(
            f"Question {handed.question}, about {say.session_name(handed.session)}, part {handed.part} of {handed.parts}{more}."
        ),
        in_envelope(handed),
        say.lines(
            "Write your answer into a file, as one JSON document of this form:",
            f"  {handed.answer}",
            f"Then: {handed.apply}",
        ),
    )


def render_taken(done: Applied) -> str:
    """What became of every proposal."""
    name = say.session_name(done.session)
    more = (
        f"{say.count(done.left, 'part')} of {name} left: cm reflect --prepare --session {name}"
        if done.left and not done.dry_run
        else ""
    )
    if not done.told:
        read = (
            "nothing was written"
            if done.dry_run
            else "that part counts as read"
            if done.left
            else "the session counts as read"
        )
        return say.lines(
            say.para(f"The answer about {name} proposes nothing; {read}."), say.para(more) if more else ""
        )
    by = {
        verdict: tuple(item for item in done.told if item.verdict == verdict)
        for verdict in dict.fromkeys(item.verdict for item in done.told)
    }
    titles = {
        "added": "New drafts and rules",
        "reinforced": "Supported again",
        "marked": "Marks",
        "contested": "Contested",
        "refused": "Refused",
    }
    parts = []
    for verdict, items in by.items():
        if verdict == "refused":
            parts.append(
                say.lines(
                    f"Refused ({len(items)})",
                    *(
                        say.lines(
                            say.para(say.cut(item.text, 200) or "(no words)", first="  - "),
                            say.para(f"{item.reason}: {item.say}", 4),
                        ).rstrip()
                        for item in items
                    ),
                )
            )
        else:
            parts.append(changes.grouped(items, titles.get(verdict, verdict.capitalize()), MANY))
    note = (
        "Nothing was written." if done.dry_run else "Drafts wait for a second session or for you: cm review"
    )
    return say.blocks(*parts, say.lines(say.para(note), say.para(more) if more else ""))
