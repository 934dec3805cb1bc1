"""Asks a model one question and reads the answer: secrets checked once more, patience, one round of repair, nothing paid for lost.

A reply is kept on the disk before it is read, so that a run that is killed finds it again; one that cannot be read stays there for
a person. What may be spent is decided per try by the writer (`flows/spending.py`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from cm.core.reflection.replies import Read, Unreadable, read_reply
from cm.core.secrets.environment import secret_values, without
from cm.core.secrets.scrub import scrub
from cm.flows.env import Env
from cm.llm.patience import ask_patiently
from cm.llm.port import Schema, Writer
from cm.model.ids import short_hash
from cm.model.writing import Failure, Limits, Message, Reply
from cm.store.replies import fail_reply, keep_reply, kept_reply

REPAIR: Final = (
    '<cm-prompt name="repair" version="1">\nYour last answer cannot be used: {why}. Send the whole answer again as one JSON document '
    'that fits the schema: an object with the list "{name}", and nothing before or behind it. An empty list is an answer.'
)
_SHOWN: Final = 20_000  # characters of a reply that are sent back to be mended


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and how an answer is known."""

    id: str
    session: str
    messages: tuple[Message, ...]
    schema: Schema
    name: str  # of the list in the answer
    is_item: Callable[[Mapping[str, Any]], bool]


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of a question."""

    read: Read | None
    failure: Failure | None = None
    raw: Path | None = None  # where a reply that cannot be read is kept
    cut: bool = False  # the reply broke off; what was whole until then counts
    scrubbed: int = 0  # secrets that were taken out on the way


def ask(
    env: Env, writer: Writer, question: Question, *, wait: Callable[[float], object] = time.sleep
) -> Answered:
    """Raises what writing to the home raises, and NoModel; what a provider does is a Failure."""
    messages, taken = clean(env, question.messages)
    kept = kept_reply(env.home, question.id)
    if kept is not None and isinstance(found := _read(kept, question), Read):
        return Answered(found, cut=not found.whole, scrubbed=taken)
    answer = _send(env, writer, messages, question, wait)
    if isinstance(answer, Failure):
        return Answered(None, answer, scrubbed=taken)
    text = _keep(env, writer, question, answer)
    found = _read(text, question)
    if isinstance(found, Unreadable):
        more = (
            *messages,
            Message("assistant", text[:_SHOWN] or "(nothing)"),
            Message("user", REPAIR.format(why=found.say, name=question.name)),
        )
        answer = _send(env, writer, more, question, wait)
        if isinstance(answer, Failure):
            return _unread(env, writer, question, text, found, answer, taken)
        text = _keep(env, writer, question, answer)
        found = _read(text, question)
        if isinstance(found, Unreadable):
            return _unread(env, writer, question, text, found, None, taken)
    return Answered(found, cut=not (found.whole and answer.whole), scrubbed=taken)


def limits_of(env: Env) -> Limits:
    """What one call may take, by the settings."""
    llm = env.settings.llm
    return Limits(llm.tokens_out, llm.seconds)


def clean(env: Env, messages: Sequence[Message]) -> tuple[tuple[Message, ...], int]:
    """The messages without secrets, and how many were taken out: what comes from the journal is clean of those with a shape."""
    taken = 0
    out = []
    for message in messages:
        text, count = _scrubbed(env, message.text)
        taken += count
        out.append(replace(message, text=text))
    return tuple(out), taken


def _scrubbed(env: Env, text: str) -> tuple[str, int]:
    """Without secrets that have a shape, and without those that stand in the environment."""
    text, count = scrub(text)
    text, more = without(text, secret_values(env.environ, (env.settings.llm.key_variable,)))
    return text, count + more


def _send(
    env: Env, writer: Writer, messages: Sequence[Message], question: Question, wait: Callable[[float], object]
) -> Reply | Failure:
    def chance() -> float:
        return int.from_bytes(short_hash(6, env.nonce(), question.id).encode(), "big") % 9973 / 9973

    return ask_patiently(
        writer, messages, question.schema, limits_of(env), attempts=env.settings.llm.attempts,
        wait=lambda seconds: (wait(seconds), None)[1], chance=chance,
    )  # fmt: skip


def _read(text: str, question: Question) -> Read | Unreadable:
    return read_reply(text, question.name, question.is_item)


def _keep(env: Env, writer: Writer, question: Question, answer: Reply) -> str:
    text = _scrubbed(env, answer.text)[0]
    keep_reply(env.home, question.id, question.session, text, at=env.stamp, model=writer.name)
    return text


def _unread(
    env: Env,
    writer: Writer,
    question: Question,
    text: str,
    why: Unreadable,
    failure: Failure | None,
    taken: int,
) -> Answered:
    path = fail_reply(env.home, question.id, question.session, text, why.why, at=env.stamp, model=writer.name)
    say = f"{writer.name}: its answer cannot be read, {why.say}"
    if failure is None:
        hint = f"the reply is kept in {path}; a larger model or one that keeps to a schema helps"
        failure = Failure("garbled", f"{say}, not even when it was asked again", hint)
    else:
        failure = replace(failure, say=f"{say}; and asked again: {failure.say}")
    return Answered(None, failure, path, scrubbed=taken)
