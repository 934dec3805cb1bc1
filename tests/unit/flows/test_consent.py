import io
import sys

import pytest

from cm.errors import NeedsAHuman
from cm.flows.consent import require_human
from cm.flows.env import open_env


def env(tty, **extra):
    return open_env({"HOME": "/nowhere", **extra}, tty=tty)


def test_an_agent_never_says_yes_for_a_human():
    for tty in (True, False):
        with pytest.raises(NeedsAHuman) as caught:
            require_human(env(tty, CLAUDECODE="1"), "trust x", yes=True)
        assert "claude-code" in caught.value.message


def test_a_script_needs_its_flag():
    assert require_human(env(False), "trust x", yes=True) == "script"
    with pytest.raises(NeedsAHuman) as caught:
        require_human(env(False), "trust x")
    assert "--yes" in caught.value.hint


@pytest.mark.parametrize(
    "answer, said_yes", [("y\n", True), (" YES \n", True), ("\n", False), ("n\n", False), ("", False)]
)
def test_a_human_at_a_terminal_is_asked(monkeypatch, capsys, answer, said_yes):
    monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
    if said_yes:
        assert require_human(env(True), "trust x") == "human"
    else:
        with pytest.raises(NeedsAHuman):
            require_human(env(True), "trust x")
    assert capsys.readouterr().err.startswith("trust x? [y/N]")


def test_a_human_who_said_yes_on_the_command_line_is_not_asked_again():
    assert require_human(env(True), "trust x", yes=True) == "human"
