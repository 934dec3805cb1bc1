"""The signs of each sentence of a message: the cues of its words, how it is built, and where it stands.

Not here: what a sign is worth (`core/reading/weights.py`), what follows (`core/reading/directives.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cm.core.reading.cues import find_cues, languages_of
from cm.core.reading.holding import holds, names_what_is_so
from cm.core.reading.prose import Sentence
from cm.core.reading.weights import EXPLICIT

_TOPIC: Final = re.compile(
    r"^(?!https?:|next|now|task|todo|then|also|ok|so|but|what|spec|question|context|expected|actual|error|example)[\w`\"][\w`\"./&+()' -]{1,45}: \S"
)
_PRAISE: Final = re.compile(
    r"(?:oh,? |wow,? )?(?:brilliant|great|wonderful|awesome|fantastic|perfect|nice|lovely|amazing|wow|bravo|congrats|genius)[.!…]+$"
)
_THING_SPEC: Final = re.compile(
    r"(?<![\w'])(?:the|a|an|each|its) (?!(?:\w+ ){0,2}(?:suite|tests?|builds?|branch|repo|ci|pipeline|commits?|prs?|code|modules?|packages?|docs|images?|migrations?|changelog|linter|lockfile|schema|version|folder|directory|script|container|cluster|queries|query|secrets?)\b)[\w-]+ (?:[\w-]+ )?(?:must|should|shall|may) (?:never|always|not|only|be)\b"
)
_WHEN_HEAD: Final = re.compile(r"(?:when|whenever|if|before|after|for) (?:[\w'`/-]+ ){1,7}?[\w'`/-]+: \w")
_ALL: Final = re.compile(r"(?:every|each|all|any|no|only|nothing|nobody|both|new|never|always)\b")
_NOUNISH: Final = re.compile(
    r"(?:commit|test|build|release|log|cache|deploy|format|document|query|merge|review|plan|design|import|export|error|branch|style|report|display|render|copy|type) [\w-]+s?(?: [\w-]+)?:"
)
_ONE_NEW: Final = re.compile(r"\b(?:an?|another|some|more|new|tests?|\d+)\b")
_NO_TOPIC_WORDS: Final = (
    "issue issues test tests error errors exit idea ideas contract theme validation output result "
    "log step example goal plan fix bug status summary question problem file path line url title "
    "body description expected actual usage feedback option options case here this it thing things "
    "finding findings scope reference references verdict review todo task spec context got done is "
    "are was i e also"
)
_NO_TOPIC: Final = frozenset(_NO_TOPIC_WORDS.split())
_GENERIC: Final = re.compile(
    r"^(?!this|is|was|does|has|its|always|thanks|yes|tests? (?:pass|fail)|let's|lets)(?:(?!the |a |an |this |that |my )[\w`\"-]+ ){0,4}?[a-z]+[^s\W]s (?:(?:for|of|in|on|from|under|above|below|with|to|here|between|across) (?:[^\s:;,]+ ){1,5}?|always |never |only |all ){0,2}"
    r"(?:are|go|goes|come|end|get|need|live|start|run|use|must|have|take|belong|share|stay|begin|carry|return|follow|differ|cost|sit|happen|work|should|don't|aren't|never|always|only|land|expire|count|point|default|depend|mean|contain|speak|talk|ship|build)\b"
)
_FIGURE: Final = re.compile(
    r"(?<![\w.])~?\d[\d.,:]*(?:\s?(?:%|k|ms|s|sec|min|minutes?|hours?|h|days?|weeks?|gb|mb|kb|px|rps|lines?|chars?|times|am|pm|cents?|tb|eur|usd))?(?!\w)"
)
_DESCRIBES: Final = re.compile(
    r"\b(?:the|a|an|it|this|that|he|she|`x`|which) (?:[\w`-]+ ){0,3}?(?<!is )(?<!are )(?:never|always) (?!be\b)[a-z]+(?:s|ed)\b"
)
_CODE_SPEC: Final = re.compile(
    r"(?:`x`|\b[a-z]+_\w+|\b\w+\.\w+(?:\(\))?|\b\w+\(\)|/\w+|--\w[\w-]*) (?:method |function |class |command |flag |option |field |arg |helper )?(?:should|must|shouldn't|will|won't|might|isn't|doesn't|always|never|is (?:never|always|called|being))\b"
)
_SPEC_HEAD: Final = re.compile(
    r"(?:[^:]* )?(?:`x`|\w+\(\)|function|method|class|endpoint|component|command|flag|api|helper|hook|button|page|screen|dialog|form|field|column|behaviou?r)s?(?: [^:]*)?:"
)
_SHOUTED: Final = re.compile(
    r"(?<![A-Za-z])(?:NOT|NEVER|ALWAYS|ONLY|MUST|DON'T|DO NOT|EVERY|ALL|NO|NIE|IMMER|NICHT|NUNCA|SIEMPRE|NO)(?![A-Za-z])"
)
_MENTION: Final = re.compile(r"@[\w./-]+ (?!is |are |has |uses )")
_WIDE: Final = re.compile(r"\b(?:across (?:all|every)|(?:all|any|every|each) (?:new|other|further))\b")
_DEFINITE: Final = re.compile(
    r"\b(?:the|this|that|these|those|it|them|der|die|das|den|dieses?n?|el|la|los|las|este|esta)\b|#\d+|\b[\w-]+\.(?:py|go|ts|tsx|js|rs|java|rb|md|css|vue|sql|kt|swift|php|c|cpp|cs)\b"
)
_POLITE: Final = re.compile(
    r"^(?:(?:and|so|hey|ok|please)[, ]+)*(?:can|could|would|will) (?:you|u) (?:please |pls )?"
)


_MOVES: Final = frozenset(
    {
        "question", "^ask", "asked", "^task", "^request", "soon", "hypothetical", "sarcasm", "hearsay", "copyedit", "retract",
        "product", "code-spec", "should", "choice", "bug", "^case", "describes",
    }
)  # fmt: skip
"""What holds has none of these signs: they tell of the moment, of a product, or of what somebody else says."""


def signs_of(text: str, typed: Sequence[Sentence]) -> list[frozenset[str]]:
    """Returns for each sentence of a message the names of its signs."""
    plains = [sentence.plain for sentence in typed]
    languages = languages_of(" ".join(plains))
    cues = find_cues(plains, languages)
    signs = [
        sign | {"holds"}
        if _MOVES.isdisjoint(sign)
        and (
            holds(sentence.plain, languages)
            or (
                "de" not in languages
                and names_what_is_so(sentence.plain, text[sentence.start : sentence.end])
            )
        )
        else sign
        for sentence, sign in (
            (sentence, _shapes(text, sentence, cue)) for sentence, cue in zip(typed, cues, strict=True)
        )
    ]
    left_out = len(text) - sum(item.end - item.start for item in typed)
    if (
        _PRAISE.match(plains[0])
        and any("always" in cue for cue in cues)
        and not any("standing" in cue for cue in cues)
    ):
        signs = [sign | {"sarcasm"} for sign in signs]
    return _retracted(_in_context(signs, typed, left_out > 60 + 0.2 * len(text)))


def _shapes(text: str, sentence: Sentence, cues: frozenset[str]) -> frozenset[str]:
    """The cues with the signs that are not words: how the sentence is built."""
    plain = sentence.plain
    opening = " ".join(plain.split(" ")[:6])
    found: set[str] = set()
    asks = plain.rstrip(" )\"'").endswith(("?", "？")) or ("^ask" in cues and "¿" in plain)
    polite = bool(_POLITE.match(plain))
    if asks and not (polite and cues & {"standing", "memory", "prefer", "manner"}):
        found.add("question")
    if (_CODE_SPEC.search(plain) or _THING_SPEC.search(plain)) and not cues & {"we", "custom", "memory"}:
        found.add("code-spec")
    if plain.startswith("/") and " " in plain:
        found.add("^request")
    if _MENTION.match(plain) and not cues & EXPLICIT:
        found.add("^request")  # "@reviewer check this": somebody is called up for a piece of work
    if _names_a_topic(plain):
        found.add("code-spec" if _SPEC_HEAD.match(plain) and cues & {"must", "always", "should"} else "topic")
    if _SHOUTED.search(text, sentence.start, sentence.end):
        found.add("emphatic")
    if "`x`" in plain:
        found.add("code")
    if '"q"' in plain:
        found.add("quotes")
    if {"^task", "^soft"} <= cues and not _DEFINITE.search(opening) and not _ONE_NEW.search(opening):
        cues -= {"^task"}  # "write SQL keywords in upper case": a manner, where "write a test" is a job
    if {"^task", "standing"} <= cues and _is_only_wide(plain):
        cues -= {
            "standing"
        }  # "create a theme across all the tests": how much is to be done now, not how long it holds
    if _GENERIC.match(plain):
        found.add("generic")
    elif "^task" in cues and (_DEFINITE.search(opening) or "`x`" in opening):
        found.add("definite")
    elif (
        cues & {"^soft", "ban"}
        and not cues & {"^task", "^always"}
        and not _ALL.match(plain)
        and _DEFINITE.search(opening)
    ):
        found.add("definite-soft")
    if _FIGURE.search(plain):
        found.add("figure")
    if _DESCRIBES.search(plain):
        found.add("describes")
    if plain.count(" ") < 3 and plain.isascii():
        found.add("tiny")
    if polite and cues & EXPLICIT:
        cues -= {"^request"}  # "could you remember that ..." asks for nothing but to be remembered
    if "custom" in cues:
        cues -= {"bug"}  # "the build fails otherwise" is a reason
    if "topic" in found and _NOUNISH.match(plain):
        cues -= {"^task"}  # "commit messages: why over what"
    if "recurs" in cues:
        cues -= {"soon"}
    return cues | found


def _is_only_wide(plain: str) -> bool:
    """Whether the words that sound lasting tell an amount only."""
    narrowed = _WIDE.sub(" ", plain)
    return narrowed != plain and "standing" not in find_cues([narrowed], ("en",))[0]


def _names_a_topic(plain: str) -> bool:
    """Whether a sentence opens with what it is about: "css: logical properties only"."""
    if _WHEN_HEAD.match(plain):
        return True
    if not _TOPIC.match(plain):
        return False
    head = plain[: plain.index(": ")].split()
    return len(head) <= 5 and not _NO_TOPIC.intersection(head)


def is_task(signs: frozenset[str]) -> bool:
    if {"^task", "definite"} <= signs and not signs & {"standing", "memory", "extended", "generic"}:
        return True
    return bool(signs & {"^task", "^request", "asked"}) and not signs & {
        "standing",
        "memory",
        "^soft",
        "generic",
        "extended",
    }


def _in_context(
    signs: Sequence[frozenset[str]], typed: Sequence[Sentence], pasted: bool
) -> list[frozenset[str]]:
    """Adds what only the whole message shows: whether it asks for anything, is a specification or a document."""
    extra: set[str] = set()
    asks = any(
        is_task(sign)
        or sign & {"question", "^ask", "soon", "hypothetical", "bug", "hearsay", "should", "chat", "choice"}
        for sign in signs
    )
    if not asks and not pasted and len(signs) <= 8:
        extra.add("stated")
    if any("copyedit" in sign for sign in signs):
        extra.add("copyedit")
    if any("spec" in sign for sign in signs):
        extra.add("specified")
    if len(signs) > 25 or sum(len(item.plain) for item in typed) > 2500:
        extra.add("document")
    framed = bool(signs and signs[0] & {"soon", "hypothetical"} and not signs[0] & EXPLICIT)
    if len(signs) == 1 and signs[0] & {"^soft", "^task"} and not signs[0] & _MORE_THAN_AN_ORDER:
        extra.add("bare-order")
    result = [sign | extra | ({"framed"} if framed and index else set()) for index, sign in enumerate(signs)]
    _list(signs, typed, result)
    for index, sign in enumerate(signs):
        if (
            "extends" in sign
            and index
            and typed[index].plain.count(" ") < 16
            and not sign & {"soon", "hypothetical", "question"}
        ):
            for earlier in range(max(0, index - 2), index):
                if typed[earlier].paragraph == typed[index].paragraph and "question" not in signs[earlier]:
                    result[earlier] = (
                        result[earlier] - {"^task", "^request", "definite", "asked", "question", "^ask"}
                    ) | {"extended"}
    return result


_MORE_THAN_AN_ORDER: Final = frozenset(
    {
        "standing",
        "memory",
        "always",
        "breadth",
        "we",
        "ours",
        "custom",
        "again",
        "no_thing",
        "only",
        "reason",
        "when_you",
        "prefer",
        "manner",
        "generic",
        "recurs",
        "topic",
    }
)


def _list(signs: Sequence[frozenset[str]], typed: Sequence[Sentence], result: list[frozenset[str]]) -> None:
    """Lends what a heading says ("in this repo, from now on:") to the points below it."""
    heading = False
    for index, item in enumerate(typed):
        if not item.bullet:
            heading = item.plain.endswith((":", "：")) and bool(signs[index] & _HEADS)
        elif heading:
            result[index] |= {"listed"}


_HEADS: Final = frozenset({"standing", "memory", "breadth", "custom", "we", "prefer"})


def _retracted(signs: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    """Takes the weight off everything said before a retraction in the same message."""
    last = max((index for index, sign in enumerate(signs) if "retract" in sign), default=-1)
    return [sign | {"retracted"} if index <= last else sign for index, sign in enumerate(signs)]
