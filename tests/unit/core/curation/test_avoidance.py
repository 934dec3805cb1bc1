"""What to avoid, said anew."""

import pytest

from cm.core.curation import warning
from cm.core.curation.avoidance import OF_FACTS, PHRASES, avoidance, can_be_avoided, warned
from cm.core.curation.warning import LANGUAGE_WORDS
from tests.kit import book, evidence, rule, ts


@pytest.mark.parametrize(
    "text, kind, reason, said",
    [
        ("Run the tests with `pytest -x`.", "rule", "It hides later failures.", "Avoid running the tests with `pytest -x`: it hides later failures."),
        ("The API listens on port 3000.", "fact", "because it moved", "Do not rely on “The API listens on port 3000”: it moved."),
        ("Immer mit Tabs einrücken und nicht mit Leerzeichen.", "rule", "Das Team nutzt Leerzeichen", "Nicht mehr befolgen: „Immer mit Tabs einrücken und nicht mit Leerzeichen“. Grund: Das Team nutzt Leerzeichen."),
        ("始终使用 npm 安装依赖。", "rule", "项目已改用 pnpm", "避免“始终使用 npm 安装依赖”：项目已改用 pnpm。"),
    ],
)  # fmt: skip
def test_it_reads_well(text, kind, reason, said):
    assert avoidance(rule(text, kind=kind), reason, 400) == said


@pytest.mark.parametrize("phrases", [PHRASES, OF_FACTS])
def test_it_is_said_in_every_language_that_warnings_are_written_in(phrases):
    assert set(phrases) == {*LANGUAGE_WORDS, "en", "ru", "zh", "ja", "ko"} == set(warning.PHRASES)
    assert len({head for head, _, _ in phrases.values()}) == len(phrases)


@pytest.mark.parametrize("kind", ["rule", "fact"])
@pytest.mark.parametrize(
    "text, language",
    [
        ("Используй npm для установки пакетов.", "ru"), ("Usa sempre npm per una nuova dipendenza.", "it"),
        ("Rode sempre os testes com npm antes do commit.", "pt"), ("Usa siempre npm para una nueva dependencia.", "es"),
    ],
)  # fmt: skip
def test_a_rule_in_any_of_them_can_be_taken_away_with_a_warning(text, language, kind):
    said = avoidance(rule(text, kind=kind), "pnpm", 400)
    assert said.startswith((OF_FACTS if kind == "fact" else PHRASES)[language][0].partition("{}")[0])
    assert text.rstrip(".") in said
    assert "pnpm" in said


@pytest.mark.parametrize("most", [60, 100, 200])
def test_it_is_no_longer_than_a_rule_may_be(most):
    text = "Run the whole suite of slow end-to-end tests on every commit of every branch."
    assert len(avoidance(rule(text), "it takes two hours and nobody waits for it " * 5, most)) <= most


def test_what_forbids_has_no_opposite_to_leave_behind():
    assert can_be_avoided(rule("Use tabs."))
    assert not can_be_avoided(rule("Never use tabs."))
    assert not can_be_avoided(rule("Tabs in code.", kind="anti-pattern"))


def test_it_keeps_the_proof_and_points_back():
    old = rule("Use tabs.", evidence=(evidence("use tabs"),), pinned="mine", tags=("style",))
    new = warned(old, "Avoid using tabs: diffs.", book(old), ts(), "diffs", "active")
    assert (new.evidence, new.tags, new.replaces, new.pinned) == (old.evidence, old.tags, (old.id,), "")
    assert new.was[-1].text == "Use tabs."
    assert new.id != old.id
