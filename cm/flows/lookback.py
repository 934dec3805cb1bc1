"""`cm eval --replay`: the back-test on the user's own past: what would have been shown, and which corrections that might have spared.

The journal is walked in time. At each session's first words it is asked what `cm context` would have handed over with only the rules
whose proof is of an earlier session; what the user then corrected is compared with what was shown. An upper bound: that a rule is shown is
not yet that it is obeyed. Not here: a rubric (`evaluate.py`), what really was handed over (`counted.py`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, cast

from cm.core.language.related import Neighbours
from cm.core.language.relation import relate
from cm.core.reading.directives import find_directives
from cm.core.serving import select
from cm.core.serving.serve import Reader
from cm.flows.env import Env
from cm.flows.evaluate import Bench, Mode, ranked
from cm.flows.likeness import embedder_of
from cm.flows.meaning import vectors_of_texts
from cm.flows.permission import open_heads
from cm.flows.reading import shelf
from cm.flows.scrubbed import scrubbed
from cm.model.session import Event, SessionHead
from cm.model.standing import Shelved
from cm.store.journal import Journal
from cm.store.lines import make_dirs

NAME: Final = "lookback.json"
SAME: Final = ("same", "likely-same")
MOST_SAID: Final = 2000  # characters of a message that are read
_BESIDE: Final = 12


@dataclass(frozen=True, slots=True)
class Spared:
    """A correction that a rule shown before it says too."""

    session: str
    at: str
    said: str
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Lookback:
    """What the past would have been."""

    at: str  # when it was replayed
    mode: Mode
    sessions: int  # that began with the user's words
    first: str  # day of the oldest
    last: str
    with_rules: int  # sessions at whose beginning something would have been shown
    rules: int  # in force
    corrections: int  # lasting things the user said in them after the first words
    spared: int  # of them: a rule shown at the beginning says the same
    known: int  # of them: a rule says the same and was known, but would not have been shown
    repeated: int  # of them: the user had said it in an earlier session, and nobody would have been reminded
    tokens: int  # of all that would have been shown
    shown: int  # rules in all
    never_shown: int  # rules that were known and never would have been shown
    never_of_use: int  # shown at least once, and never what a correction said
    examples: tuple[Spared, ...] = ()

    @property
    def share(self) -> float | None:
        """The share of corrections that might have been spared."""
        return round(self.spared / self.corrections, 4) if self.corrections else None


def look_back(env: Env, *, semantic: bool = False, keep: bool = True) -> Lookback:
    """Walks the journal once. Only sessions that may be used here are looked at; keeps its numbers for `cm stats`."""
    shelved = [
        item for item in shelf(env).shelved if item.trusted and item.rule.state in ("active", "contested")
    ]
    journal = Journal(env.home.journal)
    off = scrubbed(env)
    heads = [
        head
        for head in open_heads(env, journal.sessions())
        if not (
            head.own or head.notes or head.parent or head.id in off or (head.twin and journal.head(head.twin))
        )
    ]
    heads.sort(key=lambda head: (head.started, head.id))
    embedder = embedder_of(env) if semantic else None
    bench = Bench(shelved, embedder)
    if embedder is not None and shelved:
        made = vectors_of_texts(env, embedder, list(bench.texts.values()))
        bench.vectors = {key: made[text] for key, text in bench.texts.items()}
    found = _walk(env, journal, heads, shelved, bench, "fused" if embedder is not None else "lexical")
    if keep and not env.agent:
        _keep(env, found)
    return found


def _walk(
    env: Env,
    journal: Journal,
    heads: Sequence[SessionHead],
    shelved: Sequence[Shelved],
    bench: Bench,
    mode: Mode,
) -> Lookback:
    since = _since(shelved, heads)
    texts = {item.rule.id: item.rule.text for item in shelved}
    neighbours = Neighbours(texts.items())
    said_before: dict[str, str] = {}  # key, sentence: corrections of earlier sessions
    repeats = Neighbours()
    shown: set[str] = set()
    useful: set[str] = set()
    counts = dict.fromkeys(
        ("sessions", "with_rules", "corrections", "spared", "known", "repeated", "tokens", "shown"), 0
    )
    examples: list[Spared] = []
    days: list[str] = []
    for head in heads:
        prompt, corrections = _read(journal.read(head.id)[1])
        if not prompt:
            continue
        counts["sessions"] += 1
        days.append(head.started[:10])
        known = {rule for rule, when in since.items() if when and when < (head.started or "~")}
        ids, tokens = _handed(env, bench, prompt, head, known, mode)
        shown.update(ids)
        counts["tokens"] += tokens
        counts["shown"] += len(ids)
        counts["with_rules"] += bool(ids)
        now: list[str] = []
        for event, sentence in corrections:
            counts["corrections"] += 1
            same = [
                rule
                for rule in neighbours.of(sentence, _BESIDE)
                if rule in known and _same(texts[rule], sentence)
            ]
            useful.update(same)
            met = next((rule for rule in same if rule in ids), "")
            if met:
                counts["spared"] += 1
                examples.append(Spared(head.id, event.at, sentence, met, texts[met]))
            elif same:
                counts["known"] += 1
            if not met and any(_same(said_before[key], sentence) for key in repeats.of(sentence, _BESIDE)):
                counts["repeated"] += 1
            now.append(sentence)
        for sentence in now:
            key = str(len(said_before))
            said_before[key] = sentence
            repeats.put(key, sentence)
    ever = {rule for rule, when in since.items() if when and heads and when < (heads[-1].started or "~")}
    return Lookback(
        at=env.stamp, mode=mode, first=min(filter(None, days), default=""), last=max(days, default=""), rules=len(shelved),
        never_shown=len(ever - shown), never_of_use=len(shown - useful), examples=tuple(examples[-5:]), **counts,
    )  # fmt: skip


def _read(events: Sequence[Event]) -> tuple[str, list[tuple[Event, str]]]:
    """A session's first words, and what lasts of the later ones."""
    prompt = ""
    before = ""
    found: list[tuple[Event, str]] = []
    for event in events:
        if event.kind != "message" or event.agent:
            continue
        if event.by == "agent":
            before = event.text[-MOST_SAID:]
        elif event.by == "user" and not prompt:
            prompt = event.text
        elif event.by == "user":
            text = event.text[:MOST_SAID]
            found += [(event, item.text) for item in find_directives(text, before=before)]
    return prompt, found


def _handed(
    env: Env, bench: Bench, prompt: str, head: SessionHead, known: set[str], mode: Mode
) -> tuple[frozenset[str], int]:
    """What would have been handed over, and its tokens."""
    reader = Reader("context", project=head.project, host=head.host, task=prompt, audience=env.audience)
    fits = [fit for fit in ranked(bench, prompt, reader, mode, env.now) if str(fit.key) in known]
    settings = env.settings.context
    chosen = select.choose(fits, floor=settings.floor)
    pack = select.select(
        chosen, cast("Any", bench.cards), budget=settings.budget, max_rules=settings.max_rules
    )
    return frozenset(pack.ids), pack.used


def _since(shelved: Sequence[Shelved], heads: Sequence[SessionHead]) -> dict[str, str]:
    """From when each rule was known: the end of the first session that proves it, else the day it was written."""
    ends = {head.id: head.ended or head.started for head in heads}
    found = {}
    for item in shelved:
        proofs = sorted(end for each in item.rule.evidence if (end := ends.get(each.session, "")))
        found[item.rule.id] = proofs[0] if proofs else item.rule.origin.at
    return found


def _same(one: str, other: str) -> bool:
    return relate(one, other).kind in SAME


def _keep(env: Env, found: Lookback) -> None:
    data: dict[str, Any] = asdict(found)
    del data["examples"]
    path = _path(env)
    with suppress(OSError):
        make_dirs(path.parent)
        path.write_text(json.dumps({"schema": 1, **data}), encoding="utf-8")


def last_lookback(env: Env) -> Lookback | None:
    """The numbers of the last replay; None when there was none, or none that can be read."""
    try:
        data: Mapping[str, Any] = json.loads(_path(env).read_text(encoding="utf-8"))
        return Lookback(**{name: value for name, value in data.items() if name != "schema"})
    except (OSError, ValueError, TypeError, AttributeError):
        return None


def _path(env: Env) -> Path:
    return env.home.root / "state" / NAME
