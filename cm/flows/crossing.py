"""The cross-encoder on this machine, when the user's config names one (`rerank.local`), and the order that it gives.

Who is asked before and after it is `reranking.py`; where it may lie is `llm/places.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cm.errors import NoModel
from cm.flows.env import Env
from cm.flows.likeness import models_folder

if TYPE_CHECKING:
    from cm.llm.cross_encoder import CrossEncoder

CHARS: Final = 600
"""So many characters of a question and of a passage are read again."""


def cross_encoder_of(env: Env) -> CrossEncoder | None:
    """The cross-encoder that is named, not yet opened; None when none is named. Raises NoModel when it is not here."""
    named = env.settings.rerank.local
    if not named.strip():
        return None
    from cm.llm.cross_encoder import BoxedCrossEncoder, backend_of
    from cm.llm.places import cross_place

    place = cross_place(named, models_folder(env))
    if place is None or not place.usable:
        lacking = ", ".join(place.missing) if place is not None else ""
        raise NoModel(
            f"the cross-encoder {named} cannot be used, missing: {lacking}",
            hint="cm models list shows what there is, cm models pull FOLDER brings one in",
        )
    folder = Path(place.path)
    return BoxedCrossEncoder(folder, backend_of(folder)[0], env.environ)


def crossed(
    env: Env, question: str, passages: Sequence[str], notes: list[str]
) -> tuple[tuple[int, ...], str] | None:
    """The places of the passages, the best first, and whose order it is; None, with the reason in `notes`, when it was not given.

    What is worth the same stays as it stood.
    """
    try:
        cross = cross_encoder_of(env)
        if cross is None:
            return None
        try:
            return order_by(cross, env, question, passages), cross.name
        finally:
            cross.close()
    except NoModel as error:
        notes.append(why_not(error))
        return None


def order_by(cross: CrossEncoder, env: Env, question: str, passages: Sequence[str]) -> tuple[int, ...]:
    """The places of the passages by what it gives them, in the time of `rerank.seconds`. Raises NoModel."""
    scores = cross.scores(question[:CHARS], [text[:CHARS] for text in passages], env.settings.rerank.seconds)
    return tuple(sorted(range(len(passages)), key=lambda at: -scores[at]))


def why_not(error: NoModel) -> str:
    """Why it did not order, and what to do."""
    return f"rerank: {error.message}" + (f" ({error.hint})" if error.hint else "")
