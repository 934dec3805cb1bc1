"""Calls that are paid for: written down at the most they can cost before they are sent, refused when that breaks a limit.

Every try is a call of its own. Arithmetic is `core/spending.py`, the file `store/usage.py`, sending `cm/llm/`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from cm.core import spending
from cm.core.spending import Call, Over, Price, Reserved, dollars
from cm.errors import NoModel, UnknownPrice, Unwritable
from cm.flows.env import Env
from cm.llm.opening import COMMAND, open_writer
from cm.llm.port import Schema, Writer
from cm.llm.prices import listed_price
from cm.model.ids import short_hash
from cm.model.settings import LlmSettings
from cm.model.writing import Failure, Limits, Message, Reply
from cm.store import usage

_SPAN: Final = {"llm.daily_usd": "today", "llm.monthly_usd": "this month", "llm.run_usd": "in this run"}


def price_of(llm: LlmSettings) -> Price:
    """What the configured model costs. Raises UnknownPrice when neither the user nor the list says so."""
    own = llm.provider == COMMAND or bool(llm.base_url)  # a list knows nothing of who answers there
    found = spending.price_of(llm, None if own else listed_price(llm.provider, llm.model))
    if found is None:
        raise UnknownPrice(
            f"nobody says what {llm.provider}/{llm.model} costs, so no limit could be kept",
            hint="dollars per million tokens: cm config set llm.price_in 3, cm config set llm.price_out 15; 0 and 0 for what is free",
        )
    return found


class Metered:
    """A writer whose every call is in the usage ledger before it is sent."""

    def __init__(self, env: Env, writer: Writer, *, verb: str, run: str, price: Price | None = None) -> None:
        """Raises UnknownPrice."""
        self._env, self._writer, self._verb, self._run = env, writer, verb, run
        self._llm = env.settings.llm
        self._price = price_of(self._llm) if price is None else price

    @property
    def name(self) -> str:
        return self._writer.name

    def ask(self, messages: Sequence[Message], schema: Schema | None, limits: Limits) -> Reply | Failure:
        """Raises Busy, Unwritable, BadState: then nothing was sent. What ends it from outside leaves the call counted in full."""
        env = self._env
        at = env.true_stamp
        line = spending.reserve(
            "u-" + short_hash(13, at, env.nonce(), self._run), at, self._run, self._verb, self.name, self._price,
            self.tokens_at_most(messages, schema), limits,
        )  # fmt: skip

        def wanted(calls: dict[str, Call]) -> tuple[Reserved | None, Over | None]:
            found = spending.over(spending.spent(calls.values(), line.at, self._run), line.nano, self._llm)
            return (None, found) if found else (line, None)

        over = usage.reserve(env.home, wanted)
        if over is not None:
            return refused(over)
        try:
            answer = self._writer.ask(messages, schema, limits)
        except NoModel as error:  # nobody could be asked
            self._settle(line, Failure("stopped", error.message, turned_away=True))
            raise
        self._settle(line, answer)
        return answer

    def _settle(self, line: Reserved, answer: Reply | Failure) -> None:
        agent = self._llm.provider == COMMAND
        end = spending.settle(line, answer, self._price, self._env.true_stamp, agent=agent)
        with suppress(Unwritable):  # then it counts in full, and the answer that was paid for is not lost
            usage.settle(self._env.home, end)

    def tokens_at_most(self, messages: Sequence[Message], schema: Schema | None) -> int:
        """The most tokens that a question can be."""
        text = json.dumps(schema, ensure_ascii=False) if schema is not None else ""
        return spending.tokens_at_most(messages, text, agent=self._llm.provider == COMMAND)

    def costs_at_most(
        self, messages: Sequence[Message], schema: Schema | None, limits: Limits, *, told: int = 0
    ) -> int:
        """The most that a question can cost, in billionths of a dollar; `told`: so many answers are sent back along with it."""
        back = (
            told * limits.tokens_out * spending.BYTES_A_TOKEN // 8
        )  # at a token a byte, as all that is sent
        return self._price.of(self.tokens_at_most(messages, schema) + back, limits.tokens_out)

    def close(self) -> None:
        self._writer.close()


def lacks(env: Env) -> str:
    """What has to be there before the named model can be asked, and how to get it; "" when nothing is missing."""
    try:
        open_writer(env.settings.llm, env.environ).close()
    except NoModel as error:
        return f"{error.message}: {error.hint}"
    return ""


def refused(over: Over) -> Failure:
    """The limit that a call could break, as people read it; nothing was sent."""
    if over.limit == 0:
        return Failure(
            "over-budget",
            f"nothing may be spent: {over.setting} is 0",
            f"a call could cost {dollars(over.wanted)} at most: cm config set {over.setting} DOLLARS",
        )
    return Failure(
        "over-budget",
        f"{dollars(over.spent)} of {dollars(over.limit)} ({over.setting}) is spent {_SPAN[over.setting]}, and the next call could "
        f"cost {dollars(over.wanted)}",
        f"wait, or raise it: cm config set {over.setting} DOLLARS; cm usage tells where it went",
    )


def dollars_of(usd: float) -> str:
    """An amount of money for people."""
    return dollars(round(usd * spending.NANO))
