"""Puts new traumas into the user's registry and arms them, and reads what is armed in this folder.

Not here: whether one may be armed (`flows/admission.py`, which `arming.py` asks again), changing what is there (`flows/traumas.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from cm.flows.admission import NotAdmitted, admit, benign_commands
from cm.flows.armed import Armed as Arming
from cm.flows.arming import arm, arm_held, is_behind, packs_on
from cm.flows.env import Env
from cm.flows.erase import erased_in
from cm.flows.trauma_standing import standings
from cm.model.ids import short_hash
from cm.model.trauma import Trauma
from cm.store import git
from cm.store.catalogue import read_catalogue
from cm.store.files import lock
from cm.store.guard_engine import Armed, engine
from cm.store.lines import make_dirs
from cm.store.traumas import append_trauma, line_of


def take(env: Env, traumas: Sequence[Trauma], message: str) -> Arming:
    """Appends the traumas to the user's registry in one step, arms them and commits. Raises Busy, Unwritable."""
    make_dirs(env.home.root)
    make_dirs(env.home.state)
    with lock(env.home.lock):
        git.prepare_home(env.home, env.environ)
        for trauma in traumas:
            append_trauma(env.home.traumas, trauma)
        armed = arm_held(env)
        git.commit_home(env.home, message + "\n", at=env.stamp, environ=env.environ)
    return armed


def armed_here(env: Env) -> tuple[Armed, ...]:
    """What a guard would act on in this folder: the packs that are on, the user's lines and a trusted repository's."""
    machine = engine()
    if not env.home.root.is_dir():
        on = packs_on(env)
        shipped = [trauma for pack in read_catalogue() if pack.name in on for trauma in pack.traumas]
        return tuple(machine.Trauma(trauma.row(), f"pack {trauma.pack}") for trauma in shipped)
    if is_behind(env):
        arm(env)
    repos = [str(env.repo.traumas)] if env.repo is not None else []
    held = machine.Registry(
        [str(env.home.traumas)], "", admitted=str(env.home.guard / "admitted"), packs=str(env.home.guard / "packs.jsonl"), repos=repos,
    )  # fmt: skip
    return tuple(held.read().traumas)


def registered(env: Env) -> dict[str, Trauma]:
    """The user's own traumas by id, as they stand now; those of the packs that nobody changed are not among them."""
    return {
        each.trauma.id: each.trauma for each in standings(env) if each.where == "user" and not each.imported
    }


def why_not(env: Env, trauma: Trauma) -> NotAdmitted | None:
    """Why a trauma may not come in here, None when it may: by admission, and because of words that were erased."""
    if erased_in(env, line_of(trauma)):
        return NotAdmitted("it holds words that were erased, and they do not come back")
    answer = admit(trauma, engine(), benign_commands(), now=env.now)
    return answer if isinstance(answer, NotAdmitted) else None


def id_of(trauma: Trauma) -> str:
    """The id that a pattern gives: the same pattern is the same trauma."""
    return "t-" + short_hash(10, trauma.pattern, trauma.scope, trauma.flags)
