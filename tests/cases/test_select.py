"""Which rule comes first for a task, or that none does: `select/*.yaml`, by the functions that `cm context` uses."""

from collections import Counter
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from cm.core.language import relevance
from cm.core.serving import select
from cm.model.rule import Rule


def stanzas():
    for path in sorted((Path(__file__).parent / "select").glob("*.yaml")):
        for stanza in YAML(typ="safe").load(path.read_text(encoding="utf-8")):
            yield pytest.param(stanza, id=f"{path.stem}: {stanza['case']}")


def hand_over(stanza):
    from cm.flows.refresh_rules import searched_fields

    given = {
        name: {"text": item} if isinstance(item, str) else item for name, item in stanza["rules"].items()
    }
    rules = {
        name: Rule(
            id=name, text=item["text"], kind=item.get("kind", "rule"), tags=tuple(item.get("tags", ()))
        )
        for name, item in given.items()
    }
    terms = {name: relevance.rule_terms(searched_fields(rule)) for name, rule in rules.items()}
    found_in = Counter(term for each in terms.values() for term in each)
    rows = [
        (name, terms[name], item.get("points", 0.0), item.get("stage", "candidate"), item.get("here", False), item.get("unsure", 0))
        for name, item in given.items()
    ]  # fmt: skip
    chosen = select.choose(select.rank(relevance.read_task(stanza["task"]), rows, found_in, len(rules)))
    cards = {name: {"id": name, "text": rule.text, "kind": rule.kind} for name, rule in rules.items()}
    return select.select(chosen, cards, budget=stanza.get("budget", 1500), max_rules=12)


@pytest.mark.parametrize("stanza", list(stanzas()))
def test_stanza(stanza):
    pack = hand_over(stanza)
    if stanza.get("silent"):
        assert pack.ids == ()
    if "first" in stanza:
        assert pack.ids[:1] == (stanza["first"],)
    if "only" in stanza:
        assert list(pack.ids) == stanza["only"]
