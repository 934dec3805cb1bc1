"""`cm usage`: the ledger in sums, as people and as programs read it."""

import json

from cm.core.spending import Reserved, Settled
from cm.store.usage import reserve, settle
from tests.kit.run import run_cm
from tests.kit.world import world


def spend(tmp_path, *calls):
    env = world(tmp_path)
    for number, (at, verb, model, nano, settled) in enumerate(calls):
        line = Reserved(f"u-{number}", at, "r1", verb, model, 2000, 100, nano * 2)
        reserve(env.home, lambda _, line=line: (line, None))
        if settled:
            settle(env.home, Settled(line.id, at, 1500, 80, 500, nano, "reply"))
    return {"CM_HOME": str(env.home.root), "CM_NOW": "2026-11-30T12:00:00Z"}


THREE = (
    ("2026-11-28T10:00:00Z", "reflect", "openai/gpt-5", 10_000_000, True),
    ("2026-11-30T10:00:00Z", "reflect", "openai/gpt-5", 40_000_000, True),
    ("2026-11-30T11:00:00Z", "diary", "ollama/local", 1_000, False),
)


def test_days_models_verbs_and_limits_are_told(tmp_path):
    done = run_cm("usage", env=spend(tmp_path, *THREE))
    assert done.code == 0, done.err
    assert "2026-11-28  ██████                    $0.0100  1 call" in done.out
    assert "openai/gpt-5" in done.out
    assert "$0.0400 is spent today; nothing more may be (llm.daily_usd is 0)." in done.out
    assert "1 call counts at the most it can cost" in done.out
    assert max(map(len, done.out.splitlines())) <= 80


def test_long_names_and_large_numbers_keep_their_columns(tmp_path):
    name = "openrouter/anthropic/claude-opus-of-a-very-long-name-20260101-preview"
    env = spend(tmp_path, ("2026-11-28T10:00:00Z", "reflect", name, 123_456_789_000_000, True), *THREE)
    done = run_cm("usage", env=env)
    assert max(map(len, done.out.splitlines())) <= 80
    row = next(line for line in done.out.splitlines() if "20260101-preview" in line)
    assert row.startswith("…")
    assert row.split()[-1] == "$123,456.79"
    assert next(line for line in done.out.splitlines() if line.startswith("By model")).split()[2:] == [
        "calls",
        "in",
        "cached",
        "out",
        "cost",
    ]


def test_the_same_for_programs(tmp_path):
    data = run_cm("usage", "--json", env=spend(tmp_path, *THREE)).data
    assert [day["name"] for day in data["days"]] == ["2026-11-28", "2026-11-30"]
    assert data["total"] | {"usd": 0} == {
        "name": "",
        "calls": 3,
        "unsettled": 1,
        "tokens_in": 5000,
        "tokens_out": 260,
        "cached": 1000,
        "usd": 0,
    }
    assert data["total"]["usd"] == 0.050002
    assert data["limits"][0] == {"setting": "llm.daily_usd", "limit_usd": 0.0, "spent_usd": 0.040002}


def test_only_the_last_days_are_shown(tmp_path):
    data = run_cm("usage", "--json", "--days", "1", env=spend(tmp_path, *THREE)).data
    assert [day["name"] for day in data["days"]] == ["2026-11-30"]


def test_nothing_yet_says_why(tmp_path):
    done = run_cm("usage", env={"CM_HOME": str(tmp_path / "home"), "CM_NOW": "2026-11-30T12:00:00Z"})
    assert (done.code, done.err) == (0, "")
    assert "No model was asked" in done.out
    assert "cm config set llm.provider" in done.out


def test_a_ledger_that_hides_something_is_an_error_that_names_the_line(tmp_path):
    env = spend(tmp_path, *THREE)
    with open(tmp_path / "home" / "state" / "usage.jsonl", "a") as file:
        file.write(json.dumps({"t": "reserved", "id": 7}) + "\n")
    done = run_cm("usage", env=env)
    assert done.code == 5
    assert "usage.jsonl:6" in done.err.replace("\n", "").replace(" ", "")
