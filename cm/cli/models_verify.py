"""`cm models verify`: is the model whole, and does it know what belongs together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Exit

if TYPE_CHECKING:
    from cm.flows.models import Verified


def command() -> Answer:
    """Compare the files of pulled models with their hashes, and ask the model in use a few sentences."""
    from cm.flows.env import open_env
    from cm.flows.models import verify

    found = verify(open_env())
    good = found.works and found.whole
    return Answer("models-verify", found, lambda: render(found), exit=Exit.OK if good else Exit.NO)


def render(found: Verified) -> str:
    """What was asked and what came of it."""
    told = (
        "tells what belongs together" if found.works else "does not tell what belongs together: use another"
    )
    return say.lines(
        say.para(
            f"{found.model} (revision {found.revision}) {told}: {found.same:.2f} against {found.other:.2f}."
        ),
        *(
            say.para(
                f"{each.name}: every file is what it was"
                if each.whole
                else f"{each.name}: changed or gone: {', '.join(each.wrong)}; cm models pull it again"
            )
            for each in found.pulled
        ),
    )
