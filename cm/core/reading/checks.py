"""What a rule's commands tell: which to look for, which not to see, what to run before what. Read from the rule's words alone.

"Use pnpm, not npm", "run the tests with `uv run pytest`", "never `git push --force`", "run `make fmt` before committing". A rule
whose condition cannot be seen in commands ("unless …", "in the docs folder") is not checkable: silence is an answer. Not here:
reading a session for it (`core/reading/followed.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cm.core.reading.commands import program_of
from cm.core.reading.words.orders import (
    ANCHORS,
    ANY,
    BARE,
    BARELY,
    CONDITION,
    DO,
    DO_BEHIND,
    HOLE,
    JOINED_NOT,
    JOINS,
    LABELLED,
    MATES,
    NARROWED,
    NEGATED,
    NEXT,
    NOT_BEHIND,
    ONLY,
    PROGRAMS,
    PUSH_TO,
    RIVALS,
    RUNNERS,
    SENTENCE,
    SPAN,
    TAKES_MORE,
    TOLD_TO_RUN,
    UNDOUBLE,
    WITHOUT,
    WORDS,
)
from cm.model.rule import Kind


@dataclass(frozen=True, slots=True)
class Pattern:
    """The words of a command to look for: the program first, then what must be among its words."""

    words: tuple[str, ...]
    bare: bool = False  # only when no runner stands before it
    there: bool = False  # asked for in one place, which a command does not show


@dataclass(frozen=True, slots=True)
class Check:
    """What following a rule looks like in commands; empty parts are not asked for."""

    do: tuple[Pattern, ...] = ()
    dont: tuple[Pattern, ...] = ()
    before: tuple[Pattern, ...] = ()  # one of `do` has to have run since the last of these


@dataclass(frozen=True, slots=True)
class _Mention:
    start: int
    end: int
    words: tuple[str, ...]


def check_of(text: str, kind: Kind = "rule") -> Check | None:
    """Returns what a rule's commands tell of it being kept, or None when no command can."""
    if kind == "fact":
        return None
    do: list[Pattern] = []
    dont: list[Pattern] = []
    before: list[Pattern] = []
    named: _Mention | None = None
    for sentence in SENTENCE.split(text):
        named = _read(sentence, kind, named, do, dont, before)
    if kind == "anti-pattern" and not dont and not before:
        do, dont = [], do
    if before:
        return Check(tuple(do), (), tuple(before)) if do else None
    implied = not dont and bool(do)
    if implied:
        dont = _implied(do)
    dont = [each for each in dont if each not in do]
    return Check(tuple(dict.fromkeys(do)), tuple(dict.fromkeys(dont))) if do or dont else None


def _read(
    sentence: str,
    kind: Kind,
    named: _Mention | None,
    do: list[Pattern],
    dont: list[Pattern],
    before: list[Pattern],
) -> _Mention | None:
    """Adds what one sentence asks for; `named` is the command named before it, of which a flag alone may speak."""
    pushed = PUSH_TO.search(sentence)
    if pushed and (NEGATED.search(sentence[: pushed.start()]) or kind == "anti-pattern"):
        if not CONDITION.search(sentence):
            dont.append(Pattern(("git", "push", pushed[1].lower())))
        return named
    mentions = _mentions(sentence)
    if not mentions or CONDITION.search(ANY.sub("", sentence)):
        return named
    anchors = [Pattern(command) for shape, command in ANCHORS if shape.search(sentence)]
    negative: bool | None = None
    last_end = 0
    last: _Mention | None = None
    flag: _Mention | None = None  # one that stands alone, the tool may follow
    for mention in mentions:
        lead = sentence[last_end : mention.start]
        tail = sentence[mention.end :]
        if without := WITHOUT.search(sentence[: mention.start]):
            verb = (without[1] or without[2]).lower()
            do.append(Pattern(mention.words))
            before.append(Pattern(("git", verb)))
            last_end, last = mention.end, mention
            continue
        mated = flag is not None and MATES.match(lead) is not None
        if mated:  # "use `--dry-run=server` with kubectl": the flag's order, the tool's name
            pass
        elif last is None or not JOINS.match(lead) or (negative is False and lead.strip(" `") == ","):
            earlier = negative or None  # behind a comma alone no order goes on
            negative = _polarity(lead, tail, kind, earlier, first=last is None)
        elif NOT_BEHIND.match(tail):
            negative = True
        words = (
            (*mention.words, *flag.words)
            if mated and flag
            else _whole(mention.words, last or named, negative)
        )
        flag = mention if mention.words[0].startswith("-") and last is None else None
        anchor = anchors and any(mention.words[: len(each.words)] == each.words for each in anchors)
        last_end = mention.end
        last = mention if mention.words[0][:1] != "-" else last
        if negative is None or words is None or anchor:
            continue
        if negative:
            if not NARROWED.match(tail):
                dont.append(Pattern(words, bare=bool(BARELY.search(lead[-24:] + " " + tail[:16]))))
        elif not (ONLY.search(lead) and NARROWED.match(tail)):
            do.append(Pattern(words, there=bool(NARROWED.match(tail))))
    if anchors and do and not dont:
        before.extend(anchors)
    return last or named


def _polarity(lead: str, tail: str, kind: Kind, earlier: bool | None, *, first: bool) -> bool | None:
    """Whether the words before a command forbid it (True), ask for it (False), or say neither (None)."""
    if NOT_BEHIND.match(tail):
        return True
    plain = UNDOUBLE.sub(" run ", JOINED_NOT.sub(" ", lead))
    negated = [found.end() for found in NEGATED.finditer(plain)]
    asked = [found.end() for found in DO.finditer(plain)]
    if negated:
        comma = max(plain.rfind(", "), plain.rfind("，"), plain.rfind(": "))
        # "instead of `x`, use `y`": behind the comma another order begins
        return not (comma > negated[-1] and any(place > comma for place in asked))
    if asked or DO_BEHIND.match(tail):
        return False
    if first and LABELLED.match(tail) and not plain.strip(" \t`'\"-*"):
        return kind == "anti-pattern"
    return earlier if earlier is not None and JOINS.match(plain) else None


def _whole(words: tuple[str, ...], last: _Mention | None, negative: bool | None) -> tuple[str, ...] | None:
    """A flag alone belongs to the command named before it in the sentence; a long one that is forbidden, to any."""
    if not words[0].startswith("-"):
        return words
    if last is not None:
        kept = tuple(word for word in last.words if not word.startswith("-"))
        return (*kept, *words)
    return ("*", *words) if negative and len(words[0]) > 7 else None


def _mentions(sentence: str) -> list[_Mention]:
    found: list[_Mention] = []
    taken: list[tuple[int, int]] = []
    for span in SPAN.finditer(sentence):
        taken.append(span.span())
        words = _command(span[1], sentence[: span.start()])
        if words:
            found.append(_Mention(span.start(), span.end(), words))
    for hit in WORDS.finditer(sentence):
        name = hit[1].strip()
        if any(start <= hit.start() < end for start, end in taken):
            continue
        if " " not in hit[1] and name not in BARE:
            continue
        end = hit.end()
        told = [program_of(name)]
        while more := NEXT.match(sentence, end if not hit[1].endswith(" ") or len(told) > 1 else end - 1):
            word = more[1]
            known = (
                word in TAKES_MORE
                or word.startswith("-")
                or (len(told) == 1 and name in ("git", "make", "go"))
            )
            if not known and told[-1] != "run":
                break
            told.append(word)
            end = more.end()
        if name in ("make", "git", "go") and len(told) == 1:
            continue
        found.append(_Mention(hit.start(), end, tuple(told)))
    return sorted(found, key=lambda mention: mention.start)


def _command(span: str, before: str) -> tuple[str, ...] | None:
    """The words of a code span that is a command; None for a name, a path, or a piece of code."""
    words = [word for word in span.strip().removeprefix("$ ").split() if not HOLE.match(word)]
    while words and re.fullmatch(r"[A-Z_][A-Z0-9_]*=\S*", words[0]):
        words = words[1:]
    code = any(mark in span for mark in "|;&(){}<=>") and "--" not in span
    if not words or code:
        return None
    head = words[0]
    if head.startswith("-"):
        return tuple(words) if re.fullmatch(r"--?[A-Za-z][\w-]*(?:=[\w.-]+)?", head) else None
    program = program_of(head)
    if program in PROGRAMS:
        if len(words) == 1 and program in (
            "go",
            "python",
            "node",
            "java",
            "make",
            "git",
            "task",
            "service",
            "just",
            "find",
        ):
            return None  # a language, or a tool for everything
        return (program, *words[1:])
    script = head.startswith(("./", "bin/", "scripts/", "script/", "tools/", "dev/")) and not head.endswith(
        "/"
    )
    told_to_run = bool(TOLD_TO_RUN.search(before)) and re.fullmatch(r"[a-z][\w-]*", head) is not None
    return (program, *words[1:]) if script or (len(words) > 1 and told_to_run) else None


def _implied(do: Sequence[Pattern]) -> list[Pattern]:
    """What a rule for one way speaks against without naming it: the same tool without its runner, the rivals of a package manager."""
    out: list[Pattern] = []
    for pattern in do:
        words = pattern.words
        for runner in RUNNERS:
            inner = words[len(runner) :]
            if (
                words[: len(runner)] == runner
                and inner
                and not inner[0].startswith("-")
                and inner[0] != "python"
            ):
                out.append(Pattern(inner[:1], bare=True))
        if len(words) == 1 and not pattern.there:
            for job in RIVALS:
                if words[0] in job:
                    out += [each for rival in job if rival != words[0] for each in _as_manager(rival)]
    return out


def _as_manager(rival: str) -> tuple[Pattern, ...]:
    """A tool in the job that a rule gives to another; what else it can do is no matter of the rule."""
    verbs = {"bun": ("install", "add", "remove"), "uv": ("add", "pip", "sync"), "conda": ("install",)}.get(
        rival
    )
    return tuple(Pattern((rival, verb)) for verb in verbs) if verbs else (Pattern((rival,)),)
