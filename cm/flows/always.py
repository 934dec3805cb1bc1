"""The rules that hold where an agent starts, whatever it is asked for: found when a folder is surveyed, told at the start of a session.

A preference of the user's, what is pinned, what is about this project (its facts behind its rules), and what holds everywhere and has proved itself or is the user's
own word. Nothing whose scope depends on the task, and nothing that is in dispute. How it is told is `flows/starting.py`.
"""

from __future__ import annotations

import json

from cm.store import index_rules as rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cm.store.index import Index

MOST = 40  # rules that are remembered for a folder; a start has room for some of them
MOST_PLAIN = 4  # of those that hold everywhere and have nothing else to say for them: the newest
_PLAIN = 10
_STAGES = {"proven": 2, "established": 1}
_OWN = ("human", "script")  # who wrote it down; "script" is one that the user ran
_DEPENDS = rows.ASK_WITH_TASK | rows.CONTESTED | rows.ELSEWHERE | rows.TIED


def always_here(index: Index, reader: int) -> list[int]:
    """Numbers of the rules that are told at a start to a reader, the likeliest first."""
    found = index.db.execute(
        "select r.n, v.facets, r.card, r.helpful, r.harmful, r.stage from served v join rules r on r.n = v.n"
        " where v.reader = ?",
        (reader,),
    )
    ranked = []
    for n, facets, text, helpful, harmful, stage in found:
        if facets & _DEPENDS or facets >= rows.UNKNOWN:
            continue
        card = json.loads(text)
        worth = _worth(card, bool(facets & rows.PROJECT_MATCHED), stage)
        if worth:
            ranked.append((-worth, harmful - helpful, _newest_first(card.get("at", "")), n))
    ranked.sort()
    plain = [one for one in ranked if -one[0] <= _PLAIN]
    return [n for *_, n in [one for one in ranked if -one[0] > _PLAIN][:MOST] + plain[:MOST_PLAIN]]


def _worth(card: dict[str, Any], here: bool, stage: str) -> int:
    """How much a rule belongs to the start: 0 for not at all."""
    own = card["origin"] in _OWN or any(each.get("by") == "user" for each in card["evidence"])
    grade = _STAGES.get(stage, 0)
    if card["pinned"]:
        return 100 + grade
    if card["kind"] == "preference":
        return 80 + grade + here
    if card["kind"] == "fact" and not here:
        return 0
    if here and card["kind"] == "fact":  # behind what tells what to do
        return 30 + 10 * grade + 5 * own
    if here:
        return 40 + 10 * grade + 5 * own
    if card["scope"]:  # it is about a language, a framework, an agent: what is asked for decides
        return 0
    return 20 + grade if grade else _PLAIN if own else 0


def _newest_first(at: str) -> tuple[int, ...]:
    return tuple(-ord(char) for char in at[:20])
