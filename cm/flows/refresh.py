"""Brings the derived index up to date with playbooks, ledgers, trust and settings; what did not change is not read again.

Only when a playbook changed is YAML parsed; when only the ledger grew, its new lines are read and the rules they name get
a new standing. A damaged index, or one of another version, is deleted and made anew, events included (from the journal).
Not here: reading the index (`flows/surroundings.py`, `flows/context.py`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final

from cm.core.blocklist import Blocklist
from cm.core.relevance import rule_terms
from cm.core.serve import shelve
from cm.core.standing import effective_marks, heirs, standings
from cm.errors import BadState
from cm.flows.env import Env
from cm.flows.shelving import brief_json, card_json, content_sha
from cm.model.ledger import Mark
from cm.model.playbook import Playbook
from cm.model.rule import Rule
from cm.model.settings import StandingPolicy
from cm.model.stamp import EPOCH, moment
from cm.model.standing import NO_MARKS, Standing
from cm.store import index_rules as rows
from cm.store.index import WAIT_MS, Broken, Index, Input, Locked, ReadOnly, fingerprint
from cm.store.ledger import LedgerFiles, mark_of
from cm.store.lines import read_lines
from cm.store.playbook import read_playbook

USER: Final = "user"
INLINE_BYTES = (
    8_000_000  # a journal up to this size is indexed again at once; a larger one by the full commands
)


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What was out of date, and what could not be brought up to date."""

    changed: tuple[str, ...] = ()  # playbook, marks, blocked, trust, settings, events
    rules: int = 0
    flaws: int = 0
    degraded: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """One playbook with the ledger beside it."""

    name: str  # "user", or the real path of a repository's .cm/
    playbook: Path
    feedback: Path
    blocked: Path


def refresh(env: Env, *, events: bool | None = None, wait_ms: int = WAIT_MS) -> Refreshed:
    """Brings the index on disk up to date and closes it. `events`: None = index the journal again if that is quick."""
    index, done = opened(env, events=events, wait_ms=wait_ms)
    index.close()
    return done


def opened(env: Env, *, events: bool | None = None, wait_ms: int = WAIT_MS) -> tuple[Index, Refreshed]:
    """An index that is up to date, open; in memory when the home cannot be written.

    Raises what reading the user's playbook raises (Unparsable, ConflictMarkers, NewerSchema).
    """
    path = env.home.index
    degraded: list[str] = []
    try:
        index = _open_to_write(path, wait_ms)
    except ReadOnly:
        degraded.append("the home cannot be written: the index lives in memory, history is not searched")
        index = Index.in_memory()
    except Locked:
        degraded.append("another process is writing the index: answered from what it held before")
        return _old(path), Refreshed(degraded=tuple(degraded))
    try:
        done = _refresh(env, index, degraded, events)
    except Locked:
        index.close()
        degraded.append("another process is writing the index: answered from what it held before")
        return _old(path), Refreshed(degraded=tuple(degraded))
    except BaseException:
        index.close()
        raise
    return index, done


def _old(path: Path) -> Index:
    try:
        return Index.open(path)
    except (Broken, Locked, ReadOnly):
        return Index.in_memory()


def _open_to_write(path: Path, wait_ms: int) -> Index:
    try:
        return Index.open(path, write=True, wait_ms=wait_ms)
    except Broken:
        Index.delete(path)
        return Index.open(path, write=True, wait_ms=wait_ms)


def sources(env: Env) -> tuple[Source, ...]:
    """The playbooks that speak here: the user's, and the repository's if it has one."""
    user = Source(USER, env.home.playbook, env.home.feedback, env.home.blocked)
    if env.repo is None or not env.repo.root.is_dir():
        return (user,)
    name = str(env.repo.root.resolve())
    return (user, Source(name, env.repo.playbook, env.repo.feedback, env.repo.blocked))


def _refresh(env: Env, index: Index, degraded: list[str], events: bool | None) -> Refreshed:
    changed: list[str] = []
    warnings: list[str] = []
    # the file clock, not the env's: it is compared with time stamps of files, and only with them
    clock = time.time_ns()
    policy = env.settings.curation.standing
    with index.write():
        known = index.inputs()
        here = sources(env)
        seen = {source.name: _seen(source, known, clock) for source in here}
        books: dict[str, Playbook] = {}
        settled = str(policy)
        everything = index.meta("policy") != settled
        blocked_changed = any(_differs(known, now["blocked"]) for now in seen.values())
        blocklist: Blocklist | None = None
        if blocked_changed:
            changed.append("blocked")
        for source in here:
            if _differs(known, seen[source.name]["playbook"]):
                try:
                    books[source.name] = read_playbook(source.playbook)
                except BadState as error:
                    if source.name == USER:
                        raise
                    warnings.append(f"the repository's playbook cannot be read: {error.message}")
                    continue
                changed.append("playbook")
        if books or blocked_changed:
            blocklist = Blocklist.from_lines(
                line for source in here for line in LedgerFiles(source.blocked.parent).blocked()
            )
            index.set_meta("blocked", str(len(blocklist)))
        for source in here:
            if source.name in books and blocklist is not None:
                _put_book(index, source.name, books[source.name], blocklist)
            elif blocked_changed and blocklist is not None:
                _check_content(index, source.name, blocklist)
        touched: set[str] = set()
        for source in here:
            log = seen[source.name]["feedback"]
            if _differs(known, log):
                touched |= _read_marks(index, source, known.get(log.path), log)
                changed.append("marks")
        due = float(index.meta("due", "0"))
        moment_now = (env.now - EPOCH).total_seconds()
        if books or everything or touched or (due and due <= moment_now):
            stale = None if books or everything else touched | _due(index, moment_now)
            if books:
                _put_heirs(index, here, books)
            _put_standings(index, env, here, policy, stale)
            index.set_meta("policy", settled)
        for now in seen.values():
            for entry in now.values():
                index.put_input(entry)
        for entry in _surroundings_inputs(env, known, clock):
            if _differs(known, entry):
                changed.append(entry.kind)
            index.put_input(entry)
        if books:
            rows.count_terms(index)
        if changed or everything:
            rows.forget_verdicts(index)
            index.db.execute("delete from places")
        if "blocked" in changed or "playbook" in changed:
            index.db.execute("delete from screened")
    if index.path != ":memory:" and _events_missing(env, index):
        if events or (events is None and _size(env.home.journal) <= INLINE_BYTES):
            reindex_events(env, index)
            changed.append("events")
        else:
            degraded.append("history is not indexed yet: run `cm search` once, it reads the journal again")
    return Refreshed(
        changed=tuple(dict.fromkeys(changed)),
        rules=int(index.meta("rules", "0")),
        flaws=sum(int(index.meta(f"flaws:{source.name}", "0")) for source in here),
        degraded=tuple(degraded),
        warnings=tuple(warnings),
    )


def _seen(source: Source, known: Mapping[str, Input], clock: int) -> dict[str, Input]:
    files = {"playbook": source.playbook, "feedback": source.feedback, "blocked": source.blocked}
    return {kind: fingerprint(str(path), kind, known.get(str(path)), clock) for kind, path in files.items()}


def _differs(known: Mapping[str, Input], now: Input) -> bool:
    before = known.get(now.path)
    if before is None:
        return now.size >= 0
    now.offset = now.offset or before.offset
    return not before.same_content(now)


def _put_book(index: Index, source: str, book: Playbook, blocklist: Blocklist) -> None:
    before = rows.rows_of(index, source)
    for rule in book:
        sha = content_sha(rule)
        old = before.pop(rule.id, None)
        if old is not None and old.sha == sha:
            hit = blocklist.hit(rule.text)
            if hit != old.blocked_by:
                rows.set_content_checks(index, old.n, hit, old.screened)
            continue
        shelved = shelve(rule, "user" if source == USER else "repo", True, NO_MARKS, blocklist)
        rows.put_rule(
            index,
            source=source,
            id=rule.id,
            sha=sha,
            state=rule.state,
            card=card_json(rule, source == USER),
            rule=brief_json(rule),
            terms=rule_terms(searched_fields(rule)),
            blocked_by=shelved.blocked_by,
            screened=shelved.screened,
        )
    for gone in before.values():
        rows.drop_rule(index, gone.n)
    index.set_meta(f"flaws:{source}", str(len(book.flaws)))


def searched_fields(rule: Rule) -> list[tuple[str, float]]:
    """What a rule is found by, and how much each field counts."""
    facets = " ".join(value for name, value in rule.scope.facets() if name not in ("project", "host"))
    return [
        (rule.text, 1.0),
        (" ".join(rule.tags), 0.9),
        (facets, 0.8),
        (rule.about, 0.6),
        (rule.category if rule.category != "general" else "", 0.35),
        (rule.why, 0.3),
    ]


def _check_content(index: Index, source: str, blocklist: Blocklist) -> None:
    found = index.db.execute(
        "select n, json_extract(rule, '$.text'), blocked_by, screened from rules where source = ?", (source,)
    )
    for n, text, blocked_by, screened in found.fetchall():
        hit = blocklist.hit(text)
        if hit != blocked_by:
            rows.set_content_checks(index, n, hit, screened)


def _read_marks(index: Index, source: Source, before: Input | None, now: Input) -> set[str]:
    """Takes new lines of a feedback log in; returns the rules they are about. A log that was rewritten is read anew."""
    db = index.db
    grown = before is not None and before.inode == now.inode and 0 < before.offset <= now.size
    touched: set[str] = set()
    if not grown:
        touched = {
            row[0] for row in db.execute("select distinct rule from marks where source = ?", (source.name,))
        }
        db.execute("delete from marks where source = ?", (source.name,))
    start = before.offset if grown and before is not None else 0
    lines, _ = read_lines(source.feedback, offset=start)
    for line in lines:
        mark = mark_of(line)
        if mark is None:
            continue
        db.execute(
            "insert into marks values (null, ?, ?, ?, ?, ?)",
            (source.name, mark.id, mark.rule, mark.undoes, _line_json(line)),
        )
        touched.add(mark.rule)
        if mark.undoes:
            touched |= {row[0] for row in db.execute("select rule from marks where id = ?", (mark.undoes,))}
    now.offset = _whole_lines(source.feedback, now.size)
    return touched


def _line_json(line: Mapping[str, object]) -> str:
    import json

    return json.dumps(line, ensure_ascii=False)


def _whole_lines(path: Path, size: int) -> int:
    """Up to where a log holds whole lines only; a tail still being written is read again next time."""
    if size <= 0:
        return 0
    with suppress(OSError), open(path, "rb") as file:
        start = max(0, size - 65536)
        file.seek(start)
        tail = file.read(size - start)
        return start + tail.rfind(b"\n") + 1
    return 0


def _put_heirs(index: Index, here: tuple[Source, ...], books: Mapping[str, Playbook]) -> None:
    import json

    for source in here:
        if source.name in books:
            index.set_meta(f"heirs:{source.name}", json.dumps(heirs(books[source.name])))


def _heirs_of(index: Index, source: str) -> dict[str, str]:
    import json

    found = json.loads(index.meta(f"heirs:{source}", "{}"))
    return {str(key): str(value) for key, value in found.items()}


def _due(index: Index, now: float) -> set[str]:
    return {row[0] for row in index.db.execute("select id from rules where until > 0 and until <= ?", (now,))}


def _put_standings(
    index: Index, env: Env, here: tuple[Source, ...], policy: StandingPolicy, stale: set[str] | None
) -> None:
    """Computes standings anew, of the stale rules or of all. A repository's marks speak of its own rules only."""
    now = env.now
    now_s = (now - EPOCH).total_seconds()
    for source in here:
        passed_on = _heirs_of(index, source.name)
        about = None if stale is None else {passed_on.get(rule, rule) for rule in stale}
        wanted = None if about is None else about | {old for old, new in passed_on.items() if new in about}
        marks = list(_marks(index, (USER,) if source.name == USER else (USER, source.name), wanted))
        found = standings(marks, policy, now, heirs=passed_on)
        until = _counts_hold(marks, passed_on, policy, now_s)
        if about is None:
            index.db.execute(
                "update rules set helpful = 0, harmful = 0, plus = 0, minus = 0, stage = 'candidate', last = '', ref = 0, until = 0"
                " where source = ? and ref > 0",
                (source.name,),
            )
            about = set(found)
        for rule in about:
            value = found.get(rule, NO_MARKS)
            rows.set_standing(index, (source.name, rule), _columns(value, now_s, until.get(rule, 0.0)))
    row = index.db.execute("select min(until) from rules where until > ?", (now_s,)).fetchone()
    index.set_meta("due", str(row[0] or 0))


def _columns(
    value: Standing, now: float, until: float
) -> tuple[float, float, int, int, str, str, float, float]:
    return (value.helpful, value.harmful, value.n_plus, value.n_minus, value.stage, value.last, now, until)


def _marks(index: Index, names: tuple[str, ...], rules: set[str] | None) -> Iterator[Mark]:
    import json

    spots = ",".join("?" * len(names))
    if rules is None:
        found = index.db.execute(f"select line from marks where source in ({spots}) order by n", names)
    else:
        some = ",".join("?" * len(rules))
        # an undo may name the mark only: lines that undo, and lines that are undone, come along
        found = index.db.execute(
            f"select line from marks where source in ({spots}) and (rule in ({some}) or undoes in"
            f" (select id from marks where rule in ({some}))) order by n",
            (*names, *rules, *rules),
        )
    for (line,) in found.fetchall():
        mark = mark_of(json.loads(line))
        if mark is not None:
            yield mark


def _counts_hold(
    marks: list[Mark], passed_on: Mapping[str, str], policy: StandingPolicy, now: float
) -> dict[str, float]:
    """Until when the counts of each rule hold: the next mark to leave the window, or to come out of the future."""
    window = timedelta(days=policy.half_life_days * policy.window_half_lives).total_seconds()
    until: dict[str, float] = {}
    for mark in effective_marks(marks):
        try:
            at = (moment(mark.at) - EPOCH).total_seconds()
        except (ValueError, OverflowError):
            continue
        for edge in (at, at + window):
            if edge > now:
                rule = passed_on.get(mark.rule, mark.rule)
                until[rule] = min(until.get(rule, edge), edge)
    return until


def _surroundings_inputs(env: Env, known: Mapping[str, Input], clock: int) -> Iterator[Input]:
    from cm.flows.surroundings import watched

    for path in watched(env):
        kind = (
            "settings"
            if path.endswith("config.toml")
            else "trust"
            if path.endswith("trust.json")
            else "place"
        )
        yield fingerprint(path, kind, known.get(path), clock)


def _events_missing(env: Env, index: Index) -> bool:
    """Whether the journal holds sessions that the index does not: it was made anew, or ingest could not write it."""
    files = sum(1 for _ in env.home.journal.rglob("*.jsonl")) if env.home.journal.is_dir() else 0
    have = index.db.execute("select count(*) from sessions").fetchone()[0]
    return files > max(int(have), int(index.meta("journal", "0")))


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*.jsonl"))


def reindex_events(env: Env, index: Index) -> int:
    """Reads the whole journal into the index again; returns how many events were new."""
    from cm.store.journal import Journal

    journal = Journal(env.home.journal)
    new = files = 0
    for head in journal.sessions():
        files += 1
        known_head, events = journal.read(head.id)
        new += index.add_events(known_head, events)
    files = max(files, sum(1 for _ in env.home.journal.rglob("*.jsonl")))
    with index.write():
        index.set_meta("journal", str(files))
    return new
