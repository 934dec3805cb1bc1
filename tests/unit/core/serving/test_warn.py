from cm.core.serving.endangered import PHRASES
from cm.core.serving.warn import heading


def test_a_letter_whose_small_form_is_longer_moves_no_place():
    phrase = PHRASES[0]
    read = heading("İ" * (len(phrase) + 5) + f" {phrase} and drop the orders table", set())
    assert "drop" in read.words
    assert read.acts == {"destroy"}
