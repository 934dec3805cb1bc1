"""One rule with everything it carries, and the file it stands in; and which kind of thing an id names."""

from __future__ import annotations

from dataclasses import dataclass

from cm.core.facts import entities_of
from cm.core.serving.audience import visibility_of
from cm.errors import Ambiguous, NotFound
from cm.flows.env import Env
from cm.flows.facts import is_entity
from cm.flows.named import session_named, shelved_named
from cm.flows.reading import shelf
from cm.model.rule import Layer, Rule, Visibility
from cm.model.standing import Shelved, Standing
from cm.store.journal import Journal
from cm.store.playbook import revision_of


@dataclass(frozen=True, slots=True)
class Shown:
    """A rule, its standing, and where it is kept."""

    rule: Rule
    layer: Layer
    standing: Standing
    file: str
    blocked_by: str
    screened: str
    visibility: Visibility = "team"  # as it says, or its kind
    revision: str = ""  # of what it says and of its state: what --if-revision takes


def show(env: Env, rule: str) -> Shown:
    """Gives one rule of either layer. Raises NotFound, Ambiguous."""
    item = shelved_named(shelf(env).shelved, rule)
    home = env.repo if item.layer == "repo" and env.repo else env.home
    return Shown(
        item.rule, item.layer, item.standing, str(home.playbook), item.blocked_by, item.screened,
        visibility_of(item.rule, item.layer), revision_shown(env, item),
    )  # fmt: skip


def revision_shown(env: Env, item: Shelved) -> str:
    """The revision of a rule as somebody is shown it; "" for words that an agent is not shown."""
    hidden = env.agent and (item.screened or item.blocked_by or not item.trusted)
    return "" if hidden else revision_of(item.rule)


def kind_of(env: Env, thing: str) -> str:
    """What an id names: event, diary, session, rule or entity. An id without its beginning is a rule's, a session's, else an entity."""
    asked = thing.strip()
    if asked.startswith("e-"):
        return "event"
    if asked.startswith("y-"):
        return "diary"
    if _names_a_kind(asked):
        return "entity"
    if "/" in asked:
        return "session"
    try:
        shelved_named(shelf(env).shelved, asked)
    except NotFound:
        if asked.startswith("r-"):
            return "rule"
        return "session" if _is_session(env, asked) else "entity" if is_entity(env, asked) else "rule"
    except Ambiguous:
        return "rule"
    return "rule"


def _names_a_kind(asked: str) -> bool:
    """Whether a text says itself that it names somebody or something that facts are of."""
    found = entities_of(asked)
    return len(found) == 1 and found[0].kind != "thing"


def _is_session(env: Env, asked: str) -> bool:
    try:
        session_named(Journal(env.home.journal).sessions(), asked)
    except NotFound:
        return False
    except Ambiguous:
        return True
    return True
