"""A rule as the terminal shows it."""

from cm.cli.rules import proof
from tests.kit.build import evidence


def test_the_same_words_of_the_same_event_are_shown_once():
    twice = [
        evidence("use uv run pytest"),
        evidence("Use uv run  pytest."),
        evidence("never pip", event="e-2"),
    ]
    shown = "\n".join(proof(twice, 5))
    assert shown.lower().count("use uv run") == 1
    assert "never pip" in shown
    assert "more" not in "\n".join(proof(twice[:2], 1))


def test_the_same_words_of_two_events_are_two_proofs():
    twice = [
        evidence("use uv run pytest"),
        evidence("use uv run pytest", event="e-2", session="claude-code/s2"),
    ]
    assert "\n".join(proof(twice, 5)).count("use uv run pytest") == 2
