"""`cm models`: which models read meaning here, are they whole, do they tell what belongs together, and what has one read.

Not here: where models lie (`llm/places.py`), reading the rules (`flows/meaning.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cm.errors import NoModel, NotFound
from cm.flows.crossing import cross_encoder_of
from cm.flows.env import Env
from cm.flows.likeness import embedder_of, models_folder
from cm.llm import places
from cm.llm.boxed import START_SECONDS
from cm.llm.places import Checked, Kind, Place
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
    reranks: str = ""  # the cross-encoder in use, "" = none


@dataclass(frozen=True, slots=True)
class Tried:
    """Whether the cross-encoder can be trusted with its work."""

    model: str
    revision: str
    same: float  # what it gives a question and what answers it
    other: float  # and what does not
    works: bool
    why: str = ""  # what kept it from being asked


@dataclass(frozen=True, slots=True)
class Verified:
    """Whether the models in use can be trusted with their work."""

    model: str  # the embedder, "" when none is in use
    revision: str
    same: float  # the cosine of two sentences that say the same
    other: float  # and of two that do not
    works: bool
    pulled: tuple[Checked, ...] = ()
    cross: Tried | None = None  # the cross-encoder that the config names

    @property
    def whole(self) -> bool:
        """Whether every file that was pulled is what it was."""
        return all(each.whole for each in self.pulled)

    @property
    def good(self) -> bool:
        """Whether there is nothing to do."""
        return self.whole and (self.works or not self.model) and (self.cross is None or self.cross.works)


def models(env: Env) -> Models:
    """Lists them; opens none."""
    found = tuple(_places(env))
    used, reranks = (
        next((each.name for each in found if each.in_use and each.kind == kind), "") for kind in places.KINDS
    )
    table = Near.open(str(env.home.cache / NAME))
    if table is None:
        return Models(found, used, "", reranks=reranks)
    with table:
        rules = table.db.execute("select count(*) from rules").fetchone()[0]
        words = table.db.execute("select count(*) from words").fetchone()[0]
        return Models(found, used, table.meta("model"), int(rules), int(words), reranks)


def in_use(env: Env, kind: Kind = "embedder") -> Place:
    """The model of that kind that is in use. Raises NotFound."""
    for each in _places(env):
        if each.in_use and each.kind == kind:
            return each
    raise _none(kind)


def verify(env: Env) -> Verified:
    """Compares the files of pulled models with their hashes, and asks those in use three sentences. Raises NotFound."""
    embedder = embedder_of(env)
    cross = _tried(env)
    checked = tuple(places.checked(models_folder(env)))
    if embedder is None:
        if cross is None:
            raise _none("embedder")
        return Verified("", "", 0.0, 0.0, False, checked, cross)
    one, same, other = embedder.embed([*_SAME, _OTHER])
    near = sum(a * b for a, b in zip(one, same, strict=True))
    far = sum(a * b for a, b in zip(one, other, strict=True))
    return Verified(
        embedder.name, embedder.revision, round(near, 3), round(far, 3), near > far + 0.2, checked, cross
    )


def _tried(env: Env) -> Tried | None:
    """The named cross-encoder, asked which of two sentences answers a third; None when none is named."""
    try:
        cross = cross_encoder_of(env)
    except NoModel as error:
        return Tried(env.settings.rerank.local, "", 0.0, 0.0, False, error.message)
    if cross is None:
        return None
    try:
        same, other = cross.scores(_SAME[0], [_SAME[1], _OTHER], START_SECONDS)
    except NoModel as error:
        return Tried(cross.name, cross.revision, 0.0, 0.0, False, error.message)
    finally:
        cross.close()
    return Tried(cross.name, cross.revision, round(same, 3), round(other, 3), same > other)


def pull(env: Env, source: Path, *, kind: Kind | None = None, dry_run: bool = False) -> Place:
    """Copies a model into the home; an embedder is taken into use. Raises what `places.pull` raises."""
    return places.pull(env.cwd / source.expanduser(), models_folder(env), kind=kind, dry_run=dry_run)


def _places(env: Env) -> list[Place]:
    return places.places(env.environ, models_folder(env), env.settings.rerank.local)


def _none(kind: Kind) -> NotFound:
    return NotFound(
        "no model is in use" if kind == "embedder" else "no cross-encoder is in use",
        hint="cm models list shows what can be used and what is missing",
    )
