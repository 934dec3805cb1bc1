"""Makes the questions that a model is asked about sessions: the prompt, and the rules and refusals that are related to them.

What a question holds and how it is cut is `core/reflection/`; asking is `flows/modelling.py`, or an agent's own (`flows/prepared.py`).
Where a question leaves this machine, a private rule goes with it only when it is proved by the session that is asked about: its
words are in the question already.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from cm.core.curation.curate import refusals
from cm.core.language.meaning import content
from cm.core.reading.digest import digest
from cm.core.reflection.answer import is_item
from cm.core.reflection.brief import (
    ELSEWHERE,
    FACTS,
    NAME,
    REFUSED,
    RULES,
    SCHEMA,
    Known,
    Prompt,
    Work,
    prompt_of,
    works_of,
)
from cm.core.reflection.evidence import about
from cm.core.reflection.related import facts_named, related
from cm.core.serving.audience import fewer
from cm.core.serving.serve import Reader, Served, Withheld, serve
from cm.errors import CmError
from cm.flows.asking import Question
from cm.flows.env import Env
from cm.flows.parts import Ground, withdrawn_in
from cm.flows.permission import open_heads
from cm.flows.reading import shelf, side_by_side
from cm.flows.search import search
from cm.model.decision import Decision
from cm.model.rule import Rule, Visibility
from cm.model.session import Event, SessionHead
from cm.model.settings import LlmSettings
from cm.model.standing import Shelved
from cm.store.journal import Journal
from cm.store.modelled import Far, read_modelled
from cm.store.shipped import PACKAGE

_WORD: Final = re.compile(r"[^\W\d_]{4,30}")
_WORDS: Final = 5


class Reflector:
    """Makes the questions of sessions: the prompt, the rules and refusals that are related to them."""

    def __init__(self, env: Env, audience: Visibility | None = None) -> None:
        """`audience`: the most private rules that go out with a question from other sessions than the one asked about."""
        self._env = env
        self._audience = fewer(audience or env.audience, env.audience)
        self._own: dict[
            str, tuple[Known, ...]
        ] = {}  # what only its own session is asked about with, by project
        self._journal = Journal(env.home.journal)
        self._known = read_modelled(env.home)
        self._books: dict[str, tuple[Known, ...]] = {}
        self._refusals: dict[str, tuple[Decision, ...]] = {}
        self._said: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        self._guard = threading.Lock()

    @cached_property
    def prompt(self) -> Prompt:
        return prompt_of((PACKAGE / "prompts" / "reflect.md").read_text("utf-8"))

    def far(self, session: str) -> Far:
        return self._known.get(session, Far())

    def works(self, head: SessionHead, *, again: bool) -> tuple[Work, ...]:
        """The questions of a session; of one that grew only about the new part."""
        found, events = self._journal.read(head.id)
        project = head.project or found.project
        budget = self._env.settings.llm.tokens_in
        return works_of(
            self.prompt, found, events, digest(found, events), project=project, budget=budget,
            rules=lambda stretch: self._rules(project, head.id, stretch),
            refused=lambda stretch: self._refused(project, stretch),
            elsewhere=lambda stretch: self._elsewhere(head.id, project, stretch),
            facts=lambda stretch: self._facts(project, head.id, stretch),
            known=0 if again else self.far(head.id).events,
        )  # fmt: skip

    def _rules(self, project: str, session: str, events: Sequence[Event]) -> Sequence[Known]:
        return related(self._known_to(project, session), lambda known: known.rule.text, about(events), RULES)

    def _facts(self, project: str, session: str, events: Sequence[Event]) -> Sequence[Rule]:
        """What is held of the people and things that these events name, and is not told among the related rules."""
        told = {known.rule.id for known in self._rules(project, session, events)}
        held = [known.rule for known in self._known_to(project, session) if known.rule.id not in told]
        return facts_named(held, about(events), FACTS)

    def _known_to(self, project: str, session: str) -> Sequence[Known]:
        """The rules that may go with a question about a session: those for every session, and its own."""
        every = self._standing(project)
        own = [
            known
            for known in self._own[project]
            if any(item.session == session for item in known.rule.evidence)
        ]
        return (*every, *own)

    def _standing(self, project: str) -> tuple[Known, ...]:
        """The rules that an agent in this project may see, contested ones with their opponents."""
        with self._guard:
            if project not in self._books:
                reader = Reader(door="prompt", project=project, audience=self._audience)
                known = tuple(self._seen_by(reader))
                ids = {each.rule.id for each in known}
                every = self._seen_by(replace(reader, audience=self._env.audience))
                self._own[project] = tuple(each for each in every if each.rule.id not in ids)
                self._books[project] = known
            return self._books[project]

    def _seen_by(self, reader: Reader) -> Iterator[Known]:
        for each in side_by_side(self._env, self._shelf, reader):
            if isinstance(each, Served):
                yield Known(each.rule, each.standing, each.contested_with)
            elif isinstance(each, Withheld) and each.reason == "contested":
                yield Known(each.rule, each.standing)
        yield from self._waiting(reader)

    def _elsewhere(self, session: str, project: str, events: Sequence[Event]) -> Sequence[str]:
        """What the user said about the same matters in other sessions of the project, by the search that people use."""
        words = _matters(events)
        if not words or not project:
            return ()
        with self._guard:  # one look into the index at a time
            key = (session, words)
            if key not in self._said:
                try:
                    found = search(
                        self._env, " ".join(words), project=project, by="user", limit=ELSEWHERE * 3
                    ).hits
                except CmError:  # no index, or somebody is making it: it is context and no more
                    found = ()
                self._said[key] = tuple(
                    f"{hit.at[:10]}: {hit.text}"
                    for hit in found
                    if hit.source == "event" and hit.kind == "message" and hit.session != session
                )[:ELSEWHERE]
            return self._said[key]

    def _waiting(self, reader: Reader) -> Iterator[Known]:
        """Drafts that would be served if they were in service: a reflector supports or rewords them, and repeats none."""
        policy = self._env.settings.curation.standing
        for item in self._shelf:
            if item.rule.state == "draft":
                live = replace(item, rule=replace(item.rule, state="active"))
                if isinstance(serve(live, reader, self._env.now, policy=policy), Served):
                    yield Known(item.rule, item.standing)

    @cached_property
    def _shelf(self) -> tuple[Shelved, ...]:
        return shelf(self._env).shelved

    def _refused(self, project: str, events: Sequence[Event]) -> Sequence[Decision]:
        with self._guard:
            if project not in self._refusals:
                self._refusals[project] = tuple(self._refused_in(project))
            known = self._refusals[project]
        return related(known, lambda each: each.proposed, about(events), REFUSED)

    def _refused_in(self, project: str) -> Iterator[Decision]:
        """What was refused of this project's sessions, of those only that may be read here; nothing that was withdrawn since."""
        gone = withdrawn_in(self._ground)
        for each in refusals(self._ground.log("user").decisions).values():
            heads = [self._journal.head(place.partition("#")[0]) for place in each.quotes]
            found = [head for head in heads if head is not None]
            here = [head for head in open_heads(self._env, found) if head.project == project]
            if here and len(here) == len(heads) and not gone.hit(each.proposed):
                yield each

    @cached_property
    def _ground(self) -> Ground:
        return Ground(self._env)


def audience_of(llm: LlmSettings) -> Visibility:
    """The most private that a model is told: all where it runs on this machine, else what the team may know."""
    try:
        host = urlsplit(llm.base_url).hostname or ""
        return "private" if host == "localhost" or ip_address(host).is_loopback else "team"
    except ValueError:
        return "team"


def question_of(work: Work) -> Question:
    """A work as a question."""
    return Question(work.id, work.session, work.messages, SCHEMA, NAME, is_item)


def _matters(events: Sequence[Event]) -> tuple[str, ...]:
    """The words that a user comes back to, by which other sessions are looked through."""
    said = " ".join(
        event.text[:600]
        for event in events
        if event.by == "user" and event.kind == "message" and not event.agent
    )
    counts = Counter(word.casefold() for word in _WORD.findall(said[:8000]) if content(word))
    return tuple(sorted(counts, key=lambda word: (-counts[word], -len(word), word))[:_WORDS])
