"""Requests that may come twice: the same id and the same content get the same answer, and nothing is done again.

A client that heard no answer asks again under the same id and cannot do harm by it. What was asked is known by a keyed hash, the
answer is made anew from the decisions of its change, so that a receipt holds no text. And `must_stand_at`: a change that is
asked of a rule, or of a playbook, as somebody saw it is not made of what it has become since. Receipts on disk: `store/requests.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, is_dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from cm.core.curation.apply import replay
from cm.core.serving.buried import keyed
from cm.errors import BadState, Conflict, NotFound, Usage
from cm.flows.decided import Changed, Committed
from cm.flows.env import Env
from cm.flows.named import shelved_named
from cm.flows.parts import Ground, Lines, files_of, withdrawn_in
from cm.flows.reading import shelf
from cm.flows.strangers import printable_rule
from cm.model.playbook import Playbook
from cm.model.rule import Layer, Rule
from cm.model.stamp import stamp
from cm.model.standing import Shelved
from cm.store import changes, requests, trust
from cm.store.decisions import Log, read_log
from cm.store.home import Layered, RepoHome
from cm.store.ledger import LedgerFiles
from cm.store.playbook import read_playbook, revision_of, text_revision
from cm.store.requests import Exports, Receipt
from cm.store.tasks import read_tasks
from cm.store.tombstones import key_of

MOST: Final = 200  # characters of a request's id
_SHORT: Final = 10  # letters of a hash that people are shown


@dataclass(slots=True)
class Request:
    """A request that carries an id of its sender's making."""

    id: str
    verb: str
    content: str  # what is asked for, as canonical JSON
    rule: str = ""  # the rule that is named
    named: tuple[str, ...] = ()  # other rules that the answer names; known once the change is planned

    @staticmethod
    def of(request_id: str, verb: str, content: Mapping[str, Any], *, rule: str = "") -> Request | None:
        """The request, None when it carries no id. Raises Usage for an id that can be none."""
        if not request_id:
            return None
        if len(request_id) > MOST or not request_id.isprintable() or request_id != request_id.strip():
            raise Usage(
                "this can be no request id",
                hint=f"up to {MOST} printable characters, e.g. a UUID; new for each request",
            )
        told = json.dumps(_plain(content), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return Request(request_id, verb, told, rule)


def hash_of(env: Env, request: Request, *, dry_run: bool = False) -> tuple[str, str]:
    """The keyed hashes of a request's id and of its content; call it with the home's lock held, since it may make the key."""
    if dry_run and not env.home.tombstone_key.exists():
        return "", ""  # no key, no receipts
    key = key_of(env.home)
    return keyed(key, "request", request.id), keyed(key, "content", request.verb, request.content)


def is_past(env: Env, at: str) -> bool:
    """Whether a receipt of that moment counts no more."""
    return at < _oldest(env)


def answered(env: Env, request: Request, *, dry_run: bool = False) -> Changed | None:
    """The answer that the request got before, made anew; None when it was never answered. Raises Conflict."""
    name, content = hash_of(env, request, dry_run=dry_run)
    known = _known(env, name)
    if known is None:
        with suppress(BadState):  # a list that cannot be read answered nothing
            if (task := read_tasks(env.home).requests.get(name)) and not is_past(env, task["at"]):
                raise used_otherwise(request, task["verb"], task["at"], task["content"], content)
        return None
    receipt, exports = known
    if receipt.content != content:
        raise used_otherwise(request, receipt.verb, receipt.at, receipt.content, content)
    return _made_anew(env, receipt, exports)


def used_before(env: Env, name: str) -> Receipt | None:
    """The receipt of a change of rules under the same id, by its hash."""
    known = _known(env, name)
    return known[0] if known is not None else None


def receipt_for(env: Env, request: Request, tx: str, layers: tuple[Layer, ...]) -> Receipt:
    """The receipt of a change that is about to be written."""
    name, content = hash_of(env, request)
    repo = str(env.repo.root) if env.repo is not None and "repo" in layers else ""
    return Receipt(
        name, content, request.verb, env.stamp, env.by, tx, layers, repo, request.rule, request.named
    )


def keep(env: Env, receipt: Receipt) -> None:
    """Keeps a receipt; call it with the home's lock held."""
    requests.keep(env.home, receipt, before=_oldest(env))


def with_exports(
    env: Env, request: Request | None, known: Exports | None, rules: Sequence[str], *, dry_run: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:  # fmt: skip
    """What became of the files that hold these rules: as it was told then, else seen to now and noted with the receipt."""
    if known is not None:
        return known.refreshed, known.left
    from cm.flows.project import exports_without

    refreshed, left = exports_without(env, rules, dry_run=dry_run)
    if request is not None and not dry_run:
        requests.complete(env.home, hash_of(env, request)[0], Exports(refreshed, left))
    return refreshed, left


def rule_asked(env: Env, asked: str, request_id: str, *, whole: bool = False) -> tuple[str, Shelved | None]:
    """The rule that is named; of a request that was answered the one it named then, which may be gone. Raises NotFound, Ambiguous."""
    before = _named_then(env, request_id, asked)
    try:
        item = shelved_named(shelf(env, whole=whole).shelved, before or asked)
    except NotFound:
        if not before:
            raise
        return before, None
    return item.rule.id, item


def is_answered(env: Env, request: Request | None) -> bool:
    """Whether the request was answered before, so that nothing has to be looked up for it."""
    if request is None or not env.home.tombstone_key.exists():
        return False
    return _known(env, hash_of(env, request)[0]) is not None


def _named_then(env: Env, request_id: str, asked: str) -> str:
    if not request_id or not env.home.tombstone_key.exists():
        return ""
    known = _known(env, keyed(key_of(env.home), "request", request_id))
    rule = known[0].rule if known is not None else ""
    begin = asked.strip()
    return rule if begin and rule and rule.startswith((begin, f"r-{begin}")) else ""


def _known(env: Env, name: str) -> tuple[Receipt, Exports | None] | None:
    """The receipt of a request, by its hash; None for one that is past, or whose change is not there any more."""
    known = requests.find(env.home, name)
    return known if known is not None and not is_past(env, known[0].at) and _stands(env, known[0]) else None


def _stands(env: Env, receipt: Receipt) -> bool:
    """Whether a change is written down where it was made: a home that was put back to an earlier state knows nothing of it."""
    if not receipt.tx:
        return True
    for layer in receipt.layers or ("user",):
        files = _files(env, receipt, layer)
        if files is None:
            return True  # not to be looked at from here
        if any(each.tx == receipt.tx for each in read_log(files.decisions).decisions):
            return True
        if any(line.tx == receipt.tx for line in LedgerFiles(files.ledger_dir).blocked()):
            return True
    return False


def used_otherwise(request: Request, verb: str, at: str, before: str, now: str) -> Conflict:
    """The error for an id under which something else was asked; neither side is told in words."""
    return Conflict(
        f"this request id was used before, for something else: `{verb}` at {at} (content {before[:_SHORT]}); "
        f"this is `{request.verb}` (content {now[:_SHORT]})",
        hint="a new request takes a new id; to hear the first answer again, send what was sent then",
        request=request.id, verb=verb, at=at, content=before[:_SHORT], asked_verb=request.verb, asked_content=now[:_SHORT],
    )  # fmt: skip


# --- revisions


def must_stand_at(
    env: Env, layer: Layer, rule: str, revision: str, inert: Rule | None = None
) -> Callable[[Ground], None] | None:
    """What a change asks before it is decided: does the rule stand as it was seen? None when nothing was said of it."""
    expected = revision.strip()
    if not expected:
        return None

    def look(ground: Ground) -> None:
        now = inert or ground.book(layer).get(rule)
        found = revision_of(now) if now is not None else ""
        if found != expected:
            raise _moved(env, ground, rule, now, found, expected)

    return look


def book_must_stand_at(env: Env, layer: Layer, revision: str) -> Callable[[Ground], None] | None:
    """The same for a playbook to which something is added: is it the one that was seen?"""
    expected = revision.strip()
    if not expected:
        return None

    def look(ground: Ground) -> None:
        document = ground.document(layer)
        found = text_revision(document.text)
        if found == expected:
            return
        count = len(document.playbook.rules)
        whose = "the repository's" if layer == "repo" else "your"
        raise Conflict(
            f"{whose} playbook is not at {expected}: it has {count} rule{'' if count == 1 else 's'} and is at {found}",
            hint="look at it (cm list --json), then say it again with --if-revision " + found,
            layer=layer, revision=found, expected=expected, rules=count,
        )  # fmt: skip

    return look


def _moved(env: Env, ground: Ground, name: str, rule: Rule | None, found: str, expected: str) -> Conflict:
    if rule is None:
        return Conflict(
            f"{name} is not at {expected}: it is in no playbook any more", hint=f"cm log {name}",
            rule=name, state="", revision="", expected=expected, text="",
        )  # fmt: skip
    told = printable_rule(env, rule, withdrawn_in(ground) if env.agent else None)
    return Conflict(
        f"{name} is not at {expected} any more: it is {rule.state} and at {found}",
        hint=f"it says now: {told.text} (cm show {name}); if you still want it, say it again with --if-revision {found}",
        rule=name, state=rule.state, revision=found, expected=expected, text=told.text,
    )  # fmt: skip


# --- the answer, made anew


def _made_anew(env: Env, receipt: Receipt, exports: Exports | None) -> Changed:
    """What was answered then, by the decisions and ledger lines of its change; words that were erased since are not in it."""
    parts: list[Committed] = []
    for layer in receipt.layers or ("user",):
        files = _files(env, receipt, layer)
        if files is None:
            parts.append(Committed((), Playbook(), receipt.tx))
            continue
        log = read_log(files.decisions)
        mine = [each for each in log.decisions if receipt.tx and each.tx == receipt.tx]
        adopted = tuple(each for each in mine if each.taken_over)
        asked = tuple(each for each in mine if not each.taken_over)
        blocked = tuple(
            line
            for line in LedgerFiles(files.ledger_dir).blocked()
            if receipt.tx and line.tx == receipt.tx and not line.undoes
        )
        parts.append(
            Committed(
                asked + adopted,
                _book_then(files, log, receipt.tx),
                receipt.tx,
                adopted,
                lines=Lines(blocked=blocked),
            )
        )
    notes = (f"this request was answered at {receipt.at}; nothing was done again", *_taken_back(env, receipt))
    kept = tuple(replace(each, notes=notes, replayed=True, exports=exports) for each in parts)
    return Changed(kept, receipt.tx, notes, receipt, exports)


def _files(env: Env, receipt: Receipt, layer: str) -> Layered | None:
    """Where the layer's decisions lie; a repository that is not trusted any more says nothing."""
    if layer == "user":
        return files_of(env, "user")
    repo = RepoHome(Path(receipt.repo)) if receipt.repo else None
    return repo if repo is not None and trust.is_trusted(env.home, repo) else None


def _book_then(files: Layered, log: Log, tx: str) -> Playbook:
    """The layer's rules right after the change; those of today when a checkpoint has covered it."""
    last = max((at for at, each in enumerate(log.decisions) if tx and each.tx == tx), default=-1)
    if last < log.since:
        return read_playbook(files.playbook)
    return replay(log.checkpoint or Playbook(), log.decisions[log.since : last + 1])


def _taken_back(env: Env, receipt: Receipt) -> tuple[str, ...]:
    back = next((each for each in changes.read(env.home) if receipt.tx and each.undoes == receipt.tx), None)
    return (f"it was taken back since, by {back.tx}",) if back is not None else ()


def _oldest(env: Env) -> str:
    return stamp(env.now - timedelta(days=requests.DAYS))


def _plain(value: Any) -> Any:
    """Data of which what says nothing is left out: a field that a later version adds changes no hash until it is used."""
    if is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    if isinstance(value, Mapping):
        return {
            str(name): found
            for name, each in value.items()
            if (found := _plain(each)) not in ("", None, False, [], {})
        }
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value
