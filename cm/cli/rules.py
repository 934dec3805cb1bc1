"""How rules, their proof and decisions about them read as text; shared by the commands that show them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from cm.cli import say
from cm.model.rule import Evidence, Rule
from cm.model.standing import Standing

KIND_WORDS: Final[Mapping[str, str]] = {
    "rule": "",
    "anti-pattern": "avoid",
    "fact": "fact",
    "preference": "preference",
}
WITHHELD: Final[Mapping[str, str]] = {
    "draft": "waits as a draft",
    "retired": "retired",
    "superseded": "superseded by another rule",
    "contested": "contested by another rule",
    "blocked": "its content was withdrawn",
    "quarantined": "held back by the content screen",
    "out-of-scope": "belongs to another place",
    "low-standing": "held back: its marks speak against it",
    "expired": "no longer valid",
    "not-yet-valid": "not valid yet",
    "untrusted": "from a repository that is not trusted",
    "stage": "not proven enough for this reader",
    "private": "private: not for this reader",
    "stale": "stale",
    "overruled": "overruled",
    "anchor-gone": "held back: what it relies on is gone from here",
    "unmerged": "only on its branch",
}


def rule_block(
    rule: Rule, rule_id: str, *, standing: Standing | None = None, note: str = "", quotes: int = 1
) -> str:
    """A rule at a glance: id and state, the sentence, the words that prove it."""
    facets = [f"{name} {value}" for name, value in rule.scope.facets() if name != "project"]
    stage = standing.stage if standing and rule.state == "active" and standing.stage != "candidate" else ""
    parts = [
        KIND_WORDS[rule.kind],
        rule.state,
        stage,
        rule.category,
        *facets,
        "pinned" if rule.pinned else "",
        note,
    ]
    head = say.para(" · ".join(part for part in parts if part), first=f"{rule_id}  ", hang=2)
    return say.lines(head, say.para(rule.text, 2), *proof(rule.evidence, quotes)).rstrip("\n")


def proof(evidence: Sequence[Evidence], most: int = 1, indent: int = 2) -> Iterable[str]:
    """The quotes, and how many more there are."""
    # the same words of the same event prove once, however often they were brought
    once: dict[tuple[str, ...], Evidence] = {}
    for item in evidence:
        once.setdefault((item.by, item.session, item.event, said_plainly(item.quote)), item)
    evidence = [*once.values()]
    for item in evidence[:most]:
        yield say.quote(say.cut(item.quote, 300), item.by, item.session, item.at, indent)
    rest = len(evidence) - most
    if rest > 0 and most:
        sessions = len({item.session for item in evidence if item.session})
        yield (
            " " * indent + f"and {rest} more" + (f", from {sessions} sessions in all" if sessions > 1 else "")
        )


def said_plainly(quote: str) -> str:
    """A quote without what its cutting leaves: white space, case, marks at its ends."""
    return " ".join(quote.casefold().split()).strip(" .,;:!?\"'`*_-")


def scope_words(rule: Rule) -> str:
    """Where a rule holds, in words."""
    facets = [f"{name} {value}" for name, value in rule.scope.facets()]
    if rule.unmerged:
        facets.append(f"only on {rule.unmerged.branch} until it is merged")
    return ", ".join(facets) or "everywhere"


def commands_words(followed: int, ignored: int, last: str = "") -> str:
    """What the commands of sessions say, in words."""
    if not followed and not ignored:
        return ""
    return f"followed {followed:,}, ignored {ignored:,}" + (
        f", last by `{say.cut(last, 60)}`" if last else ""
    )


def marks_words(standing: Standing) -> str:
    """What the ledger says, in words."""
    if not standing.n_plus and not standing.n_minus:
        return "no marks yet"
    return (
        f"{standing.stage}: {standing.n_plus} helpful, {standing.n_minus} harmful (score {standing.score:.1f}"
        + (f", last {say.day(standing.last)})" if standing.last else ")")
    )
