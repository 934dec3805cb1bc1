"""A reflector found a rule helpful or harmful in a session: what passed the gate becomes a line of the ledger.

Not here: what follows from marks (`core/serving/standing.py`, `core/curation/sweep.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from cm.core.curation.case import Case
from cm.core.curation.gate import place
from cm.core.serving.standing import MOST
from cm.model.decision import Decision
from cm.model.delta import Judge, Source
from cm.model.ids import short_hash
from cm.model.ledger import Mark

BY: Final[Mapping[Source, str]] = MappingProxyType(
    {"human": "human", "script": "script", "review": "human", "hand-edit": "human", "agent": "agent", "model": "model",
     "heuristic": "inline", "import": "import", "starter": "import", "sweep": "outcome", "sync": "import",
     "file": "import"}
)  # fmt: skip
"""Who a mark is of, by the road that it came by."""
LONGEST_NOTE: Final = 240


def judge(case: Case, delta: Judge) -> Decision:
    """One mark, or nothing where it stands already; a session judges a rule once each way, whoever says it again."""
    rule = case.book.rules[delta.rule]
    if rule.state == "retired":
        return case.refuse("not-active", f"{rule.id} is retired", rule.id)
    by = BY[case.source]
    if delta.session:
        mark_id = "m-" + short_hash(13, delta.rule, delta.verdict, delta.session)
    else:
        places = (place(item.session, item.event) for item in delta.evidence)
        mark_id = "m-" + short_hash(13, delta.rule, delta.verdict, case.at[:10], by, delta.reason, *places)
    if case.nearby.marked(mark_id):
        return case.say("unchanged", "exact-duplicate", f"{rule.id} is marked so already", (rule.id,))
    case.nearby.marks_made.add(mark_id)
    note = next((item.quote for item in delta.evidence if item.quote), "")
    note = note if len(note) <= LONGEST_NOTE else note[: LONGEST_NOTE - 1] + "…"
    mark = Mark(
        mark_id,
        rule.id,
        delta.verdict,
        case.at,
        delta.session,
        by,
        delta.reason,
        note,
        min(delta.weight, MOST),
    )
    where = f" in {delta.session}" if delta.session else ""
    because = f": {delta.reason}" if delta.reason else ""
    said = case.say("marked", "new", f"{rule.id} was {delta.verdict}{where}{because}", (rule.id,))
    return replace(said, marks=(mark,))
