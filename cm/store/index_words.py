"""Text to what the full-text tables hold, and a query to what they are asked: the one place where both sides meet.

A table has two columns: `text` as it is, and `parts`, what its tokenizer would miss: the words inside camelCase names, pairs
of neighbours where a script has no spaces, Latin words stuck to such a script. Not here: who may see what is found.
"""

from __future__ import annotations

from cm.core.language.later import later
from cm.core.language.names import camel_parts
from cm.core.language.scripts import RUN, may_be_unspaced, pairs, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cm.core.language.query import Query, Term

# marks belong to their letter: without them a Thai or Hindi word falls apart
TOKENIZER = "porter unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
_PLAIN = later(r"[^\W_]+")


def parts(text: str) -> str:
    """What the tokenizer would not find in a text."""
    found = camel_parts(text)
    if may_be_unspaced(text):
        end = -1
        for run in RUN.finditer(text):
            start = run.start()
            if end >= 0 and start > end:
                found += _stuck(text[end:start], before=True, after=True)
            elif end < 0 and start:
                found += _stuck(text[max(0, start - 60) : start], before=False, after=True)
            found += pairs(run.group())
            end = run.end()
        if 0 <= end < len(text):
            found += _stuck(text[end : end + 60], before=True, after=False)
    return " ".join(found)


def _stuck(between: str, *, before: bool, after: bool) -> list[str]:
    """The words that touch a run on either side: the tokenizer takes them for one word with it."""
    words = _PLAIN.findall(between)
    if not words:
        return []
    touching = []
    if before and between[0].isalnum():
        touching.append(words[0])
    if after and between[-1].isalnum() and (len(words) > 1 or not touching):
        touching.append(words[-1])
    return touching


def expression(query: Query) -> str:
    """What the full-text tables are asked: one of each group, none of what is excluded; "" when no word is left."""
    return without(" AND ".join(filter(None, map(_any, query.groups))), query.without)


def looser(query: Query, leave: Iterable[str] = ()) -> str:
    """The same when one of the plain words is enough; what stands in quotes has to be there still."""
    quoted = [group for group in query.groups if any(term.phrase for term in group)]
    plain = [_any(group) for group in query.groups if not any(term.phrase for term in group)]
    skipped = set(leave)
    must = " AND ".join(filter(None, map(_any, quoted)))
    some = [each for each in plain if each and each not in skipped]
    if not must:
        return without(" OR ".join(some), query.without)
    # the plain words only weigh: what has the quoted ones has the first part of the second half already
    return without(f"({must}) AND ({' OR '.join([f'({must})', *some])})", query.without)


def plain_words(query: Query) -> list[str]:
    """What is asked for each group that may be missing."""
    return [
        said for group in query.groups if not any(term.phrase for term in group) and (said := _any(group))
    ]


def without(asked: str, excluded: Sequence[Term]) -> str:
    """A question that leaves out what has one of these words."""
    none = excluded_words(excluded)
    return f"({asked}) NOT ({none})" if asked and none else asked


def excluded_words(excluded: Sequence[Term]) -> str:
    """What is asked to find what is to be left out; "" for nothing."""
    return " OR ".join(filter(None, map(_term, excluded)))


def _any(group: Sequence[Term]) -> str:
    said = list(filter(None, map(_term, group)))
    return f"({' OR '.join(said)})" if len(said) > 1 else "".join(said)


def _term(term: Term) -> str:
    """One word or phrase. A name is asked for whole and by its parts, a run of an unspaced script by its pairs."""
    every: list[str] = []
    for piece, unspaced in split(term.text):
        if unspaced:
            every.append(f'"{piece}"*' if len(piece) == 1 else f'"{" ".join(pairs(piece)[:-1])}"')
            continue
        words = piece.replace('"', " ").replace("\x00", " ")
        if not any(char.isalnum() for char in words):
            continue
        star = "*" if term.prefix else ""
        ways = [f'"{words}"{star}', *(f'"{name}"{star}' for name in camel_parts(words))]
        every.append(f"({' OR '.join(ways)})" if len(ways) > 1 else ways[0])
    return f"({' AND '.join(every)})" if len(every) > 1 else "".join(every)
