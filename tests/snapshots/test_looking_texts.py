"""How the verbs that look read as text: log, top, stale, stats, why; wide and narrow."""

import pytest

from cm.cli import log, stale, stats, top, why
from cm.core.curation.life import Life
from cm.core.curation.versions import Changed, Version
from cm.flows.explain import Explained, Kept, Refusal, Touched, Withdrawn, Words
from cm.flows.log import Entry, Log
from cm.flows.stale import Doubtful, Reason, Stale
from cm.flows.stats import Marked, Stats
from cm.flows.top import Best, Top
from cm.flows.why import Beside, Why
from cm.model.standing import NO_MARKS, Standing
from tests.kit import rule

SHOP = "github.com/acme/shop"
TESTS = rule(
    "Run the tests with `uv run pytest -q`, not with bare `pytest`.",
    id="r-7k2m5q4dx2c3v",
    scope={"project": SHOP},
)
GERMAN = rule("Antworte auf Deutsch, außer in Commits.", id="r-uj7awjsuaaaaa", kind="preference")
GOOD = Standing(4.0, 0.0, 4.0, 4, 0, "established", "2026-11-29T10:00:00Z")
BAD = Standing(0.0, 0.4, -1.5, 0, 1, "candidate", "2026-11-29T10:00:00Z")


@pytest.fixture(params=["80", "44"], autouse=True)
def columns(request, monkeypatch):
    monkeypatch.setenv("COLUMNS", request.param)


def entry(**fields):
    given = {
        "id": "d-aaaaaaaaaaaaa", "tx": "t-bbbbbbbbbbbbb", "at": "2026-11-21T16:10:00Z", "verdict": "replaced", "reason": "asked",
        "say": "new words; the old ones are kept", "source": "human", "by": "human", "layer": "user", "rules": (TESTS.id,),
        "text": TESTS.text,
    }  # fmt: skip
    return Entry(**{**given, **fields})


REFUSED = entry(
    id="d-ccccccccccccc", tx="t-ddddddddddddd", verdict="refused", reason="not-lasting", say="it speaks of a passing state",
    source="model", by="", rules=(), text="Use port 5439 for now.", at="2026-11-20T08:00:00Z",
)  # fmt: skip
VERSION = Version(
    "2026-11-21T16:10:00Z", "d-aaaaaaaaaaaaa", "replaced", "asked", "new words", "human",
    (Changed("text", "Run the tests with `pytest`.", TESTS.text), Changed("state", "draft", "active"), Changed("was", "", "1")),
)  # fmt: skip


def test_a_log(snapshot):
    assert log.render(Log("", (entry(undone_by="d-eeeeeeeeeeeee"), REFUSED), 7)) == snapshot


def test_a_log_of_a_rule(snapshot):
    assert log.render(Log(TESTS.id, (entry(),), 0, (VERSION,))) == snapshot


def test_an_empty_log(snapshot):
    assert log.render(Log("", (), 0)) == snapshot


def test_the_best_rules(snapshot):
    rules = (Best(TESTS, "user", GOOD, "", 12, 3, 1), Best(GERMAN, "user", BAD, "low-standing", 0, 0, 0))
    assert top.render(Top(SHOP, rules, 3, 14)) == snapshot


def test_no_best_rules(snapshot):
    assert top.render(Top(SHOP, (), 0, 14)) == snapshot


def test_rules_in_doubt(snapshot):
    low = Reason(
        "low-standing",
        "score -1.5 (0 helpful, 1 harmful): it is still given",
        f"else: cm forget {TESTS.id} --reason …",
    )
    unused = Reason("never-shown", "not handed out since 2026-09-01", f"cm remove {TESTS.id} --reason …")
    waits = Reason("waiting", "a draft for 61 days", f"cm review approve {GERMAN.id}")
    found = (
        Doubtful(TESTS, "user", (low, unused)),
        Doubtful(rule("Antworte auf Deutsch.", id=GERMAN.id, state="draft"), "repo", (waits,)),
    )
    assert stale.render(Stale(SHOP, found, 2, 30, {"low-standing": 1, "waiting": 3})) == snapshot


def test_nothing_in_doubt(snapshot):
    assert stale.render(Stale(SHOP, (), 0, 30)) == snapshot


def test_counts(snapshot):
    found = Stats(
        states={"active": 12, "draft": 3}, kinds={"rule": 10, "fact": 2}, stages={"candidate": 12}, projects={SHOP: 9, "": 3},
        helpful=5, harmful=1, marks_by={"human": 4, "agent": 2}, deliveries=41, blocked=1, contested=2, stale=1, followed=7,
        ignored=1, outcomes={"success": 3, "failure": 1}, decisions={"added": 12, "refused": 4}, reasons={"new": 12},
        refusals={"not-lasting": 4}, sessions={"codex": 4}, first="2026-11-01T10:00:00Z", last="2026-11-29T10:00:00Z",
        top=(Marked(TESTS.id, TESTS.text, 4, 0, 12),),
    )  # fmt: skip
    assert stats.render(found) == snapshot


def test_a_disputed_life(snapshot):
    disputed = rule(
        "Indent with tabs.", id="r-7k2m5q4dx2c3v", state="contested", contests=("r-spaces0000000",)
    )
    found = Why(
        Life(disputed.id, disputed, (), (), (), 0, "", NO_MARKS, True), SHOP, "user", (),
        beside=(
            Beside("contested by", "r-spaces0000000", "Indent with four spaces.", "contested"),
            Beside("replaces", "r-gone000000000", "", ""),
        ),
        contested_with=("r-spaces0000000",), followed=3, ignored=1,
        refused=(Refusal("d-ccccccccccccc", "2026-11-20T08:00:00Z", "no-evidence", "nobody said so", "Indent by tabs.", "model"),),
    )  # fmt: skip
    assert why.render(found) == snapshot


def test_a_decision_explained(snapshot):
    touched = Touched(TESTS.id, TESTS.text, VERSION.changed)
    assert why.render_decision(Explained(entry(), (touched,), ("codex/s1#e-1",), (), (REFUSED,))) == snapshot
    assert why.render_decision(Explained(REFUSED, (), (), (), ())) == snapshot


def test_words_explained(snapshot):
    found = Words(
        "deploy by hand",
        (Kept(TESTS.id, TESTS.text, "retired"),),
        (Withdrawn("x-1", "r-gone", "2026-11-20T08:00:00Z", "human", "it broke"),),
        (
            Refusal(
                "d-ccccccccccccc",
                "2026-11-20T08:00:00Z",
                "blocked",
                "it was withdrawn",
                "Deploy by hand.",
                "model",
            ),
        ),
    )
    assert why.render_words(found) == snapshot
    assert why.render_words(Words("anything else", (), (), ())) == snapshot
