"""A rule's life: the words that prove it, what was decided, marks, deliveries, and whether an agent sees it now."""

from __future__ import annotations

from dataclasses import dataclass

from cm.core.curation.life import Life, life
from cm.core.serving.serve import Reader, serve
from cm.errors import NotFound
from cm.flows.env import Env
from cm.flows.named import shelved_named
from cm.flows.permission import only_host
from cm.flows.reading import also_called, shelf
from cm.flows.strangers import printable_decision
from cm.model.decision import Decision
from cm.model.session import SessionHead
from cm.store.decisions import read_decisions
from cm.store.journal import Journal
from cm.store.ledger import LedgerFiles


@dataclass(frozen=True, slots=True)
class Proof:
    """A quote and whether it still stands in the journal where it was found."""

    quote: str
    by: str
    session: str
    event: str
    at: str
    verified: bool
    around: str  # the words before and after, from the same event
    title: str = ""  # what the session was about


@dataclass(frozen=True, slots=True)
class Why:
    """The biography, and the proof checked again."""

    life: Life
    project: str  # the place it was asked from
    layer: str
    proof: tuple[Proof, ...]


def why(env: Env, rule: str, *, host: str = "", task: str = "", paths: tuple[str, ...] = ()) -> Why:
    """Tells a rule's life and what an agent at work here would get. Raises NotFound, Ambiguous."""
    found = shelf(env)
    also = also_called(env, found.shelved)
    reader = Reader("context", project=env.project, also=also, host=host or env.agent, task=task, paths=paths)
    decisions = list(read_decisions(env.home.decisions))
    heard = env.repo is not None and env.trusted  # a stranger's decisions and marks say nothing
    if env.repo and heard:
        decisions += read_decisions(env.repo.decisions)
    try:
        item = shelved_named(found.shelved, rule)
    except NotFound:
        known = (
            {each for decision in decisions for each in decision.rules if each.startswith(rule)}
            if len(rule) > 3
            else set()
        )
        if len(known) != 1:
            raise
        item = None
        rule = known.pop()
    ledger = LedgerFiles(env.home.ledger_dir)
    marks = list(ledger.marks())
    if env.repo and heard:
        marks += LedgerFiles(env.repo.ledger_dir).marks()
    answer = serve(item, reader, env.now, policy=env.settings.curation.standing) if item else None
    name = item.rule.id if item else rule
    told = life(name, _printable(env, name, decisions), marks, ledger.shown(), answer)
    return Why(told, env.project, item.layer if item else "", _proof(env, told))


def _printable(env: Env, name: str, decisions: list[Decision]) -> list[Decision]:
    """The decisions about a rule, as they may be printed here."""
    return [
        printable_decision(env, each)
        for each in decisions
        if name in each.rules or any(rule.id == name for rule in each.after)
    ]


def _proof(env: Env, told: Life) -> tuple[Proof, ...]:
    journal = Journal(env.home.journal)
    only = only_host(env)  # a rule is for all, the talk around its quote is not
    out = []
    read: dict[str, tuple[SessionHead | None, dict[str, str]]] = {}
    for item in told.rule.evidence if told.rule else ():
        if item.session and item.session not in read:
            read[item.session] = _texts(journal, item.session)
        head, texts = read.get(item.session, (None, {}))
        text = texts.get(item.event, "")
        start = (
            item.span[0]
            if item.span and text[item.span[0] : item.span[1]] == item.quote
            else text.find(item.quote)
        )
        around = (
            text[max(0, start - 120) : start + len(item.quote) + 120] if start >= 0 and item.quote else ""
        )
        open_ = head is not None and only in ("", head.host)
        out.append(
            Proof(
                item.quote, item.by, item.session, item.event, item.at, bool(around),
                " ".join(around.split()) if open_ else "", head.title if head and open_ else "",
            )
        )  # fmt: skip
    return tuple(out)


def _texts(journal: Journal, session: str) -> tuple[SessionHead | None, dict[str, str]]:
    try:
        head, events = journal.read(session)
    except NotFound:
        return None, {}
    return head, {event.id: event.text for event in events}
