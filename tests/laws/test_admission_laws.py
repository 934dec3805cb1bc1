import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cm.core.guards.lines import counting, loosens
from cm.core.guards.meaning import odd_in
from cm.core.guards.probe import probes_of
from cm.flows.admission import Armable, admit
from cm.model.trauma import Story, Trauma
from cm.store.guard_engine import engine

PIECES = st.sampled_from(
    ["rm", "git", " ", "-f", ".", "*", "+", "?", "{2}", "{,3}", "(", ")", "(?:", "(?=", "(?!", "|", "[", "]", "[^ ]", "[a-z]", r"\s", r"\S", r"\b", r"\w", "^", "$", "é", "\\", "a", "(?i)", r"\d"]
)  # fmt: skip
PATTERNS = st.lists(PIECES, min_size=1, max_size=8).map("".join)
SCOPES = st.sampled_from(["command", "command:canonical", "argument", "payload", "payload:sql", "raw"])
TEXTS = ("", " ", "\n", "ls", "git status", "a\nb", "☃")


@given(PATTERNS, SCOPES)
@settings(max_examples=150, deadline=None)
def test_what_is_admitted_meets_nothing_empty(pattern, scope):
    trauma = Trauma("t", pattern, Story("x"), scope=scope)
    if isinstance(admit(trauma, engine(), ("ls", "git status"), 0.2), Armable):
        made = engine().Trauma(trauma.row())
        compiled = re.compile(made.pattern(), made.flags)
        assert compiled.search("") is None
        assert not any(hit.start() == hit.end() for text in TEXTS for hit in compiled.finditer(text))


@given(st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_text_is_looked_at_as_a_pattern_without_an_error(pattern):
    odd_in(pattern)
    if pattern:
        admit(Trauma("t", pattern, Story("x")), engine(), (), 0.1)


@pytest.mark.filterwarnings("ignore::FutureWarning")
@given(PATTERNS)
@settings(max_examples=300, deadline=None)
def test_a_probe_is_about_as_long_as_it_is_asked_to_be(pattern):
    try:
        re.compile(pattern)
    except (re.error, OverflowError):
        return
    for probe in probes_of(pattern, re.ASCII, by_line=True):
        assert 16 <= len(probe.grown(1024)) <= 1024 + 2 * len(probe.head + probe.pump) + 64


ROWS = st.builds(
    lambda name, pattern, status, hour, grave: Trauma(
        name, pattern, Story("x"), status=status, severity=grave, at=f"2026-01-01T{hour:02}:00:00Z"
    ),
    st.sampled_from(["a", "b"]), st.sampled_from(["x", "y"]), st.sampled_from(["active", "healed", "retired"]),
    st.integers(0, 23), st.sampled_from(["caution", "critical", "fatal"]),
)  # fmt: skip


@given(st.lists(ROWS, max_size=8))
def test_taking_in_only_what_does_not_loosen_never_lifts_what_is_denied(rows):
    stands = {}
    for row in rows:
        before = dict(stands)
        if not loosens(row, stands.get(row.id)):
            stands = dict(counting([*stands.values(), row]))
        for name, old in before.items():
            if old.status == "active":
                now = stands[name]
                assert (now.status, now.pattern) == ("active", old.pattern)
