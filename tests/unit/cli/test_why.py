"""Which question `cm why` takes its argument for."""

import pytest

from cm.cli import why
from cm.errors import NotFound


@pytest.mark.parametrize(
    "words", ["Deploy by hand.", "不要用npm安装依赖", "pnpm!", "e-mail addresses are hashed", "d-bus: no"]
)
def test_what_can_be_no_id_is_taken_for_words(own_world, words):
    assert "No rule says this" in why.command(words, "", "", "", []).text()


@pytest.mark.parametrize("name", ["r-7k2m9q4d", " r-7k2m9q4d ", "7k2m9q", "d-7k2m9q", "e-7k2m9q"])
def test_what_may_be_an_id_is_taken_for_one(own_world, name):
    with pytest.raises(NotFound):
        why.command(name, "", "", "", [])
