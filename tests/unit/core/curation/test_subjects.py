from dataclasses import replace

import pytest

from cm.core.curation.subjects import Subjects
from cm.core.language.related import Neighbours
from cm.core.language.similar import compare
from tests.bench.curate import Words
from tests.kit import rule

VARIANTS = (
    ("Run the tests with `uv run pytest -q`.", "run  the\n **tests** with uv run pytest -q"),
    ("Always run the tests before committing.", "Please run tests before you commit."),
    ("Receive all messages in order.", "Recieve all messages in order."),
    ("请使用 pnpm。", "使用 pnpm"),
    ("Verwende für alle Pfade „pathlib“.", "verwende für alle Pfade pathlib"),
    ("Put handlers into src/api/*.ts.", "Put handlers into `src/api/*.ts`!"),
    ("Never push to main.", "Do not push to main."),
    ("Wait ¼ second.", "wait ¼ second"),
    ("Wait 0¹ seconds.", "wait 0¹ seconds"),
    ("Widget tests run on macOS.", "Widgeet tests run on macOS."),
    ("kubectl is read-only on dev.", "kubeectl is read-only on dev"),
    ("Benutze ﬁnd überall.", "benutze find überall"),
)


def book(*texts, **fields):
    return {f"r-{at}": rule(text, id=f"r-{at}", **fields) for at, text in enumerate(texts)}


@pytest.fixture(scope="module")
def many():
    words = Words()
    return [words.sentence() for _ in range(2500)]


@pytest.mark.parametrize("text, other", VARIANTS)
def test_a_duplicate_is_found_among_very_many(many, text, other):
    assert compare(text, other).duplicate
    rules = book(*many, text)
    assert f"r-{len(many)}" in Subjects(rules, [other]).same(other)


def test_what_compare_calls_a_duplicate_is_missed_by_no_question(many):
    texts = many[:300] + [f"Please {text[0].lower()}{text[1:-1]}!" for text in many[:60]]
    rules = book(*many)
    asked = Subjects(rules, texts)
    for text in texts:
        duplicates = {
            name for name, one in rules.items() if one.text in (text, text[7:8].upper() + text[8:-1] + ".")
        }
        assert duplicates <= set(asked.same(text))


def test_in_a_small_book_it_names_the_neighbours(many):
    rules = book(*many[:1000])
    whole = Neighbours((name, one.text) for name, one in rules.items())
    asked = Subjects(rules, many[1000:1030])
    for text in many[1000:1030]:
        assert set(asked.of(text, 200)) >= set(whole.of(text, 10))


@pytest.mark.parametrize(
    "text, other",
    [
        ("Install packages with npm.", "Use pnpm for packages."),
        ("Deploy to port 3000.", "The deploy goes to port 8080."),
        ("Indent with tabs.", "Use two spaces for indentation."),
        ("不要使用 npm。", "请使用 npm。"),
    ],
)
def test_a_rule_of_the_same_subject_is_found_among_very_many(many, text, other):
    rules = book(*many, text)
    assert f"r-{len(many)}" in Subjects(rules).of(other, 20)


def test_new_words_are_found_and_old_ones_forgotten():
    rules = book("Install packages with npm.", "Rinse the tank.")
    asked = Subjects(rules)
    assert "r-0" in asked.same("install packages with npm")
    rules["r-0"] = replace(rules["r-0"], text="Rinse the tub with water.")
    asked.put(rules["r-0"])
    rules["r-9"] = rule("Install packages with npm.", id="r-9")
    asked.put(rules["r-9"])
    assert asked.same("install packages with npm") == ("r-9",)
    assert "r-0" in asked.same("rinse the tub with water")


def test_rules_out_of_service_are_twins_and_no_neighbours():
    rules = book("Install packages with npm.", state="retired")
    asked = Subjects(rules)
    assert asked.same("Install packages with npm!") == ("r-0",)
    assert asked.of("Install packages with npm!") == ()


def test_a_text_without_words_is_found_by_its_form():
    rules = book("The them of.", "Rinse the tank.")
    assert Subjects(rules).same("the  them of") == ("r-0",)
