"""Words at the gate: what they say, who said them, and whether they were withdrawn or refused before.

Every delta that brings words comes through here. Not here: verbs without words (`core/curation/verbs.py`), how evidence is verified
(`core/curation/witness.py`), what the content screen looks for (`core/screening/screen.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cm.core.curation.gate import NOT_REMEMBERED, SAY, Gate, Refused, place, words_of
from cm.core.curation.planted import refuse_fact, refuse_order
from cm.core.curation.roads import MACHINES, PEOPLE
from cm.core.curation.witness import Heard
from cm.core.language.grammar import gives_orders
from cm.core.language.restated import restates
from cm.core.language.text import fingerprint, normalise
from cm.core.screening.labels import HARMFUL
from cm.core.secrets.scrub import holds_placeholder
from cm.core.serving.audience import visibility_of, why_private
from cm.core.serving.blocklist import Blocklist
from cm.model.decision import Reason
from cm.model.delta import Add, Delta, Merge, Replace, Take
from cm.model.ledger import Blocked
from cm.model.playbook import Playbook
from cm.model.rule import Evidence, Kind

_VAGUE: Final = """
be careful good better best clean code write practice practices quality properly well follow things thing do
great nice high try work hard smart correct correctly right use maintain keep improve software standards proper
more the a and
"""
VAGUE: Final = frozenset(_VAGUE.split())
UNPROVED: Final[frozenset[Reason]] = frozenset(("quote-not-found", "no-evidence"))
SHORTEST: Final = 6  # letters of private words that are looked for within others
AGAIN: Final = "refused again, there is no new evidence: "


def refuse_words(
    delta: Delta, text: str, gate: Gate, *, why: str = "", beside: Iterable[str] = ()
) -> Refused | None:
    """Looks at words alone: shape, content, withdrawn or not; `beside` is what will stand beside them."""
    if not any(letter.isalnum() for letter in text):
        return Refused(delta, "empty", "it says nothing")
    if refusal := repeats_private(delta, (text,), gate):
        return refusal
    most = gate.policy.max_rule_chars
    if len(text) > most:
        return Refused(delta, "too-long", f"it has {len(text)} characters, a rule has at most {most}")
    if gate.source in MACHINES and holds_placeholder(text):
        return Refused(delta, "secret", "a secret was taken out of it")
    proposed = gate.source in MACHINES and (isinstance(delta, Add) or gate.source == "model")
    # a written page has another form than talk; `core/reading/statements.py` has read it
    written = gate.source == "file"
    reason = gate.proposal(text) if proposed and not written else gate.screen(text)
    if reason == "not-lasting" and gate.source == "model" and not gate.screen(text) and not _knows(text):
        reason = None  # its form tells nothing in this language; the user's words have to carry it
    if reason:
        return Refused(delta, reason, SAY.get(reason, f"refused: {reason}"))
    refusal = refuse_beside(delta, (why, *beside), gate, "what stands beside the text")
    if refusal:
        return refusal
    line = gate.blocked.hit(text) or (gate.blocked.hit(why) if why else "")
    if line:
        return withdrawn(delta, line)
    words = set(normalise(text).replace(".", " ").replace(",", " ").split())
    if words <= VAGUE:
        return Refused(delta, "too-vague", "it does not say what to do differently")
    if proposed and gate.source != "file" and restates(text, gate.instructions):
        return Refused(delta, "restates-instructions", "an instruction file of the project says it already")
    return None


def _knows(text: str) -> bool:
    from cm.core.reading.form import knows  # late: its patterns cost time

    return knows(text)


def refuse_beside(delta: Delta, texts: Iterable[str], gate: Gate, what: str) -> Refused | None:
    """Whether something that is told beside a rule is harmful, private at home, or was erased."""
    texts = tuple(texts)
    if refusal := repeats_private(delta, texts, gate):
        return refusal
    stones = gate.blocked.erased
    for text in texts:
        if stones is not None and (stone := stones.hit(text)):
            return withdrawn(delta, stone)
        reason = gate.screen(text) if text else None
        if reason in HARMFUL:
            return Refused(delta, reason, f"{what} is refused: {SAY[reason]}")
    return None


def withdrawn(delta: Delta, line: str, *rules: str) -> Refused:
    """The refusal of what was forgotten."""
    return Refused(delta, "blocked", f"its content was withdrawn ({line}) and does not come back", rules)


def refuse_quotes(delta: Delta, evidence: Iterable[Evidence], gate: Gate) -> Refused | None:
    """Whether a quote that nobody verified is harmful."""
    return refuse_beside(delta, (item.quote for item in evidence), gate, "a quote of it")


def refuse_witness(delta: Add | Replace | Merge, kind: Kind, heard: Heard, gate: Gate) -> Refused | None:
    """Looks at who said it: a machine needs the user's words for an order, and somebody's words for a fact."""
    if gate.source not in MACHINES:
        return refuse_quotes(delta, delta.evidence, gate)
    said_by_user = any(item.by == "user" for item in heard.kept)
    order = kind != "fact" or gives_orders(delta.text)
    if not order and heard.kept:
        return refuse_fact(delta, heard, gate) if gate.source == "model" else None
    if said_by_user:
        return refuse_order(delta, heard, gate) if gate.source == "model" else None
    if heard.kept or heard.misattributed:
        whose = ", ".join(sorted({item.by for item in heard.kept} | set(heard.misattributed)))
        return Refused(
            delta,
            "untrusted-author",
            f"only the user's words can found it, and these are of: {whose}",
            suspected=True,
        )
    return unproved(delta, heard, gate)


def unproved(delta: Delta, heard: Heard, gate: Gate, *, needed: bool = False) -> Refused | None:
    """Why nothing that was offered proves it; an agent may bring a rule, though no judgement, without any quote.

    A lost quote is told only where it may be kept: the refusal is written down, and no event was found to hold it.
    """
    if heard.own:
        return Refused(delta, "own-output", "its only evidence is what was put there from this playbook")
    if heard.lost:
        lost = heard.lost[0].quote
        words = "" if refuse_beside(delta, (lost,), gate, "a quote of it") else f": {lost[:80]!r}"
        return Refused(
            delta, "quote-not-found", f"the quoted words are not in the event that it names{words}"
        )
    if gate.source == "agent" and not needed:
        return None  # the policy of unquoted proposals decides: a draft that waits for a person
    return Refused(delta, "no-evidence", "it quotes nobody")


def refuse_private(delta: Add | Take, gate: Gate) -> Refused | None:
    """What is for its user alone goes into no repository: there others read it, its history too."""
    rule = delta.rule if isinstance(delta, Take) else delta
    if gate.layer == "user" or visibility_of(rule) != "private":
        return None
    return Refused(delta, "private", f"a repository is read by others, and {why_private(rule, 'private')}")


def kept_at_home(book: Playbook) -> Blocklist:
    """The words of a user's private rules, as a list of what no machine brings into a repository."""
    return Blocklist.from_lines(
        Blocked(rule.id, rule.id, normalise(rule.text), "", "")
        for rule in book
        if visibility_of(rule) == "private"
    )


def repeats_private(delta: Delta, texts: Iterable[str], gate: Gate) -> Refused | None:
    """Whether words that no person brings into a repository are or hold those of a private rule at home, or nearly are them."""
    if gate.layer == "user" or gate.source in PEOPLE or not any(_tells(gate.at_home, each) for each in texts):
        return None
    return Refused(delta, "private", "a repository is read by others, and a private rule at home says this")


def _tells(home: Blocklist, text: str) -> bool:
    flat = normalise(text) if home else ""
    held = (fingerprint(line.text) for line in home.lines.values()) if flat else ()
    return any(len(words) >= SHORTEST and words in flat for words in held) or bool(flat and home.hit(text))


def refuse_again(delta: Delta, kept: tuple[Evidence, ...], gate: Gate) -> Refused | None:
    """What was refused before stays refused, with the reason of then, until there is new evidence or a person asks."""
    earlier = gate.refused.get(fingerprint(words_of(delta)))
    if earlier is None or gate.source in PEOPLE or earlier.reason in NOT_REMEMBERED:
        return None
    if (isinstance(delta, Take) and delta.live) or (isinstance(delta, Add) and delta.reconsidered):
        return None  # a person said so, or what refused it was another judgement
    fresh = [item for item in kept if place(item.session, item.event) not in earlier.quotes]
    if earlier.reason == "untrusted-author":
        fresh = [item for item in fresh if item.by == "user"]
    if fresh or (earlier.reason in UNPROVED and kept):
        return None
    return Refused(delta, earlier.reason, AGAIN + earlier.say.removeprefix(AGAIN))
