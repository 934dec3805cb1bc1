"""What the journal and the gate say of a rule, standing or not: how often its situation came up, how it ended, who asked for it.

No model, nothing is written. Not here: the counting (`core/reflection/history.py`), the gate (`core/curation/admit.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cm.core.curation.admit import Refused, admit
from cm.core.curation.curate import refusals
from cm.core.reading.checks import check_of
from cm.core.reading.touched import left_alone
from cm.core.reflection.history import QUOTES, History, Verdict, history_of, seen_in, weigh_history
from cm.errors import NotFound, Usage
from cm.flows.commit import Ground
from cm.flows.env import Env
from cm.flows.named import shelved_named
from cm.flows.parts import withdrawn_in
from cm.flows.permission import note_use, open_heads
from cm.flows.reading import shelf
from cm.flows.scrubbed import scrubbed
from cm.flows.transcript import shown_words
from cm.model.delta import Add
from cm.model.ids import is_rule_id
from cm.model.rule import KINDS, Kind, Scope
from cm.model.session import Event
from cm.store.journal import Journal

MOST_SEEN = 50


@dataclass(frozen=True, slots=True)
class Validated:
    """A rule and what speaks for it and against it."""

    rule: str  # its id when it stands already
    text: str
    kind: str
    project: str  # whose sessions were looked through; "" = all
    verdict: Verdict
    say: str
    reason: str  # of the gate, where it refuses
    history: History


def validate(env: Env, text: str, *, kind: str = "rule", project: str = "") -> Validated:
    """Looks through the journal for a rule's text or a standing rule's id. Raises NotFound, Ambiguous, Usage."""
    text = text.strip()
    if not text:
        raise Usage("say which rule", hint='cm validate "Run the tests with `uv run pytest`.", or an id')
    if kind not in KINDS:
        raise Usage(f"there is no kind {kind!r}", hint=f"one of {', '.join(KINDS)}")
    standing = ""
    wanted: Kind = kind
    scope = Scope(project=project)
    if text.startswith("r-") and is_rule_id(text):
        found = shelved_named(shelf(env).shelved, text).rule
        standing, text, wanted, scope = found.id, found.text, found.kind, found.scope
        project = project or found.scope.project
    journal = Journal(env.home.journal)
    off = scrubbed(env)
    heads = [
        head
        for head in open_heads(env, list(journal.sessions()))
        if not (
            head.own or head.notes or head.parent or head.id in off or (head.twin and journal.head(head.twin))
        )
        and project in ("", head.project)
    ]
    if project and not heads:
        raise NotFound(
            f"no session of {project} is known",
            hint="cm sessions lists what is; without --project all are read",
        )
    check, paths = check_of(text, wanted), left_alone(text, wanted)
    seen = []
    events: dict[str, Event] = {}
    for head, said in journal.events([head.id for head in heads]) if heads else ():
        one = seen_in(head, said, text, check, kind=wanted, paths=paths)
        if one is not None:
            seen.append(one)
            quoted = {item.event for item in one.said}
            events |= {event.id: event for event in said if event.id in quoted}
    if env.agent:
        note_use(env, "validate", (one.session for one in seen))
    history = history_of(seen, sessions=len(heads), checkable=check is not None or bool(paths))
    verdict, say = weigh_history(history, support=env.settings.curation.admission.support_sessions)
    reason = ""
    proof = tuple(item for one in history.seen for item in one.said)[:QUOTES]
    gate = _gate(env, Add(text, wanted, scope=scope, evidence=proof), events, standing)
    if gate is not None and gate.reason != "no-evidence":  # that nobody asked for it is in the counts
        verdict, say, reason = "refused", gate.say, gate.reason
    words = shown_words(env)
    shown = tuple(
        replace(
            one,
            did=words(one.did),
            said=tuple(replace(item, quote=words(item.quote)) for item in one.said),
            against_it=tuple(replace(item, quote=words(item.quote)) for item in one.against_it),
        )
        for one in history.seen[:MOST_SEEN]
    )
    return Validated(standing, text, wanted, project, verdict, say, reason, replace(history, seen=shown))


def _gate(env: Env, add: Add, events: dict[str, Event], standing: str) -> Refused | None:
    """What the gate says of it on the road of a model."""
    ground = Ground(env)
    answer = admit(
        add, book=ground.book("user"), events=events, blocked=withdrawn_in(ground), policy=env.settings.curation,
        source="model", refused={} if standing else refusals(ground.log("user").decisions),
    )  # fmt: skip
    return answer if isinstance(answer, Refused) else None
