import re

import pytest

from cm.core.guards.probe import LINE, probes_of


def texts(pattern, by_line=False):
    return [probe.grown(64) for probe in probes_of(pattern, re.ASCII | re.MULTILINE, by_line=by_line)]


def test_each_part_that_repeats_is_pumped_behind_what_leads_there():
    found = texts("git push (a+)+x")
    assert any(text.startswith("git push " + "a" * 40) for text in found)


def test_a_part_inside_another_and_inside_a_lookahead_is_pumped_too():
    assert any("abab" in text for text in texts("x(?:(?:ab)*c)*"))
    assert any(text.startswith("chmod") and "zzzz" in text for text in texts("chmod(?=(?: z*)q)"))


def test_a_class_is_pumped_with_signs_that_it_holds():
    pumped = {probe.pump for probe in probes_of(r"x[^|y]*\|", re.ASCII, by_line=False) if probe.head == "x"}
    assert pumped
    assert not pumped & {"|", "y"}


def test_what_sees_only_lines_is_given_lines_of_the_length_that_the_engine_makes():
    for probe in probes_of("rm .*x", re.ASCII | re.MULTILINE, by_line=True):
        assert all(len(line) <= LINE + 20 for line in probe.grown(65536).split("\n"))
        assert 32768 < len(probe.grown(65536)) < 140000


@pytest.mark.parametrize("pattern", ["", "a", "(?:)", "(a)?(?(1)b|c)", "(?>a+)b", "a++b", r"\b\B^$", "[^a]*", "(?s:.*)x", "(?P<n>a)(?P=n)*"])  # fmt: skip
def test_whatever_compiles_gives_probes(pattern):
    re.compile(pattern)
    assert texts(pattern)
