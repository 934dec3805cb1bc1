"""The agent itself does the work of a model: a question is handed out, and its answer comes back through the same gate.

Handed out inside the envelope by which our own words are known in a transcript; what is remembered of it is which events its
numbers stand for. No model is called and nothing is spent.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cm.core.reflection.answer import is_item
from cm.core.reflection.brief import NAME, Work
from cm.core.reflection.evidence import Numbered
from cm.core.reflection.replies import Unreadable, read_reply
from cm.errors import BadState, NotFound, Usage
from cm.flows.asking import clean
from cm.flows.env import Env
from cm.flows.modelling import Chosen, decide
from cm.flows.reflector import Reflector
from cm.flows.telling import Told
from cm.model.envelope import TAG
from cm.model.ids import short_hash
from cm.model.session import Event, SessionHead
from cm.store.journal import Journal
from cm.store.lines import read_bytes
from cm.store.modelled import Far, Prepared, read_modelled, read_prepared, write_modelled, write_prepared

MOST_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class Handed:
    """One question to answer, and how."""

    question: str  # "" = there is nothing to ask about
    session: str = ""
    part: int = 0
    parts: int = 0
    left: int = 0  # sessions that wait behind it
    system: str = ""
    work: str = ""
    answer: str = ""  # how the answer looks
    apply: str = ""  # the command that takes it
    why: str = ""  # there is nothing: why not, when it is not that all was read
    gaps: tuple[str, ...] = ()  # kinds of rules that are missing here, when it is asked to fill them


@dataclass(frozen=True, slots=True)
class Applied:
    """What became of an answer."""

    question: str
    session: str
    told: tuple[Told, ...]
    narrowed: int = 0
    cut: bool = False
    dry_run: bool = False
    left: int = 0  # parts of the session that nobody was asked about yet


def prepare(env: Env, chosen: Chosen, *, again: bool = False, dry_run: bool = False) -> Handed:
    """Hands out the first question about these sessions, the newest session first."""
    reflector = Reflector(env)
    waiting = sorted(chosen, key=lambda item: (item[0].started or item[0].ended, item[0].id), reverse=True)
    for place, (head, size) in enumerate(waiting):
        works = reflector.works(head, again=again)
        if not works:
            continue
        work = works[0]
        if not dry_run:
            events = tuple(event.id for event in work.evidence.events)
            one = Prepared(
                work.id, work.session, work.project, work.part, work.parts, work.upto, size, events, env.stamp
            )
            write_prepared(env.home, read_prepared(env.home) | {one.id: one})
        system, asked = clean(env, work.messages)[0]
        return Handed(
            work.id, work.session, work.part, work.parts, len(waiting) - place - 1, system.text, asked.text,
            json.dumps({"question": work.id, NAME: []}), "cm reflect --apply answer.json",
        )  # fmt: skip
    return Handed("")


def in_envelope(handed: Handed) -> str:
    """The question as an agent reads it, marked as our own so that nothing is ever learned from it."""
    gaps = (
        f"\n\nMissing here so far, so look for these first: {', '.join(handed.gaps)}." if handed.gaps else ""
    )
    body = f"{handed.system}{gaps}\n\n{handed.work}".replace(f"</{TAG}", f"</ {TAG}")
    name = "c-" + short_hash(10, handed.question)
    return f'<{TAG} id="{name}">\n{body}\n</{TAG}>\n'


def apply_answer(
    env: Env,
    path: Path | None,
    text: str,
    instructions: Callable[[Sequence[SessionHead]], str],
    *,
    dry_run: bool = False,
) -> Applied:
    """Takes an answer through the gate. Raises BadState when it cannot be read, NotFound when nobody asked."""
    if path is not None:
        text = _text_of(path)
    found = read_reply(text, NAME, is_item)
    where = str(path) if path is not None else "the answer"
    if isinstance(found, Unreadable):
        raise BadState(
            f"{where} holds no answer: {found.say}",
            hint=f'one JSON document: {{"question": "q-…", "{NAME}": […]}}; cm reflect --prepare prints the schema',
            why=found.why,
        )
    known = read_prepared(env.home)
    asked = _asked(known, found.document)
    work, head, size = _work(env, asked)
    told, narrowed = decide(
        env, work, found.items, instructions((head,)), f"agent/{env.agent or env.by}", head, dry_run=dry_run
    )
    if not dry_run:
        far = Far(work.upto, size if work.part == work.parts else 0)
        if read_modelled(env.home).get(head.id, Far()).events <= far.events:
            write_modelled(env.home, {head.id: far})
        write_prepared(
            env.home, {name: each for name, each in read_prepared(env.home).items() if name != asked.id}
        )
    return Applied(
        asked.id, work.session, tuple(told), narrowed, not found.whole, dry_run, work.parts - work.part
    )


def _text_of(path: Path) -> str:
    try:
        data = read_bytes(path)
    except FileNotFoundError as error:
        raise NotFound(
            f"there is no file {path}", hint="cm reflect --apply FILE takes the answer to --prepare"
        ) from error
    except OSError as error:
        raise BadState(
            f"cannot read {path}: {error.strerror or error}", hint="name a file with the answer"
        ) from error
    if len(data) > MOST_BYTES:
        raise BadState(f"{path} has {len(data):,} bytes", hint="an answer is a few thousand at most")
    return data.decode("utf-8", "replace")


def _asked(known: dict[str, Prepared], document: object) -> Prepared:
    if not known:
        raise NotFound("no question is waiting for an answer", hint="cm reflect --prepare hands one out")
    named = document.get("question") if isinstance(document, dict) else None
    if isinstance(named, str) and named:
        if named not in known:
            raise NotFound(
                f"question {named[:40]!r} is not waiting for an answer",
                hint="it was answered already, or long ago: cm reflect --prepare hands out the next one",
            )
        return known[named]
    if len(known) > 1:
        names = ", ".join(list(known)[-5:])
        raise Usage(
            "several questions wait, and the answer does not say which it is for",
            hint=f'add "question": one of {names}',
        )
    return next(iter(known.values()))


def _work(env: Env, asked: Prepared) -> tuple[Work, SessionHead, int]:
    """The question as it was, from the journal as it is: an event that left it proves nothing any more."""
    journal = Journal(env.home.journal)
    head = next((each for each in journal.sessions() if each.id == asked.session), None)
    if head is None:
        raise NotFound(
            f"the session {asked.session} is not in the journal any more",
            hint="cm reflect --prepare hands out another",
        )
    told = journal.read(head.id)[1]
    by_id = {event.id: event for event in told}
    gone = Event("e-gone", asked.session, 0, "", "host", "message", "")
    events = tuple(by_id.get(name, gone) for name in asked.events)
    numbered = frozenset(asked.events)  # what was told beside them is where words may have been borrowed from
    beside = tuple(event for event in told[: asked.upto] if event.id not in numbered)
    work = Work(
        asked.id, asked.session, asked.project, asked.part, asked.parts, asked.upto, (), Numbered("", events, beside), {}
    )  # fmt: skip
    return work, replace(head, project=asked.project or head.project), asked.size
