"""How taking away and taking back read at eighty columns."""

from cm.cli import forget, remove, scrub, undo
from cm.flows.forget import Forgotten
from cm.flows.remove import Removed
from cm.flows.scrub import Scrubbed, Touched
from cm.flows.telling import Change, Told
from cm.flows.undo import Back, Undone

RULE, TEXT = (
    "r-7k2m5q4dx2ab7",
    "Run the tests with `uv run pytest -q`, never with bare pytest, from the root.",
)


def told(verdict, **more):
    fields = {
        "reason": "asked",
        "say": f"{RULE} is {verdict}",
        "rule": RULE,
        "text": TEXT,
        "kind": "rule",
        "state": "retired",
    }
    return Told(verdict, project="", **(fields | more))


def fits(text):
    assert all(len(line) <= 80 for line in text.splitlines()), text
    return text


def test_forgetting_tells_what_went_along_and_how_to_take_it_back():
    left = told("inverted", rule="r-aaaaaaaaaaaaa", text="Avoid running it: it is slow.", state="draft")
    said = fits(
        forget.render(
            Forgotten(
                RULE, TEXT, Change((left,)), ("b-1",), ("r-copy",), ("r-theirs",), ("r-fact is contested now",), "r-aaaaaaaaaaaaa",
                ("/srv/shop/AGENTS.md",), ("/srv/shop/CLAUDE.md: edited by hand: it still holds what was taken away",), "t-1",
            )
        )
    )  # fmt: skip
    for words in (
        "r-7k2m5q4d  forgotten: Run the tests", "left behind as r-aaaaaaaa; a draft: it waits for a person",
        "also retired, it says the same: r-copy", "also withheld, it says the same: r-theirs", "beside it, r-fact is contested now",
        "refreshed /srv/shop/AGENTS.md", "! /srv/shop/CLAUDE.md", "Taken back by: cm undo t-1",
    ):  # fmt: skip
        assert words in said
    assert "unchanged" in forget.render(Forgotten(RULE, TEXT, Change(()), ()))
    assert "Nothing was written." in forget.render(Forgotten("", TEXT, Change(()), ("b-1",), dry_run=True))


def test_removing_tells_that_it_may_come_back():
    gone = Removed(RULE, TEXT, Change((told("retired"),), "t-1"))
    assert "cm undo t-1" in fits(remove.render(gone))
    dry = fits(
        remove.render(Removed(RULE, TEXT, Change((told("retired"),)), ("/srv/AGENTS.md",), dry_run=True))
    )
    assert "would refresh /srv/AGENTS.md" in dry
    assert "unchanged" in remove.render(
        Removed(RULE, TEXT, Change((told("unchanged", say="it is retired already"),)))
    )


def test_an_undo_tells_each_rule_with_both_states():
    back = (
        Back("d-1", "retired", "2026-11-30T12:00:00Z", "human", RULE, TEXT, "retired", "active"),
        Back("b-1", "withdrawal", "2026-11-30T12:00:00Z", "human", RULE, "it is slow"),
        Back("d-2", "replaced", "2026-11-30T12:00:00Z", "agent", RULE, TEXT, "active", "active"),
    )
    said = fits(undo.render(Undone("", "t-1", back, True, tx="t-2")))
    assert "took back t-1" in said
    assert "retired 2026-11-30 by human; retired → active: Run the tests" in said.replace("\n    ", " ")
    assert "withdrawal 2026-11-30 by human: it is slow" in said
    assert "replaced 2026-11-30 by agent: Run" in said
    assert "cm undo t-2" in said
    assert "a human has to say yes" in undo.render(Undone("t-1", "t-1", back, True, dry_run=True))
    assert "taken back already" in undo.render(Undone("t-1", "t-1", (), False, already=True))


def test_scrubbing_tells_what_stays():
    rules = (
        Touched(RULE, TEXT, 2, 0, "active", "draft"),
        Touched("r-other", "Use tabs.", 1, 3, "active", "active"),
    )
    sessions = tuple(f"codex/{number:08d}" for number in range(12))
    said = fits(scrub.render(Scrubbed(sessions, 3, 1, 2, rules, Change(()), tx="t-1")))
    for words in (
        "took back 3 marks, 2 outcomes, 2 rules' proof of 12 sessions", "and 2 more", "active → draft (2 quotes less, 0 left)",
        "active (1 quote less, 3 left)", "1 harmful mark of these sessions still counts", "cm review", "cm undo t-1",
    ):  # fmt: skip
        assert words in said.replace("\n    ", " "), words
    assert scrub.render(Scrubbed((), 0, 0, 0, (), Change(()))).startswith("Nothing was said")
