"""A text that is changed in an editor of the user's choice."""

import pytest

from cm.cli.editor import edited, editor_of


def test_visual_is_asked_before_editor_and_blanks_are_none():
    assert editor_of({"VISUAL": "a", "EDITOR": "b"}) == "a"
    assert editor_of({"VISUAL": " ", "EDITOR": "b -w"}) == "b -w"
    assert editor_of({}) == ""


def test_what_is_left_comes_back_on_one_line_without_the_note():
    assert edited("Use tabs.", "true") == "Use tabs."
    assert edited("Use tabs.", "sed -i s/tabs/spaces/") == "Use spaces."


@pytest.mark.parametrize("editor", ["rm", "false", "no-such-editor-here", "'unclosed"])
def test_an_editor_that_leaves_no_text_is_none(editor):
    assert edited("Use tabs.", editor) is None
