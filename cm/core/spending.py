"""What calls cost, what was spent, and whether one more may be sent: arithmetic over the lines of the usage ledger.

Money is counted in whole billionths of a dollar, always rounded up. A call is written down at the most it can cost before it is sent
(`Reserved`), and at what it did cost when its end is known (`Settled`); without that second line it counts in full. Days and
months are those of UTC. Not here: the file (`store/usage.py`), sending (`flows/spending.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from cm.model.settings import LlmSettings
from cm.model.writing import Failure, Limits, Message, Reply, Used

NANO: Final = 1_000_000_000
MILLION: Final = 1_000_000
PER_MESSAGE: Final = 32  # tokens that a provider puts around a message, and more
PER_CALL: Final = 500  # and around a call: a schema turned into a tool, a preamble
AGENT_TOKENS: Final = 40_000  # what a coding agent's own program sends along with a question
BYTES_A_TOKEN: Final = 64  # no tokenizer makes fewer tokens of a text than one for so many bytes

Ended: TypeAlias = Literal["reply", "unsaid", "refused", "unknown"]
"""How a call ended: with a reply; with one, but the provider did not say how many tokens; turned away; nobody knows."""


@dataclass(frozen=True, slots=True)
class Price:
    """Billionths of a dollar per million tokens."""

    tokens_in: int
    tokens_out: int
    cached: int  # of tokens_in, those that the provider knew already

    def of(self, tokens_in: int, tokens_out: int, cached: int = 0) -> int:
        """What so many tokens cost, rounded up."""
        cached = min(max(cached, 0), tokens_in)
        parts = (tokens_in - cached) * self.tokens_in + cached * self.cached + tokens_out * self.tokens_out
        return -(-parts // MILLION)

    @property
    def is_free(self) -> bool:
        """Whether nothing costs anything."""
        return not (self.tokens_in or self.tokens_out)


FREE: Final = Price(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Reserved:
    """A call that is about to be sent, at the most it can cost."""

    id: str
    at: str
    run: str
    verb: str
    model: str
    tokens_in: int
    tokens_out: int
    nano: int


@dataclass(frozen=True, slots=True)
class Settled:
    """What a call did cost."""

    of: str
    at: str
    tokens_in: int
    tokens_out: int
    cached: int
    nano: int
    how: Ended


@dataclass(frozen=True, slots=True)
class Call:
    """A call as it counts: settled, or in full."""

    reserved: Reserved
    settled: Settled | None = None

    @property
    def nano(self) -> int:
        return self.settled.nano if self.settled else self.reserved.nano

    @property
    def tokens_in(self) -> int:
        return self.settled.tokens_in if self.settled else self.reserved.tokens_in

    @property
    def tokens_out(self) -> int:
        return self.settled.tokens_out if self.settled else self.reserved.tokens_out

    @property
    def cached(self) -> int:
        return self.settled.cached if self.settled else 0


@dataclass(frozen=True, slots=True)
class Spent:
    """Billionths of a dollar in the three spans that have a limit."""

    day: int = 0
    month: int = 0
    run: int = 0


def nano_of(dollars: float) -> int:
    """Dollars as a limit: rounded down, so that no limit grows by rounding."""
    return int(dollars * NANO + 1e-6) if dollars > 0 else 0


def price_of(llm: LlmSettings, listed: Mapping[str, Any] | None) -> Price | None:
    """The price that the user gives, else that of the list; None when nobody names both sides of it.

    `listed` is a provider's own entry: dollars per token under `input_cost_per_token`, `output_cost_per_token`,
    `cache_read_input_token_cost`, and dearer ones for long requests.
    """
    if llm.price_in >= 0 and llm.price_out >= 0:
        given = _per_million(llm.price_in)
        return Price(given, _per_million(llm.price_out), given)
    if not listed:
        return None
    into = _listed(listed, "input_cost_per_token", llm.tokens_in)
    out = _listed(listed, "output_cost_per_token", llm.tokens_in)
    thought = _number(listed.get("output_cost_per_reasoning_token"))
    if into is None or out is None or (into == 0 and out == 0):
        return None  # a list that says "free" of what it does not know is no price
    cached = _number(listed.get("cache_read_input_token_cost"))
    return Price(
        _per_million(into * MILLION),
        _per_million(max(out, thought or 0.0) * MILLION),
        _per_million((into if cached is None else min(cached, into)) * MILLION),
    )


def _listed(listed: Mapping[str, Any], name: str, tokens: int) -> float | None:
    """The dearest price that a request of so many tokens may meet."""
    found = _number(listed.get(name))
    for key, value in listed.items():
        if key.startswith(name + "_above_") and (steps := _threshold(key)) is not None and tokens >= steps:
            found = max(found or 0.0, _number(value) or 0.0)
    return found


def _threshold(key: str) -> int | None:
    digits = key.rpartition("_above_")[2].removesuffix("_tokens")
    return int(digits[:-1]) * 1000 if digits.endswith("k") and digits[:-1].isdecimal() else None


def _number(value: Any) -> float | None:
    good = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e6
    return float(value) if good else None


def _per_million(dollars: float) -> int:
    """Rounded up, but for the last digits that a float cannot hold."""
    return int(-(-round(dollars * NANO, 3) // 1))


def tokens_at_most(messages: Sequence[Message], schema_text: str = "", *, agent: bool = False) -> int:
    """More tokens than any tokenizer makes of it: every token stands for a byte at least."""
    size = sum(len(item.text.encode("utf-8", "surrogatepass")) + PER_MESSAGE for item in messages)
    return (
        size + len(schema_text.encode("utf-8", "surrogatepass")) + PER_CALL + (AGENT_TOKENS if agent else 0)
    )


def tokens_about(text: str) -> int:
    """About how many tokens a text takes: four letters each, one for a character of other scripts."""
    wide = sum(not char.isascii() for char in text)
    return (len(text) - wide + 3) // 4 + wide


def reserve(
    id: str, at: str, run: str, verb: str, model: str, price: Price, tokens_in: int, limits: Limits
) -> Reserved:
    """A call as it is written down before it is sent."""
    nano = price.of(tokens_in, limits.tokens_out)
    return Reserved(id, at, run, verb, model, tokens_in, limits.tokens_out, nano)


def settle(
    reserved: Reserved, answer: Reply | Failure, price: Price, at: str, *, agent: bool = False
) -> Settled:
    """What a call cost by its answer: by the tokens it names; nothing when it was turned away; in full when nobody knows.

    Fewer tokens than a text of that length can be are not believed: some servers name none of what they do not count.
    """
    used = answer.used
    if used is not None and _is_likely(used, reserved, answer, agent=agent):
        nano = price.of(used.tokens_in, used.tokens_out, used.cached)
        if used.nano_usd is not None and not price.is_free:
            nano = max(nano, used.nano_usd)
        return Settled(
            reserved.id, at, used.tokens_in, used.tokens_out, min(used.cached, used.tokens_in), nano, "reply"
        )
    if isinstance(answer, Failure) and answer.turned_away and used is None:
        return Settled(reserved.id, at, 0, 0, 0, 0, "refused")
    how: Ended = "unsaid" if isinstance(answer, Reply) else "unknown"
    told = used.nano_usd if used is not None and used.nano_usd is not None and not price.is_free else 0
    return Settled(reserved.id, at, reserved.tokens_in, reserved.tokens_out, 0, max(reserved.nano, told), how)


def _is_likely(used: Used, reserved: Reserved, answer: Reply | Failure, *, agent: bool) -> bool:
    sent = reserved.tokens_in - PER_CALL - (AGENT_TOKENS if agent else 0)  # of a call's bytes
    written = len(answer.text.encode("utf-8", "replace")) if isinstance(answer, Reply) else 0
    return used.tokens_in >= max(1, sent // BYTES_A_TOKEN) and used.tokens_out >= -(-written // BYTES_A_TOKEN)


def calls_of(lines: Iterable[Reserved | Settled]) -> dict[str, Call]:
    """Every call of a ledger by its id, in order; the first end that is told of one holds, and an id that comes twice counts twice."""
    found: dict[str, Call] = {}
    for line in lines:
        if isinstance(line, Reserved):
            found[line.id if line.id not in found else f"{line.id}~{len(found)}"] = Call(line)
        elif (call := found.get(line.of)) is not None and call.settled is None:
            found[line.of] = Call(call.reserved, line)
    return found


def spent(calls: Iterable[Call], at: str, run: str) -> Spent:
    """What was spent in the day and the month of a moment, and in a run.

    What is written down for later counts as well: the clock was set back, and nobody knows since when.
    """
    day = month = mine = 0
    for call in calls:
        stamp = call.reserved.at
        if stamp[:7] >= at[:7]:
            month += call.nano
            day += call.nano if stamp[:10] >= at[:10] else 0
        mine += call.nano if call.reserved.run == run else 0
    return Spent(day, month, mine)


@dataclass(frozen=True, slots=True)
class Over:
    """A limit that one more call could break."""

    setting: str
    limit: int
    spent: int
    wanted: int


def over(before: Spent, wanted: int, llm: LlmSettings) -> Over | None:
    """The first limit that a call of this cost could break; what costs nothing breaks none. No limit given is a limit of nothing."""
    if wanted <= 0:
        return None
    for setting, dollars, so_far in (
        ("llm.daily_usd", llm.daily_usd, before.day),
        ("llm.monthly_usd", llm.monthly_usd, before.month),
        ("llm.run_usd", llm.run_usd, before.run),
    ):
        if setting == "llm.run_usd" and dollars == 0:
            continue
        limit = nano_of(dollars)
        if so_far + wanted > limit:
            return Over(setting, limit, so_far, wanted)
    return None


def dollars(nano: int) -> str:
    """Money for people: enough digits to tell it from nothing."""
    if nano == 0:
        return "$0"
    value = nano / NANO
    digits = 2 if value >= 1 else 4 if value >= 0.001 else 6
    return f"${value:,.{digits}f}" if value >= 0.000001 else "under $0.000001"
