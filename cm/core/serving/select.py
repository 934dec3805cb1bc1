"""Which of the served rules are handed over for a task: the best first, whole ones only, within a budget, no two alike.

Pure. How well each fits comes from `relevance.py`; who may see what was decided by `serve.py`; how it looks is `render.py`.
"""

from __future__ import annotations

import re

from cm.core.language import relevance
from cm.core.serving.fuse import SHARE as FUSED_SHARE
from cm.core.serving.fuse import merit as fused_merit
from cm.core.serving.fuse import sure
from cm.core.serving.ties import DISAGREE, DISAGREE_MANY
from cm.model.light import Light

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from cm.core.serving.fuse import Scale

ALIKE = 0.85  # two rules that share this much of their words say the same to a reader
HERE = 1.6  # what is made for this project comes before what holds everywhere
HERE_FLOOR = 1.1  # and is believed a little sooner
OVERHEAD = 60  # tokens for the envelope, headings and the closing lines
NOTHING: Mapping[int, Any] = {}
RECENT = 0.05  # what the age of the newest proof adds or takes at most
HALF_LIFE = 180.0  # days
_TELLING = (  # compiled when two rules are alike: most answers have none
    r"\d[\w.:/-]*|\b(?:not|never|no|cannot|avoid|without|unless|except|only|instead|rather|over|than|before|after|nicht|nie|kein\w*|statt|ohne|außer|"
    r"vor|nach|nur|nunca|sin|salvo|solo|antes|después|jamais|pas|sans|sauf|avant|après)\b|n['’]t\b|[不别勿无没]"
)
_WORDS = r"[^\W_]+(?:[./:_-][^\W_]+)*"
WHY = 160  # letters of a reason; all of it by `cm show`
_LATER = 40  # ids of rules that were left out are listed up to here


class Fit(Light):
    """A served rule with how well it fits: relevance alone, and with its record."""

    __slots__ = ("key", "merit", "near", "relevance", "stage", "terms", "value", "words")
    defaults = (("stage", "candidate"), ("merit", 0.0), ("near", 0.0), ("words", 0.0))  # fmt: skip
    key: int  # the caller's name of the rule
    relevance: float  # what is held against the floor
    value: float  # by what it is ordered: its merit weighed with standing and scope
    merit: float  # the same without standing; 0 = the relevance
    words: float  # what the words alone give
    near: float  # the cosine, 0 when it is not known
    stage: str
    terms: Mapping[str, float]


class Picked(Light):
    """A rule that is handed over."""

    __slots__ = ("about", "category", "evidence", "except_for", "id", "kind", "layer", "pinned", "relevance", "scope", "stage", "tags", "text", "valid", "why")  # fmt: skip
    defaults = (("why", ""), ("scope", {}), ("tags", ()), ("pinned", False), ("evidence", ()), ("layer", "user"), ("category", "general"), ("except_for", ()), ("about", ""), ("valid", ()),)  # fmt: skip
    id: str
    text: str
    kind: str
    why: str
    category: str
    stage: str
    relevance: float
    scope: dict[str, str]
    layer: str
    tags: tuple[str, ...]
    pinned: bool
    evidence: tuple[dict[str, str], ...]
    except_for: tuple[str, ...]  # narrower rules: where they hold, this one does not
    about: str  # of a fact: whom or what it is of
    valid: tuple[str, ...]  # since and until when it holds; () = always


class Disputed(Light):
    """Rules that disagree and that nobody decided between: handed over together or not at all."""

    __slots__ = ("rules", "say")
    rules: tuple[Picked, ...]
    say: str


class LeftOut(Light):
    """A rule that fits and is not handed over: why, and its first words."""

    __slots__ = ("id", "reason", "text")
    id: str
    reason: str  # budget | limit | alike | anchor-gone
    text: str


class Pack(Light):
    """What was chosen, what was left out, and what it costs."""

    __slots__ = ("anti_patterns", "disputed", "left_out", "rules", "used")
    rules: tuple[Picked, ...]
    anti_patterns: tuple[Picked, ...]
    disputed: tuple[Disputed, ...]
    left_out: tuple[LeftOut, ...]
    used: int

    @property
    def without_room(self) -> int:
        """How many rules more would be handed over if there were room for them."""
        return sum(each.reason != "alike" for each in self.left_out)

    @property
    def ids(self) -> tuple[str, ...]:
        """The rules handed over."""
        return ids_of(self.rules, self.anti_patterns, self.disputed)


def ids_of(
    rules: Sequence[Picked], anti_patterns: Sequence[Picked], disputed: Sequence[Disputed]
) -> tuple[str, ...]:
    """The rules handed over, in the order in which they are told."""
    several = (rule for unit in disputed for rule in unit.rules)
    return tuple(rule.id for rule in (*rules, *anti_patterns, *several))


def cost(text: str) -> int:
    """About how many tokens a text takes: four letters each, one for a character of other scripts."""
    if text.isascii():
        return len(text) // 4 + 1
    wide = sum(1 for char in text if char > "\u2e7f")
    return (len(text) - wide) // 4 + wide + 1


def weigh(fit: float, points: float, stage: str, *, here: bool = False, unsure: int = 0) -> float:
    """Relevance with what the rule's record and scope add: made for this project counts more, an unknown facet less."""
    return fit * relevance.standing_factor(points, stage) * (HERE if here else 1.0) * 0.9**unsure


def choose(fits: Sequence[Fit], *, floor: float = 0.0) -> list[Fit]:
    """The fits that are good enough to be shown at all, best first."""
    good = [fit for fit in fits if fit.relevance >= (floor or relevance.FLOOR)]
    share = FUSED_SHARE if any(fit.near for fit in good) else relevance.SHARE
    least = share * max((_merit(fit) for fit in good), default=0.0)
    good = [fit for fit in good if _merit(fit) >= least]
    return sorted(good, key=lambda fit: (-fit.value, fit.key))


def freshest(chosen: Sequence[Fit], cards: Mapping[int, Mapping[str, Any]], now: str) -> list[Fit]:
    """The same, what was proved lately a little before what was not for long: enough to order equals."""
    weighed = [
        (fit.value * age_factor((cards.get(fit.key) or {}).get("proved", ""), now), fit) for fit in chosen
    ]
    weighed.sort(key=lambda pair: (-pair[0], pair[1].key))
    return [fit for _, fit in weighed]


def age_factor(proved: str, now: str) -> float:
    """What the age of a rule's newest proof is worth, 0.95 to 1.05; 1 when it is not known."""
    try:
        age = max(0.0, _days(now) - _days(proved))
    except ValueError:
        return 1.0
    return float(1.0 + RECENT * (2.0 * 2.0 ** (-age / HALF_LIFE) - 1.0))


def _days(at: str) -> float:
    """About how many days a stamp is after year nought: for an age, months are alike enough."""
    return int(at[:4]) * 365.25 + int(at[5:7]) * 30.44 + int(at[8:10])


def _merit(fit: Fit) -> float:
    return fit.merit or fit.relevance


def select(
    chosen: Sequence[Fit],
    cards: Mapping[int, Mapping[str, Any]],
    *,
    budget: int,
    max_rules: int,
    beside: Mapping[int, Sequence[Fit]] = NOTHING,
    excepted: Mapping[int, Sequence[str]] = NOTHING,
) -> Pack:
    """Packs chosen rules into a budget of tokens, the best first; what does not fit is named.

    `beside` names for a rule that is disputed all of the dispute, itself too: one unit, taken whole or not at all.
    `excepted` names the narrower rules for which a rule makes way.
    """
    taken: list[tuple[set[str], Mapping[str, Any]]] = []
    alone: list[Picked] = []
    disputed: list[Disputed] = []
    left: list[LeftOut] = []
    done: set[int] = set()
    used = OVERHEAD
    for fit in chosen:
        if fit.key in done:
            continue
        unit = beside.get(fit.key, (fit,))
        done.update(one.key for one in unit)
        words = [(own_words(one.terms), cards[one.key]) for one in unit]
        price = sum(_price(cards[one.key]) for one in unit) + (cost(DISAGREE) if len(unit) > 1 else 0)
        reason = ""
        if any(
            alike(mine, words_) and says_no_other(card, other)
            for mine, card in words
            for words_, other in taken
        ):
            reason = "alike"
        elif len(taken) + len(unit) > max_rules:
            reason = "limit"
        elif used + price > budget:
            reason = "budget"
        given = [cards[one.key] for one in unit]
        if reason:
            left += [LeftOut(id=each["id"], reason=reason, text=shorten(each["text"], 80)) for each in given]
            continue
        used += price
        taken += words
        rules = [picked(cards[one.key], one, excepted.get(one.key, ())) for one in unit]
        if len(rules) > 1:
            disputed.append(Disputed(rules=tuple(rules), say=DISAGREE if len(rules) == 2 else DISAGREE_MANY))
        else:
            alone += rules
    return Pack(
        rules=tuple(rule for rule in alone if rule.kind != "anti-pattern"),
        anti_patterns=tuple(rule for rule in alone if rule.kind == "anti-pattern"),
        disputed=tuple(disputed),
        left_out=tuple(left[:_LATER]),
        used=used if taken else 0,
    )


def _price(card: Mapping[str, Any]) -> int:
    why = shorten(card.get("why") or "", WHY)
    behind = tail_of(card)
    return cost(card["text"]) + 12 + (cost(why) + 3 if why else 0) + (cost(behind) if behind else 0)


def tail_of(card: Mapping[str, Any]) -> str:
    """What stands behind a rule of these fields; "" behind most."""
    valid = card.get("valid")
    if not (valid or card.get("about")):
        return ""
    from cm.core.serving.said_of import said_of

    since, until = valid or ("", "")
    return ", ".join(said_of(card["text"], card.get("about", ""), since, until))


def picked(card: Mapping[str, Any], fit: Fit, except_for: Sequence[str] = ()) -> Picked:
    """A card of the index as a rule that is handed over."""
    fields = {name: card[name] for name in Picked.__slots__ if name in card}
    if fields.get("why"):
        fields["why"] = shorten(fields["why"], WHY)
    more = {"stage": fit.stage, "relevance": round(fit.value, 3), "except_for": tuple(except_for)}
    return Picked(**{**fields, **more})


def own_words(terms: Mapping[str, float]) -> set[str]:
    """The words of a rule's own text: no topics, nothing that only its reason or category says."""
    return {term for term, weight in terms.items() if weight >= 0.7 and term[0] != "#"}


def alike(a: set[str], b: set[str]) -> bool:
    """Whether two rules share nearly all of their words."""
    few, many = sorted((len(a), len(b)))
    if few < ALIKE * many:
        return False
    shared = len(a & b)
    return many > 0 and shared >= ALIKE * (few + many - shared)


def says_no_other(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two rules with nearly the same words may stand for one: alike in kind, in numbers, and in what is denied or put first."""
    return one["kind"] == other["kind"] and _telling(one["text"]) == _telling(other["text"])


def _telling(text: str) -> list[tuple[str, ...]]:
    """The numbers and small words that turn a rule round, each of these with the two words behind it."""
    low = text.lower()
    return sorted(
        (
            each[0],
            *(() if each[0][0].isdigit() else re.findall(_WORDS, low[each.end() : each.end() + 80])[:2]),
        )
        for each in re.finditer(_TELLING, low)
    )


def shorten(text: str, most: int) -> str:
    """One line of at most so many characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def rank(
    query: relevance.Query,
    rows: Sequence[tuple[int, Mapping[str, float], float, str, bool, int]],
    found_in: Mapping[str, int],
    rules: int,
    *,
    near: Mapping[int, float] = NOTHING,
    scale: Scale | None = None,
) -> list[Fit]:
    """Scores candidates: (key, terms, standing score, stage, made for this project, unknown facets) each.

    `near` gives the cosine of those whose vectors are known, `scale` what a cosine is worth.
    """
    fits = []
    for key, terms, points, stage, here, unsure in rows:
        words = relevance.score(query, terms, found_in, rules)
        cosine = near.get(key, 0.0) if scale is not None else 0.0
        if words <= 0 and (not cosine or query.lookup):
            continue
        believed = words * (HERE_FLOOR if here else 1.0)
        merit = words
        if scale is not None and key in near:
            believed = sure(believed, cosine, scale)
            merit = fused_merit(words, cosine, scale)
        if believed > 0:
            fits.append(
                Fit(
                    key=key,
                    relevance=believed,
                    value=weigh(merit, points, stage, here=here, unsure=unsure),
                    merit=merit * (HERE if here else 1.0),
                    words=words,
                    near=cosine,
                    stage=stage,
                    terms=terms,
                )
            )
    return fits
