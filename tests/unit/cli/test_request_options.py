"""Options that guard a change are not silently left out."""

import os
from pathlib import Path

import pytest

from cm.cli.app import main


@pytest.mark.parametrize("option", ["--request-id", "--if-revision"])
@pytest.mark.parametrize("said", ["", " "])
@pytest.mark.parametrize(
    "words", [["remember", "Use tabs."], ["add", "Use tabs."], ["correct", "r-x", "Use tabs."], ["forget", "r-x", "--reason", "x"]]
)  # fmt: skip
def test_an_empty_word_is_a_variable_that_was_never_set(words, option, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main([*words, option, said]) == 2
    assert f"{option} is empty" in capsys.readouterr().err
    assert not Path(os.environ["CM_HOME"]).exists()
