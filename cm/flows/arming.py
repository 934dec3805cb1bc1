"""Arms traumas: which lines of the registries the guards may act on, written down beside them as files that can be made anew.

What tightens is admitted by itself, once it passes (`flows/admission.py`). What loosens, a line that heals, retires or rewrites a
trauma, is admitted only when cm wrote it after a person's yes; written by any other hand it waits. What does not pass is in
quarantine with its reason. A trauma that was armed and whose line is gone is told. docs/adr/0024 says why lines are admitted by
their bytes. Not here: what the last arming said (`flows/armed.py`), the verbs (`flows/traumas.py`), the scripts (`flows/scripts.py`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any, Final

import cm
from cm.core.guards.lines import counting, denies_the_same, loosens
from cm.errors import BadState, NotTrusted
from cm.flows.admission import EARLY, NotAdmitted, admit, benign_commands, in_force, is_early
from cm.flows.armed import Armed, Gone, Waiting, record_of, told
from cm.flows.env import Env
from cm.flows.guard_policy import policy_of, quiet_json
from cm.model.stamp import moment
from cm.model.trauma import Trauma, trauma_of
from cm.store import traumas as registries
from cm.store.catalogue import Pack, read_catalogue
from cm.store.files import LOCK_SECONDS, lock, replace, replace_json, sha256_of
from cm.store.guard_engine import engine, engine_path
from cm.store.home import FOLDER, RepoHome
from cm.store.lines import json_line
from cm.store.shipped import shipped_dir
from cm.store.traumas import Line, Quarantined, Registered, read_registry
from cm.store.trust import is_trusted, trusted_repositories

_FILES: Final = ("packs.jsonl", "admitted")
ALWAYS: Final = "agent"  # the pack that no setting switches off


def arm(env: Env, *, decided: Collection[str] = (), wait: float = LOCK_SECONDS) -> Armed:
    """Brings everything derived up to what the registries and settings say; the same twice is the same once.

    `decided`: digests of lines that loosen and that a person said yes to. Raises Busy, Unwritable.
    """
    _Work(env).look_ahead()  # measuring takes its time, and nobody waits for it
    before = record_of(env.home).get("engine", _shipped_stamp())
    with lock(env.home.lock, wait):
        armed = arm_held(env, decided=decided)
    if (
        before != _shipped_stamp()
    ):  # cm was upgraded: the scripts that ask for what was armed are of the one before
        from cm.flows.renewing import renew

        renew(env)
    return armed


def arm_if_used(env: Env, *, decided: Collection[str] = ()) -> Armed | None:
    """The same where there is anything to arm: a registry, or what an earlier arming left; None elsewhere."""
    repo = env.repo is not None and env.repo.traumas.is_file()
    if not (env.home.guard.is_dir() or env.home.traumas.is_file() or (repo and env.trusted)):
        return None
    return arm(env, decided=decided)


def arm_held(
    env: Env, *, decided: Collection[str] = (), forget: Collection[str] = (), unchanged: Collection[str] = ()
) -> Armed:
    """The same with the home's lock held already.

    forget: ids whose line is gone and that a person let go. unchanged: digests of lines that say what an admitted one said
    """
    begun = time.process_time()
    work = _Work(env, frozenset(decided), frozenset(forget), frozenset(unchanged))
    anew = bool(decided or forget or unchanged)
    known = work.known if work.known.get("stamp") == work.stamp and not anew else None
    if known is not None and work.is_whole():
        found = told(known, env.stamp)
    else:
        found = work.done()
    return Armed(
        found.armed, found.quarantined, found.waiting, found.gone, found.unknown_packs,
        round(time.process_time() - begun, 3),
    )  # fmt: skip


def lines_now(env: Env) -> Mapping[str, tuple[Line, ...]]:
    """The lines of every registry that may be armed here, to be told to `rearm_cut` after words were cut out of them."""
    return {path: held.lines for path, held in _Work(env).registries.items()}


def rearm_cut(env: Env, before: Mapping[str, tuple[Line, ...]]) -> None:
    """Arms anew after words were cut out of registries; call it with the home's lock held.

    A line that only lost words of its story, or of the reason why it was lifted, counts as it did. One whose pattern lost some
    denies nothing any more, and is told as gone.
    """
    known = registries.read_admitted(env.home)
    same: set[str] = set()
    for path, lines in before.items():
        now = read_registry(Path(path)).lines
        if len(now) == len(lines):
            same |= {
                new.digest
                for old, new in zip(lines, now, strict=True)
                if old.digest in known
                and old.trauma
                and new.trauma
                and denies_the_same(old.trauma, new.trauma)
            }
    for left in env.home.guard.glob("cache-*"):
        with suppress(OSError):
            left.unlink()
    if known or env.home.guard.is_dir():
        arm_held(env, unchanged=same)


def is_behind(env: Env) -> bool:
    """Whether registries, settings or trust changed since the last arming."""
    work = _Work(env)
    return work.known.get("stamp") != work.stamp or not work.is_whole()


def cache_key(repo: Path | None) -> str:
    """What the cache for a repository is called."""
    if repo is None:
        return "home"
    return blake2b(os.path.realpath(repo).encode("utf-8", "surrogateescape"), digest_size=20).hexdigest()[:16]


def packs_on(env: Env) -> tuple[str, ...]:
    """The packs that are armed, the one for agents among them."""
    return tuple(dict.fromkeys((ALWAYS, *env.settings.guard.packs)))


class _Work:
    """One arming, step by step."""

    def __init__(
        self, env: Env, decided: frozenset[str] = frozenset(), forget: frozenset[str] = frozenset(),
        unchanged: frozenset[str] = frozenset(),
    ) -> None:  # fmt: skip
        self.unchanged = unchanged
        self.env, self.home, self.decided, self.forget = env, env.home, decided, forget
        self.known = record_of(env.home)
        digests = self.known.get("digests")  # what somebody wrote into `admitted` by hand admits nothing
        self.admitted = (
            frozenset(map(str, digests)) if isinstance(digests, list) else registries.read_admitted(env.home)
        )
        self.before: Mapping[str, Mapping[str, Any]] = self.known.get("armed", {})
        self.repos = _repos(env)
        self.registries: dict[str, Registered] = {
            str(path): read_registry(path) for path in (env.home.traumas, *(r.traumas for r, _ in self.repos))
        }
        self.stamp = self._stamp()
        same = self.known.get("engine") == _shipped_stamp()  # what an older engine refused is examined again
        refused = self.known.get("quarantined", ()) if same else ()
        self.earlier = {row[2]: row for row in refused if EARLY not in row[3]}  # a day comes by itself
        self.quarantined: list[Quarantined] = []
        self.waiting: list[Waiting] = []
        self.gone: list[Gone] = []
        self.armed: dict[str, dict[str, dict[str, Any]]] = {}
        self.unknown: tuple[str, ...] = ()

    def _stamp(self) -> str:
        """A hash of all that decides about what is armed."""
        found = blake2b(digest_size=20)
        for part in (
            _shipped_stamp(), repr(packs_on(self.env)), repr(policy_of(self.env, self.repos)),
            *(f"{path} {r.fault} {[line.digest for line in r.lines]}" for path, r in self.registries.items()),
            *(f"{repo.root} {now}" for repo, now in self.repos),
            *(line.digest for r in self.registries.values() for line in r.lines if is_early(line.at, self.env.now)),
        ):  # fmt: skip
            data = part.encode("utf-8", "surrogateescape")
            found.update(b"%d\0" % len(data) + data)
        return found.hexdigest()

    def is_whole(self) -> bool:
        """Whether what an arming writes is there."""
        names = ("quarantine.json", "policy.json", "cache-home")
        held = self.known.get("files")
        if not isinstance(held, dict) or any(
            held.get(name) != sha256_of(self.home.guard / name) for name in _FILES
        ):
            return False
        return all((self.home.guard / name).is_file() for name in names) and policy_of(
            self.env, self.repos
        ) == quiet_json(self.home.guard / "policy.json")

    def look_ahead(self) -> None:
        """Examines the new lines, so that what was found is at hand."""
        if self.known.get("stamp") == self.stamp:
            return
        settled = {*self.earlier, *self.admitted}
        for held in self.registries.values():
            for line in held.lines:
                if line.trauma is not None and line.digest not in settled:
                    admit(line.trauma, engine(), benign_commands(), now=self.env.now)

    def done(self) -> Armed:
        packs, self.unknown = _packs(packs_on(self.env))
        admitted = self._admit(self.home.traumas, counting(t for pack in packs for t in pack.traumas), True)
        for repo, now in self.repos:
            admitted |= self._admit(repo.traumas, {}, now)
        rows = b"".join(json_line(each.row()) for pack in packs for each in pack.traumas)
        _put(self.home.guard / "packs.jsonl", rows)
        registries.write_quarantine(self.home, self.quarantined)
        replace_json(self.home.guard / "policy.json", policy_of(self.env, self.repos))
        taken = set(self.armed.get(str(self.home.traumas), {}))
        shipped = sum(each.id not in taken for pack in packs for each in pack.traumas)
        record = {
            "schema": 1, "stamp": self.stamp, "engine": _shipped_stamp(), "shipped": shipped, "unknown": list(self.unknown),
            "waiting": [[w.place, w.id, w.digest, w.why] for w in self.waiting],
            "gone": [[g.place, g.id, g.pattern, g.scope] for g in self.gone],
            "quarantined": [[q.place, q.id, q.digest, q.reason, q.shown_by] for q in self.quarantined],
            "armed": self.armed, "digests": sorted(admitted), "files": {"packs.jsonl": _sha256(rows), "admitted": _sha256(registries.admitted_text(admitted))},
        }  # fmt: skip
        # a yes is written down before a guard acts on it: who dies in between is not taken back at the next arming
        replace_json(self.home.guard / "armed.json", record)
        if sha256_of(self.home.guard / "admitted") != _sha256(registries.admitted_text(admitted)):
            registries.write_admitted(self.home, admitted)
        self._caches()
        return told(record, self.env.stamp)

    def _admit(self, path: Path, packs: Mapping[str, Trauma], may_add: bool) -> set[str]:
        """The digests of one registry's lines that may be armed; `may_add`: new ones are looked at, else only known ones stay."""
        held = self.registries[str(path)]
        before = self.before.get(str(path), {})
        if held.fault:  # it cannot be read now: what was armed is not gone for that
            self.armed[str(path)] = dict(before)
            self.quarantined.append(Quarantined(str(path), "", "", held.fault))
            return set(self.admitted)
        known = self.admitted
        old = {name: trauma for name, row in before.items() if (trauma := _trauma(row)) is not None}
        admitted = {line.digest for line in held.lines if line.trauma and line.digest in known}
        now = dict(counting(line.trauma for line in held.lines if line.trauma and line.digest in admitted))
        for line in sorted(held.lines, key=lambda each: each.at):
            if line.digest in admitted:
                continue
            if not may_add:
                why = "the repository is not as it was when it was trusted; `cm trust` looks at it again"
                self.waiting.append(Waiting(line.place, line.id, line.digest, why))
            elif (
                self._passes(line, now.get(line.id) or old.get(line.id) or packs.get(line.id)) and line.trauma
            ):
                admitted.add(line.digest)
                stands = (now[line.id], line.trauma) if line.id in now else (line.trauma,)
                now[line.id] = counting(stands)[line.id]
        counts = counting(each.trauma for each in held.lines if each.trauma and each.digest in admitted)
        translated = {line.digest for line in held.lines if line.imported is not None and line.id in counts}
        self.waiting = [each for each in self.waiting if each.digest not in translated]
        self.armed[str(path)] = {name: each.row() for name, each in counts.items()}
        for name, trauma in old.items():
            if name not in counts and name not in self.forget:
                self.armed[str(path)][name] = trauma.row()  # until somebody decides
                if in_force(trauma):
                    self.gone.append(Gone(str(path), name, trauma.pattern, trauma.scope))
        return admitted

    def _passes(self, line: Line, now: Trauma | None) -> bool:
        """Whether a line that is new may be armed; if not, that is written down."""
        if line.imported is not None:
            why = "it came from another store; `cm trauma activate` translates it"
            self.waiting.append(Waiting(line.place, line.id, line.digest, why))
            return False
        if line.trauma is None:
            self.quarantined.append(Quarantined(line.place, line.id, line.digest, line.fault))
            return False
        if line.digest in self.unchanged:
            return True
        if loosens(line.trauma, now) and line.digest not in self.decided:
            what = {"healed": "it lifts a trauma", "retired": "it takes a trauma away", "active": "it changes what a trauma denies"}  # fmt: skip
            why = f"{what[line.trauma.status]}, and nobody was asked; `cm trauma activate --waiting` does"
            self.waiting.append(Waiting(line.place, line.id, line.digest, why))
            return False
        if line.digest in self.earlier:
            _, name, digest, reason, shown_by = self.earlier[line.digest]
            self.quarantined.append(Quarantined(line.place, name, digest, reason, shown_by))
            return False
        answer = admit(line.trauma, engine(), benign_commands(), now=self._latest(now))
        if isinstance(answer, NotAdmitted):
            self.quarantined.append(
                Quarantined(line.place, line.id, line.digest, answer.reason, answer.shown_by)
            )
            return False
        return True

    def _latest(self, follows: Trauma | None) -> datetime:
        """Now, or the time of the line that one follows: a clock that was ahead keeps nobody from lifting what it armed."""
        return max(self.env.now, moment(follows.at)) if follows is not None and follows.at else self.env.now

    def _caches(self) -> None:
        """Makes the engine's compiled caches, for the home and for each repository whose lines count; the others go."""
        home, wanted = self.home, {"home": ""}
        for repo, _ in self.repos:
            wanted[cache_key(repo.repo)] = str(repo.traumas)
        with suppress(OSError):
            for path in home.guard.glob("cache-*"):
                if path.name.removeprefix("cache-").partition(".")[0] not in wanted:
                    with suppress(OSError):
                        path.unlink()
        for key, traumas in wanted.items():
            engine().Registry(
                [str(home.traumas)], str(home.guard / f"cache-{key}"), admitted=str(home.guard / "admitted"),
                packs=str(home.guard / "packs.jsonl"), repos=[traumas] if traumas else [],
            ).read()  # fmt: skip


def _repos(env: Env) -> list[tuple[RepoHome, bool]]:
    """The repositories that the user trusts, and whether each is as it was then: only then new lines of it are admitted.

    A line that was admitted stays so while the repository has the user's trust: a pull that changes a rule must not disarm it.
    """
    with suppress(BadState):
        found = []
        for each in trusted_repositories(env.home):
            repo = RepoHome(Path(each.path) / FOLDER)
            with suppress(OSError, NotTrusted):
                found.append((repo, is_trusted(env.home, repo)))
        return found
    return []


def _packs(names: Iterable[str]) -> tuple[tuple[Pack, ...], tuple[str, ...]]:
    catalogue = {pack.name: pack for pack in read_catalogue()}
    return tuple(catalogue[name] for name in names if name in catalogue), tuple(
        name for name in names if name not in catalogue
    )


def _shipped_stamp(held: dict[str, str] = {}) -> str:  # noqa: B006 - one per process
    """A hash of this version, its engine and its catalogue as they ship."""
    if not held:
        found = blake2b(cm.__version__.encode(), digest_size=20)
        for path in (engine_path(), *sorted((shipped_dir("guards") / "catalogue").glob("*.yaml"))):
            found.update(path.read_bytes())
        held["is"] = found.hexdigest()
    return held["is"]


def _trauma(row: Mapping[str, Any]) -> Trauma | None:
    try:
        return trauma_of(row)
    except (TypeError, ValueError):
        return None


def _sha256(data: bytes) -> str:
    return sha256(data).hexdigest()


def _put(path: Path, data: bytes) -> None:
    with suppress(OSError):
        if path.read_bytes() == data:
            return
    replace(path, data)
