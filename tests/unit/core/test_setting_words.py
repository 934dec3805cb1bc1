from cm.core.layers import SPECS
from cm.core.setting_words import SAYS


def test_every_setting_and_nothing_else_is_explained():
    assert set(SAYS) == set(SPECS)
    assert all(words.strip() and not words.endswith(".") for words in SAYS.values())
