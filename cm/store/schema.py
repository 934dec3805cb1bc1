"""How a rule looks in YAML and JSON: what comes from disk becomes a record here, or a reason why not.

`rule_of` and `rule_to_data` are each other's inverse. Fields that this version does not know stay in `Rule.extra`.
The records are `model/rule.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from cm.model.rule import (
    Evidence,
    EvidenceBy,
    Kind,
    Origin,
    OriginBy,
    Retirement,
    Rule,
    Scope,
    State,
    Unmerged,
    Valid,
    Was,
)

_HALVES: Final = re.compile("[\ud800-\udfff]")
_ID: Final = re.compile(r"[A-Za-z0-9][\w.:\-]{0,79}", re.ASCII)


def _text(value: Any) -> Any:
    """A text that a person wrote without quotes may look like a number; nothing is the empty text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else value


def _texts(value: Any) -> Any:
    """One text stands for a list of one; nothing is the empty list."""
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else value


def _list(value: Any) -> Any:
    return () if value is None else value


def _mapping(value: Any) -> Any:
    return {} if value is None else value


Text = Annotated[str, BeforeValidator(_text)]
Texts = Annotated[tuple[Text, ...], BeforeValidator(_texts)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _Scope(BaseModel):
    # an unknown facet is a condition that we could not check: such a rule is not served
    model_config = ConfigDict(extra="forbid", frozen=True)
    project: Text = ""
    path: Text = ""
    language: Text = ""
    framework: Text = ""
    task: Text = ""
    host: Text = ""


class _Evidence(_Part):
    by: EvidenceBy
    quote: Text
    session: Text = ""
    event: Text = ""
    span: tuple[int, int] | None = None
    at: Text = ""
    note: Text = ""


class _Origin(_Part):
    by: OriginBy
    at: Text = ""
    name: Text = ""


class _Valid(_Part):
    since: Text = Field("", alias="from")
    until: Text = ""


class _Unmerged(_Part):
    branch: Text
    commit: Text = ""


class _Retired(_Part):
    at: Text = ""
    by: Text = ""
    reason: Text = ""


class _Was(_Part):
    text: Text
    why: Text = ""
    until: Text = ""
    reason: Text = ""


def _listed(value: Any) -> Any:
    """Several names in one text, as a person may have written a list of them."""
    several = isinstance(value, list) and all(isinstance(each, str) for each in value)
    return ", ".join(value) if several else value


class _Rule(BaseModel):
    model_config = ConfigDict(extra="allow", frozen=True)
    id: Text = ""
    text: Annotated[Text, Field(min_length=1)]
    kind: Kind = "rule"
    category: Text = ""
    scope: Annotated[_Scope, BeforeValidator(_mapping)] = _Scope()
    state: State = "active"
    why: Text = ""
    evidence: Annotated[tuple[_Evidence, ...], BeforeValidator(_list)] = ()
    origin: _Origin | None = None
    tags: Texts = ()
    pinned: Text = ""
    approved: Text = ""
    valid: _Valid | None = None
    review_after: Text = ""
    visibility: Literal["private", "team", "public", ""] = ""
    about: Annotated[Text, BeforeValidator(_listed)] = ""
    unmerged: _Unmerged | None = None
    anchors: Texts = ()
    replaces: Texts = ()
    replaced_by: Text = ""
    contests: Texts = ()
    overrules: Texts = ()
    settled: Texts = ()
    stale: Text = ""
    retired: _Retired | None = None
    was: Annotated[tuple[_Was, ...], BeforeValidator(_list)] = ()


KNOWN: Final[frozenset[str]] = frozenset(_Rule.model_fields)


def rule_of(data: Any) -> Rule | str:
    """Reads one rule, or returns in words why it is none. A rule without an id comes back with id ""."""
    if not isinstance(data, Mapping):
        return "not a mapping of fields"
    try:
        read = _Rule.model_validate(data)
    except ValidationError as error:
        return "; ".join(_complaint(each) for each in error.errors(include_url=False)[:3])
    if read.id and not _ID.fullmatch(read.id):
        return f"id: {read.id!r} is not a word of letters, digits and `.`, `:`, `-`"
    extra = read.model_extra or {}
    return Rule(
        id=read.id,
        text=read.text,
        kind=read.kind,
        category=read.category or "general",
        scope=Scope(**dict(read.scope)),
        state=read.state,
        why=read.why,
        evidence=tuple(Evidence(**dict(each)) for each in read.evidence),
        origin=Origin(**dict(read.origin)) if read.origin is not None else Origin("human", ""),
        tags=read.tags,
        pinned=read.pinned,
        approved=read.approved,
        valid=Valid(**dict(read.valid)) if read.valid is not None else None,
        review_after=read.review_after,
        visibility=read.visibility,
        about=read.about,
        unmerged=Unmerged(**dict(read.unmerged)) if read.unmerged is not None else None,
        anchors=read.anchors,
        replaces=read.replaces,
        replaced_by=read.replaced_by,
        contests=read.contests,
        overrules=read.overrules,
        settled=read.settled,
        stale=read.stale,
        retired=Retirement(**dict(read.retired)) if read.retired is not None else None,
        was=tuple(Was(**dict(each)) for each in read.was),
        extra=MappingProxyType({str(key): _plain(value) for key, value in extra.items()}),
    )


def rule_to_data(rule: Rule) -> dict[str, Any]:
    """Writes one rule as plain data, fields in the order of the file; what says nothing is left out."""
    data: dict[str, Any] = {
        "id": rule.id,
        "text": rule.text,
        "kind": rule.kind,
        "category": rule.category,
        "scope": dict(rule.scope.facets()),
        "state": rule.state,
        "why": rule.why,
        "evidence": [_evidence(each) for each in rule.evidence],
        "origin": _said(by=rule.origin.by, at=rule.origin.at, name=rule.origin.name),
        "tags": list(rule.tags),
        "pinned": rule.pinned,
        "approved": rule.approved,
        "valid": _said(**{"from": rule.valid.since, "until": rule.valid.until}) if rule.valid else None,
        "review_after": rule.review_after,
        "visibility": rule.visibility,
        "about": rule.about,
        "unmerged": _said(branch=rule.unmerged.branch, commit=rule.unmerged.commit)
        if rule.unmerged
        else None,
        "anchors": list(rule.anchors),
        "replaces": list(rule.replaces),
        "replaced_by": rule.replaced_by,
        "contests": list(rule.contests),
        "overrules": list(rule.overrules),
        "settled": list(rule.settled),
        "stale": rule.stale,
        "retired": _retired(rule.retired),
        "was": [{"text": w.text, **_said(why=w.why, until=w.until, reason=w.reason)} for w in rule.was],
    }
    kept = {key: value for key, value in data.items() if key in _ALWAYS or value not in ("", None, [])}
    kept.update((key, value) for key, value in rule.extra.items() if key not in KNOWN)
    return {key: _storable(value) for key, value in kept.items()}


_ALWAYS: Final = frozenset({"id", "text", "kind", "category", "scope", "state", "origin"})


def _evidence(each: Evidence) -> dict[str, Any]:
    head = _said(session=each.session, event=each.event)
    span: dict[str, Any] = {"span": list(each.span)} if each.span is not None else {}
    return {**head, "by": each.by, "quote": each.quote, **span, **_said(at=each.at, note=each.note)}


def _retired(each: Retirement | None) -> dict[str, str] | None:
    return None if each is None else {"at": each.at, "by": each.by, "reason": each.reason}


def _storable(value: Any) -> Any:
    """The value without halves of characters, which transcripts hold and no file can."""
    if isinstance(value, str):
        if value.isascii():
            return value
        return _HALVES.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_storable(key): _storable(item) for key, item in value.items()}
    return [_storable(item) for item in value] if isinstance(value, list) else value


def _said(**fields: str) -> dict[str, str]:
    return {name: value for name, value in fields.items() if value}


def _plain(value: Any) -> Any:
    """Values of unknown fields in a form that YAML and JSON both keep."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)


def _complaint(error: Any) -> str:
    place = ".".join(str(part) for part in error["loc"])
    match error["type"]:
        case "missing":
            return f"{place}: is missing"
        case "string_too_short" | "too_short":
            return f"{place}: is empty"
        case "literal_error":
            return f"{place}: {error['input']!r} is not one of {error['ctx']['expected']}"
        case "extra_forbidden":
            return f"{place}: is not known to this version"
        case _:
            return f"{place}: {error['msg'].lower()}"
