"""The one road by which a playbook changes: lock, mend, load, adopt hand edits, curate, write down, write, commit.

No model is called in here, nothing waits on the network; whoever calls has done that before. Deciding is `core/curation/curate.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from cm.core.curation.apply import replay
from cm.core.curation.curate import Curation, LedgerView, curate, refusals
from cm.core.serving.blocklist import Blocklist
from cm.errors import Busy, NotFound, NotTrusted
from cm.flows.adopting import Adoption, adopt
from cm.flows.env import Env
from cm.flows.recovery import Put, recover
from cm.model.decision import Decision
from cm.model.delta import Delta, Source
from cm.model.ids import short_hash
from cm.model.ledger import Blocked, Mark, Outcome
from cm.model.playbook import Flaw, Playbook
from cm.model.rule import Layer
from cm.model.session import Event
from cm.store import git, intents, trust
from cm.store.decisions import Log, append_checkpoint, append_decisions, read_log
from cm.store.files import LOCK_SECONDS, lock
from cm.store.home import Layered
from cm.store.ledger import LedgerFiles
from cm.store.playbook import Document, read_document, rule_hash
from cm.store.playbook_writer import write_playbook
from cm.store.yaml import read_text

NO_EVENTS: Final[Mapping[str, Event]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Committed:
    """What became of a change."""

    decisions: tuple[Decision, ...]  # one per delta, in order; then those of the sweep; then the adopted ones
    book: Playbook  # the layer's book after it
    tx: str = ""  # "" when nothing was written
    adopted: tuple[Decision, ...] = ()  # hand edits found on the way
    flagged: tuple[Decision, ...] = ()  # pinned rules that deserve otherwise
    flaws: tuple[Flaw, ...] = ()  # items of the file that are no rules; they keep their bytes
    notes: tuple[str, ...] = ()  # what was mended, what could not be done


@dataclass(frozen=True, slots=True)
class Lines:
    """Ledger lines that belong to a change: written under the same lock, with its tx, all or none of them counting."""

    marks: tuple[Mark, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    blocked: tuple[Blocked, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.marks or self.outcomes or self.blocked)

    def of(self, tx: str) -> Lines:
        """The same lines, as part of a change."""
        return Lines(
            tuple(replace(each, tx=tx) for each in self.marks),
            tuple(replace(each, tx=tx) for each in self.outcomes),
            tuple(replace(each, tx=tx) for each in self.blocked),
        )


NO_LINES: Final = Lines()


@dataclass(frozen=True, slots=True)
class _Decided:
    document: Document
    adoption: Adoption
    curation: Curation


def commit(
    env: Env,
    deltas: Iterable[Delta],
    *,
    source: Source,
    layer: Layer = "user",
    by: str = "",
    events: Mapping[str, Event] = NO_EVENTS,
    instructions: str = "",
    lines: Lines = NO_LINES,
    dry_run: bool = False,
    sweeping: bool = True,
    wait: float = LOCK_SECONDS,
) -> Committed:
    """Decides every delta and makes the change durable, with the ledger lines that belong to it; `dry_run` only decides.

    Raises Busy, Unwritable, NotTrusted (a repository's layer), and what reading the playbook raises; then nothing changed.
    """
    asked = tuple(deltas)
    files = files_of(env, layer)

    def decided() -> _Decided:
        return _decide(env, files, layer, asked, source, by or env.by, events, instructions, sweeping)

    if dry_run:
        found = decided()
        return _told(found, found.curation.decisions, found.adoption.decisions, "", ())
    with lock(env.home.lock, wait):
        notes = list(_ready(env))
        renew = layer == "repo" and _may_write(env)
        found = _undisturbed(decided)
        tx = "t-" + short_hash(13, env.stamp, env.nonce(), str(files.root))
        adopted = _numbered(found.adoption.decisions, tx, "a")
        decisions = _numbered(found.curation.decisions, tx, "d")
        every = adopted + decisions
        whole = bool(every or lines)
        if whole:
            _write(env, files, layer, found, every, tx, lines)
            if renew and env.repo is not None:
                trust.trust(env.home, env.repo, at=env.stamp, by=by or env.by)
        said = git.commit_home(env.home, message_of(every, source), at=env.stamp, environ=env.environ)
        if whole:
            intents.finish(env.home, tx)
        notes += [said] if said else []
    return _told(found, decisions, adopted, tx if whole else "", tuple(notes))


def block(
    env: Env, lines: Iterable[Blocked], *, layer: Layer = "user", wait: float = LOCK_SECONDS
) -> tuple[str, ...]:
    """Appends withdrawals to a layer's blocked log and commits them; returns notes."""
    files = files_of(env, layer)
    with lock(env.home.lock, wait):
        notes = list(_ready(env))
        ledger = LedgerFiles(files.ledger_dir, private=layer == "user")
        blocked = tuple(lines)
        for line in blocked:
            ledger.append_blocked(line)
        about = ", ".join(dict.fromkeys(line.rule for line in blocked if line.rule)) or "content"
        said = git.commit_home(env.home, f"Withdraw {about}\n", at=env.stamp, environ=env.environ)
        return (*notes, said) if said else tuple(notes)


def mend(env: Env, *, wait: float = LOCK_SECONDS) -> tuple[str, ...]:
    """Completes or rolls back what a killed process left; says what was done."""
    with lock(env.home.lock, wait):
        return _ready(env)


def replayed(env: Env, layer: Layer = "user") -> Playbook:
    """The book that a layer's decisions give, folded from its last checkpoint."""
    log = read_log(files_of(env, layer).decisions)
    return replay(log.checkpoint or Playbook(), log.later())


def files_of(env: Env, layer: Layer) -> Layered:
    """Where a layer's files lie. Raises NotFound for the repository's layer outside a repository."""
    if layer == "user":
        return env.home
    if env.repo is None:
        raise NotFound(f"{env.cwd} is in no repository", hint="run it inside one, or leave out --repo")
    return env.repo


def message_of(decisions: tuple[Decision, ...], source: str) -> str:
    """What was decided, as a commit message: a summary, then one line per decision."""
    if not decisions:
        return "Marks and deliveries\n"
    lines = [_line(each) for each in decisions]
    counts = Counter(each.verdict for each in decisions)
    head = (
        lines[0]
        if len(lines) == 1
        else ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
    )
    return (
        "\n".join([_cut(head, 100), "", *(_cut(line, 300) for line in lines), "", f"source: {source}"]) + "\n"
    )


def _line(decision: Decision) -> str:
    """One decision on one line; what was refused is not repeated."""
    words = decision.after[0].text if decision.after else decision.say
    about = f" {decision.rules[0]}" if decision.rules else ""
    return f"{decision.verdict.capitalize()}{about} ({decision.reason}): {' '.join(words.split())}"


def ledger_of(env: Env, layer: Layer, log: Log) -> LedgerView:
    """What the curator is told of the past. Nothing of a repository that is not trusted."""
    marks = LedgerFiles(env.home.ledger_dir).marks()
    blocked = LedgerFiles(env.home.ledger_dir).blocked()
    if env.repo is not None and env.trusted:
        beside = LedgerFiles(env.repo.ledger_dir)
        blocked += beside.blocked()
        marks += beside.marks() if layer == "repo" else ()
    return LedgerView(marks, Blocklist.from_lines(blocked), refusals(log.decisions))


def _decide(
    env: Env,
    files: Layered,
    layer: Layer,
    deltas: tuple[Delta, ...],
    source: Source,
    by: str,
    events: Mapping[str, Event],
    instructions: str,
    sweeping: bool,
) -> _Decided:
    document = read_document(files.playbook)
    log = read_log(files.decisions)
    adoption = adopt(document, log, at=env.stamp)
    curation = curate(
        document.playbook,
        deltas,
        ledger_of(env, layer, log),
        env.settings.curation,
        env.now,
        source=source,
        by=by,
        events=events,
        instructions=instructions,
        sweeping=sweeping,
    )
    return _Decided(document, adoption, curation)


def _undisturbed(decided: Callable[[], _Decided]) -> _Decided:
    """Decides on the file as it is: an editor that saved meanwhile makes it decide again. Raises Busy."""
    for _ in range(3):
        found = decided()
        document = found.document
        if (read_text(document.path) or "") == document.text:
            return found
    raise Busy(
        f"{document.path} changes faster than it can be read", hint="close what writes it, and try again"
    )


def _write(
    env: Env,
    files: Layered,
    layer: Layer,
    found: _Decided,
    decisions: tuple[Decision, ...],
    tx: str,
    lines: Lines,
) -> None:
    """Makes it durable: intent, decisions, playbook. Killed after any of these, the next start completes or undoes it."""
    before, after = found.document.playbook, found.curation.book
    touched = {rule.id for each in found.curation.decisions for rule in each.after}
    intents.begin(
        env.home,
        intents.Intent(
            tx=tx,
            at=env.stamp,
            playbook=str(files.playbook),
            count=len(decisions),
            before={each: _hash_in(before, each) for each in touched},
            after={each: _hash_in(after, each) for each in touched},
        ),
    )
    private = layer == "user"
    told = lines.of(tx)
    ledger = LedgerFiles(files.ledger_dir, private=private)
    ledger.append_all(
        blocked=told.blocked
    )  # first: what tightens may stand alone, and recovery takes it back
    append_decisions(files.decisions, decisions, private=private)
    marks = (*told.marks, *(replace(mark, tx=tx) for each in decisions for mark in each.marks))
    LedgerFiles(env.home.ledger_dir).append_all(marks=marks, outcomes=told.outcomes)
    # a rule written without an id gets it in the file now that it is adopted
    if touched or any(rule_id and "id" not in raw for raw, rule_id in _pairs(found.document)):
        _putter(env)(files.playbook, found.document, after)
    if found.adoption.checkpoint:
        append_checkpoint(files.decisions, after, at=env.stamp, tx=tx, private=private)


def _ready(env: Env) -> tuple[str, ...]:
    git.prepare_home(env.home, env.environ)
    return recover(env, _putter(env))


def _may_write(env: Env) -> bool:
    """Whether the repository's layer may be written, and so its trust be carried on. Raises NotTrusted."""
    if env.repo is None or trust.is_trusted(env.home, env.repo) or trust.content_hash(env.repo) == "":
        return True
    raise NotTrusted(
        f"{env.repo.root} is not trusted, so nothing is written to it",
        hint="read it, then `cm trust`",
        path=str(env.repo.root),
    )


def _putter(env: Env) -> Put:
    """The writer of playbooks: at home for the user's eyes only, in a repository as its umask says."""

    def put(path: Path, document: Document, book: Playbook) -> bool:
        return write_playbook(path, document, book, private=path.parent == env.home.root)

    return put


def _pairs(document: Document) -> Iterable[tuple[Mapping[str, object], str]]:
    return ((raw, rule_id) for raw, rule_id in zip(document.items, document.ids, strict=True))


def _hash_in(book: Playbook, rule_id: str) -> str:
    rule = book.get(rule_id)
    return rule_hash(rule) if rule is not None else ""


def _numbered(decisions: tuple[Decision, ...], tx: str, kind: str) -> tuple[Decision, ...]:
    return tuple(
        replace(each, id="d-" + short_hash(13, tx, kind, str(number)), tx=tx)
        for number, each in enumerate(decisions)
    )


def _told(
    found: _Decided,
    decisions: tuple[Decision, ...],
    adopted: tuple[Decision, ...],
    tx: str,
    notes: tuple[str, ...],
) -> Committed:
    book = found.curation.book
    return Committed(decisions + adopted, book, tx, adopted, found.curation.flagged, book.flaws, notes)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
