"""How hits and sessions look: the place first, the words marked, the way on at the end; wide, narrow, in colour."""

import pytest

from cm.cli import hits, transcript
from cm.flows.found import Found
from cm.flows.search import SearchResult
from cm.flows.transcript import Line, SessionShown
from cm.model.session import SessionHead

SHOP = "github.com/acme/shop"
NONE = {
    "session": "", "seq": None, "at": "", "by": "", "host": "", "project": "", "agent": "", "exit": None, "status": "", "layer": "",
    "start": 0, "alike": 0, "score": 1.0, "show": "", "place": "", "matches": (),
}  # fmt: skip


def hit(text, *words, **fields):
    matches = tuple((text.index(word), text.index(word) + len(word)) for word in words)
    return Found(**{**NONE, "text": text, "chars": len(text), "matches": matches, **fields})


RULE = hit(
    "Pin the clock before the upload tests run.", "clock", "upload", source="rule", id="r-7k2m5q4dx2c3v", kind="rule",
    status="proven", layer="user", project=SHOP,
)  # fmt: skip
COMMAND = hit(
    "pytest -k upload --clock=fixed", "upload", "clock", source="event", id="e-91ab07c2k5m3x8qd", kind="command", by="agent",
    session="claude-code/7692c3ad-1111", seq=12, at="2026-11-16T09:03:00Z", exit=1, alike=3, project="github.com/acme/other",
)  # fmt: skip
SAID = hit(
    "…上传测试的时钟 upload clock 又失败了 and the words go on for so long that they have to be wrapped somewhere…", "upload", "clock",
    source="event", id="e-aaaaaaaaaaaaaaaa", kind="message", by="user", session="codex/04efaf08-2222", seq=0,
    at="2026-11-21T16:03:00Z", project=SHOP,
)  # fmt: skip
DIARY = hit(
    "Fixed the upload clock.", "upload", "clock", source="diary", id="y-abcdefghijklm", kind="diary", status="success",
    session="codex/04efaf08-2222", at="2026-11-21T16:10:00Z", project=SHOP,
)  # fmt: skip


def found(*items, **fields):
    told = {"query": "upload clock", "project": SHOP, "more": False, "every_word": True, "without": (), "withheld": 0, "notes": (), "degraded": ()}  # fmt: skip
    return SearchResult(**{**told, "hits": items, **fields})


@pytest.fixture(params=["80", "44"], autouse=True)
def columns(request, monkeypatch):
    monkeypatch.setenv("COLUMNS", request.param)


def test_hits_of_all_kinds(snapshot):
    assert hits.render(found(RULE, COMMAND, DIARY, SAID, more=True, withheld=1)) == snapshot


def test_hits_in_bold(snapshot):
    assert hits.render(found(RULE, COMMAND), bold=True) == snapshot


def test_some_of_the_words(snapshot):
    assert hits.render(found(SAID, every_word=False, without=("retry",))) == snapshot


def test_nothing_found(snapshot):
    assert hits.render(found(notes=("`host:nobody` names nothing that is kept",), withheld=2)) == snapshot


SESSION = SessionHead(
    "claude-code/7692c3ad-1111", "claude-code", "7692c3ad-1111", project=SHOP, branch="main", started="2026-11-16T09:00:00Z",
    ended="2026-11-16T09:04:00Z", title="Discounts in the cart", model="model-x",
)  # fmt: skip
LINES = (
    Line(
        "e-1",
        0,
        "2026-11-16T09:00:00Z",
        "user",
        "message",
        "Add a discount.\n\n    keep = this(indent)\nThanks, 谢谢!",
    ),
    Line("e-2", 1, "2026-11-16T09:01:00Z", "agent", "command", "pytest -q", exit=1),
    Line(
        "e-3",
        2,
        "2026-11-16T09:01:30Z",
        "tool",
        "output",
        "\n".join(f"line {n}\x1b[31m" for n in range(12)),
        exit=1,
    ),
    Line("e-4", 3, "2026-11-16T09:02:00Z", "agent", "edit", "src/cart.py", agent="a17"),
    Line("e-5", 4, "", "tool", "error", "String not found in file."),
)


@pytest.mark.parametrize("look", ["plain", "color", "full"])
def test_a_session(snapshot, look):
    shown = SessionShown(SESSION, "success", LINES)
    assert transcript.render(shown, full=look == "full", color=look == "color") == snapshot


def test_the_place_around_an_event(snapshot):
    assert transcript.render(SessionShown(SESSION, "", LINES[1:4], "e-3", 1, 7)) == snapshot
