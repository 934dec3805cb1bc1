"""A line of `cm shell`: split into words as people quote them, and completed. No other shell reads it, so nothing in it is expanded.

Standard library only, and no printing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from cm.errors import Usage

_OPERATORS: Final = frozenset(
    ("|", "||", "|&", "&", "&&", ";", ";;", ">", ">>", "<", "<<", "2>", "2>&1", "&>")
)
_CLOSES: Final = {"'": "'", '"': '"'}


def split(line: str) -> list[str]:
    """The words of a line. Quotes keep blanks together; a backslash keeps a blank, a quote or itself; all else is text.

    Raises Usage for a quote that is not closed, and for signs that only another shell would read.
    """
    words, bare = _read(line)
    for number, (word, plain) in enumerate(zip(words, bare, strict=True)):
        if plain and (word in _OPERATORS or (number == 0 and word.startswith("!"))):
            raise Usage(
                f"`{word}` means nothing here: this is no system shell, one line is one command of cm",
                hint=f'to say it as a word, quote it: "{word}"',
            )
    return words


def _read(line: str) -> tuple[list[str], list[bool]]:
    words: list[str] = []
    bare: list[bool] = []
    word: list[str] | None = None
    plain = True
    quote = ""
    at = 0
    while at < len(line):
        char, after = line[at], line[at + 1 : at + 2]
        if char == "\\" and after and (after in "\"'\\" if quote else after in " \t\"'\\") and quote != "'":
            word, plain, at = [*(word or ()), after], False, at + 2
            continue
        if quote:
            if char == quote:
                quote = ""
            else:
                word = [*(word or ()), char]
        elif char in " \t":
            if word is not None:
                words.append("".join(word))
                bare.append(plain)
            word, plain = None, True
        elif char in _CLOSES and (not word or word[-1] == "="):  # an apostrophe inside a word is one
            quote, plain, word = char, False, word or []
        else:
            word = [*(word or ()), char]
        at += 1
    if quote:
        raise Usage(f"a quotation mark {quote} is not closed", hint="close it, or put a backslash before it")
    if word is not None:
        words.append("".join(word))
        bare.append(plain)
    return words, bare


def completions(
    before: str, verbs: Sequence[str], below: Callable[[str], Sequence[str]], options: Callable[[Sequence[str]], Sequence[str]],
    rules: Callable[[], Iterable[str]], entities: Callable[[], Iterable[str]],
) -> list[str]:  # fmt: skip
    """What the last word of a line may become: a verb, one below it, an option, the id of a rule, somebody facts are of."""
    try:
        words = _read(before)[0]
    except Usage:
        return []  # inside a quotation: it is the user's own words
    stem = "" if not before or before[-1] in " \t" else words.pop() if words else ""
    head = words[1:] if words[:1] == ["cm"] else words
    if not head:
        return [verb for verb in verbs if verb.startswith(stem)]
    if stem.startswith("-"):
        return [each for each in options(head) if each.startswith(stem)]
    if len(head) == 1 and (more := below(head[0])):
        return [each for each in more if each.startswith(stem)]
    if head[-1] == "--about" or head[0] in ("facts", "entities"):
        return _quoted(entities(), stem)
    if head[-1].startswith("--") and not stem:
        return []
    found = [each for each in rules() if each.startswith(stem)] if stem else []
    return found or (_quoted(entities(), stem) if stem and head[0] == "show" else [])


def _quoted(names: Iterable[str], stem: str) -> list[str]:
    low = stem.casefold()
    return [name.replace(" ", "\\ ") for name in names if name.casefold().startswith(low)]
