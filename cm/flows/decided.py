"""What was decided for a change, layer by layer, and the shapes it takes before it is written: numbered, as an intent, as told.

Deciding and writing is `commit.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from cm.core.curation.curate import Curation
from cm.flows.adopting import Adoption
from cm.flows.env import Env
from cm.flows.parts import NO_LINES, Lines, Part, anew, files_of
from cm.model.decision import Decision
from cm.model.ids import short_hash
from cm.model.playbook import Flaw, Playbook
from cm.store import changes, intents
from cm.store.ledger import LedgerFiles
from cm.store.playbook import Document, rule_hash
from cm.store.requests import Exports, Receipt, as_data


@dataclass(frozen=True, slots=True)
class Committed:
    """What became of a change in one layer."""

    decisions: tuple[Decision, ...]  # one per delta, in order; then those of the sweep; then the adopted ones
    book: Playbook  # the layer's book after it
    tx: str = ""  # "" when nothing was written
    adopted: tuple[Decision, ...] = ()  # hand edits found on the way
    flagged: tuple[Decision, ...] = ()  # pinned rules that deserve otherwise
    flaws: tuple[Flaw, ...] = ()  # items of the file that are no rules; they keep their bytes
    notes: tuple[str, ...] = ()  # what was mended, what could not be done
    lines: Lines = NO_LINES  # ledger lines that were written
    replayed: bool = False  # it was done before, for the same request; nothing was done now
    exports: Exports | None = None  # what became of exported files then, where that is known


@dataclass(frozen=True, slots=True)
class Changed:
    """What became of a change, in each of its layers."""

    parts: tuple[Committed, ...]  # in the order of the plan
    tx: str = ""
    notes: tuple[str, ...] = ()
    receipt: Receipt | None = None  # of a request that was answered before: nothing was done now
    exports: Exports | None = None  # what became of exported files then, where that is known


@dataclass(frozen=True, slots=True)
class Decided:
    """A part of a change with what the curator answered; decisions and lines have ids once the change has one."""

    part: Part
    document: Document
    adoption: Adoption
    curation: Curation
    adopted: tuple[Decision, ...] = ()  # numbered, when the change has its id
    decisions: tuple[Decision, ...] = ()
    lines: Lines = NO_LINES

    @property
    def every(self) -> tuple[Decision, ...]:
        """What is written down, in the order in which it is."""
        return self.adopted + self.decisions


def numbered(env: Env, found: Decided, tx: str) -> Decided:
    """Gives decisions and ledger lines their places in the change; a mark that stands already is not said again."""
    layer = "" if found.part.layer == "user" else found.part.layer
    lines = found.part.lines
    if lines.marks:
        lines = replace(lines, marks=anew(lines.marks, LedgerFiles(env.home.ledger_dir).marks()))
    return replace(
        found,
        adopted=_with_ids(found.adoption.decisions, tx, layer + "a"),
        decisions=_with_ids(found.curation.decisions, tx, layer + "d"),
        lines=lines.of(tx),
    )


def intent_of(env: Env, found: tuple[Decided, ...], tx: str, receipt: Receipt | None) -> intents.Intent:
    """What is about to be written, in ids and hashes; the receipt of its request with it."""
    logs: dict[str, tuple[str, ...]] = {}
    for each in found:
        own = files_of(env, each.part.layer)
        for path, lines in (
            (own.blocked, each.lines.blocked), (env.home.feedback, each.lines.marks), (env.home.outcomes, each.lines.outcomes),
        ):  # fmt: skip
            if lines:
                logs[str(path)] = (*logs.get(str(path), ()), *(line.id for line in lines))
    layers = []
    for each in found:
        before, after, ids = each.document.playbook, each.curation.book, touched(each)
        layers.append(
            intents.InLayer(
                playbook=str(files_of(env, each.part.layer).playbook),
                count=len(each.every),
                before={one: _hash_in(before, one) for one in ids},
                after={one: _hash_in(after, one) for one in ids},
                checkpoint=each.adoption.checkpoint,
            )
        )
    return intents.Intent(tx, env.stamp, tuple(layers), logs, as_data(receipt) if receipt is not None else {})


def noted(env: Env, found: tuple[Decided, ...], tx: str, source: str, by: str) -> changes.Change:
    """The change as it stands in the order of changes."""
    layers = tuple(each.part.layer for each in found)
    repo = str(env.repo.root) if env.repo is not None and "repo" in layers else ""
    undoes = next((each.part.undoes for each in found if each.part.undoes), "")
    return changes.Change(tx, env.stamp, by, source, layers, repo, undoes)


def touched(found: Decided) -> set[str]:
    """The ids of the rules that decisions changed; those of hand edits stand in the file already, unless they met an opposite."""
    return {rule.id for each in found.curation.decisions for rule in each.after} | found.adoption.marked


def pairs(document: Document) -> Iterable[tuple[Mapping[str, object], str]]:
    """Each item of a playbook file as parsed, with the rule it is."""
    return ((raw, rule_id) for raw, rule_id in zip(document.items, document.ids, strict=True))


def _hash_in(book: Playbook, rule_id: str) -> str:
    rule = book.get(rule_id)
    return rule_hash(rule) if rule is not None else ""


def _with_ids(decisions: tuple[Decision, ...], tx: str, kind: str) -> tuple[Decision, ...]:
    return tuple(
        replace(each, id="d-" + short_hash(13, tx, kind, str(number)), tx=tx)
        for number, each in enumerate(decisions)
    )


def told(found: Decided, tx: str, notes: tuple[str, ...]) -> Committed:
    """What became of a part, for whoever asked."""
    book = found.curation.book
    return Committed(
        found.decisions + found.adopted, book, tx, found.adopted, found.curation.flagged, book.flaws, notes, found.lines
    )  # fmt: skip
