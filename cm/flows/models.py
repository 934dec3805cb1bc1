"""`cm models`: which model reads meaning here, is it whole, does it tell what belongs together, and what has it read.

Not here: where models lie (`llm/places.py`), reading the rules (`flows/meaning.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cm.errors import NotFound
from cm.flows.env import Env
from cm.flows.likeness import embedder_of, models_folder
from cm.llm import places
from cm.llm.places import Checked, Place
from cm.store.near import NAME, Near

_SAME: Final = ("Delete imports that nothing uses.", "Remove unused imports.")
_OTHER: Final = "The staging database listens on port 5544."


@dataclass(frozen=True, slots=True)
class Models:
    """The models of this machine, and what the one in use has read."""

    models: tuple[Place, ...]
    in_use: str  # "" = none
    read_by: str  # the model that has read the rules, "" for none
    rules: int = 0
    words: int = 0


@dataclass(frozen=True, slots=True)
class Verified:
    """Whether the model in use can be trusted with its work."""

    model: str
    revision: str
    same: float  # the cosine of two sentences that say the same
    other: float  # and of two that do not
    works: bool
    pulled: tuple[Checked, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether every file that was pulled is what it was."""
        return all(each.whole for each in self.pulled)


def models(env: Env) -> Models:
    """Lists them; opens none."""
    found = tuple(places.places(env.environ, models_folder(env)))
    used = next((each.name for each in found if each.in_use), "")
    table = Near.open(str(env.home.cache / NAME))
    if table is None:
        return Models(found, used, "")
    with table:
        rules = table.db.execute("select count(*) from rules").fetchone()[0]
        words = table.db.execute("select count(*) from words").fetchone()[0]
        return Models(found, used, table.meta("model"), int(rules), int(words))


def in_use(env: Env) -> Place:
    """The model in use. Raises NotFound."""
    for each in places.places(env.environ, models_folder(env)):
        if each.in_use:
            return each
    raise _none()


def verify(env: Env) -> Verified:
    """Compares the files of pulled models with their hashes, and asks the one in use three sentences. Raises NotFound."""
    embedder = embedder_of(env)
    if embedder is None:
        raise _none()
    one, same, other = embedder.embed([*_SAME, _OTHER])
    near = sum(a * b for a, b in zip(one, same, strict=True))
    far = sum(a * b for a, b in zip(one, other, strict=True))
    checked = tuple(places.checked(models_folder(env)))
    return Verified(
        embedder.name, embedder.revision, round(near, 3), round(far, 3), near > far + 0.2, checked
    )


def pull(env: Env, source: Path, *, dry_run: bool = False) -> Place:
    """Copies a model into the home and takes it into use. Raises what `places.pull` raises."""
    return places.pull(env.cwd / source.expanduser(), models_folder(env), dry_run=dry_run)


def _none() -> NotFound:
    return NotFound("no model is in use", hint="cm models list shows what can be used and what is missing")
