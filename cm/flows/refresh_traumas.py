"""Puts the armed traumas into the index: those whose line changed, with what may be told of each and what a task is led to it by.

Armed are the rows of the packs that `arming.py` wrote, and the admitted lines of the user's registry and of a trusted repository's; of
the lines of one id the newest admitted one counts, and a line of the user's takes the place of a pack's. When: `refresh.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from cm.core.screening.screen import screen
from cm.core.secrets.scrub import scrub
from cm.core.serving import warn
from cm.core.serving.blocklist import Blocklist
from cm.core.serving.endangered import ACT_OF
from cm.core.serving.warn_keys import keys_of
from cm.flows.env import Env
from cm.flows.refresh_rules import blocklist_of
from cm.flows.shelving import content_sha
from cm.model.trauma import Trauma
from cm.store import index_traumas as rows
from cm.store.files import read_json
from cm.store.guard_engine import engine
from cm.store.home import Home
from cm.store.index import Index
from cm.store.traumas import read_admitted, read_registry

if TYPE_CHECKING:
    from cm.flows.sources import Source

READ: Final = 4  # examples of each kind that are read
LONGEST: Final = 300  # characters of what is told


def put_all(env: Env, index: Index, sources: Sequence[Source], *, anew: bool) -> None:
    """Makes the index hold what is armed here: the user's first among `sources`, and a trusted repository's."""
    user = sources[0]
    for source in sources:
        speaking = [user] if source is user else [user, *([source] if source.trusted else [])]
        armed: list[Trauma] = []
        if source is user:
            armed = armed_at_home(env.home)
        elif source.trusted and env.repo is not None:
            armed = armed_in(env.home, env.repo.traumas)
        put_traumas(index, source.name, armed, blocklist_of([each.blocked for each in speaking]), anew=anew)
    index.set_meta("warned by", " ".join(["", *sorted(rows.words_that_lead(index, ACT_OF)), ""]))
    index.set_meta("guarded", json.dumps(guarded_hosts(env.home)))


def armed_at_home(home: Home) -> list[Trauma]:
    """What is armed for the user everywhere: packs, and the user's own lines in their place."""
    packs = _newest(read_registry(home.guard / "packs.jsonl").lines)
    own = _newest(_admitted(home, read_registry(home.traumas).lines))
    return [*(trauma for name, trauma in packs.items() if name not in own), *own.values()]


def armed_in(home: Home, registry: Any) -> list[Trauma]:
    """What a trusted repository's registry adds."""
    return list(_newest(_admitted(home, read_registry(registry).lines)).values())


def put_traumas(
    index: Index, source: str, traumas: Iterable[Trauma], blocklist: Blocklist, *, anew: bool
) -> None:
    """Makes the index hold exactly these of one source; `anew` when what may be told has changed."""
    before = rows.known(index, source)
    if anew:
        rows.drop(index, before.values())
        before = {}
    for trauma in traumas:
        since = trauma.until if trauma.status == "healed" else ""
        if trauma.status == "retired" or (trauma.status == "healed" and not since) or trauma.pack == "agent":
            continue
        sha = content_sha(json.dumps(trauma.row(), sort_keys=True), str(warn.VERSION))
        if before.pop(sha, None) is None:
            _put(index, source, trauma, sha, blocklist, since)
    rows.drop(index, before.values())
    rows.count(index)


def guarded_hosts(home: Home) -> list[str]:
    """The hosts that a guard is registered with; a damaged record names none."""
    return sorted(set(_hosts(read_json(home.guard / "installed.json", {}))))


def _put(index: Index, source: str, trauma: Trauma, sha: str, blocklist: Blocklist, since: str) -> None:
    shipped = bool(trauma.pack) and not (trauma.story.by or trauma.story.session)
    if blocklist.hit(trauma.id):
        return
    line = _told(next(iter(trauma.examples.deny), trauma.pattern), blocklist, False)
    why = _told(trauma.story.message or trauma.story.quote, blocklist, not shipped)
    if not line and not why:
        return
    instead = _told(trauma.instead, blocklist, not shipped)
    card = {
        "line": line,
        "severity": trauma.severity,
        "why": why,
        "instead": instead,
        "own": not shipped,
    }
    keys = keys_of(
        _readings(trauma.examples.deny) or [_plain(trauma.pattern)],
        _readings(trauma.examples.allow),
        trauma.story.message or trauma.story.quote,
        own=not shipped,
    )
    rows.put(
        index, source, trauma.id, sha, json.dumps(card, ensure_ascii=False), keys.data(), keys.leads(), since
    )


def _told(text: str, blocklist: Blocklist, screened: bool) -> str:
    """What of a text may be told: nothing of what was withdrawn or speaks to the agent, no secret."""
    text = " ".join(text.split())
    if not text or blocklist.hit(text):
        return ""
    clean = scrub(text)[0]
    if screened and screen(clean) is not None:
        return ""
    return clean if len(clean) <= LONGEST else clean[: LONGEST - 1] + "…"


def _readings(commands: Iterable[str]) -> list[str]:
    """Commands in canonical form, what they hand to interpreters and databases, and their options as they were typed."""
    found = []
    for command in list(commands)[:READ]:
        reading = engine().Reader().read(command[:4000])
        found += list(reading.canonical)[:8] + [text[:400] for _, text in reading.payloads][:4]
        name, *rest = command.split()[:40] or [""]
        found.append(" ".join([name, *(word for word in rest if word.startswith("-"))]))
    return found


def _plain(pattern: str) -> str:
    """The words of a pattern, for one without examples."""
    return "".join(char if char.isalnum() or char in " -_./" else " " for char in pattern)


def _admitted(home: Home, lines: Iterable[Any]) -> list[Any]:
    admitted = read_admitted(home)
    return [line for line in lines if line.digest in admitted]


def _newest(lines: Iterable[Any]) -> dict[str, Trauma]:
    found: dict[str, Trauma] = {}
    for line in lines:
        trauma = line.trauma
        if trauma is not None and (trauma.id not in found or trauma.at >= found[trauma.id].at):
            found[trauma.id] = trauma
    return found


def _hosts(value: Any) -> Iterable[str]:
    if isinstance(value, Mapping):
        if isinstance(value.get("host"), str):
            yield value["host"]
        for each in value.values():
            yield from _hosts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _hosts(each)
