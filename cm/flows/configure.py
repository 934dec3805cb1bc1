"""Settings: what holds, where each value comes from, and changing one in the user's config.toml."""

from __future__ import annotations

from dataclasses import dataclass

from cm.core.layers import SPECS, Spec, Value, is_as_strict, near_keys, parse_text, read_value, value_of
from cm.core.setting_words import SAYS
from cm.errors import NotFound, Usage
from cm.flows.env import Env


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as it holds now."""

    key: str
    value: Value
    origin: str  # "default", or file:line, or a variable
    default: Value
    repo_may: str
    variable: str
    say: str  # what it does


@dataclass(frozen=True, slots=True)
class Configuration:
    """All settings asked for, the files they may come from, and what was not taken."""

    file: str
    repo_file: str
    settings: tuple[Setting, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Changed:
    """One setting before and after."""

    key: str
    before: Value
    after: Value
    file: str


def show(env: Env, prefix: str = "") -> Configuration:
    """Gives the settings whose key is `prefix` or lies below it, each with its origin. Raises NotFound."""
    keys = [key for key in SPECS if not prefix or key == prefix or key.startswith(prefix + ".")]
    if not keys:
        raise _no_such(prefix)
    return Configuration(
        file=str(env.home.config),
        repo_file=str(env.repo.config) if env.repo and env.repo.config.is_file() else "",
        settings=tuple(_setting(env, SPECS[key]) for key in keys),
        problems=tuple(str(problem) for problem in env.problems),
    )


def change(env: Env, key: str, text: str | None, *, yes: bool = False) -> Changed:
    """Sets one setting in the user's config.toml (None takes it out); what loosens a safeguard needs a human."""
    from cm.flows.consent import require_human
    from cm.store.config import set_value
    from cm.store.files import lock

    spec = SPECS.get(key)
    if spec is None:
        raise _no_such(key)
    before = value_of(env.settings, key)
    value: Value | None = None
    if text is not None:
        value = parse_text(key, text)
        if value is None:
            raise Usage(
                f"{key} {read_value(spec, _raw(spec, text))[1]}", hint=f"its default is {spec.default!r}"
            )
    after = spec.default if value is None else value
    # what guards, who is asked and paid, with which key, and how much: a person says so
    guarded = spec.repo == "tighten" or key.startswith(("guard.", "llm.", "rerank."))
    if guarded and not is_as_strict(spec, after, before):
        looser = "which is looser than" if spec.stricter else "in the place of"
        require_human(env, f"set {key} to {after!r}, {looser} {before!r}", yes=yes)
    with lock(env.home.lock):
        set_value(env.home.config, key, value)
    if key.startswith("guard."):
        from cm.flows.arming import arm
        from cm.flows.env import open_env

        arm(open_env(env.environ, env.cwd, clock=env.clock, nonce=env.nonce, tty=env.tty))
    return Changed(key, before, after, str(env.home.config))


def _setting(env: Env, spec: Spec) -> Setting:
    return Setting(
        spec.key,
        value_of(env.settings, spec.key),
        env.origins[spec.key],
        spec.default,
        spec.repo,
        spec.variable,
        SAYS[spec.key],
    )


def _raw(spec: Spec, text: str) -> object:
    return text.split(",") if isinstance(spec.default, tuple) else _number(text)


def _number(text: str) -> object:
    try:
        return float(text)
    except ValueError:
        return text


def _no_such(key: str) -> NotFound:
    near = near_keys(key)
    return NotFound(
        f"there is no setting `{key}`",
        hint=f"near: {', '.join(near)}" if near else "`cm config show` lists them",
    )
