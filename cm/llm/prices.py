"""The price list that litellm brings along, read as a file: nothing is imported, nothing is fetched."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

_LIST: Final = "model_prices_and_context_window_backup.json"


def listed_price(provider: str, model: str) -> Mapping[str, Any] | None:
    """The entry of a provider's own model; None for what is not on the list."""
    spec = find_spec("litellm")
    places = list(spec.submodule_search_locations or ()) if spec else []
    if not places:
        return None
    try:
        listed = json.loads(Path(places[0], _LIST).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    provider = {"openai-responses": "openai"}.get(provider, provider)
    for name in (f"{provider}/{model}", model):
        entry = listed.get(name) if isinstance(listed, dict) else None
        if isinstance(entry, dict) and str(entry.get("litellm_provider", "")).startswith(
            provider.split("_")[0]
        ):
            return entry
    return None
