"""A process that stays has the model loaded: it reads the task itself, instead of adding up a table of words.

For whoever answers many questions: `cm serve` has it loaded ahead (`Ahead`); it serves nobody by itself. What is handed over, withheld, logged is what
`cm context` does, by the same functions; only the meaning of the task is known better. Without a model the table decides, or words alone,
and the answer says so under `degraded`.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from sqlite3 import Error as DatabaseError
from typing import TYPE_CHECKING, Any, Final

from cm.flows.context import ContextResult, Wish, answer, context
from cm.flows.env import Env
from cm.flows.likeness import embedder_of
from cm.flows.meaning import Read, read_rules
from cm.flows.near import Meaning
from cm.flows.refresh import answered
from cm.flows.surroundings import Surroundings, recall, stopwatch, survey
from cm.store.near import NAME, Near

if TYPE_CHECKING:
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

    def context(
        self, task: str, *, cwd: Path | None = None, environ: Mapping[str, str] | None = None, **wish: Any
    ) -> ContextResult:
        """What `cm context` answers, by words and the loaded model; `wish` as there (budget, max_rules, session, host, door, fmt, log)."""
        environ = self._env.environ if environ is None else environ
        here = cwd or self._env.cwd
        if self._embedder is None or not self.has_read():
            found = context(_standing_in(self._env, environ, here), task, **wish)
            return _degraded(found, NO_MODEL if self._embedder is None else OTHER)
        vector = self.embed(task)
        whole = Wish(**{**wish, "nonce": self._env.nonce()})

        def ask(index: Index, at: Surroundings) -> ContextResult:
            return answer(index, at, task, whole, Meaning(index, task, stopwatch, lambda: vector))

        known = recall(environ, str(here), whole.host)
        if known is not None:
            index, at = known
            with suppress(DatabaseError, LookupError, TypeError, ValueError), index:
                return ask(index, at)  # damaged or being replaced: the long way mends it
        env = _standing_in(self._env, environ, here)
        return answered(env, lambda index, done: ask(index, survey(env, index, done, whole.host)))

    def embed(self, task: str) -> Sequence[float]:
        """What the loaded model makes of a task. Raises LookupError without one."""
        if self._embedder is None:
            raise LookupError(NO_MODEL)
        return self._embedder.embed([task[:READ_OF]])[0]

    def has_read(self) -> bool:
        """Whether the vectors that are kept are of the model that is loaded."""
        table = Near.open(str(self._env.home.cache / NAME))
        if table is None or self._embedder is None:
            return False
        with table:
            read = (table.meta("model"), table.meta("revision"))
        return read == (self._embedder.name, self._embedder.revision)


class Ahead:
    """Has the model loaded beside the answers. Nobody waits for it, and none is loaded where no model has read the rules."""

    def __init__(self, environ: Mapping[str, str], cwd: str) -> None:
        self._environ, self._cwd = environ, Path(cwd)
        self._warm: Warm | None = None

    def begin(self) -> threading.Thread:
        """Loads in a thread of its own."""
        thread = threading.Thread(target=self.load, name="model", daemon=True)
        thread.start()
        return thread

    def load(self) -> None:
        """Loads the model and has it read a word; whatever goes wrong there, the table answers as it does without a model."""
        with suppress(Exception):
            from cm.flows.env import open_env

            warm = Warm(open_env(self._environ, self._cwd))
            if warm.model and warm.has_read():
                warm.embed("ready")
                self._warm = warm

    def warm(self) -> Warm | None:
        """Who answers by the loaded model, while what is kept of the rules is what this model read."""
        found = self._warm
        return found if found is not None and found.has_read() else None


def _standing_in(env: Env, environ: Mapping[str, str], cwd: Path) -> Env:
    from cm.flows.env import open_env

    return open_env(environ, cwd, clock=env.clock, nonce=env.nonce, tty=env.tty)


def _degraded(found: ContextResult, said: str) -> ContextResult:
    return found.but(degraded=(*found.degraded, said))
