"""`cm erase`: removes a rule, a session or a text from everywhere below the home, its history included, for good.

Needs a human. A tombstone of keyed hashes is written first: from then on the words are kept out at ingest, at the gate and by
the predicate. A receipt says each place, what was done, and what could not be reached. The steps: `flows/erasing.py`; what is
out of reach: `flows/unreached.py`; withdrawing without erasing: `flows/forget.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from cm.core.curation.case import LIVE
from cm.core.curation.succession import heir_at_last
from cm.core.facts import is_fact
from cm.core.language.scripts import may_be_unspaced
from cm.core.language.text import fingerprint
from cm.core.language.windows import WINDOW, weighs, words_of
from cm.core.secrets.scrub import scrub
from cm.core.serving.buried import Buried, Tombstone, as_data, bury, keyed
from cm.core.serving.tombstones import Tombstones
from cm.errors import BadState, NotFound, Usage
from cm.flows.commit import commit, mend
from cm.flows.consent import require_human
from cm.flows.cutting import places_of
from cm.flows.env import Env
from cm.flows.erasing import look_through, perform
from cm.flows.facts import earlier_of
from cm.flows.named import names_rule, session_named, shelved_named
from cm.flows.permission import INGEST_SECONDS
from cm.flows.reading import shelf
from cm.flows.unreached import NOT_TAKEN_OUT, unreached
from cm.hosts.registry import HANDED
from cm.model.ids import is_rule_id, short_hash
from cm.model.playbook import Playbook
from cm.model.rule import Rule
from cm.model.session import SessionHead
from cm.model.standing import Shelved
from cm.store import receipts, rewriting
from cm.store.decisions import decisions_about, read_decisions
from cm.store.files import lock
from cm.store.home import Layered
from cm.store.journal import Journal
from cm.store.knife import Knife
from cm.store.leftovers import Place
from cm.store.receipts import Erasure as Erasure
from cm.store.receipts import Target, Unreached
from cm.store.tombstones import key_of, read_tombstones

FEWEST: Final = 3  # characters of a text; two in a script without spaces
MACHINES: Final = frozenset(("heuristic", "model", "agent", "inversion", "merge", "file"))
STDIN: Final = "-"


@dataclass(frozen=True, slots=True)
class Erased:
    """What an erasure did, or would do."""

    id: str
    target: Target
    name: str  # the rule or session; "" for a text
    words: int
    places: tuple[Place, ...]
    removed: tuple[str, ...]  # rules that went with it
    reworded: tuple[str, ...]  # rules that lost words: worth a look
    resting: tuple[str, ...]  # rules that stay though they rest on it too
    sessions: tuple[str, ...]
    unreached: tuple[Unreached, ...]
    commits: int
    receipt: str  # the file; "" when nothing was written
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """Every erasure so far, the newest first, and those that are not complete."""

    receipts: tuple[Erasure, ...]
    pending: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is to be erased."""

    target: Target
    name: str
    texts: tuple[tuple[str, tuple[str, ...]], ...] = ()  # words, and the events that said them
    typed: bool = False
    rules: tuple[str, ...] = ()
    sessions: tuple[SessionHead, ...] = ()
    names: tuple[str, ...] = ()  # of sessions, with those that the journal does not know
    resting: tuple[str, ...] = ()
    heard: tuple[str, ...] = ()  # sessions that its proof is from
    beside: tuple[str, ...] = ()  # texts that stay: what they share with its words is not theirs alone


def erase(
    env: Env,
    what: str,
    reason: str,
    *,
    text: bool = False,
    yes: bool = False,
    dry_run: bool = False,
    argued: bool = True,
) -> Erased:
    """Erases a rule, a session or (with `text`, or when it is neither) these very words; `argued`: they stood on a command line.

    Raises NeedsAHuman, Usage for too little to go by, NotFound, Ambiguous, Busy, Unwritable.
    """
    if not what.strip():
        raise Usage("say what to erase", hint="a rule's id, a session's id, or the words themselves")
    if not reason.strip():
        raise Usage("say why it is erased", hint='cm erase r-… --reason "a customer\'s name"')
    wanted = _wanted(env, what, text)
    if dry_run:
        return _would(env, wanted, reason, argued)
    by = require_human(env, f"erase {_called(wanted)} everywhere; this cannot be undone", yes)
    mend(env)
    with suppress(BadState):  # a playbook that cannot be read is cut as the text it is
        commit(
            env, (), source="human", sweeping=False
        )  # what was edited by hand is recorded before it is cut
    wanted = _wanted(env, what, text)
    with lock(env.home.ingest_lock, INGEST_SECONDS, who="cm erase"):
        stone, erasure = _buried(env, wanted, reason, key_of(env.home), by)
        erasure = replace(erasure, argued=argued and wanted.typed)
        receipts.begin(
            env.home, _quiet(erasure, Tombstones(key_of(env.home), (stone,)))
        )  # from here on it is completed
        done = perform(env, erasure, texts=tuple(words for words, _ in wanted.texts))
    return _told(env, done, str(env.home.receipts / f"{done.id}.json"))


def erased(env: Env) -> Listed:
    """The receipts."""
    return Listed(
        tuple(reversed(receipts.receipts(env.home))), tuple(each.id for each in receipts.pending(env.home))
    )


def erased_in(env: Env, data: bytes) -> str:
    """The tombstone whose words these bytes (a file of ours, as it is or from a history) hold; "" when none."""
    stones = read_tombstones(env.home)
    for stone in stones.stones:
        knife = Knife(stones.only(stone.id), rules=frozenset(stone.rules))
        if knife.cleaned(data) is not data:
            return stone.id
    return ""


def holds_erased(env: Env, *revisions: str) -> str:
    """The tombstone whose words a history would bring back (`refs/remotes/origin/main`, `^main`); "" when none."""
    stones = read_tombstones(env.home)
    for stone in stones.stones:
        knife = Knife(stones.only(stone.id), rules=frozenset(stone.rules))
        if rewriting.holds(env.home, env.environ, knife, *revisions):
            return stone.id
    return ""


# --- what is meant


def _wanted(env: Env, what: str, text: bool) -> _Wanted:
    asked = what.strip()
    if text:
        return _text(env, what)
    if names_rule(_ids(env, asked), asked):
        return _rule(env, asked)
    if found := _session(list(Journal(env.home.journal).sessions()), asked):
        return _with_rules(env, found)
    return _text(env, what)


def _ids(env: Env, asked: str) -> Iterator[str]:
    """The ids of our rules; one that was taken out of the file by hand is known by its decisions."""
    with suppress(BadState):
        yield from (item.rule.id for item in shelf(env, whole=True).shelved if _ours(item))
    if is_rule_id(asked) and _decided(env, asked):
        yield asked


def _rule(env: Env, asked: str) -> _Wanted:
    shelved = shelf(env, whole=True).shelved
    rule: Rule | None = None
    try:
        item = shelved_named(shelved, asked)
        if item.layer == "repo" and not item.trusted:
            raise Usage(
                f"{item.rule.id} is a rule of a repository that is not trusted, to which nothing is written",
                hint="`cm trust` it first, or delete it there yourself",
            )
        rule = item.rule
    except NotFound:
        if not _decided(env, asked):  # taken out of the file by hand: its decisions still hold it
            raise
    name = rule.id if rule is not None else asked
    by_id = {item.rule.id: item.rule for item in shelved if _ours(item)}
    before = _replaced_by(rule, by_id) if rule is not None else ()
    later = heir_at_last(rule, Playbook(by_id)) if rule is not None and is_fact(rule) else None
    names = (name, *(each.id for each in before))
    versions = [*([rule] if rule is not None else []), *before]
    versions += [version for each in names for version in _decided(env, each)]
    said: dict[str, dict[str, None]] = {}
    for each in versions:
        events = {item.event: None for item in each.evidence if item.event}
        for words in (each.text, *(was.text for was in each.was)):
            said.setdefault(words, {}).update(events)
        for words in (each.why, *(was.why for was in each.was)):
            if weighs(words_of(words)) >= WINDOW:
                said.setdefault(words, {})
        for proof in each.evidence:
            if proof.quote:
                said.setdefault(proof.quote, {}).update({proof.event: None} if proof.event else {})
    heard = dict.fromkeys(proof.session for each in versions for proof in each.evidence if proof.session)
    texts = tuple((words, tuple(events)) for words, events in said.items())
    stays = (later.text,) if later is not None and later.state in LIVE else ()
    return _Wanted("rule", name, texts, rules=names, heard=tuple(heard), beside=stays)


def _replaced_by(rule: Rule, by_id: Mapping[str, Rule]) -> tuple[Rule, ...]:
    """Of a fact those that it took the place of: earlier wordings go with a rule, and of a fact they are facts of their own.

    One whose words are in force again, by a fact that nobody named, stays: erasing them would take that one too.
    """
    if not is_fact(rule):
        return ()
    again = {fingerprint(each.text) for each in by_id.values() if each.state in LIVE and each.id != rule.id}
    line = (by_id[each.rule] for each in earlier_of(rule, by_id))
    return tuple(each for each in line if each.state == "superseded" and fingerprint(each.text) not in again)


def _decided(env: Env, name: str) -> list[Rule]:
    """The rule as it ever was, by the decisions of both layers."""
    logs: list[Layered] = [env.home, *([env.repo] if env.repo is not None and env.trusted else [])]
    return [
        rule
        for files in logs
        for each in decisions_about(read_decisions(files.decisions), name)
        for rule in each.after
        if rule.id == name
    ]


def _session(heads: list[SessionHead], asked: str) -> tuple[SessionHead, ...]:
    """The session and those of its subagents; nothing when these are no session's words."""
    if " " in asked or ("/" not in asked and len(asked) < 8):
        return ()
    with suppress(NotFound):
        head = session_named(heads, asked)
        return head, *_children(heads, {head.id})
    return ()


def _children(heads: Iterable[SessionHead], of: set[str]) -> tuple[SessionHead, ...]:
    return tuple(head for head in heads if (head.parent in of or head.twin in of) and head.id not in of)


def _with_rules(env: Env, heads: tuple[SessionHead, ...]) -> _Wanted:
    """A session with the rules that machines made of it alone; others that rest on it stay, without its words."""
    names = {head.id for head in heads}
    gone: list[str] = []
    resting: list[str] = []
    shelved: tuple[Shelved, ...] = ()
    with suppress(BadState):
        shelved = shelf(env, whole=True).shelved
    for item in shelved:
        said = [each for each in item.rule.evidence if each.session]
        if not any(each.session in names for each in said) or not _ours(item):
            continue
        alone = all(each.session in names for each in said) and item.rule.origin.by in MACHINES
        (gone if alone and not item.rule.approved and not item.rule.pinned else resting).append(item.rule.id)
    return _Wanted(
        "session", heads[0].id, rules=tuple(gone), sessions=heads, names=tuple(names), resting=tuple(resting)
    )


def _ours(item: Shelved) -> bool:
    return item.layer == "user" or item.trusted


def _text(env: Env, what: str) -> _Wanted:
    words = words_of(what)
    letters = sum(map(len, words.keys))
    if words.keys == ("erased",):
        raise Usage("that word is what stands in the place of erased ones", hint="give a longer text")
    if not words.keys or len(what.strip()) < (2 if may_be_unspaced(what) else FEWEST) or letters < 1:
        raise Usage(
            "these are too few characters to look for: half of everything would go",
            hint="give a whole word, name or sentence",
        )
    single = Tombstones(b"look", (Tombstone("e", "", tuple(_all_buried(b"look", ((what, ()),), True))),))
    heads = list(Journal(env.home.journal).sessions())
    mine = tuple(head for head in heads if single.spans(head.id))  # a session whose very name it is
    mine += _children(heads, {head.id for head in mine})
    return _Wanted("text", "", ((what, ()),), True, sessions=mine, names=tuple(head.id for head in mine))


def _called(wanted: _Wanted) -> str:
    match wanted.target:
        case "rule":
            return wanted.name
        case "session":
            more = f" with {len(wanted.names) - 1} more that belong to it" if len(wanted.names) > 1 else ""
            rules = f" and {len(wanted.rules)} rules that rest on it alone" if wanted.rules else ""
            return f"session {wanted.name}{more}{rules}"
        case "text":
            count = _count_words(wanted)
            return "this word" if count == 1 else f"these {count} words"


def _count_words(wanted: _Wanted) -> int:
    return sum(len(words_of(words)) for words, _ in wanted.texts)


# --- tombstone and record


def _buried(env: Env, wanted: _Wanted, reason: str, key: bytes, by: str) -> tuple[Tombstone, Erasure]:
    name = "e-" + short_hash(13, env.stamp, env.nonce(), wanted.target)
    journal = Journal(env.home.journal)
    events = tuple(
        keyed(key, "event", each) for head in wanted.sessions for each in sorted(journal.ids(head))
    )
    texts = tuple(_all_buried(key, wanted.texts, wanted.typed, wanted.beside))
    sessions = tuple(sorted(keyed(key, "session", each) for each in wanted.names))
    stone = Tombstone(name, env.stamp, texts, events, sessions, wanted.rules)
    inbox = env.home.root / "inbox"
    others = {head.source for head in journal.sessions() if head.id not in wanted.names}
    files = tuple(
        Path(head.source).relative_to(env.home.root).as_posix()
        for head in wanted.sessions
        if inbox in Path(head.source).parents and head.source not in others
    )
    elsewhere = {
        head.source: None
        for head in wanted.sessions
        if head.host in HANDED and inbox not in Path(head.source).parents
    }
    pseudonyms = {each: "erased/" + keyed(key, "name", each)[:16] for each in wanted.names}
    erasure = Erasure(
        id=name, at=env.stamp, by=by, target=wanted.target, name=wanted.name, words=_count_words(wanted) if wanted.typed else 0,
        reason=scrub(reason)[0], stone=as_data(stone), rules=wanted.rules, heard=wanted.heard, sessions=pseudonyms, resting=wanted.resting, files=tuple(dict.fromkeys(files)),
        elsewhere=tuple(elsewhere),
    )  # fmt: skip
    return stone, erasure


def _all_buried(
    key: bytes, texts: Iterable[tuple[str, tuple[str, ...]]], typed: bool, beside: tuple[str, ...] = ()
) -> Iterator[Buried]:
    for words, events in texts:
        found = bury(key, words, typed=typed, events=events, beside=beside)
        if found is not None:
            yield found


def _quiet(erasure: Erasure, stones: Tombstones) -> Erasure:
    return replace(erasure, reason=stones.cut(erasure.reason).text)


def _would(env: Env, wanted: _Wanted, reason: str, argued: bool) -> Erased:
    """What it would find; the hashes are of a key that is thrown away."""
    key = env.nonce().encode()
    stone, erasure = _buried(env, wanted, reason, key, env.by)
    erasure = replace(erasure, argued=argued and wanted.typed)
    knife = Knife(
        Tombstones(key, (stone,)),
        rules=frozenset(erasure.rules),
        sessions=erasure.sessions,
        files=erasure.files,
    )
    found = look_through(env, erasure, knife)
    left: tuple[Unreached, ...] = ()
    with suppress(BadState):
        history = rewriting.look(env.home, env.environ, knife)
        texts = tuple(words for words, _ in wanted.texts)
        left = tuple(
            each
            for each in unreached(env, erasure, knife, history, edited=(), repos=(), texts=texts)
            if each.why != NOT_TAKEN_OUT and (each.where, "refreshed") not in found.places
        )
    now = replace(
        erasure, places=places_of(found), rules=tuple(dict.fromkeys((*erasure.rules, *found.removed))),
        reworded=tuple(found.reworded), unreached=left,
    )  # fmt: skip
    return replace(_told(env, now, ""), dry_run=True)


def _told(env: Env, done: Erasure, receipt: str) -> Erased:
    return Erased(
        id=done.id if receipt else "", target=done.target, name=done.name, words=done.words, places=done.places,
        removed=done.rules, reworded=done.reworded, resting=done.resting, sessions=tuple(done.sessions),
        unreached=done.unreached, commits=done.history, receipt=receipt,
    )  # fmt: skip
