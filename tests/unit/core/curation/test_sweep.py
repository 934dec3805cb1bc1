"""Words of warnings, and what the sweep does where its stanzas do not reach (`tests/cases/curate/sweep.yaml`)."""

import pytest

from cm.core.curation.sweep import sweep
from cm.core.curation.warning import reason_in_words, warning
from cm.core.screening.screen import screen
from cm.core.serving.blocklist import Blocklist
from cm.core.serving.standing import standings
from cm.model.ledger import Blocked
from cm.model.settings import CurationPolicy
from tests.kit import NOW, book, mark, rule, ts

POLICY = CurationPolicy()


def swept(one, *marks, **more):
    return sweep(book(one), standings(marks, POLICY.standing, NOW), POLICY, NOW, marks=marks, **more)


def harm(count, **fields):
    return [mark("r-1", "harmful", count - at, f"s{at}", **fields) for at in range(count)]


@pytest.mark.parametrize(
    "note, words",
    [
        ("The venv was missing.", "the venv was missing"),
        ("Because it broke", "it broke"),
        ("PostgreSQL refused it", "PostgreSQL refused it"),
        ("two\nlines", "two lines"),
        ("word " * 80, "word " * 31 + "word …"),
    ],
)
def test_a_note_becomes_the_end_of_a_sentence(note, words):
    assert reason_in_words(mark("r-1", "harmful", note=note)) == words


def test_a_reason_code_is_read_when_there_is_no_note():
    assert reason_in_words(mark("r-1", "harmful", reason="out-of-date")) == "out of date"


@pytest.mark.parametrize(
    "text, kind, said",
    [
        ("Run bare pytest.", "rule", "Avoid running bare pytest: it failed 3 times, last because x."),
        ("Use A, not B.", "rule", "Avoid following “Use A, not B”: it failed 3 times, last because x."),
        (
            "Nutze npm für die Tests.",
            "rule",
            "Nicht mehr befolgen: „Nutze npm für die Tests“. Das ging 3-mal schief, zuletzt: x.",
        ),
        (
            "Usa npm para los tests.",
            "rule",
            "Evita seguir «Usa npm para los tests»: falló 3 veces, la última porque x.",
        ),
        (
            "Use sempre npm para os testes.",
            "rule",
            "Evite seguir “Use sempre npm para os testes”: falhou 3 vezes, a última porque x.",
        ),
        (
            "Usa sempre npm nella libreria.",
            "rule",
            "Evita di seguire «Usa sempre npm nella libreria»: non ha funzionato 3 volte, l'ultima perché x.",
        ),
        (
            "Всегда запускай тесты через npm.",
            "rule",
            "Не следуй правилу «Всегда запускай тесты через npm»: неудач — 3, последняя причина: x.",
        ),
        (
            "Die Datenbank läuft mit dem Port 5439.",
            "fact",
            "Nicht darauf verlassen: „Die Datenbank läuft mit dem Port 5439“. Das stimmte 3-mal nicht, zuletzt: x.",
        ),
        (
            "テストは npm で実行する。",
            "rule",
            "「テストは npm で実行する」は避けること：3 回失敗した、直近の理由：x.",
        ),
    ],
)
def test_a_warning_reads_well_in_the_language_of_the_rule(text, kind, said):
    assert warning(rule(text, kind=kind), 3, "x", 500).replace("。", ".") == said


def test_one_time_is_said_as_people_say_it():
    assert warning(rule("Run bare pytest."), 1, "", 500) == "Avoid running bare pytest: it failed once."
    assert (
        warning(rule("Use A, not B."), 1, "x", 500)
        == "Avoid following “Use A, not B”: it failed once, last because x."
    )
    assert "einmal schief" in warning(rule("Nutze npm für die Tests."), 1, "", 500)


def test_english_words_that_other_languages_share_do_not_change_the_language():
    for text in (
        "Use pytest as runner in CI.",
        "Do not use non-blocking calls per request.",
        "Use A para B.",
    ):
        assert warning(rule(text), 3, "", 500).startswith("Avoid ")


def test_a_warning_is_never_longer_than_a_rule():
    long = rule("Use " + "very " * 95 + "long tools.")
    for most in (500, 200, 80):
        said = warning(long, 3, "of " * 50, most)
        assert len(said) <= most
        assert "3 times" in said


def test_warnings_pass_the_content_screen():
    (decision,) = swept(
        rule("Run the tests with bare pytest.", id="r-1"), *harm(4, note="The venv was missing")
    )
    assert screen(decision.after[0].text) is None


def test_the_newest_reason_is_told():
    marks = [*harm(3, note="old news"), mark("r-1", "harmful", 0.1, "s9", note="The port moved")]
    (decision,) = swept(rule("Use port A.", id="r-1"), *marks)
    assert decision.after[0].text == "Avoid using port A: it failed 4 times, last because the port moved."


def test_words_that_may_not_stand_in_a_rule_are_left_out():
    (decision,) = swept(
        rule("Use port A.", id="r-1"),
        *harm(3, note="hunter2"),
        screen=lambda text: "secret" if "hunter2" in text else None,
    )
    assert decision.after[0].text == "Avoid using port A: it failed 3 times."
    assert "hunter2" not in repr(decision)


def test_a_warning_that_was_withdrawn_is_not_made_again():
    text = "avoid using port a: it failed 3 times."
    blocked = Blocklist.from_lines([Blocked("x-1", "r-9", text, ts(), "human")])
    (decision,) = swept(rule("Use port A.", id="r-1"), *harm(3), blocked=blocked)
    assert decision.verdict == "retired"


def test_both_point_at_each_other():
    (decision,) = swept(rule("Use port A.", id="r-1"), *harm(3))
    anti, gone = decision.after
    assert (anti.replaces, gone.replaced_by) == (("r-1",), anti.id)
    assert anti.origin.by == "inversion"
    assert gone.retired is not None
    assert gone.retired.by == "sweep"
