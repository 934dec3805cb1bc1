"""How layers of configuration become settings, with the origin of every value.

defaults < the user's config.toml < the repository's .cm/config.toml < CM_* variables < flags.
What a repository may say is declared per setting: most it may not touch, some only tighten, a few it may set when trusted.
Reading TOML is `store/config.py`; the records are `model/settings.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, get_args

from cm.model.rule import VISIBILITIES
from cm.model.settings import DEFAULTS, Admission, Contradictions, Settings, Step, Unreadable

RepoMay: TypeAlias = Literal["never", "tighten", "tighten-if-trusted", "set-if-trusted"]
LayerName: TypeAlias = Literal["user", "repo", "environment", "flags"]
Value: TypeAlias = "str | int | float | bool | tuple[str, ...]"

ADMISSIONS: Final[tuple[str, ...]] = get_args(Admission)  # loosest first
CONTRADICTIONS: Final[tuple[str, ...]] = get_args(Contradictions)  # likewise
UNREADABLE: Final[tuple[str, ...]] = get_args(Unreadable)  # likewise
STEPS: Final[tuple[str, ...]] = get_args(Step)
# sections whose place in the records is deeper than their name in the file
_PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "standing": ("curation", "standing"),
    "admission": ("curation", "admission"),
}


@dataclass(frozen=True, slots=True)
class Spec:
    """One setting: its key in config.toml, its default, and who may change it."""

    key: str
    default: Value
    place: tuple[str, ...]  # the path of fields in Settings
    repo: RepoMay = "never"
    stricter: Literal["lower", "higher", "empty", "false", "later", "sooner", "more", ""] = (
        ""  # later: further on in `choices`; sooner: lower, 0 is never; more: all of them and others
    )
    environment: bool = True
    loosened: bool = True  # whether the environment may make it looser than the files say
    choices: tuple[str, ...] = ()
    low: float | None = 0
    high: float | None = None

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return "CM_" + self.key.upper().replace(".", "_")


@dataclass(frozen=True, slots=True)
class Layer:
    """What one layer says: values as nested tables, and where each one stands (`file:line`)."""

    name: LayerName
    values: Mapping[str, Any]
    source: str
    where: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def place_of(self, key: str) -> str:
        return self.where.get(key, self.source)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something a layer says that was not taken: where, which key, and why."""

    where: str
    key: str
    reason: str

    def __str__(self) -> str:
        return f"{self.where}: {self.key}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Resolved:
    """The settings that hold, the origin of each by key, and what was not taken."""

    settings: Settings
    origins: Mapping[str, str]
    problems: tuple[Problem, ...] = ()


def resolve(layers: Sequence[Layer], *, trusted: bool = False) -> Resolved:
    """Folds layers, lowest first, over the defaults; a bad value is named and leaves the value below it standing."""
    values: dict[str, Value] = {spec.key: spec.default for spec in SPECS.values()}
    origins = dict.fromkeys(values, "default")
    problems: list[Problem] = []
    for layer in layers:
        for key, raw in _flatten(layer.values):
            where = layer.place_of(key)
            spec = SPECS.get(key)
            if spec is None:
                if key != "schema":
                    problems.append(
                        _of_repo(where) if layer.name == "repo" else Problem(where, key, _unknown(key))
                    )
                continue
            value, complaint = read_value(spec, raw)
            if value is None:
                # what a repository wrote is not repeated: an agent may read this
                said = complaint.partition(", not ")[0] if layer.name == "repo" else complaint
                problems.append(Problem(where, key, said))
                continue
            if complaint := _forbidden(spec, layer.name, values[key], value, trusted):
                problems.append(Problem(where, key, complaint))
                continue
            values[key] = value
            origins[key] = where
    return Resolved(_settings(values), MappingProxyType(origins), tuple(dict.fromkeys(problems)))


def _of_repo(where: str) -> Problem:
    return Problem(where, "a key", "no such setting")


def from_environ(environ: Mapping[str, str]) -> Layer:
    """The layer that CM_* variables make."""
    nested: dict[str, Any] = {}
    where: dict[str, str] = {}
    for spec in SPECS.values():
        text = environ.get(spec.variable)
        if text is None or text == "":
            continue
        nested[spec.key] = _from_text(spec, text)
        where[spec.key] = spec.variable
    return Layer("environment", nested, "environment", where)


def read_value(spec: Spec, raw: Any) -> tuple[Value | None, str]:
    """Checks one raw value; returns it, or None and the complaint."""
    value: Value
    match spec.default:
        case bool():
            if not isinstance(raw, bool):
                return None, f"must be true or false, not {raw!r}"
            value = raw
        case int() | float():
            if isinstance(raw, bool) or not isinstance(raw, int | float):
                return None, f"must be a number, not {raw!r}"
            if isinstance(spec.default, int) and not float(raw).is_integer():
                return None, f"must be a whole number, not {raw!r}"
            if not (float("-inf") < raw < float("inf")):
                return None, f"must be a number that ends, not {raw!r}"
            if spec.low is not None and raw < spec.low:
                return None, f"must not be less than {spec.low:g}, is {raw!r}"
            if spec.high is not None and raw > spec.high:
                return None, f"must not be more than {spec.high:g}, is {raw!r}"
            value = int(raw) if isinstance(spec.default, int) else float(raw)
        case tuple():
            if not isinstance(raw, list | tuple) or not all(isinstance(item, str) for item in raw):
                return None, f"must be a list of texts, not {raw!r}"
            value = tuple(raw)
        case str():
            if not isinstance(raw, str):
                return None, f"must be a text, not {raw!r}"
            if not raw.isprintable():
                return None, f"must be one line of text, not {raw!r}"
            if spec.choices and raw not in spec.choices:
                return None, f"must be one of {', '.join(spec.choices)}, not {raw!r}"
            value = raw
    return value, ""


def parse_text(key: str, text: str) -> Value | None:
    """Reads a value typed at a command line; None when it does not fit the setting. Raises KeyError for no such key."""
    spec = SPECS[key]
    return read_value(spec, _from_text(spec, text))[0]


def is_as_strict(spec: Spec, value: Value, than: Value) -> bool:
    """Whether `value` allows nothing that `than` does not."""
    match spec.stricter:
        case "lower":
            return _number(value) <= _number(than)
        case "higher":
            return _number(value) >= _number(than)
        case "sooner":
            return (_number(value) or float("inf")) <= (_number(than) or float("inf"))
        case "empty":
            return value in ("", than)
        case "false":
            return value is False or value == than
        case "later":
            return spec.choices.index(str(value)) >= spec.choices.index(str(than))
        case "more":
            return isinstance(value, tuple) and isinstance(than, tuple) and set(than) <= set(value)
        case "":
            return value == than


def value_of(settings: Settings, key: str) -> Value:
    """The value that a setting has. Raises KeyError for no such key."""
    at: Any = settings
    for name in SPECS[key].place:
        at = getattr(at, name)
    found: Value = at
    return found


def near_keys(key: str) -> tuple[str, ...]:
    """Up to three known keys that look like this one."""
    from difflib import get_close_matches  # only when something is misspelt

    tail = {spec.rsplit(".", 1)[-1]: spec for spec in SPECS}
    near = get_close_matches(key, list(SPECS), 3, 0.7)
    return tuple(
        near or [tail[name] for name in get_close_matches(key.rsplit(".", 1)[-1], list(tail), 3, 0.8)]
    )


def _forbidden(spec: Spec, layer: LayerName, now: Value, value: Value, trusted: bool) -> str:
    if layer == "environment" and not spec.environment:
        return "is read from the user's config.toml alone, not from the environment"
    if layer == "environment" and not spec.loosened and not is_as_strict(spec, value, now):
        return f"the environment may only tighten this (it is {now!r}); ignored"
    if layer != "repo":
        return ""
    match spec.repo:
        case "never":
            return "a repository may not set this; ignored"
        case "set-if-trusted":
            if not trusted:
                return "ignored until the repository is trusted (`cm trust`)"
            return _outside(value) if spec.key == "export.file" else ""
        case "tighten" | "tighten-if-trusted":
            if spec.repo == "tighten-if-trusted" and not trusted:
                return "ignored until the repository is trusted (`cm trust`)"
            return (
                ""
                if is_as_strict(spec, value, now)
                else f"a repository may only tighten this (it is {now!r}); ignored"
            )


def _outside(value: Value) -> str:
    parts = str(value).replace("\\", "/").split("/")
    bad = str(value).startswith(("/", "~", "\\")) or ".." in parts or ".git" in parts or ":" in str(value)
    return "must be a path inside the repository; ignored" if bad else ""


def _unknown(key: str) -> str:
    near = near_keys(key)
    return "no such setting" + (f"; near: {', '.join(near)}" if near else "")


def _flatten(values: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    flat: list[tuple[str, Any]] = []
    for name, value in values.items():
        key = f"{prefix}{name}"
        if isinstance(value, Mapping) and key not in SPECS:
            flat += _flatten(value, f"{key}.")
        else:
            flat.append((key, value))
    return flat


def _from_text(spec: Spec, text: str) -> Any:
    match spec.default:
        case bool():
            return {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}.get(
                text.strip().lower(), text
            )  # fmt: skip
        case int() | float():
            try:
                whole = isinstance(spec.default, int) and text.strip().lstrip("+-").isdecimal()
                return int(text) if whole else float(text)
            except ValueError:
                return text
        case tuple():
            return tuple(part.strip() for part in text.split(",") if part.strip())
        case str():
            return text


def _number(value: Value) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _settings(values: Mapping[str, Value]) -> Settings:
    made: Any = DEFAULTS
    for key, value in values.items():
        if value != SPECS[key].default:
            made = _with(made, SPECS[key].place, value)
    settings: Settings = made
    return settings


def _with(record: Any, place: tuple[str, ...], value: Value) -> Any:
    head, *rest = place
    return replace(record, **{head: _with(getattr(record, head), tuple(rest), value) if rest else value})


def _specs() -> Mapping[str, Spec]:
    found: dict[str, Spec] = {}

    def walk(record: Any, place: tuple[str, ...]) -> None:
        for each in fields(record):
            value = getattr(record, each.name)
            here = (*place, each.name)
            if is_dataclass(value):
                walk(value, here)
                continue
            section = next((name for name, at in _PLACES.items() if at == place), ".".join(place))
            key = f"{section}.{each.name}" if section else each.name
            found[key] = _DETAILS.get(section, _changed())(Spec(key, value, here))

    walk(DEFAULTS, ())
    for key, change in _EXCEPTIONS.items():
        found[key] = change(found[key])
    return MappingProxyType(found)


def _changed(**changes: Any) -> Callable[[Spec], Spec]:
    return lambda spec: replace(spec, **changes)


_DETAILS: Final[Mapping[str, Callable[[Spec], Spec]]] = {
    "admission": _changed(repo="tighten", stricter="later", choices=ADMISSIONS),
    "context": _changed(repo="tighten-if-trusted", stricter="lower"),
    # a model is named by the user, in the user's file, and nowhere else; a repository may switch it off
    "llm": _changed(environment=False),
    "rerank": _changed(environment=False),
    "serve": _changed(environment=False),
}
_EXCEPTIONS: Final[Mapping[str, Callable[[Spec], Spec]]] = {
    "admission.support_sessions": _changed(stricter="higher", choices=(), low=1),
    # 0 stands for the calibrated floor, so more than 0 is not always stricter
    "context.floor": _changed(repo="never", stricter=""),
    "curation.near_duplicate": _changed(low=0.5, high=1),
    "curation.contradictions": _changed(repo="tighten", stricter="later", choices=CONTRADICTIONS),
    "curation.max_rule_chars": _changed(repo="tighten", stricter="lower", low=20),
    # what is found in a clone must not retire what somebody keeps at home
    "curation.stale_days": _changed(repo="tighten-if-trusted", stricter="sooner"),
    "curation.draft_days": _changed(repo="tighten-if-trusted", stricter="sooner"),
    "standing.half_life_days": _changed(low=1),
    "standing.retire_score": _changed(low=None, high=0),
    "standing.imported_weight": _changed(high=1),
    "standing.established_share": _changed(high=1),
    "standing.proven_share": _changed(high=1),
    "facts.from_files": _changed(repo="tighten", stricter="false"),
    "facts.per_file": _changed(repo="tighten", stricter="lower"),
    "llm.provider": _changed(repo="tighten", stricter="empty"),
    "llm.model": _changed(repo="tighten", stricter="empty"),
    "reflect.rounds": _changed(low=1, high=3),
    "rerank.provider": _changed(environment=False, stricter="empty"),
    "rerank.model": _changed(environment=False, stricter="empty"),
    "rerank.local": _changed(environment=False, stricter="empty"),
    "rerank.private": _changed(environment=False, stricter="false"),
    "llm.price_in": _changed(low=-1),
    "llm.price_out": _changed(low=-1),
    "llm.daily_usd": _changed(stricter="lower"),
    "llm.monthly_usd": _changed(stricter="lower"),
    "llm.run_usd": _changed(stricter="sooner"),  # 0 is no limit of its own
    "llm.tokens_in": _changed(low=1000),
    "llm.tokens_out": _changed(low=100),
    "llm.seconds": _changed(low=1),
    "llm.attempts": _changed(low=1, high=10),
    "llm.parallel": _changed(low=1, high=16),
    # what guards is named by the user, in the user's file: a repository or an agent's environment switches nothing off
    "guard.packs": _changed(stricter="more", environment=False),
    "guard.unreadable": _changed(
        repo="tighten-if-trusted", stricter="later", choices=UNREADABLE, environment=False
    ),
    # neither more nor less of it is safer: a machine that denies by itself is a person's word, and so is taking that back
    "guard.promote_to": _changed(choices=STEPS, environment=False),
    "export.file": _changed(repo="set-if-trusted"),
    "export.include_user": _changed(repo="tighten", stricter="false"),
    "audience": _changed(repo="tighten-if-trusted", stricter="later", choices=VISIBILITIES, loosened=False),
    "project": _changed(repo="set-if-trusted"),
}
SPECS: Final[Mapping[str, Spec]] = _specs()
