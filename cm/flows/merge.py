"""Makes one rule of several that a person names: their proof, their marks and their earlier words go with it.

Not here: finding rules that may be one (`flows/review.py`, `flows/tidy.py`), two histories of a playbook (`flows/sync.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from cm.core.curation.pairs import better
from cm.errors import RefusedByGate, Usage
from cm.flows.env import Env
from cm.flows.named import shelved_named
from cm.flows.reading import shelf
from cm.flows.reviewing import answered, person
from cm.flows.telling import Change, or_refuse
from cm.model.delta import Merge
from cm.model.rule import Evidence


def merge(
    env: Env, rules: Sequence[str], *, text: str = "", reason: str = "", dry_run: bool = False
) -> Change:
    """Merges rules in the words of the better-standing one, or in those that are given. Raises NeedsAHuman, RefusedByGate."""
    known = shelf(env).shelved
    items = list({item.rule.id: item for rule in rules for item in [shelved_named(known, rule)]}.values())
    if len(items) < 2:
        raise Usage("a merge takes two rules or more", hint="cm merge r-… r-…")
    if len({item.layer for item in items}) > 1:
        raise RefusedByGate(
            "some of them are yours and some the repository's: they cannot become one",
            hint="`cm tidy` proposes which of the two leaves service", reason="bad-scope", rule=items[0].rule.id,
        )  # fmt: skip
    by = person(env, f"merge {', '.join(item.rule.id for item in items)}", yes=True)
    standings = {item.rule.id: item.standing for item in items}
    kept = items[0].rule
    for item in items[1:]:
        kept, _ = better(kept, item.rule, standings)
    ids = (kept.id, *(item.rule.id for item in items if item.rule.id != kept.id))
    typed = (Evidence("human", text.strip(), at=env.stamp),) if text.strip() and by == "human" else ()
    delta = Merge(ids, text.strip() or kept.text, reason=reason, evidence=typed)
    return or_refuse(answered(env, [delta], items[0].layer, by, dry_run=dry_run))
