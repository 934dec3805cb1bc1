"""Nothing is called unless the user's config names it, with the one key that it names."""

import sys
from types import ModuleType

import pytest

from cm.core.layers import Layer, from_environ, resolve
from cm.errors import NoModel
from cm.llm.opening import key_of, open_writer
from cm.model.settings import LlmSettings

KEYS = {"OPENAI_API_KEY": "sk-1", "ANTHROPIC_API_KEY": "sk-2", "MY_KEY": "mine"}


@pytest.mark.parametrize(
    "llm, word",
    [
        (LlmSettings(), "llm.provider"),
        (LlmSettings(provider="openai"), "llm.model"),
        (LlmSettings(provider="openai-compatible", model="m"), "llm.base_url"),
        (LlmSettings(provider="openai", model="m"), "llm.key_variable"),
        (LlmSettings(provider="openai", model="m", key_variable="GONE"), "GONE"),
        (LlmSettings(provider="openai", model="m", key_keyring="nouser"), "SERVICE/USER"),
        (LlmSettings(provider="command", model="m"), "llm.command"),
    ],
)
def test_what_is_missing_is_named_with_the_command_that_mends_it(llm, word):
    with pytest.raises(NoModel) as caught:
        open_writer(llm, KEYS)
    assert word in caught.value.message + caught.value.hint
    assert caught.value.hint


def test_only_the_named_variable_is_read():
    assert key_of(LlmSettings(provider="openai", model="m", key_variable="MY_KEY"), KEYS) == "mine"
    assert key_of(LlmSettings(provider="openai", model="m"), KEYS) == ""


def test_the_keyring_is_asked_for_the_named_entry(monkeypatch):
    ring, errors = ModuleType("keyring"), ModuleType("keyring.errors")
    errors.KeyringError = RuntimeError
    ring.get_password = lambda service, user: {("cm", "me"): "kept"}.get((service, user))
    monkeypatch.setitem(sys.modules, "keyring", ring)
    monkeypatch.setitem(sys.modules, "keyring.errors", errors)
    assert key_of(LlmSettings(key_keyring="cm/me"), KEYS) == "kept"
    with pytest.raises(NoModel, match="no entry"):
        key_of(LlmSettings(key_keyring="cm/you"), KEYS)


def test_a_writer_is_opened_without_importing_what_is_heavy():
    writer = open_writer(LlmSettings(provider="openai", model="m", key_variable="MY_KEY"), KEYS)
    assert writer.name == "openai/m"
    assert "litellm" not in sys.modules


@pytest.mark.parametrize(
    "key, value",
    [
        ("provider", "openai"),
        ("base_url", "http://evil"),
        ("daily_usd", 100.0),
        ("key_variable", "X"),
        ("command", "rm"),
        ("price_in", 0.0),
    ],
)
def test_neither_a_repository_nor_the_environment_names_a_model_or_a_limit(key, value):
    repo = Layer("repo", {"llm": {key: value}}, "r.toml")
    found = resolve([repo, from_environ({f"CM_LLM_{key.upper()}": str(value)})], trusted=True)
    assert found.settings.llm == LlmSettings()
    assert len(found.problems) == 2
