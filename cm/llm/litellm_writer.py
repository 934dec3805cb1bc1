"""Asks any provider, and any server that speaks like one, through litellm, in a process of its own.

Nothing is imported here: litellm takes seconds and two hundred megabytes, and in the same process it would see every key in the
environment. The process (`litellm_process.py`) gets an environment with nothing in it that the user did not name, a home that
is empty, and the key over a pipe. Not here: what is asked, how often, and what may be spent.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote

from cm.core.secrets.scrub import scrub
from cm.llm.boxed import Boxed
from cm.llm.failing import failure_of
from cm.llm.port import Schema
from cm.model.writing import Failure, Limits, Message, Reply, Used

GRACE_SECONDS: Final = 10.0
KEYLESS: Final = "none"  # what a server of one's own gets that asks for no key
SPOKEN_LIKE: Final[Mapping[str, str]] = {
    "openai-compatible": "openai",
    "openai-responses": "openai/responses",
    "vllm": "hosted_vllm",  # the server, not the library
    "ollama": "ollama_chat",  # turns stay turns
}
OLLAMA: Final = "ollama"
PASSED: Final = (
    "PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "LANG", "LC_ALL", "TZ", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY",
    "http_proxy", "https_proxy", "all_proxy", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE",
)  # fmt: skip
"""How the network is reached; no account and no key."""


class LitellmWriter:
    """Sends to one model of one provider; calls may come from several threads, each gets a process of its own."""

    def __init__(
        self, provider: str, model: str, *, key: str = "", base_url: str = "", stream: bool = False,
        environ: Mapping[str, str], variables: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self._model = f"{SPOKEN_LIKE.get(provider, provider)}/{model}"
        self._name = f"{provider}/{model}"
        self._key, self._base_url, self._stream = key, base_url, stream
        self._environ = {name: environ[name] for name in (*PASSED, *variables) if name in environ}
        self._idle: list[LitellmProcess] = []
        self._all: list[LitellmProcess] = []
        self._guard = threading.Lock()
        self._closed = False

    @property
    def name(self) -> str:
        return self._name

    def ask(self, messages: Sequence[Message], schema: Schema | None, limits: Limits) -> Reply | Failure:
        """Raises NoModel when litellm cannot be started at all."""
        if self._closed:
            return Failure("stopped", f"{self._name} was not asked any more", turned_away=True)
        process = self._take()
        if process is None:
            return Failure("stopped", f"{self._name} was not asked any more", turned_away=True)
        answer = None
        try:
            answer = process.ask(self._call(messages, schema, limits), limits.seconds + GRACE_SECONDS)
        finally:  # also on ^C: what it still waits for is of no use to the next question
            if answer is None or answer.get("last"):
                process.kill()
        if answer is None and self._closed:
            return Failure("stopped", f"{self._name} was not waited for")
        if answer is None and not process.is_late:
            return Failure("stopped", f"{self._name}: the process that asked it ended", hint="run it again")
        if answer is None:
            return Failure(
                "timed-out",
                f"{self._name} did not answer within {limits.seconds:g} seconds",
                hint="cm config set llm.seconds gives it longer",
            )
        with self._guard:
            if not (process.is_late or answer.get("last")):
                self._idle.append(process)
        return self._read(answer)

    def close(self) -> None:
        with self._guard:
            self._closed = True
            for process in self._all:
                process.kill()
            self._all.clear()
            self._idle.clear()

    def _take(self) -> LitellmProcess | None:
        """One that is free, or a new one; None when it was closed meanwhile."""
        with self._guard:
            while self._idle:
                if (idle := self._idle.pop()).is_alive:
                    return idle
        process = LitellmProcess(self._environ)
        with self._guard:
            if not self._closed:
                self._all.append(process)
                return process
        process.kill()
        return None

    def _call(self, messages: Sequence[Message], schema: Schema | None, limits: Limits) -> dict[str, Any]:
        call: dict[str, Any] = {
            "model": self._model, "messages": [{"role": item.role, "content": item.text} for item in messages],
            "max_tokens": limits.tokens_out, "timeout": limits.seconds, "temperature": 0, "stream": self._stream,
            "api_key": self._key or KEYLESS,
        }  # fmt: skip
        if self._model.startswith(OLLAMA):  # else it reads the end of a long question and says nothing
            size = sum(len(item.text.encode("utf-8", "replace")) for item in messages)
            call["num_ctx"] = size // 3 + limits.tokens_out
        if self._stream:
            call["stream_options"] = {"include_usage": True}
        if self._base_url:
            call["base_url"] = self._base_url
        if schema is not None:
            shape = {"name": str(schema.get("title", "answer")), "schema": dict(schema), "strict": False}
            call["response_format"] = {"type": "json_schema", "json_schema": shape}
        return call

    def _read(self, answer: Mapping[str, Any]) -> Reply | Failure:
        if answer.get("ok") is not True:
            return failure_of(answer, self._name, lambda text: without_key(text, self._key))
        found = answer.get("used")
        used = Used(found["in"], found["out"], found["cached"]) if isinstance(found, dict) else None
        text = str(answer.get("text") or "")
        if not text.strip():
            if answer.get("refusal") or answer.get("finish") == "content_filter":
                return Failure("declined", f"{self._name} declined to answer", used=used)
            cut = answer.get("finish") == "length"
            return Failure(
                "empty",
                f"{self._name} answered with nothing" + (", all tokens went into thinking" if cut else ""),
                hint="cm config set llm.tokens_out gives it more room" if cut else "",
                used=used,
            )
        return Reply(text, str(answer.get("model") or ""), used, answer.get("finish") != "length")


def without_key(text: str, key: str) -> str:
    """What a provider says, without the key that it was sent, however it spells it, and without other secrets."""
    for form in {key, quote(key, safe=""), repr(key)[1:-1]} - {""}:
        text = text.replace(form, "[secret:key]")
    return scrub(text)[0]


class LitellmProcess(Boxed):
    """One running litellm, started with nothing but what the user named; also of `litellm_reranker.py`."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        super().__init__(
            "litellm_process.py", "litellm", environ, hint="install cm again: pipx install cm-playbook"
        )
