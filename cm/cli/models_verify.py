"""`cm models verify`: is the model whole, and does it know what belongs together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Exit

if TYPE_CHECKING:
    from cm.flows.models import Verified


def command() -> Answer:
    """Compare the files of pulled models with their hashes, and ask those in use a few sentences."""
    from cm.flows.env import open_env
    from cm.flows.models import verify

    found = verify(open_env())
    return Answer("models-verify", found, lambda: render(found), exit=Exit.OK if found.good else Exit.NO)


def render(found: Verified) -> str:
    """What was asked and what came of it."""
    cross = found.cross
    return say.lines(
        say.para(
            f"{_told(found.model, found.revision, found.works)}: {found.same:.2f} against {found.other:.2f}."
        )
        if found.model
        else "",
        say.para(
            f"{cross.model} (cross-encoder) was not asked: {cross.why}"
            if cross.why
            else f"{_told(cross.model, cross.revision, cross.works, 'cross-encoder, ')}: {cross.same:.2f} against {cross.other:.2f}."
        )
        if cross is not None
        else "",
        *(
            say.para(
                f"{each.name}: every file is what it was"
                if each.whole
                else f"{each.name}: changed or gone: {', '.join(each.wrong)}; cm models pull it again"
            )
            for each in found.pulled
        ),
    )


def _told(model: str, revision: str, works: bool, kind: str = "") -> str:
    told = "tells what belongs together" if works else "does not tell what belongs together: use another"
    return f"{model} ({kind}revision {revision}) {told}"
