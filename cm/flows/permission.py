"""Who may be read now, and which sessions are kept: the user's word, asked for once, applied at the door of ingest.

Inside an agent only that agent's own sessions are read and shown, until a human lets all be used for all. At a terminal the
human is asked once about every host that is found. In a script outside any agent the command itself is the consent, for that
run. What the lists mean is `core/serving/permits.py`; changing them is `flows/privacy.py`.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

from cm.core.serving.permits import (
    host_verdict,
    ignores,
    is_switched_off,
    project_verdict,
    with_allowed,
    with_denied,
)
from cm.errors import NeedsAHuman, NotAllowed
from cm.flows.changed import Sighting
from cm.flows.env import Env
from cm.flows.ingested import marks_path
from cm.flows.kept_out import KeptOut
from cm.flows.purge import Purged, purge
from cm.flows.uses import note
from cm.hosts.registry import HANDED, HOSTS
from cm.model.privacy import Leave, Privacy
from cm.model.session import Event, SessionHead
from cm.store import git
from cm.store.databases import DATABASES
from cm.store.excluded import (
    Excluded,
    hashed,
    ignore_files,
    ignore_lines,
    read_excluded,
    stance_of,
    write_excluded,
)
from cm.store.files import lock
from cm.store.journal import Journal
from cm.store.lines import make_dirs
from cm.store.privacy import read_privacy, write_privacy
from cm.store.watermarks import Watermarks

INGEST_SECONDS: Final = 30.0
_ASKED_TIMES: Final = 3

WITHHELD: Final[Mapping[str, str]] = {
    "denied": "denied (`cm privacy allow` takes that back)",
    "other-agent": "not read inside another agent (a human runs `cm privacy enable`)",
    "not-asked": "found since you were asked (a human runs `cm privacy allow`)",
}

LEFT_OUT: Final[Mapping[str, str]] = {
    "denied-host": "of a denied coding agent",
    "denied-project": "of a denied project",
    "cmignore": "by a .cmignore",
    "switched-off": "with `# cm: off`",
    "part-of-excluded": "that belong to one of these",
    "erased": "that you erased",
}
T = TypeVar("T", bound=tuple[Any, ...])


class Permit:
    """What may be read in one run, and what was left out in it."""

    def __init__(self, env: Env, privacy: Privacy, excluded: Excluded) -> None:
        self.env = env
        self.privacy = privacy
        self.excluded = excluded
        self.withheld: dict[str, str] = {}  # host -> why
        self.left_out: Counter[str] = Counter()  # sessions by reason
        self.held: dict[str, SessionHead] = {}  # kept from earlier, to be taken out
        self.out: dict[str, Leave] = {}  # sessions that are not kept, and why
        self._lines: dict[str, tuple[tuple[str, ...], ...]] = {}
        self._changed = False
        self.kept_out = KeptOut(env)

    @classmethod
    def open(cls, env: Env) -> Permit:
        """Reads what was said. Raises Unparsable, NewerSchema, BadState: a word that cannot be read is no yes."""
        return cls(env, read_privacy(env.home), read_excluded(env.home))

    # --- hosts

    def opened(self, found: Sequence[T], named: Sequence[str]) -> list[T]:
        """Those of the files (a host first in each) that may be read; asks a human about hosts nobody was asked about.

        Raises NotAllowed when a host that was asked for by name may not be read, NeedsAHuman when nobody answers.
        """
        env = self.env
        present = Counter(item[0].name for item in found)
        if env.tty and not env.agent and _unasked(self.privacy, present):
            self.privacy = ask(env, self.privacy, present)
        self.withheld = {
            name: why
            for name in dict.fromkeys((*present, *named))
            if (why := why_withheld(env, self.privacy, name))
        }
        if refused := [name for name in named if name in self.withheld]:
            raise not_allowed(env, refused[0], self.withheld[refused[0]])
        return [item for item in found if item[0].name not in self.withheld]

    def not_out(self, found: Sequence[Sighting]) -> Sequence[Sighting]:
        """Those of the files that were not left out before, or are not the same as then."""
        if not self.excluded.files:
            return found
        return [
            (host, path, stat)
            for host, path, stat in found
            if stat is None or not self.is_out(path, stat.st_size, stat.st_mtime_ns)
        ]

    # --- sessions

    def is_out(self, path: str, size: int, mtime_ns: int) -> bool:
        """Whether a file was left out before and is the same as then."""
        files = self.excluded.files
        return bool(files) and files.get(hashed(path)) == (size, mtime_ns)

    def why_left_out(self, head: SessionHead, events: Sequence[Event]) -> Leave:
        """Why a session is not kept, "" when it is; asked for every part of a session that is put by."""
        why = self.out.get(head.id) or self._standing(head) or ""
        if not why and is_switched_off(events):
            why = "switched-off"
        if head.cwd and head.cwd not in self.excluded.places and self.kept_out.names(head.cwd):
            self.excluded.places.add(head.cwd)
            self._changed = True
        if why and head.id not in self.out:
            self.out[head.id] = why
            self.left_out[why] += 1
            self.excluded.sessions.add(hashed(head.id))
            self._changed = True
        if why in ("switched-off", "cmignore"):
            self.excluded.events.update(event.id for event in events)
        return why

    def without_copies(self, events: Sequence[Event]) -> list[Event]:
        """The events without those that a session brought which is left out: a resumed one begins with copies of them."""
        out = self.excluded.events
        return [event for event in events if event.id not in out] if out else list(events)

    def all_out(self, parts: Sequence[tuple[SessionHead, object]]) -> bool:
        """Whether there are sessions here and none of them is kept."""
        return bool(parts) and all(head.id in self.out for head, _ in parts)

    def told(self) -> tuple[str, ...]:
        """What was left out and why, for people."""
        hosts = [
            f"{HOSTS[name].title if name in HOSTS else name}: {WITHHELD[why]}"
            for name, why in self.withheld.items()
            if why != "denied"
        ]
        sessions = ", ".join(f"{n} {LEFT_OUT[why]}" for why, n in self.left_out.items())
        return (*hosts, *((f"sessions left out: {sessions}",) if sessions else ()))

    def leave(self, path: str, size: int, mtime_ns: int) -> None:
        """Remembers that a file holds nothing that may be kept."""
        self.excluded.files[hashed(path)] = (size, mtime_ns)
        self._changed = True

    def settle(self) -> None:
        """Writes down what was left out; with that, what is looked at next time."""
        stance = _stance(self.env, self.privacy, self.excluded)
        if self._changed or stance != self.excluded.stance:
            self.excluded.stance = stance
            write_excluded(self.env.home, self.excluded)
            self._changed = False

    def sweep(self) -> None:
        """Takes out what may not be kept any more, when the lists or a `.cmignore` changed; takes the ingest lock then."""
        if _stance(self.env, self.privacy, self.excluded) == self.excluded.stance:
            return
        with lock(self.env.home.ingest_lock, INGEST_SECONDS, who="cm privacy"):
            sweep(self.env, self)

    def _standing(self, head: SessionHead) -> Leave:
        if host_verdict(self.privacy, head.host) == "deny":
            return "denied-host"
        if project_verdict(self.privacy, head.project, head.cwd) == "deny":
            return "denied-project"
        if any(ignores(lines, head) for lines in self._ignoring(head.cwd)):
            return "cmignore"
        if head.twin and host_verdict(self.privacy, head.twin.partition("/")[0]) == "deny":
            return "denied-host"
        if self.kept_out.holds(head):
            return "erased"
        whole = [name for name in (head.parent, head.twin) if name]
        if any(name in self.out or hashed(name) in self.excluded.sessions for name in whole):
            return "part-of-excluded"
        return ""

    def _ignoring(self, cwd: str) -> tuple[tuple[str, ...], ...]:
        known = self._lines.get(cwd)
        if known is None:
            known = tuple(map(ignore_lines, ignore_files(cwd, self.env.user_home)))
            self._lines[cwd] = known
        return known


def sweep(env: Env, permit: Permit, *, dry_run: bool = False) -> Purged:
    """Takes out of journal and index everything that may not be kept; call it with the ingest lock held."""
    heads = list(Journal(env.home.journal).sessions())
    if not dry_run:
        permit.excluded.clear()
        permit.excluded.places |= {head.cwd for head in heads if head.cwd and permit.kept_out.names(head.cwd)}
    main_first = sorted(heads, key=lambda head: bool(head.parent))
    gone = [head for head in main_first if permit.why_left_out(head, ())]
    denied = [name for name in HOSTS if host_verdict(permit.privacy, name) == "deny"]
    done = purge(env, gone, hosts=denied, dry_run=dry_run) if gone or denied else Purged()
    permit.left_out.clear()
    if not dry_run:
        _reopen(env)
        permit.settle()
    return done


def _reopen(env: Env) -> None:
    """Sees to it that a database is looked through again: sessions in it that were left out have no mark of their own."""
    if not marks_path(env).exists():
        return
    with Watermarks.open(marks_path(env)) as marks:
        marks.drop([mark.path for mark in marks.all() if Path(mark.path).suffix in DATABASES])


def left_in_journal(env: Env) -> int:
    """How many sessions the journal holds that may not be kept any more."""
    permit = Permit.open(env)
    heads = sorted(Journal(env.home.journal).sessions(), key=lambda head: bool(head.parent))
    return sum(bool(permit.why_left_out(head, ())) for head in heads)


def take_out_held(env: Env, permit: Permit) -> None:
    """Takes out what turned out in a run not to be kept, with its subagents; call it with the ingest lock held."""
    if permit.left_out:
        journal = Journal(env.home.journal)
        # a subagent's file is often older than its parent's, and was read before it
        children = [head for head in journal.sessions() if head.parent and permit.why_left_out(head, ())]
        for head in permit.held.values():
            permit.excluded.events |= journal.ids(head)
        if gone := {head.id: head for head in (*permit.held.values(), *children)}:
            purge(env, gone.values())
        permit.held.clear()
    permit.settle()


# --- hosts


def why_withheld(env: Env, privacy: Privacy, host: str) -> str:
    """Why a host's sessions are not read now, as a key of WITHHELD; "" when they are."""
    said = host_verdict(privacy, host)
    if said == "deny":
        return "denied"
    if not env.agent or host == env.agent or (host in HOSTS and not HOSTS[host].agent):
        return ""
    if privacy.across is not True:
        return "other-agent"
    return "" if said == "allow" else "not-asked"


def only_host(env: Env) -> str:
    """The one host whose sessions may be shown here; "" when all may."""
    if not env.agent or read_privacy(env.home).across is True:
        return ""
    return env.agent


def open_heads(env: Env, heads: Iterable[SessionHead]) -> Iterator[SessionHead]:
    """Those of the sessions in the journal that may be used here."""
    only = only_host(env)
    return (
        head for head in heads if not only or head.host == only or (head.notes and head.host not in HANDED)
    )


def require_open(env: Env, session: str, door: str) -> None:
    """Raises NotAllowed when a session is closed here; else records that it was used."""
    host = session.partition("/")[0]
    if only_host(env) not in ("", host):
        raise not_allowed(env, host, "other-agent")
    if env.agent:
        note_use(env, door, [session])


def not_allowed(env: Env, host: str, why: str) -> NotAllowed:
    """The error for a host that was asked for by name."""
    title = HOSTS[host].title if host in HOSTS else host
    inside = f" (this runs inside {env.agent})" if why != "denied" and env.agent else ""
    return NotAllowed(
        f"sessions of {title} are closed here{inside}: {WITHHELD[why].partition(' (')[0]}",
        hint=WITHHELD[why].partition("(")[2].rstrip(")"),
        host=host,
        reason=why,
    )


def ask_once(env: Env, files: Mapping[str, int]) -> None:
    """Asks a human at a terminal about the hosts that nobody was asked about yet; `files` says how many each has."""
    privacy = read_privacy(env.home)
    if env.tty and not env.agent and _unasked(privacy, files):
        ask(env, privacy, files)


def ask(env: Env, privacy: Privacy, files: Mapping[str, int]) -> Privacy:
    """Asks which hosts may be read, and keeps the answer. Raises NeedsAHuman when there is none."""
    names = _unasked(privacy, files)
    rows = [
        f"  {number}  {HOSTS[name].title} ({some(range(files[name]), 'file')})"
        for number, name in enumerate(names, 1)
    ]
    sys.stderr.write(
        "Sessions of these coding agents were found. What you allow is read into your\n"
        f"own journal in {env.home.root},\nand what it teaches is used for all of them. Nothing leaves this machine.\n"
        + "\n".join(rows)
        + "\n"
    )
    for _ in range(_ASKED_TIMES):
        sys.stderr.write("Which may be read? [Enter = all, or numbers, or none] ")
        sys.stderr.flush()
        line = sys.stdin.readline()
        chosen = chosen_of(line, names) if line else None
        if chosen is not None:
            return say(env, privacy, chosen, [name for name in names if name not in chosen])
        if not line:
            break
    raise NeedsAHuman(
        "nobody said which sessions may be read",
        hint="run it again and answer, or say it with `cm privacy allow --host HOST` and `cm privacy deny --host HOST`",
    )


def chosen_of(line: str, names: Sequence[str]) -> tuple[str, ...] | None:
    """Which of the names an answer means; None when it cannot be understood."""
    said = line.strip().lower()
    if said in ("", "y", "yes", "all", "a", "*"):
        return tuple(names)
    if said in ("n", "no", "none", "0"):
        return ()
    chosen = []
    for word in re.split(r"[\s,;]+", said):
        if word.isdigit() and 1 <= int(word) <= len(names):
            chosen.append(names[int(word) - 1])
        elif word in names:
            chosen.append(word)
        else:
            return None
    return tuple(dict.fromkeys(chosen))


def say(env: Env, privacy: Privacy, allowed: Sequence[str], denied: Sequence[str]) -> Privacy:
    """Keeps what a human said of hosts that were found."""
    hosts = with_denied(with_allowed(privacy.hosts, allowed), denied)
    now = replace(privacy, hosts=hosts)
    if privacy.across is None:
        now = replace(now, across=bool(allowed), at=env.stamp, by=env.by)
    keep(env, now, f"Privacy: read {', '.join(allowed) or 'no coding agent'}")
    return now


def keep(env: Env, privacy: Privacy, message: str) -> None:
    """Writes the user's word down, with a commit of the home where it has a history."""
    make_dirs(env.home.root)
    make_dirs(env.home.state)
    with lock(env.home.lock):
        git.prepare_home(env.home, env.environ)
        write_privacy(env.home, privacy)
        git.commit_home(env.home, message + "\n", at=env.stamp, environ=env.environ)


def note_use(env: Env, door: str, sessions: Iterable[str]) -> None:
    """Records that a door used sessions of other hosts for the agent it answers, or that a run of the user's read them."""
    note(str(env.home.root), env.stamp, door, env.agent, sessions, env.by)


def some(things: Sized, what: str) -> str:
    """How many there are, in words."""
    return f"{len(things):,} {what}{'' if len(things) == 1 else 's'}"


def _unasked(privacy: Privacy, names: Iterable[str]) -> list[str]:
    if privacy.across is False:
        return []  # the answer was no; each host is opened by name
    return [name for name in names if HOSTS[name].agent and not host_verdict(privacy, name)]


def _stance(env: Env, privacy: Privacy, excluded: Excluded) -> str:
    lists = [privacy.hosts.allow, privacy.hosts.deny, privacy.projects.allow, privacy.projects.deny]
    return stance_of(json.dumps(lists).encode(), excluded.places, env.user_home)
