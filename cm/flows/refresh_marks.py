"""Keeps marks and standings in the index: new lines of a feedback log, and the standing of the rules they are about.

A standing is kept with the moment it is of: decayed sums fade by one factor until read, and `until` says when a count
changes by itself. What marks mean is `core/serving/standing.py`. When and why is `refresh.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from math import nan
from pathlib import Path
from typing import Any, Final

from cm.core.serving.standing import effective_marks, ends_of, heir_of, standings
from cm.flows.shelving import rule_of_brief
from cm.model.ledger import Mark
from cm.model.settings import StandingPolicy
from cm.model.stamp import EPOCH, moment
from cm.model.standing import NO_MARKS
from cm.store import index_rules as rows
from cm.store.index import Index, Input
from cm.store.ledger import mark_of
from cm.store.lines import iter_lines

_SAID: Final = "id, rule, undoes, verdict, at, session, by, weight"
_ABOUT: Final = re.compile(rb'"rule": ?"([^"\\]*)"')


def take_marks(
    index: Index,
    source: str,
    log: Path,
    before: Input | None,
    now: Input,
    about: Collection[str] | None = None,
) -> set[str]:
    """Takes new lines of a feedback log in; returns the rules they are about. A log that was rewritten is read anew.

    Where only some rules are asked `about`, what is said of others is not looked at.
    """
    db = index.db
    grown = before is not None and before.inode == now.inode and 0 < before.offset <= now.size
    touched: set[str] = set()
    if not grown:
        touched = {
            row[0] for row in db.execute("select distinct rule from marks where source = ?", (source,))
        }
        db.execute("delete from marks where source = ?", (source,))
    start = before.offset if grown and before is not None else 0
    lines = iter_lines(log, offset=start) if about is None else _lines_about(log, about)
    marks = (mark for line in lines if isinstance(line, dict) and (mark := mark_of(line)) is not None)
    undone: set[str] = set()
    db.executemany(
        "insert into marks values (null, ?, ?, ?, ?, ?, ?, ?, ?, ?)", _columns(source, marks, touched, undone)
    )
    for mark_id in undone:
        touched |= {row[0] for row in db.execute("select rule from marks where id = ?", (mark_id,))}
    now.offset = _whole_lines(log, now.size)
    return touched


def _columns(
    source: str, marks: Iterable[Mark], touched: set[str], undone: set[str]
) -> Iterator[tuple[Any, ...]]:
    """What is kept of each mark: all that a standing asks, none of its words."""
    for mark in marks:
        touched.add(mark.rule)
        if mark.undoes:
            undone.add(mark.undoes)
        said = (mark.id, mark.rule, mark.undoes, mark.verdict, mark.at, mark.session, mark.by, mark.weight)
        yield (source, *said)


def _lines_about(log: Path, rules: Collection[str]) -> Iterator[dict[str, Any]]:
    """The lines about some rules, and all that undo another: those may name it only."""
    with suppress(OSError), open(log, "rb") as file:
        for raw in file:
            found = _ABOUT.search(raw)
            if found is None or found[1].decode("utf-8", "replace") in rules or b'"undoes"' in raw:
                with suppress(ValueError, RecursionError):
                    line = json.loads(raw)
                    if isinstance(line, dict):
                        yield line


def _whole_lines(path: Path, size: int) -> int:
    """Up to where a log holds whole lines only; a tail still being written is read again next time."""
    if size > 0:
        with suppress(OSError), open(path, "rb") as file:
            start = max(0, size - 65536)
            file.seek(start)
            return start + file.read(size - start).rfind(b"\n") + 1
    return 0


def put_heirs(index: Index, source: str, beside: tuple[str, ...]) -> bool:
    """Remembers whose marks count for which rule of a playbook; a line may lead there from the ones beside it.

    Returns whether that is other than it was.
    """
    following: dict[str, str] = {}
    for name in (source, *beside):
        rules = index.db.execute(
            "select id, case state when 'superseded' then rule else '' end from rules where source = ?",
            (name,),
        )
        for rule_id, brief in rules:
            following.setdefault(rule_id, heir_of(rule_of_brief(brief)) if brief else "")
    said = json.dumps(ends_of(following))
    if said == index.meta(f"heirs:{source}"):
        return False
    index.set_meta(f"heirs:{source}", said)
    return True


def rules_due(index: Index, now: float) -> set[str]:
    """The rules whose counts have changed by time alone."""
    due = float(index.meta("due", "0"))
    if not due or due > now:
        return set()
    return {row[0] for row in index.db.execute("select id from rules where until > 0 and until <= ?", (now,))}


def put_standings(
    index: Index,
    source: str,
    logs: tuple[str, ...],
    policy: StandingPolicy,
    now: datetime,
    stale: set[str] | None,
) -> None:
    """Computes the standings of one playbook's rules anew, of the stale ones or of all, from the marks of these logs."""
    now_s = (now - EPOCH).total_seconds()
    passed_on: dict[str, str] = json.loads(index.meta(f"heirs:{source}", "{}"))
    about = None if stale is None else {passed_on.get(rule, rule) for rule in stale}
    wanted = None if about is None else about | {old for old, new in passed_on.items() if new in about}
    marks = effective_marks(_marks(index, logs, wanted))
    found = standings(marks, policy, now, heirs=passed_on)
    until = _counts_hold(marks, passed_on, policy, now_s)
    if about is None:
        rows.clear_standings(index, source)
        about = set(found)
    for rule in about:
        value = found.get(rule, NO_MARKS)
        columns = (value.helpful, value.harmful, value.n_plus, value.n_minus, value.stage, value.last)
        rows.set_standing(index, (source, rule), (*columns, now_s, until.get(rule, 0.0)))
    row = index.db.execute("select min(until) from rules where until > ?", (now_s,)).fetchone()
    index.set_meta("due", str(row[0] or 0))


def _marks(index: Index, logs: tuple[str, ...], rules: set[str] | None) -> Iterator[Mark]:
    spots = ",".join("?" * len(logs))
    if rules is None:
        found = index.db.execute(f"select n, {_SAID} from marks where source in ({spots}) order by n", logs)
    else:
        some = json.dumps(sorted(rules))
        # an undo may name the mark only: lines that undo come along with what they undo
        found = index.db.execute(
            "with wanted (rule) as (select value from json_each(?))"
            f" select n, {_SAID} from marks where source in ({spots}) and rule in wanted union"
            f" select n, {_SAID} from marks where source in ({spots}) and undoes != '' and undoes in"
            " (select id from marks where rule in wanted) order by n",
            (some, *logs, *logs),
        )
    for _, mark_id, rule, undoes, verdict, at, session, by, weight in found.fetchall():
        sure = nan if weight is None else weight  # what SQLite has no number for
        yield Mark(mark_id, rule, verdict, at, session, by, weight=sure, undoes=undoes)


def _counts_hold(
    marks: Sequence[Mark], passed_on: Mapping[str, str], policy: StandingPolicy, now: float
) -> dict[str, float]:
    """Until when the counts of each rule hold: the next mark to leave the window, or to come out of the future."""
    window = timedelta(days=policy.half_life_days * policy.window_half_lives).total_seconds()
    until: dict[str, float] = {}
    for mark in marks:
        try:
            at = (moment(mark.at) - EPOCH).total_seconds()
        except (ValueError, OverflowError):
            continue
        for edge in (at, at + window):
            if edge > now:
                rule = passed_on.get(mark.rule, mark.rule)
                until[rule] = min(until.get(rule, edge), edge)
    return until
