"""A change as a commit message of the home's history: a summary, then one line per decision or ledger line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cm.flows.parts import NO_LINES, Lines
from cm.model.decision import Decision
from cm.model.ledger import Blocked, Mark, Outcome


def message_of(decisions: Sequence[Decision], source: str, lines: Lines = NO_LINES) -> str:
    """What was decided and what was said to the ledger; what was refused or withdrawn is not repeated."""
    told = [*map(_line, decisions), *map(_ledger_line, lines)]
    if not told:
        return "Marks and deliveries\n"
    counts = Counter([each.verdict for each in decisions] + [_kind(each) for each in lines])
    only = len(told) == 1 or len(decisions) == 1
    head = told[0] if only else ", ".join(f"{n} {what}" for what, n in sorted(counts.items()))
    return (
        "\n".join([_cut(head, 100), "", *(_cut(each, 300) for each in told), "", f"source: {source}"]) + "\n"
    )


def _line(decision: Decision) -> str:
    words = decision.after[0].text if decision.after else decision.say
    about = f" {decision.rules[0]}" if decision.rules else ""
    return f"{decision.verdict.capitalize()}{about} ({decision.reason}): {' '.join(words.split())}"


def _ledger_line(line: Mark | Outcome | Blocked) -> str:
    if line.undoes:
        return f"Take back {line.undoes}"
    match line:
        case Blocked():
            return f"Withdraw {line.rule or 'content'} ({line.id})"
        case Mark():
            return f"Mark {line.rule} {line.verdict} ({line.by})"
        case Outcome():
            return f"Outcome of {line.session}: {line.status} ({line.by})"


def _kind(line: Mark | Outcome | Blocked) -> str:
    if line.undoes:
        return "taken back"
    return "withdrawn" if isinstance(line, Blocked) else "marked" if isinstance(line, Mark) else "outcomes"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
