"""Money: what calls cost, what was spent, and that no limit is ever broken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cm.core.spending import (
    FREE,
    Call,
    Price,
    Reserved,
    Settled,
    Spent,
    calls_of,
    dollars,
    nano_of,
    over,
    price_of,
    reserve,
    settle,
    spent,
    tokens_at_most,
)
from cm.model.settings import LlmSettings
from cm.model.writing import Failure, Limits, Message, Reply, Used

PRICE = Price(3_000_000_000, 15_000_000_000, 300_000_000)  # $3, $15, $0.30 a million
RICH = LlmSettings(daily_usd=5, monthly_usd=50)
AT = "2026-11-30T12:00:00Z"


def line(id="u-1", at=AT, run="run", nano=1000, **more):
    return Reserved(id, at, run, more.get("verb", "reflect"), "p/m", 10, 10, nano)


def test_a_call_costs_what_its_tokens_cost_cached_ones_less():
    assert PRICE.of(1_000_000, 0) == 3_000_000_000
    assert PRICE.of(1_000_000, 100_000, cached=1_000_000) == 300_000_000 + 1_500_000_000
    assert PRICE.of(1, 0) == 3000
    assert Price(1, 1, 1).of(1, 0) == 1  # never nothing by rounding


def test_a_price_needs_both_its_sides_and_a_users_own_goes_first():
    entry = {
        "input_cost_per_token": 1e-06,
        "output_cost_per_token": 2e-06,
        "cache_read_input_token_cost": 1e-07,
    }
    assert price_of(LlmSettings(), entry) == Price(1_000_000_000, 2_000_000_000, 100_000_000)
    assert price_of(LlmSettings(price_in=0, price_out=0), entry).is_free
    assert price_of(LlmSettings(price_in=3), None) is None
    assert price_of(LlmSettings(), {"input_cost_per_token": 1e-06}) is None
    assert price_of(LlmSettings(), {"input_cost_per_token": 0.0, "output_cost_per_token": 0.0}) is None
    assert price_of(LlmSettings(), None) is None
    dear = entry | {"input_cost_per_token_above_200k_tokens": 5e-06}
    assert price_of(LlmSettings(tokens_in=10_000), dear).tokens_in == 1_000_000_000
    assert price_of(LlmSettings(tokens_in=300_000), dear).tokens_in == 5_000_000_000


def test_what_is_not_settled_counts_in_full():
    calls = calls_of([line("u-1", nano=500), line("u-2", nano=700), Settled("u-2", AT, 1, 1, 0, 20, "reply")])
    assert spent(calls.values(), AT, "run") == Spent(520, 520, 520)


def test_days_months_and_runs_are_told_apart():
    calls = [Call(line("a", "2026-11-30T00:00:00Z", "r1", 1)), Call(line("b", "2026-11-29T23:59:59Z", "r1", 10)),
             Call(line("c", "2026-10-31T00:00:00Z", "r1", 100)), Call(line("d", AT, "r2", 1000))]  # fmt: skip
    assert spent(calls, AT, "r1") == Spent(1001, 1011, 111)


def test_only_the_first_end_of_a_call_holds():
    calls = calls_of(
        [
            line(),
            Settled("u-1", AT, 1, 1, 0, 20, "reply"),
            Settled("u-1", AT, 0, 0, 0, 0, "refused"),
            Settled("u-9", AT, 0, 0, 0, 9, "reply"),
        ]
    )
    assert [call.nano for call in calls.values()] == [20]


def test_an_id_that_comes_twice_counts_twice():
    calls = calls_of([line("u-1", nano=500), line("u-1", nano=700), Settled("u-1", AT, 1, 1, 0, 20, "reply")])
    assert spent(calls.values(), AT, "run").run == 720


def test_without_limits_nothing_that_costs_may_be_sent_and_what_is_free_may():
    assert over(Spent(), 1, LlmSettings()).setting == "llm.daily_usd"
    assert over(Spent(), 1, LlmSettings(daily_usd=1)).setting == "llm.monthly_usd"
    assert over(Spent(), 0, LlmSettings()) is None


def test_a_limit_may_be_reached_and_not_passed():
    llm = LlmSettings(daily_usd=1, monthly_usd=2, run_usd=0.5)
    assert over(Spent(day=0, month=0, run=0), nano_of(0.5), llm) is None
    assert over(Spent(), nano_of(0.5) + 1, llm).setting == "llm.run_usd"
    assert over(Spent(day=nano_of(0.9)), nano_of(0.2), llm).setting == "llm.daily_usd"
    assert over(Spent(month=nano_of(1.9)), nano_of(0.2), llm).setting == "llm.monthly_usd"


def test_how_a_call_ends_says_what_it_cost():
    sent = reserve("u-1", AT, "run", "reflect", "p/m", PRICE, 1000, Limits(tokens_out=100))
    assert sent.nano == 3_000_000 + 1_500_000
    assert settle(sent, Reply("x", used=Used(500, 10, 400)), PRICE, AT).nano == 300_000 + 120_000 + 150_000
    assert settle(sent, Reply("x"), PRICE, AT) == Settled("u-1", AT, 1000, 100, 0, sent.nano, "unsaid")
    assert settle(sent, Failure("rate-limited", "", turned_away=True), PRICE, AT).nano == 0
    for kind in ("timed-out", "cut-off", "rate-limited", "overloaded", "garbled", "stopped"):
        assert settle(sent, Failure(kind, ""), PRICE, AT).nano == sent.nano
    named = Used(100, 1, nano_usd=99_000_000)
    assert settle(sent, Reply("x", used=named), PRICE, AT).nano == 99_000_000
    assert settle(sent, Reply("x", used=named), FREE, AT).nano == 0


@pytest.mark.parametrize(
    "answer",
    [
        Reply("{}", used=Used(0, 5)),
        Reply("{}", used=Used(500, 0)),
        Reply("{}", used=Used(3, 5)),  # of ten thousand bytes
        Reply(
            "x" * 5000, used=Used(500, 1)
        ),  # a stream's first event says 1, and a last one that says more may be missing
        Failure("empty", "", used=Used(0, 1)),
        Failure("rate-limited", "", used=Used(0, 1), turned_away=True),
    ],
)
def test_fewer_tokens_than_there_can_be_are_not_believed_and_the_call_counts_in_full(answer):
    sent = reserve("u-1", AT, "run", "reflect", "p/m", PRICE, 10_000, Limits(tokens_out=100))
    assert settle(sent, answer, PRICE, AT).nano == sent.nano


def test_money_that_a_provider_names_is_never_too_little_for_the_tokens_it_names():
    sent = reserve("u-1", AT, "run", "reflect", "p/m", PRICE, 10_000, Limits(tokens_out=100))
    assert settle(sent, Reply("x", used=Used(0, 0, nano_usd=9 * sent.nano)), PRICE, AT).nano == 9 * sent.nano
    assert settle(sent, Reply("x", used=Used(9000, 50, nano_usd=1)), PRICE, AT).nano == PRICE.of(9000, 50)


def test_what_an_agents_own_program_sends_along_is_no_part_of_the_question():
    sent = reserve("u-1", AT, "run", "reflect", "p/m", PRICE, 42_000, Limits(tokens_out=100))
    assert settle(sent, Reply("x", used=Used(300, 5)), PRICE, AT, agent=True).how == "reply"
    assert settle(sent, Reply("x", used=Used(300, 5)), PRICE, AT).how == "unsaid"


@pytest.mark.parametrize(
    "at, day, month",
    [
        ("2026-11-30T23:59:59Z", 1000, 1000),
        ("2026-12-01T00:00:00Z", 0, 0),  # a new month is a new budget
        ("2026-11-30T00:00:00Z", 1000, 1000),
        ("2026-11-29T12:00:00Z", 1000, 1000),  # the clock was set back: it counts all the same
        ("2025-01-01T00:00:00Z", 1000, 1000),
    ],
)
def test_a_clock_that_goes_back_gives_no_budget_back(at, day, month):
    found = spent([Call(line())], at, "another")
    assert (found.day, found.month) == (day, month)


def test_money_for_people_shows_what_there_is():
    assert [dollars(n) for n in (0, 5, 12_000, 2_500_000, 1_234_567_890_000)] == [
        "$0",
        "under $0.000001",
        "$0.000012",
        "$0.0025",
        "$1,234.57",
    ]


@given(st.text(max_size=300), st.text(max_size=50))
def test_there_are_never_more_tokens_than_bytes(text, schema):
    assert tokens_at_most((Message("user", text),), schema) >= len(
        text.encode("utf-8", "surrogatepass")
    ) + len(schema.encode("utf-8", "surrogatepass"))


LINES = st.lists(
    st.tuples(st.integers(0, 99), st.integers(0, 100), st.booleans()),
    max_size=40,
    unique_by=lambda item: item[0],
)


@given(LINES, st.integers(0, 300))
def test_a_ledger_that_is_cut_anywhere_says_no_less_than_what_it_was_cut_to(lines, at):
    """Whatever ends are missing, the sum is no less than the sum with them, since an end never costs more than what was reserved here."""
    told = []
    for number, nano, ends in lines:
        told.append(line(f"u-{number}", nano=nano))
        if ends:
            told.append(Settled(f"u-{number}", AT, 1, 1, 0, nano // 2, "reply"))
    reserved = [each for each in told[:at] if isinstance(each, Reserved)]
    whole = spent(calls_of(told[:at]).values(), AT, "run").run
    assert spent(calls_of(reserved).values(), AT, "run").run >= whole


@given(st.lists(st.integers(0, 500), max_size=30), st.integers(0, 2000))
def test_no_row_of_calls_ever_breaks_a_limit(wanted, limit):
    llm = LlmSettings(daily_usd=limit / 1e9, monthly_usd=1)
    calls = []
    for number, nano in enumerate(wanted):
        if over(spent(calls, AT, "run"), nano, llm) is None:
            calls.append(Call(line(f"u-{number}", nano=nano)))
    assert spent(calls, AT, "run").day <= limit
