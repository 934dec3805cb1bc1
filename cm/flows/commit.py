"""The one road by which a playbook changes: lock, mend, load, adopt hand edits, curate, write down, write, commit.

No model is called in here, nothing waits on the network; whoever calls has done that before. Deciding is `core/curation/curate.py`,
what a change is made of `parts.py`, completing one that was cut short `recovery.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from cm.core.curation.apply import replay
from cm.core.curation.curate import LedgerView, curate, refusals
from cm.core.curation.roads import PEOPLE
from cm.core.curation.undoing import marks_to_weigh
from cm.core.curation.words import kept_at_home
from cm.core.serving.blocklist import Blocklist
from cm.errors import Busy, NotTrusted, RefusedByGate
from cm.flows.adopting import adopt
from cm.flows.commit_message import message_of
from cm.flows.decided import Changed, Committed, Decided, intent_of, noted, numbered, pairs, told, touched
from cm.flows.env import Env
from cm.flows.hints import HINT, HINTS
from cm.flows.parts import NO_LINES, Ground, Lines, Part, files_of, ledger_of_layer, marks_in
from cm.flows.recovery import Put, complete_erasures, recover
from cm.flows.requests import Request, answered, keep, receipt_for
from cm.llm.own_call import refuse_own_call
from cm.model.delta import Add, Delta, Settle, Source, Take
from cm.model.ids import short_hash
from cm.model.ledger import Blocked
from cm.model.playbook import Playbook
from cm.model.rule import Layer
from cm.model.session import Event
from cm.store import changes, git, intents, trust
from cm.store.decisions import Log, append_checkpoint, append_decisions, read_log
from cm.store.files import LOCK_SECONDS, lock
from cm.store.ledger import LedgerFiles
from cm.store.playbook import Document
from cm.store.playbook_writer import spliced, write_playbook
from cm.store.requests import Receipt
from cm.store.tombstones import read_tombstones
from cm.store.yaml import read_text

__all__ = [
    "NO_LINES",
    "Changed",
    "Committed",
    "Ground",
    "Lines",
    "Part",
    "block",
    "change",
    "commit",
    "files_of",
    "mend",
    "replayed",
]

Expect: TypeAlias = Callable[[Ground], None]
"""What must hold of the ground for a change to be decided at all; raises Conflict."""
NO_EVENTS: Final[Mapping[str, Event]] = MappingProxyType({})


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
    expect: Expect | None = None,
    request: Request | None = None,
    wait: float = LOCK_SECONDS,
) -> Committed:
    """Decides every delta and makes the change durable, with the ledger lines that belong to it; `dry_run` only decides.

    `expect` is asked first, of what is there; a `request` that was answered before changes nothing (`flows/requests.py`).
    Raises what `expect` raises, Conflict (a request), Busy, Unwritable, NotTrusted (a repository's layer), and what reading the playbook raises; then nothing changed.
    """
    part = Part(layer, tuple(deltas), lines)
    done = change(
        env, lambda _: (part,), source=source, by=by, events=events, instructions=instructions, dry_run=dry_run,
        sweeping=sweeping, expect=expect, request=request, wait=wait,
    )  # fmt: skip
    return done.parts[0]


def change(
    env: Env,
    plan: Callable[[Ground], Sequence[Part]],
    *,
    source: Source,
    by: str = "",
    events: Mapping[str, Event] = NO_EVENTS,
    instructions: str = "",
    dry_run: bool = False,
    sweeping: bool = True,
    all_or_none: bool = False,
    expect: Expect | None = None,
    request: Request | None = None,
    wait: float = LOCK_SECONDS,
) -> Changed:
    """The same for a change that is planned on what it finds, under the lock, and may touch several layers: all of it or none.

    What `plan` raises is raised, and nothing changed; it is asked again when somebody saves a playbook meanwhile. With
    `all_or_none` a single refusal raises RefusedByGate.
    """
    who = by or env.by

    def decided() -> tuple[Decided, ...]:
        ground = Ground(env)
        if expect is not None:
            expect(ground)
        parts = tuple(plan(ground))
        withdrawn = tuple(line for part in parts for line in part.lines.blocked)
        found = tuple(
            _decide(env, ground, part, source, who, events, instructions, sweeping, withdrawn)
            for part in parts
        )
        if all_or_none:
            _refuse_a_part(found)
        return found

    if dry_run:
        if request is not None and (before := answered(env, request, dry_run=True)) is not None:
            return before
        found = tuple(
            replace(
                each,
                decisions=each.curation.decisions,
                adopted=each.adoption.decisions,
                lines=each.part.lines,
            )
            for each in decided()
        )
        return Changed(tuple(told(each, "", ()) for each in found))
    refuse_own_call(env.environ, "a change of rules")
    complete_erasures(env, wait)
    with lock(env.home.lock, wait):
        notes = list(_ready(env))
        if request is not None and (before := answered(env, request)) is not None:
            return before
        found = _undisturbed(decided)
        renew = any(each.part.layer == "repo" for each in found) and _may_write(env)
        tx = "t-" + short_hash(
            13, env.stamp, env.nonce(), *(str(each.document.path.parent) for each in found)
        )
        found = tuple(numbered(env, each, tx) for each in found)
        every = tuple(one for each in found for one in each.every)
        lines = Lines(
            tuple(line for each in found for line in each.lines.marks),
            tuple(line for each in found for line in each.lines.outcomes),
            tuple(line for each in found for line in each.lines.blocked),
        )
        whole = bool(every or lines)
        receipt = None
        if request is not None:
            layers = tuple(each.part.layer for each in found)
            receipt = receipt_for(env, request, tx if whole else "", layers)
        if whole:
            _write(env, found, tx, source, who, receipt)
            if renew and env.repo is not None:
                trust.trust(env.home, env.repo, at=env.stamp, by=who)
        if receipt is not None:
            keep(env, receipt)
        said = git.commit_home(env.home, message_of(every, source, lines), at=env.stamp, environ=env.environ)
        if whole:
            intents.finish(env.home, tx)
        notes += [said] if said else []
    return Changed(
        tuple(told(each, tx if whole else "", tuple(notes)) for each in found),
        tx if whole else "",
        tuple(notes),
    )


def block(
    env: Env, lines: Iterable[Blocked], *, layer: Layer = "user", wait: float = LOCK_SECONDS
) -> tuple[str, ...]:
    """Withdraws content in a layer, and nothing else; returns notes."""
    told = Lines(blocked=tuple(lines))
    return commit(env, (), source="human", layer=layer, lines=told, sweeping=False, wait=wait).notes


def mend(env: Env, *, wait: float = LOCK_SECONDS) -> tuple[str, ...]:
    """Completes or rolls back what a killed process left; says what was done."""
    told = complete_erasures(env, wait)
    with lock(env.home.lock, wait):
        return (*told, *_ready(env))


def replayed(env: Env, layer: Layer = "user") -> Playbook:
    """The book that a layer's decisions give, folded from its last checkpoint."""
    log = read_log(files_of(env, layer).decisions)
    return replay(log.checkpoint or Playbook(), log.later())


def ledger_of(env: Env, layer: Layer, log: Log, withdrawn: tuple[Blocked, ...] = ()) -> LedgerView:
    """What the curator is told of the past, and of what the change itself withdraws or lets in again.

    Nothing of a repository that is not trusted; no marks whose consequence a person took back.
    """
    marks = LedgerFiles(env.home.ledger_dir).marks()
    blocked = LedgerFiles(env.home.ledger_dir).blocked()
    if env.repo is not None and env.trusted:
        beside = LedgerFiles(env.repo.ledger_dir)
        blocked += beside.blocked()
        marks += beside.marks() if layer == "repo" else ()
    weighed = marks_to_weigh(marks, log.decisions)
    stones = read_tombstones(env.home)
    held = Blocklist.from_lines((*blocked, *withdrawn)).with_erased(stones)
    return LedgerView(weighed, held, refusals(log.decisions), log.decisions)


def _decide(
    env: Env,
    ground: Ground,
    part: Part,
    source: Source,
    by: str,
    events: Mapping[str, Event],
    instructions: str,
    sweeping: bool,
    withdrawn: tuple[Blocked, ...],
) -> Decided:
    document, log = ground.document(part.layer), ground.log(part.layer)
    other: Layer = "repo" if part.layer == "user" else "user"
    asks = other in ground.layers and any(isinstance(delta, Add | Take | Settle) for delta in part.deltas)
    ledger = ledger_of(env, part.layer, log, withdrawn)
    adoption = adopt(document, log, at=env.stamp, synced=source == "sync", blocked=ledger.blocked)
    if source == "sweep":
        from cm.flows.last_uses import last_uses  # late: only a sweep asks how old things are

        ledger = replace(ledger, uses=last_uses(env, log.decisions))
    curation = curate(
        adoption.book,
        part.deltas,
        ledger,
        env.settings.curation,
        env.now,
        source=source,
        by=by,
        events=events,
        instructions=instructions,
        sweeping=sweeping,
        beside=ground.book(other) if asks else None,
        at_home=kept_at_home(ground.book("user"))
        if part.layer == "repo" and "user" in ground.layers and source not in PEOPLE
        else None,
        layer=part.layer,
        project=env.project,
    )
    if part.noted:
        curation = replace(curation, decisions=(*curation.decisions, *part.noted))
    return Decided(part, document, adoption, curation)


def _refuse_a_part(found: tuple[Decided, ...]) -> None:
    """Raises RefusedByGate for a change that would only be done in part."""
    for each in found:
        for decision in each.curation.decisions:
            if decision.verdict == "refused":
                about = decision.rules[0] if decision.rules else ""
                raise RefusedByGate(
                    f"refused ({decision.reason}): {decision.say}", hint=HINTS.get(decision.reason, HINT),
                    reason=decision.reason, rule=about,
                )  # fmt: skip


def _undisturbed(decided: Callable[[], tuple[Decided, ...]]) -> tuple[Decided, ...]:
    """Decides on the files as they are: an editor that saved meanwhile makes it decide again. Raises Busy."""
    moved: list[Path] = []
    for _ in range(3):
        found = decided()
        documents = [each.document for each in found]
        moved = [each.path for each in documents if (read_text(each.path) or "") != each.text]
        if not moved:
            return found
    raise Busy(f"{moved[0]} changes faster than it can be read", hint="close what writes it, and try again")


def _write(
    env: Env, found: tuple[Decided, ...], tx: str, source: str, by: str, receipt: Receipt | None
) -> None:
    """Makes it durable: intent, ledger lines, decisions, playbooks. Killed after any of these, the next start completes or undoes it.

    Once the last decision is on disk the change happened; before that it did not.
    """
    intents.begin(env.home, intent_of(env, found, tx, receipt))
    changes.append(env.home, noted(env, found, tx, source, by))
    home = LedgerFiles(env.home.ledger_dir)
    for each in found:
        ledger_of_layer(env, each.part.layer).append_all(blocked=each.lines.blocked)
        home.append_all(marks=each.lines.marks, outcomes=each.lines.outcomes)
    for each in found:
        path = files_of(env, each.part.layer).decisions
        append_decisions(path, each.every, private=each.part.layer == "user")
    home.append_all(marks=marks_in(one for each in found for one in each.every))
    for each in found:
        after, files = each.curation.book, files_of(env, each.part.layer)
        # a rule written without an id gets it in the file now that it is adopted
        if touched(each) or any(rule_id and "id" not in raw for raw, rule_id in pairs(each.document)):
            _putter(env)(files.playbook, each.document, after)
        if each.adoption.checkpoint:
            append_checkpoint(files.decisions, after, at=env.stamp, tx=tx, private=each.part.layer == "user")


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


def put_merged(env: Env, document: Document, book: Playbook) -> None:
    """Writes what a merge of two histories made of the home's playbook; call it with the home's lock held, then `commit`.

    The rules are taken over by the commit that follows, as hand edits are.
    """
    _putter(env)(document.path, document, book)


def merged_text(document: Document, book: Playbook) -> str:
    """The text that a playbook becomes by a merge; comments and order of the document stay."""
    return spliced(document, book)
