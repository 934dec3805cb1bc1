"""What became of each event of a session that was read for lessons: the rule it is part of, or why nothing came of it.

A closed list of codes, kept without a word of the session (`store/dispositions.py`); `cm why e-…` tells them (`flows/why_event.py`).
Not here: how a sentence is judged (`core/reading/directives.py`), what is proposed (`core/reading/propose.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from cm.core.reading.directives import Weighed
from cm.core.reading.signs import is_task
from cm.model.decision import Decision, Reason
from cm.model.delta import Add
from cm.model.rule import Rule
from cm.model.session import Author, EventKind, SessionHead

Became: TypeAlias = Literal["became", "supported", "refused"]
Nothing: TypeAlias = Literal[
    "question", "task", "for-now", "not-meant", "talk", "report", "product", "not-lasting", "too-short", "not-typed",
    "takes-back", "taken-back", "instructed", "over-the-limit", "subagent", "interruption",
]  # fmt: skip
Elsewhere: TypeAlias = Literal[
    "not-the-user", "command", "scrubbed", "memory-tool", "kept-to-be-found", "twin", "not-reflected", "newer"
]
Code: TypeAlias = Became | Nothing | Elsewhere

_REASONS: Final[tuple[Reason, ...]] = get_args(Reason)
SAYS: Final[Mapping[Code, str]] = MappingProxyType(
    {
        "became": "it founded a rule",
        "supported": "it supports a rule that was there",
        "refused": "what it proposed was refused",
        "question": "it asks something: a question founds no rule",
        "task": "it asks for one piece of work, and says nothing that holds after it",
        "for-now": "it says of itself that it holds for now only",
        "not-meant": "it supposes, hears or mocks something: it is not what the user wants or knows",
        "talk": "it is talk about the work at hand",
        "report": "it reports a fault or a state of the moment",
        "product": "it says how the product is to behave, not how to work on it",
        "not-lasting": "nothing in it says that it should hold in later sessions",
        "too-short": "it is too short to say anything that lasts",
        "not-typed": "no word of it was typed by the user: code, a quotation, a paste, or text of a program",
        "takes-back": "it takes back what was said before it",
        "taken-back": "a later message takes it back",
        "instructed": "an instruction file of the project says it already",
        "over-the-limit": "one session proposes only so much, and it stands behind that",
        "subagent": "it was said to a subagent, which the user does not talk to",
        "interruption": "an interruption says nothing by itself",
        "not-the-user": "only the user's words found a rule; others may prove a fact, and nothing was made of this",
        "command": "the user ran a command: what commands show may prove a fact, and nothing was made of this",
        "scrubbed": "its session was scrubbed: nothing of it counts",
        "memory-tool": "its session was written by a memory tool: nothing is learned from those",
        "kept-to-be-found": "its session is kept to be found, not to be learned from",
        "twin": "its session is a copy of another one, which is read itself",
        "not-reflected": "its session was not reflected on yet, or not since it was said",
        "newer": "a newer cm wrote down what became of it, in a word that this one does not know",
    }
)
"""Each code as a clause for people."""


@dataclass(frozen=True, slots=True)
class Disposition:
    """What became of one event."""

    code: Code
    rules: tuple[str, ...] = ()  # those it is part of
    reason: Reason | Literal[""] = ""  # of a refusal


def why_nothing(weighed: Sequence[Weighed]) -> Nothing:
    """Why a message of the user states nothing for later sessions, by its best sentence."""
    if not weighed:
        return "not-typed"
    best = max(weighed, key=lambda item: item.score)
    signs, shapes = best.signs, best.shapes
    every = frozenset().union(*(item.signs for item in weighed))
    if "retracted" in signs or "retract" in every:
        return "takes-back"
    if signs & {"question", "asked", "^ask"}:
        return "question"
    if signs & {"soon", "framed"}:
        return "for-now"
    if signs & {"hypothetical", "sarcasm", "hearsay", "copyedit"} or "planted" in shapes:
        return "not-meant"
    if is_task(signs) or any(is_task(item.signs) for item in weighed):
        return "task"
    if signs & {"product", "describes", "code-spec", "specified", "document"}:
        return "product"
    if signs & {"bug"}:
        return "report"
    if any("question" in item.signs for item in weighed):
        return "question"
    if len(weighed) == 1 and "tiny" in signs:
        return "too-short"
    if signs & {"chat", "choice", "thanks", "allow", "^reply"}:
        return "talk"
    return "not-lasting"


def decided_of(
    adds: Iterable[Add], decisions: Iterable[Decision], book: Mapping[str, Rule]
) -> dict[str, dict[str, Disposition]]:
    """What the curator's answers make of the events that proposals quote, by session; one that became a rule stays so however often it is asked."""
    found: dict[str, dict[str, Disposition]] = {}
    for add, decision in zip(adds, decisions, strict=False):
        rule = next((book[name] for name in _named(decision) if name in book), None)
        for item in add.evidence:
            if not item.event:
                continue
            events = found.setdefault(item.session, {})
            events[item.event] = _joined(events.get(item.event), _of(decision, rule, item.event))
    return found


def _named(decision: Decision) -> tuple[str, ...]:
    return (*(rule.id for rule in decision.after[:1]), *decision.rules)


def _of(decision: Decision, rule: Rule | None, event: str) -> Disposition:
    if decision.verdict == "refused" or rule is None:
        return Disposition("refused", (rule.id,) if rule else (), decision.reason)
    return of_resting((rule,), event)


def of_resting(rules: Sequence[Rule], event: str) -> Disposition:
    """What an event is to rules that rest on it: it founded one when the session that founded that rule is its own."""
    first = any(
        item.event == event and item.session == rule.evidence[0].session
        for rule in rules
        for item in rule.evidence
    )
    return Disposition("became" if first else "supported", tuple(rule.id for rule in rules))


_RANK: Final[Mapping[str, int]] = {"became": 3, "supported": 2, "refused": 1}


def _joined(a: Disposition | None, b: Disposition) -> Disposition:
    """Both of one event: the better one, with the rules of both that count."""
    if a is None:
        return b
    first, second = (a, b) if _RANK.get(a.code, 0) >= _RANK.get(b.code, 0) else (b, a)
    more = second.rules if second.code != "refused" else ()
    return Disposition(first.code, tuple(dict.fromkeys((*first.rules, *more))), first.reason)


def of_other(
    head: SessionHead, *, by: Author, kind: EventKind, agent: str, copied: bool
) -> Nothing | Elsewhere:
    """What is known of an event of which nothing is written down, by its session (`copied`: from one that is held) and who said it."""
    if head.own:
        return "memory-tool"
    if head.notes:
        return "kept-to-be-found"
    if copied:
        return "twin"
    if by != "user":
        return "not-the-user"
    if head.parent or agent:
        return "subagent"
    return "interruption" if kind == "interrupt" else "command" if kind == "command" else "not-reflected"


# --- as short texts


def coded(disposition: Disposition) -> str:
    """As it is kept: `task`, `became r-…`, `refused not-lasting`."""
    if disposition.code == "refused":
        return " ".join(("refused", disposition.reason or "empty", *disposition.rules))
    return " ".join((disposition.code, *disposition.rules))


def read_code(text: str) -> Disposition | None:
    """What is kept, read again; `newer` for a code that this version does not know, None where there is none."""
    said, *rest = text.split()[:40] or ("",)
    if not said:
        return None
    code: Code | None = next((each for each in SAYS if each == said), None)
    if code is None:
        return Disposition("newer")
    if code == "refused":
        return Disposition(code, tuple(rest[1:]), next((each for each in _REASONS if each in rest[:1]), ""))
    return Disposition(code, tuple(rest))
