"""What is said of a fact beside its words: whom it is about, from when and until when it holds, when to look at it again, who may see it.

Asked alike by every door that adds or corrects one. Not here: how it is read (`core/facts.py`, `core/serving/validity.py`).
"""

from __future__ import annotations

from dataclasses import replace

from cm.core.facts import Entity, about_text, entities_of
from cm.core.serving.validity import begins, ends
from cm.errors import Usage
from cm.flows.env import Env
from cm.model.delta import Add
from cm.model.rule import VISIBILITIES, Valid

TIMES = "a year, a month, a day or a moment: 2026, 2026-03, 2026-03-05, 2026-03-05T10:00Z"


def with_told(
    add: Add,
    *,
    about: str = "",
    since: str = "",
    until: str = "",
    review_after: str = "",
    visibility: str = "",
) -> Add:
    """The rule with what else is said of it. Raises Usage with what may be said."""
    asked = visibility.strip().lower()
    seen = next((known for known in VISIBILITIES if known == asked), None)
    if asked and seen is None:
        raise Usage(f"there is no visibility `{visibility}`", hint=f"one of {', '.join(VISIBILITIES)}")
    since, until = a_time(since, "--from"), a_time(until, "--until")
    start, end = begins(since), ends(until)
    if start is not None and end is not None and end <= start:
        raise Usage(
            f"it would end before it begins: from {since} until {until}", hint="--until names the last day"
        )
    return replace(
        add, about=about_text(entities_of(about)) or add.about, review_after=a_time(review_after, "--review-after") or add.review_after,
        valid=Valid(since, until) if since or until else add.valid, visibility=seen or add.visibility,
    )  # fmt: skip


def a_time(text: str, option: str) -> str:
    """A time as it is spelled. Raises Usage where none is named."""
    said = text.strip()
    if said and begins(said) is None:
        raise Usage(f"{option} {said}: that names no time", hint=TIMES)
    return said


def of_here(env: Env, add: Add) -> Add:
    """The rule with `project:here` spelled as the project around us."""
    return replace(add, about=about_here(env, add.about)) if "here" in add.about else add


def about_here(env: Env, about: str, project: str = "") -> str:
    """An `about` with the project around us under its name, where it says `here` or a name that it had before.

    `project` is what `here` means where that is another one.
    """

    def named(entity: Entity) -> Entity:
        if entity.kind != "project":
            return entity
        name = (project or env.project) if entity.name.casefold() == "here" else entity.name
        return Entity("project", env.project if env.is_here(name) else name)

    return about_text(map(named, entities_of(about)))
