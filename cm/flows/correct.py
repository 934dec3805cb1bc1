"""New words for a rule. The old ones stay in the file with the reason; the id stays too."""

from __future__ import annotations

from cm.errors import Usage
from cm.flows.add import source_of
from cm.flows.commit import commit
from cm.flows.env import Env
from cm.flows.named import shelved_named
from cm.flows.quoting import Quoted, quoted
from cm.flows.reading import shelf
from cm.flows.telling import Change, or_refuse, tell_all
from cm.model.delta import Replace


def correct(
    env: Env, rule: str, text: str, *, why: str = "", reason: str = "", quote: str = "", session: str = "",
    event: str = "", check: bool = False,
) -> Change:  # fmt: skip
    """Gives the rule new words. Raises NotFound, Ambiguous, RefusedByGate."""
    if not text.strip():
        raise Usage("the new words are missing", hint='cm correct r-… "The new sentence." --reason "…"')
    item = shelved_named(shelf(env).shelved, rule)
    found = quoted(env, quote, session, event) if quote else Quoted()
    delta = Replace(
        rule=item.rule.id, text=text.strip(), why=why, reason=reason or "corrected",
        evidence=(found.evidence,) if found.evidence else (),
    )  # fmt: skip
    done = commit(
        env, [delta], source=source_of(env), layer=item.layer, by=env.by,
        events={event.id: event for event in found.events}, dry_run=check,
    )  # fmt: skip
    return or_refuse(tell_all(env, done, dry_run=check))
