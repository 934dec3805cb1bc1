"""`cm context`: what the agent should know before a task. Ranked rules, what to avoid, what was said before, what is wrong.

One answer, two ways to it: `quick_context` from what the index remembers of this folder, `context` with a full `Env`.
Which rules fit is `flows/fitting.py`, packing `core/serving/select.py`, looks `core/serving/render.py`; who may see what `core/serving/serve.py`
decided, whose verdicts the index holds. Silence is an answer.
Which commands of old it warns of is `flows/warnings.py`.
"""

from __future__ import annotations

import os
import sqlite3

from cm.core.language import relevance
from cm.core.language.terms import telling_words
from cm.core.serving import render, select
from cm.flows.delivering import note_delivery, scrub_task
from cm.flows.fitting import disputes, exceptions, find, gone_among
from cm.flows.surroundings import Surroundings, recall, stopwatch
from cm.flows.uses import note_here
from cm.model.light import Light
from cm.store import index_rules as rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from cm.core.language.relevance import Query
    from cm.core.serving.select import Disputed, Fit, LeftOut, Picked
    from cm.flows.env import Env
    from cm.flows.history import Snippet
    from cm.flows.near import Meaning
    from cm.flows.refresh import Refreshed
    from cm.flows.warnings import Warned
    from cm.store.index import Index

_GONE = "{} of the rules that fit are held back, since what they rely on is gone from here: `cm stale`"
LARGE = 1_000_000  # bytes of a playbook: some four thousand rules
TABLE = "near.db"  # of meanings, beside the index: `store/near.py`


class ContextResult(Light):
    """The answer: what is handed over, what was left out and why, and what could not be done."""

    __slots__ = ("anti_patterns", "budget", "degraded", "disputed", "envelope", "history", "left_out", "notices", "project", "rules", "searches", "task", "text", "used", "warnings")  # fmt: skip
    task: str
    project: str
    envelope: str  # its id in shown.jsonl, "" when nothing was handed over
    rules: tuple[Picked, ...]
    anti_patterns: tuple[Picked, ...]
    disputed: tuple[Disputed, ...]
    history: tuple[Snippet, ...]
    warnings: tuple[Warned, ...]  # commands that did damage before and that this task is heading for
    notices: tuple[str, ...]
    searches: tuple[str, ...]
    degraded: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    budget: int
    used: int
    text: str  # the same, rendered

    @property
    def ids(self) -> tuple[str, ...]:
        """The rules handed over."""
        return select.ids_of(self.rules, self.anti_patterns, self.disputed)


class Wish(Light):
    """What the caller asks for; None and "" leave it to the settings."""

    __slots__ = (
        "budget",
        "door",
        "fmt",
        "history",
        "host",
        "lean",
        "log",
        "max_rules",
        "nonce",
        "room",
        "session",
        "without",
    )
    defaults = (("budget", None), ("max_rules", None), ("session", ""), ("host", ""), ("door", "context"), ("fmt", "text"), ("history", None), ("lean", False), ("log", True), ("nonce", ""), ("room", None), ("without", frozenset()),)  # fmt: skip
    budget: int | None
    max_rules: int | None
    session: str
    host: str
    door: str
    fmt: str
    history: int | None  # pieces of earlier sessions at most
    lean: bool  # what fits alone: no notices, nothing to search further
    log: bool
    nonce: str
    room: Callable[[str], bool] | None  # whether the reader takes a text of this size
    without: frozenset[str]  # rules, warnings and events that the reader was told of before


def context(
    env: Env,
    task: str,
    *,
    budget: int | None = None,
    max_rules: int | None = None,
    session: str = "",
    host: str = "",
    door: str = "context",
    fmt: str = "text",
    log: bool = True,
) -> ContextResult:
    """Answers for a task and logs the delivery; brings the index up to date first."""
    from cm.flows.refresh import answered
    from cm.flows.surroundings import survey

    wish = Wish(
        budget=budget,
        max_rules=max_rules,
        session=session,
        host=host,
        door=door,
        fmt=fmt,
        log=log,
        nonce=env.nonce(),
    )

    def ask(index: Index, done: Refreshed) -> ContextResult:
        return answer(index, survey(env, index, done, host), task, wish)

    meanwhile = None
    if may_take_long(env):
        from cm.flows.meanwhile import answered_meanwhile

        meanwhile = answered_meanwhile(env, task, ask)
    return answered(env, ask) if meanwhile is None else meanwhile


def may_take_long(env: Env) -> bool:
    """Whether a playbook is so large that making the index anew keeps an agent waiting."""
    books = [env.home.playbook, *([env.repo.playbook] if env.repo is not None else [])]
    return any(os.path.exists(book) and os.path.getsize(book) >= LARGE for book in books)


def quick_context(environ: Mapping[str, str], cwd: str, task: str, wish: Wish) -> ContextResult:
    """The same from what is remembered of this folder, when all of it still holds; else the long way."""
    known = recall(environ, cwd, wish.host)
    if known is not None:
        index, here = known
        try:
            with index:
                return answer(index, here, task, Wish(**{**wish.data(), "nonce": os.urandom(10).hex()}))
        except (sqlite3.Error, LookupError, TypeError, ValueError):
            pass  # damaged or being replaced: the long way mends it
    from pathlib import Path

    from cm.flows.env import open_env

    given = ("budget", "max_rules", "session", "host", "door", "fmt", "log")
    return context(open_env(environ, Path(cwd)), task, **{name: getattr(wish, name) for name in given})


def answer(
    index: Index, here: Surroundings, task: str, wish: Wish, meaning: Meaning | None = None
) -> ContextResult:
    """Answers from an index that is up to date; `meaning` is given where a model is loaded, else the word table is asked."""
    query = relevance.read_task(task)
    budget = here.budget if wish.budget is None else wish.budget
    warned = tuple(one for one in _warned(index, here, task, query, budget) if one.id not in wish.without)
    spent = sum(one.price for one in warned)
    most = here.max_rules if wish.max_rules is None else wish.max_rules
    meaning = _meaning(index, task) if meaning is None else meaning
    fits, sorted_out = (
        find(index, here, query, task)
        if meaning is None
        else find(index, here, query, task, meaning, meaning.scale)
    )
    gone = gone_among(here, [fit.key for fit in fits])
    chosen = select.choose([fit for fit in fits if fit.key not in gone], floor=here.floor)[: most * 2 + 10]
    beside = disputes(index, sorted_out.paired, chosen, fits)
    cards = rows.cards(
        index, [*(fit.key for fit in chosen), *(one.key for unit in beside.values() for one in unit)]
    )
    chosen = select.freshest(chosen, cards, here.now)
    held = _held_back(index, [fit for fit in fits if fit.key in gone], here.floor) if gone else ()
    pack = select.select(
        [fit for fit in chosen if fit.key in cards and cards[fit.key]["id"] not in wish.without],
        cards,
        budget=budget - spent,
        max_rules=most,
        beside=beside,
        excepted=exceptions(index, sorted_out.excepted),
    )
    notices = () if wish.lean else (*here.warnings, *((_GONE.format(len(held)),) if held else ()))
    history = _history(index, here, query, task, wish, budget - spent - (pack.used or select.OVERHEAD))
    degraded = [] if wish.lean else [*here.degraded, *(meaning.degraded if meaning is not None else ())]
    found = bool(pack.ids or history or warned)
    envelope = f"c-{wish.nonce[:16]}" if found else ""
    searches = (
        _searches(task, query) if (pack.ids or history) and not wish.lean and _has_history(index) else ()
    )
    scrubbed = scrub_task(task)
    if found:
        text = render.render(
            wish.fmt,
            envelope=envelope,
            project=here.project,
            rules=pack.rules,
            anti_patterns=pack.anti_patterns,
            disputed=pack.disputed,
            history=history,
            warnings=warned,
            notices=notices,
            searches=searches,
            degraded=degraded,
            left_out=0 if wish.lean else pack.without_room,
        )
        if wish.room is not None and not wish.room(text):
            return _too_large(here, scrubbed, budget)
    else:
        text = render.silence(here.project, [*notices, *degraded], left_out=pack.without_room, budget=budget)
    result = ContextResult(
        task=scrubbed,
        project=here.project,
        envelope=envelope,
        rules=pack.rules,
        anti_patterns=pack.anti_patterns,
        disputed=pack.disputed,
        history=tuple(history),
        warnings=warned,
        notices=notices,
        searches=tuple(searches),
        degraded=tuple(degraded),
        left_out=(*held, *pack.left_out),
        budget=budget,
        used=select.cost(text) if found else 0,
        text=text,
    )
    if found and wish.log and not _log(here, result, wish):
        said = "the delivery could not be logged: the home cannot be written"
        result = result.but(degraded=(*result.degraded, said))
    if found and wish.log and here.agent:
        note_here(here, wish.door, [*(piece.session for piece in history), *_proof(cards, result.ids)])
    return result


def _too_large(here: Surroundings, task: str, budget: int) -> ContextResult:
    """Nothing: what would be handed over is more than its reader takes whole."""
    none: dict[str, Any] = dict.fromkeys(
        ("rules", "anti_patterns", "disputed", "history", "warnings", "notices", "searches", "left_out"), ()
    )
    said = ("it would be more than its reader takes",)
    return ContextResult(
        task=task, project=here.project, envelope="", degraded=said, budget=budget, used=0, text="", **none
    )


def _held_back(index: Index, gone: Sequence[Fit], floor: float) -> tuple[LeftOut, ...]:
    """The rules that fit and are not handed over, since nothing is left here of what they rely on."""
    held = select.choose(gone, floor=floor)
    cards = rows.cards(index, [fit.key for fit in held])
    return tuple(
        select.LeftOut(id=card["id"], reason="anchor-gone", text=select.shorten(card["text"], 80))
        for fit in held
        if (card := cards.get(fit.key)) is not None
    )


def _meaning(index: Index, task: str) -> Meaning | None:
    """What the table of meanings is asked by, where there is one; nothing of it is imported else."""
    folder = os.path.dirname(
        index.path
    )  # "" for an index in memory: what lies where we stand is a stranger's
    if not folder or not os.path.exists(os.path.join(folder, TABLE)):
        return None
    from cm.flows.near import Meaning

    return Meaning(index, task, stopwatch)


def _warned(index: Index, here: Surroundings, task: str, query: Query, budget: int) -> tuple[Warned, ...]:
    """The trauma warnings; where none of the task's words can lead to one nothing is imported."""
    leading = index.meta("warned by")
    if not any(f" {word} " in leading for word in query.words):
        return ()
    from cm.flows.warnings import trauma_warnings

    return trauma_warnings(index, here, task, query, budget=budget)


def _proof(cards: Mapping[int, Mapping[str, Any]], ids: Sequence[str]) -> list[str]:
    """What proves these rules, one event of each, under the name of its host."""
    chosen = (card for card in cards.values() if card["id"] in ids)
    return [f"{item.get('host', '')}/{item['event']}" for card in chosen for item in card.get("evidence", ())]


def _history(
    index: Index, here: Surroundings, query: Query, task: str, wish: Wish, tokens: int
) -> list[Snippet]:
    most = here.history if wish.history is None else min(here.history, wish.history)
    if not most or tokens < 40 or query.lookup or not _has_history(index):
        return []
    from cm.flows.history import blocked_of, snippets

    blocked = None
    if here.blocked:
        ledgers = [
            os.path.dirname(here.shown),
            *([os.path.join(here.repo, "ledger")] if here.trusted else []),
        ]
        blocked = blocked_of(ledgers)
    found = snippets(
        index,
        task,
        query,
        project=here.project,
        also=here.also,
        most=here.history if wish.without else most,
        tokens=tokens,
        session=wish.session,
        host=here.only,
        blocked=blocked,
    )
    return [piece for piece in found if piece.event not in wish.without][:most]


def _has_history(index: Index) -> bool:
    return index.db.execute("select 1 from sessions limit 1").fetchone() is not None


def _searches(task: str, query: Query) -> tuple[str, ...]:
    """What to look for next in the journal: the most telling words, as commands that can be pasted."""
    words = telling_words(task, 4)
    found = []
    names = [word for word, weight in query.words.items() if weight > 1.1 and word.replace("-", "").isascii()]
    if names:
        found.append(_command(names[0]))
    if len(words) > 1:
        found.append(_command(" ".join(sorted(words[:3], key=task.lower().find))))
    return tuple(dict.fromkeys(found))[:2]


def _command(words: str) -> str:
    safe = "".join(char for char in words if char.isalnum() or char in " ._/:@+-").strip(" -")
    return f'cm search "{safe}"'


def _log(here: Surroundings, result: ContextResult, wish: Wish) -> bool:
    """Notes the delivery; one appended line. Returns whether that was possible."""
    more: dict[str, Any] = {"task": result.task} if result.task else {}
    if wish.lean:  # what a session was told once it is not told again
        beside = [*(piece.event for piece in result.history), *(one.id for one in result.warnings)]
        more |= {"beside": beside} if beside else {}
    return note_delivery(
        here,
        result.envelope,
        wish.door,
        result.ids,
        result.text,
        host=wish.host,
        session=wish.session,
        **more,
    )


def notes_of(result: ContextResult) -> Sequence[str]:
    """What a machine reader is told beside the data."""
    return (
        ()
        if result.ids or result.history or result.warnings
        else ("nothing above the floor: silence is the answer",)
    )
