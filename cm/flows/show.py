"""One rule with everything it carries, and the file it stands in."""

from __future__ import annotations

from dataclasses import dataclass

from cm.flows.env import Env
from cm.flows.named import shelved_named
from cm.flows.reading import shelf
from cm.model.rule import Layer, Rule
from cm.model.standing import Standing


@dataclass(frozen=True, slots=True)
class Shown:
    """A rule, its standing, and where it is kept."""

    rule: Rule
    layer: Layer
    standing: Standing
    file: str
    blocked_by: str
    screened: str


def show(env: Env, rule: str) -> Shown:
    """Gives one rule of either layer. Raises NotFound, Ambiguous."""
    item = shelved_named(shelf(env).shelved, rule)
    home = env.repo if item.layer == "repo" and env.repo else env.home
    return Shown(item.rule, item.layer, item.standing, str(home.playbook), item.blocked_by, item.screened)
