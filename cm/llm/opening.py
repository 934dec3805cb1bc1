"""Opens the writer that the user's config names, with the one key that it names. Nothing else is looked at.

Raises NoModel, with the command to type, for whatever is missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cm.errors import NoModel
from cm.llm.port import Schema, Writer
from cm.model.settings import LlmSettings
from cm.model.writing import Failure, Limits, Message, Reply

COMMAND: Final = "command"
KEYLESS: Final = ("ollama", "ollama_chat", "lm_studio", "llamafile", "docker_model_runner")
"""Providers that run on this machine and ask for no key."""
_NEEDS_ADDRESS: Final = ("openai-compatible", "vllm", "hosted_vllm", "lm_studio")


def is_named(llm: LlmSettings) -> bool:
    """Whether the user's config names provider and model."""
    return bool(llm.provider and llm.model)


def open_writer(llm: LlmSettings, environ: Mapping[str, str], *, only_look: bool = False) -> Writer:
    """The writer of these settings; `only_look`: its key is not looked for, and it cannot be asked."""
    if not is_named(llm):
        missing = "llm.provider" if not llm.provider else "llm.model"
        raise NoModel(
            f"no model is named: {missing} is empty",
            hint="cm config set llm.provider openai-compatible, cm config set llm.model NAME, and llm.base_url or llm.key_variable; "
            "an agent can do the work itself: cm reflect --prepare",
        )
    if llm.provider == COMMAND:
        from cm.llm.command_writer import CommandWriter

        named = (*llm.variables, *((llm.key_variable,) if llm.key_variable else ()))
        return CommandWriter(llm.command, llm.model, environ=environ, variables=named)
    if llm.provider in _NEEDS_ADDRESS and not llm.base_url:
        raise NoModel(
            f"llm.provider is {llm.provider}, and llm.base_url is empty",
            hint="e.g. cm config set llm.base_url http://127.0.0.1:11434/v1",
        )
    if not (llm.base_url or llm.key_variable or llm.key_keyring or llm.variables or llm.provider in KEYLESS):
        raise NoModel(
            f"no key is named for {llm.provider}, and none is looked for",
            hint="cm config set llm.key_variable NAME_OF_THE_VARIABLE, or llm.key_keyring SERVICE/USER",
        )
    if only_look:
        return _Closed(f"{llm.provider}/{llm.model}")
    from cm.llm.litellm_writer import LitellmWriter

    return LitellmWriter(
        llm.provider, llm.model, key=key_of(llm, environ), base_url=llm.base_url, stream=llm.stream,
        environ=environ, variables=llm.variables,
    )  # fmt: skip


class _Closed:
    """The name of a writer that is not asked."""

    def __init__(self, name: str) -> None:
        self.name = name

    def ask(self, messages: Sequence[Message], schema: Schema | None, limits: Limits) -> Reply | Failure:
        return Failure("stopped", f"{self.name} was only looked at", turned_away=True)

    def close(self) -> None:
        return None


def key_of(llm: LlmSettings, environ: Mapping[str, str]) -> str:
    """The key from the one place that the config names; "" when it names none, which only some servers take."""
    if llm.key_variable:
        key = environ.get(llm.key_variable, "").strip()
        if not key:
            raise NoModel(
                f"llm.key_variable names {llm.key_variable}, which is not set here",
                hint=f"export {llm.key_variable}=…, or keep the key in the keyring: cm config set llm.key_keyring SERVICE/USER",
            )
        return _sound(key, f"llm.key_variable names {llm.key_variable}, whose value")
    if llm.key_keyring:
        return _sound(_from_keyring(llm.key_keyring), f"the keyring's entry {llm.key_keyring}")
    return ""


def _sound(key: str, what: str) -> str:
    """The key, if it can be one: what cannot stand in a header would be told by the error about it."""
    if not all("!" <= char <= "~" for char in key):
        raise NoModel(
            f"{what} holds characters that no key has",
            hint="set it again, without spaces, line ends or anything but plain characters",
        )
    return key


def _from_keyring(entry: str) -> str:
    service, slash, user = entry.rpartition("/")
    if not slash or not service or not user:
        raise NoModel(
            f"llm.key_keyring is {entry!r}",
            hint="write it as SERVICE/USER, as `keyring set SERVICE USER` has it",
        )
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError as error:
        raise NoModel(
            "llm.key_keyring is set, and the package keyring is not installed",
            hint="pipx inject cm-playbook keyring, or name a variable: cm config set llm.key_variable NAME",
        ) from error
    try:
        key = keyring.get_password(service, user)
    except KeyringError as error:
        raise NoModel(
            f"the keyring cannot be asked: {error}", hint="unlock it, or use llm.key_variable"
        ) from error
    if not key:
        raise NoModel(f"the keyring has no entry {service}/{user}", hint=f"keyring set {service} {user}")
    return str(key).strip()
