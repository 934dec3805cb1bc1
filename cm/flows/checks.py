"""The single checks of `cm doctor`: each looks at one thing, some can mend it. Putting them together: `flows/doctor.py`."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from cm.flows.commit import mend
from cm.flows.env import Env
from cm.flows.ingested import not_understood, read_so_far
from cm.flows.inventory import hosts_seen
from cm.flows.permission import left_in_journal
from cm.flows.project import outdated_exports
from cm.flows.reading import shelf
from cm.flows.refresh import refresh
from cm.model.session import Skipped
from cm.model.stamp import moment
from cm.store import git, index, intents
from cm.store.decisions import read_log
from cm.store.files import lock
from cm.store.home import Layered
from cm.store.journal import Journal
from cm.store.ledger import LedgerFiles
from cm.store.mending import close_torn_tail
from cm.store.playbook import read_playbook
from cm.store.privacy import read_privacy
from cm.store.shipped import all_starters
from cm.store.trust import broken_record, content_hash, is_trusted

Level: TypeAlias = Literal["fault", "warning", "note"]
MANY_FILES: Final = 3
SOON_DAYS: Final = 7
PRIVATE: Final = 0o077  # what nobody else should be allowed


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to know, and what to do about it."""

    level: Level
    code: str
    say: str
    todo: str = ""
    fixable: bool = False
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """One look, and the mending that goes with it when there is one."""

    name: str
    look: Callable[[Env], Iterable[Finding]]
    mend: Callable[[Env], None] | None = None


# --- home and permissions


def look_at_home(env: Env) -> Iterator[Finding]:
    """Is there a home, is it one, may others read it?"""
    root = env.home.root
    if not root.exists():
        yield Finding("warning", "no-home-yet", f"there is no home yet at {root}", "cm init")
        return
    if not root.is_dir():
        yield Finding(
            "fault", "home-is-a-file", f"{root} is a file", "move it away, or set CM_HOME to a folder"
        )
        return
    if not env.home.git.exists():
        yield Finding(
            "warning", "no-history", f"{root} is no git repository, so changes have no history", "cm init"
        )


def look_at_git(env: Env) -> Iterator[Finding]:
    """Did a killed git leave its lock, so that changes have no history?"""
    if (env.home.git / "index.lock").exists():
        yield Finding(
            "fault", "git-locked", f"{env.home.git / 'index.lock'} was left by a killed git; changes have no history meanwhile",
            "it is removed when nobody is at work there", True,
        )  # fmt: skip


def mend_git(env: Env) -> None:
    """Takes the lock away, holding ours: nobody else runs git there."""
    with lock(env.home.lock):
        git.unlock(env.home)


def look_at_permissions(env: Env) -> Iterator[Finding]:
    """May others read what was said in sessions?"""
    if os.name == "nt" or not env.home.root.is_dir():
        return
    for path in _private_places(env):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & PRIVATE:
            wanted = "700" if path.is_dir() else "600"
            yield Finding(
                "fault", "readable-by-others", f"others may read {path} (mode {mode:03o})", f"chmod {wanted} {path}", True
            )  # fmt: skip


def mend_permissions(env: Env) -> None:
    """Takes away what others may do."""
    for path in _private_places(env):
        path.chmod(stat.S_IMODE(path.stat().st_mode) & ~PRIVATE)


def _private_places(env: Env) -> Iterator[Path]:
    home = env.home
    named = (
        home.root,
        home.playbook,
        home.config,
        home.ledger_dir,
        home.decisions,
        home.journal,
        home.diary,
        home.state,
        home.cache,
    )
    for path in named:
        if path.exists() and not path.is_symlink():
            yield path
    for folder in (home.ledger_dir, home.cache, home.state):
        if folder.is_dir():
            yield from sorted(item for item in folder.iterdir() if item.is_file() and not item.is_symlink())


# --- playbooks


def look_at_playbooks(env: Env) -> Iterator[Finding]:
    """Can every rule be read, and is anything in there that this version does not know?"""
    for layer in _layers(env):
        if not layer.playbook.exists():
            continue
        book = read_playbook(layer.playbook)
        for flaw in book.flaws:
            named = f" ({flaw.rule})" if flaw.rule else ""
            yield Finding(
                "fault", "bad-rule", f"{layer.playbook}:{flaw.line}: this rule is not served{named}: {flaw.reason}",
                "mend it by hand; the other rules are not touched by it",
            )  # fmt: skip
        for rule in book:
            if rule.extra:
                fields = ", ".join(rule.extra)
                yield Finding(
                    "note", "unknown-field", f"{layer.playbook}: {rule.id} has a field cm does not know: {fields}",
                    "it is kept and the rule is served; check the spelling",
                )  # fmt: skip


def look_at_shelf(env: Env) -> Iterator[Finding]:
    """Is a rule held back that looks as if it were in force?"""
    for item in shelf(env).shelved:
        if item.rule.state == "active" and item.screened:
            yield Finding(
                "warning", "quarantined", f"{item.rule.id} is not served: its text would be refused now ({item.screened})",
                f"cm show {item.rule.id}; cm correct or cm forget it",
            )  # fmt: skip


# --- logs


def look_at_logs(env: Env) -> Iterator[Finding]:
    """Are the append-only logs whole?"""
    for path, skipped in _damaged_logs(env):
        reasons = Counter(item.reason for item in skipped)
        if reasons.pop("unfinished-last-line", 0):
            yield Finding(
                "fault",
                "torn-tail",
                f"{path}: the last line was cut off by a killed process",
                "its end is closed; nothing else is lost",
                True,
            )
        for reason, n in sorted(reasons.items()):
            lines = ", ".join(str(item.line) for item in skipped if item.reason == reason and item.line)
            yield Finding(
                "warning", "damaged-lines", f"{path}: {n} lines cannot be used ({reason})" + (f": {lines}" if lines else ""),
                "they are passed over; remove them by hand if you like",
            )  # fmt: skip


def mend_logs(env: Env) -> None:
    """Closes torn last lines, so that the next line starts on its own."""
    with lock(env.home.lock):
        for path, skipped in _damaged_logs(env):
            if any(item.reason == "unfinished-last-line" for item in skipped):
                close_torn_tail(path)


def _damaged_logs(env: Env) -> Iterator[tuple[Path, tuple[Skipped, ...]]]:
    for layer in _layers(env):
        for name, skipped in LedgerFiles(layer.ledger_dir).skipped().items():
            if skipped:
                yield layer.ledger_dir / name, skipped
        if skipped := read_log(layer.decisions).skipped:
            yield layer.decisions, skipped


# --- index, intents, journal


def look_at_index(env: Env) -> Iterator[Finding]:
    """Is the derived index there and readable? It is made anew at will."""
    if not env.home.index.exists():
        if env.home.playbook.exists():
            yield Finding("note", "no-index", "the index is not made yet", "the next command makes it")
        return
    try:
        index.Index.open(env.home.index).close()
    except index.Broken:
        yield Finding(
            "fault",
            "broken-index",
            f"{env.home.index} is damaged or of another version",
            "it is made anew",
            True,
        )
    except (index.Locked, index.ReadOnly):
        yield Finding("note", "index-in-use", f"{env.home.index} is in use or cannot be written", "try again")


def mend_index(env: Env) -> None:
    """Makes the index anew from playbooks, ledgers and journal."""
    index.Index.delete(env.home.index)
    refresh(env, events=True)


def look_at_intents(env: Env) -> Iterator[Finding]:
    """Was a change over several files cut short?"""
    for item in intents.pending(env.home):
        yield Finding(
            "fault",
            "unfinished-change",
            f"a change of {item.at} was cut short ({item.tx})",
            "it is completed or rolled back",
            True,
        )


def mend_intents(env: Env) -> None:
    """Completes or rolls back what was cut short."""
    mend(env)


def look_at_journal(env: Env) -> Iterator[Finding]:
    """Can everything that was retained be read?"""
    counts = Counter((item.path, item.reason) for item in Journal(env.home.journal).check())
    for (path, reason), n in sorted(counts.items()):
        level: Level = "note" if reason == "unfinished-last-line" else "warning"
        yield Finding(
            level,
            "damaged-journal",
            f"{path}: {n} lines cannot be read ({reason})",
            "they are passed over, and all beside them is read; `cm journal verify` names the lines",
        )


def look_at_reading(env: Env) -> Iterator[Finding]:
    """Which transcripts could not be read, and what will hosts delete before it was read?"""
    for item in read_so_far(env).failed:
        yield Finding(
            "warning",
            "unreadable-transcript",
            f"{item.path}: {item.error}",
            f"tried again after {item.retry_at[:16].replace('T', ' ')}",
        )
    strange = not_understood(env)
    for path, title in strange[:MANY_FILES]:
        yield Finding(
            "note", "not-understood", f"{path}: nothing in it was understood ({title})",
            "docs/generic-sessions.md has the shapes for the inbox; a known agent's file goes to another folder: cm sessions FILE",
        )  # fmt: skip
    if len(strange) > MANY_FILES:
        yield Finding("note", "not-understood", f"and {len(strange) - MANY_FILES} more files like these")
    for host in hosts_seen(env):
        if not host.unread or not host.deletes_on:
            continue
        left = (moment(host.deletes_on) - env.now).days
        if left <= SOON_DAYS:
            by = f", by {host.kept_by}" if host.kept_by else ""
            when = f"after {host.deletes_on[:10]}" if left >= 0 else "any time now"
            yield Finding(
                "warning", "soon-deleted", f"{host.title} deletes unread sessions {when} (it keeps {host.retention_days} days{by})",
                "cm sessions reads them into the journal",
            )  # fmt: skip


# --- privacy, configuration, trust, exports


def look_at_privacy(env: Env) -> Iterator[Finding]:
    """What was the user's word on privacy, and is anything held that it excludes?"""
    privacy = read_privacy(env.home)
    if out := left_in_journal(env):
        yield Finding(
            "warning", "not-taken-out", f"{out} sessions are in the journal that may not be kept any more (the lists, or a .cmignore)",
            "cm sessions takes them out",
        )  # fmt: skip
    for host in hosts_seen(env):
        if host.denied and host.files:
            yield Finding(
                "note", "denied-host", f"{host.title} is not read, as you said", "cm privacy"
            )  # fmt: skip
    if env.agent and privacy.across is not True:
        yield Finding(
            "note", "own-sessions-only", f"inside {env.agent} only its own sessions are read and shown",
            "a human opens all to all with cm privacy enable",
        )  # fmt: skip


def look_at_config(env: Env) -> Iterator[Finding]:
    """Is there a setting that was not taken?"""
    for problem in env.problems:
        yield Finding("warning", "config", str(problem), "cm config --explain")


def look_at_trust(env: Env) -> Iterator[Finding]:
    """Is the repository's .cm/ inert because nobody said yes to it, or because the yes cannot be read?"""
    if wrong := broken_record(env.home):
        yield Finding(
            "fault",
            "broken-trust",
            f"{wrong}; so no repository is trusted",
            "remove that file, then say cm trust again in the repositories you trust",
        )
        return
    if env.repo and env.repo.root.is_dir() and content_hash(env.repo) and not is_trusted(env.home, env.repo):
        yield Finding(
            "note",
            "untrusted",
            f"{env.repo.root} is not trusted, so its rules are not served",
            "look at it with cm trust --show, then cm trust",
        )


def look_at_exports(env: Env) -> Iterator[Finding]:
    """Does every exported block say what it would say now?"""
    for line in outdated_exports(env):
        yield Finding("note", "outdated-export", line, "cm project in that project")


def look_at_starters(env: Env) -> Iterator[Finding]:
    """Is there a starter of the user's own that cannot be read, or only in part?"""
    for starter in all_starters(env.home):
        if starter.trouble:
            yield Finding(
                "warning",
                "broken-starter",
                f"the starter {starter.name}: {starter.trouble}",
                "mend it, or move it away",
            )
        for flaw in starter.flaws:
            yield Finding(
                "warning", "starter-flaw", f"{starter.path}: {flaw}", f"cm starters show {starter.name}"
            )


ALL: Final[tuple[Check, ...]] = (
    Check("home", look_at_home),
    Check("git", look_at_git, mend_git),
    Check("permissions", look_at_permissions, mend_permissions),
    Check("config", look_at_config),
    Check("intents", look_at_intents, mend_intents),
    Check("playbooks", look_at_playbooks),
    Check("logs", look_at_logs, mend_logs),
    Check("index", look_at_index, mend_index),
    Check("shelf", look_at_shelf),
    Check("journal", look_at_journal),
    Check("reading", look_at_reading),
    Check("privacy", look_at_privacy),
    Check("trust", look_at_trust),
    Check("exports", look_at_exports),
    Check("starters", look_at_starters),
)


def _layers(env: Env) -> Iterator[Layered]:
    """The files that speak here; what is wrong with a stranger's is the stranger's affair."""
    yield env.home
    if env.repo and env.repo.root.is_dir() and env.trusted:
        yield env.repo
