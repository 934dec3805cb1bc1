"""What the records of a git-first fact store (`.mem`) mean here: documents with facts, what was taken back, events.

Labels of that store claim nothing: `explicit_assertion` stands on sentences that a model rephrased too. What proves a fact is the event that it
names, if that is there with its words. Pure. Not here: reading the store (`store/mem.py`), taking it in (`flows/mem_moving.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from cm.core.exchange.cass_fields import text_of
from cm.core.exchange.portable import clean, fit_note
from cm.core.facts import ALIAS, Entity, EntityKind, spelled
from cm.core.language.text import normalise
from cm.core.serving.validity import begins
from cm.model.ids import is_rule_id, short_hash
from cm.model.ledger import Blocked
from cm.model.rule import Kind, Origin, Retirement, Rule, State, Valid, Visibility
from cm.model.session import Author
from cm.model.stamp import tidy_stamp

NAME: Final = "mem"
SCHEMA: Final = 2
_ABOUT: Final[Mapping[str, EntityKind]] = {
    "people": "person", "orgs": "org", "workstreams": "workstream", "preferences": "user",
}  # fmt: skip
_SEEN: Final[Mapping[str, Visibility]] = {"private": "private", "shared": "team", "public": "public"}
_PRECISION: Final = {"year": 4, "month": 7, "day": 10}
_ROLES: Final[Mapping[str, Author]] = {
    "user": "user",
    "assistant": "agent",
    "tool": "tool",
    "system": "host",
    "note": "file",
}
_DATE: Final = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?\Z")
_KNOWN: Final = frozenset(
    ("id", "predicate", "statement", "kind", "status", "observed_at", "valid_from", "valid_from_precision", "valid_to", "expires_at", "review_after",
     "supersedes", "sources", "visibility")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cited:
    """The event that a fact names as its proof, and the words that it quotes."""

    event: str
    role: Author
    quote: str


@dataclass(frozen=True, slots=True)
class FactRead:
    """A fact as a rule, with what it names as proof and what about it does not add up."""

    rule: Rule
    cited: tuple[Cited, ...]
    named: str  # its id there
    notes: tuple[str, ...] = ()
    left: tuple[str, ...] = ()  # fields that find no place
    document: str = ""  # the id of the document in which it stands


@dataclass(frozen=True, slots=True)
class Said:
    """An event of that store's journal whose words are those that its hash was made of."""

    id: str
    session: str
    seq: int
    at: str
    by: Author
    text: str


@dataclass(frozen=True, slots=True)
class Controls:
    """What that store's user took back, closed or wants to be asked about, by id."""

    withdrawn: Mapping[str, str]  # soft_forget, retraction, deletion -> reason
    hidden: frozenset[str]  # audience
    doubted: Mapping[str, str]  # review -> reason
    redacted: frozenset[str]  # events


def facts_of(
    folder: str, data: Mapping[str, Any], controls: Controls, now: str
) -> tuple[list[FactRead], list[tuple[str, str]]]:
    """The facts of one document, and what of it is none: (id, reason)."""
    schema = data.get("schema_version")
    if isinstance(schema, int) and not isinstance(schema, bool) and schema > SCHEMA:
        return [], [(text_of(data, "id"), f"its form is {schema}, a later one than is known here ({SCHEMA})")]
    title = " ".join((text_of(data, "title") or text_of(data, "id")).split())
    kind = _ABOUT.get(folder, "thing")
    about = "user" if kind == "user" else spelled(Entity(kind, title))
    aliases = data.get("aliases")
    tags = tuple(
        dict.fromkeys(
            f"{ALIAS}{' '.join(each.split())}"
            for each in (aliases if isinstance(aliases, list | tuple) else ())
            if isinstance(each, str) and each.strip() and kind != "user"
        )
    )
    found: list[FactRead] = []
    bad: list[tuple[str, str]] = []
    facts = data.get("facts")
    heirs = _heirs(facts)
    for number, item in enumerate(facts if isinstance(facts, list | tuple) else (), 1):
        if not isinstance(item, Mapping):
            bad.append((f"fact {number}", "it is no mapping"))
            continue
        named = text_of(item, "id")
        text = " ".join(text_of(item, "statement").split())  # with a secret in it: the gate refuses it
        if not text:
            bad.append((named or f"fact {number}", "it has no statement"))
            continue
        whose = text_of(data, "id")
        page = _visibility(data)
        found.append(
            _fact(item, named, text, about, tags, folder, page, controls, heirs, now, document=whose)
        )
    return found, bad


def _fact(
    item: Mapping[str, Any], named: str, text: str, about: str, tags: tuple[str, ...], folder: str, page_visibility: str,
    controls: Controls, heirs: Mapping[str, str], now: str, document: str,
) -> FactRead:  # fmt: skip
    notes: list[str] = []
    kind: Kind = "preference" if folder == "preferences" else "fact"
    observed = tidy_stamp(str(item.get("observed_at") or "")) or now
    valid = _valid(item, notes)
    status = text_of(item, "status") or "active"
    state: State = "active"
    retired: Retirement | None = None
    heir = heirs.get(named, "")
    match status:
        case "active":
            pass
        case "superseded":
            state = "superseded" if heir else "retired"
            retired = None if heir else Retirement(observed, "import", "it was superseded there")
        case "expired":
            state, retired = "retired", Retirement(observed, "import", "it had expired there")
        case "retracted":
            state, retired = "retired", Retirement(observed, "import", "it was retracted there")
        case "disputed":
            state = "draft"
            notes.append("it is disputed there")
        case _:
            state = "draft"
            notes.append(f"its status there is {status!r}, which is not known here")
    label = text_of(item, "kind")
    if label == "inference":
        notes.append("that store inferred it; nobody said it")
    seen: Visibility = _SEEN.get(_visibility(item) or page_visibility, "private")
    if not {named, document}.isdisjoint(controls.hidden):
        seen = "private"
    doubt = next((controls.doubted[each] for each in (named, document) if each in controls.doubted), None)
    stale = "" if doubt is None else f"to be reviewed, as that store says: {doubt or 'no reason given'}"
    predicate = re.sub(r"[^\w.:-]+", "-", text_of(item, "predicate"))[:60].strip("-")
    rule = Rule(
        id=named if is_rule_id(named) else "", text=text, kind=kind, category="general", state=state,
        origin=Origin("import", min(observed, now), NAME), tags=(*((predicate,) if predicate else ()), *tags), about=about, valid=valid,
        review_after=_edge(item.get("review_after")), visibility=seen, replaced_by=heir if state == "superseded" else "", stale=stale,
        replaces=tuple(each for each in _texts(item.get("supersedes")) if is_rule_id(each) and heirs.get(each) == named), retired=retired,
    )  # fmt: skip
    left = tuple(name for name in item if isinstance(name, str) and name not in _KNOWN)
    return FactRead(rule, _cited(item), named, tuple(notes), left, document)


def _visibility(item: Mapping[str, Any]) -> str:
    """For whom it is, as it says; what cannot be understood is for nobody else."""
    value = item.get("visibility")
    return value if isinstance(value, str) else "" if value is None else "private"


def _heirs(facts: Any) -> dict[str, str]:
    """By which fact each one was superseded; a chain that leads back to itself has no heir."""
    found: dict[str, str] = {}
    for item in facts if isinstance(facts, list | tuple) else ():
        named = text_of(item, "id") if isinstance(item, Mapping) else ""
        for old in _texts(item.get("supersedes")) if named else ():
            if old != named:
                found.setdefault(old, named)
    return {old: new for old, new in found.items() if not _leads_back(found, old)}


def _leads_back(heirs: Mapping[str, str], old: str) -> bool:
    seen = [old]
    while (new := heirs.get(seen[-1])) is not None and new not in seen:
        seen.append(new)
    return new is not None and old in seen[seen.index(new) :]


def _valid(item: Mapping[str, Any], notes: list[str]) -> Valid | None:
    """When it holds, as exactly as that store knows it; a day that is only the first of a known month is that month."""
    since = _edge(item.get("valid_from"))
    length = _PRECISION.get(text_of(item, "valid_from_precision"))
    if since and length and len(since) >= length:
        since = since[:length]
    ends = [edge for name in ("valid_to", "expires_at") if (edge := _edge(item.get(name)))]
    until = min(ends) if ends else ""
    if since and until and until < since:
        notes.append(f"it ends ({until}) before it begins ({since}); the end is left out")
        until = ""
    return Valid(since, until) if since or until else None


def _edge(value: Any) -> str:
    text = str(value).strip() if value is not None and not isinstance(value, bool) else ""
    return (text if begins(text) is not None else "") if _DATE.match(text) else tidy_stamp(text)


def _cited(item: Mapping[str, Any]) -> tuple[Cited, ...]:
    sources = item.get("sources")
    found = [
        Cited(text_of(each, "event_id"), _ROLES.get(text_of(each, "role"), "file"), text_of(each, "evidence"))
        for each in (sources if isinstance(sources, list | tuple) else ())
        if isinstance(each, Mapping)
    ]
    return tuple(dict.fromkeys(each for each in found if each.event or each.quote))


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list | tuple) else ()


def controls_of(data: Mapping[str, Any]) -> Controls:
    """Reads `controls.json`; a suppression without a kind that is known takes back, which is the safe side."""
    withdrawn: dict[str, str] = {}
    doubted: dict[str, str] = {}
    hidden: set[str] = set()
    suppressions = data.get("suppressions")
    for key, item in suppressions.items() if isinstance(suppressions, Mapping) else ():
        said = item if isinstance(item, Mapping) else {}
        target, why = text_of(said, "target") or str(key), fit_note(text_of(said, "reason"))
        match text_of(said, "kind"):
            case "audience":
                hidden.add(target)
            case "review":
                doubted[target] = why
            case _:
                withdrawn[target] = why
    for name in ("retractions", "deletions"):
        items = data.get(name)
        for item in items if isinstance(items, list | tuple) else ():
            target = (
                item
                if isinstance(item, str)
                else text_of(item, "target") or text_of(item, "id")
                if isinstance(item, Mapping)
                else ""
            )
            if target:
                withdrawn.setdefault(
                    target, fit_note(text_of(item, "reason")) if isinstance(item, Mapping) else ""
                )
    redacted = data.get("redacted_events")
    ids = {
        each if isinstance(each, str) else text_of(each, "event_id") if isinstance(each, Mapping) else ""
        for each in (redacted if isinstance(redacted, list | tuple) else ())
    }
    return Controls(withdrawn, frozenset(hidden), doubted, frozenset(ids - {""}))


def blocked_of(read: FactRead, reason: str, now: str) -> Blocked | None:
    """What was taken back there comes back here under no id and in no near words."""
    text = normalise(clean(read.rule.text))
    if not text:
        return None
    return Blocked("b-" + short_hash(13, NAME, read.named, text), read.named, text, now, "import", reason)


def said_of(record: Mapping[str, Any], redacted: Iterable[str]) -> Said | str:
    """An event of that journal, or why it is none that may be kept."""
    named, content = text_of(record, "event_id"), record.get("content")
    if not named or not isinstance(content, str):
        return "no event"
    if named in redacted or text_of(record, "redaction") == "full":
        return "redacted there"
    if sha256(content.encode("utf-8", "surrogatepass")).hexdigest() != text_of(record, "content_sha256"):
        return "its hash is not that of its words"
    if not content.strip():
        return "no words"
    seq = record.get("seq")
    return Said(
        named, text_of(record, "session_id") or text_of(record, "scope_id") or "unnamed", seq if isinstance(seq, int) else 0,
        tidy_stamp(str(record.get("occurred_at") or "")), _ROLES.get(text_of(record, "role"), "file"), content,
    )  # fmt: skip
