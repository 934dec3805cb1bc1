"""`cm search --rerank`: the best hits ordered anew by whoever reads them best, and the answer says who that was.

First a reranker beyond this machine, only when the user's own config names one; then the cross-encoder here, when it names one; then the
embedder that is installed, word by word; then the words as they are. When one cannot or may not be asked, fails or takes too long, the next is asked and the answer says why. What goes out: the words
of the question and the pieces that would be shown, without secrets, nothing withdrawn, and nothing private unless the setting says so.
Not here: finding (`flows/search.py`), sending (`llm/litellm_reranker.py`), the cross-encoder (`flows/crossing.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from cm.core import spending
from cm.core.language.query import read_query
from cm.core.secrets.scrub import scrub
from cm.core.spending import NANO, Call, Over, Price, Reserved, Settled
from cm.errors import BadState, Busy, NoModel, UnknownPrice, Unwritable
from cm.flows.beyond import Hidden, hidden_from
from cm.flows.crossing import CHARS, crossed
from cm.flows.env import Env
from cm.flows.found import Found
from cm.flows.likeness import embedder_of
from cm.flows.reading import shelf
from cm.flows.search import LIMIT, SearchResult, search
from cm.flows.spending import refused
from cm.llm.opening import KEYLESS, key_of
from cm.llm.prices import listed_price
from cm.model.ids import short_hash
from cm.model.settings import RerankSettings
from cm.model.stamp import EPOCH
from cm.model.writing import Failure
from cm.store import usage

if TYPE_CHECKING:
    from cm.llm.litellm_reranker import Scored

RERANKED: Final = 30
"""So many of the best hits are read again."""
WORDS: Final = "words"
VERB: Final = "search"


@dataclass(frozen=True, slots=True)
class Reranked:
    """The hits as they are told now, by whom, and why not by another."""

    hits: tuple[Found, ...]
    by: str  # `remote:PROVIDER/MODEL`, `local:MODEL` or `words`
    notes: tuple[str, ...] = ()


def search_reranked(env: Env, text: str, *, limit: int = LIMIT, source_lines: int = 0) -> SearchResult:
    """Searches as `search` does, and has the best hits ordered anew. Raises Usage."""
    found = search(env, text, limit=max(limit, RERANKED), source_lines=source_lines)
    terms = read_query(text, (env.now - EPOCH).total_seconds()).terms
    done = reranked(env, " ".join(term.text for term in terms), found.hits)
    more = found.more or len(done.hits) > limit
    return found.but(
        hits=done.hits[:limit], more=more, reranked_by=done.by, notes=(*found.notes, *done.notes)
    )


def reranked(env: Env, question: str, hits: Sequence[Found]) -> Reranked:
    """The first hits in another order: by the reranker that the user named, else by a model here, else as they are."""
    if len(hits) < 2 or not question.strip():
        return Reranked(tuple(hits), WORDS)
    head, tail = list(hits[:RERANKED]), tuple(hits[RERANKED:])
    notes: list[str] = []
    named = env.settings.rerank
    if named.provider and named.model:
        far = _far(env, named, question, head, notes)
        if far is not None:
            return Reranked((*far, *tail), f"remote:{named.provider}/{named.model}", tuple(notes))
    crossing = crossed(env, question, [hit.text for hit in head], notes)
    if crossing is not None:
        return Reranked((*(head[at] for at in crossing[0]), *tail), f"local:{crossing[1]}", tuple(notes))
    near = _here(env, question, head)
    if near is None:
        notes.append("rerank: no model is installed here, the order is that of the words: cm models list")
        return Reranked(tuple(hits), WORDS, tuple(notes))
    return Reranked((*near[0], *tail), f"local:{near[1]}", tuple(notes))


# --- on this machine


def _here(env: Env, question: str, head: Sequence[Found]) -> tuple[list[Found], str] | None:
    """By the installed embedder, which reads question and hit side by side; None without one."""
    embedder = embedder_of(env)
    if embedder is None:
        return None
    near = embedder.near([(question[:CHARS], hit.text[:CHARS]) for hit in head])
    worth = {
        id(hit): hit.score * (0.5 + max(0.0, (one.whole + (one.met_a or one.whole)) / 2))
        for hit, one in zip(head, near, strict=True)
    }
    return sorted(head, key=lambda hit: -worth[id(hit)]), embedder.name


# --- beyond it


def _far(
    env: Env, named: RerankSettings, question: str, head: Sequence[Found], notes: list[str]
) -> list[Found] | None:
    """By the named reranker; None, with the reason in `notes`, when it did not do it. What is not sent keeps its place."""
    name = f"{named.provider}/{named.model}"
    sent = list(range(len(head)))
    held = scrub(question)[0] != question
    if not named.private:
        hidden = hidden_from(env, "team")
        held = held or hidden.told_in(question)
        proof = _proving(env, hidden)
        sent = [at for at in sent if not _is_private(head[at], hidden, proof)]
    if held:
        notes.append(f"rerank: {name} was not asked, the question holds a secret or something private")
        return None
    if len(sent) < 2:
        notes.append(f"rerank: {name} was not asked, there is nothing to order that may be sent")
        return None
    texts = [scrub(head[at].text[:CHARS])[0] for at in sent]
    try:
        answer = _asked(env, named, scrub(question)[0][:CHARS], texts)
    except (NoModel, UnknownPrice, Busy, Unwritable, BadState) as error:
        notes.append(
            f"rerank: {name} was not asked: {error.message}" + (f" ({error.hint})" if error.hint else "")
        )
        return None
    if isinstance(answer, Failure):
        notes.append(f"rerank: {answer.say}")
        return None
    kept = len(head) - len(sent)
    if kept:
        notes.append(
            f"rerank: {'1 private hit was' if kept == 1 else f'{kept} private hits were'} not sent to {name} and"
            f" {'stays' if kept == 1 else 'stay'} in place"
        )
    told = list(head)
    for at, number in zip(sent, answer, strict=True):
        told[at] = head[sent[number]]
    return told


def _proving(env: Env, hidden: Hidden) -> frozenset[str]:
    """The events that prove what is private, and their sessions: a diary tells such words again, in part or in others."""
    ids = set(hidden.ids)
    rules = (item.rule for item in shelf(env, whole=True).shelved if item.rule.id in ids)
    return frozenset(
        name for rule in rules for item in rule.evidence for name in (item.event, item.session) if name
    )


def _is_private(hit: Found, hidden: Hidden, proof: frozenset[str]) -> bool:
    told = hit.id in proof or (hit.source == "diary" and hit.session in proof)
    return told or hit.id in hidden.ids or hidden.told_in(hit.text)


def _asked(env: Env, named: RerankSettings, question: str, texts: Sequence[str]) -> tuple[int, ...] | Failure:
    """Sends what may be sent, and is in the usage ledger before. Raises NoModel, UnknownPrice, Busy, Unwritable, BadState."""
    from cm.llm.litellm_reranker import LitellmReranker

    price, each = price_of(named)
    asker = LitellmReranker(
        named.provider, named.model, key=_key(env, named), base_url=named.base_url, environ=env.environ
    )
    # some count the question once for every text
    size = sum(len(text.encode("utf-8", "replace")) + len(question.encode("utf-8", "replace")) + spending.PER_MESSAGE for text in texts)  # fmt: skip
    tokens = size + spending.PER_CALL
    at, run = env.true_stamp, "n-" + short_hash(10, env.stamp, env.nonce())
    line = Reserved(
        "u-" + short_hash(13, at, env.nonce(), run), at, run, VERB, asker.name, tokens, 0, price.of(tokens, 0) + each
    )  # fmt: skip

    def wanted(calls: dict[str, Call]) -> tuple[Reserved | None, Over | None]:
        found = spending.over(spending.spent(calls.values(), line.at, run), line.nano, env.settings.llm)
        return (None, found) if found else (line, None)

    over = usage.reserve(env.home, wanted)
    if over is not None:
        return refused(over)
    answer = asker.ask(question, texts, named.seconds)
    with suppress(Unwritable):  # then it counts in full
        usage.settle(env.home, _end(line, answer, price, each, env.true_stamp))
    return answer if isinstance(answer, Failure) else answer.order


def _end(line: Reserved, answer: Scored | Failure, price: Price, each: int, at: str) -> Settled:
    if isinstance(answer, Failure):
        if answer.turned_away:
            return Settled(line.id, at, 0, 0, 0, 0, "refused")
        return Settled(line.id, at, line.tokens_in, 0, 0, line.nano, "unknown")
    if not answer.tokens:
        return Settled(line.id, at, line.tokens_in, 0, 0, line.nano, "unsaid")
    return Settled(line.id, at, answer.tokens, 0, 0, price.of(answer.tokens, 0) + each, "reply")


def price_of(named: RerankSettings) -> tuple[Price, int]:
    """What tokens cost, and what one question costs besides, in billionths. Raises UnknownPrice when nobody says it."""
    per_token, per_question = named.price_in, named.price_search
    if per_token < 0 and per_question < 0 and not named.base_url:
        listed = listed_price(named.provider, named.model) or {}
        costs = [listed.get(key) for key in ("input_cost_per_token", "input_cost_per_query")]
        known = [float(cost) if isinstance(cost, int | float) else 0.0 for cost in costs]
        if any(known):  # a list that says "free" of what it does not know is no price
            per_token, per_question = known[0] * spending.MILLION, known[1]
    if per_token < 0 and per_question < 0:
        raise UnknownPrice(
            f"nobody says what {named.provider}/{named.model} costs, so no limit could be kept",
            hint="cm config set rerank.price_search DOLLARS, or rerank.price_in for a million tokens; 0 for what is free",
        )
    nano = _up(max(0.0, per_token))
    return Price(nano, 0, nano), _up(max(0.0, per_question))


def _up(dollars: float) -> int:
    return int(-(-round(dollars * NANO, 3) // 1))


def _key(env: Env, named: RerankSettings) -> str:
    """The key that the settings name. Raises NoModel."""
    llm = replace(
        env.settings.llm, provider=named.provider, model=named.model, base_url=named.base_url, key_variable=named.key_variable,
        key_keyring=named.key_keyring,
    )  # fmt: skip
    if not (named.base_url or named.key_variable or named.key_keyring or named.provider in KEYLESS):
        raise NoModel(
            f"no key is named for {named.provider}, and none is looked for",
            hint="cm config set rerank.key_variable NAME_OF_THE_VARIABLE, or rerank.key_keyring SERVICE/USER",
        )
    try:
        return key_of(llm, env.environ)
    except NoModel as error:  # it names the settings of the model that writes
        raise NoModel(
            error.message.replace("llm.", "rerank."), hint=error.hint.replace("llm.", "rerank.")
        ) from error
