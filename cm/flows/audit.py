"""Where recent sessions went against rules that stand: read from commands and from the files that were written; nothing is marked.

What a session's end gives to rules is `flows/outcome.py`; this is for a person who asks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from cm.core.curation.ending import watch
from cm.core.reading.followed import Kept, Watched, kept
from cm.core.reading.touched import left_alone, wrote
from cm.core.serving.serve import Reader, Served
from cm.errors import NotFound
from cm.flows.env import Env
from cm.flows.permission import note_use, open_heads
from cm.flows.reading import shelf, side_by_side
from cm.flows.scrubbed import scrubbed
from cm.flows.transcript import shown_words
from cm.model.rule import Rule
from cm.model.session import SessionHead
from cm.model.stamp import stamp
from cm.model.standing import Shelved
from cm.store.journal import Journal


@dataclass(frozen=True, slots=True)
class Violation:
    """A session that went against a rule."""

    session: str
    at: str
    times: int
    kept_to: int  # how often the same session kept to it
    command: str  # the last one that went against it, or the file that was written


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule and the sessions that went against it, the newest first."""

    rule: str
    text: str
    kind: str
    project: str
    violations: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class Audit:
    """What was looked at, and what was found."""

    since: str
    sessions: int
    rules: int  # in service
    checkable: int  # of which commands or written files can tell
    broken: tuple[Broken, ...]


def audit(env: Env, *, days: int = 30, project: str = "") -> Audit:
    """Looks through the sessions of the last days (0 = all) for what went against rules in service there. Raises NotFound."""
    shelved = shelf(env).shelved
    journal = Journal(env.home.journal)
    since = stamp(env.now - timedelta(days=days)) if days else ""
    off = scrubbed(env)
    heads = [
        head
        for head in open_heads(env, list(journal.sessions()))
        if not (head.own or head.notes or head.id in off or (head.twin and journal.head(head.twin)))
        and project in ("", head.project)
        and (head.ended or head.started) >= since
    ]
    if project and not heads and not any(project == head.project for head in journal.sessions()):
        raise NotFound(
            f"no session of {project} is known",
            hint="`cm sessions` lists what is; without --project all are read",
        )
    watched: dict[str, tuple[Watched, ...]] = {}
    alone: dict[str, tuple[tuple[Rule, tuple[str, ...]], ...]] = {}
    rules: dict[str, Rule] = {}
    found: dict[str, list[Violation]] = {}
    for head, events in journal.events([head.id for head in heads]) if heads else ():
        if head.project not in watched:
            mine = list(_holding(env, shelved, head.project))
            rules |= {rule.id: rule for rule in mine}
            watched[head.project] = watch(mine)
            alone[head.project] = _left_alone(mine)
        for one in kept(events, watched[head.project], began=head.started):
            if one.ignored:
                found.setdefault(one.rule, []).append(_violation(head, one))
        for rule, paths in alone[head.project]:
            since = max(rule.origin.at, rule.approved)
            if written := wrote([event for event in events if (event.at or head.started) > since], paths):
                command = f"wrote {written[-1]}"
                at = head.ended or head.started
                found.setdefault(rule.id, []).append(Violation(head.id, at, len(written), 0, command))
    words = shown_words(env)
    broken = [
        Broken(
            name, rules[name].text, rules[name].kind, rules[name].scope.project,
            tuple(
                Violation(each.session, each.at, each.times, each.kept_to, words(each.command))
                for each in sorted(each_of, key=lambda one: one.at, reverse=True)
            ),
        )
        for name, each_of in found.items()
    ]  # fmt: skip
    broken.sort(key=lambda item: (-sum(each.times for each in item.violations), item.rule))
    if env.agent:
        note_use(env, "audit", (each.session for item in broken for each in item.violations))
    told = {one.rule for each in watched.values() for one in each}
    checkable = len(told | {rule.id for each in alone.values() for rule, _ in each})
    return Audit(since[:10], len(heads), len(rules), checkable, tuple(broken))


def _holding(env: Env, shelved: tuple[Shelved, ...], project: str) -> Iterable[Rule]:
    """The rules that the predicate serves in a project."""
    for each in side_by_side(env, shelved, Reader(door="list", project=project, audience=env.audience)):
        if isinstance(each, Served):
            yield each.rule


def _left_alone(rules: Iterable[Rule]) -> tuple[tuple[Rule, tuple[str, ...]], ...]:
    """Rules that want files left alone, with those files; when a rule came to be has to be known."""
    found = ((rule, left_alone(rule.text, rule.kind)) for rule in rules if rule.origin.at or rule.approved)
    return tuple((rule, paths) for rule, paths in found if paths)


def _violation(head: SessionHead, one: Kept) -> Violation:
    return Violation(head.id, head.ended or head.started, one.ignored, one.followed, one.against)
