"""Whether a trauma may be armed: it compiles in the engine that will match it, means what it says, holds its examples, leaves
ordinary commands alone and stays fast. What is refused says why, where, and by which input that showed.

Not here: which lines of which registry are asked about, and what becomes of them (`flows/arming.py`).
"""

from __future__ import annotations

import re
import signal
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Final, TypeAlias

from cm.core.guards.meaning import odd_in
from cm.core.guards.probe import Probe, is_plain, probes_of
from cm.core.secrets.scrub import find_secret
from cm.core.serving.tombstones import ERASED
from cm.model.stamp import moment, stamp
from cm.model.trauma import LANGUAGES, SCOPES, Trauma
from cm.store import guard_engine
from cm.store.guard_engine import Armed, Engine
from cm.store.shipped import shipped_dir

SECONDS: Final = 1.0  # of processor time, for the longest of the texts below
SIZES: Final = (64, 1024, 8192, 65536)
SHARE: Final = 0.005  # of ordinary commands that a pattern may meet
OWN: Final = (
    'cm context "mend the parser"', "cm context --json x", "cm mark helpful r-1", "cm mark harmful r-1", "cm search x",
    "cm quickstart", "cm remember 'use uv'", "cm trauma list", "cm trauma add x", "cm guard status", "cm guard test", "cm doctor",
    "python -m cm context x",
)  # fmt: skip
"""What an agent needs of cm itself; a trauma that denies one of these would cut it off."""
LOOKS: Final = (
    "ls", "ls -la src", "pwd", "cat README.md", "head -20 notes.txt", "tail notes.txt", "wc -l notes.txt", "grep -rn word src", "rg word",
    "git status", "git diff", "git log --oneline", "cd src", "echo done", "sed -n 1,20p notes.txt", "find . -name notes.txt",
)  # fmt: skip
"""Plain looks; a trauma that denies one of these denies all of a program that does no harm, however rare it is among ordinary commands."""
EARLY: Final = "lies in the future"  # a refusal that time mends
_NEUTRAL: Final = ("", " ", "\n", "a", "a b", "a\nb", "\x01")
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,79}")
_WHEN: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@dataclass(frozen=True, slots=True)
class Armable:
    """A trauma that may be armed."""

    trauma: Trauma


@dataclass(frozen=True, slots=True)
class NotAdmitted:
    """One that may not: why, and the input that showed it."""

    reason: str
    shown_by: str = ""


_answers: dict[tuple[object, ...], NotAdmitted | None] = {}
Admission: TypeAlias = "Armable | NotAdmitted"


@lru_cache(maxsize=1)
def benign_commands() -> tuple[str, ...]:
    """Ordinary commands that ship with the engine, one a line."""
    text = (shipped_dir("guards") / "benign.txt").read_text("utf-8")
    return tuple(line for line in text.splitlines() if line.strip() and not line.startswith("#"))


def admit(
    trauma: Trauma,
    engine: Engine,
    benign: Sequence[str],
    seconds: float = SECONDS,
    now: datetime | None = None,
) -> Admission:
    """Decides about one trauma as it would be matched; `now`: its own time may not lie far after that."""
    if fault := _shape(trauma, engine, now):
        return NotAdmitted(fault)
    if not in_force(trauma):
        return Armable(trauma)
    # the story says nothing about the pattern: what was measured once in this process is not measured again
    known = (trauma.pattern, trauma.scope, trauma.flags, trauma.examples, seconds, len(benign))
    if known not in _answers:
        _answers[known] = _examined(trauma, engine, benign, seconds)
    found = _answers[known]
    return found or Armable(trauma)


def _examined(trauma: Trauma, engine: Engine, benign: Sequence[str], seconds: float) -> NotAdmitted | None:
    made = _compiled(trauma, engine)
    if isinstance(made, NotAdmitted):
        return made
    return (
        _meets_nothing(trauma, made)
        or _slow(made, seconds)  # before anything of any length is searched without a timer
        or _examples(trauma, engine)
        or _ordinary(made, tuple(benign))
        or _own(trauma, engine)
    )


def in_force(trauma: Trauma) -> bool:
    """Whether it may ever deny anything: it is active, or will be again."""
    return trauma.status == "active" or (trauma.status == "healed" and bool(trauma.until))


def is_early(at: str, now: datetime) -> bool:
    """Whether a line's time lies so far ahead that no clock is merely fast."""
    return at > stamp(now + timedelta(days=1))


def _shape(trauma: Trauma, engine: Engine, now: datetime | None) -> str:
    if not _ID.fullmatch(trauma.id):
        return "the id is not a word of letters, digits, `-`, `_`, `.` and `:` (80 at most)"
    if fault := engine.shape_fault(trauma.row()):
        return str(fault)
    kind, _, language = trauma.scope.partition(":")
    if kind == "payload" and trauma.scope != "payload" and language not in LANGUAGES:
        return f"no payload is in {language or 'nothing'!r}; it is one of {', '.join(LANGUAGES)}"
    if kind != "payload" and trauma.scope not in (*SCOPES, "command:canonical"):
        return f"there is no scope {trauma.scope!r}; it is one of {', '.join(SCOPES)}, command:canonical, payload:LANGUAGE"
    if trauma.flags not in ("", "i"):
        return f"there are no flags {trauma.flags!r}; `i` is the only one"
    for name, value in (("at", trauma.at), ("until", trauma.until)):
        if value and not _is_stamp(value):
            return f"{name} is {value!r}, not a moment such as 2026-11-30T09:00:00Z"
    if now is not None and is_early(trauma.at, now):
        return f"its time {trauma.at} {EARLY}, so no later line could change it"
    if ERASED in trauma.pattern:
        return "words of its pattern were erased; add it anew, in other words"
    if find_secret(trauma.pattern):
        return "the pattern holds a secret; write a class of signs in its place, such as \\S+"
    return ""


def _is_stamp(text: str) -> bool:
    try:
        return bool(_WHEN.fullmatch(text)) and stamp(moment(text)) == text
    except ValueError:
        return False


def _compiled(trauma: Trauma, engine: Engine) -> Armed | NotAdmitted:
    """The trauma as the engine matches it, compiled with every warning an error."""
    if odd := odd_in(trauma.pattern):
        return NotAdmitted(f"the pattern is written for another engine: {odd}", odd.what)
    made = engine.Trauma(_active(trauma).row(), "")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            re.compile(trauma.pattern, made.flags)  # alone first: then the place is that of what was written
            compiled = re.compile(made.pattern(), made.flags)
    except re.error as error:
        at = f" at {error.pos + 1}" if error.pos is not None else ""
        what = trauma.pattern[error.pos : error.pos + 12] if error.pos is not None else ""
        return NotAdmitted(f"the pattern does not compile: {error.msg}{at}", what)
    except (Warning, OverflowError, RecursionError) as error:
        return NotAdmitted(f"the pattern does not compile cleanly: {error or type(error).__name__}")
    if compiled.flags & re.ASCII == 0:
        return NotAdmitted("the pattern changes its own flags; `--flags i` is the only one there is")
    return made


def _active(trauma: Trauma) -> Trauma:
    return replace(trauma, status="active", until="")


def _meets_nothing(trauma: Trauma, made: Armed) -> NotAdmitted | None:
    compiled = re.compile(made.pattern(), made.flags)
    for text in _NEUTRAL:
        hit = compiled.search(text)
        if hit and hit.end() == hit.start():
            return NotAdmitted("the pattern matches the empty text, so it would meet everything", text)
    if re.compile(trauma.pattern, made.flags).fullmatch(""):
        return NotAdmitted("the pattern matches the empty text, so it would meet everything")
    return None


def _examples(trauma: Trauma, engine: Engine) -> NotAdmitted | None:
    """Each example through the whole engine, as a guard would see it."""
    ready = [engine.Trauma(_active(trauma).row(), "")]
    for command in trauma.examples.deny:
        verdict = engine.judge(command, ready)
        if verdict.action not in ("deny", "ask"):
            read = " ; ".join(engine.Reader().read(command).canonical[:4])
            return NotAdmitted(f"an example that must be denied is not met; it is read as `{read}`", command)
    for command in trauma.examples.allow:
        verdict = engine.judge(command, ready)
        if verdict.action != "allow":
            return NotAdmitted(f"an example that must not be denied is met: `{verdict.line}`", command)
    return None


@lru_cache(maxsize=2)
def _views(benign: tuple[str, ...]) -> tuple[tuple[str, Any], ...]:
    engine = guard_engine.engine()
    return tuple((command, engine.views_of(engine.Reader().read(command), command)) for command in benign)


def _ordinary(made: Armed, benign: tuple[str, ...]) -> NotAdmitted | None:
    allowed, met = int(len(benign) * SHARE), []
    for command, views in _views(benign):
        if made.search(views):
            met.append(command)
            if len(met) > allowed:
                return NotAdmitted(
                    f"the pattern is too broad: it meets more than {allowed} of {len(benign)} ordinary commands",
                    "; ".join(met[:3]),
                )
    return None


def _own(trauma: Trauma, engine: Engine) -> NotAdmitted | None:
    ready = [engine.Trauma(_active(trauma).row(), "")]
    for command in OWN:
        if engine.judge(command, ready).action != "allow":
            return NotAdmitted("the pattern would deny what cm itself needs", command)
    for command in LOOKS:
        if engine.judge(command, ready).action != "allow":
            return NotAdmitted("the pattern is too broad: it would deny a plain look", command)
    return None


# --- how long it takes


def _slow(made: Armed, seconds: float) -> NotAdmitted | None:
    """The first probe that a pattern does not get through in time, if there is one, grown step by step."""
    pattern, flags = made.pattern(), made.flags
    by_line = made.scope.startswith("command") or made.scope == "argument"
    try:
        if is_plain(pattern, flags):
            return None
        probes = probes_of(pattern, flags, by_line=by_line)
    except (RecursionError, AttributeError, ValueError) as error:
        return NotAdmitted(f"the pattern could not be measured ({type(error).__name__}); write it simpler")
    compiled = re.compile(pattern, flags)
    other = _in_regex(pattern, flags)
    if other is None and not _has_alarm():
        return NotAdmitted("the pattern could not be measured in this system; write it simpler")
    for size in SIZES:
        for probe in probes:
            text = probe.grown(size)
            if _runs_over(compiled, text, seconds) or (other and _times_out(other, text, seconds)):
                return _too_slow(probe, size, seconds)
    return None


def _too_slow(probe: Probe, size: int, seconds: float) -> NotAdmitted:
    return NotAdmitted(
        f"the pattern is slow: more than {seconds:g} s for {size} characters; give its repeats bounds, such as [^\\n|]{{0,200}}, or other signs",
        probe.shown(),
    )


def _in_regex(pattern: str, flags: int) -> Any:
    """The same pattern under `regex`, whose search can be given up on every system; None when it reads it otherwise."""
    import regex  # type: ignore[import-untyped]

    more = regex.V0 | regex.ASCII | regex.MULTILINE | (regex.IGNORECASE if flags & re.IGNORECASE else 0)
    try:
        return regex.compile(pattern, more)
    except regex.error:
        return None


def _times_out(compiled: Any, text: str, seconds: float) -> bool:
    """Whether a search takes that long; a machine that is busy with other things is given a second chance."""
    for wait in (seconds, seconds * 8):
        begun = time.process_time()
        try:
            compiled.search(text, timeout=wait)
        except TimeoutError:
            if time.process_time() - begun >= seconds * 0.8:
                return True
            continue
        return False
    return True


class _Rang(BaseException):
    pass


def _has_alarm() -> bool:
    try:
        with _alarm(10):
            return True
    except (AttributeError, ValueError):
        return False


def _runs_over(compiled: re.Pattern[str], text: str, seconds: float) -> bool:
    """The same in the engine's own `re`, where a timer of the processor's time interrupts it; elsewhere it is not asked."""
    try:
        with _alarm(seconds):
            compiled.search(text)
    except _Rang:
        return True
    except (AttributeError, ValueError):
        return False
    return False


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    def rings(number: int, frame: object) -> None:
        raise _Rang

    old = signal.signal(signal.SIGPROF, rings)
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    finally:
        signal.signal(signal.SIGPROF, old)
