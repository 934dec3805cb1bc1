"""Changes that were cut short: completed when they were written down whole, rolled back when they were not.

A change is whole when every ledger line and every decision of it is on disk, in all its layers. Runs before every change,
with the lock held, and before reading when something is left. Nothing that was acknowledged is lost: a change is
acknowledged only after its decisions and its playbook are on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from cm.core.serving.standing import lines_that_hold
from cm.flows.env import Env
from cm.flows.parts import Line, marks_in, sorted_lines, undoing
from cm.model.decision import Decision
from cm.model.playbook import Playbook
from cm.model.rule import Rule
from cm.store import git, intents, requests
from cm.store.decisions import append_checkpoint, append_void, has_checkpoint, read_log
from cm.store.files import sweep_leftovers
from cm.store.home import Layered
from cm.store.ledger import LedgerFiles
from cm.store.playbook import Document, read_document, rule_hash

Put: TypeAlias = Callable[[Path, Document, Playbook], object]
BY = "recovery"


def complete_erasures(env: Env, wait: float) -> tuple[str, ...]:
    """Completes an erasure that was cut short; it takes locks of its own, so call it without any. Raises Busy."""
    if not env.home.erasing.is_dir():
        return ()
    from cm.flows.erasing import resume  # late: hardly ever

    return resume(env, wait=wait)


def recover(env: Env, put: Put) -> tuple[str, ...]:
    """Mends what a killed process left; says what was done. Call it with the home's lock held."""
    home = env.home
    sweep_leftovers(
        home.root, home.state, home.intents, home.guard, home.guards, home.root / "backups"
    )  # fmt: skip
    left = intents.pending(env.home)
    if not left:
        return ()
    git.unlock(env.home)  # only we run git here, we hold the lock, and the one before us died
    notes: list[str] = []
    for intent in left:
        written = {each.playbook: _written(each, intent.tx) for each in intent.layers}
        if _is_whole(intent, written):
            for each in intent.layers:
                _complete(env, each, intent.tx, written[each.playbook], put)
            _keep_receipt(env, intent)
            notes.append(f"change {intent.tx} was cut short; it is complete now")
        else:
            _roll_back(env, intent, written)
            notes.append(f"change {intent.tx} was cut short before it was written down; it never happened")
        intents.finish(env.home, intent.tx)
    return tuple(notes)


def _written(part: intents.InLayer, tx: str) -> tuple[Decision, ...]:
    log = read_log(Layered(Path(part.playbook).parent).decisions)
    return tuple(each for each in log.decisions if each.tx == tx)


def _is_whole(intent: intents.Intent, written: dict[str, tuple[Decision, ...]]) -> bool:
    return all(len(written[each.playbook]) >= each.count for each in intent.layers) and all(
        set(ids) <= {line.id for line in _lines(Path(log)) if line.tx == intent.tx}
        for log, ids in intent.lines.items()
    )


def _roll_back(env: Env, intent: intents.Intent, written: dict[str, tuple[Decision, ...]]) -> None:
    """Says that it never happened: its decisions are void, its ledger lines are taken back."""
    for part in intent.layers:
        files = Layered(Path(part.playbook).parent)
        if written[part.playbook]:
            append_void(files.decisions, intent.tx, at=env.stamp, private=_is_private(env, files))
    for log in intent.lines:
        _take_back(env, Path(log), intent.tx)


def _take_back(env: Env, log: Path, tx: str) -> None:
    """Undoes a change's lines in one log; a line that was said by others too stays said."""
    lines = _lines(log)
    others = {line.id for line in lines if line.tx != tx}
    back = [
        undoing(line, env.stamp, BY)
        for line in lines_that_hold(lines)
        if line.tx == tx and line.id not in others
    ]
    # what it took back itself holds again: an undo that is undone was never said
    undone = {line.undoes for line in lines}
    back += [
        undoing(line, env.stamp, BY)
        for line in lines
        if line.tx == tx and line.undoes and line.id not in undone
    ]
    told = sorted_lines(back)
    ledger = LedgerFiles(log.parent, private=log.parent == env.home.ledger_dir)
    ledger.append_all(marks=told.marks, outcomes=told.outcomes, blocked=told.blocked)


def _lines(log: Path) -> tuple[Line, ...]:
    ledger = LedgerFiles(log.parent)
    match log.stem:
        case "blocked":
            return ledger.blocked()
        case "feedback":
            return ledger.marks()
        case "outcomes":
            return ledger.outcomes()
        case _:
            return ()


def _complete(env: Env, part: intents.InLayer, tx: str, written: tuple[Decision, ...], put: Put) -> None:
    """Writes what the files do not hold yet: rules, marks, checkpoint; what a person changed since stays."""
    path = Path(part.playbook)
    document = read_document(path)
    rules = dict(document.playbook.rules)
    final: dict[str, Rule] = {rule.id: rule for each in written for rule in each.after}
    missing = False
    for rule_id, wanted in part.after.items():
        now = rule_hash(rules[rule_id]) if rule_id in rules else ""
        if now != wanted and now == part.before.get(rule_id, "") and rule_id in final:
            rules[rule_id] = final[rule_id]
            missing = True
    book = document.playbook
    after = Playbook(MappingProxyType(rules), book.schema, book.flaws, book.extra) if missing else book
    marks = marks_in(written)
    if marks:
        home = LedgerFiles(env.home.ledger_dir)
        there = {(mark.id, mark.tx) for mark in home.marks()}
        home.append_all(marks=[mark for mark in marks if (mark.id, mark.tx) not in there])
    if missing:
        put(path, document, after)
    files = Layered(path.parent)
    if part.checkpoint and not has_checkpoint(files.decisions, tx):
        append_checkpoint(files.decisions, after, at=env.stamp, tx=tx, private=_is_private(env, files))


def _keep_receipt(env: Env, intent: intents.Intent) -> None:
    """Keeps the receipt of the request that asked for the change, unless it is kept already."""
    receipt = requests.of_data(intent.receipt)
    if receipt is None:
        return
    known = requests.find(env.home, receipt.request)
    if known is None or known[0].tx != receipt.tx:
        requests.keep(env.home, receipt, before="")


def _is_private(env: Env, files: Layered) -> bool:
    return files.root == env.home.root
