"""New words for a rule. The old ones stay in the file with the reason; the id, the proof and the marks stay too.

A fact that changed is another fact: the old one ends where the new one begins (`core/curation/succession.py`).

Who said the new words is kept: the user's words of a session, when they are quoted, else what a person typed here.
"""

from __future__ import annotations

from cm.core.facts import is_fact
from cm.errors import Usage
from cm.flows.add import source_of
from cm.flows.commit import commit
from cm.flows.env import Env
from cm.flows.facts_told import a_time
from cm.flows.quoting import Quoted, quoted
from cm.flows.refresh import refresh
from cm.flows.requests import Request, is_answered, must_stand_at, rule_asked, with_exports
from cm.flows.telling import Change, or_refuse, tell_all
from cm.model.delta import Replace
from cm.model.rule import Evidence


def correct(
    env: Env, rule: str, text: str, *, why: str = "", reason: str = "", quote: str = "", session: str = "",
    event: str = "", since: str = "", wording: bool = False, check: bool = False, request_id: str = "", if_revision: str = "",
) -> Change:  # fmt: skip
    """Gives the rule new words; a fact is superseded by one that begins at `since`, unless it was only said badly (`wording`). Raises NotFound, Ambiguous, RefusedByGate, Conflict; with `check` it only decides.

    Under a `request_id` it is done once, however often it is asked; `if_revision` is that of the rule as it was seen.
    """
    if not text.strip():
        raise Usage("the new words are missing", hint='cm correct r-… "The new sentence." --reason "…"')
    name, item = rule_asked(env, rule, request_id)
    layer = item.layer if item is not None else "user"
    words, since = text.strip(), a_time(since, "--since")
    if since and wording:
        raise Usage(
            "a better wording begins at no time",
            hint="--since is for a fact that changed; --wording for one that did not",
        )
    if since and item is not None and not is_fact(item.rule):
        raise Usage(
            f"{name} is a {item.rule.kind}: it holds whenever it is in service",
            hint="--since is for facts and preferences",
        )
    content = {
        "rule": name, "text": words, "why": why, "reason": reason, "quote": quote, "session": session,
        "event": event, "since": since, "wording": wording,
    }  # fmt: skip
    request = Request.of(request_id, "correct", content, rule=name)
    found = quoted(env, quote, session, event) if quote and not is_answered(env, request) else Quoted()
    evidence = (found.evidence,) if found.evidence else _typed(env, words)
    delta = Replace(
        name, words, why=why, reason=reason or "corrected", evidence=evidence, since=since, wording=wording
    )
    done = commit(
        env, [delta], source=source_of(env), layer=layer, by=env.by,
        events={event.id: event for event in found.events}, dry_run=check,
        expect=must_stand_at(env, layer, name, if_revision), request=request,
    )  # fmt: skip
    change = or_refuse(tell_all(env, done, dry_run=check))
    if not check:
        refresh(env)
    changed = [each.id for decision in done.decisions for each in decision.after]
    refreshed, left = with_exports(env, request, done.exports, changed, dry_run=check)
    return change.with_exports(refreshed, left)


def _typed(env: Env, words: str) -> tuple[Evidence, ...]:
    """What a person typed at a terminal is their own word, and needs no event to prove it."""
    return (Evidence("human", words, at=env.stamp),) if env.by == "human" else ()
