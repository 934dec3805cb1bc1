import sys
from dataclasses import replace

import pytest

from cm.flows import admission
from cm.flows.admission import Armable, NotAdmitted, admit, benign_commands
from cm.model.stamp import moment
from cm.model.trauma import LANGUAGES, Story, Trauma, TraumaExamples
from cm.store.catalogue import read_catalogue
from cm.store.guard_engine import engine
from guards import runtime

SECONDS = 0.3
CATALOGUE = [trauma for pack in read_catalogue() for trauma in pack.traumas]


def asked(pattern, deny=(), allow=(), now=None, **more):
    trauma = Trauma(
        "t-1", pattern, Story("it hurt"), examples=TraumaExamples(tuple(deny), tuple(allow)), **more
    )
    return admit(trauma, engine(), benign_commands(), SECONDS, now)


@pytest.mark.parametrize(
    "pattern, more",
    [
        (r"rm (?:\S+ )*-rf /(?= |$)", {"deny": ["sudo rm -rf /", "rm --force --recursive /"], "allow": ["echo rm -rf /", "rm -rf build"]}),
        (r"deploy (?:\S+ )*--prod", {"severity": "caution", "deny": ["deploy x --prod"]}),
        (r"^drop\s{1,9}table", {"scope": "payload:sql", "deny": ["psql -c 'DROP TABLE x'"]}),
        (r"--no-preserve-root", {"scope": "argument"}),
        (r"PRIVATE-MARK", {"scope": "raw"}),
        (r"curl \S+ \| sh", {}),
        (r"a++b(?>c)", {}),
    ],
)  # fmt: skip
def test_what_is_well_made_is_admitted(pattern, more):
    assert isinstance(asked(pattern, **more), Armable)


@pytest.mark.parametrize(
    "pattern, reason, shown, more",
    [
        ("a(", "does not compile", "(", {}),
        ("[a--b]", "no sums of classes", "--", {}),
        ("rm[[:space:]]-rf", r"\s inside the brackets", "[:space:]", {}),
        ("", "no pattern", "", {}),
        ("x*", "the empty text", "", {}),
        ("(?:a|)", "the empty text", "", {}),
        ("(?=.)", "the empty text", " ", {}),
        (".", "too broad", "ls", {}),
        ("git", "too broad", "git", {}),
        ("e", "too broad", "", {"scope": "raw"}),
        ("cm (?:context|mark)", "what cm itself needs", "cm context", {}),
        ("cat .*", "a plain look", "cat README.md", {}),
        ("wc .*", "a plain look", "wc -l", {}),
        ("zap", "must be denied is not met", "echo zap", {"deny": ["echo zap"]}),
        ("zap", "must not be denied is met", "sudo zap", {"allow": ["sudo zap"]}),
        ("zap", "no payload is in 'klingon'", "", {"scope": "payload:klingon"}),
        ("zap", "no scope 'command:loud'", "", {"scope": "command:loud"}),
        ("zap", "no flags 'x'", "", {"flags": "x"}),
        ("zap", "not a moment", "", {"at": "yesterday"}),
        ("zap", "not a moment", "", {"status": "healed", "until": "2026-13-01T00:00:00Z"}),
        ("zap ghp_x7Kq93LmZt5RwB1nVc8YpD2sHj6FgA4eUo0T", "holds a secret", "", {}),
        ("zap [erased]", "were erased", "", {}),
        ("z" * 8001, "too long", "", {}),
    ],
)  # fmt: skip
def test_what_is_not_is_refused_with_the_reason_and_the_input_that_showed_it(pattern, reason, shown, more):
    found = asked(pattern, **more)
    assert isinstance(found, NotAdmitted)
    assert reason in found.reason
    assert shown in found.shown_by


@pytest.mark.parametrize(
    "pattern, scope",
    [
        ("(a+)+$", "command"),
        ("x (a|a)+$(?<!a)", "command"),
        ("git push (.*)*--force", "command"),
        (r"(?:\S+\s*)+zzz", "command"),
        (r"rm (?:\S+\s?)*;", "command"),
        ("rm .*.*.*=", "command"),
        (r"(\w+|:)\s*\(\)", "raw"),
        (r"\d+\d+\d+\d+x", "argument"),
        ("(?:a?){30}a{30}zz", "command"),
        (r"curl .*(?:(?:-\S+␣)*)*key", "command"),
    ],
)
def test_a_slow_pattern_is_refused_with_the_text_that_showed_it(pattern, scope):
    found = asked(pattern, scope=scope)
    assert isinstance(found, NotAdmitted)
    assert "slow" in found.reason
    assert "again and again" in found.shown_by


def test_where_no_timer_can_interrupt_the_engine_the_other_engine_finds_the_slow_ones(monkeypatch):
    monkeypatch.setattr(admission, "_has_alarm", lambda: False)
    monkeypatch.setattr(admission, "_runs_over", lambda *_: False)
    assert "slow" in asked("y (a|a)+$(?<!a)").reason
    assert isinstance(asked(r"zap \S+ now"), Armable)
    monkeypatch.setattr(admission, "_in_regex", lambda *_: None)
    assert "could not be measured" in asked(r"zap \S+ later").reason


def test_a_line_of_the_future_could_never_be_healed_and_is_refused():
    now = moment("2026-11-30T12:00:00Z")
    assert isinstance(asked("zap", now=now, at="2026-12-01T11:00:00Z"), Armable)
    assert "future" in asked("zap", now=now, at="2026-12-03T00:00:00Z").reason


@pytest.mark.parametrize("name", ["", "a b", "x" * 81, "-x", "a\nb", "t/1", "\x1b[2J"])
def test_an_id_is_one_plain_word(name):
    trauma = replace(Trauma("t", "zap", Story("x")), id=name)
    assert isinstance(admit(trauma, engine(), benign_commands(), SECONDS), NotAdmitted)


def test_what_is_lifted_for_good_is_not_measured():
    assert isinstance(asked(".*", status="retired"), Armable)
    assert isinstance(asked(".*", status="healed"), Armable)
    assert isinstance(asked(".*", status="healed", until="2030-01-01T00:00:00Z"), NotAdmitted)


@pytest.mark.skipif(sys.platform == "win32", reason="no timer of the processor's time")
@pytest.mark.parametrize("trauma", CATALOGUE, ids=[trauma.id for trauma in CATALOGUE])
def test_every_trauma_of_the_catalogue_is_admitted(trauma):
    assert admit(trauma, engine(), benign_commands(), 2.0) == Armable(trauma)


def test_the_languages_of_payloads_are_those_of_the_engine():
    known = {language for language, _ in runtime._CODE.values()} | {"sql", "mongo", "awk", "go"}
    assert set(LANGUAGES) == known
