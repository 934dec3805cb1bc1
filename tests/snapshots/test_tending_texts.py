"""How reviewing, tidying and sweeping look, wide and narrow."""

from dataclasses import replace

import pytest

from cm.cli import cards, dialogue, review, sweep, tidy
from cm.core.curation.stages import Move
from cm.flows.review import Card, Deck, Waiting
from cm.flows.sweep import Swept
from cm.flows.telling import Change, Told
from cm.flows.tidy import Applied, Listed, Named, Plans, Proposed, Tidied
from cm.model.standing import Standing
from tests.kit import evidence, rule

SHOP = "github.com/acme/shop"
SAID = evidence("no, use pnpm here", session="claude-code/7692c3ad-1111", at="2026-11-16T09:03:00Z")
NPM = rule(
    "Install packages with npm.", id="r-7k2m5q4dx2c3v", state="contested", contests=("r-m3yqbsx2ii3w7",)
)
PNPM = rule(
    "Install packages with `pnpm`, not with npm.", id="r-m3yqbsx2ii3w7", state="contested", scope={"project": SHOP},
    why="The lock file of the workspace is pnpm's.", evidence=(SAID,), contests=("r-7k2m5q4dx2c3v",),
)  # fmt: skip
MARKED = Standing(4.0, 0.0, 4.0, 4, 1, "established", "2026-11-29T10:00:00Z")
ONE, OTHER = Waiting(NPM, "user", True, 0, MARKED), Waiting(PNPM, "user", True, 1)
PAIR = Card(
    "contested:r-7k2m5q4dx2c3v:r-m3yqbsx2ii3w7", "contested", (ONE, OTHER), "they say opposite things"
)
DRAFT = Card(
    "draft:r-m3yqbsx2ii3w7", "draft",
    (Waiting(rule("Prefer httpx over requests.", id="r-m3yqbsx2ii3w7", state="draft", evidence=(SAID,)), "repo", True, 1),),
    "it waits for your yes or a second session", against=(ONE,), put_off="2026-11-29T10:00:00Z",
)  # fmt: skip
ACROSS = Card(
    "across:r-7k2m5q4dx2c3v:r-m3yqbsx2ii3w7",
    "across",
    (ONE, replace(OTHER, layer="repo")),
    "npm against pnpm",
)


@pytest.fixture(params=["80", "44"], autouse=True)
def columns(request, monkeypatch):
    monkeypatch.setenv("COLUMNS", request.param)


def told(verdict, text, say, reason="standing", name="r-7k2m5q4dx2c3v"):
    return Told(verdict, reason, say, name, text, "rule", "retired", "")


def test_cards(snapshot):
    assert (
        "\n---\n".join([cards.render(PAIR, place="1 of 3"), cards.render(DRAFT, place="2 of 3")]) == snapshot
    )


def test_a_card_with_colours(snapshot):
    assert cards.render(DRAFT, colours=True) == snapshot


def test_what_may_be_answered(snapshot):
    assert review.render_cards(Deck(SHOP, (PAIR, DRAFT))) == snapshot
    assert {kind: [letter for letter, _, _ in keys] for kind, keys in dialogue.ANSWERS.items()} == snapshot
    assert review.render_cards(Deck(SHOP, (ACROSS,))) == snapshot(name="across the layers")


def test_a_plan(snapshot):
    items = (
        Proposed(1, "merge", "merge", (Named("r-aaaaaaaaaaaaa", "Run the unit tests before every commit.", "active", "user"), Named("r-bbbbbbbbbbbbb", "Before you commit, run the unit tests.", "active", "user")), "they may be one rule in other words"),
        Proposed(2, "anchors", "retire", (Named("r-ccccccccccccc", "Deploy with `scripts/deploy.sh` and nothing else.", "active", "user"),), "`scripts/deploy.sh` is gone from the repository"),
        Proposed(3, "contradiction", "look", (Named("r-ddddddddddddd", NPM.text, "active", "user"), Named("r-eeeeeeeeeeeee", PNPM.text, "active", "user")), "npm against pnpm"),
    )  # fmt: skip
    assert tidy.render(Tidied("p-aaaaaaaaaaaaa", items, 40)) == snapshot
    assert tidy.render(Tidied("", (), 40, dry_run=True)) == snapshot


def test_a_plan_that_was_applied_and_those_that_wait(snapshot):
    change = Change(
        (told("retired", "Deploy by hand.", "r-7k2m5q4dx2c3v is retired: gone"),), "t-aaaaaaaaaaaaa"
    )
    assert tidy.render_applied(Applied("p-aaaaaaaaaaaaa", (2,), (3,), 2, change)) == snapshot
    waiting = Listed("p-aaaaaaaaaaaaa", "2026-11-30T12:00:00Z", "human", SHOP, 3, ("r-aaaaaaaaaaaaa",))
    assert tidy.render_plans(Plans((waiting,))) == snapshot
    assert tidy.render_plans(Plans(())) == snapshot
    there = replace(waiting, moved=(), repo="/home/dev/shop/.cm")
    assert tidy.render_plans(Plans((there,))) == snapshot(name="of another repository")


def test_a_sweep(snapshot):
    warning = "Avoid running bare pytest: it failed 4 times, last because the venv was missing."
    change = Change(
        (
            told(
                "inverted",
                warning,
                f"r-x is turned into a warning (4 harmful marks against 0 helpful): {warning}",
            ),
            told(
                "retired",
                "The freeze holds.",
                "r-7k2m5q4dx2c3v is retired: it held until 2026-11-01",
                "expired",
            ),
            told("stale", "Cache wheels.", "r-7k2m5q4dx2c3v is held back: nobody saw it", "stale"),
        ),
        "t-aaaaaaaaaaaaa",
    )
    flagged = (
        told(
            "unchanged",
            "Use tabs.",
            "r-y is pinned and stays; by its marks it would retire (5 harmful marks against 1 helpful)",
        ),
    )
    moved = (Move("r-bbbbbbbbbbbbb", "Use tabs.", "established", "proven", 11, 0, 9.5),)
    assert (
        sweep.render(
            Swept(change, flagged, ("/shop/AGENTS.md: the rules changed since it was written",), 9, moved)
        )
        == snapshot
    )
    assert sweep.render(Swept(Change(()), (), (), 9)) == snapshot


def test_the_end_of_a_sitting(snapshot):
    assert review.render_sitting(review.Reviewed(3, 1, 2, "t-aaaaaaaaaaaaa")) == snapshot
    assert review.render_sitting(review.Reviewed(0, 0, 0, "")) == snapshot
