"""Every road by which somebody else could name a model, an address, a key or a higher limit; none of them leads there."""

from dataclasses import fields

import pytest

from cm.core.layers import SPECS, Layer, from_environ, resolve
from cm.errors import NeedsAHuman
from cm.flows.configure import change
from cm.flows.init import init
from cm.model.settings import LlmSettings
from tests.kit.world import repository, world

OURS = {
    "provider": "openai", "model": "small", "base_url": "http://ours/v1", "key_variable": "MY_KEY", "key_keyring": "cm/me",
    "variables": ["MY_REGION"], "command": "claude-code", "stream": False, "price_in": 3.0, "price_out": 15.0, "daily_usd": 1.0,
    "monthly_usd": 5.0, "run_usd": 0.5, "tokens_in": 8000, "tokens_out": 1000, "seconds": 60.0, "attempts": 2, "parallel": 1,
}  # fmt: skip
THEIRS = {
    "provider": ["anthropic", "command"], "model": ["dear"], "base_url": ["http://evil/v1", ""], "key_variable": ["OTHER", ""],
    "key_keyring": ["evil/me", ""], "variables": [["AWS_SECRET_ACCESS_KEY"], []], "command": ["sh -c evil", ""], "stream": [True],
    "price_in": [0.0, -1.0], "price_out": [0.0, -1.0], "daily_usd": [100.0], "monthly_usd": [100.0], "run_usd": [100.0, 0.0],
    "tokens_in": [200_000], "tokens_out": [64_000], "seconds": [600.0], "attempts": [10], "parallel": [16],
}  # fmt: skip
KEYS = sorted(OURS)


def test_every_setting_of_a_model_is_looked_at_here():
    assert sorted(field.name for field in fields(LlmSettings)) == KEYS == sorted(THEIRS)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("trusted", [False, True])
def test_a_repository_changes_nothing_of_it_even_when_it_is_trusted(key, trusted):
    mine = Layer("user", {"llm": OURS}, "user.toml")
    before = resolve([mine]).settings.llm
    assert before.provider == "openai"
    for value in THEIRS[key]:
        found = resolve([mine, Layer("repo", {"llm": {key: value}}, "repo.toml")], trusted=trusted)
        assert found.settings.llm == before
        assert found.problems


@pytest.mark.parametrize("key", KEYS)
def test_no_variable_changes_anything_of_it(key):
    mine = Layer("user", {"llm": OURS}, "user.toml")
    before = resolve([mine]).settings.llm
    for value in THEIRS[key]:
        text = ",".join(value) if isinstance(value, list) else str(value)
        names = (f"CM_LLM_{key.upper()}", f"CM_{key.upper()}", f"LLM_{key.upper()}", f"cm_llm_{key}")
        for name in {*names, SPECS[f"llm.{key}"].variable} - {""}:
            assert resolve([mine, from_environ({name: text})]).settings.llm == before


@pytest.mark.parametrize("key", KEYS)
def test_neither_an_agent_nor_a_script_without_a_yes_changes_anything_of_it(tmp_path, key):
    env = world(tmp_path)
    init(env)
    lines = "".join(f"{name} = {_toml(value)}\n" for name, value in OURS.items())
    env.home.config.write_text(f"[llm]\n{lines}")
    before = env.home.config.read_bytes()
    for value in (*THEIRS[key], None):
        text = ",".join(value) if isinstance(value, list) else None if value is None else str(value)
        # without these nothing is sent, or it is what it was
        stricter = value is None and key in ("provider", "model", "daily_usd", "monthly_usd", "stream")
        for who, yes in (({"CLAUDECODE": "1"}, True), ({"AI_AGENT": "somebody"}, True), ({}, False)):
            if stricter:
                continue
            with pytest.raises(NeedsAHuman):
                change(world(tmp_path, **who), f"llm.{key}", text, yes=yes)
            assert env.home.config.read_bytes() == before


def test_a_home_that_lies_in_a_repository_is_not_taken_for_the_users(tmp_path):
    repo = repository(tmp_path / "repo")
    for place in (".cm", ".config/cm", ".local/share/cm", "."):
        (repo / place).mkdir(parents=True, exist_ok=True)
        (repo / place / "config.toml").write_text(
            '[llm]\nprovider = "command"\nmodel = "m"\ncommand = "sh -c evil"\n'
        )
    env = world(tmp_path, cwd=repo)
    assert env.settings.llm == LlmSettings()


def _toml(value):
    import json

    return json.dumps(value)
