"""The user's word on privacy, and the record of what was used for whom.

`privacy.json` lies in the home and in its history: a "no" is not lost with a cache, and goes along to another machine.
A damaged one is an error and never a yes. `state/privacy.jsonl` is the record, outside git. What both mean:
`core/serving/permits.py`, `flows/permission.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cm.errors import BadState, NewerSchema
from cm.model.privacy import Lists, Privacy, Use
from cm.store.files import read_json, read_lines, replace_json
from cm.store.home import Home

SCHEMA: Final = 1


def read_privacy(home: Home) -> Privacy:
    """What the user said; the default when nothing was said. Raises Unparsable, NewerSchema, BadState."""
    value = read_json(home.privacy, None)
    if value is None:
        return Privacy()
    if not isinstance(value, dict):
        raise _bad(home, "is no object")
    schema = value.get("schema", SCHEMA)
    if isinstance(schema, int) and schema > SCHEMA:
        raise NewerSchema(f"{home.privacy} was written by a newer cm (schema {schema})", hint="upgrade cm")
    across = value.get("across")
    if across is not None and not isinstance(across, bool):
        raise _bad(home, f"`across` must be true, false or null, not {across!r}")
    return Privacy(
        across,
        str(value.get("at", "")),
        str(value.get("by", "")),
        _lists(home, value, "hosts"),
        _lists(home, value, "projects"),
    )


def write_privacy(home: Home, privacy: Privacy) -> None:
    """Writes it whole; call it with the home's lock held. Raises Unwritable."""
    lists = {
        name: {"allow": list(each.allow), "deny": list(each.deny)}
        for name, each in (("hosts", privacy.hosts), ("projects", privacy.projects))
    }
    said = {"across": privacy.across, "at": privacy.at, "by": privacy.by}
    replace_json(home.privacy, {"schema": SCHEMA, **said, **lists})


def read_uses(home: Home) -> tuple[Use, ...]:
    """Every use, oldest first; a line that cannot be read is passed over."""
    found = []
    for line in read_lines(home.privacy_log)[0]:
        hosts = line.get("hosts")
        if isinstance(hosts, dict):
            counts = {str(name): n for name, n in hosts.items() if isinstance(n, int)}
            texts = [str(line.get(name, "")) for name in ("at", "door", "for", "by")]
            found.append(Use(texts[0], texts[1], texts[2], counts, texts[3]))
    return tuple(found)


def _lists(home: Home, value: Mapping[str, Any], name: str) -> Lists:
    held = value.get(name) or {}
    if not isinstance(held, dict):
        raise _bad(home, f"`{name}` must hold `allow` and `deny`")
    allow, deny = (held.get(each) or [] for each in ("allow", "deny"))
    for entries in (allow, deny):
        if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
            raise _bad(home, f"the lists of `{name}` must hold texts")
    return Lists(tuple(allow), tuple(deny))


def _bad(home: Home, what: str) -> BadState:
    return BadState(
        f"{home.privacy} {what}",
        hint="mend that file; until then no session is read",
        path=str(home.privacy),
    )
