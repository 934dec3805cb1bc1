"""Takes a rule away so that it does not come back: blocked first, then retired, then gone from the index and from exports.

Blocking holds for exact and near copies under any id, in every layer. Erasing it from journal and history is another verb.
"""

from __future__ import annotations

from dataclasses import dataclass

from cm.core.language.text import normalise
from cm.errors import Usage
from cm.flows.add import source_of
from cm.flows.commit import block, commit, files_of
from cm.flows.env import Env
from cm.flows.named import shelved_named
from cm.flows.project import refresh_exports
from cm.flows.reading import shelf
from cm.flows.refresh import refresh
from cm.flows.strangers import printable
from cm.flows.telling import Change, tell_all
from cm.model.delta import Retire
from cm.model.ids import short_hash
from cm.model.ledger import Blocked
from cm.model.rule import Layer
from cm.model.standing import Shelved
from cm.store.decisions import read_decisions


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was taken away, and what became of every file it had been exported to."""

    rule: str
    text: str
    change: Change
    blocked: tuple[str, ...]  # ids of the lines that block its content
    also_withheld: tuple[str, ...]  # other rules that say the same: not served any more
    exports_refreshed: tuple[str, ...]
    exports_left: tuple[str, ...]  # files that still hold it, each with the reason


def forget(env: Env, rule: str, reason: str) -> Forgotten:
    """Withdraws a rule and its content. Open to all, since it tightens; the ledger says by whom."""
    if not reason.strip():
        raise Usage("say why it is forgotten", hint='cm forget r-… --reason "not true any more"')
    before = shelf(env, whole=True).shelved
    item = shelved_named(before, rule)
    inert = (
        item.layer == "repo" and not item.trusted
    )  # a stranger's file is not written to; its content is blocked at home
    lines = _block(env, item, reason, "user" if inert else item.layer)
    change = Change(())
    if not inert:
        done = commit(env, [Retire(item.rule.id, reason)], source=source_of(env), layer=item.layer, by=env.by)
        change = tell_all(env, done)
    refresh(env)
    after = shelf(env).shelved
    known = {each.rule.id for each in before if each.blocked_by}
    also = [
        each.rule.id
        for each in after
        if each.blocked_by and each.rule.id != item.rule.id and each.rule.id not in known
    ]
    refreshed, left = refresh_exports(env, [item.rule.id, *also])
    return Forgotten(
        rule=item.rule.id, text=printable(env, item).rule.text, change=change, blocked=lines,
        also_withheld=tuple(also), exports_refreshed=refreshed, exports_left=left,
    )  # fmt: skip


def _decided(env: Env, item: Shelved) -> list[str]:
    """The wordings it had by its decisions: one that was overwritten by hand is in no `was`."""
    if item.layer == "repo" and not item.trusted:
        return []
    log = read_decisions(files_of(env, item.layer).decisions)
    return [rule.text for each in log for rule in each.after if rule.id == item.rule.id]


def _block(env: Env, item: Shelved, reason: str, layer: Layer) -> tuple[str, ...]:
    """Blocks the words it has and every wording it had."""
    wordings = dict.fromkeys(
        normalise(words)
        for words in (item.rule.text, *(was.text for was in item.rule.was), *_decided(env, item))
    )
    lines = [
        Blocked(
            id="b-" + short_hash(13, item.rule.id, text, env.stamp), rule=item.rule.id, text=text, at=env.stamp,
            by=env.by, reason=reason,
        )
        for text in wordings
    ]  # fmt: skip
    block(env, lines, layer=layer)
    return tuple(line.id for line in lines)
