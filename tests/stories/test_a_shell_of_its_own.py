"""Somebody at a terminal types commands one after the other: history, completion, ^C and ^D."""

import os

import pytest

from tests.kit import run_cm

pytestmark = pytest.mark.story


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals")
def test_an_hour_in_the_shell(own_world, tmp_path):
    from tests.kit.terminal import at_terminal

    assert run_cm("init", cwd=tmp_path).code == 0
    token = "ghp_" + "a1B2" * 9
    seen = at_terminal(
        "shell", cwd=tmp_path, prompt="cm> ",
        keys=['remem\t"Use tabs for indentation." --every\t', "list | head", "^C", f'remember "The token is {token}"', "show r-\t", "sta\t", "^D"],
    )  # fmt: skip
    assert seen.code == 0
    assert "Use tabs for indentation." in seen.text
    assert "this is no system shell" in seen.text
    assert "revision" in seen.text  # show r-<Tab> found the only rule
    history = (own_world / ".cm/state/shell_history").read_text()
    assert 'remember "Use tabs for indentation." --everywhere' in history
    assert token not in history
    assert "show r-" in history
