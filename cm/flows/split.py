"""Makes several rules of one that says too much; the first keeps its id, its marks and its proof."""

from __future__ import annotations

from collections.abc import Sequence

from cm.errors import Usage
from cm.flows.env import Env
from cm.flows.named import shelved_named
from cm.flows.reading import shelf
from cm.flows.reviewing import answered, person
from cm.flows.telling import Change, or_refuse
from cm.model.delta import Split


def split(env: Env, rule: str, texts: Sequence[str], *, reason: str = "", dry_run: bool = False) -> Change:
    """Splits a rule into these sentences. Raises NeedsAHuman, Usage, RefusedByGate."""
    if len(texts) < 2:
        raise Usage(
            "a split makes two sentences or more", hint='cm split r-… --text "One." --text "The other."'
        )
    item = shelved_named(shelf(env).shelved, rule)
    by = person(env, f"split {item.rule.id}", yes=True)
    delta = Split(item.rule.id, tuple(texts), reason)
    return or_refuse(answered(env, [delta], item.layer, by, dry_run=dry_run))
