"""How accidents, back-tests, verdicts and imported traumas look."""

from dataclasses import replace

import pytest

from cm.cli import trauma_export, trauma_import, trauma_scan, trauma_test
from cm.cli.backtested import render_backtest, render_replay
from cm.flows.backtest import Backtest, Place, Slipped, WouldDeny
from cm.flows.replay import Replay
from cm.flows.trauma_exchange import Exported, Imported, Item, LeftOut
from cm.flows.trauma_scan import Candidate, Kept, Said, Scanned
from cm.flows.trauma_test import Judged, Met, Verdicts, View

PLACE = Place(
    "claude-code/5e551011-0000-4000", "e-qxqnlnwlsdelai7k", "2026-11-20T10:02:00Z", "github.com/acme/shop"
)
DENIED = (
    WouldDeny("git reset --hard origin/main", "git fetch && git reset --hard origin/main", 3, "2026-10-01T10:00:00Z", "2026-11-20T10:02:00Z", (PLACE,)),
    WouldDeny("git reset --hard", "git reset --hard", 1, "2026-11-19T09:00:00Z", "2026-11-19T09:00:00Z", (PLACE,)),
)  # fmt: skip
FREE = Backtest("t-1", 1204, 61, 0, (), "git reset --hard", 54)
TEST = Backtest(
    "t-1", 1204, 61, 4, DENIED, "git reset --hard", 54, (Slipped("quotes", "g''it reset --hard"),), 2
)
ROW = {"id": "t-1", "pattern": "git reset(?= |$)(?=.* --hard(?= |$))", "scope": "command:canonical"}
FOUND = (
    Candidate(
        "c-jzgendqr", PLACE.session, PLACE.event, PLACE.at, PLACE.project, "git fetch && git reset --hard origin/main", "git",
        (
            Said("accused", "user", "e-l7gvsxchbwcuq57p", PLACE.at, "what have you done?! you threw away all my work"),
            Said("restored", "agent", "e-aaaaaaaaaaaaaaaa", PLACE.at, "git reset --hard HEAD@{1}"),
        ), ROW, "", "git",
    ),
    Candidate("c-aaaaaaaa", PLACE.session, PLACE.event, PLACE.at, "", "rm -rf /", "files", (Said("lost", "user", "e-1", "", "all gone"),), ROW, "core-rm-root", "core"),
    Candidate("c-bbbbbbbb", PLACE.session, PLACE.event, PLACE.at, "", "./tidy.sh", "files", (Said("confessed", "agent", "e-2", "", "I deleted your notes"),), {}),
)  # fmt: skip


@pytest.mark.parametrize("columns", ["80", "40"])
def test_accidents_that_were_found(snapshot, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    assert trauma_scan.render(Scanned(61, 1204, 2, FOUND)) == snapshot


def test_no_accident(snapshot):
    assert trauma_scan.render(Scanned(61, 1204, 0, ())) == snapshot


def test_accidents_that_were_saved_and_refused(snapshot):
    kept = (
        Kept("c-jzgendqr", "t-1", test=TEST),
        Kept("c-bbbbbbbb", refused="the pattern is too broad", shown_by="ls"),
    )
    assert trauma_scan.render(Scanned(61, 1204, 0, FOUND, kept)) == snapshot
    assert trauma_scan.render(Scanned(61, 1204, 0, FOUND, kept[:1]), dry_run=True) == snapshot


@pytest.mark.parametrize(
    "test", [TEST, FREE, Backtest("t-1", 0, 0, 0, ())], ids=["some", "none", "no commands"]
)
def test_a_back_test(snapshot, test):
    assert render_backtest(test) == snapshot


@pytest.mark.parametrize(
    "found",
    [
        Replay(18, 1595, 32, 2, (TEST, replace(TEST, id="git-stash"))),
        Replay(18, 1595, 32, 0, ()),
        Replay(18, 0, 0, 0, ()),
        Replay(1, 61, 9, 0, (TEST,)),
        None,
    ],
    ids=["some", "none", "no commands", "one", "nothing"],
)
def test_a_replay_of_what_is_armed_again(snapshot, found):
    assert render_replay(found) == snapshot


def verdict(action, **more):
    says = (
        "Denied by trauma t-1: git reset --hard\nWhy: Work was lost.\nOnly a person lifts it."
        if action in ("deny", "ask")
        else ""
    )
    return Judged("sudo git reset --hard", action, says=says, **more)


VIEW = View(("git reset --hard", "psql --command=…"), (("sql", "select 1"),), ("nested too deep",))
MET = (Met("t-1", "", "critical", "command:canonical", "~/.cm/traumas.jsonl:1", "git reset --hard"),)


@pytest.mark.parametrize(
    "judged",
    [
        verdict("deny"),
        verdict("ask"),
        verdict("allow"),
        verdict("unjudged", doubts=("no time left",)),
        verdict("deny", view=VIEW, met=MET),
    ],
    ids=["deny", "ask", "allow", "unjudged", "explained"],
)
def test_a_verdict(snapshot, judged):
    assert trauma_test.render(Verdicts(32, "", "/work/shop", "sh", "allow", (judged,))) == snapshot


def test_verdicts_on_a_file(snapshot):
    many = (verdict("deny", id="t-1"), Judged("ls", "allow"))
    assert trauma_test.render(Verdicts(32, "", "/work/shop", "sh", "allow", many)) == snapshot


ITEMS = (
    Item("t-1", "new", "line 1", "git reset --hard"),
    Item("t-2", "refused", "line 2", "git .*", "the pattern is too broad", "git status"),
    Item("t-3", "known", "line 3", "x", "it is here already"),
    Item("t-9", "new", "line 4", "wipe-it", was="core-rm-root"),
)


def test_traumas_that_came_in(snapshot):
    assert trauma_import.render(Imported("guards.yaml", ITEMS, (TEST, FREE), True, False)) == snapshot
    assert trauma_import.render(Imported("guards.yaml", ITEMS, (TEST, FREE), False, True)) == snapshot


def test_traumas_that_were_written(snapshot):
    left = (LeftOut("t-4", "it is healed"),)
    assert trauma_export.render(Exported("guards.yaml", "yaml", ("t-1", "t-2"), left, "")) == snapshot
