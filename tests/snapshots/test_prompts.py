"""Prompts as they are sent: a change here is a new version of the prompt."""

from pathlib import Path

from cm.core.reading.digest import digest
from cm.core.reflection.brief import Known, prompt_of, works_of
from cm.core.reflection.diary import SCHEMA
from cm.model.decision import Decision
from cm.model.standing import Standing
from tests.kit.build import rule
from tests.kit.talk import SHOP, talk
from tests.unit.core.reflection.test_brief import LITTLE, works


def test_the_work_as_it_is_sent(snapshot):
    standing = rule(
        "Run the linter before every commit.", id="r-lint", why="CI fails on it.", scope={"project": SHOP}
    )
    said = Decision(
        "refused", "not-lasting", "it speaks of a passing state", "", "model", "The cart is broken today."
    )
    (work,) = works(
        *talk(*LITTLE),
        rules=[Known(standing, Standing(n_plus=3, stage="established"), ("r-other",))],
        refused=[said],
    )
    assert "\n\n=== user\n".join(message.text for message in work.messages) == snapshot


def test_the_diary_as_it_is_asked_for(snapshot):
    prompt = prompt_of(Path("cm/prompts/diary.md").read_text("utf-8"))
    head, events = talk(*LITTLE)
    (work,) = works_of(
        prompt, head, events, digest(head, events), project=head.project, budget=24_000, rules=lambda _: (),
        refused=lambda _: (), schema=SCHEMA,
    )  # fmt: skip
    assert "\n\n=== user\n".join(message.text for message in work.messages) == snapshot
