"""Asks a reranker of any provider, or a server that speaks like one, how near texts are to a question; through litellm.

In a process of its own with nothing that the user did not name, as `litellm_writer.py` does it, whose process this is. Not here: what is
sent, what it may cost, and who is asked next when this fails (`flows/reranking.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cm.llm.failing import failure_of
from cm.llm.litellm_writer import KEYLESS, PASSED, LitellmProcess, without_key
from cm.model.writing import Failure

GRACE_SECONDS: Final = 2.0
MOST_SCORE: Final = 1e300
"""No score is larger; a whole number in JSON may be, and is then no number that can be compared with others."""
SPOKEN_LIKE: Final[Mapping[str, str]] = {
    "openai-compatible": "hosted_vllm",
    "vllm": "hosted_vllm",
    "jina": "jina_ai",
}
"""Servers of one's own speak the protocol of `/rerank`, which has no name of its own."""


@dataclass(frozen=True, slots=True)
class Scored:
    """The texts' numbers, the nearest first, and the tokens that the provider names."""

    order: tuple[int, ...]
    tokens: int | None = None


class LitellmReranker:
    """One reranker of one provider; asked once."""

    def __init__(
        self, provider: str, model: str, *, key: str = "", base_url: str = "", environ: Mapping[str, str]
    ) -> None:
        self.name = f"{provider}/{model}"
        self._model = f"{SPOKEN_LIKE.get(provider, provider)}/{model}"
        self._key, self._base_url = key, base_url
        self._environ = {name: environ[name] for name in PASSED if name in environ}

    def ask(self, question: str, texts: Sequence[str], seconds: float) -> Scored | Failure:
        """Sends once. Raises NoModel when litellm cannot be started at all."""
        call: dict[str, Any] = {
            "model": self._model, "query": question, "documents": list(texts), "top_n": len(texts), "timeout": seconds,
            "return_documents": False, "api_key": self._key or KEYLESS,
        }  # fmt: skip
        if self._base_url:
            call["api_base"] = self._base_url
        process = LitellmProcess(self._environ)
        try:
            answer = process.ask(call, seconds + GRACE_SECONDS)
        finally:
            late = process.is_late
            process.kill()
        if answer is None:
            say = f"{self.name} did not answer within {seconds:g} seconds"
            return Failure(
                "timed-out" if late else "stopped", say if late else f"{self.name}: the process that asked it ended"
            )  # fmt: skip
        if answer.get("ok") is not True:
            return failure_of(answer, self.name, lambda text: without_key(text, self._key))
        order = _order(answer.get("pairs"), len(texts))
        if not order:
            return Failure("garbled", f"{self.name}: the answer is not what the protocol asks for")
        tokens = answer.get("tokens")
        return Scored(order, tokens if isinstance(tokens, int) else None)


def _order(pairs: object, many: int) -> tuple[int, ...]:
    """The numbers by their scores, each once; () for what is no answer. What was not scored comes last, as it stood."""
    found: dict[int, float] = {}
    for pair in pairs if isinstance(pairs, list) else ():
        if not isinstance(pair, list) or len(pair) != 2:
            return ()
        number, score = pair
        if (
            isinstance(number, bool)
            or not isinstance(number, int)
            or not 0 <= number < many
            or number in found
        ):
            return ()
        if isinstance(score, bool) or not isinstance(score, int | float) or not abs(score) <= MOST_SCORE:
            return ()
        found[number] = float(score)
    if not found:
        return ()
    return (
        *sorted(found, key=lambda number: (-found[number], number)),
        *(n for n in range(many) if n not in found),
    )
