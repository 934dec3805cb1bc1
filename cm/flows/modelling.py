"""Reflection with a model: questions about sessions, asked in parallel and within the limits, each answer through the gate at once.

A session is read up to where it was read before; what was answered is kept and committed session by session, so that ^C, a
failure or a spent budget loses nothing. Not here: which sessions (`flows/reflect.py`), one question (`flows/asking.py`), the words
of the prompt (`cm/prompts/`, `core/reflection/`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Final

from cm.core.reflection.answer import proposed_by
from cm.core.reflection.brief import (
    SCHEMA,
    Work,
    again,
)
from cm.core.spending import tokens_about
from cm.errors import Interrupted
from cm.flows.asking import Answered, ask, clean, limits_of
from cm.flows.commit import commit
from cm.flows.env import Env
from cm.flows.ingest import Progress
from cm.flows.records import with_records
from cm.flows.reflector import Reflector, audience_of, question_of
from cm.flows.spending import Metered, lacks
from cm.flows.telling import Told, tell
from cm.flows.unmerged import LinesOfWork
from cm.llm.opening import open_writer
from cm.llm.port import Writer
from cm.model.delta import Add, Delta, Merge, Replace
from cm.model.ids import short_hash
from cm.model.rule import Evidence
from cm.model.session import SessionHead
from cm.model.writing import Failure
from cm.store.journal import Journal
from cm.store.modelled import Far, write_modelled
from cm.store.replies import drop_replies

VERB: Final = "reflect"
FOR_ALL: Final = frozenset(
    ("no-key", "refused-key", "no-such-model", "no-program", "no-credit", "unreachable", "over-budget")
)
"""Failures after which nobody else is asked."""
Chosen = Sequence[tuple[SessionHead, int]]


@dataclass(frozen=True, slots=True)
class Trouble:
    """A question that was not answered, and what to do next."""

    session: str
    part: int
    kind: str
    say: str
    hint: str
    raw: str = ""  # where a reply that cannot be read is kept


@dataclass(frozen=True, slots=True)
class Asking:
    """A question that would be sent."""

    id: str
    session: str
    part: int
    parts: int
    tokens: int  # about
    usd_at_most: float
    system: str
    work: str


@dataclass(frozen=True, slots=True)
class Modelled:
    """What a model was asked, and what came of it; with `dry_run` what would be asked."""

    model: str
    sessions: int = 0
    questions: int = 0
    answered: int = 0
    told: tuple[Told, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    unasked: int = 0  # sessions that were left when nobody could be asked any more
    narrowed: int = 0  # proposals that claimed to hold everywhere, and hold in their project
    cut: int = 0  # answers that broke off
    scrubbed: int = 0  # secrets that were taken out of questions
    would: tuple[Asking, ...] = ()
    usd_at_most: float = 0.0
    lacks: str = ""  # with `dry_run`: what has to be there before it can be asked


@dataclass(slots=True)
class _Session:
    """What came of one session: per part its question and its answers, in order."""

    head: SessionHead
    size: int
    works: tuple[Work, ...] = ()
    parts: list[tuple[Work, tuple[Answered, ...], tuple[str, ...]]] = field(default_factory=list)
    asked: bool = True


def ready(env: Env, *, only_look: bool = False) -> None:
    """Raises NoModel or UnknownPrice when no model could be asked; to look at what would be sent no key is needed."""
    opened = open_writer(env.settings.llm, env.environ, only_look=only_look)
    Metered(env, opened, verb=VERB, run="").close()


def would_ask(env: Env, chosen: Chosen, *, again: bool = False) -> Modelled:
    """What would be sent, how many tokens, what it would cost at most; nothing is sent and nothing written.

    Raises NoModel, UnknownPrice.
    """
    opened = open_writer(env.settings.llm, env.environ, only_look=True)
    metered = Metered(env, opened, verb=VERB, run="")
    reflector = Reflector(env, audience_of(env.settings.llm))
    limits = limits_of(env)
    rounds = env.settings.reflect.rounds
    found: list[Asking] = []
    taken = 0
    for head, _ in chosen:
        for work in reflector.works(head, again=again):
            messages, count = clean(env, work.messages)
            taken += count
            nano = sum(metered.costs_at_most(messages, SCHEMA, limits, told=each) for each in range(rounds))
            tokens = sum(tokens_about(message.text) for message in messages)
            found.append(
                Asking(
                    work.id,
                    work.session,
                    work.part,
                    work.parts,
                    tokens,
                    nano / 1e9,
                    messages[0].text,
                    messages[1].text,
                )
            )
    metered.close()
    return Modelled(
        metered.name, len({each.session for each in found}), len(found), scrubbed=taken, would=tuple(found),
        usd_at_most=sum(each.usd_at_most for each in found), lacks=lacks(env),
    )  # fmt: skip


def reflect_with_model(
    env: Env, chosen: Chosen, instructions: Callable[[Sequence[SessionHead]], str], *, again: bool = False,
    progress: Progress | None = None, writer: Writer | None = None, wait: Callable[[float], object] | None = None,
) -> Modelled:  # fmt: skip
    """Asks about these sessions and commits every answer; what could not be asked is told, never an error.

    Raises NoModel, UnknownPrice before anything is sent; Interrupted on ^C, with what was answered kept.
    """
    run = "n-" + short_hash(10, env.stamp, env.nonce())
    metered = Metered(env, writer or open_writer(env.settings.llm, env.environ), verb=VERB, run=run)
    reflector = Reflector(env, audience_of(env.settings.llm))
    stopping = threading.Event()  # nobody else is asked
    closing = threading.Event()  # and nobody waits for an answer any more
    pause = wait or closing.wait
    done = Modelled(metered.name)
    count = 0
    waiting: list[Future[_Session]] = []
    pool = ThreadPoolExecutor(env.settings.llm.parallel, thread_name_prefix="cm-ask")
    try:
        waiting += [
            pool.submit(_ask_session, env, reflector, metered, head, size, again, stopping, pause)
            for head, size in chosen
        ]
        for future in waiting:
            session = future.result()
            count += 1
            if progress:
                progress(count, len(waiting), session.head.id)
            done = _committed(env, session, done, instructions)
    except KeyboardInterrupt:
        stopping.set()
        for future in waiting[count:]:  # what came in behind one that is still asked is kept as well
            if future.done() and not future.cancelled() and future.exception() is None:
                session = future.result()
                count += session.asked
                done = _committed(env, session, done, instructions)
        raise Interrupted(
            f"interrupted after {count:,} of {len(chosen):,} sessions; their rules are kept, and replies that were on the way "
            "are used by the next run where they came in",
            hint="run it again to go on from here",
        ) from None
    finally:
        stopping.set()
        closing.set()
        metered.close()
        pool.shutdown(wait=True, cancel_futures=True)
    return done


def _ask_session(
    env: Env, reflector: Reflector, writer: Writer, head: SessionHead, size: int, again_: bool,
    stopping: threading.Event, wait: Callable[[float], object],
) -> _Session:  # fmt: skip
    found = _Session(head, size)
    if stopping.is_set():
        found.asked = False
        return found
    found.works = reflector.works(head, again=again_)
    for work in found.works:
        answers, texts = _rounds(env, reflector, writer, work, stopping, wait)
        found.parts.append((work, answers, texts))
        last = answers[-1].failure
        if last is not None and answers[0].read is None:
            if last.kind in FOR_ALL:
                stopping.set()
            break  # what comes later is asked when this part was read
    return found


def _rounds(
    env: Env,
    reflector: Reflector,
    writer: Writer,
    work: Work,
    stopping: threading.Event,
    wait: Callable[[float], object],
) -> tuple[tuple[Answered, ...], tuple[str, ...]]:
    """One question, asked as often as new things come; with the ids under which replies are kept."""
    answers: list[Answered] = []
    ids: list[str] = []
    have: dict[str, None] = {}
    for _ in range(max(1, env.settings.reflect.rounds)):
        one = again(reflector.prompt, work, have) if have else work
        answer = ask(env, writer, question_of(one), wait=wait)
        answers.append(answer)
        ids.append(one.id)
        if answer.read is None:
            break
        new = [said for item in answer.read.items if (said := _said(item)) and said not in have]
        if not new or stopping.is_set():
            break
        have.update(dict.fromkeys(new))
    return tuple(answers), tuple(ids)


def _said(item: Mapping[str, object]) -> str:
    """What a proposal says, as the next round is told of it: its text, or what it does to which rule."""
    text = item.get("text")
    if isinstance(text, str) and text.strip():
        return text
    rules = item.get("rules")
    return f"{item.get('do')} {', '.join(map(str, rules))}" if isinstance(rules, list) and rules else ""


def _committed(
    env: Env, session: _Session, done: Modelled, instructions: Callable[[Sequence[SessionHead]], str]
) -> Modelled:
    """Lets the gate and the curator answer what a session's answers propose, then remembers how far it was read."""
    if not session.asked:
        return replace(done, unasked=done.unasked + 1)
    told: list[Told] = []
    troubles: list[Trouble] = []
    narrowed = cut = scrubbed = answered = 0
    used: list[str] = []
    far = 0
    whole = True
    for work, answers, ids in session.parts:
        for answer in answers:
            scrubbed += answer.scrubbed
            cut += answer.cut
            if answer.failure is not None:
                troubles.append(_trouble(work, answer.failure, answer))
            if answer.read is not None:
                answered += 1
                decided, count = decide(
                    env, work, answer.read.items, instructions((session.head,)), done.model, session.head
                )
                told += decided
                narrowed += count
        if answers[0].read is None:
            whole = False
            break
        far = work.upto
        used += ids
    if far or (whole and not session.works):
        size = session.size if whole else 0
        write_modelled(env.home, {session.head.id: Far(far or _events(env, session), size)})
    drop_replies(env.home, used)
    return replace(
        done, sessions=done.sessions + 1, questions=done.questions + len(session.parts), answered=done.answered + answered,
        told=(*done.told, *told), troubles=(*done.troubles, *troubles), narrowed=done.narrowed + narrowed, cut=done.cut + cut,
        scrubbed=done.scrubbed + scrubbed,
    )  # fmt: skip


def _events(env: Env, session: _Session) -> int:
    return len(Journal(env.home.journal).read(session.head.id)[1])


def decide(
    env: Env,
    work: Work,
    items: Sequence[object],
    instructions: str,
    model: str,
    head: SessionHead,
    *,
    dry_run: bool = False,
) -> tuple[list[Told], int]:
    """Lets the gate and the curator answer the items of one answer: one decision each; and how many scopes were narrowed."""
    found = proposed_by([item for item in items if isinstance(item, dict)], work, at=env.stamp, model=model)
    if not found.deltas:
        return [], found.narrowed
    # all of the evidence that was sent: words that were borrowed are known by where else they stand
    events = {event.id: event for event in (*work.evidence.beside, *work.evidence.events)} | dict(
        found.events
    )
    lines = LinesOfWork(env, {head.id: head}, keep=not dry_run)
    deltas = lines.stamped_deltas(with_records(env, found.deltas, work.project), tuple(events.values()))
    done = commit(
        env,
        deltas,
        source="model",
        events=events,
        instructions=instructions,
        dry_run=dry_run,
        sweeping=False,
    )
    asked = done.decisions[: len(done.decisions) - len(done.adopted)]
    told = []
    for place, decision in enumerate(asked):
        delta = deltas[place] if place < len(deltas) else None
        standing = next((rule for each in decision.rules if (rule := done.book.get(each))), None)
        told.append(tell(env, decision, standing, _quotes(delta)))
    return told, found.narrowed


def _quotes(delta: Delta | None) -> tuple[Evidence, ...]:
    return delta.evidence[-1:] if isinstance(delta, Add | Replace | Merge) else ()


def _trouble(work: Work, failure: Failure, answer: Answered) -> Trouble:
    return Trouble(work.session, work.part, failure.kind, failure.say, failure.hint, str(answer.raw or ""))
