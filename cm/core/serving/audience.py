"""For whom a rule is: the user alone, those who work with them, or anybody; and whether a reader is one of them.

A reader says how private a rule it may be given (`Reader.audience`), a rule says how private it is, or its kind does. Nothing
private goes into a repository, into a file for others, or beyond this machine. Not here: everything else that keeps a rule from a reader
(`core/serving/serve.py`), who is given which audience (each way out says it where it asks). Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from cm.core.facts import entities_of
from cm.model.delta import Add
from cm.model.rule import VISIBILITIES, Layer, Rule, Visibility

AUDIENCES: Final = VISIBILITIES
"""From the one that is told most to the one that is told least."""


def visibility_of(rule: Rule | Add, layer: Layer = "user") -> Visibility:
    """How private a rule is: as it says, else a preference and a fact about the user or a person are private, all others the team's.

    What lies in a repository others can read already: there only what says so is private.
    """
    if rule.visibility:
        return rule.visibility
    if layer == "user" and (
        rule.kind == "preference" or (rule.kind == "fact" and is_about_somebody(rule.about))
    ):
        return "private"
    return "team"


def is_about_somebody(about: str) -> bool:
    """Whether an `about` names the user or a person."""
    return any(entity.kind in ("user", "person") for entity in entities_of(about)) if about else False


def may_hear(audience: Visibility, visibility: Visibility) -> bool:
    """Whether a reader with this audience is given what is this private."""
    return AUDIENCES.index(audience) <= AUDIENCES.index(visibility)


def fewer(one: Visibility, other: Visibility) -> Visibility:
    """Of two audiences the one that is told less."""
    return max(one, other, key=AUDIENCES.index)


def as_private_as(rule: Rule, before: Iterable[Rule], layer: Layer = "user") -> Rule:
    """The rule, no less private than those it comes from: other words, another kind or a merge tell nobody else."""
    seen = [visibility_of(each, layer) for each in before]
    most: Visibility = min(seen, key=AUDIENCES.index) if seen else "public"
    return rule if may_hear(visibility_of(rule, layer), most) else replace(rule, visibility=most)


def why_private(rule: Rule | Add, visibility: Visibility) -> str:
    """Why a rule is not for a reader, in a clause for people."""
    if visibility == "team":
        return "it is for those who work with you, and this reader is told only what is public"
    if rule.visibility:
        return "it is private: it is told on this machine alone"
    whose = "a preference" if rule.kind == "preference" else "a fact about a person"
    return (
        f"{whose} is private unless it says otherwise (`--visibility team`): it is told on this machine alone"
    )
