"""From the command of one accident a pattern that knows it again: program, subcommand, the dangerous options in any order, the target.

The engine has read the command (`guards/runtime.py`) and is handed in; what is made here is matched against its canonical form.
Whether the pattern is armed, admission says; what would slip through it, `mutations.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from cm.core.guards.dangers import SHAPES
from cm.core.guards.payloads import Target as Target
from cm.core.guards.payloads import pattern_in
from cm.core.guards.programs import (
    AIMED,
    AIMED_HEADS,
    DANGEROUS,
    DOES,
    EVERYDAY,
    GIT_FILES,
    NEIGHBOURS,
    OBJECTS,
    OF_FILES,
    SUBCOMMANDS,
)
from cm.model.trauma import TraumaExamples


class Reads(Protocol):
    """What of the engine is needed here."""

    Reader: Callable[..., Any]
    Trauma: Callable[..., Any]
    judge: Callable[..., Any]
    views_of: Callable[[Any, str], Callable[[str], Any]]


@dataclass(frozen=True, slots=True)
class Proposed:
    """A pattern for one command, with what it is matched against and examples both ways."""

    pattern: str
    scope: str
    examples: TraumaExamples
    line: str  # the line of the reading that it was made of
    target: Target
    flags: str = ""
    danger: str = ""  # the wide shape that the line has, "" = none is known


_TAIL: Final = r"(?= |$)"
_SPACE: Final = "␣"
_MOST_ALLOWED: Final = 4
_LONGEST: Final = 2000
_SHORT: Final = re.compile(r"-[A-Za-z]{1,4}")
_BAD_LETTERS: Final = frozenset("rRfdDxXMCaAvyF")
_NOT_DANGEROUS: Final = frozenset(("-v", "-y", "-d", "-a", "-x", "-m", "-q", "-n", "-c", "-u", "-p", "-t", "-s", "-o", "-e", "-h", "-F", "-C"))  # fmt: skip


def pattern_of(
    command: str,
    engine: Reads,
    *,
    cwd: str = "",
    home: str = "",
    shell: str = "sh",
    target: Target | None = None,
    line: str = "",
) -> Proposed | None:
    """A pattern that denies this command in all its spellings and spares its neighbours; None when nothing in it can be told.

    `target` says whether only the same thing is meant; left out, it is decided by what made the command an accident.
    `line` names the line of the reading that did it, where that is known.
    """
    reading = engine.Reader(cwd, home).read(command, shell)
    for chosen, scope, danger in _telling(reading, engine, command, line):
        made = pattern_in(chosen, scope, target) if scope.startswith("payload") else _command(chosen, target)
        if made is None:
            continue
        pattern, scope, took, flags = made
        row = {"id": "t-proposed", "pattern": pattern, "scope": scope, "flags": flags, "severity": "critical"}
        armed = [engine.Trauma(row)]
        if engine.judge(command, armed, cwd=cwd, home=home, shell=shell).action != "deny":
            continue
        shown = _examples(command, chosen, engine, armed, shell)
        return Proposed(pattern, scope, shown, chosen, took, flags, danger)
    return None


def _telling(reading: Any, engine: Reads, command: str, named: str) -> Iterator[tuple[str, str, str]]:
    """The lines of a reading that may have done it, the likeliest first: line, scope, the wide shape that it has."""
    wide = [(danger, engine.Trauma(danger.row())) for danger in SHAPES]
    if named and named in reading.canonical:
        yield named, "command", next((danger.id for danger, armed in wide if _meets(armed, named)), "")
    views = engine.views_of(reading, command)
    for danger, armed in wide:
        if danger.scope.startswith("payload") and (found := armed.search(views)):
            kind = next((kind for kind, text in reading.payloads if found in text or text in found), "")
            yield found, f"payload:{kind}" if kind else danger.scope, danger.id
    for line in reading.canonical:
        for danger, armed in wide:
            if danger.scope.startswith("command") and _meets(armed, line):
                yield line, "command", danger.id
                break
    for kind, text in reading.payloads:
        if kind == "sql" and not _READS.match(text):
            yield text, "payload:sql", ""
    for line in reading.canonical:
        if not line.startswith(("cd ", "| ", "echo ", ">", "export ")):
            yield line, "command", ""


_READS: Final = re.compile(r"\s*(?:select|show|explain|describe|desc|pragma|with|\\|\.)", re.IGNORECASE)


def _meets(armed: Any, line: str) -> bool:
    """Whether a pattern meets one line of canonical form."""
    return bool(armed.search(lambda scope: [(line, line.lower())] if scope.startswith("command") else []))


_PROGRAM: Final = re.compile(r"[A-Za-z0-9_][\w.+-]*")


# --- commands -------------------------------------------------------------------------------------------------


def _command(line: str, asked: Target | None) -> tuple[str, str, Target, str] | None:
    """(pattern, scope, target, flags) for one line of canonical form."""
    words = [word for word in line.split(" ") if word]
    if not words or words[0] == "|" or len(line) > 600:
        return None
    if words[0] in (">", ">>"):
        return rf">>? {_place(words[-1])}$", "command:canonical", "same", ""
    if words[0] == "find":
        return _find(words, asked)
    if not _PROGRAM.fullmatch(words[0]):
        return None
    head, rest = _head(words)
    options = [word for word in rest if word.startswith("-") and len(word) > 1]
    operands = [word for word in rest if not word.startswith("-")]
    bad = _bad_options(head, options)
    took: Target = asked or _aim(head, bad, operands)
    looks = "".join(f"(?=.* {_option(each, head[0])}{_TAIL})" for each in bad)
    flags = "i" if head[0] == "redis-cli" else ""
    pattern = " ".join(map(_word, head)) + _TAIL + looks
    if took == "same":
        aimed = _targets(head, operands)
        if not aimed:
            return None if asked == "same" else (pattern + _dry(head), "command:canonical", "any", flags)
        place = _place if head[0] in OF_FILES or " ".join(head[:2]) in GIT_FILES else _name
        pattern += "".join(f"(?=.* {place(each)}{_TAIL})" for each in aimed)
    return pattern + _dry(head), "command:canonical", took, flags


def _head(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The program with the words that say what it does, and the rest."""
    depth = SUBCOMMANDS.get(words[0], 0)
    taken = [words[0]]
    rest = list(words[1:])
    if (
        words[0] not in SUBCOMMANDS and words[0] not in AIMED
    ):  # a program that nobody knows: up to the word that did it
        told = [word for word in rest if re.fullmatch(r"[a-z][a-z0-9:_-]*", word)][:4]
        at = next((at for at, word in enumerate(told) if _does(word)), -1)
        depth = at + 1
    while rest and len(taken) <= depth and re.fullmatch(r"[a-z][a-z0-9:-]*", rest[0]):
        if words[0] == "git" and taken[1:] == ["stash"]:
            break
        taken.append(rest.pop(0))
        if taken[-1] in DOES and words[0] not in ("kubectl", "oc"):
            break
    if taken == ["git", "stash"] and rest and re.fullmatch(r"[a-z]+", rest[0]):
        taken.append(rest.pop(0))
    if words[0] in ("docker", "podman") and len(taken) == 3 and taken[1] not in OBJECTS:
        rest.insert(0, taken.pop())  # `docker rm web`: the third is a name
    if words[0] == "python" and rest[:1] == ["-m"] and len(rest) > 1:
        taken += [rest.pop(0), rest.pop(0)]
    elif words[0] in ("python", "php", "node", "ruby") and rest and re.search(r"\.(?:py|php|js|rb)$|/artisan$|^artisan$", rest[0]):  # fmt: skip
        taken.append(rest.pop(0))
        if rest and re.fullmatch(r"[a-z][\w:-]*", rest[0]):
            taken.append(rest.pop(0))
    return taken, rest


def _does(word: str) -> bool:
    """Whether a word of a command says that something is lost by it."""
    return any(part in DOES or part in _HARMS for part in re.split(r"[:_-]", word))


_HARMS: Final = frozenset(
    [
        "wipe",
        "nuke",
        "reset",
        "flush",
        "kill",
        "stop",
        "down",
        "revoke",
        "rollback",
        "overwrite",
        "trash",
        "expunge",
        "decommission",
    ]
)


def _bad_options(head: Sequence[str], options: Sequence[str]) -> list[str]:
    """Those of the options that made it dangerous."""
    found = []
    if head[0] in ("curl", "wget", "http", "https", "xh"):
        return [each for each in options if re.fullmatch(r"--(?:request|method)=\w+|-X\w+", each)]
    if head[0] in ("kill", "pkill", "killall", "dd", "tar", "systemctl"):
        return []
    if head[0] == "crontab":
        return [each for each in options if each == "-r"]
    if head[0] in ("sed", "perl", "ruby"):
        return [each for each in options if re.match(r"-\w*i|--in-place", each)][:1]
    if head[0] in ("rm", "remove-item"):  # with the same target it is as bad without being forced
        return [each for each in options if each in ("--recursive", "-r", "-R", "-recurse")]
    if (
        head[0] not in SUBCOMMANDS
        and head[0] not in AIMED
        and (
            named := [each for each in options if each.startswith("--") and _does(each[2:].partition("=")[0])]
        )
    ):
        return named[:2]
    alone = len(head) > 1 and head[-1] in DOES and head[0] not in ("git", "docker", "podman", "aws")
    if alone or head[:2] in (["kubectl", "delete"], ["oc", "delete"]) or head[-1] == "prune":
        return []
    for option in options:
        name = option.partition("=")[0]
        if option in DANGEROUS or name in DANGEROUS:
            found.append(option if option in DANGEROUS else name)
        elif _SHORT.fullmatch(option) and option not in _NOT_DANGEROUS and _BAD_LETTERS & set(option[1:]):
            found.append(option)
    if head[:2] in (["docker", "compose"], ["docker-compose", "down"]) and "-v" in options:
        found.append("-v")
    if head[:2] == ["git", "stash"] or head[:2] == ["aws", "s3"]:
        found = [each for each in found if each != "--force"]
    return list(dict.fromkeys(found))


def _option(option: str, program: str) -> str:
    """An option with its other names."""
    if program in ("crontab", "sed", "perl", "ruby", "curl", "wget", "http", "https", "xh"):
        letter = re.match(r"-(\w*)[ir]\S*$", option)
        return {"crontab": "-r"}.get(program) or (r"(?:-\w*i\S*|--in-place\S*)" if letter or "in-place" in option else re.escape(option).replace(r"\-", "-"))  # fmt: skip
    names = [option, *DANGEROUS.get(option, ())]
    names += [long for long, shorts in DANGEROUS.items() if option in shorts and not option.startswith("--")]
    shorts = [each[1:] for each in names if re.fullmatch(r"-[A-Za-z]", each)]
    made = [re.escape(each).replace(r"\-", "-") for each in names if not re.fullmatch(r"-[A-Za-z]", each)]
    letters = "".join(dict.fromkeys(shorts))
    made += (
        [rf"-[A-Za-z]{{0,8}}{letters if len(letters) == 1 else f'[{letters}]'}[A-Za-z]{{0,8}}"]
        if shorts
        else []
    )
    if len(option) > 2 and _SHORT.fullmatch(option):  # a bundle: each of its letters, in any order
        made = [rf"-{''.join(f'(?=[A-Za-z]{{0,8}}{each})' for each in option[1:])}[A-Za-z]{{1,9}}"]
    made = [each + (r"(?:=\S*)?" if each in _VALUED else "") for each in dict.fromkeys(made)]
    return made[0] if len(made) == 1 else f"(?:{'|'.join(made)})"


_VALUED: Final = frozenset(("--force-with-lease", "--prune", "--cascade", "--delete", "--remove", "--rmi"))


def _aim(head: Sequence[str], bad: Sequence[str], operands: Sequence[str]) -> Target:
    """Whether the target is what made it an accident."""
    said = " ".join(head)
    if head[0] in AIMED:
        return "same"
    if any(said == each or said.startswith(each + " ") for each in AIMED_HEADS):
        return "any" if set(bad) & {"--force", "-D", "--mirror", "--volumes", "-v", "--all"} and said not in EVERYDAY[:1] else ("same" if operands else "any")  # fmt: skip
    if said in EVERYDAY and not bad:
        return "same"
    if operands and "/" not in operands[0] and not bad and re.search(r"[().;'\"␣]", operands[0]):
        return "same"  # what runs it is told what to do in words of another language
    return "any" if len(head) > 1 or bad or not operands else "same"


def _targets(head: Sequence[str], operands: Sequence[str]) -> list[str]:
    """What the command is aimed at."""
    words = [word for word in operands if word not in ("--", "\\;", ";", "+")]
    if len(head) == 1 and head[0] not in SUBCOMMANDS and head[0] not in AIMED:
        does = [word for word in words if re.fullmatch(r"[a-z][a-z0-9:_-]*", word) and _does(word)]
        words = does[:1] or words
    if head[0] in ("chmod", "chown", "chgrp") and words:
        return [words[0], *words[1:2]] if head[0] == "chmod" else words[1:2] or words[:1]
    if head[0] in ("mv", "cp", "rsync", "ln", "install"):
        return words[-1:]
    if head[0] in ("sed", "perl"):
        return words[-1:]
    if head[0] == "dd":
        return [word for word in words if word.startswith("of=")]
    if head[:2] == ["git", "push"] or head[0] == "tar":
        return words[1:2] or words[:1]
    return words[:1]


def _dry(head: Sequence[str]) -> str:
    """What makes a trial of it is spared."""
    if len(head) < 2 and head[0] not in ("rsync", "rclone"):
        return ""
    return r"(?!.* --(?:help|dry-run\S*)(?: |$))"


def _word(word: str) -> str:
    return re.escape(word).replace(r"\-", "-")


def _name(word: str) -> str:
    """A target that is no path: a name, an address."""
    return _variables(word) + (r"/?\S*" if "://" in word else "")


def _place(word: str) -> str:
    """A target in the ways that it may be written: with a folder in front, with a slash or a star behind."""
    bare = word.rstrip("/")
    for end in ("/*", "/.*"):
        bare = bare.removesuffix(end)
    if bare in ("", ".", "..", "~", "*", "/", "./*") or word in ("*", ".", "/", "~", "/*", "~/*"):
        everything = {"/": r"/\S{0,2}", "/*": r"/\S{0,2}", "": r"/\S{0,2}", "~": r"(?:~|\$\{?HOME\}?)(?:/\*?)?", "~/*": r"(?:~|\$\{?HOME\}?)(?:/\*?)?"}  # fmt: skip
        return everything.get(word, everything.get(bare, r"(?:\./?\*?|\*|\.\*)"))
    if "$" in bare:
        return _variables(bare) + r"(?:/\S*)?"
    if "://" in bare or ":" in bare:
        return re.escape(bare).replace(r"\-", "-") + r"/?\S*"
    written = re.escape(bare).replace(r"\-", "-")
    front = (
        ""
        if bare.startswith(("/", "~", "-")) or not _PATH.fullmatch(bare) or bare.isdigit()
        else r"(?:\S*/)?"
    )
    return f"{front}{written}" + (r"(?:/\*?)?" if _PATH.fullmatch(bare) else "")


_PATH: Final = re.compile(r"[\w./@~+=, *?-]+")


def _variables(word: str) -> str:
    parts = re.split(r"(\$\{?\w+\}?|\$\(\S*\))", word)
    made = []
    for part in parts:
        if name := re.fullmatch(r"\$\{?(\w+)\}?", part):
            made.append(rf"\$\{{?{name[1]}\}}?")
        elif part.startswith("$("):
            made.append(r"\$\(\S*\)")
        else:
            made.append(re.escape(part).replace(r"\-", "-"))
    return "".join(made)


def _find(words: Sequence[str], asked: Target | None) -> tuple[str, str, Target, str] | None:
    """`find … -delete` and kin: what it does to what it finds, and where it starts."""
    line = " ".join(words)
    does = re.search(r"-delete|-exec(?:dir)? (?:rm|mv|shred|truncate|unlink)|-ok (?:rm|mv)", line)
    if does is None:
        return None
    act = (
        r"-delete" if does[0] == "-delete" else r"-(?:exec|execdir|ok|okdir) " + _word(does[0].split(" ")[1])
    )
    names = re.search(r" (-i?name|-i?path|-i?regex) (\S+)", line)
    pattern = f"find{_TAIL}"
    took: Target = asked or "same"
    if took == "same":
        start = next((word for word in words[1:] if not word.startswith("-")), "")
        pattern += f"(?= {_place(start)}{_TAIL})" if start else ""
        if names:
            pattern += f"(?=.* -i?{names[1].lstrip('-').removeprefix('i')} {re.escape(names[2])}{_TAIL})"
    return f"{pattern}(?=.* {act}{_TAIL})", "command:canonical", took, ""


# --- examples -------------------------------------------------------------------------------------------------


def _examples(command: str, line: str, engine: Reads, armed: Sequence[Any], shell: str) -> TraumaExamples:
    """The command itself where a shell reads it alone, and neighbours and mentions of it that must pass; only what holds."""
    written = [command] if shell == "sh" and len(command) <= _LONGEST else []
    deny = [
        each
        for each in dict.fromkeys((*written, line))
        if _SPACE not in each and engine.judge(each, armed).action == "deny"
    ][:2]
    words = line.split(" ")
    near = [*NEIGHBOURS.get(" ".join(words[:2]), ()), *NEIGHBOURS.get(words[0], ())]
    mention = line.replace("'", "").replace(_SPACE, " ")[:120]
    allow = [f"echo '{mention}'", f"git commit -m 'why {mention} is a bad idea'", *near, f"{words[0]} --help"]
    held = [each for each in dict.fromkeys(allow) if engine.judge(each, armed).action == "allow"]
    return TraumaExamples(tuple(deny), tuple(held[:_MOST_ALLOWED]))
