import pytest

from cm.core.reading.form import FORM, LEAST, lasts, score, screen_proposal


@pytest.mark.parametrize(
    "text",
    [
        "Use tabs in Go files.",
        "Never commit generated files.",
        "The staging database listens on port 5439 inside the VPN only.",
        "以后一律用 pnpm，不要用 npm。",
        "`make test` runs the tests here.",
        "`pytest` failed (command not found); `uv run pytest` passed.",
        "Antworte auf Deutsch, Code bleibt englisch.",
    ],
)
def test_guidance_and_durable_facts_have_the_form_of_a_rule(text):
    assert lasts(text)
    assert screen_proposal(text) is None


def test_what_is_being_done_has_not_the_form_of_a_rule():
    assert not lasts("I was looking into this and they will be done with it soon.")


def test_content_is_told_before_form():
    assert screen_proposal("The sudo password on the build box is Tr0ub4dor&3.") == "secret"


def test_every_weight_is_a_number_and_the_bar_is_below_an_empty_sentence():
    assert FORM
    assert score("") >= LEAST - 5
