"""What a change is made of: for each layer its deltas and the ledger lines that belong to them; and the ground it stands on.

Not here: deciding and writing it (`commit.py`), completing it after a kill (`recovery.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from cm.core.serving.blocklist import Blocklist
from cm.core.serving.standing import lines_that_hold
from cm.errors import NotFound
from cm.flows.env import Env
from cm.model.decision import Decision
from cm.model.delta import Delta
from cm.model.ids import short_hash
from cm.model.ledger import Blocked, Mark, Outcome
from cm.model.playbook import Playbook
from cm.model.rule import Layer
from cm.store.decisions import Log, read_log
from cm.store.home import Layered
from cm.store.ledger import LedgerFiles
from cm.store.playbook import Document, read_document
from cm.store.tombstones import read_tombstones

Line: TypeAlias = Mark | Outcome | Blocked


@dataclass(frozen=True, slots=True)
class Lines:
    """Ledger lines that belong to a change: written under the same lock, with its tx, all or none of them counting."""

    marks: tuple[Mark, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    blocked: tuple[Blocked, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.marks or self.outcomes or self.blocked)

    def __iter__(self) -> Iterator[Line]:
        yield from self.blocked
        yield from self.marks
        yield from self.outcomes

    def of(self, tx: str) -> Lines:
        """The same lines, as part of a change."""
        return Lines(
            tuple(replace(each, tx=tx) for each in self.marks),
            tuple(replace(each, tx=tx) for each in self.outcomes),
            tuple(replace(each, tx=tx) for each in self.blocked),
        )


NO_LINES: Final = Lines()


@dataclass(frozen=True, slots=True)
class Part:
    """What a change does in one layer. Withdrawals stand beside the layer's rules, marks and outcomes always at home."""

    layer: Layer
    deltas: tuple[Delta, ...] = ()
    lines: Lines = NO_LINES
    undoes: str = ""  # the change, decision or line that is taken back by it
    noted: tuple[Decision, ...] = ()  # decided elsewhere, of no rule's words: only written down


class Ground:
    """What a change stands on: every layer's file and decisions as they are now, each read once."""

    def __init__(self, env: Env) -> None:
        self.env = env
        self._documents: dict[Layer, Document] = {}
        self._logs: dict[Layer, Log] = {}

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers that speak here: a repository's only when it is there and trusted."""
        env = self.env
        trusted = env.repo is not None and env.repo.root.is_dir() and env.trusted
        return ("user", "repo") if trusted else ("user",)

    def document(self, layer: Layer) -> Document:
        """The layer's playbook file. Raises what reading it raises."""
        if layer not in self._documents:
            self._documents[layer] = read_document(files_of(self.env, layer).playbook)
        return self._documents[layer]

    def book(self, layer: Layer) -> Playbook:
        """The layer's rules."""
        return self.document(layer).playbook

    def log(self, layer: Layer) -> Log:
        """What was decided in the layer."""
        if layer not in self._logs:
            self._logs[layer] = read_log(files_of(self.env, layer).decisions)
        return self._logs[layer]

    def ledger(self, layer: Layer) -> LedgerFiles:
        """The layer's ledger."""
        return ledger_of_layer(self.env, layer)


def files_of(env: Env, layer: Layer) -> Layered:
    """Where a layer's files lie. Raises NotFound for the repository's layer outside a repository."""
    if layer == "user":
        return env.home
    if env.repo is None:
        raise NotFound(f"{env.cwd} is in no repository", hint="run it inside one, or leave out --repo")
    return env.repo


def must_be_there(env: Env, layer: Layer) -> None:
    """Asks whether there is a layer to put something into. Raises NotFound."""
    if layer == "repo" and (env.repo is None or not env.repo.root.is_dir()):
        raise NotFound("there is no .cm/ in this repository", hint="`cm init --repo` makes one")


def ledger_of_layer(env: Env, layer: Layer) -> LedgerFiles:
    """A layer's ledger: at home for the user's eyes only, in a repository as its umask says."""
    return LedgerFiles(files_of(env, layer).ledger_dir, private=layer == "user")


def withdrawn_in(ground: Ground) -> Blocklist:
    """What was withdrawn and erased, as all layers say that speak here."""
    lines = [line for each in ground.layers for line in ground.ledger(each).blocked()]
    return Blocklist.from_lines(lines).with_erased(read_tombstones(ground.env.home))


def anew(marks: Iterable[Mark], said: Iterable[Mark]) -> tuple[Mark, ...]:
    """Those of the marks that say something new beside all that was said: one that stands already is left out.

    One that is said again after it was taken back is of no earlier moment than that, whatever the clock says.
    """
    log = tuple(said)
    held = {mark.id for mark in lines_that_hold(log)}
    taken = {mark.undoes: mark.at for mark in log if mark.undoes}
    kept = []
    for mark in marks:
        if mark.undoes:
            held.discard(mark.undoes)
            taken[mark.undoes] = mark.at
        elif mark.id in held:
            continue
        else:
            held.add(mark.id)
        kept.append(replace(mark, at=max(mark.at, taken.get(mark.id, ""))))
    return tuple(kept)


def marks_in(decisions: Iterable[Decision]) -> tuple[Mark, ...]:
    """The marks that decisions add to the ledger, as parts of their changes."""
    return tuple(replace(mark, tx=each.tx) for each in decisions for mark in each.marks)


def undoing(line: Line, at: str, by: str, *, nonce: str = "", reason: str = "") -> Line:
    """The line that takes another back, be it itself one that takes back."""
    at = max(at, line.at)  # a clock that runs backwards does not make it say less
    undo_id = f"{line.id[:2]}{short_hash(13, 'undo', line.id, line.tx, at, by, nonce)}"
    match line:
        case Mark():
            return Mark(undo_id, line.rule, line.verdict, at, line.session, by, reason=reason, undoes=line.id)
        case Outcome():
            return Outcome(undo_id, line.session, line.status, at, by=by, notes=reason, undoes=line.id)
        case Blocked():
            return Blocked(undo_id, line.rule, "", at, by, reason, undoes=line.id)


def sorted_lines(lines: Iterable[Line]) -> Lines:
    """Ledger lines of any kind, each with its own."""
    told = tuple(lines)
    return Lines(
        tuple(each for each in told if isinstance(each, Mark)),
        tuple(each for each in told if isinstance(each, Outcome)),
        tuple(each for each in told if isinstance(each, Blocked)),
    )
