"""A process that stays has the model loaded: it reads the task itself, instead of adding up a table of words.

For whoever answers many questions (a server, a bench); it serves nobody by itself. What is handed over, withheld, logged is what
`cm context` does, by the same functions; only the meaning of the task is known better. Without a model the table decides, or words alone,
and the answer says so under `degraded`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cm.flows.context import ContextResult, Wish, answer, context
from cm.flows.env import Env
from cm.flows.likeness import embedder_of
from cm.flows.meaning import Read, read_rules
from cm.flows.near import Meaning
from cm.flows.refresh import answered
from cm.flows.surroundings import stopwatch, survey
from cm.store.near import NAME, Near

if TYPE_CHECKING:
    from cm.flows.refresh import Refreshed
    from cm.llm.embedder import Embedder
    from cm.store.index import Index

READ_OF: Final = 600  # characters of a task that the model reads
NO_MODEL: Final = "semantic: no model is loaded; `cm models list`"
OTHER: Final = "semantic: another model has read the rules; `cm models index`"


class Warm:
    """Answers with a loaded model; made once, asked often, from several threads if need be."""

    def __init__(self, env: Env) -> None:
        """Loads the model of this home, if there is one; reads no rule yet."""
        self._env = env
        self._embedder: Embedder | None = embedder_of(env)

    @property
    def model(self) -> str:
        """The model that is loaded, "" when there is none."""
        return self._embedder.name if self._embedder is not None else ""

    def ready(self, *, words: bool = False) -> Read:
        """Has the model read every rule, and with `words` the table for the quick doors; blocks meanwhile. Raises NoHome, Unwritable."""
        return read_rules(self._env, out_of_time=lambda: not words)

    def context(self, task: str, *, cwd: Path | None = None, **wish: Any) -> ContextResult:
        """What `cm context` answers, by words and the loaded model; `wish` as there (budget, max_rules, session, host, door, fmt, log)."""
        env = _standing_in(self._env, cwd or self._env.cwd)
        if self._embedder is None or not self._has_read():
            found = context(env, task, **wish)
            return _degraded(found, NO_MODEL if self._embedder is None else OTHER)
        embedder = self._embedder
        whole = Wish(**{**wish, "nonce": env.nonce()})

        def ask(index: Index, done: Refreshed) -> ContextResult:
            meaning = Meaning(index, task, stopwatch, lambda: _vector(embedder, task))
            return answer(index, survey(env, index, done, whole.host), task, whole, meaning)

        return answered(env, ask)

    def _has_read(self) -> bool:
        """Whether the vectors that are kept are of the model that is loaded."""
        table = Near.open(str(self._env.home.cache / NAME))
        if table is None or self._embedder is None:
            return False
        with table:
            read = (table.meta("model"), table.meta("revision"))
        return read == (self._embedder.name, self._embedder.revision)


def _standing_in(env: Env, cwd: Path) -> Env:
    from cm.flows.env import open_env

    return open_env(env.environ, cwd, clock=env.clock, nonce=env.nonce, tty=env.tty)


def _vector(embedder: Embedder, task: str) -> Sequence[float]:
    return embedder.embed([task[:READ_OF]])[0]


def _degraded(found: ContextResult, said: str) -> ContextResult:
    fields = {name: getattr(found, name) for name in ContextResult.__slots__}
    return ContextResult(**{**fields, "degraded": (*found.degraded, said)})
