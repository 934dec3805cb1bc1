"""The laws of texts: a quote is found however it is written, and likeness is fair."""

import unicodedata

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from cm.core.language.meaning import protected
from cm.core.language.similar import Candidates, Scan, compare
from cm.core.language.text import fingerprint, locate, normalise, tokens
from cm.core.serving.blocklist import Blocklist
from cm.model.ledger import Blocked
from tests.kit import rule, ts
from tests.laws.strategies import TEXTS

law = settings(max_examples=300, deadline=None)
wild = st.text(alphabet=st.characters(), max_size=60) | st.text(
    alphabet="aA1 \n\t*_`~#>-.…“”'’é\u0301ﬁßİ日本、한\u1112\u1161\u200b", max_size=40
)
WORDS = [
    "use",
    "the",
    "tests",
    "in",
    "Straße",
    "façade",
    "日本語",
    "한국어",
    "**bold**",
    "`uv",
    "run`",
    "user_id",
    "don’t",
    "“quoted”",
    "src/*.ts",
    "-q",
    "3.12",
    "–",
    "naïve\nnext",
    "-",
    "item",
    ">",
    "said",
    "#",
    "head",
]
sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=14)


@law
@given(wild.filter(str.strip), st.data())
def test_any_slice_is_found_as_itself(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    quote = text[start : data.draw(st.integers(start + 1, len(text)))]
    assume(quote.strip())
    span = locate(quote, text)
    assert span is not None
    assert text[slice(*span)] == quote


@law
@given(sentences, st.data())
@example(["**bold**", "“quoted”"], None)
def test_a_slice_written_otherwise_is_found_with_the_same_normal_form(words, data):
    text = " ".join(words)
    if data is None:
        quote = 'BOLD   "quoted"'
    else:
        start = data.draw(st.integers(0, len(words) - 1))
        quote = " ".join(words[start : data.draw(st.integers(start + 1, len(words)))])
        for change in data.draw(st.lists(st.sampled_from(WAYS), max_size=4)):
            quote = change(quote)
    ends = (quote.split() or [""])[:: max(1, len(quote.split()) - 1)]
    assume(all(any(letter.isalnum() for letter in end) for end in ends))
    span = locate(quote, text)
    assert span is not None, (quote, text)
    assert normalise(text[slice(*span)]) == normalise(quote)


WAYS = (
    str.upper,
    lambda quote: quote.replace(" ", " \t "),
    lambda quote: quote if {"-", "–", ">", "#"} & set(quote.split()) else quote.replace(" ", "\n").strip(),
    lambda quote: quote.replace("“", '"').replace("”", '"').replace("’", "'").replace("–", "-"),
    lambda quote: unicodedata.normalize("NFD", quote),
    lambda quote: unicodedata.normalize("NFC", quote),
    lambda quote: f"**{quote.strip()}**",
    lambda quote: f"  {quote} ",
)


@law
@given(wild, wild)
def test_a_span_lies_in_the_text(quote, text):
    span = locate(quote, text)
    if span is not None:
        assert 0 <= span[0] < span[1] <= len(text)


@law
@given(wild)
def test_texts_of_any_kind_are_read(text):
    normal = normalise(text)
    assert normal == normal.strip() == normalise(normal)
    assert "  " not in normal
    assert unicodedata.is_normalized("NFKC", normal)
    assert fingerprint(text) == fingerprint(text + "\n")
    assert all(tokens(text))
    protected(text)


mixed = wild | st.sampled_from(TEXTS) | sentences.map(" ".join)


@law
@given(mixed, mixed)
def test_likeness_is_symmetric_and_never_crosses_a_protected_word(a, b):
    assert compare(a, b) == compare(b, a)
    assert compare(a, a).level == "exact"
    if compare(a, b).level != "none":
        assert protected(a) == protected(b)


variants = st.lists(
    st.sampled_from(("use", "using", "policies", "policy", "copy", "copies", "tests", "test", "A", "the", "receive", "recieve", "everywhere", "`Foo`", "foo")),
    min_size=1, max_size=6,
).map(" ".join)  # fmt: skip


@law
@given(st.lists(mixed | variants, min_size=1, max_size=8), mixed | variants)
def test_the_index_never_misses_what_is_alike(texts, text):
    rules = [rule(one, id=f"r-{at}") for at, one in enumerate(texts)]
    alike = {one.id for one in rules if compare(one.text, text).level != "none"}
    assert alike <= set(Candidates(rules).of(text))
    assert alike <= set(Scan(rules).of(text))


@law
@given(
    st.lists(
        st.sampled_from([word for word in WORDS if word.isalpha()]), min_size=4, max_size=8, unique=True
    ),
    st.data(),
)
def test_a_negation_a_number_or_a_flag_more_is_never_a_duplicate(words, data):
    more = data.draw(
        st.sampled_from(
            ("not", "never", "only", "unless", "must", "7", "v1.2", "--force", "src/x.py", "不要")
        )
    )
    place = data.draw(st.integers(0, len(words)))
    changed = [*words[:place], more, *words[place:]]
    assert compare(" ".join(words), " ".join(changed)).level == "none"


DRESSES = ("{}", "  {} ", "**{}**", "{}.", "please {}", "> {}", "- {}")
prose = st.lists(
    st.sampled_from([word for word in WORDS if word not in ("-", "–", ">", "#")]) | wild.filter(str.isalnum),
    min_size=2,
).map(lambda words: " ".join(["Use", *words, "here"]))


@law
@given(prose | st.sampled_from([text for text in TEXTS if len(tokens(text)) > 2]), st.sampled_from(DRESSES))
def test_a_blocked_text_is_hit_in_any_dress(text, dress):
    blocked = Blocklist.from_lines([Blocked("x-1", "r-1", normalise(text), ts(1), "human")])
    assert blocked.hit(text) == "x-1"
    assert blocked.hit(dress.format(text)) == "x-1"
