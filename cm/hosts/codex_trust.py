"""Which hooks the user of Codex said yes to: a hash of each in its own config, by file, event and place.

An untrusted hook, or one that changed since, is skipped without a word: that is the thing to know about a guard. Trust is only
read here; giving it is the user's to do, in Codex.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from cm.model.host import Trust, Trusted

_DEFAULT_SECONDS: Final = 600


def check(config: Mapping[str, Any], files: Sequence[str], place: Sequence[str | int], entry: Any) -> Trusted:
    """What the user said of the hooks of one entry; the worst of them counts."""
    event = re.sub(r"(?<!^)(?=[A-Z])", "_", str(place[-2])).lower()
    group = place[-1]
    state = config.get("hooks", {}).get("state", {}) if isinstance(config.get("hooks"), Mapping) else {}
    said: list[Trusted] = []
    for number, hook in enumerate(entry.get("hooks", ()) if isinstance(entry, Mapping) else ()):
        kept = next(
            (state[key] for name in files if (key := f"{name}:{event}:{group}:{number}") in state), None
        )
        if not isinstance(kept, Mapping) or "trusted_hash" not in kept:
            said.append("not trusted")
        elif kept.get("enabled") is False:
            said.append("switched off")
        else:
            fits = kept["trusted_hash"] == hash_of(event, entry, hook)
            said.append("trusted" if fits else "changed since")
    for word in ("not trusted", "changed since", "switched off"):
        if word in said:
            return word
    return "trusted" if said else "not trusted"


def hash_of(event: str, entry: Mapping[str, Any], hook: Mapping[str, Any]) -> str:
    """What Codex keeps of a hook: its event, its matcher, and the handler with the defaults filled in."""
    handler = {
        "async": bool(hook.get("async", False)),
        "command": hook.get("command", ""),
        "timeout": hook.get("timeout", _DEFAULT_SECONDS),
        "type": hook.get("type", "command"),
    }
    value: dict[str, Any] = {"event_name": event, "hooks": [handler]}
    if entry.get("matcher") is not None:
        value["matcher"] = entry["matcher"]
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


TRUST: Final = Trust(".codex/config.toml", check)
