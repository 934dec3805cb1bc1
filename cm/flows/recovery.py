"""Changes that were cut short: completed when they were written down whole, rolled back when they were not.

Runs before every change, with the lock held, and before reading when something is left. Nothing that was acknowledged is
lost: a change is acknowledged only after its decisions and its playbook are on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from cm.flows.env import Env
from cm.model.decision import Decision
from cm.model.playbook import Playbook
from cm.model.rule import Rule
from cm.store import git, intents
from cm.store.decisions import append_void, read_log
from cm.store.files import sweep_leftovers
from cm.store.home import Layered
from cm.store.playbook import Document, read_document, rule_hash

Put: TypeAlias = Callable[[Path, Document, Playbook], object]


def recover(env: Env, put: Put) -> tuple[str, ...]:
    """Mends what a killed process left; says what was done. Call it with the home's lock held."""
    sweep_leftovers(env.home.root, env.home.state, env.home.intents)
    left = intents.pending(env.home)
    if not left:
        return ()
    git.unlock(env.home)  # only we run git here, we hold the lock, and the one before us died
    notes: list[str] = []
    for intent in left:
        files = Layered(Path(intent.playbook).parent)
        written = tuple(each for each in read_log(files.decisions).decisions if each.tx == intent.tx)
        if len(written) < intent.count:
            if written:
                append_void(files.decisions, intent.tx, at=env.stamp)
            notes.append(f"change {intent.tx} was cut short before it was written down; it never happened")
        else:
            _complete(files.playbook, intent, written, put)
            notes.append(f"change {intent.tx} was cut short; it is complete now")
        intents.finish(env.home, intent.tx)
    return tuple(notes)


def _complete(path: Path, intent: intents.Intent, written: tuple[Decision, ...], put: Put) -> None:
    """Writes the rules of a change that the file does not hold yet; what a person changed since stays."""
    document = read_document(path)
    rules = dict(document.playbook.rules)
    final: dict[str, Rule] = {rule.id: rule for each in written for rule in each.after}
    missing = False
    for rule_id, wanted in intent.after.items():
        now = rule_hash(rules[rule_id]) if rule_id in rules else ""
        if now != wanted and now == intent.before.get(rule_id, "") and rule_id in final:
            rules[rule_id] = final[rule_id]
            missing = True
    if missing:
        book = document.playbook
        put(path, document, Playbook(MappingProxyType(rules), book.schema, book.flaws, book.extra))
