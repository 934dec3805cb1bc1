"""The stages that the last sweep reported: derived, and told anew when it is lost.

Not here: what a stage is (`core/serving/standing.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from cm.errors import BadState
from cm.model.rule import Stage
from cm.store.files import read_json, replace_json
from cm.store.home import Home

_STAGES: Final[tuple[Stage, ...]] = get_args(Stage)


def read_stages(home: Home, layer: str) -> dict[str, Stage]:
    """What was last reported of a layer's rules, by id; nothing when the file is gone or cannot be read."""
    kept = _layers(home).get(layer)
    if not isinstance(kept, dict):
        return {}
    known = {str(name): _STAGES.index(stage) for name, stage in kept.items() if stage in _STAGES}
    return {name: _STAGES[at] for name, at in known.items()}


def write_stages(home: Home, found: Mapping[str, Mapping[str, Stage]]) -> None:
    """Keeps what is reported now of these layers; others stay as they are. Raises Unwritable."""
    before = _layers(home)
    after = {**before, **{layer: dict(stages) for layer, stages in found.items()}}
    if after != before:
        replace_json(home.stages, {"schema": 1, "layers": after})


def _layers(home: Home) -> dict[str, object]:
    try:
        data = read_json(home.stages, {})
    except BadState:
        return {}
    layers = data.get("layers") if isinstance(data, dict) else None
    return dict(layers) if isinstance(layers, dict) else {}
