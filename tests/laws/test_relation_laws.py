"""The laws of relations: every pair of texts has one, whichever comes first, and nobody merges what differs."""

from hypothesis import example, given
from hypothesis import strategies as st

from cm.core.language.reach import overlap
from cm.core.language.related import Neighbours
from cm.core.language.relation import relate
from cm.core.language.similar import compare
from cm.model.rule import Scope

WORDS = st.sampled_from(
    [
        "use",
        "never",
        "npm",
        "pnpm",
        "not",
        "the",
        "tests",
        "before",
        "after",
        "run",
        "in",
        "parallel",
        "serially",
        "3",
        "5",
        "seconds",
        "minutes",
        ",",
        ";",
        ".",
        "(",
        ")",
        "instead",
        "of",
        "without",
        "unless",
        "web/",
        "api/",
        "`make`",
        "don't",
        "except",
        "commit",
        "main",
        "nicht",
        "verwende",
        "不要",
        "使用",
        "テスト",
        "ない",
        "-",
        "--",
        "-O2",
        "*.py",
        ".env",
        "a/b",
        "x.y",
        "%",
        "$",
        "only",
        "when",
        "because",
    ]
)
SENTENCES = st.lists(WORDS, max_size=14).map(" ".join)
TEXTS = st.one_of(SENTENCES, st.text(max_size=80))
FACETS = st.fixed_dictionaries(
    {},
    optional={
        "project": st.sampled_from(["p", "q"]),
        "path": st.sampled_from(["web", "web/src", "api", "web/**", "*.py"]),
        "language": st.sampled_from(["go", "Go", "python"]),
        "task": st.sampled_from(["review", "testing"]),
    },
)


@given(TEXTS, TEXTS)
@example("never -O2 npm", "-O2 use pnpm")
def test_a_pair_relates_the_same_way_round_and_back(a, b):
    one, other = relate(a, b), relate(b, a)
    assert (one.kind, one.strong) == (other.kind, other.strong)
    assert 0.0 <= one.score <= 1.0
    assert (one.kind == "same") == compare(a, b).duplicate
    assert not one.strong or one.kind == "contradiction"


@given(TEXTS)
def test_no_text_speaks_against_itself(text):
    assert relate(text, text).kind != "contradiction"


@given(FACETS, FACETS)
def test_reach_is_turned_when_the_scopes_are(a, b):
    turned = {"wider": "narrower", "narrower": "wider"}
    found = overlap(Scope(**a), Scope(**b))
    assert overlap(Scope(**b), Scope(**a)) == turned.get(found, found)
    assert overlap(Scope(**a), Scope(**a)) == "same"


@given(st.lists(st.tuples(st.sampled_from("abc"), TEXTS), max_size=6), TEXTS)
def test_the_index_names_only_rules_that_it_holds(puts, question):
    index = Neighbours(puts)
    held = {name for name, _ in puts}
    assert set(index.of(question)) <= held
    for name in held:
        index.drop(name)
    assert index.of(question) == ()
    assert index._lists == {}
