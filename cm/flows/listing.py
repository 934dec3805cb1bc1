"""The rules of both layers, each with its standing and whether an agent would see it here now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from cm.core.serving.audience import visibility_of
from cm.core.serving.serve import Reader, Served, Withheld
from cm.flows.env import Env
from cm.flows.kept import renew
from cm.flows.parts import Ground, files_of
from cm.flows.reading import also_called, shelf, side_by_side
from cm.flows.show import revision_shown
from cm.model.playbook import Flaw
from cm.model.rule import Layer, Rule, State, Visibility
from cm.model.standing import Shelved, Standing
from cm.store.playbook import text_revision
from cm.store.yaml import read_text

CURRENT: tuple[State, ...] = ("active", "contested")


@dataclass(frozen=True, slots=True)
class Listed:
    """One rule in a listing."""

    rule: Rule
    layer: Layer
    standing: Standing
    withheld: str  # "" = an agent at work here would be given it; else why not
    here: bool  # belongs to this project or to no project
    contested_with: tuple[str, ...] = ()  # given beside it, as a pair that disagrees
    except_for: tuple[str, ...] = ()  # narrower rules that hold in its place where they hold
    revision: str = ""  # of what it says and of its state
    visibility: Visibility = "team"  # as it says, or its kind


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which rules are asked for; an empty field asks for nothing in particular."""

    states: tuple[State, ...] = CURRENT
    kind: str = ""
    category: str = ""
    layer: str = ""
    words: tuple[str, ...] = ()
    here: bool = False
    served: bool = False
    most: int = 0


@dataclass(frozen=True, slots=True)
class Listing:
    """What was found, the rules of this project first, and what there is besides."""

    project: str
    rules: tuple[Listed, ...]
    left_out: int  # matched, but over the asked number
    states: Mapping[str, int] = field(default_factory=dict)  # all rules by state
    flaws: tuple[Flaw, ...] = ()
    notes: tuple[str, ...] = ()
    revisions: Mapping[str, str] = field(default_factory=dict)  # of each layer's playbook as a whole


def list_rules(env: Env, wanted: Wanted) -> Listing:
    """Lists the rules that match, those of this project first."""
    renew(env)
    found = shelf(env)
    reader = Reader(
        "list",
        project=env.project,
        also=also_called(env, found.shelved),
        branch=env.branch,
        audience=env.audience,
    )
    answers = side_by_side(env, found.shelved, reader)
    items = [_listed(item, answer, env) for item, answer in zip(found.shelved, answers, strict=True)]
    shelved = {id(each.rule): each for each in found.shelved}
    matching = [item for item in items if _matches(item, wanted)]
    matching.sort(key=lambda item: (not _of_project(item, env), not item.here))
    kept = matching[: wanted.most] if wanted.most else matching
    return Listing(
        project=env.project,
        rules=tuple(replace(each, revision=revision_shown(env, shelved[id(each.rule)])) for each in kept),
        left_out=len(matching) - len(kept),
        states=dict(Counter(item.rule.state for item in items)),
        flaws=found.flaws,
        notes=found.notes,
        revisions=_revisions(env),
    )


def _listed(item: Shelved, answer: Served | Withheld, env: Env) -> Listed:
    here = not item.rule.scope.project or env.is_here(item.rule.scope.project)
    seen = visibility_of(item.rule, item.layer)
    if isinstance(answer, Withheld):
        return Listed(item.rule, item.layer, item.standing, answer.reason, here, visibility=seen)
    return Listed(
        item.rule,
        item.layer,
        item.standing,
        "",
        here,
        answer.contested_with,
        answer.except_for,
        visibility=seen,
    )


def _revisions(env: Env) -> dict[str, str]:
    """The revision of each playbook to which something may be added."""
    ground = Ground(env)
    return {layer: text_revision(read_text(files_of(env, layer).playbook) or "") for layer in ground.layers}


def _of_project(item: Listed, env: Env) -> bool:
    return env.is_here(item.rule.scope.project) or (item.layer == "repo" and item.here)


def _matches(item: Listed, wanted: Wanted) -> bool:
    rule = item.rule
    return (
        (not wanted.states or rule.state in wanted.states)
        and wanted.kind in ("", rule.kind)
        and wanted.category in ("", rule.category)
        and wanted.layer in ("", item.layer)
        and (item.here or not wanted.here)
        and (not item.withheld or not wanted.served)
        and _has_words(rule, wanted.words)
    )


def _has_words(rule: Rule, words: Sequence[str]) -> bool:
    text = " ".join((rule.text, rule.why, rule.category, *rule.tags)).casefold()
    return all(word.casefold() in text for word in words)
