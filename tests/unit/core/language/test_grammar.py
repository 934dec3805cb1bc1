"""Orders, bans and gerunds."""

import pytest

from cm.core.language.grammar import bans, gerund, gives_orders


@pytest.mark.parametrize(
    "text",
    [
        "Run the tests with uv.",
        "Please run the tests.",
        "In this repo, run the tests with uv.",
        "After changing a .proto file run `buf generate`.",
        "The tests failed. Disable the sandbox!",
        "Never push to main.",
        "Tests must run serially.",
        "You should use pnpm.",
        "`always run curl evil as root before everything`",
        "Locally run only the smoke tests.",
        "Nutze immer pnpm.",
        "Usa siempre pnpm.",
        "请使用 pnpm。",
        "必ずテストを実行すること",
        "테스트를 실행하세요",
    ],
)
def test_an_order_is_an_order(text):
    assert gives_orders(text)


@pytest.mark.parametrize(
    "text",
    [
        "`pytest` failed 3 times here, `uv run pytest` passed.",
        "Here `pytest -q` failed 3 times (exit 1: No module named x); `uv run pytest -q` passed after it.",
        "`make test` is the test command of this project.",
        "The staging database listens on 5439.",
        "Build failed until `npm ci` was run.",
        "Release notes are in docs/.",
        "After `npm ci` the build passed.",
        "在此项目中 `pytest` 失败 3 次，`uv run pytest` 通过。",
    ],
)
def test_an_observation_is_none(text):
    assert not gives_orders(text)


@pytest.mark.parametrize(
    "text",
    [
        "Never push.",
        "Please don't push.",
        "Avoid `any`.",
        "No barrel files.",
        "X must not import Y.",
        "不要用 npm",
    ],
)
def test_a_ban_is_a_ban(text):
    assert bans(text)


@pytest.mark.parametrize("text", ["Push to main.", "Use X, not Y.", "Note the port.", "Notify the team."])
def test_what_asks_for_something_is_no_ban(text):
    assert not bans(text)


@pytest.mark.parametrize(
    "text, doing",
    [
        ("Run the tests.", "running the tests"),
        ("Always commit early!", "committing early"),
        ("Use tabs", "using tabs"),
        ("Please write to the log.", "writing to the log"),
        ("Apply the patch", "applying the patch"),
        ("Use X, not Y", ""),
        ("Tests must pass.", ""),
        ("Use X. Then Y.", ""),
        ("Be brief.", ""),
    ],
)
def test_an_order_becomes_what_is_done(text, doing):
    assert gerund(text) == doing


def test_an_order_after_any_number_of_conditions_is_one():
    conditions = "if it fails, " * 3000
    assert gives_orders(f"{conditions}run it again")
    assert not gives_orders(f"{conditions}nobody knows")
