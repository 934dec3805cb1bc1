"""Values whose type drifts are read as what they mean."""

import pytest

from cm.hosts.shapes import kebab, moment_of, shell_text, tail, text_of, whole


@pytest.mark.parametrize(
    "value, text",
    [
        ("x", "x"),
        (["a", {"text": "b"}, {"type": "image"}, None, 3], "a\nb"),
        ({"content": [{"text": "deep"}]}, "deep"),
        ({"text": {"text": "odd"}}, "odd"),
        (None, ""),
        (True, ""),
    ],
)
def test_words_are_found_in_any_shape(value, text):
    assert text_of(value) == text


@pytest.mark.parametrize(
    "value, stamp",
    [
        ("2026-09-14T10:00:00.250Z", "2026-09-14T10:00:00Z"),
        ("2026-09-14T10:00:00Z", "2026-09-14T10:00:00Z"),
        ("2026-09-14T12:00:00+02:00", "2026-09-14T10:00:00Z"),
        (1_789_380_000, "2026-09-14T10:00:00Z"),
        (1_789_380_000_000, "2026-09-14T10:00:00Z"),
        ("[trimmed for fixture]..Z", ""),
        ("soon", ""),
        (None, ""),
        ({}, ""),
    ],
)
def test_moments_of_every_kind_have_one_form(value, stamp):
    assert moment_of(value) == stamp


def test_argument_lists_read_as_a_person_would_type_them():
    assert shell_text(["/usr/bin/bash", "-lc", "a && b"]) == "a && b"
    assert shell_text(["git", "log", "--format=%s it's"]) == "git log '--format=%s it'\"'\"'s'"
    assert shell_text([1, "ls"]) == "ls"
    assert shell_text(None) == ""


def test_small_things():
    assert kebab("Some_New/Type here") == "some-new-type-here"
    assert kebab(None) == "none"
    assert whole("ok") == "ok"
    assert whole("\ud83d\ude00") == "😀"
    assert tail("x" * 9_000 + "end").endswith("end")
    assert len(tail("x" * 9_000)) == 4_000
