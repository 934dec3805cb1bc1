"""What is told to those beyond this machine: nothing private, whatever they ask and whatever is answered.

They read with the audience `team` (or less, where the user's settings say so), so the predicate holds back what is more private. What a
change answers may still name a rule that it met; its words are taken out here, and a private rule named by its id is not there.
Who is beyond this machine says the door (`cm/mcp/caller.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from cm.core.serving.audience import fewer, may_hear, visibility_of
from cm.errors import NotFound
from cm.flows.env import Env, open_env
from cm.flows.reading import shelf
from cm.flows.strangers import PRIVATE
from cm.model.rule import Rule, Visibility

AUDIENCE: Final = "CM_AUDIENCE"
SHORTEST: Final = 6  # letters of words that are looked for


def as_beyond(environ: Mapping[str, str], cwd: str) -> Mapping[str, str]:
    """The environment in which somebody beyond this machine is answered: no word of a session, nothing private."""
    audience = fewer("team", open_env(environ, Path(cwd), tty=False).audience)
    return MappingProxyType({**environ, "CM_CONTEXT_HISTORY": "0", AUDIENCE: audience})


@dataclass(frozen=True, slots=True)
class Hidden:
    """The rules that are more private than an audience, and their words."""

    ids: tuple[str, ...]
    words: tuple[str, ...]  # the longest first

    def refuse(self, names: Iterable[str]) -> None:
        """Raises NotFound where one of these names (with or without its `r-`, several in one) is of a rule that is not told."""
        for asked in (word for name in names for word in name.replace(",", " ").split()):
            if any(rule_id.startswith((asked, f"r-{asked}")) for rule_id in self.ids):
                raise NotFound(f"there is no rule {asked[:60]}", hint="`context` gives the ids of rules")

    def told_in(self, value: Any) -> bool:
        """Whether plain data says any of those words."""
        return bool(self.without(value) != value)

    def without(self, value: Any) -> Any:
        """Plain data without the words of those rules."""
        if isinstance(value, str):
            for words in self.words:
                if words in value:
                    value = value.replace(words, PRIVATE)
            return value
        if isinstance(value, dict):
            return {name: self.without(each) for name, each in value.items()}
        return [self.without(each) for each in value] if isinstance(value, list) else value


def hidden_from(env: Env, audience: Visibility | None = None) -> Hidden:
    """What is more private than what an audience is told (by default this env's); drafts and what left service too."""
    told = env.audience if audience is None else audience
    rules = [
        item.rule
        for item in shelf(env, whole=True).shelved
        if not may_hear(told, visibility_of(item.rule, item.layer))
    ]
    found = {words for rule in rules for words in _words(rule) if len(words) >= SHORTEST}
    return Hidden(tuple(rule.id for rule in rules), tuple(sorted(found, key=lambda text: (-len(text), text))))


def _words(rule: Rule) -> Iterable[str]:
    yield from (rule.text, rule.why, rule.pinned)
    yield from (item.quote for item in rule.evidence)
    for was in rule.was:
        yield from (was.text, was.why)
