"""How answers look as text, wide and narrow: what matters first, the proof beside it, the next step last."""

import pytest

from cm.cli import doctor, project, reflect, review, sessions, trust, why
from cm.cli import list as listing
from cm.core.curation.life import Life, Moment
from cm.flows.checks import Finding
from cm.flows.doctor import Examined
from cm.flows.ingested import Counts, Failed, Ingested
from cm.flows.inventory import HostSeen
from cm.flows.listing import Listed, Listing
from cm.flows.project import Exported, Projected
from cm.flows.reflect import Reflected
from cm.flows.review import Queue, Waiting
from cm.flows.sessions import SessionRow, Sessions
from cm.flows.telling import Told
from cm.flows.trust import Contents
from cm.flows.why import Proof, Why
from cm.model.standing import NO_MARKS, Standing
from tests.kit import evidence, rule

SHOP = "github.com/acme/shop"
SAID = evidence(
    "no, use `uv run pytest -q` in this repo", session="claude-code/7692c3ad-1111", at="2026-11-16T09:03:00Z"
)
TESTS = rule(
    "Run the tests with `uv run pytest -q`, not with bare `pytest`.",
    id="r-7k2m5q4dx2c3v",
    category="testing",
    scope={"project": SHOP, "path": "services/api"},
    why="Bare pytest misses the virtual environment that uv manages.",
    evidence=(
        SAID,
        evidence("uv run pytest please", session="codex/04efaf08-2222", at="2026-11-21T16:03:00Z"),
    ),
)
MIGRATIONS = rule("Never write migrations by hand.", id="r-m3yqbsx2ii3w7", kind="anti-pattern", state="draft")
GERMAN = rule("Antworte auf Deutsch, außer in Commits.", id="r-uj7awjsuaaaaa", kind="preference")
MARKED = Standing(4.0, 0.0, 4.0, 4, 0, "established", "2026-11-29T10:00:00Z")
READ = Ingested(
    {}, Counts(4, 3, 1, 0, 1200, 340, 0, 2, {"bookkeeping:progress": 700, "thinking": 120, "duplicate": 40}),
    failed=(Failed("/home/dev/x.jsonl", "claude-code", "it is cut off", 1, "2026-11-30T12:05:00Z"),),
    sessions=("claude-code/7692c3ad-1111",),
)  # fmt: skip


@pytest.fixture(params=["80", "44"], autouse=True)
def columns(request, monkeypatch):
    monkeypatch.setenv("COLUMNS", request.param)


def told(verdict, item, **more):
    fields = {"reason": "new", "say": "a new rule", "evidence": item.evidence[:1], **more}
    return Told(
        verdict=verdict,
        rule=item.id,
        text=item.text,
        kind=item.kind,
        state=item.state,
        project=item.scope.project,
        **fields,
    )


def test_a_list(snapshot):
    found = Listing(
        SHOP,
        (
            Listed(TESTS, "user", MARKED, "", True),
            Listed(GERMAN, "user", NO_MARKS, "", True),
            Listed(rule("Use tabs.", id="r-bbbbbbbbbbbbb"), "repo", NO_MARKS, "untrusted", True),
        ),
        0,
        {"active": 3, "draft": 2},
    )
    assert listing.render(found) == snapshot


def test_an_empty_list(snapshot):
    assert listing.render(Listing(SHOP, (), 0, {})) == snapshot


def test_a_life(snapshot):
    moments = (
        Moment("2026-11-16T09:30:00Z", "added", "a new rule", "d-1"),
        Moment("2026-11-21T16:10:00Z", "reinforced", "a second session supports it", "d-2"),
        Moment("2026-11-29T10:00:00Z", "marked helpful", "by agent in claude-code/7692: ran at once", "m-1"),
    )
    life = Life(TESTS.id, TESTS, moments, (), (), 3, "2026-11-29T09:00:00Z", MARKED, True)
    proof = (
        Proof(SAID.quote, "user", SAID.session, "e-1", SAID.at, True, f"Stop. {SAID.quote}, always."),
        Proof("use uv", "user", "codex/04efaf08-2222", "e-2", "2026-11-21T16:03:00Z", False, ""),
    )
    assert why.render(Why(life, SHOP, "user", proof)) == snapshot


def test_a_reflection(snapshot):
    done = Reflected(
        READ, 3, 340, 1, {"nothing new since last time": 12}, 3,
        (
            told("added", TESTS),
            told("added", MIGRATIONS, evidence=(SAID,)),
            told("reinforced", GERMAN, evidence=(SAID,)),
            Told("refused", "not-lasting", "it speaks of a passing state", "", "Use port 5439 for now.", "", "", ""),
        ),
        1,
    )  # fmt: skip
    assert reflect.render(done) == snapshot


def test_a_queue(snapshot):
    found = Queue(SHOP, (Waiting(MIGRATIONS, "user", True, 1), Waiting(TESTS, "user", False, 2)), 5)
    assert review.render(found) == snapshot


def test_sessions(snapshot):
    row = SessionRow(
        "claude-code/7692c3ad-1111", "claude-code", SHOP, "feature/receipts", "2026-11-16T09:00:00Z", "2026-11-16T09:04:00Z",
        "Add a percentage discount to the cart total and cover it with tests.", 20, 3, 7, 1, "success",
    )  # fmt: skip
    assert sessions.render(Sessions("elsewhere", (row,), 4, 9, READ, READ.total, READ.failed)) == snapshot


def test_a_doctor(snapshot):
    found = Examined(
        "/home/dev/.cm",
        SHOP,
        (
            Finding(
                "fault",
                "bad-rule",
                "/home/dev/.cm/playbook.yaml:12: this rule is not served: text is missing",
                "mend it by hand",
            ),
            Finding(
                "fault",
                "torn-tail",
                "/home/dev/.cm/decisions.jsonl: the last line was cut off",
                "its end is closed",
                True,
            ),
            Finding(
                "note",
                "outdated-export",
                "/home/dev/shop/AGENTS.md: the rules changed",
                "cm project in that project",
            ),
        ),
        (
            HostSeen("claude-code", "Claude Code", 40, 3, 30, "2026-12-02T10:00:00Z", ()),
            HostSeen("codex", "Codex CLI", 0, 0, None, "", ()),
        ),
        {"thinking": 1200, "duplicate": 4},
        {"active": 12, "draft": 3},
        41,
    )
    assert doctor.render(found) == snapshot


def test_a_projection(snapshot):
    rules = (Exported(TESTS.id, TESTS.text),)
    left = (Exported(GERMAN.id, GERMAN.text),)
    done = Projected("written", SHOP, "AGENTS.md", "/home/dev/shop/AGENTS.md", rules, left, 32_700, 32_768)
    assert project.render(done) == snapshot


def test_what_is_asked_before_trust(snapshot):
    found = Contents(
        "/home/dev/theirs", SHOP, False, "ab" * 32, (TESTS.text, GERMAN.text), "[context]\nbudget = 500\n", 0
    )
    assert trust.render(found) == snapshot


def test_no_line_is_wider_than_the_terminal():
    from cm.cli import say

    for line in say.fit(
        listing.render(Listing(SHOP, (Listed(TESTS, "user", MARKED, "", True),), 0, {}))
    ).splitlines():
        assert say.cells(line) <= say.width()
