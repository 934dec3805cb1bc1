"""What every command says of itself; a change here is a change people see."""

import pytest

from cm.cli import app, guard


def test_the_table_of_commands(capsys, snapshot):
    app.main(["--help"])
    assert capsys.readouterr().out == snapshot


@pytest.mark.parametrize("name", app.COMMANDS)
def test_help_of(name, capsys, snapshot):
    app.main([name, "--help"])
    out = capsys.readouterr().out
    assert out == snapshot
    assert max(len(line) for line in out.splitlines()) <= 80


@pytest.mark.parametrize("verb", guard.VERBS)
def test_help_of_guard(verb, capsys, snapshot):
    assert app.main(["guard", verb, "--help"]) == 0
    out = capsys.readouterr().out
    assert out == snapshot
    assert max(len(line) for line in out.splitlines()) <= 80


def test_the_page_for_agents(capsys, snapshot):
    app.main(["quickstart"])
    assert capsys.readouterr().out == snapshot
