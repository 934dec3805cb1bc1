"""What `cm models` says of the two kinds of models."""

from cm.cli import models_list, models_verify
from cm.flows.models import Models, Tried, Verified
from cm.llm.places import Checked, Place

EMBEDDER = Place("minilm", "/m/minilm", "home", True, True, say="pulled into the home")
CROSS = Place("cross", "/m/cross", "config", True, True, say="rerank.local", kind="cross-encoder")


def flat(text):
    return " ".join(text.split())


def test_the_list_says_of_what_kind_each_is_and_who_orders_anew():
    told = flat(models_list.render(Models((EMBEDDER, CROSS), "minilm", "", reranks="cross")))
    assert "cross · cross-encoder · in use · rerank.local" in told
    assert "minilm · embedder · in use" in told
    assert "cross orders the hits of cm search --rerank anew." in told
    without = flat(models_list.render(Models((EMBEDDER,), "minilm", "")))
    assert "No cross-encoder is in use" in without


def test_each_model_in_use_is_told_by_how_it_did():
    cross = Tried("cross", "2", 3.0, -3.0, True)
    both = Verified("minilm", "1", 0.9, 0.1, True, (Checked("cross", "/m/cross", True),), cross)
    told = flat(models_verify.render(both))
    assert both.good
    assert "minilm (revision 1) tells what belongs together: 0.90 against 0.10." in told
    assert "cross (cross-encoder, revision 2) tells what belongs together: 3.00 against -3.00." in told


def test_one_that_could_not_be_asked_is_told_without_an_embedder_too():
    found = Verified("", "", 0.0, 0.0, False, cross=Tried("cross", "", 0.0, 0.0, False, "it is damaged"))
    assert not found.good
    assert flat(models_verify.render(found)) == "cross (cross-encoder) was not asked: it is damaged"
