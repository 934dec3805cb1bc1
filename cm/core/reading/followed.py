"""Whether a session kept to the rules that its commands can tell of: how often followed, how often gone against, and in which command.

Counted are commands that the agent ran after the rule was there. What was refused did not run. Not here: what a rule asks for
(`core/reading/checks.py`), what follows for its standing (`core/curation/credit.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cm.core.reading.checks import Check, Pattern
from cm.core.reading.commands import core_of, family, normal_command, program_of, without_quoted
from cm.core.reading.words.orders import RUNNERS
from cm.model.session import Event

_HEREDOC: Final = re.compile(
    r"<<-?\s*['\"]?(\w+)['\"]?[^\n]*\n.*?(?:^\s*\1\s*$|\Z)", re.DOTALL | re.MULTILINE
)
_BETWEEN: Final = re.compile(r"&&|\|\||;|\||\n|&(?!\d|>)")
_WORD: Final = re.compile(r"(?:[^\s'\"]|'[^']*'|\"(?:[^\"\\]|\\.)*\")+")
_LOUD: Final = re.compile(
    r"-v+|-q+|--(?:verbose|quiet|silent|nocapture|no-header|no-color|color)(?:=\S+)?|--(?:tb|verbosity|reporter)(?:=\S+)?|--"
)
_SYNONYMS: Final[Mapping[tuple[str, str, str], str]] = {
    ("git", "push", "--force"): "-f",
    ("git", "push", "-f"): "--force",
    ("git", "commit", "--no-verify"): "-n",
    ("git", "commit", "-n"): "--no-verify",
}
_VALUED: Final = frozenset(
    (
        "-C",
        "-f",
        "-p",
        "--prefix",
        "--filter",
        "-F",
        "--dir",
        "--cwd",
        "--directory",
        "--project",
        "-w",
        "-c",
        "--file",
        "--manifest-path",
    )
)
_SEARCHERS: Final = frozenset(
    ("rg", "grep", "ag", "find", "fd", "cat", "bat", "sed", "awk")
)  # a rule may choose among these
_NOT_ANEW: Final = frozenset(("--amend", "--dry-run", "--abort"))
_ASKED: Final = (("-V",), ("-h",))
_V_IS_VERSION: Final = frozenset(
    ("npm", "npx", "pnpm", "yarn", "bun", "node", "docker")
)  # others mean verbose
_ANY_PROGRAM: Final = ""  # under which patterns for any program are kept
_LONGEST: Final = 120
_MOST_PARTS: Final = 40


@dataclass(frozen=True, slots=True)
class Watched:
    """A rule to look for: what its commands tell, and from when on."""

    rule: str
    check: Check
    since: str  # a stored moment: earlier commands cannot have followed it


@dataclass(frozen=True, slots=True)
class Kept:
    """How often a rule was followed and gone against, with the last command that told."""

    rule: str
    followed: int = 0
    ignored: int = 0
    did: str = ""  # the last command that followed it
    against: str = ""  # the last command that went against it
    done: bool = (
        False  # what it asks for was done; a rule that only forbids is followed by leaving something out
    )


@dataclass(frozen=True, slots=True)
class Part:
    """One simple command of a line."""

    words: tuple[str, ...]
    text: str
    looks: bool
    piped: bool = False  # it only reads what another command printed


def kept(events: Sequence[Event], watched: Sequence[Watched], *, began: str = "") -> tuple[Kept, ...]:
    """Returns what these events tell of each watched rule, in the rules' order; rules of which nothing tells are left out.

    `began` is the session's own moment, for hosts that write none beside their commands.
    """
    if not watched:
        return ()
    refused = {event.of for event in events if event.kind == "error" and event.by == "host" and event.of}
    found = {one.rule: Kept(one.rule) for one in watched}
    ready: dict[str, Part] = {}  # a rule's `do` that ran since the last of what it has to come before
    by_program = _by_program(watched)
    for event in events:
        if event.kind != "command" or event.by != "agent" or event.id in refused:
            continue
        at = event.at or began
        if not at or not any(name in event.text for name in by_program):
            continue
        for part in parts_of(event.text):
            if _only_asks(part):
                continue
            names = {program_of(word) for word in part.words} | {_ANY_PROGRAM}
            for one in {one.rule: one for name in names for one in by_program.get(name, ())}.values():
                if one.since and one.since <= at:
                    found[one.rule] = _told(one, part, found[one.rule], ready)
    return tuple(one for one in found.values() if one.followed or one.ignored)


def _by_program(watched: Sequence[Watched]) -> dict[str, list[Watched]]:
    """The rules that a command can tell of, by the programs that their patterns begin with."""
    found: dict[str, list[Watched]] = {}
    for one in watched:
        check = one.check
        for name in {pattern.words[0] for pattern in (*check.do, *check.dont, *check.before)}:
            found.setdefault(_ANY_PROGRAM if name == "*" else name, []).append(one)
    return found


def _told(one: Watched, part: Part, so_far: Kept, ready: dict[str, Part]) -> Kept:
    check = one.check
    if check.before:
        if any(matches(pattern, part) for pattern in check.do):
            ready[one.rule] = part
        elif any(matches(pattern, part) for pattern in check.before) and not _NOT_ANEW & set(part.words):
            first = ready.pop(one.rule, None)
            return _followed(so_far, first, done=True) if first else _against(so_far, part)
        return so_far
    if part.looks and (part.piped or part.words[0] not in _SEARCHERS):
        return so_far
    did = max((len(each.words) for each in check.do if matches(each, part)), default=0)
    broke = max((len(each.words) for each in check.dont if matches(each, part)), default=0)
    if broke > did and not _brings(part, check.do):
        return _against(so_far, part)
    if did or _kept_off(check, part):
        return _followed(so_far, part, done=bool(did))
    return so_far


def _followed(so_far: Kept, part: Part, *, done: bool) -> Kept:
    return replace(so_far, followed=so_far.followed + 1, did=part.text, done=so_far.done or done)


def _against(so_far: Kept, part: Part) -> Kept:
    return replace(so_far, ignored=so_far.ignored + 1, against=part.text)


def _only_asks(part: Part) -> bool:
    """Whether a command only asks a tool for its version or its help."""
    rest = part.words[1:]
    if rest == ("-v",):
        return part.words[0] in _V_IS_VERSION
    return bool({"--help", "--version"} & set(rest)) or rest[:1] == ("help",) or rest in _ASKED


def _brings(part: Part, wanted: Sequence[Pattern]) -> bool:
    """Whether the command only installs what the rule asks for: `npm install -g pnpm`."""
    return any(part.words[0] != each.words[0] and each.words[0] in part.words[1:] for each in wanted)


def _kept_off(check: Check, part: Part) -> bool:
    """Whether the command was one where a forbidden flag could have stood: `git push` for "never `git push --force`"."""
    for pattern in check.dont:
        flags = [word for word in pattern.words if word.startswith("-")]
        stem = tuple(word for word in pattern.words if not word.startswith("-"))
        if flags and len(stem) > 1 and stem[0] != "*" and not check.do and matches(Pattern(stem), part):
            return True
    return False


def parts_of(command: str) -> tuple[Part, ...]:
    """The simple commands of a line, without here-documents, variables and wrappers."""
    core = core_of(_HEREDOC.sub("\n", command))
    hidden = without_quoted(core)
    out: list[Part] = []
    start = 0
    piped = False
    for sign in [*_BETWEEN.finditer(hidden), None]:
        text = core_of(core[start : sign.start()] if sign else core[start:])
        start = sign.end() if sign else start
        words = tuple(_bare_word(word) for word in _WORD.findall(text)[:80])
        if words and len(out) < _MOST_PARTS:
            words = (program_of(words[0]), *words[1:])
            out.append(Part(words, normal_command(text, _LONGEST), family(text) == "look", piped))
        piped = sign is not None and sign[0] == "|"
    return tuple(out)


def matches(pattern: Pattern, part: Part) -> bool:
    """Whether a command is the one that the pattern describes, with whatever else it was told."""
    if _matches(pattern.words, part.words):
        return True
    if pattern.bare:
        return False
    words = part.words
    for _ in range(2):
        inner = next((words[len(one) :] for one in RUNNERS if words[: len(one)] == one), None)
        if not inner:
            return False
        while inner and inner[0].startswith("-"):
            inner = inner[1:]
        if not inner:
            return False
        words = (program_of(inner[0]), *inner[1:])
        if _matches(pattern.words, words):
            return True
    return False


def _matches(wanted: tuple[str, ...], words: tuple[str, ...]) -> bool:
    if wanted[0] != "*" and wanted[0] != words[0]:
        return False
    plain = [word for word in wanted[1:] if not word.startswith("-")]
    place = 1
    for number, word in enumerate(plain):
        at = next((n for n in range(place, len(words)) if _same(word, words[n])), -1)
        near = number > 0 or wanted[:2] == ("git", "push") or _only_flags(words[place:at])
        if at < 0 or not near:
            return False
        place = at + 1
    return all(
        _has(flag, wanted, words) for flag in wanted[1:] if flag.startswith("-") and not _LOUD.fullmatch(flag)
    )


def _same(wanted: str, word: str) -> bool:
    return word == wanted or word.rstrip("/") == wanted.rstrip("/") or word.endswith(f":{wanted}")


def _only_flags(words: Sequence[str]) -> bool:
    after_flag = False
    for word in words:
        if word.startswith("-"):
            after_flag = word in _VALUED
        elif after_flag:
            after_flag = False
        else:
            return False
    return True


def _has(flag: str, wanted: tuple[str, ...], words: tuple[str, ...]) -> bool:
    for word in words[1:]:
        if word == flag or word.startswith(flag + "="):
            return True
        if (
            re.fullmatch(r"-[A-Za-z]{2,}", word)
            and re.fullmatch(r"-[A-Za-z]+", flag)
            and set(flag[1:]) <= set(word[1:])
        ):
            return True
    if (
        wanted[:2] == ("git", "push")
        and flag in ("-f", "--force")
        and any(word[0] == "+" for word in words[1:] if word)
    ):
        return True  # `git push origin +main` forces too
    other = _SYNONYMS.get((wanted[0], wanted[1] if len(wanted) > 1 else "", flag))
    return other is not None and other in words


def _bare_word(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "'\"" else word
