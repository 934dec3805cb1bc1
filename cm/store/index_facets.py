"""What `cm search` narrows rules by, beside their words: kind, project, age, whom they are about, where their proof comes from.

Filled when a playbook is read, so that a filter is asked in the database before anything is weighed or cut off. Not here: the
words of rules (`index_rules.py`), the question itself (`index_search.py`).
"""

from __future__ import annotations

from cm.model.light import Light

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from cm.model.rule import Rule
    from cm.store.index import Index

AUTHORS = ("user", "agent", "tool", "file", "host", "human", "import")
"""Who may be a source, besides coding agents and files."""
_TABLES = ("rule_facets", "rule_about", "rule_proof")


class Origins(Light):
    """What `source:` means here: authors, coding agents, and files by their path or its end; any of them is enough."""

    __slots__ = ("authors", "files", "hosts")
    defaults = (("authors", ()), ("files", ()), ("hosts", ()))
    authors: tuple[str, ...]
    hosts: tuple[str, ...]
    files: tuple[int, ...]  # the sessions that were read from them, by number


def put_facets(index: Index, n: int, rule: Rule) -> None:
    """Remembers of a rule what filters ask of it."""
    drop_facets(index, n)
    db = index.db
    scope = rule.scope
    db.execute(
        "insert into rule_facets values (?, ?, ?, ?, ?)",
        (n, rule.kind, scope.project, scope.host, rule.origin.at),
    )
    if rule.about:
        from cm.core.facts import ALIAS, entities_of

        others = [tag[len(ALIAS) :].strip() for tag in rule.tags if tag.casefold().startswith(ALIAS)]
        entities = entities_of(rule.about)
        rows = [(n, each.kind, each.name, "") for each in entities]
        rows += [(n, entities[0].kind, entities[0].name, other) for other in others if other and entities]
        db.executemany("insert into rule_about values (?, ?, ?, ?)", rows)
    proof: set[tuple[int, str, str, str, str]] = {
        (n, item.by, item.session.partition("/")[0], item.session, item.event) for item in rule.evidence
    }
    by = {"human": "human", "import": "import"}.get(rule.origin.by)
    if by:
        proof.add((n, by, "", "", ""))
    db.executemany("insert into rule_proof values (?, ?, ?, ?, ?)", sorted(proof))


def drop_facets(index: Index, n: int) -> None:
    """Forgets what filters ask of a rule."""
    for table in _TABLES:
        index.db.execute(f"delete from {table} where n = ?", (n,))


def rules_about(index: Index, reader: int, asked: Iterable[str]) -> dict[str, list[int]]:
    """The rules that a reader may see, by each asked entity that they are about under any of its names."""
    from cm.core.facts import ALIAS, Entity, entities_of, is_asked_for, names_in, same_entity, spelled
    from cm.model.rule import Rule

    rows = index.db.execute(
        "select a.n, a.kind, a.name, a.alias from rule_about a join served v on v.reader = ? and v.n = a.n", (reader,)
    ).fetchall()  # fmt: skip
    said = {(kind, name, alias) for _, kind, name, alias in rows}
    names = names_in(
        Rule(
            id="", text="", kind="fact", about=spelled(Entity(kind, name)), tags=(ALIAS + alias,) if alias else ()
        )
        for kind, name, alias in sorted(said)
    )  # fmt: skip
    known = {(kind, name): Entity(kind, name) for kind, name, _ in said}
    found: dict[str, list[int]] = {}
    for text in asked:
        wanted = entities_of(text)
        fits = {
            key
            for key, entity in known.items()
            for each in wanted
            if is_asked_for(each, entity) or (entity.name and same_entity(names.one(each), names.one(entity)))
        }
        found[text] = sorted({n for n, kind, name, _ in rows if (kind, name) in fits})
    return found


def origins(index: Index, asked: Sequence[str]) -> tuple[Origins, tuple[str, ...]]:
    """What the values of `source:` name, and those that name nothing that is kept."""
    authors: list[str] = []
    hosts: list[str] = []
    files: list[int] = []
    unknown: list[str] = []
    known = {
        row[0]
        for row in index.db.execute("select host from sessions union select host from rule_proof")
        if row[0]
    }
    for each in asked:
        low = each.lower()
        if low in AUTHORS:
            authors.append(low)
        elif low in known:
            hosts.append(low)
        else:
            read = _sessions_of_file(index, each)
            files += read
            unknown += [] if read else [each]
    return Origins(authors=tuple(authors), hosts=tuple(hosts), files=tuple(dict.fromkeys(files))), tuple(
        unknown
    )


def _sessions_of_file(index: Index, path: str) -> list[int]:
    """The sessions that were read from a file, by its path or the end of it."""
    low = path.replace("\\", "/").strip("/").lower()
    spelled = low.replace("!", "!!").replace("%", "!%").replace("_", "!_")
    source = "replace(lower(json_extract(head, '$.source')), char(92), '/')"
    rows = index.db.execute(
        f"select n from sessions where ({source} = ? or {source} = ? or {source} like ? escape '!')",
        (low, "/" + low, f"%/{spelled}"),
    )
    return [row[0] for row in rows]


def spots(several: Sequence[object]) -> str:
    """So many places for values in a question."""
    return ",".join("?" * len(several))


def rule_filters(
    *,
    kinds: Sequence[str],
    without_kinds: Sequence[str],
    projects: Sequence[str],
    hosts: Sequence[str],
    since: str,
    until: str,
    about: Sequence[int] | None,
    source: Origins | None,
) -> tuple[list[str], list[Any]]:
    """The conditions on `rule_facets c` that these filters make, with their values; none when nothing is filtered."""
    where: list[str] = []
    values: list[Any] = []
    if kinds and "rule" not in kinds:
        where.append(f"c.kind in ({spots(kinds)})")
        values += kinds
    if without_kinds:
        where.append("0" if "rule" in without_kinds else f"c.kind not in ({spots(without_kinds)})")
        values += () if "rule" in without_kinds else without_kinds
    for column, several in (("project", projects), ("host", hosts)):
        if several:
            where.append(f"c.{column} in ('', {spots(several)})")
            values += several
    if since:
        where.append("c.at >= ?")
        values.append(since)
    if until:
        where.append("c.at <= ? and c.at > ''")
        values.append(until)
    if about is not None:
        where.append(f"c.n in ({','.join(map(str, about))})")
    if source is not None:
        proved, more = _proof_filters(source)
        where.append(f"c.n in (select n from rule_proof where {proved})")
        values += more
    return where, values


def _any_of(source: Origins, *, hosts: str, files: str, authors: str = "") -> tuple[str, list[Any]]:
    """The condition that comes from any of what `source:` means, with its values; each way with `{}` for what is looked for."""
    ways: list[str] = []
    values: list[Any] = []
    for way, several in ((authors, source.authors), (hosts, source.hosts)):
        if way and several:
            ways.append(way.format(spots(several)))
            values += several
    if source.files:
        ways.append(files.format(",".join(map(str, source.files))))
    return f"({' or '.join(ways) or '0'})", values


_FILES = "session in (select id from sessions where n in ({}))"


def _proof_filters(source: Origins) -> tuple[str, list[Any]]:
    """The condition on `rule_proof` that a source makes, with its values."""
    return _any_of(source, authors="by in ({})", hosts="host in ({})", files=_FILES)


def event_filters(source: Origins) -> tuple[str, list[Any]]:
    """The same on `events e`."""
    hosts = "e.session in (select n from sessions where host in ({}))"
    return _any_of(source, authors="e.by in ({})", hosts=hosts, files="e.session in ({})")


def diary_filters(source: Origins) -> tuple[str, list[Any]]:
    """The same on `diaries d`: nobody is a diary's author, so an author alone leaves them out."""
    return _any_of(source, hosts="d.host in ({})", files=f"d.{_FILES}")


def proving(about: Sequence[int]) -> str:
    """The events that prove rules, as a condition on `events e`."""
    return f"e.id in (select event from rule_proof where n in ({','.join(map(str, about))}))"
