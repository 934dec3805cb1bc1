"""A human's yes is a human's: asked for before anything that loosens or destroys.

What tightens (forget, mark, add a trauma) does not come here; it is open to all and says by whom.
"""

from __future__ import annotations

import sys
from typing import Literal

from cm.errors import NeedsAHuman
from cm.flows.env import Env


def require_human(env: Env, what: str, yes: bool = False) -> Literal["human", "script"]:
    """Returns who said yes to `what` ("trust /path", "erase r-…"), or raises NeedsAHuman.

    Refused inside an agent's environment whatever the arguments; asked at a terminal; `yes` is enough in a script.
    """
    if env.agent:
        raise NeedsAHuman(
            f"{what}: not done for an agent (this runs inside {env.agent})",
            hint="ask the user to run this command in a terminal of their own",
            what=what,
        )
    if env.tty:
        if yes or _asked(what):
            return "human"
        raise NeedsAHuman(f"{what}: the answer was no", hint="nothing was changed", what=what)
    if yes:
        return "script"
    raise NeedsAHuman(
        f"{what}: needs a human's yes, and there is no terminal to ask at",
        hint="run it in a terminal, or add --yes in a script of your own",
        what=what,
    )


def _asked(what: str) -> bool:
    sys.stderr.write(f"{what}? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
